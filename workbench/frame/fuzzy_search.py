"""Fuzzy search: how well typed words fit a text, and which of its letters they mean."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

WORD_START = 8
RUN = 5
LETTER = 1
WHOLE_WORD = 4


@dataclass(frozen=True, slots=True)
class Match:
    """score: higher fits better. places: positions in the text that were meant, ascending."""

    score: float
    places: tuple[int, ...]


def fuzzy_match(words: str, text: str) -> Match | None:
    """Return how `words` fit `text`, None where a word does not occur.

    Each word has to occur, in any order: as a piece of the text, else letter by letter with gaps.
    Beginnings of words count most, then letters that stand together; shorter texts win.

    >>> fuzzy_match("ru op", "Open run") is not None, fuzzy_match("opr", "Open run").places
    (True, (0, 1, 5))
    """
    folded = _lower(text)
    score, places = 0.0, set[int]()
    for word in _lower(words).split():
        found = _piece(word, folded) or _letters(word, folded)
        if found is None:
            return None
        score += found.score
        places |= set(found.places)
    return Match(score - len(text) / 100, tuple(sorted(places)))


def _lower(text: str) -> str:
    """Lower case letter by letter, so that positions stay: "İ" would become two."""
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _piece(word: str, text: str) -> Match | None:
    """The best place where a word stands as it is."""
    best: Match | None = None
    at = text.find(word)
    while at >= 0:
        starts = at == 0 or not text[at - 1].isalnum()
        end = at + len(word)
        whole = starts and (end == len(text) or not text[end].isalnum())
        score = len(word) * RUN + starts * WORD_START + whole * WHOLE_WORD
        if best is None or score > best.score:
            best = Match(score, tuple(range(at, end)))
        at = text.find(word, at + 1)
    return best


def _letters(word: str, text: str) -> Match | None:
    """The letters one after another, beginnings of words first where the rest still fits."""
    places: list[int] = []
    at = 0
    for number, letter in enumerate(word):
        at = _next_place(letter, word[number + 1 :], text, at)
        if at < 0:
            return None
        places.append(at)
        at += 1
    starts = sum(place == 0 or not text[place - 1].isalnum() for place in places)
    together = sum(b == a + 1 for a, b in pairwise(places))
    if starts + together < len(places) / 2:
        return None  # letters strewn about are no match a person would see
    return Match(len(places) * LETTER + starts * 2 + together, tuple(places))


def _next_place(letter: str, rest: str, text: str, begin: int) -> int:
    first = text.find(letter, begin)
    if first < 0 or first == begin:
        return first
    at = first
    while at >= 0:
        if not text[at - 1].isalnum() and _fits(rest, text, at + 1):
            return at
        at = text.find(letter, at + 1)
    return first


def _fits(rest: str, text: str, begin: int) -> bool:
    for letter in rest:
        begin = text.find(letter, begin) + 1
        if begin == 0:
            return False
    return True
