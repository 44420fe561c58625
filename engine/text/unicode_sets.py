"""Sets of code points and their properties, frozen at Unicode 16, and the Script (UAX #24).

`named_set` has sets as bool[0x110000], `property_set` as `CodePointSet` by every name that the
`regex` module knows, read as that module does; case folding too. Simple folding compares single
characters; full folding, behind `(?f)` or `(?V1)`, also compares one with several: `ß` with `ss`.

The tables are made by packaging/make_unicode_tables.py and shipped, so that no library update
moves a token boundary. Surrogates are members too: one stands for each invalid byte of a text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Int64s, UInt8s

UNICODE_VERSION = "16.0"
N_POINTS = 0x110000

PointSet = Bools

_POSIX_CLASSES = frozenset({"ALNUM", "DIGIT", "PUNCT", "XDIGIT"})
_CATEGORY = frozenset({"GC", "GENERALCATEGORY"})
_SCRIPT = frozenset({"SC", "SCRIPT"})
_YES, _NO = "YES", "NO"

_DOTTED_AND_DOTLESS = {"i": "iIİ", "I": "Iiı", "İ": "İi", "ı": "ıI"}
"""Letters that match each other: `regex` knows all four letters i of Turkish."""

_END_OF_CASED = 0x20000
"""No letter from here on has cases."""


@dataclass(frozen=True, eq=False)
class CodePointSet:
    """Code points as the bounds of ranges: edges[0]:edges[1], edges[2]:edges[3] and so on.

    A general category has some 700 of them, a letter has two. Unlike bool[0x110000], a thousand
    literals of a pattern fit, and two sets are combined in microseconds.

    edges: int64[2 * n_ranges], strictly ascending, from 0 to 0x110000.
    """

    edges: Int64s

    @classmethod
    def of_ranges(cls, *ranges: tuple[int, int]) -> CodePointSet:
        """The union of inclusive ranges. Example: (48, 57) -> the ASCII digits."""
        union = EMPTY
        for first, last in ranges:
            union |= cls(np.array([first, last + 1], np.int64))
        return union

    @classmethod
    def of_text(cls, characters: str) -> CodePointSet:
        """The characters of a text."""
        return cls.of_points(np.array(sorted(map(ord, characters)), np.int64))

    @classmethod
    def of_points(cls, points: Int64s) -> CodePointSet:
        """Ascending code points, int64[n]."""
        if not len(points):
            return EMPTY
        breaks = np.flatnonzero(np.diff(points) > 1)
        first = np.concatenate((points[:1], points[breaks + 1]))
        last = np.concatenate((points[breaks], points[-1:]))
        return cls(np.stack((first, last + 1), axis=1).ravel())

    @classmethod
    def of_disjoint(cls, sets: list[CodePointSet]) -> CodePointSet:
        """The union of sets that have no member in common."""
        if not sets:
            return EMPTY
        pairs = np.concatenate([one_set.edges for one_set in sets]).reshape(-1, 2)
        pairs = pairs[np.argsort(pairs[:, 0])]
        is_break = pairs[1:, 0] > pairs[:-1, 1]
        first = pairs[np.concatenate(([True], is_break)), 0] if len(pairs) else pairs[:, 0]
        last = pairs[np.concatenate((is_break, [True])), 1] if len(pairs) else pairs[:, 1]
        return cls(np.stack((first, last), axis=1).ravel())

    @classmethod
    def of_members(cls, members: PointSet) -> CodePointSet:
        """The code points that are True in bool[0x110000]."""
        padded = np.concatenate(([False], members, [False]))
        return cls(np.flatnonzero(padded[1:] != padded[:-1]).astype(np.int64))

    @cached_property
    def key(self) -> bytes:
        """Equal for equal sets."""
        return self.edges.tobytes()

    @property
    def is_empty(self) -> bool:
        return len(self.edges) == 0

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """Inclusive ranges, ascending."""
        return [(first, end - 1) for first, end in self.edges.reshape(-1, 2).tolist()]

    def holds(self, points: Int64s) -> Bools:
        """bool[n]: which of int64[n] code points are members."""
        inside: Bools = np.searchsorted(self.edges, points, side="right") % 2 == 1
        return inside

    def members(self) -> PointSet:
        """bool[0x110000]: which code points are members."""
        lengths = np.diff(np.concatenate(([0], self.edges, [N_POINTS])))
        return np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)

    def points(self) -> Int64s:
        """All members, int64[n], ascending."""
        return np.concatenate(
            [np.zeros(0, np.int64), *(np.arange(a, b + 1) for a, b in self.ranges)]
        )

    def _combined(self, other: CodePointSet, rule: Callable[[Bools, Bools], Bools]) -> CodePointSet:
        edges = np.sort(np.concatenate((self.edges, other.edges)))  # np.union1d imports numpy.ma
        edges = edges[np.append(np.diff(edges) != 0, True)[: len(edges)]]
        inside = rule(self.holds(edges), other.holds(edges))
        before = np.concatenate((np.zeros(1, np.bool_), inside[:-1]))
        return CodePointSet(edges[inside != before])

    def __or__(self, other: CodePointSet) -> CodePointSet:
        return self._combined(other, np.logical_or)

    def __and__(self, other: CodePointSet) -> CodePointSet:
        return self._combined(other, np.logical_and)

    def __xor__(self, other: CodePointSet) -> CodePointSet:
        return self._combined(other, np.logical_xor)

    def __invert__(self) -> CodePointSet:
        return self ^ EVERYTHING


EMPTY = CodePointSet(np.zeros(0, np.int64))
EVERYTHING = CodePointSet(np.array([0, N_POINTS], np.int64))


@cache
def _tables() -> dict[str, npt.NDArray[Any]]:
    content = files("resources").joinpath("unicode16.npz").read_bytes()
    with np.load(BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def named_set(name: str) -> PointSet | None:
    """bool[0x110000]: what `\\p{name}` matches; None for an unknown name.

    A general category or a group of them ("Lu", "L", "Letter", "gc=Lu"), a script ("Han",
    "Script=Greek") or one of some yes-no properties ("Alphabetic", "Emoji").
    """
    key, equals, value = name.replace(":", "=").partition("=")
    if not equals:
        plain = _plain(name)
        candidates = [_category(plain), _script(plain), _binary(plain)]
        return next((members for members in candidates if members is not None), None)
    if _plain(key) in {"GC", "GENERALCATEGORY"}:
        return _category(_plain(value))
    return _script(_plain(value)) if _plain(key) in {"SC", "SCRIPT"} else None


@cache
def category(name: str) -> PointSet:
    """bool[0x110000]: the set of a known name, such as "L" or "Word"; see `named_set`."""
    members = named_set(name)
    assert members is not None
    return members


def _plain(name: str) -> str:
    return "".join(letter for letter in name.upper() if letter not in "_- ")


def _number(table: str, values: str, name: str) -> int | None:
    names = _tables()[table].tolist()
    return int(_tables()[values][names.index(name)]) if name in names else None


def _category(name: str) -> PointSet | None:
    mask = _number("category_names", "category_masks", name)
    if mask is None:
        return None
    chosen = np.asarray(mask >> np.arange(32) & 1, np.bool_)
    numbers, lengths = _category_runs()
    return np.repeat(chosen[numbers], lengths)


@cache
def _category_runs() -> tuple[npt.NDArray[Any], Int64s]:
    """Categories of the stretches of code points that have the same, and their lengths.

    A set made from some thousand stretches costs a tenth of one that looks up every code point.
    """
    category = _tables()["category"]
    starts = np.concatenate(([0], np.flatnonzero(category[1:] != category[:-1]) + 1))
    return category[starts], np.diff(np.append(starts, N_POINTS))


def _script(name: str) -> PointSet | None:
    number = _number("script_names", "script_numbers", name)
    return None if number is None else np.asarray(_tables()["script"] == number)


def _binary(name: str) -> PointSet | None:
    row = _number("binary_names", "binary_rows", name)
    return None if row is None else np.unpackbits(_tables()["binary"][row]).astype(np.bool_)


class ScriptTable(NamedTuple):
    """The Script property: numbers uint8[0x110000], titles by number, numbers by any name.

    Names are written as `named_set` compares them: in capitals, without spaces and underscores.
    """

    numbers: UInt8s
    titles: tuple[str, ...]
    by_name: dict[str, int]


@cache
def script_table() -> ScriptTable:
    """The script of each code point and the names of scripts."""
    tables = _tables()
    named = zip(tables["script_names"].tolist(), tables["script_numbers"].tolist(), strict=True)
    return ScriptTable(tables["script"], tuple(tables["script_titles"].tolist()), dict(named))


@cache
def white_space() -> PointSet:
    """bool[0x110000]: what `\\s` matches."""
    return category("WHITESPACE")


def points(*ranges: tuple[int, int]) -> PointSet:
    """bool[0x110000]: the code points of inclusive ranges. (48, 57) -> the ASCII digits."""
    members = np.zeros(N_POINTS, np.bool_)
    for first, last in ranges:
        members[first : last + 1] = True
    return members


def case_groups() -> tuple[Int64s, Int64s]:
    """int64[n] each: code points with other cases, ascending, and the first one of its group."""
    point, first = _tables()["fold"].T.astype(np.int64)
    return point, first


@cache
def script_of_points() -> UInt8s:
    """uint8[0x110000]: the number of the script of each code point."""
    return script_table().numbers


@cache
def script_titles() -> tuple[str, ...]:
    """The name of each script by its number. Example: "Old Italic"; "" for number 0."""
    return script_table().titles


def script_number(name: str) -> int | None:
    """The number of a script by its name or its ISO 15924 code, in any case and spacing.

    None for an unknown name. Example: "cyrl" and "Cyrillic" -> the same number.
    """
    return script_table().by_name.get(_plain(name))


@cache
def without_script() -> tuple[int, ...]:
    """Numbers of Common, Inherited and Unknown: marks, digits and signs that any script uses."""
    return tuple(script_table().by_name[name] for name in ("COMMON", "INHERITED", "UNKNOWN"))


@lru_cache(maxsize=256)
def property_set(name: str, *, is_posix: bool = False) -> CodePointSet | None:
    """What `\\p{name}` matches, or `[[:name:]]` if is_posix; None for an unknown name.

    name: a value ("Lu", "Greek", "Alphabetic", "InThai") or a property and a value, with = or :
    between ("Block=Thai", "gc:Lu").
    """
    key, sign, value = name.replace(":", "=").partition("=")
    value = value.strip()
    if sign and value:
        return _of_property(_standard(key), _standard(value))
    bare = _standard(key if sign else name)
    if is_posix and bare in _POSIX_CLASSES:
        bare = "POSIX" + bare
    if (members := named_set(bare)) is not None:
        return CodePointSet.of_members(members)
    for property_name in ("GC", "SCRIPT", "BLOCK"):
        if (property_members := _of_property(property_name, bare)) is not None:
            return property_members
    return _yes(bare) or _prefixed(bare)


def _prefixed(name: str) -> CodePointSet | None:
    """A yes-no property or a script behind "is", a block behind "in"."""
    prefix, rest = name[:2], name[2:]
    if prefix == "IS":
        return _of_property(rest, _YES) or _of_property("SCRIPT", rest)
    return _of_property("BLOCK", rest) if prefix == "IN" else None


def _yes(name: str) -> CodePointSet | None:
    """Members of a yes-no property; of another, the code points without its first value."""
    if name in _CATEGORY:
        return _of_property("GENERALCATEGORY", "ASSIGNED")
    if name in _SCRIPT:
        unknown = _of_property(name, "ZZZZ")
        return None if unknown is None else ~unknown
    number = _property_numbers().get(name)
    if number is None:
        return None
    if _property_tables()["is_binary"][number]:
        return _of_property(name, _YES)
    first = int(_property_tables()["first_rows"][number])
    return None if first < 0 else ~_edges(first)


def _of_property(name: str, value: str) -> CodePointSet | None:
    if name in _CATEGORY:
        is_assigned = name == "GENERALCATEGORY" and value == "ASSIGNED"
        members = _known("gc", "CN" if is_assigned else value)
        return ~members if members is not None and is_assigned else members
    if name in _SCRIPT and (members := _known("sc", value)) is not None:
        return members
    number = _property_numbers().get(name)
    row = None if number is None else _rows().get((number, value))
    return None if row is None else _edges(row)


@cache
def _known(key: str, value: str) -> CodePointSet | None:
    members = named_set(f"{key}={value}")
    return None if members is None else CodePointSet.of_members(members)


@cache
def _property_tables() -> dict[str, npt.NDArray[Any]]:
    content = files("resources").joinpath("unicode16_properties.npz").read_bytes()
    with np.load(BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


@cache
def _property_numbers() -> dict[str, int]:
    tables = _property_tables()
    names, numbers = tables["property_names"].tolist(), tables["property_numbers"].tolist()
    return dict(zip(names, numbers, strict=True))


@cache
def _rows() -> dict[tuple[int, str], int]:
    tables = _property_tables()
    keys = zip(tables["value_properties"].tolist(), tables["value_names"].tolist(), strict=True)
    return dict(zip(keys, tables["value_rows"].tolist(), strict=True))


@cache
def _edges(row: int) -> CodePointSet:
    counts = _property_tables()["edge_counts"]
    start = int(counts[:row].sum())
    steps = _property_tables()["edge_steps"][start : start + int(counts[row])]
    return CodePointSet(np.cumsum(steps, dtype=np.int64))


def _standard(name: str) -> str:
    """A name as the tables spell it: capitals, or a number as numerator/denominator."""
    try:
        return str(Fraction("".join(name.split())).limit_denominator(10_000))
    except (ValueError, ZeroDivisionError):
        return "".join(letter for letter in name if letter not in "_- ").upper()


def in_any_case(members: CodePointSet, *, ascii_only: bool = False) -> CodePointSet:
    """The characters of which some form in another case is a member.

    ascii_only: as behind `(?a)`: only the letters of ASCII have cases.
    """
    if ascii_only:
        lower = CodePointSet.of_ranges((0x61, 0x7A)) & members
        upper = CodePointSet.of_ranges((0x41, 0x5A)) & members
        shifted = CodePointSet(lower.edges - 32) | CodePointSet(upper.edges + 32)
        return members | shifted
    points, firsts = case_groups()
    special = CodePointSet.of_text("".join(_DOTTED_AND_DOTLESS))
    plain = ~special.holds(points)
    points, firsts = points[plain], firsts[plain]
    alike = np.isin(firsts, firsts[members.holds(points)])
    letters = "".join(_DOTTED_AND_DOTLESS)
    held = members.holds(np.array([ord(letter) for letter in letters]))
    others = "".join(
        _DOTTED_AND_DOTLESS[c] for c, is_in in zip(letters, held, strict=True) if is_in
    )
    same_letters = CodePointSet.of_points(np.sort(points[alike]))
    return members | same_letters | CodePointSet.of_text("".join(sorted(set(others))))


@lru_cache(maxsize=4096)
def cases_of(character: str) -> str:
    """The characters that are `character` in some case, itself included."""
    members = in_any_case(CodePointSet.of_text(character))
    return "".join(map(chr, members.points().tolist()))


@cache
def expansions() -> dict[str, str]:
    """The characters that fold to several, by what they fold to: "ss" -> "ßẞ"."""
    is_unassigned = category("Cn")
    strings: defaultdict[str, str] = defaultdict(str)
    for point in range(_END_OF_CASED):
        folded = chr(point).casefold()
        if len(folded) > 1 and chr(point) != "İ" and not is_unassigned[point]:
            strings[folded] += chr(point)
    return dict(strings)


@cache
def expanding() -> dict[str, str]:
    """What each character folds to that folds to several: "ß" -> "ss"."""
    return {letter: folded for folded, letters in expansions().items() for letter in letters}
