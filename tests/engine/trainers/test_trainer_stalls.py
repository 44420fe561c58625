"""Whether a process gets on: patience, what ends it, and what Linux says of it."""

from __future__ import annotations

import os
import sys

import pytest

from engine.machine import finished, finishing, result_of
from engine.trainers.stalls import Stall, StallWatch, Work, work_of


class Scene:
    """A process with seconds, words and work that a test sets."""

    def __init__(self) -> None:
        self.now, self.said = 0.0, 0
        self.work = Work(0.0, 0.0, 0)
        self.watch = StallWatch(lambda: self.said, now=lambda: self.now, work=lambda _: self.work)

    def passes(self, seconds: float, own: float, system: float = 0.0, faults: int = 0) -> bool:
        """Whether it is stalled at one of the looks of these seconds, with shares of each."""
        for _ in range(int(seconds)):
            self.now += 1
            before = self.work
            self.work = Work(before.own_s + own, before.system_s + system, before.faults + faults)
            if self.watch.is_stalled(1):
                return True
        return False


@pytest.mark.parametrize(
    ("own", "system", "faults", "kind"),
    [
        (0.04, 0.6, 0, "memory"),
        (0.05, 0.1, 400, "memory"),
        (0.0, 0.001, 0, "idle"),
        (0.05, 0.1, 0, None),
        (1.0, 3.0, 0, None),
        (0.5, 0.3, 400, None),
    ],
)
def test_a_process_that_computes_nothing_is_stalled_after_a_minute(own, system, faults, kind):
    scene = Scene()
    assert not scene.passes(60, own, system, faults)
    assert scene.passes(3, own, system, faults) == (kind is not None)
    stall = scene.watch.stall
    assert stall is None if kind is None else stall == Stall(kind, pytest.approx(60, abs=2))


def test_patience_follows_progress_and_leaves_out_what_the_process_was_stopped():
    scene = Scene()
    assert not scene.passes(50, 0.0)
    scene.said = 1
    assert not scene.passes(145, 0.0)
    scene.now += 1000
    scene.watch.leave_out(1000)
    assert not scene.passes(1, 0.0)
    assert scene.passes(10, 0.0)


def test_linux_alone_says_what_a_process_did():
    own = work_of(os.getpid())
    assert (own is not None) == (sys.platform == "linux")
    assert own is None or own.own_s > 0
    assert work_of(1 << 30) is None


def test_a_stalled_program_is_ended():
    asked: list[int] = []
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    ending = result_of(finishing(command, is_stalled=lambda pid: asked.append(pid) is None))
    assert ending.status is None and asked[0] > 0
    assert finished([sys.executable, "-c", ""]).status == 0
