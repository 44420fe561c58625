"""UndoWires: what the history watches, and the commands that undo and redo.

`UndoHistory` is one history of what a person changed: corpus, pattern, mixture, settings, runs. It
watches values: whoever changes one need not know of it. A watched value has a name, a way to read
it and a way to put an older one back; `note(name)` says that it may have changed. What is done
besides, such as deleting runs, is added with `add`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.errors import ConfigError
from engine.settings import MergeRules, Superwords, line_of_token
from workbench.connections.panes import CORPUS
from workbench.corpus.mixture_draft import MixtureDraft, edit_kind
from workbench.frame.layouts import NamedLayout
from workbench.frame.search_popup import Entry
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.ui.words.corpus_words import mixture_words
from workbench.ui.words.setting_words import superwords_title
from workbench.ui.words.translation import counted
from workbench.work.run_search import title_among
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from engine import Corpus
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.store import RunSummary
    from workbench.work.pattern_cases import PatternCase


MOST_STEPS = 200
SAME_EDIT_S = 0.8


@dataclass(frozen=True)
class Watched:
    """A value under the history's eyes. Values are compared with ==, and never changed.

    words: what a step is called, such as "change of mixture". read, put: how to get the value and
    to set one. kind: says which part of the value an edit was of; edits of the same kind shortly
    after each other, such as a drag, are one step. detail: what it became, in a few words.
    """

    words: str
    read: Callable[[], Any]
    put: Callable[[Any], object]
    kind: Callable[[Any, Any], str] = lambda _before, _after: ""
    detail: Callable[[Any, Any], str] = lambda _before, _after: ""


class UndoHistory(QObject):
    """The steps, the newest last, and where a person stands among them.

    clock: seconds, by which edits that follow each other within SAME_EDIT_S are one step.

    Signals:
        changed: a step was made, undone or done again, or its words changed.
    """

    changed = Signal()

    def __init__(
        self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self.clock = clock
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(MOST_STEPS)
        self._stack.indexChanged.connect(self._tell)
        self._watched: dict[str, Watched] = {}
        self._values: dict[str, Any] = {}
        self._is_putting = False

    def watch(self, name: str, watched: Watched) -> None:
        """Begin with the value as it is now."""
        self._watched[name] = watched
        self._values[name] = watched.read()

    def note(self, name: str) -> None:
        """The value may have changed: if it has, that is a step."""
        watched, before = self._watched[name], self._values[name]
        after = watched.read()
        self._values[name] = after
        if not self._is_putting and after != before:
            kind = f"{name} {watched.kind(before, after)}"
            self._stack.push(_Change(self, watched, before, after, kind))
            self.changed.emit()

    def settle(self, name: str) -> None:
        """The value became another one without a person's doing: that is no step."""
        self._values[name] = self._watched[name].read()

    def add(self, words: str, undo: Callable[[], object], redo: Callable[[], object]) -> object:
        """Note something that was done; returns the step for `undo_step` and `forget`."""
        step = _Deed(self, words, undo, redo)
        self._stack.push(step)
        self.changed.emit()
        return step

    def value(self, name: str) -> Any:
        """A watched value as it was noted last."""
        return self._values[name]

    @property
    def is_putting(self) -> bool:
        """True while a step is undone or done again."""
        return self._is_putting

    def begin_one(self, words: str) -> None:
        """What changes from here to `end_one` is one step."""
        self._stack.beginMacro(words)

    def end_one(self) -> None:
        self._stack.endMacro()
        step = self._stack.command(self._stack.index() - 1)
        if not step.childCount():
            step.setObsolete(True)  # nothing was changed
        self.changed.emit()

    @property
    def can_undo(self) -> bool:
        return any(not step.isObsolete() for step in self._steps(self._stack.index()))

    @property
    def can_redo(self) -> bool:
        return self._stack.canRedo()

    @property
    def undo_words(self) -> str:
        """What `undo` takes back, "" for nothing."""
        living = [each for each in self._steps(self._stack.index()) if not each.isObsolete()]
        return living[-1].text() if living else ""

    @property
    def redo_words(self) -> str:
        """What `redo` does again, "" for nothing."""
        return self._stack.redoText()

    @property
    def steps(self) -> tuple[str, ...]:
        """The words of all steps, the oldest first."""
        return tuple(step.text() for step in self._steps(self._stack.count()))

    @property
    def details(self) -> tuple[str, ...]:
        """The new value of each of `steps`, "" if it is unknown."""
        steps = self._steps(self._stack.count())
        return tuple(step.detail if isinstance(step, _Change) else "" for step in steps)

    @property
    def n_done(self) -> int:
        """How many of `steps` are done and not undone."""
        return self._stack.index()

    def undo(self) -> None:
        """Take back the newest step."""
        while self._stack.canUndo() and self._stack.command(self._stack.index() - 1).isObsolete():
            self._stack.undo()  # drops it
        self._stack.undo()

    def redo(self) -> None:
        self._stack.redo()

    def go_to(self, n_done: int) -> None:
        """Undo or redo until this many steps are done."""
        self._stack.setIndex(n_done)

    def undo_step(self, step: object) -> bool:
        """Undo a step if it is the newest; otherwise forget it and return False."""
        index = self._stack.index()
        if index and self._stack.command(index - 1) is step:
            self._stack.undo()
            return True
        self.forget(step)
        return False

    def forget(self, step: object) -> None:
        """A step can be neither undone nor done again any more."""
        if isinstance(step, QUndoCommand):
            step.setObsolete(True)
            self.changed.emit()

    def apply(self, deed: Callable[[], object]) -> None:
        """Run what a step does; changes that it causes are no steps."""
        was_putting, self._is_putting = self._is_putting, True
        try:
            deed()
        finally:
            self._is_putting = was_putting
            for name in self._watched:
                self.settle(name)

    def _steps(self, end: int) -> list[QUndoCommand]:
        return [self._stack.command(at) for at in range(end)]

    def _tell(self, _index: int) -> None:
        self.changed.emit()


