"""Metrics against a slow recomputation of all of them, and against numbers found by hand."""

from __future__ import annotations

import gc
import random
import weakref
from dataclasses import fields

import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError
from engine.evaluation.evaluation import all_evaluation_steps, evaluate, evaluate_all
from engine.evaluation.figures import (
    FairnessFigures,
    LabelEvaluation,
    LabelFairness,
    TextDifference,
    gini,
)
from engine.evaluation.groups import Measured, percentile
from engine.evaluation.metrics import DASHBOARD, METRICS
from engine.evaluation.service import red_flag
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.engine.evaluation.naive_metrics import gini_of, label_figures, line_premium

ENGLISH = 'The low prices of 2024 rose to 1234567: "lower", they said.\nA 12 and a 100 of 1000.\n'
RULES = {"characters": ("zho", "tha", "jpn"), "syllables": ("bod",)}
TEXTS = {
    "eng": [ENGLISH * 2, "One more, low and lower."],
    "deu": ["Die niedrigen Preise von 2024 stiegen auf 1234567.\nGrößer, am größten: 98765\n"],
    "zho": ["价格在2024年上涨。低价更低 low，越来越低。\n价格在一千年。\n"],
    "jpn": ["価格は低いです。カタカナも１２３４５もある。\n"],
    "tha": ["ราคาต่ำ ราคาต่ำกว่า 12345\n"],
    "bod": ["བོད་ཀྱི་སྐད་ཡིག། བོད་ཡིག 123456\n"],
    "hin": ["कीमतें १२३४५ तक बढ़ीं। कीमतें कम हैं।\n"],
    "code_python": ["def low(a):\n    if a:\n\t    return  12345\n\n    \n  # x\nlow(1)\n" * 2],
}


def trained(pattern, size=420):
    corpus = Corpus([Source(label, texts=tuple(texts) * 3) for label, texts in TEXTS.items()])
    return train_tokenizer(corpus, TrainingConfig(size, pattern=pattern))


@pytest.fixture(scope="module")
def tokenizers():
    return [trained("gpt2"), trained("cl100k"), trained("superbpe-stage2"), Tokenizer([])]


@pytest.fixture(scope="module")
def foreign():
    """The merges of a trained tokenizer with all ids in another order, as imported files have."""
    own = trained("o200k", 380)
    order = list(range(256 + own.n_merges))
    random.Random(3).shuffle(order)
    ids = Numbering(order)
    return Tokenizer(ids.ids[own.merges], pattern=own.pattern, numbering=ids)


def corpus_of(texts):
    return Corpus([Source(label, texts=tuple(each)) for label, each in texts.items()])


NO_FIGURES = {
    "label", "documents", "round_trips", "word_rule", "unknown_characters", "first_difference",
}  # fmt: skip
"""Fields of a row that `label_figures` does not compute."""


def rule_of(label):
    return next((rule for rule, labels in RULES.items() if label in labels), "white-space")


def check_rows(tokenizer, evaluation):
    for row in evaluation.rows:
        rule = rule_of(row.label)
        assert row.word_rule == rule
        expected = label_figures(tokenizer, TEXTS[row.label], rule)
        if rule != "white-space":
            expected |= dict.fromkeys(("word_types", "retained_types", "retained_types_bare"))
        assert {each.name for each in fields(row)} == {*expected, *NO_FIGURES}
        found = {name: getattr(row, name) for name in expected}
        assert found == pytest.approx(expected), row.label


def test_every_figure_is_that_of_the_slow_computation(tokenizers):
    evaluations = evaluate_all(tokenizers, corpus_of(TEXTS))
    for tokenizer, evaluation in zip(tokenizers, evaluations, strict=True):
        check_rows(tokenizer, evaluation)


def test_imported_ids_in_any_order(foreign):
    assert foreign.ranked_ids[0] != 0
    check_rows(foreign, evaluate(foreign, corpus_of(TEXTS)))


def test_tokenizers_together_are_measured_as_each_alone(tokenizers, foreign):
    corpus = corpus_of(TEXTS)
    together = evaluate_all([*tokenizers, foreign], corpus)
    assert together == tuple(evaluate(each, corpus) for each in [*tokenizers, foreign])


