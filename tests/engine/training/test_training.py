"""Training against the slow reference, which shares no code with the engine."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus import pieces
from engine.corpus.corpus import Corpus, Source
from engine.counting import PretokenCounts, count_pretokens
from engine.encoding.tokenizer import Tokenizer
from engine.errors import CorpusError, PatternError
from engine.machine import result_of
from engine.settings.config import TIE_BREAKS, TOKEN_LIMITS, TrainingConfig
from engine.splitting.splitter import Splitter
from engine.training import merge_loop
from engine.training._pair_kernels import N_PAIRS
from engine.training.layout import mergeable
from engine.training.merge_loop import MergeLoop
from engine.training.progress import Phase, TrainingProgress
from engine.training.training import train, train_tokenizer
from tests import reference_bpe


def pretokens_from(counts: dict[bytes, int]) -> PretokenCounts:
    """Pre-token counts of one source, made by hand."""
    words = list(counts)
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum([len(word) for word in words], out=starts[1:])
    numbers = np.array([counts[word] for word in words], np.int64)
    return PretokenCounts(
        data=np.frombuffer(b"".join(words), np.uint8),
        starts=starts,
        counts=numbers,
        source_starts=np.arange(len(words) + 1, dtype=np.int64),
        source_indices=np.zeros(len(words), np.uint32),
        source_counts=numbers,
        labels=("text",),
        source_bytes=np.array([sum(len(w) * c for w, c in counts.items())], np.int64),
        source_firsts=starts[:-1],
        source_documents=np.ones(1, np.int64),
        source_characters=np.zeros(1, np.int64),
        source_pretokens=np.array([sum(counts.values())], np.int64),
        source_unmatched=np.zeros(1, np.int64),
        first_positions=starts[:-1],
    )


def merges_of(
    counts: dict[bytes, int], config: TrainingConfig, merges_per_slice: int = 1000
) -> list[tuple[int, int, int, int]]:
    """(left, right, count, applied) of every merge the engine makes."""
    loop = MergeLoop(pretokens_from(counts), config)
    loop.count_pairs()
    while not loop.finished:
        loop.run_slice(max_merges=merges_per_slice, max_work=1 << 40)
    rows = zip(loop.results.merges, loop.results.counts, loop.results.applied, strict=True)
    return [
        (int(left), int(right), int(count), int(applied))
        for (left, right), count, applied in list(rows)[: loop.n_merges]
    ]


words_that_overlap = st.dictionaries(
    st.text("ab", min_size=1, max_size=14).map(str.encode)
    | st.binary(min_size=1, max_size=3)
    | st.lists(st.sampled_from([b"a", b"a\0", b"\0", b"\0\0", b"b"]), min_size=1).map(b"".join)
    | st.sampled_from([b"abcdefghij", b"abcdefgh", b"abcdefghik", b"abcdefgh\0"])
    | st.text("abcd", min_size=1, max_size=10).map(str.encode)
    | st.integers(1, 40).map(lambda n: b"a" * n),
    st.integers(1, 5),
    min_size=1,
    max_size=12,
)


@settings(max_examples=600, deadline=None)
@given(
    counts=words_that_overlap,
    n_merges=st.integers(0, 40),
    tie_break=st.sampled_from(TIE_BREAKS),
    min_frequency=st.sampled_from([1, 1, 2, 4]),
    max_token_bytes=st.sampled_from([None, None, 2, 3, 5]),
    token_limit=st.sampled_from(TOKEN_LIMITS),
    merges_per_slice=st.integers(1, 50),
)
def test_equals_the_reference(
    counts, n_merges, tie_break, min_frequency, max_token_bytes, token_limit, merges_per_slice
):
    """Without room for postings, so that they are dropped and moved all the time, and with it."""
    rules = {
        "tie_break": tie_break,
        "min_frequency": min_frequency,
        "max_token_bytes": max_token_bytes,
        "token_limit": token_limit,
    }
    config = TrainingConfig(256 + n_merges, **rules)
    expected = reference_bpe.train(Counter(counts), n_merges, **rules)
    assert merges_of(counts, config, merges_per_slice) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merge_loop, "_FREE_ROOM", 0)
        patch.setattr(merge_loop, "_LEAST_ROOM", 1)
        patch.setattr(merge_loop, "_SPARE_ROOM", 0)
        patch.setattr(merge_loop, "_MANY_BYTES", 0)
        assert merges_of(counts, config, merges_per_slice) == expected


@settings(max_examples=100, deadline=None)
@given(
    texts=st.lists(st.text("ab \n1'sé你", max_size=60), min_size=1, max_size=4),
    pattern=st.sampled_from(["gpt2", "cl100k", "none", r"\d+", "[a-b]+"]),
)
def test_whole_training_equals_the_reference(texts, pattern):
    corpus = Corpus.from_texts([*texts, "ab ab"])
    config = TrainingConfig(280, pattern=pattern)
    tokenizer = train_tokenizer(corpus, config)
    counts = Counter(
        piece
        for text in [*texts, "ab ab"]
        for piece in reference_bpe.pretokens_of(text, tokenizer.pattern)
    )
    expected = reference_bpe.train(counts, config.n_merges)
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == [row[:2] for row in expected]


def test_counts_beyond_32_bits():
    """Other trainers count in 32 bits: there (a, b) wraps and loses to (c, d)."""
    counts = {b"ab": 2**33 + 5, b"cd": 2**32 + 7, b"ef": 3}
    assert merges_of(counts, TrainingConfig(259)) == [
        (ord("a"), ord("b"), 2**33 + 5, 2**33 + 5),
        (ord("c"), ord("d"), 2**32 + 7, 2**32 + 7),
        (ord("e"), ord("f"), 3, 3),
    ]


def test_tie_breaks_differ_where_the_space_decides():
    """A space is a small byte but a late character of GPT-2's alphabet."""
    counts = {b" a": 2, b"zz": 2}
    smallest = merges_of(counts, TrainingConfig(257))
    gpt2 = merges_of(counts, TrainingConfig(257, tie_break="gpt2-order"))
    assert smallest[0][:2] == (ord(" "), ord("a"))
    assert gpt2[0][:2] == (ord("z"), ord("z"))


