"""Superwords among the settings of a training: fields, rules, undo, recipe; and live."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from engine import ConfigError, train
from engine.machine import result_of
from engine.settings.superwords import (
    SUPERWORD_PRESETS,
    SuperwordRules,
    Superwords,
    superword_rules,
)
from engine.text.words import words_between_spaces
from tests.superword_runs import CONFIG, superword_corpus
from tests.workbench.named import named, parts_in_grid, write
from workbench.text.numbers import GROUP_SPACE
from workbench.training.chart_points import TokenWords
from workbench.training.superword_designer import (
    RULE,
    RULE_ROWS,
    VALUE,
    SuperwordRuleTable,
    named_rules,
)
from workbench.training.training_pane import TrainingPane
from workbench.ui.words.setting_words import (
    superwords_title,
    transition_of,
    transition_text,
    what_happens,
)
from workbench.work.training_settings import TrainingSettings

OWN = Superwords(5000, "none", replace(superword_rules("article"), name="own", most_words=3))


@pytest.fixture
def pane(qtbot, state, theme):
    made = TrainingPane(state, theme)
    qtbot.addWidget(made)
    made.resize(928, 700)
    made.show()
    return made


@pytest.fixture
def fields(pane):
    return pane.form.superwords


def plain(words):
    """Words with ordinary spaces between groups of digits."""
    return words.replace(GROUP_SPACE, " ")


def rule_row(name):
    return [rule.name for rule in RULE_ROWS].index(name)


# ---- the fields


def test_superwords_are_off_until_rules_are_chosen(pane, fields):
    assert pane.settings.superwords is None
    assert not fields.transition.isVisible()
    fields.choose("official")
    assert pane.settings.superwords == Superwords(0.8)
    assert fields.transition.isVisible()
    fields.choose("off")
    assert pane.settings.superwords is None


def test_the_transition_says_the_sizes_it_comes_to(pane, fields):
    fields.choose("official")
    write(named(pane.form, "vocab_size"), "10 000")
    hints = fields.transition_field.findChildren(type(pane.results.number))
    assert any("8 000 ids, then 2 000 merges" in plain(each.text()) for each in hints)
    named(fields, "transition_slider").setValue(90 - 1)  # from 1 %
    assert pane.settings.superwords.start == 0.9
    assert fields.transition.text == "90 %"
    write(named(fields, "transition"), "5 000")
    assert pane.settings.superwords.start == 5000
    assert fields.transition.percent == 50


@pytest.mark.parametrize(
    ("text", "words"),
    [("nonsense", "is needed here"), ("100", "below the 256"), ("99 999", "begin below")],
)
def test_errors_stand_at_the_transition(pane, fields, text, words):
    fields.choose("official")
    write(named(fields, "transition"), text)
    assert words in fields.transition_field.error
    write(named(fields, "transition"), "80 %")
    assert not fields.transition_field.error


@pytest.mark.parametrize(
    ("text", "start"), [("80 %", 0.8), ("12,5%", 0.125), ("0.8", 0.8), ("40 000", 40_000)]
)
def test_a_transition_is_read(text, start):
    assert transition_of(text) == start
    assert type(transition_of(text)) is type(start)


@pytest.mark.parametrize("start", [0.8, 0.29, 1 / 3, 0.999, 300, 40_000])
def test_a_transition_is_read_as_it_is_written(start):
    assert transition_of(transition_text(start)) == start


@pytest.mark.parametrize("text", ["", "0 %", "100 %", "-3", "1.5", "nan", "%"])
def test_a_transition_that_is_none_is_refused(text):
    with pytest.raises(ConfigError) as caught:
        transition_of(text)
    assert caught.value.setting == "superwords"


def test_settings_and_documents_go_around(pane):
    for superwords in (None, Superwords(0.8), OWN):
        settings = TrainingSettings(vocab_size=9000, superwords=superwords)
        document = json.loads(json.dumps(settings.document()))
        assert TrainingSettings.of_document(document) == settings
        pane.form.take(settings)
        assert pane.form.settings() == settings
        assert TrainingSettings.of(settings.config("gpt2")) == settings


def test_rules_of_ones_own_have_an_entry_of_their_own(pane, fields):
    pane.form.take(TrainingSettings(vocab_size=9000, superwords=OWN))
    assert fields.choice.currentText() == "Own rules"
    fields.choose("official")
    assert pane.settings.superwords.rules == superword_rules("official")
    assert pane.settings.superwords.pattern == "none"


# ---- the rules


def test_every_rule_is_there_with_value_and_source(theme):
    table = SuperwordRuleTable(theme)
    known = {name for name in SuperwordRules().document() if name != "name"}
    assert {rule.name for rule in RULE_ROWS} == known
    for row in range(table.rowCount()):
        hint = table.index(row, RULE).data(Qt.ItemDataRole.ToolTipRole)
        assert len(hint.splitlines()) == 2


def test_rules_are_switched_and_written(pane, fields):
    fields.choose("official")
    rules = pane.superwords.designer.rules
    assert rules.switch(rule_row("digits_apart"), True)
    assert rules.write(rule_row("most_words"), "3")
    assert rules.write(rule_row("forbidden_inside"), '"; ", ": "')
    assert rules.write(rule_row("sampling_share"), "50 %")
    made = pane.settings.superwords.rules
    assert (made.name, made.digits_apart, made.most_words) == ("own", True, 3)
    assert made.forbidden_inside == ("; ", ": ")
    assert made.sampling_share == 0.5
    assert rules.index(rule_row("sampling_share"), VALUE).data() == "50 %"
    assert rules.switch(rule_row("most_words"), False)
    assert pane.settings.superwords.rules.most_words is None
    assert rules.index(rule_row("most_words"), VALUE).data() == "–"


def test_rules_that_are_a_presets_are_called_so(pane, fields):
    fields.choose("official")
    rules = pane.superwords.designer.rules
    rules.switch(rule_row("most_words"), False)
    rules.switch(rule_row("forbidden_inside"), False)
    assert pane.settings.superwords.rules == superword_rules("unbounded")
    for name in SUPERWORD_PRESETS:
        assert named_rules(replace(superword_rules(name), name="own")).name == name


@pytest.mark.parametrize(
    ("rule", "text", "words"),
    [
        ("most_words", "1", "forbids every superword"),
        ("most_words", "many", "not a whole number"),
        ("sampling_share", "200", "up to 1"), ("span_percentile", "x", "not a percentage"),
        ("forbidden_inside", '"a', "not a list of strings"), ("longest_span", "1", "at least 2"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_and_not_taken(pane, fields, rule, text, words):
    fields.choose("official")
    before = pane.settings.superwords
    designer = pane.superwords.designer
    assert not designer.rules.write(rule_row(rule), text)
    assert words in designer.error
    assert pane.settings.superwords == before


def test_rules_cannot_be_changed_while_superwords_are_off(pane):
    pane.superwords.toggle()
    rules = pane.superwords.designer.rules
    assert not rules.switch(0, False)
    assert not rules.flags(rules.index(0, RULE)) & Qt.ItemFlag.ItemIsEnabled
    assert "off" in pane.superwords.designer.words


def test_the_pattern_of_stage_two_is_checked(qtbot, pane, fields):
    fields.choose("official")
    pane.superwords.toggle()
    designer = pane.superwords.designer
    write(named(designer, "stage_two_pattern"), "([")
    qtbot.waitUntil(lambda: designer.pattern_field.error != "")
    assert "cannot be used" in designer.pattern_field.error
    assert pane.settings.superwords.pattern == "superbpe-stage2"
    write(named(designer, "stage_two_pattern"), "none")
    qtbot.waitUntil(lambda: designer.pattern_field.error == "")
    assert pane.settings.superwords.pattern == "none"


def test_rules_come_from_a_file(pane, fields, chosen_in_dialog, tmp_path):
    fields.choose("official")
    file = tmp_path / "mine.toml"
    file.write_text('preset = "official"\nmost_words = 2\n', "utf-8")
    [button] = [
        each
        for each in pane.superwords.designer.findChildren(QPushButton)
        if each.text() == "From file…"
    ]
    chosen_in_dialog(file)
    button.click()
    assert pane.settings.superwords.rules.most_words == 2
    assert fields.choice.currentText() == "mine"
    file.write_text("most_words = 2\nnonsense = 1\n", "utf-8")
    assert not pane.superwords.designer.take_file(file)
    assert "mine.toml" in pane.bar.text


def test_the_designer_stands_in_the_middle_and_goes(pane, fields):
    fields.choose("official")
    pane.superwords.toggle()
    assert pane.superwords.is_shown
    assert "3 021 merges within the split pattern" in plain(pane.superwords.designer.words)
    pane.note_started()
    assert not pane.superwords.is_shown
    assert not pane.superwords.action.isEnabled()


def test_what_happens_is_said():
    config = replace(CONFIG, vocab_size=1000)
    words = what_happens(config.superwords, config)
    assert "544 merges" in words
    assert "200 more merges" in words
    assert "at most 4 words" in words
    assert superwords_title(config.superwords) == "superwords from 80 %, Reference rules"


# ---- live


def test_a_training_marks_its_transition_and_counts_words(pane):
    pane.note_started()
    steps = train(superword_corpus(), CONFIG)
    values = []
    tokenizer = result_of(steps, values.append)
    for value in values:
        pane.note_progress((value,))
    pane.results.show_newest()
    charts = pane.results.charts
    n_first = CONFIG.n_first_merges
    for chart in (charts.languages.chart, charts.counts_chart, charts.gain_chart,
                  charts.superwords_chart):  # fmt: skip
        [note] = chart.notes
        assert note.x == n_first
    several = words_between_spaces(tokenizer.vocabulary) > 1
    ids = np.concatenate(
        [tokenizer.encode_to_array(source.texts[0]) for source in superword_corpus().sources]
    )
    assert charts.several_words == pytest.approx(100 * several[ids].mean())
    charts.finish()
    vocabulary, text = charts.superwords_chart.curves
    assert text.y[-1] == charts.several_words
    made = 256 + tokenizer.n_merges
    assert vocabulary.y[-1] == pytest.approx(100 * several.sum() / made)
    second, every = charts.lengths_chart.curves
    assert second.y.sum() == tokenizer.n_merges - n_first
    assert every.y.sum() == made
    assert "multi-word tokens" in pane.results.stream.facts
    assert [str(phase) for phase in pane.results.phases.phases][3:6] == [
        "Count token pairs", "Collect runs", "Compute superwords",
    ]  # fmt: skip
    live = charts.languages.chart.curves[-1].y[-1]
    charts.set_tokenizer(tokenizer)
    assert charts.languages.chart.curves[-1].y[-1] == pytest.approx(live)
    languages = {curve.label: curve.y[-1] for curve in charts.languages.chart.curves}
    values = tokenizer.training.source_bytes_per_token()
    assert [languages[label] for label in ("eng", "deu", "zho")] == pytest.approx(values.tolist())


def test_an_ordinary_training_has_no_chart_of_superwords(pane, tokenizer):
    charts = pane.results.charts
    charts.set_tokenizer(tokenizer)
    assert charts.several_words is None
    assert charts.superwords_chart not in parts_in_grid(charts.deck)
    charts.deck.resize(4000, 2000)
    assert charts.superwords_chart not in parts_in_grid(charts.deck)
    assert len(pane.results.phases.phases) == 5


def test_words_are_followed_in_any_batches():
    from engine import train_tokenizer

    tokenizer = train_tokenizer(superword_corpus(), CONFIG)
    applied = tokenizer.training.applied
    whole, parts = TokenWords(), TokenWords()
    in_text, in_vocabulary = whole.extend(tokenizer.merges, applied)
    for begin in range(0, len(applied), 7):
        part = slice(begin, begin + 7)
        parts.extend(tokenizer.merges[part], applied[part])
    assert (parts.in_text, parts.in_vocabulary) == (in_text[-1], in_vocabulary[-1])
    words = words_between_spaces(tokenizer.vocabulary)
    assert in_vocabulary[-1] == np.count_nonzero(words > 1)
