"""Encoding: exact against the slow reference, for short and long pre-tokens alike."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import typeof

from engine.compiled.arrays import padded
from engine.corpus.corpus import Corpus
from engine.encoding import encoder, word_cache
from engine.encoding._merging_kernels import SCANNED
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, SpecialTokenError, TokenIdError
from engine.settings.config import TrainingConfig
from engine.splitting.automaton_cutter import scan_room
from engine.training.training import train_tokenizer
from tests import reference_bpe

TEXT = "abab abba baab aaaa ab a bb abc cab bca 你好 你 hello hello wörld " * 6 + "a" * 200


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(330, special_tokens=("<|bos|>", "<|bos|>x", "<|end|>"))
    return train_tokenizer(Corpus.from_texts([TEXT]), config)


@pytest.fixture(scope="module")
def whole() -> Tokenizer:
    """No splitting, so that every text is one pre-token."""
    return train_tokenizer(Corpus.from_texts([TEXT]), TrainingConfig(330, pattern="none"))


def expected_ids(tokenizer: Tokenizer, text: str) -> list[int]:
    merges = [tuple(pair) for pair in tokenizer.merges.tolist()]
    return [
        token_id
        for pretoken in reference_bpe.pretokens_of(text, tokenizer.pattern)
        for token_id in reference_bpe.encode(pretoken, merges)
    ]


@settings(max_examples=300, deadline=None)
@given(text=st.text("abc 你好heloö", max_size=200))
def test_equals_the_reference(tokenizer, text):
    assert tokenizer.encode(text) == expected_ids(tokenizer, text)


@settings(max_examples=150, deadline=None)
@given(text=st.text("ab ", min_size=1, max_size=3 * SCANNED) | st.text("a", max_size=300))
def test_equals_the_reference_on_long_pretokens(whole, text):
    assert whole.encode(text) == expected_ids(whole, text)


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_come_back(tokenizer, data):
    assert tokenizer.decode_bytes(tokenizer.encode_to_array(data)) == data


def test_one_megabyte_without_a_cut(whole):
    """The count of ids is known: runs halve into powers of two along the merges of the letter."""
    text = "a" * 1_000_000
    ids = whole.encode_to_array(text)
    assert whole.decode_bytes(ids) == text.encode()
    longest = max(len(token) for token in whole.vocabulary if token and set(token) == {ord("a")})
    assert len(ids) >= len(text) // longest
    assert whole.encode(text[:2000]) == expected_ids(whole, text[:2000])


def test_a_cache_that_grows_and_is_emptied_changes_nothing(tokenizer, monkeypatch):
    monkeypatch.setattr(word_cache, "_FIRST_SLOTS", 4)
    monkeypatch.setattr(word_cache, "_FIRST_MIDDLE_SLOTS", 4)
    monkeypatch.setattr(word_cache, "_FIRST_LONG_SLOTS", 4)
    monkeypatch.setattr(word_cache, "_FIRST_BYTES", 256)
    monkeypatch.setattr(word_cache, "CACHE_BYTES", 1)
    small = Tokenizer(tokenizer.merges, pattern=tokenizer.pattern)
    rng = random.Random(5)
    for _ in range(60):
        text = " ".join("".join(rng.choices("abc", k=rng.randint(1, 9))) for _ in range(40))
        assert small.encode(text) == tokenizer.encode(text) == expected_ids(tokenizer, text)


def test_threads_share_a_tokenizer(tokenizer):
    texts = [f"hello abab {i} wörld {'ab' * (i % 50)}" * 20 for i in range(200)]
    wanted = [tokenizer.encode(text) for text in texts]
    fresh = Tokenizer(tokenizer.merges, pattern=tokenizer.pattern)
    found: dict[int, list[list[int]]] = {}

    def work(worker: int) -> None:
        found[worker] = [fresh.encode(text) for text in texts]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] == wanted for i in range(4)] == [True] * 4


def test_special_tokens_are_text_unless_parsed(tokenizer):
    text = "hello<|bos|>x ab<|end|>"
    ids = tokenizer.special_tokens
    as_text = tokenizer.encode(text)
    assert not set(ids.values()) & set(as_text)
    parsed = tokenizer.encode(text, special="parse")
    assert parsed == [
        *tokenizer.encode("hello"), ids["<|bos|>x"], *tokenizer.encode(" ab"), ids["<|end|>"],
    ]  # fmt: skip
    assert tokenizer.decode(parsed) == tokenizer.decode(as_text) == text
    with pytest.raises(SpecialTokenError, match=r"<\|bos\|>x.* at byte 5") as caught:
        tokenizer.encode(text, special="reject")
    assert caught.value.offset == 5
    assert tokenizer.encode("hello", special="reject") == tokenizer.encode("hello")


def test_token_spans_tile_the_text(tokenizer):
    text = "hello 你好<|bos|> wörld"
    spans = tokenizer.token_spans(text, special="parse")
    data = text.encode()
    pieces = [data[a:b] for a, b in zip(spans.starts[:-1], spans.starts[1:], strict=True)]
    assert b"".join(pieces) == data
    assert pieces == [tokenizer.vocabulary[i] for i in spans.ids]
    assert spans.ids[spans.special].tolist() == [tokenizer.special_tokens["<|bos|>"]]


def test_batch_arrays_and_empty_text(tokenizer):
    batch = tokenizer.encode_batch(["hello", "", "ab"])
    assert [ids.dtype for ids in batch] == [np.uint32] * 3
    assert [ids.tolist() for ids in batch] == [tokenizer.encode(t) for t in ["hello", "", "ab"]]
    assert tokenizer.decode([]) == ""


def test_lone_surrogates_become_the_replacement_character(tokenizer):
    assert tokenizer.decode(tokenizer.encode("a\ud800b")) == "a\ufffdb"


@pytest.mark.parametrize("token_id", [-1, 330, 10**12])
def test_ids_outside_the_vocabulary(tokenizer, token_id):
    with pytest.raises(TokenIdError, match=str(token_id)):
        tokenizer.decode([97, token_id])


@pytest.mark.parametrize("ids", [[[97]], ["a"], [None], [10**30], [1.5], [[1], [2, 3]]])
def test_what_is_no_id(tokenizer, ids):
    with pytest.raises(TokenIdError, match="whole numbers"):
        tokenizer.decode(ids)


def test_unused_ids_do_not_decode():
    tokenizer = train_tokenizer(Corpus.from_texts(["ab ab"]), TrainingConfig(300))
    with pytest.raises(TokenIdError, match="290 is not in use"):
        tokenizer.decode([290])


def test_an_unknown_way_with_special_tokens_is_refused(tokenizer):
    with pytest.raises(ConfigError, match="special must be one of text, parse, reject"):
        tokenizer.encode("x", special="none")


def test_working_memory_is_made_once_whatever_the_length_of_the_texts(tokenizer, monkeypatch):
    sizes = []

    def counted(n_bytes):
        sizes.append(n_bytes)
        return scan_room(n_bytes)

    monkeypatch.setattr(encoder, "scan_room", counted)
    fresh = tokenizer.batch_encoder.encoders(1)[0].fork()
    for text in (b"ab " * 20, b"ab " * 40_000, b"ab " * 40_000, b"ab " * 13_000, b"ab " * 90_000):
        fresh.encode(text)
    assert sizes == [60, 120_000]


@pytest.mark.parametrize("n_bytes", [0, 1, (1 << 14) - 1, 1 << 14, 50_000])
def test_short_and_long_texts_are_of_one_type_for_kernels(n_bytes):
    data = b"x" * n_bytes
    text = padded(data)
    assert text.tobytes() == data + bytes(64)
    assert typeof(text) == typeof(padded(b""))
