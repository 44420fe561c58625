"""StableRegex: the `regex` module without its character tables, so that every release agrees.

`regex` brings the tables of whatever Unicode was new when it was released. So it is never shown
what they are about. `pieces_of` divides an expression into sets of code points, by our tables of
Unicode 16, for everything that depends on a table (literals, escapes, properties, sets, word
boundaries, `\\X`, what is alike in any case), and text that every release reads alike, such as
groups, repeats and references; inline flags are used up. The sets cut all code points into a few
classes that the expression cannot tell apart. A text is given to `regex` with every character
replaced by a stand-in of its class, one for one, so that places stay what they are; the expression
names the same stand-ins. A class of 140,000 letters is one comparison, which makes this faster than
the properties of the module too.

The line feed stays as it is, because `^`, `$` and `.` look at it. Stand-ins of word characters
are word characters in every Unicode, and the others are not, so that `\\b` works. An expression
with references such as `\\1` compares characters themselves; there every character keeps one of
its own, but those of a class are moved side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from operator import methodcaller

import numpy as np
import numpy.typing as npt
import regex

from engine.compiled import Bools, Int64s
from engine.sentences import say
from engine.splitting.expression_reader import read_expression
from engine.splitting.expression_tree import (
    Expression,
    Fault,
    Faulty,
    Group,
    Item,
    Leaf,
    Part,
    Repeat,
    Set,
    flags_of,
    foldings,
    matched,
    named,
    read_set,
)
from engine.splitting.large_patterns import expression_refusal, size_refusal
from engine.text import (
    EVERYTHING,
    N_POINTS,
    CodePointSet,
    cases_of,
    code_points,
    expansions,
    in_any_case,
)

_CLUSTER_CLASSES = (
    "CR", "LF", "Control", "Extend", "ZWJ", "SpacingMark", "Prepend", "L", "V", "T", "LV", "LVT",
    "Regional_Indicator",
)  # fmt: skip
MOST_FOLDINGS = 1_000
"""Ways to write a run of letters of which some fold to several, before it is refused."""
_span_of = methodcaller("span")
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
_NEW_LINE = CodePointSet.of_text("\n")
_NOT_NEW_LINE = ~_NEW_LINE
_LINE_ENDS = CodePointSet.of_text("\n\v\f\r\x85\u2028\u2029")


@dataclass(frozen=True, slots=True)
class Characters:
    """One code point of a set."""

    members: CodePointSet


@dataclass(frozen=True, slots=True)
class WordEdge:
    """\\b, \\B, \\m or \\M with the characters that words are made of."""

    kind: str
    word: CodePointSet


@dataclass(frozen=True, slots=True)
class Reference:
    """The text of a group again. written: as `(?P=name)`."""

    written: str


Piece = str | Characters | WordEdge | Reference


@cache
def grapheme_cluster() -> tuple[Piece, ...]:
    """`\\X`: a character and all that no boundary of UAX #29 parts from it, as an atomic group."""
    anything = Characters(EVERYTHING)
    inside: list[Piece] = []
    for rule in _joining_rules():
        inside += ["|" if inside else "(?:", *rule]
    return ("(?>", anything, "(?:", *inside, ")", anything, ")*)")


def _joining_rules() -> list[list[Piece]]:
    """Where no cluster ends, GB3 to GB13: what is before a place, and what comes after it."""
    cluster = {name: named(f"GCB={name}") for name in _CLUSTER_CLASSES}
    apart = cluster["Control"] | cluster["CR"] | cluster["LF"]
    joining = cluster["Extend"] | cluster["ZWJ"] | cluster["SpacingMark"]
    hangul = [
        ("L", ("L", "V", "LV", "LVT")),
        ("LV", ("V", "T")),
        ("V", ("V", "T")),
        ("LVT", ("T",)),
        ("T", ("T",)),
    ]
    rules = [_rule([cluster["CR"]], cluster["LF"])]
    for before, after in hangul:
        members = CodePointSet.of_disjoint([cluster[name] for name in after])
        rules.append(_rule([cluster[before]], members))
    rules.append(_rule([~apart], joining))
    rules.append(_rule([cluster["Prepend"]], ~apart))
    linker, extend, consonant = (named(f"InCB={n}") for n in ("Linker", "Extend", "Consonant"))
    between = linker | extend
    rules.append(_rule([consonant, between, "*", linker, between, "*"], consonant))
    picture = named("Extended_Pictographic")
    rules.append(_rule([picture, cluster["Extend"], "*", cluster["ZWJ"]], picture))
    flag = cluster["Regional_Indicator"]
    rules.append(_rule(["(?<!", flag, ")(?:", flag, flag, ")*", flag], flag))
    return rules


