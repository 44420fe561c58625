"""ImportPage: a tokenizer's files, reported on before they are used.

`ImportReportPart` has the report: verdict, findings and contents; `FindingTable` and
`ImportFactTable` are its models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSplitter, QVBoxLayout, QWidget

from engine.machine import libraries_named_in
from engine.splitting import preset_names
from workbench.runs.run_comparison_flow import baseline_of
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.file_dialogs import PublishedMenu, ask_file, ask_folder
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.widgets.pane import DropOffer, Page
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator
from workbench.work.comparison import Baseline
from workbench.work.exact_tokenizer import runs_elsewhere

if TYPE_CHECKING:
    from engine.formats import Finding, ImportReport
    from workbench.imports.import_flow import ImportedReport

_tr = translator("ImportFactTable")


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
        horizontal(
            label(self.tr("Split pattern"), "caption"),
            (self._pattern, 1),
            again,
            STRETCH,
            parent=self._pattern_row,
            spacing=SPACE_S,
        )
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
        vertical(self._head, (halves, 1), (self._nothing, 1), 0, parent=self, spacing=0)

    def _half(self, title: str, table: DataTable, below: QWidget | None) -> QWidget:
        half = QWidget()
        head = horizontal(
            label(title, "section"),
            STRETCH,
            table.copying.button(),
            margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_S),
        )
        column = vertical(head, (table, 1), parent=half, spacing=0)
        if below is not None:
            column.addWidget(hairline())
            below.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
            column.addWidget(below)
        return half


class ImportPage(Page):
    """Asks for reports and shows them; what is done with a tokenizer is asked of others.

    Signals:
        read_requested: (Baseline, split pattern or None).
        use_requested: ImportedReport, to be the current tokenizer.
        compare_requested: Baseline, to stand beside the current one.
        needs_found: the sentence on a library without which there is no report.
    """

    read_requested: Signal[tuple[Baseline, str | None]] = Signal(object)
    use_requested: Signal[ImportedReport] = Signal(object)
    compare_requested: Signal[Baseline] = Signal(object)
    needs_found: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Tokenizer files"), parent)
        self._imported: ImportedReport | None = None
        self._source: Baseline | None = None
        self.bar = MessageBar()
        self.report = ImportReportPart(theme)
        self._open = QPushButton()
        self._open.setProperty("kind", "menu")
        self._compare = QPushButton(self.tr("Compare with it"))
        self._compare.setObjectName("compare_with_tokenizer")
        self._use = QPushButton(self.tr("Use this tokenizer"))
        self._use.setObjectName("use_tokenizer")
        self._fill_menu()
        for button in (self._open, self._compare, self._use):
            self.header.addWidget(button)
        self.add_close(self.tr("Close"))
        FloatingBars(self.grid, [self.bar])
        self.body.addWidget(self.report, 1)
        self._compare.clicked.connect(self._ask_comparison)
        self._use.clicked.connect(self._ask_use)
        self.report.pattern_chosen.connect(self._read_again)
        self.report.file_wanted.connect(self.ask_file)
        self._show_buttons()

    def read_path(self, path: Path) -> None:
        """Ask for the report on a file or folder."""
        self.read_requested.emit((baseline_of(path), None))

    def note_started(self, source: Baseline) -> None:
        """The files of `source` are read now."""
        self._imported, self._source = None, source
        self.bar.clear()
        self.report.clear(self.tr("Reading…"), _place_of(source), offers_file=False)
        self._show_buttons()

    def show_report(self, imported: ImportedReport) -> None:
        """Show the result."""
        self._imported, self._source = imported, imported.source
        self.report.show_report(imported.report, self._place(), imported.pattern)
        sentences = [sentence_words(each.sentence) for each in imported.report.findings]
        needs = [sentence for sentence in sentences if libraries_named_in(sentence)]
        if needs:
            self.bar.show_error(needs[0])
            self.needs_found.emit(needs[0])
        self._show_buttons()
        self.report.finding_table.setFocus()

    def show_failure(self, sentence: str) -> None:
        """Nothing could be read: say why."""
        self.report.clear(self.tr("No report"), self._place())
        self.bar.show_error(sentence)
        self.needs_found.emit(sentence)

    def note_cancelled(self) -> None:
        self.report.clear(self.tr("Reading was cancelled."), self._place())

    def ask_file(self) -> None:
        """Let the person choose the file of a tokenizer."""
        kinds = self.tr(
            "Tokenizer files (*.json *.tiktoken *.model *.twb *.bpe *.txt *.pkl *.spm);;"
            "All files (*)"
        )
        if name := ask_file(self.window(), self.tr("Tokenizer file"), kinds):
            self.read_path(Path(name))

    def ask_folder(self) -> None:
        """Let the person choose a folder that holds a tokenizer."""
        if name := ask_folder(self.window(), self.tr("Folder of a tokenizer")):
            self.read_path(Path(name))

    def open(self) -> None:
        """The findings take the focus where there are any."""
        if self._imported is None:
            super().open()
        else:
            self.report.finding_table.setFocus()

    def drop_offer(self, paths: Sequence[Path]) -> DropOffer | None:
        """One file or folder is reported on, whatever it is."""
        if len(paths) != 1:
            return None
        return self.tr("Report on this tokenizer's files"), partial(self.read_path, paths[0])

    # ---- inside

    def _fill_menu(self) -> None:
        menu = QMenu(self._open)
        menu.addAction(self.tr("Tokenizer file…")).triggered.connect(self.ask_file)
        menu.addAction(self.tr("Folder of a tokenizer…")).triggered.connect(self.ask_folder)
        self._published = PublishedMenu(self._open)
        self._published.name_chosen.connect(self._read_published)
        menu.addMenu(self._published)
        self._open.setMenu(menu)

    def _read_published(self, name: str) -> None:
        self.read_requested.emit((Baseline(name, published=name), None))

    def _read_again(self, pattern: str) -> None:
        if self._source is not None:
            self.read_requested.emit((self._source, pattern))

    def _show_buttons(self) -> None:
        imported = self._imported
        is_usable = imported is not None and imported.report.is_usable
        is_new = self._source is None
        self._open.setText(self.tr("Open") if is_new else self.tr("Open another"))
        none = self.tr("No tokenizer to use")
        hint = "" if is_usable else none
        if imported is not None and is_usable:
            tokenizer = imported.report.tokenizer
            if tokenizer is not None and runs_elsewhere(tokenizer):
                hint = self.tr(
                    "It runs in its own library, which has no merges; it can be compared."
                )
        self._use.setEnabled(not hint)
        self._use.setToolTip(plain_tip(hint))
        # A pattern that was given here is not known elsewhere.
        needs_no_pattern = imported is not None and not imported.pattern
        self._compare.setEnabled(is_usable and needs_no_pattern)
        words = self.tr("Its files contain no split pattern; use it first, then compare.")
        if not is_usable:
            words = none
        self._compare.setToolTip(plain_tip("" if self._compare.isEnabled() else words))

    def _ask_use(self) -> None:
        if self._imported is not None:
            self.use_requested.emit(self._imported)

    def _ask_comparison(self) -> None:
        if self._imported is not None:
            self.compare_requested.emit(self._imported.source)

    def _place(self) -> str:
        return "" if self._source is None else _place_of(self._source)


def _place_of(source: Baseline) -> str:
    return str(source.path) if source.path is not None else source.name
