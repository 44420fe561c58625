"""MergeVeto: what may forbid a merge when its turn has come: rules, superwords, known tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from engine.errors import ConfigError
from engine.machine import OwnTime
from engine.sentences import say
from engine.settings import MergeRules, SuperwordRules, token_words

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_TOLD = 3
_MOST_SECONDS = 5.0
"""For one token, which takes some microseconds: the merge loop waits meanwhile."""


class MergeVeto(Protocol):
    """Asked for the bytes of each token just before it would be made.

    A token that is allowed is made at once. The pair of one that is not is passed over for good,
    so the answer must be stable: a refused token stays refused.
    """

    @property
    def is_empty(self) -> bool:
        """Whether nothing is ever forbidden, so that asking is needless."""

    def allows(self, token: bytes) -> bool:
        """Whether a token of these bytes may be made now."""


class RuleVeto:
    """The veto of MergeRules; it remembers what it refused.

    refused: the bytes of tokens whose turn had come and that the rules forbid, in that order.
    """

    def __init__(self, rules: MergeRules) -> None:
        # Late: it loads `regex`, which a training without rules does not need.
        from engine.splitting import stable_regex

        self._blocked = frozenset(rules.blocked)
        self._expression = pattern = rules.blocked_pattern
        self._pattern = None if pattern is None else stable_regex(pattern)
        self._refused: dict[bytes, None] = {}

    @property
    def refused(self) -> tuple[bytes, ...]:
        return tuple(self._refused)

    @property
    def is_empty(self) -> bool:
        return not self._blocked and self._pattern is None

    def allows(self, token: bytes) -> bool:
        if not self._is_forbidden(token):
            return True
        self._refused[token] = None
        return False

    def _is_forbidden(self, token: bytes) -> bool:
        if token in self._blocked:
            return True
        if self._pattern is None:
            return False
        pattern, text = self._pattern, token.decode("utf-8", "surrogateescape")
        try:
            return OwnTime(_MOST_SECONDS).search(lambda timeout: pattern.is_in(text, timeout))
        except TimeoutError:
            raise ConfigError(
                say(
                    "blocked_pattern_too_slow",
                    pattern=self._expression,
                    seconds=_MOST_SECONDS,
                    token=token_words(token),
                ),
                setting="merge_rules",
            ) from None


class AllOf:
    """Allows what all of some vetoes allow; the later ones are asked what the earlier let pass."""

    def __init__(self, *vetoes: MergeVeto | None) -> None:
        self._vetoes = tuple(each for each in vetoes if each is not None and not each.is_empty)

    @property
    def is_empty(self) -> bool:
        return not self._vetoes

    def allows(self, token: bytes) -> bool:
        return all(each.allows(token) for each in self._vetoes)

    @property
    def refused_by_rules(self) -> tuple[bytes, ...]:
        """What the merge rules among them refused."""
        return tuple(token for each in self._vetoes for token in tokens_refused_by_rules(each))


def allowed_by(rules: MergeRules | None, token: bytes) -> bool:
    """Whether merge rules let a token be made."""
    veto = veto_of(rules)
    return veto is None or veto.allows(token)


def veto_of(rules: MergeRules | None) -> MergeVeto | None:
    """The veto of a training's merge rules, None where they forbid nothing."""
    return None if rules is None or rules.is_empty else RuleVeto(rules)


def tokens_refused_by_rules(veto: MergeVeto | None) -> tuple[bytes, ...]:
    """The tokens whose turn had come and that merge rules forbid, in that order."""
    if isinstance(veto, RuleVeto):
        return veto.refused
    return veto.refused_by_rules if isinstance(veto, AllOf) else ()


def rules_remark(refused: tuple[bytes, ...], n_merges: int, is_exhausted: bool) -> tuple[str, ...]:
    """A sentence about what merge rules kept from being made; none where they refused nothing.

    n_merges: how many there are; is_exhausted: whether that is because no pair is left.
    """
    if not refused:
        return ()
    n = len(refused)
    first = ", ".join(token_words(token) for token in refused[:_TOLD])
    which = say("tokens_refused", n=n, tokens=first if n <= _TOLD else f"{first}, …")
    if not is_exhausted:
        return (say("rules_refused", which=which),)
    return (say("rules_left_nothing", n=n_merges, which=which),)


class SuperwordVeto:
    """Forbids what the rules of stage two forbid, see SuperwordRules.

    It takes a token that it allows for made, so it has to be the last veto that is asked.

    tokens: the bytes of all tokens that there are.
    """

    def __init__(self, rules: SuperwordRules, tokens: Iterable[bytes]) -> None:
        self._most_words = rules.most_words
        self._forbidden = tuple(string.encode() for string in rules.forbidden_inside)
        self._known = None if rules.allow_twins else set(tokens)
        self.n_refused = 0

    @property
    def is_empty(self) -> bool:
        return self._most_words is None and not self._forbidden and self._known is None

    def allows(self, token: bytes) -> bool:
        """Whether the token may be made now."""
        if self._is_refused(token):
            self.n_refused += 1
            return False
        if self._known is not None:
            self._known.add(token)
        return True

    def _is_refused(self, token: bytes) -> bool:
        if self._known is not None and token in self._known:
            return True
        if self._most_words is not None and _n_words(token) > self._most_words:
            return True
        return any(string in token for string in self._forbidden)


def _n_words(token: bytes) -> int:
    """Pieces that are not empty between spaces; other white space separates nothing."""
    return sum(1 for piece in token.split(b" ") if piece)


class NewTokensOnly:
    """A MergeVeto that lets every token through once, and none that a tokenizer has.

    Two ids of the same bytes cannot be held by tokenizer.json and rank files, and a row of
    embeddings is wasted on the second one. It takes a token that it allows for made, so it has to
    be the last veto that is asked.

    Where tokens are given out that no merge makes (tokenizers that were read from ranks), tiktoken
    would make them as soon as both halves of one exist. Such halves are not made either, so that
    an export by ranks keeps its ids.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._known = known_tokens(tokenizer) | halves_of_whole_tokens(tokenizer)

    @property
    def is_empty(self) -> bool:
        return False

    def allows(self, token: bytes) -> bool:
        if token in self._known:
            return False
        self._known.add(token)
        return True


def known_tokens(tokenizer: Tokenizer) -> set[bytes]:
    """All tokens but special ones, also those that no merge makes."""
    return {*tokenizer.ranked_tokens, *tokenizer.extra_tokens}


def halves_of_whole_tokens(tokenizer: Tokenizer) -> set[bytes]:
    """What tokens that are given out without their merges begin with and end with."""
    whole = tokenizer.whole_tokens
    beginnings = {token[:at] for token in whole for at in range(1, len(token))}
    return beginnings | {token[at:] for token in whole for at in range(1, len(token))}
