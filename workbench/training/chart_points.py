"""What the charts of a training show, as arrays, computed while it runs.

Marginal gain, lengths of tokens (`TokenLengths`), words per token (`TokenWords`), and the first
whole word that the training makes for each language (`FirstWords`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Floats, Int64s, UInt8s, UInt32s
from engine.text import is_code, language_code
from workbench.text.languages import language_name

if TYPE_CHECKING:
    from engine import TrainingProgress


SOURCE_STEP = 64
"""Merges between two points of a source's curve."""
GAIN_PER = 1000
MOST_GAIN_POINTS = 200
_FIRST_GAIN = 16
LEAST_MERGES = 200
LOOK_BACK, FIT_POINTS, FARTHEST = 4, 12, 20

N_BYTES = 256
SPACE = 0x20


def token_points(value: TrainingProgress) -> tuple[Floats, Floats]:
    """float64[n] merges, float64[n] tokens of the corpus after each merge of a slice."""
    applied = _told(value)
    left = applied[::-1].cumsum()[::-1] - applied  # by the merges after each
    first = value.merges_done - len(applied) + 1
    return np.arange(first, value.merges_done + 1.0), value.corpus_tokens + left.astype(float)


def source_points(value: TrainingProgress) -> tuple[Floats, Floats]:
    """Bytes per token of the sources in a slice, every SOURCE_STEP merges and at its end.

    float64[n] merges; float64[n, n_sources]. A resumed training says in its first slice all merges
    that it begins with.
    """
    end = np.array(value.source_bytes_per_token, float)
    of_sources = value.last_merges.source_applied
    n = len(_told(value))
    first = value.merges_done - n
    inner = np.arange(-first % SOURCE_STEP, n, SOURCE_STEP) - 1
    inner = inner[inner >= 0]
    if of_sources is None or not value.source_bytes or not len(inner):
        return np.array([float(value.merges_done)]), end[None, :]
    begin, end_of_blocks = inner[0] + 1, inner[-1] + 1
    whole = of_sources[begin:end_of_blocks]
    blocks = whole.reshape(len(inner) - 1, SOURCE_STEP, whole.shape[1]).sum(axis=1)
    last = of_sources[end_of_blocks:].sum(axis=0)
    left = np.concatenate([blocks, last[None, :]])[::-1].cumsum(axis=0)[::-1]
    n_bytes = np.array(value.source_bytes, float)
    with np.errstate(invalid="ignore", divide="ignore"):
        rows = 1 / (1 / end + left / n_bytes)
    x = np.concatenate([first + inner + 1.0, [value.merges_done]])
    return x, np.concatenate([rows, end[None, :]])