def test_selection_count_and_applied_count_of_a_pair_that_overlaps_itself():
    assert merges_of({b"aaa": 4}, TrainingConfig(257)) == [(97, 97, 8, 4)]


def test_a_loop_without_a_veto_refuses_nothing_and_has_no_remarks():
    loop = MergeLoop(pretokens_from({b"aaa": 4}), TrainingConfig(258))
    loop.count_pairs()
    assert loop.run_slice(max_merges=1000, max_work=1 << 40) == 2
    assert (loop.n_refused, loop.remarks) == (0, ())
    assert (loop.finished, loop.is_exhausted) == (True, False)


def test_many_pairs_make_the_tables_grow():
    """More pairs than the first tables hold; every count is known beforehand."""
    rng = np.random.default_rng(7)
    words = {bytes(word): 1 for word in rng.integers(0, 256, (4000, 24), dtype=np.uint8)}
    config = TrainingConfig(256 + 300)
    rows = merges_of(words, config)
    assert rows == reference_bpe.train(Counter(words), 5) + rows[5:]
    assert len(rows) == 300
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)


def collect(corpus: Corpus, config: TrainingConfig) -> tuple[list[TrainingProgress], Tokenizer]:
    steps = train(corpus, config)
    seen = []
    return seen, result_of(steps, seen.append)


def two_sources() -> Corpus:
    return Corpus(
        [
            Source("eng", texts=("the cat sat on the mat, the cat that sat " * 20,)),
            Source("aaa", texts=("aaaa aaaaaaa aaa " * 30, "aa " * 10)),
        ]
    )


