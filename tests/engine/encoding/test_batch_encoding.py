"""Batches on several threads: the ids of each text by itself, in order, whatever happens."""

from __future__ import annotations

import gc
import random
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import count, pairwise

import numpy as np
import pytest

from engine.corpus import pieces
from engine.corpus.corpus import Corpus, Source
from engine.corpus.pieces import GROUP_BYTES, document_groups, part_groups
from engine.corpus.readers import text as text_reader
from engine.encoding import batch as batch_encoding
from engine.encoding import encoder
from engine.encoding.batch import BatchEncoder
from engine.encoding.id_lists import IdLists
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, SpecialTokenError
from engine.evaluation.evaluation import evaluate
from engine.machine import lines, memory, work
from engine.machine.lines import used_in_order
from engine.machine.work import Item, WorkerThread, outcome_of, results_in_order
from engine.settings.config import TrainingConfig
from engine.splitting.splitter import Splitter
from engine.text.normalization import normalized
from engine.training.training import train_tokenizer
from tests.texts import many_texts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(700, special_tokens=("<|bos|>", "<|end|>"))
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Short ones, empty ones, and some that are cut into parts, of a few megabytes in all."""
    chance = random.Random(7)
    texts = [*many_texts(), "", "x"]
    long = " ".join(chance.choices([text for text in texts if text], k=20_000))
    return [*texts, long, "", long[::-1], "a" * (3 * GROUP_BYTES), *texts[:50], long[:500_000]]


@pytest.mark.parametrize("n_threads", [None, 1, 2, 5])
def test_a_batch_gives_the_ids_of_each_text(tokenizer, texts, n_threads):
    batch = tokenizer.encode_batch(texts, n_threads=n_threads)
    assert len(batch) == len(texts)
    assert {ids.dtype for ids in batch} == {np.dtype(np.uint32)}
    for ids, text in zip(batch, texts, strict=True):
        assert np.array_equal(ids, tokenizer.encode_to_array(text))


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_batch_of_lists_has_the_same_ids(tokenizer, texts, n_threads):
    lists = tokenizer.encode_batch_to_lists(texts, n_threads=n_threads)
    assert lists == [ids.tolist() for ids in tokenizer.encode_batch(texts, n_threads=n_threads)]
    assert {type(each) for ids in lists for each in ids} == {int}
    marked = ["<|bos|>a", "", "b<|end|>"]
    expected = [tokenizer.encode(text, special="parse") for text in marked]
    assert tokenizer.encode_batch_to_lists(marked, special="parse") == expected
    with pytest.raises(SpecialTokenError):
        tokenizer.encode_batch_to_lists(marked, special="reject")


def test_lists_are_made_by_the_threads_that_encode(tokenizer, texts, monkeypatch):
    makers, of = set(), IdLists.of
    monkeypatch.setattr(
        IdLists, "of", lambda lists, ids: makers.add(threading.current_thread()) or of(lists, ids)
    )
    tokenizer.encode_batch_to_lists(texts, n_threads=2)
    assert len(makers) == 2
    assert threading.current_thread() not in makers


def test_few_long_lists_are_not_searched_for_garbage_at_once(tokenizer, monkeypatch):
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    try:
        few = tokenizer.encode_batch_to_lists(["a b", "c"])
        assert not any(made is few for made in gc.get_objects(generation=2))
        monkeypatch.setattr(memory, "_MANY_REFERENCES", 2)
        few = tokenizer.encode_batch_to_lists(["a b", "c"])
        assert any(made is few for made in gc.get_objects(generation=2))
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        if frozen:
            gc.freeze()


@pytest.mark.parametrize("size", [encoder._LONG_TEXT, 1 << 16, 1])
def test_ids_of_groups_stay_what_they_are(tokenizer, texts, size, monkeypatch):
    """Copied, or written to arrays of their own; what follows overwrites nothing."""
    monkeypatch.setattr(encoder, "_LONG_TEXT", size)
    expected = [tokenizer.encode(text) for text in texts]
    batch = tokenizer.encode_batch(texts, n_threads=1)
    assert [ids.tolist() for ids in batch] == expected
    few = tokenizer.encode_batch(texts[:3], n_threads=1)
    assert all(len(ids if ids.base is None else ids.base) < 1000 for ids in few)


@pytest.mark.parametrize("n_threads", [1, 3])
def test_special_tokens_in_a_batch(tokenizer, n_threads):
    marked = ["<|bos|>", "a<|bos|>b<|end|>", "", "<|bos|><|end|>", "plain", "<|bo", "s|>"] * 9
    batch = tokenizer.encode_batch(marked, special="parse", n_threads=n_threads)
    assert [ids.tolist() for ids in batch] == [
        tokenizer.encode(text, special="parse") for text in marked
    ]
    with pytest.raises(SpecialTokenError, match=r"<\|bos\|>.* at byte 1"):
        tokenizer.encode_batch(["fine", "a<|bos|>"], special="reject", n_threads=n_threads)
    assert tokenizer.encode_batch(["fine"], special="reject")[0].tolist() == (
        tokenizer.encode("fine")
    )
    with pytest.raises(ConfigError, match="special must be one of"):
        tokenizer.encode_batch([], special="none")


def test_batches_take_bytes_lone_surrogates_and_nothing(tokenizer):
    batch = tokenizer.encode_batch([b"\xff\xfe a", "a\ud800b"])
    assert tokenizer.decode_bytes(batch[0]) == b"\xff\xfe a"
    assert tokenizer.decode(batch[1]) == "a\ufffdb"
    assert tokenizer.encode_batch([]) == []
    assert [ids.tolist() for ids in tokenizer.encode_batch(["", ""])] == [[], []]


def test_groups_keep_sources_apart_and_cut_long_documents(tokenizer):
    long = "word 世界 " * (GROUP_BYTES // 4)
    documents = [(0, b"a"), (0, b"b"), (1, b"c"), (1, long.encode()), (1, b"d")]
    groups = list(document_groups(documents, tokenizer.splitter))
    assert [group.source for group in groups[:2]] == [0, 1]
    assert groups[0].documents() == [b"a", b"b"]
    parts = groups[2:-1]
    assert len(parts) > 2
    assert b"".join(part.data for part in parts) == long.encode()
    assert [part.n_documents for part in parts] == [1] + [0] * (len(parts) - 1)
    assert [part.is_cut for part in parts] == [True] * (len(parts) - 1) + [False]
    for before, part in pairwise(parts):
        assert part.before.decode() == before.data.decode()[-1]
    uncut = list(document_groups(documents, None))
    assert long.encode() in uncut[1].documents()


def test_words_of_cut_documents_are_counted_once(tokenizer):
    """Cuts lie between words and inside them; the sums are those of the whole text."""
    long = "don't stop, naïve 世界x9 " * (GROUP_BYTES // 8)
    corpus = Corpus([Source("a", texts=(long, "x", "y z")), Source("b", texts=("ö",))])
    row = evaluate(tokenizer, corpus).rows[0]
    assert row.documents == 3
    assert row.words == len(long.split()) + 3
    assert row.characters == len(long) + 4
    assert row.bytes == len(long.encode()) + 4
    assert row.tokens == len(tokenizer.encode(long)) + len(tokenizer.encode("x")) + len(
        tokenizer.encode("y z")
    )
    assert row.round_trips


# ---- the threads themselves ----------------------------------------------------------------------


def doubled(item: int) -> int:
    if item == 700:
        raise ValueError(f"{item} is refused")
    return 2 * item


def results(workers: int, items: Iterator[int]) -> list[int]:
    return [r for r in results_in_order([doubled] * workers, items) if r is not None]


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_results_come_in_the_order_of_the_items(workers):
    assert results(workers, iter(range(500))) == [2 * i for i in range(500)]
    assert results(workers, iter(())) == []


def test_an_error_comes_in_its_place():
    found = []
    with pytest.raises(ValueError, match="700 is refused"):
        found.extend(r for r in results_in_order([doubled] * 3, range(1000)) if r is not None)
    assert results(3, iter(range(699))) == [2 * i for i in range(699)]


@pytest.mark.parametrize("most_waiting", [1, 2, 8])
def test_reading_never_runs_far_ahead(most_waiting):
    given = []

    def items() -> Iterator[int]:
        for i in range(1, 300):
            given.append(i)
            yield i

    done = 0
    for result in results_in_order([doubled] * 2, items(), most_waiting):
        done += result is not None
        assert len(given) - done <= 4 * most_waiting + 1
    assert done == 299


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_results_are_used_one_at_a_time_in_the_order_of_the_items(workers):
    using, used = threading.Lock(), []

    def use(result: int) -> None:
        assert using.acquire(blocking=False)
        used.append(result)
        using.release()

    assert set(used_in_order([doubled] * workers, iter(range(500)), use, 8)) <= {None}
    assert used == [2 * i for i in range(500)]
    used.clear()
    assert list(used_in_order([doubled] * workers, iter(()), use, 8)) == [] == used


@pytest.mark.parametrize("place", ["item", "work", "use"])
def test_an_error_of_an_item_its_work_or_its_use_comes_after_the_results_before(place):
    def items() -> Iterator[int]:
        for i in range(0 if place == "item" else 600, 1000):
            yield i if place == "work" or i != 300 else doubled(700)

    def use(result: int) -> None:
        if place == "use" and result == 1300:
            doubled(700)
        used.append(result)

    used: list[int] = []
    with pytest.raises(ValueError, match="700 is refused"):
        list(used_in_order([doubled] * 3, items(), use, 2))
    begin, end = {"item": (0, 600), "work": (1200, 1400), "use": (1200, 1300)}[place]
    assert used == list(range(begin, end, 2))


def test_items_are_not_made_far_ahead_of_a_caller_that_waits():
    made: list[int] = []
    items = (made.append(i) or i for i in range(1000))
    steps = used_in_order([doubled] * 2, items, lambda result: None, 3)
    next(steps)
    assert len(made) <= 2 * 2 * 3
    steps.close()
    assert len(made) < 1000
    assert not [each for each in threading.enumerate() if each.name == "engine-worker"]


@pytest.mark.parametrize("is_in_order", [True, False])
def test_an_error_that_ends_a_thread_reaches_the_caller(is_in_order, monkeypatch):
    """Else the caller would be told for ever that nothing is ready."""

    def failing(worker, item):
        if item == 49:
            raise MemoryError
        return outcome_of(worker, item)

    monkeypatch.setattr(lines, "outcome_of", failing)
    monkeypatch.setattr(work, "outcome_of", failing)
    if is_in_order:
        steps = results_in_order([doubled] * 2, range(50))
    else:
        steps = used_in_order([doubled] * 2, iter(range(50)), lambda result: None, 2)
    with closing(steps), pytest.raises(MemoryError):
        list(steps)


def test_closing_stops_all_threads_before_it_waits_for_one(monkeypatch):
    """Else those that are closed later would work on more items meanwhile, such as whole files."""
    is_stopped: list[bool] = []

    class Observed(WorkerThread[Item]):
        def __init__(self, work):
            super().__init__(work)
            self.line = work.__self__

        def close(self):
            is_stopped.append(self.line._end is not None)
            super().close()

    monkeypatch.setattr(lines, "WorkerThread", Observed)
    steps = used_in_order([doubled] * 3, count(1000), lambda result: None, 3)
    next(steps)
    steps.close()
    assert is_stopped == [True, True, True]


def test_groups_of_parts_are_those_of_whole_documents(tmp_path, monkeypatch):
    words = "low lower größer e\u0301 你好 1234 " * 40
    for name in ("deu", "eng"):
        (tmp_path / f"{name}.txt").write_text(words + name, "utf-8")
    (tmp_path / "eng.jsonl").write_text('{"text": "short"}\n' * 5, "utf-8")
    corpus = Corpus.from_paths(tmp_path)
    splitter = Splitter("gpt2")
    monkeypatch.setattr(pieces, "GROUP_BYTES", 50)
    for block in (7, 64, 1 << 20):
        monkeypatch.setattr(text_reader, "BLOCK_BYTES", block)
        for form in (None, "nfc"):
            whole = ((i, normalized(data, form)) for i, data in corpus.labelled_documents())
            expected = [seen(group) for group in document_groups(whole, splitter)]
            parts = part_groups(corpus.labelled_parts(), splitter, form)
            found = [seen(group) for group in parts]
            assert found == expected
            assert sum(group[-1] for group in found) == 7


def seen(group):
    bounds = group.bounds.tolist()
    return group.source, group.data, bounds, group.before, group.is_cut, group.n_documents


def test_threads_are_fewer_where_memory_is_short(monkeypatch, tokenizer):
    documents = [b"The lowest of all words. " * 1000] * 30
    encoder = tokenizer.batch_encoder.encoders(1)[0]
    batch = BatchEncoder(encoder, tokenizer.splitter)
    expected = list(batch.encode(documents, n_threads=1))
    monkeypatch.setattr(batch_encoding, "n_cores", lambda: 8)
    for free, n_threads in ((None, 8), (1 << 40, 8), (7 * batch.thread_bytes, 3), (0, 1)):
        monkeypatch.setattr(memory, "available_bytes", lambda free=free: free)
        batch = BatchEncoder(encoder, tokenizer.splitter)
        found = list(batch.encode(documents))
        assert len(batch._encoders) == n_threads
        assert [each.tolist() for each in found] == [each.tolist() for each in expected]
