"""StableRegex: the `regex` module without its character tables, so that every release agrees.

`regex` brings the tables of whatever Unicode was new when it was released. So it is never shown
what they are about. The sets of an expression (stable_pieces has them from our tables of Unicode
16) cut all code points into a few classes that the expression cannot tell apart. A text is given to
`regex` with every character replaced by a stand-in of its class, one for one, so that places stay
what they are; the expression names the same stand-ins. A class of 140,000 letters is one
comparison, which makes this faster than the properties of the module too.

The line feed stays as it is, because `^`, `$` and `.` look at it. Stand-ins of word characters
are word characters in every Unicode, and the others are not, so that `\\b` works. An expression
with references such as `\\1` compares characters themselves; there every character keeps one of
its own, but those of a class are moved side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from operator import methodcaller

import numpy as np
import numpy.typing as npt
import regex

from engine.compiled import Bools, Int64s
from engine.splitting.expression_reader import read_expression
from engine.splitting.expression_tree import Fault, Faulty
from engine.splitting.large_patterns import expression_refusal, size_refusal
from engine.splitting.sentences import say
from engine.splitting.stable_pieces import Characters, Piece, Reference, WordEdge, pieces_of
from engine.text import N_POINTS, CodePointSet, code_points

_span_of = methodcaller("span")
_NEW_LINE = CodePointSet.of_text("\n")
_STEP = 1 << 20
"""Characters that are translated at a time, which need some four bytes each."""
_MOST_MEMBERSHIPS = 4_000_000
"""Sets times stretches of code points, a byte each that is sorted; split patterns have 50,000."""
_USED_UP = frozenset({"a", "b", "e"})
"""Flags for the whole that the `regex` module need not see."""
_NOTHING = r"[^\x00-\U0010FFFF]"
_LOOKS = {
    "b": "(?:(?<={w})(?!{w})|(?<!{w})(?={w}))",
    "B": "(?:(?<={w})(?={w})|(?<!{w})(?!{w}))",
    "m": "(?<!{w})(?={w})",
    "M": "(?<={w})(?!{w})",
}
_WORD_STAND_INS = ((0x61, 0x7A), (0x41, 0x5A), (0x30, 0x39), (0xC0, 0xD6), (0xD8, 0xF6),
                   (0xF8, 0xFF), (0x4E00, 0x9FA5))  # fmt: skip
_OTHER_STAND_INS = ((0x80, 0xA9), (0x20, 0x2F), (0x01, 0x09), (0x0E, 0x1F), (0x3A, 0x40),
                    (0xE000, 0xF8FF))  # fmt: skip
"""Characters of Latin-1 first: a text of these takes a byte for each character."""


class ExpressionError(Exception):
    """An expression that cannot be used.

    reason: without the place. position: in the expression, None if unknown. advice: what to write
    instead, "" without.
    """

    def __init__(self, reason: str, position: int | None, advice: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position
        self.advice = advice

    def sentence(self, offset: int = 0) -> str:
        """The reason, the place with `offset` added, and the advice, without a full stop."""
        said = self.reason
        if self.position is not None:
            said = say("expression_at", reason=said, position=self.position + offset)
        return say("expression_advice", reason=said, advice=self.advice) if self.advice else said


class StableRegex:
    """A compiled expression: plain texts go in, places in them come out.

    What the module is given stays inside: nothing of a match but its place and its groups means
    anything outside.
    """

    def __init__(
        self, compiled: regex.Pattern[str], stand_ins: npt.NDArray[np.unsignedinteger]
    ) -> None:
        """stand_ins: uint8, uint16 or uint32[0x110000]; compiled: names these."""
        self._compiled = compiled
        self._stand_ins = stand_ins

    @property
    def n_groups(self) -> int:
        """How many groups capture."""
        return int(self._compiled.groups)

    @property
    def group_numbers(self) -> dict[str, int]:
        """The numbers of named groups, from 1."""
        return dict(self._compiled.groupindex)

    @property
    def searches_backwards(self) -> bool:
        """Whether it has the flag r."""
        return bool(self._compiled.flags & regex.REVERSE)

    def spans(self, text: str, timeout: float) -> Iterator[tuple[int, int]]:
        """Start and end of each match. Raises TimeoutError as `spans_from` does."""
        return map(_span_of, self._matches(text, timeout))

    def spans_from(self, searched: str, at: int, timeout: float) -> Iterator[tuple[int, int]]:
        """Start and end of each match from `at` on, which look at what lies before it.

        searched: what `translated` gave. Raises TimeoutError after `timeout` seconds of processor
        time of all threads; see OwnTime.
        """
        return map(_span_of, self._compiled.finditer(searched, at, timeout=timeout))

    def spans_and_groups(self, text: str, timeout: float) -> tuple[Int64s, Int64s]:
        """int64[n, 2] starts and ends; int64[n], the group that each match closed last, else 0.

        Raises TimeoutError as `spans_from` does.
        """
        matches = list(self._matches(text, timeout))
        spans = np.fromiter(chain.from_iterable(map(_span_of, matches)), np.int64)
        groups = np.array([match.lastindex or 0 for match in matches], np.int64)
        return spans.reshape(-1, 2), groups

    def is_in(self, text: str, timeout: float) -> bool:
        """Whether it is found anywhere in a text. Raises TimeoutError as `spans_from` does."""
        return self._compiled.search(self.translated(text), timeout=timeout) is not None

    def _matches(self, text: str, timeout: float) -> Iterator[regex.Match[str]]:
        searched = self.translated(text)
        found: Iterator[regex.Match[str]] = self._compiled.finditer(searched, timeout=timeout)
        return found

    def translated(self, text: str) -> str:
        """`text` with the stand-in of every character, as long as before."""
        codec = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}[self._stand_ins.itemsize]
        if text.isascii() and codec == "latin-1":
            table = self._stand_ins[:256].tobytes()
            return text.encode("ascii").translate(table).decode("latin-1")
        parts = (text[start : start + _STEP] for start in range(0, len(text), _STEP))
        return "".join(
            self._stand_ins[code_points(part)].tobytes().decode(codec, "surrogatepass")
            for part in parts
        )


@lru_cache(maxsize=16)  # each has a stand-in for every code point: one to four megabytes
def stable_regex(expression: str) -> StableRegex:
    """Compile an expression of the `regex` module.

    Raises ExpressionError for what is none, for what only the tables of the module could say, and
    for what is too large.
    """
    if (too_large := size_refusal(expression)) is not None:
        raise ExpressionError(too_large, None)
    if (refused := expression_refusal(expression)) is not None:
        raise ExpressionError(*refused)
    try:
        tree = read_expression(expression)
        pieces = pieces_of(tree)
        classes = _Classes(pieces)
        flags = "".join(f"(?{flag})" for flag in sorted(tree.whole - _USED_UP))
        written = flags + "".join(map(classes.written, pieces))
        return StableRegex(regex.compile(written), classes.stand_ins)
    except Faulty as faulty:
        fault = faulty.fault
        if not fault.is_refused:
            _raise_syntax_error(expression)
        raise ExpressionError(fault.reason, fault.position, fault.advice) from None
    except (regex.error, ValueError) as error:
        _raise_syntax_error(expression)
        raise ExpressionError(str(getattr(error, "msg", error)), None) from None
    except (RecursionError, OverflowError, MemoryError) as error:
        reason = f"it is too deeply nested or too large ({type(error).__name__})"
        raise ExpressionError(reason, None, "make it simpler") from None


def _raise_syntax_error(expression: str) -> None:
    """Raise what `regex` has against an expression, with its place; return if nothing."""
    try:
        regex.compile(expression)
    except regex.error as error:
        raise ExpressionError(str(error.msg), error.pos) from None
    except (ValueError, KeyError) as error:  # flags that exclude each other
        raise ExpressionError(str(error), None) from None
    except (RecursionError, OverflowError, MemoryError):
        return


class _Classes:
    """Stand-ins of the code points that no set of an expression tells apart.

    stand_ins: uint8, uint16 or uint32[0x110000].
    """

    def __init__(self, pieces: list[Piece]) -> None:
        sets = {_NEW_LINE.key: _NEW_LINE}
        words = [piece.word for piece in pieces if isinstance(piece, WordEdge)]
        named = (piece.members for piece in pieces if isinstance(piece, Characters))
        for each in chain(named, words):
            sets.setdefault(each.key, each)
        starts = np.unique(np.concatenate([[0], *(each.edges for each in sets.values())]))
        starts = starts[starts < N_POINTS]
        if len(sets) * len(starts) > _MOST_MEMBERSHIPS:
            raise _refused("more different character sets than any text needs")
        rows = np.array([each.holds(starts) for each in sets.values()])
        columns, first, class_of = np.unique(rows, axis=1, return_index=True, return_inverse=True)
        self._members = dict(zip(sets, columns, strict=True))
        lengths = np.diff(np.append(starts, N_POINTS))
        class_of_point = np.repeat(class_of.ravel(), lengths)
        self.stand_ins: npt.NDArray[np.unsignedinteger]
        self._keeps_characters = any(isinstance(piece, Reference) for piece in pieces)
        if self._keeps_characters:
            self._move(class_of_point, columns.shape[1])
        else:
            is_word = words[0].holds(starts[first]) if words else None
            self._choose(class_of_point, self._members[_NEW_LINE.key], is_word)

    def _move(self, class_of_point: Int64s, n: int) -> None:
        """Every character has a stand-in of its own, and those of a class are neighbours."""
        order = np.argsort(class_of_point, kind="stable")
        stand_ins = np.empty(N_POINTS, np.uint32)
        stand_ins[order] = np.arange(N_POINTS, dtype=np.uint32)
        taken, line_feed = order[ord("\n")], ord("\n")
        stand_ins[taken], stand_ins[line_feed] = stand_ins[line_feed], line_feed
        self.stand_ins = stand_ins
        self._ranges = [
            CodePointSet.of_points(np.sort(stand_ins[class_of_point == i].astype(np.int64)))
            for i in range(n)
        ]

    def _choose(
        self,
        class_of_point: Int64s,
        is_line_feed: Bools,
        is_word: Bools | None,
    ) -> None:
        """One stand-in for each class."""
        words, others = _pool(_WORD_STAND_INS), _pool(_OTHER_STAND_INS)
        chosen: list[int | None] = []
        for i in range(len(is_line_feed)):
            if is_line_feed[i]:
                chosen.append(ord("\n"))
            elif is_word is None:
                chosen.append(next(chain(others, words), None))
            else:
                chosen.append(next(words if is_word[i] else others, None))
        points = [point for point in chosen if point is not None]
        if len(points) < len(chosen):
            raise _refused("more different characters than any text needs")
        kind: type[np.unsignedinteger] = np.uint8 if max(points) < 0x100 else np.uint16
        self.stand_ins = np.array(points, kind)[class_of_point]
        self._ranges = [CodePointSet.of_ranges((each, each)) for each in points]

    def written(self, piece: Piece) -> str:
        """A piece as it is given to the `regex` module."""
        if isinstance(piece, str):
            return piece
        if isinstance(piece, Reference):
            return piece.written
        if isinstance(piece, WordEdge):
            if self._keeps_characters:
                return _LOOKS[piece.kind].format(w=self._set(piece.word))
            return f"\\{piece.kind}"
        return self._set(piece.members)

    def _set(self, members: CodePointSet) -> str:
        """A set without negation: the module mistakes `[^a]|[^b]` for `[^ab]`."""
        inside = self._members[members.key]
        if inside.all():
            return "(?s:.)"
        if not inside.any():
            return _NOTHING
        is_line_feed = self._members[_NEW_LINE.key]
        if np.array_equal(inside, ~is_line_feed):
            return "."
        points = CodePointSet.of_disjoint(
            [r for r, i in zip(self._ranges, inside, strict=True) if i]
        )
        if len(points.edges) == 2 and points.edges[1] == points.edges[0] + 1:
            return _escaped(int(points.edges[0]))
        return "".join(["[", *(_span(low, high) for low, high in points.ranges), "]"])


def _refused(reason: str) -> Faulty:
    return Faulty(Fault(reason, 0, is_refused=True))


def _span(low: int, high: int) -> str:
    return _escaped(low) if low == high else f"{_escaped(low)}-{_escaped(high)}"


def _pool(ranges: tuple[tuple[int, int], ...]) -> Iterator[int]:
    return chain.from_iterable(range(low, high + 1) for low, high in ranges)


def _escaped(point: int) -> str:
    if point <= 0xFF:
        return rf"\x{point:02X}"
    return rf"\u{point:04X}" if point <= 0xFFFF else rf"\U{point:08X}"
