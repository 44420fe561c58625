"""Why a language costs many tokens: share of the training text, tokens in its script, splits."""

from __future__ import annotations

import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate
from engine.evaluation.languages import language_service, share_words
from engine.settings.config import TrainingConfig
from engine.settings.mixture import Mixture
from engine.training.training import train_tokenizer

TEXTS = {
    "eng": "the low lower lowest\n" * 30,
    "rus": "низкий ниже низший\n" * 10,
    "zho_Hans": "低更低最低\n" * 5,
}


def trained(mixture=None):
    corpus = Corpus([Source(label, texts=(text,)) for label, text in TEXTS.items()])
    return train_tokenizer(corpus, TrainingConfig(320), mixture=mixture)


def test_the_facts_of_languages_that_were_trained_on_and_of_one_that_was_not():
    tokenizer = trained()
    texts = {"eng": "low lower\n", "zho": "低更低\n", "tam": "தமிழ்\n", "code_c": "int é;\n"}
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    english, chinese, tamil, code = (
        language_service(row, tokenizer) for row in evaluate(tokenizer, corpus).rows
    )
    sizes = {label: len(text.encode()) for label, text in TEXTS.items()}
    assert english.training_share == pytest.approx(sizes["eng"] / sum(sizes.values()))
    assert english.script == "Latin"
    assert english.script_tokens > 0
    assert chinese.training_share == pytest.approx(sizes["zho_Hans"] / sum(sizes.values()))
    assert (tamil.training_share, tamil.script_tokens, tamil.split_share) == (0, 0, 1)
    assert tamil.sentence == (
        "tam: 0 % of the training text, no merged tokens with Tamil letters, 100.0 % of its "
        "multi-byte characters split."
    )
    assert (code.script, code.script_tokens) == (None, None)


def test_scripts_are_counted_by_tokens_that_have_a_whole_character():
    merges = [(ord("a"), ord("b")), (0xD0, 0xBD), (257, 0xD0), (256, 257)]
    tokenizer = Tokenizer(merges, special_tokens={"<русский>": 260})
    corpus = Corpus([Source("rus", texts=("н",)), Source("eng", texts=("ab",))])
    russian, english = (
        language_service(each, tokenizer) for each in evaluate(tokenizer, corpus).rows
    )
    assert russian.script_tokens == 3  # н, н with half a letter, abн
    assert english.script_tokens == 2  # ab, abн
    assert russian.training_share is None
    assert russian.split_share == 0


def test_a_share_of_the_training_text_is_as_it_was_weighed():
    mixture = Mixture(shares={"eng": 0.5, "rus": 0.5, "zho_Hans": 0.0})
    tokenizer = trained(mixture=mixture)
    corpus = Corpus([Source("rus", texts=("ниже",))])
    [row] = evaluate(tokenizer, corpus).rows
    assert language_service(row, tokenizer).training_share == pytest.approx(0.5, abs=0.01)


def test_a_small_share_is_told_from_none():
    assert [share_words(each) for each in (0.0, 0.0005, 0.1234)] == ["0 %", "< 0.1 %", "12.3 %"]
