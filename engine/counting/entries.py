"""Counts of a source as bytes: what the cache of counts and checkpoints of a counting keep.

    magic, SHA-256 of the rest, one line of JSON (the key, numbers, problems), plain arrays

An entry that is cut short, changed or of another key is told as damaged, never read as counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import PADDING, Int64s
from engine.corpus import CorpusProblem, SourcePath
from engine.counting.source_pretokens import SourcePretokens

DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError)
"""What reading an entry that is not whole may raise."""


_MAGIC = b"pre-token counts 1\n"


_ARRAYS = ("lengths", "counts", "steps")


_NUMBERS = ("n_bytes", "n_documents", "n_characters", "n_pretokens", "unmatched_bytes")


class SourcePart(NamedTuple):
    """What of a source an entry has the counts of, where that is not all.

    n_batches: batches of documents; n_bytes: of their text. n_read: code points that were read
    of the whole source, where this is the last part of it; 0 where nothing limits them.
    """

    n_batches: int
    n_bytes: int
    n_read: int | None


def entry_content(
    facts: str,
    files: Sequence[SourcePath],
    pretokens: SourcePretokens,
    part: SourcePart | None = None,
) -> list[bytes]:
    """The pieces of an entry.

    facts: what decides the counts, by which the entry is known; files: of the source, in which its
        problems are.
    """
    arrays = {
        "lengths": np.diff(pretokens.starts),
        "counts": pretokens.counts,
        "steps": np.diff(pretokens.firsts, prepend=0),
    }
    small = {name: _smallest(array) for name, array in arrays.items()}
    header = {
        "key": facts,
        "n": pretokens.n_unique,
        "data": int(pretokens.starts[-1]),
        "dtypes": {name: array.dtype.str for name, array in small.items()},
        **{name: getattr(pretokens, name) for name in _NUMBERS},
        "problems": [problem_facts(each, files) for each in pretokens.problems],
        **({} if part is None else {"part": part}),
    }
    head = json.dumps(header, default=str).encode() + b"\n"
    pieces = [head, *(array.tobytes() for array in small.values()), pretokens.data.tobytes()]
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return [_MAGIC, digest.digest(), *pieces]


def entry_pretokens(content: bytes, facts: str, files: Sequence[SourcePath]) -> SourcePretokens:
    """The counts in an entry. Raises one of DAMAGE where it is not whole or of other facts."""
    begin = len(_MAGIC) + 32
    rest = memoryview(content)[begin:]
    if not content.startswith(_MAGIC) or (
        hashlib.sha256(rest).digest() != content[len(_MAGIC) : begin]
    ):
        raise ValueError("it is damaged")
    end = content.index(b"\n", begin)
    header = json.loads(content[begin:end])
    if header["key"] != facts:
        raise ValueError("it belongs to another key")
    at, n = end + 1, header["n"]
    arrays = {}
    for name in _ARRAYS:
        dtype = np.dtype(header["dtypes"][name])
        arrays[name] = np.frombuffer(content, dtype, n, at)
        at += arrays[name].nbytes
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(arrays["lengths"], out=starts[1:])
    return SourcePretokens(
        data=np.frombuffer(content, np.uint8, header["data"] + PADDING, at),
        starts=starts,
        counts=arrays["counts"].astype(np.int64),
        firsts=np.cumsum(arrays["steps"], dtype=np.int64),
        problems=tuple(problem_of(each, files) for each in header["problems"]),
        **{name: header[name] for name in _NUMBERS},
    )


def entry_part(content: bytes) -> SourcePart:
    """What the counts in an entry are of, which is whole. Raises one of DAMAGE."""
    begin = len(_MAGIC) + 32
    n_batches, n_bytes, n_read = json.loads(content[begin : content.index(b"\n", begin)])["part"]
    if n_read is None and n_batches < 1:
        raise ValueError("it is a part of nothing")
    return SourcePart(int(n_batches), int(n_bytes), None if n_read is None else int(n_read))


def _smallest(array: Int64s) -> npt.NDArray[Any]:
    """The array in the smallest unsigned type that holds it."""
    return array.astype(np.min_scalar_type(int(array.max(initial=0))))


def problem_facts(problem: CorpusProblem, files: Sequence[SourcePath]) -> dict[str, Any]:
    """A problem with the number of its file, which may lie elsewhere the next time."""
    facts = asdict(problem)
    facts["path"] = files.index(problem.path) if problem.path in files else str(problem.path)
    return facts


def problem_of(facts: dict[str, Any], files: Sequence[SourcePath]) -> CorpusProblem:
    """The problem that `problem_facts` told. Raises one of DAMAGE."""
    path = facts.pop("path")
    known = {each.name for each in fields(CorpusProblem)}
    if not known >= facts.keys():
        raise ValueError("its problems are of another version")
    return CorpusProblem(path=files[path] if isinstance(path, int) else Path(path), **facts)
