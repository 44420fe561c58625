"""What the cache of an encoder begins with, against the plain definition of it."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.encoding.merge_tables import merge_model
from engine.encoding.token_table import Numbering
from engine.encoding.word_cache import Cache, KnownPretokens, cache_bytes, reached_seed
from tests import reference_bpe

SHORT = 15
WORDS = (
    "internationalization of internationally known words, the lowest and the newest, "
    "größere Wörter, 漢字かな, слово за словом, 12345 1234 123, \t\t\t  def f(x): return x\n"
)


def spelled(merges: list[tuple[int, int]]) -> list[bytes]:
    tokens = [bytes([byte]) for byte in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return tokens


def naively_reached(merges: list[tuple[int, int]], ids: list[int]) -> dict[bytes, int]:
    """Every short token whose own bytes are merged to it and nothing else, with its id."""
    return {
        token: ids[position]
        for position, token in enumerate(spelled(merges))
        if len(token) <= SHORT and reference_bpe.encode(token, merges) == [position]
    }


def held(cache: Cache) -> dict[bytes, int]:
    """All pre-tokens of a cache that have one id each."""
    found = {}
    for low, high, value_low, value_high in cache.slots.reshape(-1, 4).tolist():
        if high:
            word = low.to_bytes(8, "little") + high.to_bytes(8, "little")
            found[word[: high >> 56]] = value_low
            assert value_high >> 56 == 1
    for *words, more, _, _, last in cache.middle_slots.reshape(-1, 8).tolist():
        if words[3]:
            word = b"".join(each.to_bytes(8, "little") for each in words)
            found[word[: words[3] >> 56]] = more
            assert last >> 32 == 1
    for mark, place, value_low, value_high in cache.long_slots.reshape(-1, 4).tolist():
        if mark:
            start, length = place >> 16, place & 0xFFFF
            found[cache.arena[start : start + length].tobytes()] = value_low
            assert value_high >> 56 == 1
    return found


def of_gpt2() -> tuple[list[tuple[int, int]], list[int]]:
    """Merges of a training; ids as GPT-2 has them, the bytes in another order."""
    made = train_tokenizer(Corpus.from_texts([WORDS * 20]), TrainingConfig(600))
    merges = [tuple(pair) for pair in made.merges.tolist()]
    order = list(range(256))
    random.Random(2).shuffle(order)
    return merges, [*order, *range(256, 256 + len(merges))]


def of_tiktoken() -> tuple[list[tuple[int, int]], list[int]]:
    """Long words and blanks in one stretch, as cl100k splits them."""
    config = TrainingConfig(700, pattern="cl100k")
    made = train_tokenizer(Corpus.from_texts([WORDS * 20 + " " * 300]), config)
    merges = [tuple(pair) for pair in made.merges.tolist()]
    return merges, list(range(256 + len(merges)))


def of_an_edited_file() -> tuple[list[tuple[int, int]], list[int]]:
    """Merges that no training gives: many tokens are never reached, some occur twice."""
    chance = random.Random(3)
    merges: list[tuple[int, int]] = []
    while len(merges) < 300:
        made = [*range(97, 101), *range(256, 256 + len(merges))]
        pair = (chance.choice(made), chance.choice(made))
        if pair not in merges:
            merges.append(pair)
    return merges, chance.sample(range(5000), 256 + len(merges))


PUBLISHED = [of_gpt2, of_tiktoken, of_an_edited_file]


@pytest.mark.parametrize("published", PUBLISHED, ids=lambda make: make.__name__)
def test_an_encoder_begins_with_the_tokens_that_are_their_own_encoding(published):
    merges, ids = published()
    model = merge_model(np.array(merges, np.uint32), np.array(ids, np.uint32))
    expected = naively_reached(merges, ids)
    assert len(expected) > 256
    assert held(KnownPretokens.of_tokens(model, {}).cache) == expected
    seed = reached_seed(model)
    tokens = [
        seed.data[begin:end].tobytes()
        for begin, end in zip(seed.bounds, seed.bounds[1:], strict=False)
    ]
    assert dict(zip(tokens, seed.ids.tolist(), strict=True)) == expected
    assert len(tokens) == len(expected)


def test_some_tokens_of_an_edited_file_are_never_reached():
    merges, ids = of_an_edited_file()
    short = [token for token in spelled(merges) if len(token) <= SHORT]
    assert len(naively_reached(merges, ids)) < len(set(short))


@pytest.mark.parametrize("published", PUBLISHED, ids=lambda make: make.__name__)
def test_whole_tokens_go_before_what_merges_reach(published):
    merges, ids = published()
    reached = naively_reached(merges, ids)
    some = random.Random(4).sample(sorted(reached), 50)
    whole = {token: 10_000 + position for position, token in enumerate(some)}
    whole |= {b"never merged": 20_000, b"never merged, and long as well": 20_001, b"x" * 65_535: 9}
    model = merge_model(np.array(merges, np.uint32), np.array(ids, np.uint32))
    given = whole | {b"x" * 65_536: 20_002}
    known = KnownPretokens.of_tokens(model, given)
    assert held(known.cache) == reached | whole
    assert held(KnownPretokens(known.seed).cache) == reached | whole
    assert held(KnownPretokens.of_whole_tokens(given).cache) == whole
    assert known.cache.used.tolist()[:3] == [
        len([token for token in reached | whole if len(token) <= SHORT]),
        1,
        1,
    ]


@settings(max_examples=60, deadline=None)
@given(data=st.data(), n_merges=st.integers(0, 40))
def test_any_merges_at_all(data, n_merges):
    merges: list[tuple[int, int]] = []
    for rank in range(n_merges):
        part = st.integers(97, 100) | st.integers(256, max(256, 255 + rank))
        pair = data.draw(st.tuples(part, part))
        if max(pair) < 256 + len(merges) and pair not in merges:
            merges.append(pair)
    ids = list(range(256 + len(merges)))
    model = merge_model(np.array(merges, np.uint32).reshape(-1, 2), None)
    assert held(KnownPretokens.of_tokens(model, {}).cache) == naively_reached(merges, ids)


def test_a_cache_that_begins_again_begins_with_the_same(monkeypatch):
    from engine.encoding import word_cache

    merges, _ = of_gpt2()
    tokenizer = Tokenizer(merges)
    text = " ".join(f"{i:x}{i * 7919:x}" for i in range(60_000))
    expected = tokenizer.encode(text)
    monkeypatch.setattr(word_cache, "_FIRST_BYTES", 1 << 12)
    small = Tokenizer(merges)
    known = small._encoder._known
    at_first, known.most_bytes = known.cache, 0
    assert small.encode(text) == expected
    assert known.cache is not at_first
    assert cache_bytes(known.cache) == cache_bytes(at_first)
    reached = naively_reached(merges, list(range(256 + len(merges))))
    assert reached.items() <= _ids_of_one(known.cache).items()


def _ids_of_one(cache: Cache) -> dict[bytes, int]:
    """The short pre-tokens of a cache that have one id."""
    return {
        (low.to_bytes(8, "little") + high.to_bytes(8, "little"))[: high >> 56]: value_low
        for low, high, value_low, value_high in cache.slots.reshape(-1, 4).tolist()
        if high and value_high >> 56 == 1
    }


def test_ids_of_an_imported_tokenizer_with_whole_tokens():
    merges, _ = of_gpt2()
    n_ids = 256 + len(merges)
    order = np.random.default_rng(5).permutation(n_ids).astype(np.uint32)
    extra = {b" zebra crossing": n_ids, b" zebra": n_ids + 1}
    numbering = Numbering(order, ignore_merges=True, extra_tokens=extra)
    tokenizer = Tokenizer(
        order[np.array(merges)], numbering=numbering, vocab_size=n_ids + 2, pattern="gpt2"
    )
    assert tokenizer.encode(" zebra") == [n_ids + 1]
    text = WORDS + " zebra crossing"
    positions = [
        position
        for pretoken in reference_bpe.pretokens_of(text, tokenizer.pattern)
        for position in ([-1] if pretoken == b" zebra" else reference_bpe.encode(pretoken, merges))
    ]
    expected = [n_ids + 1 if p < 0 else int(order[p]) for p in positions]
    assert tokenizer.encode(text) == expected
