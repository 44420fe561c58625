"""A training that was interrupted goes on to the tokenizer that it would have made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.corpus.corpus import Corpus
from engine.corpus.pieces import document_batches
from engine.counting import count_pretokens
from engine.counting.batches import PACE_VARIABLE, CheckpointPace, CountingCheckpoint
from engine.counting.kept import CountsCache
from engine.errors import ConfigError
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.settings.superwords import Superwords, superword_rules
from engine.splitting.splitter import Splitter
from engine.training import checkpoint as checkpoints
from engine.training.checkpoint import TrainingCheckpoint, checkpoint_about, remove_checkpoint
from engine.training.progress import Phase
from engine.training.training import train
from tests.engine.training.interrupted_training import (
    CONFIG,
    SETTINGS,
    WORDS,
    assert_same,
    counted_bytes,
    finish,
    in_merges,
    interrupted,
    kept_in,
    killed_in_counting,
    resumed,
)

pytestmark = pytest.mark.usefixtures("small_steps")


@pytest.mark.parametrize("n_parts", [1, 9, 30, 41])
def test_an_interrupted_counting_counts_no_batch_twice(corpus, tmp_path, n_parts, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    sizes = [len(batch.data) for batch in document_batches(corpus, Splitter("gpt2"))]
    assert len(sizes) > 41
    killed_in_counting(corpus, tmp_path / "kept", n_parts, monkeypatch)
    seen = []
    note_batch = CountingCheckpoint.note_batch

    def noted(self, batch):
        seen.append(len(batch.data))
        note_batch(self, batch)

    monkeypatch.setattr(CountingCheckpoint, "note_batch", noted)
    tokenizer, checkpoint, _ = resumed(corpus, tmp_path / "kept")
    assert_same(tokenizer, expected)
    assert checkpoint.remarks == []
    assert seen == sizes[n_parts:]
    assert corpus.problems  # the one of d.txt, whoever read it


def test_an_interruption_right_after_counting_reads_nothing_again(corpus, tmp_path, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    interrupted(corpus, tmp_path / "kept", lambda progress: progress.phase is Phase.COUNT_PAIRS)
    monkeypatch.setattr("engine.corpus.corpus.document_parts", None)
    tokenizer, checkpoint, _ = resumed(corpus, tmp_path / "kept")
    assert_same(tokenizer, expected)
    assert checkpoint.n_resumed == 0


def killed_after_eng(corpus, tmp_path, cache, monkeypatch):
    """Train until all of eng and a little of deu is counted and kept."""
    with monkeypatch.context() as patched:
        patched.setattr(
            CountingCheckpoint, "is_due", lambda self: self.so_far.batches.get(1, 0) > 0
        )
        killed_in_counting(corpus, tmp_path / "kept", 1, monkeypatch, cache=cache)


def test_the_cache_takes_a_source_once_it_is_counted(corpus, tmp_path, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    cache = CountsCache(tmp_path / "cache")
    killed_after_eng(corpus, tmp_path, cache, monkeypatch)
    assert cache.n_entries == 1
    assert len(list((tmp_path / "kept").glob("*.counts"))) == 1
    eng = Corpus(corpus.sources[:1])
    with monkeypatch.context() as patched:
        patched.setattr("engine.corpus.corpus.document_parts", None)  # a training of its own
        counts = result_of(count_pretokens(eng, Splitter("gpt2"), cache=cache))
    plain = result_of(count_pretokens(eng, Splitter("gpt2")))
    assert counts.data.tobytes() == plain.data.tobytes()
    assert counts.counts.tolist() == plain.counts.tolist()
    assert counts.first_positions.tolist() == plain.first_positions.tolist()
    assert_same(resumed(corpus, tmp_path / "kept", cache=cache)[0], expected)
    assert cache.n_entries == 2


@pytest.mark.parametrize("max_bytes", [0, 10])
def test_without_room_in_the_cache_the_checkpoint_keeps_the_source(
    corpus, tmp_path, max_bytes, monkeypatch
):
    expected, _ = finish(train(corpus, CONFIG))
    cache = CountsCache(tmp_path / "cache", max_bytes)
    killed_after_eng(corpus, tmp_path, cache, monkeypatch)
    assert cache.n_entries == 0
    assert len(list((tmp_path / "kept").glob("*.counts"))) == 2
    read = []
    note_read = CountingCheckpoint.note_read
    monkeypatch.setattr(
        CountingCheckpoint,
        "note_read",
        lambda self, source, what: read.append(source) or note_read(self, source, what),
    )
    assert_same(resumed(corpus, tmp_path / "kept", cache=cache)[0], expected)
    assert read == [1]


def test_the_log_of_counts_of_the_version_before_is_counted_again_and_removed(corpus, tmp_path):
    expected, _ = finish(train(corpus, CONFIG))
    folder = tmp_path / "kept"
    interrupted(corpus, folder, lambda progress: progress.phase is Phase.COMPUTE_MERGES)
    log = folder / "counts-0123456789ab.log"
    log.write_bytes(b"tokenizer-workbench counting 1\n")
    tokenizer, checkpoint, _ = resumed(corpus, folder)
    assert_same(tokenizer, expected)
    assert checkpoint.remarks == []
    assert remove_checkpoint(folder)
    assert not folder.exists()


def test_counts_in_the_cache_take_no_room_in_the_checkpoint(corpus, tmp_path):
    expected, _ = finish(train(corpus, CONFIG))
    cache = CountsCache(tmp_path / "cache")
    interrupted(corpus, tmp_path / "kept", in_merges(9), cache=cache)
    assert not list((tmp_path / "kept").glob("*.counts"))
    tokenizer, checkpoint, _ = resumed(corpus, tmp_path / "kept", cache=cache)
    assert_same(tokenizer, expected)
    cache.clear()  # and without it they are counted once more
    assert checkpoint.remove() > 0
    interrupted(corpus, tmp_path / "kept", in_merges(9), cache=cache)
    cache.clear()
    assert_same(resumed(corpus, tmp_path / "kept")[0], expected)


@pytest.mark.slow
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


@pytest.mark.slow
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
    flips = np.random.default_rng(2).integers(0, len(content), 16).tolist()
    for at in flips:
        damaged = bytearray(content)
        damaged[at] ^= 1 << (at % 8)
        log.write_bytes(damaged)
        assert_same(resumed(corpus, folder, config)[0], expected)
        assert log.read_bytes() != damaged  # it is cut off there, and the rest written again
    for size in np.linspace(0, len(content), 9, dtype=int).tolist():
        log.write_bytes(content[:size])
        assert_same(resumed(corpus, folder, config)[0], expected)


def merges_in(log, corpus, config, folder):
    """The merges that a resumed training would begin with."""
    checkpoint = kept_in(folder)
    checkpoint.begin(corpus, config, None)
    pretokens = result_of(count_pretokens(corpus, Splitter(config.pattern)))
    done = checkpoint.merges_done(pretokens, config.n_merges)
    checkpoint.close()
    return [] if done is None else done.merges.tolist()


def test_short_trainings_leave_nothing_and_long_ones_begin_late(corpus, tmp_path):
    folder = tmp_path / "kept"
    checkpoint = TrainingCheckpoint(folder)
    finish(train(corpus, CONFIG, checkpoint=checkpoint))
    assert not folder.exists()
    time = iter(range(10_000))
    checkpoint = TrainingCheckpoint(folder, now=lambda: next(time))
    finish(train(corpus, CONFIG, checkpoint=checkpoint))
    n_bytes = sum(path.stat().st_size for path in folder.glob("*.counts"))
    assert 0 < n_bytes < sum(path.stat().st_size for path in tmp_path.glob("*.txt"))
    assert (folder / "merges.log").exists()
    assert_same(resumed(corpus, folder)[0], finish(train(corpus, CONFIG))[0])


def test_the_pace_is_chosen_by_the_environment(monkeypatch):
    monkeypatch.delenv(PACE_VARIABLE, raising=False)
    assert CheckpointPace.chosen() == CheckpointPace()
    monkeypatch.setenv(PACE_VARIABLE, "0.5")
    assert CheckpointPace.chosen() == CheckpointPace.every(0.5)
    monkeypatch.setenv(PACE_VARIABLE, "off")
    assert CheckpointPace.chosen() is None
    for wrong in ("often", "-1", "nan"):
        monkeypatch.setenv(PACE_VARIABLE, wrong)
        with pytest.raises(ConfigError, match=PACE_VARIABLE):
            CheckpointPace.chosen()


def test_superwords_go_on_in_either_stage(corpus, tmp_path):
    config = replace(CONFIG, superwords=Superwords(0.94, rules=superword_rules("unbounded")))
    expected, _ = finish(train(corpus, config))
    n_first = config.n_first_merges
    assert 0 < n_first < len(expected.merges)
    at = {
        "one": in_merges(n_first // 2),
        "between": lambda progress: progress.phase is Phase.COLLECT_RUNS,
        "two": in_merges(n_first + 7),
    }
    for name, enough in at.items():
        interrupted(corpus, tmp_path / name, enough, config)
        tokenizer, checkpoint, _ = resumed(corpus, tmp_path / name, config)
        assert tokenizer.merges.tobytes() == expected.merges.tobytes()
        assert tokenizer.semantic_hash == expected.semantic_hash
        for array in ("counts", "applied", "source_applied"):
            theirs, ours = getattr(expected.training, array), getattr(tokenizer.training, array)
            assert ours.tolist() == theirs.tolist()
        assert (checkpoint.n_resumed > n_first) == (name == "two")


def test_a_short_stage_one_is_kept_while_stage_two_reads(corpus, tmp_path):
    """The seconds until the first checkpoint may end in a pass over the text."""
    config = replace(CONFIG, superwords=Superwords(0.94, rules=superword_rules("unbounded")))
    seconds = [0.0]
    checkpoint = TrainingCheckpoint(tmp_path / "kept", now=lambda: seconds[0])
    steps = train(corpus, config, checkpoint=checkpoint)
    for progress in steps:
        if progress.phase is Phase.COUNT_TOKEN_PAIRS:
            seconds[0] = 100.0
        if progress.phase is Phase.COLLECT_RUNS:
            break
    steps.close()
    assert resumed(corpus, tmp_path / "kept", config)[1].n_resumed == config.n_first_merges


def test_what_no_store_knows_is_kept_at_once(corpus, tmp_path):
    pace = replace(CheckpointPace(), begin_after_s=0.0)
    checkpoint = TrainingCheckpoint(tmp_path / "kept", about={"mixture": "a file"}, pace=pace)
    checkpoint.begin(corpus, CONFIG, None)
    assert checkpoint_about(tmp_path / "kept") == {"mixture": "a file"}


def test_the_log_tells_where_a_stage_one_that_ran_out_of_pairs_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.training.training._FEW_PRETOKENS", 0)
    (tmp_path / "a.txt").write_text("so it goes and so it ends " * 20, "utf-8")
    corpus = Corpus.from_paths([tmp_path / "a.txt"])
    superwords = Superwords(280, "none", superword_rules("unbounded"))
    config = TrainingConfig(285, "gpt2", superwords=superwords)
    expected, _ = finish(train(corpus, config))
    assert expected.superwords.n_first_merges < config.n_first_merges
    interrupted(corpus, tmp_path / "kept", in_merges(282 - 256), config)
    tokenizer, checkpoint, _ = resumed(corpus, tmp_path / "kept", config)
    assert checkpoint.n_resumed > expected.superwords.n_first_merges
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert tokenizer.superwords == expected.superwords
