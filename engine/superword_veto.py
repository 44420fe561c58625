"""SuperwordVeto: the rules of superwords on the bytes of a new token."""

from __future__ import annotations

from collections.abc import Iterable

from engine.superwords import SuperwordRules


class SuperwordVeto:
    """Forbids what the rules of stage two forbid, see SuperwordRules.

    Whoever asks makes a token that is allowed at once: this veto has to be the last that is asked,
    for it takes the token for made.

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
