"""SourceMenu: tokenizers that can stand in a column: runs, baselines, files, published ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.file_dialogs import ask_file, ask_folder
from workbench.ui.widgets.published_menu import PublishedMenu
from workbench.work.comparison import Baseline
from workbench.work.run_search import run_titles

if TYPE_CHECKING:
    from workbench.store import RunSummary

MOST_RUNS = 24


class SourceMenu(QMenu):
    """Offers tokenizers: files and folders, published ones, baselines of the window, runs.

    Signals:
        source_chosen: the Baseline; a file or folder has no name yet.
    """

    source_chosen: Signal[Baseline] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSummary, ...] = ()
        self._baselines: tuple[Baseline, ...] = ()
        self._published = PublishedMenu(self)
        self._published.name_chosen.connect(self._choose_published)
        self.aboutToShow.connect(self.fill)

    def set_choices(self, runs: Sequence[RunSummary], baselines: Sequence[Baseline]) -> None:
        """Know the runs of the store and the tokenizers that other panes measure with."""
        self._runs = tuple(run for run in runs if run.status == "finished")
        self._baselines = tuple(each for each in baselines if each.run_id is None)

    def fill(self) -> None:
        """Refill the menu."""
        self.removeAction(self._published.menuAction())  # clear() would make Python its owner
        self.clear()
        self._offer(self.tr("Tokenizer file…")).triggered.connect(self.ask_file)
        self._offer(self.tr("Folder of a tokenizer…")).triggered.connect(self.ask_folder)
        self.addMenu(self._published)
        if self._baselines:
            self.addSeparator()
        for each in self._baselines:
            self._offer_source(each, fill(self.tr("Baseline %1"), each.name))
        if self._runs:
            self.addSeparator()
        titles = run_titles(self._runs)
        for run in self._runs[:MOST_RUNS]:
            title = titles[run.run_id]
            words = fill(self.tr("%1   %2 tokens"), title, grouped(run.vocab_size))
            self._offer_source(Baseline(title, run_id=run.run_id), words)

    def ask_file(self) -> None:
        """Let the person choose the file of a tokenizer."""
        title = self.tr("Tokenizer to compare with")
        name = ask_file(self.parentWidget(), title)
        self._choose_path(name)

    def ask_folder(self) -> None:
        """Let the person choose a folder that holds a tokenizer."""
        title = self.tr("Folder of a tokenizer")
        self._choose_path(ask_folder(self.parentWidget(), title))

    def _choose_path(self, name: str) -> None:
        if name:
            self.source_chosen.emit(Baseline("", path=Path(name)))

    def _choose_published(self, name: str) -> None:
        self.source_chosen.emit(Baseline(name, published=name))

    def _offer(self, words: str) -> QAction:
        return self.addAction(words.replace("&", "&&"))

    def _offer_source(self, source: Baseline, words: str) -> None:
        action = self._offer(words)
        action.setData(source)
        action.triggered.connect(self._choose_offered)

    def _choose_offered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.source_chosen.emit(action.data())