def test_long_documents_are_cut_without_a_trace(tokenizers):
    """Groups are cut at half a megabyte; the same text as one group is the truth here."""
    line = "Low 12345 prices, größer 价格 and 1234567\n\tlower said.\n"
    text = line * 40_000
    pieces = [line * 1_000] * 40
    whole, parts = (
        evaluate_all(tokenizers[:2], corpus_of({"eng": texts})) for texts in ([text], pieces)
    )
    for one, many in zip(whole, parts, strict=True):
        assert one.rows[0].documents == 1
        one, many = one.rows[0], many.rows[0]
        for name in ("bytes", "characters", "words", "numbers", "indented_lines", "word_types"):
            assert getattr(one, name) == getattr(many, name), name
        assert one.fertility == pytest.approx(many.fertility, rel=1e-4)
        assert one.three_digit_f1 == pytest.approx(many.three_digit_f1)
        assert one.round_trips


def test_the_total_adds_up(tokenizers):
    evaluation = evaluate(tokenizers[0], corpus_of(TEXTS))
    total = evaluation.total
    for name in ("bytes", "tokens", "numbers", "indented_lines", "split_characters"):
        assert getattr(total, name) == sum(getattr(row, name) for row in evaluation.rows), name
    assert total.word_rule is total.fertility is total.fertility_median is None
    joined = {"eng": [text for texts in TEXTS.values() for text in texts]}
    as_one = evaluate(tokenizers[0], corpus_of(joined)).total
    assert total.renyi_efficiency == pytest.approx(as_one.renyi_efficiency)
    assert total.used_ids == as_one.used_ids


@pytest.mark.parametrize(
    ("merges", "text", "f1"),
    [
        ([], "7", 1.0),  # short and whole
        ([[49, 50]], "12", 1.0),
        ([], "12", 0.0),  # short and cut for nothing
        ([[49, 50], [51, 52], [256, 257]], "1234", 0.0),  # long and whole
        ([[50, 51], [256, 52]], "1234", 1.0),  # 1|234
        ([[49, 50], [51, 52]], "1234", 0.0),  # 12|34
        ([], "1234", 0.5),  # 1|2|3|4: precision 1/3, recall 1
        ([[49, 50], [52, 53]], "123456", 0.5),  # 12|3|45|6: precision 1/3, recall 1
    ],
)
def test_boundaries_of_numbers_by_hand(merges, text, f1):
    row = evaluate(Tokenizer(merges, pattern="none"), corpus_of({"eng": [text]})).rows[0]
    assert row.numbers == 1
    assert row.three_digit_f1 == pytest.approx(f1)


@pytest.mark.parametrize(
    ("text", "gpt2", "cl100k"),
    [
        ("low é, lower", 0, 0),  # no mark
        ("e\u0301a", 2, 1),  # e|´|a and e|´a
        ("தமிழ்", 3, 2),  # தம|ி|ழ|் and தம|ிழ|்
        ("\U0001133d\U00011347\U00011315", 2, 1),  # Grantha, four bytes each
        ("\u0301a", 1, 0),  # a mark without a letter before it is cut off nothing
    ],
)
def test_cuts_at_marks_by_hand(text, gpt2, cl100k):
    """Both documents begin alike; where one begins nothing is cut."""
    for pattern, expected in (("gpt2", gpt2), ("cl100k", cl100k), ("o200k", 0)):
        [row] = evaluate(Tokenizer([], pattern=pattern), corpus_of({"tam": [text] * 2})).rows
        assert row.mark_splits == 2 * expected, pattern
        assert row.mark_split_share == 2 * expected / row.pretokens


def test_figures_by_hand():
    """`ab ab` and `cd`: tokens `ab`, ` ab`; `c`, `d`; both documents on the label of English."""
    tokenizer = Tokenizer([[97, 98], [32, 256]], pattern="gpt2")
    row = evaluate(tokenizer, corpus_of({"eng": ["ab ab", "cd"]})).rows[0]
    assert (row.tokens, row.rule_words, row.fertility) == (4, 3, 4 / 3)
    assert (row.whole_words, row.fertility_median, row.fertility_p95) == (2, 1.0, 1.9)
    assert (row.word_types, row.retained_types, row.retained_types_bare) == (2, 1, 1)
    assert row.retention == row.retention_bare == 0.5
    assert (row.entropy, row.unigram_bits_per_byte) == (2.0, 8 / 7)
    assert row.renyi_efficiency == pytest.approx(2 / 8.011227)  # log2(258)
    assert (row.used_ids, row.vocab_size) == (4, 258)
    assert row.utilisation == 4 / 258


