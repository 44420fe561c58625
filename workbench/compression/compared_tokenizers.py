"""ComparedTokenizers: the open tokenizer and its baselines, named now and loaded in the worker."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import EngineError
from workbench.state import WorkbenchState
from workbench.store import RunStore, StoreError
from workbench.text.placeholders import fill
from workbench.ui.words.job_words import failure_words
from workbench.ui.words.translation import translator
from workbench.work.comparison import Baseline
from workbench.work.jobs import StepProgress
from workbench.work.tokenizer_files import baseline_steps

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.library import AnyTokenizer

_tr = translator("compared_tokenizers")


def other_baselines(state: WorkbenchState) -> tuple[Baseline, ...]:
    """The baselines that are not the open run itself."""
    return tuple(
        each for each in state.baselines if each.run_id is None or each.run_id != state.run_id
    )


@dataclass(frozen=True)
class ComparedTokenizers:
    """What a measurement takes: the open tokenizer with its name, and baselines still to load."""

    tokenizer: Tokenizer
    name: str
    baselines: tuple[Baseline, ...]

    @classmethod
    def of(cls, tokenizer: Tokenizer, state: WorkbenchState, store: RunStore) -> ComparedTokenizers:
        """The open tokenizer of the state with all baselines. Raises StoreError."""
        name = store.run(state.run_id).summary.name if state.run_id else ""
        return cls(
            tokenizer, name or state.tokenizer_name or _tr("open run"), other_baselines(state)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names, also of baselines that may turn out to be missing."""
        return (self.name, *(baseline.name for baseline in self.baselines))

    def loading_steps(
        self, store: RunStore, problems: list[str]
    ) -> Generator[StepProgress, None, list[tuple[str, AnyTokenizer]]]:
        """Load the baselines; returns all with their names, the open one first.

        problems: takes a sentence on each baseline that cannot be loaded and is left out.
        """
        loaded: list[tuple[str, AnyTokenizer]] = [(self.name, self.tokenizer)]
        for baseline in self.baselines:
            yield StepProgress(fill(_tr("Load %1"), baseline.name), 0.0)
            try:
                loaded.append((baseline.name, (yield from baseline_steps(store, baseline))))
            except (EngineError, StoreError, OSError) as error:
                problems.append(failure_words(error))
        return loaded
