"""A split pattern on several lines, one top-level alternative on each, and back without loss.

A line break stands before each top-level `|` and `(?#then)`. The way back takes one line break
away before every `|` and every `(?#then)`, wherever they are; so where the pattern itself has a
line end before one of these, the lines get a second one. Nothing else is added or taken away:
blanks and # are those of the pattern.
"""

from __future__ import annotations

import re

from engine.pattern_stages import THEN
from engine.pattern_tokens import pattern_tokens

_MARK = re.compile(rf"\||{re.escape(THEN)}")
_BROKEN = re.compile(rf"\n(?=\||{re.escape(THEN)})")


def as_lines(pattern: str) -> str:
    """`pattern` with its line breaks. Example: `a|(b|c)` -> `a` and `|(b|c)`.

    `from_lines(as_lines(pattern)) == pattern` for every pattern, also one that is not finished.
    """
    breaks = _breaks(pattern)
    parts = [pattern[a:b] for a, b in zip([0, *breaks], [*breaks, len(pattern)], strict=True)]
    return "\n".join(parts)


def from_lines(lines: str) -> str:
    """The pattern that stands on these lines."""
    return _BROKEN.sub("", lines)


def place_on_lines(pattern: str, position: int) -> int:
    """Where the character pattern[position] stands in `as_lines(pattern)`."""
    return position + sum(at <= position for at in _breaks(pattern))


def place_in_pattern(lines: str, position: int) -> int:
    """Where the character lines[position] stands in `from_lines(lines)`."""
    return position - sum(found.start() < position for found in _BROKEN.finditer(lines))


def _breaks(pattern: str) -> list[int]:
    """Before which characters the lines have a line break that the pattern has not."""
    top = {
        token.start
        for token in pattern_tokens(pattern)
        if token.depth == 0 and token.kind in {"bar", "then"}
    }
    marks = (found.start() for found in _MARK.finditer(pattern))
    return [at for at in marks if at in top or pattern[at - 1 : at] == "\n"]
