"""Verifying an export: the real library loads it and must give our ids for a set of texts.

The library runs in a process of its own, whose answer is waited for in steps. The texts are every
script of the sample corpus and what breaks tools.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.argument_types import checked, checked_path, checked_texts, described, is_unicode
from engine.corpus import Corpus, Source
from engine.errors import ArgumentError, EngineError, reason_of
from engine.formats.verification_verdict import (
    ExportDifference,
    ExportVerdict,
    check_report,
    checked_before,
    probable_cause,
)
from engine.formats.writing.export_formats import OWN_FILE, ExportOptions, known_format
from engine.library import checked_merges_known
from engine.machine import child_command, finishing, result_of
from engine.sentences import say
from engine.settings import N_BYTES
from engine.splitting import Splitter

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_OWN_CLOCK_S = 5.0
"""Seconds after which the child ends itself if its parent cannot end it."""
_LINE_CHARACTERS = 400
_PAGE_CHARACTERS = 2_000
_N_RANDOM = 100
_ODD = (
    "", " ", "\n", "\r\n", "\t", "a", "  a", "a  ", " \n \n", "\n\n\nend", "tab\tand\r\nends\r",
    " " * 40 + "x", "x" + " " * 40, "a" * 100_000, "^" * 100_000, "ab" * 300, "aaaaaaaaab",
    "don't I'LL we'Ve it'ſ 's 'S", "'S 'll she'd I'll they're 'M x's",
    "1 12 123 1234 12345678901 3.14 ١٢٣ ⅷ ½ ²",
    "no\u00a0break\u2009thin\u3000wide\u200bzero\u2028line\u0085next",
    "\ufeffmark \u200d\u200c join", "e\u0301 n\u0303 \u0301 alone", "한국어 각 각",
    "ก็ ที่ น้ำ", "क्षत्रिय ज्ञान", "שָׁלוֹם עולם", "السَّلامُ عليكم\u200f", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ☃️ 𝔘𝔫𝔦",
    "\x00\x01\x07\x1b[31m\x7f", "\U0010ffff \ue000 \ufffd", "camelCaseWord HTTPServer snake_case",
    "if (a[0] != b) { return --c; } // x", "https://example.org/a?b=c&d=%20#e", "$$\\frac{a}{b}$$",
    " ".join("123456789012"[:n] for n in range(1, 13)), "\t\t\t\tx\t \t", "x\r\n\r\n  \r\ny\rz",
    "\u1112\u1161\u11ab\u1100\u1173\u11af \uac01 \u1100\u1161\u11a8",
    "\u0627\u202b\u0628\u202c \u2066\u05d0\u2069 \u202ex",
    "a\u0300\u0301\u0302\u0303" * 3, "👩🏽‍🚀👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇫🇷🇩🇪", "ſs ẞß ǅ İi ﬀ K",
    "  \n \n  \n", "end \n",
    "<|not_special|> <| endoftext |> <s>", "<|endoftext|><|im_start|>user\n<|eot_id|></s>[INST]",
    "< |bos| > <|bos |> <|BOS|> <|reserved_special_token_0|>",
    "‘quotes’ “and” — dashes…", "漢字かなカナ混じり文。",
)  # fmt: skip
N_PRETOKENS = 10_000
_LONGEST_TEXT = 2_000
"""Characters. Longer documents are compared in parts, so that a difference is easy to see."""
_LONGEST_USUAL = 8
"""Characters of a pre-token, on average; patterns for words are below it in every language."""
_N_RANDOM_PIECES = 60
_N_TOKENS = 40
_LONGEST = 40
READER = "engine.formats.verification_reader"
TIME_LIMIT_S = 600.0
TEMPLATE_LIMIT_S = 10.0
"""For a chat template and one question: a strange one may loop without end."""
_OWN = ("workbench", "bundle")
_USUAL = ExportOptions()


def answer_steps(
    command: Sequence[str], request: dict[str, Any], time_limit: float
) -> Generator[None, None, dict[str, Any] | str]:
    """The child's answer, or a sentence on why it gave no answer; yields while it works.

    Closing the generator kills the child.
    """
    asked = json.dumps(request | {"seconds": time_limit + _OWN_CLOCK_S}).encode()
    try:
        ending = yield from finishing(command, asked, seconds=time_limit)
    except OSError as error:
        return say("answer_no_process", reason=reason_of(error))
    if ending.status is None:
        return say("answer_too_late", seconds=time_limit)
    if ending.status:
        return say("answer_process_ended", reason=ending.last_line)
    try:
        answer: dict[str, Any] = json.loads(ending.output)
    except ValueError:
        return say("answer_unreadable")
    return answer


def verification_texts(
    special_tokens: Sequence[str], sample: Sequence[str] | None = None
) -> list[str]:
    """Some two thousand texts: odd cases, random ones, special tokens in text, and a sample.

    sample: texts of the user's corpus; None for lines of the sample corpus.
    """
    texts = [*_ODD, *_random_texts(), *(_corpus_lines() if sample is None else sample)]
    texts += [f"before{token}after {token} end" for token in special_tokens[:50]]
    if special_tokens:
        texts.append("".join(special_tokens[:50]))
    return texts


def _random_texts() -> Iterator[str]:
    """Random characters of every plane, the same in every process."""
    chance = random.Random(20261121)
    ranges = ((0x20, 0x7F), (0xA0, 0x600), (0x600, 0x2000), (0x2000, 0x3400), (0x1F000, 0x1FB00))
    for _ in range(_N_RANDOM):
        low, high = chance.choice(ranges)
        length = chance.randrange(1, 40)
        yield "".join(chr(chance.choice((32, chance.randrange(low, high)))) for _ in range(length))


def _corpus_lines() -> Iterator[str]:
    """Every line, and the beginning of each file as one text: superwords cross line ends."""
    for file in sorted(files("resources").joinpath("corpus").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".txt"):
            text = file.read_text(encoding="utf-8")
            yield text[:_PAGE_CHARACTERS]
            for line in text.splitlines(keepends=True):
                yield line[:_LINE_CHARACTERS]


def corpus_sample(
    paths: Iterable[Path | str], splitter: Splitter, n_pretokens: int = N_PRETOKENS
) -> list[str]:
    """The first texts of each label, about as many pre-tokens of each, `n_pretokens` in all.

    Raises CorpusError for paths that cannot be read or hold no text.
    """
    corpus = Corpus.from_paths(list(paths))
    share = max(1, n_pretokens // max(1, len(corpus.sources)))
    texts: list[str] = []
    for source in corpus.sources:
        texts += _first_texts(corpus, source, splitter, share)
    return texts


def _first_texts(corpus: Corpus, source: Source, splitter: Splitter, share: int) -> list[str]:
    texts: list[str] = []
    n_taken = 0
    for document in corpus.documents(source):
        for start in range(0, len(document), _LONGEST_TEXT):
            texts.append(document[start : start + _LONGEST_TEXT])
            # A pattern that hardly splits must not take the whole corpus.
            n_taken += max(len(splitter.split(texts[-1])), len(texts[-1]) // _LONGEST_USUAL, 1)
            if n_taken >= share:
                return texts
    return texts


def verification_pieces(tokenizer: Tokenizer) -> list[bytes]:
    """Every lone byte, halves of characters, random bytes, and tokens joined to what is no text."""
    chance = random.Random(20261121)
    pieces = [bytes([byte]) for byte in range(N_BYTES)]
    pieces += [
        "漢字"[:2].encode()[:-1],
        "🙂".encode()[:2],
        "é".encode()[1:] + b"a",
        b"\xff\xfe\x00",
    ]
    pieces += [chance.randbytes(chance.randrange(2, _LONGEST)) for _ in range(_N_RANDOM_PIECES)]
    tokens = tokenizer.ranked_tokens
    for _ in range(_N_TOKENS):
        parts = [chance.choice(tokens) for _ in range(3)]
        pieces.append(b"".join([*parts[:2], b"\x80", parts[2]]))
    return pieces


def merged_pieces(tokenizer: Tokenizer, pieces: Sequence[bytes]) -> list[tuple[int, ...]]:
    """Ids of each, without splitting: the lowest merge first, from the left, in plain Python."""
    pairs = tokenizer.ranked_merges.tolist()
    ranks = {(left, right): rank for rank, (left, right) in reversed(list(enumerate(pairs)))}
    ids = tokenizer.ranked_ids.tolist()
    whole = tokenizer.whole_tokens
    return [
        (whole[piece],) if piece in whole else tuple(ids[i] for i in _merged(piece, ranks))
        for piece in pieces
    ]


def _merged(data: bytes, ranks: Mapping[tuple[int, int], int]) -> list[int]:
    parts = list(data)
    while True:
        ranked = [(ranks[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in ranks]
        if not ranked:
            return parts
        rank, place = min(ranked)
        parts[place : place + 2] = [N_BYTES + rank]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The texts and bytes that a library encodes, and our ids of each.

    marked: texts, each with whether its special tokens are read; ours: our ids of each text.
    pieces: bytes that are merged without splitting; pieces_ours: our ids of each piece.
    """

    tokenizer: Tokenizer
    format: str
    marked: tuple[tuple[str, bool], ...]
    ours: tuple[tuple[int, ...], ...]
    pieces: tuple[bytes, ...]
    pieces_ours: tuple[tuple[int, ...], ...]
    remarks: tuple[str, ...]


