"""Characters that are the same in any case, frozen at Unicode 16, as the `regex` module sees them.

Simple folding compares single characters. Full folding, behind `(?f)` or `(?V1)`, also compares
one with several: `ß` with `ss`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

import numpy as np

from engine.code_point_sets import CodePointSet
from engine.unicode_sets import case_groups, named_set

_DOTTED_AND_DOTLESS = {"i": "iIİ", "I": "Iiı", "İ": "İi", "ı": "ıI"}
"""What these letters are alike: `regex` takes all four letters i of Turkish into account."""

_END_OF_CASED = 0x20000
"""No letter with cases is beyond."""


def in_any_case(members: CodePointSet, *, ascii_only: bool = False) -> CodePointSet:
    """The characters of which some form in another case is a member.

    ascii_only: as behind `(?a)`, where only the letters of ASCII have cases.
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
    found = CodePointSet.of_points(np.sort(points[alike]))
    return members | found | CodePointSet.of_text("".join(sorted(set(others))))


@lru_cache(maxsize=4096)
def cases_of(character: str) -> str:
    """The characters that are `character` in some case, itself included."""
    found = in_any_case(CodePointSet.of_text(character))
    return "".join(map(chr, found.points().tolist()))


@cache
def expansions() -> dict[str, str]:
    """The characters that fold to several, by what they fold to: "ss" -> "ßẞ"."""
    is_unassigned = named_set("Cn")
    assert is_unassigned is not None
    found: defaultdict[str, str] = defaultdict(str)
    for point in range(_END_OF_CASED):
        folded = chr(point).casefold()
        if len(folded) > 1 and chr(point) != "İ" and not is_unassigned[point]:
            found[folded] += chr(point)
    return dict(found)


@cache
def expanding() -> dict[str, str]:
    """What each character folds to that folds to several: "ß" -> "ss"."""
    return {letter: folded for folded, letters in expansions().items() for letter in letters}
