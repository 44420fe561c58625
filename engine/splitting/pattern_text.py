"""A split pattern as tokens: what each stretch of it is, also while it is being typed.

Unlike the parser of pattern_syntax this reader never refuses: whatever stands there becomes
tokens that tile the pattern, so that an editor can colour it and tell its alternatives apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.splitting.stages import THEN

Kind = Literal[
    "literal", "escape", "class", "set", "quantifier", "group", "look", "bar", "anchor", "flags",
    "comment", "reference", "then",
]  # fmt: skip

_FLAGS = re.compile(r"\(\?[a-zA-Z0-9]*(?:-[a-zA-Z]+)?\)")
_COMMENT = re.compile(r"\(\?#[^)]*\)?")
_LOOK = re.compile(r"\(\?<?[=!]")
_RECURSION = re.compile(r"\(\?(?:R|\d+|&\w+|P>\w+|P=\w+)\)")
_GROUP = re.compile(r"\((?:\?(?:P?<\w+>|[:>|]|[a-zA-Z0-9]*(?:-[a-zA-Z]+)?:|\((?:\w+)\))|\*\w+\))?")
_QUANTIFIER = re.compile(r"(?:[*+?]|\{\d*(?:,\d*)?\})[+?]?")
_CLASS = re.compile(r"\\(?:[pP](?:\{[^}]*\}?|[a-zA-Z])|[dDsSwWhHvVRX])")
_REFERENCE = re.compile(r"\\(?:[1-9]\d?|g<\w+>)")
_ESCAPE = re.compile(
    r"\\(?:x\{[^}]*\}?|x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|N\{[^}]*\}?|.|$)",
    re.DOTALL,
)
_ANCHOR = re.compile(r"\\[AbBGmMzZK]|[\^$]")
_POSIX = re.compile(r"\[:\^?\w+:\]")
_WHOLE: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_COMMENT, "comment"), (_RECURSION, "reference"), (_FLAGS, "flags"),
)  # fmt: skip
_ESCAPES: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_CLASS, "class"), (_REFERENCE, "reference"), (_ANCHOR, "anchor"), (_ESCAPE, "escape"),
)  # fmt: skip
_VERBOSE = re.compile(r"\(\?[a-zA-Z0-9]*x")
_COMBINED = re.compile(r"\(\?[a-zA-Z0-9]*V1")


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
    """Tokens that tile `pattern`, in order."""
    return tuple(_Reader(pattern).run())


def brackets(pattern: str) -> dict[int, int]:
    """Where each bracket that is closed has its other half, both ways: ( ) and [ ]."""
    pairs: dict[int, int] = {}
    open_groups: list[int] = []
    for token in pattern_tokens(pattern):
        if token.kind == "set" and pattern[token.start] == "[":
            open_groups.append(token.start)
        elif token.kind == "set" and pattern[token.start] == "]" and open_groups:
            _pair(pairs, open_groups.pop(), token.start)
        elif token.kind in {"group", "look"} and pattern[token.start] == "(":
            if pattern[token.end - 1] != ")" or token.end - token.start == 1:
                open_groups.append(token.start)
        elif token.kind in {"group", "look"} and open_groups:
            _pair(pairs, open_groups.pop(), token.start)
        elif pattern[token.start] == "(" and pattern[token.end - 1] == ")":
            _pair(pairs, token.start, token.end - 1)
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


def is_verbose(pattern: str) -> bool:
    """Whether the flag x lets blanks and comments stand in it, as `(?x)` at its start does."""
    return _VERBOSE.match(pattern) is not None


def captures(pattern: str, token: PatternToken) -> bool:
    """Whether a token opens a group that has a number."""
    text = pattern[token.start : token.end]
    if token.kind != "group" or not text.startswith("("):
        return False
    return text == "(" or text.startswith(("(?P<", "(?<"))


def _pair(pairs: dict[int, int], start: int, end: int) -> None:
    pairs[start], pairs[end] = end, start


class _Reader:
    """One pass from left to right."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._tokens: list[PatternToken] = []
        self._kinds: list[Kind] = []  # of the groups that are open
        self._is_verbose = is_verbose(pattern)
        self._has_nested_sets = _COMBINED.match(pattern) is not None

    def run(self) -> list[PatternToken]:
        while self._at < len(self._pattern):
            character = self._pattern[self._at]
            if character == "(":
                self._opening()
            elif character == ")":
                kind: Kind = self._kinds.pop() if self._kinds else "group"
                self._add(1, kind)
            elif character == "[":
                self._set()
            elif character == "\\":
                self._escape()
            elif character == "|":
                self._add(1, "bar")
            else:
                self._plain(character)
        return self._tokens

    def _add(self, length: int, kind: Kind) -> None:
        """Add a token; neighbouring literals are one."""
        start, end, depth = self._at, self._at + length, len(self._kinds)
        last = self._tokens[-1] if self._tokens else None
        self._at = end
        if kind == "literal" and last is not None and last.kind == kind and last.depth == depth:
            self._tokens[-1] = PatternToken(last.start, end, kind, depth)
        else:
            self._tokens.append(PatternToken(start, end, kind, depth))

    def _take(self, expression: re.Pattern[str], kind: Kind) -> bool:
        found = expression.match(self._pattern, self._at)
        if found is None or found.end() == found.start():
            return False
        self._add(found.end() - found.start(), kind)
        return True

    def _opening(self) -> None:
        if self._pattern.startswith(THEN, self._at) and not self._kinds:
            self._add(len(THEN), "then")
            return
        if any(self._take(expression, kind) for expression, kind in _WHOLE):
            return
        is_verb = self._pattern.startswith("(*", self._at)
        kind: Kind = "look" if self._take(_LOOK, "look") else "group"
        if kind == "group":
            self._take(_GROUP, kind)
        if not is_verb:
            self._kinds.append(kind)

    def _escape(self) -> None:
        next(kind for expression, kind in _ESCAPES if self._take(expression, kind))

    def _plain(self, character: str) -> None:
        if self._is_verbose and character == "#":
            end = self._pattern.find("\n", self._at)
            self._add((len(self._pattern) if end < 0 else end) - self._at, "comment")
        elif character in "^$":
            self._add(1, "anchor")
        elif character == ".":
            self._add(1, "class")
        elif not self._take(_QUANTIFIER, "quantifier"):
            self._add(1, "literal")

    def _set(self) -> None:
        """`[...]`: the brackets and what stands between are sets, properties inside classes."""
        self._add(2 if self._pattern.startswith("[^", self._at) else 1, "set")
        self._kinds.append("set")
        if self._pattern.startswith("]", self._at):
            self._add(1, "literal")  # `[]` goes on with a member, as all engines here read it
        while self._at < len(self._pattern) and self._kinds and self._kinds[-1] == "set":
            character = self._pattern[self._at]
            if character == "]":
                self._kinds.pop()
                self._add(1, "set")
            elif character == "\\":
                if not self._take(_CLASS, "class"):
                    self._take(_ESCAPE, "escape")
            elif self._take(_POSIX, "class"):
                continue
            elif character == "[" and self._has_nested_sets:
                self._add(2 if self._pattern.startswith("[^", self._at) else 1, "set")
                self._kinds.append("set")
            else:
                self._add(1, "literal")


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