def verify_export(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    texts: Iterable[str],
    *,
    name: str = "tokenizer",
    options: ExportOptions = _USUAL,
    time_limit: float = TIME_LIMIT_S,
) -> ExportVerdict:
    """Load the export of `format` in `directory` in the real library and compare ids on `texts`.

    A text that holds special tokens is compared with them read as special tokens, all others as
    plain text. Bytes that are no text are compared too, where the library merges them. `name` and
    `options`: those of the export. Never raises for what the library does: the verdict says it.
    """
    steps = verification_steps(
        tokenizer, format, directory, texts, name=name, options=options, time_limit=time_limit
    )
    return result_of(steps)


def verification_steps(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    texts: Iterable[str],
    *,
    name: str = "tokenizer",
    options: ExportOptions = _USUAL,
    time_limit: float = TIME_LIMIT_S,
) -> Generator[None, None, ExportVerdict]:
    """Yields several times a second; the verdict is the generator's return value.

    As `verify_export`. The call itself checks its arguments; closing the generator ends the
    library's process.
    """
    checked_merges_known(tokenizer, "exported")
    format_name = known_format(format)
    folder = checked_path(directory, "The directory of an export").absolute()
    if isinstance(texts, str):
        raise ArgumentError(say("texts_no_list", given=described(texts)))
    compared = [text for text in checked_texts(texts, "texts") if is_unicode(text)]
    checked(options, ExportOptions, "options", "ExportOptions() makes them")
    return _verifying(tokenizer, format_name, folder, compared, name, options, time_limit)