def test_progress_goes_through_the_phases_and_ends_with_the_tokenizer_s_numbers():
    seen, tokenizer = collect(two_sources(), TrainingConfig(270))
    phases = list(dict.fromkeys(progress.phase for progress in seen))
    assert phases == [Phase.PRETOKENIZE, Phase.COUNT_PAIRS, Phase.COMPUTE_MERGES]
    counted = [progress for progress in seen if progress.phase is Phase.PRETOKENIZE][-1]
    assert counted.fraction == 1.0
    last = seen[-1]
    assert last.merges_done == tokenizer.n_merges
    assert last.corpus_tokens == tokenizer.training.corpus_tokens()
    assert last.source_labels == ("eng", "aaa")
    assert last.source_bytes_per_token == pytest.approx(
        tokenizer.training.source_bytes_per_token().tolist()
    )
    assert last.fraction == 1.0
    merges = [merge for progress in seen for merge in progress.last_merges]
    assert [(merge.left, merge.right) for merge in merges] == [
        tuple(pair) for pair in tokenizer.merges.tolist()
    ]
    assert [merge.token_bytes for merge in merges] == list(
        tokenizer.vocabulary[256 : 256 + tokenizer.n_merges]
    )
    assert [merge.rank for merge in merges] == list(range(tokenizer.n_merges))


def test_tokens_left_equal_what_encoding_gives():
    """Applied counts add up: training knows the corpus's token count without encoding it."""
    corpus = two_sources()
    tokenizer = train_tokenizer(corpus, TrainingConfig(290))
    record = tokenizer.training
    for n_merges in (0, 1, 7, tokenizer.n_merges):
        smaller = tokenizer.truncated(256 + n_merges)
        tokens = [
            sum(len(smaller.encode(text)) for text in source.texts) for source in corpus.sources
        ]
        assert record.corpus_tokens(n_merges) == sum(tokens)
        assert (
            record.source_bytes / record.source_bytes_per_token(n_merges)
        ).round().tolist() == tokens


def test_merged_occurrences_by_source_of_words_that_sources_share():
    """Words of one, of two and of all three sources."""
    texts = (
        ("low lower lowest " * 9,),
        ("lower new newer " * 5, "lower"),
        ("newest lower low " * 3,),
    )
    corpus = Corpus([Source(f"s{i}", texts=each) for i, each in enumerate(texts)])
    tokenizer = train_tokenizer(corpus, TrainingConfig(290))
    smaller = [tokenizer.truncated(256 + n) for n in range(tokenizer.n_merges + 1)]
    tokens = [
        [sum(len(each.encode(text)) for text in source) for source in texts] for each in smaller
    ]
    assert tokenizer.training.source_applied.tolist() == (-np.diff(tokens, axis=0)).tolist()
    assert tokenizer.training.applied.tolist() == (-np.diff(tokens, axis=0)).sum(axis=1).tolist()


def test_truncated_equals_training_at_that_size():
    corpus = two_sources()
    special = ("<|bos|>", "<|pad|>")
    large = train_tokenizer(corpus, TrainingConfig(310, special_tokens=special))
    for size in (258, 259, 270, 300):
        small = train_tokenizer(corpus, TrainingConfig(size, special_tokens=special))
        assert large.truncated(size).semantic_hash == small.semantic_hash
        assert large.truncated(size).training.counts.tolist() == small.training.counts.tolist()


def test_special_token_ids_do_not_move_when_pairs_run_out():
    corpus = Corpus.from_texts(["ab ab ab"])
    tokenizer = train_tokenizer(
        corpus, TrainingConfig(500, special_tokens=("<|bos|>",), reserved_slots=2)
    )
    assert tokenizer.n_merges == 2
    assert tokenizer.unused_ids == range(258, 497)
    assert tokenizer.special_tokens == {
        "<|bos|>": 497,
        "<|reserved_0|>": 498,
        "<|reserved_1|>": 499,
    }
    assert tokenizer.vocab_size == len(tokenizer.vocabulary) == 500


