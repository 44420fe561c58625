"""MergeRules: tokens that a training may not make, as a person says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ConfigError


@dataclass(frozen=True)
class MergeRules:
    """Which tokens are never made by a merge.

    blocked: tokens as bytes of at least two; a merge that would make one is passed over for good,
        so that longer tokens are not built of it either.
    blocked_pattern: a regular expression of the `regex` module, with the characters of Unicode 16
        whatever its release; a token in which it is found is not made. Bytes of a token that are
        no UTF-8 of their own are the lone surrogates U+DC80 to U+DCFF there, as Python's
        `surrogateescape` has them.

    Raises ConfigError (setting "merge_rules") for a token of less than two bytes, one listed twice
    and an expression that does not compile.
    """

    blocked: tuple[bytes, ...] = ()
    blocked_pattern: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocked", tuple(self.blocked))
        for token in self.blocked:
            if not isinstance(token, bytes) or len(token) < 2:
                raise ConfigError(
                    f"The blocked token {token!r} is no token that a merge makes: those have two "
                    "bytes and more. Single bytes are always in the vocabulary.",
                    setting="merge_rules",
                )
        if len(set(self.blocked)) < len(self.blocked):
            doubled = next(each for each in self.blocked if self.blocked.count(each) > 1)
            raise ConfigError(
                f"The blocked token {doubled!r} is listed more than once.", setting="merge_rules"
            )
        if self.blocked_pattern is not None:
            _check_pattern(self.blocked_pattern)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is forbidden."""
        return not self.blocked and self.blocked_pattern is None

    def document(self) -> dict[str, Any]:
        """As JSON has it: the bytes of blocked tokens in hex."""
        blocked = [token.hex() for token in self.blocked]
        return {"blocked": blocked, "blocked_pattern": self.blocked_pattern}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> MergeRules:
        """The rules of a document. Raises ValueError or ConfigError for what is none."""
        blocked = tuple(bytes.fromhex(token) for token in document.get("blocked", ()))
        return cls(blocked, document.get("blocked_pattern"))


def _check_pattern(pattern: str) -> None:
    if not isinstance(pattern, str) or not pattern:
        raise ConfigError(
            f"The pattern of blocked tokens must be a string that is not empty, not {pattern!r}.",
            setting="merge_rules",
        )
    # Late: settings are read where nothing else needs it.
    from engine.stable_regex import ExpressionError, stable_regex

    shown = pattern if len(pattern) <= 200 else pattern[:199] + "…"
    try:
        stable_regex(pattern)
    except ExpressionError as error:
        raise ConfigError(
            f'The pattern of blocked tokens "{shown}" cannot be used: {error.sentence()}.',
            setting="merge_rules",
        ) from None
