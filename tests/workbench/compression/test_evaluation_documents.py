"""Stored evaluations of older versions: what a tokenizer loses has no premium, and it is said."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from engine import Corpus, Tokenizer, evaluate
from engine.corpus.corpus import Source
from engine.evaluation.figures import FairnessFigures, LabelFairness
from engine.evaluation.service import red_flag
from workbench.store.records import MeasuredTokenizer
from workbench.store.run_remarks import document_of, measured_of

LABELS = ("eng", "deu", "hin")


def older_document(*lost):
    """A document of a version that knew no unknown characters and gave all texts a premium."""
    corpus = Corpus([Source(label, texts=("low lower",)) for label in LABELS])
    whole = evaluate(Tokenizer([(108, 111)]), corpus)
    rows = tuple(replace(row, round_trips=row.label not in lost) for row in whole.rows)
    labels = (
        LabelFairness("eng", 10.0),
        LabelFairness("deu", 12.0, premium=1.2, premium_median=1.2, premium_p90=1.3),
        LabelFairness("hin", 2.0, premium=0.2, premium_median=0.2, premium_p90=0.2),
    )
    fairness = FairnessFigures("eng", lines=4, lines_left_out=0, labels=labels)
    evaluation = replace(whole, rows=rows, fairness=fairness, remarks=("One.",))
    document = json.loads(document_of((), [MeasuredTokenizer("x", evaluation, None, None)]))
    for row in document["measured"][0]["evaluation"]["rows"]:
        del row["unknown_characters"]
    return json.dumps(document)


def read(document):
    _, [measured] = measured_of(document)
    return measured.evaluation


def test_a_text_that_is_lost_has_no_premium_and_the_reason_is_said():
    found = read(older_document("hin"))
    fairness = found.fairness
    assert [each.label for each in fairness.labels] == ["eng", "deu"]
    assert (fairness.worst_premium, fairness.of("hin")) == (1.2, None)
    assert fairness.gini == pytest.approx(read(older_document()).fairness.without(["hin"]).gini)
    assert found.rows[2].unknown_share is None
    assert red_flag(found.rows[2], fairness).kind == "loss"
    assert found.remarks[0] == "One."
    assert "Not decoded exactly, so without premium" in found.remarks[1]
    assert "hin" in found.remarks[1]


def test_without_the_reference_there_are_no_premiums():
    found = read(older_document("eng"))
    assert found.fairness.reference is None
    assert found.fairness.worst_premium is None
    assert "eng is the reference, so there are no premiums at all" in found.remarks[1]


def test_what_decodes_exactly_stays_as_it_is_and_is_said_once():
    found = read(older_document())
    assert [each.premium for each in found.fairness.labels] == [None, 1.2, 0.2]
    assert found.remarks == ("One.",)
    lost = read(older_document("hin"))
    again = read(document_of((), [MeasuredTokenizer("x", lost, None, None)]))
    assert asdict(again) == asdict(lost)
