"""The Vocabulary pane over a tokenizer."""

from __future__ import annotations

import pytest


@pytest.fixture
def opened_pane(qtbot, state, theme, jobs, engine_jobs):
    """`opened_pane(tokenizer, corpus)`: the pane with its table; corpus: that of the window."""
    from workbench.vocabulary.vocabulary_pane import VocabularyPane

    def opened(tokenizer, corpus=None, width=1000):
        pane = VocabularyPane(state, theme, jobs, engine_jobs)
        qtbot.addWidget(pane)
        pane.resize(width, 700)
        pane.show()
        if corpus is not None:
            state.set_corpus(corpus)
        state.open_run("run", tokenizer, None)
        qtbot.waitUntil(lambda: pane.model.rowCount() > 0)
        return pane

    return opened


@pytest.fixture
def pane(opened_pane, tokenizer):
    return opened_pane(tokenizer)
