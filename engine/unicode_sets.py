"""Sets of code points, frozen at Unicode 16: bool[0x110000] arrays by property.

The tables are made by packaging/make_unicode_tables.py and shipped, so that no library update
moves a token boundary. Surrogates are members too: one stands for each byte that is not UTF-8.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

UNICODE_VERSION = "16.0"
N_POINTS = 0x110000

PointSet = npt.NDArray[np.bool_]


@cache
def _tables() -> dict[str, npt.NDArray[Any]]:
    content = files("resources").joinpath("unicode16.npz").read_bytes()
    with np.load(BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def general_category(name: str) -> PointSet | None:
    """The code points of a category such as "Lu", or of a group such as "L"; None if unknown."""
    names = _tables()["category_names"].tolist()
    chosen = [i for i, known in enumerate(names) if known == name or known[0] == name]
    if not chosen:
        return None
    return np.isin(_tables()["category"], np.array(chosen, np.uint8))


def script(name: str) -> PointSet | None:
    """The code points of a script such as "Han" or "Latin"; None if unknown."""
    wanted = name.replace("_", "").replace("-", "").replace(" ", "").upper()
    names = _tables()["script_names"].tolist()
    if wanted not in names:
        return None
    number = _tables()["script_numbers"][names.index(wanted)]
    return np.asarray(_tables()["script"] == number)


def white_space() -> PointSet:
    """What `\\s` matches."""
    return np.asarray(_tables()["space"])


def word_characters() -> PointSet:
    """What `\\w` matches."""
    return np.asarray(_tables()["word"])


def points(*ranges: tuple[int, int]) -> PointSet:
    """The code points of inclusive ranges. Example: (48, 57) -> the ASCII digits."""
    members = np.zeros(N_POINTS, np.bool_)
    for first, last in ranges:
        members[first : last + 1] = True
    return members


def in_any_case(members: PointSet) -> PointSet:
    """`members` and all that simple case folding makes equal. `s` -> `s`, `S`, U+017F."""
    point, first = _tables()["fold"].T
    alike = np.zeros(N_POINTS, np.bool_)
    alike[first[members[point]]] = True
    folded = members.copy()
    folded[point[alike[first]]] = True
    return folded
