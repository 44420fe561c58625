"""UndoHistory: one history of what a person changed: corpus, pattern, mixture, settings, runs.

It watches values: whoever changes one need not know of it. A watched value has a name, a way to
read it and a way to put an older one back; `note(name)` says that it may have changed. What is
done besides, such as deleting runs, is added with `add`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from workbench.signals import Signal

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
