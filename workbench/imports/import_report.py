"""The report on a tokenizer's files: verdict, findings, and their contents.

`ImportReportPart` is the widget; `FindingTable` and `ImportFactTable` are its models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from engine.splitting import preset_names
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.work.tokenizer_files import runs_elsewhere

if TYPE_CHECKING:
    from engine.formats import Finding, ImportReport

PATTERN_MISSING = "pattern-missing"
_COLOURS = {"error": "negative", "warning": "warning", "note": "muted_text"}
_DIGEST_LETTERS, _HEX = 64, frozenset("0123456789abcdef")


def finding_columns(theme: Theme) -> Sequence[Column[Finding]]:
    """Severity, sentence and place of each finding."""
    severities = {"error": _tr("Error"), "warning": _tr("Warning"), "note": _tr("Note")}
    return (
        Column(_tr("Severity"), lambda row: severities[row.severity], tip=finding_words,
               colour=lambda row: theme.colour(_COLOURS[row.severity]), width=88),
        Column(_tr("Finding"), finding_words, tip=finding_words, width=400, stretches=True),
        Column(_tr("Where"), attrgetter("where"), tip=attrgetter("where"), width=200,
               key="where"),
    )  # fmt: skip


def finding_words(finding: Finding) -> str:
    """What was found; what the person is asked for in the window is said in its own words."""
    if finding.code == PATTERN_MISSING:
        return _tr(
            "The files do not contain the split pattern. Choose or write the one used in training."
        )
    return sentence_words(finding.sentence)


def fact_columns(mono: QFont) -> Sequence[Column[tuple[str, str]]]:
    """Words and values of what the files hold; a list has a row for each of its entries."""
    word, value = itemgetter(0), itemgetter(1)

    def font(row: tuple[str, str]) -> QFont | None:
        return mono if _is_digest(row[1]) else None

    return (
        Column(_tr("Property"), word, tip=word, width=188),
        Column(_tr("Value"), value, tip=value, roles={Qt.ItemDataRole.FontRole: font}, width=300,
               stretches=True),
    )  # fmt: skip


def _rows_of(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in facts.items():
        if key == "path":
            continue  # shown above the table
        word = fact_words(key)
        if isinstance(value, Mapping):
            for name, inner in value.items():
                size, _, digest = str(inner).partition(", sha256 ")
                yield str(name), _in_window(size)
                if digest:
                    yield "sha256", digest
        elif isinstance(value, list):
            entries = [str(each) for each in value] or ["–"]
            yield word, entries[0]
            yield from (("", each) for each in entries[1:])
        else:
            yield word, grouped(value) if isinstance(value, int) else str(value)


def _in_window(size: str) -> str:
    """A file's size, formatted as numbers are in the window."""
    digits, _, unit = size.replace(",", "").partition(" ")
    return byte_size(int(digits)) if digits.isdecimal() and unit == "bytes" else size


def _is_digest(text: str) -> bool:
    return len(text) == _DIGEST_LETTERS and set(text) <= _HEX


def fact_words(key: str) -> str:
    """The name of a property in the window; names of a format stay as they are."""
    return {
        "kind": _tr("Format"), "published as": _tr("Published as"), "version": _tr("Version"),
        "split pattern": _tr("Split pattern"), "text is cut by": _tr("Splitter"),
        "vocabulary": _tr("Vocabulary"), "merges": _tr("Merges"),
        "special tokens": _tr("Special tokens"), "special token ids": _tr("Special token ids"),
        "longest token in bytes": _tr("Longest token, bytes"),
        "tokens without a merge": _tr("Tokens without a merge"),
        "normalization": _tr("Normalization"), "semantic hash": _tr("Hash"),
        "ids without a token": _tr("Ids without a token"),
        "unreachable": _tr("Unreachable tokens"), "roles": _tr("Roles"),
        "chat template": _tr("Chat template"), "in llama.cpp": _tr("In llama.cpp"),
        "runs through": _tr("Runs in"), "names in the pickle": _tr("Names in the pickle"),
        "entries in the pickle": _tr("Entries in the pickle"),
        "published encoding": _tr("Published encoding"),
    }.get(key, key)  # fmt: skip


