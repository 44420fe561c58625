"""The compression pane: stored and live numbers, order, filter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import evaluate
from tests.workbench.test_training_pane import PROGRESS
from workbench.panes.compression_pane import CompressionPane


@pytest.fixture
def pane(qtbot, state, theme):
    made = CompressionPane(state, theme)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def test_without_a_run_the_pane_says_what_it_is_for(qtbot, pane):
    assert pane.is_empty
    assert not pane.primary_action().isEnabled()


def test_an_evaluation_is_sorted_by_compression(pane, state, tokenizer, corpus):
    state.set_corpus(corpus)
    state.open_run("run-1", tokenizer, evaluate(tokenizer, corpus))
    rows = pane.shown_rows
    assert [row.bytes_per_token for row in rows] == sorted(
        (row.bytes_per_token for row in rows), reverse=True
    )
    assert all(row.round_trips for row in rows)
    by_label = {row.label: row for row in rows}
    assert by_label["eng"].tokens_per_word is not None
    assert by_label["jpn"].tokens_per_word is None  # written without spaces
    assert pane.primary_action().isEnabled()


def test_a_run_without_an_evaluation_shows_its_training_record(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    assert {row.label for row in pane.shown_rows} == {"eng", "deu", "jpn"}
    assert all(row.tokens is None for row in pane.shown_rows)


def test_the_filter_finds_names_and_labels(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    pane.filter("germ")
    assert [row.label for row in pane.shown_rows] == ["deu"]
    pane.filter("")
    assert len(pane.shown_rows) == 3


def test_a_chosen_label_is_inspected(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    pane.choose("jpn")
    assert state.inspection.title == "Japanese"
    assert ("Label", "jpn") in [(fact.word, fact.value) for fact in state.inspection.facts]


def test_live_numbers_replace_what_is_stored_until_the_training_ends(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    pane.note_started()
    live = replace(PROGRESS, source_labels=("fra", "ita"), source_bytes_per_token=(1.5, 2.5))
    pane.note_progress((live,))
    assert {row.label: row.bytes_per_token for row in pane.shown_rows} == {"fra": 1.5, "ita": 2.5}
    nothing = replace(live, source_bytes_per_token=(1.6, float("nan")))
    pane.note_progress((nothing,))
    assert [row.label for row in pane.shown_rows] == ["fra"]
    pane.note_ended()
    assert {row.label for row in pane.shown_rows} == {"eng", "deu", "jpn"}


def test_a_hidden_pane_catches_up_when_it_is_shown(pane):
    pane.hide()
    pane.note_started()
    pane.note_progress((PROGRESS,))
    assert pane.shown_rows == ()
    pane.show()
    assert [row.label for row in pane.shown_rows] == ["eng"]