def test_text_that_looks_like_a_special_token_is_text():
    text = "<|bos|> " * 50
    tokenizer = train_tokenizer(
        Corpus.from_texts([text]), TrainingConfig(300, special_tokens=("<|bos|>",))
    )
    without = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(299))
    assert tokenizer.merges.tolist() == without.merges.tolist()


def test_order_of_files_within_a_source_changes_nothing():
    texts = ["the cat", "sat on", "the mat", "on the cat mat " * 9]
    forwards = train_tokenizer(Corpus.from_texts(texts), TrainingConfig(280))
    backwards = train_tokenizer(Corpus.from_texts(texts[::-1]), TrainingConfig(280))
    assert forwards.semantic_hash == backwards.semantic_hash


def test_closing_the_generator_stops_and_leaves_nothing_running():
    steps = train(two_sources(), TrainingConfig(300))
    next(steps)
    steps.close()
    with pytest.raises(StopIteration):
        next(steps)


@pytest.mark.parametrize("texts", [[], [""], ["", ""]])
def test_a_corpus_without_text_is_refused(texts):
    with pytest.raises(CorpusError, match="contains no text"):
        train_tokenizer(Corpus.from_texts(texts), TrainingConfig(300))


def test_a_faulty_pattern_is_refused_before_anything_is_read():
    with pytest.raises(PatternError) as caught:
        train_tokenizer(Corpus.from_texts(["a"]), TrainingConfig(300, pattern="(a"))
    assert caught.value.position is not None


def long_and_short_documents() -> Corpus:
    """Documents of many sizes, and pre-tokens on both sides of 15 bytes, in repeating sources."""
    rng = np.random.default_rng(4)
    words = [bytes(rng.integers(97, 123, int(n))).decode() for n in rng.integers(1, 40, 900)]
    texts = [" ".join(rng.choice(words, int(size))) for size in (3, 4000, 0, 1, 25, 900, 2)]
    return Corpus([Source(f"s{i % 3}{i}", texts=tuple(texts[i:] + [words[i]])) for i in range(4)])


def per_source(pretokens: PretokenCounts) -> dict[bytes, dict[int, int]]:
    """Counts by pre-token and source."""
    table: dict[bytes, dict[int, int]] = {}
    for i in range(pretokens.n_unique):
        own = range(pretokens.source_starts[i], pretokens.source_starts[i + 1])
        table[pretokens.pretoken(i)] = {
            int(pretokens.source_indices[j]): int(pretokens.source_counts[j]) for j in own
        }
        assert len(own) == len(table[pretokens.pretoken(i)])
        assert pretokens.counts[i] == sum(table[pretokens.pretoken(i)].values())
    assert len(table) == pretokens.n_unique
    return table


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["gpt2", "none", r"\w+(?=\s|$)"])
def test_threads_and_sizes_of_pieces_change_no_count(pattern, monkeypatch):
    corpus = long_and_short_documents()
    splitter = Splitter(pattern)
    expected: dict[bytes, dict[int, int]] = {}
    for index, source in enumerate(corpus.sources):
        for text in source.texts:
            for piece in reference_bpe.pretokens_of(text, splitter.pattern):
                counts = expected.setdefault(piece, {})
                counts[index] = counts.get(index, 0) + 1
    for n_threads, batch_bytes in [(1, 1 << 20), (2, 1 << 20), (3, 5000), (5, 300)]:
        monkeypatch.setattr(pieces, "BATCH_BYTES", batch_bytes)
        result = result_of(count_pretokens(corpus, splitter, n_threads=n_threads))
        assert per_source(result) == expected
        assert result.n_documents == sum(bool(t) for s in corpus.sources for t in s.texts)
        again = result_of(count_pretokens(corpus, splitter, n_threads=n_threads))
        assert again.data.tobytes() == result.data.tobytes()


