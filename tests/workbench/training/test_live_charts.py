"""Live charts: the same points as those of the stored run, all of one moment, the past included."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine import Corpus, Tokenizer, TrainingConfig, train
from engine.corpus.corpus import Source
from engine.machine import result_of
from engine.settings.sources import Mixture
from engine.settings.superwords import Superwords, superword_rules
from engine.training.merges_done import continued_config
from engine.training.progress import Merges, Phase
from engine.training.training import CountedCorpus
from tests.engine.training.interrupted_training import (
    in_merges,
    in_small_steps,
    interrupted,
    resumed,
    written_corpus,
)
from tests.workbench.named import parts_in_grid
from workbench.text.numbers import ratio
from workbench.training import memory_track
from workbench.training.training_charts import TrainingCharts
from workbench.training.training_results import TrainingResults
from workbench.ui.charts.zoom_chart import ZoomChart


def drawn_words(letters, seed):
    """A text with enough different words for hundreds of merges."""
    drawn = random.Random(seed)
    words = ["".join(drawn.choices(letters, k=drawn.randint(2, 9))) for _ in range(150)]
    return " ".join(drawn.choices(words, k=900))


TEXTS = {
    "eng": drawn_words("etaoinshrdlu", 1),
    "deu": drawn_words("enisratdhulcäö", 2),
    "jpn": drawn_words("価格は低いです安", 3),
}
MIXTURES = [None, Mixture(shares={"eng": 0.2, "deu": 0.5, "jpn": 0.3})]


def corpus():
    return Corpus([Source(label, texts=(text,)) for label, text in TEXTS.items()])


def progress_of(config, mixture=None):
    """All that a training says, and its tokenizer."""
    return said_by(train(corpus(), config, mixture=mixture))


def said_by(steps):
    values = []
    return values, result_of(steps, values.append)


def check_curves(charts, training):
    """The curves are those that the record gives, as many points in those of the sources."""
    *of_sources, total = charts.languages.chart.curves
    assert total.is_emphasised
    assert total.x.tolist() == list(range(len(training.applied) + 1))
    assert np.allclose(total.y, training.bytes / training.token_curve())
    for curve in of_sources:
        assert curve.x[-1] == len(training.applied)
        assert max(b - a for a, b in pairwise(curve.x.tolist())) <= 64
        at = training.source_labels.index(curve.label)
        naive = [training.source_bytes_per_token(int(n))[at] for n in curve.x]
        assert np.allclose(curve.y, naive)


@pytest.fixture
def results(qtbot, theme):
    made = TrainingResults(theme)
    for widget in (made, made.number, made.number_words):
        qtbot.addWidget(widget)
    made.resize(1500, 900)
    made.show()
    return made


@pytest.mark.parametrize("mixture", MIXTURES)
def test_live_curves_are_those_of_the_record_and_as_dense(qtbot, theme, mixture):
    values, tokenizer = progress_of(TrainingConfig(500), mixture)
    charts = TrainingCharts(theme)
    qtbot.addWidget(charts)
    charts.resize(900, 600)
    charts.show()
    charts.add(tuple(values))
    charts.show_newest()
    charts.finish()
    check_curves(charts, tokenizer.training)


def test_a_training_that_goes_on_shows_its_whole_past(qtbot, theme):
    """Its first slice says all merges that it begins with, in one value."""
    _, small = progress_of(TrainingConfig(450))
    steps = CountedCorpus(corpus()).train(continued_config(small, 500), continued=small)
    values, tokenizer = said_by(steps)
    assert len(next(value for value in values if value.last_merges).last_merges) == 450 - 256
    charts = TrainingCharts(theme)
    qtbot.addWidget(charts)
    charts.add(tuple(values))
    charts.show_newest()
    charts.finish()
    check_curves(charts, tokenizer.training)


def in_slices(newest, tokenizer):
    """What a slow training would have said, twenty merges at a time."""
    training, n = tokenizer.training, len(tokenizer.training.applied)
    for end in range(20, n + 1, 20):
        told = Merges(
            tokenizer.merges, training.counts, training.applied, range(end - 20, end), 1,
            training.source_applied,
        )  # fmt: skip
        yield replace(
            newest, merges_done=end, last_merges=told, corpus_tokens=training.corpus_tokens(end),
            bytes_per_token=training.bytes_per_token(end),
            source_bytes_per_token=tuple(training.source_bytes_per_token(end).tolist()),
        )  # fmt: skip


def show_in_slices(results, newest, tokenizer):
    """Show each value of a slow training."""
    for value in in_slices(newest, tokenizer):
        results.add((value,))
        results.show_newest()


def test_figure_and_charts_are_of_one_moment(results):
    values, tokenizer = progress_of(TrainingConfig(500))
    charts = results.charts
    results.begin("")
    for value in in_slices(values[-1], tokenizer):
        results.add((value,))
        results.show_newest()
        *of_sources, total = charts.languages.chart.curves
        [counts] = charts.counts_chart.curves
        assert charts.languages.isVisible() and charts.counts_chart.isVisible()
        assert results.number.text() == ratio(total.y[-1])
        assert {curve.x[-1] for curve in (*of_sources, total, counts)} == {value.merges_done}


def curves_of(theme, qtbot, values):
    """The curves of the charts after these values: label -> points."""
    charts = TrainingCharts(theme)
    qtbot.addWidget(charts)
    charts.add(tuple(values))
    charts.show_newest()
    charts.finish()
    curves = charts.languages.chart.curves
    return [(curve.label, dict(zip(curve.x.tolist(), curve.y, strict=True))) for curve in curves]


@pytest.mark.slow
@pytest.mark.parametrize("mixture", [None, Mixture(shares={"eng": 0.3, "deu": 0.7})])
@pytest.mark.parametrize("where", ["one", "between", "two"])
def test_superwords_that_are_resumed_show_their_whole_past(
    qtbot, theme, tmp_path, monkeypatch, where, mixture
):
    in_small_steps(monkeypatch)
    superwords = Superwords(0.94, rules=superword_rules("unbounded"))
    config = TrainingConfig(340, superwords=superwords)
    corpus = written_corpus(tmp_path)
    whole, _ = said_by(train(corpus, config, mixture=mixture))
    enough = {
        "one": in_merges(config.n_first_merges // 2),
        "between": lambda value: value.phase is Phase.COLLECT_RUNS,
        "two": in_merges(config.n_first_merges + 3),
    }
    interrupted(corpus, tmp_path / "kept", enough[where], config, mixture=mixture)
    tokenizer, checkpoint, values = resumed(corpus, tmp_path / "kept", config, mixture=mixture)
    assert checkpoint.n_resumed > 0
    told = [rank for value in values for rank in merge_ranks(value)]
    assert told == list(range(len(tokenizer.merges)))
    of_whole = curves_of(theme, qtbot, whole)
    for (label, points), (known_label, known) in zip(
        curves_of(theme, qtbot, values), of_whole, strict=True
    ):
        assert label == known_label
        assert max(points) == max(known) == len(tokenizer.merges)
        shared = sorted(points.keys() & known.keys())
        assert len(shared) > 1
        assert np.allclose([points[n] for n in shared], [known[n] for n in shared])


def merge_ranks(value):
    merges = value.last_merges
    return range(merges.first_rank, merges.first_rank + len(merges))


def test_the_end_of_a_training_draws_each_chart_once(results, monkeypatch):
    values, tokenizer = progress_of(TrainingConfig(500))
    results.begin("Starting")
    results.add(tuple(values))
    results.show_newest()
    drawn = Counter()
    set_curves = ZoomChart.set_curves

    def count(chart, curves):
        drawn[chart] += 1
        set_curves(chart, curves)

    monkeypatch.setattr(ZoomChart, "set_curves", count)
    results.end("Done", finished=True)
    results.show_tokenizer(tokenizer)
    assert len(drawn) == 7
    assert set(drawn.values()) == {1}


def test_memory_is_a_track_of_the_training_that_was_watched(results, monkeypatch):
    used = iter([300_000_000, 400_000_000, 500_000_000])
    monkeypatch.setattr(memory_track, "resident_bytes", lambda: next(used))
    values, tokenizer = progress_of(TrainingConfig(316))
    charts = results.charts
    track = charts.memory_track
    results.begin("Starting")
    show_in_slices(results, values[-1], tokenizer)
    [curve] = track.curves
    assert (curve.x.tolist(), curve.y.tolist()) == ([20, 40, 60], [300, 400, 500])
    assert track.text.value(40, 400).startswith("after 40 merges: 400")
    assert track.shown_ranges[0] == charts.languages.chart.shown_ranges[0]
    results.end("Done", finished=True)
    results.show_tokenizer(tokenizer)
    assert track.curves
    assert track in parts_in_grid(charts.deck)
    _, other = progress_of(TrainingConfig(400))
    results.show_tokenizer(other)
    assert track.curves == ()
    assert track not in parts_in_grid(charts.deck)


def test_a_training_whose_merges_are_shown_at_once_has_a_curve_of_memory(results, monkeypatch):
    used = iter([100_000_000, 200_000_000, 300_000_000])
    monkeypatch.setattr(memory_track, "resident_bytes", lambda: next(used))
    values, _ = progress_of(TrainingConfig(316))
    counting = [value for value in values if not value.merges_done]
    results.begin("Starting")
    for batch in (counting[:1], counting[1:], values[len(counting) :]):
        results.add(tuple(batch))
        results.show_newest()
    [curve] = results.charts.memory_track.curves
    assert (curve.x.tolist(), curve.y.tolist()) == ([0, 60], [200, 300])


def test_a_stored_run_shows_the_memory_that_was_stored_with_it(results):
    _, tokenizer = progress_of(TrainingConfig(316))
    _, other = progress_of(TrainingConfig(316, pattern="none"))
    assert other.n_merges == tokenizer.n_merges
    stored = np.array([[20, 300_000_000], [60, 500_000_000]])
    record = replace(tokenizer.training, memory=stored)
    charts = results.charts
    results.show_tokenizer(Tokenizer(tokenizer.ranked_merges, training=record))
    [curve] = charts.memory_track.curves
    assert (curve.x.tolist(), curve.y.tolist()) == ([20, 60], [300, 500])
    assert charts.memory_track in parts_in_grid(charts.deck)
    results.show_tokenizer(other)  # stored without, and not the one that was shown
    assert charts.memory_track not in parts_in_grid(charts.deck)


def test_first_words_are_marked_in_the_counts(results):
    values, tokenizer = progress_of(TrainingConfig(500))
    charts = results.charts
    results.begin("Starting")
    show_in_slices(results, values[-1], tokenizer)
    live = [note.words for note in charts.counts_chart.notes]
    assert any(words.startswith("English: ") for words in live)
    assert "Whole words in" in charts.advice.text()
    assert "English: " in charts.advice.toolTip()
    results.end("Done", finished=True)
    results.show_tokenizer(tokenizer)
    assert [note.words for note in charts.counts_chart.notes] == live


def test_the_run_before_of_the_same_corpus_is_a_thin_line(results):
    _, tokenizer = progress_of(TrainingConfig(500))
    shorter, small = progress_of(TrainingConfig(400, pattern="o200k"))
    chart = results.charts.languages.chart

    def lines():
        shown = (curve for curve in chart.curves if not curve.is_plain)
        return {curve.label: (curve.is_quiet, curve.x[-1]) for curve in shown}

    results.show_tokenizer(tokenizer)
    assert lines() == {"": (False, 244)}
    results.begin("Starting")
    results.add(tuple(shorter))
    results.show_newest()
    assert lines() == {"previous": (True, 144), "": (False, 144)}  # as far as this one is to go
    results.end("Done", finished=True)
    results.show_tokenizer(small)
    assert lines() == {"previous": (True, 144), "": (False, 144)}
    results.show_tokenizer(small)
    assert lines()["previous"][0]
    results.begin("Starting")
    results.add(tuple(shorter))
    results.show_newest()
    assert lines() == {"": (False, 144)}  # the same again hides nothing
    _, foreign = said_by(train(Corpus.from_texts([drawn_words("abcdef", 4)]), TrainingConfig(300)))
    results.show_tokenizer(foreign)
    assert lines() == {"": (False, 44)}
