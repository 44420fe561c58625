"""A training that was interrupted goes on to the tokenizer that it would have made."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from engine import checkpoint as checkpoints
from engine.checkpoint import TrainingCheckpoint
from engine.checkpoint_facts import checkpoint_about
from engine.checkpoint_pace import CheckpointPace
from engine.config import TrainingConfig
from engine.corpus import Corpus, Source
from engine.counts_cache import CountsCache
from engine.merge_loop import MergeLoop
from engine.mixture import Mixture
from engine.pretoken_counts import count_pretokens, counted
from engine.progress import Phase
from engine.reading_options import ReadingOptions
from engine.splitter import Splitter
from engine.trainer import train

ALWAYS = CheckpointPace.every(0)
WORDS = (
    "the cat", "sat on", "die Katze", "saß auf", "गिलहरी", "бе́лка", "栗鼠がいる", "x = 1\n", "نص",
)  # fmt: skip


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr("engine.document_batches.BATCH_BYTES", 400)
    run_slice = MergeLoop.run_slice
    monkeypatch.setattr(
        MergeLoop, "run_slice", lambda self, max_merges, max_work: run_slice(self, 3, max_work)
    )


@pytest.fixture
def corpus(tmp_path) -> Corpus:
    """Two sources, one of three files and one with a problem, beyond one batch each."""
    numbers = np.random.default_rng(1)
    sources = []
    for label, names in (("eng", ("a.txt", "b.txt", "c.txt")), ("deu", ("d.txt",))):
        for name in names:
            chosen = numbers.integers(0, len(WORDS), 400)
            text = "".join(f"{WORDS[i]} {i * i % 31} " for i in chosen)
            content = text.replace("sat", f"sat{name}").encode()
            (tmp_path / name).write_bytes(content + (b"\xff" if name == "d.txt" else b""))
        paths = tuple(tmp_path / name for name in names)
        sources.append(Source(label, paths, reading=ReadingOptions(document_separator="\n")))
    return Corpus(sources)


CONFIG = TrainingConfig(330, special_tokens=("<|end|>",))


def finish(steps):
    progress = []
    while True:
        try:
            progress.append(next(steps))
        except StopIteration as stop:
            return stop.value, progress


def interrupted(corpus, folder, enough, config=CONFIG, **settings):
    """Train until `enough` says so, then drop everything as a kill does."""
    checkpoint = TrainingCheckpoint(folder, pace=ALWAYS)
    with closing(train(corpus, config, checkpoint=checkpoint, **settings)) as steps:
        for progress in steps:
            if enough(progress):
                break
    return checkpoint


def resumed(corpus, folder, config=CONFIG, **settings):
    checkpoint = TrainingCheckpoint(folder, pace=ALWAYS)
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
    return lambda progress: progress.bytes_done >= n


@pytest.mark.parametrize("n", [1, 3000, 9000, 15000])
def test_an_interrupted_counting_counts_no_batch_twice(corpus, tmp_path, n, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    whole = counted(count_pretokens(corpus, Splitter("gpt2")))
    interrupted(corpus, tmp_path / "kept", counted_bytes(n))
    before = [path.stat().st_size for path in (tmp_path / "kept").glob("counts-*.log")]
    assert before and before[0] > 100
    seen = []
    put = checkpoints.CountingCheckpoint.note_batch
    monkeypatch.setattr(
        checkpoints.CountingCheckpoint,
        "note_batch",
        lambda self, batch: (seen.append(len(batch.data)), put(self, batch))[1],
    )
    tokenizer, checkpoint, progress = resumed(corpus, tmp_path / "kept")
    assert_same(tokenizer, expected)
    assert checkpoint.remarks == []
    assert 0 < sum(seen) <= whole.n_bytes - min(n, 400)
    assert progress[0].bytes_done >= whole.n_bytes - sum(seen)
    assert corpus.problems  # the one of d.txt, whoever read it


def test_an_interruption_right_after_counting_reads_nothing_again(corpus, tmp_path, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    interrupted(corpus, tmp_path / "kept", lambda progress: progress.phase is Phase.COUNT_PAIRS)
    monkeypatch.setattr("engine.corpus.document_parts", None)
    tokenizer, checkpoint, _ = resumed(corpus, tmp_path / "kept")
    assert_same(tokenizer, expected)
    assert checkpoint.n_resumed == 0


def test_counts_in_the_cache_take_no_room_in_the_checkpoint(corpus, tmp_path):
    expected, _ = finish(train(corpus, CONFIG))
    cache = CountsCache(tmp_path / "cache")
    interrupted(corpus, tmp_path / "kept", in_merges(9), cache=cache)
    assert not list((tmp_path / "kept").glob("counts-*.log"))
    tokenizer, checkpoint, _ = resumed(corpus, tmp_path / "kept", cache=cache)
    assert_same(tokenizer, expected)
    cache.clear()  # and without it they are counted once more
    assert checkpoint.remove() > 0
    interrupted(corpus, tmp_path / "kept", in_merges(9), cache=cache)
    cache.clear()
    assert_same(resumed(corpus, tmp_path / "kept")[0], expected)


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


@pytest.mark.parametrize("name", SETTINGS)
def test_every_kind_of_training_goes_on(corpus, tmp_path, name):
    config, mixture = SETTINGS[name]
    expected, _ = finish(train(corpus, config, mixture=mixture))
    for at, enough in enumerate((counted_bytes(4000), in_merges(5), in_merges(40))):
        folder = tmp_path / f"kept {at}"
        interrupted(corpus, folder, enough, config, mixture=mixture)
        assert_same(resumed(corpus, folder, config, mixture=mixture)[0], expected)


def test_a_corpus_that_ends_early_and_texts_in_memory_go_on(corpus, tmp_path):
    ended = Corpus(corpus.sources, max_chars=9000)
    memory = Corpus.from_texts([" ".join(WORDS) * 9, "another text " * 20])
    for name, each, enough in (
        ("a", ended, counted_bytes(5000)),
        ("b", ended, in_merges(20)),
        ("c", memory, in_merges(20)),
    ):
        expected, _ = finish(train(each, CONFIG))
        interrupted(each, tmp_path / name, enough)
        tokenizer, checkpoint, _ = resumed(each, tmp_path / name)
        assert_same(tokenizer, expected)
        assert (checkpoint.n_resumed > 0) == (name != "a")


def test_merges_go_on_and_are_told_again(corpus, tmp_path):
    expected, all_progress = finish(train(corpus, CONFIG))
    folder = tmp_path / "kept"
    for n in (10, 30, 31, 60):  # interrupted again and again
        interrupted(corpus, folder, in_merges(n))
    tokenizer, checkpoint, progress = resumed(corpus, folder)
    assert_same(tokenizer, expected)
    assert 57 <= checkpoint.n_resumed <= 63
    told = [merge for value in progress for merge in value.last_merges]
    assert told == [merge for value in all_progress for merge in value.last_merges]
    assert progress[-1].bytes_per_token == all_progress[-1].bytes_per_token
    assert checkpoint_about(folder) == {}
    checkpoint.remove()
    assert not folder.exists()


def test_every_cut_of_the_log_and_every_flipped_byte_still_gives_the_same_merges(tmp_path):
    corpus = Corpus.from_texts(["the cat sat on the mat and the rat " * 3])
    config = TrainingConfig(256 + 18)
    expected, _ = finish(train(corpus, config))
    folder = tmp_path / "kept"
    interrupted(corpus, folder, in_merges(12), config)
    log = folder / checkpoints.MERGES_FILE
    content = log.read_bytes()
    found = set()
    for size in range(len(content) + 1):
        log.write_bytes(content[:size])
        done = merges_in(log, corpus, config, folder)
        assert done == expected.merges[: len(done)].tolist()
        found.add(len(done))
    assert found == {0, 3, 6, 9, 12}
    flips = np.random.default_rng(2).integers(0, len(content), 40).tolist()
    for at in flips:
        damaged = bytearray(content)
        damaged[at] ^= 1 << (at % 8)
        log.write_bytes(damaged)
        assert_same(resumed(corpus, folder, config)[0], expected)
        assert log.read_bytes() != damaged  # it is cut off there, and the rest written anew
    for size in np.linspace(0, len(content), 9, dtype=int).tolist():
        log.write_bytes(content[:size])
        assert_same(resumed(corpus, folder, config)[0], expected)


def merges_in(log, corpus, config, folder):
    """The merges that a resumed training would begin with."""
    checkpoint = TrainingCheckpoint(folder, pace=ALWAYS)
    checkpoint.begin(corpus, config, None)
    pretokens = counted(count_pretokens(corpus, Splitter(config.pattern)))
    done = checkpoint.merges_done(pretokens, config.n_merges)
    checkpoint.close()
    return [] if done is None else done.merges.tolist()
