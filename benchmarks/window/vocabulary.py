"""How long a filter of the vocabulary takes to the filtered table on screen, with 256 k tokens."""

from __future__ import annotations

import statistics
import time
from typing import Any

VOCAB_SIZE = 262_144
SETTLE_S = 0.1
REPEATS = 7
FILTERS = (
    "the", '" the"', "hex:e2 96", r"/^ ?\p{Lu}\p{Ll}+$/", "/[0-9]{2}/", r"/^\s+$/", r"/(?i)ing$/",
    "script:Cyrillic", "length:>8", "rank:1000..20000", "is:partial", "is:twin not:merge",
    "is:space length:>8 /tion$/", "from:300",
)  # fmt: skip
_PATIENCE_S = 300
_LOOK_MS = 1


def measure_vocabulary_filter(workbench: Any, tokenizer: Any = None) -> dict[str, Any]:
    """Milliseconds from a change of the field to the table, painted, in the open window.

    The delay that the field waits for the next keystroke is part of them. tokenizer: what is
    filtered; without one 262,144 ids are trained on the corpus of the window, or as many as it
    yields. The figure that counts, `vocabulary_filter_ms`, is the median of the slowest filter.
    """
    if tokenizer is None:
        tokenizer = _trained(workbench)
    pane = workbench.vocabulary_pane
    workbench.window.show_workspace("vocabulary")
    began = time.perf_counter()
    workbench.state.open_run(None, tokenizer, None)
    _run_until(lambda: pane.model.vocabulary is not None and not workbench.jobs.jobs)
    listed_s = time.perf_counter() - began
    each: dict[str, list[float]] = {text: [] for text in FILTERS}
    rows = {}
    for _ in range(REPEATS):
        for text in FILTERS:
            pane.set_filter("")
            _settle()  # what clearing the field shows is painted before anybody types again
            each[text].append(_filter(pane, text))
            rows[text] = pane.model.rowCount()
    medians = {text: statistics.median(taken) for text, taken in each.items()}
    return {
        "vocabulary_filter_ms": round(max(medians.values()), 1),
        "vocabulary_filter": {
            "vocab_size": tokenizer.vocab_size,
            "listing_s": round(listed_s, 2),
            "median_ms": round(statistics.median(medians.values()), 1),
            "worst_ms": round(max(max(taken) for taken in each.values()), 1),
            "filters": {
                text: {
                    "rows": rows[text],
                    "median_ms": round(medians[text], 1),
                    "worst_ms": round(max(each[text]), 1),
                }
                for text in FILTERS
            },
        },
    }


def _filter(pane: Any, text: str) -> float:
    """Put a filter into the field as a person would, and wait until its rows are painted."""
    from PySide6.QtWidgets import QLineEdit

    resets = []

    def note() -> None:
        resets.append(True)

    pane.model.modelReset.connect(note)
    field = pane.findChild(QLineEdit)
    began = time.perf_counter()
    field.setText(text)
    _run_until(lambda: bool(resets))
    pane.table.viewport().repaint()
    taken = (time.perf_counter() - began) * 1000
    pane.model.modelReset.disconnect(note)
    if pane.filter_error:
        raise SystemExit(f"The filter {text} was refused: {pane.filter_error}")
    return taken


def _settle() -> None:
    """Let the window run for a moment, as it does between two filters."""
    began = time.perf_counter()
    _run_until(lambda: time.perf_counter() - began > SETTLE_S)


def _trained(workbench: Any) -> Any:
    from engine import Corpus, TrainingConfig, train_tokenizer
    from resources import sample_corpus_folder

    corpus = workbench.state.corpus or Corpus.from_paths([sample_corpus_folder()])
    return train_tokenizer(corpus, TrainingConfig(VOCAB_SIZE, pattern="o200k"))


def _run_until(done: Any) -> None:
    """Let the window run until something has happened."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    loop = QEventLoop()
    began = time.perf_counter()

    def look() -> None:
        if done() or time.perf_counter() - began > _PATIENCE_S:
            loop.quit()

    timer = QTimer(interval=_LOOK_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(look)
    timer.start()
    loop.exec()
    timer.stop()
    if not done():
        raise SystemExit("The vocabulary was not filtered within five minutes.")
