"""The settings of a training as one value: in the form, in the state, and from a stored run."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import pytest
from PySide6.QtWidgets import QLabel

from engine import ConfigError, TrainingConfig
from tests.workbench.named import named, write
from workbench.training import training_form
from workbench.training.training_form import FIELD_KEYS, TrainingForm
from workbench.training.training_pane import TrainingPane
from workbench.work.training_settings import SETTINGS, TrainingSettings, default_of

WHOLE = TrainingSettings(
    vocab_size=32_768,
    special_tokens=("<|a|>", "<|b|>"),
    reserved_slots=3,
    tie_break="first-seen",
    min_frequency=2,
    max_token_bytes=40,
    token_limit="tokenizers",
    normalization="nfc",
    roles=(("bos", "<|b|>"), ("eos", "<|a|>")),
    special_text="cut",
    name="mine",
)


@pytest.fixture
def pane(qtbot, state, theme):
    made = TrainingPane(state, theme)
    qtbot.addWidget(made)
    return made


def test_they_are_those_of_a_stored_run_and_back():
    config = WHOLE.config("llama3")
    assert config.pattern == "llama3"
    assert TrainingSettings.of(config) == replace(WHOLE, name="")
    # Whatever a training can be told but its pattern: a setting added later must come here too.
    known = {field.name for field in fields(TrainingSettings)} - {"name", "pad_vocab_to", "beside"}
    assert known == {field.name for field in fields(TrainingConfig)} - {"pattern"}
    with pytest.raises(ConfigError):
        replace(WHOLE, vocab_size=200).config("gpt2")
    with pytest.raises(FrozenInstanceError):
        WHOLE.vocab_size = 300


def test_differences_are_named_with_both_values():
    other = replace(WHOLE, vocab_size=4096, normalization=None)
    assert WHOLE.differences(other) == {
        "vocab_size": (32_768, 4096),
        "normalization": ("nfc", None),
    }
    assert not WHOLE.differences(replace(WHOLE))


@pytest.mark.parametrize(
    "settings",
    [
        TrainingSettings(),
        WHOLE,
        replace(WHOLE, special_tokens=("<|endoftext|>",), roles=None, name=""),
    ],
    ids=["at first", "all set", "a named set"],
)
def test_the_form_says_what_it_was_given(pane, state, settings):
    pane.take_settings(WHOLE)
    pane.take_settings(settings)
    assert pane.form.settings() == pane.settings == state.training_settings == settings
    assert pane.form.config("gpt2") == settings.config("gpt2")


def test_settings_are_told_once_and_equal_ones_never(qtbot, pane, state):
    with qtbot.waitSignal(state.training_settings_changed) as told:
        state.set_training_settings(WHOLE)
    assert told.args == [WHOLE]
    assert pane.form.settings() == WHOLE
    with (
        qtbot.assertNotEmitted(state.training_settings_changed),
        qtbot.assertNotEmitted(pane.form.changed),
    ):
        state.set_training_settings(replace(WHOLE))
        pane.take_settings(replace(WHOLE))
    with qtbot.assertNotEmitted(state.training_settings_changed):
        write(named(pane.form, "vocab_size"), "32768")  # the same number in another spelling


def test_what_is_typed_reaches_the_state_and_what_is_wrong_does_not(pane, state):
    write(named(pane.form, "vocab_size"), "8192")
    assert state.training_settings.vocab_size == 8192
    write(named(pane.form, "vocab_size"), "many")
    assert state.training_settings.vocab_size == pane.settings.vocab_size == 8192
    pane.take_settings(pane.settings)  # as undoing does
    assert pane.form.settings().vocab_size == 8192
    assert pane.form.fields["vocab_size"].error == ""


def test_the_form_is_read_once_for_each_edit(pane, monkeypatch):
    pane.form.merge_rules.edit("abc", "")
    pane.form.set_special_tokens(("<|a|>",))
    read: list[str] = []

    def counted(owner, name):
        function = getattr(owner, name)

        def noted(*arguments):
            read.append(name)
            return function(*arguments)

        monkeypatch.setattr(owner, name, noted)

    counted(TrainingForm, "_parsed")
    counted(TrainingForm, "_special_tokens")
    counted(training_form, "blocked_in_lines")
    for edit in (
        lambda: write(named(pane.form, "vocab_size"), "5000"),
        lambda: write(named(pane.form, "vocab_size"), "5000 x"),
        lambda: pane.form.set_run_name("another"),
    ):
        read.clear()
        edit()
        assert read.count("_parsed") == 1
        assert read.count("_special_tokens") <= 1
        assert "blocked_in_lines" not in read
    read.clear()
    pane.form.merge_rules.edit("abcd", "")
    assert (read.count("_parsed"), read.count("blocked_in_lines")) == (1, 1)
    read.clear()
    pane.announce_settings()
    assert not read


def test_every_setting_with_a_field_has_its_words_and_its_default(pane):
    shown = pane.form.fields
    for key in FIELD_KEYS:
        assert shown[key].value() == default_of(key)
        assert SETTINGS[key].label in {part.text() for part in shown[key].findChildren(QLabel)}
