"""The text of an n-gram model as ids, and its n-grams counted exactly.

A corpus is cut into passages, of which a part is held out. A passage's content alone decides on
which side it is. So the division is the same for every tokenizer and every order of the files, and
two equal passages are always on the same side. N-grams are 64-bit keys, sorted in parts that fit
the caches, then joined.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from engine.compiled import UInt32s, UInt64s, run_kernel
from engine.corpus import GROUP_BYTES, Corpus, DocumentGroup, DocumentPart, joined
from engine.encoding import DocumentEncoder, spread
from engine.errors import ConfigError
from engine.evaluation import _ngram_kernels as kernels
from engine.evaluation.sentences import say
from engine.library import AnyTokenizer
from engine.machine import n_cores, results_in_order

PASSAGE_BYTES = 4096
"""A longer document is cut behind the first line feed at or after this number of bytes."""
_MOST_BYTES = 1 << 16
"""A passage without a line feed ends here, before the character that would go beyond."""
_HASH_BYTES = 8

_CHUNK = 1 << 20
"""Keys that are sorted at a time; they and the sorted copy stay in the caches of a core."""

_DIGITS = 2048
_WORTH_THREADS = 1 << 18


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
        raise ConfigError(
            say("held_out_share", share=share),
            setting="held_out",
        )


def read_steps(
    tokenizer: AnyTokenizer, corpus: Corpus, held_out: float, text: NgramText
) -> Iterator[int]:
    """Read and encode a corpus into `text`; yields the current source now and then.

    held_out: the share of the passages that is held out, about. Raises CorpusError.
    """
    groups = _groups(_passages(corpus.labelled_parts()), held_out, text.sides)

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


def _passages(parts: Iterable[tuple[int, DocumentPart]]) -> Iterator[_Passage]:
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
            yield DocumentGroup(number, *joined(waiting.pop(number)))
            sizes[number] = 0
    yield from _all_groups(waiting)


def _all_groups(waiting: dict[int, list[bytes]]) -> Iterator[DocumentGroup]:
    for number, documents in waiting.items():
        yield DocumentGroup(number, *joined(documents))


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
    def n_bits(self) -> int:
        """Bits of a key."""
        return self.order * self.bits

    @property
    def n_ids(self) -> int:
        """Ids of all streams, boundaries too."""
        return sum(map(len, self.streams))

    def parts(self) -> Iterator[tuple[UInt32s, int, int]]:
        """The streams in parts of a size that is sorted at a time."""
        for stream in self.streams:
            for begin in range(0, len(stream), _CHUNK):
                yield stream, begin, min(begin + _CHUNK, len(stream))


def ngrams_counted(ngrams: NgramKeys) -> Generator[None, None, Counted]:
    """The n-grams of the streams; yields now and then. In threads if it is worth it."""

    def work() -> Callable[[tuple[UInt32s, int, int]], Counted]:
        work_space = _Room()

        def count(part: tuple[UInt32s, int, int]) -> Counted:
            n = run_kernel(
                kernels.write_keys,
                *part,
                ngrams.order,
                ngrams.bits,
                ngrams.boundary,
                work_space.keys,
            )
            return work_space.counted(n, ngrams.n_bits)

        return count

    return (yield from _joined(work, ngrams.parts(), is_large=ngrams.n_ids >= _WORTH_THREADS))


def left_neighbours_counted(ngrams: UInt64s, n_bits: int) -> Generator[None, None, Counted]:
    """Number of distinct ids before each n-gram, from the distinct n-grams one longer.

    n_bits: of the n-grams that are counted. Yields now and then.
    """

    def work() -> Callable[[UInt64s], Counted]:
        work_space = _Room()

        def count(part: UInt64s) -> Counted:
            np.bitwise_and(part, np.uint64((1 << n_bits) - 1), out=work_space.keys[: len(part)])
            return work_space.counted(len(part), n_bits)

        return count

    parts = (ngrams[begin : begin + _CHUNK] for begin in range(0, len(ngrams), _CHUNK))
    return (yield from _joined(work, parts, is_large=len(ngrams) >= _WORTH_THREADS))


class _Room:
    """Working memory of one thread."""

    def __init__(self) -> None:
        self.keys = np.empty(_CHUNK, np.uint64)
        self._other = np.empty(_CHUNK, np.uint64)
        self._counts = np.empty(_CHUNK, np.uint32)
        self._places = np.empty(_DIGITS, np.int64)

    def counted(self, n: int, n_bits: int) -> Counted:
        """The first n keys, counted."""
        run_kernel(kernels.sort_keys, self.keys, n, self._other, self._places, n_bits)
        n = run_kernel(kernels.count_runs, self.keys, n, self.keys, self._counts)
        return Counted(self.keys[:n].copy(), self._counts[:n].copy())


def _joined(
    work: Callable[[], Callable[..., Counted]], parts: Iterable[object], *, is_large: bool
) -> Generator[None, None, Counted]:
    """All parts as one table; tables of about the same size are joined first."""
    nothing = Counted(np.empty(0, np.uint64), np.empty(0, np.uint32))
    waiting = [nothing]  # so that small texts run through the same kernels as large ones
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
