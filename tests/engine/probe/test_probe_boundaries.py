"""Answer choices that merge into the last token of their prompt."""

from __future__ import annotations

import pytest

from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.probe import prompt_boundaries
from engine.probe.tasks import ChoiceItem, scored_tokens

TEXTS = ["the cat sat on the mat", "the rat sat on the cat"] * 4


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer(Corpus.from_texts(TEXTS), TrainingConfig(290))


def test_a_space_at_the_end_of_a_prompt_merges_with_the_choice(tokenizer):
    items = [
        ChoiceItem(b"sat on the", (b" mat", b" cat"), 0, "clean"),
        ChoiceItem(b"sat on the ", (b"mat", b"cat"), 0, "space"),
        ChoiceItem(b"sat on the ", (b"mat", b"\n"), 0, "space"),
    ]
    report = prompt_boundaries(tokenizer, items)
    assert [(row.label, row.questions, row.choices, row.merged, row.uneven)
            for row in report.rows] == [("", 3, 6, 3, 1), ("clean", 1, 2, 0, 0),
                                        ("space", 2, 4, 3, 1)]  # fmt: skip
    assert (report.total.merged_share, report.total.uneven_share) == (0.5, pytest.approx(1 / 3))
    assert [(each.item, each.choice, each.prompt_end) for each in report.examples[:1]] == [
        (1, "mat", "sat on the ")
    ]
    for item in items:  # a token that reaches from the prompt into the answer is such a choice
        for choice in item.choices:
            crosses = scored_tokens(tokenizer, item.prompt, choice).crosses
            alone = prompt_boundaries(tokenizer, [ChoiceItem(item.prompt, (choice,), 0)])
            assert alone.total.merged == crosses
