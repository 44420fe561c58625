"""What the files of each format say, read leniently: as a RawVocabulary with all its faults."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.errors import TokenizerFileError
from engine.formats.reading.json_merges import spelled_bytes
from engine.formats.reading.merge_files import PAIRS
from engine.formats.reading.nanochat import FILE_NAME as PICKLE_NAME
from engine.formats.reading.nanochat import encoding_state
from engine.formats.reading.plain_pickle import names_in_pickle
from engine.formats.reading.tekken import FILE_NAME as TEKKEN_NAME
from engine.formats.validation.raw import RawMerge, RawToken, RawVocabulary, gathered
from engine.formats.validation.report import Finding
from engine.machine import read_bytes, read_json, read_text

_MOST_DIGITS = 12


def read_raw(kind: str, path: Path, facts: dict[str, Any]) -> RawVocabulary:
    """What the files of a format say; formats that are read by their library alone say nothing.

    kind: the name of an importer. facts: what else is told of the files goes in here.
    Raises TokenizerFileError where nothing can be read at all.
    """
    reader = _READERS.get(kind)
    return RawVocabulary(has_bytes=False) if reader is None else reader(path, facts)


class _Pairs(dict[str, Any]):
    """A JSON object in which a name stands twice: `pairs` has them all."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def lenient_json(path: Path) -> Any:
    """The JSON document of a file, objects with doubled names as _Pairs. Raises TokenizerFileError.

    A document that is not JSON at all is refused as by the reader.
    """

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        plain = dict(pairs)
        return plain if len(plain) == len(pairs) else _Pairs(pairs)

    try:
        return json.loads(read_text(path), object_pairs_hook=kept)
    except (ValueError, RecursionError):
        return read_json(path)


def entries(document: Any) -> list[tuple[str, Any]]:
    """Names and values of a JSON object, doubled ones, too; none of what is no object."""
    if isinstance(document, _Pairs):
        return document.pairs
    return list(document.items()) if isinstance(document, dict) else []


def doubled_names(document: Any) -> list[str]:
    """Names of settings that stand twice in an object, at any depth but for the vocabulary."""
    found: list[str] = []
    pending = [document]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            names = [name for name, _ in entries(each)]
            if len(names) <= 1000:
                found += [name for name in dict.fromkeys(names) if names.count(name) > 1]
                pending += list(each.values())
        elif isinstance(each, list) and len(each) <= 1000:
            pending += each
    return found


# ---- tokenizer.json and GPT-2's pair ------------------------------------------------------------


def _tokenizer_json(path: Path, _: dict[str, Any]) -> RawVocabulary:
    file = path / "tokenizer.json" if path.is_dir() else path
    document = lenient_json(file)
    model = document.get("model") if isinstance(document, dict) else None
    model = model if isinstance(model, dict) else {}
    raw = RawVocabulary(has_bytes=model.get("type", "BPE") == "BPE")
    if twice := doubled_names(document):
        listed = ", ".join(twice[:3])
        sentence = f"Settings stand in it twice: {listed}; libraries disagree on which counts."
        raw.damaged.append(Finding("error", "setting-twice", sentence, file.name))
    raw.tokens = list(_spelled(entries(model.get("vocab"))))
    raw.merges = _listed_merges(model.get("merges"), raw)
    added = document.get("added_tokens") if isinstance(document, dict) else None
    for place, entry in enumerate(added if isinstance(added, list) else []):
        if isinstance(entry, dict):
            name = str(entry.get("content"))
            raw.special.append(RawToken(name, None, _id(entry.get("id")), f"added token {place}"))
    return raw


