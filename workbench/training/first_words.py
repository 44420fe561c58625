"""The first whole word that a training makes for each language, from what its merges record."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.text import is_code, language_code
from workbench.text.languages import language_name
from workbench.training.chart_points import N_BYTES

LEAST_LETTERS, LEAST_SYLLABLES = 3, 2
"""Letters that a word has at least; of Hangul, whose letters are syllables, fewer are several."""

MOST_MERGED_ON = 0.25
"""Share of a word's occurrences that later merges make part of longer tokens."""
MOST_SHOWN, LEAST_APART = 6, 0.14
"""First words in a chart, and how far apart they are at least, as a share of its axis."""


@dataclass(frozen=True, slots=True)
class FirstWord:
    """A language's first word: the merges after which it is there, and its text with its space."""

    language: str
    label: str
    n_merges: int
    word: str


class FirstWords:
    """Follows merges and finds the first word of each language.

    A word begins with its space, so that it begins its pre-token, and at least three quarters of
    its occurrences are not merged further, so that it mostly ends there as well. It is of the
    language in which more than half of it occurs.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self._labels: tuple[str, ...] = ()
        self._languages: list[str] = []
        self._tokens: list[bytes] = [bytes([byte]) for byte in range(N_BYTES)]
        self._applied = np.zeros(0, np.int64)
        self._merged_on = np.zeros(N_BYTES, np.int64)
        self._words: dict[int, bool] = {}
        self._candidates: dict[str, list[int]] = {}  # ids by language, in order

    @property
    def n_merges(self) -> int:
        return len(self._tokens) - N_BYTES

    def extend(
        self, pairs: UInt32s, applied: Int64s, source_applied: Int64s, labels: Sequence[str]
    ) -> None:
        """Follow further merges: their pairs uint32[n, 2], how often each was applied int64[n].

        source_applied: int64[n, n_sources], the same by source; labels: of the sources.
        """
        first = len(self._tokens)
        if tuple(labels) != self._labels:
            self._labels = tuple(labels)
            self._languages = [_language_of(label) for label in labels]
        self._applied = np.concatenate([self._applied, applied])
        self._merged_on = np.concatenate([self._merged_on, np.zeros(len(pairs), np.int64)])
        for side in pairs.T:
            np.add.at(self._merged_on, side, applied)
        tokens = self._tokens
        for left, right in pairs.tolist():
            tokens.append(tokens[left] + tokens[right])
        if not len(labels):
            return
        main = source_applied.argmax(axis=1)
        is_of_one = 2 * source_applied[np.arange(len(main)), main] > applied
        for place in np.flatnonzero(is_of_one).tolist():
            language = self._languages[main[place]]
            if language and tokens[first + place].startswith(b" "):
                self._candidates.setdefault(language, []).append(first + place)

    def found(self) -> list[FirstWord]:
        """The first word of each language that has one, in the order in which they were made."""
        words = (self._first_of(language) for language in self._candidates)
        return sorted((word for word in words if word is not None), key=lambda word: word.n_merges)

    @property
    def n_languages(self) -> int:
        """The languages of the sources, known by their labels."""
        return len({language for language in self._languages if language})

    def _first_of(self, language: str) -> FirstWord | None:
        for token_id in self._candidates[language]:
            place = token_id - N_BYTES
            if not self._is_word(token_id):
                continue
            if self._merged_on[token_id] <= MOST_MERGED_ON * self._applied[place]:
                label = self._labels[self._languages.index(language)]
                return FirstWord(language, label, place + 1, self._tokens[token_id].decode())
        return None

    def _is_word(self, token_id: int) -> bool:
        """As `is_word`; asked again with each slice of merges."""
        if token_id not in self._words:
            self._words[token_id] = is_word(self._tokens[token_id])
        return self._words[token_id]


def spread_out(
    found: Sequence[FirstWord], wanted: Collection[str], n_merges: float
) -> list[FirstWord]:
    """The words that a chart of some merges has room for: those of the wanted labels, the last
    one, then others far enough from these.
    """
    order = sorted(found, key=lambda word: (word.label not in wanted, word is not found[-1]))
    shown: list[FirstWord] = []
    for word in order:
        is_apart = all(
            abs(word.n_merges - other.n_merges) >= LEAST_APART * n_merges for other in shown
        )
        if is_apart and len(shown) < MOST_SHOWN:
            shown.append(word)
    return shown


def is_word(token: bytes) -> bool:
    """Whether a token is a space and several letters.

    >>> [is_word(text.encode()) for text in (" the", " th", "the", " the ", " 있다", " की")]
    [True, False, False, False, True, False]
    """
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return False
    letters = text[1:]
    if not letters or not all(unicodedata.category(letter)[0] in "LM" for letter in letters):
        return False
    is_hangul = "\uac00" <= letters[0] <= "\ud7a3"
    return text[0] == " " and len(letters) >= (LEAST_SYLLABLES if is_hangul else LEAST_LETTERS)


def _language_of(label: str) -> str:
    """The name of a label's language; "" for code and labels that name no language."""
    return "" if is_code(label) or language_code(label) is None else language_name(label)
