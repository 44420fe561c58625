"""The Corpus pane: the table of sources, the mixture, and the commands on both.

Read `CorpusPane` first. `CorpusActions` are its commands, `AddressRow` the line for a URL,
`SampleRoom` exchanges the sample corpus for the files of the user.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPushButton, QStackedWidget, QTabBar, QWidget

from engine import Corpus
from engine.corpus import RemotePath, SourcePath, n_joined_folders
from resources import sample_corpus_folder
from workbench.corpus.cluster_counting import ClusterCounting
from workbench.corpus.corpus_reading import CorpusReading
from workbench.corpus.mixture_part import MixturePart
from workbench.corpus.mixture_writing import MixtureWriting
from workbench.corpus.source_panel import ReadingChange
from workbench.corpus.source_scan import DocumentOptions, FileRepeated
from workbench.corpus.source_table import CorpusFigures, SourceTable
from workbench.corpus.sources_part import SingleFiles, SourcesPart
from workbench.signals import Signal
from workbench.state import SourceEntry, WorkbenchState
from workbench.text.numbers import NOTHING, byte_size, grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.file_dialogs import ask_files, ask_folder
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.corpus_words import ReadingPlan, mixture_words, reading_words
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from workbench.signals import SignalInstance

SOURCES, MIXTURE = range(2)
MOST_SAID = 8
"""Sentences of one kind in the bar."""


class CorpusActions(QObject):
    """The commands of the corpus: add files, folders and URLs, remove sources.

    The pane adds them to its menus and keys.

    Signals:
        paths_chosen: list of files and folders to add.
        address_requested: show the line for a URL.
        remove_requested: remove the selected sources.
        remove_skipped_requested: remove the unusable files of all sources.
        remove_all_requested: remove all sources.
    """

    paths_chosen: Signal[Sequence[str | SourcePath]] = Signal(object)
    address_requested = Signal()
    remove_requested = Signal()
    remove_skipped_requested = Signal()
    remove_all_requested = Signal()

    def __init__(self, pane: QWidget) -> None:
        super().__init__(pane)
        self._pane = pane
        keys = QKeySequence.StandardKey
        made = self._made
        self.add_files = made("corpus.add_files", self.tr("Add files"), self._ask_files, keys.Open)
        self.add_folder = made("corpus.add_folder", self.tr("Add folder"), self._ask_folder)
        self.add_address = made(
            "corpus.add_address", self.tr("Add URL…"), self.address_requested, "Ctrl+L"
        )
        self.remove = made(
            "corpus.remove_source", self.tr("Remove source"), self.remove_requested, keys.Delete
        )
        self.remove_skipped = made(
            "corpus.remove_skipped_files",
            self.tr("Remove skipped files"),
            self.remove_skipped_requested,
        )
        self.remove_skipped.setStatusTip(self.tr("no file is skipped"))
        self.remove_all = made(
            "corpus.remove_all_sources", self.tr("Remove all sources"), self.remove_all_requested
        )
        self.sample = made("corpus.open_sample", self.tr("Open sample corpus"), self.choose_sample)
        self.enable_removing(False)
        for each in (self.remove, self.remove_all):
            each.setStatusTip(self.tr("no sources"))

    def enable_removing(self, has_sources: bool, *, skipped: bool = False) -> None:
        """Let sources be removed, or not. skipped: whether files of them cannot be used."""
        self.remove_skipped.setEnabled(skipped)
        self.remove.setEnabled(has_sources)
        self.remove_all.setEnabled(has_sources)

    def choose_sample(self) -> None:
        """Add the sample corpus."""
        self.paths_chosen.emit([sample_corpus_folder()])

    def _ask_files(self) -> None:
        names = ask_files(self._pane, self.tr("Add files"))
        self.paths_chosen.emit(names)

    def _ask_folder(self) -> None:
        name = ask_folder(self._pane, self.tr("Add folder"))
        self.paths_chosen.emit([name] if name else [])

    def _made(
        self,
        name: str,
        words: str,
        slot: Callable[[], object] | SignalInstance[()],
        keys: QKeySequence.StandardKey | str = "",
    ) -> QAction:
        action = QAction(words, self._pane)
        action.triggered.connect(slot)
        action.setObjectName(name)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._pane.addAction(action)
        return action


class AddressRow(QWidget):
    """A line to type the URL of a remote file or folder.

    Hidden until requested; Enter adds, Escape closes.

    Signals:
        address_entered: str, as typed.
    """

    address_entered: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QLineEdit()
        self._line.setAccessibleName(self.tr("URL"))
        self._line.setPlaceholderText(
            self.tr("https://host/eng.jsonl.gz or s3://bucket/folder; also a path or a pattern")
        )
        add, leave = QPushButton(self.tr("Add")), QPushButton(self.tr("Cancel"))
        margins = (SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        horizontal((self._line, 1), add, leave, parent=self, spacing=SPACE_S, margins=margins)
        self._line.returnPressed.connect(self._enter)
        add.clicked.connect(self._enter)
        leave.clicked.connect(self.hide)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        address = self._line.text().strip()
        if address:
            self._line.clear()
            self.hide()
            self.address_entered.emit(address)


class SampleRoom(QObject):
    """Removes the untouched sample corpus when the first other files are added.

    Signals:
        sample_wanted: list with the sample's folder, to add it again.
    """

    sample_wanted: Signal[Sequence[str | SourcePath]] = Signal(object)

    def __init__(self, rows: SourceTable, bar: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._rows, self._bar = rows, bar
        self._makes_room = self._begins_with_sample = False

    def note_adding(self, paths: Sequence[str | Path | RemotePath], *, is_reading: bool) -> None:
        """Paths are about to be added."""
        folder = sample_corpus_folder()
        is_sample = all(not isinstance(path, RemotePath) and Path(path) == folder for path in paths)
        is_first = not self._rows.rowCount() and not is_reading
        if is_first:
            self._begins_with_sample = is_sample
            self._makes_room = False
        elif is_sample:
            self._makes_room = False
        else:
            is_untouched = self._begins_with_sample if is_reading else _is_untouched(self._rows)
            self._makes_room = self._makes_room or is_untouched

    def make_room(self) -> str:
        """Everything is read: take the sample out if it has to go; returns what to say of it."""
        makes_room, self._makes_room = self._makes_room, False
        sample = [path for path in self._rows.paths if is_of_sample(path)]
        if not makes_room or not sample or len(sample) == len(self._rows.paths):
            return ""
        self._begins_with_sample = False
        self._rows.remove_files(sample)
        return self.tr("The sample corpus made room for your files.")

    def say(self, words: str) -> None:
        """Say that it made room, and offer to keep both."""
        self._bar.show_note(words, offer=Offer(self.tr("Keep both"), self._keep_both))

    def _keep_both(self) -> None:
        self.sample_wanted.emit([sample_corpus_folder()])


def is_of_sample(path: SourcePath) -> bool:
    """Whether a file is one of the sample corpus."""
    return isinstance(path, Path) and path.is_relative_to(sample_corpus_folder())


def _is_untouched(rows: SourceTable) -> bool:
    """Whether the sources are the files of the sample, with their own labels and as they come."""
    n_files = len(list(sample_corpus_folder().glob("*.txt")))
    return len(rows.paths) == n_files and all(
        not row.texts
        and row.reading.flat() == type(row.reading)().flat()
        and all(is_of_sample(path) and Path(path).stem == row.label for path in row.files)
        for row in rows.rows
    )


class CorpusPane(Pane):
    """The files to train on, one row per language or domain, and how they are mixed.

    Sets `state.sources` and `state.corpus` once everything added is read, and the mixture. `part`
    has the sources, `mixture` their weights; two tabs show one or the other. `reading` finds and
    reads files, `files` removes single ones, `writing` writes the mixed text, `counting` counts on
    a cluster.

    Signals:
        reading_changed: bool, True while files are found or read, or wait for the engine.
        paths_added: tuple of what was added: files, folders, addresses.
    """

    reading_changed: Signal[bool] = Signal(object)
    paths_added: Signal[tuple[str | SourcePath, ...]] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        jobs: EngineJobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Corpus"), parent)
        self._state = state
        self._options = DocumentOptions()
        self._plan: ReadingPlan | None = None
        self._told_of: dict[str, str] = {}
        self._figures = CorpusFigures()
        self._number, self._number_words = label(NOTHING, "big"), label("", "caption")
        self._number.setAccessibleName(self.tr("Size of the corpus"))
        self._number_words.setObjectName("corpus_figures")
        self.part = SourcesPart(theme, jobs)
        self.mixture = MixturePart(theme)
        self.address = AddressRow()
        self.reading = CorpusReading(self.part.rows, jobs, self)
        self.files = SingleFiles(self.part.rows, self.reading, self)
        self._sample_room = SampleRoom(self.part.rows, self.bar, self)
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setObjectName("corpus_views")
        self._views = QStackedWidget()
        self._actions = CorpusActions(self)
        self.addAction(self.mixture.save_action)
        self.writing = MixtureWriting(state, jobs, self)
        self.addActions(self.writing.actions)
        self.mixture.add_command(self.writing.button())
        self.counting = ClusterCounting(state, jobs, self.bar)
        self.addAction(self.counting.action)
        self._lay_out()
        self._connect()
        self._take_corpus(state.corpus)

    @property
    def sources(self) -> SourceTable:
        """The rows of the table."""
        return self.part.rows

    @property
    def figures(self) -> CorpusFigures:
        """The numbers of the whole corpus; the head shows those that are not zero."""
        return self._figures

    @property
    def is_reading(self) -> bool:
        """True while files are found or read."""
        return self.reading.is_running

    def primary_action(self) -> QAction:
        return self._actions.add_files

    def edit_actions(self) -> list[QAction]:
        actions = self._actions
        return [actions.remove, actions.remove_skipped, actions.remove_all]

    def add_paths(self, paths: Iterable[str | Path | RemotePath]) -> None:
        """Add files, folders, patterns and addresses; they are read in a job."""
        chosen = list(paths)
        if chosen:
            self._sample_room.note_adding(chosen, is_reading=self.is_reading)
            self.reading.add(chosen, self._options)
            self.paths_added.emit(tuple(chosen))

    def remove_chosen(self) -> None:
        """Take the chosen sources out of the corpus."""
        self.sources.remove(self.part.chosen_rows())
        self._publish()

    def remove_all(self) -> None:
        """Take every source out of the corpus, also those that are being read."""
        self.reading.stop()
        self.sources.clear()
        self._publish()

    def show_view(self, view: int) -> None:
        """Show SOURCES or MIXTURE."""
        self._tabs.setCurrentIndex(view)

    def show_plan(self, plan: ReadingPlan | None) -> None:
        """Say what the next training reads again."""
        self._plan = plan
        self.part.show_plan(plan)
        if not self.is_reading:
            self.set_caption(reading_words(plan))

    def _lay_out(self) -> None:
        actions = self._actions
        shown = (actions.add_files, actions.add_folder, actions.add_address, actions.remove)
        buttons = [ActionButton(each) for each in shown]
        controls = QWidget()
        row = horizontal(parent=controls, spacing=SPACE_S)
        for button in buttons:
            row.addWidget(button)
        self.add_controls(controls)
        self._tabs.setAccessibleName(self.tr("Sources or mixture"))
        self._tabs.setExpanding(False)
        for words, view in ((self.tr("Sources"), self.part), ("", self.mixture)):
            self._tabs.addTab(words)
            self._views.addWidget(view)
        self.header.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, 0)  # the tabs follow closely
        self.add_number(self._number, self._number_words)
        tabs = horizontal(
            self._tabs, STRETCH, self.part.reading_button, margins=(SPACE_L, 0, SPACE_L, 0)
        )
        content = QWidget()
        rows = (self.address, self.counting.row)
        vertical(tabs, hairline(), *rows, (self._views, 1), parent=content, spacing=0)
        self.set_content(content)
        order = [*buttons, self._tabs, self.part.reading_button, *rows, self.part, self.mixture]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        empty = self.set_empty(
            self.tr(
                "The corpus is the text a tokenizer is trained on. Drop files or folders here, "
                "add them above, or begin with the sample in many languages."
            ),
            self.tr("Open sample corpus"),
        )
        empty.action_requested.connect(actions.choose_sample)

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self._follow)
        self._tabs.currentChanged.connect(self.mixture.preview.tell_wish)
        self.sources.labels_changed.connect(self._publish)
        self._actions.paths_chosen.connect(self.add_paths)
        self._actions.address_requested.connect(self.address.ask)
        self._actions.remove_requested.connect(self.remove_chosen)
        self._actions.remove_skipped_requested.connect(self.files.remove_skipped)
        self._actions.remove_all_requested.connect(self.remove_all)
        self.part.panel.problems.file_removal_requested.connect(self.files.remove_one)
        self.files.removed.connect(self._publish)
        self._sample_room.sample_wanted.connect(self.add_paths)
        self.address.address_entered.connect(self._add_address)
        self.part.form.changed.connect(self._read_again)
        self.part.reading_changed.connect(self._read_source)
        self.reading.started.connect(self._note_reading)
        self.reading.progressed.connect(self._note_progress)
        self.reading.ended.connect(self._end_reading)
        self.mixture.mixture_edited.connect(self._state.set_mixture)
        self.mixture.weights_changed.connect(self.part.show_mixture)
        self.mixture.recipe_saved.connect(self.bar.show_note)
        self.mixture.save_failed.connect(self.bar.show_error)
        self.writing.written.connect(self.bar.show_done)
        self.writing.failed.connect(self.bar.show_error)
        self.counting.failed.connect(self.bar.show_error)
        self.counting.counts_wanted.connect(self._take_counts)
        self._state.corpus_changed.connect(self._take_corpus)
        self._state.mixture_changed.connect(self._take_mixture)
        self._take_mixture()

    def _follow(self, view: int) -> None:
        """Show the view of a tab; how files are read belongs to the sources."""
        self._views.setCurrentIndex(view)
        self.part.reading_button.setVisible(view == SOURCES)

    def _add_address(self, address: str) -> None:
        self.add_paths([address])

    def _take_counts(self, folders: list[str]) -> None:
        """Exchange all sources for counts."""
        self.remove_all()
        self.add_paths(folders)

    def _note_reading(self, words: str) -> None:
        self.set_caption(words)
        if self.reading.waits_for_engine:
            self.set_waiting(
                self.tr("Preparing the engine, once on this computer. Files are read next.")
            )
        self.reading_changed.emit(True)

    def _note_progress(self) -> None:
        self.set_caption(self.tr("Reading files…"))
        if self.sources.rowCount():
            self.show_content()
        self._show_figures()

    def _end_reading(self, refused: tuple[str, ...]) -> None:
        made_room = self._sample_room.make_room()
        joined = self._joined_folders()
        repeated = _few([_repeated_words(each) for each in self.reading.take_repeated()])
        if refused:
            made = [made_room] if made_room else []
            self.bar.show_error("\n".join([*_few(refused), *made, *repeated]))
        elif made_room:
            self._sample_room.say("\n".join([made_room, *joined.values(), *repeated]))
        elif repeated or (joined and joined != self._told_of):
            self.bar.show_note("\n".join([*joined.values(), *repeated]))
        self._told_of = joined
        self._publish()
        self.reading_changed.emit(False)

    def _joined_folders(self) -> dict[str, str]:
        """By label, a sentence on a source whose files lie in several folders of other names."""
        words = self.tr(
            "Files of %1 folders became one source, %2, because their names are alike. To keep "
            "them apart, add one folder at a time and rename the source in between."
        )
        return {
            row.label: fill(words, grouped(n), row.label)
            for row in self.sources.rows
            if (n := n_joined_folders(row.label, tuple(row.files)))
        }

    def _publish(self) -> None:
        """Hand the corpus to the state: all files that can be used."""
        rows = self.sources.rows
        self._show_figures()
        self.set_caption(reading_words(self._plan))
        self.set_waiting("")
        if rows:
            self.show_content()
        else:
            self.show_empty()
        self.part.refresh()
        self._actions.enable_removing(bool(rows), skipped=any(row.left_out for row in rows))
        entries = tuple(
            SourceEntry(
                path, row.label,
                n_bytes=scan.n_bytes if scan else None,
                documents=scan.documents if scan else None,
                error=(scan.error or None) if scan else None,
                reading=row.reading,
            )
            for row in rows for path, scan in row.files.items()
        )  # fmt: skip
        usable = [row for row in rows if row.source is not None]
        sources = [source for row in usable if (source := row.source) is not None]
        corpus = self._options.corpus(sources) if sources else None
        self._state.set_sources(entries)  # also of a corpus from elsewhere: now it is read
        if not _same_corpus(corpus, self._state.corpus):
            self._state.set_corpus(corpus)
        self.mixture.set_sources([row.label for row in usable], [row.n_bytes for row in usable])

    def _take_corpus(self, corpus: Corpus | None) -> None:
        """Show a corpus that came from elsewhere."""
        mine = [source for row in self.sources.rows if (source := row.source) is not None]
        if corpus is None and mine:
            self.remove_all()
        if corpus is None or _same_corpus(corpus, self._options.corpus(mine)):
            return
        self._options = DocumentOptions.of(corpus)
        self.part.show_options(self._options)
        self.sources.clear()
        for source in corpus.sources:
            if source.texts is not None:
                self.sources.add_texts(source.label, source.texts)
            for path in source.paths:
                self.sources.add_file(path, source.label)
            at = self.sources.row_of(source.label)
            if at is not None:
                self.sources.set_reading(at, source.reading)
        if self.sources.paths:
            self.show_content()
            self.reading.read_again(self._options)
        else:
            self._publish()

    def _take_mixture(self, _mixture: object = None) -> None:
        self.mixture.show_mixture(self._state.mixture)
        words = fill(self.tr("Mixture: %1"), mixture_words(self._state.mixture))
        self._tabs.setTabText(MIXTURE, words)

    def _read_again(self) -> None:
        """Read all files again with other settings."""
        if self.part.form.options == self._options:
            return
        self._options = self.part.form.options
        self.part.show_options(self._options)
        self.sources.forget_scans()
        self.reading.read_again(self._options)

    def _read_source(self, change: ReadingChange) -> None:
        """Read the files of one source again, in another way."""
        at = self.sources.row_of(change.label)
        if at is not None:
            self.sources.set_reading(at, change.reading)
            self.reading.read_again(self._options, [change.label])

    def _show_figures(self) -> None:
        self._figures = figures = CorpusFigures.of(self.sources.rows)
        self._number.setText(byte_size(figures.n_bytes) if figures.sources else NOTHING)
        self._number_words.setText(figures.words if figures.sources else "")


def _same_corpus(one: Corpus | None, other: Corpus | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.sources, DocumentOptions.of(one)) == (other.sources, DocumentOptions.of(other))


def _few(sentences: Sequence[str]) -> list[str]:
    """The first of many sentences and the number of the others: a bar cannot show hundreds."""
    shown = [*sentences[:MOST_SAID]]
    if n_more := len(sentences) - len(shown):
        shown.append(counted("CorpusPane", "1 more like this", "%1 more like these", n_more))
    return shown


def _repeated_words(repeated: FileRepeated) -> str:
    if repeated.one == repeated.other:
        words = QCoreApplication.translate(
            "CorpusPane", "%1 is already in the corpus; it counts once."
        )
        return fill(words, str(repeated.one))
    words = QCoreApplication.translate(
        "CorpusPane", "%1 and %2 contain the same text and are both counted; remove one."
    )
    return fill(words, repeated.one, repeated.other)
