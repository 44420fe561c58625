"""The table [explore] as a question, and what it refuses."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.errors import ConfigError
from engine.explore import (
    LabelShare,
    LongestToken,
    MinCount,
    ParityShare,
    PatternChoice,
    Question,
    SuperwordRuleChoice,
    SuperwordTransition,
    Temperature,
    VocabSize,
    read_question,
    seconds_of,
)
from engine.explore.mixing import TrialMixture, config_of, shares_beyond, sizes_of
from engine.settings import Mixture, Parity, Superwords, TrainingConfig, superword_rules

WHOLE = """
texts = ["parallel/"]
trials = 300
time = "10m"
sampler = "nsga2"
seed = 4
[groups]
cjk = ["zho", "jpn"]
[[objective]]
metric = "worst_premium"
[[objective]]
metric = "bytes_per_token"
label = "eng"
threshold = [">= 3", "< 9"]
[[objective]]
metric = "gini"
group = "cjk"
goal = "hold"
threshold = "<= 0.2"
[variables]
temperature = [0, 1]
vocab_size = { sizes = [1024, 512] }
pattern = ["gpt2", "o200k"]
superword_transition = [0.5, 0.9]
superword_rules = ["official", "article"]
min_count = [1, 10]
longest_token = { low = 8, high = 32 }
[variables.shares]
deu = [0.1, 0.3]
cjk = [0.1, 0.4]
"""
SMALL = """
trials = 3
objective = ["gini"]
variables = { temperature = [0, 1] }
"""
FIXED = TrainingConfig(2048, superwords=Superwords(0.8))


def question(text: str, fixed: TrainingConfig = FIXED) -> Question:
    return read_question(tomllib.loads(text), fixed)


def small(**changes: Any) -> Question:
    return read_question({**tomllib.loads(SMALL), **changes}, TrainingConfig(2048))


def test_everything_is_read() -> None:
    asked = question(WHOLE)
    assert (asked.budget.trials, asked.budget.seconds, asked.sampler) == (300, 600.0, "nsga2")
    wishes = [
        (each.key, each.goal, each.threshold and each.threshold.limit) for each in asked.objectives
    ]
    assert wishes == [
        ("worst_premium", "minimise", None),
        ("eng.bytes_per_token", "maximise", 3.0),
        ("eng.bytes_per_token", "hold", 9.0),
        ("cjk.gini", "hold", 0.2),
    ]
    assert asked.objectives[3].group == ("zho", "jpn")
    assert asked.variables == (
        Temperature(0, 1),
        VocabSize(512, 1024, (512, 1024)),
        PatternChoice(("gpt2", "o200k")),
        SuperwordTransition(0.5, 0.9),
        SuperwordRuleChoice(("official", "article")),
        MinCount(1, 10),
        LongestToken(8, 32),
        LabelShare(0.1, 0.3, ("deu",)),
        LabelShare(0.1, 0.4, ("zho", "jpn"), "cjk"),
    )
    assert (asked.greatest_size, asked.patterns) == (1024, ("gpt2", "o200k"))


def test_values_become_settings() -> None:
    asked = question(WHOLE)
    values = {
        "pattern": "o200k", "superword_transition": 0.75, "superword_rules": "article",
        "min_count": 4, "longest_token": 9, "vocab_size": 512, "share.deu": 0.3, "share.cjk": 0.8,
    }  # fmt: skip
    config = config_of(asked, values)
    assert (config.vocab_size, config.pattern, config.min_frequency) == (1024, "o200k", 4)
    assert config.max_token_bytes == 9
    assert config.superwords == Superwords(0.75, rules=superword_rules("article"))
    assert sizes_of(asked, values) == (512, 1024)
    assert shares_beyond(asked, values) == pytest.approx(0.1)


def test_the_parity_share_is_what_languages_choose() -> None:
    fixed = TrainingConfig(2048, parity=Parity(("dev/",), global_merges=10))
    asked = read_question({**tomllib.loads(SMALL), "variables": {"parity_share": [0.2, 1]}}, fixed)
    assert asked.variables == (ParityShare(0.2, 1),)
    parity = config_of(asked, {"parity_share": 0.25}).parity
    assert parity == Parity(("dev/",), global_share=0.75)


def test_shares_leave_the_rest_as_it_was() -> None:
    mixture = TrialMixture(Mixture(alpha=1.0), ((("zho", "jpn"), 0.5),))
    made = mixture.for_sources(["eng", "zho", "jpn", "deu"], [300, 100, 300, 100])
    assert made.shares == pytest.approx({"eng": 0.375, "deu": 0.125, "zho": 0.125, "jpn": 0.375})


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("1.5 m", 90), ("2h", 7200), (3, 3)]
)
def test_durations(text: object, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"colour": 1}, "explore_no_key"),
        ({"trials": 1.5}, "explore_whole"),
        ({"trials": 0}, "explore_empty_budget"),
        ({"trials": None}, "explore_no_budget"),
        ({"time": "soon"}, "explore_time"),
        ({"sampler": "grid"}, "explore_sampler"),
        ({"workers": 100}, "explore_number"),
        ({"texts": 3}, "explore_kind"),
        ({"variables": {}}, "explore_no_variables"),
        ({"variables": {"temperature": [0.5, 0.5]}}, "explore_one_value"),
        ({"variables": {"temperature": [0.5]}}, "explore_one_value"),
        ({"variables": {"temperature": [1, 0]}}, "explore_bounds"),
        ({"variables": {"temperature": [0, 2]}}, "explore_outside"),
        ({"variables": {"temperature": "warm"}}, "explore_range"),
        ({"variables": {"vocab_size": {"sizes": [512]}}}, "explore_one_value"),
        ({"variables": {"vocab_size": [100, 512]}}, "explore_outside"),
        ({"variables": {"pattern": ["gpt2"]}}, "explore_one_value"),
        ({"variables": {"pattern": ["gpt2", "o200k", "gpt2"]}}, "explore_value_twice"),
        ({"variables": {"superword_rules": ["official", "mine"]}}, "explore_no_rules"),
        ({"variables": {"superword_transition": [0.5, 0.9]}}, "explore_needs_setting"),
        ({"variables": {"parity_share": [0.5, 0.9]}}, "explore_needs_setting"),
        ({"variables": {"shares": {"deu": [0.5, 0.9], "eng": [0.5, 0.9]}}}, "explore_shares_full"),
        ({"objective": []}, "explore_nothing_sought"),
        ({"objective": ["nice"]}, "explore_no_metric"),
        ({"objective": ["gini", "gini"]}, "explore_objective_twice"),
        ({"objective": ["worst_language"]}, "explore_no_number"),
        ({"objective": ["premium"]}, "explore_of_label"),
        ({"objective": [{"metric": "gini", "label": "eng"}]}, "explore_of_all"),
        ({"objective": [{"metric": "gini", "group": "cjk"}]}, "explore_no_group"),
        ({"objective": [{"metric": "gini", "goal": "like"}]}, "explore_goal"),
        ({"objective": ["tokens", {"metric": "gini", "goal": "hold"}]}, "explore_hold_without"),
        (
            {"objective": [{"metric": "gini", "threshold": ["<= 0.1", ">= 0.2"]}]},
            "explore_contradiction",
        ),
        ({"objective": [{"metric": "gini", "threshold": "!= 0.1"}]}, "explore_not_equal"),
        ({"objective": [{"metric": "gini", "threshold": "small"}]}, "requirement_no_threshold"),
    ],
)  # fmt: skip
def test_a_question_without_an_answer_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(ConfigError) as caught:
        small(**changes)
    assert caught.value.code == code
