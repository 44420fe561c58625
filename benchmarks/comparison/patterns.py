"""The split patterns of the measurements."""

from __future__ import annotations

from engine.splitting import presets

_SUPERWORDS = r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)"
"""SuperBPE's second stage, which leaves whole phrases as gaps between its matches."""

_LINES = r"[^\n]*\n|[^\n]+"
"""Whole lines: merges cross everything but line ends, and no text is left out."""

OWN = {"superbpe-stage2": _SUPERWORDS, "lines": _LINES}


def expression(pattern: str) -> str:
    """The regular expression of a preset or of one of OWN."""
    known = presets()
    if pattern in known:
        return known[pattern].pattern
    if pattern in OWN:
        return OWN[pattern]
    raise SystemExit(f"Unknown split pattern {pattern!r}; known: {', '.join([*known, *OWN])}.")
