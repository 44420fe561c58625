"""Parser of the part of regular expressions that split patterns use.

Literals, escapes, sets with ranges and set operations, properties, `\\s \\d \\w`, groups,
alternation, greedy, lazy and possessive repeats, the flags i, s, m and V1, lookaheads, `$`, `\\Z`
and, where it is known what comes before, `\\b` and `\\B`. For anything else `Unsupported` is raised
with a reason, and the caller uses another engine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from engine.splitting.bracketed_sets import bracketed, escaped, literal, refuse_long_foldings
from engine.splitting.pattern_reader import Flags, PatternReader, TooLarge, Unsupported
from engine.text import N_POINTS, PointSet, points

# How large a pattern is once its counted repeats are written out, told from its text alone.
# Regex engines write counted repeats out: `((a{300}){300}){300}` takes one of them gigabytes
# before it can say no. So every pattern is measured first, whatever else it may hold, and one
# that is long or costly is told apart from those that people publish, the longest of which has
# 1,100 characters.


MOST_CHARACTERS = 32_768
"""Of a whole split pattern, wherever it comes from."""
MOST_WRITTEN_OUT = 1_000_000
_CHEAP_CHARACTERS = 4_096
_CHEAP_WRITTEN_OUT = 20_000

_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\[:\^?[a-zA-Z]+:\]|\\.|[^\]\\])*\]|\(\?#[^)]*\)"
    r"|\{([0-9]*)(,?)([0-9]*)\}|.",
    re.DOTALL,
)


def length_refusal(pattern: str) -> str | None:
    """Why a whole split pattern is too long to be read, None where it is not."""
    if len(pattern) > MOST_CHARACTERS:
        return (
            f"it has {len(pattern):,} characters, and at most {MOST_CHARACTERS:,} are read; "
            "replace lists of words and long literals by classes of characters"
        )
    return None


def size_refusal(pattern: str) -> str | None:
    """Why an expression is too large for any engine, None where it is not."""
    if (refusal := length_refusal(pattern)) is not None:
        return refusal
    if (size := written_out_size(pattern)) > MOST_WRITTEN_OUT:
        return f"written out, its repeats come to {size:,} parts"
    return None


def is_costly(pattern: str) -> bool:
    """Whether compiling it may take more memory and time than a pattern that people publish."""
    return len(pattern) > _CHEAP_CHARACTERS or written_out_size(pattern) > _CHEAP_WRITTEN_OUT


def written_out_size(pattern: str) -> int:
    """Characters and sets of `pattern` with every counted repeat written out.

    A pattern that is not well formed has a size as well. Example: `(a{3}b){4}` -> 16.
    """
    finished: list[int] = []  # sizes of what stands before the innermost open groups
    total = last = 0
    for token in _TOKEN.finditer(pattern):
        text = token[0]
        if text == "(":
            finished.append(total)
            total = last = 0
        elif text == ")" and finished:
            last = total
            total += finished.pop()
        elif text[0] == "{" and len(text) > 2:
            numbers = [int(number[:9]) for number in (token[1], token[3]) if number]
            times = max([1, *numbers])
            total += last * (times - 1)
            last *= times
        elif not text.startswith("(?#"):
            total += 1
            last = 1
    return total + sum(finished)


MOST_DEPTH = 100
MOST_REPEATS = 1000
MOST_PARTS = 40_000
"""Characters and sets, repeats written out: with more the automaton would be too large anyway."""
MOST_SETS = 256
"""Different sets as they are written, of 1.1 MB each; an automaton tells 250 classes apart."""

Manner = Literal["greedy", "lazy", "possessive"]


@dataclass(frozen=True, eq=False)
class Characters:
    """Matches one code point of a set."""

    members: PointSet


@dataclass(frozen=True)
class Sequence:
    """Matches its parts one after another; without parts, the empty string."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Alternatives:
    """Matches the first of its branches that leads to a match."""

    branches: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """Matches its body `least` to `most` times; most None is without end."""

    body: Node
    least: int
    most: int | None
    kind: Manner


@dataclass(frozen=True, eq=False)
class Lookahead:
    """Matches nothing, where the next code point is in the set; at the end where `at_end`."""

    members: PointSet
    at_end: bool


@dataclass(frozen=True)
class LastLineEnd:
    """`$`: matches nothing, at the end of the text and before a line end that is its last."""


@dataclass(frozen=True, eq=False)
class Ahead:
    """Matches nothing, where `inside` matches what comes next, or where it does not."""

    inside: Node
    positive: bool


@dataclass(frozen=True)
class WordEdge:
    """`\\b`: matches nothing, between a word character and another; `\\B` where not positive."""

    positive: bool


