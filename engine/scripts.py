"""The Unicode Script property (UAX #24) of code points, frozen at Unicode 16."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.unicode_sets import script_table


@cache
def script_of_points() -> npt.NDArray[np.uint8]:
    """uint8[0x110000]: the number of the script of each code point."""
    return script_table().numbers


@cache
def script_titles() -> tuple[str, ...]:
    """The name of each script by its number. Example: "Old Italic"; "" for number 0."""
    return script_table().titles


def script_number(name: str) -> int | None:
    """The number of a script by its name or its ISO 15924 code, in any case and spacing.

    None for a name that is none. Example: "cyrl" and "Cyrillic" -> the same number.
    """
    plain = "".join(letter for letter in name.upper() if letter not in "_- ")
    return script_table().by_name.get(plain)


@cache
def without_script() -> tuple[int, ...]:
    """Numbers of Common, Inherited and Unknown: marks, digits and signs that any script uses."""
    found = [script_number(name) for name in ("Common", "Inherited", "Unknown")]
    return tuple(number for number in found if number is not None)