def _verifying(
    tokenizer: Tokenizer,
    format_name: str,
    folder: Path,
    compared: list[str],
    name: str,
    options: ExportOptions,
    time_limit: float,
) -> Generator[None, None, ExportVerdict]:
    if format_name in _OWN:
        return _verify_own(tokenizer, format_name, folder, compared)
    prepared = checked_before(tokenizer, format_name, folder, compared, options)
    if prepared.problem is not None:
        return ExportVerdict(format_name, "failed", reason=prepared.problem)
    comparison = _comparison(tokenizer, format_name, prepared.texts, prepared.remarks)
    yield
    answer = yield from answer_steps(
        reader_command(),
        {
            "format": format_name,
            "directory": str(folder),
            "name": name,
            "texts": comparison.marked,
            "special_tokens": tuple(tokenizer.special_tokens),
            "pieces": [piece.hex() for piece in comparison.pieces],
            "template_seconds": min(TEMPLATE_LIMIT_S, time_limit),
            **prepared.facts,
        },
        time_limit,
    )
    if isinstance(answer, str):
        return ExportVerdict(format_name, "failed", reason=answer)
    return _verdict(comparison, answer, options)


def reader_command() -> list[str]:
    """The program that loads an export in the real library."""
    return child_command(READER)


def _comparison(
    tokenizer: Tokenizer, format_name: str, texts: Sequence[str], remarks: tuple[str, ...]
) -> _Comparison:
    specials = tuple(tokenizer.special_tokens)
    never = format_name in ("tekken", "sentencepiece")  # these read none in a text
    marked = tuple(
        (text, not never and any(special in text for special in specials)) for text in texts
    )
    pieces = tuple(verification_pieces(tokenizer)) if tokenizer.pieces is None else ()
    return _Comparison(
        tokenizer,
        format_name,
        marked,
        tuple(
            tuple(tokenizer.encode(text, special="parse" if special else "text"))
            for text, special in marked
        ),
        pieces,
        tuple(merged_pieces(tokenizer, pieces)),
        remarks,
    )