def _listed_merges(merges: Any, raw: RawVocabulary) -> list[RawMerge]:
    """Merges as pairs or as strings with a space; what is neither is noted."""
    found, damaged = [], []
    for place, entry in enumerate(merges if isinstance(merges, list) else []):
        parts = entry.split(" ") if isinstance(entry, str) else entry
        if isinstance(parts, list) and list(map(type, parts)) == [str, str]:
            found.append(RawMerge(parts[0], parts[1], parts[0] + parts[1], f"merge {place:,}"))
        else:
            damaged.append((str(entry)[:40], f"merge {place:,}"))
    words = "{n} merges are not two tokens"
    raw.damaged += gathered(damaged, "error", "merge-invalid", words, lambda item: item)
    return found


def _merge_pair(path: Path, _: dict[str, Any]) -> RawVocabulary:
    merges_path, ids_path = _pair(path)
    raw = RawVocabulary(tokens=list(_spelled(entries(lenient_json(ids_path)))))
    damaged = []
    for number, line in enumerate(read_text(merges_path).split("\n"), 1):
        line = line.removesuffix("\r")
        if not line or (number == 1 and line.startswith("#version")):
            continue
        parts = line.split(" ")
        if len(parts) == 2 and all(parts):
            where = f"{merges_path.name}, line {number:,}"
            raw.merges.append(RawMerge(parts[0], parts[1], parts[0] + parts[1], where))
        else:
            damaged.append((repr(line[:40]), f"{merges_path.name}, line {number:,}"))
    words = "{n} lines are not two tokens"
    raw.damaged += gathered(damaged, "error", "merge-invalid", words, lambda item: item)
    return raw


def _pair(path: Path) -> tuple[Path, Path]:
    for merges, ids in PAIRS:
        if path.is_dir() and (path / merges).is_file() and (path / ids).is_file():
            return path / merges, path / ids
        if path.name in (merges, ids):
            return path.with_name(merges), path.with_name(ids)
    return path, path


def _spelled(pairs: list[tuple[str, Any]]) -> Iterator[RawToken]:
    spelled = spelled_bytes([name for name, _ in pairs])
    for (name, value), data in zip(pairs, spelled, strict=True):
        yield RawToken(name, data, _id(value))


def _id(value: Any) -> int | None:
    return value if type(value) is int else None


# ---- ranks --------------------------------------------------------------------------------------


def _rank_file(path: Path, _: dict[str, Any]) -> RawVocabulary:
    file = next(iter(sorted(path.glob("*.tiktoken"))), path) if path.is_dir() else path
    raw, damaged = RawVocabulary(), []
    for number, line in enumerate(read_bytes(file).splitlines(), 1):
        words = line.split()
        if not words:
            continue
        token = _base64(words[0])
        if len(words) == 2 and token and words[1].isdigit() and len(words[1]) <= _MOST_DIGITS:
            raw.tokens.append(RawToken(token, token, int(words[1]), f"line {number:,}"))
        else:
            damaged.append((repr(line[:40].decode("utf-8", "replace")), f"line {number:,}"))
    words_said = "{n} lines are not a token in base64 and its rank"
    raw.damaged += gathered(damaged, "error", "line-invalid", words_said, lambda item: item)
    return raw


def _tekken(path: Path, facts: dict[str, Any]) -> RawVocabulary:
    document = lenient_json(path / TEKKEN_NAME if path.is_dir() else path)
    document = document if isinstance(document, dict) else {}
    config = document.get("config")
    config = config if isinstance(config, dict) else {}
    facts["version"] = str(config.get("version"))
    size, n_special = config.get("default_vocab_size"), config.get("default_num_special_tokens")
    raw, damaged, spelled = RawVocabulary(), [], []
    listed = document.get("vocab")
    counted = size - n_special if type(size) is int and type(n_special) is int else None
    for place, entry in enumerate(listed if isinstance(listed, list) else []):
        entry = entry if isinstance(entry, dict) else {}
        token, rank = _base64(entry.get("token_bytes")), _id(entry.get("rank"))
        if not token or rank != place:
            damaged.append((f"rank {rank}", f"entry {place:,}"))
            continue
        shown = entry.get("token_str")
        if isinstance(shown, str) and shown.encode("utf-8", "replace") != token:
            spelled.append((repr(shown[:20]), f"entry {place:,}"))
        if counted is None or place < counted:
            raw.tokens.append(RawToken(token, token, place, f"entry {place:,}"))
    words = "{n} entries have no token in base64 or not the rank of their place"
    raw.damaged += gathered(damaged, "error", "entry-invalid", words, lambda item: item)
    words = "{n} entries are spelled as another text than their bytes are; the bytes count"
    raw.damaged += gathered(spelled, "warning", "spelling-differs", words, lambda item: item)
    if counted is not None and isinstance(listed, list) and counted < len(listed):
        sentence = (
            f"Of the {len(listed):,} entries {counted:,} count; the others lie beyond the "
            "vocabulary size of the config."
        )
        raw.damaged.append(Finding("note", "entries-beyond-size", sentence))
    return raw


