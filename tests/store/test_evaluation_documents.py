"""An evaluation with everything that was measured beside it comes back from the store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import fields, replace

import pytest

from engine.evaluation.evaluation import Evaluation
from engine.evaluation.figures import (
    FairnessFigures,
    LabelEvaluation,
    LabelFairness,
    TextDifference,
)
from engine.evaluation.parallel import TextReport
from tests.store.builders import add_run, make_rows
from workbench.store import DamagedStoreError, MeasuredTokenizer


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


DAMAGED = ("{", "{}", "[]", '{"version": 1, "measured": [{}], "rows": []}')


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
