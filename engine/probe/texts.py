"""What all models of a probe read: the same passages, whatever their tokenizers.

A corpus is cut into passages as for n-gram losses; the content of each decides whether it is held
out. Of a larger corpus those with the lowest hashes are taken, so that a corpus and a budget name
the same passages on every machine, and memory depends on the budget alone.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.corpus import Corpus
from engine.encoding import Tokenizer
from engine.errors import CorpusError
from engine.evaluation import is_held_out, passages
from engine.library import AnyTokenizer
from engine.machine import Progress
from engine.probe.settings import ProbeSettings
from engine.probe.tasks import ADDITION, sums_in_passages
from engine.sentences import say

_SHOWN_BYTES = 1 << 22


@dataclass(frozen=True, slots=True)
class Passage:
    """label: of its source; data: UTF-8."""

    label: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ProbeTexts:
    """training and held_out: passages. digest: of all of them, with the labels."""

    training: tuple[Passage, ...]
    held_out: tuple[Passage, ...]
    problems: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        made = blake2b(digest_size=16)
        for side in (self.training, self.held_out):
            for passage in side:
                made.update(f"{passage.label}\0{len(passage.data)}\0".encode())
                made.update(passage.data)
        return made.hexdigest()

    @property
    def labels(self) -> tuple[str, ...]:
        """Of the held-out passages, in their order."""
        return tuple(dict.fromkeys(passage.label for passage in self.held_out))


class _Lowest:
    """The passages with the lowest hashes, up to a number of bytes; of equal ones the first."""

    def __init__(self, most_bytes: int) -> None:
        self._most, self._n_bytes, self._n_added = most_bytes, 0, 0
        self._heap: list[tuple[int, int, Passage]] = []

    def add(self, passage: Passage) -> None:
        number = int.from_bytes(blake2b(b"probe" + passage.data, digest_size=8).digest(), "big")
        if self._n_bytes >= self._most and -self._heap[0][0] <= number:
            return
        heapq.heappush(self._heap, (-number, -self._n_added, passage))
        self._n_added += 1
        self._n_bytes += len(passage.data)
        while self._n_bytes - len(self._heap[0][2].data) >= self._most:
            self._n_bytes -= len(heapq.heappop(self._heap)[2].data)

    def passages(self) -> tuple[Passage, ...]:
        ordered = sorted(self._heap, key=lambda entry: entry[:2], reverse=True)
        return tuple(passage for _, _, passage in ordered)


def text_steps(corpus: Corpus, settings: ProbeSettings) -> Generator[Progress, None, ProbeTexts]:
    """Read a corpus; yields how far it is. Raises CorpusError for one with too little text."""
    of_sums = round(settings.addition * settings.n_bytes)
    training = _Lowest(settings.n_bytes - of_sums)
    held_out = _Lowest(settings.measured_bytes)
    labels = [source.label for source in corpus.sources]
    done = shown = 0
    for source, data in passages(corpus.labelled_parts()):
        side = held_out if is_held_out(data, settings.held_out) else training
        side.add(Passage(labels[source], data))
        done += len(data)
        if done - shown >= _SHOWN_BYTES:
            shown = done
            yield Progress(done, max(done, corpus.expected_bytes), "read")
    texts, measured = training.passages(), held_out.passages()
    if not measured and len(texts) > 1:  # of few passages chance may hold out none
        n = max(1, round(settings.held_out * len(texts)))
        texts, measured = texts[:-n], texts[-n:]
    if of_sums:
        texts += tuple(Passage(ADDITION, data) for data in sums_in_passages(of_sums))
    if not texts or not measured:
        raise CorpusError(say("probe_little_text", n_bytes=done))
    return ProbeTexts(texts, measured, tuple(corpus.problem_sentences))


@dataclass(frozen=True, eq=False)
class EncodedPassages:
    """ids: uint32[n] of all passages. starts: int64[m + 1]. n_bytes: int64[m], of each passage."""

    ids: UInt32s
    starts: Int64s
    n_bytes: Int64s

    @property
    def bytes_per_token(self) -> float:
        return int(self.n_bytes.sum()) / max(1, len(self.ids))


def encoded(tokenizer: AnyTokenizer, texts: Iterable[bytes]) -> EncodedPassages:
    """Encode passages, each by itself; special tokens are text."""
    ids: list[UInt32s] = []
    sizes: list[int] = []
    for data in texts:
        ids.append(ids_of(tokenizer, data))
        sizes.append(len(data))
    starts = np.cumsum([0, *map(len, ids)], dtype=np.int64)
    joined = np.concatenate(ids) if ids else np.zeros(0, np.uint32)
    return EncodedPassages(joined.astype(np.uint32), starts, np.array(sizes, np.int64))


def ids_of(tokenizer: AnyTokenizer, data: bytes) -> UInt32s:
    """uint32[n]: the ids of UTF-8, with any tokenizer."""
    if isinstance(tokenizer, Tokenizer):
        return tokenizer.encode_to_array(data)
    return np.array(tokenizer.encode(data.decode("utf-8", "replace")), np.uint32)


def passage_order(n_bytes: Sequence[int] | Int64s, budget: int, seed: int) -> Int64s:
    """int64[k]: the passages in the order of reading, until the budget of bytes is used up.

    Once all were read they come again in another order. The last one is whole.
    """
    sizes = np.asarray(n_bytes, np.int64)
    order: list[Int64s] = []
    left, turn = budget, 0
    while left > 0:
        drawn = np.random.default_rng([seed, turn]).permutation(len(sizes))
        read = np.cumsum(sizes[drawn])
        n = min(len(drawn), int(np.searchsorted(read, left)) + 1)
        order.append(drawn[:n])
        left, turn = left - int(read[n - 1]), turn + 1
    return np.concatenate(order)


def stream_of(texts: EncodedPassages, order: Int64s, boundary: int) -> UInt32s:
    """uint32[n]: passages in an order, `boundary` before each of them."""
    bounds = texts.starts
    lengths = np.diff(bounds)[order] + 1
    stream = np.empty(int(lengths.sum()), np.uint32)
    at = 0
    for passage, length in zip(order.tolist(), lengths.tolist(), strict=True):
        stream[at] = boundary
        stream[at + 1 : at + length] = texts.ids[bounds[passage] : bounds[passage + 1]]
        at += length
    return stream


def batch_rows(stream: UInt32s, context: int, rows: int, step: int) -> UInt32s | None:
    """uint32[k, context + 1]: the rows of one step, None behind the last.

    Neighbours share one token, so that each token but the first is predicted exactly once. The
    last row is filled up with the first token of the stream, a boundary.
    """
    n_rows = -(-(len(stream) - 1) // context)
    first = step * rows
    if first >= n_rows:
        return None
    last = min(first + rows, n_rows)
    part = stream[first * context : last * context + 1]
    whole = np.full((last - first) * context + 1, stream[0], np.uint32)
    whole[: len(part)] = part
    return np.lib.stride_tricks.sliding_window_view(whole, context + 1)[::context]


def n_steps(n_tokens: int, context: int, rows: int) -> int:
    """Steps over a stream of a given number of tokens."""
    n_rows = -(-(n_tokens - 1) // context)
    return -(-n_rows // rows)


def label_places(texts: EncodedPassages, labels: Sequence[str], order: Sequence[str]) -> Int64s:
    """int64[n]: for each place of the stream of all passages the index of its label.

    labels: of the passages; order: the labels. Boundaries have -1.
    """
    index = {label: i for i, label in enumerate(order)}
    parts = []
    for label, (first, last) in zip(labels, pairwise(texts.starts.tolist()), strict=True):
        parts += [[-1], [index[label]] * (last - first)]
    return np.concatenate([np.array(part, np.int64) for part in parts])
