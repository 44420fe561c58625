"""The catalogues: what is extracted, whether they are complete, and whether they are compiled."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.static

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "packaging"


@pytest.fixture(scope="module")
def tools():
    """The modules of packaging/, which is a folder of scripts and no package."""
    sys.path.insert(0, str(FOLDER))
    import catalogue
    import translated_strings
    import translations

    yield translations, catalogue, translated_strings
    sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def found(tools):
    return tools[0].found_phrases()


def phrases(tools, code: str, name: str = "workbench/a.py"):
    found = tools[2].phrases_of([(name, code)])
    return {(each.context, each.source) for each in found.places}, found.faults


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('class A:\n    def f(self): self.tr("a " "b")', ("A", "a b")),
        ('QCoreApplication.translate("ctx", "a")', ("ctx", "a")),
        ('def _tr(w):\n    return QCoreApplication.translate("ctx", w)\n_tr("a")', ("ctx", "a")),
        ('_tr = translator("ctx")\n_tr("a")', ("ctx", "a")),
        ('X = QT_TRANSLATE_NOOP("ctx", "a")', ("ctx", "a")),
        (
            'def _marked(words):\n    return QT_TRANSLATE_NOOP("ctx", words)\nX = _marked("a")',
            ("ctx", "a"),
        ),
        ('yield StepProgress("Read files", 0.5)', ("phases", "Read files")),
        ('def f(tr): return tr("a")', ("a", "a")),
    ],
)
def test_words_are_found_in_every_shape(tools, code, expected):
    assert phrases(tools, code) == ({expected}, [])


def test_a_choice_gives_both_words_and_other_modules_functions_are_known(tools):
    assert phrases(tools, 'class A:\n    x = self.tr("a" if b else "c")')[0] == {
        ("A", "a"), ("A", "c"),
    }  # fmt: skip
    modules = [
        ("workbench/a.py", 'def said(w):\n    return QCoreApplication.translate("ctx", w)'),
        ("workbench/b.py", 'from workbench.a import said\nsaid("x")'),
    ]
    assert {each.source for each in tools[2].phrases_of(modules).places} == {"x"}


@pytest.mark.parametrize("words", ["words", 'f"{n} files"', '"a" + b'])
def test_words_that_no_translator_could_see_are_a_fault(tools, words):
    assert phrases(tools, f"class A:\n    x = self.tr({words})")[1]


def test_all_words_of_the_window_can_be_translated(found):
    assert found.faults == []
    assert len(found.places) > 1500


def test_german_is_complete(tools, found):
    """`python packaging/translations.py` takes new words in; see packaging/README.md."""
    [path] = tools[0].catalogue_files()
    wrong = tools[0].problems(path, found)
    assert not wrong, f"{len(wrong)} of {len(found.places)}:\n" + "\n".join(wrong[:20])


COUNTED = re.compile(
    r"(?<!of )(?<!to )%\d (?:(?:different|distinct|more|new|special) )?"
    r"(?:bytes|characters|columns|conversations|differences|documents|files|folders|"
    r"labels|languages|lines|merges|occurrences|places|pre-tokens|rows|runs|sources|texts|times|tokens|words)\b"
    r"(?!/| %| in %)"
)
NEVER_ONE = (  # how these messages begin
    # Sizes of vocabularies.
    "%1   %2 tokens",
    "%1 tokens",
    # Limits, sizes of long texts, and what is said only of two and more.
    "%1 bytes",
    "%1 cannot merge %2: its tokens have at most %3 bytes",
    "%1 columns are the most",
    "%1 words: %2",
    "It has %1 tokens; up to",
    "%1: %2 differences",
    "Only the first %1 characters",
    "The first %1 merges are identical",
    "The first %1 occurrences under each label",
    "The longest pre-token has %1 bytes; very long ones",
    "The pattern can explode: it was stopped after %1 s on %2 bytes",
    "spans below %1 tokens",
    # Ratios.
    "Share of the text in tokens used %1 times",
)


def test_every_count_of_things_has_plural_forms(found):
    """A number before a plural noun is a message with forms (`counted`): "1 tokens" is wrong."""
    single = {each.source for each in found.places if not each.is_plural}
    single = {source for source in single if COUNTED.search(source)}
    assert [source for source in sorted(single) if not source.startswith(NEVER_ONE)] == []
    assert [
        each for each in NEVER_ONE if not any(source.startswith(each) for source in single)
    ] == []


@pytest.mark.parametrize(
    ("source", "translation"),
    [("%1 of %2", "%1 von"), ("&File", "Datei"), ("Save…", "Sichern"), (" (log)", "(log)")],
)
def test_a_translation_that_lost_something_is_named(tools, source, translation):
    phrase = tools[2].Phrase("A", source)
    assert len(list(tools[1].faults({phrase: translation}))) == 1


def test_new_words_are_taken_in_and_old_ones_out(tools, tmp_path):
    catalogue, phrase = tools[1], tools[2].Phrase
    path = tmp_path / "workbench_de.ts"
    catalogue.write(path, {phrase("A", "old"): "alt", phrase("A", "two"): "zwei"}, "de")
    wanted = [phrase("A", "two"), phrase("B", "two"), phrase("B", "<new & “odd”>")]
    merged = catalogue.merged(catalogue.read(path), wanted)
    assert list(merged.values()) == ["zwei", "zwei", ""]
    catalogue.write(path, merged, "de")
    assert catalogue.read(path) == merged


def test_what_is_compiled_says_what_the_catalogue_says(tools, qapp):
    from PySide6.QtCore import QTranslator

    [path] = tools[0].catalogue_files()
    translator = QTranslator()
    assert translator.load(str(path.with_suffix(".qm")))
    for phrase, words in tools[1].read(path).items():
        if phrase.is_plural:
            forms = [translator.translate(phrase.context, phrase.source, None, n) for n in (1, 2)]
            assert catalogue_forms(tools, words) == forms
        elif words and words != phrase.source:
            assert translator.translate(phrase.context, phrase.source) == words


def catalogue_forms(tools, words: str) -> list[str]:
    return words.split(tools[1].FORMS)


def test_counts_are_found_and_kept_with_their_forms(tools, tmp_path):
    code = 'counted("ctx", "1 run", "%1 runs", n)'
    [phrase] = tools[2].phrases_of([("workbench/a.py", code)]).places
    assert phrase == tools[2].Phrase("ctx", "%1 runs", is_plural=True)
    done = {phrase: tools[1].FORMS.join(["1 Lauf", "%1 Läufe"])}
    assert not list(tools[1].faults(done))
    assert list(tools[1].faults({phrase: "%1 Läufe" + tools[1].FORMS}))
    tools[1].write(tmp_path / "a.ts", done, "de")
    assert tools[1].read(tmp_path / "a.ts") == done


def test_the_command_says_what_is_missing():
    command = [sys.executable, str(FOLDER / "translations.py"), "--check"]
    told = subprocess.run(command, cwd=ROOT.parent, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[:2000] + told.stderr
