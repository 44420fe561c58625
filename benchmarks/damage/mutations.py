"""Damage done to files: bytes, lines, JSON values and pickled values, each by a seeded chance."""

from __future__ import annotations

import copyreg
import io
import json
import pickle
import random
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.damage.samples import Sample

_ODD_VALUES: tuple[Any, ...] = (
    None, -1, 0, 1, 255, 256, 10**7, 2**31, 2**32, 10**30, 1.5, True, False, "", " ", "a", "Ġ",
    "x y", [], {}, [None], {"a": 1}, "<|bos|>", "\ud800", "\u0000", "é",
)  # fmt: skip
PATTERNS = (
    r"\w+|\s+|[^\w\s]+", r"(?s:.)", r".|\n", r"\d+", r"$", r"^a|.", r"\s+$|.|\n", r"[a&&b]|.|\n",
    r"(?i)a|.|\n", r"\h+|.|\n", r"(a+)+b|.|\n", r"\p{N}{1,3}+|\P{N}+", r"[[:alpha:]]+|.|\n", "gpt2",
    "none", r"\X", "(", r"a{2}?|.|\n", r"(?<x>a)|.|\n", r"\x{e9}|[\s\S]", r"\r\n|.|\n", "",
    "(?#then)", r"a(?#then)b|.", r"\b|.|\n", r"[^\r\n]+|\n|\r", r"(?:)|.|\n", r"\Z|.|\n",
    r"(?=a)|.|\n",
)  # fmt: skip
"""Split patterns that engines read in different ways, lose text with, or do not compile."""

Random = random.Random


def mutated(sample: Sample, chance: Random) -> dict[str, bytes]:
    """The files of a sample with one of them damaged."""
    files = dict(sample.files)
    name = chance.choice(sample.damaged)
    data = files[name]
    structured = _STRUCTURED["json" if name.endswith(".json") else sample.structure]
    ways: list[Callable[[bytes, Random], bytes]] = [_bytes, _truncated, *[structured] * 6]
    files[name] = chance.choice(ways)(data, chance)
    return files


def _bytes(data: bytes, chance: Random) -> bytes:
    """One to six bytes changed, put in or taken out."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(changed)) if changed else 0
        match chance.randrange(3):
            case 0 if changed:
                changed[at] = chance.randrange(256)
            case 1:
                changed.insert(at, chance.choice(b'\x00\xff "0129,:[]{}\n\r\\az'))
            case _:
                del changed[at : at + chance.randint(1, 3)]
    return bytes(changed)


def _truncated(data: bytes, chance: Random) -> bytes:
    cut = chance.choice((0, 1, 10, len(data) // 2, len(data) - 1, chance.randrange(len(data))))
    return data[:cut]


def _lines(data: bytes, chance: Random) -> bytes:
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(8):
            case 0:
                lines[at], lines[other] = lines[other], lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2 if len(lines) > 1:
                del lines[at]
            case 3:
                words = lines[at].split(b" ")
                lines[at] = b" ".join(chance.sample(words, len(words)))
            case 4:
                lines[at] = _other_number(lines[at], lines[other], chance)
            case 5:
                at = chance.choice((1, at))
                lines[min(at, len(lines) - 1)] = chance.choice(PATTERNS).encode()
            case 6:
                lines[at] += chance.choice((b"\r", b" ", b"\t", b" 1", b"\x00", b"\xc2\xa0"))
            case _:
                lines.insert(at, chance.choice((b"", b" ", b"#", b"a b", b"YWI= 300", b"97 98")))
    return b"\n".join(lines)


def _other_number(line: bytes, other: bytes, chance: Random) -> bytes:
    """The line with the last word of another, or with an odd number there."""
    head, _, _ = line.rpartition(b" ")
    number = chance.choice((other.rpartition(b" ")[2], b"-1", b"0", b"1e3", b"99999999999", b"007"))
    return head + b" " + number


def _json(data: bytes, chance: Random) -> bytes:
    document = json.loads(data)
    for _ in range(chance.randint(1, 2)):
        _change_value(document, chance)
    text = json.dumps(document, ensure_ascii=chance.random() < 0.5, indent=1)
    if chance.random() < 0.15:
        text = _doubled_entry(text, chance)
    return text.encode("utf-8", "surrogatepass")


def _pickle(data: bytes, chance: Random) -> bytes:
    """A pickled tiktoken.Encoding with other values in it."""
    encoding = pickle.loads(data)  # noqa: S301  made by samples a moment ago
    state = dict(encoding.__getstate__())
    state = {name: dict(v) if isinstance(v, dict) else v for name, v in state.items()}
    for _ in range(chance.randint(1, 2)):
        _change_value(state, chance)
    stream = io.BytesIO()
    _Pickler(stream, state, chance.choice((2, 3, 4, 4, 5))).dump(encoding)
    return stream.getvalue()


class _Pickler(pickle.Pickler):
    """Pickles a tiktoken.Encoding with a state of our own."""

    def __init__(self, stream: io.BytesIO, state: dict[str, Any], protocol: int) -> None:
        super().__init__(stream, protocol)
        self._state = state

    def reducer_override(self, value: Any) -> Any:
        if type(value).__name__ == "Encoding":
            new = copyreg.__newobj__  # type: ignore[attr-defined]  # typeshed leaves it out
            return new, (type(value),), self._state
        return NotImplemented


def _in_place(data: bytes, chance: Random) -> bytes:
    """One or two bytes of other values, so that lengths in front of stretches still hold."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 2)):
        changed[chance.randrange(len(changed))] = chance.choice((0, 65, 97, 127, 128, 255))
    return bytes(changed)


