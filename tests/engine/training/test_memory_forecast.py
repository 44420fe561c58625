"""A training that cannot fit is refused with what to change, before anything crashes."""

from __future__ import annotations

import ctypes
import sys
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest

from engine.compiled import PADDING, arrays
from engine.corpus.corpus import Corpus
from engine.counting import count_pretokens, counting, joining
from engine.counting.joining import bytes_to_join
from engine.counting.kept import SourcePretokens
from engine.counting.table import CountedSources
from engine.errors import CorpusError
from engine.machine import memory as memory_forecast
from engine.machine import result_of
from engine.machine.memory import available_bytes, give_back_freed_memory, merging_bytes
from engine.settings.config import TrainingConfig
from engine.splitting.splitter import Splitter
from engine.training._pair_kernels import HEAP_SIZE, N_PAIRS, N_POSTINGS
from engine.training.merge_loop import MergeLoop
from engine.training.training import train, train_tokenizer


def many_words(n_words: int) -> Corpus:
    return Corpus.from_texts([" ".join(f"{i:x}q" for i in range(n_words))])


def free(monkeypatch, n_bytes):
    monkeypatch.setattr(memory_forecast, "available_bytes", lambda: n_bytes)


def test_too_many_distinct_pretokens_are_refused_while_counting(monkeypatch):
    free(monkeypatch, 40 << 20)
    steps = train(many_words(1_500_000), TrainingConfig(300, pattern=r" ?\S+|\s+"))
    with pytest.raises(CorpusError) as caught:
        for _ in steps:
            pass
    sentence = str(caught.value)
    assert sentence.startswith("The first ")
    assert "distinct pre-tokens" in sentence
    assert "only 40 MB are free" in sentence
    for way_out in ("split pattern", "smaller corpus", "max_chars", "more memory"):
        assert way_out in sentence


def test_what_does_not_fit_is_refused_before_the_merge_loop(monkeypatch):
    free(monkeypatch, 1 << 20)
    with pytest.raises(CorpusError, match=r"The corpus has 50,001 distinct .* only 1 MB are free"):
        train_tokenizer(many_words(50_001), TrainingConfig(300, pattern=r" ?\S+|\s+"))


@pytest.mark.parametrize("n_bytes", [1 << 30, None])
def test_what_fits_is_trained_also_if_the_memory_is_unknown(n_bytes, monkeypatch):
    free(monkeypatch, n_bytes)
    assert train_tokenizer(many_words(150_000), TrainingConfig(300)).n_merges == 44


def test_the_forecast_covers_what_the_arrays_really_take(monkeypatch):
    """The need asked for, against what is used of the arrays after training on random words."""
    random = np.random.default_rng(3)
    words = random.integers(97, 123, (150_000, 9), dtype=np.uint8)
    text = " ".join(bytes(word).decode() for word in words)
    pretokens = result_of(count_pretokens(Corpus.from_texts([text]), Splitter("gpt2")))
    loop = MergeLoop(pretokens, TrainingConfig(4000))
    loop.count_pairs()
    while not loop.finished:
        loop.run_slice(10_000, 1 << 40)
    used = sum(array.nbytes for array in (loop._table.slots, *loop._arena[:2]))
    used += 4 * int(loop._cursor[N_POSTINGS])
    used += loop._table.entries[: loop._cursor[N_PAIRS]].nbytes
    used += sum(array[: loop._cursor[HEAP_SIZE]].nbytes for array in loop._heap)
    used += loop._sources.facts.nbytes
    forecast = merging_bytes(pretokens.n_unique, len(pretokens.data))
    assert used < 1.1 * forecast < 4 * used


def test_the_memory_of_this_machine_is_known():
    assert available_bytes() > 10 << 20


def test_limits_of_control_groups_count(tmp_path):
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "memory.current").write_text("700000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 50000\nfile 3\n")
    assert memory_forecast._cgroup_bytes(tmp_path) == [350_000]
    (tmp_path / "memory.max").write_text("max\n")
    assert memory_forecast._cgroup_bytes(tmp_path) == []


def test_long_pretokens_are_remarked_on():
    corpus = Corpus.from_texts(["ab" * 60_000, "a b"])
    tokenizer = train_tokenizer(corpus, TrainingConfig(260, pattern="none"))
    (remark,) = tokenizer.training.problems
    assert "120,000 bytes" in remark
    assert train_tokenizer(Corpus.from_texts(["ab " * 60_000]), TrainingConfig(260)).training


