"""Another library trained on the same shards: `python -m benchmarks.scale.peers` with its options.

Run by the Python of the environment that has the libraries, so nothing of this project is imported.
tokenizers and rustbpe are given documents of about 50 KB as they ask for them, gigatoken its own
source of files.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LIBRARIES = ("rustbpe", "gigatoken", "tokenizers")
_GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_DOCUMENT_BYTES = 50_000


def main() -> None:
    """Prints seconds and the number of merges as one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale.peers")
    parser.add_argument("library", choices=LIBRARIES)
    parser.add_argument("folder", type=Path, help="with the shards")
    parser.add_argument("--bytes", type=int, default=4_000_000_000, help="of the first shards")
    parser.add_argument("--vocab-size", type=int, default=65_536)
    options = parser.parse_args()
    files = _first(options.folder, options.bytes)
    began = time.perf_counter()
    merges = _TRAIN[options.library](files, options.vocab_size)
    seconds = round(time.perf_counter() - began, 1)
    n_bytes = sum(file.stat().st_size for file in files)
    sys.stdout.write(
        json.dumps({"library": options.library, "bytes": n_bytes, "train_s": seconds,
                    "merges": merges}) + "\n"
    )  # fmt: skip


def _first(folder: Path, n_bytes: int) -> list[Path]:
    taken: list[Path] = []
    for file in sorted(folder.iterdir()):
        if sum(each.stat().st_size for each in taken) >= n_bytes:
            break
        taken.append(file)
    return taken


def _documents(files: list[Path]) -> Iterator[str]:
    for file in files:
        data = file.read_bytes()
        start = 0
        while start < len(data):
            end = data.find(b"\n\n", start + _DOCUMENT_BYTES)
            end = len(data) if end < 0 else end + 2
            yield data[start:end].decode()
            start = end


def _tokenizers(files: list[Path], vocab_size: int) -> int:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )  # fmt: skip
    tokenizer.train_from_iterator(_documents(files), trainer)
    return int(tokenizer.get_vocab_size()) - 256


def _rustbpe(files: list[Path], vocab_size: int) -> int:
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(_documents(files), vocab_size, pattern=_GPT2)
    return len(tokenizer.get_mergeable_ranks()) - 256


def _gigatoken(files: list[Path], vocab_size: int) -> int:
    import gigatoken
    from gigatoken.gigatoken_rs import TextFileSource

    made: Any = gigatoken.train_bpe(TextFileSource(files), vocab_size, [])
    return len(made[1])


_TRAIN = {"tokenizers": _tokenizers, "rustbpe": _rustbpe, "gigatoken": _gigatoken}


if __name__ == "__main__":
    main()
