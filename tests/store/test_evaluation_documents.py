"""An evaluation with everything that was measured beside it comes back from the store."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import MISSING, fields, replace

import pytest

from engine.evaluation.evaluation import Evaluation
from engine.evaluation.figures import (
    FairnessFigures,
    LabelEvaluation,
    LabelFairness,
    TextDifference,
)
from engine.evaluation.metrics import metrics_of_scope
from engine.evaluation.parallel import TextReport
from tests.store.builders import add_run, make_rows
from workbench.store import DamagedStoreError, MeasuredTokenizer
from workbench.text.numbers import NOTHING
from workbench.ui.languages.comparison_values import value_words


def whole_row(label):
    """A row in which every field has a value of its own."""
    [row] = make_rows([label])
    values = {
        field.name: 0.1 + place
        for place, field in enumerate(fields(LabelEvaluation))
        if getattr(row, field.name) is None
    }
    given = {"word_rule": "syllables", "first_difference": TextDifference(3, 17, "decoding")}
    return replace(row, **(values | given))


def whole_evaluation(label):
    row = whole_row(label)
    fairness = FairnessFigures(
        "eng", 1990, 7, (LabelFairness(label, 41.5, 1.7, 1.6, 2.4, pairs=1980, pairs_left_out=10),)
    )
    text = TextReport(label, 1997, 200_000, 4, 3, "Deva", "Latn", is_parallel=True)
    return Evaluation((row,), replace(row, label="all"), fairness, (text,), ("One text is blank.",))


def test_everything_that_was_measured_comes_back(store):
    run_id = add_run(store)
    measured = (
        MeasuredTokenizer("mine", whole_evaluation("hin")),
        MeasuredTokenizer("other", whole_evaluation("हिन्दी"), run_id=run_id),
        MeasuredTokenizer("gpt2", whole_evaluation("hin"), path="~/tokenizers/gpt2"),
    )
    rows = measured[0].evaluation.rows
    store.save_evaluation(run_id, "news", rows, measured=measured)
    (record,) = store.evaluations(run_id)
    assert record.measured == measured
    assert record.rows == rows


def test_rows_alone_are_an_evaluation_too(store):
    run_id = add_run(store)
    rows = (whole_row("hin"), whole_row("eng"))
    store.save_evaluation(run_id, "news", rows)
    (record,) = store.evaluations(run_id)
    assert (record.rows, record.measured) == (rows, ())


DAMAGED = (
    "{", "{}", "[]", '{"version": 1, "measured": [{}], "rows": []}', "[" * 100_000,
    '{"version": 1, "measured": [], "rows": [3]}',
    '{"version": 1, "measured": [], "rows": [{"first_difference": 3}]}',
)  # fmt: skip


@pytest.mark.parametrize("document", DAMAGED)
def test_a_damaged_document_is_named(store, path, document):
    run_id = add_run(store)
    measured = (MeasuredTokenizer("mine", whole_evaluation("hin")),)
    store.save_evaluation(run_id, "news", make_rows(["hin"]), measured=measured)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE run_evaluations SET document = ?", (document,))
    with pytest.raises(DamagedStoreError, match=f"evaluation of the run {run_id}"):
        store.evaluations(run_id)


def test_a_document_of_a_later_version_is_left_alone(store, path):
    run_id = add_run(store)
    measured = (MeasuredTokenizer("mine", whole_evaluation("hin")),)
    store.save_evaluation(run_id, "news", make_rows(["hin"]), measured=measured)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE run_evaluations SET document = '{\"version\": 2}'")
    (record,) = store.evaluations(run_id)
    assert (record.measured, len(record.rows)) == ((), 1)


def first_fields(kind):
    """The fields that every document has; those that came later have a default."""
    return {
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    }


def rewritten(value, change):
    """A JSON value with every object in it changed, the inner ones first."""
    if isinstance(value, dict):
        return change({key: rewritten(each, change) for key, each in value.items()})
    return [rewritten(each, change) for each in value] if isinstance(value, list) else value


def stored_as(store, path, change):
    """The evaluation of a run whose document was rewritten by `change`."""
    run_id = add_run(store)
    measured = (MeasuredTokenizer("mine", whole_evaluation("hin")),)
    store.save_evaluation(run_id, "news", measured[0].evaluation.rows, measured=measured)
    with closing(sqlite3.connect(path)) as connection, connection:
        [(document,)] = connection.execute("SELECT document FROM run_evaluations")
        document = json.dumps(rewritten(json.loads(document), change))
        connection.execute("UPDATE run_evaluations SET document = ?", (document,))
    [record] = store.evaluations(run_id)
    return record.measured[0].evaluation


def test_a_document_without_later_figures_opens_and_shows_them_as_unknown(store, path):
    first = first_fields(LabelEvaluation)

    def older(content):
        is_row = first <= set(content)
        return {key: content[key] for key in first} if is_row else content

    evaluation = stored_as(store, path, older)
    row = whole_row("hin")
    later = {each.name for each in fields(LabelEvaluation)} - first
    assert evaluation.rows == (replace(row, **dict.fromkeys(later)),)
    shown = {
        metric.key: value_words(metric, metric.value(evaluation, evaluation.rows[0]))
        for metric in metrics_of_scope("label")
        if metric.format in {"decimal", "percent"}
    }
    of_first = {
        "bytes_per_token", "characters_per_token", "tokens_per_byte", "tokens_per_character",
        "tokens", "bytes",
    }  # fmt: skip
    assert {key for key, words in shown.items() if words != NOTHING} == of_first


def test_figures_of_a_later_program_are_left_out(store, path):
    evaluation = stored_as(store, path, lambda content: content | {"later": 1})
    assert evaluation == whole_evaluation("hin")


def test_every_new_figure_has_a_default():
    """So that documents of earlier versions open; one without needs another version."""
    assert first_fields(LabelEvaluation) == {
        "label", "documents", "bytes", "characters", "words", "tokens", "round_trips",
    }  # fmt: skip
    assert first_fields(LabelFairness) == {"label", "tokens_per_line"}
    assert first_fields(FairnessFigures) == {"reference", "lines", "lines_left_out", "labels"}
    assert first_fields(TextDifference) == {"document", "offset", "cause"}
    assert len(first_fields(TextReport)) == 8
