"""The page that gives a tokenizer new tokens, and its form.

`ExtensionPage` is shown in place of the workspaces; `ExtensionForm` makes an `ExtensionRequest`; a
`FinishedExtension` is its result.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from workbench.imports.extension_report import ExtensionReportPart
from workbench.imports.model_part import ResizeRequest
from workbench.signals import Signal
from workbench.text.numbers import duration, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.file_dialogs import ask_file, ask_files, ask_folder_to_save_in
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.widgets.pane import Page
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.job_words import phase_words
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.extension import ExtensionReport, ResizedCheckpoint
    from engine.settings import Mixture
    from workbench.work.jobs import StepProgress
    from workbench.work.tokenizer_export import ExportSubject

CORPUS, FILES, TOKENS, OTHER = range(4)
USUAL_NUMBER, MOST, HELD_OUT_PERCENT = 2000, 1_000_000, 5
_LIST_HEIGHT, _STEPS = 152, 1000


@dataclass(frozen=True, eq=False)
class ExtensionRequest:
    """The settings of an extension. subject: the tokenizer to extend.

    n_new: number of tokens to learn from the corpus; 0 for given ones, which are those of `text`,
    one per line, or of the tokenizer in the file `other`. corpus: to learn from, or None for the
    files in `paths`; with given tokens it is only measured. mixture: the weights of the sources.
    superwords: learn multi-word tokens, by the rules "official".
    """

    subject: ExportSubject
    n_new: int = 0
    corpus: Corpus | None = None
    paths: tuple[Path, ...] = ()
    mixture: Mixture | None = None
    text: str = ""
    other: Path | None = None
    special_tokens: tuple[str, ...] = ()
    held_out: float = 0.05
    min_frequency: int = 1
    fill_unused: bool = False
    superwords: bool = False


@dataclass(frozen=True, eq=False)
class FinishedExtension:
    """A request and its report."""

    request: ExtensionRequest
    report: ExtensionReport

    @property
    def name(self) -> str:
        """The name of the extended tokenizer until the user names it."""
        return f"{self.request.subject.name}+{self.report.extension.n_new}"


class ExtensionForm(QWidget):
    """The settings of an extension, with the buttons that start and end it.

    Signals:
        requested: ExtensionRequest.
        cancel_requested, keep_requested: cancel the running extension, or stop and save it.
    """

    requested: Signal[ExtensionRequest] = Signal(object)
    cancel_requested = Signal()
    keep_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subject: ExportSubject | None = None
        self._corpus: Corpus | None = None
        self._mixture: Mixture | None = None
        self._paths: tuple[Path, ...] = ()
        self._other: Path | None = None
        self._is_running = False
        self._name, self._facts = ElidedLabel("", "section"), label("", "caption", wrap=True)
        self._make_sources(theme)
        self._make_settings()
        self._start = QPushButton(self.tr("Extend"))
        self._cancel = QPushButton(self.tr("Cancel"))
        self._keep = QPushButton(self.tr("Stop and save"))
        self._progress = ProgressLine(_STEPS)
        self._progress.setAccessibleName(self.tr("Progress of the extension"))
        self._step = ElidedLabel("", "caption")
        self._lay_out()
        self._connect()
        self.set_running(running=False)
        self._show_way()

    @property
    def way(self) -> int:
        """CORPUS, FILES, TOKENS or OTHER."""
        return self._way.currentIndex()

    @property
    def can_start(self) -> bool:
        return self._start.isEnabled()

    @property
    def hint(self) -> str:
        """Why nothing can be begun, "" where it can."""
        return self._start.toolTip()

    def set_subject(self, subject: ExportSubject | None) -> None:
        """Extend this tokenizer; None for none."""
        self._subject = subject
        self._name.setText(self.tr("No tokenizer is open") if subject is None else subject.name)
        words, unused = "", 0
        if subject is not None:
            words = fill(self.tr("%1 ids"), grouped(subject.vocab_size))
            unused = 0 if subject.tokenizer is None else len(subject.tokenizer.unused_ids)
        if unused:
            more = fill(self.tr("%1 of them unused"), grouped(unused))
            words = f"{words}, {more}"
        self._facts.setText(words)
        self._fill.setVisible(bool(unused))
        self._update()

    def set_corpus(self, corpus: Corpus | None, mixture: Mixture | None) -> None:
        """The corpus of the window, and how its sources count."""
        self._corpus, self._mixture = corpus, mixture
        self._show_way()

    def set_way(self, way: int) -> None:
        """Choose where tokens come from, as a person does."""
        self._way.setCurrentIndex(way)

    def set_paths(self, paths: tuple[Path, ...]) -> None:
        """Give files of the domain as if they had been chosen."""
        self._paths = paths
        self._show_way()

    def set_other(self, path: Path) -> None:
        """Give the tokenizer to take tokens from as if it had been chosen."""
        self._other = path
        self._show_way()

    def set_number(self, number: int) -> None:
        """How many tokens are learned."""
        self._number.setValue(number)

    def start(self) -> None:
        """Ask for the extension; nothing happens where it cannot be."""
        if self._start.isEnabled() and self._subject is not None:
            self.requested.emit(self._request(self._subject))

    def set_running(self, *, running: bool) -> None:
        """An extension runs, or none does any more."""
        self._is_running = running
        for part in (self._progress, self._step, self._cancel):
            part.setVisible(running)
        learns = self.way in (CORPUS, FILES)
        self._keep.setVisible(running and learns)
        self._start.setVisible(not running)
        for field in self.fields.values():
            field.setEnabled(not running)
        for control in (self._fill, self._superwords, self._choose):
            control.setEnabled(not running)
        self._progress.setValue(0)
        self._step.setText("")

    def show_progress(self, step: StepProgress, words: str) -> None:
        """Show how far it is; `words` say with what."""
        self._progress.setValue(int(_STEPS * (step.fraction or 0.0)))
        self._step.setText(words)

    # ---- inside

    def _make_sources(self, theme: Theme) -> None:
        self._way = QComboBox()
        for words in (self.tr("This window's corpus"), self.tr("Domain files"),
                      self.tr("A list of tokens"), self.tr("Another tokenizer")):  # fmt: skip
            self._way.addItem(words)
        self._choose = QPushButton()
        self._chosen = ElidedLabel("", "caption")
        self._list = QPlainTextEdit(placeholderText=self.tr("One token per line; spaces count"))
        self._list.setObjectName("token_list")
        self._list.setFont(theme.mono_font())
        self._list.setFixedHeight(_LIST_HEIGHT)
        self._list.setTabChangesFocus(True)

    def _make_settings(self) -> None:
        self._number = _number_box(1, MOST, USUAL_NUMBER)
        self._held_out = _number_box(0, 50, HELD_OUT_PERCENT)
        self._frequency = _number_box(1, 1_000_000_000, 2)
        self._special = QLineEdit(placeholderText=self.tr("None, or several separated by spaces"))
        self._fill = QCheckBox(self.tr("Use unused ids first"))
        self._superwords = QCheckBox(self.tr("Superwords"))
        self._superwords.setToolTip(
            self.tr(
                "Learn multi-word tokens: merges continue across the boundaries of the split "
                "pattern."
            )
        )
        self.fields = {
            "way": Field(self.tr("New tokens from"), self._way),
            "list": Field(self.tr("Tokens"), self._list),
            "n_new": Field(self.tr("How many"), self._number),
            "held_out": Field(self.tr("Held out to measure, %"), self._held_out),
            "min_frequency": Field(self.tr("Minimum count"), self._frequency),
            "special_tokens": Field(self.tr("New special tokens"), self._special),
        }

    def _request(self, subject: ExportSubject) -> ExtensionRequest:
        way = self.way
        learns = way in (CORPUS, FILES)
        takes_corpus = way in (CORPUS, TOKENS, OTHER)
        return ExtensionRequest(
            subject,
            n_new=self._number.value() if learns else 0,
            corpus=self._corpus if takes_corpus else None,
            paths=self._paths if way == FILES else (),
            mixture=self._mixture if way == CORPUS else None,
            text=self._list.toPlainText() if way == TOKENS else "",
            other=self._other if way == OTHER else None,
            special_tokens=tuple(dict.fromkeys(self._special.text().split())),
            held_out=self._held_out.value() / 100 if learns else 0.0,
            min_frequency=self._frequency.value() if learns else 1,
            superwords=learns and self._superwords.isChecked(),
            fill_unused=self._fill.isChecked() and not self._fill.isHidden(),
        )

    def _show_way(self) -> None:
        way = self.way
        learns = way in (CORPUS, FILES)
        self.fields["list"].setVisible(way == TOKENS)
        for name in ("n_new", "held_out", "min_frequency"):
            self.fields[name].setVisible(learns)
        self._superwords.setVisible(learns)
        self._choose.setVisible(way in (FILES, OTHER))
        words = self.tr("Choose files…") if way == FILES else self.tr("Choose tokenizer…")
        self._choose.setText(words)
        self._chosen.setText(self._chosen_words())
        self._chosen.setVisible(bool(self._chosen.text()))
        self._update()

    def _chosen_words(self) -> str:
        if self.way == CORPUS and self._corpus is not None:
            n = len(self._corpus.sources)
            return counted("ExtensionForm", "1 source", "%1 sources", n)
        if self.way == FILES and self._paths:
            first = self._paths[0].name
            return (
                first
                if len(self._paths) == 1
                else fill(self.tr("%1 and %2 more"), first, grouped(len(self._paths) - 1))
            )
        if self.way == OTHER and self._other is not None:
            return self._other.name
        return ""

    def _update(self) -> None:
        """Say why nothing can be begun, where nothing can."""
        hint = ""
        if self._subject is None:
            hint = self.tr("Open a tokenizer first.")
        elif self.way == CORPUS and self._corpus is None:
            hint = self.tr("The corpus is empty; add files in the Corpus workspace.")
        elif self.way == FILES and not self._paths:
            hint = self.tr("Choose the domain files first.")
        elif self.way == TOKENS and not self._list.toPlainText().strip():
            hint = self.tr("Write the tokens first.")
        elif self.way == OTHER and self._other is None:
            hint = self.tr("Choose the other tokenizer first.")
        self._start.setEnabled(not hint)
        self._start.setToolTip(plain_tip(hint))
        self.fields["way"].show_hint(hint)

    def _ask(self) -> None:
        if self.way == FILES:
            if names := ask_files(self.window(), self.tr("Domain files")):
                self.set_paths(tuple(map(Path, names)))
            return
        if name := ask_file(self.window(), self.tr("Tokenizer to take tokens from")):
            self.set_other(Path(name))

    def _connect(self) -> None:
        self._way.currentIndexChanged.connect(self._show_way)
        self._list.textChanged.connect(self._update)
        self._choose.clicked.connect(self._ask)
        self._start.clicked.connect(self.start)
        self._cancel.clicked.connect(self.cancel_requested)
        self._keep.clicked.connect(self.keep_requested)

    def _lay_out(self) -> None:
        self.setFixedWidth(FORM_WIDTH)
        column = vertical(
            self._name,
            self._facts,
            parent=self,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        column.addSpacing(SPACE_S)
        column.addWidget(self.fields["way"])
        for part in (self._choose, self._chosen):
            column.addWidget(part)
        for name in ("list", "n_new", "held_out", "min_frequency", "special_tokens"):
            column.addWidget(self.fields[name])
        for switch in (self._superwords, self._fill):
            column.addWidget(switch)
        column.addSpacing(SPACE_S)
        for below in (self._start, self._step, self._progress, self._keep, self._cancel):
            column.addWidget(below)
        column.addStretch(1)


def _number_box(least: int, most: int, value: int) -> NumberBox:
    box = NumberBox()
    box.setRange(least, most)
    box.setValue(value)
    return box


class ExtensionPage(Page):
    """The form at the left, the report at the right; what is done is asked of others.

    Signals:
        use_requested: FinishedExtension, to be the current tokenizer.
        save_requested: (FinishedExtension, folder).
        resize_requested: (FinishedExtension, ResizeRequest), a model to write with more rows.
    """

    use_requested: Signal[FinishedExtension] = Signal(object)
    save_requested: Signal[tuple[FinishedExtension, Path]] = Signal(object)
    resize_requested: Signal[tuple[FinishedExtension, ResizeRequest]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Extend a tokenizer"), parent)
        self._finished: FinishedExtension | None = None
        self.bar = MessageBar()
        self.form = ExtensionForm(theme)
        self.report = ExtensionReportPart(theme)
        self._save = QPushButton(self.tr("Save files…"))
        self._use = QPushButton(self.tr("Use this tokenizer"))
        for button in (self._save, self._use):
            self.header.addWidget(button)
        self.add_close(self.tr("Close"))
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        FloatingBars(self.grid, [self.bar])
        halves = horizontal(self.form, hairline(vertical=True), (self.report, 1), spacing=0)
        self.body.addLayout(halves, 1)
        self._save.clicked.connect(self._ask_folder)
        self._use.clicked.connect(self.press_use)
        self.report.model.resize_requested.connect(self._ask_resizing)
        self._show_buttons()

    @property
    def finished(self) -> FinishedExtension | None:
        """What is on show."""
        return self._finished

    def note_started(self, request: ExtensionRequest) -> None:
        """An extension begins."""
        del request
        self._finished = None
        self.bar.clear()
        self.form.set_running(running=True)
        self.report.clear(self.tr("Extending…"))
        self._show_buttons()

    def show_progress(self, step: StepProgress) -> None:
        """Show how far it is, with the newest token."""
        words = phase_words(step.phase)
        if step.payload:
            words = f"{words}: {isolated(visible(step.payload))}"
        self.form.show_progress(step, words)

    def show_report(self, finished: FinishedExtension) -> None:
        """Show the result."""
        self._finished = finished
        self.form.set_running(running=False)
        self.report.show_report(finished)
        took = duration(finished.report.extension.seconds)
        self.bar.show_done(fill(self.tr("Extended in %1."), took))
        self._show_buttons()

    def show_failure(self, sentence: str) -> None:
        """Nothing came of it: say why. What was on show before stays."""
        self.form.set_running(running=False)
        if self._finished is None:
            self.report.clear()
        self.bar.show_error(sentence)

    def note_cancelled(self) -> None:
        self.form.set_running(running=False)
        self.report.clear()
        self.bar.show_note(self.tr("The extension was cancelled; nothing was changed."))

    def note_written(self, paths: tuple[Path, ...]) -> None:
        """The files are saved."""
        words = fill(self.tr("Saved: %1"), ", ".join(str(path) for path in paths))
        self.bar.show_note(words)

    def show_resizing_failure(self, sentence: str) -> None:
        """No model was read or written: say why."""
        self.report.model.note_failed()
        self.bar.show_error(sentence)

    def show_resized(self, result: ResizedCheckpoint) -> None:
        """A model was written."""
        self.report.model.show_result(result)
        self.bar.show_done(fill(self.tr("Written: %1"), str(result.folder)))

    def press_use(self) -> None:
        """Ask for the extended tokenizer to be the current one."""
        if self._finished is not None:
            self.use_requested.emit(self._finished)

    def save_into(self, folder: Path) -> None:
        """Ask for the files to be written into a folder."""
        if self._finished is not None:
            self.save_requested.emit((self._finished, folder))

    # ---- inside

    def _ask_resizing(self, request: ResizeRequest) -> None:
        if self._finished is not None:
            self.resize_requested.emit((self._finished, request))

    def _ask_folder(self) -> None:
        title = self.tr("Folder for tokenizer, report and rows")
        if name := ask_folder_to_save_in(self.window(), title):
            self.save_into(Path(name))

    def _show_buttons(self) -> None:
        words = self.tr("There is no extended tokenizer yet.")
        for button in (self._save, self._use):
            button.setEnabled(self._finished is not None)
            button.setToolTip(plain_tip("" if self._finished is not None else words))
