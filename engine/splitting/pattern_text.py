"""A split pattern as tokens: what each stretch of it is, also while it is being typed.

Whatever stands there becomes tokens that tile the pattern, so that an editor can colour it and tell
its alternatives apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.splitting.expression_reader import read_pattern
from engine.splitting.expression_tree import THEN, Group, Kind, Leaf, leaves, nodes


@dataclass(frozen=True, slots=True)
class PatternToken:
    """pattern[start:end] is of one kind; `depth` groups are open around it.

    An opening bracket and its closing one have the same depth, that of what is outside.
    """

    start: int
    end: int
    kind: Kind
    depth: int


@dataclass(frozen=True, slots=True)
class PatternAlternative:
    """One top-level alternative, pattern[start:end], of the split number `stage` (from 0)."""

    start: int
    end: int
    stage: int
    text: str


@lru_cache(maxsize=16)
def pattern_tokens(pattern: str) -> tuple[PatternToken, ...]:
    """Tokens that tile `pattern`, in order; neighbouring literals are one."""
    tokens: list[PatternToken] = []
    for expression in read_pattern(pattern):
        for leaf, depth in leaves(expression.parts):
            kind: Kind = "literal" if leaf.kind in {"blank", "operator"} else leaf.kind
            last = tokens[-1] if tokens else None
            if kind == "literal" and last is not None and (last.kind, last.depth) == (kind, depth):
                tokens[-1] = PatternToken(last.start, leaf.end, kind, depth)
            else:
                tokens.append(PatternToken(leaf.start, leaf.end, kind, depth))
    return tuple(tokens)


def brackets(pattern: str) -> dict[int, int]:
    """Where each bracket that is closed has its other half, both ways: ( ) and [ ]."""
    pairs: dict[int, int] = {}
    for expression in read_pattern(pattern):
        for part, _ in nodes(expression.parts):
            is_whole = isinstance(part, Leaf) and part.text[:1] == "(" and part.text[-1] == ")"
            is_opening = isinstance(part, Leaf) and part.value.startswith("(?(")
            is_closed = isinstance(part, Group) and part.closing.text != ""
            if (is_whole and not is_opening) or is_closed:
                pairs[part.start], pairs[part.end - 1] = part.end - 1, part.start
    return pairs


def top_level_alternatives(pattern: str) -> tuple[PatternAlternative, ...]:
    """The alternatives that are not inside a group, of all splits of a sequence, in order.

    Example: `'s| ?\\w+` -> `'s` at 0 to 2 and ` ?\\w+` at 3 to 7.
    """
    found: list[PatternAlternative] = []
    start = stage = 0
    for token in pattern_tokens(pattern):
        if token.depth == 0 and token.kind in {"bar", "then"}:
            found.append(
                PatternAlternative(start, token.start, stage, pattern[start : token.start])
            )
            start = token.end
            stage += token.kind == "then"
    found.append(PatternAlternative(start, len(pattern), stage, pattern[start:]))
    return tuple(found)


# A split pattern on several lines, one top-level alternative on each, and back without loss.
# A line break stands before each top-level `|` and `(?#then)`. The way back takes one line break
# away before every `|` and every `(?#then)`, wherever they are; so where the pattern itself has a
# line end before one of these, the lines get a second one. Nothing else is added or taken away:
# blanks and # are those of the pattern.


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
