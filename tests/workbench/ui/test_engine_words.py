"""What the engine says in the language of the window."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine import Tokenizer
from engine.errors import CorpusError, EngineError, PatternError
from engine.formats import load_published, rewrite_stages
from engine.formats.oniguruma import read_oniguruma
from engine.sentences import Form, Sentence, Sentences
from engine.splitting import Splitter, probe_pattern
from workbench.text import engine_words
from workbench.text.engine_words import error_words, sentence_words
from workbench.work.recipe import read_recipe

PROJECT = Path(__file__).parents[3]
say = Sentences({"new": "A new sentence about {path}.", "part": "because of {n:,} files"})


@pytest.fixture
def backwards():
    """A language of its own, whose words come in another order."""
    words = {"A new sentence about {path}.": "{path}: neu.", "because of {n:,} files": "{n:,} St."}
    engine_words.set_translation(lambda form, _number: words.get(form.many, form.many))
    yield
    engine_words.set_translation(None)


def all_forms():
    sys.path.insert(0, str(PROJECT / "packaging"))
    try:
        from translated_strings import sentence_tables
    finally:
        sys.path.remove(str(PROJECT / "packaging"))
    return {code: form for table in sentence_tables() for code, form in table.items()}


def example(code, form, number=7):
    data = dict.fromkeys(form.fields(), "X")
    for text in (form.one, form.many):
        for name in form.fields():
            if f"{{{name}:" in text:
                data[name] = number
    if form.count:
        data[form.count] = number
    return Sentence(code, form, data)


def test_the_command_line_prints_the_english_of_the_engine():
    sentence = say("new", path="a.txt")
    assert sentence_words(sentence) == "A new sentence about a.txt."
    assert error_words(CorpusError(sentence)) == "A new sentence about a.txt."


@pytest.mark.usefixtures("backwards")
def test_data_take_their_places_and_sentences_among_them_are_translated():
    assert sentence_words(say("new", path=say("part", n=1234))) == "1\u202f234 St.: neu."
    assert error_words(CorpusError(say("new", path="{n}"))) == "{n}: neu."


@pytest.mark.usefixtures("german")
def test_a_sentence_without_german_words_stays_english():
    assert sentence_words(say("new", path="a.txt")) == "A new sentence about a.txt."
    assert sentence_words("no code") == "no code"


@pytest.mark.usefixtures("german")
def test_every_code_has_german_words_with_the_same_data():
    english = [
        code
        for code, form in all_forms().items()
        for number in (1, 7)
        if (sentence := example(code, form, number)) == sentence_words(sentence)
        and any(letter.isalpha() and letter != "X" for letter in sentence)
    ]
    assert not english


@pytest.mark.usefixtures("german")
def test_numbers_choose_the_plural_and_are_written_as_in_the_window():
    form = Form("{n:,} blank lines passed over, the first here.",
                "{n:,} blank line passed over, the first here.", "n")  # fmt: skip
    one, many = (sentence_words(Sentence("blank_lines", form, {"n": n})) for n in (1, 1234))
    assert one.startswith("1 leere Zeile ")
    assert many.startswith("1\u202f234 leere Zeilen ")


@pytest.mark.slow
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(?<!-)\w+|\S+|\s+", "die Gruppe (?<!"),
        (r"a+(?#then)^b", "der Anker ^ in Teil 2"),
        ("a{2000}", "eine Wiederholung von mehr als 1000"),
    ],
)
def test_why_a_pattern_has_no_automaton_is_said_in_german(pattern, reason):
    assert sentence_words(Splitter(pattern).fallback_reason) == reason
    assert sentence_words(probe_pattern(pattern).fallback_reason) == reason


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("before", ["", "a" * 5_000], ids=["here", "in a child"])
def test_why_a_pattern_is_refused_is_said_in_german(before):
    with pytest.raises(PatternError) as caught:
        Splitter(before + r"\p{Nonsense}(?<!a)")
    assert "Unicode 16 hat keine Eigenschaft Nonsense an Position" in error_words(caught.value)


@pytest.mark.usefixtures("german")
def test_what_an_export_an_import_and_a_recipe_refuse_is_said_in_german(tmp_path):
    (tmp_path / "recipe.toml").write_text("alpha = []", "utf-8")
    for refused, words in (
        (lambda: rewrite_stages(r"(a)\1", "oniguruma"), "enthält den Rückverweis \\1 an Position"),
        (lambda: read_oniguruma("(?i)é"), "'é', wo Groß- und Kleinschreibung gleich gilt an"),
        (lambda: Tokenizer.from_ranks({b"a": 0}, pattern="gpt2"), "Kein Tokenizer hat diese Ränge"),
        (lambda: load_published("gpt9"), "'gpt9' ist kein veröffentlichter Tokenizer"),
        (lambda: read_recipe(tmp_path / "none.toml"), "none.toml fehlt; prüfen Sie"),
        (lambda: read_recipe(tmp_path / "recipe.toml"), "setzt alpha auf []; nötig ist eine"),
    ):
        with pytest.raises(EngineError) as caught:
            refused()
        assert words in error_words(caught.value)
