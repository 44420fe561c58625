"""The Sizes workspace: marker, table, cost, chips, texts, and a size as a run of its own."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from engine import TrainingConfig, train_tokenizer
from engine.analysis.sizes import SizeCurves
from tests.workbench.buttons import press_button
from tests.workbench.named import choose, named, press_empty_action
from workbench.sizes.size_charts import TOTAL
from workbench.sizes.sizes_flow import MeasuredSizes, SizesFlow
from workbench.sizes.sizes_pane import TEXTS, TRAINING, SizesPane
from workbench.sizes.sizes_view import CostForm
from workbench.store import SourceRecord
from workbench.text.numbers import grouped, ratio
from workbench.ui.charts.chart_layout import BOTTOM_AXIS_HEIGHT
from workbench.work.comparison import EvaluationTexts


@pytest.fixture
def pane(qtbot, state, theme):
    made = SizesPane(state, theme)
    qtbot.addWidget(made)
    made.resize(904, 690)
    made.show()
    return made


@pytest.fixture
def run_id(store, state, tokenizer):
    """The run of the tokenizer, open."""
    training = tokenizer.training
    sources = [SourceRecord(label) for label in training.source_labels]
    made = store.begin_run("small", training.config, sources)
    store.finish_run(made, tokenizer)
    state.open_run(made, tokenizer, None)
    return made


@pytest.fixture
def flow(state, jobs, engine_jobs, store):
    made = SizesFlow(state, jobs, engine_jobs, store)
    yield made
    made.deleteLater()


@pytest.fixture
def filled(pane, state, tokenizer):
    state.open_run("a", tokenizer, None)
    pane.set_curves(MeasuredSizes(tokenizer, None, SizeCurves.of_training(tokenizer.training)))
    return pane


def test_without_a_tokenizer_it_says_what_it_is_for(qtbot, pane):
    assert pane.is_empty
    with qtbot.waitSignal(pane.training_requested):
        press_empty_action(pane)
    assert not pane.primary_action().isEnabled()


def test_the_curves_of_the_training_are_asked_for_once_and_come_in_time(pane, state, tokenizer):
    asked = []
    pane.curves_requested.connect(lambda: asked.append(1))
    state.open_run("a", tokenizer, None)
    pane.hide()
    pane.show()
    assert asked == [1]
    other = train_tokenizer_like(tokenizer)
    curves = SizeCurves.of_training(tokenizer.training)
    pane.set_curves(MeasuredSizes(other, None, curves))
    assert pane.curves is None  # of a tokenizer that is not open any more
    pane.set_curves(MeasuredSizes(tokenizer, None, curves))
    assert pane.curves is curves
    assert not pane.is_empty


def train_tokenizer_like(tokenizer):
    return tokenizer.truncated(290)


def test_the_marker_is_one_in_charts_box_table_and_number(qtbot, filled, tokenizer):
    filled.view.choice.size_chosen.emit(280)
    wanted = tokenizer.truncated(280).training.bytes_per_token()
    assert filled.view.marker == 280
    assert filled.view.charts.compression.marker == filled.view.charts.gain.marker == 280.0
    assert filled.view.rows[0].size == 280
    assert filled.view.charts.compression.hovered_words == f"All text, at 280: {wanted:.2f}"
    assert filled.view.rows[0].bytes_per_token == pytest.approx(wanted)
    filled.view.charts.gain._move_marker(270.4)
    assert filled.view.marker == 270
    assert filled.view.charts.compression.marker == 270.0
    filled.view.charts.compression._move_marker(10.0)
    assert filled.view.marker == 257  # the smallest: 256 bytes and one special token


def test_labels_are_whole_and_both_charts_have_one_axis(filled):
    charts = filled.view.charts
    for chart in (charts.compression, charts.gain):
        assert all("…" not in label.words for label in chart.plan.labels)
    assert charts.compression.plan.plot.right() == charts.gain.plan.plot.right()


def test_a_row_of_the_table_takes_the_marker(filled):
    size = filled.view.rows[-1].size
    filled.view.move_marker(260)
    filled.view.take_row(filled.view._table_model.index(len(filled.view.rows) - 1, 0))
    assert filled.view.marker == size == 300


def test_rows_tell_what_the_tokenizers_of_these_sizes_are(filled, tokenizer):
    assert [row.size for row in filled.view.rows[1:]] == sorted(
        row.size for row in filled.view.rows[1:]
    )
    for row in filled.view.rows:
        cut = tokenizer.truncated(row.size)
        assert row.bytes_per_token == pytest.approx(cut.training.bytes_per_token())
        assert row.parameters == 2 * 4096 * row.size  # Llama 3 8B, untied


@pytest.mark.parametrize(("weight", "is_said"), [(1, False), (3, True)])
def test_a_total_that_a_mixture_weighs_is_said_to_be(weight, is_said, pane, state, tokenizer):
    training = tokenizer.training
    weights = np.ones(len(training.source_labels), np.int64)
    weights[0] = weight
    curves = SizeCurves.of_training(replace(training, source_weights=weights))
    state.open_run("a", tokenizer, None)
    pane.set_curves(MeasuredSizes(tokenizer, None, curves))
    told = [each.text() for each in pane.findChildren(QLabel) if "per token" in each.text()]
    assert any("as mixed" in words for words in told) == is_said
    # The number of the training corpus is the one that lists of runs and Train have.
    natural = ratio(training.bytes_per_token())
    shown = [each.text() for each in pane.findChildren(QLabel)]
    named = f"training corpus {natural}" if is_said else natural
    assert any(named in words for words in shown)
    assert any("training corpus" in words for words in told)
    total = next(curve for curve in pane.view.charts.compression.curves if curve.is_emphasised)
    assert total.name == ("As mixed" if is_said else "All text")


def test_the_budget_follows_the_model(filled):
    choose(named(filled.view.cost_form, "model"), "")
    filled.view.cost_form.edit("width", "1000")
    filled.view.cost_form.edit("total_parameters", "1")
    filled.view.cost_form.edit("budget_share", "27")
    named(filled.view.cost_form, "tied").setChecked(True)
    assert filled.view.cost_form.cost.largest_size() == 270
    assert [row.size for row in filled.view.rows if row.remark == "budget"] == [270]
    notes = [note.words for note in filled.view.charts.compression.notes]
    assert notes == ["budget 27 %: 270"]
    words = "Recommended: 257 ids. The budget of 27 % of 1.00 M parameters ends at 270."
    assert filled.view.words == words
    filled.view.cost_form.edit("budget_share", "60")
    assert "budget 60 %: 600" in filled.view.charts.compression.accessibleDescription()
    assert not [row for row in filled.view.rows if row.remark == "budget"]  # beyond what there is


def test_where_returns_diminish_is_marked(pane, state, tokenizer):
    state.open_run("a", tokenizer, None)
    k = np.arange(9001)
    tokens = np.round(1e12 * (k + 1000.0) ** -0.3).astype(np.int64)
    curves = SizeCurves(("eng",), tokens[:1], tokens[None], 0, np.ones(1, np.int64), 1, 256 + 9000)
    pane.set_curves(MeasuredSizes(tokenizer, None, curves))
    pane.view.cost_form.edit("threshold", "5")
    size = curves.diminishing_size(0.05)
    assert [row.size for row in pane.view.rows if row.remark == "diminishing"] == [size]
    recommended = grouped(size // 64 * 64)
    words = f"Recommended: {recommended} ids. Beyond {grouped(size)}, 1000 more ids save less than"
    assert pane.view.words == f"{words} 5 %."
    pane.view.cost_form.edit("threshold", "0.001")
    assert not [row for row in pane.view.rows if row.remark == "diminishing"]
    words = "Recommended: all 9 256 ids. Up to the end 1000 more ids save over 0.001 %."
    assert pane.view.words == words.replace("9 256", grouped(9256))


def test_the_marker_begins_at_the_recommended_size(filled, tokenizer):
    assert filled.view.words.startswith("Recommended: all 300 ids.")
    assert filled.view.marker == tokenizer.vocab_size == 300
    [row] = [row for row in filled.view.rows if "recommended" in row.remark]
    assert row.size == 300


def test_the_marker_begins_within_a_small_budget(pane, state, tokenizer):
    choose(named(pane.view.cost_form, "model"), "")
    pane.view.cost_form.edit("width", "1000")
    pane.view.cost_form.edit("total_parameters", "1")
    pane.view.cost_form.edit("budget_share", "54")  # half of it for each of two matrices
    state.open_run("a", tokenizer, None)
    pane.set_curves(MeasuredSizes(tokenizer, None, SizeCurves.of_training(tokenizer.training)))
    assert pane.view.cost_form.cost.largest_size() == 270
    assert pane.view.words.startswith("Recommended: 257 ids.")
    assert pane.view.marker == 257


def test_only_the_lower_chart_writes_the_axis_of_sizes(filled):
    charts = filled.view.charts
    feet = [
        chart.height() - chart.plan.plot.bottom() for chart in (charts.compression, charts.gain)
    ]
    assert feet[0] < feet[1] == BOTTOM_AXIS_HEIGHT


def test_chips_of_a_larger_tokenizer_move_the_marker(qtbot, pane, state, tokenizer):
    state.open_run("a", tokenizer, None)
    tokens = np.arange(20_000, 10_000, -1, dtype=np.int64)
    curves = SizeCurves(("eng",), tokens[:1], tokens[None], 0, np.ones(1, np.int64), 1, 10_255)
    pane.set_curves(MeasuredSizes(tokenizer, None, curves))
    pane.view.move_marker(5000)
    assert pane.view.choice.chips == (4096, 8192, 4992, 5056, 5120)
    press_button(pane.view.choice, grouped(4992))
    assert pane.view.marker == 4992
    assert 4992 not in pane.view.choice.chips
    said = [each for each in pane.findChildren(QLabel) if each.text() == "this size"]
    assert [each.isHidden() for each in said] == [True, False]
    pane.view.move_marker(8192)
    assert [each.isHidden() for each in said] == [False, False]
    pane.view.move_marker(5000)
    assert [each.isHidden() for each in said] == [True, True]


def test_open_and_export_ask_for_the_size_at_the_marker(qtbot, filled):
    filled.set_export_formats({"tiktoken": "For tiktoken."})
    filled.view.move_marker(277)
    with qtbot.waitSignal(filled.open_requested) as opened:
        filled.primary_action().trigger()
    assert opened.args == [277]
    with qtbot.waitSignal(filled.export_requested) as exported:
        [export] = [
            each.menu()
            for each in filled.view.choice.findChildren(QPushButton)
            if each.menu() is not None
        ]
        export.actions()[0].trigger()
    assert exported.args[0] == (277, "tiktoken")


def test_other_texts_are_asked_for_and_go_stale(pane, state, filled, tokenizer):
    asked = []
    pane.measurement_requested.connect(lambda: asked.append(1))
    pane.choose_texts(TEXTS)
    assert asked == [1]
    assert pane.curves is None
    pane.note_failed("The texts contain no text.")
    assert pane.bar.accessibleDescription() == "The texts contain no text."
    assert pane.curves is not None  # those of the training again
    pane.choose_texts(TEXTS)
    pane.set_curves(MeasuredSizes(tokenizer, "x", SizeCurves.of_training(tokenizer.training)))
    state.set_evaluation_texts(EvaluationTexts("other", (Path("other.txt"),)))
    assert asked == [1, 1, 1]
    pane.choose_texts(TRAINING)
    assert pane.curves is not None


def test_the_curve_that_is_pointed_at_shows_its_gain_below(filled):
    charts = filled.view.charts
    assert [curve.label for curve in charts.gain.curves] == [TOTAL]
    [curve] = [each for each in charts.compression.curves if each.label == "deu"]
    charts.compression.show_at(charts.compression.place_of("deu", curve.x[-1]))
    assert charts.compression.hovered_words
    assert {each.label for each in charts.gain.curves} == {TOTAL, "deu"}
    QApplication.sendEvent(charts.compression, QEvent(QEvent.Type.Leave))
    assert [curve.label for curve in charts.gain.curves] == [TOTAL]


def test_charts_save_their_data(qtbot, filled, tmp_path):
    from workbench.ui.charts.chart_saving import ChartSaving

    saving = filled.view.charts.compression.findChild(ChartSaving)
    for suffix in (".png", ".svg", ".csv"):
        with qtbot.waitSignal(saving.saved):
            saving.save(tmp_path / f"chart{suffix}")
        assert (tmp_path / f"chart{suffix}").stat().st_size > 100
    with (tmp_path / "chart.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {"eng", "deu", "jpn"} <= set(rows[0])
    last = SizeCurves.of_training(filled._state.tokenizer.training)
    assert float(rows[-1]["eng"]) == last.bytes_per_token("eng", 300)
    with qtbot.waitSignal(saving.failed) as failed:
        saving.save(tmp_path / "missing" / "chart.csv")
    assert "cannot be saved" in failed.args[0]


def test_the_form_takes_models_and_says_what_is_wrong(qtbot, theme):
    form = CostForm()
    qtbot.addWidget(form)
    choose(named(form, "model"), "gpt2")
    assert (form.cost.width, form.cost.is_tied, form.cost.total_parameters) == (
        768, True, 124_439_808
    )  # fmt: skip
    before = form.cost
    for field, text in (("budget_share", "much"), ("budget_share", "200"), ("threshold", "0")):
        form.edit(field, text)
        assert form.fields[field].error
        assert form.cost == before
        form.edit(field, "2" if field == "budget_share" else "0.1")
        assert not form.fields[field].error
    choose(named(form, "model"), "")
    form.edit("width", "0")
    assert "at least 1" in form.fields["width"].error
    form.edit("width", "1 024")
    assert form.cost.width == 1024


def test_the_flow_counts_the_training_and_measures_texts(qtbot, flow, run_id, state, tmp_path):
    with qtbot.waitSignal(flow.measured) as counted:
        flow.count_training()
    measured = counted.args[0]
    assert measured.texts is None
    assert measured.curves.labels == ("eng", "deu", "jpn")
    (tmp_path / "fra.txt").write_text("la rue et le chat\n" * 9, "utf-8")
    state.set_evaluation_texts(EvaluationTexts("mine", (tmp_path / "fra.txt",)))
    with qtbot.waitSignal(flow.measured) as counted:
        flow.measure_texts()
    measured = counted.args[0]
    assert (measured.texts, measured.curves.labels) == ("mine", ("fra",))
    assert measured.curves.total_tokens[-1] == len(
        state.tokenizer.encode("la rue et le chat\n" * 9)
    )


def test_texts_that_are_not_there_are_a_sentence(qtbot, flow, run_id, state, tmp_path):
    state.set_evaluation_texts(EvaluationTexts("gone", (tmp_path / "gone.txt",)))
    with qtbot.waitSignal(flow.failed) as failed:
        flow.measure_texts()
    assert "gone.txt" in failed.args[0]
    state.set_evaluation_texts(EvaluationTexts())
    with qtbot.waitSignal(flow.failed) as failed:
        flow.measure_texts()  # and no corpus in the window
    assert failed.args[0] == "No test texts. Choose them in Compression."


def test_a_size_becomes_a_run_of_its_own(qtbot, flow, run_id, store, tokenizer):
    before = store.run(run_id)
    with qtbot.waitSignal(flow.stored) as stored:
        flow.open_size(280)
    made = stored.args[0]
    assert made != run_id
    cut = store.tokenizer(made)
    alone = train_tokenizer_again(tokenizer, 280)
    assert cut.semantic_hash == alone.semantic_hash
    assert np.array_equal(cut.training.counts, alone.training.counts)
    summary = store.run(made).summary
    assert (summary.vocab_size, summary.status) == (280, "finished")
    assert run_id in summary.notes
    assert store.run(run_id).summary == before.summary  # what is stored never changes
    assert store.tokenizer(run_id).vocab_size == 300


def train_tokenizer_again(tokenizer, size):
    from engine import Corpus, Source

    texts = {
        "eng": "the cat sat on the mat, the cat ate the rat\n" * 40,
        "deu": "die Katze saß auf der Matte und die Katze schlief\n" * 40,
        "jpn": "猫がマットの上に座った。猫は眠った。\n" * 40,
    }
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    return train_tokenizer(
        corpus, TrainingConfig(size, special_tokens=tuple(tokenizer.special_tokens))
    )


def test_the_keys_of_exports_take_the_size_at_the_marker(qtbot, filled):
    filled.view.choice.size_chosen.emit(277)
    [export] = [each for each in filled.actions() if each.objectName() == "sizes.export_size"]
    assert export.shortcut().toString() == "Ctrl+Shift+E"
    with qtbot.waitSignal(filled.export_requested) as exported:
        export.trigger()
    assert exported.args[0] == (277, "")
