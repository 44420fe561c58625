"""Bytes per token of every source, live and from a stored run, with the best and worst named."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from engine import Corpus, TrainingConfig, train_tokenizer
from tests.workbench.named import parts_in_grid
from tests.workbench.training.test_training_pane import PROGRESS
from workbench.training.chart_points import applied_until
from workbench.training.training_charts import RECORD_POINTS, LanguageCurves, TrainingCharts
from workbench.training.training_pane import TrainingPane


@pytest.fixture
def curves(qtbot, theme):
    made = LanguageCurves(theme)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def at(merges: int, eng: float, deu: float):
    return replace(
        PROGRESS,
        merges_done=merges,
        bytes_per_token=(eng + deu) / 2,
        source_labels=("eng", "deu"),
        source_bytes_per_token=(eng, deu),
    )


def shown(curves) -> dict[str, list[float]]:
    return {curve.label: curve.y.tolist() for curve in curves.chart.curves}


def test_every_slice_adds_a_point_for_every_source(curves):
    curves.add((at(1, 1.1, 1.0), at(2, 1.2, 1.1)))
    curves.add((at(5, 1.5, 1.2),))
    curves.draw()
    assert shown(curves) == {
        "eng": [1.0, 1.1, 1.2, 1.5], "deu": [1.0, 1.0, 1.1, 1.2],
    }  # fmt: skip
    assert curves.chart.curves[0].x.tolist() == [0, 1, 2, 5]


def test_points_are_kept_however_many_there_are(curves):
    for merges in range(1, 500):
        curves.add((at(merges, 1 + merges / 100, 1.0),))
    curves.draw()
    assert len(shown(curves)["eng"]) == 500
    assert curves.chart.curves[0].x[-1] == 499


def test_what_was_said_before_the_first_merge_is_no_point(curves):
    curves.add((at(0, 1.0, 1.0),))
    curves.draw()
    assert shown(curves) == {}


def test_a_new_training_begins_again(curves):
    curves.add((at(7, 2.0, 1.5),))
    curves.clear()
    assert shown(curves) == {}
    curves.add((at(3, 1.3, 1.2),))
    curves.draw()
    assert shown(curves)["eng"] == [1.0, 1.3]


def test_a_source_without_text_is_neither_best_nor_worst(curves):
    values = replace(
        at(3, 1.3, 1.2),
        source_labels=("eng", "deu", "tha"),
        source_bytes_per_token=(1.3, 1.2, float("nan")),
    )
    curves.add((values,))
    curves.draw()
    assert curves.chart.pins == ("eng", "deu")
    assert [label.curve.label for label in curves.chart.plan.labels] == ["eng", "deu"]


def test_a_stored_run_has_the_same_curves_exactly(curves, tokenizer):
    training = tokenizer.training
    curves.set_record(training)
    curves.draw()
    by_label = {curve.label: curve for curve in curves.chart.curves}
    x = by_label["eng"].x.astype(int)
    assert (x[0], x[-1]) == (0, tokenizer.n_merges)
    for number, label in enumerate(training.source_labels):
        naive = [training.source_bytes_per_token(n)[number] for n in x.tolist()]
        assert np.allclose(by_label[label].y, naive)


def test_a_long_stored_run_has_a_point_for_every_pixel_and_its_transition(curves):
    n, n_sources = 9_000, 3
    training = SimpleNamespace(
        applied=np.ones(n, np.int64),
        source_applied=np.ones((n, n_sources), np.int64),
        source_bytes=np.full(n_sources, 90_000),
        source_labels=("eng", "deu", "tha"),
        second_stage=SimpleNamespace(n_first=4_321, source_tokens=(70_000,) * n_sources),
    )
    curves.set_record(training)
    curves.draw()
    for curve in curves.chart.curves:
        assert RECORD_POINTS <= len(curve.x) <= RECORD_POINTS + 2
        assert 4_321 in curve.x


def test_the_pane_shows_all_text_and_every_language(qtbot, state, theme, tokenizer):
    pane = TrainingPane(state, theme)
    qtbot.addWidget(pane)
    pane.resize(700, 420)
    pane.show()
    state.open_run("run-1", tokenizer, None)
    charts = pane.results.charts
    assert parts_in_grid(charts.deck) == [charts.languages]
    assert charts.languages.isVisible()
    chart = charts.languages.chart
    assert {curve.label for curve in chart.curves} >= {"eng", "deu", "jpn", ""}
    charts.deck.choose(1)
    assert parts_in_grid(charts.deck) == [charts.gain_chart]
    state.open_run(None, None, None)
    assert chart.curves == ()


def test_one_source_is_all_text(qtbot, theme):
    charts = TrainingCharts(theme)
    qtbot.addWidget(charts)
    charts.set_tokenizer(
        train_tokenizer(Corpus.from_texts(["one two one two " * 9]), TrainingConfig(258))
    )
    assert [curve.label for curve in charts.languages.chart.curves] == [""]


@pytest.mark.parametrize("step", [1, 7, 40])
def test_sums_up_to_any_merge_are_those_of_its_rows(step):
    applied = np.random.default_rng(step).integers(0, 9, (100, 3))
    ends = np.array([1, 7, 40, 41, 77, 80, 100])
    expected = [applied[:end].sum(axis=0).tolist() for end in ends]
    assert applied_until(applied, ends, step).tolist() == expected
