"""Why a language costs many tokens: its split pattern, training text, tokens and splits."""

from __future__ import annotations

import json
from dataclasses import replace
from math import prod

import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate
from engine.evaluation.service import language_service, share_words
from engine.library import LibraryTokenizer
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.training.training import train_tokenizer
from tests.tokenizer_json_files import document_of

TEXTS = {
    "eng": "the low lower lowest\n" * 30,
    "rus": "низкий ниже низший\n" * 10,
    "zho_Hans": "低更低最低\n" * 5,
}


def trained(mixture=None, pattern="gpt2"):
    return train_tokenizer(corpus_of(TEXTS), TrainingConfig(320, pattern=pattern), mixture=mixture)


def corpus_of(texts):
    return Corpus([Source(label, texts=(text,)) for label, text in texts.items()])


def services(tokenizer, texts, change=lambda evaluation: evaluation):
    """Of each text. change: makes another evaluation of what was measured."""
    evaluation = change(evaluate(tokenizer, corpus_of(texts)))
    return [language_service(row, tokenizer, evaluation) for row in evaluation.rows]


def test_the_facts_of_languages_that_were_trained_on_and_of_one_that_was_not():
    tokenizer = trained()
    texts = {"eng": "low lower\n", "zho": "低更低\n", "tam": "தமிழ்\n", "code_c": "int é;\n"}
    english, chinese, tamil, code = services(tokenizer, texts)
    sizes = {label: len(text.encode()) for label, text in TEXTS.items()}
    assert english.training_share == pytest.approx(sizes["eng"] / sum(sizes.values()))
    assert english.script == "Latin"
    assert english.script_tokens > 0
    assert chinese.training_share == pytest.approx(sizes["zho_Hans"] / sum(sizes.values()))
    assert (tamil.training_share, tamil.script_tokens, tamil.split_share) == (0, 0, 1)
    assert (code.script, code.script_tokens) == (None, None)
    assert code.premium is None
    assert code.sentence == (
        "code_c: 0 % of the training text, 100.0 % of its multi-byte characters split."
    )


def _merges_of(characters):
    """Merges that make each character of three bytes, two for each."""
    merges = []
    for character in characters:
        first, second, third = character.encode()
        merges += [(first, second), (256 + len(merges), third)]
    return merges


def test_scripts_are_counted_by_tokens_that_have_a_whole_character():
    merges = [(ord("a"), ord("b")), (0xD0, 0xBD), (257, 0xD0), (256, 257)]
    tokenizer = Tokenizer(merges, special_tokens={"<русский>": 260})
    russian, english = services(tokenizer, {"rus": "н", "eng": "ab"})
    assert russian.script_tokens == 3  # н, н with half a letter, abн
    assert english.script_tokens == 2  # ab, abн
    assert russian.training_share is None
    assert russian.split_share == 0


def test_japanese_tokens_are_those_of_its_three_scripts():
    tokenizer = Tokenizer([*_merges_of("東あ\u30cb"), (257, 259)])
    [japanese] = services(tokenizer, {"jpn": "東あア"})
    assert japanese.script_tokens == 4  # each alone, and 東あ once
    assert "4 tokens with Hiragana, Katakana and Han letters" in japanese.sentence


def test_splits_of_a_few_characters_of_several_bytes_say_nothing():
    """One such character in a hundred of an English text is no figure of the language."""
    few, many = ("x" * 99 + "é" * n for n in (1, 5))
    tokenizer = Tokenizer([(120, 120)])
    [rare] = services(tokenizer, {"eng": few})
    assert rare.split_share is None
    assert "multi-byte" not in rare.sentence
    [common] = services(tokenizer, {"eng": many})
    assert common.split_share == 1


def test_a_share_of_the_training_text_is_as_it_was_weighed():
    mixture = Mixture(shares={"eng": 0.5, "rus": 0.5, "zho_Hans": 0.0})
    tokenizer = trained(mixture=mixture)
    [russian] = services(tokenizer, {"rus": "ниже"})
    assert russian.training_share == pytest.approx(0.5, abs=0.01)


def test_a_small_share_is_told_from_none():
    assert [share_words(each) for each in (0.0, 0.0005, 0.1234)] == ["0 %", "< 0.1 %", "12.3 %"]


PARALLEL = {
    "eng": "low lower lowest newest\nlower newest\nlow low newest\n" * 8,
    "tam": "தமிழ் மொழி இலக்கியம்\nமொழி தமிழ்\nஇலக்கியம் தமிழ்\n" * 8,
    "hye": "ցածր ավելի ամենացածր\nավելի նոր\nնոր ցածր\n" * 8,
}
"""Tamil has combining marks, Armenian has none."""


@pytest.fixture(scope="module", params=["gpt2", "o200k"])
def parallel(request):
    """A pattern, and a tokenizer of it that was trained on more Tamil than English."""
    corpus = corpus_of({label: PARALLEL[label] for label in ("eng", "tam")})
    return request.param, train_tokenizer(corpus, TrainingConfig(290, pattern=request.param))


def times(value):
    return f"{value:.{2 if value < 10 else 1}f} ×"


def kinds(service):
    return [(factor.kind, factor.is_reason, factor.details) for factor in service.factors]


