"""Differences from the baseline: of numbers, lists and words; what changed; the scores."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.evaluation import Evaluation, LabelEvaluation
from workbench.runs.run_comparison_view import _translated
from workbench.runs.run_facts_part import FIRST_VALUE, FactTable
from workbench.runs.run_scorecard_part import PREMIUM, Scorecard, score_words
from workbench.runs.run_scorecard_part import _translated as scorecard_words
from workbench.text.numbers import GROUP_SPACE
from workbench.ui.tables.headed_table import SHADE_ROLE
from workbench.ui.theme.colours import MARKERS
from workbench.work.runs.comparison import (
    MISSING,
    CommonEvaluation,
    ComparedFact,
    ComparedTokenizer,
)
from workbench.work.runs.differences import (
    Score,
    change_words,
    changed_facts,
    decimal_places,
    difference_of,
    difference_text,
    scores_of,
)


@pytest.mark.parametrize(
    ("section", "key", "values", "words", "is_better"),
    [
        ("settings", "vocab_size", (32_000, 48_000), f"+16{GROUP_SPACE}000", None),
        ("settings", "alpha", (1.0, 0.3), "−0.700", None),
        ("settings", "seed", (1, 2), "≠", None),
        ("settings", "min_frequency", (1, True), "≠", None),
        ("settings", "tie_break", ("a", "b"), "≠", None),
        ("settings", "tie_break", ("a", "a"), "", None),
        ("settings", "tie_break", ("a", MISSING), "", None),
        ("settings", "special_tokens", (("a", "b"), ("b", "c", "d")), "+2 −1", None),
        ("corpus", "bytes", (200, 100), "−50.0 %", None),
        ("corpus", "bytes", (100, 899), "+799.0 %", None),
        ("corpus", "bytes", (100, 1000), "× 10.0", None),
        ("corpus", "bytes", (1000, 1_089_772), f"× 1{GROUP_SPACE}090", None),
        ("corpus", "bytes", (1_089_772, 1000), "−99.9 %", None),
        ("sources", "deu.share", (0.10, 0.125), "+2.5 pp", None),
        ("result", "unmatched_bytes", (0, 7), "+7", None),
        ("result", "n_merges", (7, 7), "0", None),
        ("metrics", "bytes_per_token", (4.0, 5.0), "+25.0 %", True),
        ("metrics", "premium", (4.0, 5.0), "+25.0 %", False),
        ("metrics", "retention", (0.5, 0.52), "+2.0 pp", True),
        ("metrics", "bytes_per_word", (4.0, 5.0), "+25.0 %", None),
        ("metrics", "round_trips", (True, False), "≠", None),
    ],
)  # fmt: skip
def test_a_difference_in_words_and_its_direction(section, key, values, words, is_better):
    fact = ComparedFact(section, key, values)
    found = difference_of(fact, 1)
    assert difference_text(found, decimal_places(values)) == words
    assert (None if found is None else found.is_better) is is_better
    assert difference_of(fact, 0) is None


def test_a_figure_of_text_that_is_lost_is_neither_better_nor_worse():
    lossy = ComparedFact("metrics", "bytes_per_token", (4.0, 5.0, 5.0), frozenset({1}))
    assert difference_of(lossy, 1).is_better is None
    assert difference_of(lossy, 2).is_better is True


def test_numbers_of_a_row_have_the_same_decimals(qapp):
    model = FactTable()
    facts = [
        ComparedFact("result", "bytes_per_token", (9.87, 10.2)),
        ComparedFact("metrics", "bytes_per_token", (4.0, 5.0)),
    ]
    model.set_facts(facts, ("A", "B"))
    columns = range(FIRST_VALUE, model.columnCount())
    shown = [[model.index(row, column).data() for column in columns] for row in range(2)]
    assert shown == [["9.87", "10.20", "+3.3 %"], ["4.00", "5.00", "+25.0 %"]]
    side = model.index(0, FIRST_VALUE).data(Qt.ItemDataRole.TextAlignmentRole)
    assert side & Qt.AlignmentFlag.AlignRight
    shades = [model.index(row, FIRST_VALUE + 2).data(SHADE_ROLE) for row in range(2)]
    assert shades[0] is None  # of another corpus perhaps
    assert 0.5 < shades[1] < 0.6


def changed(facts, place=1):
    return change_words(
        facts, place, lambda fact: fact.key, lambda fact: list(map(str, fact.values))
    )


def test_what_changed_names_causes_and_leaves_out_what_follows():
    facts = [
        ComparedFact("settings", "vocab_size", (32, 48, 32)),
        ComparedFact("settings", "pattern", ("gpt2", "o200k", "gpt2")),
        ComparedFact("settings", "pattern_expression", ("x", "y", "x")),
        ComparedFact("settings", "normalization", (None, None, None)),
        ComparedFact("corpus", "labels", (("a", "b"), ("a",), ("a", "b"))),
        ComparedFact("corpus", "bytes", (10, 5, 10)),
        ComparedFact("corpus", "mixture", ("natural", "temperature", "natural")),
        ComparedFact("corpus", "alpha", (MISSING, 0.3, MISSING)),
        ComparedFact("result", "n_merges", (1, 2, 3)),
    ]
    assert changed(facts) == (
        "labels −1; mixture natural → α 0.3; pattern gpt2 → o200k; vocab_size 32 → 48"
    )
    assert changed(facts, 2) == ""
    own = [
        ComparedFact("settings", "pattern", ("own", "own")),
        ComparedFact("settings", "pattern_expression", ("x" * 40, "y")),
    ]
    assert changed(own) == "pattern_expression differs"
    assert [fact.values for fact in changed_facts(own, 1)] == [("x" * 40, "y")]


def row(tokens, *, exact=True):
    return LabelEvaluation(
        label="all", documents=1, bytes=600, characters=600, words=100, tokens=tokens,
        round_trips=exact,
    )  # fmt: skip


def test_the_scorecard_begins_with_the_highest_premium_and_marks_the_better(qtbot, theme):
    card = Scorecard(lambda place: (MARKERS[place], theme.colour("accent")), theme)
    qtbot.addWidget(card)
    base = Score(300, 2.5, 0.0, 12.0, "bod")
    better, worse = Score(300, 2.4, 0.04, 9.0, "bod"), Score(300, 2.6, -0.04, 15.0, "dzo")
    card.show_scores(("a", "b", "c"), (base, better, worse), "news")
    assert card.sentences()[1] == (
        "b: Highest premium Tibetan 9.00 ×, Bytes per token 2.40, Tokens +4.0 %, "
        "Vocabulary size 300"
    )
    assert card.premium_shade(base) is None
    assert card.premium_shade(better) > 0 > card.premium_shade(worse)
    card.resize(900, 300)
    card.show()
    [(_, area)] = [room for room in card._rooms(0.0, 10.0) if room[0] == PREMIUM]
    pictures = [card.grab(area.toRect().adjusted(0, 0, 0, 290)).toImage()]
    other = Score(300, 2.4, 0.04, 15.0, "bod")
    card.show_scores(("a", "b", "c"), (base, other, worse), "news")
    pictures.append(card.grab(area.toRect().adjusted(0, 0, 0, 290)).toImage())
    assert pictures[0] != pictures[1]  # the number and the side on which it is
    card.show_scores(("a", "b"), (Score(300, 2.5, 0.0), Score(300, 2.4, 0.04)), "own")
    assert card.sentences()[0].startswith("a: Bytes per token 2.50")  # not parallel: no premium


def test_scores_compare_tokens_only_where_both_decode_exactly(tokenizer):
    compared = [ComparedTokenizer(name, tokenizer) for name in "abcd"]
    measured = (row(200), row(150), None, row(100, exact=False))
    evaluations = tuple(None if each is None else Evaluation((each,), each) for each in measured)
    scores = scores_of(compared, CommonEvaluation("news", evaluations))
    size = tokenizer.vocab_size
    assert scores == (
        Score(size, 3.0, 0.0), Score(size, 4.0, -0.25), Score(size), Score(size, 6.0, None)
    )  # fmt: skip
    assert scores_of(compared[:1], None) == (Score(size),)


@pytest.mark.usefixtures("german")
def test_sentences_of_a_comparison_are_translated():
    assert _translated("All merges are identical.") != "All merges are identical."
    assert scorecard_words("%1 differs") == "%1 verschieden"


def test_the_highest_premium_is_written_after_its_language(qapp):
    assert score_words(Score(300, premium=2.5, label="tam"))["premium"] == "Tamil 2.50 ×"
