"""Write resources/unicode16.npz: the frozen character tables behind split patterns.

    python packaging/make_unicode_tables.py

The sets come from the pinned `regex` release, whose tables are Unicode 16, the version that
tiktoken and tokenizers use; tests compare them with those libraries. Arrays:

    category   uint8[0x110000]   index into category_names
    script     uint8[0x110000]   number of the script, 0 for none
    script_names, script_numbers   every known name of a script, with its number
    space      bool[0x110000]    what \\s matches (White_Space)
    word       bool[0x110000]    what \\w matches
    fold       uint32[n, 2]      (code point, first code point that is the same in any case)
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import regex

POINTS = 0x110000
EVERYTHING = "".join(map(chr, range(POINTS)))
CATEGORIES = (
    "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
)
TARGET = Path(__file__).parents[1] / "resources" / "unicode16.npz"


def matching(expression: str) -> np.ndarray:
    """bool[0x110000]: the code points that an expression matches one by one."""
    found = np.zeros(POINTS, np.bool_)
    found[[match.start() for match in regex.finditer(expression, EVERYTHING)]] = True
    return found


def categories() -> tuple[np.ndarray, list[str]]:
    names = CATEGORIES.split()
    table = np.full(POINTS, 255, np.uint8)
    for index, name in enumerate(names):
        table[matching(rf"\p{{{name}}}")] = index
    assert (table < 255).all(), "every code point has a category"
    return table, names


def scripts() -> tuple[np.ndarray, list[str], list[int]]:
    """Scripts by all the names that the `regex` module knows for them."""
    known = regex._regex_core.PROPERTIES["SCRIPT"][1]
    table = np.zeros(POINTS, np.uint8)
    names, numbers = [], []
    values = sorted(set(known.values()))
    for name, value in sorted(known.items()):
        number = values.index(value) + 1
        members = matching(rf"\p{{Script={name}}}")
        if members.any():
            table[members] = number
            names.append(name)
            numbers.append(number)
    return table, names, numbers


def folds() -> np.ndarray:
    """Groups of code points that `(?i:...)` treats alike, by simple case folding."""
    pairs = []
    done: set[str] = set()
    for character in map(chr, np.flatnonzero(matching(r"\p{Cased}|\p{Changes_When_Casefolded}"))):
        if character in done:
            continue
        alike = regex.findall(f"(?i:{regex.escape(character)})", CASED_TEXT)
        done.update(alike)
        if len(alike) > 1:
            first = min(map(ord, alike))
            pairs += [(ord(other), first) for other in alike]
    return np.array(sorted(pairs), np.uint32)


CASED_TEXT = "".join(map(chr, np.flatnonzero(matching(r"\p{Cased}|\p{Changes_When_Casemapped}"))))


def main() -> None:
    category, category_names = categories()
    script, script_names, script_numbers = scripts()
    np.savez_compressed(
        TARGET,
        category=category,
        category_names=np.array(category_names),
        script=script,
        script_names=np.array(script_names),
        script_numbers=np.array(script_numbers, np.uint8),
        space=matching(r"\s"),
        word=matching(r"\w"),
        fold=folds(),
    )


if __name__ == "__main__":
    main()
