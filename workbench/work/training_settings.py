"""TrainingSettings: what the form of a training says, as a value to be kept and compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.settings import (
    MergeRules,
    SpecialText,
    SpecialTokenDesign,
    Superwords,
    TieBreak,
    TokenLimit,
    TrainingConfig,
)
from engine.text import Normalization

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_VOCAB_SIZE = 4096


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """Everything that a person sets for a training but corpus, mixture and split pattern.

    Two are equal where the same training would follow, under the same name. The fields are those
    of `engine.TrainingConfig`, and besides:
    roles: pairs of role and token, None where nobody said any.
    pad_vocab_to: the vocabulary is rounded up to a multiple of this (SpecialTokenDesign).
    name: of the run, "" where the store shall give one.

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
    roles: tuple[tuple[str, str], ...] | None = None
    special_text: SpecialText = "ordinary"
    pad_vocab_to: int | None = None
    superwords: Superwords | None = None
    merge_rules: MergeRules | None = None
    name: str = ""

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> TrainingSettings:
        """The settings of what `document` gave. Raises TypeError, ValueError and ConfigError."""
        found = dict(document)
        found["special_tokens"] = tuple(found.get("special_tokens", ()))
        if (roles := found.get("roles")) is not None:
            found["roles"] = tuple((str(role), str(token)) for role, token in roles)
        if (superwords := found.get("superwords")) is not None:
            found["superwords"] = Superwords.of_document(superwords)
        if (merge_rules := found.get("merge_rules")) is not None:
            found["merge_rules"] = MergeRules.of_document(merge_rules)
        return cls(**found)

    def document(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        rules = {
            "superwords": None if self.superwords is None else self.superwords.document(),
            "merge_rules": None if self.merge_rules is None else self.merge_rules.document(),
        }
        return {**asdict(self), **rules}

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
            roles=None if config.roles is None else tuple(config.roles.items()),
            special_text=config.special_text,
            superwords=config.superwords,
            merge_rules=config.merge_rules,
            name=name,
        )

    @property
    def design(self) -> SpecialTokenDesign:
        """The special tokens with everything about them. Raises ConfigError."""
        roles = None if self.roles is None else dict(self.roles)
        return SpecialTokenDesign(
            self.special_tokens, self.reserved_slots, self.pad_vocab_to, roles
        )

    def with_design(self, design: SpecialTokenDesign) -> TrainingSettings:
        """The same settings with other special tokens."""
        return replace(
            self,
            special_tokens=design.tokens,
            reserved_slots=design.reserved_slots,
            pad_vocab_to=design.pad_vocab_to,
            roles=None if design.roles is None else tuple(design.roles.items()),
        )

    def config(self, pattern: str) -> TrainingConfig:
        """The settings of a training with this pattern.

        Raises ConfigError, whose `setting` names the field that is wrong.
        """
        return TrainingConfig(
            **self.design.settings(self.vocab_size),
            pattern=pattern,
            tie_break=self.tie_break,
            min_frequency=self.min_frequency,
            max_token_bytes=self.max_token_bytes,
            token_limit=self.token_limit,
            normalization=self.normalization,
            special_text=self.special_text,
            superwords=self.superwords,
            merge_rules=self.merge_rules,
        )

    def differences(self, other: TrainingSettings) -> Mapping[str, tuple[object, object]]:
        """The fields in which two differ, each with both values."""
        names = self.__slots__
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in names}
        return {name: (a, b) for name, (a, b) in pairs.items() if a != b}
