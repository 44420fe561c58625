"""Compiled patterns kept on disk, so that the next start need not compile them."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from engine.machine import (
    cache_base,
    digest_of,
    make_folder,
    mark_used,
    remove_abandoned,
    write_whole,
)

_PLAIN = (bool, int, str)

_MAGIC = b"automaton tables 1\n"
_MOST_FILES = 64
_ENDING = ".tables"

Tables = TypeVar("Tables")
"""A dataclass whose fields are arrays, truth values, whole numbers and strings."""


def automaton_cache_folder() -> Path:
    """Where tables are kept. Its name changes with every source of the engine."""
    return cache_base() / f"automata-{_sources_digest()}"


def kept_tables(pattern: str, kind: type[Tables], make: Callable[[str], Tables]) -> Tables:
    """`make(pattern)`, or what it gave before. What `make` raises is raised each time.

    Not memoised in this process; `compiled_pattern` is. A file has the arrays with a checksum over
    everything; one that is damaged, cut or of another version is ignored and written again, whole
    and then moved, so that several processes may write the same pattern at once. A disk that fails
    costs a compilation of some 0.1 s and nothing else.
    """
    name = hashlib.sha256(f"{kind.__name__} {pattern}".encode()).hexdigest()[:32]
    path = automaton_cache_folder() / (name + _ENDING)
    known = _read(path, pattern, kind)
    if known is not None:
        mark_used(path, path.parent)
        return known
    made = make(pattern)
    _write(path, pattern, made)
    return made


@cache
def _sources_digest() -> str:
    engine = Path(__file__).parents[1]
    tables = engine.parent / "resources" / "unicode16.npz"
    sources = [file for name in ("splitting", "text") for file in (engine / name).glob("*.py")]
    return digest_of((*sorted(sources), tables))


def _read(path: Path, pattern: str, kind: type[Tables]) -> Tables | None:
    try:
        return _parsed(path.read_bytes(), pattern, kind)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        return None  # damaged, or of another program; it is written again


def _parsed(content: bytes, pattern: str, kind: type[Tables]) -> Tables | None:
    checksum = content[len(_MAGIC) : len(_MAGIC) + 32]
    rest = content[len(_MAGIC) + 32 :]
    if not content.startswith(_MAGIC) or hashlib.sha256(rest).digest() != checksum:
        return None
    head, _, packed = rest.partition(b"\n")
    header = json.loads(head)
    if header["pattern"] != pattern or header["kind"] != kind.__name__:
        return None
    data, at = zlib.decompress(packed), 0
    values: dict[str, Any] = dict(header["values"])
    for name, dtype, shape in header["arrays"]:
        count = int(np.prod(shape))
        values[name] = np.frombuffer(data, dtype, count, at).reshape(shape).copy()
        at += count * np.dtype(dtype).itemsize
    return kind(**values)


def _write(path: Path, pattern: str, made: object) -> None:
    """Write a dataclass of tables; a disk that cannot be written is no reason to fail."""
    if not make_folder(path.parent):
        return
    content = _content(pattern, made)
    with suppress(OSError):
        write_whole(path, content, durable=False, private=True)
    _forget_old(path.parent)


def _content(pattern: str, made: object) -> bytes:
    values = {each.name: getattr(made, each.name) for each in fields(made)}  # type: ignore[arg-type]
    arrays = {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
    plain = {name: value for name, value in values.items() if isinstance(value, _PLAIN)}
    if len(arrays) + len(plain) < len(values):
        raise TypeError(f"{type(made).__name__} holds more than arrays and plain values.")
    header = {
        "pattern": pattern,
        "kind": type(made).__name__,
        "values": plain,
        "arrays": [(name, array.dtype.str, array.shape) for name, array in arrays.items()],
    }
    body = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays.values())
    rest = json.dumps(header).encode() + b"\n" + zlib.compress(body, 1)
    return _MAGIC + hashlib.sha256(rest).digest() + rest


def _forget_old(folder: Path) -> None:
    """Keep what was used last: a pattern that is being typed leaves a file for every state."""
    remove_abandoned(folder)
    with suppress(OSError):
        files = sorted(folder.glob(f"*{_ENDING}"), key=lambda file: -file.stat().st_mtime)
        for file in files[_MOST_FILES:]:
            file.unlink()