class _Step(QUndoCommand):
    """A step that is done already when it is pushed."""

    def __init__(self, history: UndoHistory, words: str) -> None:
        super().__init__(words)
        self._history = history
        self._is_new = True

    def redo(self) -> None:
        if self._is_new:
            self._is_new = False
        else:
            self._do_again()

    def _do_again(self) -> None:
        """Do once more what the person did."""


class _Change(_Step):
    """A watched value that became another one."""

    def __init__(
        self, history: UndoHistory, watched: Watched, before: Any, after: Any, kind: str
    ) -> None:
        super().__init__(history, watched.words)
        self._watched, self._before, self._after, self._kind = watched, before, after, kind
        self._at = history.clock()

    @property
    def detail(self) -> str:
        return self._watched.detail(self._before, self._after)

    def id(self) -> int:
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802  Qt's name
        """Take a later change of the same kind into this one."""
        if not isinstance(other, _Change) or other._kind != self._kind:
            return False
        if other._at - self._at > SAME_EDIT_S:
            return False
        self._after, self._at = other._after, other._at
        self.setObsolete(self._after == self._before)
        return True

    def undo(self) -> None:
        self._put(self._before)

    def _do_again(self) -> None:
        self._put(self._after)

    def _put(self, value: Any) -> None:
        watched = self._watched
        self._history.apply(lambda: watched.put(value))
        self._at = -math.inf  # what comes next is a step of its own


class _Deed(_Step):
    """Something done that only its doer can undo."""

    def __init__(
        self,
        history: UndoHistory,
        words: str,
        undo: Callable[[], object],
        redo: Callable[[], object],
    ) -> None:
        super().__init__(history, words)
        self._undo, self._redo = undo, redo

    def undo(self) -> None:
        self._history.apply(self._undo)

    def _do_again(self) -> None:
        self._history.apply(self._redo)


MOST_LETTERS = 36