def _rule(before: list[CodePointSet | str], after: CodePointSet) -> list[Piece]:
    written = [Characters(each) if isinstance(each, CodePointSet) else each for each in before]
    return ["(?<=", *written, ")(?=", Characters(after), ")"]


def folded_run(run: str) -> list[Piece]:
    """A run of literals in any case where one character may stand for several, as ß for ss.

    run: letters written side by side, with no group and no repeat between them. A text can be read
    in one way only, so the order of the ways does not matter.
    """
    folded = "".join(_folded(character) for character in run)
    pieces: list[Piece] = []
    at = 0
    while at < len(folded):
        end = _end_of_foldings(folded, at)
        ways = _ways(folded[at:end])
        is_choice = len(ways) > 1
        for number, way in enumerate(ways):
            pieces += [*(["|" if number else "(?:"] if is_choice else []), *way]
        pieces += [")"] if is_choice else []
        at = end
    return ["(?:", *pieces, ")"] if len(run) == 1 and len(pieces) > 1 else pieces


def _folded(character: str) -> str:
    text = character.casefold()
    return text if len(text) > 1 and text in expansions() else character


def _end_of_foldings(folded: str, start: int) -> int:
    """Where the letters from `start` on end that some character folds to together."""
    end, at = start + 1, start
    while at < end:
        end = max([end, *(at + len(text) for text, _ in _foldings_at(folded, at))])
        at += 1
    return end


def _foldings_at(folded: str, at: int) -> list[tuple[str, str]]:
    """What characters fold to, and these characters, where it comes next in any case."""
    return [
        (text, letters)
        for text, letters in expansions().items()
        if len(text) <= len(folded) - at
        and all(a in cases_of(b) for a, b in zip(text, folded[at : at + len(text)], strict=True))
    ]


def _ways(folded: str) -> list[list[Piece]]:
    """Every way to write some letters with single characters that fold to several of them."""
    ways: list[list[list[Piece]]] = [[[]]]
    for end in range(1, len(folded) + 1):
        letter = Characters(CodePointSet.of_text(cases_of(folded[end - 1])))
        found = [[*way, letter] for way in ways[end - 1]]
        for start in range(max(0, end - 3), end - 1):
            for text, letters in _foldings_at(folded[:end], start):
                if start + len(text) == end:
                    members = Characters(in_any_case(CodePointSet.of_text(letters)))
                    found += [[*way, members] for way in ways[start]]
        if len(found) > MOST_FOLDINGS:
            reason = say("letters_in_row")
            raise Faulty(Fault(reason, 0, say("part_letters"), is_refused=True))
        ways.append(found)
    return ways[-1]


def pieces_of(expression: Expression) -> list[Piece]:
    """An expression in order; strings are as the `regex` module reads them. Raises Faulty."""
    if expression.faults:
        raise Faulty(expression.faults[0])
    return _sequence(expression.parts)


def _sequence(parts: tuple[Part, ...]) -> list[Piece]:
    """What stands side by side. Letters that may fold together are written together."""
    pieces: list[Piece] = []
    run = ""
    for part in parts:
        if isinstance(part, Leaf) and part.is_skipped:
            continue
        if (character := _folding_character(part)) is not None:
            run += character
            continue
        pieces += folded_run(run)
        run = ""
        pieces += _written(part)
    return pieces + folded_run(run)


def _folding_character(part: Part) -> str | None:
    """The character of a literal, also `[s]`, where one may stand for several."""
    if not isinstance(part, Leaf | Set) or not flags_of(part).folds_to_several:
        return None
    if isinstance(part, Leaf):
        return part.value if part.is_character else None
    item = read_set(part)
    is_plain = isinstance(item, Item) and item.kind == "character" and item.is_positive
    return chr(int(item.points.edges[0])) if is_plain and isinstance(item, Item) else None


def _written(part: Part) -> list[Piece]:
    if isinstance(part, Leaf):
        return _leaf(part)
    if isinstance(part, Set):
        return _set(part)
    if isinstance(part, Repeat):
        character = _folding_character(part.body)
        body = _written(part.body) if character is None else folded_run(character)
        if len(body) == 1 and isinstance(body[0], WordEdge):
            body = ["(?:", *body, ")"]
        return [*body, part.count.value]
    assert isinstance(part, Group)
    return [part.opening.value, *_sequence(part.inside), ")"]


