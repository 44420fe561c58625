"""Characters as in SentencePiece in the form of a training."""

from __future__ import annotations

import pytest

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.errors import ConfigError
from engine.settings import Pieces
from workbench.training.merge_table import MergeTable
from workbench.training.training_form import TrainingForm
from workbench.work.training_settings import TrainingSettings


@pytest.fixture
def form(qtbot, theme):
    form = TrainingForm(theme)
    qtbot.addWidget(form)
    form.resize(400, 800)
    form.show()
    return form


def test_the_form_says_what_it_shows(qtbot, form):
    assert form.settings().pieces is None
    assert form.fields["normalization"].isVisible()
    pieces = Pieces(0.99, prefix_space=False, split="none", split_digits=True, longest=20)
    settings = TrainingSettings(vocab_size=5000, pieces=pieces, tie_break="gpt2-order")
    form.take(settings)
    assert form.settings() == settings
    assert not form.fields["normalization"].isVisible()
    assert not form.superwords.isVisible()
    assert form.config("cl100k").pattern == pieces.pattern
    assert TrainingSettings.of_document(settings.document()) == settings
    with qtbot.waitSignal(form.changed):
        form.pieces.choice.setCurrentIndex(0)
    assert form.settings().pieces is None
    assert form.config("cl100k").pattern == "cl100k"


def test_a_bad_coverage_is_said_at_its_field(form):
    form.take(TrainingSettings(pieces=Pieces()))
    form.pieces.show_pieces(Pieces())
    form.pieces.coverage_text.setText("much")
    with pytest.raises(ConfigError, match="coverage"):
        form.settings()
    assert not form.check("gpt2")
    assert "above 0" in form.pieces.coverage.error


def test_the_list_of_merges_begins_behind_the_alphabet(qtbot):
    corpus = Corpus.from_texts(["größer süßer schöner " * 9])
    tokenizer = train_tokenizer(corpus, TrainingConfig(300, pieces=Pieces(coverage=1)))
    assert tokenizer.n_alphabet > 0
    table = MergeTable()
    table.set_tokenizer(tokenizer)
    assert table.rowCount() == tokenizer.n_merges - tokenizer.n_alphabet
    first = table.row(0)
    assert first.rank == tokenizer.n_alphabet
    assert first.left_bytes.decode() and first.right_bytes.decode()
    table.clear()
    assert table.rowCount() == 0
