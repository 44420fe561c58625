"""SourcePanel: the chosen source: its first documents, how it is read, what was wrong in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from engine.settings import EncodingErrors, ReadingOptions
from workbench.languages import language_name
from workbench.models.source_row import SourceRow
from workbench.numbers import grouped
from workbench.parts.engine_jobs import EngineJobs
from workbench.parts.problem_list import ProblemList
from workbench.parts.reading_form import ReadingForm
from workbench.parts.source_preview import SourcePreview
from workbench.source_scan import DocumentOptions
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.labels import label

TEXT, READING, PROBLEMS = range(3)


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """The source of a label shall be read in another way."""

    label: str
    reading: ReadingOptions


class SourcePanel(QWidget):
    """Three views of one source.

    Signals:
        reading_changed: a ReadingChange.
    """

    reading_changed = Signal(object)

    def __init__(self, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: SourceRow | None = None
        self._title = label("", "section")
        self.preview = SourcePreview(theme, jobs)
        self.form = ReadingForm()
        self.problems = ProblemList(theme)
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setAccessibleName(self.tr("Views of the source"))
        self._tabs.setExpanding(False)
        self._views = QStackedWidget()
        views = (self.preview, self.form, self.problems)
        words = (self.tr("Text"), self.tr("Reading"), self.tr("Problems"))
        for name, view in zip(words, views, strict=True):
            self._tabs.addTab(name)
            self._views.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(self._title)
        column.addWidget(self._tabs)
        column.addWidget(self._views, 1)
        self._tabs.currentChanged.connect(self._views.setCurrentIndex)
        self.form.changed.connect(self._tell_form)
        self.problems.policy_chosen.connect(self._tell_policy)

    @property
    def tab_words(self) -> tuple[str, ...]:
        """What the tabs say."""
        return tuple(self._tabs.tabText(at) for at in range(self._tabs.count()))

    def show_view(self, view: int) -> None:
        """Show TEXT, READING or PROBLEMS."""
        self._tabs.setCurrentIndex(view)

    def show_source(
        self, row: SourceRow | None, options: DocumentOptions, fields: Sequence[str] = ()
    ) -> None:
        """Show a source, or nothing. fields: those its files have."""
        self._row = row
        self.preview.show_source(row, options)
        self.show_findings(row)
        self.setEnabled(row is not None)
        if row is None:
            self._title.setText(self.tr("No source is chosen"))
            return
        name = language_name(row.label)
        self._title.setText(row.label if name == row.label else f"{name} ({row.label})")
        self.form.set_options(row.reading, fields)
        in_memory = self.tr("This source is text in memory; it is read as it is.")
        self.form.show_words(in_memory if row.texts is not None else "")
        self.form.setEnabled(row.texts is None)

    def show_findings(self, row: SourceRow | None) -> None:
        """Show the problems anew, after the source was read."""
        self.problems.show_source(row)
        n = 0 if row is None else row.n_problems + len(row.errors) + len(row.look_alikes)
        words = self.tr("Problems")
        self._tabs.setTabText(PROBLEMS, f"{words} {grouped(n)}" if n else words)

    def _tell_form(self) -> None:
        if self._row is not None:
            self.reading_changed.emit(ReadingChange(self._row.label, self.form.options))

    def _tell_policy(self, policy: EncodingErrors) -> None:
        if self._row is not None and policy != self._row.reading.encoding_errors:
            reading = replace(self._row.reading, encoding_errors=policy)
            self.reading_changed.emit(ReadingChange(self._row.label, reading))
