"""Trainings that are interrupted and resumed, for tests: a small corpus, many small slices."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from engine.corpus.corpus import Corpus, Source
from engine.counting.batches import CheckpointPace, CountingCheckpoint
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture, ReadingOptions
from engine.training.checkpoint import TrainingCheckpoint
from engine.training.merge_loop import MergeLoop
from engine.training.training import train

ALWAYS = CheckpointPace.every(0)
NEVER = CheckpointPace.every(1e9)
WORDS = (
    "the cat", "sat on", "die Katze", "saß auf", "गिलहरी", "бе́лка", "栗鼠がいる", "x = 1\n", "نص",
)  # fmt: skip


CONFIG = TrainingConfig(330, special_tokens=("<|end|>",))
SETTINGS = {
    "plain": (CONFIG, None),
    "weighted": (CONFIG, Mixture(shares={"eng": 0.3, "deu": 0.7})),
    "sampled": (CONFIG, Mixture(alpha=0.5, target_bytes=6000, seed=3)),
    "left out": (CONFIG, Mixture(shares={"deu": 1.0})),
    "normal form": (replace(CONFIG, normalization="nfkc"), None),
    "first seen": (replace(CONFIG, tie_break="first-seen"), None),
    "rare": (replace(CONFIG, min_frequency=20, vocab_size=900), None),
    "own pattern": (replace(CONFIG, pattern=r"\w+(?=\s)|\W+|\w+"), None),
}


def in_small_steps(monkeypatch):
    """Batches of 400 bytes, three merges at a time, and a disk that need not be waited for."""
    monkeypatch.setattr("os.fsync", lambda _handle: None)
    monkeypatch.setattr("engine.corpus.pieces.BATCH_BYTES", 400)
    run_slice = MergeLoop.run_slice
    monkeypatch.setattr(
        MergeLoop, "run_slice", lambda self, max_merges, max_work: run_slice(self, 3, max_work)
    )


def written_corpus(folder) -> Corpus:
    """Two sources, one of three files and one with a problem, beyond one batch each."""
    numbers = np.random.default_rng(1)
    sources = []
    for label, names in (("eng", ("a.txt", "b.txt", "c.txt")), ("deu", ("d.txt",))):
        for name in names:
            chosen = numbers.integers(0, len(WORDS), 400)
            text = "".join(f"{WORDS[i]} {i * i % 31} " for i in chosen)
            content = text.replace("sat", f"sat{name}").encode()
            (folder / name).write_bytes(content + (b"\xff" if name == "d.txt" else b""))
        paths = tuple(folder / name for name in names)
        sources.append(Source(label, paths, reading=ReadingOptions(document_separator="\n")))
    return Corpus(sources)


def finish(steps):
    progress = []
    return result_of(steps, progress.append), progress


def kept_in(folder):
    return TrainingCheckpoint(folder, pace=ALWAYS)


def interrupted(corpus, folder, enough, config=CONFIG, **settings):
    """Train until `enough` says so, then drop everything as a kill does."""
    checkpoint = kept_in(folder)
    with closing(train(corpus, config, checkpoint=checkpoint, **settings)) as steps:
        for progress in steps:
            if enough(progress):
                break
    return checkpoint


def resumed(corpus, folder, config=CONFIG, **settings):
    checkpoint = kept_in(folder)
    tokenizer, progress = finish(train(corpus, config, checkpoint=checkpoint, **settings))
    return tokenizer, checkpoint, progress


def record_facts(tokenizer):
    """Everything of a record but the time it took."""
    record = tokenizer.training
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in vars(record).items()
        if name != "seconds"
    }


def assert_same(tokenizer, expected):
    assert tokenizer.merges.tobytes() == expected.merges.tobytes()
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert record_facts(tokenizer) == record_facts(expected)


def in_merges(n):
    return lambda progress: progress.merges_done >= n


def counted_bytes(n):
    return lambda progress: progress.done >= n


class Killed(BaseException):
    """What a kill is to the code that runs."""


def killed_in_counting(corpus, folder, n_parts, monkeypatch, **settings):
    """Train until n_parts parts of the counting are written."""
    add, n_added = CountingCheckpoint.add, 0

    def then_die(self, counters):
        nonlocal n_added
        add(self, counters)
        n_added += 1
        if n_added == n_parts:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(CountingCheckpoint, "add", then_die)
        with pytest.raises(Killed):
            finish(train(corpus, CONFIG, checkpoint=kept_in(folder), **settings))