def test_a_pretoken_of_megabytes_is_trained_on():
    letters = np.random.default_rng(5).integers(97, 101, 3_000_000, dtype=np.uint8)
    corpus = Corpus.from_texts([bytes(letters).decode()])
    tokenizer = train_tokenizer(corpus, TrainingConfig(270, pattern="none"))
    training = tokenizer.training
    assert training.unique_pretokens == 1
    pairs = np.bincount(letters[:-1].astype(np.int64) * 256 + letters[1:])
    assert training.counts[0] == pairs.max()
    assert tokenizer.merges[0].tolist() == list(divmod(int(pairs.argmax()), 256))
    assert len(tokenizer.encode_to_array(bytes(letters))) == training.corpus_tokens()


@pytest.mark.parametrize(("answers", "expected"), [(True, 7 << 30), (False, None)])
def test_windows_is_asked_for_its_free_memory(answers, expected, monkeypatch):
    class Kernel32:
        def GlobalMemoryStatusEx(self, fields):
            assert ctypes.cast(fields, ctypes.POINTER(ctypes.c_uint32))[0] == 64
            fields[2] = 7 << 30  # dwLength, dwMemoryLoad | ullTotalPhys | ullAvailPhys
            return answers

    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=Kernel32()), raising=False)
    assert memory_forecast._windows_bytes() == expected


@pytest.mark.parametrize(("n_bytes", "times"), [(1 << 20, 0), (64 << 20, 1)])
def test_memory_goes_back_to_the_system_only_after_much_work(monkeypatch, n_bytes, times):
    trimmed = []
    monkeypatch.setattr(sys, "platform", "linux")
    library = SimpleNamespace(malloc_trim=trimmed.append)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: library)
    give_back_freed_memory(n_bytes)
    assert len(trimmed) == times


def counted(words, n_threads):
    """Counts of threads, each of a few sources, in which most words are met only once."""
    counters = [CountedSources(len(words)) for _ in range(n_threads)]
    for source, own in enumerate(words):
        first = 0
        for counter, each in zip(counters, np.array_split(own, n_threads), strict=True):
            counter.take(source, kept_of(each, first))
            first += len(each)
    return counters


def kept_of(words, first):
    """Words of one width as the counts of a source, each met once; `first`: their place."""
    data = np.append(np.ascontiguousarray(words).ravel(), np.zeros(PADDING, np.uint8))
    starts = words.shape[1] * np.arange(len(words) + 1)
    positions = first + np.arange(len(words))
    return SourcePretokens(data, starts, np.ones(len(words), np.int64), positions, *[1] * 5)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_the_forecast_of_joining_covers_what_it_allocates(n_threads, monkeypatch):
    random = np.random.default_rng(8)
    words = [random.integers(97, 123, (12_000, width), np.uint8) for width in (5, 7, 18)]
    monkeypatch.setattr(arrays, "_HAS_HUGE_PAGES", False)  # their memory is not traced
    monkeypatch.setattr(joining, "_MANY_ENTRIES", 0)
    joining.joined(counted(words, n_threads), {}, tuple("abc"))  # loads kernels
    counters = counted(words, n_threads)
    forecast = bytes_to_join(counters, {})
    tracemalloc.start()
    try:
        joining.joined(counters, {}, tuple("abc"))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 1.05 * forecast < 1.5 * most


def test_the_forecast_of_joining_counts_kept_sources():
    words = np.random.default_rng(8).integers(97, 123, (12_000, 20), np.uint8)
    both = bytes_to_join(counted([words, words[:, :18]], 1), {})
    kept = bytes_to_join(counted([words], 1), {1: kept_of(words[:, :18], 0)})
    assert kept == pytest.approx(both, rel=0.01)


def test_counting_ends_where_joining_would_not_fit(monkeypatch):
    """Where nothing else that comes needs as much."""
    for name in ("counts_bytes", "merging_bytes"):
        monkeypatch.setattr(counting, name, lambda *_: 0)
    counter = CountedSources(1)
    words = np.arange(12_000, dtype=np.uint64).view(np.uint8)
    starts = 8 * np.arange(12_000)
    counter.table.enter(np.append(words, np.zeros(16, np.uint8)), starts, starts + 8)
    watch = counting.MemoryWatch([counter], {})
    watch._checked = 0
    assert counter.table.growth_bytes == 0
    free(monkeypatch, 2 << 20)
    watch.check(1)
    watch._checked = 0
    free(monkeypatch, 1 << 20)
    with pytest.raises(CorpusError, match=r"only 1 MB are free"):
        watch.check(1)
