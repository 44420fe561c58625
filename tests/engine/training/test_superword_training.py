"""Stage two of a training: its floor, its memory, what it records, how it is stopped and resumed.

That its merges are the right ones is the matter of test_superwords_exact.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.analysis.sizes import SizeCurves, text_size_curves
from engine.compiled.kernel_cache import run_kernel
from engine.corpus.corpus import Corpus, Source
from engine.counting.counts_of_corpus import sampled
from engine.counting.table import PretokenTable
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.machine import result_of
from engine.machine.work import StopRequest
from engine.settings.config import TrainingConfig
from engine.settings.sources import DocumentSample, Mixture
from engine.settings.superwords import SuperwordRules, Superwords, superword_rules
from engine.training import superword_counting, superword_stage
from engine.training.progress import STAGE_TWO, Phase
from engine.training.superword_documents import (
    SpanRules,
    TokenStream,
    percentile_of,
    shortened,
    span_lengths,
)
from engine.training.superword_stage import SuperwordOptions, first_floor, lower_floor
from engine.training.training import CountedCorpus, train, train_tokenizer
from resources import sample_corpus_folder

FREE = superword_rules("unbounded")
LABELS = ("deu", "eng", "rus", "tha", "zho", "code_python")


@cache
def texts() -> dict[str, tuple[str, ...]]:
    """Documents of four lines of several scripts, by label."""
    folder = sample_corpus_folder()
    read = {label: (folder / f"{label}.txt").read_text("utf-8")[:4000] for label in LABELS}
    lines = {label: text.splitlines(keepends=True) for label, text in read.items()}
    return {
        label: tuple("".join(of[at : at + 4]) for at in range(0, len(of), 4))
        for label, of in lines.items()
    }


def corpus() -> Corpus:
    return Corpus(Source(label, texts=own) for label, own in texts().items())


def config_of(rules: SuperwordRules | str = "official", size: int = 700, **others):
    rules = superword_rules(rules) if isinstance(rules, str) else rules
    return TrainingConfig(size, "o200k", superwords=Superwords(500, rules=rules), **others)


def finish(steps) -> tuple[Tokenizer, list]:
    seen = []
    return result_of(steps, seen.append), seen


def pairs_of(tokenizer: Tokenizer) -> list[tuple[int, ...]]:
    return [tuple(pair) for pair in tokenizer.merges.tolist()]


def trained(config: TrainingConfig, **options) -> Tokenizer:
    steps = CountedCorpus(corpus(), superwords=SuperwordOptions(**options)).train(config)
    return finish(steps)[0]


# ---- the floor -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("tie_break", ["smallest-ids", "first-seen"])
@pytest.mark.parametrize("rules", ["official", "article"])
def test_no_guess_of_the_floor_changes_the_result(rules, tie_break):
    config = config_of(rules, tie_break=tie_break)
    expected = trained(config, floor=1)
    assert expected.training.second_stage.tries == 1
    for floor, n_threads in ((None, 2), (4, 3), (20, 1), (10**9, 2)):
        found = trained(config, floor=floor, n_threads=n_threads)
        assert found.semantic_hash == expected.semantic_hash
        for name in ("counts", "applied", "source_applied"):
            assert (getattr(found.training, name) == getattr(expected.training, name)).all()
    assert found.training.second_stage.tries > 1
    assert found.training.second_stage.n_refused == expected.training.second_stage.n_refused


def test_every_merge_of_stage_two_reaches_the_floor():
    record = trained(config_of()).training
    second = record.second_stage
    assert record.counts[second.n_first :].min() >= second.floor > 1
    assert second.n_distinct_runs <= second.n_runs


def test_the_floor_falls_until_it_is_the_least():
    floor, seen = 1000, []
    while floor > 2:
        floor = lower_floor(floor, 10, 100, 2)
        seen.append(floor)
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 2
    assert lower_floor(2, 0, 100, 2) == 2


def test_the_first_floor_is_below_the_count_that_enough_pairs_have():
    cells = np.array([0, 50, 40, 30, 20, 10, 0, 0], np.int64)
    assert first_floor(cells, 3, 1, 1) == 15
    assert first_floor(cells, 6, 1, 1) == 1  # fewer pairs than wanted
    assert first_floor(cells * 8, 3, 1, 8) == 15
    assert first_floor(cells, 3, 25, 1) == 25


def test_tokens_that_have_no_room_are_read_and_encoded_again(monkeypatch):
    expected = trained(config_of("article"))
    monkeypatch.setattr(superword_stage, "_KEPT_SHARE", 0.0)
    assert trained(config_of("article")).semantic_hash == expected.semantic_hash


# ---- what is recorded ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    ["official", "article", replace(FREE, document_percentile=50.0, digits_apart=True)],
    ids=["official", "article", "own"],
)
def test_tokens_of_every_source_are_right_on_both_sides_of_the_transition(rules):
    tokenizer = trained(config_of(rules))
    record = tokenizer.training
    n_first, n = record.second_stage.n_first, tokenizer.n_merges
    for n_merges in (0, 100, n_first, n_first + 1, (n_first + n) // 2, n):
        smaller = tokenizer.truncated(256 + n_merges) if n_merges < n else tokenizer
        counted = [sum(map(len, smaller.encode_batch(own))) for own in texts().values()]
        assert record.source_tokens(n_merges).tolist() == counted
        assert record.corpus_tokens(n_merges) == sum(counted)
        assert record.token_curve()[n_merges] == sum(counted)
        assert smaller.training.corpus_tokens() == sum(counted)
    assert record.second_stage.first_tokens == tuple(record.source_tokens(n_first).tolist())


def test_curves_over_all_sizes_are_those_of_encoding():
    tokenizer = trained(config_of("article"))
    recorded, encoded = SizeCurves.of_training(tokenizer.training), text_size_curves(
        tokenizer, corpus()
    )  # fmt: skip
    assert recorded.labels == encoded.labels
    assert (recorded.tokens == encoded.tokens).all()


def test_a_mixture_that_samples_and_weighs_holds_for_both_stages():
    mixture = Mixture(shares={"eng": 3, "deu": 1, "zho": 2}, target_bytes=6000, seed=5)
    counted = CountedCorpus(corpus())
    config = config_of(size=560)
    tokenizer = finish(counted.train(config, mixture))[0]
    assert counted.resolved.is_sampled
    shares = [row.sample_share if row.weight else 0.0 for row in counted.resolved.rows]
    same = CountedCorpus(sampled(corpus(), shares, 5))
    weights = dict(zip(LABELS, tokenizer.training.source_weights.tolist(), strict=True))
    sizes = dict(zip(LABELS, tokenizer.training.source_bytes.tolist(), strict=True))
    repeated = Mixture(bytes={k: sizes[k] * weights[k] for k in LABELS if weights[k]})
    expected = finish(same.train(config, repeated))[0]
    assert pairs_of(tokenizer) == pairs_of(expected)
    assert tokenizer.training.second_stage.source_bytes == tuple(sizes.values())


def test_two_trainings_at_once_read_each_what_it_counted():
    mixture, config = Mixture(target_bytes=6000, seed=5), config_of(size=560)
    alone = [finish(CountedCorpus(corpus()).train(config, m))[0] for m in (mixture, None)]
    counted = CountedCorpus(corpus())
    first = counted.train(config, mixture)
    for progress in first:
        if progress.phase is Phase.COMPUTE_MERGES:
            break
    second = finish(counted.train(config))[0]
    both = [finish(first)[0], second]
    assert [each.semantic_hash for each in both] == [each.semantic_hash for each in alone]


# ---- while it runs ---------------------------------------------------------------------------


def test_progress_names_stages_and_has_every_merge_once():
    tokenizer, seen = finish(train(corpus(), config_of("article")))
    phases = list(dict.fromkeys(each.phase for each in seen))
    before = [Phase.PRETOKENIZE, Phase.COUNT_PAIRS, Phase.COMPUTE_MERGES]
    assert phases == [*before, *STAGE_TWO]
    assert {each.stage for each in seen if each.phase in before} == {1}
    assert {each.stage for each in seen if each.phase in STAGE_TWO} == {2}
    assert {each.n_first for each in seen} == {tokenizer.superwords.n_first_merges}
    merges = [merge for each in seen for merge in each.last_merges]
    assert [(merge.left, merge.right) for merge in merges] == pairs_of(tokenizer)
    assert all(0.0 <= each.fraction <= 1.0 for each in seen)
    assert seen[-1].memory_bytes > 0


def test_progress_ends_with_the_numbers_of_the_record():
    tokenizer, seen = finish(train(corpus(), config_of()))
    last = seen[-1]
    assert last.fraction == 1.0
    assert last.corpus_tokens == tokenizer.training.corpus_tokens()
    assert last.source_bytes_per_token == tuple(tokenizer.training.source_bytes_per_token())


@pytest.mark.parametrize("phase", [Phase.COMPUTE_MERGES, Phase.COLLECT_RUNS])
def test_what_is_stopped_is_kept_as_if_its_size_had_been_asked_for(phase):
    stop, config = StopRequest(), config_of()
    steps = train(corpus(), config, stop=stop, superwords=SuperwordOptions(floor=12))
    for progress in steps:
        if progress.phase is phase:
            stop.keep()
            break
    tokenizer, _ = finish(steps)
    whole = trained(config)
    assert "Stopped at" in tokenizer.training.problems[-1]
    assert tokenizer.semantic_hash == whole.truncated(tokenizer.vocab_size).semantic_hash
    assert (tokenizer.superwords is None) == (phase is Phase.COMPUTE_MERGES)
    assert tokenizer.training.config == config.of_size(tokenizer.vocab_size)


def test_a_training_that_is_closed_leaves_the_counts_as_they_were():
    counted, config = CountedCorpus(corpus()), config_of()
    steps = counted.train(config)
    for progress in steps:
        if progress.phase is Phase.COMPUTE_SUPERWORDS:
            break
    steps.close()
    again = finish(counted.train(config))[0]
    assert again.semantic_hash == trained(config).semantic_hash


@pytest.mark.parametrize("n", [60, 244, 245, 300])
@pytest.mark.parametrize("few", [0, 10**9])
def test_merges_done_are_the_beginning_of_either_stage(n, few, monkeypatch):
    monkeypatch.setattr("engine.training.training._FEW_PRETOKENS", few)
    config = config_of()
    expected = trained(config)
    steps = CountedCorpus(corpus()).train(config, continued=expected.truncated(256 + n))
    tokenizer, seen = finish(steps)
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert (tokenizer.training.source_applied == expected.training.source_applied).all()
    assert [merge.rank for each in seen for merge in each.last_merges] == list(range(444))


@pytest.mark.parametrize("more", [0, 9])
def test_merges_done_tell_where_a_stage_one_that_ran_out_of_pairs_ended(more, monkeypatch):
    """Merges of stage two that stand before the transition are none of stage one."""
    monkeypatch.setattr("engine.training.training._FEW_PRETOKENS", 0)
    corpus = Corpus.from_texts(["so it goes and so it ends " * 20, "it goes on"])
    config = TrainingConfig(285, "gpt2", superwords=Superwords(280, "none", FREE))
    small = train_tokenizer(corpus, config)
    assert small.superwords.n_first_merges < config.n_first_merges < small.n_merges
    larger = config.of_size(285 + more)
    expected = train_tokenizer(corpus, larger)
    tokenizer, _ = finish(CountedCorpus(corpus).train(larger, continued=small))
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert tokenizer.superwords == expected.superwords
    ours, theirs = tokenizer.training, expected.training
    assert ours.second_stage.source_tokens == theirs.second_stage.source_tokens
    assert ours.source_applied.tolist() == theirs.source_applied.tolist()


def test_merges_done_are_kept_at_a_floor_that_leaves_no_runs():
    config = config_of()
    expected = trained(config)
    counted = CountedCorpus(corpus(), superwords=SuperwordOptions(floor=10**6))
    tokenizer, _ = finish(counted.train(config, continued=expected))
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert tokenizer.n_merges == config.n_merges


# ---- bad input -------------------------------------------------------------------------------


def test_too_little_memory_is_refused_with_what_to_do():
    options = SuperwordOptions(memory_bytes=1 << 20, floor=1)
    steps = train(Corpus.from_paths(sample_corpus_folder()), config_of(), superwords=options)
    with pytest.raises(CorpusError, match=r"1 MB are allowed\. Let a part"):
        finish(steps)
    with pytest.raises(ConfigError, match="at least 1 MB"):
        trained(config_of(), memory_bytes=5)


def test_without_a_setting_the_free_memory_counts(monkeypatch):
    monkeypatch.setattr(superword_stage, "available_bytes", lambda: 1 << 18)
    with pytest.raises(CorpusError, match="of what is free may be used"):
        trained(config_of())


def test_rules_that_leave_no_pair_end_the_training_early_with_a_sentence():
    rules = replace(FREE, longest_span=2, digits_apart=True, punctuation_apart=True, cut_before="e")
    config = TrainingConfig(300, "gpt2", superwords=Superwords(270, "none", rules))
    tokenizer = train_tokenizer(Corpus.from_texts(["1-2-3:4;5.6,7!8"]), config)
    assert tokenizer.n_merges == tokenizer.superwords.n_first_merges
    assert tokenizer.pattern == "(?s:.+)"
    n_tokens = len(tokenizer.encode("1-2-3:4;5.6,7!8"))
    assert tokenizer.training.corpus_tokens() == n_tokens
    assert "There are no superwords" in tokenizer.training.problems[-1]


def test_without_superwords_all_tokens_are_those_of_the_second_pattern():
    """Merges of stage one that its own pattern kept apart join across words, too."""
    corpus = Corpus.from_texts(["ab. a b ab. ba bab", "b. aba"])
    rules = replace(FREE, forbidden_inside=tuple("ab. "), document_percentile=50.0)
    config = TrainingConfig(260, "none", superwords=Superwords(258, r"[^ ]+| ", rules))
    tokenizer = train_tokenizer(corpus, config)
    record = tokenizer.training
    assert tokenizer.n_merges == record.second_stage.n_first
    counted = sum(len(tokenizer.encode(text)) for text in ("ab. a b ab. ba bab", "b. aba"))
    assert record.corpus_tokens() == counted == sum(record.source_tokens().tolist())
    plain = tokenizer.truncated(258)
    first = sum(len(plain.encode(text)) for text in ("ab. a b ab. ba bab", "b. aba"))
    assert record.corpus_tokens(record.second_stage.n_first) == first != counted
    assert record.token_curve()[-1] == first


def test_documents_that_are_not_drawn_are_said():
    rules = replace(FREE, sampling_share=1e-9, longest_span=2, punctuation_apart=True)
    config = TrainingConfig(300, "gpt2", superwords=Superwords(270, "none", rules))
    tokenizer = train_tokenizer(Corpus.from_texts(["1-2-3:4;5.6,7!8"]), config)
    assert "in the documents that sampling_share = 1e-09 draws" in tokenizer.training.problems[-1]


def test_a_source_of_which_nothing_is_drawn_takes_part_whole(tmp_path):
    """The preset `article` on ordinary files: each is one document of its language."""
    rules = superword_rules("article")
    for name in ("eng", "deu", "fra", "spa", "ita", "nld"):
        (tmp_path / f"{name}.txt").write_text(f"{name} and the rest of it goes on " * 30, "utf-8")
    config = TrainingConfig(340, "gpt2", superwords=Superwords(290, rules=rules))
    corpus = Corpus.from_paths(tmp_path)
    sample = DocumentSample(rules.sampling_share, rules.sampling_seed)
    assert not sample.keeps(0), "no file is drawn"
    tokenizer = train_tokenizer(corpus, config)
    whole = replace(config.superwords, rules=replace(rules, sampling_share=1.0))
    expected = train_tokenizer(corpus, replace(config, superwords=whole))
    assert pairs_of(tokenizer) == pairs_of(expected)
    assert tokenizer.n_merges > tokenizer.superwords.n_first_merges


@pytest.mark.parametrize(
    ("later", "is_known", "words"),
    [
        ("the rest of the rest of the DAY. " * 9, True, "eng.txt changed between two passes"),
        ("another text", False, "a file changed while it was trained on"),
    ],
    ids=["of the same size", "where nothing is known of files"],
)
def test_a_file_that_changes_between_passes_is_noticed(
    tmp_path, monkeypatch, later, is_known, words
):
    path = tmp_path / "eng.txt"
    path.write_text("the rest of the rest of the day. " * 9, "utf-8")
    if not is_known:
        monkeypatch.setattr("engine.corpus.paths._state", lambda path: None)
    config = TrainingConfig(290, "gpt2", superwords=Superwords(270))
    steps = train(Corpus.from_paths([path]), config)
    while next(steps).phase is not Phase.COMPUTE_MERGES:
        pass
    path.write_text(later, "utf-8")
    with pytest.raises(CorpusError, match=words):
        finish(steps)


def test_a_transition_at_the_bytes_makes_superwords_alone():
    config = TrainingConfig(300, "gpt2", superwords=Superwords(256, "none", FREE))
    tokenizer = train_tokenizer(Corpus.from_texts(["so it goes, so it ends. " * 8]), config)
    assert tokenizer.superwords.n_first_merges == 0
    plain = train_tokenizer(
        Corpus.from_texts(["so it goes, so it ends. " * 8]), TrainingConfig(300, "none")
    )
    n = min(plain.n_merges, tokenizer.n_merges)
    assert n > 10
    assert pairs_of(tokenizer)[:n] == pairs_of(plain)[:n]


# ---- spans -----------------------------------------------------------------------------------


def test_percentiles_are_those_of_sorted_lengths():
    lengths = [1, 1, 2, 5, 9, 9, 9, 30]
    histogram = np.bincount(lengths)
    for percent in (1.0, 12.5, 13.0, 50.0, 99.0, 100.0):
        expected = sorted(lengths)[int(np.ceil(percent / 100 * len(lengths))) - 1]
        assert percentile_of(histogram, percent) == expected
    assert percentile_of(np.zeros(1, np.int64), 50.0) == 0


def test_spans_end_where_the_rules_say():
    tokens = [b"the", b" end", b".", b" 7", b"\xe3\x80", b"\x82", "。".encode()]
    ids = np.array([0, 1, 2, 0, 3, 4, 5, 6, 0], np.uint32)
    joins = np.array([True] * 8 + [False])

    def ends(**rules) -> list[int]:
        spans = SpanRules(replace(FREE, **rules), tokens).spans(ids, joins)
        return np.flatnonzero(~spans).tolist()

    assert ends() == [8]
    assert ends(cut_after=".。") == [2, 7, 8]
    assert ends(cut_before=".") == [1, 8]
    assert ends(cut_one_before=".") == [0, 8]
    assert ends(digits_apart=True) == [3, 4, 8]
    assert ends(punctuation_apart=True) == [1, 2, 6, 7, 8]  # no half of a character is one
    assert ends(longest_span=4, span_parts=3, most_span_cuts=2) == [2, 5, 8]
    assert ends(longest_span=10) == [8]


def test_long_spans_keep_their_beginning():
    joins = np.array([True, True, True, False, True, False, False])
    assert span_lengths(joins).tolist() == [4, 2, 1]
    expected = [True, False, False, False, True, False, False]
    assert shortened(joins, 2).tolist() == expected
    assert not shortened(joins, 1).any()
    assert shortened(joins, 4) is joins


# ---- memory of threads -----------------------------------------------------------------------


def test_pairs_are_counted_in_an_eighth_of_the_memory_whatever_the_threads(monkeypatch):
    """Every array of cells is seen when a kernel adds to it."""
    expected = trained(config_of("article"))
    seen: dict[int, np.ndarray] = {}

    def run(kernel, *arguments):
        if kernel is superword_counting.kernels.add_token_pairs:
            seen[id(arguments[3])] = arguments[3]
        return run_kernel(kernel, *arguments)

    monkeypatch.setattr(superword_counting, "run_kernel", run)
    monkeypatch.setattr(superword_stage, "tables_memory", lambda _tables: 0)
    monkeypatch.setattr(superword_counting, "_FEWEST_BITS", 19)
    limit = 100 << 20
    found = trained(config_of("article"), memory_bytes=limit, n_threads=12)
    assert found.semantic_hash == expected.semantic_hash
    assert 1 < len(seen) <= 3
    assert sum(cells.nbytes for cells in seen.values()) <= limit / 8


def test_threads_share_cells_and_cells_get_fewer_where_memory_is_short():
    weights = np.ones(1, np.int64)

    def shape(n_threads: int, n_bytes: int, most: int) -> tuple[int, int]:
        counters = superword_counting.pair_counters(n_threads, weights, n_bytes, most)
        arrays = {id(each.cells): each.cells.counts.nbytes for each in counters}
        return len(arrays), max(arrays.values())

    assert shape(4, 1 << 20, 1 << 30) == (4, 8 << 17)
    assert shape(16, 1 << 20, 3 << 20) == (3, 8 << 17)
    assert shape(16, 1 << 24, 1 << 21) == (1, 1 << 21)
    assert shape(16, 1 << 24, 0) == (1, 8 << 14)


def test_the_tables_of_all_threads_count():
    tables = [PretokenTable() for _ in range(16)]
    assert superword_stage.tables_memory(tables) == sum(each.memory_bytes for each in tables)
    for number in range(30_000):
        text = number.to_bytes(8, "little")
        padded = np.frombuffer(text + bytes(64), np.uint8)
        tables[0].add(padded, np.array([[0, 8]]))
    alone = superword_stage.tables_memory(tables[:1])
    assert alone == superword_stage.runs_memory(30_000, 240_000)


def test_the_check_while_runs_are_collected_sees_all_tables(monkeypatch):
    """The tables that are empty take some memory each: together more than is allowed."""
    monkeypatch.setattr(superword_stage, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(TokenStream, "memory_bytes", 0)
    size = PretokenTable().memory_bytes
    with pytest.raises(CorpusError, match=r"needs at least .* are allowed"):
        trained(config_of("article"), memory_bytes=8 * size, n_threads=12)


def test_threads_are_fewer_where_their_memory_does_not_fit(monkeypatch):
    monkeypatch.setattr(superword_stage, "n_cores", lambda: 6)
    seen = []
    told = superword_stage.TokenStream.each

    def each(stream, works):
        seen.append(stream.n_threads)
        assert stream.memory_bytes > 1 << 20, "the cache that they share counts"
        return told(stream, works)

    monkeypatch.setattr(TokenStream, "each", each)
    expected = trained(config_of("article"), memory_bytes=2 << 30)
    assert set(seen) == {6}
    for megabytes, n_threads in ((100, 3), (32, 1)):
        seen.clear()
        tokenizer = trained(config_of("article"), memory_bytes=megabytes << 20)
        assert tokenizer.merges.tolist() == expected.merges.tolist()
        assert set(seen) == {n_threads}
    with pytest.raises(CorpusError, match="is expected to need"):
        trained(config_of("article"), memory_bytes=3 << 20, n_threads=6)
