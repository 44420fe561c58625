"""The fields of merge rules: in the training form, checked while they are written, undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import ConfigError, Corpus, TrainingConfig
from engine.settings.token_lists import MergeRules
from workbench.runs.runs_pane import inspection_of_run
from workbench.training.training_form import TrainingForm
from workbench.training.training_words import closing_words, settings_words
from workbench.work.runs.comparison import facts_of
from workbench.work.runs.recording import record_training
from workbench.work.runs.recording_progress import TrainingReport
from workbench.work.training_settings import TrainingSettings

RULES = MergeRules((b" the", b"\n\n", b"\xe2\x82"), r"[0-9]{2}")


@pytest.fixture
def form(qtbot, theme):
    made = TrainingForm(theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_without_rules_they_are_folded_up(form):
    fields = form.merge_rules
    assert form.settings().merge_rules is None
    assert fields.choice_field.isVisible()
    assert not fields.tokens_field.isVisible()
    assert not fields.pattern_field.isVisible()


def test_what_is_written_becomes_the_rules_of_the_training(form, qtbot):
    with qtbot.waitSignal(form.changed):
        form.merge_rules.edit(" the\n\\n\\n\nhex:e282\n", "[0-9]{2}")
    assert form.merge_rules.tokens_field.isVisible()
    assert form.config("gpt2").merge_rules == RULES
    assert form.check()
    form.merge_rules.edit("", "")
    assert form.settings().merge_rules is None


def test_rules_are_taken_and_say_the_same(form):
    form.take(TrainingSettings(merge_rules=RULES))
    assert form.merge_rules.pattern_field.isVisible()
    assert form.settings() == TrainingSettings(merge_rules=RULES)
    form.take(TrainingSettings())
    assert form.settings().merge_rules is None
    assert not form.merge_rules.tokens_field.isVisible()


def test_rules_that_mean_the_same_stay_as_they_were_written(form):
    form.merge_rules.edit(r"\u20ac \x61", "")
    settings = form.settings()
    form.take(replace(settings, vocab_size=5000))
    assert form.settings() == replace(settings, vocab_size=5000)
    assert form.merge_rules.written_tokens == r"\u20ac \x61"


@pytest.mark.parametrize(
    ("tokens", "pattern", "at_tokens", "at_pattern"),
    [
        ("ab\nx", "", "Line 2: x is a single byte", ""),
        ("ab\n\nab", "", "Line 3: 'ab' is listed twice (first: Line 1).", ""),
        ("ab", "a[", "", "unterminated character set at position 2"),
        (r"\q", "(", "is none that is known", "missing ) at position 1"),
    ],
)
def test_what_is_wrong_stands_at_its_field(form, tokens, pattern, at_tokens, at_pattern):
    form.merge_rules.edit(tokens, pattern)
    with pytest.raises(ConfigError):
        form.settings()
    assert not form.check()
    found = form.merge_rules.tokens_field.error, form.merge_rules.pattern_field.error
    for words, wanted in zip(found, (at_tokens, at_pattern), strict=True):
        assert wanted in words
        assert bool(words) == bool(wanted)
    form.merge_rules.edit("ab", "a")
    assert form.check()
    assert form.merge_rules.tokens_field.error == ""


def next_or_end(recording):
    """None after a step, the recorded run after the last one."""
    try:
        next(recording)
    except StopIteration as stop:
        return stop.value
    return None


def test_a_run_and_its_end_tell_of_the_rules(store):
    config = TrainingConfig(400, merge_rules=RULES)
    recording = record_training(store, Corpus.from_texts(["the 1234 other\n\n" * 9]), config)
    while (run := next_or_end(recording)) is None:
        pass
    run_id = run.run_id
    facts = inspection_of_run(store.run(run_id).summary).facts
    assert "some tokens are blocked" in [fact.value for fact in facts]
    known = facts_of(store.tokenizer(run_id), store.run(run_id))
    assert known["settings", "blocked_tokens"] == (r"\sthe", r"\n\n", "hex:e282")
    assert known["settings", "blocked_pattern"] == "[0-9]{2}"
    assert settings_words(config, "gpt2").endswith(" · merge rules")
    report = TrainingReport(1.0, 12, 144, False, (), has_merge_rules=True)
    assert "the merge rules leave no pair for more than 12 of 144" in closing_words(report)
