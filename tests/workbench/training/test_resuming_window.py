"""Trainings that go on, in the whole window: the offer at the start, Runs, a larger vocabulary."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QInputDialog

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.counting.batches import PACE_VARIABLE
from engine.settings.sources import ReadingOptions
from engine.settings.superwords import Superwords
from engine.training.merge_loop import MergeLoop
from tests.workbench.driver import WorkbenchDriver
from workbench.store import RunStore
from workbench.store.run_writing import ProcessIdentity
from workbench.work.runs.checkpoints import has_checkpoint
from workbench.work.runs.recording import record_training

pytestmark = pytest.mark.slow


@pytest.fixture
def corpus(tmp_path):
    for label, text in (("eng", "the cat sat on the mat " * 40), ("deu", "die Katze saß da " * 40)):
        (tmp_path / f"{label}.txt").write_text(text, encoding="utf-8")
    return Corpus.from_paths([tmp_path / "eng.txt", tmp_path / "deu.txt"])


def test_notes_of_the_start_do_not_replace_one_another(qtbot, qapp, interrupted, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    entry = ["own", ReadingOptions().flat(), [str(tmp_path / "away.txt")]]
    settings.setValue("session/corpus", json.dumps({"sources": [entry]}))
    settings.sync()
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        driver.start()
        missing, offer = driver.window_message.splitlines()
        assert missing.endswith("away.txt")
        assert offer.startswith("The training night was interrupted at")
        assert driver.window.bar.action == "Resume"
    finally:
        driver.close()


@pytest.fixture
def interrupted(corpus, tmp_path, monkeypatch):
    """A run whose process is gone, in the middle of its merges; the store has nothing else."""
    monkeypatch.setenv(PACE_VARIABLE, "0")
    run_slice = MergeLoop.run_slice
    steps = None
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        with monkeypatch.context() as patched:
            patched.setattr(
                MergeLoop, "run_slice", lambda self, max_merges, max_work: run_slice(self, 2, 1)
            )
            steps = record_training(store, corpus, TrainingConfig(290), name="night")
            for progress in steps:
                if progress.merges_done >= 8:
                    break
        monkeypatch.setattr(ProcessIdentity, "is_alive", lambda _self: False)
        [run] = store.list_runs()
        yield run.run_id
        steps.close()


def test_an_interrupted_training_is_offered_and_resumes(interrupted, driver, corpus):
    driver.start()
    assert driver.window_message.startswith("The training night was interrupted at")
    driver.press_bar_button()
    assert driver.workbench.training.is_running
    driver.wait_for_training()
    assert driver.workbench.training_pane.isVisible()
    [run] = driver.runs
    assert (run.run_id, run.status, run.name) == (interrupted, "finished", "night")
    expected = train_tokenizer(corpus, TrainingConfig(290))
    assert driver.state.tokenizer.semantic_hash == expected.semantic_hash
    assert driver.shown_merges == len(expected.merges)  # those of before are shown, too
    assert not has_checkpoint(driver.workbench.store, interrupted)
    driver.press_bar_button()  # the offer is taken; nothing is left of it
    assert not driver.workbench.training.is_running


def test_an_offer_that_is_dismissed_is_not_taken_by_another_button(interrupted, driver):
    driver.start()
    driver.window.bar.dismiss()
    driver.press_bar_button()
    assert not driver.workbench.training.is_running
    assert driver.runs[0].status == "interrupted"


def test_runs_resumes_and_continues_what_can_be(interrupted, driver, corpus, monkeypatch):
    driver.start()
    going_on = driver.workbench.runs_pane.going_on
    driver.choose_run(interrupted)
    assert going_on.resume.isEnabled()
    assert not going_on.continuation.isEnabled()
    assert "finished" in going_on.continuation.statusTip()
    path = corpus.sources[0].paths[0]
    before = path.read_bytes()
    path.write_bytes(before + b"!")
    driver.trigger("Resume training")
    driver.wait_for_training()
    assert "eng.txt is not the file that the training began with" in (
        driver.workbench.training_pane.bar.text
    )
    assert driver.runs[0].status == "interrupted"
    (driver.folder / "runs-checkpoints" / interrupted / "training.json").unlink()
    path.write_bytes(before)
    driver.choose_run(interrupted)
    driver.trigger("Resume training")
    driver.wait_for_training()
    assert driver.runs[0].status == "finished"
    assert "before its first checkpoint" in driver.workbench.training_pane.bar.text
    driver.choose_run(interrupted)
    assert not going_on.resume.isEnabled()
    asked = []

    def answered(_parent, _title, _words, *numbers):
        asked.append(numbers)
        return (300, True)

    monkeypatch.setattr(QInputDialog, "getInt", answered)
    driver.trigger("Continue to a larger vocabulary…")
    driver.wait_for_training()
    assert asked == [(580, 291, 2_000_000)]
    new = driver.runs[0]
    assert (new.status, new.vocab_size) == ("finished", 300)
    expected = train_tokenizer(corpus, TrainingConfig(300))
    assert driver.state.tokenizer.semantic_hash == expected.semantic_hash
    answers = iter(((290, True), (310, True)))
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_arguments: next(answers))
    driver.choose_run(new.run_id)
    driver.trigger("Continue with superwords…")
    driver.wait_for_training()
    expected = train_tokenizer(corpus, TrainingConfig(310, superwords=Superwords(290)))
    assert driver.state.tokenizer.semantic_hash == expected.semantic_hash
    driver.choose_run(driver.runs[0].run_id)
    assert not going_on.superwords.isEnabled()
    assert "without superwords" in going_on.superwords.statusTip()
