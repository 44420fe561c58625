"""Properties of code points by every name that the `regex` module knows, and its case folding.

`property_set` reads a name as that module does, from tables of our own, frozen at Unicode 16, so
that matches do not depend on the Unicode of the installed release. Simple folding compares single
characters; full folding, behind `(?f)` or `(?V1)`, also compares one with several: `ß` with `ss`.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.text import unicode_sets
from engine.text.code_point_sets import CodePointSet
from engine.text.unicode_sets import case_groups, named_set

_POSIX_CLASSES = frozenset({"ALNUM", "DIGIT", "PUNCT", "XDIGIT"})
_CATEGORY = frozenset({"GC", "GENERALCATEGORY"})
_SCRIPT = frozenset({"SC", "SCRIPT"})
_YES, _NO = "YES", "NO"

_DOTTED_AND_DOTLESS = {"i": "iIİ", "I": "Iiı", "İ": "İi", "ı": "ıI"}
"""Letters that match each other: `regex` knows all four letters i of Turkish."""

_END_OF_CASED = 0x20000
"""No letter from here on has cases."""


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
    if (members := unicode_sets.named_set(bare)) is not None:
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
    number = _property_number(name)
    if number is None:
        return None
    if _tables()["is_binary"][number]:
        return _of_property(name, _YES)
    first = int(_tables()["first_rows"][number])
    return None if first < 0 else ~_edges(first)


def _of_property(name: str, value: str) -> CodePointSet | None:
    if name in _CATEGORY:
        is_assigned = name == "GENERALCATEGORY" and value == "ASSIGNED"
        members = _known("gc", "CN" if is_assigned else value)
        return ~members if members is not None and is_assigned else members
    if name in _SCRIPT and (members := _known("sc", value)) is not None:
        return members
    number = _property_number(name)
    row = None if number is None else _row_of(number, value)
    return None if row is None else _edges(row)


@cache
def _known(key: str, value: str) -> CodePointSet | None:
    members = unicode_sets.named_set(f"{key}={value}")
    return None if members is None else CodePointSet.of_members(members)


@cache
def _tables() -> dict[str, npt.NDArray[Any]]:
    content = files("resources").joinpath("unicode16_properties.npz").read_bytes()
    with np.load(BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


@cache
def _property_numbers() -> dict[str, int]:
    tables = _tables()
    names, numbers = tables["property_names"].tolist(), tables["property_numbers"].tolist()
    return dict(zip(names, numbers, strict=True))


def _property_number(name: str) -> int | None:
    return _property_numbers().get(name)


@cache
def _rows() -> dict[tuple[int, str], int]:
    tables = _tables()
    keys = zip(tables["value_properties"].tolist(), tables["value_names"].tolist(), strict=True)
    return dict(zip(keys, tables["value_rows"].tolist(), strict=True))


def _row_of(number: int, value: str) -> int | None:
    return _rows().get((number, value))


@cache
def _edges(row: int) -> CodePointSet:
    counts = _tables()["edge_counts"]
    start = int(counts[:row].sum())
    steps = _tables()["edge_steps"][start : start + int(counts[row])]
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
    is_unassigned = named_set("Cn")
    assert is_unassigned is not None
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
