"""The language of the window: which one, and the catalogues of words that go with it.

Only words are translated. Numbers, units and dates stay as they are everywhere in the program, in
exported tables too: narrow spaces between groups of three and a point before decimals (ISO 80000).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from engine.sentences import Form
from workbench.text import engine_words, languages
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill

ENGLISH = "en"
_LARGEST_NUMBER = 2**31 - 1
NAMES = "languages"
"""Context of the names of languages and domains."""


def translator(context: str) -> Callable[[str], str]:
    """Return the function that translates literals of a module; packaging finds them by it."""
    return partial(QCoreApplication.translate, context)


def translated_languages() -> tuple[str, ...]:
    """Return the languages the window can speak, English first."""
    folder = files("resources").joinpath("translations")
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".qm"))
    return (ENGLISH, *(name.removeprefix("workbench_").removesuffix(".qm") for name in names))


def language_of(preference: str, system: QLocale | None = None) -> str:
    """Return the language for a preference; "system" is the first of the system's that is known."""
    known = translated_languages()
    if preference in known:
        return preference
    for name in (system or QLocale.system()).uiLanguages():
        short = name.replace("_", "-").partition("-")[0]
        if short in known:
            return short
    return ENGLISH


def install_language(preference: str, system: QLocale | None = None) -> str:
    """Let the application speak a language; call before the first widget. Returns which.

    Our words come from resources/translations, those of Qt's own dialogs from Qt's folder.
    """
    language = language_of(preference, system)
    application = QCoreApplication.instance()
    if application is None or language == ENGLISH:
        return language
    ours = str(files("resources").joinpath("translations"))
    theirs = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in ((f"qtbase_{language}", theirs), (f"workbench_{language}", ours)):
        catalogue = QTranslator(application)
        if catalogue.load(name, folder):
            application.installTranslator(catalogue)
    languages.set_translation(_translated_name)
    engine_words.set_translation(_translated_form)
    return language


def spoken_language() -> str:
    """Return the language that the window speaks now, such as "de"."""
    # Every catalogue translates this word into the name of its own language.
    return QCoreApplication.translate("translation", "en")


def counted(context: str, one: str, many: str, number: int, *values: object) -> str:
    """Return a sentence with the plural form that a number has in the spoken language.

    one, many: the two English forms; catalogues know `many` as a message with forms (numerus).
    values: for %1 and so on; by default %1 is the number, grouped. Qt's own %n would not group.
    """
    if spoken_language() == ENGLISH:
        words = one if number == 1 else many
    else:
        words = QCoreApplication.translate(context, many, None, min(number, _LARGEST_NUMBER))
    return fill(words, *(values or (grouped(number),)))


def _translated_form(form: Form, number: int) -> str:
    if form.one:
        return QCoreApplication.translate("engine", form.many, None, min(number, _LARGEST_NUMBER))
    return QCoreApplication.translate("engine", form.many)


def _translated_name(name: str) -> str:
    return QCoreApplication.translate(NAMES, name)
