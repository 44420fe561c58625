"""A corpus that stays counted: training again gives what a training from the files gives."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest

from engine.corpus.corpus import Corpus, Source
from engine.counting import batches as source_batches
from engine.counting import counts_of_corpus as source_sizes
from engine.counting.counts_of_corpus import sampled
from engine.counting.kept import CountsCache
from engine.errors import ConfigError
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.settings.sources import DocumentSample, Mixture, ReadingOptions
from engine.splitting.splitter import Splitter
from engine.training import layout as byte_layout
from engine.training import merge_loop
from engine.training.progress import Phase
from engine.training.training import CountedCorpus, train_tokenizer

MIXTURES = [
    None,
    Mixture(alpha=0.3),
    Mixture(alpha=0),
    Mixture(shares={"a": 0.2, "c": 0.8}),
    Mixture(shares={"b": 1}),
    Mixture(alpha=0.7, target_bytes=100_000),
    Mixture(target_bytes=9_000, seed=3),
    Mixture(shares={"a": 1, "b": 1}, target_bytes=4_000),
]
CONFIGS = [
    TrainingConfig(600),
    TrainingConfig(900, tie_break="first-seen"),
    TrainingConfig(400, tie_break="greatest-bytes", max_token_bytes=5),
    TrainingConfig(700, tie_break="gpt2-order", min_frequency=3),
    TrainingConfig(500, pattern=r"\w+|\s+"),
]


@pytest.fixture(autouse=True)
def _own_hashes(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))


@pytest.fixture
def corpus(tmp_path) -> Corpus:
    random = np.random.default_rng(5)
    words = ["".join(random.choice(list("abcdé"), n)) for n in random.integers(1, 25, 400)]
    paths = []
    for label, size in (("a", 30), ("b", 300), ("c", 900)):
        lines = [" ".join(random.choice(words, 7)) for _ in range(size // 10)]
        paths.append(tmp_path / f"{label}.txt")
        paths[-1].write_text("\n".join(lines), encoding="utf-8")
    return Corpus.from_paths(paths, document_separator="\n")


def finish(steps):
    progress = []
    return progress, result_of(steps, progress.append)


def assert_same(ours, theirs):
    assert ours.semantic_hash == theirs.semantic_hash
    for name, theirs_value in vars(theirs.training).items():
        ours_value = getattr(ours.training, name)
        if isinstance(theirs_value, np.ndarray):
            assert np.array_equal(ours_value, theirs_value), name
        elif name != "seconds":
            assert ours_value == theirs_value, name


@pytest.fixture
def nothing_is_read(monkeypatch):
    """Call it: from then on reading a source is an error."""

    def refuse():
        def broken(*_args, **_kwargs):
            raise AssertionError("a source was read again")

        monkeypatch.setattr(source_batches.OneSource, "__init__", broken)
        monkeypatch.setattr(Corpus, "encoded_documents", broken)

    return refuse


def test_every_mixture_and_setting_gives_what_a_first_training_gives(corpus, tmp_path):
    counted = CountedCorpus(corpus, cache=CountsCache(tmp_path / "counts", 1 << 30))
    for turn, mixture in enumerate([*MIXTURES, *MIXTURES[::-1]]):
        config = CONFIGS[turn % len(CONFIGS)]
        _, ours = finish(counted.train(config, mixture))
        assert_same(ours, train_tokenizer(corpus, config, mixture=mixture))


def test_other_weights_sizes_ties_and_limits_read_nothing(corpus, nothing_is_read):
    counted = CountedCorpus(corpus)
    finish(counted.train(CONFIGS[0]))
    nothing_is_read()
    for mixture in MIXTURES[:6]:
        for config in CONFIGS[:4]:
            progress, _ = finish(counted.train(config, mixture))
            assert progress[0].phase is Phase.COUNT_PAIRS


@pytest.mark.parametrize("config", CONFIGS[:4])
@pytest.mark.parametrize("has_memory", [True, False])
def test_a_layout_that_is_kept_changes_nothing(corpus, monkeypatch, config, has_memory):
    if not has_memory:
        monkeypatch.setattr(byte_layout, "available_bytes", lambda: 1000)
    counted = CountedCorpus(corpus)
    kept, keep = [], byte_layout.LayoutKeeper.meet
    monkeypatch.setattr(
        byte_layout.LayoutKeeper, "meet", lambda *given: kept.append(keep(*given)) or kept[-1]
    )
    mixtures = [None, Mixture(alpha=0.3), Mixture(alpha=0), None, Mixture(shares={"b": 1}), None]
    ours = [finish(counted.train(config, mixture))[1] for mixture in mixtures]
    assert [each is not None for each in kept] == [False, False, *[has_memory] * 2, False, False]
    for mixture, each in zip(mixtures, ours, strict=True):
        assert_same(each, train_tokenizer(corpus, config, mixture=mixture))


@pytest.mark.parametrize("mixture", MIXTURES[6:])
def test_the_same_sample_is_read_once(corpus, nothing_is_read, mixture):
    counted = CountedCorpus(corpus)
    _, first = finish(counted.train(CONFIGS[0], mixture))
    nothing_is_read()
    _, again = finish(counted.train(CONFIGS[0], mixture))
    assert_same(again, first)


def test_samples_are_whole_documents_and_weights_correct_them(corpus):
    counted = CountedCorpus(corpus)
    mixture = Mixture(target_bytes=9_000, seed=3)
    _, tokenizer = finish(counted.train(CONFIGS[0], mixture))
    record = tokenizer.training
    for index, (row, source) in enumerate(zip(counted.resolved.rows, corpus.sources, strict=True)):
        whole = [len(document) for document in corpus.encoded_documents(source)]
        assert row.n_bytes == sum(whole)
        assert 0 < record.source_bytes[index] <= row.n_bytes
        kept = replace(source, reading=ReadingOptions(sample=DocumentSample(row.sample_share, 3)))
        if row.is_sampled:
            lengths = [len(document) for document in corpus.encoded_documents(kept)]
            assert record.source_bytes[index] == sum(lengths)
            assert record.source_documents[index] == len(lengths)
        assert row.effective_bytes == pytest.approx(9_000 * row.natural_share, rel=1e-6)
    assert sum(row.effective_bytes for row in counted.resolved.rows) == pytest.approx(9_000)
    assert record.bytes < 0.7 * sum(row.n_bytes for row in counted.resolved.rows)


def test_a_sample_of_a_mixture_lies_in_the_sample_of_its_source(corpus):
    reading = ReadingOptions(document_separator="\n", sample=DocumentSample(0.5, 9))
    sources = [replace(source, reading=reading) for source in corpus.sources]
    mine = Corpus(sources)
    chosen = {text for source in sources for text in mine.documents(source)}
    n_chosen = sum(len(text.encode()) for source in sources for text in mine.documents(source))
    part = sampled(mine, [0.5, 0.5, 0.5], seed=3)
    taken = [text for source in part.sources for text in part.documents(source)]
    assert 0.35 * n_chosen < len("".join(taken).encode()) < 0.65 * n_chosen
    assert set(taken) <= chosen
    counted = CountedCorpus(mine)
    finish(counted.train(CONFIGS[0], Mixture(target_bytes=n_chosen // 2)))
    assert sum(row.n_bytes for row in counted.resolved.rows) == n_chosen


@pytest.mark.parametrize("form", [None, "nfc"])
def test_what_is_kept_or_was_trained_before_does_not_decide_a_sample(tmp_path, form):
    for label, line in (("deu", "e\u0301te\u0301 a\u0308hnlich"), ("eng", "lower and lowest")):
        lines = (f"{line} {i}" for i in range(600))
        (tmp_path / f"{label}.txt").write_text("\n".join(lines), encoding="utf-8")
    corpus = Corpus.from_paths(tmp_path, document_separator="\n")
    cache = CountsCache(tmp_path / "counts", 1 << 30)
    config = TrainingConfig(400, normalization=form)
    mixture = Mixture(alpha=0.5, target_bytes=6_000)
    plain = train_tokenizer(corpus, config, mixture=mixture)
    train_tokenizer(corpus, config, cache=cache)
    assert_same(train_tokenizer(corpus, config, mixture=mixture, cache=cache), plain)
    counted = CountedCorpus(corpus)
    for other in (None, "nfkc"):
        finish(counted.train(replace(config, normalization=other), mixture))
    assert_same(finish(counted.train(config, mixture))[1], plain)
    finish(counted.train(config))
    assert_same(finish(counted.train(config, mixture))[1], plain)


def test_a_source_whose_sample_is_empty_is_taken_whole(tmp_path):
    (tmp_path / "one.txt").write_text("a single long document " * 50)
    (tmp_path / "many.txt").write_text("\n".join(f"line {i}" for i in range(3000)))
    paths = [tmp_path / "one.txt", tmp_path / "many.txt"]
    corpus = Corpus.from_paths(paths, document_separator="\n")
    for seed in range(12):
        counted = CountedCorpus(corpus)
        finish(counted.train(TrainingConfig(300), Mixture(target_bytes=3_000, seed=seed)))
        one, many = counted.resolved.rows
        assert one.read_bytes == one.n_bytes
        assert one.effective_bytes == pytest.approx(3_000 * one.natural_share)
        assert many.read_bytes < many.n_bytes


def test_a_cancelled_or_failed_training_leaves_it_usable(corpus, monkeypatch):
    counted = CountedCorpus(corpus)
    expected = train_tokenizer(corpus, CONFIGS[0])
    for n_steps in range(1, 9):
        steps = counted.train(CONFIGS[0], MIXTURES[n_steps % 4])
        for _, _ in zip(range(n_steps), steps, strict=False):
            pass
        steps.close()

    def broken(*_args, **_kwargs):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(merge_loop.MergeLoop, "run_slice", broken)
        with pytest.raises(MemoryError):
            finish(counted.train(CONFIGS[0]))
    with pytest.raises(ConfigError):
        finish(counted.train(CONFIGS[0], Mixture(shares={"nobody": 1})))
    _, ours = finish(counted.train(CONFIGS[0]))
    assert_same(ours, expected)


def test_two_trainings_at_once_do_not_meet(corpus):
    counted = CountedCorpus(corpus)
    first, second = counted.train(CONFIGS[0]), counted.train(CONFIGS[1], Mixture(alpha=0.3))
    results = {}
    running = {"first": first, "second": second}
    while running:
        for name, steps in list(running.items()):
            try:
                next(steps)
            except StopIteration as stop:
                results[name] = stop.value
                del running[name]
    assert_same(results["first"], train_tokenizer(corpus, CONFIGS[0]))
    mixed = train_tokenizer(corpus, CONFIGS[1], mixture=Mixture(alpha=0.3))
    assert_same(results["second"], mixed)


def test_earlier_results_stay_what_they_were(corpus):
    """The memory that is used again is not that of a record."""
    counted = CountedCorpus(corpus)
    _, first = finish(counted.train(CONFIGS[0]))
    before = {name: np.copy(value) for name, value in vars(first.training).items()
              if isinstance(value, np.ndarray)}  # fmt: skip
    finish(counted.train(CONFIGS[1], Mixture(alpha=0)))
    for name, value in before.items():
        assert np.array_equal(getattr(first.training, name), value), name


def test_a_file_that_changed_is_counted_again(corpus, tmp_path):
    counted = CountedCorpus(corpus, cache=CountsCache(tmp_path / "counts", 1 << 30))
    finish(counted.train(CONFIGS[0]))
    path = corpus.sources[0].paths[0]
    path.write_text("quite another text " * 99, encoding="utf-8")
    os.utime(path, ns=(1, 1))
    _, ours = finish(counted.train(CONFIGS[0]))
    assert_same(ours, train_tokenizer(corpus, CONFIGS[0]))
    assert ours.training.source_bytes[0] == 99 * 19


def test_beginnings_are_read_once(corpus, nothing_is_read):
    counted = CountedCorpus(corpus)
    _, texts = finish(counted.beginnings(100))
    nothing_is_read()
    _, again = finish(counted.beginnings(100))
    assert again is texts
    for source, kept in zip(corpus.sources, texts.sources, strict=True):
        assert kept.label == source.label
        assert sum(map(len, kept.texts)) == 100


def test_a_recipe_waits_for_the_sizes(corpus):
    class Halves:
        target_bytes = None

        def for_sources(self, labels, source_bytes):
            assert list(labels) == ["a", "b", "c"]
            assert list(source_bytes) == [
                sum(map(len, corpus.encoded_documents(source))) for source in corpus.sources
            ]
            return Mixture(shares={"a": 0.5, "b": 0.5})

    counted = CountedCorpus(corpus)
    _, ours = finish(counted.train(CONFIGS[0], Halves()))
    theirs = train_tokenizer(corpus, CONFIGS[0], mixture=Mixture(shares={"a": 1, "b": 1}))
    assert_same(ours, theirs)
    assert counted.mixture == Mixture(shares={"a": 0.5, "b": 0.5})


def test_text_in_memory_trains_again_too():
    texts = Corpus([Source("a", texts=("low lower " * 9,)), Source("b", texts=("wide " * 9,))])
    counted = CountedCorpus(texts)
    for mixture in (None, Mixture(alpha=0), None):
        _, ours = finish(counted.train(TrainingConfig(290), mixture))
        assert_same(ours, train_tokenizer(texts, TrainingConfig(290), mixture=mixture))


def test_while_the_sizes_for_a_sample_are_read_the_progress_rises(corpus, monkeypatch):
    monkeypatch.setattr(source_sizes, "_STEP_SECONDS", 0.0)
    texts = {each.label: "".join(corpus.documents(each)) for each in corpus.sources}
    sources = [Source(label, texts=(text,)) for label, text in texts.items()]
    steps = source_sizes.source_sizes(Corpus(sources), Splitter("gpt2"), None, None)
    told, sizes = finish(steps)
    assert sizes == tuple(len(text.encode()) for text in texts.values())
    done = [each.done for each in told]
    assert done == sorted(done)
    assert done[-1] == sum(sizes)
    assert all(each.done <= each.total for each in told)
