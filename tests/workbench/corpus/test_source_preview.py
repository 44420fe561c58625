"""The preview of a source: what it says while it waits, and when it is read too late."""

from __future__ import annotations

import threading

from PySide6.QtWidgets import QPlainTextEdit

from tests.patience import wait_for
from workbench.corpus.source_panel import SourcePreview
from workbench.corpus.source_scan import DocumentOptions
from workbench.corpus.source_table import SourceRow
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.work.jobs import Job


def test_a_preview_of_a_source_that_was_left_is_not_shown(qtbot, theme, jobs, tmp_path):
    path = tmp_path / "eng.txt"
    path.write_text("The quick brown fox.", "utf-8")
    preview = SourcePreview(theme, EngineJobs(jobs, is_ready=True))
    qtbot.addWidget(preview)
    preview.show()
    row = SourceRow("eng")
    row.files[path] = None
    preview.show_source(row, DocumentOptions())
    over = threading.Event()

    def after_it():
        over.set()
        yield

    jobs.start(Job(after_it(), title="After it"))
    wait_for(over)  # the preview is read, and was not delivered yet
    preview.show_source(None, DocumentOptions())
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert preview.text == ""


def test_the_preview_says_that_it_waits_for_the_engine(qtbot, theme, jobs, tmp_path):
    path = tmp_path / "eng.txt"
    path.write_text("The quick brown fox.", "utf-8")
    engine_jobs = EngineJobs(jobs)
    preview = SourcePreview(theme, engine_jobs)
    qtbot.addWidget(preview)
    preview.show()
    row = SourceRow("eng")
    row.files[path] = None
    preview.show_source(row, DocumentOptions())
    assert preview.text == ""
    waiting = preview.findChild(QPlainTextEdit).placeholderText
    assert waiting() == "Preparing the engine, once on this computer. The text is shown next."
    engine_jobs.release()
    qtbot.waitUntil(lambda: preview.text == "The quick brown fox.")
    preview.show_source(None, DocumentOptions())
    assert (preview.text, waiting()) == ("", "")