def test_indentation_by_hand():
    """gpt2's pattern leaves one space to the word: three bytes of the first line are paid."""
    row = evaluate(Tokenizer([]), corpus_of({"code_python": ["    a\nb\n\tc\n  \n"]})).rows[0]
    assert (row.indented_lines, row.indentation_tokens) == (2, 4 + 1)
    assert row.indentation_tokens_per_line == 2.5
    merged = Tokenizer([[32, 32], [256, 32], [32, 97]])
    row = evaluate(merged, corpus_of({"code_python": ["    a\nb"]})).rows[0]
    assert (row.indented_lines, row.indentation_tokens) == (1, 1)
    assert row.indentation_share == 1 / 4


def test_premium_is_that_of_lines_encoded_alone(tokenizers):
    texts = {
        "eng": "The low price.\nIt rose to 1234.\nNobody said so.",
        "deu": "Der niedrige Preis.\nEr stieg auf 1234.\nNiemand sagte das.",
        "zho": "低价。\n上涨到1234。\n没有人这么说。",
    }
    corpus = corpus_of({label: [text] for label, text in texts.items()})
    for tokenizer in tokenizers[:2]:
        fairness = evaluate(tokenizer, corpus).fairness
        assert (fairness.reference, fairness.lines, fairness.lines_left_out) == ("eng", 3, 0)
        costs = {}
        for label, text in texts.items():
            expected = line_premium(tokenizer, text, texts["eng"])
            figures = fairness.of(label)
            assert {name: getattr(figures, name) for name in expected} == pytest.approx(expected)
            factors = figures.pretoken_ratio * figures.tokens_per_pretoken_ratio
            assert factors == pytest.approx(figures.premium)
            costs[label] = sum(len(tokenizer.encode(line)) for line in text.split("\n")) / 3
        assert fairness.gini == pytest.approx(gini_of(list(costs.values())))
        assert fairness.gini_bound == pytest.approx(2 / 3)
        assert fairness.max_min_ratio == pytest.approx(max(costs.values()) / min(costs.values()))
        assert fairness.best_label == min(costs, key=costs.get)
        others = {label: fairness.of(label).premium for label in ("deu", "zho")}
        assert fairness.worst_label == max(others, key=others.get)
        assert fairness.median_premium == pytest.approx(sum(others.values()) / 2)


def test_ranges_and_blank_lines_by_hand():
    """Bytes are tokens here, so that lines cost their length.

    deu joins lines 2 and 3, fra lacks line 4; 1 and 5 are whole everywhere.
    """
    texts = {
        "eng": "aa\nbb\ncc\ndd\nee\n",
        "deu": "aaaa\nbbbbbbbb\n<range>\ndddd\ne\n",
        "fra": "a\nb\nc\n \t\ne\n",
    }
    corpus = corpus_of({label: [text] for label, text in texts.items()})
    evaluation = evaluate(Tokenizer([]), corpus)
    fairness = evaluation.fairness
    german, french = fairness.of("deu"), fairness.of("fra")
    assert (german.premium, german.pairs, german.pairs_left_out) == (17 / 10, 4, 0)
    assert (german.premium_median, german.premium_p90) == (2.0, 2.0)
    assert (french.premium, french.pairs, french.pairs_left_out) == (4 / 8, 4, 1)
    assert (fairness.lines, fairness.lines_left_out) == (3, 1)  # 1, 2 with 3, 5
    costs = [8 / 3, 13 / 3, 4 / 3]
    assert [each.tokens_per_line for each in fairness.labels] == pytest.approx(costs)
    assert fairness.gini == pytest.approx(gini_of(costs))
    assert any("1 of 5, most for fra" in remark for remark in evaluation.remarks)
    assert any("<range>" in remark for remark in evaluation.remarks)
    reports = {
        text.label: (text.lines, text.blank_lines, text.range_lines) for text in evaluation.texts
    }
    assert reports == {"eng": (5, 0, 0), "deu": (5, 0, 1), "fra": (5, 1, 0)}


def test_a_range_without_a_line_above_and_lines_of_one_text_only():
    texts = {"eng": ["aa\n\n"], "deu": ["<range>\nb\n"]}
    evaluation = evaluate(Tokenizer([]), corpus_of(texts))
    fairness = evaluation.fairness
    assert (fairness.lines, fairness.gini, fairness.of("deu").premium) == (0, None, None)
    assert any("No line is in all texts" in remark for remark in evaluation.remarks)


