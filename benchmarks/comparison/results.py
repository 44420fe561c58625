"""Results that are compared before any time is believed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from benchmarks.comparison.task import Result


def save_result(result: Result, path: Path) -> str:
    """Write a result and return its digest, which is equal where the results are."""
    content = _content(result)
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()[:16]


def describe_difference(ours: Path, theirs: Path) -> str:
    """A sentence on where two saved results part."""
    if ours.read_bytes()[:1] == b"[":
        return _describe_lists(ours.read_text().split("\n")[1:], theirs.read_text().split("\n")[1:])
    a = np.frombuffer(ours.read_bytes(), "<i8")
    b = np.frombuffer(theirs.read_bytes(), "<i8")
    n = min(len(a), len(b))
    different = np.flatnonzero(a[:n] != b[:n])
    at = int(different[0]) if len(different) else n
    return f"{len(b):,} values instead of {len(a):,}; other from number {at:,} on"


def _describe_lists(ours: list[str], theirs: list[str]) -> str:
    pairs = enumerate(zip(ours, theirs, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
    common = len(set(ours) & set(theirs))
    words = f"{len(theirs):,} instead of {len(ours):,}, {common:,} in common; other from {at:,} on"
    if at < min(len(ours), len(theirs)):
        words += f": {bytes.fromhex(theirs[at])!r} instead of {bytes.fromhex(ours[at])!r}"
    return words


def _content(result: Result) -> bytes:
    if isinstance(result, np.ndarray):
        return np.ascontiguousarray(result, "<i8").tobytes()
    return "\n".join(["[tokens", *(token.hex() for token in result)]).encode()
