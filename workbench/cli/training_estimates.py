"""How a training went: its speed, and how far off its estimates were, as words and as JSON."""

from __future__ import annotations

from typing import Any

from engine.settings import TrainingRecord
from engine.training import told_errors
from workbench.recording_progress import TrainingReport


def estimate_sentence(report: TrainingReport) -> str:
    """How far off the estimate of the whole time was on the way; "" where there was none."""
    parts = [f"{error:+.0%} at {share:.0%}" for share, error in told_errors(report.estimates)]
    return f"the estimate of the whole time was off by {', '.join(parts)}" if parts else ""


def progress_document(report: TrainingReport, training: TrainingRecord) -> dict[str, Any]:
    """What `train --json` says of speed and estimates; an error of 0.2 is a fifth too long."""
    counting, merging = training.seconds["count"], training.seconds["merge"]
    return {
        "elapsed_s": round(report.elapsed_s, 4),
        "asked_merges": report.asked_merges,
        "was_stopped": report.was_stopped,
        "bytes_per_second": round(training.bytes / counting) if counting > 0 else None,
        "merges_per_second": round(report.n_merges / merging) if merging > 0 else None,
        "estimates": [
            {
                "share": each.share,
                "estimated_s": None if each.estimated_s is None else round(each.estimated_s, 4),
                "actual_s": round(each.actual_s, 4),
                "error": None if each.error is None else round(each.error, 4),
            }
            for each in report.estimates
        ],
    }
