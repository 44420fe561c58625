"""Counts of pre-tokens compared with those of `regex`: `python -m benchmarks.exact_counts`.

Every preset counts the files of the corpus, or every Kth of them, on one thread and on two. A
Counter counts what the `regex` module finds in the same documents. Compared are the pre-tokens in
the order of their first occurrence, its position, their counts, and both for every source. One
line a preset; exit status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.exact_splits import ends_of_regex, expressions_of
from benchmarks.texts import DEFAULT_CORPUS
from engine.corpus import Corpus
from engine.counting import PretokenCounts, count_pretokens
from engine.machine import result_of
from engine.splitting import Splitter, preset_names

COMPARED = (
    "data", "starts", "counts", "first_positions", "source_starts", "source_indices",
    "source_counts", "source_firsts",
)  # fmt: skip
"""Arrays of PretokenCounts."""

Arrays = dict[str, npt.NDArray[Any]]


def main() -> int:
    """Compare and print; the exit status."""
    options = _parser().parse_args()
    folders = (options.corpus / name for name in ("eval", "train"))
    files = [path for folder in folders for path in sorted(folder.glob("*.txt.zst"))]
    corpus = Corpus.from_paths(files[:: options.every])
    is_equal = True
    for name in options.preset or preset_names():
        expected = counted_by_regex(corpus, name)
        different = []
        for n_threads in options.threads:
            steps = count_pretokens(corpus, Splitter(name), n_threads=n_threads)
            found: PretokenCounts = result_of(steps)
            different += [
                f"{array} on {n_threads} threads"
                for array in COMPARED
                if not np.array_equal(getattr(found, array), expected[array])
            ]
        is_equal &= not different
        sys.stdout.write(
            f"{name}: {found.n_bytes:,} bytes, {len(corpus.sources)} sources, "
            f"{found.n_pretokens:,} pre-tokens, {found.n_unique:,} distinct: "
            f"{'DIFFERS in ' + ', '.join(different) if different else 'equal'}\n"
        )
        sys.stdout.flush()
    return 0 if is_equal else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact_counts", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--every", type=int, default=1, metavar="K", help="every Kth file only")
    parser.add_argument("--preset", action="append", choices=preset_names(), help="these only")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    return parser


def counted_by_regex(corpus: Corpus, pattern: str) -> Arrays:
    """The arrays that `PretokenCounts` should have."""
    expressions = expressions_of(pattern)
    numbers: dict[bytes, int] = {}
    first_positions: list[int] = []
    rows: list[tuple[int, int, int, int]] = []
    begin = 0
    for index, source in enumerate(corpus.sources):
        counts: Counter[bytes] = Counter()
        firsts: dict[bytes, int] = {}
        at = 0
        for document in corpus.encoded_documents(source):
            ends = ends_of_regex(expressions, [document]).tolist()
            starts = [0, *ends[:-1]]
            pieces = [document[start:end] for start, end in zip(starts, ends, strict=True)]
            counts.update(pieces)
            here = dict(zip(reversed(pieces), reversed(starts), strict=True))
            firsts |= {piece: at + here[piece] for piece in here.keys() - firsts.keys()}
            at += len(document)
        for piece in sorted(firsts, key=firsts.__getitem__):
            if piece not in numbers:
                numbers[piece] = len(numbers)
                first_positions.append(begin + firsts[piece])
            rows.append((numbers[piece], index, counts[piece], firsts[piece]))
        begin += at
    return _as_arrays(list(numbers), first_positions, rows)


def _as_arrays(
    pieces: list[bytes], first_positions: list[int], rows: list[tuple[int, int, int, int]]
) -> Arrays:
    """rows: number of the pre-token, source, count, first byte in the source."""
    table = np.array(rows, np.int64).reshape(-1, 4)
    numbers, sources, counts, firsts = table[np.lexsort((table[:, 1], table[:, 0]))].T
    totals = np.zeros(len(pieces), np.int64)
    np.add.at(totals, numbers, counts)
    return {
        "data": np.frombuffer(b"".join(pieces), np.uint8),
        "starts": np.cumsum([0, *map(len, pieces)]),
        "counts": totals,
        "first_positions": np.array(first_positions, np.int64),
        "source_starts": np.searchsorted(numbers, np.arange(len(pieces) + 1)),
        "source_indices": sources,
        "source_counts": counts,
        "source_firsts": firsts,
    }


if __name__ == "__main__":
    raise SystemExit(main())
