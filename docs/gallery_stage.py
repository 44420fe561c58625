"""Stage: the window without a person, dressed, waited for and grabbed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from picture_files import save_picture
from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from workbench.app import Workbench
from workbench.store import RunStore
from workbench.ui.charts.curves_chart import ChartCanvas
from workbench.ui.theme.theme import Theme
from workbench.work.preferences import TOUR_SEEN

LOOK_MS = 10
PATIENCE_S = 900.0
REST_S = 0.3
"""How long timers of panes may wait before they draw again."""
LAID_OUT_S = 0.1
"""How long the page of a training takes to be laid out when its first merges are shown."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A scheme and a size of the window."""

    scheme: str
    width: int
    height: int

    def file_of(self, scene: str) -> str:
        """Name of a scene's picture: the smaller size goes without saying."""
        size = "" if self.width == SMALL[0] else f"-{self.width}"
        return f"{scene}-{self.scheme}{size}.png"


SMALL, LARGE = (1280, 800), (1920, 1080)
VARIANTS = (
    Variant("light", *SMALL),
    Variant("light", *LARGE),
    Variant("dark", *LARGE),
    Variant("dark", *SMALL),
)
FEW = frozenset({"superword-training", "superwords", "superwords-compared", "loss", "extend",
                 "resume"})  # fmt: skip
"""Pictures that are made at the smaller size alone."""
HIGH_CONTRAST = (Variant("light-contrast", *SMALL), Variant("dark-contrast", *SMALL))


def variants_of(scene: str) -> tuple[Variant, ...]:
    """How a scene's pictures are dressed, in the order in which they are made."""
    small = tuple(variant for variant in VARIANTS if variant.width == SMALL[0])
    return small if scene in FEW else VARIANTS


@dataclass(frozen=True, slots=True)
class Material:
    """Where the texts and tokenizers lie, and which stored runs are shown.

    corpus: a folder with `train`, `eval` (parallel text) and `tokenizers`.
    run: the name of the run that is open. beside: the name of another one.
    """

    corpus: Path
    run: str
    beside: str

    @property
    def tokenizers(self) -> tuple[Path, ...]:
        """Published tokenizers to stand beside the open run."""
        folder = self.corpus / "tokenizers"
        return folder / "tiktoken" / "cl100k_base.tiktoken", folder / "gpt2"

    @property
    def published(self) -> tuple[Path, ...]:
        """A published tokenizer, one of another maker, and one that its own library runs."""
        folder = self.corpus / "tokenizers"
        return (
            folder / "gpt2" / "tokenizer.json",
            folder / "torchtune_llama3_style_tokenizer.json",
            folder / "sentencepiece" / "test_model.model",
        )


