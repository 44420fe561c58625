"""What a search tried: the values of a trial, what they gave and how long it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from engine.explore.variables import VariableValue

TrialState = Literal["complete", "pruned", "infeasible", "failed", "running"]
Figures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TrialSeconds:
    """How long the parts of a trial took: weights, merges, tokens of the test texts, the rest."""

    mix: float = 0.0
    merge: float = 0.0
    encode: float = 0.0
    rest: float = 0.0

    @property
    def total(self) -> float:
        return self.mix + self.merge + self.encode + self.rest


@dataclass(frozen=True, slots=True)
class Trial:
    """One training with what it gave.

    values: of the variables by name. state: "pruned" where a sample of the test texts showed that
        it cannot be on the front, so that its figures are of that sample; "infeasible" where a
        threshold is not kept; "failed" where it could not be trained, and `reason` says why.
    figures: by key of the objective, at the chosen size; also those of each label as
        "LABEL.tokens_per_byte" and "LABEL.premium". validation: the same on texts that the search
        never sees, {} where they were not measured.
    sizes: (vocabulary size, figures) for the other sizes that it answers. validation_sizes:
        likewise on the validation texts.
    violations: by key of the objective, how far its figure is beyond the threshold.
    spread: standard deviation of the figures over samples of the corpus, {} where not measured.
    """

    number: int
    values: Mapping[str, VariableValue]
    state: TrialState
    vocab_size: int = 0
    figures: Figures = field(default_factory=dict)
    validation: Figures = field(default_factory=dict)
    sizes: tuple[tuple[int, Figures], ...] = ()
    validation_sizes: tuple[tuple[int, Figures], ...] = ()
    seconds: TrialSeconds = TrialSeconds()
    violations: Figures = field(default_factory=dict)
    spread: Figures = field(default_factory=dict)
    reason: str = ""

    @property
    def is_over(self) -> bool:
        return self.state != "running"

    @property
    def is_whole(self) -> bool:
        """Whether its figures are of the whole test texts."""
        return self.state in ("complete", "infeasible")

    def validation_at(self, vocab_size: int) -> Figures:
        """The figures on the validation texts at a size; {} where they were not measured."""
        if vocab_size == self.vocab_size:
            return self.validation
        return dict(self.validation_sizes).get(vocab_size, {})

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Trial:
        """What `document` gave. Raises KeyError, TypeError for anything else."""
        values = dict(document)
        for name in ("sizes", "validation_sizes"):
            values[name] = tuple((int(size), dict(figures)) for size, figures in values[name])
        values["seconds"] = TrialSeconds(**values["seconds"])
        return cls(**values)
