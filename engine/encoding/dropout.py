"""BPE dropout: an encoder that drops merges at random, so that a text has many encodings.

Each pre-token has random numbers of its own, made of the seed and the place of the pre-token among
all texts of a call: ids are the same for any number of threads and any cuts of long documents.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.argument_types import described, is_whole
from engine.compiled import Int64s, UInt32s, UInt64s, padded, run_kernel
from engine.corpus import DocumentGroup
from engine.encoding import _dropout_kernels as kernels
from engine.encoding.batch import BatchEncoder, DocumentEncoder, Result
from engine.encoding.merge_tables import MergeModel
from engine.errors import ArgumentValueError
from engine.splitting import Splitter
from engine.text import Normalization, normalized

if TYPE_CHECKING:
    from engine.encoding.pieces import HiddenIds

_MOST_SEED = (1 << 64) - 1


class DropoutRoom(NamedTuple):
    """Working memory for the merges of one pre-token.

    ids      uint32[length]       tokens, each at the place of its first byte
    before, after  int64[length]  the places of its neighbours
    heap     uint64[3 * length]   rank << 32 | place of the merges to come
    dropped  uint64[3 * length]   those dropped until the next one is made
    """

    ids: UInt32s
    before: Int64s
    after: Int64s
    heap: UInt64s
    dropped: UInt64s


@dataclass(frozen=True)
class Dropout:
    """How merges are dropped.

    share: probability of dropping one whenever it could be made, from 0 to 1.
    seed: of the random numbers; None for others in every call.
    """

    share: float
    seed: int | None = None

    def __post_init__(self) -> None:
        check_dropout(self.share, self.seed)


def check_dropout(share: object, seed: object) -> None:
    """Raise ArgumentValueError for a probability or a seed that is none."""
    is_number = isinstance(share, Real) and not isinstance(share, bool)
    if not is_number or not 0 <= float(share) <= 1:  # type: ignore[arg-type]
        raise ArgumentValueError(
            f"dropout must be a number from 0 to 1, not {_shown(share)}.", setting="dropout"
        )
    if seed is not None and (not is_whole(seed) or not 0 <= int(seed) <= _MOST_SEED):
        raise ArgumentValueError(
            f"seed must be a whole number from 0 to 2^64 - 1, not {_shown(seed)}.", setting="seed"
        )


def _shown(value: object) -> str:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return str(value) if is_number else described(value)


@dataclass(frozen=True)
class PlacedGroup(DocumentGroup):
    """A group with its place: the bytes of all groups before it."""

    place: int = 0


def placed_groups(groups: Iterable[DocumentGroup]) -> Iterator[PlacedGroup]:
    """Groups with their places; those that have one keep it."""
    place = 0
    for group in groups:
        if isinstance(group, PlacedGroup):
            yield group
            continue
        known = (group.source, group.data, group.bounds, group.before, group.is_cut)
        yield PlacedGroup(*known, place=place)
        place += group.n_bytes


class DropoutEncoder:
    """Has the methods of `Encoder`, without a cache; threads may share one.

    model: all merges. splitter, normalization: as for Encoder. n_sure: number of merges that are
    never dropped, the first; hidden: what hidden ids are written as, see engine.encoding.pieces.
    """

    def __init__(
        self,
        model: MergeModel,
        splitter: Splitter,
        normalization: Normalization | None,
        dropout: Dropout,
        *,
        n_sure: int = 0,
        hidden: HiddenIds | None = None,
    ) -> None:
        self._model, self._splitter = model, splitter
        self._normalization, self._dropout = normalization, dropout
        self._n_sure, self._hidden = n_sure, hidden
        self.place = 0

    def fork(self) -> DropoutEncoder:
        """Another one of the same merges, for another thread."""
        return DropoutEncoder(
            self._model,
            self._splitter,
            self._normalization,
            self._dropout,
            n_sure=self._n_sure,
            hidden=self._hidden,
        )

    @property
    def thread_bytes(self) -> int:
        """What it takes is soon given back."""
        return 0

    def encode(self, data: bytes) -> UInt32s:
        """Token ids uint32[n] of UTF-8 text; invalid UTF-8 is kept as it is."""
        return self.encode_documents(data, np.array([0, len(data)], np.int64))[0]

    def encode_documents(self, data: bytes, bounds: Int64s) -> tuple[UInt32s, Int64s]:
        """As Encoder.encode_documents; the first document is at `place` among all texts."""
        seed = self._dropout.seed
        seed = secrets.randbits(64) if seed is None else int(seed)
        starts = np.zeros(len(bounds), np.int64)
        parts: list[UInt32s] = []
        for number, (begin, end) in enumerate(pairwise(bounds.tolist())):
            document = normalized(data[begin:end], self._normalization)
            ids = self._encoded(document, self.place + begin - int(bounds[0]), seed)
            parts.append(ids)
            starts[number + 1] = starts[number] + len(ids)
        ids = np.concatenate(parts) if parts else np.empty(0, np.uint32)
        return (ids, starts) if self._hidden is None else self._hidden.expanded(ids, starts)

    def _encoded(self, data: bytes, place: int, seed: int) -> UInt32s:
        threshold = np.uint64(round(self._dropout.share * (1 << 53)))
        text, out, n_out = padded(data), np.empty(len(data), np.uint32), 0
        room = _room(0)
        for block in self._splitter.span_blocks(data, np.array([0, len(data)], np.int64)):
            if not len(block.spans):
                continue
            ends, start = block.spans[:, 1].copy(), int(block.spans[0, 0])
            longest = int((ends - block.spans[:, 0]).max())
            if longest > len(room.ids):
                room = _room(longest)
            n_out = run_kernel(
                kernels.encode_dropping, text, start, ends, place + start, np.uint64(seed),
                threshold, self._n_sure, self._model, room, out, n_out,
            )  # fmt: skip
        return out[:n_out].copy()


def _room(length: int) -> DropoutRoom:
    return DropoutRoom(
        ids=np.empty(length, np.uint32),
        before=np.empty(length, np.int64),
        after=np.empty(length, np.int64),
        heap=np.empty(3 * length, np.uint64),
        dropped=np.empty(3 * length, np.uint64),
    )


class DropoutBatchEncoder(BatchEncoder):
    """A BatchEncoder whose groups know their places."""

    def spread(
        self,
        work_of: Callable[[DocumentEncoder], Callable[[DocumentGroup], Result]],
        groups: Iterable[DocumentGroup],
        n_threads: int | None = None,
        *,
        use: Callable[[Result], object] | None = None,
    ) -> Generator[Result | None, None, None]:
        """See BatchEncoder.spread."""

        def placed_work(encoder: DocumentEncoder) -> Callable[[DocumentGroup], Result]:
            assert isinstance(encoder, DropoutEncoder)
            work = work_of(encoder)

            def at_place(group: DocumentGroup) -> Result:
                encoder.place = group.place if isinstance(group, PlacedGroup) else 0
                return work(group)

            return at_place

        placed = placed_groups(groups)
        return super().spread(placed_work, placed, n_threads, use=use)

    def encoders(self, n: int) -> list[DocumentEncoder]:
        """`n` new encoders: each call has its own, since they remember their place."""
        return [self._encoders[0].fork() for _ in range(n)]