Node = Characters | Sequence | Alternatives | Repeat | Lookahead | LastLineEnd | Ahead | WordEdge
_TAKES_NOTHING = (Lookahead, LastLineEnd, Ahead, WordEdge)


def parse(pattern: str) -> Node:
    """The syntax tree of one expression. Raises Unsupported, TooLarge for what explodes."""
    if (refusal := size_refusal(pattern)) is not None:
        raise TooLarge(refusal)
    if written_out_size(pattern) > MOST_PARTS:
        raise Unsupported("too many parts: the automaton would be too large")
    parser = _Parser(PatternReader(pattern))
    node = parser.alternatives(parser.leading_flags())
    if not parser.is_at_end:
        raise Unsupported("an unbalanced bracket")
    return node


_SET = re.compile(r"\[\^?\]?(?:\[:\^?[a-zA-Z]+:\]|\\.|[^\]\\])*\]", re.DOTALL)
_FLAGS = re.compile(r"\(\?([ismu]*(?:V[01])?)\)")
_GROUP_FLAGS = re.compile(r"\(\?([ismu]*)(?:-([ism]+))?:")
_FIELDS = {"i": "any_case", "s": "dot_all", "m": "lines"}


class _Parser:
    """Recursive descent; the reader knows the next character."""

    def __init__(self, reader: PatternReader) -> None:
        self._reader = reader
        self._depth = 0
        self._known: dict[tuple[str, Flags], Characters | Lookahead] = {}

    @property
    def is_at_end(self) -> bool:
        return self._reader.is_at_end

    def leading_flags(self) -> Flags:
        """Flags for the whole expression, such as `(?i)`, at its very start."""
        flags = Flags()
        while found := _FLAGS.match(self._reader.pattern, self._reader.at):
            if found[1] in {"", "V0"}:
                break
            on = {_FIELDS[letter]: True for letter in found[1] if letter in _FIELDS}
            flags = replace(flags, **on)
            if found[1].endswith("V1"):
                flags = replace(flags, combined_sets=True)
            self._reader.at = found.end()
        return flags

    def alternatives(self, flags: Flags) -> Node:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise Unsupported(f"groups nested more than {MOST_DEPTH} deep")
        branches = [self._sequence(flags)]
        while self._reader.take("|"):
            branches.append(self._sequence(flags))
        self._depth -= 1
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def _sequence(self, flags: Flags) -> Node:
        parts: list[Node] = []
        while not self.is_at_end and self._reader.next() not in "|)":
            if self._reader.take("(?#"):
                self._reader.take_until(")", "a comment")
            else:
                parts.append(self._repeated(self._atom(flags)))
        if flags.any_case and flags.combined_sets:
            bodies = [part.body if isinstance(part, Repeat) else part for part in parts]
            refuse_long_foldings([b.members for b in bodies if isinstance(b, Characters)])
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _repeated(self, body: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return body
        if isinstance(body, _TAKES_NOTHING):
            raise Unsupported("a repeat of something that takes no character")
        least, most = bounds
        if least > MOST_REPEATS or (most or 0) > MOST_REPEATS:
            raise Unsupported(f"a repeat of more than {MOST_REPEATS}")
        kind: Manner = "greedy"
        if self._reader.take("+"):
            kind = "possessive"
        elif self._reader.take("?"):
            kind = "lazy"
        if self._bounds() is not None:
            raise Unsupported("a repeat of a repeat")
        return Repeat(body, least, most, kind)

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._reader.take(sign):
                return bounds
        if not self._reader.take("{"):
            return None
        least, comma, most = self._reader.take_until("}", "a brace").partition(",")
        numbers = [number for number in (least, most) if number]
        if not numbers or not all(n.isascii() and n.isdigit() for n in numbers):
            raise Unsupported("a brace that is no repeat")
        if not comma:
            return int(least), int(least)
        if most and int(most) < int(least or 0):
            raise Unsupported("a repeat whose bounds are in the wrong order")
        return int(least or 0), int(most) if most else None

    def _atom(self, flags: Flags) -> Node:
        character = self._reader.next()
        if character == "(":
            return self._group(flags)
        start = self._reader.at
        if character == "[":
            if (known := self._known_set(flags)) is not None:
                return known
            return self._shared(start, flags, Characters(bracketed(self._reader, flags)))
        if self._reader.take(r"\Z"):
            return self._shared(start, flags, Lookahead(points(), at_end=True))
        for edge, positive in ((r"\b", True), (r"\B", False)):
            if self._reader.take(edge):
                return WordEdge(positive)
        if character == "\\":
            return self._shared(start, flags, Characters(escaped(self._reader, flags)))
        if character == "^":
            raise Unsupported("the anchor ^")
        if character in "*+?{":
            raise Unsupported("a repeat of nothing")
        self._reader.take_character()
        if character == "$" and not flags.lines:
            return LastLineEnd()
        return self._known.get((character, flags)) or self._shared(
            start, flags, _plain(character, flags)
        )

    def _known_set(self, flags: Flags) -> Characters | Lookahead | None:
        """The set in brackets at the reader, stepped over, if the same text was read before."""
        text = _SET.match(self._reader.pattern, self._reader.at)
        known = self._known.get((text[0], flags)) if text else None
        if text and known:
            self._reader.at = text.end()
        return known

    def _shared(
        self, start: int, flags: Flags, node: Characters | Lookahead
    ) -> Characters | Lookahead:
        """`node`, or the one that was read from the same text before: its set takes 1.1 MB."""
        key = (self._reader.pattern[start : self._reader.at], flags)
        if key not in self._known and len(self._known) >= MOST_SETS:
            raise Unsupported("too many different character sets")
        return self._known.setdefault(key, node)

    def _group(self, flags: Flags) -> Node:
        for opening, positive in (("(?=", True), ("(?!", False)):
            if self._reader.take(opening):
                return self._lookahead(flags, positive=positive)
        if self._reader.take("(?>"):
            return _atomic(self._closed(self.alternatives(flags)))
        if found := _GROUP_FLAGS.match(self._reader.pattern, self._reader.at):
            self._reader.at = found.end()
            changes = {_FIELDS[letter]: True for letter in found[1] if letter in _FIELDS}
            changes |= {_FIELDS[letter]: False for letter in found[2] or ""}
            return self._closed(self.alternatives(replace(flags, **changes)))
        if self._reader.peek("(?") or self._reader.peek("(*"):
            raise Unsupported(f"the group {self._reader.next(4)}")
        self._reader.take("(")
        return self._closed(self.alternatives(flags))

    def _lookahead(self, flags: Flags, *, positive: bool) -> Node:
        start = self._reader.at - len("(?=")
        inside = self._closed(self.alternatives(flags))
        node = _looking(inside, positive=positive)
        return node if isinstance(node, Ahead) else self._shared(start, flags, node)

    def _closed(self, node: Node) -> Node:
        if not self._reader.take(")"):
            raise Unsupported("an unbalanced bracket")
        return node


def _plain(character: str, flags: Flags) -> Characters | Lookahead:
    """A character that is no escape, set or group, as it is read."""
    if character == "$":
        return Lookahead(points((ord("\n"), ord("\n"))), at_end=True)
    if character == ".":
        members = points((0, N_POINTS - 1))
        members[ord("\n")] = flags.dot_all
        return Characters(members)
    return Characters(literal(character, flags))


def _looking(inside: Node, *, positive: bool) -> Lookahead | Ahead:
    """A lookahead of `inside`: a Lookahead where the next character settles it.

    Example: `(?=\\s|$)` is true before white space and at the end; before a last line end `$`
    would be true as well, and so is `\\s`.
    """
    members, at_end = points(), False
    branches = inside.branches if isinstance(inside, Alternatives) else (inside,)
    needs_line_end = False
    for branch in branches:
        if isinstance(branch, Characters):
            members = members | branch.members
        elif isinstance(branch, Lookahead):
            members, at_end = members | branch.members, at_end or branch.at_end
        elif isinstance(branch, LastLineEnd):
            needs_line_end = at_end = True
        elif branch == Sequence(()):
            members, at_end = points((0, N_POINTS - 1)), True
        else:
            return Ahead(inside, positive)
    if needs_line_end and not members[ord("\n")]:
        return Ahead(inside, positive)
    return Lookahead(members if positive else ~members, at_end if positive else not at_end)


def has_one_way(node: Node) -> bool:
    """Whether there is at most one way to match `node` from a place, and it takes a character."""
    if isinstance(node, Repeat):
        return node.least == node.most and node.least > 0 and has_one_way(node.body)
    if isinstance(node, Sequence):
        return bool(node.parts) and all(map(has_one_way, node.parts))
    return isinstance(node, Characters)


def _atomic(inside: Node) -> Node:
    """`(?>...)`: the same as a possessive repeat, or as nothing where there is no choice inside."""
    parts = inside.parts if isinstance(inside, Sequence) else (inside,)
    if isinstance(inside, Repeat) and inside.kind == "greedy":
        if has_one_way(inside.body):
            return replace(inside, kind="possessive")
    elif all(isinstance(part, Characters | Lookahead) for part in parts):
        return inside
    raise Unsupported("an atomic group with a choice inside")