def applied_until(applied: Int64s, ends: Int64s, step: int) -> Int64s:
    """int64[k, m]: the sums of the first ends[i] rows; int64[n, m] applied.

    Most of the ends are multiples of `step`: sums of blocks take an eighth of those of any slices.
    """
    n, m = applied.shape
    blocks = applied[: n // step * step].reshape(-1, step, m).sum(axis=1)
    found = np.concatenate([np.zeros((1, m), np.int64), blocks.cumsum(axis=0)])[ends // step]
    for place in np.flatnonzero(ends % step).tolist():
        end = int(ends[place])
        found[place] += applied[end // step * step : end].sum(axis=0)
    return found


def _told(value: TrainingProgress) -> Int64s:
    """int64[n]: what the merges of a slice applied, if they are the ones up to its end."""
    merges = value.last_merges
    goes_to_end = merges.first_rank + len(merges) == value.merges_done
    return merges.applied if goes_to_end else np.zeros(1, np.int64)


def gain_points(merges: Floats, tokens: Floats) -> tuple[Floats, Floats]:
    """Percent of the tokens that a thousand further merges save, over the merges.

    merges float64[n] ascends, tokens float64[n]: tokens of the corpus after each of them. Measured
    over a thousand merges around each point, near the ends over those available, and as in Sizes
    at the last one; the first needs 16 merges before it.
    """
    if len(merges) < 2 or merges[-1] < 2 * _FIRST_GAIN:
        return np.empty(0), np.empty(0)
    last = float(merges[-1])
    x = np.unique(np.geomspace(_FIRST_GAIN, last, MOST_GAIN_POINTS).round())
    half = np.minimum(GAIN_PER // 2, x // 2)
    begin, end = x - half, np.minimum(x + half, last)
    logs = np.log(np.maximum(tokens, 1.0))
    lost = np.interp(begin, merges, logs) - np.interp(end, merges, logs)
    y = -100 * np.expm1(-lost * GAIN_PER / (end - begin))
    return x, y


def gain_milestones(
    merges: Floats, gains: Floats, levels: Sequence[float]
) -> list[tuple[float, float]]:
    """From which merges on the gain stays below each level, with that level, as far as it does.

    merges, gains: float64[n] of `gain_points`. Points that are measured over less than GAIN_PER
    merges do not count.
    """
    is_whole = (merges >= GAIN_PER / 2) & (merges <= merges.max(initial=0) - GAIN_PER / 2)
    merges, gains = merges[is_whole], gains[is_whole]
    found = []
    for level in levels:
        above = np.flatnonzero(gains >= level)
        if len(above) and above[-1] + 1 < len(merges):
            found.append((float(merges[above[-1] + 1]), level))
    return found


@dataclass(frozen=True)
class Outlook:
    """What the last merges saved, and how far it pays to go on.

    n_last: the last merges, GAIN_PER of them or as many as there are. saved: share of the tokens
    before them that they saved. ends_at: merges after which a thousand more save less than the
    threshold, by how the gain fell so far; None where it does not fall, or where that lies beyond
    FARTHEST times the merges there are: too far to name a number.
    """

    n_last: int
    saved: float
    ends_at: float | None

    def pays(self, threshold: float) -> bool:
        """Whether a thousand more merges save at least this share."""
        return self.saved * GAIN_PER / self.n_last >= threshold


def gain_outlook(merges: Floats, tokens: Floats, threshold: float) -> Outlook | None:
    """Whether to go on, from merges float64[n], ascending, and the tokens after each.

    The gain of natural text falls about as a power of the number of merges: a line through the
    gains of the last LOOK_BACK-th to the last, both as logarithms, tells when it reaches the
    threshold. None before LEAST_MERGES.
    """
    done = float(merges[-1] - merges[0]) if len(merges) else 0.0
    if done < LEAST_MERGES or tokens[-1] <= 0:
        return None
    last = float(merges[-1])
    n_last = min(GAIN_PER, int(done))
    before = float(np.interp(last - n_last, merges, tokens))
    saved = 1 - float(tokens[-1]) / before
    begin = max(float(merges[0]), last / LOOK_BACK)
    ends = np.linspace(begin, last, FIT_POINTS + 1)
    logs = np.log(np.interp(ends, merges, tokens))
    lost = (logs[:-1] - logs[1:]) * GAIN_PER / (ends[1] - ends[0])
    middles = (ends[:-1] + ends[1:]) / 2
    is_known = (lost > 0) & (middles > 0)
    if np.count_nonzero(is_known) < FIT_POINTS // 2:
        return Outlook(n_last, saved, None)
    slope, level = _line_through(np.log(middles[is_known]), np.log(lost[is_known]))
    if slope >= 0:
        return Outlook(n_last, saved, None)
    wanted = -np.log1p(-threshold)
    reached = (np.log(wanted) - level) / slope
    is_near = reached <= np.log(last * FARTHEST)
    return Outlook(n_last, saved, float(np.exp(reached)) if is_near else None)


def _line_through(x: Floats, y: Floats) -> tuple[float, float]:
    """Slope and level of the line with the least squares.

    `np.polyfit` starts the threads of its library for that, while the training has the cores.
    """
    middle = x.mean()
    slope = float(((x - middle) * y).sum() / ((x - middle) ** 2).sum())
    return slope, float(y.mean() - slope * middle)


class TokenLengths:
    """Bytes of every token, updated with each merge."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self._lengths = np.ones(256, np.int64)
        self._pairs = np.zeros((0, 2), np.uint32)

    def follow(self, pairs: UInt32s) -> None:
        """Follow these merges and no others; nothing is to do where the training has told them."""
        if not np.array_equal(self._pairs, pairs):
            self.clear()
            self.extend(pairs)

    @property
    def n_merges(self) -> int:
        return len(self._lengths) - 256

    def extend(self, pairs: UInt32s) -> None:
        """Follow further merges: uint32[n, 2], left and right id of each."""
        lengths = np.concatenate([self._lengths, np.zeros(len(pairs), np.int64)])
        for new, left, right in _in_turns(pairs, len(self._lengths)):
            lengths[new] = lengths[left] + lengths[right]
        self._lengths = lengths
        self._pairs = np.concatenate([self._pairs, pairs])

    def points(self, first: int = 0) -> tuple[Floats, Floats]:
        """Each length from 1 byte to that of the longest token, and how many tokens have it.

        first: only tokens from this place on count, bytes among them.
        """
        counts = np.bincount(self._lengths[first:], minlength=1)[1:]
        return np.arange(1, len(counts) + 1, dtype=np.float64), counts.astype(np.float64)


class TokenWords:
    """Words between spaces of every token (engine.text.words), updated with each merge.

    The number of multi-word tokens in the text follows from the merges alone: each merge makes one
    token and uses its two parts, as often as it was applied (engine.analysis.superwords).
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        is_space = np.arange(N_BYTES) == SPACE
        self._words: Int64s = (~is_space).astype(np.int64)
        self._begins: Bools = is_space
        self._ends: Bools = is_space.copy()
        self._in_text = 0
        self._in_vocabulary = 0

    @property
    def n_merges(self) -> int:
        return len(self._words) - N_BYTES

    @property
    def in_text(self) -> int:
        """Tokens of several words in the text, after the merges so far."""
        return self._in_text

    @property
    def in_vocabulary(self) -> int:
        """Tokens of several words in the vocabulary."""
        return self._in_vocabulary

    def extend(self, pairs: UInt32s, applied: Int64s) -> tuple[Int64s, Int64s]:
        """Follow further merges: uint32[n, 2], and how often each was applied, int64[n].

        Returns `in_text` and `in_vocabulary` after each of them, int64[n].
        """
        self._join(pairs)
        is_several = self._words > 1
        made = is_several[len(is_several) - len(pairs) :].astype(np.int64)
        gain = (made - is_several[pairs].sum(axis=1)) * applied
        in_text = self._in_text + np.cumsum(gain)
        in_vocabulary = self._in_vocabulary + np.cumsum(made)
        if len(pairs):
            self._in_text, self._in_vocabulary = int(in_text[-1]), int(in_vocabulary[-1])
        return in_text, in_vocabulary

    def _join(self, pairs: UInt32s) -> None:
        """Words of new tokens."""
        known, n = len(self._words), len(pairs)
        words = np.concatenate([self._words, np.zeros(n, np.int64)])
        begins = np.concatenate([self._begins, np.zeros(n, np.bool_)])
        ends = np.concatenate([self._ends, np.zeros(n, np.bool_)])
        for new, a, b in _in_turns(pairs, known):
            words[new] = words[a] + words[b] - (~ends[a] & ~begins[b])
            begins[new], ends[new] = begins[a], ends[b]
        self._words, self._begins, self._ends = words, begins, ends


def _in_turns(pairs: UInt32s, known: int) -> Iterator[tuple[Int64s, Int64s, Int64s]]:
    """Ids of new tokens with both parts, int64[n] each: first those made of tokens before `known`.

    A token may be made of others of the same batch, which come in an earlier turn.
    """
    left, right = pairs.astype(np.int64).T
    is_made = np.arange(known + len(pairs)) < known
    waiting = np.arange(len(pairs))
    while len(waiting):
        is_next = is_made[left[waiting]] & is_made[right[waiting]]
        turn, waiting = waiting[is_next], waiting[~is_next]
        is_made[known + turn] = True
        yield known + turn, left[turn], right[turn]


def percent_of(parts: Int64s, wholes: npt.ArrayLike) -> Floats:
    """float64[n]: parts of wholes in percent."""
    return np.asarray(100 * parts / np.maximum(np.asarray(wholes, np.float64), 1), np.float64)


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
        self._pairs = np.zeros((0, 2), np.uint32)
        self._first_bytes = np.arange(N_BYTES, dtype=np.uint8)  # by token
        self._applied = np.zeros(0, np.int64)
        self._merged_on = np.zeros(N_BYTES, np.int64)
        self._of_sources: Int64s = np.zeros(0, np.int64)
        self._words: dict[int, bool] = {}
        self._candidates: dict[str, list[int]] = {}  # ids by language, in order
        self._found: list[FirstWord] | None = None

    @property
    def n_merges(self) -> int:
        return len(self._pairs)

    def extend(
        self, pairs: UInt32s, applied: Int64s, source_applied: Int64s, labels: Sequence[str]
    ) -> None:
        """Follow further merges: their pairs uint32[n, 2], how often each was applied int64[n].

        source_applied: int64[n, n_sources], the same by source; labels: of the sources.
        """
        first = N_BYTES + self.n_merges
        self._found = None
        if tuple(labels) != self._labels:
            self._labels = tuple(labels)
            self._languages = [_language_of(label) for label in labels]
            self._of_sources = np.zeros(len(labels), np.int64)
        self._pairs = np.concatenate([self._pairs, pairs])
        self._applied = np.concatenate([self._applied, applied])
        self._merged_on = np.concatenate([self._merged_on, np.zeros(len(pairs), np.int64)])
        for side in pairs.T:
            np.add.at(self._merged_on, side, applied)
        begins = self._note_first_bytes(pairs) == SPACE
        if not len(labels):
            return
        self._of_sources = self._of_sources + source_applied.sum(axis=0)
        main = source_applied.argmax(axis=1)
        is_of_one = 2 * source_applied[np.arange(len(main)), main] > applied
        is_named = np.array([bool(language) for language in self._languages])
        places = np.flatnonzero(is_of_one & begins & is_named[main])
        for place, source in zip(places.tolist(), main[places].tolist(), strict=True):
            self._candidates.setdefault(self._languages[source], []).append(first + place)

    def follow(
        self, pairs: UInt32s, applied: Int64s, source_applied: Int64s, labels: Sequence[str]
    ) -> None:
        """Follow these merges and no others. Does nothing if they are known already."""
        is_known = (
            self._labels == tuple(labels)
            and np.array_equal(self._pairs, pairs)
            and np.array_equal(self._applied, applied)
            and np.array_equal(self._of_sources, source_applied.sum(axis=0))
        )
        if not is_known:
            self.clear()
            self.extend(pairs, applied, source_applied, labels)

    def _note_first_bytes(self, pairs: UInt32s) -> UInt8s:
        """uint8[n]: the first bytes of the tokens that these merges make."""
        known = len(self._first_bytes)
        lefts = pairs[:, 0].astype(np.int64)
        while len(new := np.flatnonzero(lefts >= known)):
            lefts[new] = pairs[lefts[new] - known, 0]
        found = self._first_bytes[lefts]
        self._first_bytes = np.concatenate([self._first_bytes, found])
        return found

    def _token(self, token_id: int) -> bytes:
        """The bytes of a token; only few are asked for."""
        token, left = bytearray(), [token_id]
        while left:
            part = left.pop()
            if part < N_BYTES:
                token.append(part)
            else:
                left += self._pairs[part - N_BYTES].tolist()[::-1]
        return bytes(token)

    def found(self) -> list[FirstWord]:
        """The first word of each language that has one, in the order in which they were made."""
        if self._found is None:
            words = filter(None, map(self._first_of, self._candidates))
            self._found = sorted(words, key=lambda word: word.n_merges)
        return self._found

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
                return FirstWord(language, label, place + 1, self._token(token_id).decode())
        return None

    def _is_word(self, token_id: int) -> bool:
        """As `is_word`; asked again with each slice of merges."""
        if token_id not in self._words:
            self._words[token_id] = is_word(self._token(token_id))
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
