"""ImportPage: a tokenizer's files, reported on before they are used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.machine import libraries_named_in
from workbench.imports.import_report import ImportReportPart
from workbench.runs.run_comparison_flow import baseline_of
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.file_dialogs import ask_file, ask_folder
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.widgets.page import DropOffer, Page
from workbench.ui.widgets.published_menu import PublishedMenu
from workbench.ui.words.tool_tips import plain_tip
from workbench.work.comparison import Baseline
from workbench.work.tokenizer_files import runs_elsewhere

if TYPE_CHECKING:
    from workbench.imports.import_flow import ImportedReport


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
