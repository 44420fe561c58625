"""NgramModel: interpolated modified Kneser-Ney over token ids, of orders one to three.

A corpus is cut into passages, of which a part is held out. The content of a passage alone decides
on its side, so the division is the same for every tokenizer and every order of the files, and two
equal passages are always on the same side. N-grams are 64-bit keys, sorted in parts that fit the
caches, then joined: all counts are exact.

    P(w | ab) = max(c(abw) - D(c(abw)), 0) / c(ab·) + left_over(ab) * P(w | b)

left_over(ab) is what the discounts D took away, so that every distribution sums to one over the
vocabulary of V ids. Below the highest order, counts are numbers of distinct left neighbours;
n-grams that begin a document have none and keep their own counts. Below the unigrams lies 1 / V. A
context that was never seen takes the lower order whole.

Sources: Kneser and Ney 1995; Chen and Goodman 1998 (modified, interpolated, with the discounts
Y = n1 / (n1 + 2 n2), D1 = 1 - 2 Y n2 / n1, D2 = 2 - 3 Y n3 / n2, D3 = 3 - 4 Y n4 / n3); Heafield
et al. 2013 (n-grams at the beginning, and the discounts 0.5, 1 and 1.5 if these are undefined).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from engine.compiled import (
    Bools,
    Floats,
    Int64s,
    UInt32s,
    UInt64s,
    bounds_of,
    joined_bytes,
    run_kernel,
)
from engine.corpus import GROUP_BYTES, Corpus, DocumentGroup, DocumentPart
from engine.encoding import DocumentEncoder, spread
from engine.errors import ConfigError
from engine.evaluation import _evaluation_kernels as kernels
from engine.library import AnyTokenizer
from engine.machine import n_cores, relayed, results_in_order
from engine.sentences import say

PASSAGE_BYTES = 4096
"""A longer document is cut behind the first line feed at or after this number of bytes."""
_MOST_BYTES = 1 << 16
"""A passage without a line feed ends here, before the character that would go beyond."""
_HASH_BYTES = 8

_CHUNK = 1 << 20
"""Keys that are sorted at a time; they stay in the caches of a core."""

_WORTH_THREADS = 1 << 18

Counts = UInt32s | Int64s

HIGHEST_ORDER = 3
MOST_IDS = (1 << 63 // HIGHEST_ORDER) - 1
"""Three ids and the boundary have to fit one 64-bit key."""
USUAL_DISCOUNTS = (0.5, 1.0, 1.5)
_KINDS = 4


class _Passage(NamedTuple):
    """A passage. source: its index in the corpus; data: UTF-8."""

    source: int
    data: bytes


class _Ids(NamedTuple):
    """The ids of a group.

    source: 2 i for the training side of source i, 2 i + 1 for the held-out side.
    stream: uint32[n], a boundary before each passage. n_bytes: of its text.
    """

    source: int
    stream: UInt32s
    n_bytes: int


@dataclass(frozen=True)
class HeldOutStream:
    """Ids of held-out passages of one source.

    source: its index. stream: uint32[n], a boundary before each passage.
    """

    source: int
    stream: UInt32s


@dataclass
class SourceSides:
    """Passages, bytes of text and tokens of one source, [trained on, held out]."""

    label: str
    passages: list[int] = field(default_factory=lambda: [0, 0])
    n_bytes: list[int] = field(default_factory=lambda: [0, 0])
    tokens: list[int] = field(default_factory=lambda: [0, 0])


@dataclass
class NgramText:
    """A corpus as ids. boundary: the id before each passage, the size of the vocabulary.

    training: uint32[n] streams, in order; held_out: likewise, with their source.
    """

    boundary: int
    sides: list[SourceSides]
    training: list[UInt32s] = field(default_factory=list)
    held_out: list[HeldOutStream] = field(default_factory=list)

    @property
    def n_tokens(self) -> int:
        """Tokens of all passages."""
        return sum(sum(side.tokens) for side in self.sides)

    @property
    def n_bytes(self) -> int:
        """Bytes of all passages, as the text was before any normalization."""
        return sum(sum(side.n_bytes) for side in self.sides)


def check_share(share: float) -> None:
    """Raise ConfigError for a share to hold out that leaves nothing on one side."""
    if not 0.0 < share < 1.0:
        raise ConfigError(say("held_out_share", share=share), setting="held_out")


def read_steps(
    tokenizer: AnyTokenizer, corpus: Corpus, held_out: float, text: NgramText
) -> Iterator[int]:
    """Read and encode a corpus into `text`; yields the current source now and then.

    held_out: the share of the passages that is held out, about. Raises CorpusError.
    """
    groups = _groups(passages(corpus.labelled_parts()), held_out, text.sides)

    def workers(n_threads: int) -> list[Callable[[DocumentGroup], _Ids]]:
        encoders = tokenizer.batch_encoder.encoders(n_threads)
        return [_worker(encoder, text.boundary) for encoder in encoders]

    source = 0
    thread_bytes = tokenizer.batch_encoder.thread_bytes
    with closing(spread(workers, groups, thread_bytes=thread_bytes)) as results:
        for ids in results:
            if ids is not None:
                source, side = divmod(ids.source, 2)
                counts = text.sides[source]
                counts.n_bytes[side] += ids.n_bytes
                n_passages = int(np.count_nonzero(ids.stream == text.boundary))
                counts.tokens[side] += len(ids.stream) - n_passages
                if side:
                    text.held_out.append(HeldOutStream(source, ids.stream))
                else:
                    text.training.append(ids.stream)
            yield source


def is_held_out(passage: bytes, share: float) -> bool:
    """Whether a passage is on the side that is not trained on; by its content alone."""
    digest = blake2b(passage, digest_size=_HASH_BYTES).digest()
    return int.from_bytes(digest, "big") < int(share * (1 << 8 * _HASH_BYTES))


def passages(parts: Iterable[tuple[int, DocumentPart]]) -> Iterator[_Passage]:
    """Documents cut into passages, wherever the parts in which they come end."""
    rest = b""
    for source, (data, _, ends) in parts:
        text = rest + data
        start = 0
        # As long as more may come, no passage is cut that a later byte could make end elsewhere.
        while len(text) - start > (PASSAGE_BYTES if ends else _MOST_BYTES):
            end = _passage_end(text, start)
            yield _Passage(source, text[start:end])
            start = end
        rest = text[start:]
        if ends:
            if rest:
                yield _Passage(source, rest)
            rest = b""


def _passage_end(text: bytes, start: int) -> int:
    end = text.find(b"\n", start + PASSAGE_BYTES - 1, start + _MOST_BYTES) + 1
    if end:
        return end
    end = min(len(text), start + _MOST_BYTES)
    while end < len(text) and end > start + 1 and text[end] & 0xC0 == 0x80:
        end -= 1
    return end


def _groups(
    passages: Iterable[_Passage], share: float, sides: list[SourceSides]
) -> Iterator[DocumentGroup]:
    """Passages of one source and side in groups; the number of a group says both."""
    waiting: dict[int, list[bytes]] = {}
    sizes: dict[int, int] = {}
    latest = -1
    for source, data in passages:
        if source != latest:
            yield from _all_groups(waiting)
            waiting, sizes, latest = {}, {}, source
        side = int(is_held_out(data, share))
        sides[source].passages[side] += 1
        number = 2 * source + side
        waiting.setdefault(number, []).append(data)
        sizes[number] = sizes.get(number, 0) + len(data)
        if sizes[number] >= GROUP_BYTES:
            yield DocumentGroup(number, *joined_bytes(waiting.pop(number)))
            sizes[number] = 0
    yield from _all_groups(waiting)


def _all_groups(waiting: dict[int, list[bytes]]) -> Iterator[DocumentGroup]:
    for number, documents in waiting.items():
        yield DocumentGroup(number, *joined_bytes(documents))


def _worker(encoder: DocumentEncoder, boundary: int) -> Callable[[DocumentGroup], _Ids]:
    def work(group: DocumentGroup) -> _Ids:
        ids, starts = encoder.encode_documents(group.data, group.bounds)
        stream = np.insert(ids, starts[:-1], np.uint32(boundary))
        return _Ids(group.source, stream, len(group.data))

    return work


class Counted(NamedTuple):
    """A table of n-grams.

    keys: uint64[n], distinct and ascending. counts: uint32[n], occurrences of each.
    """

    keys: UInt64s
    counts: UInt32s


_NOTHING = Counted(np.empty(0, np.uint64), np.empty(0, np.uint32))


@dataclass(frozen=True)
class NgramKeys:
    """The keys of the n-grams of one order. bits: of one id; boundary: the id between documents.

    streams: uint32, each begins with a boundary.
    """

    streams: Sequence[UInt32s]
    order: int
    bits: int
    boundary: int

    @property
    def n_ids(self) -> int:
        """Ids of all streams, boundaries too."""
        return sum(map(len, self.streams))

    def parts(self) -> Iterator[tuple[UInt32s, int, int]]:
        """(stream uint32[n], begin, end): parts of the streams of a size that is sorted at once."""
        for stream in self.streams:
            for begin in range(0, len(stream), _CHUNK):
                yield stream, begin, min(begin + _CHUNK, len(stream))


def ngrams_counted(ngrams: NgramKeys) -> Generator[None, None, Counted]:
    """The n-grams of the streams; yields now and then. In threads if it is worth it."""

    def work() -> Callable[[tuple[UInt32s, int, int]], Counted]:
        work_space = _Room()

        def count(part: tuple[UInt32s, int, int]) -> Counted:
            n = run_kernel(
                kernels.write_keys, *part, ngrams.order, ngrams.bits, ngrams.boundary,
                work_space.keys,
            )  # fmt: skip
            return work_space.counted(n)

        return count

    return (yield from _joined(work, ngrams.parts(), is_large=ngrams.n_ids >= _WORTH_THREADS))


def left_neighbours_counted(ngrams: UInt64s, n_bits: int) -> Generator[None, None, Counted]:
    """Number of distinct ids before each n-gram, from the distinct n-grams one longer.

    ngrams: uint64[n], ascending. n_bits: of the n-grams that are counted. Yields now and then.
    """

    def work() -> Callable[[UInt64s], Counted]:
        work_space = _Room()

        def count(part: UInt64s) -> Counted:
            np.bitwise_and(part, np.uint64((1 << n_bits) - 1), out=work_space.keys[: len(part)])
            return work_space.counted(len(part))

        return count

    parts = (ngrams[begin : begin + _CHUNK] for begin in range(0, len(ngrams), _CHUNK))
    return (yield from _joined(work, parts, is_large=len(ngrams) >= _WORTH_THREADS))


class _Room:
    """Working memory of one thread."""

    def __init__(self) -> None:
        self.keys = np.empty(_CHUNK, np.uint64)
        self._counts = np.empty(_CHUNK, np.uint32)

    def counted(self, n: int) -> Counted:
        """The first n keys, counted."""
        self.keys[:n].sort()
        n = run_kernel(kernels.count_runs, self.keys, n, self.keys, self._counts)
        return Counted(self.keys[:n].copy(), self._counts[:n].copy())


def _joined(
    work: Callable[[], Callable[..., Counted]], parts: Iterable[object], *, is_large: bool
) -> Generator[None, None, Counted]:
    """All parts as one table; tables of about the same size are joined first."""
    waiting = [_NOTHING]  # so that small texts run through the same kernels as large ones
    workers = [work() for _ in range(n_cores() if is_large else 1)]
    with closing(results_in_order(workers, parts)) as results:
        for counted in results:
            if counted is not None:
                waiting.append(counted)
            while len(waiting) > 1 and len(waiting[-2].keys) < 2 * len(waiting[-1].keys):
                waiting.append(_merged(waiting.pop(), waiting.pop()))
                yield
            yield
    while len(waiting) > 1:
        waiting.append(_merged(waiting.pop(), waiting.pop()))
        yield
    return waiting[0]


def _merged(one: Counted, other: Counted) -> Counted:
    capacity = len(one.keys) + len(other.keys)
    keys, counts = np.empty(capacity, np.uint64), np.empty(capacity, np.uint32)
    n = run_kernel(kernels.merge_counts, *one, *other, keys, counts)
    for array in (keys, counts):
        array.resize(n, refcheck=False)  # gives the rest back without moving the others
    return Counted(keys, counts)


class NgramModel(NamedTuple):
    """An n-gram model of a stream of ids; see `model_steps`.

    order: 1, 2 or 3. boundary: the id between documents, which is the number of ids.
    in_vocabulary: bool[boundary], the ids that can occur; the V of 1 / V.
    singles, lower_singles: float64[boundary + 1]; pairs, lower_pairs, triples: see the kernels.
    """

    order: int
    boundary: int
    in_vocabulary: Bools
    singles: Floats
    lower_singles: Floats
    pairs: kernels.Pairs
    lower_pairs: kernels.Pairs
    triples: kernels.Triples

    @property
    def n_vocabulary(self) -> int:
        """V."""
        return int(np.count_nonzero(self.in_vocabulary))

    def probabilities(self, stream: UInt32s) -> Floats:
        """float64[order, n]: of each id by the models of order 1, 2 ... given the ids before.

        stream: uint32, begins with a boundary; n is the number of its other ids.
        """
        probabilities = np.empty((HIGHEST_ORDER, len(stream)), np.float64)
        n = run_kernel(
            kernels.write_probabilities, stream, self.boundary, self.order, self.singles,
            self.lower_singles, self.pairs, self.lower_pairs, self.triples, probabilities,
        )  # fmt: skip
        return probabilities[: self.order, :n]

    def distributions(self, context: tuple[int, ...]) -> Floats:
        """float64[order, boundary]: of every id of the vocabulary after a context.

        context: the ids of a document so far. For looking at the model; it takes its time.
        """
        ids = np.flatnonzero(self.in_vocabulary).astype(np.uint32)
        head = np.array([self.boundary, *context], np.uint32)
        rows = np.zeros((self.order, self.boundary))
        for token_id in ids.tolist():
            stream = np.append(head, np.uint32(token_id))
            rows[:, token_id] = self.probabilities(stream)[:, -1]
        return rows


def check_order(order: int) -> None:
    """Raise ConfigError for an order that is not 1, 2 or 3."""
    if order not in range(1, HIGHEST_ORDER + 1):
        raise ConfigError(say("ngram_order", order=order), setting="order")


def check_size(n_ids: int) -> None:
    """Raise ConfigError for a vocabulary whose trigrams do not fit 64 bits."""
    if n_ids >= MOST_IDS:
        raise ConfigError(say("ngram_ids", most=MOST_IDS, n_ids=n_ids), setting="vocab_size")


def model_steps(
    stream: UInt32s, in_vocabulary: Bools, order: int
) -> Generator[str, None, NgramModel]:
    """Make the model of a stream; yields what is being done, now and then.

    stream: uint32, a boundary before each document, the boundary being the number of ids.
    in_vocabulary: bool[number of ids]; what occurs is always part of it.
    Raises ConfigError.
    """
    check_order(order)
    boundary = len(in_vocabulary)
    check_size(boundary)
    counts = np.bincount(stream, minlength=boundary + 1)
    counts[boundary] = 0
    known = in_vocabulary | (counts[:boundary] > 0)
    singles = _singles(counts, known)
    lower_singles, pairs, lower_pairs = singles, _pairs(_NOTHING, 1, boundary), None
    triples = _triples(_NOTHING, 1, boundary)
    bits = boundary.bit_length()
    if order >= 2:
        counting = ngrams_counted(NgramKeys((stream,), 2, bits, boundary))
        of_two = yield from _named("bigrams", counting)
        pairs = _pairs(of_two, bits, boundary)
        neighbours = np.bincount(pairs.successors, minlength=boundary + 1)
        lower_singles = _singles(neighbours, known)
        if order >= HIGHEST_ORDER:
            counting = ngrams_counted(NgramKeys((stream,), 3, bits, boundary))
            of_three = yield from _named("trigrams", counting)
            triples = _triples(of_three, bits, boundary)
            counting = left_neighbours_counted(of_three.keys, 2 * bits)
            left = yield from _named("left neighbours", counting)
            lower_pairs = _pairs(_with_beginnings(left, of_two, bits, boundary), bits, boundary)
    return NgramModel(
        order, boundary, known, singles, lower_singles, pairs, lower_pairs or pairs, triples
    )


def _named(phase: str, counting: Generator[None, None, Counted]) -> Generator[str, None, Counted]:
    """The counts; yields the phase wherever the counting may be stopped."""
    yield phase
    return (yield from relayed(counting, lambda _: phase))


def discounts_of(counts: Counts) -> Floats:
    """float64[4]: what is taken off counts of 0, 1, 2, and 3 or more.

    Where a number of counts is 0 or a discount would be none, USUAL_DISCOUNTS.
    """
    n = np.bincount(np.minimum(counts, _KINDS + 1).astype(np.int64), minlength=_KINDS + 2)
    usual = np.array([0.0, *USUAL_DISCOUNTS])
    if not n[1 : _KINDS + 1].all():
        return usual
    y = n[1] / (n[1] + 2 * n[2])
    discounts = np.array([0.0, *(k - (k + 1) * y * n[k + 1] / n[k] for k in (1, 2, 3))])
    is_possible = bool((discounts[1:] > 0).all() and (discounts[1:] < [1, 2, 3]).all())
    return discounts if is_possible else usual


def _singles(counts: Counts, known: Bools) -> Floats:
    """float64[v + 1]: the unigram model of counts, with 1 / V below it."""
    discounts = discounts_of(counts[counts > 0])
    taken = discounts[np.minimum(counts, 3)]
    total = float(counts.sum())
    chances = np.zeros(len(known) + 1)
    if total == 0.0:
        chances[:-1][known] = 1.0 / max(1, int(np.count_nonzero(known)))
        return chances
    base = float(taken.sum()) / total / int(np.count_nonzero(known))
    chances[:-1] = (counts[:-1] - taken[:-1]) / total
    chances[:-1][known] += base
    return chances


def _pairs(counted: Counted, bits: int, boundary: int) -> kernels.Pairs:
    firsts = (counted.keys >> np.uint64(bits)).astype(np.int64)
    discounts = discounts_of(counted.counts)
    starts = bounds_of(np.bincount(firsts, minlength=boundary + 1))
    totals = np.bincount(firsts, counted.counts, boundary + 1).astype(np.float64)
    taken = np.bincount(firsts, discounts[np.minimum(counted.counts, 3)], boundary + 1)
    left_over = np.ones(boundary + 1)
    np.divide(taken, totals, out=left_over, where=totals > 0)
    successors = (counted.keys & np.uint64((1 << bits) - 1)).astype(np.uint32)
    return kernels.Pairs(starts, successors, counted.counts, totals, left_over, discounts)


def _triples(counted: Counted, bits: int, boundary: int) -> kernels.Triples:
    contexts = counted.keys >> np.uint64(bits)
    is_first = np.ones(len(contexts), np.bool_)
    np.not_equal(contexts[1:], contexts[:-1], out=is_first[1:])
    starts = np.append(np.flatnonzero(is_first), len(contexts)).astype(np.int64)
    contexts = contexts[starts[:-1]]
    discounts = discounts_of(counted.counts)
    totals = left_over = np.empty(0, np.float64)
    if len(contexts):
        totals = np.add.reduceat(counted.counts, starts[:-1], dtype=np.float64)
        left_over = np.add.reduceat(discounts[np.minimum(counted.counts, 3)], starts[:-1]) / totals
    firsts = (contexts >> np.uint64(bits)).astype(np.int64)
    first = bounds_of(np.bincount(firsts, minlength=boundary + 1))
    mask = np.uint64((1 << bits) - 1)
    return kernels.Triples(
        first, (contexts & mask).astype(np.uint32), starts,
        (counted.keys & mask).astype(np.uint32), counted.counts, totals, left_over, discounts,
    )  # fmt: skip


def _with_beginnings(left: Counted, pairs: Counted, bits: int, boundary: int) -> Counted:
    """The numbers of left neighbours, and the pairs that begin a document with their own counts.

    The boundary is the greatest id, so these come last.
    """
    begins = int(np.searchsorted(pairs.keys, np.uint64(boundary << bits)))
    return Counted(
        np.concatenate([left.keys, pairs.keys[begins:]]),
        np.concatenate([left.counts, pairs.counts[begins:]]),
    )