def test_unequal_lines_are_refused_with_their_counts():
    evaluation = evaluate(Tokenizer([]), corpus_of({"eng": ["a\nb\n"], "deu": ["a\nb\nc\n"]}))
    assert evaluation.fairness is None
    assert "eng 2, deu 3" in evaluation.remarks[0]
    assert all(row.fertility is not None for row in evaluation.rows)


def test_one_odd_text_is_named_and_left_out():
    texts = {"eng": ["a\nb\n"], "deu": ["a\nb"], "fra": ["a\nb\nc"], "code_c": ["a\n" * 7]}
    evaluation = evaluate(Tokenizer([]), corpus_of(texts))
    assert [each.label for each in evaluation.fairness.labels] == ["eng", "deu"]
    assert "fra 3" in evaluation.remarks[0]
    assert "code_c" not in evaluation.remarks[0]


def test_the_reference():
    corpus = corpus_of({"eng_Latn": ["aa\nbb\n"], "deu": ["a\nb\n"], "ara_Arab": ["a\nb\n"]})
    tokenizer = Tokenizer([])
    assert evaluate(tokenizer, corpus).fairness.reference == "eng_Latn"
    assert evaluate(tokenizer, corpus, reference="de").fairness.of("eng_Latn").premium == 2.0
    assert evaluate(tokenizer, corpus, reference="arb").fairness.reference == "ara_Arab"
    with pytest.raises(ConfigError, match=r"'klingon'.*eng_Latn, deu"):
        next(all_evaluation_steps([tokenizer], corpus, reference="klingon"))
    without = evaluate(tokenizer, corpus_of({"fra": ["a\nb"], "deu": ["a\nb"]}))
    assert without.fairness.reference is without.fairness.median_premium is None
    assert without.fairness.gini == 0.0
    assert any("no English text" in remark for remark in without.remarks)


@pytest.mark.parametrize("wanted", [None, "eng", "en"])
def test_a_reference_of_another_line_count_is_named(wanted):
    corpus = corpus_of({"eng": ["a\nb\nc\n"], "deu": ["a\nb\n"], "fra": ["c\nd\n"]})
    evaluation = evaluate(Tokenizer([]), corpus, reference=wanted)
    assert [each.label for each in evaluation.fairness.labels] == ["deu", "fra"]
    assert "There are no premiums: eng, the reference, has 3 lines" in evaluation.remarks[-1]
    assert "parallel texts have 2" in evaluation.remarks[-1]
    assert not any("no English text" in remark for remark in evaluation.remarks)


def test_sources_of_metrics_are_named():
    assert not any("seed" in metric.source for metric in METRICS.values())


def test_the_greatest_premium_is_of_the_other_languages():
    corpus = corpus_of({"deu": ["aaaa\nbbbb\n"], "eng": ["aa\nbb\n"]})
    fairness = evaluate(Tokenizer([]), corpus, reference="deu").fairness
    assert (fairness.worst_label, fairness.worst_premium) == ("eng", 0.5)
    assert "other than the reference" in METRICS["worst_premium"].formula


@pytest.mark.parametrize(
    ("costs", "expected"), [([3, 3, 3], 0.0), ([0, 1], 0.5), ([0, 0, 9], 2 / 3), ([1, 3], 0.25)]
)
def test_gini_by_hand(costs, expected):
    assert gini(costs) == pytest.approx(expected) == pytest.approx(gini_of(costs))


def test_percentiles_of_counted_numbers():
    assert percentile([0, 2, 0, 2], 0.5) == 2.0
    assert percentile([0, 1, 1], 0.95) == pytest.approx(1.95)
    assert percentile([0, 0], 0.5) is None


@pytest.mark.parametrize(
    ("label", "tokens", "is_flagged"),
    [
        ("eng", 10, False),
        ("eng", 57, False),
        ("eng_GB", 58, True),
        ("deu", 58, True),
        ("zho_Hant", 49, False),
        ("zho", 153, False),
        ("zho", 154, True),
        ("hin", 31, False),
        ("hin", 100, True),
        ("rus", 60, False),
        ("rus", 70, True),
        ("bod", 300, False),
        ("code_c", 300, False),
    ],
)
def test_ranges_belong_to_a_script_and_better_than_usual_is_no_flag(label, tokens, is_flagged):
    row = LabelEvaluation(label, 1, 100, 100, 10, tokens, round_trips=True)
    flag = red_flag(row)
    assert (flag is not None) == is_flagged
    if flag is not None:
        assert flag.kind == "tokens_per_character"
        assert f"{tokens / 100:.2f} tokens per character" in flag.sentence
        assert flag.words == f"{tokens / 100:.2f}/char"


