"""What menus of parts offer, and what follows when an entry is chosen."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMenu, QPushButton, QWidget

from engine.formats.reading.published import published_names
from tests.workbench.ui.test_tables import run
from workbench.compression.evaluation_choice import EvaluationChoice
from workbench.frame.about_dialog import AboutDialog
from workbench.runs.run_comparison_view import RunComparisonView
from workbench.runs.run_list_part import RunList, RunRemarks
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.widgets import file_dialogs
from workbench.ui.widgets.buttons import TextsButton
from workbench.ui.widgets.file_dialogs import LastFolder, PublishedMenu
from workbench.work.comparison import Baseline


def opened_menu(widget, name):
    """The menu of a button, filled as when it is pressed."""
    [menu] = [
        each.menu()
        for each in widget.findChildren(QPushButton)
        if name in (each.accessibleName(), each.text()) and each.menu() is not None
    ]
    menu.aboutToShow.emit()
    return menu


def entry(menu, words) -> QAction:
    [found] = [each for each in menu.actions() if each.text() == words]
    return found


def told(signal):
    found = []
    signal.connect(found.append)
    return found


@pytest.fixture
def saved_at(monkeypatch, tmp_path):
    """Where everything is saved that asks for a place."""
    place = tmp_path / "saved.csv"
    proposed = []

    def shown(_parent, _title, name="", _kinds=""):
        proposed.append(name)
        return str(place), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(shown))
    monkeypatch.setattr(file_dialogs, "last_folder", LastFolder())
    return place, proposed


def test_texts_and_baselines_of_an_evaluation_are_chosen_in_menus(qtbot):
    choice = EvaluationChoice()
    qtbot.addWidget(choice)
    choice.set_runs((run("open"), run("other"), run("bad", status="failed")))
    choice.show_baselines((), "open")
    choice.set_stored(("in/corpus-a",))
    texts, stored = told(choice.texts_chosen), told(choice.stored_chosen)
    menu = opened_menu(choice, "Texts")
    *_, corpus, _line, head, measured = menu.actions()
    assert (head.text(), head.isEnabled()) == ("Measured earlier", False)
    corpus.trigger()
    measured.trigger()
    assert (texts, stored) == ([()], ["in/corpus-a"])
    runs = told(choice.baseline_run_chosen)
    add = opened_menu(choice, "Add baseline")
    offered = [each.text() for each in add.actions()]
    assert "open" not in offered
    assert "bad" not in offered
    entry(add, "other").trigger()
    assert runs == ["other"]


def test_where_uses_are_counted_is_chosen_in_a_menu(qtbot):
    button = TextsButton("Count uses", "")
    qtbot.addWidget(button)
    in_corpus, in_texts = button.menu().actions()[:2]
    assert not in_corpus.isEnabled()
    assert not in_texts.isEnabled()
    button.set_corpus_there(True)
    button.set_evaluation_paths((Path("/a"),))
    requested = told(button.requested)
    in_corpus.trigger()
    in_texts.trigger()
    assert requested == [None, (Path("/a"),)]


def test_published_tokenizers_are_chosen_by_name_or_written(qtbot, monkeypatch):
    parent = QWidget()
    qtbot.addWidget(parent)
    menu = PublishedMenu(parent)
    menu.aboutToShow.emit()
    chosen = told(menu.name_chosen)
    first = menu.actions()[0]
    assert first.data() == published_names()[0]
    first.trigger()
    for answer in (("hub:owner/name ", True), ("  ", True), ("owner/name", False)):
        monkeypatch.setattr(QInputDialog, "getText", staticmethod(lambda *_, a=answer: a))
        menu.actions()[-1].trigger()
    assert chosen == [published_names()[0], "hub:owner/name"]


def test_runs_are_added_to_a_comparison_in_its_menu(qtbot, theme):
    view = RunComparisonView(theme)
    for part in (view, view.header):
        qtbot.addWidget(part)
    view.set_runs((run("a"), run("b")))
    asked = told(view.compare_requested)
    parts = (*view.findChildren(QPushButton), *view.header.findChildren(QPushButton))
    menus = [each.menu() for each in parts if "up to four" in each.toolTip()]
    menu = menus[0]
    menu.aboutToShow.emit()
    entry(menu, "b").trigger()
    assert asked == [(Baseline("b", run_id="b"),)]
    published = entry(menu, "Published").menu()
    published.aboutToShow.emit()
    name = published.actions()[0].data()
    published.actions()[0].trigger()
    assert asked[1] == (Baseline(name, published=name),)


def test_tags_are_searched_given_and_taken(qtbot, theme):
    runs = RunList(theme)
    for widget in (runs, runs.search, runs.columns):
        qtbot.addWidget(widget)
    runs.set_runs([run("one", tags=("draft",)), run("two", tags=("draft", "new & good"))])
    runs.show()
    runs.tags_menu.aboutToShow.emit()
    assert [each.text() for each in runs.tags_menu.actions()] == [
        "draft (2)", "new && good (1)",
    ]  # fmt: skip
    runs.tags_menu.actions()[1].trigger()
    assert [each.run_id for each in runs.table.rows.runs] == ["two"]
    menu = runs.columns.menu()
    menu.aboutToShow.emit()
    n_columns = sum(each.isCheckable() for each in menu.actions())
    toggled = entry(menu, "Status")
    words = toggled.text()
    toggled.trigger()
    menu.aboutToShow.emit()
    assert sum(each.isCheckable() for each in menu.actions()) == n_columns
    assert words not in [
        each.text() for each in menu.actions() if each.isCheckable() and each.isChecked()
    ]


def test_a_tag_is_typed_and_its_chip_takes_it_away(qtbot, theme):
    remarks = RunRemarks()
    qtbot.addWidget(remarks)
    remarks.show_runs([run("one", tags=("draft",))])
    remarks.show()
    asked = told(remarks.tags_requested)
    remarks.focus_tags()
    field = remarks.findChild(QLineEdit)
    qtbot.keyClicks(field, "b, c")
    qtbot.keyClick(field, "\r")
    assert field.text() == ""
    [chip] = [each for each in remarks.findChildren(QPushButton) if each.property("tag")]
    chip.click()
    assert asked == [(("one", ("draft", "b", "c")),), (("one", ()),)]


def test_a_chart_is_copied_and_its_numbers_are_saved_from_its_menu(qtbot, theme, saved_at):
    place, proposed = saved_at
    chart = DotPlot("Tokenizers by language", theme)
    qtbot.addWidget(chart)
    chart.resize(300, 200)
    chart.set_dots(("mine",), [ChartRow("deu", "German", (ChartCell(1.5, "1.5", "", 0.0),))], "x")
    chart.show()
    ChartSaving(chart)
    chart.customContextMenuRequested.emit(chart.rect().center())
    menu = next(each for each in chart.findChildren(QMenu) if each.isVisible())
    QGuiApplication.clipboard().setImage(QImage())
    entry(menu, "Copy picture").trigger()
    assert QGuiApplication.clipboard().image().width() > chart.width()  # in double size
    entry(menu, "Save data as CSV…").trigger()
    assert proposed == ["tokenizers-by-language.csv"]
    assert list(csv.reader(place.read_text("utf-8").splitlines())) == [
        ["label", "name", "mine"], ["deu", "German", "1.5"],
    ]  # fmt: skip
    menu.close()


def test_a_table_is_saved_from_its_menu(qtbot, theme, saved_at):
    place, proposed = saved_at
    runs = RunList(theme)
    for widget in (runs, runs.search, runs.columns):
        qtbot.addWidget(widget)
    runs.set_runs([run("one")])
    runs.show()
    menu = QMenu(runs)
    runs.table.copying.fill(menu)
    saving = [each for each in menu.actions() if "CSV" in each.text() and "…" in each.text()]
    saving[0].trigger()
    assert proposed[0].endswith(".csv")
    rows = list(csv.reader(place.read_text("utf-8").splitlines()))
    assert len(rows) == 2
    assert "one" in rows[1]


def test_the_versions_are_copied_as_they_stand_for_a_report(qtbot, theme):
    dialog = AboutDialog({"Python": "3.11", "Qt": "6"}, "licences", theme)
    qtbot.addWidget(dialog)
    dialog.copy_facts()
    assert QGuiApplication.clipboard().text() == "Python: 3.11\nQt: 6"
