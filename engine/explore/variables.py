"""The variables of a search: what a trial may choose, and within which bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

VariableValue: TypeAlias = "float | int | str"


@dataclass(frozen=True, slots=True)
class _Range:
    """A number between two bounds, both included."""

    low: float
    high: float

    @property
    def is_ordered(self) -> bool:
        """Whether values have an order; those of choices have none."""
        return True

    @property
    def choices(self) -> Sequence[VariableValue]:
        """The values that there are; () for all within the bounds."""
        return ()

    @property
    def is_whole(self) -> bool:
        """Whether only whole numbers are tried."""
        return False

    @property
    def is_logarithmic(self) -> bool:
        """Whether a step is a ratio."""
        return False


@dataclass(frozen=True, slots=True)
class Temperature(_Range):
    """The share of a source is proportional to bytes ** temperature."""

    @property
    def name(self) -> str:
        return "temperature"


@dataclass(frozen=True, slots=True)
class LabelShare(_Range):
    """The share of a label or of a group of labels. group: its name, "" for a single label."""

    labels: tuple[str, ...]
    group: str = ""

    @property
    def is_logarithmic(self) -> bool:
        return self.low > 0

    @property
    def name(self) -> str:
        return f"share.{self.group or self.labels[0]}"


@dataclass(frozen=True, slots=True)
class SuperwordTransition(_Range):
    """The share of the vocabulary from which superwords are merged."""

    @property
    def name(self) -> str:
        return "superword_transition"


@dataclass(frozen=True, slots=True)
class ParityShare(_Range):
    """The share of the merges that languages choose by parallel texts, the last ones."""

    @property
    def name(self) -> str:
        return "parity_share"


@dataclass(frozen=True, slots=True)
class WholeNumbers(_Range):
    """A whole number, whose steps are ratios."""

    low: int
    high: int

    @property
    def is_whole(self) -> bool:
        return True

    @property
    def is_logarithmic(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class MinCount(WholeNumbers):
    """What a pair must count to be merged."""

    @property
    def name(self) -> str:
        return "min_count"


@dataclass(frozen=True, slots=True)
class LongestToken(WholeNumbers):
    """The longest token, in bytes."""

    @property
    def name(self) -> str:
        return "longest_token"


@dataclass(frozen=True, slots=True)
class VocabSize(WholeNumbers):
    """The vocabulary size. sizes: the sizes that are tried, () for all within the bounds."""

    sizes: tuple[int, ...] = ()

    @classmethod
    def of(cls, sizes: Sequence[int]) -> VocabSize:
        """One of some sizes."""
        ordered = tuple(sorted(sizes))
        return cls(ordered[0], ordered[-1], ordered)

    @property
    def name(self) -> str:
        return "vocab_size"

    @property
    def choices(self) -> Sequence[VariableValue]:
        return self.sizes


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of some names."""

    names: tuple[str, ...]

    @property
    def is_ordered(self) -> bool:
        return False

    @property
    def choices(self) -> Sequence[VariableValue]:
        return self.names


@dataclass(frozen=True, slots=True)
class PatternChoice(_Choice):
    """The split pattern: presets by name, or regular expressions."""

    @property
    def name(self) -> str:
        return "pattern"


@dataclass(frozen=True, slots=True)
class SuperwordRuleChoice(_Choice):
    """The rules of superwords, by preset."""

    @property
    def name(self) -> str:
        return "superword_rules"


RangeVariable: TypeAlias = (
    "Temperature | LabelShare | SuperwordTransition | ParityShare | MinCount | LongestToken"
    " | VocabSize"
)
Variable: TypeAlias = "RangeVariable | PatternChoice | SuperwordRuleChoice"