def _verdict(
    comparison: _Comparison, answer: dict[str, Any], options: ExportOptions
) -> ExportVerdict:
    missing = tuple(answer["missing"])
    if not answer["libraries"]:
        return ExportVerdict(comparison.format, "not installed", missing=missing)
    libraries, n_texts, remarks = [], len(comparison.marked), list(comparison.remarks)
    for entry in answer["libraries"]:
        library = f"{entry.get('label', entry['name'])} {entry['version']}"
        libraries.append(library)
        found = ExportVerdict(comparison.format, "failed", (library,), missing, n_texts)
        if reason := entry.get("error"):
            return replace(found, reason=f"{library}: {reason}")
        checked = check_report(comparison.tokenizer, comparison.format, entry, options)
        if checked.problem is not None:
            return replace(found, reason=f"{library}: {checked.problem}")
        remarks += checked.remarks
        if (difference := _first_difference(comparison, library, entry)) is not None:
            return replace(found, status="different", difference=difference)
        if reason := _wrong_text(comparison, entry):
            return replace(found, reason=f"{library}: {reason}")
        n_texts = min(n_texts, len(entry["ids"]))
    return ExportVerdict(
        comparison.format,
        "equal",
        tuple(libraries),
        missing,
        n_texts,
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _first_difference(
    comparison: _Comparison, library: str, entry: dict[str, Any]
) -> ExportDifference | None:
    """The first text, or else the first bytes, on which the ids are others."""
    for (text, _), ours, ids in zip(comparison.marked, comparison.ours, entry["ids"], strict=False):
        if ours != tuple(ids):
            return _difference(comparison.tokenizer, library, text, ours, tuple(ids))
    compared = zip(comparison.pieces, comparison.pieces_ours, entry.get("pieces", ()), strict=False)
    for piece, ours, ids in compared:
        if ours != tuple(ids):
            text = piece.decode("utf-8", "backslashreplace")
            return _difference(comparison.tokenizer, library, text, ours, tuple(ids))
    return None


def _wrong_text(comparison: _Comparison, entry: dict[str, Any]) -> str | None:
    """A sentence if decoding the right ids gives another text there."""
    tokenizer = comparison.tokenizer
    for (text, special), decoded in zip(comparison.marked, entry["decoded"], strict=False):
        expected = tokenizer.normalized(text.encode()).decode()
        if tokenizer.pieces is not None:  # spaces behind special tokens are kept there
            expected = decoded if special else tokenizer.decode(tokenizer.encode(text))
        if decoded != expected:
            return say("check_decoded_text", text=repr(text[:80]), decoded=repr(decoded[:80]))
    for piece, decoded in zip(comparison.pieces, entry.get("piece_bytes", ()), strict=False):
        if decoded != piece.hex():
            return say("check_decoded_bytes", piece=piece.hex(), decoded=decoded)
    return None


def _difference(
    tokenizer: Tokenizer, library: str, text: str, ours: tuple[int, ...], theirs: tuple[int, ...]
) -> ExportDifference:
    cuts = _token_bytes(tokenizer, ours), _token_bytes(tokenizer, theirs)
    cause = probable_cause(tokenizer, text, (ours, cuts[0]), (theirs, cuts[1]))
    return ExportDifference(library, text, ours, theirs, *cuts, cause).clipped()


def _token_bytes(tokenizer: Tokenizer, ids: tuple[int, ...]) -> tuple[bytes, ...]:
    specials = {token_id: name.encode() for name, token_id in tokenizer.special_tokens.items()}
    vocabulary = tokenizer.vocabulary
    return tuple(
        specials.get(i) or (vocabulary[i] if 0 <= i < len(vocabulary) else b"?") for i in ids
    )


def _verify_own(
    tokenizer: Tokenizer, format_name: str, directory: Path, texts: list[str]
) -> ExportVerdict:
    from engine.encoding import Tokenizer as TokenizerClass

    library = say("saved_file")
    try:
        loaded = TokenizerClass.load(directory / OWN_FILE)
    except EngineError as error:
        return ExportVerdict(format_name, "failed", reason=str(error).rstrip("."))
    for text in texts:
        ours, theirs = tuple(tokenizer.encode(text)), tuple(loaded.encode(text))
        if ours != theirs:
            found = _difference(tokenizer, library, text, ours, theirs)
            return ExportVerdict(format_name, "different", (library,), (), len(texts), found)
    if loaded.semantic_hash != tokenizer.semantic_hash:
        reason = say("check_semantic_hash")
        return ExportVerdict(format_name, "failed", (library,), (), len(texts), reason=reason)
    return ExportVerdict(format_name, "equal", (library,), (), len(texts))
