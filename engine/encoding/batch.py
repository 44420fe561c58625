"""Many documents: encoding on all cores, in order; counts of tokens and of merges behind them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from engine.argument_types import check_threads
from engine.compiled import Int64s, UInt32s, joined_bytes
from engine.corpus import DocumentGroup, document_groups, part_groups
from engine.encoding.base_tokenizer import SpecialTokenSplitter
from engine.machine import n_cores, results_in_order, threads_with_memory, used_in_order
from engine.settings import N_BYTES
from engine.splitting import Splitter

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding.encoder import Encoder
    from engine.encoding.tokenizer import Tokenizer
    from engine.text import Normalization

Result = TypeVar("Result")
Form = TypeVar("Form")
"""How the ids of a document are given out: as an array or as a list."""

_WORTH_THREADS = 1 << 19
"""Fewer bytes than this are encoded sooner than threads are started."""
_MOST_WAITING = 8
"""Groups of half a megabyte that wait for each thread; one takes a millisecond."""
_WAITING_BYTES = _MOST_WAITING << 20
"""Memory of those that wait, and of as many results."""


class DocumentEncoder(Protocol):
    """Encodes documents in one thread: an Encoder, or a tokenizer's own library."""

    def encode_documents(self, data: bytes, bounds: Int64s) -> tuple[UInt32s, Int64s]:
        """See Encoder.encode_documents."""

    @property
    def thread_bytes(self) -> int:
        """Memory that it may take apart from tables that all threads share."""

    def fork(self) -> DocumentEncoder:
        """Another one of the same tokenizer, for another thread."""


class CountingTokenizer(Protocol):
    """What tokens are counted with: a Tokenizer or a LibraryTokenizer."""

    @property
    def batch_encoder(self) -> BatchEncoder:
        """See Tokenizer.batch_encoder."""

    @property
    def vocab_size(self) -> int:
        """All ids: the highest and one."""


class BatchEncoder:
    """One encoder for each thread, of the same merges; kept, so that their caches stay warm."""

    def __init__(self, encoder: DocumentEncoder, splitter: Splitter | None) -> None:
        self._encoders: list[DocumentEncoder] = [encoder]
        self._splitter = splitter

    def __getstate__(self) -> tuple[DocumentEncoder, Splitter | None]:
        """State of pickles and deep copies: the encoder of one thread."""
        return self._encoders[0], self._splitter

    def __setstate__(self, state: tuple[DocumentEncoder, Splitter | None]) -> None:
        encoder, self._splitter = state
        self._encoders = [encoder]

    def encode(
        self,
        documents: Iterable[bytes],
        special_tokens: SpecialTokenSplitter | None = None,
        *,
        n_threads: int | None = None,
    ) -> Iterator[UInt32s]:
        """The ids uint32[n] of each document in order, the same for any number of threads.

        Documents are taken a few groups ahead of their ids, so that a stream of them is encoded in
        bounded memory. special_tokens: what is read as such, or refused with SpecialTokenError.
        Raises ArgumentValueError for less than one thread.
        """
        return _separated(
            self._groups(documents, special_tokens, _arrays, n_threads), np.concatenate
        )

    def encode_to_lists(
        self,
        documents: Iterable[bytes],
        special_tokens: SpecialTokenSplitter | None,
        listed: Callable[[UInt32s], list[int]],
        *,
        n_threads: int | None = None,
    ) -> Iterator[list[int]]:
        """As `encode`, as lists, which the threads make while others encode."""

        def lists(ids: UInt32s, starts: Int64s) -> list[list[int]]:
            return list(map(listed, _arrays(ids, starts)))

        groups = self._groups(documents, special_tokens, lists, n_threads)
        return _separated(groups, lambda parts: list(chain.from_iterable(parts)))

    def _groups(
        self,
        documents: Iterable[bytes],
        special_tokens: SpecialTokenSplitter | None,
        separate: Callable[[UInt32s, Int64s], list[Form]],
        n_threads: int | None,
    ) -> Iterator[_Encoded[Form] | None]:
        """The documents of each group, encoded; None while one is waited for."""
        check_threads(n_threads)
        # A cut could go through a special token.
        splitter = self._splitter if special_tokens is None else None
        groups = document_groups(((0, document) for document in documents), splitter)
        return self.spread(partial(_encoding, special_tokens, separate), groups, n_threads)

    def spread(
        self,
        work_of: Callable[[DocumentEncoder], Callable[[DocumentGroup], Result]],
        groups: Iterable[DocumentGroup],
        n_threads: int | None = None,
        *,
        use: Callable[[Result], object] | None = None,
    ) -> Generator[Result | None, None, None]:
        """Work on groups with an encoder for each thread; see `spread`.

        work_of: makes the work of a thread from its encoder.
        """

        def workers(n: int) -> list[Callable[[DocumentGroup], Result]]:
            return list(map(work_of, self.encoders(n)))

        return spread(workers, groups, n_threads, thread_bytes=self.thread_bytes, use=use)

    @property
    def thread_bytes(self) -> int:
        """Memory that the encoder of one more thread may take."""
        return self._encoders[0].thread_bytes + _WAITING_BYTES

    def encoders(self, n: int) -> list[DocumentEncoder]:
        """`n` encoders, one for each thread; the same ones each time, with warm caches."""
        while len(self._encoders) < n:
            self._encoders.append(self._encoders[0].fork())
        return self._encoders[:n]


