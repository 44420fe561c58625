"""Where each pre-token is met first: the same for any number of threads and any size of pieces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.compiled import PADDING, supplied_zeros
from engine.corpus import pieces as document_batches
from engine.corpus.corpus import Corpus, Source
from engine.corpus.pieces import DocumentBatch
from engine.counting import count_pretokens, joining
from engine.counting import table as pretoken_table
from engine.counting.batches import Turns
from engine.counting.kept import SourcePretokens
from engine.counting.table import CountedSources
from engine.machine import result_of, work
from engine.splitting.splitter import Splitter
from tests import reference_bpe

WORDS = ["a", "b", "longer", "as long as fifteen bytes"[:15], "x" * 17, "y" * 40, "z" * 33, "é" * 9]


def documents() -> list[str]:
    """Documents of many sizes with words on both sides of 15 bytes, none of them empty."""
    rng = np.random.default_rng(11)
    words = [bytes(rng.integers(97, 103, int(n))).decode() for n in rng.integers(1, 30, 4000)]
    return [" ".join(rng.choice(words, size)) for size in (3, 9000, 1, 25, 2500, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("n_threads", "batch_bytes"), [(1, 1 << 20), (2, 5000), (3, 700)])
def test_first_positions_are_those_of_reading_from_the_start(n_threads, batch_bytes, monkeypatch):
    monkeypatch.setattr(document_batches, "BATCH_BYTES", batch_bytes)
    splitter = Splitter("gpt2")
    expected: dict[bytes, int] = {}
    at = 0
    for text in documents():
        for piece in reference_bpe.pretokens_of(text, splitter.pattern):
            expected.setdefault(piece, at)
            at += len(piece)
    corpus = Corpus.from_texts(documents())
    result = result_of(count_pretokens(corpus, splitter, n_threads=n_threads))
    found = {result.pretoken(i): int(result.first_positions[i]) for i in range(result.n_unique)}
    assert found == expected


@settings(max_examples=40)
@given(
    sources=st.lists(st.lists(st.sampled_from(WORDS), max_size=30), min_size=1, max_size=5),
    n_threads=st.integers(1, 5),
    cores=st.integers(1, 2),
    much=st.sampled_from([1, 1 << 40]),
    many=st.sampled_from([0, 1 << 15]),
    supplied=st.sampled_from([0, 1 << 21]),
)
def test_joined_counts_are_those_of_each_source(sources, n_threads, cores, much, many, supplied):
    """Batches of a few bytes, so that every thread has a part of every source.

    much: bytes of text from which on tables are larger at first. many: entries from which on
        several threads join them. supplied: bytes of a table whose pages are asked for at once.
    """
    assume(any(sources))
    splitter = Splitter("gpt2")
    texts = [" ".join(words) for words in sources]
    corpus = Corpus([Source(str(i), texts=(text, text)) for i, text in enumerate(texts)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document_batches, "BATCH_BYTES", 5)
        patch.setattr(pretoken_table, "_FIRST_SLOTS", 8)
        patch.setattr(pretoken_table, "_FIRST_SIZES", ((much, 32),))
        patch.setattr(joining, "_MANY_ENTRIES", many)
        patch.setattr(
            pretoken_table, "supplied_zeros", lambda n, kind, *_: supplied_zeros(n, kind, supplied)
        )
        patch.setattr(work, "n_cores", lambda: cores)
        result = result_of(count_pretokens(corpus, splitter, n_threads=n_threads))
    found: list[dict[bytes, tuple[int, int]]] = [{} for _ in sources]
    for i in range(result.n_unique):
        places = slice(result.source_starts[i], result.source_starts[i + 1])
        of_sources = result.source_indices[places].tolist()
        assert of_sources == sorted(set(of_sources))
        numbers, firsts = (
            result.source_counts[places].tolist(),
            result.source_firsts[places].tolist(),
        )
        assert result.counts[i] == sum(numbers)
        for source, count, first in zip(of_sources, numbers, firsts, strict=True):
            found[source][result.pretoken(i)] = count, first
    for text, of_source in zip(texts, found, strict=True):
        pieces = 2 * reference_bpe.pretokens_of(text, splitter.pattern)
        expected: dict[bytes, tuple[int, int]] = {}
        at = 0
        for piece in pieces:
            count, first = expected.get(piece, (0, at))
            expected[piece] = count + 1, first
            at += len(piece)
        assert of_source == expected
    assert (np.diff(result.first_positions) > 0).all()


def test_batches_of_a_source_stay_with_a_thread_unless_another_waits():
    class Worker:
        def __init__(self) -> None:
            self.taken: list[int] = []
            self.n_waiting = 0

        def put(self, batch, *, timeout_s: float) -> bool:
            if self.n_waiting == 2:
                self.n_waiting -= 1  # one is taken up meanwhile
                return False
            self.n_waiting += 1
            self.taken.append(batch.source)
            return True

    workers = [Worker(), Worker()]
    turns = Turns(workers)
    for source in (0, 0, 0, 0, 1, 1, 1, 2):
        batch = DocumentBatch(source, b"a", np.array([0, 1]), 1, 1, 0)
        assert turns.put(batch)
    assert [worker.taken for worker in workers] == [[0, 1, 1, 1, 2], [0, 0, 0]]


def test_counts_of_many_threads_take_no_more_memory(monkeypatch):
    """Each of eight tables has most of the pre-tokens, and the result each of them once."""
    monkeypatch.setattr(document_batches, "BATCH_BYTES", 1 << 12)
    words = [f"w{number}" for number in range(2000)]
    text = " ".join(np.random.default_rng(3).choice(words, 20_000))
    result = result_of(count_pretokens(Corpus.from_texts([text]), Splitter("gpt2"), n_threads=8))
    arrays = [array for array in vars(result).values() if isinstance(array, np.ndarray)]
    large = [array for array in arrays if len(array) >= result.n_unique]
    assert len(large) == 8
    for array in large:
        whole = array
        while isinstance(whole.base, np.ndarray):
            whole = whole.base
        assert whole.nbytes <= 2 * array.nbytes + 1024


def test_entries_without_a_count_have_room_when_tables_are_joined(monkeypatch):
    """More entries than counts: what is numbered lies in the memory of the counts."""
    counter = CountedSources(1)
    words = np.frombuffer(b"abcdefgh" + bytes(PADDING), np.uint8)
    starts = np.arange(8)
    counter.table.enter(words, starts, starts + 1)
    counted = SourcePretokens(words[7:], np.array([0, 1]), np.array([5]), np.array([3]), *[5] * 5)
    sizes, linked = [], joining._linked
    monkeypatch.setattr(
        joining, "_linked", lambda tables, links: sizes.append(len(links)) or linked(tables, links)
    )
    result = joining.joined([counter], {0: counted}, ("s",))
    assert sizes == [8]
    assert (result.pretoken(0), result.counts.tolist()) == (b"h", [5])
    assert result.source_counts.tolist() == [5]
