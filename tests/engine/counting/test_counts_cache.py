"""Counts kept on disk: the same as counting, whatever happens to the files."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import fsspec
import numpy as np
import pytest
from fsspec.implementations.memory import MemoryFile
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus.corpus import Corpus
from engine.counting import PretokenCounts, count_pretokens
from engine.counting import kept as counts_cache
from engine.counting.batches import reading_plan
from engine.counting.kept import CountsCache
from engine.errors import ConfigError, CorpusError
from engine.machine import result_of
from engine.settings.config import TIE_BREAKS, TrainingConfig
from engine.settings.sources import DocumentSample, ReadingOptions
from engine.splitting import Splitter, preset_pattern
from engine.training.training import train_tokenizer

TEXTS = {
    "deu": "Größe, größer, am größten! " * 40 + "Donaudampfschifffahrtsgesellschaft " * 3,
    "eng": "low lower lowest newer newest wider " * 30 + "ein Größe",
    "zho": "分词 是 分词 " * 20,
}
PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture
def cache(tmp_path) -> CountsCache:
    return CountsCache(tmp_path / "counts", 1 << 30)


@pytest.fixture(autouse=True)
def _own_hashes(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(tmp_path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    for label, text in TEXTS.items():
        (folder / f"{label}.txt").write_text(text, encoding="utf-8")
    return folder


def count(corpus: Corpus, cache: CountsCache | None = None, **options) -> PretokenCounts:
    return result_of(count_pretokens(corpus, Splitter("gpt2"), cache=cache, **options))


def assert_same(ours: PretokenCounts, theirs: PretokenCounts) -> None:
    for name in PretokenCounts.__dataclass_fields__:
        a, b = getattr(ours, name), getattr(theirs, name)
        if isinstance(a, np.ndarray):
            assert a.dtype == b.dtype, name
            assert np.array_equal(a, b), name
        else:
            assert a == b, name


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_kept_counts_equal_counting_in_every_field(folder, cache, sources_read, n_threads):
    plain = count(Corpus.from_paths(folder), n_threads=n_threads)
    sources_read.clear()
    cold = count(Corpus.from_paths(folder), cache, n_threads=n_threads)
    assert sources_read == ["deu", "eng", "zho"]
    warm = count(Corpus.from_paths(folder), cache, n_threads=n_threads)
    assert sources_read == ["deu", "eng", "zho"]
    assert cache.n_entries == 3
    assert_same(cold, plain)
    assert_same(warm, plain)
    assert plain.source_characters.tolist() == [len(text) for text in TEXTS.values()]
    assert plain.source_bytes.tolist() == [len(text.encode()) for text in TEXTS.values()]


def test_progress_ends_with_the_figures_of_the_result(folder, cache):
    """Whether all is read, some of it, or nothing."""
    splitter = Splitter(r"\w+| +")  # which leaves the commas unmatched
    for kept in (None, cache, cache):
        steps = count_pretokens(Corpus.from_paths(folder), splitter, cache=kept, n_threads=1)
        seen = []
        result = result_of(steps, seen.append)
        last = seen[-1]
        assert (last.documents, last.done) == (result.n_documents, result.n_bytes)
        assert last.total == last.done
        assert (last.pretokens, last.unmatched_bytes) == (
            result.n_pretokens, result.unmatched_bytes,
        )  # fmt: skip
        assert last.unmatched_bytes > 0
        assert 0 < last.unique_pretokens <= result.n_unique


def test_only_what_is_new_is_read(folder, cache, sources_read):
    count(Corpus.from_paths([folder / "deu.txt", folder / "zho.txt"]), cache)
    sources_read.clear()
    (folder / "zho.txt").write_text("另 一个 分词 " * 9, encoding="utf-8")
    mixed = count(Corpus.from_paths(folder), cache)
    assert sources_read == ["eng", "zho"]
    sources_read.clear()
    assert_same(mixed, count(Corpus.from_paths(folder)))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(st.text("ab éß\n", max_size=60), min_size=1, max_size=4),
    kept=st.lists(st.booleans(), min_size=4, max_size=4),
    max_chars=st.none() | st.integers(1, 150),
    tie_break=st.sampled_from(TIE_BREAKS),
)
def test_any_part_of_the_sources_may_be_kept(tmp_path_factory, texts, kept, max_chars, tie_break):
    folder = tmp_path_factory.mktemp("any")
    paths = []
    for i, text in enumerate(texts):
        paths.append(folder / f"s{i}x.txt")
        paths[-1].write_text(text, encoding="utf-8", newline="")
    cache = CountsCache(folder / "counts", 1 << 30)
    some = [path for path, is_kept in zip(paths, kept, strict=False) if is_kept]
    if "".join(path.read_text(encoding="utf-8") for path in some):
        count(Corpus.from_paths(some), cache)
    corpus = Corpus.from_paths(paths, max_chars=max_chars, document_separator="\n")
    config = TrainingConfig(256 + 15, tie_break=tie_break)
    try:
        plain = train_tokenizer(corpus, config)
    except CorpusError:
        return
    for _ in range(2):
        assert_same(count(corpus, cache), count(corpus))
        again = train_tokenizer(corpus, config, cache=cache)
        assert again.semantic_hash == plain.semantic_hash
        assert again.training.problems == plain.training.problems


def test_the_end_of_the_corpus_is_part_of_the_key(folder, cache, sources_read):
    whole = len(TEXTS["deu"])
    for max_chars in (whole + 50, whole + 60, whole - 7, None):
        sources_read.clear()
        corpus = Corpus.from_paths(folder, max_chars=max_chars)
        first = count(corpus, cache)
        assert_same(first, count(corpus, cache))
        sources_read.clear()
        assert_same(first, count(corpus))
    sources_read.clear()
    assert count(Corpus.from_paths(folder, max_chars=whole + 50), cache).n_documents == 2
    assert sources_read == []


@pytest.mark.parametrize(
    ("options", "reading"),
    [
        ({"max_document_chars": 11}, None),
        ({"document_separator": " "}, None),
        ({"encoding_errors": "skip"}, None),
        ({}, {"eng": ReadingOptions(max_chars=20)}),
        ({"document_separator": " "}, {"eng": ReadingOptions(sample=DocumentSample(0.5, 1))}),
        ({"document_separator": " "}, {"eng": ReadingOptions(sample=DocumentSample(0.5, 2))}),
    ],
)
def test_how_it_is_read_is_part_of_the_key(folder, cache, options, reading):
    count(Corpus.from_paths(folder), cache)
    corpus = Corpus.from_paths(folder, reading=reading, **options)
    assert_same(count(corpus, cache), count(corpus))
    assert_same(count(corpus, cache), count(corpus))


def test_pattern_and_normalization_are_part_of_the_key(folder, cache):
    corpus = Corpus.from_paths(folder)
    for pattern, form in (("gpt2", None), (r"\w+|\W", None), ("gpt2", "nfc"), ("gpt2", "nfkc")):
        kept = count_pretokens(corpus, Splitter(pattern), normalization=form, cache=cache)
        plain = count_pretokens(corpus, Splitter(pattern), normalization=form)
        assert_same(result_of(kept), result_of(plain))
    assert cache.n_entries == 12


def test_the_ending_is_part_of_the_key(tmp_path, cache):
    """The same bytes are one document as text and three as JSON lines."""
    for name, n_documents in (("a.txt", 1), ("a.jsonl", 3), ("b.txt", 1)):
        path = tmp_path / name
        path.write_text('"low"\n"lower"\n"lowest"\n')
        assert count(Corpus.from_paths(path), cache).n_documents == n_documents
    assert cache.n_entries == 2


def test_the_version_of_regex_is_not_part_of_the_key(folder, cache, monkeypatch):
    """Every release cuts alike; the tables of characters are ours."""
    corpus = Corpus.from_paths(folder / "eng.txt")
    by_regex, by_automaton = Splitter(r"^\w+|\W+|\w+"), Splitter("gpt2")
    assert (by_regex.kind, by_automaton.kind) == ("regex", "automaton")
    before = [cache.key(corpus, 0, each.pattern, None).name for each in (by_regex, by_automaton)]
    monkeypatch.setattr("regex.__version__", "another")
    assert before == [
        cache.key(corpus, 0, each.pattern, None).name for each in (by_regex, by_automaton)
    ]
    monkeypatch.setattr("engine.counting.kept.UNICODE_VERSION", "17.0")
    after = [cache.key(corpus, 0, each.pattern, None).name for each in (by_regex, by_automaton)]
    assert not set(before) & set(after)


def test_normalized_text_with_an_end_is_read_each_time(folder, cache, sources_read):
    (folder / "eng.txt").write_text("e\u0301" * 30, encoding="utf-8")
    corpus = Corpus.from_paths(folder, max_chars=len(TEXTS["deu"]) + 30)
    for _ in range(2):
        kept = count(corpus, cache, normalization="nfc")
        plain = result_of(count_pretokens(corpus, Splitter("gpt2"), normalization="nfc"))
        assert_same(kept, plain)
        assert kept.source_bytes.tolist()[1:] == [2 * 15, 0]
    assert cache.n_entries == 0


def test_repairs_are_told_again_and_name_the_file_where_it_lies_now(tmp_path, cache):
    first, second = tmp_path / "deu.txt", tmp_path / "elsewhere" / "deu.txt"
    first.write_bytes(b"gut \xff gut")
    before = count(Corpus.from_paths(first), cache).problems
    second.parent.mkdir()
    first.rename(second)
    after = count(Corpus.from_paths(second), cache).problems
    assert [problem.path for problem in before] == [first]
    assert [problem.path for problem in after] == [second]
    assert [problem.reason for problem in after] == [problem.reason for problem in before]
    record = train_tokenizer(Corpus.from_paths(second), TrainingConfig(257), cache=cache).training
    assert "invalid UTF-8" in " ".join(record.problems)


def test_a_corpus_knows_its_problems_however_it_was_counted(tmp_path, cache):
    (tmp_path / "deu.txt").write_bytes(b"gut \xff gut")
    (tmp_path / "eng.txt").write_bytes(b"\xef\xbb\xbfgood")
    for _ in range(2):
        corpus = Corpus.from_paths(tmp_path)
        found = count(corpus, cache).problems
        assert tuple(corpus.problems) == found
        assert [problem.path.name for problem in found] == ["deu.txt", "eng.txt"]


def damaged_entries(content: bytes):
    """What can happen to a file, and one that is whole but of another key."""
    yield "cut short", content[: len(content) // 2]
    yield "cut short by one byte", content[:-1]
    yield "empty", b""
    yield "something behind it", content + b"\0"
    for at in (3, 25, len(content) // 3, len(content) - 30):
        yield f"byte {at} flipped", content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
    begin = content.index(b"\n") + 1 + 32
    rest = content[begin:].replace(b'\\"version\\": 1', b'\\"version\\": 9')
    head = content[: begin - 32]
    yield "of another key", head + hashlib.sha256(rest).digest() + rest
    yield "no arrays", head + hashlib.sha256(b"{}\n").digest() + b"{}\n"


def test_damage_is_recognised_and_counted_again(folder, cache, sources_read):
    corpus = Corpus.from_paths(folder / "eng.txt")
    plain = count(corpus, cache)
    (entry,) = cache.folder.iterdir()
    content = entry.read_bytes()
    names = []
    for name, damaged in damaged_entries(content):
        entry.write_bytes(damaged)
        assert damaged != content, name
        sources_read.clear()
        assert_same(count(corpus, cache), plain)
        assert sources_read == ["eng"], name
        assert entry.read_bytes() == content, name
        names.append(name)
    assert len(names) == 10


def test_a_damaged_entry_is_removed_where_it_is_met(folder, cache):
    corpus = Corpus.from_paths(folder / "eng.txt")
    count(corpus, cache)
    (entry,) = cache.folder.iterdir()
    entry.write_bytes(b"rubbish")
    assert cache.get(cache.key(corpus, 0, preset_pattern("gpt2"), None)) is None
    assert not entry.exists()


def test_what_was_not_used_for_longest_goes_first(folder, tmp_path):
    cache = CountsCache(tmp_path / "counts", 1 << 30)
    keys = []
    for age, label in enumerate(TEXTS):
        corpus = Corpus.from_paths(folder / f"{label}.txt")
        count(corpus, cache)
        keys.append(cache.key(corpus, 0, preset_pattern("gpt2"), None))
        os.utime(cache.folder / f"{keys[-1].name}.counts", ns=(age, age))
    assert cache.get(keys[0]) is not None  # used now, so that the second one is the oldest
    small = CountsCache(cache.folder, cache.n_bytes)
    (folder / "more.txt").write_text("a b c", encoding="utf-8")
    count(Corpus.from_paths(folder / "more.txt"), small)
    assert [small.holds(key) for key in keys] == [True, False, True]
    assert small.n_bytes <= small.max_bytes


def test_a_limit_of_nothing_keeps_nothing(folder, tmp_path):
    cache = CountsCache(tmp_path / "counts", 0)
    count(Corpus.from_paths(folder), cache)
    assert (cache.n_entries, cache.n_bytes) == (0, 0)


def test_places_and_limits_come_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.delenv("TOKENIZER_WORKBENCH_COUNTS_CACHE", raising=False)
    monkeypatch.delenv("TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES", raising=False)
    assert CountsCache().folder == tmp_path / "home" / "cache" / "counts"
    assert CountsCache().max_bytes == 4_000_000_000
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE", str(tmp_path / "mine"))
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES", "12345")
    assert (CountsCache().folder, CountsCache().max_bytes) == (tmp_path / "mine", 12345)
    assert CountsCache(tmp_path, 7).max_bytes == 7
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES", "4 GB")
    with pytest.raises(ConfigError, match="whole number of bytes, not '4 GB'"):
        CountsCache()


def test_clearing_removes_our_files_and_no_others(folder, cache):
    count(Corpus.from_paths(folder), cache)
    size = cache.n_bytes
    (cache.folder / "mine.txt").write_text("keep me")
    (cache.folder / "x.unfinished").write_bytes(b"123")
    assert cache.clear() == size + 3
    assert [path.name for path in cache.folder.iterdir()] == ["mine.txt"]
    assert CountsCache(cache.folder / "nowhere", 1).clear() == 0


def test_a_folder_that_cannot_be_written_costs_a_counting_and_nothing_else(folder, tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = CountsCache(tmp_path / "file" / "counts", 1 << 30)
    assert_same(count(Corpus.from_paths(folder), cache), count(Corpus.from_paths(folder)))


def test_a_write_that_fails_leaves_nothing_behind(folder, cache, monkeypatch):
    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    count(Corpus.from_paths(folder), cache)
    assert list(cache.folder.iterdir()) == []


def test_a_file_that_changes_meanwhile_is_not_kept(folder, cache):
    corpus = Corpus.from_paths(folder / "eng.txt")
    steps = count_pretokens(corpus, Splitter("gpt2"), cache=cache)
    next(steps)
    (folder / "eng.txt").write_text("something else", encoding="utf-8")
    assert result_of(steps).n_bytes == len(TEXTS["eng"].encode())
    assert cache.n_entries == 0


def test_text_in_memory_is_not_kept(cache):
    corpus = Corpus.from_texts(["a b c"])
    assert cache.key(corpus, 0, preset_pattern("gpt2"), None) is None
    count(corpus, cache)
    assert cache.n_entries == 0


def test_the_plan_says_what_will_be_read(folder, cache):
    config = TrainingConfig(300)
    corpus = Corpus.from_paths(folder)
    plans = reading_plan(corpus, config, cache)
    assert [(plan.label, plan.is_kept) for plan in plans] == [(label, False) for label in TEXTS]
    assert [plan.n_bytes_on_disk for plan in plans] == [len(t.encode()) for t in TEXTS.values()]
    count(Corpus.from_paths(folder / "eng.txt"), cache)
    assert [plan.is_kept for plan in reading_plan(corpus, config, cache)] == [False, True, False]
    other = TrainingConfig(300, pattern=r"\w+")
    assert not any(plan.is_kept for plan in reading_plan(corpus, other, cache))
    assert not any(plan.is_kept for plan in reading_plan(corpus, config, None))


def test_the_plan_fetches_nothing(cache, monkeypatch):
    system = fsspec.filesystem("memory")
    system.pipe("/plan/eng.txt", b"low lower lowest")
    corpus = Corpus.from_paths("memory://plan")
    config = TrainingConfig(260)
    read = MemoryFile.read
    monkeypatch.setattr(MemoryFile, "read", lambda *_: pytest.fail("it was fetched"))
    assert [plan.is_kept for plan in reading_plan(corpus, config, cache)] == [False]
    monkeypatch.setattr(MemoryFile, "read", read)
    count(corpus, cache)
    monkeypatch.setattr(MemoryFile, "read", lambda *_: pytest.fail("it was fetched"))
    assert [plan.is_kept for plan in reading_plan(corpus, config, cache)] == [True]
    system.rm("/plan", recursive=True)


PROGRAM = """
import sys
from pathlib import Path
from engine.corpus.corpus import Corpus
from engine.counting.kept import CountsCache
from engine.counting import count_pretokens
from engine.machine import result_of
from engine.splitting import Splitter, preset_pattern

