"""An evaluation as a JSON document and back: all metrics, fairness, texts, baselines beside it.

A new figure is a new field with a default that means unknown, and needs no new version: a document
without it opens, and so does one with fields that this program does not know. The version changes
if a field changes its meaning.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, TypeVar

from workbench.store.records import MeasuredTokenizer

if TYPE_CHECKING:
    from engine.evaluation import Evaluation, LabelEvaluation

DOCUMENT_VERSION = 1
Record = TypeVar("Record")


def document_of(rows: Sequence[LabelEvaluation], measured: Sequence[MeasuredTokenizer]) -> str:
    """The document of the rows of a run and, where given, of all that was measured with it."""
    parts = [
        {
            "name": each.name,
            "run_id": each.run_id,
            "path": each.path,
            "evaluation": asdict(each.evaluation),
        }
        for each in measured
    ]
    content = {
        "version": DOCUMENT_VERSION,
        "rows": [] if measured else [asdict(row) for row in rows],
        "measured": parts,
    }
    return json.dumps(content, ensure_ascii=False)


def measured_of(
    document: str,
) -> tuple[tuple[LabelEvaluation, ...], tuple[MeasuredTokenizer, ...]] | None:
    """Rows and measured tokenizers that `document_of` wrote; None for a later version's document.

    Raises ValueError, TypeError or KeyError for a document that is damaged.
    """
    content = json.loads(document)
    if content["version"] != DOCUMENT_VERSION:
        return None
    measured = tuple(
        MeasuredTokenizer(
            each["name"], _evaluation(each["evaluation"]), each["run_id"], each["path"]
        )
        for each in content["measured"]
    )
    rows = tuple(_row(row) for row in content["rows"])
    return (measured[0].evaluation.rows if measured else rows), measured


def _evaluation(content: Mapping[str, Any]) -> Evaluation:
    from engine.evaluation import (
        Evaluation,
        FairnessFigures,
        LabelFairness,
        TextReport,
        lost_texts_remark,
    )

    fairness = content["fairness"]
    if fairness is not None:
        labels = tuple(_record(LabelFairness, each) for each in fairness["labels"])
        fairness = _record(FairnessFigures, {**fairness, "labels": labels})
    rows = tuple(_row(row) for row in content["rows"])
    remarks = tuple(content["remarks"])
    if fairness is not None:  # documents of older versions give a premium to texts that are lost
        lost = [row.label for row in rows if not row.round_trips and fairness.of(row.label)]
        if lost:
            remarks = (*remarks, lost_texts_remark(lost, fairness.reference))
            fairness = fairness.without(lost)
    return Evaluation(
        rows=rows,
        total=_row(content["total"]),
        fairness=fairness,
        texts=tuple(_record(TextReport, text) for text in content["texts"]),
        remarks=remarks,
    )


def _row(content: Mapping[str, Any]) -> LabelEvaluation:
    from engine.evaluation import LabelEvaluation, TextDifference

    place = content.get("first_difference")
    difference = None if place is None else _record(TextDifference, place)
    return _record(LabelEvaluation, {**content, "first_difference": difference})


def _record(kind: type[Record], content: Mapping[str, Any]) -> Record:
    """A dataclass of the fields that it shares with a document; the others keep their default.

    Raises TypeError if a field without a default is missing.
    """
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in content.items() if name in names})
