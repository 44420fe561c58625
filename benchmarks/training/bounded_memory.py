"""How much memory counting needs: all of the training corpus, and ten times as much text.

`python -m benchmarks memory` makes corpora of two gigabytes and more out of the training files, in
a temporary folder, and counts each in a process of its own.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from benchmarks import PROJECT
from engine.corpus import open_file

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TIMES = 10
REACH = 1.5
_COPY_BYTES = 1 << 20
_SEPARATOR = "\n\n"


def measure_memory(corpus: Path, pattern: str) -> dict[str, Any]:
    """Peak resident memory of counting, in rows; the first is the one to compare with."""
    train = sorted((corpus / "train").glob("*.txt.zst"))
    rows = [_row("the training corpus", None, corpus / "train", pattern)]
    for name, separator, make in (
        (f"each file {TIMES} times, one document each", None, _make_files),
        (f"one file, everything {TIMES} times, one document", None, _make_one),
        ("the same file, documents end at empty lines", _SEPARATOR, _make_one),
        ("the same file compressed (.zst)", None, _make_compressed),
    ):
        with tempfile.TemporaryDirectory() as folder:
            make(train, Path(folder))
            rows.append(_row(name, separator, Path(folder), pattern))
    first = rows[0]["peak_mb"]
    for row in rows:
        row["times_the_first"] = round(row["peak_mb"] / first, 3)
    return {
        "benchmark": "memory",
        "pattern": pattern,
        "reach": REACH,
        "is_reached": all(row["times_the_first"] <= REACH for row in rows),
        "rows": rows,
    }


def main() -> None:
    """Count one corpus in this process: FOLDER PATTERN SEPARATOR; prints one line of JSON."""
    folder, pattern, separator = sys.argv[1:]
    from benchmarks.memory import forget_peak, peak_mb, resident_mb
    from engine.corpus import Corpus
    from engine.counting import count_pretokens
    from engine.machine import result_of
    from engine.splitting import Splitter

    warm = Corpus.from_texts(["a few words, so that everything is loaded"])
    result_of(count_pretokens(warm, Splitter(pattern)))
    before = resident_mb()
    forget_peak()
    began = time.perf_counter()
    corpus = Corpus.from_paths(folder, document_separator=separator or None)
    counts = result_of(count_pretokens(corpus, Splitter(pattern)))
    answer = {
        "bytes": counts.n_bytes,
        "documents": counts.n_documents,
        "unique_pretokens": counts.n_unique,
        "seconds": round(time.perf_counter() - began, 2),
        "before_mb": round(before),
        "peak_mb": round(peak_mb()),
    }
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


def _row(name: str, separator: str | None, folder: Path, pattern: str) -> dict[str, Any]:
    command = [
        sys.executable, "-m", "benchmarks.training.bounded_memory",
        str(folder), pattern, separator or "",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {"corpus": name, **answer}


def _make_files(train: list[Path], folder: Path) -> None:
    for file in train:
        with (folder / file.stem).open("wb") as out:
            for _ in range(TIMES):
                _copy(file, out)


def _make_one(train: list[Path], folder: Path) -> None:
    with (folder / "mixed.txt").open("wb") as out:
        _copy_all(train, out)


def _make_compressed(train: list[Path], folder: Path) -> None:
    with zstd.open(folder / "mixed.txt.zst", "wb") as out:
        _copy_all(train, out)


def _copy_all(train: list[Path], out: Any) -> None:
    for file in _repeated(train):
        _copy(file, out)
        out.write(_SEPARATOR.encode())


def _repeated(train: list[Path]) -> Iterator[Path]:
    for _ in range(TIMES):
        yield from train


def _copy(file: Path, out: BinaryIO) -> None:
    with open_file(file) as text:
        shutil.copyfileobj(text, out, _COPY_BYTES)


if __name__ == "__main__":
    main()
