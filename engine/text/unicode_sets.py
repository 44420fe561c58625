"""Properties of code points, frozen at Unicode 16: sets bool[0x110000] and the Script (UAX #24).

The tables are made by packaging/make_unicode_tables.py and shipped, so that no library update
moves a token boundary. Surrogates are members too: one stands for each invalid byte of a text.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Int64s, UInt8s

UNICODE_VERSION = "16.0"
N_POINTS = 0x110000

PointSet = Bools


@cache
def _tables() -> dict[str, npt.NDArray[Any]]:
    content = files("resources").joinpath("unicode16.npz").read_bytes()
    with np.load(BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def named_set(name: str) -> PointSet | None:
    """What `\\p{name}` matches; None for a name that is not known.

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
    """What `\\s` matches."""
    members = _binary("WHITESPACE")
    assert members is not None
    return members


def points(*ranges: tuple[int, int]) -> PointSet:
    """The code points of inclusive ranges. Example: (48, 57) -> the ASCII digits."""
    members = np.zeros(N_POINTS, np.bool_)
    for first, last in ranges:
        members[first : last + 1] = True
    return members


def case_groups() -> tuple[Int64s, Int64s]:
    """Code points that have other cases, ascending, and the first one of each group."""
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
    plain = "".join(letter for letter in name.upper() if letter not in "_- ")
    return script_table().by_name.get(plain)


@cache
def without_script() -> tuple[int, ...]:
    """Numbers of Common, Inherited and Unknown: marks, digits and signs that any script uses."""
    numbers = [script_number(name) for name in ("Common", "Inherited", "Unknown")]
    return tuple(number for number in numbers if number is not None)
