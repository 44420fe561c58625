"""The languages of compared runs: choosing one explains its tokens."""

from __future__ import annotations

import pytest

from engine import Tokenizer
from engine.evaluation.evaluation import evaluate_all
from workbench.runs.run_comparison_flow import RunComparison
from workbench.runs.run_languages_part import RunLanguagesPart
from workbench.ui.languages.dot_plot import DotPlot
from workbench.work.runs.comparison import CommonEvaluation, ComparedTokenizer


@pytest.fixture
def part(qtbot, theme):
    made = RunLanguagesPart(DotPlot("languages", theme), theme)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def comparison(corpus, tokenizer):
    compared = (
        ComparedTokenizer("unmeasured", Tokenizer(tokenizer.merges[:2])),
        ComparedTokenizer("whole", tokenizer),
        ComparedTokenizer("small", Tokenizer(tokenizer.merges[:9])),
    )
    measured = evaluate_all([each.tokenizer for each in compared[1:]], corpus)
    evaluation = CommonEvaluation("texts", (None, *measured))
    return RunComparison((), compared, (), evaluation, pair=None)


def test_the_language_with_the_highest_premium_is_explained_for_each_run(part, comparison):
    part.show_comparison(comparison)
    whole, small = part.why.accessibleName().removeprefix("Japanese: ").split("\n")
    for name, line in (("whole", whole), ("small", small)):
        assert line.startswith(f"{name}, ")
        assert "as many tokens in each pre-token as English" in line
    assert whole.removeprefix("whole") != small.removeprefix("small")


def test_a_chosen_language_opens_why(qtbot, part, comparison):
    part.show_comparison(comparison)
    with qtbot.waitSignal(part.inspection_requested) as asked:
        part.dots.row_chosen.emit("deu")
    (inspection,) = asked.args
    assert inspection.title == "German"
    facts = {fact.word: fact.value for fact in inspection.facts}
    assert facts["Run"] == "whole"
    assert "premium, whole " in facts["small"]
    assert "Training text" in facts
    assert part.why.accessibleName().startswith("German: whole, ")
    assert part.slopes.chosen == "deu"
    part.show_comparison(comparison)
    assert part.why.accessibleName().startswith("German: whole, ")
