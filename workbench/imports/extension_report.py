"""ExtensionReportPart: what an extension came to: figures, and tables one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from workbench.imports.extension_tables import (
    KIND,
    LABEL,
    OLD_TOKEN,
    PARTS,
    SENTENCE,
    NeverFiredTable,
    NewTokenTable,
    RemarkTable,
    SavingTable,
)
from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import hairline, label

if TYPE_CHECKING:
    from workbench.imports.extension_form import FinishedExtension

_SAVING_WIDTHS = (120, 160, 88, 112, 112, 80)
_TOKEN_WIDTHS = (72, 200, 88, 88, 280, 120)
_MERGE_WIDTHS = (96, 96, 240)
_REMARK_WIDTHS = (160, 400)
_REMARK_HEIGHT = 40  # two lines of a sentence
_NOTHING, _REPORT = range(2)
NEW, SAVING, NEVER, REMARKS = range(4)


class ExtensionReportPart(QWidget):
    """Says what it is for until there is a report."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = (
            self.tr("fewer tokens, domain"), self.tr("held out"), self.tr("general text"),
            self.tr("new tokens"), self.tr("merges that never fire"), self.tr("ids in all"),
        )  # fmt: skip
        self.figures = Figures(words, theme)
        self.saving, self.new_tokens = SavingTable(self), NewTokenTable(theme.mono_font(), self)
        self.never_fired = NeverFiredTable(theme.mono_font(), self)
        self.remarks = RemarkTable(theme.mono_font(), self)
        self.tables = self._tables(theme)
        self._verdict = label("", "caption", wrap=True)
        self._empty = EmptyState(
            self.tr(
                "Give a tokenizer tokens for a new domain. Every id it has stays; new ids follow."
            )
        )
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("View of the extension"))
        for word in (self.tr("New tokens"), self.tr("Tokens saved"),
                     self.tr("Merges that never fire"), self.tr("Remarks")):  # fmt: skip
            self._tabs.addTab(word)
        self._views, self._stack = QStackedWidget(), QStackedWidget()
        self._lay_out()
        self._tabs.currentChanged.connect(self._views.setCurrentIndex)
        self.clear()

    @property
    def is_empty(self) -> bool:
        """Whether there is no report on show."""
        return self._stack.currentIndex() == _NOTHING

    @property
    def verdict(self) -> str:
        """The sentence below the figures."""
        return self._verdict.text()

    def show_view(self, view: int) -> None:
        """Bring one of the tables to the front."""
        self._tabs.setCurrentIndex(view)

    def clear(self, waiting: str = "") -> None:
        """Show no report; `waiting` says what is waited for."""
        self._empty.set_waiting(waiting)
        self._stack.setCurrentIndex(_NOTHING)

    def show_report(self, finished: FinishedExtension) -> None:
        """Show the result of an extension."""
        from engine.extension import DOMAIN, GENERAL, HELD_OUT, never_fired_rows

        report = finished.report
        extension = report.extension
        never = NOTHING if report.never_fired is None else grouped(len(report.never_fired))
        texts = (report.text(name) for name in (DOMAIN, HELD_OUT, GENERAL))
        saved = [percent(None if text is None else text.saved) for text in texts]
        self.figures.show_values(
            *saved, grouped(extension.n_new), never, grouped(extension.tokenizer.vocab_size)
        )
        self._verdict.setText(self._words(finished))
        self.saving.set_report(report)
        self.new_tokens.set_report(report)
        self.never_fired.set_rows(tuple(never_fired_rows(report)))
        self.remarks.set_report(report)
        self.tables[NEW].setColumnHidden(KIND, bool(extension.is_wanted.all()))
        n_remarks = self.remarks.rowCount()
        words = fill(self.tr("Remarks (%1)"), grouped(n_remarks))
        self._tabs.setTabText(REMARKS, words if n_remarks else self.tr("Remarks"))
        self._stack.setCurrentIndex(_REPORT)

    # ---- inside

    def _words(self, finished: FinishedExtension) -> str:
        """Which ids are new, and what was not added."""
        extension = finished.report.extension
        ids = extension.new_ids
        words = self.tr("%1: new ids from %2 to %3; the %4 ids before stay what they are.")
        words = fill(
            words,
            finished.request.subject.name,
            grouped(int(ids.min())),
            grouped(int(ids.max()) + len(extension.new_special_tokens)),
            grouped(extension.old.vocab_size),
        )
        if extension.refused:
            more = self.tr("Given tokens that were not added: %1; Remarks says why.")
            words = f"{words} {fill(more, grouped(len(extension.refused)))}"
        return words

    def _tables(self, theme: Theme) -> tuple[DataTable, ...]:
        made = []
        for name, model, widths, stretch in (
            (self.tr("New tokens"), self.new_tokens, _TOKEN_WIDTHS, PARTS),
            (self.tr("Tokens saved"), self.saving, _SAVING_WIDTHS, LABEL),
            (self.tr("Merges that never fire on the domain"), self.never_fired,
             _MERGE_WIDTHS, OLD_TOKEN),
            (self.tr("Remarks on tokens"), self.remarks, _REMARK_WIDTHS, SENTENCE),
        ):  # fmt: skip
            table = DataTable(name, theme)
            table.setModel(model)
            table.set_widths(widths, stretch=stretch)
            made.append(table)
        made[REMARKS].setWordWrap(True)
        made[REMARKS].verticalHeader().setDefaultSectionSize(_REMARK_HEIGHT)
        return tuple(made)

    def _lay_out(self) -> None:
        whole, column = QWidget(), QVBoxLayout()
        whole.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        head.setSpacing(SPACE_S)
        head.addWidget(self.figures)
        head.addWidget(self._verdict)
        column.addLayout(head)
        column.addWidget(hairline())
        tabs = QHBoxLayout()
        tabs.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        tabs.addWidget(self._tabs)
        tabs.addStretch(1)
        self._copying = QStackedWidget()
        self._copying.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        tabs.addWidget(self._copying)
        column.addLayout(tabs)
        column.addWidget(hairline())
        for table in self.tables:
            self._views.addWidget(table)
            self._copying.addWidget(table.copying.button())
        self._tabs.currentChanged.connect(self._copying.setCurrentIndex)
        column.addWidget(self._views, 1)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(whole)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
