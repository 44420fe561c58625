"""Files of a corpus that hold the same bytes: the text of both is counted."""

from __future__ import annotations

import filecmp
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path


def repeated_files(
    paths: Iterable[object], news: Collection[object] | None = None
) -> list[tuple[Path, Path]]:
    """Return pairs of different local files with the same bytes, the first of each with others.

    paths: what is not a Path, such as an address, is left out; so is what cannot be read.
    news: look only for pairs with one of these.
    Only files of one size are read. Empty files are the same as nothing.
    """
    by_size: defaultdict[int, list[Path]] = defaultdict(list)
    for path in dict.fromkeys(paths):
        if isinstance(path, Path):
            try:
                size = path.stat().st_size
            except OSError:
                continue
            if size:
                by_size[size].append(path)
    found = []
    for group in by_size.values():
        firsts: list[Path] = []
        for path in group:
            same = next((each for each in firsts if _is_asked(each, path, news)), None)
            if same is None:
                firsts.append(path)
            else:
                found.append((same, path))
    return found


def _is_asked(one: Path, other: Path, news: Collection[object] | None) -> bool:
    if news is not None and one not in news and other not in news:
        return False
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False
