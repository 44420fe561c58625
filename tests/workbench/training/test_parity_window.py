"""Parity in Train: its fields, its track while a training runs, and a stored run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton

from engine import Corpus, Parity, TrainingConfig, train_tokenizer
from engine.settings import SPECIAL_TOKEN_SETS
from workbench.training.parity_track import ParityTrack
from workbench.training.training_form import TrainingForm
from workbench.work.training_settings import TrainingSettings

TEXTS = {"eng": "the low lower lowest newest widest\n", "deu": "das die der Katze Hund Haus\n"}


@pytest.fixture
def form(qtbot, theme):
    made = TrainingForm(theme)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def folders(tmp_path):
    for name, times in (("texts", 40), ("dev", 1)):
        (tmp_path / name).mkdir()
        for label, text in TEXTS.items():
            (tmp_path / name / f"{label}.txt").write_text(text * times, "utf-8")
    return tmp_path / "texts", tmp_path / "dev"


def test_fields_give_the_settings_and_say_what_is_missing(form, folders, monkeypatch):
    fields = form.parity
    assert form.settings().parity is None
    assert not fields.fields["window"].isVisible()
    fields.choice.setCurrentIndex(1)
    assert not form.check()
    assert "needs parallel texts" in fields.choice_field.error
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_arguments: str(folders[1]))
    [button] = [each for each in fields.findChildren(QPushButton) if each.isVisible()]
    button.click()
    assert form.check()
    fields.global_share.setValue(25)
    assert not fields.alpha.isEnabled()  # it limits choices in the window
    fields.window_size.setValue(50)
    assert fields.alpha.isEnabled()
    assert form.config("gpt2").parity == Parity((str(folders[1]),), 0.25, window=50)


def test_settings_of_a_run_come_back_whole(form):
    parity = Parity(("dev",), global_merges=700, window=9, alpha=1.234)
    settings = TrainingSettings(parity=parity)
    form.take(settings)
    assert form.settings() == settings
    form.parity.alpha.setValue(150)
    assert form.settings().parity == Parity(("dev",), window=9, alpha=1.5)
    form.take(replace(settings, parity=None))
    assert form.settings().parity is None


def test_ratios_in_place_of_texts(form):
    fields = form.parity
    fields.choice.setCurrentIndex(2)
    assert fields.ratios.isVisible()
    assert not form.check()
    assert "Write a ratio" in fields.choice_field.error
    fields.ratios.setText("eng=1 hin=2,57")
    assert form.check()
    parity = Parity(ratios={"eng": 1, "hin": 2.57})
    assert form.settings().parity == parity
    fields.ratios.setText("eng")
    assert not form.check()
    given = Parity(ratios={"deu": 1.5}, global_merges=7)
    form.take(TrainingSettings(parity=given))
    assert fields.ratios.text() == "deu=1.5"
    assert form.settings().parity == given


def test_superwords_beside_parity_are_refused_at_the_field(form):
    form.take(TrainingSettings(vocab_size=4096, parity=Parity(("dev",))))
    form.superwords.choice.setCurrentIndex(1)
    assert not form.check()
    assert "exclude each other" in form.parity.choice_field.error


@pytest.mark.slow
def test_a_training_shows_premium_and_gini_and_keeps_them(driver, folders):
    texts, dev = folders
    driver.start()
    corpus = Corpus.from_paths(texts)
    driver.load_corpus(corpus)
    driver.window.show_workspace("train")
    pane = driver.workbench.training_pane
    pane.form.parity.choice.setCurrentIndex(1)
    pane.form.parity.set_texts((str(dev),))
    driver.train(290)
    driver.wait_for_training()
    charts = pane.results.charts
    assert "Highest premium" in charts.advice.toolTip()
    assert charts.parity_track.words in charts.advice.toolTip()
    parity = Parity((str(dev),))
    expected = train_tokenizer(corpus, TrainingConfig(290, parity=parity))
    assert driver.state.tokenizer.semantic_hash == expected.semantic_hash


def test_a_stored_run_has_its_curve(qtbot, theme, folders):
    texts, dev = folders
    config = TrainingConfig(290, parity=Parity((str(dev),), 0.5))
    training = train_tokenizer(Corpus.from_paths(texts), config).training
    track = ParityTrack(theme)
    qtbot.addWidget(track)
    track.set_record(training)
    track.draw()
    assert track.words.startswith("Highest premium 1.")
    track.set_record(None)
    assert track.words == ""


def test_all_rows_of_the_form_fit_a_window_of_1280_by_800(form):
    form.take(TrainingSettings(vocab_size=4096, special_tokens=SPECIAL_TOKEN_SETS["nanochat"]))
    assert form.sizeHint().height() <= 564