folder, limit = Path(sys.argv[1]), int(sys.argv[2])
cache = CountsCache(folder / "counts", limit)
corpus = Corpus.from_paths(folder / "texts")
found = {
    result_of(count_pretokens(corpus, Splitter("gpt2"), cache=cache)).n_pretokens for _ in range(30)
}
print(found.pop() if len(found) == 1 else "different")
"""


@pytest.mark.slow
def test_processes_may_write_evict_and_read_at_once(folder, tmp_path):
    """One keeps all, one has room for a single entry and so removes what the others wrote."""
    plain = count(Corpus.from_paths(folder))
    children = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path), limit],
            cwd=PROJECT, stdout=subprocess.PIPE, text=True,
        )
        for limit in ("1000000", "1000000", "1500")
    ]  # fmt: skip
    assert [child.communicate()[0].strip() for child in children] == [str(plain.n_pretokens)] * 3
    left = CountsCache(tmp_path / "counts", 1 << 30)
    assert_same(count(Corpus.from_paths(folder), left), plain)
    assert not list(left.folder.glob("*.unfinished"))


def test_another_version_of_counting_has_other_keys(folder, cache, monkeypatch):
    corpus = Corpus.from_paths(folder)
    before = cache.key(corpus, 0, preset_pattern("gpt2"), None)
    monkeypatch.setattr(counts_cache, "COUNTING_VERSION", 2)
    assert cache.key(corpus, 0, preset_pattern("gpt2"), None).name != before.name
