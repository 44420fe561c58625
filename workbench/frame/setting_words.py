"""What the settings are called: for each preference a section, a title, a sentence, its choices."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workbench import preferences
from workbench.placeholders import fill
from workbench.preferences import Preference

AnyPreference = Preference[bool] | Preference[int] | Preference[str]


@dataclass(frozen=True)
class SettingWords:
    """One row of the settings.

    choices: words for the preference's choices, in their order; () for a switch or a number.
    """

    preference: AnyPreference
    section: str
    title: str
    sentence: str
    choices: tuple[str, ...] = ()


def setting_words() -> tuple[SettingWords, ...]:
    """Return the rows in the order of the dialog."""
    return (*_appearance(), *_tokens(), *_work(), *_window())


def language_words() -> dict[str, str]:
    """Return each language of the window in its own words."""
    return {"en": "English", "de": "Deutsch"}


def _appearance() -> tuple[SettingWords, ...]:
    section = _tr("Appearance")
    scale = _tr("%1 %")
    themes = (
        _tr("As the system"), _tr("Light"), _tr("Dark"), _tr("High contrast, light"),
        _tr("High contrast, dark"),
    )  # fmt: skip
    return (
        SettingWords(preferences.THEME, section, _tr("Theme"),
                     _tr("Colours and contrast of the whole window."), themes),
        SettingWords(preferences.TEXT_SIZE, section, _tr("Text size"),
                     _tr("Size of all words; tables and fields keep their heights."),
                     _scales(preferences.TEXT_SIZE, scale)),
        SettingWords(preferences.INTERFACE_SIZE, section, _tr("Interface size"),
                     _tr("Size of everything. Takes effect at the next start."),
                     _scales(preferences.INTERFACE_SIZE, scale)),
        SettingWords(preferences.LANGUAGE, section, _tr("Language"),
                     _tr("Language of menus and words. Takes effect at the next start."),
                     (_tr("As the system"), *language_words().values())),
        SettingWords(preferences.REDUCED_MOTION, section, _tr("Reduced motion"),
                     _tr("Nothing blinks, fades or slides, the text cursor included.")),
    )  # fmt: skip


def _tokens() -> tuple[SettingWords, ...]:
    section = _tr("Tokens")
    return (
        SettingWords(preferences.TOKEN_COLOURING, section, _tr("Colours of tokens"),
                     _tr("By id the same token has the same colour everywhere."),
                     (_tr("Alternating"), _tr("By id"))),
        SettingWords(preferences.SPECIAL_TOKENS, section, _tr("Special tokens in a text"),
                     _tr("What becomes of <|endoftext|> and its like in the Tokens workspace."),
                     (_tr("Ordinary text"), _tr("Parsed"), _tr("Rejected"))),
        SettingWords(preferences.SHOW_IDS, section, _tr("Ids under tokens"),
                     _tr("Show the id of each token under its text.")),
        SettingWords(preferences.WHITE_SPACE, section, _tr("White space as glyphs"),
                     _tr("Show spaces, tabs and line ends as marks.")),
    )  # fmt: skip


def _work() -> tuple[SettingWords, ...]:
    section = _tr("Training and evaluation")
    views = (_tr("The view it was left in"), _tr("Table"), _tr("Heat map"), _tr("Dots"))
    return (
        SettingWords(preferences.N_THREADS, section, _tr("Threads"),
                     _tr("How many cores counting and encoding may use; 0 for all of them.")),
        SettingWords(preferences.EVALUATION_VIEW, section, _tr("Compression opens with"),
                     _tr("The view of languages that a window starts with."), views),
    )  # fmt: skip


def _window() -> tuple[SettingWords, ...]:
    section = _tr("Window")
    return (
        SettingWords(preferences.OPEN_NEWEST, section, _tr("Open the newest run at start"),
                     _tr("Otherwise the window starts without a tokenizer.")),
        SettingWords(preferences.CONFIRM_CLOSE, section, _tr("Ask before a training is lost"),
                     _tr("When the window is closed while a training runs.")),
    )  # fmt: skip


def _scales(preference: Preference[int], words: str) -> tuple[str, ...]:
    return tuple(fill(words, str(percent)) for percent in preference.choices)


def _tr(words: str) -> str:
    return QCoreApplication.translate("setting_words", words)
