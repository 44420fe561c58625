"""The Tokens workspace in the whole window: columns that are compared, and come back."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QSettings

from tests.workbench.driver import WorkbenchDriver
from workbench.tokens.token_columns_flow import COLUMNS

pytestmark = pytest.mark.slow


def test_a_dropped_tokenizer_is_compared_and_the_differences_walked(
    driver, corpus, tokenizer, tmp_path
):
    other = tokenizer.truncated(260).save(tmp_path / "other.twb")
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="first")
    driver.wait_for_training()
    driver.compare_tokens_with(other)
    pane = driver.workbench.tokens_pane
    assert [column.name for column in pane.columns.columns] == ["first", "other"]
    assert pane.difference_bar.texts[0].endswith("%")
    driver.trigger("Next differing token")
    assert pane.difference_bar.texts[2].startswith("Difference 1 of ")
    assert driver.state.inspection.kind == "Token"
    driver.workbench.token_columns.remove(0)
    assert [column.name for column in pane.columns.columns] == ["first"]


def test_columns_come_back_with_the_workspace_and_not_before(qtbot, qapp, tokenizer, tmp_path):
    path = tokenizer.save(tmp_path / "other.twb")
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue(COLUMNS, json.dumps([{"name": "other", "run_id": None, "path": str(path)}]))
    settings.sync()
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        driver.window.show()
        driver.window.show_workspace("corpus")
        assert driver.workbench.token_columns.columns == ()
        driver.window.show_workspace("tokens")
        [column] = driver.workbench.token_columns.columns
        assert (column.source.name, column.source.path) == ("other", path)
    finally:
        driver.close()
