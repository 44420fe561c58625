"""WorkbenchDriver: the window in the verbs of its users; journeys never touch a widget."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from engine import Corpus
from tests.new_store import new_store
from tests.workbench.answers_in_process import AnswersInProcess
from tests.workbench.buttons import press_button
from tests.workbench.named import choose, named, press_empty_action, write
from workbench.app import Workbench
from workbench.chat.template_editor import TemplateEditor
from workbench.frame.docks import DockShelf
from workbench.frame.window_memory import DEFAULT_SIZE
from workbench.state import TrainingRequest, WorkbenchState
from workbench.store import RunSummary
from workbench.ui.spans.span_area import SpanArea
from workbench.ui.theme.theme import Theme
from workbench.work import child_process
from workbench.work.preferences import TOUR_SEEN
from workbench.work.training_settings import TrainingSettings

ANSWERING_PROCESS = child_process.answering_process


class WorkbenchDriver:
    """Opens the whole window over a store in `folder`; close it with `close`.

    pattern_children: patterns are tried in processes of their own, as in the program; otherwise in
    this one, which saves most of a second for each window.
    fits_screen: the window is as large as the screen of the tests allows, not as it usually is.
    """

    def __init__(
        self,
        qtbot,
        qapp,
        folder: Path,
        *,
        pattern_children: bool = False,
        fits_screen: bool = False,
    ) -> None:
        self._qtbot = qtbot
        if not pattern_children:
            child_process.answering_process = AnswersInProcess
        self.folder = folder
        self.theme = Theme("light")
        settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
        store = new_store(folder / "runs.sqlite")
        qapp.setStyleSheet("")  # as in the program, widgets are made before they are dressed
        self.workbench = Workbench(store, settings, self.theme)
        self.window = self.workbench.window
        self.theme.apply(qapp, self.window)
        if not fits_screen:
            self.window.resize(DEFAULT_SIZE)
        self._is_open = True

    # ---- what a person does

    def start(
        self,
        first_training: TrainingRequest | None = None,
        first_settings: TrainingSettings | None = None,
    ) -> None:
        """Show the window and wait until what follows behind it is there."""
        self.workbench.show(first_training=first_training, first_settings=first_settings)
        self._qtbot.waitUntil(self._is_settled)

    def show_without_tour(self) -> None:
        """Show the window at once, as on a later start."""
        self.workbench.preferences.set(TOUR_SEEN, True)
        self.window.show()

    def load_corpus(self, corpus: Corpus) -> None:
        self.state.set_corpus(corpus)

    def train(self, vocab_size: int = 300, *, name: str = "") -> None:
        """Fill in the form and press Train; returns at once."""
        self.window.show_workspace("train")
        form = self.workbench.training_pane.form
        write(named(form, "vocab_size"), str(vocab_size))
        form.set_run_name(name)
        self.trigger("Train")

    def wait_for_training(self) -> None:
        """Wait until no training runs and its run, if there is one, is open."""
        self._qtbot.waitUntil(self._is_settled)

    def wait_for_merges(self) -> None:
        """Wait until the running training has shown merges."""
        self._qtbot.waitUntil(lambda: self.shown_merges > 0)

    def add_to_corpus(self, *paths: Path) -> None:
        """Replace the corpus by files and folders, and wait until they are read."""
        pane = self.workbench.corpus_pane
        pane.sources.remove(list(range(len(pane.sources.rows))))
        pane.add_paths(paths)
        self._qtbot.waitUntil(lambda: not pane.is_reading)

    def open_mixture(self) -> None:
        """Look at how the sources are weighed."""
        self.window.show_workspace("corpus")
        self.workbench.corpus_pane.show_view(1)

    def weigh_by_temperature(self, alpha: float) -> None:
        form = self.workbench.corpus_pane.mixture.form
        choose(named(form, "weighting"), "temperature")
        named(form, "temperature_slider").setValue(round(100 * alpha))

    def wait_for_preview(self) -> None:
        """Wait until nothing is trained for a preview any more."""
        flow = self.workbench.mixture
        self._qtbot.waitUntil(lambda: not flow.is_previewing and self._is_settled())

    def type_pattern(self, pattern: str) -> None:
        """Write a split pattern over the one in the editor, key by key."""
        self.window.show_workspace("pattern")
        editor = self.workbench.pattern_pane.desk.editor
        editor.selectAll()
        self._qtbot.keyClicks(editor, pattern)

    def wait_for_pattern(self) -> None:
        """Wait until the pattern was tried and, if it worked, is in force."""
        pane = self.workbench.pattern_pane
        self._qtbot.waitUntil(lambda: not pane.is_trying)

    def trigger(self, words: str) -> None:
        """Do a command as the palette does, by its words."""
        workbench = self.workbench
        for panes in (workbench.panes.built.values(), workbench.panes.values()):
            actions = [*self.window.actions_of_frame.all()]
            actions += [action for pane in panes for action in pane.actions()]
            found = [each for each in actions if each.text() == words and each.isEnabled()]
            if found:
                break
        [action] = found
        action.trigger()

    def cancel_training(self) -> None:
        self.trigger("Cancel")

    def pause_training(self) -> None:
        """Press Pause and wait until the training is paused."""
        self.trigger("Pause")
        self._qtbot.waitUntil(lambda: self.window.status.words == "Train: paused")

    def resume_training(self) -> None:
        """Press Resume and wait for further merges."""
        before = self.shown_merges
        self.trigger("Resume")
        self._qtbot.waitUntil(lambda: self.shown_merges > before)

    def stop_and_keep(self) -> None:
        """End the running training with what is merged so far, and wait for its run."""
        self.trigger("Stop and save")
        self.wait_for_training()

    def press_button_of_empty_pane(self, name: str) -> None:
        """Press the one button that a pane offers while it has nothing to show."""
        pane = self.window.docks.pane(name)
        assert pane.is_empty
        press_empty_action(pane)

    def look_up_token(self, place: int) -> int:
        """Press Enter on a token of the text in the Tokens pane; returns its id.

        Waits until the vocabulary has it: the pane may be built for it.
        """
        pane = self.workbench.tokens_pane
        pane.view.span_activated.emit(place)
        self._qtbot.waitUntil(lambda: self.chosen_token == pane.ids[place])
        return pane.ids[place]

    def compare_tokens_with(self, path: Path) -> None:
        """Drop a tokenizer on the Tokens pane and wait until it is compared."""
        self.window.show_workspace("tokens")
        pane = self.workbench.tokens_pane
        n_columns = len(pane.columns.columns)
        assert pane.accept_drop([path])
        self._qtbot.waitUntil(
            lambda: (
                len(pane.columns.columns) > n_columns
                and pane.columns.columns[-1].encoded is not None
            ),
        )

    def choose_run(self, run_id: str) -> None:
        self.workbench.runs_pane.choose(run_id)

    def press(self, *keys: str) -> None:
        """Press keys, such as "Ctrl+D" or "Shift+Down", one after another where the focus is."""
        for each in keys:
            key = QKeySequence(each)[0]
            target = QApplication.focusWidget() or self.window
            self._qtbot.keyClick(target, key.key(), key.keyboardModifiers())

    def compare(self, *run_ids: str) -> None:
        """Choose runs, compare them and wait until they stand side by side."""
        pane = self.workbench.runs_pane
        self.window.show_workspace("runs")
        pane.choose(*run_ids)
        self.trigger("Compare runs")
        self._qtbot.waitUntil(lambda: pane.shows_comparison)

    def press_bar_button(self) -> None:
        """Press the action of the bar at the top of the window."""
        press_button(self.window.bar, self.window.bar.action)

    def ask_to_close(self) -> bool:
        """Close the window as its cross does; True if it went away."""
        return self.window.close()

    def close(self) -> None:
        """Take everything down, whatever runs."""
        if self._is_open:
            self._is_open = False
            self.workbench.jobs.cancel_all()
            self._qtbot.waitUntil(lambda: not self.workbench.jobs.jobs)
            self.window.close()
            self.workbench.shutdown()
            self.window.deleteLater()
            self.workbench.deleteLater()
            # Now: every style that the next module sets would style this window's widgets, too.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            child_process.answering_process = ANSWERING_PROCESS

    def rest(self) -> None:
        """Wait until patterns are tried, all is laid out, panes are restyled; ask no engines."""
        pattern = self.workbench.panes.built.get("pattern")
        shelf, docks = self.window.findChild(DockShelf), self.window.docks

        def is_at_rest() -> bool:
            if (pattern is not None and pattern.is_trying) or not shelf.is_empty:
                return False
            areas = [*self.window.findChildren(SpanArea), *self.window.findChildren(TemplateEditor)]
            timers = [timer for area in areas for timer in area.findChildren(QTimer)]
            timers += docks.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
            return not any(timer.isActive() for timer in timers)

        self._qtbot.waitUntil(is_at_rest)
        if pattern is not None:  # last: the answer to a trial has the engines asked
            pattern.desk.engines.stop()

    # ---- what a person sees

    @property
    def state(self) -> WorkbenchState:
        return self.workbench.state

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        return self.workbench.runs.runs

    @property
    def shown_merges(self) -> int:
        return self.workbench.training_pane.results.merges.rowCount()

    @property
    def shown_labels(self) -> tuple[str, ...]:
        return tuple(row.label for row in self.workbench.compression_pane.shown_rows)

    @property
    def shown_shares(self) -> dict[str, float]:
        """The effective share of every source."""
        lines = self.workbench.corpus_pane.mixture.table.rows.lines
        return {line.label: line.share for line in lines}

    @property
    def previewed(self) -> dict[str, float | None]:
        """Bytes per token of every source, by the preview."""
        lines = self.workbench.corpus_pane.mixture.table.rows.lines
        return {line.label: line.bytes_per_token for line in lines}

    @property
    def chosen_token(self) -> int | None:
        return self.workbench.vocabulary_pane.chosen

    @property
    def inspected(self) -> dict[str, str]:
        """The facts in the inspector, by their names."""
        inspection = self.state.inspection
        return {} if inspection is None else {fact.word: fact.value for fact in inspection.facts}

    @property
    def pattern_message(self) -> str:
        """What is said of the pattern: the bar of its pane, then the line below the editor."""
        pane = self.workbench.pattern_pane
        return f"{pane.bar.text} {pane.verdict}"

    @property
    def shown_pretokens(self) -> list[bytes]:
        spans = self.workbench.pattern_pane.spans
        return [spans.span_bytes(span) for span in range(spans.n_spans)]

    @property
    def pane_message(self) -> str:
        return self.workbench.training_pane.bar.text

    @property
    def training_words(self) -> str:
        """What stands below the phases: the time, or how the training ended."""
        return self.workbench.training_pane.results.phases.words

    @property
    def window_message(self) -> str:
        return self.window.bar.text

    def _is_settled(self) -> bool:
        workbench = self.workbench
        idle = workbench.engine.is_ready and not workbench.jobs.jobs
        is_built = "compression" in workbench.panes.built
        shown = not (is_built and workbench.compression_pane.is_due)
        return idle and shown and not workbench.training.is_running
