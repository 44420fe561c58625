"""The question while it is edited: what fields say, what the engine makes of it, and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import TrainingConfig
from engine.errors import ConfigError
from workbench.explore.question_draft import (
    ObjectiveDraft,
    QuestionDraft,
    VariableDraft,
    draft_of,
    edit_kind,
    usual_draft,
    usual_variable,
)

FIXED = TrainingConfig(8192, pattern="o200k")


def test_the_usual_question_can_be_asked_at_once():
    draft = usual_draft(FIXED, has_parallel=True)
    question = draft.question(FIXED, ["texts"])
    assert [each.key for each in question.sought] == [
        "bytes_per_token", "worst_premium", "embedding_parameters",
    ]  # fmt: skip
    assert question.by_name["vocab_size"].high == 8192
    assert question.texts == ("texts",)
    assert question.budget.trials == 60
    assert question.budget.seconds == 600.0


def test_without_texts_in_parallel_no_premium_is_asked_for():
    keys = [each.metric for each in usual_draft(FIXED, has_parallel=False).objectives]
    assert keys == ["bytes_per_token", "embedding_parameters"]


def test_groups_thresholds_shares_and_patterns_reach_the_question_and_come_back():
    draft = replace(
        usual_draft(FIXED, has_parallel=True),
        objectives=(
            ObjectiveDraft("bytes_per_token", "maximise", "eng, deu", ">= 3"),
            ObjectiveDraft("worst_premium", "minimise", "all", ">= 1.2, <= 2.5"),
        ),
        variables=(
            VariableDraft("vocab_size", is_on=True, low="4 096", high="8,192"),
            VariableDraft("pattern", is_on=True, choices=("gpt2", "o200k")),
            VariableDraft("share", is_on=True, low="0,1", high="0.4", labels="deu, fra"),
            usual_variable("temperature"),
        ),
        trials="",
        minutes="2.5",
    )
    question = draft.question(FIXED)
    assert question.objectives[0].group == ("eng", "deu")
    assert question.budget.seconds == 150.0
    assert question.budget.trials is None
    limits = [(each.threshold.relation, each.threshold.limit) for each in question.constraints]
    assert limits == [(">=", 3.0), (">=", 1.2), ("<=", 2.5)]
    assert set(question.by_name) == {"vocab_size", "pattern", "share.deu+fra"}
    back = draft_of(question, draft)
    assert back.question(FIXED) == question
    assert not back.variable("temperature").is_on


@pytest.mark.parametrize(
    ("changes", "setting"),
    [
        ({"trials": "many"}, "trials"),
        ({"minutes": "soon"}, "minutes"),
        ({"seed": "-1"}, "seed"),
        (
            {"variables": (VariableDraft("vocab_size", is_on=True, low="a", high="9"),)},
            "vocab_size",
        ),
        ({"variables": (VariableDraft("share", is_on=True, low="0", high="1"),)}, "share"),
    ],
)
def test_a_field_that_is_wrong_is_named(changes, setting):
    draft = replace(usual_draft(FIXED, has_parallel=True), **changes)
    with pytest.raises(ConfigError) as error:
        draft.question(FIXED)
    assert error.value.setting == setting


def test_edits_of_one_row_are_of_one_kind():
    one = usual_draft(FIXED, has_parallel=True)
    two = replace(one, trials="7")
    three = replace(two, trials="77")
    other = replace(three, objectives=one.objectives[:1])
    assert edit_kind(one, two) == edit_kind(two, three)
    assert edit_kind(three, other) != edit_kind(two, three)
    assert QuestionDraft() != one
