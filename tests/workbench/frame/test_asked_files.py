"""What is done with the file or folder that a person chose in a dialog, part by part."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QPushButton, QWidget

from tests.workbench.buttons import press_button
from workbench.compression.evaluation_choice import EvaluationChoice
from workbench.compression.loss_view import LossView
from workbench.corpus.corpus_pane import CorpusActions
from workbench.corpus.mixture_part import RecipeFiles
from workbench.explore.explore_pane import ExplorePane
from workbench.imports.extension_form import FILES as FILES_OF_DOMAIN
from workbench.imports.extension_form import OTHER, ExtensionForm
from workbench.imports.import_page import ImportPage
from workbench.imports.model_part import ModelPart
from workbench.runs.export_panel import ExportOptionsForm
from workbench.runs.pipeline_page import PipelinePage
from workbench.runs.run_comparison_view import RunComparisonView
from workbench.state import WorkbenchState
from workbench.tokens.token_column import SourceMenu
from workbench.tokens.tokens_pane import TextInput
from workbench.ui.widgets import file_dialogs
from workbench.ui.widgets.buttons import TextsButton
from workbench.ui.widgets.file_dialogs import LastFolder
from workbench.work.comparison import Baseline

FILES = (Path("/a/x.txt"), Path("/a/y.txt"))
FILE, FOLDER, PLACE = FILES[0], Path("/b"), Path("/c/new")


@pytest.fixture
def answers(monkeypatch):
    """What the dialogs answer with; emptied, the person chose nothing."""
    found = {
        "getOpenFileName": (str(FILE), ""),
        "getOpenFileNames": ([str(each) for each in FILES], ""),
        "getExistingDirectory": str(FOLDER),
        "getSaveFileName": (str(PLACE), ""),
    }
    nothing = {"getOpenFileNames": ([], ""), "getExistingDirectory": ""}

    class Answers:
        is_cancelled = False

    def shown(name):
        def dialog(*_arguments):
            return nothing.get(name, ("", "")) if Answers.is_cancelled else found[name]

        return staticmethod(dialog)

    for name in found:
        monkeypatch.setattr(QFileDialog, name, shown(name))
    monkeypatch.setattr(file_dialogs, "last_folder", LastFolder())
    return Answers


def _menu_entry(menu, words):
    [action] = [each for each in menu.actions() if each.text() == words]
    return action.trigger


def _corpus_actions(theme, parent):
    return CorpusActions(parent)


def _texts_button(theme, parent):
    return TextsButton("Count uses", "", parent)


def _explore(theme, parent):
    return ExplorePane(WorkbenchState(), theme, parent)


def _texts_of_explore(words):
    def deed(part):
        [menu] = [
            each.menu()
            for each in part.findChildren(QPushButton)
            if each.text() == "Texts" and each.menu() is not None
        ]
        return _menu_entry(menu, words)

    return deed


def _plain(kind):
    return lambda _theme, parent: kind(parent)


# the part, what the person does, the signal that follows, what it holds
ASKED = {
    "corpus files": (_corpus_actions, lambda part: part.add_files.trigger, "paths_chosen",
                     [str(each) for each in FILES]),
    "corpus folder": (_corpus_actions, lambda part: part.add_folder.trigger, "paths_chosen",
                      [str(FOLDER)]),
    "texts in files": (_texts_button, lambda part: _menu_entry(part.menu(), "In files…"),
                       "requested", FILES),
    "texts in a folder": (_texts_button, lambda part: _menu_entry(part.menu(), "In a folder…"),
                          "requested", (FOLDER,)),
    "evaluation files": (_plain(EvaluationChoice), lambda part: part.ask_files, "texts_chosen",
                         FILES),
    "evaluation folder": (_plain(EvaluationChoice), lambda part: part.ask_folder, "texts_chosen",
                          (FOLDER,)),
    "baselines": (_plain(EvaluationChoice), lambda part: part.ask_tokenizers,
                  "baseline_paths_chosen", FILES),
    "baseline folder": (_plain(EvaluationChoice), lambda part: part.ask_tokenizer_folder,
                        "baseline_paths_chosen", (FOLDER,)),
    "token column": (_plain(SourceMenu), lambda part: part.ask_file, "source_chosen",
                     Baseline("", path=FILE)),
    "token column of a folder": (_plain(SourceMenu), lambda part: part.ask_folder,
                                 "source_chosen", Baseline("", path=FOLDER)),
    "text to encode": (TextInput, lambda part: part.ask_file, "file_chosen", FILE),
    "mixture": (_plain(RecipeFiles), lambda part: part.ask_file, "file_chosen", str(FILE)),
    "mixture to write": (_plain(RecipeFiles), lambda part: part.ask_place, "place_chosen",
                         PLACE.with_suffix(".toml")),
    "report": (ImportPage, lambda part: part.ask_file, "read_requested",
               lambda told: told[0].path == FILE),
    "report on a folder": (ImportPage, lambda part: part.ask_folder, "read_requested",
                           lambda told: told[0].path == FOLDER),
    "texts to explore": (_explore, _texts_of_explore("Choose files…"), "texts_chosen", FILES),
    "a folder to explore": (_explore, _texts_of_explore("Choose folder…"), "texts_chosen",
                            (FOLDER,)),
    "model": (ModelPart, lambda part: lambda: press_button(part, "Choose model…"), "model_chosen",
              FOLDER),
    "recipe": (PipelinePage, lambda part: part.ask_recipe, "run_requested", (FILE, False)),
    "losses": (LossView, lambda part: part.ask_files, "losses_chosen",
               lambda told: told.paths == FILES),
    "comparison": (RunComparisonView, lambda part: part.ask_files, "compare_requested",
                   lambda told: tuple(each.path for each in told) == FILES),
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_a_chosen_file_gets_where_it_is_wanted(name, qtbot, theme, answers):
    make, deed, signal, expected = ASKED[name]
    parent = QWidget()
    qtbot.addWidget(parent)
    part, told = make(theme, parent), []
    getattr(part, signal).connect(told.append)
    deed(part)()
    [first] = told
    assert expected(first) if callable(expected) else first == expected
    answers.is_cancelled = True
    deed(part)()
    assert not any(told[1:])  # an empty list adds nothing


@pytest.mark.parametrize(
    ("way", "words"), [(FILES_OF_DOMAIN, "x.txt and 1 more"), (OTHER, "x.txt")]
)
def test_what_an_extension_learns_from_is_asked_for(way, words, qtbot, theme, answers):
    form = ExtensionForm(theme)
    qtbot.addWidget(form)
    form.set_way(way)
    [choose] = [
        each
        for each in form.findChildren(QPushButton)
        if each.isVisibleTo(form) and each.text().startswith("Choose")
    ]
    choose.click()
    assert [each for each in form.findChildren(QLabel) if words in each.text()]


def test_a_chat_template_of_an_export_is_a_file_or_stays_the_tokenizers_own(qtbot, answers):
    form = ExportOptionsForm()
    qtbot.addWidget(form)
    form.show_format("tokenizer.json")
    [box] = [each for each in form.findChildren(QComboBox) if each.findText("File…") >= 0]
    for is_cancelled, chosen in ((True, None), (False, str(FILE))):
        answers.is_cancelled = is_cancelled
        box.setCurrentIndex(box.findText("File…"))
        box.activated.emit(box.currentIndex())
        assert form.options("tokenizer.json").chat_template == chosen
    assert box.currentText() == str(FILE)
