"""The run beside a run with superwords: the same training without them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.settings import TrainingConfig
from workbench.store import RunStore
from workbench.work.comparison import Baseline
from workbench.work.run_comparison import same_text

if TYPE_CHECKING:
    from workbench.store import RunRecord, RunSummary


@dataclass(frozen=True)
class PlainPartner:
    """A run with superwords, and the one of the same size without them; None where there is none.

    names: of both, "" for none.
    """

    run_id: str
    plain_id: str | None
    names: tuple[str, str] = ("", "")

    @property
    def pair(self) -> tuple[Baseline, Baseline] | None:
        """Both as they are compared; None where there is no partner."""
        if self.plain_id is None:
            return None
        return Baseline(self.names[0], self.run_id), Baseline(self.names[1], self.plain_id)


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
            and summary.mixture == record.mixture
        )
        if not is_candidate:
            continue
        other = store.run(summary.run_id)
        if other.config == wanted and same_text(record, other):
            return summary
    return None
