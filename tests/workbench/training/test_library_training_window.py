"""Trainings in other libraries, in the window: the form, the phases, the panes that show them."""

from __future__ import annotations

import pytest

from engine import Corpus, LibraryError
from engine.settings import LibraryTrainer
from engine.training.progress import IN_LIBRARY
from tests.workbench.buttons import press_button
from workbench.state import Failure
from workbench.training.trainer_fields import TrainerFields
from workbench.training.training_form import TrainingForm
from workbench.work.runs import library_recording
from workbench.work.training_settings import TrainingSettings

pytestmark = pytest.mark.slow


@pytest.fixture
def corpus(folder_of):
    line = "The cat {n} sat on the mat, and dog {n} slept near the door.\n"
    return Corpus.from_paths(folder_of({"eng.txt": "".join(line.format(n=n) for n in range(90))}))


def visible(fields: TrainerFields) -> list[str]:
    return [key for key, field in fields.fields.items() if not field.isHidden()]


def test_the_form_shows_only_what_the_chosen_trainer_has(qtbot, theme):
    form = TrainingForm(theme)
    qtbot.addWidget(form)
    assert visible(form.trainer) == ["trainer"]
    form.trainer.fields["trainer"].show_value("sp-unigram")
    assert visible(form.trainer) == ["trainer", *LibraryTrainer("sp-unigram").own_options]
    assert form.superwords.isHidden() and form.merge_rules.isHidden()
    assert form.fields["tie_break"].isHidden() and form.fields["min_frequency"].isHidden()
    form.trainer.fields["character_coverage"].show_value("0,99")
    form.trainer.fields["byte_fallback"].show_value(True)
    wanted = LibraryTrainer("sp-unigram", character_coverage=0.99, byte_fallback=True)
    assert form.settings().trainer == wanted
    assert form.check("gpt2")
    assert form.config("gpt2").pattern == "none"
    form.trainer.fields["trainer"].show_value("hf-wordpiece")
    assert visible(form.trainer) == ["trainer", "split_digits", "piece_prefix"]
    assert not form.fields["min_frequency"].isHidden()
    form.trainer.fields["trainer"].show_value("workbench")
    assert not form.superwords.isHidden() and not form.fields["tie_break"].isHidden()
    form.take(TrainingSettings(trainer=wanted))
    assert form.settings().trainer == wanted


def test_the_menu_beside_the_trainer_chooses_others(qtbot, theme):
    form = TrainingForm(theme)
    qtbot.addWidget(form)
    others, trainer = form.trainer.others, form.trainer.fields["trainer"]
    assert (others.text(), form.settings().beside) == ("Beside…", ())
    others.entries["sp-bpe"].trigger()
    others.entries["hf-bpe"].trigger()
    assert others.text() == "Beside: 2"
    assert form.settings().beside == (LibraryTrainer("hf-bpe"), LibraryTrainer("sp-bpe"))
    trainer.show_value("hf-bpe")
    assert not others.entries["hf-bpe"].isVisible()
    assert form.settings().beside == (LibraryTrainer("sp-bpe"),)
    given = LibraryTrainer("sp-unigram", byte_fallback=True)
    form.take(TrainingSettings(beside=(given,)))
    assert form.settings() == TrainingSettings(beside=(given,))
    assert TrainingSettings.of_document(form.settings().document()) == form.settings()


