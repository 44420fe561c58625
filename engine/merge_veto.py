"""MergeVeto: what may forbid a merge when its turn has come."""

from __future__ import annotations

from typing import Protocol

from engine.merge_rules import MergeRules


class MergeVeto(Protocol):
    """Asked for the bytes of each token just before it would be made.

    A token that is allowed is made at once. The pair of one that is not is passed over for good,
    so whoever says no once must say no to the same bytes for ever.
    """

    @property
    def is_empty(self) -> bool:
        """Whether nothing is ever forbidden, so that nobody need ask."""
        ...

    def allows(self, token: bytes) -> bool:
        """Whether a token of these bytes may be made now."""
        ...


class RuleVeto:
    """The veto of MergeRules."""

    def __init__(self, rules: MergeRules) -> None:
        import regex  # late: a training without rules does not need it

        self._blocked = frozenset(rules.blocked)
        pattern = rules.blocked_pattern
        self._pattern = None if pattern is None else regex.compile(pattern)

    @property
    def is_empty(self) -> bool:
        return not self._blocked and self._pattern is None

    def allows(self, token: bytes) -> bool:
        if token in self._blocked:
            return False
        if self._pattern is None:
            return True
        return self._pattern.search(token.decode("utf-8", "surrogateescape")) is None


class AllOf:
    """Allows what all of some vetoes allow; the later ones are asked what the earlier let pass."""

    def __init__(self, *vetoes: MergeVeto | None) -> None:
        self._vetoes = tuple(each for each in vetoes if each is not None and not each.is_empty)

    @property
    def is_empty(self) -> bool:
        return not self._vetoes

    def allows(self, token: bytes) -> bool:
        return all(each.allows(token) for each in self._vetoes)


def veto_of(rules: MergeRules | None) -> MergeVeto | None:
    """The veto of a training's merge rules, None where they forbid nothing."""
    return None if rules is None or rules.is_empty else RuleVeto(rules)
