"""Uses by rank and coverage of a text, of the open tokenizer and another one."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.analysis import frequency_curves, token_usage
from tests.texts import some_texts
from workbench.work.comparison import Baseline


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.from_texts(some_texts(20))


@pytest.fixture(scope="module")
def trained(corpus):
    return train_tokenizer(corpus, TrainingConfig(500))


@pytest.fixture
def pane(opened_pane, trained, corpus):
    return opened_pane(trained, corpus, width=1200)


def test_curves_are_those_of_a_plain_count():
    counts = np.array([5, 0, -1, 10, 1])
    lengths = np.array([1, 9, 9, 2, 30])
    curves = frequency_curves(counts, lengths)
    assert curves.ranks.tolist() == [1, 2, 3]
    assert curves.uses.tolist() == [10, 5, 1]
    assert curves.of_uses == pytest.approx([10 / 16, 15 / 16, 1])
    assert curves.of_bytes == pytest.approx([30 / 55, 50 / 55, 1])
    assert len(frequency_curves(np.zeros(4, np.int64), np.ones(4, np.int64)).ranks) == 0


def test_uses_are_drawn_by_the_record_and_then_as_counted(qtbot, pane, trained, corpus):
    part = pane.side.frequency
    next(a for a in pane.actions() if a.objectName() == "vocabulary.show_frequency").trigger()
    assert "by its record" in part.words
    [by_record] = part.ranks.curves
    wanted = frequency_curves(pane.reporting.report.uses, trained.token_lengths)
    assert by_record.y.tolist() == wanted.uses.tolist()
    pane.side.report.uses_requested.emit(None)
    qtbot.waitUntil(lambda: "corpus of the window" in part.words)
    usage = token_usage(trained, corpus)
    [counted] = part.ranks.curves
    assert counted.y.tolist() == frequency_curves(usage.counts, usage.lengths).uses.tolist()
    by_uses, by_bytes = part.coverage.curves
    assert (by_uses.y[-1], by_bytes.y[-1]) == (100.0, 100.0)
    assert (by_uses.name, by_bytes.name) == (
        "this tokenizer, by uses", "this tokenizer, by bytes",
    )  # fmt: skip


def test_another_tokenizer_is_counted_in_the_same_text(qtbot, pane, trained, corpus):
    part = pane.side.frequency
    pane.side.show_frequency()
    smaller = trained.truncated(300)
    pane.reporting.set_partner(("smaller", smaller))
    [_, recorded] = part.ranks.curves
    assert recorded.name == "smaller"
    pane.side.report.uses_requested.emit(None)
    qtbot.waitUntil(lambda: part.words.count("corpus of the window") == 2)
    usage = token_usage(smaller, corpus)
    [_, counted] = part.ranks.curves
    assert counted.y.tolist() == frequency_curves(usage.counts, usage.lengths).uses.tolist()
    assert len(part.coverage.curves) == 4
    pane.reporting.set_partner(None)
    assert len(part.ranks.curves) == 1


def test_tokenizers_are_offered_and_asked_for(qtbot, pane):
    part = pane.side.frequency
    other = Baseline("a & b", run_id="r2")
    part.set_choices((other,))
    none, entry = part.findChild(QPushButton).menu().actions()
    assert (none.text(), entry.text()) == ("None", "a && b")
    with qtbot.waitSignal(part.partner_requested) as asked:
        entry.trigger()
    assert asked.args == [other]
    with qtbot.waitSignal(part.partner_requested) as asked:
        none.trigger()
    assert asked.args == [None]


def test_a_tokenizer_of_the_menu_is_loaded_and_drawn_in_the_window(
    qtbot, driver, trained, corpus, tmp_path
):
    driver.start()
    trained.truncated(300).save(tmp_path / "smaller.twb")
    driver.state.set_corpus(corpus)
    driver.state.open_run(None, trained, None, name="mine")
    driver.state.set_baselines((Baseline("smaller", path=tmp_path / "smaller.twb"),))
    driver.window.show_workspace("vocabulary")
    side = driver.workbench.vocabulary_pane.side
    qtbot.waitUntil(lambda: driver.workbench.vocabulary_pane.reporting.report is not None)
    side.show_frequency()
    none, entry = side.frequency.findChild(QPushButton).menu().actions()
    entry.trigger()
    qtbot.waitUntil(lambda: len(side.frequency.ranks.curves) == 2)
    assert side.frequency.ranks.curves[1].name == "smaller"
    none.trigger()
    assert len(side.frequency.ranks.curves) == 1
