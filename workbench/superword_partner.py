"""The run beside a run with superwords: the same training without them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.config import TrainingConfig
from workbench.run_comparison import same_text
from workbench.store import RunStore

if TYPE_CHECKING:
    from workbench.store import RunRecord, RunSummary


def plain_config(config: TrainingConfig) -> TrainingConfig:
    """The settings of the same training, of the same size, without superwords."""
    return replace(config, superwords=None)


def plain_name(name: str) -> str:
    """What such a run is called. Example: "news" -> "news, plain"."""
    return f"{name}, plain"


def find_plain(store: RunStore, record: RunRecord) -> RunSummary | None:
    """The newest finished run of the same text and settings, superwords left out; None for none."""
    wanted = plain_config(record.config)
    for summary in store.list_runs():
        is_candidate = (
            summary.run_id != record.summary.run_id
            and summary.status == "finished"
            and summary.vocab_size == wanted.vocab_size
            and summary.n_merges == record.summary.n_merges
            and summary.mixture == record.mixture
        )
        if not is_candidate:
            continue
        other = store.run(summary.run_id)
        if other.config == wanted and same_text(record, other):
            return summary
    return None
