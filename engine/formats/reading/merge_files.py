"""Reading GPT-2's pair of files: vocab.bpe with encoder.json, elsewhere merges.txt with vocab.json.

Each line of the merges is two tokens in GPT-2's byte alphabet; the JSON file has the id of every
token. What is in it besides bytes and merges is a special token, or a token that no merge makes
and that is never given out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled import Int64s
from engine.encoding import (
    BYTE_TO_CHARACTER,
    CHARACTER_TO_BYTE,
    Numbering,
    Tokenizer,
    from_byte_alphabet,
)
from engine.errors import InexactTokenizerError
from engine.formats.findings import (
    BYTE_MISSING,
    ID_INVALID,
    LIBRARY,
    MERGE_PART_MISSING,
    MERGE_PRODUCT_MISSING,
    MERGE_TWICE,
    Kind,
    note_doubled_ids,
    short,
)
from engine.formats.reading.contents import (
    Companions,
    Contents,
    companions_of_sidecar,
    lacking_bytes,
    with_companions_of,
)
from engine.machine import read_bytes, read_json, read_text, refusal
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE, N_BYTES
from engine.splitting import full_pattern, preset_names

PAIRS = (("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json"))
"""Names of the merges and of the ids, as they belong together."""
SIDECAR_KIND = "tokenizer-workbench merges sidecar"
_GPT2_CLASSES = ("GPT2", "Roberta", "Bart", "Longformer", "LED", "Blenderbot", "Deberta", "OPT")
_LINE_INVALID = Kind("merge-invalid", "lines_not_two_tokens")
_UNMADE = Kind("merge-too-early", "merges_unmade")


@dataclass(frozen=True, slots=True)
class MergesSidecar:
    """What our export puts beside merges.txt.

    pattern: the split pattern; special_tokens: ids by string; vocab_size: number of ids;
    companions: roles and chat template.
    """

    pattern: str
    special_tokens: Mapping[str, int]
    vocab_size: int
    companions: Companions = field(default_factory=Companions)

    def without_fillers(self, others: Mapping[str, int]) -> dict[str, int]:
        """`others`, ids by name, without the fillers of our export."""
        return {
            name: token_id
            for name, token_id in others.items()
            if name in self.special_tokens or not name.startswith(f"<|unused_{token_id}|>")
        }


def read_merges_sidecar(merges_path: Path) -> MergesSidecar | None:
    """The description beside a merges.txt, None if the file is missing.

    Raises TokenizerFileError for one that is damaged or describes other merges.
    """
    path = merges_path.with_name(merges_path.name + ".json")
    if not path.exists():
        return None
    document: Any = read_json(path)
    if not isinstance(document, dict) or document.get("kind") != SIDECAR_KIND:
        raise refusal(path, say("sidecar_of_no_merges"))
    if document.get("sha256") != hashlib.sha256(read_bytes(merges_path)).hexdigest():
        raise refusal(path, say("sidecar_of_other_merges"))
    try:
        special = {str(name): int(i) for name, i in dict(document["special_tokens"]).items()}
        return MergesSidecar(
            str(document["pattern_in_workbench"]),
            special,
            int(document["vocab_size"]),
            companions_of_sidecar(document),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise refusal(path, say("sidecar_damaged", error=repr(error))) from None


def merge_files_of(path: Path) -> tuple[Path, Path] | None:
    """The pair of files in a directory, or that a file is one of; None for no such pair."""
    for merges, ids in PAIRS:
        if path.is_dir():
            if (path / merges).is_file() and (path / ids).is_file():
                return path / merges, path / ids
        elif path.name in (merges, ids):
            return path.with_name(merges), path.with_name(ids)
    return None


@dataclass
class PairContents(Contents):
    """vocabulary: ids by token; lines: the merges, each with the number of its line.

    merges: pairs of ids, int64[n, 2], and ids by token that they make; None if one is damaged.
    """

    ids_path: Path = Path()
    vocabulary: dict[str, int] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)
    merges: tuple[Int64s, dict[str, int]] | None = None
    beside: MergesSidecar | None = None

    def build(self) -> Tokenizer:
        assert self.merges is not None
        vocabulary, beside, (merges, made) = self.vocabulary, self.beside, self.merges
        singles = [vocabulary[character] for character in BYTE_TO_CHARACTER]
        made_or_byte = made.keys() | set(BYTE_TO_CHARACTER)
        vocabulary = {name: i for name, i in vocabulary.items() if name not in made_or_byte}
        if beside is not None:
            vocabulary = beside.without_fillers(vocabulary)
        special_tokens = {name: i for name, i in vocabulary.items() if _is_special(name, beside)}
        others = {name: i for name, i in vocabulary.items() if name not in special_tokens}
        extra = {_spelled_bytes(self.ids_path, name, i): i for name, i in others.items()}
        tokenizer = Tokenizer(
            merges,
            pattern=self.pattern,
            special_tokens=special_tokens,
            vocab_size=self.vocab_size,
            numbering=Numbering(np.array([*singles, *made.values()], np.int64), extra),
        )
        return with_companions_of(tokenizer, self.path.parent)


def read_merge_files(path: Path, pattern: str | None) -> PairContents:
    """What the two files hold, GPT-2's split pattern by default.

    The description that our export puts beside the merges says the pattern and the special tokens;
    roles and chat template are in it, or in the files that transformers reads. A
    tokenizer_config.json beside them that names a class that splits in another way is an error
    unless a pattern is given. Raises TokenizerFileError.
    """
    pair = merge_files_of(path)
    assert pair is not None
    contents = PairContents(pair[0], ids_path=pair[1])
    found = contents.found
    beside = contents.beside = found.attempt(read_merges_sidecar, contents.path)
    if beside is not None:
        contents.vocab_size, contents.companions = beside.vocab_size, beside.companions
    contents.vocabulary = _vocabulary(contents)
    contents.lines = list(_merge_lines(contents.path))
    lacks_bytes = _note_missing_bytes(contents, pattern)
    if found.first is None:
        lines = [line for _, line in contents.lines]
        contents.merges = _plain_merges(lines, contents.vocabulary)
    if contents.merges is None:
        _note_bad_merges(contents)
    if not lacks_bytes:
        note_doubled_ids(found, contents.vocabulary)
        contents.pattern = found.attempt(_pattern_of, contents.path, beside, pattern) or ""
    return contents


def _vocabulary(contents: PairContents) -> dict[str, int]:
    found, path = contents.found, contents.ids_path
    document: dict[str, int] = contents.read_json(path)
    if not document:
        raise refusal(path, say("no_ids_by_token"))
    for token, token_id in document.items():
        if type(token_id) is not int or not 0 <= token_id < MAX_VOCAB_SIZE or not token:
            reason = say("no_token_and_id", token=repr(token), id=repr(token_id))
            found.fault(ID_INVALID, short(token, token_id), reason, path=path, where=path.name)
    return document


def _spelled_bytes(path: Path, name: str, token_id: int) -> bytes:
    try:
        return from_byte_alphabet(name)
    except ValueError:
        raise refusal(path, say("neither_text_nor_special", name=repr(name), id=token_id)) from None


def _note_missing_bytes(contents: PairContents, pattern: str | None) -> bool:
    """Whether a byte has no id; tokenizers leaves such bytes out, so it can run these files."""
    vocabulary, found = contents.vocabulary, contents.found
    missing = [byte for byte, c in enumerate(BYTE_TO_CHARACTER) if c not in vocabulary]
    if missing and found.first is None:
        found.attempt(_refuse_missing_bytes, contents, missing, pattern)
    for byte in missing:
        found.fault(BYTE_MISSING, f"{byte:#04x}")
    return bool(missing)


def _refuse_missing_bytes(
    contents: PairContents, missing: Sequence[int], pattern: str | None
) -> None:
    """Raise InexactTokenizerError with the tokenizer.json that says the same as the pair."""
    from engine.formats.writing.tokenizer_json import byte_level_document, json_bytes

    vocabulary, beside = contents.vocabulary, contents.beside
    lines = [line for _, line in contents.lines]
    special = {name: i for name, i in vocabulary.items() if _is_special(name, beside)}
    made = {line.replace(" ", "") for line in lines}
    special = {name: i for name, i in special.items() if name not in made and len(name) > 1}
    expression = _pattern_of(contents.path, beside, pattern)
    document = byte_level_document(vocabulary, lines, full_pattern(expression), special)
    raise InexactTokenizerError(
        lacking_bytes("vocabulary_lacks_byte", missing),
        path=contents.ids_path,
        library=LIBRARY,
        content=json_bytes(document),
    )


def _plain_merges(
    lines: Sequence[str], vocabulary: Mapping[str, int]
) -> tuple[Int64s, dict[str, int]] | None:
    """The merges as pairs of ids, int64[n, 2], and the id of what each makes, by token.

    None if a line does not join two tokens that lines before it make to a new one with an id. All
    lines at once: one at a time takes a tenth of a second for fifty thousand merges.
    """
    parts = " ".join(lines).split(" ") if lines else []
    tokens = [line.replace(" ", "") for line in lines]
    made_by = {token: number for number, token in enumerate(chain(BYTE_TO_CHARACTER, tokens))}
    is_whole = set(map(str.count, lines, repeat(" "))) <= {1}
    if not is_whole or len(made_by) < N_BYTES + len(tokens):
        return None
    try:
        ids = np.fromiter(map(vocabulary.__getitem__, made_by), np.int64, len(made_by))
        numbers = np.fromiter(map(made_by.__getitem__, parts), np.int64, len(parts))
    except KeyError:
        return None
    if (numbers >= np.arange(len(numbers)) // 2 + N_BYTES).any():
        return None
    return ids[numbers].reshape(-1, 2), dict(zip(tokens, ids[N_BYTES:].tolist(), strict=True))


def _note_bad_merges(contents: PairContents) -> None:
    """Note every line that does not join two known tokens to a new one with an id."""
    found, vocabulary, name = contents.found, contents.vocabulary, contents.path.name
    known = set(BYTE_TO_CHARACTER)
    for number, line in contents.lines:
        where = f"{name}, line {number:,}"
        left, space, right = line.partition(" ")
        if not (left and space and right) or " " in right:
            reason = say("line_not_two_tokens", line=repr(line[:60]))
            found.fault(_LINE_INVALID, repr(line[:40]), reason, where=where, line=number)
            continue
        shown, token = f"{short(left)} + {short(right)}", left + right
        for part in (left, right):
            if part not in known:
                kind = _UNMADE if part in vocabulary else MERGE_PART_MISSING
                found.fault(kind, shown, _wrong_with_part(part), where=where, line=number)
        if token not in vocabulary:
            reason = say("made_without_id", token=repr(token), file=contents.ids_path.name)
            found.fault(MERGE_PRODUCT_MISSING, shown, reason, where=where, line=number)
        elif token in known:
            reason = say("made_before", token=repr(token))
            found.fault(MERGE_TWICE, shown, reason, where=where, line=number)
        known.add(token)


def _merge_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with merges and their numbers."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        line = line.removesuffix("\r")
        if line and not (number == 1 and line.startswith("#version")):
            yield number, line


def _wrong_with_part(part: str) -> str:
    strange = next((character for character in part if character not in CHARACTER_TO_BYTE), None)
    if strange is not None:
        return say("foreign_character", character=repr(strange), part=repr(part))
    return say("part_not_made", part=repr(part))


def _is_special(name: str, beside: MergesSidecar | None) -> bool:
    return not _is_ordinary(name) if beside is None else name in beside.special_tokens


def _is_ordinary(name: str) -> bool:
    """Whether a token beside bytes and merges is text in the byte alphabet, not a special token.

    Names of special tokens are printable ASCII; ordinary tokens mostly contain the
    character of a space or of a byte beyond ASCII.
    """
    return all(c in CHARACTER_TO_BYTE for c in name) and not name.isascii()


def _pattern_of(merges_path: Path, beside: MergesSidecar | None, pattern: str | None) -> str:
    return pattern or (beside.pattern if beside else _pattern(merges_path.parent))


def _pattern(folder: Path) -> str:
    config = folder / "tokenizer_config.json"
    document = read_json(config) if config.is_file() else {}
    name = str(document.get("tokenizer_class") or "GPT2") if isinstance(document, dict) else ""
    if name.startswith(_GPT2_CLASSES):
        return "gpt2"
    raise refusal(
        config,
        say("merges_without_pattern", name=name, presets=", ".join(preset_names())),
        setting="pattern",
    )
