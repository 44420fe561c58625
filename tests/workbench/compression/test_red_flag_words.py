"""What the window says of red flags: in its own language, with names instead of labels."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontMetricsF

from engine.evaluation.metrics import METRICS
from engine.evaluation.service import RedFlag
from engine.sentences import say
from workbench.compression.comparison_columns import columns_of, flag_cell, flag_sentence
from workbench.ui.theme.theme import CELL_INSET, SPACE_S

FLAGS = (
    RedFlag("kat", "loss", 0.125, None, say("flag_loss_unknown", label="kat", percent=12.5)),
    RedFlag("kat", "loss", None, None, say("flag_loss", label="kat")),
    RedFlag(
        "bod", "premium", 13.24, 3.0,
        say("flag_premium", label="bod", premium=13.24, reference="eng", limit=3.0),
        reference="eng",
    ),
    RedFlag(
        "ewe", "tokens_per_character", 0.59, 0.57,
        say("flag_tokens_per_character", label="ewe", value=0.59, script="Latin", usual=0.38,
            factor=1.5, ids=65_536),
        script="Latn",
    ),
)  # fmt: skip


def test_a_flag_names_value_limit_and_what_it_means():
    loss, unknown, premium, short = map(flag_sentence, FLAGS)
    assert loss.startswith("Georgian: ")
    assert "12.5 %" in loss
    assert "%" not in unknown
    assert premium.startswith("Tibetan: 13.2 times the tokens of English")
    assert "Above 3 " in premium
    assert "Latin script usually has about 0.38 with 65,536 ids. More than 1.5 times" in short
    assert [flag_cell(flag) for flag in FLAGS] == [
        "12 % lost", "differs", "⚑ 13.2 ×", "⚑ 0.59/char",
    ]  # fmt: skip


@pytest.mark.parametrize("speaks_german", [False, True])
def test_a_flag_has_the_room_of_its_words(request, theme, speaks_german):
    if speaks_german:
        request.getfixturevalue("german")
    rows = [SimpleNamespace(flag=flag, is_flagged=True) for flag in FLAGS]
    comparison = SimpleNamespace(names=("mine",))
    values = SimpleNamespace(rows=rows, metrics=tuple, comparison=comparison)
    (column,) = columns_of(values, ("flag",), METRICS["bytes_per_token"])
    metrics = QFontMetricsF(theme.font(bold=True))
    needed = max(metrics.horizontalAdvance(flag_cell(flag)) for flag in FLAGS)
    assert column.width >= needed + CELL_INSET + SPACE_S


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("flag", FLAGS)
def test_a_german_window_has_no_english_flag(flag):
    sentence = flag_sentence(flag)
    for word in ("text back", "tokens per", "the tokens of", " of its ", "Georgian", "Tibetan"):
        assert word not in sentence
    assert "/char" not in flag_cell(flag)
    assert QCoreApplication.translate("comparison_columns", "differs") == "weicht ab"
