"""Sizes in the whole window: train, look, put the marker somewhere, open that size."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow


def test_a_size_is_opened_as_a_run_of_its_own(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="whole")
    driver.wait_for_training()
    whole = driver.state.tokenizer
    driver.window.show_workspace("sizes")
    pane = driver.workbench.sizes_pane
    qtbot.waitUntil(lambda: pane.curves is not None)
    assert pane.curves.labels == ("eng", "deu", "jpn")
    pane.view.move_marker(270)
    driver.trigger("Open this size")
    qtbot.waitUntil(lambda: driver.state.tokenizer is not whole)
    assert driver.state.tokenizer.semantic_hash == whole.truncated(270).semantic_hash
    qtbot.waitUntil(lambda: pane.curves is not None)
    assert pane.curves.vocab_size == 270
    names = [run.name for run in driver.workbench.store.list_runs()]
    assert [name.replace("\u202f", " ") for name in names] == ["whole, 270 ids", "whole"]