def test_libraries_beside_train_one_by_one_and_are_compared(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    pane, flow = driver.workbench.training_pane, driver.workbench.training
    failures: list[Failure] = []
    flow.failed.connect(failures.append)
    for name in ("sp-unigram", "hf-wordpiece"):  # the first finds too few tokens
        pane.form.trainer.others.entries[name].trigger()
    ended: list[tuple[str, ...]] = []
    flow.series_finished.connect(ended.append)
    driver.train(270, name="ours")
    qtbot.waitUntil(lambda: bool(ended))
    assert "finds at most" in failures[0].words
    runs = {run.run_id: (run.name, run.status) for run in driver.runs}
    assert [runs[each] for each in ended[0]] == [
        ("ours", "finished"), ("ours-hf-wordpiece", "finished"),
    ]  # fmt: skip
    assert set(runs.values()) > {("ours-sp-unigram", "failed")}
    qtbot.waitUntil(lambda: driver.state.run_id == ended[0][0])
    assert "2 runs were trained" in pane.bar.text
    press_button(pane.bar, "Compare")
    assert driver.workbench.window.workspace == "runs"


def test_what_is_wrong_stands_at_its_field(qtbot, theme, monkeypatch):
    form = TrainingForm(theme)
    qtbot.addWidget(form)
    form.trainer.show_trainer(LibraryTrainer("sp-bpe"))
    form.trainer.fields["character_coverage"].show_value("0.5")
    assert not form.check("gpt2")
    assert "0.98" in form.trainer.fields["character_coverage"].error
    form.trainer.fields["character_coverage"].show_value("many")
    assert not form.check("gpt2")
    assert "A number" in form.trainer.fields["character_coverage"].error


def test_a_run_of_sentencepiece_is_shown_where_it_can_be(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    pane = driver.workbench.training_pane
    pane.form.trainer.show_trainer(LibraryTrainer("sp-bpe", split_digits=True))
    driver.train(70, name="theirs")
    driver.wait_for_training()
    (run,) = driver.runs
    assert (run.status, run.trainer, run.name) == ("finished", "sp-bpe", "theirs")
    assert set(IN_LIBRARY) <= set(pane.results.phases.phases)
    assert driver.state.tokenizer is None
    assert driver.state.any_tokenizer.package == "sentencepiece"
    assert "does not tell merges" in pane.bar.text
    driver.workbench.window.show_workspace("tokens")
    driver.workbench.tokens_pane.set_text("The cat 42")
    encoded = driver.state.any_tokenizer.encode("The cat 42")
    qtbot.waitUntil(lambda: driver.workbench.tokens_pane.ids == encoded)
    driver.workbench.window.show_workspace("compression")
    driver.rest()
    assert driver.shown_labels == ("eng",)
    driver.workbench.window.show_workspace("vocabulary")
    vocabulary = driver.workbench.vocabulary_pane
    qtbot.waitUntil(lambda: vocabulary.model.rowCount() == 70)
    assert "Runs in sentencepiece" in vocabulary.caption
    vocabulary.select_token(encoded[-1])
    assert driver.inspected["Id"] == str(encoded[-1])
    side = vocabulary.side
    assert "does not tell merges" in side.detail.words
    side.report.uses_requested.emit(None)
    qtbot.waitUntil(lambda: "Uses in" in side.report.caption)
    assert "in the corpus" in side.detail.uses.words
    side.show_timeline()
    assert side.without_merges.isVisibleTo(side)
    assert "sentencepiece" in side.without_merges.sentence
    side.show_token()
    vocabulary.bar.clear()
    side.detail.places.places_requested.emit(None)
    assert "contexts are not looked for" in vocabulary.bar.text
    vocabulary.set_filter("cat")
    assert 0 < vocabulary.model.rowCount() < 70
    driver.workbench.runs_pane.views.export_requested.emit((run.run_id, ""))
    assert "does not tell merges. `export RUN`" in driver.workbench.runs_pane.bar.text
    driver.state.open_run(None, None, None)
    assert pane.bar.text == ""
    driver.workbench.runs.open(run.run_id)
    qtbot.waitUntil(lambda: driver.state.run_id == run.run_id)
    assert driver.state.any_tokenizer.package == "sentencepiece"


def test_a_failed_library_is_said_in_train_and_stays_in_the_list(driver, corpus, monkeypatch):
    def fails(*_, **__):
        raise LibraryError("sp-bpe trains in sentencepiece, which is not installed.")

    monkeypatch.setattr(library_recording, "train_with_library", fails)
    driver.start()
    driver.load_corpus(corpus)
    pane = driver.workbench.training_pane
    failures: list[Failure] = []
    driver.workbench.training.failed.connect(failures.append)
    pane.form.trainer.show_trainer(LibraryTrainer("sp-bpe"))
    driver.train(70)
    driver.wait_for_training()
    assert "not installed" in failures[0].words
    assert driver.runs == ()
