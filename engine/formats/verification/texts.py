"""Texts on which an export is verified: every script of the sample corpus and what breaks tools."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from engine.corpus import Corpus, Source
from engine.settings import N_BYTES
from engine.splitting import Splitter

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

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


def verification_texts(
    special_tokens: Sequence[str], sample: Sequence[str] | None = None
) -> list[str]:
    """Some two thousand texts: odd cases, random ones, special tokens in text, and a sample.

    sample: texts of one's own corpus; None for lines of the corpus that
    comes with the program.
    """
    texts = [*_ODD, *_random_texts(), *(_corpus_lines() if sample is None else sample)]
    texts += [f"before{token}after {token} end" for token in special_tokens[:50]]
    if special_tokens:
        texts.append("".join(special_tokens[:50]))
    return texts


def _random_texts() -> Iterator[str]:
    """Characters of every plane that have nothing to do with each other, always the same."""
    chance = random.Random(20261121)
    ranges = ((0x20, 0x7F), (0xA0, 0x600), (0x600, 0x2000), (0x2000, 0x3400), (0x1F000, 0x1FB00))
    for _ in range(_N_RANDOM):
        low, high = chance.choice(ranges)
        length = chance.randrange(1, 40)
        yield "".join(chr(chance.choice((32, chance.randrange(low, high)))) for _ in range(length))


def _corpus_lines() -> Iterator[str]:
    """Every line, and of each file the beginning as it stands: superwords reach over line ends."""
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
            # A pattern that hardly splits shall not take the whole corpus.
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