def test_counts_per_source_are_exact():
    corpus = two_sources()
    pretokens = result_of(count_pretokens(corpus, Splitter("gpt2")))
    for index, source in enumerate(corpus.sources):
        expected = Counter(
            piece
            for text in source.texts
            for piece in reference_bpe.pretokens_of(text, Splitter("gpt2").pattern)
        )
        found = {}
        for i in range(pretokens.n_unique):
            for j in range(pretokens.source_starts[i], pretokens.source_starts[i + 1]):
                if pretokens.source_indices[j] == index:
                    found[pretokens.pretoken(i)] = int(pretokens.source_counts[j])
        assert found == dict(expected)
    assert pretokens.n_documents == 3


def certified_least_count(known: dict[bytes, int], config: TrainingConfig) -> int:
    """A count that every pair has when it is merged, if nothing is done and nothing forbidden."""
    pretokens = pretokens_from(known)
    candidates = mergeable(pretokens, config.longest_merge)
    certified = merge_loop.certified_count(pretokens, candidates, config.n_merges)
    return max(merge_loop.weighted_least_count(pretokens, config), certified)


@settings(max_examples=150, deadline=None)
@given(
    words=st.lists(st.text("abc", min_size=1, max_size=6), min_size=6, max_size=40, unique=True),
    counts=st.lists(st.integers(1, 60), min_size=40, max_size=40),
    n_merges=st.integers(1, 30),
    max_token_bytes=st.sampled_from([None, 2, 3, 4]),
    token_limit=st.sampled_from(TOKEN_LIMITS),
    min_frequency=st.sampled_from([1, 7]),
)
def test_no_merge_counts_less_than_certified(
    words, counts, n_merges, max_token_bytes, token_limit, min_frequency
):
    """Pairs below the certified count are left out; the reference, which knows none, agrees."""
    known = {word.encode(): count for word, count in zip(words, counts, strict=False)}
    rules = {
        "max_token_bytes": max_token_bytes,
        "token_limit": token_limit,
        "min_frequency": min_frequency,
    }
    config = TrainingConfig(256 + n_merges, **rules)
    expected = reference_bpe.train(Counter(known), n_merges, **rules)
    assert merges_of(known, config) == expected
    certified = certified_least_count(known, config)
    assert all(count >= certified for _, _, count, _ in expected)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_pairs_that_occur_once_get_rows_when_no_others_are_left(tie_break, monkeypatch):
    monkeypatch.setattr(merge_loop, "_MANY_BYTES", 0)
    word = bytes(np.random.default_rng(5).integers(97, 101, 500).tolist())
    known = Counter({word: 1, b"abcabc": 1, b"dd": 2})
    expected = reference_bpe.train(known, 150, tie_break=tie_break)
    repeated = sum(count > 1 for _, _, count, _ in expected)
    assert 40 < repeated < len(expected) == 150
    loop = MergeLoop(pretokens_from(known), TrainingConfig(256 + repeated, tie_break=tie_break))
    loop.count_pairs()
    loop.run_slice(repeated, 1 << 40)
    n_repeated = int(loop._cursor[N_PAIRS])
    config = TrainingConfig(256 + 150, tie_break=tie_break)
    assert merges_of(known, config) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merge_loop, "_REPEATED", 1)
        loop = MergeLoop(pretokens_from(known), config)
        loop.count_pairs()
        loop.run_slice(repeated, 1 << 40)
    assert n_repeated < int(loop._cursor[N_PAIRS]) / 2


def test_the_certified_count_is_that_of_the_last_pretoken_that_may_be_finished():
    known = {b"ab": 50, b"abc": 40, b"abcd": 30, b"abcde": 20, b"x": 90}
    assert certified_least_count(known, TrainingConfig(256 + 3)) == 30
    assert certified_least_count(known, TrainingConfig(256 + 4)) == 20
    assert certified_least_count(known, TrainingConfig(256 + 5)) == 1
    assert certified_least_count(known, TrainingConfig(256 + 3, min_frequency=35)) == 35
    assert certified_least_count(known, TrainingConfig(256 + 2, max_token_bytes=3)) == 40
    assert certified_least_count(known, TrainingConfig(256 + 3, max_token_bytes=3)) == 1