def _base64(written: Any) -> bytes:
    try:
        return base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError, TypeError):
        return b""


# ---- pickles and minbpe -------------------------------------------------------------------------


def _nanochat(path: Path, facts: dict[str, Any]) -> RawVocabulary:
    file = path / PICKLE_NAME if path.is_dir() else path
    facts["names in the pickle"] = list(names_in_pickle(read_bytes(file))) or ["none"]
    raw = RawVocabulary()
    state = encoding_state(file)
    if isinstance(state, str):
        facts["published encoding"] = state
        return RawVocabulary(has_bytes=False)
    facts["entries in the pickle"] = sorted(str(name) for name in state)
    ranks, special = state.get("mergeable_ranks"), state.get("special_tokens")
    for token, rank in ranks.items() if isinstance(ranks, dict) else ():
        if isinstance(token, bytes):
            raw.tokens.append(RawToken(token, token, _id(rank)))
    for name, token_id in special.items() if isinstance(special, dict) else ():
        raw.special.append(RawToken(str(name), None, _id(token_id)))
    return raw


def _minbpe(path: Path, _: dict[str, Any]) -> RawVocabulary:
    lines = read_text(path).split("\n")
    raw, damaged = RawVocabulary(has_bytes=False), []
    count = lines[2].strip() if len(lines) > 2 else ""
    n_special = int(count) if count.isdecimal() and len(count) < _MOST_DIGITS else 0
    raw.tokens = [RawToken(bytes([i]), bytes([i]), i) for i in range(256)]
    names = [bytes([i]) for i in range(256)]
    for number, line in enumerate(lines[3:], 4):
        words = line.split()
        is_id = len(words) == 2 and words[1].isdecimal() and len(words[1]) < _MOST_DIGITS
        where = f"line {number:,}"
        if number < 4 + n_special and is_id:
            raw.special.append(RawToken(words[0], None, int(words[1]), where))
        elif is_id and words[0].isdecimal() and max(int(words[0]), int(words[1])) < len(names):
            left, right = names[int(words[0])], names[int(words[1])]
            names.append((left + right)[:64])
            raw.tokens.append(RawToken(f"merge {number}", None, len(names) - 1, where))
        elif line:
            damaged.append((repr(line[:40]), where))
    words_said = "{n} lines are neither a special token nor a merge of ids made before"
    raw.damaged += gathered(damaged, "error", "line-invalid", words_said, lambda item: item)
    return raw


_READERS: dict[str, Callable[[Path, dict[str, Any]], RawVocabulary]] = {
    "tokenizer.json": _tokenizer_json,
    "merges and ids": _merge_pair,
    "rank file": _rank_file,
    "tekken.json": _tekken,
    "nanochat": _nanochat,
    "minbpe": _minbpe,
}


def raw_or_nothing(kind: str, path: Path, facts: dict[str, Any]) -> RawVocabulary:
    """As read_raw; nothing where not even that can be read, which the reader's refusal tells."""
    try:
        return read_raw(kind, path, facts)
    except TokenizerFileError:
        return RawVocabulary(has_bytes=False)
