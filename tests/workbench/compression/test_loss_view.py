"""The Loss tab: n-grams of the open tokenizer and its baselines, and tables of a model's losses."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Corpus, CorpusError, Tokenizer
from engine.evaluation.loss_table import files_of
from engine.evaluation.ngram_bits import ngram_loss
from tests.workbench.named import choose, named
from workbench.compression.compression_pane import LOSS, CompressionPane
from workbench.compression.loss_flow import ChosenLosses, LossFlow
from workbench.compression.loss_view import LOSSES, NGRAMS
from workbench.compression.ngram_view import FIRST
from workbench.text.languages import language_name
from workbench.work.comparison import Baseline, EvaluationTexts


@pytest.fixture
def pane(qtbot, state, theme):
    made = CompressionPane(state, theme)
    qtbot.addWidget(made)
    made.resize(904, 690)
    made.show()
    return made


@pytest.fixture
def flow(pane, state, jobs, engine_jobs, store):
    made = LossFlow(state, engine_jobs, store)
    view = pane.tabs.loss
    view.measuring_requested.connect(made.measure)
    view.losses_chosen.connect(made.read_tables)
    made.measured.connect(view.show_ngrams)
    made.tables_loaded.connect(view.show_losses)
    made.busy_changed.connect(view.note_busy)
    made.failed.connect(view.note_failed)
    state.tokenizer_changed.connect(view.forget)
    yield made
    made.deleteLater()


@pytest.fixture
def texts(tmp_path):
    for label in ("deu", "eng"):
        lines = [{"text": f"low lower größer {label} {i % 17} {i}"} for i in range(200)]
        (tmp_path / f"{label}.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return (tmp_path / "deu.jsonl", tmp_path / "eng.jsonl")


def test_ngrams_of_the_open_tokenizer_beside_another(
    qtbot, pane, flow, state, tokenizer, texts, tmp_path
):
    Tokenizer([]).save(tmp_path / "bytes.twb")
    state.open_run(None, tokenizer, None, name="mine")
    state.set_evaluation_texts(EvaluationTexts.of(texts))
    state.set_baselines((Baseline("bytes", path=tmp_path / "bytes.twb"),))
    view = pane.tabs.loss
    with qtbot.waitSignal(flow.measured):
        pane.tabs.measure_ngrams()
    assert pane.tabs.tab == LOSS and view.view == NGRAMS and not flow.is_busy
    expected = ngram_loss(tokenizer, Corpus.from_paths(texts))
    total, *languages = view.ngrams.rows
    losses = [row.difference(1, 3) for row in languages]
    assert losses == sorted(losses, reverse=True)  # where it loses most comes first
    assert {row.name for row in languages} == {"English", "German"}
    for order in (1, 2, 3):
        assert total.bits_per_byte(0, order) == pytest.approx(expected.total.bits_per_byte(order))
    assert total.bits_per_byte(1, 1) > total.bits_per_byte(0, 1)
    before = view.ngrams.table.width()
    handle = view.ngrams.chart.parent().handle(1)
    begin = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(handle, begin - QPoint(40, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=begin - QPoint(40, 0))
    moved = view.ngrams.table.width()
    assert moved > before
    pane.resize(960, 690)  # the line stays where a person put it
    QApplication.processEvents()
    assert view.ngrams.table.width() == pytest.approx(moved, abs=60)
    assert view.ngrams.figures.values()[0] == f"{expected.total.bits_per_byte(3):.3f}"
    assert view.ngrams.chart.names == ("mine", "bytes")
    view.ngrams.chart.setFocus()
    qtbot.keyClick(view.ngrams.chart, Qt.Key.Key_Down)
    label, _column = view.ngrams.chart.current
    [chosen] = view.ngrams.table.selectionModel().selectedRows()
    assert chosen.data() == language_name(label)
    fewer = 100 * (1 - total.bits_per_byte(0, 3) / total.bits_per_byte(1, 3))
    assert (
        view.ngrams.verdict.text()
        == f"Bits per byte of mine, n = 3: {fewer:.1f} % fewer than bytes"
    )
    assert view.ngrams.table.copying.heads()[-1] == "vs bytes, %"
    assert view.ngrams.table.copying.cells()[0][-1] == f"−{fewer:.1f}"
    choose(named(view, "ngram_order"), 1)
    assert "n = 1: " in view.ngrams.verdict.text()
    assert view.ngrams.chart.rows[0].cells[1].value == pytest.approx(total.bits_per_byte(1, 1))
    heads = view.ngrams.table.copying.heads()
    assert "mine, n = 1" in heads and len(heads) < FIRST + 8
    state.open_run(None, Tokenizer([]), None, name="other")
    assert view.ngrams.isHidden() or not view.ngrams.isVisible()


def test_tables_are_asked_for_and_texts_measured_from_the_palette_and_the_tab(
    qtbot, pane, chosen_in_dialog, tmp_path
):
    view = pane.tabs.loss
    [command] = [each for each in pane.actions() if each.text() == "Open losses per token"]
    chosen_in_dialog(tmp_path / "losses.npy")
    with qtbot.waitSignal(view.losses_chosen) as asked:
        command.trigger()
    assert asked.args[0].paths == (tmp_path / "losses.npy",)
    assert pane.tabs.tab == LOSS
    with qtbot.waitSignal(view.measuring_requested):
        view.measure_button.click()


def test_a_table_of_losses_is_read_with_its_labels(qtbot, pane, flow, state, tokenizer, tmp_path):
    state.open_run(None, tokenizer, None, name="mine")
    path = tmp_path / "losses.csv"
    path.write_text("id,loss,lang\n108,2,deu\n111,1,eng\n119,,deu\n9999,1,deu\n")
    view = pane.tabs.loss
    with qtbot.waitSignal(flow.tables_loaded):
        view.losses_chosen.emit(ChosenLosses((path,)))
    assert view.view == LOSSES
    assert view.report.figures.values()[0] == f"{3 / (2 * math.log(2)):.4f}"
    names = [row[0] for row in view.report.labels.copying.cells()]
    assert names == ["All", "German", "English"]
    assert [row[1] for row in view.report.worst.copying.cells()] == ["108", "111"]
    assert f"{path}, line 5" in pane.bar.text
    with qtbot.waitSignal(flow.tables_loaded):
        view.losses_chosen.emit(ChosenLosses((path,), "bits"))
    assert view.report.figures.values()[0] == "1.5000"


def test_bad_files_and_missing_texts_are_a_sentence(qtbot, pane, flow, state, tokenizer, tmp_path):
    view = pane.tabs.loss
    view.measuring_requested.emit()  # nothing is open: nothing happens
    assert not flow.is_busy
    state.open_run(None, tokenizer, None, name="mine")
    with qtbot.waitSignal(flow.failed):
        view.measuring_requested.emit()
    assert "No test texts" in pane.bar.text
    with qtbot.waitSignal(flow.failed):
        view.losses_chosen.emit(ChosenLosses((tmp_path / "losses.txt",)))
    assert "no table of losses" in pane.bar.text and not flow.is_busy


def test_measuring_can_be_cancelled(qtbot, pane, flow, jobs, state, tokenizer, texts):
    state.open_run(None, tokenizer, None, name="mine")
    state.set_evaluation_texts(EvaluationTexts.of(texts))
    flow.measure()
    with qtbot.waitSignal(flow.busy_changed):
        jobs.jobs[0].cancel()
    assert not flow.is_busy and pane.tabs.loss.measure_button.isEnabled()


def test_of_two_arrays_the_whole_numbers_are_the_ids(tmp_path):
    ids, losses = tmp_path / "b.npy", tmp_path / "a.npy"
    np.save(ids, np.arange(3))
    np.save(losses, np.ones(3))
    for chosen in ((ids, losses), (losses, ids)):
        assert [(file.path, file.ids) for file in files_of(chosen)] == [(losses, ids)]
    with pytest.raises(CorpusError, match=r"choose two \.npy files"):
        files_of([ids])
