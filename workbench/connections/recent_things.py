"""RecentThings: notes what is opened, and opens it again from the menus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from resources import sample_corpus_folder
from workbench.connections.workspaces import CORPUS
from workbench.frame.recent import RecentMenu, path_words
from workbench.work.comparison import Baseline
from workbench.work.run_search import run_titles
from workbench.work.tokenizer_files import is_tokenizer_path

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane


class RecentThings(QObject):
    """File > Recent files and Run > Recent runs."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        window = workbench.window
        actions = window.actions_of_frame
        self.files = RecentMenu(
            self.tr("Recent files"),
            window.recent_files,
            actions.clear_recent_files,
            path_words,
            window,
        )
        self.runs = RecentMenu(
            self.tr("Recent runs"),
            window.recent_runs,
            actions.clear_recent_runs,
            self._run_words,
            window,
        )
        window.menus.fill(window.layouts.menu, self.files, self.runs)
        self.files.chosen.connect(self._open_file)
        self.runs.chosen.connect(workbench.runs.open)
        workbench.panes.when_built(CORPUS, self._follow_corpus)
        workbench.imports.flow.started.connect(self._note_tokenizer)
        workbench.state.run_id_changed.connect(self._note_run)
        workbench.runs.runs_changed.connect(self._show_runs)

    def _open_file(self, path: str) -> None:
        if "://" not in path and is_tokenizer_path(Path(path)):
            self._workbench.imports.read_paths([Path(path)])
            return
        self._workbench.window.show_workspace("corpus")
        self._workbench.corpus_pane.add_paths([path])

    def _follow_corpus(self, pane: CorpusPane) -> None:
        pane.paths_added.connect(self._note_paths)

    def _note_paths(self, paths: tuple[object, ...]) -> None:
        sample = str(sample_corpus_folder())
        for path in reversed(paths):
            if str(path) != sample:
                self._workbench.window.recent_files.add(str(path))

    def _note_tokenizer(self, source: Baseline) -> None:
        if source.path is not None:
            self._workbench.window.recent_files.add(str(source.path))

    def _note_run(self, run_id: str | None) -> None:
        if run_id is not None:
            self._workbench.window.recent_runs.add(run_id)

    def _show_runs(self, _runs: object) -> None:
        self.runs.fill()

    def _run_words(self, run_id: str) -> str | None:
        return run_titles(self._workbench.runs.runs).get(run_id)
