"""The Runs pane: the history of trainings, the registry of tokenizers, and exports.

Read `RunsPane` first; `RunsHeader` and `RegistryHeader` are the commands in its header, and the
functions `inspection_…` tell the inspector of a run, its exports and a registered tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench.runs.export_panel import ExportPanel
from workbench.runs.registry_view import RegistryView
from workbench.runs.run_actions import RunActions, RunGoingOn, RunPurging
from workbench.runs.run_comparison_view import RunComparisonView
from workbench.runs.run_list_part import RunList
from workbench.runs.run_table import reason_words
from workbench.runs.runs_tabs import EXPORT, REGISTRY, RUNS, RunViewActions, RunViews
from workbench.signals import Signal
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.text.numbers import byte_size, duration, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.corpus_words import mixture_words
from workbench.ui.words.setting_words import (
    normalization_words,
    rules_title,
    setting_choice,
    transition_text,
)
from workbench.ui.words.translation import counted, translator
from workbench.work.runs.search import title_among
from workbench.work.tokenizer_files import is_tokenizer_path

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import RunComparison
    from workbench.store import ExportRecord, RegisteredTokenizer, RunSummary
    from workbench.work.comparison import Baseline

_tr = translator("inspection_of_run")


HASH_DIGITS = 16

MOST_EXPORTS = 6
SHOWN_DIGITS = 16


def inspection_of_run(run: RunSummary, exports: Sequence[ExportRecord] = ()) -> Inspection:
    """Return everything known of a run; what is not known is left out.

    exports: of this run, newest first.
    """
    facts = (
        Fact(_tr("Status"), _status(run.outcome)),
        Fact(_tr("Trainer"), setting_choice("trainer", run.trainer) if run.trainer else ""),
        Fact(_tr("Vocabulary"), grouped(run.vocab_size)),
        Fact(_tr("Merges"), _number(run.n_merges or None)),
        Fact(_tr("Bytes per token"), _compression(run)),
        Fact(_tr("Pattern"), _pattern(run), mono=not run.pattern_name),
        Fact(_tr("Superwords"), _superwords(run)),
        Fact(_tr("Tie-break"), "" if run.trainer else setting_choice("tie_break", run.tie_break)),
        Fact(_tr("Normalization"), normalization_words(run.normalization)),
        Fact(_tr("Merge rules"), _tr("some tokens are blocked") if run.has_merge_rules else ""),
        Fact(_tr("Sources"), grouped(run.n_sources)),
        Fact(_tr("Mixture"), mixture_words(run.mixture)),
        Fact(_tr("Documents"), _number(run.documents)),
        Fact(_tr("Corpus"), _or_nothing(byte_size, run.bytes)),
        *_pretoken_facts(run),
        Fact(_tr("Training time"), _or_nothing(duration, run.seconds_total)),
        Fact(_tr("Run id"), run.run_id, mono=True),
        Fact(_tr("Hash"), (run.semantic_hash or "")[:HASH_DIGITS], mono=True),
        Fact(_tr("Tags"), ", ".join(run.tags)),
        *export_facts(exports),
    )
    known = tuple(fact for fact in facts if fact.value)
    said = (reason_words(run) or run.notes, asked_words(exports))
    return Inspection(_tr("Run"), run.name, known, text="\n\n".join(filter(None, said)))


def _compression(run: RunSummary) -> str:
    if run.trainer is not None and run.bytes_per_token is not None:
        return fill(_tr("%1, beginnings of the sources"), ratio(run.bytes_per_token))
    return _or_nothing(_compression_of, run.bytes_per_token)


def _pattern(run: RunSummary) -> str:
    """The split pattern; nothing for a library that splits in its own way."""
    if run.trainer is not None and run.pattern_name == "none":
        return ""
    return run.pattern_name or run.pattern


def _pretoken_facts(run: RunSummary) -> tuple[Fact, ...]:
    """What this program counts; another library does not tell."""
    if run.trainer is not None:
        return ()
    return (
        Fact(_tr("Pre-tokens"), _number(run.pretokens)),
        Fact(_tr("Distinct"), _number(run.unique_pretokens)),
        Fact(_tr("Unmatched"), _or_nothing(byte_size, run.unmatched_bytes)),
    )


def _compression_of(value: float) -> str:
    """Bytes per token with their text: each counted once, whatever the mixture."""
    return fill(_tr("%1, training corpus"), ratio(value))


def _superwords(run: RunSummary) -> str:
    if run.superwords is None:
        return ""
    return fill(
        _tr("from %1, %2"),
        transition_text(run.superwords.start),
        rules_title(run.superwords.stage_two_rules),
    )


def _status(status: str) -> str:
    return {
        "running": _tr("running"), "finished": _tr("finished"), "failed": _tr("failed"),
        "cancelled": _tr("cancelled"), "interrupted": _tr("interrupted"),
        "stopped": _tr("stopped"),
    }.get(status, status)  # fmt: skip


def _number(number: int | None) -> str:
    return _or_nothing(grouped, number)


def _or_nothing(words: Callable[[Any], str], value: Any) -> str:
    return "" if value is None else words(value)


def inspection_of_registered(each: RegisteredTokenizer) -> Inspection:
    """Everything that is kept of it; what is not known is left out."""
    known = each.trained_from
    trained = "" if known.trained is None else f"{known.trained.astimezone():%Y-%m-%d %H:%M}"
    file = each.file
    facts = (
        Fact(_tr("Hash"), each.semantic_hash[:SHOWN_DIGITS], mono=True),
        Fact(_tr("Registered"), f"{each.created.astimezone():%Y-%m-%d %H:%M}"),
        Fact(_tr("Run"), each.run_name or ""),
        Fact(_tr("Run id"), each.run_id or "", mono=True),
        Fact(_tr("File"), "" if file is None else file.name),
        Fact(_tr("sha256"), (file.sha256 or "")[:SHOWN_DIGITS] if file else "", mono=True),
        Fact(_tr("Trained"), trained),
        Fact(_tr("Vocabulary"), grouped(each.vocab_size)),
        Fact(_tr("Merges"), grouped(each.n_merges)),
        Fact(_tr("Pattern"), each.pattern_name or each.pattern, mono=not each.pattern_name),
        Fact(_tr("Text"), "" if known.bytes is None else byte_size(known.bytes)),
        Fact(_tr("Sources"), grouped(len(known.sources)) if known.sources else ""),
        *(Fact(key, value) for key, value in each.metadata.items()),
        *export_facts(each.exports),
    )
    return Inspection(
        _tr("Registered tokenizer"),
        each.reference,
        tuple(fact for fact in facts if fact.value),
        text=asked_words(each.exports),
    )


def export_facts(records: Sequence[ExportRecord]) -> tuple[Fact, ...]:
    """The newest export of each format with what the library said."""
    newest = {record.format: record for record in reversed(records)}
    kept = sorted(newest.values(), key=lambda record: record.export_id or 0, reverse=True)
    return tuple(Fact(record.format, _verdict(record)) for record in kept[:MOST_EXPORTS])


def asked_words(records: Sequence[ExportRecord]) -> str:
    """Which libraries, with versions, gave identical ids; "" where none did."""
    asked: dict[str, None] = {}
    for record in records:
        if record.verdict is not None and record.status == "equal":
            asked.update(dict.fromkeys(record.verdict.get("libraries", ())))
    if not asked:
        return ""
    return fill(_tr("Identical ids in %1"), ", ".join(asked))


def _verdict(record: ExportRecord) -> str:
    return {
        "equal": _tr("✓ identical ids"),
        "different": _tr("≠ ids differ"),
        "not asked": _tr("not asked"),
        "not installed": _tr("not installed"),
    }.get(record.status, _tr("✗ not verified"))


ROOM_FOR_ALL = 780
LEAST_CONTROLS = 420


class RunsHeader(QWidget):
    """The commands on the table of runs; a menu has them if the pane is narrow."""

    def __init__(
        self, runs: RunList, commands: RunActions, views: RunViewActions, going_on: RunGoingOn,
        purging: RunPurging, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._open = ActionButton(commands.open)
        self._export = ActionButton(views.export, words=self.tr("Export"))
        self._columns = runs.columns
        more = QPushButton(self.tr("More"))
        more.setProperty("kind", "menu")
        menu = QMenu(more)
        menu.addActions([commands.open, commands.compare_file])
        menu.addActions([going_on.resume, going_on.continuation, going_on.superwords])
        menu.addSeparator()
        menu.addActions([commands.rename, commands.tag, commands.note])
        menu.addSeparator()
        menu.addActions([views.register, views.export])
        menu.addMenu(views.formats)
        menu.addSeparator()
        menu.addMenu(runs.tags_menu)
        menu.addActions([commands.delete, commands.show_deleted, commands.restore, purging.purge])
        more.setMenu(menu)
        horizontal(
            runs.search,
            self._open,
            ActionButton(commands.compare, words=self.tr("Compare")),
            ActionButton(commands.edit_as_new, words=self.tr("Duplicate settings…")),
            self._export,
            self._columns,
            more,
            parent=self,
            spacing=SPACE_S,
        )
        self.setMinimumWidth(LEAST_CONTROLS)

    def fit(self, width: int) -> None:
        """Show what there is room for in a pane of that width."""
        for button in (self._open, self._export, self._columns):
            button.setVisible(width >= ROOM_FOR_ALL)


class RegistryHeader(QWidget):
    """The commands on the registry: register, export, table menu."""

    def __init__(
        self, registry: RegistryView, views: RunViewActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        horizontal(
            ActionButton(views.open_registered),
            ActionButton(views.register),
            ActionButton(views.export),
            ActionButton(views.check, words=self.tr("Check files")),
            registry.table.copying.button(),
            parent=self,
            spacing=SPACE_S,
        )


class RunsPane(Pane):
    """Shows the runs it is given; `list` is the table, `commands` the commands.

    `registry` and `export` are the two other views.

    Signals:
        open_requested, edit_as_new_requested: run id.    delete_requested: tuple of ids.
        export_requested: (run id, format); "" for the open tokenizer and for no format.
        register_requested: run id, "" for the open tokenizer.
        deleted_toggled: bool, show the deleted runs.
        rename_requested: (run id, new name).    tags_requested: tuple of (run id, tags).
        note_requested: (run id, text).          compare_requested: tuple of Baseline.
        restore_requested: tuple of ids.         undo_requested: tuple of ids, just deleted.
        training_requested: train; there are no runs yet.
        primary_changed: the pane has another main action.
    """

    open_requested: Signal[str] = Signal(object)
    edit_as_new_requested: Signal[str] = Signal(object)
    delete_requested: Signal[tuple[str, ...]] = Signal(object)
    export_requested: Signal[tuple[str, str]] = Signal(object)
    deleted_toggled: Signal[bool] = Signal(object)
    undo_requested: Signal[tuple[str, ...]] = Signal(object)
    rename_requested: Signal[tuple[str, str]] = Signal(object)
    tags_requested: Signal[tuple[tuple[str, tuple[str, ...]], ...]] = Signal(object)
    note_requested: Signal[tuple[str, str]] = Signal(object)
    compare_requested: Signal[tuple[Baseline, ...]] = Signal(object)
    restore_requested: Signal[tuple[str, ...]] = Signal(object)
    training_requested = Signal()
    register_requested: Signal[str] = Signal(object)
    primary_changed = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Runs"), parent)
        self._state = state
        self._exports: tuple[ExportRecord, ...] = ()
        self._listed: tuple[RunSummary, ...] = ()  # without the deleted ones
        self._inspected: Inspection | None = None  # what this pane showed in the inspector
        self._compared: Inspection | None = None  # what its comparison showed there
        self.list = RunList(theme)
        self.comparison = RunComparisonView(theme)
        self.commands = RunActions(self, self.list, self.comparison)
        self.going_on = RunGoingOn(self, self.list, self.commands)
        self.registry = RegistryView(theme)
        self.views = RunViewActions(self, self.list, self.registry, state)
        self.export = ExportPanel(theme, self.views.verify, self.views.write)
        self.purging = RunPurging(self)
        self._header = RunsHeader(self.list, self.commands, self.views, self.going_on, self.purging)
        self._registry_header = RegistryHeader(self.registry, self.views)
        self.content = RunViews(self.list, self.comparison, self.registry, self.export)
        self._busy = ""
        self._lay_out()
        self._connect()
        self.set_runs(())
        self._note_current(state.run_id)

    def primary_action(self) -> QAction:
        views = self.views
        first = self.going_on.resume if self.going_on.resume.isEnabled() else self.commands.open
        return (first, views.open_registered, views.verify)[self.content.view]

    def edit_actions(self) -> list[QAction]:
        commands = self.commands
        return [commands.rename, commands.tag, commands.delete, commands.restore]

    def set_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """Show these runs; what is chosen stays chosen, else the open run is."""
        if self.commands.shows_deleted:
            return
        self._listed = runs
        self.comparison.set_runs(runs)
        self._show_runs(runs)
        if not self.list.chosen:
            self.choose(self._state.run_id or "")

    def set_deleted_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """Show the deleted runs while they are asked for."""
        if self.commands.shows_deleted:
            self._show_runs(runs)

    def set_export_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description); they come with the engine."""
        self.views.set_formats(formats)
        self.export.set_formats(formats)

    def set_exports(self, records: tuple[ExportRecord, ...]) -> None:
        """Take the exports of all runs, which the inspector tells."""
        self._exports = records
        self._note_selection()

    def choose(self, *run_ids: str) -> None:
        """Choose runs in the table, as far as they are there."""
        self.list.table.choose(run_ids)

    def note_deleted(self, runs: tuple[RunSummary, ...]) -> None:
        """Offer to undo a deletion."""
        self.commands.note_deleted(runs)
        words = (
            fill(self.tr("Run %1 was deleted."), title_among(runs[0], self._listed))
            if len(runs) == 1
            else counted("RunsPane", "1 run was deleted.", "%1 runs were deleted.", len(runs))
        )
        self.commands.offer_undo(words)
        self.show_content()

    def note_busy(self, words: str) -> None:
        """A comparison is made: say so; "" when it is over."""
        self._busy = words
        self._show_caption()

    def show_comparison(self, comparison: RunComparison) -> None:
        """Bring a comparison to the front."""
        self.comparison.show_comparison(comparison)
        if not (self.shows_comparison and self.content.view == RUNS):
            self.content.show_runs(compared=True)
            self.comparison.focus_view()
        if comparison.problems:
            self.bar.show_warning(" ".join(comparison.problems))

    def close_comparison(self) -> None:
        """Go back to the table of runs, also from the other views."""
        self.content.show_runs()
        self.list.table.setFocus()

    @property
    def shows_comparison(self) -> bool:
        return self.content.compares

    def drop_words(self, paths: Sequence[Path]) -> str:
        if self.shows_comparison and _tokenizers(paths):
            return self.tr("Add to the comparison")
        return ""

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        found = _tokenizers(paths) if self.shows_comparison else []
        if found:
            self.comparison.add_paths(found)
        return bool(found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside another pane there is room for the first controls; the menu has the others."""
        super().resizeEvent(event)
        self._header.fit(event.size().width())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._inspect_chosen()

    # ---- inside

    def _show_runs(self, runs: tuple[RunSummary, ...]) -> None:
        self.list.set_runs(runs)
        self.list.set_remarks_shown(not self.commands.shows_deleted)
        keeps = self.commands.keeps_content or self.shows_comparison or self.content.view != RUNS
        if runs or keeps or self.registry.rows.rows:
            self.show_content()
        else:
            self.show_empty()
        self.commands.update()
        self.going_on.update()
        self.views.update(in_registry=self.content.view == REGISTRY)
        self._show_caption()

    def _show_caption(self) -> None:
        every = self.list.table.rows.all_runs
        words = self.tr("%1 stored")
        if self.commands.shows_deleted:
            words = self.tr("%1 deleted, can be restored")
        if self.content.view == REGISTRY:
            words = self.tr("Frozen tokenizers and their sources")
        elif self.content.view == EXPORT:
            words = self.tr("Files for other libraries, verified in them")
        elif self._busy:
            words = self._busy
        elif self.shows_comparison:
            words = self.tr("Side by side")
        elif not every and not self.commands.shows_deleted:
            words = ""
        self.set_caption(fill(words, self.list.count_words))

    def _show_view(self) -> None:
        content = self.content
        compares = content.view == RUNS and content.compares
        self.commands.note_view(lists=content.lists_runs, compares=compares)
        self._header.setVisible(content.lists_runs)
        self._registry_header.setVisible(content.view == REGISTRY)
        self.comparison.header.setVisible(compares)
        if content.view == EXPORT and self.export.subject is None:
            self.views.ask_export()
        self._show_caption()
        self._note_selection()

    def _note_selection(self) -> None:
        self.commands.update()
        self.going_on.update()
        self.views.update(in_registry=self.content.view == REGISTRY)
        self.primary_changed.emit()
        shown = self._state.inspection
        if self.isVisible() or (shown is not None and shown == self._inspected):
            self._inspect_chosen()

    def _inspect_chosen(self) -> None:
        chosen, registered = self.list.chosen, self.registry.chosen
        if self.content.view == REGISTRY and registered is not None:
            self._inspected = inspection_of_registered(registered)
        elif self.content.view == RUNS and self.shows_comparison:
            return
        elif len(chosen) == 1:
            run = chosen[0]
            exports = [record for record in self._exports if record.run_id == run.run_id]
            self._inspected = inspection_of_run(run, exports)
        elif self._compared is not None and self._state.inspection == self._compared:
            self._inspected = None  # the comparison is no longer in front
        elif chosen or self._inspected is None or self._state.inspection != self._inspected:
            return
        else:
            self._inspected = None  # what it speaks about is not there any more
        self._state.inspect(self._inspected)

    def _inspect_compared(self, inspection: Inspection) -> None:
        self._compared = inspection
        self._state.inspect(inspection)

    def _note_current(self, run_id: str | None) -> None:
        self.list.table.rows.set_current(run_id)
        if run_id is not None:
            self.choose(run_id)

    def _lay_out(self) -> None:
        self.header.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_XS)
        for header in (self._header, self._registry_header):
            self.header.addWidget(header)
        self._registry_header.hide()
        self.header.addWidget(self.comparison.header)
        self.comparison.header.hide()
        self.set_content(self.content)
        empty = self.set_empty(
            self.tr("Every training is stored here with its settings, curves and results."),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.training_requested)

    def _connect(self) -> None:
        commands, runs = self.commands, self.list
        commands.open_requested.connect(self.open_requested)
        commands.edit_as_new_requested.connect(self.edit_as_new_requested)
        commands.delete_requested.connect(self.delete_requested)
        self.views.export_requested.connect(self.export_requested)
        self.views.register_requested.connect(self.register_requested)
        self.registry.register_wanted.connect(self.views.ask_register)
        self.views.open_requested.connect(self.registry.open_chosen)
        self.views.check_requested.connect(self.registry.check_chosen)
        self.views.view_requested.connect(self.content.show_view)
        self.registry.chosen_changed.connect(self._note_selection)
        self.content.view_changed.connect(self._show_view)
        commands.compare_requested.connect(self.compare_requested)
        commands.restore_requested.connect(self.restore_requested)
        commands.undo_requested.connect(self.undo_requested)
        commands.deleted_toggled.connect(self.deleted_toggled)
        commands.back_requested.connect(self.close_comparison)
        self.comparison.back_requested.connect(self.close_comparison)
        self.comparison.compare_requested.connect(self.compare_requested)
        self.comparison.inspection_requested.connect(self._inspect_compared)
        runs.chosen_changed.connect(self._note_selection)
        runs.shown_changed.connect(self._show_caption)
        runs.table.activated.connect(commands.open_chosen)
        runs.table.rows.rename_requested.connect(self.rename_requested)
        runs.remarks.tags_requested.connect(self.tags_requested)
        runs.remarks.note_requested.connect(self.note_requested)
        self._state.run_id_changed.connect(self._note_current)


def _tokenizers(paths: Sequence[Path]) -> list[Path]:
    """The paths that may be tokenizers."""
    return [path for path in paths if path.is_dir() or is_tokenizer_path(path)]
