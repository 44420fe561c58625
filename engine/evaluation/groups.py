"""One group of documents measured for several tokenizers: facts of its text, figures of each.

Groups are cut where every tokenizer may be cut, so that each has the tokens of the whole text.
`StringSet` has the distinct words of a text, by the million, in flat arrays.

A split pattern whose letters are `\\p{L}` alone splits a combining mark (`\\p{M}`) off the letter
that it belongs to, so that words of many scripts fall apart before any merge. `Pretokens` counts
such splits.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from engine.compiled import (
    PADDING,
    Bools,
    Int64s,
    UInt8s,
    UInt32s,
    bounds_of,
    padded,
    read_only,
    run_kernel,
)
from engine.corpus import DocumentGroup, DocumentPart, part_groups
from engine.counting import PretokenTable
from engine.encoding import DocumentEncoder
from engine.evaluation import _evaluation_kernels as kernels
from engine.evaluation.figures import DifferenceCause, TextDifference
from engine.library import AnyTokenizer, LibraryEncoder, LibraryTokenizer
from engine.splitting import Splitter
from engine.text import Lines, TextFacts, WordRule, category, normalized_documents, text_facts

_FIRST_SLOTS = 512

MOST_TOKENS = 1024
"""Words of more tokens count as having this number, for median and percentile."""

_SPACE = 0x20
_FIRST_OF_TWO, _FIRST_OF_THREE, _FIRST_OF_FOUR = 0xC0, 0xE0, 0xF0
"""The least first bytes of characters of several bytes."""
_FIRST_OF_MARK = 0xCC
"""Of U+0300, the first combining mark."""
_tables: WeakKeyDictionary[AnyTokenizer, _Tables] = WeakKeyDictionary()


class StringSet:
    """Distinct byte strings, compared exactly; none is empty.

    Threads may share a set: one adds, the others wait.
    """

    def __init__(self) -> None:
        self._table = PretokenTable(_FIRST_SLOTS)
        self._lock = threading.Lock()

    def add(self, padded: UInt8s, starts: Int64s, ends: Int64s) -> Int64s:
        """Add padded[starts[i]:ends[i]] for every i, none of them empty.

        padded: uint8[n + 16]; starts, ends: int64[w]. Returns the indices of those that were not
        there before, of equal ones the first.
        """
        with self._lock:
            n_short, n_long = self._table.n_short, self._table.n_long
            entries = self._table.enter(padded, starts, ends)
        new = np.empty(len(entries), np.bool_)
        is_long = entries < 0
        new[~is_long] = _are_new(entries[~is_long], n_short)
        new[is_long] = _are_new(-1 - entries[is_long], n_long)
        return np.flatnonzero(new)

    def count(self, padded: UInt8s, starts: Int64s, ends: Int64s) -> int:
        """Number of the strings that are members.

        padded: uint8[n + 16]; starts, ends: int64[w], as in `add`.
        """
        return self._table.count_entered(padded, starts, ends)


def _are_new(entries: Int64s, n_before: int) -> Bools:
    """bool[n]: which entries, numbered in the order of arrival, were made by this one."""
    known = np.maximum.accumulate(np.append(n_before - 1, entries))
    return np.asarray(entries > known[:-1])


def text_groups(
    parts: Iterable[tuple[int, DocumentPart]], tokenizers: Sequence[AnyTokenizer]
) -> Iterator[DocumentGroup]:
    """Documents with the number of their source, in order, in groups that never mix sources.

    Long documents are cut at the beginning of a line where every tokenizer is sure to cut as
    well, so that no word, number or line is divided; no more of one is in memory than between two
    such places. Where a tokenizer normalizes they stay whole.
    """
    return part_groups(parts, _LineStarts(tokenizers))


class _LineStarts:
    """Beginnings of lines that are sure cuts of all tokenizers, for `part_groups`."""

    def __init__(self, tokenizers: Sequence[AnyTokenizer]) -> None:
        splitters = [tokenizer.cutting_splitter for tokenizer in tokenizers]
        self._splitters = [splitter for splitter in splitters if splitter is not None]
        self._may_cut = None not in splitters

    def sure_cut(self, text: bytes, at: int, /) -> int:
        """The first beginning of a line after `at` that is a sure cut of every splitter."""
        while self._may_cut and at < len(text):
            line_start = text.find(b"\n", at) + 1
            if not line_start:
                break
            cut = line_start
            for splitter in self._splitters:
                cut = splitter.sure_cut(text, line_start)
                if cut != line_start:
                    break
            else:
                return line_start
            at = cut - 1  # a line feed there would make it the beginning of a line
        return len(text)


class Words(NamedTuple):
    """Words with a space before each: word i is data[starts[i] + 1:ends[i]].

    data: uint8[n + 16]; starts, ends: int64[w].
    """

    data: UInt8s
    starts: Int64s
    ends: Int64s

    @classmethod
    def of(cls, text: UInt8s, starts: Int64s, ends: Int64s) -> Words:
        """Copy text[starts[i]:ends[i]] for every i."""
        bounds = bounds_of(ends - starts + 1)
        places = np.arange(bounds[-1]) + np.repeat(starts - 1 - bounds[:-1], np.diff(bounds))
        data = np.zeros(len(places) + PADDING, np.uint8)
        data[: len(places)] = text[places]
        data[bounds[:-1]] = _SPACE
        return cls(data, bounds[:-1], bounds[1:])


@dataclass(frozen=True)
class GroupText:
    """The text of a group in one normalization.

    data: UTF-8; padded: uint8[len(data) + 64], the same with zeros behind it. bounds: int64[n + 1],
    document i is data[bounds[i]:bounds[i + 1]].
    new_words: the distinct words that first occur in this group.
    pretokens: by split pattern, counted once for all tokenizers that have it; of one thread alone.
    """

    data: bytes
    padded: UInt8s
    bounds: Int64s
    facts: TextFacts
    new_words: Words
    pretokens: dict[str, Pretokens] = field(default_factory=dict)

    def cut_by(self, tokenizer: AnyTokenizer) -> Pretokens | None:
        """The pre-tokens of a tokenizer; None if it runs in its library, which does not say."""
        if isinstance(tokenizer, LibraryTokenizer):
            return None
        pattern = tokenizer.pattern
        if pattern not in self.pretokens:
            self.pretokens[pattern] = group_pretokens(
                self.data, self.padded, self.bounds, self.facts.lines, tokenizer.splitter
            )
        return self.pretokens[pattern]


@dataclass(frozen=True)
class GroupTokens:
    """The figures of one tokenizer in a group; the fields are those of LabelEvaluation.

    histogram: int64[MOST_TOKENS + 1], words by the tokens that touch them; counts: int64[v],
    occurrences of every id; line_tokens: int64[n], tokens that begin in the text of each line.
    pretokens: None if they are not known.
    difference: within the group, its document from 0.
    """

    tokens: int
    histogram: Int64s
    counts: Int64s
    line_tokens: Int64s
    number_f1: float
    indentation: int
    split_characters: int
    retained: int
    retained_bare: int
    unknown_characters: int
    round_trips: bool
    difference: TextDifference | None
    pretokens: Pretokens | None


@dataclass(frozen=True)
class Measured:
    """A tokenizer with the tables that every group needs of it.

    vocabulary: uint8[b + 64], the bytes of all ids one after another, with zeros behind them.
    token_ends: int64[v], end of each id there. is_white: bool[v], ids of white space only.
    single: all texts that it encodes as one token.
    """

    tokenizer: AnyTokenizer
    vocabulary: UInt8s
    token_ends: Int64s
    is_white: Bools
    single: StringSet

    @classmethod
    def of(cls, tokenizer: AnyTokenizer) -> Measured:
        """Make the tables, or take those of an earlier evaluation of this tokenizer."""
        known = _tables.get(tokenizer)
        if known is None:
            known = _tables[tokenizer] = _Tables.of(tokenizer)
        return cls(tokenizer, *known)


class _Tables(NamedTuple):
    """The tables of a tokenizer.

    vocabulary: uint8[b + 64]; token_ends: int64[v]; is_white: bool[v]; single: see Measured.
    """

    vocabulary: UInt8s
    token_ends: Int64s
    is_white: Bools
    single: StringSet

    @classmethod
    def of(cls, tokenizer: AnyTokenizer) -> _Tables:
        tokens = tokenizer.vocabulary
        vocabulary = padded(b"".join(tokens))
        ends = np.cumsum(tokenizer.token_lengths)
        white = np.array([bool(token) and not token.strip() for token in tokens], np.bool_)
        return cls(vocabulary, ends, white, _single_tokens(tokenizer, vocabulary, ends))


def _single_tokens(tokenizer: AnyTokenizer, vocabulary: UInt8s, ends: Int64s) -> StringSet:
    """The bytes of all tokens that encode to themselves alone."""
    bounds = np.concatenate([np.zeros(1, np.int64), ends])
    (encoder,) = tokenizer.batch_encoder.encoders(1)
    _, starts = encoder.encode_documents(vocabulary[: bounds[-1]].tobytes(), bounds)
    single = np.flatnonzero(np.diff(starts) == 1)
    held = StringSet()
    held.add(vocabulary, bounds[single], bounds[single + 1])
    return held


def group_text(
    group: DocumentGroup, tokenizer: AnyTokenizer, rule: WordRule, types: StringSet
) -> GroupText:
    """The text of a group as a tokenizer reads it. types: the words of the source so far."""
    data, bounds = normalized_documents(group.data, group.bounds, tokenizer.normalization)
    bounds = np.array(bounds, np.int64)
    facts = text_facts(data, bounds, rule)
    starts = ends = np.zeros(0, np.int64)
    text = padded(data)
    if rule == "white-space":
        words = np.flatnonzero(facts.inner_ends > facts.inner_starts)
        starts, ends = facts.inner_starts[words], facts.inner_ends[words]
        new = types.add(text, starts, ends)
        starts, ends = starts[new], ends[new]
    return GroupText(data, text, bounds, facts, Words.of(text, starts, ends))


def group_tokens(
    group: DocumentGroup, text: GroupText, measured: Measured, encoder: DocumentEncoder
) -> GroupTokens:
    """Encode a group and measure the tokens; the encoder is that of the tokenizer."""
    facts = text.facts
    if isinstance(encoder, LibraryEncoder):
        walk = _library_walk(text, measured, encoder)
    else:
        walk = _walk(text, measured, encoder)
    ids, places = walk.ids, walk.places
    histogram = np.zeros(MOST_TOKENS + 1, np.int64)
    run_kernel(kernels.tokens_of_words, places, facts.word_starts, facts.word_ends, histogram)
    single, new = measured.single, text.new_words
    return GroupTokens(
        tokens=len(ids),
        histogram=histogram,
        counts=walk.counts,
        line_tokens=begun_between(places[:-1], facts.lines.starts, facts.lines.ends),
        number_f1=_number_f1(places, facts),
        indentation=_indentation(places, ids, measured, facts),
        split_characters=walk.split_characters,
        retained=single.count(*new),
        retained_bare=single.count(new.data, new.starts + 1, new.ends),
        unknown_characters=_unknown_characters(walk, text, measured.tokenizer),
        round_trips=walk.lost is None,
        difference=_rewritten(group, text) or walk.lost,
        pretokens=text.cut_by(measured.tokenizer),
    )


class _Walk(NamedTuple):
    """The tokens of a group.

    ids: uint32[n]. places: int64[n + 1], first byte of each in the text, and the text's end.
    counts: int64[v], occurrences of every id.
    split_characters: number of characters that a token boundary crosses.
    lost: the first difference of the decoded text, None if it is the same.
    """

    ids: UInt32s
    places: Int64s
    counts: Int64s
    split_characters: int
    lost: TextDifference | None


def _walk(text: GroupText, measured: Measured, encoder: DocumentEncoder) -> _Walk:
    """Encode, and go along the bytes of the tokens and of the text."""
    tokenizer = measured.tokenizer
    ids, starts = encoder.encode_documents(text.data, text.bounds)
    places = np.empty(len(ids) + 1, np.int64)
    counts = np.zeros(tokenizer.vocab_size, np.int64)
    totals = np.zeros(2, np.int64)
    run_kernel(
        kernels.walk_tokens, ids, measured.vocabulary, measured.token_ends, text.padded,
        len(text.data), places, counts, totals,
    )  # fmt: skip
    is_exact = bool(totals[1]) and np.array_equal(places[starts], text.bounds)
    back = b"" if is_exact else tokenizer.decode_bytes(ids)
    lost = None if is_exact else _lost(text, back, places[starts])
    return _Walk(ids, places, counts, int(totals[0]), lost)


def _library_walk(text: GroupText, measured: Measured, encoder: LibraryEncoder) -> _Walk:
    """As `_walk` with what the library says: its tokens need not be bytes of the text."""
    ids, starts, places = encoder.encode_with_places(text.data, text.bounds)
    counts = np.bincount(ids, minlength=measured.tokenizer.vocab_size).astype(np.int64)
    view = np.frombuffer(text.data, np.uint8)
    inner = np.unique(places[(places > 0) & (places < len(view))])
    inside = inner[(view[inner] & 0xC0) == 0x80]
    characters = np.cumsum((view & 0xC0) != 0x80)
    n_split = len(np.unique(characters[inside]))
    back, bounds = encoder.decode_documents(ids, starts)
    lost = None if back == text.data else _lost(text, back, bounds)
    return _Walk(ids, places, counts, n_split, lost)


def _unknown_characters(walk: _Walk, text: GroupText, tokenizer: AnyTokenizer) -> int:
    """Characters inside unknown tokens; not the white space that a library drops before one."""
    if not isinstance(tokenizer, LibraryTokenizer):
        return 0  # the 256 bytes are tokens
    unknown = np.flatnonzero(np.isin(walk.ids, tokenizer.unknown_ids))
    if not len(unknown):
        return 0
    view = np.frombuffer(text.data, np.uint8)
    is_counted = ((view & 0xC0) != 0x80) & (view != _SPACE) & ((view < 9) | (view > 13))
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_counted)])
    return int((before[walk.places[unknown + 1]] - before[walk.places[unknown]]).sum())


def _number_f1(places: Int64s, facts: TextFacts) -> float:
    """Sum over the numbers of the F1 of their boundaries; see METRICS."""
    numbers = facts.numbers
    if not len(numbers.starts):
        return 0.0
    inside = np.searchsorted(places, numbers.ends) - np.searchsorted(
        places, numbers.starts, side="right"
    )
    run = np.repeat(np.arange(len(inside)), numbers.n_cuts)
    at = np.searchsorted(places, numbers.ideal)
    is_hit = places[np.minimum(at, len(places) - 1)] == numbers.ideal
    hits = np.bincount(run, is_hit, len(inside))
    both = inside + numbers.n_cuts
    f1 = np.where(both > 0, 2 * hits / np.maximum(both, 1), 1.0)
    return float(f1.sum())


def _indentation(places: Int64s, ids: UInt32s, measured: Measured, facts: TextFacts) -> int:
    lines = facts.lines
    if not lines.is_indented.any():
        return 0
    starts, ends = lines.starts[lines.is_indented], lines.text_starts[lines.is_indented]
    n_tokens = run_kernel(
        kernels.white_tokens_in, places, read_only(ids), measured.is_white, starts, ends
    )
    return int(n_tokens)


def _lost(text: GroupText, back: bytes, ends: Int64s) -> TextDifference:
    """Where decoding first does not give the documents back. ends: of each in `back`, from 0."""
    found = _difference(back, ends, text.data, text.bounds, "decoding")
    return found or TextDifference(max(len(text.bounds) - 2, 0), len(text.data), "decoding")


def _rewritten(group: DocumentGroup, text: GroupText) -> TextDifference | None:
    """The first change by the normalization; None if there is none."""
    if text.data == group.data:
        return None
    return _difference(group.data, group.bounds, text.data, text.bounds, "normalization")


def _difference(
    one: bytes, one_bounds: Int64s, other: bytes, other_bounds: Int64s, cause: DifferenceCause
) -> TextDifference | None:
    """Where documents first differ; None if all are the same. Bounds: int64[n + 1] in each."""
    spans = zip(pairwise(one_bounds.tolist()), pairwise(other_bounds.tolist()), strict=True)
    for document, ((start, end), (first, last)) in enumerate(spans):
        here, there = one[start:end], other[first:last]
        if here != there:
            return TextDifference(document, _first_difference(here, there), cause)
    return None


def _first_difference(one: bytes, other: bytes) -> int:
    size = min(len(one), len(other))
    differs = np.frombuffer(one[:size], np.uint8) != np.frombuffer(other[:size], np.uint8)
    return int(differs.argmax()) if differs.any() else size


class Pretokens(NamedTuple):
    """Counts of pre-tokens.

    number: of all. mark_splits: those that begin at a combining mark, or at a letter right behind
    one. of_lines: int64[l], those that begin in the text of each line.
    """

    number: int
    mark_splits: int
    of_lines: Int64s


def group_pretokens(
    data: bytes, padded: UInt8s, bounds: Int64s, lines: Lines, splitter: Splitter
) -> Pretokens:
    """Cut documents with a split pattern and count.

    data: UTF-8; padded: uint8[n + 64], the same; document i is data[bounds[i]:bounds[i + 1]].
    """
    blocks = [block.spans[:, 0] for block in splitter.span_blocks(data, bounds)]
    starts = np.concatenate(blocks) if blocks else np.zeros(0, np.int64)
    of_lines = begun_between(starts, lines.starts, lines.ends)
    return Pretokens(len(starts), _mark_splits(padded, starts, bounds), of_lines)


def begun_between(places: Int64s, starts: Int64s, ends: Int64s) -> Int64s:
    """int64[n]: how many of the places int64[m], ascending, are in each span."""
    return np.searchsorted(places, ends) - np.searchsorted(places, starts)


def _mark_splits(padded: UInt8s, starts: Int64s, bounds: Int64s) -> int:
    """Number of `starts` that split a mark off; the beginning of a document splits nothing."""
    # Most text is done here: no mark begins with the byte, nor a letter right behind one.
    cuts = starts[1:]
    cuts = cuts[_may_begin_letter_or_mark()[padded[cuts]]]
    cuts = cuts[(padded[cuts] >= _FIRST_OF_MARK) | (padded[cuts - 1] > 0x7F)]
    cuts = cuts[~np.isin(cuts, bounds)]
    here = _points(padded, cuts)
    is_cut = category("M")[here]
    is_cut |= category("M")[_points(padded, _starts_before(padded, cuts))] & category("L")[here]
    return int(np.count_nonzero(is_cut))


@cache
def _may_begin_letter_or_mark() -> Bools:
    """bool[256]: the first bytes of letters and marks."""
    may_begin = np.arange(256) >= _FIRST_OF_TWO
    may_begin[:128] = category("L")[:128]
    return may_begin


def _starts_before(padded: UInt8s, places: Int64s) -> Int64s:
    """int64[n]: the first byte of the character before each place."""
    before = places - 1
    for _ in range(3):
        before = before - _continues(padded[before])
    return before


def _continues(values: UInt8s) -> Bools:
    """bool[n]: which bytes are no first byte of a character."""
    return np.asarray((values & 0xC0) == 0x80)


def _points(padded: UInt8s, places: Int64s) -> Int64s:
    """int64[n]: the code points of the characters that begin at some places of valid UTF-8."""
    first = padded[places].astype(np.int64)
    second, third, fourth = (padded[places + i].astype(np.int64) & 0x3F for i in (1, 2, 3))
    two = (first & 0x1F) << 6 | second
    three = (first & 0x0F) << 12 | second << 6 | third
    four = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    lengths = [first < _FIRST_OF_TWO, first < _FIRST_OF_THREE, first < _FIRST_OF_FOUR]
    return np.select(lengths, [first, two, three], four)


def percentile(histogram: Sequence[int] | Int64s, share: float) -> float | None:
    """A percentile of counted whole numbers, linearly interpolated as numpy.percentile does.

    histogram: int64[n], how many numbers there are of 0, 1, 2 and so on. None if there are none.
    """
    ends = np.cumsum(histogram)
    total = int(ends[-1])
    if not total:
        return None
    rank = share * (total - 1)
    low, high = int(np.floor(rank)), int(np.ceil(rank))
    below, above = np.searchsorted(ends, [low, high], side="right").tolist()
    return float(below + (above - below) * (rank - low))