class Stage:
    """One window over a store of its own. `shot`: what was written. `scratch`: for exports."""

    def __init__(self, application: QApplication, scratch: Path, material: Material) -> None:
        self.material = material
        self.shot: list[Path] = []
        settings = QSettings(str(scratch / "window.ini"), QSettings.Format.IniFormat)
        theme = Theme(VARIANTS[0].scheme)
        self.workbench = Workbench(RunStore.open(scratch / "runs.sqlite"), settings, theme)
        theme.apply(application, self.workbench.window)
        self.workbench.preferences.set(TOUR_SEEN, True)
        self.scratch = self._folder = scratch
        self._only: frozenset[str] = frozenset()
        self.window = self.workbench.window

    def open(self, folder: Path, only: Collection[str] = ()) -> None:
        """Show the window on the material's run. Pictures go to `folder`; `only` names scenes."""
        self._folder, self._only = folder, frozenset(only)
        self.dress(VARIANTS[0])
        self.workbench.show()
        self.settle()
        self.open_run(self.material.run)

    def close(self) -> None:
        """Take the window down, whatever runs."""
        self.workbench.jobs.cancel_all()
        self.wait(self._has_no_jobs)
        self.window.close()
        self.workbench.shutdown()

    def copied(self, name: str) -> Path:
        """Copy a published tokenizer of the material beside the store, and return where it is."""
        source = self.material.corpus / "tokenizers" / name
        return Path(shutil.copytree(source, self.scratch / name, dirs_exist_ok=True))

    def n_files(self, part: str) -> int:
        """Return how many files a part of the material has."""
        return sum(file.is_file() for file in (self.material.corpus / part).iterdir())

    # ---- what a person does

    def run_id(self, name: str) -> str:
        """Return the id of a finished run. Raises LookupError where there is none."""
        for run in self.workbench.runs.runs:
            if run.name == name and run.status == "finished":
                return run.run_id
        raise LookupError(f"There is no finished run named {name}.")

    def open_run(self, name: str) -> None:
        """Open a stored run, unless it is open."""
        run_id = self.run_id(name)
        if self.workbench.state.run_id != run_id:
            self.workbench.runs.open(run_id)
            self.settle()

    def load_corpus(self) -> None:
        """Open every file of the training corpus, in place of what is there."""
        folder = self.material.corpus / "train"
        rows = self.workbench.corpus_pane.sources.rows
        if not any(path.parent == folder for row in rows for path in row.files):
            self._load(folder)

    def load_texts(self, labels: Collection[str]) -> None:
        """Open copies of some files of the training corpus, in place of what is there."""
        folder = self.scratch / "train"
        folder.mkdir(exist_ok=True)
        for label in labels:
            shutil.copy(self.material.corpus / "train" / f"{label}.txt.zst", folder)
        self._load(folder)

    def _load(self, folder: Path) -> None:
        pane = self.workbench.corpus_pane
        pane.sources.remove(list(range(len(pane.sources.rows))))
        pane.add_paths([folder])
        self.settle()

    def show(self, workspace: str) -> None:
        """Bring a workspace to the front, alone, with nothing before it."""
        self.window.actions_of_frame.reset_layout.trigger()
        self.window.show_workspace(workspace)
        self.settle()

    def do(self, name: str) -> None:
        """Do a command by its name. Raises LookupError where there is none."""
        command = self.window.registry.command(name)
        if command is None:
            raise LookupError(f"There is no command {name}.")
        self.window.do_command(command)

    # ---- waiting

    def wait(self, is_done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        """Run the event loop until something is so. Raises TimeoutError."""
        loop, look = QEventLoop(), QTimer(interval=LOOK_MS)
        end, was_done = time.monotonic() + patience_s, False

        def leave() -> None:
            nonlocal was_done  # what follows in the same turn of the loop may begin something new
            was_done = was_done or is_done()
            if was_done or time.monotonic() > end:
                loop.quit()

        look.timeout.connect(leave)
        look.start()
        loop.exec()
        look.stop()
        if not was_done:
            raise TimeoutError(f"Not so after {patience_s:g} s: {is_done}")

    def rest(self, seconds: float = REST_S) -> None:
        """Run the event loop for a while."""
        end = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() >= end, seconds + 1)

    def settle(self) -> None:
        """Wait until nothing is worked on and everything is drawn."""
        for _ in range(2):
            self.rest()
            while not self._is_idle():
                self.wait(self._is_idle)

    def wait_for_merges(self, n_merges: int) -> None:
        """Wait until the running training has started again and shows `n_merges` merges."""
        shown = self.workbench.training_pane.results.merges
        self.wait(lambda: shown.rowCount() < n_merges)
        self.wait(lambda: shown.rowCount() >= n_merges)
        self.rest(LAID_OUT_S)

    def _has_no_jobs(self) -> bool:
        return not self.workbench.jobs.jobs

    def _is_idle(self) -> bool:
        workbench = self.workbench
        pattern = workbench.pattern_pane
        is_trying = pattern.isVisible() and (pattern.is_trying or pattern.desk.engines.is_busy)
        is_reading = workbench.corpus_pane.is_reading or workbench.mixture.is_previewing
        return workbench.engine.is_ready and self._has_no_jobs() and not is_trying | is_reading

    # ---- pictures

    def variants(self, scene: str) -> Iterator[Variant]:
        """Dress the window in one variant after another, if the scene is wanted."""
        for variant in variants_of(scene) if self.wants(scene) else ():
            self.dress(variant)
            yield variant

    def wants(self, scene: str) -> bool:
        return not self._only or scene in self._only

    def dress(self, variant: Variant) -> None:
        """Give the window a scheme and a size."""
        self.workbench.theme.set_preference(variant.scheme)
        self.window.resize(variant.width, variant.height)
        self.rest()

    def shoot(self, scene: str, *, high_contrast: bool = False) -> None:
        """Write the pictures of what the window shows now."""
        if not self.wants(scene):
            return
        for variant in (*variants_of(scene), *(HIGH_CONTRAST if high_contrast else ())):
            self.dress(variant)
            self.settle()
            self.grab(scene, variant)
        self.dress(VARIANTS[0])

    def grab(self, scene: str, variant: Variant) -> None:
        """Write one picture, with the popups and dialogs that stand before the window."""
        file = self._folder / variant.file_of(scene)
        self._draw_charts()
        save_picture(self._seen().toImage(), file)
        self.shot.append(file)

    def _draw_charts(self) -> None:
        """Draw what waits for its turn, so that all charts of a training show the same moment."""
        QApplication.sendPostedEvents()
        for chart in self.window.findChildren(ChartCanvas):
            chart.draw_due()

    def _seen(self) -> QPixmap:
        if QGuiApplication.platformName() != "offscreen":
            place = self.window.geometry()
            left, top, width, height = place.x(), place.y(), place.width(), place.height()
            return self.window.screen().grabWindow(0, left, top, width, height)
        dialogs = [each for each in self._before_window() if isinstance(each, QDialog)]
        for dialog in dialogs:  # where a window manager puts them
            dialog.move(self.window.geometry().center() - dialog.rect().center())
        picture = self.window.grab()
        painter = QPainter(picture)
        painter.setPen(self.workbench.theme.colour("control_edge"))
        for widget in self._before_window():
            corner = self.window.mapFromGlobal(widget.pos())
            painter.drawPixmap(corner, widget.grab())
            if widget in dialogs:
                painter.drawRect(widget.rect().translated(corner))
        painter.end()
        return picture

    def _before_window(self) -> list[QWidget]:
        """The popups and dialogs that are open."""
        others = [each for each in QApplication.topLevelWidgets() if each is not self.window]
        return [each for each in others if each.isVisible()]
