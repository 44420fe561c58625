"""What tokens hold, recomputed token by token with `regex` and string methods."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
import regex

from engine.analysis.vocabulary import (  # fmt: skip
    BYTE,
    CASE_TWIN,
    CROSSING,
    DIGITS,
    EXTRA,
    LEADING_SPACE,
    MERGED,
    MIXED,
    NO_SCRIPT,
    NOT_TEXT,
    PARTIAL,
    PUNCTUATION,
    SPACE_TWIN,
    SPECIAL,
    UNUSED,
    WHITE_SPACE,
    VocabularyFacts,
    vocabulary_facts,
)
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.text.unicode_sets import CodePointSet, script_number, script_of_points, script_titles
from engine.training.training import train_tokenizer
from tests.regex_reference import RECORD, digest, edges
from tests.texts import many_texts

ODD = (
    ("12 ½ ٣٤ 12 ½ ٣٤ ", "«»…! «»…! +€ +€", "\n\n\t \n\n\t ", "The the THE The the", "aя aя aя")
    + ("東京タワーへ 東京タワーへ", "x́y x́y", "Straße STRASSE strasse Straße")
) * 3  # fmt: skip


def facts_of(tokenizer: Tokenizer) -> VocabularyFacts:
    shares = []
    facts = result_of(vocabulary_facts(tokenizer), shares.append)
    assert 0 <= min(shares) <= max(shares) <= 1
    return facts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    # Without a split pattern there are tokens of every kind, also across scripts and characters.
    config = TrainingConfig(
        9000, pattern="none", special_tokens=(" <|a|>", "<|b|>"), max_token_bytes=12
    )
    return train_tokenizer(Corpus.from_texts([*ODD, *many_texts()]), config)


@pytest.fixture(scope="module")
def facts(tokenizer) -> VocabularyFacts:
    return facts_of(tokenizer)


def text_of(tokenizer: Tokenizer, token_id: int) -> str | None:
    """The text of a token that takes part in the classes, None for any other."""
    data = tokenizer.vocabulary[token_id]
    if not data or token_id in tokenizer.special_tokens.values():
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def ids_where(tokenizer: Tokenizer, holds) -> list[int]:
    texts = ((i, text_of(tokenizer, i)) for i in range(tokenizer.vocab_size))
    return [i for i, text in texts if text is not None and holds(text)]


@pytest.mark.parametrize(
    ("flag", "expression"),
    [(DIGITS, r" ?\p{N}+"), (PUNCTUATION, r" ?[\p{P}\p{S}]+"), (WHITE_SPACE, r"\s+")],
)
def test_classes_of_characters(flag, expression, tokenizer, facts):
    wanted = ids_where(tokenizer, lambda text: regex.fullmatch(expression, text) is not None)
    assert len(wanted) > 5
    assert np.flatnonzero(facts.has(flag)).tolist() == wanted


def test_kinds_and_spaces(tokenizer, facts):
    n = tokenizer.n_merges
    assert np.flatnonzero(facts.has(BYTE)).tolist() == list(range(256))
    assert np.flatnonzero(facts.has(MERGED)).tolist() == list(range(256, 256 + n))
    special = sorted(tokenizer.special_tokens.values())
    assert np.flatnonzero(facts.has(SPECIAL)).tolist() == special
    assert np.flatnonzero(facts.has(UNUSED)).tolist() == list(tokenizer.unused_ids)
    assert not facts.has(EXTRA).any()
    spaced = [
        i for i, data in enumerate(tokenizer.vocabulary) if data[:1] == b" " and i not in special
    ]
    assert np.flatnonzero(facts.has(LEADING_SPACE)).tolist() == spaced


def test_lengths(tokenizer, facts):
    for token_id, data in enumerate(tokenizer.vocabulary):
        text = text_of(tokenizer, token_id)
        assert facts.lengths[token_id] == len(data)
        assert facts.characters[token_id] == (-1 if text is None else len(text))


@cache
def script_of(character: str) -> str | None:
    """The script that `regex` knows a character by; None for those of no script."""
    if regex.match(r"[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]", character):
        return None
    return next(title for title, expression in scripts_of_regex() if expression.match(character))


@cache
def scripts_of_regex() -> list[tuple[str, regex.Pattern[str]]]:
    titles = [title for title in script_titles()[1:] if title]
    names = [title.replace(" ", "_") for title in titles]
    return [(t, regex.compile(rf"\p{{Script={n}}}")) for t, n in zip(titles, names, strict=True)]


def script_by_name(text: str) -> set[str]:
    return {script for script in map(script_of, text) if script is not None}


def test_scripts(tokenizer, facts):
    kinds = set()
    for token_id in range(0, tokenizer.vocab_size, 5):
        text, number = text_of(tokenizer, token_id), int(facts.scripts[token_id])
        if text is None:
            assert number == NOT_TEXT
            continue
        scripts = script_by_name(text)
        kinds.add(min(len(scripts), 2))
        if len(scripts) == 1:
            assert script_titles()[number] == scripts.pop()
        else:
            assert number == (MIXED if scripts else NO_SCRIPT)
    assert kinds == {0, 1, 2}


def test_the_table_of_scripts_is_that_of_regex():
    """As recorded with Unicode 16: newer releases know more characters."""
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))["properties"]
    codes = {"Latin": "LATN", "Common": "ZYYY", "Old Italic": "OLDITALIC", "Han": "HANI",
             "Inherited": "ZINH", "Nko": "NKOO", "SignWriting": "SIGNWRITING"}  # fmt: skip
    for number, title in enumerate(script_titles()):
        if title in codes:
            found = CodePointSet.of_members(script_of_points() == number)
            assert digest(edges(found.ranges)) == recorded[f"SCRIPT={codes[title]}"]
            assert script_number(title) == number
    assert all(script_titles()[number] for number in np.unique(script_of_points()))
    assert script_number("cyrl") == script_number("Cyrillic") is not None
    assert script_number("Klingon") is None


def characters_touched(data: bytes) -> int:
    """How many characters have a byte in these, counted byte by byte."""
    touched, rest = 0, 0
    for byte in data:
        if rest and byte & 0xC0 == 0x80:
            rest -= 1
            continue
        if byte & 0xC0 != 0x80 or touched == 0:
            touched += 1
        rest = 0 if byte < 0x80 else 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
        rest = 3 if byte & 0xC0 == 0x80 else rest
    return touched


def test_partial_tokens_and_those_of_two_characters(tokenizer, facts):
    crossing = 0
    for token_id, data in enumerate(tokenizer.vocabulary):
        is_partial = bool(data) and "\ufffd" in data.decode("utf-8", "replace").replace(
            "\ufffd", "", data.count("\ufffd".encode())
        )
        assert facts.has(PARTIAL)[token_id] == is_partial
        is_crossing = is_partial and characters_touched(data) > 1
        assert facts.has(CROSSING)[token_id] == is_crossing, data
        crossing += is_crossing
    assert crossing > 50


def test_twins(tokenizer, facts):
    texts = {i: text_of(tokenizer, i) for i in range(tokenizer.vocab_size)}
    texts = {i: text for i, text in texts.items() if text is not None}
    known = list(texts.values())
    some = [i for i in texts if i % 17 == 0]
    spaced = [i for i in some if f" {texts[i]}" in known or (texts[i].removeprefix(" ") in known
              and texts[i] != texts[i].removeprefix(" "))]  # fmt: skip
    cased = [
        i for i in some
        if any(t != texts[i] and t.casefold() == texts[i].casefold() for t in known)
    ]  # fmt: skip
    assert len(spaced) > 5
    assert len(cased) > 5
    assert [i for i in some if facts.has(SPACE_TWIN)[i]] == spaced
    assert [i for i in some if facts.has(CASE_TWIN)[i]] == cased


def test_a_vocabulary_of_bytes_only():
    facts = facts_of(Tokenizer([]))
    assert facts.characters.max() == 1
    assert int(np.count_nonzero(facts.has(PARTIAL))) == 128
    assert facts.is_token.all()