class ImportReportPart(QWidget):
    """The verdict, the findings and the contents of a tokenizer's files.

    Signals:
        pattern_chosen: the split pattern with which to read the same files again.
        file_wanted: the button of the empty state was pressed.
    """

    pattern_chosen: Signal[str] = Signal(object)
    file_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = label("", "title", wrap=True)
        self._place = ElidedLabel("", "caption")
        self._findings = ColumnTable(finding_columns(theme), parent=self)
        self._facts = ColumnTable(fact_columns(theme.mono_font()), parent=self)
        self.finding_table = DataTable(self.tr("Findings"), theme)
        self.finding_table.show_columns(self._findings)
        self.fact_table = DataTable(self.tr("Contents"), theme)
        self.fact_table.show_columns(self._facts)
        self._whole = label("", wrap=True)
        self._whole.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._pattern = QComboBox(editable=True)
        self._pattern.setObjectName("missing_pattern")
        self._pattern.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._pattern.setAccessibleName(self.tr("Split pattern"))
        self._pattern.addItems(preset_names())
        self._pattern.setMinimumWidth(SEARCH_WIDTH)
        self._pattern_row = QWidget()
        self._pattern_row.setObjectName("pattern_row")
        self._head = QWidget()
        self._nothing = EmptyState(
            self.tr("See what a tokenizer's files contain, and what is wrong with them."),
            self.tr("Choose a tokenizer file…"),
        )
        self._lay_out()
        self._nothing.action_requested.connect(self.file_wanted)
        self.finding_table.selectionModel().selectionChanged.connect(self._show_whole)
        self.clear("")

    @property
    def facts(self) -> dict[str, str]:
        """Words and values on show."""
        return {word: value for word, value in self._facts.rows if word}

    @property
    def is_empty(self) -> bool:
        """Whether the empty state is on show."""
        return not self._nothing.isHidden()

    def clear(self, words: str, place: str = "", *, offers_file: bool = True) -> None:
        """Show no report, and say why; `offers_file` with the way to one."""
        self._head.setVisible(bool(words))
        self._nothing.setVisible(offers_file)
        self._verdict.setText(words)
        self._place.setText(place)
        self._findings.set_rows(())
        self._facts.set_rows(())
        self._whole.setText("")
        self._pattern_row.hide()
        self._halves.hide()

    def show_report(self, report: ImportReport, place: str, pattern: str | None = None) -> None:
        """Show a report; `place` names what it is on, `pattern` was given by the person."""
        self._head.show()
        self._nothing.hide()
        self._verdict.setText(self._verdict_words(report))
        self._place.setText(place)
        self._findings.set_rows(report.findings)
        self._facts.set_rows(_rows_of(report.facts))
        codes = {finding.code for finding in report.findings}
        self._pattern_row.setVisible(PATTERN_MISSING in codes or pattern is not None)
        has_places = any(finding.where for finding in report.findings)
        self.finding_table.setColumnHidden(self._findings.place("where"), not has_places)
        self._halves.show()
        self._whole.setText(self.tr("No problems found."))
        if report.findings:
            self.finding_table.selectRow(0)

    # ---- inside

    def _verdict_words(self, report: ImportReport) -> str:
        words, tokenizer = self.tr("These files can be used."), report.tokenizer
        if not report.is_usable:
            words = self.tr("These files cannot be used.")
        elif tokenizer is not None and runs_elsewhere(tokenizer):
            words = self.tr("These files can be compared; they run in %1.")
            words = fill(words, tokenizer.library)
        elif report.of("warning"):
            words = self.tr("These files can be used; read the warnings first.")
        return words

    def _show_whole(self) -> None:
        chosen = self.finding_table.selectionModel().selectedRows()
        if chosen:
            finding = self._findings.rows[chosen[0].row()]
            where = f"\n{finding.where}" if finding.where else ""
            self._whole.setText(f"{finding_words(finding)}{where}")

    def _ask_again(self) -> None:
        pattern = self._pattern.currentText().strip()
        if pattern:
            self.pattern_chosen.emit(pattern)

    def _lay_out(self) -> None:
        again = QPushButton(self.tr("Read with this pattern"))
        again.clicked.connect(self._ask_again)
        row = QHBoxLayout(self._pattern_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(label(self.tr("Split pattern"), "caption"))
        row.addWidget(self._pattern, 1)
        row.addWidget(again)
        row.addStretch(1)
        outer, head = QVBoxLayout(self._head), QVBoxLayout()
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(head)
        outer.addWidget(hairline())
        head.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        head.setSpacing(SPACE_S)
        for part in (self._verdict, self._place, self._pattern_row):
            head.addWidget(part)
        self._halves = halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._half(self.tr("Findings"), self.finding_table, self._whole))
        halves.addWidget(self._half(self.tr("Contents"), self.fact_table, None))
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(halves, 1)
        column.addWidget(self._nothing, 1)
        column.addStretch(0)

    def _half(self, title: str, table: DataTable, below: QWidget | None) -> QWidget:
        half = QWidget()
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        head.addWidget(label(title, "section"))
        head.addStretch(1)
        head.addWidget(table.copying.button())
        column = QVBoxLayout(half)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(table, 1)
        if below is not None:
            column.addWidget(hairline())
            below.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
            column.addWidget(below)
        return half


def _tr(words: str) -> str:
    return QCoreApplication.translate("ImportFactTable", words)