def _set(part: Set) -> list[Piece]:
    """A set, and what its members fold to."""
    node, flags = read_set(part), part.opening.flags
    one = Characters(matched(node, flags))
    is_character = isinstance(node, Item) and node.kind == "character" and node.is_positive
    several = [] if is_character else foldings(node, flags)
    if not several:
        return [one]
    pieces: list[Piece] = ["(?:", one]
    for text in several:
        pieces += ["|", *folded_run(text)]
    return [*pieces, ")"]


def _leaf(leaf: Leaf) -> list[Piece]:
    flags = leaf.flags
    if leaf.kind == "bar":
        return ["|"]
    if leaf.kind == "anchor":
        return [_anchor(leaf)]
    if leaf.kind == "reference":
        if not leaf.value.startswith("(?P="):
            return [leaf.value]
        if flags.any_case:
            reason, advice = say("reference_any_case"), say("write_without_i")
            raise Faulty(Fault(reason, leaf.start, advice, is_refused=True))
        return [Reference(leaf.value)]
    if leaf.kind == "group":  # a verb
        return [leaf.value]
    if leaf.value == "." and leaf.kind == "class":
        return [Characters(EVERYTHING if flags.dot_all else _NOT_NEW_LINE)]
    if leaf.value == "X" and leaf.text == r"\X":
        return list(grapheme_cluster())
    if leaf.value == "R" and leaf.text == r"\R":
        both = [Characters(CodePointSet.of_text(each)) for each in "\r\n"]
        return ["(?>", *both, "|", Characters(_LINE_ENDS), ")"]
    return [Characters(matched(read_set(leaf), flags))]


def _anchor(leaf: Leaf) -> Piece:
    if leaf.value in {"^", "$"}:
        return f"(?m:{leaf.value})" if leaf.flags.lines else leaf.value
    if leaf.value in {"b", "B", "m", "M"}:
        ascii_only = CodePointSet.of_ranges((0, 127)) if leaf.flags.is_ascii else EVERYTHING
        return WordEdge(leaf.value, named("Word") & ascii_only)
    return f"\\{leaf.value}"


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
        reason = say("nested_or_large", kind=type(error).__name__)
        raise ExpressionError(reason, None, say("make_simpler")) from None


def _raise_syntax_error(expression: str) -> None:
    """Raise what `regex` has against an expression, with its place; return if nothing."""
    try:
        regex.compile(expression)
    except regex.error as error:
        raise ExpressionError(str(error.msg), error.pos) from None
    except (ValueError, KeyError) as error:  # flags that exclude each other, or a long number
        is_number = "set_int_max_str_digits" in str(error)
        reason = say("long_number") if is_number else str(error)
        raise ExpressionError(reason, None) from None
    except (RecursionError, OverflowError, MemoryError):
        return


def _distinct_columns(rows: Bools) -> tuple[Int64s, Int64s]:
    """Return the first column of each kind, and the kind of each column: int64[k], int64[n].

    rows: bool[m, n]. Kinds are in lexical order. Columns are compared as whole numbers of up to
    63 bits at a time: numpy takes a hundred times as long to compare columns.
    """
    kinds = np.zeros(rows.shape[1], np.int64)
    first = np.zeros(0, np.int64)
    width = 63 - rows.shape[1].bit_length()  # what is left beside the kinds so far
    for start in range(0, len(rows), width):
        for row in rows[start : start + width]:
            kinds = kinds << 1 | row
        _, first, kinds = np.unique(kinds, return_index=True, return_inverse=True)
    return first, kinds


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
        edges = np.sort(np.concatenate([[0], *(each.edges for each in sets.values())]))
        starts = edges[np.flatnonzero(np.diff(edges, prepend=-1))]  # np.unique hashes first
        starts = starts[starts < N_POINTS]
        if len(sets) * len(starts) > _MOST_MEMBERSHIPS:
            raise _refused(say("sets_beyond_need"))
        rows = np.array([each.holds(starts) for each in sets.values()])
        first, class_of = _distinct_columns(rows)
        columns = rows[:, first]
        self._members = dict(zip(sets, columns, strict=True))
        lengths = np.diff(np.append(starts, N_POINTS))
        class_of_point = np.repeat(class_of, lengths)
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

    def _choose(self, class_of_point: Int64s, is_line_feed: Bools, is_word: Bools | None) -> None:
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
            raise _refused(say("characters_beyond_need"))
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
