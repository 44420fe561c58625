"""After a task is cancelled in the list of tasks, nothing waits for it."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PySide6.QtCore import QSettings

from engine import Corpus, TrainingConfig
from workbench.corpus.mixture_draft import PreviewWish
from workbench.corpus.mixture_flow import MixtureFlow
from workbench.pattern.pattern_flow import CutPair, PatternFlow
from workbench.sizes.sizes_flow import SizesFlow
from workbench.tokens.text_encoding import ColumnEncoder
from workbench.tokens.token_columns_flow import TokenColumnsFlow
from workbench.training.engine_preparation import EnginePreparation
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs
from workbench.work.comparison import Baseline, EvaluationTexts
from workbench.work.kept_counts import KeptCounts

SLEEPER = [sys.executable, "-c", "input()"]


@pytest.fixture
def cancel(qtbot, jobs):
    """Cancel the task that was started last, as the list of tasks does."""

    def cancel_last():
        job = jobs.jobs[-1]
        with qtbot.waitSignal(job.cancelled):
            job.cancel()

    return cancel_last


def test_the_engine_is_used_all_the_same(qtbot, jobs, cancel):
    engine = EnginePreparation(jobs)
    engine.start()
    cancel()
    assert engine.is_ready
    assert engine.words == "Engine ready, first training starts slower"


def test_compiling_beside_the_window_can_be_cancelled(qtbot, jobs):
    engine = EnginePreparation(jobs, command=SLEEPER)
    started = []
    engine.process_started.connect(started.append)
    engine._note_look(False)
    with qtbot.waitSignal(engine.became_ready):
        started[0].cancel()
    assert engine.is_ready


def test_a_text_can_be_encoded_again(qtbot, engine_jobs, tokenizer, cancel):
    encoder, said = ColumnEncoder(engine_jobs), []
    encoder.busy_changed.connect(said.append)
    encoder.encode(b"the cat", "text", [tokenizer])
    cancel()
    assert said == [""]
    with qtbot.waitSignal(encoder.encoded) as caught:
        encoder.encode(b"the cat", "text", [tokenizer])
    assert caught.args[0].data == b"the cat"


def test_a_column_says_that_it_was_not_loaded(jobs, store, tokenizer, tmp_path, cancel):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    flow = TokenColumnsFlow(jobs, store, settings)
    flow.add(Baseline("", path=tokenizer.save(tmp_path / "a.twb")))
    cancel()
    [column] = flow.columns
    assert "cancelled" in column.error
    assert column.tokenizer is None


def test_a_vocabulary_says_that_it_was_not_listed_and_reports_again(
    qtbot, jobs, engine_jobs, tokenizer, cancel
):
    vocabulary, said = VocabularyJobs(jobs, engine_jobs), []
    vocabulary.failed.connect(said.append)
    vocabulary.list_tokens(tokenizer)
    cancel()
    assert len(said) == 1
    with qtbot.waitSignal(vocabulary.listed) as caught:
        vocabulary.list_tokens(tokenizer)
    vocabulary.report(tokenizer, caught.args[0])
    cancel()
    with qtbot.waitSignal(vocabulary.reported):
        vocabulary.report(tokenizer, caught.args[0])


def test_a_preview_comes_again_with_the_next_edit(
    qtbot, state, jobs, engine_jobs, tmp_path, monkeypatch
):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    flow, previews = MixtureFlow(state, jobs, engine_jobs, KeptCounts()), []
    flow.preview_changed.connect(previews.append)
    (tmp_path / "eng.txt").write_text("the cat sat on the mat\n" * 50, "utf-8")
    flow.set_config(TrainingConfig(270))
    flow.set_wish(PreviewWish(is_on=True))
    cancelled = []

    def cancel_first_preview(job):  # before it runs: it may take less than a turn of the loop
        if not (job.brief or cancelled):
            cancelled.append(job)
            job.cancel()

    jobs.job_started.connect(cancel_first_preview)
    state.set_corpus(Corpus.from_paths([tmp_path / "eng.txt"]))
    qtbot.waitUntil(lambda: bool(cancelled) and not jobs.jobs)
    assert not flow.is_previewing
    assert not any(previews)
    flow.count_now()
    qtbot.waitUntil(lambda: any(previews) and not jobs.jobs)


def test_sizes_and_patterns_tell_their_panes(
    qtbot, state, jobs, engine_jobs, store, corpus, tokenizer, cancel
):
    state.open_run("run", tokenizer, None)
    state.set_corpus(corpus)
    sizes = SizesFlow(state, jobs, engine_jobs, store)
    state.set_evaluation_texts(EvaluationTexts())
    sizes.measure_texts()
    with qtbot.waitSignal(sizes.cancelled):
        cancel()
    patterns = PatternFlow(state, engine_jobs)
    cut = np.array([0, 3], np.int64)
    patterns.count(CutPair(b"the", cut, cut, 260))
    with qtbot.waitSignal(patterns.cancelled):
        cancel()
