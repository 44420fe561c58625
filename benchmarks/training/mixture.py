"""Training again: another mixture in memory, another process with kept counts, live curves' cost.

first       from the files, with an empty cache of counts, in this process
again       the same CountedCorpus with another alpha: what a slider move costs
next start  a new process that finds all counts kept
live        the merge loop with counts per source, against all sources as one
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import PROJECT
from benchmarks.machine import describe_machine
from engine import Corpus, Tokenizer, TrainingConfig
from engine.compiled import Int64s, ReusedArrays
from engine.counting import CountsCache, PretokenCounts
from engine.machine import result_of
from engine.settings import Mixture
from engine.training import CountedCorpus, MergeLoop
from engine.warm_up import warm_up

ALPHAS = (0.3, 0.7, 0.0, 0.3)
_ALL_AT_ONCE = 1 << 60


def measure_mixture(corpus: Path, vocab_size: int, runs: int) -> dict[str, Any]:
    """Medians over `runs` rounds of all four, with the single values."""
    warm_up()
    rounds = [_round(corpus / "train", TrainingConfig(vocab_size)) for _ in range(runs)]
    medians = {
        name: round(statistics.median(each[name] for each in rounds), 4) for name in rounds[0]
    }
    return {
        "machine": describe_machine(),
        "vocab_size": vocab_size,
        "alphas": ALPHAS,
        "medians": medians,
        "times_sooner": round(medians["first_s"] / medians["again_s"], 2),
        "live_cost": round(medians["live_merge_s"] / medians["joined_merge_s"] - 1, 4),
        "rounds": rounds,
    }


def _round(texts: Path, config: TrainingConfig) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        cache = CountsCache(Path(folder), 4_000_000_000)
        counted = CountedCorpus(Corpus.from_paths(texts), cache=cache)
        first, tokenizer = _trained(counted, config)
        assert tokenizer.training is not None
        figures = {"first_s": first, "first_count_s": tokenizer.training.seconds["count"]}
        again = [_trained(counted, config, Mixture(alpha=alpha))[0] for alpha in ALPHAS]
        figures["again_s"] = statistics.median(again)
        figures["kept_mb"] = cache.n_bytes / 1e6
        figures |= _parts(counted, config)
        figures |= _next_start(texts, Path(folder), config)
    return {name: round(value, 4) for name, value in figures.items()}


def _trained(
    counted: CountedCorpus, config: TrainingConfig, mixture: Mixture | None = None
) -> tuple[float, Tokenizer]:
    began = time.perf_counter()
    return time.perf_counter() - began, result_of(counted.train(config, mixture))


def _parts(counted: CountedCorpus, config: TrainingConfig) -> dict[str, float]:
    """The parts of training again, and the loop with all sources as one, in turn, best of three.

    Everything here runs in one thread, so it is the processor's time that is told.
    """
    natural = counted.counts(config)
    assert natural is not None
    room = ReusedArrays()
    seconds: dict[str, list[float]] = {}
    for _ in range(3):
        began = time.process_time()
        mixed = Mixture(alpha=0.3).resolve(natural.labels, natural.source_bytes)
        weighted = natural.weighted(mixed.weights, mixed.scale)
        seconds.setdefault("weights_s", []).append(time.process_time() - began)
        for name, counts in (("live", weighted), ("joined", _as_one(weighted))):
            loop = MergeLoop(counts, config, room)
            began = time.process_time()
            loop.count_pairs()
            laid_out = time.process_time()
            while not loop.finished:
                loop.run_slice(1 << 30, _ALL_AT_ONCE)
            seconds.setdefault(f"{name}_layout_s", []).append(laid_out - began)
            seconds.setdefault(f"{name}_merge_s", []).append(time.process_time() - laid_out)
    return {name: min(values) for name, values in seconds.items()}


def _as_one(counts: PretokenCounts) -> PretokenCounts:
    """The same counts as if all text had one label."""
    n = counts.n_unique
    return replace(
        counts,
        labels=("all",),
        source_starts=np.arange(n + 1),
        source_indices=np.zeros(n, np.uint32),
        source_counts=counts.counts,
        source_firsts=counts.first_positions,
        source_weights=np.ones(1, np.int64),
        source_bytes=_joined(counts.source_bytes),
        source_documents=_joined(counts.source_documents),
        source_characters=_joined(counts.source_characters),
        source_pretokens=_joined(counts.source_pretokens),
        source_unmatched=_joined(counts.source_unmatched),
    )


def _joined(by_source: Int64s) -> Int64s:
    return np.array([by_source.sum()])


def _next_start(texts: Path, folder: Path, config: TrainingConfig) -> dict[str, float]:
    given = [str(texts), str(folder), str(config.vocab_size)]
    command = [sys.executable, "-m", "benchmarks.training.mixture", *given]
    answer = subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(answer.stdout)
    return figures


def main(arguments: Iterable[str]) -> None:
    """In a new process: train with the counts that are kept, and print seconds."""
    texts, folder, vocab_size = arguments
    warm_up()
    counted = CountedCorpus(Corpus.from_paths(texts), cache=CountsCache(Path(folder), 4 * 10**9))
    seconds, tokenizer = _trained(counted, TrainingConfig(int(vocab_size)))
    assert tokenizer.training is not None
    parts = tokenizer.training.seconds
    figures = {
        "next_start_s": seconds,
        "next_start_load_and_join_s": parts["count"],
        "next_start_merge_s": parts["merge"],
    }
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