def spread(
    workers: Callable[[int], Sequence[Callable[[DocumentGroup], Result]]],
    groups: Iterable[DocumentGroup],
    n_threads: int | None = None,
    *,
    thread_bytes: int,
    use: Callable[[Result], object] | None = None,
) -> Generator[Result | None, None, None]:
    """Work on groups in threads; the results in order.

    workers: makes one for each thread. Yields None now and then while it waits for a result.
    n_threads: by default one for each core, fewer if memory is short, and none for work that is
    done sooner than threads are started. thread_bytes: memory of each. use: is called with each
    result, which is not yielded then; the threads do so, and make the groups as well.
    """
    groups = iter(groups)
    first: list[DocumentGroup] = []
    size = 0
    while size < _WORTH_THREADS and (group := next(groups, None)) is not None:
        first.append(group)
        size += group.n_bytes
    all_groups = chain(first, groups)
    if n_threads is None:
        is_much = size >= _WORTH_THREADS
        n_threads = threads_with_memory(n_cores(), thread_bytes) if is_much else 1
    if n_threads == 1:
        for result in map(workers(1)[0], all_groups):
            if use is None:
                yield result
            else:
                use(result)
                yield None
    elif use is None:
        yield from results_in_order(workers(n_threads), all_groups, _MOST_WAITING)
    else:
        yield from used_in_order(workers(n_threads), all_groups, use, _MOST_WAITING)


class GroupCounts(NamedTuple):
    """The tokens of a group of documents of one source.

    source: its index. counts: int64[vocab_size], occurrences of every id.
    documents: number of documents that begin in it. bytes: of its text in normal form.
    """

    source: int
    counts: Int64s
    documents: int
    bytes: int


def token_counts(
    tokenizer: CountingTokenizer, corpus: Corpus
) -> Generator[GroupCounts | None, None, None]:
    """Encode a corpus; special tokens are plain text. None is yielded while a group is waited for.

    A tokenizer that its own library runs gets whole documents: where they may be cut is not known.
    Raises CorpusError for files that cannot be read.
    """
    splitter: Splitter | None = getattr(tokenizer, "splitter", None)
    if splitter is None:
        groups = document_groups(corpus.labelled_documents(), None)
    else:
        normalization: Normalization | None = getattr(tokenizer, "normalization", None)
        groups = part_groups(corpus.labelled_parts(), splitter, normalization)
    return tokenizer.batch_encoder.spread(partial(_counting, tokenizer.vocab_size), groups)


def _counting(vocab_size: int, encoder: DocumentEncoder) -> Callable[[DocumentGroup], GroupCounts]:
    def work(group: DocumentGroup) -> GroupCounts:
        ids, _ = encoder.encode_documents(group.data, group.bounds)
        counts = np.bincount(ids, minlength=vocab_size).astype(np.int64, copy=False)
        return GroupCounts(group.source, counts, group.n_documents, len(group.data))

    return work


def encode_group(
    encoder: DocumentEncoder, group: DocumentGroup, special_tokens: SpecialTokenSplitter
) -> tuple[UInt32s, Int64s]:
    """The ids of a group and where its documents begin, with special tokens read or refused."""
    if not special_tokens.may_be_in(group.data):
        return encoder.encode_documents(group.data, group.bounds)
    pieces: list[bytes] = []
    tokens: list[int] = []
    sizes: list[int] = []
    for document in group.documents():
        texts, token_ids = special_tokens.cut(document)
        pieces += texts
        tokens += token_ids
        sizes.append(len(texts))
    ids, starts = encoder.encode_documents(*joined_bytes(pieces))
    is_token = np.ones(len(pieces), np.bool_)  # whether one follows a piece
    is_token[np.cumsum(sizes) - 1] = False
    ends = starts[1:] + np.cumsum(is_token)
    return (
        np.insert(ids, starts[1:][is_token], np.array(tokens, np.uint32)),
        np.concatenate([np.zeros(1, np.int64), ends[~is_token]]),
    )


class _Encoded(NamedTuple, Generic[Form]):
    """The documents of a group; continues: the first one began in the group before."""

    documents: list[Form]
    continues: bool


def _encoding(
    special_tokens: SpecialTokenSplitter | None,
    separate: Callable[[UInt32s, Int64s], list[Form]],
    encoder: DocumentEncoder,
) -> Callable[[DocumentGroup], _Encoded[Form]]:
    def work(group: DocumentGroup) -> _Encoded[Form]:
        if special_tokens is None:
            encoded = encoder.encode_documents(group.data, group.bounds)
        else:
            encoded = encode_group(encoder, group, special_tokens)
        return _Encoded(separate(*encoded), bool(group.before))

    return work


