"""ExtensionReportPart: what an extension came to: figures, and tables one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workbench.imports.model_part import ModelPart
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.extension import ExtensionReport, NewToken
    from workbench.imports.extension_form import FinishedExtension

_tr = translator("ExtensionReportPart")

_REMARK_HEIGHT = 40  # two lines of a sentence
_NOTHING, _REPORT = range(2)
NEW, SAVING, NEVER, REMARKS, MODEL = range(5)


class SavingRow(NamedTuple):
    """Tokens of one label of a text; label "" for the whole text."""

    text: str
    label: str
    n_bytes: int
    before: int
    after: int

    @property
    def saved(self) -> float:
        return 1 - self.after / self.before if self.before else 0.0


def saving_columns() -> Sequence[Column[SavingRow]]:
    """Tokens before and after, text by text and label by label."""
    texts = {"domain": _tr("Domain"), "held out": _tr("Held out"), "general": _tr("General text")}
    return (
        Column(_tr("Text"), lambda row: texts.get(row.text, row.text), width=120),
        Column(_tr("Label"), lambda row: language_name(row.label) if row.label else _tr("all"),
               width=160, stretches=True),
        Column(_tr("Size"), attrgetter("n_bytes"), text=lambda row: byte_size(row.n_bytes),
               side="right", width=88),
        Column(_tr("Tokens before"), attrgetter("before"), side="right", width=112),
        Column(_tr("Tokens after"), attrgetter("after"), side="right", width=112),
        Column(_tr("Saved, %"), attrgetter("saved"), text=lambda row: f"{100 * row.saved:.2f}",
               side="right", width=80),
    )  # fmt: skip


def saving_rows(report: ExtensionReport) -> list[SavingRow]:
    """A row for each text, and one for each label where there are several."""
    rows = []
    for text in report.texts:
        sums = (int(each.sum()) for each in (text.n_bytes, text.before, text.after))
        rows.append(SavingRow(text.name, "", *sums))
        if len(text.labels) > 1:
            columns = (text.n_bytes.tolist(), text.before.tolist(), text.after.tolist())
            rows += [
                SavingRow(text.name, label, *numbers)
                for label, *numbers in zip(text.labels, *columns, strict=True)
            ]
    return rows


def new_token_columns(old: Sequence[bytes], mono: QFont) -> Sequence[Column[NewToken]]:
    """The new tokens with the ones of the `old` vocabulary that each was before."""

    def parts(row: NewToken) -> str:
        return "  ".join(_shown(old[part]) for part in row.parts)

    return (
        Column(_tr("Id"), attrgetter("token_id"), text=lambda row: str(row.token_id),
               side="right", width=72),
        Column(_tr("Token"), lambda row: _shown(row.token), font=mono, width=200),
        Column(_tr("Uses"), attrgetter("uses"), side="right", width=88),
        Column(_tr("Count"), lambda row: row.count or None, side="right", width=88),
        Column(_tr("Parts before"), parts, font=mono, width=280, stretches=True),
        Column(_tr("Kind"), lambda row: "" if row.is_wanted else _tr("intermediate"), width=120,
               key="kind"),
    )  # fmt: skip


def never_fired_columns(mono: QFont) -> Sequence[Column[tuple[int, int, bytes]]]:
    """Old merges that join nothing in the domain: rank, id and token of each."""
    return (
        Column(_tr("Rank"), itemgetter(0), side="right", width=96),
        Column(_tr("Id"), itemgetter(1), text=lambda row: str(row[1]), side="right", width=96),
        Column(_tr("Token"), lambda row: _shown(row[2]), font=mono, width=240, stretches=True),
    )


def remark_columns(mono: QFont) -> Sequence[Column[tuple[bytes, str]]]:
    """Tokens that were not added or are not reached everywhere, with a sentence each."""
    sentence = itemgetter(1)
    return (
        Column(_tr("Token"), lambda row: _shown(row[0]), tip=sentence, font=mono, width=160),
        Column(_tr("Remark"), sentence, tip=sentence, width=400, stretches=True),
    )


def remark_rows(report: ExtensionReport) -> list[tuple[bytes, str]]:
    """(token, sentence) of everything a person should know of single tokens, and of the whole."""
    extension = report.extension
    rows = [(b"", sentence_words(sentence)) for sentence in extension.problems]
    rows += [(each.token, sentence_words(each.sentence)) for each in extension.refused]
    rows += [
        (each.token, sentence_words(each.sentence)) for each in extension.reaches if each.sentence
    ]
    return rows


def _shown(token: bytes) -> str:
    return isolated(visible(token))


class ExtensionReportPart(QWidget):
    """Says what it is for until there is a report."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = (
            self.tr("fewer tokens, domain files"), self.tr("held out"), self.tr("general text"),
            self.tr("new tokens"), self.tr("unused merges"), self.tr("total ids"),
        )  # fmt: skip
        self.figures = Figures(words, theme)
        self._mono = theme.mono_font()
        self.saving = ColumnTable(saving_columns(), parent=self)
        self.new_tokens = ColumnTable(new_token_columns((), self._mono), parent=self)
        self.never_fired = ColumnTable(never_fired_columns(self._mono), parent=self)
        self.remarks = ColumnTable(remark_columns(self._mono), parent=self)
        self.tables = self._tables(theme)
        self.model = ModelPart(theme)
        self._verdict = label("", "caption", wrap=True)
        self._empty = EmptyState(
            self.tr("Add tokens for a new domain. Existing ids stay; new ids follow.")
        )
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("View of the extension"))
        for word in (self.tr("New tokens"), self.tr("Tokens saved"),
                     self.tr("Unused merges"), self.tr("Remarks"), self.tr("Model")):  # fmt: skip
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
        self.saving.set_rows(saving_rows(report))
        columns = new_token_columns(extension.old.vocabulary, self._mono)
        self.new_tokens.set_columns(columns, report.new_tokens)
        self.never_fired.set_rows(never_fired_rows(report))
        self.remarks.set_rows(remark_rows(report))
        self.tables[NEW].setColumnHidden(
            self.new_tokens.place("kind"), bool(extension.is_wanted.all())
        )
        n_remarks = self.remarks.rowCount()
        words = fill(self.tr("Remarks (%1)"), grouped(n_remarks))
        self.model.clear()
        self._tabs.setTabText(REMARKS, words if n_remarks else self.tr("Remarks"))
        self._stack.setCurrentIndex(_REPORT)

    # ---- inside

    def _words(self, finished: FinishedExtension) -> str:
        """Which ids are new, and what was not added."""
        extension = finished.report.extension
        ids = extension.new_ids
        words = self.tr("%1: new ids %2 to %3; the %4 existing ids are unchanged.")
        words = fill(
            words,
            finished.request.subject.name,
            grouped(int(ids.min())),
            grouped(int(ids.max()) + len(extension.new_special_tokens)),
            grouped(extension.old.vocab_size),
        )
        if extension.refused:
            more = self.tr("Given tokens that were not added: %1; see Remarks.")
            words = f"{words} {fill(more, grouped(len(extension.refused)))}"
        return words

    def _tables(self, theme: Theme) -> tuple[DataTable, ...]:
        made = []
        models: tuple[tuple[str, ColumnTable[Any]], ...] = (
            (self.tr("New tokens"), self.new_tokens),
            (self.tr("Tokens saved"), self.saving),
            (self.tr("Merges unused on the domain"), self.never_fired),
            (self.tr("Remarks on tokens"), self.remarks),
        )
        for name, model in models:
            table = DataTable(name, theme)
            table.show_columns(model)
            made.append(table)
        made[REMARKS].setWordWrap(True)
        made[REMARKS].verticalHeader().setDefaultSectionSize(_REMARK_HEIGHT)
        return tuple(made)

    def _lay_out(self) -> None:
        whole, column = QWidget(), QVBoxLayout()
        whole.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = vertical(
            self.figures,
            self._verdict,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        column.addLayout(head)
        column.addWidget(hairline())
        tabs = horizontal(self._tabs, STRETCH, margins=(SPACE_M, 0, SPACE_M, 0))
        self._copying = QStackedWidget()
        self._copying.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        tabs.addWidget(self._copying)
        column.addLayout(tabs)
        column.addWidget(hairline())
        for table in self.tables:
            self._views.addWidget(table)
            self._copying.addWidget(table.copying.button())
        self._views.addWidget(self.model)
        self._copying.addWidget(QWidget())
        self._tabs.currentChanged.connect(self._copying.setCurrentIndex)
        column.addWidget(self._views, 1)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(whole)
        vertical(self._stack, parent=self)
