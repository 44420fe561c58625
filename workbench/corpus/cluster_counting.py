"""ClusterCounting: counts the corpus on a Dask cluster in the background, from the corpus pane."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from engine.machine import relayed
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.numbers import byte_size
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_S
from workbench.ui.widgets.file_dialogs import ask_place
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.words.translation import counted, translator
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Corpus
    from engine.counting import CountingProgress, CountsFolder, CountsRules

FOLDER = "counts"
_tr = translator("ClusterCounting")


class ClusterRow(QWidget):
    """A line to type the address of a Dask scheduler; while it counts, a link to its dashboard.

    Hidden until requested; Enter begins, Escape closes.

    Signals:
        address_entered: str, as typed.
        cancel_requested: stop counting.
    """

    address_entered: Signal[str] = Signal(object)
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = ""
        self._is_running = False
        self._line = QLineEdit()
        self._line.setAccessibleName(self.tr("Dask scheduler"))
        self._line.setPlaceholderText(
            self.tr("tcp://host:8786 of a Dask scheduler; its workers see the same files")
        )
        self._begin, leave = QPushButton(self.tr("Count…")), QPushButton(self.tr("Cancel"))
        self._dashboard = QPushButton(self.tr("Open dashboard"))
        self._dashboard.hide()
        horizontal(
            (self._line, 1), self._begin, self._dashboard, leave, parent=self, spacing=SPACE_S,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S),
        )  # fmt: skip
        self._line.returnPressed.connect(self._enter)
        self._begin.clicked.connect(self._enter)
        self._dashboard.clicked.connect(self._open)
        leave.clicked.connect(self._leave)
        self.hide()

    def ask(self) -> None:
        """Come into sight, ready to be written into."""
        self.show()
        self._line.setFocus()
        self._line.selectAll()

    def enter(self, address: str) -> None:
        """Write an address and press Enter, as a person does."""
        self._line.setText(address)
        self._enter()

    def show_link(self, link: str) -> None:
        """Offer the dashboard of the cluster."""
        self._link = link
        self._dashboard.setVisible(bool(link))
        self._dashboard.setToolTip(link)

    def show_running(self, is_running: bool) -> None:
        """Stay in sight while a cluster counts."""
        self._is_running = is_running
        self._line.setReadOnly(is_running)
        self._begin.setVisible(not is_running)
        self.show_link("")
        self.setVisible(is_running)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self._is_running:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        address = self._line.text().strip()
        if address and not self._is_running:
            self.hide()
            self.address_entered.emit(address)

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._link))

    def _leave(self) -> None:
        if self._is_running:
            self.cancel_requested.emit()
        else:
            self.hide()


class ClusterCounting(QObject):
    """The command that counts the corpus on a cluster, its line, and the job that it starts.

    action: the command, enabled while there is a corpus that can be counted and none is. row: the
    line for the address, which the pane places; while the job runs it opens Dask's dashboard. A
    note in `bar` takes the counts as the corpus afterwards.

    Signals:
        failed: the sentence that says why there are no counts.
        counts_wanted: list with the folder of counts, to take it as the corpus.
    """

    failed: Signal[str] = Signal(object)
    counts_wanted: Signal[list[str]] = Signal(object)

    def __init__(self, state: WorkbenchState, jobs: EngineJobs, bar: MessageBar) -> None:
        super().__init__(bar)
        self._state, self._bar = state, bar
        self._slot = JobSlot(jobs, self, rule="refuse", failed=self.failed)
        self.row = ClusterRow()
        self.action = QAction(self.tr("Count on a cluster…"), self)
        self.action.setObjectName("corpus.count_on_cluster")
        self.action.triggered.connect(self.row.ask)
        self.row.address_entered.connect(self.count)
        self.row.cancel_requested.connect(self._slot.cancel)
        self._slot.busy_changed.connect(self.row.show_running)
        self._slot.busy_changed.connect(self._enable)
        state.corpus_changed.connect(self._enable)
        state.training_config_changed.connect(self._enable)
        self._enable()

    def count(self, address: str) -> None:
        """Have the person choose a new folder, and count the corpus there on a cluster."""
        corpus, config = self._state.corpus, self._state.training_config
        if corpus is None or config is None:
            return
        place = ask_place(self._bar, self.tr("Write counts into a new folder"), FOLDER, "")
        if not place:
            return
        from engine.counting import CountsRules

        task = counted_on_cluster(corpus, CountsRules.of(config), address, Path(place))
        job = Job(task, title=self.tr("Count on a cluster"), confirm_close=True)
        self._slot.start(job, self._tell, progressed=self._follow)

    def _follow(self, steps: tuple[StepProgress, ...]) -> None:
        """Offer the dashboard once its address is known."""
        self.row.show_link(steps[-1].payload or "")

    def _tell(self, folder: CountsFolder) -> None:
        manifest = folder.manifest
        words = counted(
            "ClusterCounting",
            "1 row of counts of %2 is in %3.",
            "%1 rows of counts of %2 are in %3.",
            manifest.rows,
            f"{manifest.rows:,}",
            byte_size(manifest.total("bytes")),
            str(folder.path),
        )
        offer = Offer(self.tr("Use as corpus"), partial(self._want, str(folder.path)))
        self._bar.show_note("\n".join([words, *manifest.problems[:3]]), offer=offer)

    def _want(self, folder: str) -> None:
        self.counts_wanted.emit([folder])

    def _enable(self, _changed: object = None) -> None:
        corpus = self._state.corpus
        reason = ""
        if corpus is None:
            reason = self.tr("no sources")
        elif any(source.is_counts for source in corpus.sources):
            reason = self.tr("a source is counted already")
        elif self._state.training_config is None:
            reason = self.tr("the training settings have an error")
        if self._slot.is_running:
            reason = self.tr("a cluster is counting")
        self.action.setEnabled(not reason)
        self.action.setStatusTip(reason)


def counted_on_cluster(
    corpus: Corpus, rules: CountsRules, address: str, folder: Path
) -> Generator[StepProgress, None, Any]:
    """Count it; the folder of counts is the result."""
    from engine.cluster import connected, counting_steps

    yield StepProgress("Connect to cluster")
    with connected(address) as client:
        link = client.dashboard_link

        def shown(step: CountingProgress) -> StepProgress:
            if step.waiting_s:
                words = fill(_tr("Wait for a worker of the cluster, %1 s"), f"{step.waiting_s:.0f}")
                return StepProgress(words, step.fraction, payload=link)
            if step.phase == "join":
                return StepProgress("Bring counts together", step.fraction, payload=link)
            return StepProgress("Count on cluster", step.fraction, payload=link)

        counts = yield from relayed(counting_steps(corpus, rules, client, out=folder), shown)
    return counts