def _arrays(ids: UInt32s, starts: Int64s) -> list[UInt32s]:
    """The ids of each document; document i has ids[starts[i]:starts[i + 1]]."""
    return [ids[a:b] for a, b in pairwise(starts.tolist())]


def _separated(
    groups: Iterable[_Encoded[Form] | None], join: Callable[[Sequence[Form]], Form]
) -> Iterator[Form]:
    """Each document, the parts of a long one joined."""
    parts: list[Form] = []
    for group in groups:
        if group is None:
            continue
        if group.continues:
            parts += group.documents
            continue
        if parts:
            yield _whole(parts, join)
        yield from group.documents[:-1]
        parts = group.documents[-1:]  # the next group may go on with it
    if parts:
        yield _whole(parts, join)


def _whole(parts: Sequence[Form], join: Callable[[Sequence[Form]], Form]) -> Form:
    return parts[0] if len(parts) == 1 else join(parts)


class MergeForest:
    """The merge trees of a tokenizer's tokens: from tokens to the merges that were applied.

    The tree of a token has one node for every merge that made it. Adding the count of each token
    to both its parts, from those at the top down, gives the number of all nodes of each merge.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._merges = tokenizer.ranked_merges
        self._ids = tokenizer.ranked_ids
        self._levels = _levels(self._merges)
        self._whole_tokens = tokenizer.whole_tokens
        position_of = np.full(tokenizer.vocab_size, N_BYTES + self.n_merges, np.int64)
        known = np.flatnonzero(self._ids < tokenizer.vocab_size)
        position_of[self._ids[known]] = known
        self._rank_of_whole = {
            token_id: int(position_of[token_id]) - N_BYTES  # n_merges where no merge makes it
            for token_id in self._whole_tokens.values()
        }
        self._whole_trees: dict[bytes, Int64s] = {}

    @property
    def n_merges(self) -> int:
        return len(self._merges)

    def applied(self, counts: Int64s) -> Int64s:
        """int64[n_merges]: how often each merge was applied to give `counts`, int64[vocab_size]."""
        totals = np.where(
            self._ids < len(counts), counts[np.minimum(self._ids, len(counts) - 1)], 0
        )
        whole = {
            token: token_id for token, token_id in self._whole_tokens.items() if counts[token_id]
        }
        if whole:
            ranks = [self._rank_of_whole[token_id] for token_id in whole.values()]
            rows = np.array([rank for rank in ranks if rank < self.n_merges], np.int64)
            totals[N_BYTES + rows] = 0
        merges = self._merges
        for level in self._levels:
            np.add.at(totals, merges[level - N_BYTES, 0], totals[level])
            np.add.at(totals, merges[level - N_BYTES, 1], totals[level])
        applied = totals[N_BYTES:].copy()
        for token, token_id in whole.items():
            self._add_whole(applied, token, self._rank_of_whole[token_id], int(counts[token_id]))
        return applied

    def _add_whole(self, applied: Int64s, token: bytes, rank: int, count: int) -> None:
        """A pre-token that is given out whole although merges do not make it.

        Below its own rank it is merged like any other; from that rank on it is one token, so the
        remaining parts are joined at once. A token that no merge makes is in no smaller tokenizer.
        """
        ranks = self._whole_tree(token)
        before = ranks[ranks < rank]
        np.add.at(applied, before, count)
        if rank < self.n_merges:
            applied[rank] += (len(token) - len(before) - 1) * count

    def _whole_tree(self, token: bytes) -> Int64s:
        """The ranks of all merges that are applied to the bytes of a token by themselves."""
        if token not in self._whole_trees:
            waiting = self._plain_encoder.encode(token).tolist()
            ranks = []
            while waiting:
                position = waiting.pop()
                if position >= N_BYTES:
                    ranks.append(position - N_BYTES)
                    waiting += self._merges[position - N_BYTES].tolist()
            self._whole_trees[token] = np.array(ranks, np.int64)
        return self._whole_trees[token]

    @cached_property
    def _plain_encoder(self) -> Encoder:
        """The same merges, with nothing given out whole and no splitting."""
        from engine.encoding.encoder import Encoder  # late: tokenizers have a batch encoder

        return Encoder(self._merges)


def _levels(merges: UInt32s) -> list[Int64s]:
    """Tokens by the height of their tree, the highest first: no part is as high as its token."""
    heights = [0] * (N_BYTES + len(merges))
    for position, (left, right) in enumerate(merges.tolist(), N_BYTES):
        heights[position] = 1 + max(heights[left], heights[right])
    tall = np.array(heights, np.int64)
    order = np.argsort(tall, kind="stable").astype(np.int64)
    starts = np.searchsorted(tall[order], np.arange(1, int(tall.max(initial=0)) + 1))
    return np.split(order, starts)[:0:-1]
