"""Trainings that are held, cancelled, begun again, or stopped and kept, in the whole window."""

from __future__ import annotations

import itertools
import threading

import pytest
from PySide6.QtCore import QTimer

from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.training.merge_loop import MergeLoop
from tests.workbench.buttons import press_button
from tests.workbench.named import named
from workbench.store import StoreWriteError
from workbench.work.training_settings import TrainingSettings

pytestmark = pytest.mark.slow

TEXT = "aabb deff  naïve 猫 ffaa"


@pytest.fixture
def one_merge_at_a_time(monkeypatch):
    """So that a training is still merging when a person presses a button, on any machine.

    The corpus has 31,559 merges: half a minute of waiting, where the window needs moments.
    """
    run_slice, never = MergeLoop.run_slice, threading.Event()

    def run_slowly(loop, **_limits):
        never.wait(0.001)
        return run_slice(loop, 1, 1)

    monkeypatch.setattr(MergeLoop, "run_slice", run_slowly)


@pytest.fixture
def large_corpus(tmp_path):
    """Thousands of merges, in files that can be read again, or not."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for label, letters in (("one", "abcdefg"), ("two", "cdefghi")):
        words = ("".join(each) for each in itertools.product(letters, repeat=5))
        (folder / f"{label}.txt").write_text(" ".join(words), encoding="utf-8")
    return Corpus.from_paths(folder)


def test_paused_resumed_cancelled_and_begun_again_from_the_kept_counts(
    driver, qtbot, large_corpus, one_merge_at_a_time, sources_read
):
    driver.start()
    driver.load_corpus(large_corpus)
    driver.train(1_000_000)
    driver.wait_for_merges()
    driver.pause_training()
    driver.resume_training()
    driver.cancel_training()
    driver.wait_for_training()
    assert [run.status for run in driver.runs] == ["cancelled"]
    assert driver.state.tokenizer is None
    qtbot.waitUntil(lambda: "Training starts at once" in driver.workbench.training_pane.reads)
    sources_read.clear()
    events, ticks = [], QTimer(interval=1)
    ticks.timeout.connect(lambda: events.append("other"))
    driver.workbench.training.finished.connect(lambda _run_id: events.append("finished"))
    driver.state.run_id_changed.connect(lambda _run_id: events.append("opened"))
    ticks.start()
    driver.train(330, name="again")
    driver.wait_for_training()
    ticks.stop()
    # The window does what waits for it between the end of a training and the opening of its run.
    assert "other" in events[events.index("finished") : events.index("opened")]
    assert sources_read == []
    assert [run.status for run in driver.runs] == ["finished", "cancelled"]
    assert driver.training_words.startswith("Finished and stored in ")
    alone = train_tokenizer(large_corpus, TrainingConfig(330))
    assert driver.state.tokenizer.semantic_hash == alone.semantic_hash


def test_stopped_and_kept_it_is_a_run_like_any_other(
    driver, large_corpus, one_merge_at_a_time, tmp_path
):
    driver.start()
    driver.load_corpus(large_corpus)
    driver.workbench.training_pane.form.set_special_tokens(("<|endoftext|>",))
    driver.train(20_000, name="early")
    driver.wait_for_merges()
    driver.pause_training()
    driver.stop_and_keep()  # also a training that waits
    [run] = driver.runs
    kept = driver.state.tokenizer
    n = kept.n_merges
    assert 0 < n < 20_000 - 257
    assert (run.status, run.name) == ("finished", "early")
    assert run.reason == f"stopped at {n:,} of {20_000 - 257:,} merges"
    assert (run.vocab_size, kept.vocab_size) == (257 + n, 257 + n)
    assert driver.state.run_id == run.run_id
    assert driver.shown_merges == n
    assert driver.training_words.startswith("Stopped at ")
    assert sorted(driver.shown_labels) == ["one", "two"]
    # It is what a training of its own size gives, merge for merge and id for id.
    alone = train_tokenizer(
        large_corpus, TrainingConfig(257 + n, special_tokens=("<|endoftext|>",))
    )
    assert kept.semantic_hash == alone.semantic_hash
    assert kept.encode(TEXT) == alone.encode(TEXT)
    assert kept.special_tokens == {"<|endoftext|>": 256 + n}
    assert Tokenizer.load(kept.save(tmp_path / "kept.twb")).decode(kept.encode(TEXT)) == TEXT
    # Opened from the store, and its settings taken for the next one.
    driver.workbench.runs.open(run.run_id)
    driver.wait_for_training()
    assert driver.state.tokenizer.semantic_hash == alone.semantic_hash
    driver.state.set_training_settings(TrainingSettings.of(kept.training.config))
    assert driver.workbench.training_pane.form.config("gpt2") == alone.training.config


def test_a_rescued_tokenizer_is_opened_from_the_message(driver, qtbot, corpus, monkeypatch):
    def full(*_args, **_kwargs):
        raise StoreWriteError("The disk is full.", path=driver.workbench.store.path)

    monkeypatch.setattr(driver.workbench.store, "finish_run", full)
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    bar = driver.workbench.training_pane.bar
    qtbot.waitUntil(lambda: "The trained tokenizer was saved as" in bar.text)
    assert bar.action == "Open tokenizer"
    press_button(bar, "Open tokenizer")
    page = driver.workbench.imports.page
    qtbot.waitUntil(lambda: named(page, "use_tokenizer").isEnabled())
