"""Sizes as people write them: `bytes_of` reads "500MB" and "2 GiB" for recipes and options."""

from __future__ import annotations

import re
from fractions import Fraction

from workbench.work.sentences import say

_PREFIXES = "KMGT"
_MOST_DIGITS = 18
_SIZE = re.compile(rf"([\d,_]+(?:\.\d+)?)\s*(?:([{_PREFIXES}])(I?)B?|B?)", re.IGNORECASE)


def bytes_of(text: str) -> int:
    """A number of bytes, with a unit or without. Examples: "1.5 GB" -> 1500000000, "1KiB" -> 1024.

    Raises ValueError, whose text goes on after the name of what was set.
    """
    found = _SIZE.fullmatch(text.strip())
    digits = "" if found is None else found[1].replace(",", "").replace("_", "")
    if found is None or not 0 < len(digits) <= _MOST_DIGITS:
        raise ValueError(say("recipe_no_size", text=repr(text)))
    power = _PREFIXES.index(found[2].upper()) + 1 if found[2] else 0
    unit: int = (1024 if found[3] else 1000) ** power
    return round(Fraction(digits) * unit)