class UndoWires(QObject):
    """Ties one history to corpus, pattern, mixture, training settings and deleted runs."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.history = workbench.history
        self._deletion: tuple[tuple[str, ...], object] | None = None
        self._deletions: list[object] = []
        self._watch()
        actions = workbench.window.actions_of_frame
        self._undo, self._redo, self._list = actions.undo, actions.redo, actions.undo_list
        self._undo.triggered.connect(self.history.undo)
        self._redo.triggered.connect(self.history.redo)
        self._list.triggered.connect(self._show_list)
        self.history.changed.connect(self._show_state)
        workbench.runs.deleted.connect(self._note_deleted)
        self._show_state()

    def restore_runs(self, run_ids: Sequence[str]) -> None:
        """Bring deleted runs back: the same as undoing their deletion."""
        deletion, self._deletion = self._deletion, None
        is_last = deletion is not None and deletion[0] == tuple(run_ids)
        if not (deletion and is_last and self.history.undo_step(deletion[1])):
            self._workbench.runs.restore(run_ids)

    def note_purged(self, _purged: object) -> None:
        """Deleted runs were removed for ever: nothing brings them back."""
        for step in self._deletions:
            self.history.forget(step)
        self._deletions.clear()
        self._deletion = None

    def begin_recipe(self) -> None:
        """What a run's recipe brings is one step, its mixture included."""
        self._workbench.panes.build(CORPUS)
        self.history.begin_one(self.tr("duplicated settings"))

    def begin_opening(self) -> None:
        """What a recipe's file brings is one step, its mixture included."""
        self._workbench.panes.build(CORPUS)
        self.history.begin_one(self.tr("opening of a recipe"))

    def end_recipe(self, _recipe: object = None) -> None:
        self.history.end_one()

    def note_deleted_layout(self, gone: NamedLayout) -> None:
        """An own layout was deleted: that can be undone like everything else."""
        words = fill(self.tr("deletion of layout %1"), gone.name)
        own = self._workbench.window.layouts.own
        self.history.add(
            words, partial(own.save, gone.name, gone.layout), partial(own.delete, gone.name)
        )

    def _watch(self) -> None:
        state = self._workbench.state
        history = self.history
        history.watch(
            "corpus",
            Watched(
                self.tr("change of sources"),
                lambda: state.corpus,
                state.set_corpus,
                detail=_sources_words,
            ),
        )
        history.watch(
            "pattern",
            Watched(
                self.tr("change of pattern"),
                lambda: state.pattern,
                state.set_pattern,
                detail=_pattern_words,
            ),
        )
        history.watch("cases", Watched(
            self.tr("change of cases"), lambda: state.pattern_cases,
            state.set_pattern_cases, _cases_words, _cases_words))  # fmt: skip
        history.watch("settings", Watched(
            self.tr("change of training settings"), lambda: state.training_settings,
            state.set_training_settings, _settings_kind, _settings_words))  # fmt: skip
        state.corpus_changed.connect(self._note_corpus)
        state.pattern_changed.connect(self._note_pattern)
        state.pattern_cases_changed.connect(self._note_cases)
        state.training_settings_changed.connect(self._note_settings)
        self._workbench.panes.when_built(CORPUS, self._watch_mixture)

    def _watch_mixture(self, pane: CorpusPane) -> None:
        mixture = pane.mixture
        self.history.watch("mixture", Watched(
            self.tr("change of mixture"), lambda: mixture.draft, mixture.take_draft,
            edit_kind, _mixture_words))  # fmt: skip
        mixture.draft_changed.connect(self._note_mixture)
        mixture.draft_fitted.connect(self._settle_mixture)

    def _note_corpus(self, _corpus: object) -> None:
        if (
            self.history.value("corpus") is None
        ):  # the first one; there is no earlier one to restore
            self.history.settle("corpus")
        else:
            self.history.note("corpus")

    def _note_pattern(self, _pattern: str) -> None:
        self.history.note("pattern")

    def _note_cases(self, _cases: object) -> None:
        self.history.note("cases")

    def _note_settings(self, _settings: object) -> None:
        self.history.note("settings")

    def _note_mixture(self) -> None:
        self.history.note("mixture")

    def _settle_mixture(self) -> None:
        self.history.settle("mixture")

    def _note_deleted(self, runs: tuple[RunSummary, ...]) -> None:
        if self.history.is_putting:
            return
        ids = tuple(run.run_id for run in runs)
        flow = self._workbench.runs
        words = fill(self.tr("deletion of run %1"), title_among(runs[0], flow.runs))
        if len(runs) > 1:
            words = counted("UndoWires", "deletion of 1 run", "deletion of %1 runs", len(runs))
        step = self.history.add(words, partial(flow.restore, ids), partial(flow.delete, ids))
        self._deletion = (ids, step)
        self._deletions.append(step)

    def _show_state(self) -> None:
        history = self.history
        nothing = self.tr("nothing was changed")
        for action, can, words, plain in (
            (self._undo, history.can_undo, self.tr("Undo %1"), self.tr("Undo")),
            (self._redo, history.can_redo, self.tr("Redo %1"), self.tr("Redo")),
        ):
            what = history.undo_words if action is self._undo else history.redo_words
            action.setEnabled(can)
            action.setText(fill(words, what) if can else plain)
            action.setStatusTip("" if can else nothing)
        self._list.setEnabled(bool(history.steps))
        self._list.setStatusTip("" if history.steps else nothing)

    def _show_list(self) -> None:
        """List the steps, the newest first; choosing one goes to just after it."""
        done = self.history.n_done
        steps = zip(self.history.steps, self.history.details, strict=True)
        entries = [
            Entry(
                _capital(words),
                self.tr("now") if place == done else "" if place < done else self.tr("undone"),
                partial(self.history.go_to, place),
                group=detail,
            )
            for place, (words, detail) in enumerate(steps, start=1)
        ]
        start = Entry(
            self.tr("Start"), "" if done else self.tr("now"), partial(self.history.go_to, 0)
        )
        self._workbench.window.popups.show_choices(
            [*reversed(entries), start], self.tr("Find a change to go to")
        )


