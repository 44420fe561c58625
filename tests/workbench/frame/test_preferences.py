"""Preferences: typed values in a file that people may damage, and the dialog over them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox

from tests.workbench.named import named
from workbench.frame.settings_dialog import SettingFrame, SettingsDialog, setting_words
from workbench.ui.widgets.fields import NumberBox
from workbench.work import preferences
from workbench.work.preferences import (
    ALL,
    CONFIRM_CLOSE,
    N_THREADS,
    TEXT_SIZE,
    THEME,
    TOUR_SEEN,
    Preferences,
    PreferencesError,
)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "window.ini"


def opened(file: Path) -> Preferences:
    return Preferences(QSettings(str(file), QSettings.Format.IniFormat))


@pytest.fixture
def values(qapp, file):
    return opened(file)


@pytest.fixture
def dialog(qtbot, values, theme, tmp_path):
    made = SettingsDialog(values, theme, tmp_path)
    qtbot.addWidget(made)
    made.open()
    return made


def row(dialog, preference):
    [found] = [each for each in dialog.rows if each.words.preference is preference]
    return found


def test_values_outlive_the_program_in_their_types(values, file):
    values.set(THEME, "dark-contrast")
    values.set(N_THREADS, 3)
    values.set(CONFIRM_CLOSE, False)
    values._settings.sync()
    again = opened(file)
    assert again.get(THEME) == "dark-contrast"
    assert again.get(N_THREADS) == 3
    assert again.get(CONFIRM_CLOSE) is False


@pytest.mark.parametrize(
    ("preference", "damage"),
    [(THEME, "pink"), (N_THREADS, "many"), (N_THREADS, "-1"), (N_THREADS, "99999"),
     (TEXT_SIZE, "101"), (CONFIRM_CLOSE, "perhaps"), (N_THREADS, "٣" * 12)],
)  # fmt: skip
def test_a_damaged_value_counts_as_not_set(qapp, file, preference, damage):
    group, _, key = preference.key.rpartition("/")
    file.write_text(f"[{group or 'General'}]\n{key}={damage}\n", encoding="utf-8")
    values = opened(file)
    assert values.get(preference) == preference.default
    assert values.is_default(preference)


def test_keys_are_unique_and_defaults_allowed():
    assert len({each.key for each in ALL}) == len(ALL)
    for each in ALL:
        assert each.read(each.default) == each.default, each.key


def test_a_value_that_is_not_allowed_is_refused(values):
    with pytest.raises(ValueError, match="theme cannot be 'pink'"):
        values.set(THEME, "pink")


def test_changes_are_told_once(values):
    told = []
    values.value_changed.connect(told.append)
    values.set(THEME, "dark")
    values.set(THEME, "dark")
    values.reset(THEME)
    values.reset(THEME)
    assert told == [THEME, THEME]


def test_resetting_all_keeps_that_the_tour_was_seen(values):
    values.set(THEME, "dark")
    values.set(TOUR_SEEN, True)
    values.reset_all()
    assert values.is_default(THEME)
    assert values.get(TOUR_SEEN)


def test_json_carries_everything_to_another_machine(values, tmp_path):
    values.set(THEME, "light-contrast")
    values.set(N_THREADS, 2)
    other = opened(tmp_path / "other.ini")
    assert other.take_json(values.to_json()) == ()
    assert [other.get(each) for each in ALL] == [values.get(each) for each in ALL]


def test_json_with_strange_parts_is_taken_as_far_as_it_goes(values):
    document = json.loads(values.to_json())
    document["preferences"] |= {"theme": "pink", "engine/threads": 4, "gone": 1}
    assert sorted(values.take_json(json.dumps(document))) == ["gone", "theme"]
    assert values.get(N_THREADS) == 4
    assert values.is_default(THEME)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"preferences": {}}', "\x00", "[" * 100_000])
def test_json_of_something_else_changes_nothing(values, text):
    with pytest.raises(PreferencesError):
        values.take_json(text)


def test_every_preference_but_the_tour_has_a_row_with_a_word_for_each_choice(qapp):
    rows = setting_words()
    assert {each.preference.key for each in rows} == {each.key for each in ALL} - {TOUR_SEEN.key}
    for each in rows:
        assert each.title
        assert each.sentence.endswith(".")
        assert len(each.choices) == len(each.preference.choices)


def test_what_is_set_in_the_dialog_is_set_at_once(qtbot, dialog, values):
    number, switch = row(dialog, N_THREADS).control, row(dialog, CONFIRM_CLOSE).control
    assert isinstance(number, NumberBox)
    assert isinstance(switch, QCheckBox)
    number.setValue(5)
    switch.click()
    choice = row(dialog, THEME).control
    assert isinstance(choice, QComboBox)
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    assert values.get(N_THREADS) == 5
    assert values.get(CONFIRM_CLOSE) is False
    assert values.get(THEME) == "dark-contrast"


def test_the_dialog_follows_values_and_resets_single_ones(dialog, values):
    values.set(N_THREADS, 7)
    of_threads = row(dialog, N_THREADS)
    reset = named(of_threads, "reset")
    assert of_threads.control.value() == 7
    assert reset.isVisible()
    reset.click()
    assert values.get(N_THREADS) == N_THREADS.default
    assert of_threads.control.value() == N_THREADS.default
    assert not reset.isVisible()


def shown_titles(dialog) -> list[str]:
    """Titles of the rows that the search lets through."""
    return [each.title for each in dialog.findChildren(SettingFrame) if not each.isHidden()]


def test_the_search_finds_titles_sentences_choices_and_sections(dialog):
    everything = shown_titles(dialog)
    for words, title in (("THEME", "Theme"), ("blink", "Reduced motion"), ("deutsch", "Language"),
                         ("data fold", "Data folder")):  # fmt: skip
        dialog.search.setText(words)
        assert shown_titles(dialog) == [title]
    dialog.search.setText("no such words")
    assert shown_titles(dialog) == []
    dialog.search.clear()
    assert shown_titles(dialog) == everything


def test_files_of_settings_are_written_and_read_with_a_word_about_it(dialog, values, tmp_path):
    path = tmp_path / "settings.json"
    values.set(THEME, "dark")
    dialog.save(path)
    values.reset_all()
    dialog.load(path)
    assert values.get(THEME) == "dark"
    path.write_bytes(b"\xff\xfe")
    dialog.load(path)
    assert str(path) in dialog.bar.text
    dialog.save(tmp_path / "missing" / "settings.json")
    assert "cannot be saved" in dialog.bar.text


def test_a_full_disk_leaves_the_old_settings(dialog, tmp_path, full_disk):
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    with full_disk():
        dialog.save(path)
    assert "cannot be saved" in dialog.bar.text
    assert path.read_bytes() == b"old"


def test_the_size_of_kept_counts_is_said(dialog):
    dialog.set_counts_bytes(21_300_000)
    assert dialog.counts_words.endswith("21.3 MB")


def test_controls_of_the_dialog_have_names(dialog):
    for each in dialog.rows:
        assert each.control.accessibleName() == each.words.title
        assert each.words.title in named(each, "reset").accessibleName()
    assert preferences.THEME.choices[0] == "system"
