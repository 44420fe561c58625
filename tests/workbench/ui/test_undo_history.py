"""One history of changes: steps, merging, redo, what only its doer can undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from workbench.ui.undo_history import SAME_EDIT_S, UndoHistory, Watched


class Thing(QObject):
    """A value that tells a history when it changes."""

    def __init__(self, history, name, kind=lambda _before, _after: ""):
        super().__init__()
        self.history, self.name, self.value = history, name, 0
        history.watch(name, Watched(f"change of {name}", lambda: self.value, self.set, kind))

    def set(self, value):
        self.value = value
        self.history.note(self.name)


class Clock:
    """A clock that each call advances by `pace` seconds, initially 0."""

    def __init__(self) -> None:
        self.now = self.pace = 0.0

    def __call__(self) -> float:
        self.now += self.pace
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def history(qapp, clock):
    return UndoHistory(clock=clock)


@pytest.fixture
def slow(clock):
    """Every edit comes long after the one before."""
    clock.pace = SAME_EDIT_S + 0.1


def test_changes_are_undone_and_done_again_in_their_order(history, slow):
    a, b = Thing(history, "a"), Thing(history, "b")
    a.set(1)
    b.set(2)
    a.set(3)
    assert history.steps == ("change of a", "change of b", "change of a")
    assert history.undo_words == "change of a"
    history.undo()
    history.undo()
    assert (a.value, b.value, history.redo_words) == (1, 0, "change of b")
    history.redo()
    assert (a.value, b.value) == (1, 2)
    history.go_to(0)
    assert (a.value, b.value, history.can_undo) == (0, 0, False)
    history.go_to(3)
    assert (a.value, b.value, history.can_redo) == (3, 2, False)


def test_a_drag_is_one_step_and_one_that_comes_back_none(history):
    a = Thing(history, "a")
    for value in range(1, 20):
        a.set(value)
    assert history.steps == ("change of a",)
    history.undo()
    assert a.value == 0
    history.redo()
    assert a.value == 19
    a.set(20)  # after an undo a step begins again
    assert len(history.steps) == 2
    b = Thing(history, "b")
    b.set(1)
    b.set(0)
    assert history.steps == ("change of a", "change of a")


def test_edits_are_one_step_while_each_follows_soon_upon_the_one_before(history, clock):
    a = Thing(history, "a")
    clock.pace = SAME_EDIT_S - 0.1
    for value in (1, 2, 3):
        a.set(value)
    clock.now += SAME_EDIT_S
    a.set(4)
    assert len(history.steps) == 2
    history.undo()
    assert a.value == 3


def test_edits_of_different_kinds_are_steps_of_their_own(history):
    a = Thing(history, "a", kind=lambda _before, after: "odd" if after % 2 else "even")
    for value in (1, 3, 2, 4):
        a.set(value)
    assert len(history.steps) == 2
    history.undo()
    assert a.value == 3


def test_a_change_by_the_program_is_no_step(history, slow):
    a = Thing(history, "a")
    a.value = 5
    history.settle("a")
    a.set(6)
    history.undo()
    assert a.value == 5


def test_deeds_are_undone_by_their_doer(history):
    done = []
    step = history.add(
        "deletion of run x", lambda: done.append("back"), lambda: done.append("gone")
    )
    history.undo()
    history.redo()
    assert done == ["back", "gone"]
    assert history.undo_step(step)
    assert done == ["back", "gone", "back"]


def test_a_deed_that_was_undone_elsewhere_is_passed_over(history, slow):
    done = []
    a = Thing(history, "a")
    a.set(1)
    step = history.add("deletion", lambda: done.append("back"), list)
    a.set(2)
    assert not history.undo_step(step)
    history.undo()
    assert history.undo_words == "change of a"
    history.undo()
    assert (a.value, done, history.can_undo) == (0, [], False)


def test_several_changes_can_be_one_step(history, slow):
    a, b = Thing(history, "a"), Thing(history, "b")
    history.begin_one("duplicated settings")
    a.set(1)
    b.set(1)
    history.end_one()
    assert history.steps == ("duplicated settings",)
    history.undo()
    assert (a.value, b.value) == (0, 0)
    history.begin_one("duplicated settings")
    history.end_one()
    assert not history.can_undo
