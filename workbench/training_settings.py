"""TrainingSettings: what the form of a training says, as a value to be kept and compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.config import Normalization, TieBreak, TokenLimit, TrainingConfig

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_VOCAB_SIZE = 4096


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """Everything that a person sets for a training but corpus, mixture and split pattern.

    Two are equal where the same training would follow, under the same name. The fields are those
    of `engine.TrainingConfig`; name: of the run, "" where the store shall give one.

    A value need not make sense: `config` says whether it does.
    """

    vocab_size: int = DEFAULT_VOCAB_SIZE
    special_tokens: tuple[str, ...] = ()
    reserved_slots: int = 0
    tie_break: TieBreak = "smallest-ids"
    min_frequency: int = 1
    max_token_bytes: int | None = None
    token_limit: TokenLimit = "inclusive"
    normalization: Normalization | None = None
    name: str = ""

    @classmethod
    def of(cls, config: TrainingConfig, *, name: str = "") -> TrainingSettings:
        """The settings that a stored run was trained with; its pattern is `config.pattern`."""
        return cls(
            vocab_size=config.vocab_size,
            special_tokens=tuple(config.special_tokens),
            reserved_slots=config.reserved_slots,
            tie_break=config.tie_break,
            min_frequency=config.min_frequency,
            max_token_bytes=config.max_token_bytes,
            token_limit=config.token_limit,
            normalization=config.normalization,
            name=name,
        )

    def config(self, pattern: str) -> TrainingConfig:
        """The settings of a training with this pattern.

        Raises ConfigError, whose `setting` names the field that is wrong.
        """
        return TrainingConfig(
            vocab_size=self.vocab_size,
            pattern=pattern,
            special_tokens=self.special_tokens,
            reserved_slots=self.reserved_slots,
            tie_break=self.tie_break,
            min_frequency=self.min_frequency,
            max_token_bytes=self.max_token_bytes,
            token_limit=self.token_limit,
            normalization=self.normalization,
        )

    def differences(self, other: TrainingSettings) -> Mapping[str, tuple[object, object]]:
        """The fields in which two differ, each with both values."""
        names = self.__slots__
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in names}
        return {name: (a, b) for name, (a, b) in pairs.items() if a != b}