def _zip(data: bytes, chance: Random) -> bytes:
    """A zip archive with one member changed, whole again as an archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        changed = chance.choice(old.namelist())
        for name in old.namelist():
            content = old.read(name)
            if name == changed:
                content = (_json if name.endswith(".json") else _in_place)(content, chance)
            new.writestr(name, content)
    return made.getvalue()


def _change_value(document: Any, chance: Random) -> None:
    """Change something somewhere in a document of dicts and lists."""
    places = list(_places(document, chance))
    container, key = chance.choice(places)
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    other = chance.choice(keys)
    value = container[key]
    match chance.randrange(6):
        case 0:
            container[key] = chance.choice(_ODD_VALUES)
        case 1:
            container[key], container[other] = container[other], value
        case 2:
            container[key] = container[other]
        case 3:
            del container[key]
        case 4 if isinstance(container, dict):
            container[chance.choice(("x", "", "Ġ", "<|bos|>", "ab"))] = container.pop(key)
        case 4:
            container.insert(chance.randrange(len(container) + 1), value)
        case _:
            container[key] = _near(value, chance)


def _near(value: Any, chance: Random) -> Any:
    """Something like the value that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 100, -value))
    if isinstance(value, str):
        return chance.choice((*PATTERNS, value[:-1], value + "x", value + " ", value.upper()))
    if isinstance(value, bytes):
        return chance.choice((value[:-1], value + b"x", b"", value.decode("latin-1")))
    if isinstance(value, list):
        return value[::-1]
    return chance.choice(_ODD_VALUES)


def _places(document: Any, chance: Random) -> Iterator[tuple[Any, Any]]:
    """Containers with a key in them: every small one, and a few of the entries of large ones."""
    pending = [document]
    while pending:
        each = pending.pop()
        if not isinstance(each, dict | list) or not each:
            continue
        keys = list(each) if isinstance(each, dict) else list(range(len(each)))
        shown = keys if len(keys) <= 12 else chance.sample(keys, 12)
        for key in shown:
            yield each, key
            pending.append(each[key])


def _doubled_entry(text: str, chance: Random) -> str:
    """A document with one of its lines twice, as a name that stands twice in an object."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    if lines[at].endswith(","):
        lines.insert(at, lines[at])
    return "\n".join(lines)


_STRUCTURED: dict[str, Callable[[bytes, Random], bytes]] = {
    "json": _json, "lines": _lines, "pickle": _pickle, "zip": _zip, "protobuf": _in_place,
}  # fmt: skip
