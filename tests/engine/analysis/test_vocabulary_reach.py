"""Unreachable tokens: doctored tokenizers, and every short text encoded."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis.report import report_sections, vocabulary_report
from engine.analysis.vocabulary import (  # fmt: skip
    AFTER,
    ALWAYS_CUT,
    BEFORE,
    NEVER_MERGED,
    NOT_NORMALIZED,
    REACHED,
    SPECIAL_TEXT,
    unreachable_tokens,
)
from engine.corpus.corpus import Corpus
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.engine.analysis.test_vocabulary_facts import facts_of
from tests.texts import many_texts, some_texts

A, B, C, E, SPACE = b"abce "


def reasons_of(tokenizer: Tokenizer) -> np.ndarray:
    return unreachable_tokens(tokenizer, facts_of(tokenizer))


def unreached(tokenizer: Tokenizer) -> dict[bytes, int]:
    reasons = reasons_of(tokenizer)
    return {tokenizer.vocabulary[i]: int(reasons[i]) for i in np.flatnonzero(reasons).tolist()}


def chain(text: bytes) -> list[tuple[int, int]]:
    """Merges that make a text from the left. Example: b"abc" -> ab, then abc."""
    ids = [text[0], *range(256, 256 + len(text) - 2)]
    return list(zip(ids, text[1:], strict=True))


def test_a_training_leaves_nothing_out_of_reach():
    for pattern, normalization in (("gpt2", None), ("cl100k", "nfc"), ("none", None)):
        config = TrainingConfig(
            3000, pattern=pattern, special_tokens=("<|never|>",), normalization=normalization
        )
        tokenizer = train_tokenizer(Corpus.from_texts(many_texts()), config)
        assert unreached(tokenizer) == {}
        bare = Tokenizer(tokenizer.merges, pattern=pattern, normalization=normalization)
        assert bare.training is None
        assert unreached(bare) == {}


def test_merges_that_take_a_half_away():
    """abc is to be a + bc, but ab is merged first."""
    tokenizer = Tokenizer([(A, B), (B, C), (A, 257)], pattern="none")
    assert unreached(tokenizer) == {b"abc": NEVER_MERGED}
    assert tokenizer.encode("abc") == [256, C]


def test_two_ids_of_the_same_bytes():
    tokenizer = Tokenizer([(A, B), (B, C), (256, C), (A, 257)], pattern="none")
    assert np.flatnonzero(reasons_of(tokenizer)).tolist() == [259]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=3, max_size=8))
def test_no_short_text_gives_an_unreachable_token(pairs):
    """Every text of up to nine letters of two, against what is said of each token."""
    merges = []
    for left, right in pairs:
        ids = [A, B, *range(256, 256 + len(merges))]
        pair = (ids[left % len(ids)], ids[right % len(ids)])
        if pair not in merges:
            merges.append(pair)
    tokenizer = Tokenizer(merges, pattern="none")
    n = 9
    texts = ["".join(letters) for k in range(1, n + 1) for letters in product("ab", repeat=k)]
    seen = set(np.concatenate(tokenizer.encode_batch(texts)).tolist())
    reasons = reasons_of(tokenizer)
    for token_id in range(256, 256 + len(merges)):
        if len(tokenizer.vocabulary[token_id]) <= n:
            assert (token_id in seen) == (reasons[token_id] == REACHED)
        elif reasons[token_id] == NEVER_MERGED:
            assert token_id not in seen


def test_a_token_that_the_pattern_always_cuts():
    merges = [*chain(b"e n"), (ord("1"), E), (SPACE, E)]
    tokenizer = Tokenizer(merges, pattern="gpt2")
    assert unreached(tokenizer) == {b"e ": ALWAYS_CUT, b"e n": ALWAYS_CUT, b"1e": ALWAYS_CUT}
    assert reasons_of(Tokenizer(merges, pattern="none")).tolist() == [REACHED] * 260


@pytest.mark.parametrize(
    ("token", "pattern", "around"),
    [
        (b"\n ", "cl100k", "\n \n"),
        (b" I'", "o200k", "so I'm"),
        (b"\n//", "superbpe-stage2", "//\n//"),
        (b"  ", "gpt2", "   x"),
    ],
)
def test_a_token_that_is_cut_alone_but_not_in_its_place(token, pattern, around):
    tokenizer = Tokenizer(chain(token), pattern=pattern)
    assert tokenizer.vocab_size - 1 in tokenizer.encode(around)
    assert unreached(tokenizer) == {}


def test_the_report_says_how_many_surroundings_were_tried():
    sections = report_sections(vocabulary_report(Tokenizer([])))
    rows = next(section.rows for section in sections if section.key == "unreachable")
    sentence = next(row.explanation for row in rows if row.condition == "is:cut")
    assert f"each of {len(BEFORE) * len(AFTER)} surroundings" in sentence


def test_a_pattern_for_the_regex_module():
    tokenizer = Tokenizer(chain(b"e n"), pattern=r"(?<=\s)\w+|\w+|\s+")
    assert tokenizer.splitter.kind == "regex"
    assert unreached(tokenizer) == {b"e ": ALWAYS_CUT, b"e n": ALWAYS_CUT}


def test_a_token_that_is_not_in_the_unicode_form():
    tokenizer = Tokenizer(chain("e\u0301".encode()), pattern="none", normalization="nfc")
    assert unreached(tokenizer) == {"e\u0301".encode(): NOT_NORMALIZED}
    assert unreached(Tokenizer(chain("e\u0301".encode()), pattern="none")) == {}


def test_the_look_of_a_special_token():
    merges = chain(b"<|a|>!")
    tokenizer = Tokenizer(merges, pattern="none", special_tokens={"<|a|>": 400})
    assert unreached(tokenizer) == {b"<|a|>": SPECIAL_TEXT, b"<|a|>!": SPECIAL_TEXT}
    assert tokenizer.encode("<|a|>") == [259]


def imported(extra: dict[bytes, int], *, ignore_merges: bool, pattern: str = "gpt2") -> Tokenizer:
    merges = [(A, B), (B, C), (A, 257)]
    numbering = Numbering(np.arange(259), extra, ignore_merges=ignore_merges)
    return Tokenizer(merges, pattern=pattern, numbering=numbering)


def test_tokens_that_the_format_gives_out_whole():
    extra = {b"xyz": 300, b"x yz": 301}
    whole = imported(extra, ignore_merges=True)
    assert whole.encode("abc xyz") == [258, SPACE, ord("x"), ord("y"), ord("z")]
    assert whole.encode("xyz") == [300]
    assert unreached(whole) == {b"x yz": NEVER_MERGED}
    merged = imported(extra, ignore_merges=False)
    assert unreached(merged) == {b"abc": NEVER_MERGED, b"xyz": NEVER_MERGED, b"x yz": NEVER_MERGED}
    reasons = reasons_of(merged)
    for text in some_texts():
        assert not reasons[merged.encode_to_array(text)].any()
