"""Requirements on metrics: which rows they are about, and what they say of lost texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import ConfigError
from engine.evaluation import (
    METRICS,
    FairnessFigures,
    LabelEvaluation,
    judged,
    metrics_of_scope,
    read_requirements,
)
from engine.evaluation.evaluation import Evaluation
from engine.evaluation.figures import LabelFairness
from engine.evaluation.parallel import TextReport


def row(label, n_bytes, tokens, *, exact=True):
    return LabelEvaluation(label, 1, n_bytes, n_bytes, 10, tokens, exact, unknown_characters=0)


ENG, DEU, CODE = row("eng_Latn", 100, 20), row("deu_Latn", 100, 50), row("code_c", 60, 30)
FAIRNESS = FairnessFigures(
    "eng_Latn", 9, 0, (LabelFairness("eng_Latn", 2.0, 1.0), LabelFairness("deu_Latn", 5.0, 2.5))
)
TEXTS = tuple(
    TextReport(label, 9, 100, 0, 0, None, None, label != "code_c")
    for label in ("eng_Latn", "deu_Latn", "code_c")
)
EVALUATION = Evaluation((ENG, DEU, CODE), row("all", 260, 100), FAIRNESS, TEXTS)


def verdicts(table, evaluation=EVALUATION):
    return {
        (result.requirement.metric.key, result.label): result.verdict
        for result in judged(read_requirements(table), evaluation)
    }


def test_a_threshold_is_for_every_label_and_that_of_a_label_comes_first():
    assert verdicts({"bytes_per_token": ">= 2"}) == {
        ("bytes_per_token", "eng_Latn"): "met",
        ("bytes_per_token", "deu_Latn"): "met",
        ("bytes_per_token", "code_c"): "met",
    }
    table = {"bytes_per_token": ">= 3", "deu": {"bytes_per_token": "< 3"}}  # by its language
    assert verdicts(table) == {
        ("bytes_per_token", "eng_Latn"): "met",
        ("bytes_per_token", "deu_Latn"): "met",
        ("bytes_per_token", "code_c"): "failed",
    }
    table["deu_Latn"] = {"bytes_per_token": "> 2"}  # closer than its language
    assert verdicts(table)["bytes_per_token", "deu_Latn"] == "failed"


def test_metrics_of_all_languages_and_the_total_have_one_value():
    table = {"worst_premium": "<= 2.4", "gini": "< 0.5", "worst_language": "!= deu_Latn"}
    assert verdicts({**table, "all": {"tokens": "== 100"}}) == {
        ("worst_premium", "all"): "failed",
        ("gini", "all"): "met",
        ("worst_language", "all"): "failed",
        ("tokens", "all"): "met",
    }
    assert verdicts({"premium": "<= 2.5"}) == {
        ("premium", "eng_Latn"): "met",
        ("premium", "deu_Latn"): "met",
    }  # code has none


def test_a_text_that_is_lost_meets_nothing_but_what_says_so():
    lost = replace(DEU, round_trips=False, unknown_characters=90)
    fairness = FAIRNESS.without(["deu_Latn"])
    total = replace(EVALUATION.total, round_trips=False)
    found = Evaluation((ENG, lost, CODE), total, fairness, TEXTS)
    table = {
        "bytes_per_token": ">= 1", "premium": "< 9", "gini": "< 1", "round_trips": True,
        "unknown_share": "<= 5 %", "bytes": "> 1",
    }  # fmt: skip
    judgement = verdicts(table, found)
    assert judgement["bytes_per_token", "deu_Latn"] == "lossy"
    assert judgement["premium", "deu_Latn"] == "lossy"
    assert judgement["gini", "all"] == "lossy"
    assert judgement["round_trips", "deu_Latn"] == "failed"
    assert judgement["unknown_share", "deu_Latn"] == "failed"
    assert judgement["bytes", "deu_Latn"] == "met"
    assert judgement["bytes_per_token", "eng_Latn"] == "met"


def test_what_was_not_measured_is_not_met():
    plain = replace(EVALUATION, fairness=None)
    assert verdicts({"premium": "<= 2"}, plain) == {("premium", "all"): "missing"}
    assert verdicts({"gini": "<= 2"}, plain) == {("gini", "all"): "missing"}
    assert verdicts({"eng_Latn": {"retention": ">= 0"}}) == {("retention", "eng_Latn"): "missing"}


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.key)
def test_every_metric_of_the_list_can_be_required(metric):
    value = {"yes-no": True, "label": "== eng"}.get(metric.format, ">= 0")
    assert read_requirements({metric.key: value})[0].metric is metric
    if metric in metrics_of_scope("label"):
        assert read_requirements({"eng": {metric.key: value}, "all": {metric.key: value}})


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({}, "There is no requirement"),
        ({"eng": {}}, "There is no requirement"),
        ({"speed": ">= 1"}, "speed: there is no metric speed; the metrics are bytes_per_token, "),
        ({"gini": [">= 0.5", "< 0.5"]}, "gini: no value is >= 0.5 and < 0.5"),
        ({"gini": ["== 0.5", "!= 0.5"]}, "no value is"),
        ({"round_trips": [True, False]}, "no value is == true and == false"),
        ({"worst_language": ["== eng", "== deu"]}, "no value is"),
        ({"worst_language": "<= eng"}, '"== deu" or "!= deu" only'),
        ({"tokens": []}, "tokens is []; write a relation"),
        ({"tokens": "nan"}, "write a relation"),
        ({"tokens": "<= nan"}, "'nan' is no number"),
        ({"retention": ">= 101 %"}, "is no share"),
    ],
)
def test_wrong_tables_are_refused_with_their_key(table, sentence):
    with pytest.raises(ConfigError) as refused:
        read_requirements(table)
    assert sentence in str(refused.value)


def test_a_label_of_no_text_is_refused():
    with pytest.raises(ConfigError, match=r"fra\.tokens: no text is labelled fra"):
        verdicts({"fra": {"tokens": "> 1"}})


def test_thresholds_that_meet_in_one_value_are_no_contradiction():
    assert verdicts({"all": {"tokens": [">= 100", "<= 100"]}}) == {("tokens", "all"): "met"}


def test_a_threshold_relative_to_a_baseline_is_one_for_each_text():
    base = replace(EVALUATION, rows=(row("eng_Latn", 100, 25), row("deu_Latn", 100, 40), CODE))
    table = {
        "tokens": "<= 0.9 * base",
        "code_c": {"tokens": "<= base"},
        "all": {"tokens": "< 110 % of base"},
        "gini": "<= base",
        "worst_premium": ["<= base", "> 0.5 * base"],
    }
    results = judged(read_requirements(table), EVALUATION, {"base": base})
    assert [(r.label, r.limit, r.verdict) for r in results[:4]] == [
        ("eng_Latn", 22.5, "met"),
        ("deu_Latn", 36.0, "failed"),
        ("code_c", 30.0, "met"),
        ("all", pytest.approx(110.0), "met"),
    ]
    assert all(r.is_met for r in results[4:])


def test_a_baseline_without_the_figure_is_no_limit():
    lossy = replace(
        EVALUATION, rows=(replace(ENG, round_trips=False), DEU), fairness=None, texts=()
    )
    results = judged(read_requirements({"tokens": "<= base"}), EVALUATION, {"base": lossy})
    assert [(r.label, r.verdict) for r in results] == [
        ("eng_Latn", "incomparable"),
        ("deu_Latn", "met"),
        ("code_c", "incomparable"),
    ]


@pytest.mark.parametrize(
    ("text", "baselines", "sentence"),
    [
        ("<= other", {"base": EVALUATION}, "other is neither a number nor one of the baselines"),
        ("<= base", {}, "there are no baselines"),
        ("<= 0 * base", {"base": EVALUATION}, "'0' is no factor"),
        ("<= 1.2.3 * base", {"base": EVALUATION}, "'1.2.3' is no factor"),
        ("<= 2,5", {}, "'2,5' is no number"),
    ],
)
def test_wrong_baselines_are_refused(text, baselines, sentence):
    with pytest.raises(ConfigError, match=r"^tokens") as refused:
        judged(read_requirements({"tokens": text}), EVALUATION, baselines)
    assert sentence in str(refused.value)
