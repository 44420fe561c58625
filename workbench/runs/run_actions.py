"""The commands on the selected runs, and when each is enabled.

`RunActions` has most of them, `RunGoingOn` resumes and continues, `RunPurging` removes deleted
runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMessageBox

from engine.settings import MAX_VOCAB_SIZE, N_BYTES, Superwords
from workbench.runs.run_comparison_flow import baseline_of
from workbench.signals import Signal
from workbench.state import ResumeRequest
from workbench.store import RESUMABLE
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.file_dialogs import ask_files
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.words.translation import counted
from workbench.work.comparison import Baseline
from workbench.work.runs.comparison import LEAST, MOST

if TYPE_CHECKING:
    from workbench.runs.run_comparison_view import RunComparisonView
    from workbench.runs.run_list_part import RunList
    from workbench.store import RunSummary
    from workbench.ui.widgets.pane import Pane


class RunActions(QObject):
    """The commands on the selected runs; the pane adds them to its menus and keys.

    Signals:
        open_requested, edit_as_new_requested, extend_requested: run id.
        delete_requested, restore_requested: tuple of ids.
        undo_requested: tuple of ids that were just deleted.
        compare_requested: tuple of Baseline.
        deleted_toggled: bool, show the deleted runs.
        back_requested: from the comparison to the table.
    """

    open_requested: Signal[str] = Signal(object)
    edit_as_new_requested: Signal[str] = Signal(object)
    extend_requested: Signal[str] = Signal(object)
    delete_requested: Signal[tuple[str, ...]] = Signal(object)
    restore_requested: Signal[tuple[str, ...]] = Signal(object)
    undo_requested: Signal[tuple[str, ...]] = Signal(object)
    compare_requested: Signal[tuple[Baseline, ...]] = Signal(object)
    deleted_toggled: Signal[bool] = Signal(object)
    back_requested = Signal()

    def __init__(self, pane: Pane, runs: RunList, comparison: RunComparisonView) -> None:
        super().__init__(pane)
        self._pane, self._runs, self._comparison = pane, runs, comparison
        self._lists, self._shows_comparison = True, False
        self._deleted: tuple[str, ...] = ()
        self._notice = 0
        self._make_of_runs()
        self._make_of_remarks()
        self._make_of_comparison()
        runs.table.addActions(
            [self.open, self.compare, self.edit_as_new, self.extend, self.rename, self.delete,
             self.restore]
        )  # fmt: skip
        self.update()

    def _make_of_runs(self) -> None:
        make = self._pane.make_action
        self.open = make(
            "runs.open_run",
            self.tr("Open run"),
            self.open_chosen,
            hint=self.tr("Make the selected run current in all workspaces."),
        )
        self.compare = make(
            "runs.compare_runs",
            self.tr("Compare runs"),
            self._ask_compare,
            keys="Ctrl+D",
            hint=self.tr(
                "Compare two to four selected runs: settings, metrics, vocabularies, first "
                "different merge, languages."
            ),
        )
        self.edit_as_new = make(
            "runs.edit_as_new",
            self.tr("Duplicate settings…"),
            self._ask_edit,
            keys="Ctrl+E",
            hint=self.tr(
                "Use corpus, mixture, pattern and settings of the selected run for the next "
                "training."
            ),
        )
        self.delete = make(
            "runs.delete_runs",
            self.tr("Delete run"),
            self._ask_delete,
            keys=QKeySequence.StandardKey.Delete,
            hint=self.tr("Delete the selected runs; they can be restored at any time."),
        )
        self.restore = make(
            "runs.restore_runs",
            self.tr("Restore run"),
            self._ask_restore,
            hint=self.tr("Restore the selected deleted runs."),
        )
        self.show_deleted = make(
            "runs.show_deleted",
            self.tr("Show deleted runs"),
            self._toggle_deleted,
            hint=self.tr("List deleted runs, including those of earlier sessions."),
        )
        self.show_deleted.setCheckable(True)

    def _make_of_remarks(self) -> None:
        make, runs = self._pane.make_action, self._runs
        self.extend = make(
            "runs.extend_run",
            self.tr("Extend this tokenizer…"),
            self._ask_extend,
            hint=self.tr("Add tokens to the selected run's tokenizer; existing ids stay."),
        )
        self.rename = make(
            "runs.rename_run",
            self.tr("Rename run"),
            runs.edit_name,
            keys="F2",
            hint=self.tr("Rename the selected run in the table."),
        )
        self.tag = make(
            "runs.tag_runs",
            self.tr("Tag runs"),
            runs.remarks.focus_tags,
            keys="Ctrl+G",
            hint=self.tr("Add a tag to the selected runs."),
        )
        self.note = make(
            "runs.write_note",
            self.tr("Write note"),
            runs.remarks.focus_note,
            keys="Ctrl+Shift+N",
            hint=self.tr("Write a note on the selected run."),
        )  # fmt: skip
        self.search = make(
            "runs.search_runs",
            self.tr("Search runs"),
            self._focus_search,
            keys=QKeySequence.StandardKey.Find,
            hint=self.tr("Filter the runs."),
        )

    def _make_of_comparison(self) -> None:
        make, comparison = self._pane.make_action, self._comparison
        self.compare_file = make(
            "runs.compare_file",
            self.tr("Compare with tokenizer file…"),
            self._ask_file,
            hint=self.tr("Compare published tokenizers with the selected runs."),
        )
        self._pane.addAction(comparison.facts.copy_value)
        self.only_differences = make(
            "runs.only_differences",
            self.tr("Differences only"),
            comparison.facts.only_differences.toggle,
            keys="Ctrl+Shift+D",
            hint=self.tr("Hide settings and metrics that are the same."),
        )
        self.next_baseline = make(
            "runs.next_baseline",
            self.tr("Make another run the baseline"),
            comparison.ask_next_baseline,
            keys="Ctrl+B",
            hint=self.tr("Compare with the next run instead; each has its turn."),
        )
        self.next_view = make(
            "runs.next_view",
            self.tr("Next view of the comparison"),
            comparison.show_next_view,
            keys="Ctrl+PgDown",
            hint=self.tr("Settings and metrics, vocabulary, first difference, languages."),
        )
        self.back = make("runs.close_comparison", self.tr("Back to all runs"),
                         self.back_requested.emit, keys="Escape",
                         hint=self.tr("Leave comparison, registry and exports."))  # fmt: skip
        self._comparison.set_back(self.back)

    def note_view(self, *, lists: bool, compares: bool) -> None:
        """The table of runs came to the front, or their comparison, or neither of them."""
        self._lists, self._shows_comparison = lists, compares
        self.update()

    @property
    def shows_deleted(self) -> bool:
        return self.show_deleted.isChecked()

    @property
    def keeps_content(self) -> bool:
        """Whether the table is of use without runs: deleted ones are on show or just gone."""
        return self.shows_deleted or bool(self._deleted)

    def note_deleted(self, runs: Sequence[RunSummary]) -> None:
        """These runs were just deleted; `undo_deletion` asks for them."""
        self._deleted = tuple(run.run_id for run in runs)

    def offer_undo(self, words: str) -> None:
        """Say that runs were deleted, and offer to bring them back."""
        offer = Offer(self.tr("Undo"), self.undo_deletion)
        self._notice = self._pane.bar.show_note(words, offer=offer)

    def note_restored(self, _run_ids: Sequence[str]) -> None:
        """Runs came back, by whatever way: there is nothing to undo any more."""
        self._pane.bar.end(self._notice)

    def undo_deletion(self) -> None:
        """Ask for what was just deleted."""
        gone, self._deleted = self._deleted, ()
        self.undo_requested.emit(gone)

    def update(self) -> None:
        """Enable what can be done with the chosen runs; status tips say why not."""
        chosen, lists = self._runs.chosen, self._lists
        alive = lists and not self.shows_deleted
        n, finished = len(chosen), [run for run in chosen if run.status == "finished"]
        one = self.tr("choose one run")
        one_finished = self.tr("choose one finished run")
        may_open = alive and n == len(finished) == 1
        for action in (self.open, self.extend):
            enable_action(action, may_open, one_finished)
        may_compare = alive and n == len(finished) and LEAST <= n <= MOST
        enable_action(self.compare, may_compare, self.tr("choose two to four finished runs"))
        may_add = alive and n == len(finished) and 1 <= n < MOST
        enable_action(self.compare_file, may_add, self.tr("choose one to three finished runs"))
        for action in (self.edit_as_new, self.rename, self.note):
            enable_action(action, alive and n == 1, one)
        enable_action(self.tag, alive and n > 0, self.tr("choose runs"))
        is_running = any(run.status == "running" for run in chosen)
        why = self.tr("a run that is being trained cannot be deleted")
        may_delete = alive and n > 0 and not is_running
        enable_action(self.delete, may_delete, why if is_running else self.tr("choose runs"))
        may_restore = lists and self.shows_deleted and n > 0
        enable_action(self.restore, may_restore, self.tr("choose deleted runs"))
        self.restore.setVisible(self.shows_deleted)
        why = self.tr("compare runs first")
        for action in (self.only_differences, self.next_baseline, self.next_view):
            enable_action(action, self._shows_comparison, why)
        enable_action(self.back, not lists, self.tr("all runs are shown"))
        shown = (self.open, self.compare, self.edit_as_new) if alive else ()
        self._runs.remarks.show_hint("\n".join(reason_words(each) for each in shown
                                               if not each.isEnabled()))  # fmt: skip

    def open_chosen(self) -> None:
        """Open the chosen run, as double click and Enter do."""
        if self.open.isEnabled():
            self.open_requested.emit(self._runs.chosen[0].run_id)

    def _ask_compare(self) -> None:
        self.compare_requested.emit(self._oldest_first())

    def _oldest_first(self) -> tuple[Baseline, ...]:
        """The chosen runs; the first is the baseline, so Δ is what the later ones changed."""
        chosen = sorted(self._runs.chosen, key=lambda run: run.created)
        return tuple(Baseline(run.name, run_id=run.run_id) for run in chosen)

    def _ask_file(self) -> None:
        paths = ask_files(self._pane, self.tr("Tokenizers to compare with"))
        if paths:
            self.compare_with([Path(path) for path in paths])

    def compare_with(self, paths: Sequence[Path]) -> None:
        """Compare the chosen runs with tokenizers in files or folders, four in all."""
        files = [baseline_of(path) for path in paths]
        self.compare_requested.emit((*self._oldest_first(), *files)[:MOST])

    def _ask_edit(self) -> None:
        self.edit_as_new_requested.emit(self._runs.chosen[0].run_id)

    def _ask_extend(self) -> None:
        self.extend_requested.emit(self._runs.chosen[0].run_id)

    def _ask_delete(self) -> None:
        self.delete_requested.emit(tuple(run.run_id for run in self._runs.chosen))

    def _ask_restore(self) -> None:
        self.restore_requested.emit(tuple(run.run_id for run in self._runs.chosen))

    def _toggle_deleted(self) -> None:
        self.deleted_toggled.emit(self.shows_deleted)
        self.update()

    def _focus_search(self) -> None:
        self._runs.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._runs.search.selectAll()


def reason_words(action: QAction) -> str:
    """A command that cannot be used with why. Example: "Open run: choose one finished run"."""
    return f"{action.text()}: {action.statusTip()}"


def enable_action(action: QAction, possible: bool, why_not: str) -> None:
    action.setEnabled(possible)
    action.setStatusTip("" if possible else why_not)


class RunPurging(QObject):
    """The command that removes deleted runs permanently, and its question.

    Signals:
        asked: count the deleted runs and their bytes; `ask` takes the answer.
        confirmed: remove the deleted runs.
    """

    asked = Signal()
    confirmed = Signal()

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._pane = pane
        self.purge = pane.make_action(
            "runs.purge_deleted",
            self.tr("Permanently remove deleted runs…"),
            self.asked.emit,
            hint=self.tr("Remove all deleted runs from the store and free their space."),
        )

    def ask(self, deleted: tuple[int, int]) -> QMessageBox | None:
        """Ask whether to remove them. deleted: number of runs, and their bytes."""
        n_runs, n_bytes = deleted
        if not n_runs:
            self._pane.bar.show_done(self.tr("No deleted runs."))
            return None
        words = counted(
            "RunPurging",
            "Permanently remove 1 deleted run (%2)? It cannot be restored.",
            "Permanently remove %1 deleted runs (%2)? They cannot be restored.",
            n_runs,
            grouped(n_runs),
            byte_size(n_bytes),
        )
        box = QMessageBox(QMessageBox.Icon.Warning, self.purge.text(), words, parent=self._pane)
        remove = box.addButton(self.tr("Remove permanently"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        remove.clicked.connect(self.confirmed)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        return box

    def note_purged(self, purged: tuple[int, int]) -> None:
        """Say what was removed. purged: number of runs, and the bytes that are free again."""
        n_runs, n_bytes = purged
        words = counted("RunPurging", "1 run removed;", "%1 runs removed;", n_runs)
        free = fill(self.tr("%1 freed."), byte_size(n_bytes))
        self._pane.bar.show_done(f"{words} {free}")


class RunGoingOn(QObject):
    """The commands that resume an interrupted run and continue a finished one.

    Signals:
        requested: ResumeRequest.
    """

    requested: Signal[ResumeRequest] = Signal(object)

    def __init__(self, pane: Pane, runs: RunList, commands: RunActions) -> None:
        super().__init__(pane)
        self._pane, self._runs, self._commands = pane, runs, commands
        self.resume = pane.make_action(
            "runs.resume_run",
            self.tr("Resume training"),
            self._ask_resume,
            hint=self.tr(
                "Continue the selected interrupted, cancelled or failed run; the result is the "
                "same as without interruption."
            ),
        )
        self.continuation = pane.make_action(
            "runs.continue_run",
            self.tr("Continue to a larger vocabulary…"),
            self._ask_continue,
            hint=self.tr(
                "Make a new run that continues the selected one as if it had never stopped; ids "
                "of special tokens move up after the new merges."
            ),
        )
        self.superwords = pane.make_action(
            "runs.continue_with_superwords",
            self.tr("Continue with superwords…"),
            self._ask_superwords,
            hint=self.tr(
                "Make a new run that continues the selected one across words; the result is that "
                "of a training at once with this transition."
            ),
        )
        runs.table.addActions([self.resume, self.continuation, self.superwords])
        runs.chosen_changed.connect(self.update)
        self.update()

    def update(self) -> None:
        """Enable what can be done with the chosen runs; status tips say why not."""
        chosen = self._runs.chosen if not self._commands.shows_deleted else ()
        status = chosen[0].status if len(chosen) == 1 else ""
        why = self.tr("choose one run that was interrupted, cancelled or failed")
        enable_action(self.resume, status in RESUMABLE, why)
        enable_action(self.continuation, status == "finished", self.tr("choose one finished run"))
        can_have = status == "finished" and chosen[0].superwords is None
        why = self.tr("choose one finished run without superwords")
        enable_action(self.superwords, can_have, why)

    def _ask_resume(self) -> None:
        self.requested.emit(ResumeRequest(self._runs.chosen[0].run_id))

    def _ask_continue(self) -> None:
        run = self._runs.chosen[0]
        size, is_given = QInputDialog.getInt(
            self._pane,
            self.tr("Continue to a larger vocabulary"),
            self.tr("Total ids, including bytes and special tokens:"),
            min(2 * run.vocab_size, MAX_VOCAB_SIZE),
            run.vocab_size + 1,
            MAX_VOCAB_SIZE,
        )
        if is_given:
            self.requested.emit(ResumeRequest(run.run_id, size))

    def _ask_superwords(self) -> None:
        run, title = self._runs.chosen[0], self.tr("Continue with superwords")
        least = N_BYTES + 1
        words = self.tr("Ids before superwords, including bytes and special tokens:")
        most = MAX_VOCAB_SIZE - 1
        start, is_given = QInputDialog.getInt(self._pane, title, words, run.vocab_size, least, most)
        if not is_given:
            return
        words = self.tr("Total ids with superwords:")
        usual = min(max(round(1.25 * start), start + 1), MAX_VOCAB_SIZE)
        size, is_given = QInputDialog.getInt(
            self._pane, title, words, usual, start + 1, MAX_VOCAB_SIZE
        )
        if is_given:
            self.requested.emit(ResumeRequest(run.run_id, size, Superwords(start)))