def _settings_kind(before: TrainingSettings, after: TrainingSettings) -> str:
    return " ".join(sorted(before.differences(after)))


def _settings_words(before: TrainingSettings, after: TrainingSettings) -> str:
    pairs = before.differences(after).values()
    return ", ".join(f"{_shown(old)} → {_shown(new)}" for old, new in pairs)


def _shown(value: object) -> str:
    if isinstance(value, int):
        return grouped(value)
    if isinstance(value, Superwords):
        return superwords_title(value)
    if isinstance(value, MergeRules):
        value = (*map(line_of_token, value.blocked), *filter(None, [value.blocked_pattern]))
    shown = ", ".join(map(_item, value)) if isinstance(value, tuple) else str(value or "")
    return _short(shown) or NOTHING


def _item(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _pattern_words(before: str, after: str) -> str:
    return f"{_short(before)} → {_short(after)}"


def _cases_words(before: tuple[PatternCase, ...], after: tuple[PatternCase, ...]) -> str:
    gone = [f"− {case.line}" for case in before if case not in after]
    return _short(", ".join([*gone, *(f"+ {case.line}" for case in after if case not in before)]))


def _mixture_words(_before: MixtureDraft, after: MixtureDraft) -> str:
    try:
        return mixture_words(after.mixture())
    except ConfigError:  # a field is wrong just now
        return ""


def _sources_words(before: Corpus | None, after: Corpus | None) -> str:
    old, new = ([] if each is None else _labels(each) for each in (before, after))
    gone = [f"− {label}" for label in old if label not in new]
    return _short(", ".join([*gone, *(f"+ {label}" for label in new if label not in old)]))


def _labels(corpus: Corpus) -> list[str]:
    return [source.label for source in corpus.sources]


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
