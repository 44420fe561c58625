"""What the program names itself is said in the language of the window, wherever it is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.corpus import Source
from engine.settings import Mixture
from engine.splitting.preset_patterns import presets
from workbench.pattern.pattern_results import pretoken_words
from workbench.pattern.pattern_rows import preset_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import script_title
from workbench.ui.words.metric_words import texts_title, texts_words
from workbench.ui.words.token_facts import inspection_of, token_facts
from workbench.vocabulary.merge_tree import MergeTree
from workbench.work.comparison import CORPUS_TEXTS, EvaluationTexts


class _Marked(QTranslator):
    """Puts every word of the program between brackets."""

    def translate(self, context, source, comment=None, n=-1):
        return f"[{context}: {source}]"


@pytest.fixture
def marked(qapp):
    translator = _Marked()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def test_names_of_texts(tmp_path, marked):
    files = (tmp_path / "eval", tmp_path / "a.txt", Path("b.txt"))
    files[0].mkdir()
    name = EvaluationTexts.of(files).name
    assert name == "eval and 2 more"
    assert texts_words(name) == "[comparison_words: eval and 2 more]"
    assert texts_words(CORPUS_TEXTS).startswith("[")
    assert texts_words("news") == "news"


def test_notes_of_patterns_can_be_translated(marked):
    for preset in presets().values():
        assert preset_words(preset.note) == f"[presets: {preset.note}]"
    assert preset_words("") == ""


def test_a_node_of_the_tree_is_described_in_words_that_can_be_translated(
    qtbot, theme, tokenizer, marked
):
    tree = MergeTree(theme)
    qtbot.addWidget(tree)
    tree.show_token(tokenizer, 256)
    tree.setFocus()
    said = tree.accessibleDescription()
    facts = token_facts(tokenizer, 256)
    assert "[merge_tree:" in said
    assert facts.kind.words in said
    assert str(facts.token_id) in said


@pytest.mark.parametrize(("data", "words"), [(b"a", "1 byte, a"), (b"ab", "2 bytes, ab")])
def test_a_pretoken_of_one_byte_has_its_singular(data, words):
    for matched, begins in ((True, "pre-token 1 of 3, "), (False, "unmatched stretch 1 of 3, ")):
        said = pretoken_words(data, number=0, total=3, matched=matched)
        assert said == f"{begins}{words}"


def test_names_of_texts_begin_a_label_with_a_capital_and_no_sentence(qapp):
    assert texts_words(CORPUS_TEXTS) == "the corpus in the window"
    assert texts_title(CORPUS_TEXTS) == "Corpus in the window"
    assert texts_title("news") == "news"


@pytest.mark.parametrize(
    ("code", "words"),
    [("Jpan", "Japanese"), ("Kore", "Korean"), ("Latn", "Latin"), ("Xxxx", "Xxxx")],
)
def test_a_script_has_a_name(code, words):
    assert script_title(code) == words


def test_the_inspector_says_that_counts_of_a_token_are_weighted():
    corpus = Corpus([Source("a", texts=("low lower " * 40,)), Source("b", texts=("wide " * 9,))])
    for mixture, words in ((None, "%1"), (Mixture(alpha=0.3), "%1, as mixed")):
        tokenizer = train_tokenizer(corpus, TrainingConfig(260), mixture=mixture)
        told = {fact.word: fact.value for fact in inspection_of(tokenizer, 256).facts}
        facts = token_facts(tokenizer, 256)
        assert told["Count when merged"] == fill(words, grouped(facts.count))
        assert told["Applied"] == fill(words, grouped(facts.applied))
