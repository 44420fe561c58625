"""Ranks and ids of large vocabularies are read whole, and keys reach the pane that is in front."""

from __future__ import annotations

from PySide6.QtGui import QStandardItem, QStandardItemModel

from tests.workbench.driver import WorkbenchDriver
from workbench.text.numbers import grouped
from workbench.training import merge_stream, merge_table
from workbench.ui.tables.data_table import DataTable
from workbench.vocabulary import vocabulary_columns
from workbench.vocabulary import vocabulary_timeline as replay_table
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs
from workbench.vocabulary.vocabulary_timeline import VocabularyTimeline
from workbench.work.preferences import TOUR_SEEN

LONG = 599_744


def room_for(qtbot, theme, words: str) -> int:
    table = DataTable("numbers", theme)
    qtbot.addWidget(table)
    table.setModel(QStandardItemModel(1, 1, table))
    table.model().setItem(0, 0, QStandardItem(words))
    table.ensurePolished()
    return table.sizeHintForColumn(0)


def test_ranks_of_large_vocabularies_have_room_in_every_list(qtbot, theme, jobs, engine_jobs):
    rank, token_id = room_for(qtbot, theme, grouped(LONG)), room_for(qtbot, theme, str(LONG))
    widths = vocabulary_columns.WIDTHS
    assert widths[vocabulary_columns.RANK] >= rank
    for column in (vocabulary_columns.ID,):
        assert widths[column] >= token_id
    assert merge_stream.COLUMN_WIDTHS[merge_table.RANK] >= rank
    assert merge_stream.COLUMN_WIDTHS[merge_table.TOKEN_ID] >= token_id
    timeline = VocabularyTimeline(theme, VocabularyJobs(jobs, engine_jobs), "")
    qtbot.addWidget(timeline)
    for width in (500, 1200):
        timeline.resize(width, 400)
        timeline.show()
        assert timeline.findChild(DataTable).columnWidth(replay_table.MERGE) >= rank


def test_keys_reach_the_pane_after_another_workspace_came(qtbot, qapp, tmp_path):
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    driver.workbench.preferences.set(TOUR_SEEN, True)
    driver.window.show()
    driver.window.activateWindow()
    qtbot.waitUntil(driver.window.isActiveWindow)
    driver.window.show_workspace("vocabulary")
    driver.window.docks.pane("vocabulary").setFocus()
    for name in ("tokens", "train", "tokens"):
        driver.window.show_workspace(name)
        pane = driver.window.docks.pane(name)
        focused = driver.window.focusWidget()
        assert pane is focused or pane.isAncestorOf(focused), name
    driver.close()
