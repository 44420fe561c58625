"""Whole ways through Runs: compare by keyboard, edit as new, delete and restore."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QStyleOptionViewItem,
)

from tests.workbench.buttons import press_button
from tests.workbench.named import cells, edit_in_place
from workbench.runs.run_comparison_view import DIVERGENCE, FACTS, LANGUAGES, VOCABULARY
from workbench.runs.run_facts_part import FIRST_VALUE, is_difference
from workbench.runs.run_table import NAME
from workbench.runs.run_vocabulary_part import LINK, merge_partners
from workbench.runs.runs_tabs import EXPORT, RUNS
from workbench.store import RunStore
from workbench.text.numbers import grouped
from workbench.text.visible_text import visible
from workbench.work.comparison import Baseline
from workbench.work.training_settings import TrainingSettings

pytestmark = pytest.mark.slow


@pytest.fixture
def texts(folder_of):
    """A folder with two files of text."""
    return folder_of(
        {
            "eng.txt": "the cat sat on the mat, 1234 12345 times\n" * 60,
            "deu.txt": "die Katze saß auf der Matte, 1234 mal\n" * 40,
        }
    )


def painted_ranks(table):
    """The first cell of each row, and how its delegate would paint it."""
    for row in range(table.model().rowCount()):
        index, option = table.model().index(row, 0), QStyleOptionViewItem()
        table.itemDelegate().initStyleOption(option, index)
        yield index.data(), option


def two_runs(driver, texts):
    """Train "plain", and "other" with another pattern, size and tie-break."""
    driver.start()
    driver.add_to_corpus(texts)
    driver.train(300, name="plain")
    driver.wait_for_training()
    driver.state.set_pattern("cl100k")
    driver.state.set_training_settings(
        TrainingSettings(vocab_size=320, min_frequency=2, name="other")
    )
    driver.trigger("Train")
    driver.wait_for_training()
    assert [run.name for run in driver.runs] == ["other", "plain"]
    ours, theirs = (driver.workbench.store.tokenizer(name) for name in ("other", "plain"))
    return ours, theirs


def test_two_runs_are_compared_by_keyboard_and_one_is_edited_as_new(qtbot, driver, texts):
    ours, theirs = two_runs(driver, texts)
    driver.press("Ctrl+9")
    pane = driver.workbench.runs_pane
    pane.list.table.setFocus()
    driver.press("Ctrl+Home", "Shift+Down")
    assert len(pane.list.table.chosen_ids) == 2, (
        driver.window.workspace,
        pane.list.table.chosen_ids,
    )
    driver.press("Ctrl+D")
    qtbot.waitUntil(lambda: pane.shows_comparison)
    view = pane.comparison
    facts = shown_facts(view.facts)
    assert "settings.tie_break" not in facts
    assert facts["settings.pattern"] == ("gpt2", "cl100k")  # the older run is the baseline
    driver.press("Ctrl+Shift+D")
    facts = shown_facts(view.facts)
    assert facts["settings.min_frequency"] == ("1", "2")
    assert facts["settings.tie_break"] == ("smallest-ids", "smallest-ids")
    changes = "Split pattern gpt2 → cl100k; Vocabulary size 300 → 320; Minimum count 1 → 2"
    assert view.scorecard.changes == f"What changed: {changes}"
    qtbot.waitUntil(lambda: view.scorecard.mapTo(pane, QPoint()).y() <= 88)
    driver.press("Ctrl+B")
    qtbot.waitUntil(lambda: view.comparison.names == ("other", "plain"))
    assert shown_facts(view.facts)["settings.min_frequency"] == ("2", "1")
    rank = 0
    while ours.merges[rank].tolist() == theirs.merges[rank].tolist():
        rank += 1
    driver.press("Ctrl+PgDown")
    words = [each.text() for each in view.vocabulary.figures.findChildren(QLabel)
             if not each.parentWidget().isHidden()]  # fmt: skip
    assert "only in other" in words and "only in plain" in words
    assert not any("special" in each for each in words)  # neither has one
    driver.press("Ctrl+PgDown")
    assert view.view == DIVERGENCE
    assert f"the runs diverge at rank {rank}." in view.divergence.sentences
    press_button(view.divergence, "Copy summary")
    assert QGuiApplication.clipboard().text() == view.divergence.sentences
    bold = [rank for rank, option in painted_ranks(view.divergence.table) if option.font.bold()]
    assert bold == [grouped(rank)]  # the first merge that differs
    driver.press("Escape")
    assert not pane.shows_comparison
    pane.choose(driver.runs[0].run_id)
    driver.state.set_pattern("gpt2")
    driver.state.set_corpus(None)
    driver.press("Ctrl+E")
    qtbot.waitUntil(lambda: driver.window.workspace == "train")
    driver.wait_for_training()
    assert driver.state.pattern == "cl100k"
    assert driver.state.training_settings == TrainingSettings(vocab_size=320, min_frequency=2)
    assert [source.label for source in driver.state.corpus.sources] == ["deu", "eng"]
    driver.trigger("Train")
    driver.wait_for_training()
    newest = driver.workbench.store.tokenizer(driver.runs[0].run_id)
    assert newest.semantic_hash == ours.semantic_hash


def shown_facts(part) -> dict[str, tuple[str, ...]]:
    """The rows on show: words of the values by the name of the fact."""
    columns = [
        column
        for column in range(FIRST_VALUE, part.rows.columnCount())
        if not is_difference(column)
    ]
    return {
        fact.name: tuple(part.rows.index(row, column).data() for column in columns)
        for row, fact in enumerate(part.rows.facts)
    }


def shown_tokens(part) -> list[bytes]:
    return [part.rows.token_at(row) for row in range(part.rows.rowCount())]


def test_vocabulary_and_languages_of_a_comparison(qtbot, driver, texts):
    ours, theirs = two_runs(driver, texts)
    pane, view = driver.workbench.runs_pane, driver.workbench.runs_pane.comparison
    driver.compare(*(run.run_id for run in driver.runs))
    assert view.view == FACTS
    view.show_view(VOCABULARY)
    part = view.vocabulary
    sets = [set(each.ranked_tokens) for each in (theirs, ours)]  # the older run first
    shown = []
    for number in range(3):
        part.show_part(number)
        shown.append(set(shown_tokens(part)))
    assert shown == [sets[0] - sets[1], sets[1] - sets[0], sets[0] & sets[1]]
    part.table.selectRow(0)
    token = shown_tokens(part)[0]
    assert driver.state.inspection.title == visible(token)
    token_id = list(theirs.vocabulary).index(token)
    assert driver.inspected["plain"] == f"rank {token_id - 256}, id {token_id}"
    part.filter("·")
    assert set(shown_tokens(part)) == {each for each in sets[0] & sets[1] if b" " in each}
    view.show_view(LANGUAGES)
    assert not view.languages.is_empty  # both were measured on the beginnings of one corpus
    assert {row.label for row in view.languages.dots.rows} == {"deu", "eng"}
    [kind] = [box for box in view.languages.findChildren(QComboBox) if box.findText("Dots") >= 0]
    kind.setCurrentText("Heat map")
    assert view.languages.heats.isVisible()
    path = driver.folder / "small.twb"
    theirs.save(path)
    assert pane.drop_words([path]) == "Add to the comparison"
    assert not pane.accept_drop([texts / "eng.txt"])
    assert pane.accept_drop([path])
    qtbot.waitUntil(lambda: len(view.comparison.names) == 3)
    assert view.comparison.evaluation.n_known == 2
    driver.workbench.run_comparison.measure()
    qtbot.waitUntil(lambda: view.comparison.evaluation.n_known == 3)
    figures = shown_facts(view.facts)["metrics.bytes_per_token"]
    assert figures[0] == figures[2]
    view.pair_requested.emit((0, 2))
    qtbot.waitUntil(lambda: view.divergence.sentences == "All merges are identical.")
    press_button(view.header, "Take other out of the comparison")
    qtbot.waitUntil(lambda: view.comparison.names == ("plain", "small"))
    view.facts.only_differences.setChecked(False)  # the file has the pattern of the run
    [field] = [each for each in view.facts.findChildren(QLineEdit) if each.isVisibleTo(view.facts)]
    qtbot.keyClicks(field, "pattern_")
    assert set(shown_facts(view.facts)) == {"settings.pattern_expression"}
    field.setText("(")
    assert "Not a regular expression" in field.toolTip()
    field.clear()
    names = [fact.name for fact in view.facts.rows.facts]
    row = names.index("settings.pattern_expression")
    view.facts.table.setCurrentIndex(view.facts.rows.index(row, FIRST_VALUE))
    view.show_view(FACTS)
    view.facts.table.setFocus()
    driver.press("Ctrl+Shift+C")
    assert QGuiApplication.clipboard().text() == theirs.pattern
    view.remove(0)
    assert not pane.shows_comparison
    pane.choose(driver.runs[0].run_id)
    pane.commands.compare_with([path])
    qtbot.waitUntil(lambda: view.comparison.names == ("other", "small"))
    menu = view._baseline.menu()
    menu.aboutToShow.emit()
    offered = {each.text(): each for each in menu.actions()}
    assert [name for name, each in offered.items() if each.isChecked()] == ["other"]
    offered["other"].trigger()  # it is the baseline already
    offered["small"].trigger()
    qtbot.waitUntil(lambda: view.comparison.names == ("small", "other"))


def check_lines_of_equal_merges(driver):
    """Lines join equal merges; those of the current row are marked."""
    part = driver.workbench.runs_pane.comparison.divergence
    table, accent = part.table, driver.theme.colour("accent")
    ranks = part.rows.rows
    both = tuple(
        each.tokenizer for each in driver.workbench.runs_pane.comparison.comparison.pair.tokenizers
    )
    line = next(
        (rank, other)
        for rank, other in merge_partners(both, ranks[-1]).items()
        if rank != other and rank in ranks and other in ranks
    )

    def n_marked(row: int) -> int:
        rect = table.visualRect(part.rows.index(row, LINK))
        picture = table.viewport().grab(rect).toImage()
        return sum(
            picture.pixelColor(x, y) == accent
            for x in range(picture.width())
            for y in range(picture.height())
        )

    left, right = (ranks.index(rank) for rank in line)
    table.setCurrentIndex(part.rows.index(next(
        row for row in range(len(ranks)) if row not in (left, right)
        and not any(ranks[row] in each for each in part._links._lines)
    ), 0))  # fmt: skip
    assert (n_marked(left), n_marked(right)) == (0, 0)
    table.setCurrentIndex(part.rows.index(left, 0))
    assert n_marked(right) > 0


def test_a_subject_of_the_comparison_leaves_the_inspector_with_it(driver, texts):
    two_runs(driver, texts)
    pane = driver.workbench.runs_pane
    driver.compare(*(run.run_id for run in driver.runs))
    pane.comparison.show_view(VOCABULARY)
    pane.comparison.vocabulary.table.selectRow(0)
    assert driver.state.inspection.kind == "Token"
    pane.content.show_view(EXPORT)
    assert driver.state.inspection is None
    pane.content.show_view(RUNS)
    pane.comparison.vocabulary.table.selectRow(1)
    assert driver.state.inspection.kind == "Token"
    pane.comparison.show_view(DIVERGENCE)
    check_lines_of_equal_merges(driver)
    pane.close_comparison()
    assert driver.state.inspection is None


def test_what_of_a_recipe_is_gone_is_named(qtbot, driver, texts):
    driver.start()
    driver.add_to_corpus(texts)
    driver.train(290)
    driver.wait_for_training()
    (texts / "eng.txt").unlink()
    driver.choose_run(driver.runs[0].run_id)
    driver.trigger("Duplicate settings…")
    qtbot.waitUntil(lambda: bool(driver.pane_message))
    assert "eng.txt" in driver.pane_message
    assert "deu.txt" not in driver.pane_message
    driver.wait_for_training()
    assert [source.label for source in driver.state.corpus.sources] == ["deu"]


def test_runs_are_tagged_noted_searched_deleted_and_brought_back(qtbot, driver, texts):
    two_runs(driver, texts)
    pane = driver.workbench.runs_pane
    driver.window.show_workspace("runs")
    pane.choose(*(run.run_id for run in driver.runs))
    pane.list.remarks.add_tag("to keep")
    assert [run.tags for run in driver.runs] == [("to keep",), ("to keep",)]
    assert len(pane.list.table.chosen_ids) == 2
    pane.choose(driver.runs[1].run_id)
    pane.list.remarks.remove_tag("to keep")
    pane.list.remarks.note.setPlainText("for the paper")
    pane.list.remarks.store_note()
    assert driver.runs[1].notes == "for the paper"
    pane.list.filter("note:paper")
    assert cells(pane.list.table, NAME) == ["plain"]
    pane.list.filter('tag:"to keep"')
    assert cells(pane.list.table, NAME) == ["other"]
    pane.list.filter("")
    pane.choose(driver.runs[1].run_id)
    pane.list.edit_name()
    edit_in_place(pane.list.table, "simple")
    qtbot.waitUntil(lambda: [run.name for run in driver.runs] == ["other", "simple"])
    pane.list.edit_name()
    edit_in_place(pane.list.table, "plain")
    qtbot.waitUntil(lambda: [run.name for run in driver.runs] == ["other", "plain"])
    pane.choose(*(run.run_id for run in driver.runs))
    driver.trigger("Delete run")
    assert driver.runs == ()
    assert pane.bar.text == "2 runs were deleted."
    press_button(pane.bar, "Undo")
    assert [run.name for run in driver.runs] == ["other", "plain"]
    pane.choose(*(run.run_id for run in driver.runs))
    driver.trigger("Delete run")
    driver.trigger("Show deleted runs")
    assert cells(pane.list.table, NAME) == ["other", "plain"]
    pane.choose(pane.list.table.rows.runs[1].run_id)
    driver.trigger("Restore run")
    assert [run.name for run in driver.runs] == ["plain"]
    assert cells(pane.list.table, NAME) == ["other"]
    driver.trigger("Show deleted runs")
    assert cells(pane.list.table, NAME) == ["plain"]


def test_deleted_runs_are_removed_for_ever(qtbot, driver, texts):
    two_runs(driver, texts)
    pane = driver.workbench.runs_pane
    driver.window.show_workspace("runs")
    driver.trigger("Permanently remove deleted runs…")
    assert pane.bar.text == "No deleted runs."
    pane.choose(driver.runs[0].run_id)
    driver.trigger("Delete run")
    driver.trigger("Permanently remove deleted runs…")
    box = pane.findChildren(QMessageBox)[-1]
    assert box.text().startswith("Permanently remove 1 deleted run (")
    with qtbot.waitSignal(driver.workbench.run_purging.purged) as purged:
        box.buttons()[0].click()
    assert purged.args[0][0] == 1
    assert pane.bar.text.startswith("1 run removed; ")
    assert driver.workbench.store.list_runs(deleted=True) == []
    driver.workbench.history.undo()
    assert [run.name for run in driver.runs] == ["plain"]


def test_runs_that_cannot_be_removed_stay_and_the_window_says_why(
    qtbot, driver, texts, monkeypatch
):
    two_runs(driver, texts)
    pane = driver.workbench.runs_pane
    driver.window.show_workspace("runs")
    pane.choose(driver.runs[0].run_id)
    driver.trigger("Delete run")

    def refuse(_store, _age):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "runs.sqlite")

    monkeypatch.setattr(RunStore, "purge_deleted", refuse)
    driver.trigger("Permanently remove deleted runs…")
    box = pane.findChildren(QMessageBox)[-1]
    with qtbot.waitSignal(driver.workbench.run_purging.failed):
        box.buttons()[0].click()
    assert "No space left on device" in pane.bar.text
    assert len(driver.workbench.store.list_runs(deleted=True)) == 1


def test_a_run_that_another_program_trains_says_so(qtbot, driver, tokenizer):
    driver.start()
    store = driver.workbench.store
    run_id = store.begin_run("elsewhere", tokenizer.training.config, [])
    store.heartbeat(run_id, "Merge", 0.4)
    driver.window.show_workspace("runs")
    assert [run.name for run in driver.runs] == ["elsewhere"]
    pane = driver.workbench.runs_pane
    driver.workbench.runs.open(run_id)
    assert "is being trained by this or another program" in pane.bar.text
    assert "40 %" in pane.bar.text
    driver.choose_run(run_id)
    assert not pane.primary_action().isEnabled()
    assert not pane.commands.delete.isEnabled()
    assert pane.commands.edit_as_new.isEnabled()


def test_a_damaged_run_and_one_of_another_engine_say_what_holds(qtbot, driver, texts, tmp_path):
    driver.start()
    driver.add_to_corpus(texts)
    for name in ("good", "damaged"):
        driver.train(280, name=name)
        driver.wait_for_training()
    damaged, good = driver.runs
    with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as connection, connection:
        guards = connection.execute("select name from sqlite_master where type = 'trigger'")
        for (guard,) in guards.fetchall():
            connection.execute(f"drop trigger {guard}")
        connection.execute(
            "update run_arrays set content = x'00' where run_id = ? and name = 'merges'",
            (damaged.run_id,),
        )
        connection.execute("update runs set engine_version = '0'")
    pane = driver.workbench.runs_pane
    driver.window.show_workspace("runs")
    driver.choose_run(damaged.run_id)
    driver.trigger("Open run")
    qtbot.waitUntil(lambda: bool(pane.bar.text))
    assert "damaged" in pane.bar.text
    assert "Nothing was changed" in pane.bar.text
    driver.choose_run(good.run_id)
    driver.trigger("Open run")
    qtbot.waitUntil(lambda: driver.state.run_id == good.run_id)
    qtbot.waitUntil(lambda: "version 0 of the engine" in driver.window_message)
    driver.workbench.run_comparison.compare(
        [Baseline(run.name, run_id=run.run_id) for run in driver.runs]
    )
    pane.bar.clear()
    qtbot.waitUntil(lambda: "damaged" in pane.bar.text)
    assert not pane.shows_comparison


def test_a_recipe_of_a_run_that_is_missing_is_said(qtbot, driver):
    driver.start()
    recipes = driver.workbench.run_recipes
    with qtbot.waitSignal(recipes.failed) as failed:
        recipes.edit_as_new("0" * 32)
    assert "0000" in failed.args[0]
