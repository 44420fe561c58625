"""Reading GPT-2's pair of files: vocab.bpe with encoder.json, elsewhere merges.txt with vocab.json.

Each line of the merges is two tokens in GPT-2's byte alphabet; the JSON file has the id of every
token. What is in it besides bytes and merges is a special token, or a token that no merge makes
and that is never given out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from engine.compiled import Int64s
from engine.encoding import (
    BYTE_TO_CHARACTER,
    CHARACTER_TO_BYTE,
    Numbering,
    Tokenizer,
    from_byte_alphabet,
)
from engine.errors import ArgumentError, ConfigError, InexactTokenizerError, PatternError
from engine.formats.reading.companions import (
    Companions,
    companions_of_sidecar,
    with_companions,
    with_companions_of,
)
from engine.machine import read_bytes, read_json, read_text, refusal
from engine.settings import MAX_VOCAB_SIZE, N_BYTES
from engine.splitting import preset_names, presets

# What our export puts beside merges.txt: the split pattern, and which tokens are special.


SIDECAR_KIND = "tokenizer-workbench merges sidecar"


@dataclass(frozen=True, slots=True)
class MergesSidecar:
    """pattern: the split pattern; special_tokens: ids by string; vocab_size: all ids.

    companions: roles and chat template.
    """

    pattern: str
    special_tokens: Mapping[str, int]
    vocab_size: int
    companions: Companions = field(default_factory=Companions)

    def without_fillers(self, others: Mapping[str, int]) -> dict[str, int]:
        """Of the tokens that are neither bytes nor merges those that are none of our fillers."""
        return {
            name: token_id
            for name, token_id in others.items()
            if name in self.special_tokens or not name.startswith(f"<|unused_{token_id}|>")
        }


def read_merges_sidecar(merges_path: Path) -> MergesSidecar | None:
    """The description beside a merges.txt, None where there is none.

    Raises TokenizerFileError for one that is damaged or describes other merges.
    """
    path = merges_path.with_name(merges_path.name + ".json")
    if not path.exists():
        return None
    document: Any = read_json(path)
    if not isinstance(document, dict) or document.get("kind") != SIDECAR_KIND:
        raise refusal(path, "it is not the description of these merges; move it away")
    if document.get("sha256") != hashlib.sha256(read_bytes(merges_path)).hexdigest():
        raise refusal(path, "it describes other merges than those beside it")
    try:
        special = {str(name): int(i) for name, i in dict(document["special_tokens"]).items()}
        return MergesSidecar(
            str(document["pattern_in_workbench"]),
            special,
            int(document["vocab_size"]),
            companions_of_sidecar(document),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise refusal(path, f"it is damaged ({error!r})") from None


PAIRS = (("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json"))
"""Names of the merges and of the ids, as they belong together."""

_GPT2_CLASSES = ("GPT2", "Roberta", "Bart", "Longformer", "LED", "Blenderbot", "Deberta", "OPT")


def merge_files_in(folder: Path) -> tuple[Path, Path] | None:
    """The pair of files in a directory, or None."""
    for merges, ids in PAIRS:
        if (folder / merges).is_file() and (folder / ids).is_file():
            return folder / merges, folder / ids
    return None


def load_merge_files(merges_path: Path, ids_path: Path, pattern: str | None) -> Tokenizer:
    """The tokenizer of the two files, GPT-2's split pattern by default.

    The description that our export puts beside the merges says the pattern and the special tokens;
    roles and chat template are in it, or in the files that transformers reads.
    Raises TokenizerFileError, also where tokenizer_config.json beside them names a class that
    splits in another way and no pattern is given.
    """
    beside = read_merges_sidecar(merges_path)
    vocabulary = _vocabulary(ids_path)
    lines = [line for _, line in _merge_lines(merges_path)]
    _refuse_missing_bytes(merges_path, ids_path, lines, vocabulary, beside, pattern)
    merges, made = _merges(merges_path, ids_path, lines, vocabulary)
    singles = [vocabulary[character] for character in BYTE_TO_CHARACTER]
    made_or_byte = made.keys() | set(BYTE_TO_CHARACTER)
    vocabulary = {name: i for name, i in vocabulary.items() if name not in made_or_byte}
    if beside is not None:
        vocabulary = beside.without_fillers(vocabulary)
    special_tokens = {name: i for name, i in vocabulary.items() if _is_special(name, beside)}
    others = {name: i for name, i in vocabulary.items() if name not in special_tokens}
    extra = {_spelled_bytes(ids_path, name, i): i for name, i in others.items()}
    try:
        made_of_files = Tokenizer(
            merges,
            pattern=_pattern_of(merges_path, beside, pattern),
            special_tokens=special_tokens,
            vocab_size=beside.vocab_size if beside else None,
            numbering=Numbering(np.array([*singles, *made.values()], np.int64), extra),
        )
        made_of_files = with_companions_of(made_of_files, merges_path.parent)
        if beside is None:
            return made_of_files
        return with_companions(made_of_files, beside.companions)
    except (ArgumentError, ConfigError, PatternError) as error:
        raise refusal(merges_path, str(error).removesuffix(".")) from None


def _vocabulary(path: Path) -> dict[str, int]:
    document: Any = read_json(path)
    if not isinstance(document, dict):
        raise refusal(path, "it does not hold ids by token")
    for token, token_id in document.items():
        if type(token_id) is not int or not 0 <= token_id < MAX_VOCAB_SIZE or not token:
            raise refusal(path, f"{token!r}: {token_id!r} is not a token and its id")
    return document


def _spelled_bytes(path: Path, name: str, token_id: int) -> bytes:
    try:
        return from_byte_alphabet(name)
    except ValueError:
        raise refusal(
            path,
            f"{name!r} (id {token_id}) is neither text in GPT-2's byte alphabet nor one of the "
            "special tokens of the description beside it; take it out, or name it there",
        ) from None


def _refuse_missing_bytes(
    merges_path: Path,
    ids_path: Path,
    lines: list[str],
    vocabulary: dict[str, int],
    beside: MergesSidecar | None,
    pattern: str | None,
) -> None:
    """Raise InexactTokenizerError where a byte has no id; tokenizers leaves such bytes out."""
    missing = [byte for byte, c in enumerate(BYTE_TO_CHARACTER) if c not in vocabulary]
    if not missing:
        return
    from engine.formats.reading.tokenizer_json import LIBRARY
    from engine.formats.writing.tokenizer_json import byte_level_document, json_bytes

    others = f", and {len(missing) - 1:,} others" if len(missing) > 1 else ""
    special = {name: i for name, i in vocabulary.items() if _is_special(name, beside)}
    made = {line.replace(" ", "") for line in lines}
    special = {name: i for name, i in special.items() if name not in made and len(name) > 1}
    expression = _pattern_of(merges_path, beside, pattern)
    preset = presets().get(expression)
    document = byte_level_document(
        vocabulary, lines, preset.pattern if preset else expression, special
    )
    raise InexactTokenizerError(
        f"its vocabulary has no token for the byte {missing[0]:#04x}{others}",
        path=ids_path,
        library=LIBRARY,
        content=json_bytes(document),
    )


def _merges(
    path: Path, ids_path: Path, lines: list[str], vocabulary: dict[str, int]
) -> tuple[Int64s, dict[str, int]]:
    """The merges as pairs of ids, int64[n, 2], and the id of what each makes, by token.

    All lines at once: one at a time takes a tenth of a second for fifty thousand merges.
    """
    parts = " ".join(lines).split(" ") if lines else []
    tokens = [line.replace(" ", "") for line in lines]
    made_by = {token: number for number, token in enumerate(chain(BYTE_TO_CHARACTER, tokens))}
    is_whole = set(map(str.count, lines, repeat(" "))) <= {1}
    if not is_whole or len(made_by) < N_BYTES + len(tokens):
        _refuse_merges(path, ids_path, vocabulary)
    try:
        ids = np.fromiter(map(vocabulary.__getitem__, made_by), np.int64, len(made_by))
        numbers = np.fromiter(map(made_by.__getitem__, parts), np.int64, len(parts))
    except KeyError:
        _refuse_merges(path, ids_path, vocabulary)
    if (numbers >= np.arange(len(numbers)) // 2 + N_BYTES).any():
        _refuse_merges(path, ids_path, vocabulary)
    return ids[numbers].reshape(-1, 2), dict(zip(tokens, ids[N_BYTES:].tolist(), strict=True))


def _refuse_merges(path: Path, ids_path: Path, vocabulary: dict[str, int]) -> NoReturn:
    """Raise TokenizerFileError with the first line that makes no token of two that are known."""
    known = set(BYTE_TO_CHARACTER)
    for number, line in _merge_lines(path):
        left, space, right = line.partition(" ")
        if not (left and space and right) or " " in right:
            raise refusal(path, f"{line[:60]!r} is not two tokens with a space between", number)
        for part in (left, right):
            if part not in known:
                _refuse_part(path, part, number)
        token = left + right
        if token not in vocabulary:
            raise refusal(path, f"it makes {token!r}, which has no id in {ids_path.name}", number)
        if token in known:
            raise refusal(path, f"it makes {token!r}, which an earlier line makes too", number)
        known.add(token)
    raise AssertionError("every line joins two tokens that lines before it make")


def _merge_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with merges and their numbers."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        line = line.removesuffix("\r")
        if line and not (number == 1 and line.startswith("#version")):
            yield number, line


def _refuse_part(path: Path, part: str, number: int) -> None:
    strange = next((character for character in part if character not in CHARACTER_TO_BYTE), None)
    if strange is not None:
        raise refusal(path, f"{strange!r} in {part!r} is not in GPT-2's byte alphabet", number)
    raise refusal(path, f"it joins {part!r}, which no line before it makes", number)


def _is_special(name: str, beside: MergesSidecar | None) -> bool:
    return not _is_ordinary(name) if beside is None else name in beside.special_tokens


def _is_ordinary(name: str) -> bool:
    """Whether a token beside bytes and merges is text in the byte alphabet, not a special token.

    Names of special tokens are printable ASCII; ordinary tokens mostly hold a character that
    stands for a space or for a byte beyond ASCII.
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
        f"merges and ids alone do not say how {name} splits text. Give the split pattern "
        f"(pattern=): {', '.join(preset_names())} or a regular "
        "expression",
        setting="pattern",
    )