def test_a_badly_served_language_is_a_flag_where_texts_are_parallel():
    labels = (LabelFairness("eng", 25, 1.0), LabelFairness("bod", 300, 12.0),
              LabelFairness("deu", 40, 1.6))  # fmt: skip
    fairness = FairnessFigures("eng", 10, 0, labels)
    tibetan = LabelEvaluation("bod", 1, 100, 100, 10, 300, round_trips=True)
    flag = red_flag(tibetan, fairness)
    assert flag is not None
    assert (flag.kind, flag.value, flag.words) == ("premium", 12.0, "12.0 ×")
    assert "12.0 times the tokens of eng" in flag.sentence
    german = LabelEvaluation("deu", 1, 100, 100, 10, 40, round_trips=True)
    assert red_flag(german, fairness) is None


def test_lost_text_is_the_first_flag():
    row = LabelEvaluation("bod", 1, 100, 200, 10, 3, round_trips=False, unknown_characters=164)
    flag = red_flag(row)
    assert flag is not None
    assert (flag.kind, flag.words) == ("loss", "82 %")
    assert "82.0 % of its characters are unknown" in flag.sentence


def test_a_normalization_is_named_as_the_cause_with_its_place():
    texts = {"deu": ["abc", "de\u0301f"], "eng": ["abc"]}
    tokenizer = Tokenizer([], normalization="nfc")
    rows = evaluate_all([Tokenizer([]), tokenizer], corpus_of(texts))
    plain, normalizing = (evaluation.rows[0] for evaluation in rows)
    assert plain.first_difference is None
    assert normalizing.first_difference == TextDifference(2, 1, "normalization")
    assert normalizing.round_trips
    assert (plain.bytes, normalizing.bytes) == (8, 7)
    assert rows[1].rows[1].first_difference is None


def test_definitions_are_whole():
    for key, metric in METRICS.items():
        assert metric.key == key
        assert all((metric.title, metric.head, metric.formula, metric.source, metric.caveat)), key
        assert metric.restates is None or metric.restates in METRICS
    assert set(DASHBOARD) <= set(METRICS)
    assert not any(METRICS[key].restates in DASHBOARD for key in DASHBOARD)


def test_every_metric_has_a_value_where_it_applies(tokenizers):
    texts = {"eng": [ENGLISH], "deu": [ENGLISH], "code_python": TEXTS["code_python"]}
    evaluation = evaluate(tokenizers[0], corpus_of(texts))
    english, code = evaluation.rows[0], evaluation.rows[2]
    for metric in METRICS.values():
        row = code if metric.key.startswith("indentation") else english
        if metric.key != "character_split_rate":  # the text is ASCII
            assert metric.value(evaluation, row) is not None, metric.key
    assert METRICS["premium"].value(evaluation, code) is None


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_document_that_is_read_in_parts_is_measured_as_the_whole(tokenizers, tmp_path, end):
    """A file is read by the megabyte; the same text in memory comes in one piece."""
    text = (
        "Low 12345 prices, größer 价格 and 1234567\n\tlower said.\n" * 22_000 + "no" * 600_000 + end
    )
    (tmp_path / "eng.txt").write_text(text, "utf-8", newline="")
    read = evaluate_all(tokenizers[1:3], Corpus.from_paths(tmp_path / "eng.txt"))
    held = evaluate_all(tokenizers[1:3], corpus_of({"eng": [text]}))
    for one, other in zip(read, held, strict=True):
        assert one.total == other.total
        assert one.total.documents == 1
        assert one.total.bytes == len(text.encode())
        assert one.texts[0].lines == text.count("\n") + (not end)


def test_a_second_evaluation_knows_the_tokenizer_and_gives_the_same():
    tokenizer = train_tokenizer(
        Corpus.from_texts(["low lower 1234 newest " * 20]), TrainingConfig(290)
    )
    corpus = Corpus.from_texts(["lower newest 12345\n  low" * 9])
    first, held = evaluate(tokenizer, corpus), Measured.of(tokenizer).single
    assert evaluate(tokenizer, corpus) == first
    assert Measured.of(tokenizer).single is held
    other = train_tokenizer(Corpus.from_texts(["wide wider widest " * 20]), TrainingConfig(270))
    assert Measured.of(other).single is not held
    gone = weakref.ref(other)
    del other
    gc.collect()
    assert gone() is None
