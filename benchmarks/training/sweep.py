"""All vocabulary sizes from one training, against training at each size."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.texts import ENGLISH_AND_CODE, documents

if TYPE_CHECKING:
    from engine import Tokenizer

N_SIZES = 16
REACH = 1.3
"""Training and sweep together, in times of the training alone."""
SETTINGS = {"30mb": 65_536, "all": 131_072}


def measure_sweep(
    corpus_folder: Path, text: str, vocab_size: int, runs: int, peer_sizes: Sequence[int]
) -> dict[str, Any]:
    """Train once and read sixteen sizes off it; the same with one encode of the whole text, and
    of 10 MB, which is what the article measures on.

    peer_sizes: sizes at which `tokenizers` trains, as the article does; what all sixteen would
    take is interpolated between them.
    """
    from engine import Corpus, TrainingConfig, train_tokenizer
    from engine.analysis import round_sizes

    corpus = _corpus(corpus_folder, text)
    config = TrainingConfig(vocab_size)
    sample = Corpus.from_texts(documents(corpus_folder, "10mb"))
    trained, sweep, encoded, sampled, cut = [], [], [], [], []
    for _ in range(runs):
        seconds, tokenizer = _timed(partial(train_tokenizer, corpus, config))
        trained.append(seconds)
        sizes = round_sizes(256, vocab_size, N_SIZES)
        seconds, rows = _timed(partial(_rows_of_training, tokenizer, sizes))
        sweep.append(seconds)
        sampled.append(_timed(partial(_rows_of_text, tokenizer, sample, sizes))[0])
        encoded.append(_timed(partial(_rows_of_text, tokenizer, corpus, sizes))[0])
        cut.append(_timed(partial(_cut, tokenizer, sizes))[0])
    training = statistics.median(trained)
    report = {
        "benchmark": "sweep",
        "text": text,
        "vocab_size": vocab_size,
        "labels": len(corpus.sources),
        "sizes": list(sizes),
        "bytes_per_token": [round(row[0], 4) for row in rows],
        "training_s": round(training, 3),
        "sweep_s": round(statistics.median(sweep), 4),
        "sweep_by_encoding_all_s": round(statistics.median(encoded), 3),
        "sweep_by_encoding_10mb_s": round(statistics.median(sampled), 3),
        "sixteen_tokenizers_cut_s": round(statistics.median(cut), 3),
        "training_and_sweep": round(1 + statistics.median(sweep) / training, 4),
        "training_and_sweep_by_encoding_all": round(1 + statistics.median(encoded) / training, 4),
        "training_and_sweep_by_encoding_10mb": round(1 + statistics.median(sampled) / training, 4),
        "reach": REACH,
    }
    if peer_sizes:
        report["tokenizers"] = _peer(corpus_folder, text, sizes, peer_sizes)
    return report


def _corpus(folder: Path, text: str) -> Any:
    from engine import Corpus, Source

    if text == "all":
        return Corpus.from_paths([folder / "train"])
    parts: dict[str, list[str]] = {label: [] for label in ENGLISH_AND_CODE}
    rest = documents(folder, text)
    for label, part in parts.items():  # the text is these labels one after another
        size = 0
        while rest and size < ENGLISH_AND_CODE[label] - 50_000:
            document = rest.pop(0)
            size += len(document.encode())
            part.append(document)
    return Corpus([Source(label, texts=tuple(each)) for label, each in parts.items()])


def _rows_of_training(tokenizer: Any, sizes: Sequence[int]) -> list[list[float]]:
    from engine.analysis import SizeCurves

    return _rows(SizeCurves.of_training(tokenizer.training), sizes)


def _rows_of_text(tokenizer: Any, corpus: Any, sizes: Sequence[int]) -> list[list[float]]:
    from engine.analysis import text_size_curves

    return _rows(text_size_curves(tokenizer, corpus), sizes)


def _rows(curves: Any, sizes: Sequence[int]) -> list[list[float]]:
    """Overall and each label at each size, and where returns diminish."""
    curves.diminishing_size()
    return [
        [curves.bytes_per_token(label, size) for label in (None, *curves.labels)] for size in sizes
    ]


def _peer(
    folder: Path, text: str, sizes: Sequence[int], peer_sizes: Sequence[int]
) -> dict[str, Any]:
    import numpy as np
    import tokenizers

    texts = documents(folder, text)
    seconds = {size: _timed(partial(_train_peer, texts, size))[0] for size in peer_sizes}
    at = sorted(seconds)
    every = np.interp(sizes, at, [seconds[size] for size in at])
    return {
        "version": tokenizers.__version__,
        "measured_s": {size: round(seconds[size], 2) for size in at},
        "sixteen_trainings_s_interpolated": round(float(every.sum()), 1),
    }


def _train_peer(texts: Sequence[str], vocab_size: int) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(texts, trainer=trainer)


def _cut(tokenizer: Tokenizer, sizes: Sequence[int]) -> list[Tokenizer]:
    return [tokenizer.truncated(size) for size in sizes]


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result
