"""The model of the table of runs, its columns, and the user's choice of them.

`COLUMNS` is the place to add a column; `RunsTable` searches and sorts, a `RunTableChoice` is kept
between windows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, Qt

from engine.settings import OWN_TRAINER
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, duration, grouped, multiple, ratio
from workbench.text.placeholders import fill
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.words.corpus_words import mixture_words
from workbench.ui.words.translation import translator
from workbench.work.runs.search import RunSearch

if TYPE_CHECKING:
    from workbench.store import RunSummary

_tr = translator("run_columns")

_STOPPED = re.compile(r"stopped at ([\d,]+) of ([\d,]+) merges")  # as run_recording stores it

USUAL = ("name", "tags", "status", "vocabulary", "pattern", "mixture", "worst_premium",
         "bytes_per_token", "corpus", "time", "when")  # fmt: skip
EXPENDABLE = ("mixture", "time", "corpus", "tags", "status", "when")
"""Of the usual columns what goes first where there is no room for all; failures show in status."""
RUN_ROLE = Qt.ItemDataRole.UserRole + 1
CURRENT_ROLE = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class RunColumn:
    """One column. title: its head in English; shown: its words; value: what it is sorted by.

    Rows whose value is None come last.
    """

    key: str
    title: str
    width: int
    is_number: bool
    shown: Callable[[RunSummary], str]
    value: Callable[[RunSummary], Any]


def _text(attribute: str) -> tuple[Callable[[RunSummary], str], Callable[[RunSummary], Any]]:
    def shown(run: RunSummary) -> str:
        return str(getattr(run, attribute) or NOTHING)

    def value(run: RunSummary) -> Any:
        return str(getattr(run, attribute) or "").casefold() or None

    return shown, value


def _figure(
    attribute: str, words: Callable[[Any], str]
) -> tuple[Callable[[RunSummary], str], Callable[[RunSummary], Any]]:
    def shown(run: RunSummary) -> str:
        found = getattr(run, attribute)
        return NOTHING if found is None else words(found)

    def value(run: RunSummary) -> Any:
        return getattr(run, attribute)

    return shown, value


def _status(run: RunSummary) -> str:
    words = {
        "running": _tr("running"), "finished": _tr("finished"), "failed": _tr("failed"),
        "cancelled": _tr("cancelled"), "interrupted": _tr("interrupted"),
        "stopped": _tr("stopped"),
    }  # fmt: skip
    word = words.get(run.outcome, run.outcome)
    if run.status == "running" and run.phase:
        word = f"{word}, {round(100 * run.fraction)} %"
    if run.outcome == "stopped":
        reason = _merges_words(run.reason, _tr("at %1 of %2 merges"))
        return f"{word}: {reason.removeprefix('stopped ')}"
    return f"{word}: {run.reason}" if run.reason else word


def reason_words(run: RunSummary) -> str:
    """The reason why a run ended; reasons stored by the program are translated."""
    return _merges_words(run.reason, _tr("stopped at %1 of %2 merges"))


def _merges_words(reason: str, words: str) -> str:
    """Translate where a training was stopped; other reasons stay as they are."""
    found = _STOPPED.fullmatch(reason)
    if found is None:
        return reason
    made, asked = (grouped(int(digits.replace(",", ""))) for digits in found.groups())
    return fill(words, made, asked)


def _pattern(run: RunSummary) -> str:
    """The split pattern; of another library its trainer, with the pattern where it has one."""
    if run.trainer is None:
        return run.pattern_name or _tr("own")
    if run.pattern_name == "none":
        return run.trainer
    return f"{run.trainer}, {run.pattern_name or _tr('own')}"


def _worst_premium(run: RunSummary) -> str:
    """The language that needs most tokens for the same text, or why none is known."""
    if run.worst_label is not None:
        return f"{language_name(run.worst_label)} {multiple(run.worst_premium)}"
    if run.status != "finished":
        return NOTHING
    return _tr("not parallel") if run.is_evaluated else _tr("not evaluated")


def premium_hint(run: RunSummary) -> str:
    """What the highest premium says, or how to get one."""
    if run.worst_label is not None:
        words = _tr("%1 needs the most tokens for the same text: %2 as many as the reference")
        return fill(words, language_name(run.worst_label), multiple(run.worst_premium))
    if run.status != "finished":
        return _tr("Only a finished run can be evaluated")
    if run.is_evaluated:
        return _tr(
            "The texts of its evaluations are not parallel, so no premium is known. "
            "Choose parallel texts in Compression and evaluate."
        )
    return _tr("Not evaluated yet. Open the run and evaluate it in Compression.")


def _when(run: RunSummary) -> str:
    return run.created.astimezone().strftime("%Y-%m-%d %H:%M")


def _one_line(run: RunSummary) -> str:
    return " ".join(run.notes.split())


def _marked(words: str) -> str:
    """Words that are translated when the table is made, after the language is known."""
    return str(QT_TRANSLATE_NOOP("run_columns", words))


COLUMNS = (
    RunColumn("name", _marked("Name"), 156, False, *_text("name")),
    RunColumn("status", _marked("Status"), 128, False, _status, lambda run: run.outcome),
    RunColumn("vocabulary", _marked("Vocabulary"), 84, True, *_figure("vocab_size", grouped)),
    RunColumn("pattern", _marked("Pattern"), 136, False, _pattern,
              lambda run: run.trainer or run.pattern_name or run.pattern),
    RunColumn("bytes_per_token", _marked("Corpus bytes/token"), 124, True,
              *_figure("bytes_per_token", ratio)),
    RunColumn("worst_premium", _marked("Highest premium"), 152, True, _worst_premium,
              lambda run: run.worst_premium),
    RunColumn("corpus", _marked("Corpus"), 80, True, *_figure("bytes", byte_size)),
    RunColumn("time", _marked("Time"), 76, True, *_figure("seconds_total", duration)),
    RunColumn("when", _marked("When"), 128, False, _when, lambda run: run.created.timestamp()),
    RunColumn("tags", _marked("Tags"), 104, False, lambda run: ", ".join(run.tags),
              lambda run: ", ".join(run.tags).casefold() or None),
    RunColumn("mixture", _marked("Mixture"), 128, False, lambda run: mixture_words(run.mixture),
              lambda run: mixture_words(run.mixture)),
    RunColumn("notes", _marked("Note"), 160, False, _one_line,
              lambda run: _one_line(run).casefold() or None),
    RunColumn("trainer", _marked("Trainer"), 112, False, lambda run: run.trainer or OWN_TRAINER,
              lambda run: run.trainer or ""),
    RunColumn("merges", _marked("Merges"), 80, True, *_figure("n_merges", grouped)),
    RunColumn("sources", _marked("Sources"), 72, True, *_figure("n_sources", grouped)),
    RunColumn("documents", _marked("Documents"), 88, True, *_figure("documents", grouped)),
    RunColumn("pretokens", _marked("Pre-tokens"), 100, True, *_figure("pretokens", grouped)),
    RunColumn("distinct", _marked("Distinct"), 88, True, *_figure("unique_pretokens", grouped)),
    RunColumn("unmatched", _marked("Unmatched"), 84, True, *_figure("unmatched_bytes", byte_size)),
    RunColumn("tie_break", _marked("Tie-break"), 112, False, *_text("tie_break")),
    RunColumn("normalization", _marked("Normalization"), 96, False, *_text("normalization")),
    RunColumn("hash", _marked("Hash"), 128, False, *_text("semantic_hash")),
    RunColumn("run_id", _marked("Run id"), 140, False, *_text("run_id")),
)  # fmt: skip
_COMPARED = ("vocabulary", "pattern", "mixture", "tie_break", "normalization", "corpus",
             "worst_premium", "bytes_per_token")  # fmt: skip
PLACES = {column.key: place for place, column in enumerate(COLUMNS)}
NAME, STATUS, VOCABULARY, PATTERN, BYTES_PER_TOKEN, PREMIUM, CORPUS, TIME, WHEN, TAGS, NOTES = (
    PLACES[key]
    for key in ("name", "status", "vocabulary", "pattern", "bytes_per_token", "worst_premium",
                "corpus", "time", "when", "tags", "notes")
)  # fmt: skip


def heads() -> tuple[str, ...]:
    """The titles of all columns, in the order of COLUMNS."""
    return tuple(_tr(column.title) for column in COLUMNS)


def differences_of(runs: Sequence[RunSummary]) -> str:
    """In which settings and results some runs differ, with the values in their order."""
    parts = []
    for column in (COLUMNS[PLACES[key]] for key in _COMPARED):
        values = [column.shown(run) for run in runs]
        if len(set(values)) > 1:
            parts.append(f"{_tr(column.title)}: {', '.join(values)}")
    return "\n".join(parts)


def sort_key(column: RunColumn, run: RunSummary) -> tuple[bool, Any]:
    """The sort key of a run; runs without a value come last."""
    value = column.value(run)
    return (value is None, 0 if value is None else value)


class RunsTable(HeadedTable):
    """Model of the runs that match the search, in the order of one column, newest first.

    A model of its own: it searches and sorts and keeps the choice; names are edited in it.

    Signals:
        rename_requested: (run id, new name), after an edit in place.
    """

    rename_requested: Signal[tuple[str, str]] = Signal(object)
    right_aligned = frozenset(place for place, each in enumerate(COLUMNS) if each.is_number)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = heads()
        self._all: tuple[RunSummary, ...] = ()
        self._runs: tuple[RunSummary, ...] = ()
        self._search = RunSearch()
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._current: str | None = None

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        """The runs on show, from the top."""
        return self._runs

    @property
    def all_runs(self) -> tuple[RunSummary, ...]:
        """The runs on show and those that the search does not find."""
        return self._all

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show these runs; rows of the same runs change in place."""
        self._all = tuple(runs)
        self._show(self._found())

    def set_search(self, search: RunSearch) -> None:
        """Show only the runs that a search finds."""
        if search != self._search:
            self._search = search
            self._show(self._found())

    def set_current(self, run_id: str | None) -> None:
        """Mark the run that is open."""
        self._current = run_id
        if self._runs:
            self._tell_all_changed()

    def row_of(self, run_id: str) -> int | None:
        """Return the row of a run, None if it is not in the table."""
        ids = [run.run_id for run in self._runs]
        return ids.index(run_id) if run_id in ids else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; runs that are equal in it stay in the order they have."""
        self._sorted_by = (column, order) if 0 <= column < len(COLUMNS) else None
        self._show(self._found())

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == NAME else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        name = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or index.column() != NAME or not name:
            return False
        run = self._runs[index.row()]
        if name != run.name:
            self.rename_requested.emit((run.run_id, name))
        return name != run.name

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        run, column = self._runs[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[column].shown(run)
        if role == RUN_ROLE:
            return run
        if role == CURRENT_ROLE:
            return run.run_id == self._current
        if role == Qt.ItemDataRole.EditRole and column == NAME:
            return run.name
        if role == Qt.ItemDataRole.ToolTipRole:
            whole = {STATUS: reason_words(run), PATTERN: run.pattern, NOTES: run.notes,
                     TAGS: ", ".join(run.tags), PREMIUM: premium_hint(run)}  # fmt: skip
            return whole.get(column) or None
        return self._alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _shown(self) -> Sequence[object]:
        return self._runs

    def _found(self) -> tuple[RunSummary, ...]:
        """The runs that the search finds, in order."""
        found = [run for run in self._all if self._search.finds(run)]
        if self._sorted_by is not None:
            column, order = COLUMNS[self._sorted_by[0]], self._sorted_by[1]
            known = [run for run in found if not sort_key(column, run)[0]]
            unknown = [run for run in found if sort_key(column, run)[0]]
            is_down = order is Qt.SortOrder.DescendingOrder
            known.sort(key=lambda run: sort_key(column, run), reverse=is_down)
            found = [*known, *unknown]
        return tuple(found)

    def _show(self, runs: tuple[RunSummary, ...]) -> None:
        before, after = ([run.run_id for run in each] for each in (self._runs, runs))
        if before == after:
            self._runs = runs
            if runs:
                self._tell_all_changed()
        elif sorted(before) == sorted(after):
            self._reorder(runs)
        else:
            self.beginResetModel()
            self._runs = runs
            self.endResetModel()

    def _reorder(self, runs: tuple[RunSummary, ...]) -> None:
        """Put the rows into another order; what is chosen stays chosen."""
        self.layoutAboutToBeChanged.emit()
        places = {run.run_id: row for row, run in enumerate(runs)}
        old = self.persistentIndexList()
        moved = [self.index(places[self._runs[at.row()].run_id], at.column()) for at in old]
        self._runs = runs
        self.changePersistentIndexList(old, moved)
        self.layoutChanged.emit()

    def _tell_all_changed(self) -> None:
        corner = self.index(len(self._runs) - 1, len(self._heads) - 1)
        self.dataChanged.emit(self.index(0, 0), corner)


@dataclass(frozen=True, slots=True)
class RunTableChoice:
    """The columns, widths and order that the user chose; remembered between windows.

    columns: keys from left to right, () without a choice. widths: those that were dragged.
    """

    columns: tuple[str, ...] = ()
    widths: tuple[tuple[str, int], ...] = ()
    sorted_by: str = "when"
    is_descending: bool = True
