"""What a stored evaluation shows, as the comparison that the panes know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.store import EvaluationRecord
from workbench.work.comparison import Comparison, Measured, baseline_at

if TYPE_CHECKING:
    from engine.evaluation import Evaluation


def comparison_of(record: EvaluationRecord, run_id: str, run_name: str) -> Comparison:
    """What a stored evaluation shows; the rows alone where no more was stored."""
    if not record.measured:
        evaluation = evaluation_of_rows(record)
        return Comparison(record.name, run_id, (Measured(run_name, evaluation),))
    first, *others = record.measured
    baselines = (
        Measured(
            each.name,
            each.evaluation,
            baseline_at(each.name, each.run_id, each.path),
        )
        for each in others
    )
    return Comparison(record.name, run_id, (Measured(run_name, first.evaluation), *baselines))


def evaluation_of_rows(record: EvaluationRecord) -> Evaluation:
    """The evaluation that rows of an older version make."""
    from engine.evaluation import Evaluation, LabelEvaluation

    rows = record.rows
    total = LabelEvaluation(
        label="all",
        documents=sum(row.documents for row in rows),
        bytes=sum(row.bytes for row in rows),
        characters=sum(row.characters for row in rows),
        words=sum(row.words for row in rows),
        tokens=sum(row.tokens for row in rows),
        round_trips=all(row.round_trips for row in rows),
    )
    return Evaluation(tuple(rows), total)
