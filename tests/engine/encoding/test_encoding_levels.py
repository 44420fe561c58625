"""Two levels of encoding give the ids of one, wherever they meet: long pre-tokens, superwords."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis.replay import MergeReplayer
from engine.analysis.sizes import text_size_curves
from engine.analysis.vocabulary import ALWAYS_CUT, unreachable_tokens, vocabulary_facts
from engine.compiled.arrays import PADDING
from engine.compiled.kernel_cache import run_kernel
from engine.corpus.corpus import Corpus
from engine.encoding import _merging_kernels as merging
from engine.encoding import word_cache
from engine.encoding._level_kernels import PART_BYTES, RUN_IDS
from engine.encoding.encoder import Encoder
from engine.encoding.merge_tables import MergeModel, merge_model
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.settings.special_tokens import N_BYTES
from engine.settings.superwords import Superwords
from engine.splitting.splitter import Splitter
from engine.training.training import train_tokenizer
from tests import reference_bpe
from tests.texts import some_texts

Pair = tuple[int, int]
MODELS: dict[int, tuple[Tokenizer, MergeModel]] = {}
PROSE = (
    "One of the first things that one of them said was that it is not the end of the world. "
    "In the end, of the 1234567 things... it is one of them!  It was, of course, not the case.\n"
)
SCRIPTS = "你好世界，你好。 Привет мир, привет! สวัสดีชาวโลก नमस्ते दुनिया שלום עולם 🙂👍🏽 "
TEXTS = (*some_texts(40), PROSE * 30, PROSE + SCRIPTS * 20, (SCRIPTS * 9).replace(" ", ""))


@st.composite
def merge_lists(draw: st.DrawFn) -> list[Pair]:
    """Merges of letters and spaces, which join words sooner or later."""
    ids = [97, 98, 32, 46]
    merges: list[Pair] = []
    for _ in range(draw(st.integers(0, 14))):
        pair = (draw(st.sampled_from(ids)), draw(st.sampled_from(ids)))
        if pair not in merges:
            ids.append(N_BYTES + len(merges))
            merges.append(pair)
    return merges


@st.composite
def merges_of_characters(draw: st.DrawFn) -> list[Pair]:
    """Merges inside and across characters of several bytes, some of parts of characters."""
    ids = list("яю日本 a".encode())
    merges = [(0xD1, 0x8F), (0xE6, 0x97), (256 + 1, 0xA5)]
    ids += range(N_BYTES, N_BYTES + len(merges))
    for _ in range(draw(st.integers(0, 16))):
        pair = (draw(st.sampled_from(ids)), draw(st.sampled_from(ids)))
        if pair not in merges:
            ids.append(N_BYTES + len(merges))
            merges.append(pair)
    return merges


@pytest.fixture(scope="module")
def superwords() -> Tokenizer:
    config = TrainingConfig(
        900, pattern="gpt2", special_tokens=("<|end|>",), superwords=Superwords(0.7)
    )
    return train_tokenizer(Corpus.from_texts([*TEXTS, PROSE * 40]), config)


def array(merges: list[Pair]) -> np.ndarray:
    return np.array(merges, np.uint32).reshape(-1, 2)


def merged_at_once(tokenizer: Tokenizer, data: bytes) -> list[int]:
    """Every pre-token by the heap over all merges, without parts, levels and caches."""
    return [
        token_id
        for start, end in tokenizer.splitter.spans(data).tolist()
        for token_id in merged_whole(tokenizer, data[start:end])
    ]


def merged_whole(tokenizer: Tokenizer, pretoken: bytes) -> list[int]:
    if id(tokenizer) not in MODELS:
        MODELS[id(tokenizer)] = tokenizer, merge_model(tokenizer.ranked_merges, None)
    text = np.frombuffer(pretoken + bytes(PADDING), np.uint8)
    model = MODELS[id(tokenizer)][1]
    out = np.empty(len(pretoken) + 4, np.uint32)
    n = run_kernel(merging.merge_with_heap, text, 0, len(pretoken), model, out, 0)
    return tokenizer.ranked_ids[out[:n]].tolist()


@settings(max_examples=300, deadline=None)
@given(
    merges=merge_lists(), share=st.floats(0, 1), text=st.text("ab .", min_size=1, max_size=300),
    pattern=st.sampled_from(["none", "superbpe-stage2", "gpt2", "[ab]+(?: [ab]+)*"]),
)  # fmt: skip
def test_wherever_the_levels_meet_the_ids_are_the_reference_s(merges, share, text, pattern):
    n_first = round(share * len(merges))
    encoder = Encoder(array(merges), Splitter(pattern), n_first_level=n_first)
    assert encoder.encode(text.encode()).tolist() == [
        token_id
        for piece in reference_bpe.pretokens_of(text, encoder._splitter.pattern)
        for token_id in reference_bpe.encode(piece, merges)
    ]


@settings(max_examples=300, deadline=None)
@given(
    merges=merges_of_characters(), share=st.floats(0.5, 1),
    text=st.text("яю日本 a", min_size=1, max_size=60),
)  # fmt: skip
def test_parts_are_cut_by_what_stands_around_two_bytes(merges, share, text):
    n_first = round(share * len(merges))
    encoder = Encoder(array(merges), n_first_level=n_first)
    assert encoder.encode(text.encode()).tolist() == reference_bpe.encode(text.encode(), merges)


def test_the_first_level_is_found_from_the_merges(superwords):
    assert superwords._encoder.n_first_level == superwords.superwords.n_first_merges
    # As in great vocabularies, most words with a space have it from long ago.
    many = [(46, byte) for byte in range(128, 256)] * 30 + superwords.merges.tolist()
    many = [tuple(i + 3840 * (i >= 256) for i in pair) for pair in many]
    found = Encoder(array(many), superwords.splitter).n_first_level
    assert found == superwords.superwords.n_first_merges + 3840
    assert sum(b" " in token[1:] for token in superwords.ranked_tokens) > 50
    subwords = superwords.truncated(500)
    assert subwords._encoder.n_first_level == subwords.n_merges
    # One merge before its time does not make all others late ones.
    early = [(101, 32), *((a + (a >= 256), b + (b >= 256)) for a, b in superwords.merges.tolist())]
    found = Encoder(array(early), superwords.splitter).n_first_level
    assert found == superwords.superwords.n_first_merges + 1
    # White space of another kind in front of a space is no end of a word.
    odd = [*subwords.merges.tolist(), (0xC2, 0xA0), (256 + subwords.n_merges, 32)]
    assert (
        Encoder(array([*odd, *(odd[0],) * 200]), subwords.splitter).n_first_level == len(odd) + 200
    )


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["superbpe-stage2", "superbpe-paper", "none"])
def test_superwords_in_many_scripts(superwords, pattern):
    tokenizer = Tokenizer(superwords.merges, pattern=pattern)
    encoders = [
        Encoder(tokenizer.merges, tokenizer.splitter, n_first_level=n)
        for n in (0, 1, 300, superwords.superwords.n_first_merges + 30, tokenizer.n_merges)
    ]
    n_joined = 0
    for text in TEXTS:
        data = text.encode()
        expected = merged_at_once(tokenizer, data)
        n_joined += sum(b" " in tokenizer.vocabulary[i][1:] for i in expected)
        assert tokenizer.encode(text) == expected
        for encoder in encoders:
            assert encoder.encode(data).tolist() == expected
        assert b"".join(tokenizer.vocabulary[i] for i in expected) == data
    assert n_joined > 300
    small = PROSE[:400]
    merges = [tuple(pair) for pair in tokenizer.merges.tolist()]
    assert tokenizer.encode(small) == [
        token_id
        for piece in reference_bpe.pretokens_of(small, tokenizer.pattern)
        for token_id in reference_bpe.encode(piece, merges)
    ]


def test_bytes_that_are_not_text(superwords):
    chance = random.Random(7)
    for _ in range(30):
        data = b" of the ".join(chance.randbytes(chance.randrange(9)) for _ in range(90))
        assert superwords.encode_to_array(data).tolist() == merged_at_once(superwords, data)


@pytest.mark.parametrize(
    "text",
    [
        "of the " * 9000, "a b " * 20_000, "e " * (RUN_IDS + 1), " of" * RUN_IDS + "x",
        "q" * (PART_BYTES + 70) + " of the", " " * 9000 + "the", "the\n" * 4000, "ก" * 4000,
        ("q" * (PART_BYTES - 3) + " of the end") * 5, " of the end." * 3000 + "q" * 9000,
    ],
)  # fmt: skip
def test_runs_that_are_longer_than_any_window(superwords, text):
    for pattern in ("none", "superbpe-stage2"):
        tokenizer = Tokenizer(superwords.merges, pattern=pattern)
        assert tokenizer.encode(text) == merged_at_once(tokenizer, text.encode())


def test_a_cache_that_is_emptied_within_a_pretoken_changes_nothing(superwords, monkeypatch):
    slots = {f"_FIRST_{kind}": 4 for kind in ("SLOTS", "MIDDLE_SLOTS", "LONG_SLOTS")}
    sizes = slots | {"_FIRST_BYTES": 256, "CACHE_BYTES": 1}
    for name, size in sizes.items():
        monkeypatch.setattr(word_cache, name, size)
    chance = random.Random(3)
    words = ("".join(chance.choices("abcdeth", k=chance.randint(1, 30))) for _ in range(6000))
    data = " of the ".join(words).encode()
    bounds = np.array([0, 20_000, 20_000, 20_001, len(data)], np.int64)
    for pattern in ("none", "superbpe-stage2", "superbpe-paper"):
        tokenizer = Tokenizer(superwords.merges, pattern=pattern)
        ids, starts = tokenizer._encoder.encode_documents(data, bounds)
        for i in range(len(bounds) - 1):
            expected = merged_at_once(tokenizer, data[bounds[i] : bounds[i + 1]])
            assert ids[starts[i] : starts[i + 1]].tolist() == expected


@pytest.mark.parametrize("n_first", [None, 40])
def test_foreign_ids_and_pretokens_that_are_given_out_whole(superwords, n_first):
    """A pre-token is whole only where the pattern cuts it out, never as a part of one."""
    n_merges = superwords.n_merges
    order = np.random.default_rng(1).permutation(N_BYTES + n_merges).astype(np.uint32)
    whole = {b"123": 5000, b" of the qq": 5001, PROSE[:40].encode(): 5002, b"zz": 5003}
    numbering = Numbering(order, whole, ignore_merges=True)
    tokenizer = Tokenizer(
        order[superwords.merges], pattern="superbpe-stage2", numbering=numbering, vocab_size=5004
    )
    encoder = Encoder(
        tokenizer.ranked_merges, tokenizer.splitter, ids=order, whole_tokens=whole,
        n_first_level=n_first,
    )  # fmt: skip
    text = "123 of the qq123" + PROSE[:40] + "123zz123 zz" + PROSE + "1234... of the qq"
    expected = []
    for piece in tokenizer.splitter.split(text):
        data = piece.encode()
        expected += [whole[data]] if data in whole else merged_whole(tokenizer, data)
    assert {5000, 5001, 5002, 5003} <= set(expected)
    assert encoder.encode(text.encode()).tolist() == tokenizer.encode(text) == expected


def test_batches_spans_and_normalization(superwords):
    texts = [PROSE * 3000, SCRIPTS * 900, "", *TEXTS]
    expected = [superwords.encode(text) for text in texts]
    for n_threads in (1, 2):
        found = superwords.encode_batch(texts, n_threads=n_threads)
        assert [ids.tolist() for ids in found] == expected
    spans = superwords.token_spans("<|end|>" + PROSE + "<|end|>", special="parse")
    assert spans.special.sum() == 2
    assert np.diff(spans.starts).tolist() == superwords.token_lengths[spans.ids].tolist()
    composing = Tokenizer(superwords.merges, pattern=superwords.pattern, normalization="nfc")
    text = "of the e\u0301nd " * 300
    assert composing.encode(text) == superwords.encode(text.replace("e\u0301", "é"))


def test_a_text_as_of_any_merge_and_curves_over_all_sizes(superwords):
    replay = MergeReplayer(superwords).replay(PROSE + SCRIPTS)
    for k in (0, 1, 60, superwords.superwords.n_first_merges, superwords.n_merges):
        shorter = Tokenizer(superwords.merges[:k], pattern=superwords.pattern)
        assert replay.spans(k)[0].tolist() == shorter.encode(PROSE + SCRIPTS)
    text = PROSE + "x'sa1234 'tis" + SCRIPTS
    curves = text_size_curves(superwords, Corpus.from_texts([text]))
    n_first = superwords.superwords.n_first_merges
    for k in (0, 1, 60, n_first - 1, n_first, n_first + 1, superwords.n_merges):
        shorter = superwords.truncated(N_BYTES + k + 1)
        assert curves.tokens[0, k] == len(shorter.encode(text))


def test_a_token_of_the_first_stage_that_the_second_pattern_cuts_is_found():
    texts = [PROSE * 40, "word  \n" * 90]
    config = TrainingConfig(700, pattern="gpt2", superwords=Superwords(0.8))
    tokenizer = train_tokenizer(Corpus.from_texts(texts), config)
    assert b"  \n" in tokenizer.vocabulary
    facts = result_of(vocabulary_facts(tokenizer))
    cut = np.flatnonzero(unreachable_tokens(tokenizer, facts) == ALWAYS_CUT)
    assert b"  \n" in {tokenizer.vocabulary[i] for i in cut}
    assert all(i < N_BYTES + tokenizer.superwords.n_first_merges for i in cut)
    text = "word  \n of the  \nend "
    assert not set(tokenizer.encode(text)) & set(cut.tolist())
