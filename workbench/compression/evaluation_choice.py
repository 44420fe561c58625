"""EvaluationChoice: the line that chooses the test texts and the tokenizers to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_S
from workbench.ui.widgets.chip_row import ChipRow
from workbench.ui.widgets.file_dialogs import PublishedMenu, ask_files, ask_folder
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.words.metric_words import texts_title
from workbench.ui.words.tool_tips import plain_tip
from workbench.work.comparison import CORPUS_TEXTS, Baseline, EvaluationTexts
from workbench.work.runs.search import run_titles
from workbench.work.tokenizer_files import is_tokenizer_path

if TYPE_CHECKING:
    from workbench.store import RunSummary

MOST_RUNS = 24
MOST_PATHS = 12


class EvaluationChoice(QWidget):
    """One line of buttons and chips; it emits requests and reads nothing.

    Signals:
        texts_chosen: tuple of paths, () for the corpus in the window.
        stored_chosen: name of a stored evaluation.
        baseline_run_chosen: run id.    baseline_paths_chosen: tuple of paths.
        published_chosen: name of a published tokenizer.    baseline_removed: the Baseline.
    """

    texts_chosen: Signal[Sequence[Path]] = Signal(object)
    stored_chosen: Signal[str] = Signal(object)
    baseline_run_chosen: Signal[str] = Signal(object)
    baseline_paths_chosen: Signal[Sequence[Path]] = Signal(object)
    published_chosen: Signal[str] = Signal(object)
    baseline_removed: Signal[Baseline] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stored: tuple[str, ...] = ()
        self._runs: tuple[RunSummary, ...] = ()
        self._run_id: str | None = None
        self._texts = _menu_button(self.tr("Texts"))
        self._texts.setObjectName("choose_texts")
        self._texts.menu().aboutToShow.connect(self._fill_texts)
        self._add = _menu_button(self.tr("Add baseline"))
        self._add.setText(self.tr("Add baseline"))
        self._add.menu().aboutToShow.connect(self._fill_baselines)
        self.published = PublishedMenu(self._add)
        self.published.name_chosen.connect(self.published_chosen)
        self._chips = ChipRow(
            self.tr("Further baselines"), label(self.tr("Compare with"), "caption")
        )
        self._words = ElidedLabel("", "caption", parts=True)
        self._words.setObjectName("test_texts")
        row = horizontal(
            label(self.tr("Test texts"), "caption"), self._texts, parent=self, spacing=SPACE_S
        )
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self._words, 1)  # gives way to the chips
        row.addWidget(self._chips)
        row.addWidget(self._add)
        self.show_texts(EvaluationTexts())

    # ---- what is shown

    @property
    def baseline_names(self) -> tuple[str, ...]:
        """The tokenizers that stand beside the open one."""
        return tuple(chip.text().rpartition(" ")[0] for chip in self._chips.chips)

    @property
    def stored(self) -> tuple[str, ...]:
        """Names of the stored evaluations that are offered."""
        return self._stored

    def show_texts(self, texts: EvaluationTexts) -> None:
        """Show which texts are chosen."""
        self._texts.setText(self.texts_name(texts.name))
        self._texts.setToolTip(plain_tip("\n".join(str(path) for path in texts.paths[:MOST_PATHS])))

    def describe_texts(self, words: str) -> None:
        """Say in a few words what the chosen texts are."""
        self._words.setText(words)

    def show_baselines(self, baselines: Sequence[Baseline], open_run: str | None) -> None:
        """Show a chip for each tokenizer; pressing it takes the tokenizer away."""
        self._run_id = open_run
        chips = []
        for baseline in (each for each in baselines if not open_run or each.run_id != open_run):
            chip = QPushButton(f"{baseline.name} ✕")
            chip.setProperty("kind", "chip")
            chip.setProperty("baseline", baseline)
            words = fill(self.tr("Remove the baseline %1"), baseline.name)
            chip.setAccessibleName(words)
            chip.setToolTip(
                plain_tip(f"{words}\n{baseline.path or baseline.published or ''}".strip())
            )
            chip.clicked.connect(self._remove)
            chips.append(chip)
        self._chips.set_chips(chips)

    def set_stored(self, names: Sequence[str]) -> None:
        """Offer the evaluations that are stored with the open run."""
        self._stored = tuple(names)

    def set_runs(self, runs: Iterable[RunSummary]) -> None:
        """Offer the finished runs as baselines, without the open one."""
        self._runs = tuple(runs)

    def texts_name(self, name: str) -> str:
        """Return the words for a name that the program gave itself, others as they are."""
        return texts_title(name)

    def remove_baseline(self, name: str) -> None:
        """Press the chip of a baseline."""
        for chip, shown in zip(self._chips.chips, self.baseline_names, strict=True):
            if shown == name:
                chip.click()

    def ask_files(self) -> None:
        """Let the person choose files of text."""
        names = ask_files(self, self.tr("Test texts"))
        if names:
            self.texts_chosen.emit(tuple(map(Path, names)))

    def ask_folder(self) -> None:
        """Let the person choose a folder of text."""
        name = ask_folder(self, self.tr("Folder of test texts"))
        if name:
            self.texts_chosen.emit((Path(name),))

    def ask_tokenizers(self) -> None:
        """Let the person choose files of tokenizers."""
        names = ask_files(self, self.tr("Tokenizers to compare with"))
        if names:
            self.baseline_paths_chosen.emit(tuple(map(Path, names)))

    def ask_tokenizer_folder(self) -> None:
        """Let the person choose a folder that holds a tokenizer."""
        name = ask_folder(self, self.tr("Folder of a tokenizer"))
        if name:
            self.baseline_paths_chosen.emit((Path(name),))

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Take dropped files: tokenizers as baselines, everything else as texts."""
        tokenizers = tuple(path for path in paths if is_tokenizer_path(path))
        texts = tuple(path for path in paths if path not in tokenizers)
        if tokenizers:
            self.baseline_paths_chosen.emit(tokenizers)
        if texts:
            self.texts_chosen.emit(texts)

    # ---- inside

    def _fill_texts(self) -> None:
        menu = self._texts.menu()
        menu.clear()
        _offer(menu, self.tr("Add files…"), self.ask_files)
        _offer(menu, self.tr("Add folder…"), self.ask_folder)
        _offer(menu, self.texts_name(CORPUS_TEXTS), self._choose_corpus)
        if self._stored:
            menu.addSeparator()
            head = menu.addAction(self.tr("Measured earlier"))
            head.setEnabled(False)
        for name in self._stored:
            _offer(menu, self.texts_name(name), self._choose_stored).setData(name)

    def _fill_baselines(self) -> None:
        menu = self._add.menu()
        menu.removeAction(self.published.menuAction())  # clear() would make Python its owner
        menu.clear()
        _offer(menu, self.tr("Tokenizer file…"), self.ask_tokenizers)
        _offer(menu, self.tr("Folder of a tokenizer…"), self.ask_tokenizer_folder)
        menu.addMenu(self.published)
        others = [
            run for run in self._runs if run.status == "finished" and run.run_id != self._run_id
        ]
        if others:
            menu.addSeparator()
        titles = run_titles(self._runs)
        for run in others[:MOST_RUNS]:
            _offer(menu, titles[run.run_id], self._choose_run).setData(run.run_id)

    def _choose_corpus(self) -> None:
        self.texts_chosen.emit(())

    def _choose_stored(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.stored_chosen.emit(action.data())

    def _choose_run(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.baseline_run_chosen.emit(action.data())

    def _remove(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.baseline_removed.emit(chip.property("baseline"))


def _menu_button(name: str) -> QPushButton:
    button = QPushButton()
    button.setAccessibleName(name)
    button.setProperty("kind", "menu")
    button.setMenu(QMenu(button))
    return button


def _offer(menu: QMenu, words: str, slot: object) -> QAction:
    action = menu.addAction(words)
    action.triggered.connect(slot)
    return action