def test_the_factors_of_a_premium_multiply_to_it(parallel):
    _, tokenizer = parallel
    english, tamil, armenian = services(tokenizer, PARALLEL)
    assert (english.premium, english.factors) == (None, ())
    assert "training text" in english.sentence
    for service in (tamil, armenian):
        values = [factor.value for factor in service.factors]
        assert prod(values) == pytest.approx(service.premium)
        assert values == sorted(values, reverse=True)
        assert service.reference.label == "eng"


def test_a_pattern_that_cuts_marks_off_is_the_reason_and_another_is_not(parallel):
    pattern, tokenizer = parallel
    _, tamil, _ = services(tokenizer, PARALLEL)
    assert tamil.training_share > tamil.reference.training_share
    assert "training text" not in tamil.sentence  # it has more than the reference
    advice = "Try a pattern that keeps combining marks with their letters, such as o200k."
    if pattern == "gpt2":
        assert kinds(tamil)[0] == ("pattern", True, ("marks",))
        begin = (
            f"tam, {times(tamil.premium)} eng: split into {times(tamil.factors[0].value)} as many "
        )
        assert tamil.sentence.startswith(f"{begin}pre-tokens as eng by the pattern (")
        assert f"({100 * tamil.mark_split_share:.1f} % at combining marks)" in tamil.sentence
        assert tamil.sentence.endswith(advice)
    else:
        assert tamil.mark_split_share == 0
        assert kinds(tamil) == [("tokens", True, ("characters",)), ("pattern", False, ())]
        assert tamil.advice is None
        assert "split pattern" not in tamil.sentence


def test_a_language_without_training_text_lacks_tokens_with_either_pattern(parallel):
    _, tokenizer = parallel
    _, _, armenian = services(tokenizer, PARALLEL)
    lacks = ("training", "script", "characters")
    assert kinds(armenian) == [("tokens", True, lacks), ("pattern", False, ())]
    share = share_words(armenian.reference.training_share)
    assert armenian.sentence == (
        f"hye, {times(armenian.premium)} eng: {times(armenian.factors[0].value)} as many tokens in "
        f"each pre-token as eng (0 % of the training text, eng {share}; no token with Armenian "
        "letters; 100.0 % of its multi-byte characters split), "
        f"{times(armenian.factors[1].value)} as many pre-tokens."
    )


def test_no_pattern_is_advised_for_a_language_that_is_cut_into_bytes():
    texts = {label: PARALLEL[label] for label in ("eng", "tam")}
    tokenizer = train_tokenizer(corpus_of({"eng": texts["eng"]}), TrainingConfig(270))
    _, tamil = services(tokenizer, texts)
    assert tamil.split_share == 1
    assert tamil.mark_split_share > 0
    assert ("pattern", False, ()) in kinds(tamil)
    assert tamil.advice is None
    assert "0 % of the training text" in tamil.sentence


def test_a_language_that_costs_no_more_has_factors_and_no_reason():
    texts = {"eng": PARALLEL["eng"], "deu": PARALLEL["eng"]}
    _, german = services(trained(), texts)
    assert kinds(german) == [("pattern", False, ()), ("tokens", False, ())]
    assert german.sentence == (
        "deu, 1.00 × eng: 1.00 × as many pre-tokens as eng, 1.00 × as many tokens in each."
    )


def without_pretokens(evaluation):
    """As evaluations were stored before pre-tokens were counted."""
    rows = tuple(replace(row, pretokens=None, mark_splits=None) for row in evaluation.rows)
    labels = tuple(replace(each, pretoken_ratio=None) for each in evaluation.fairness.labels)
    return replace(evaluation, rows=rows, fairness=replace(evaluation.fairness, labels=labels))


def test_an_evaluation_without_pretokens_says_so_and_gives_what_is_known(parallel):
    _, tokenizer = parallel
    _, tamil, armenian = services(tokenizer, PARALLEL, without_pretokens)
    assert [factor.kind for factor in tamil.factors] == ["uncounted"]
    assert tamil.factors[0].value == tamil.premium
    assert "its pre-tokens were not counted, evaluate again" in tamil.sentence
    assert "training text" not in tamil.sentence
    assert kinds(armenian) == [("uncounted", True, ("training", "script", "characters"))]


def test_a_tokenizer_of_a_library_is_not_told_to_evaluate_again():
    """Its library does not tell its pre-tokens, however often it is measured."""
    file = json.dumps(document_of(trained())).encode()
    _, tamil, _ = services(LibraryTokenizer("tokenizers", file, reason="asked for"), PARALLEL)
    assert [factor.kind for factor in tamil.factors] == ["unknown"]
    assert tamil.factors[0].value == tamil.premium
    assert "its pre-tokens are not known" in tamil.sentence
    assert "evaluate again" not in tamil.sentence


def test_pretokens_that_begin_in_no_line_are_not_known():
    """With pattern "none" the whole text is one pre-token."""
    texts = {label: f"\n{text}" for label, text in PARALLEL.items()}
    _, tamil, _ = services(trained(pattern="none"), texts)
    assert [factor.kind for factor in tamil.factors] == ["unknown"]
    assert "evaluate again" not in tamil.sentence
