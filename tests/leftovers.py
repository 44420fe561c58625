"""What a test left running: threads, timers, thread pools and windows, found and named.

Nothing here imports Qt: a test that never made an application pays for a dictionary look-up.
"""

from __future__ import annotations

import gc
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

QUIET_S = 2.0  # a thread that was told to stop may sleep for a moment

# Windows that Qt itself keeps for the whole process.
WINDOWS_OF_QT = {"QTipLabel"}


def running_threads() -> set[threading.Thread]:
    """Threads that Python started; those that only passed through (Qt's own) do not count."""
    passing = threading._DummyThread
    return {thread for thread in threading.enumerate() if not isinstance(thread, passing)}


def leftover_threads(before: set[threading.Thread]) -> list[str]:
    new = running_threads() - before
    if new:
        _wait(lambda: not any(thread.is_alive() for thread in new))
    frames = sys._current_frames()
    return [
        f"thread {thread.name!r} still runs:\n{stack_of(frames, thread)}"
        for thread in new
        if thread.is_alive()
    ]


def stack_of(frames: dict[int, FrameType], thread: threading.Thread) -> str:
    """Return the innermost lines of a thread, "" if it has ended."""
    frame = frames.get(thread.ident or 0)
    return "".join(traceback.format_stack(frame, limit=8)) if frame else ""


def _wait(is_done: Callable[[], bool]) -> bool:
    """Wait as long as something moves; return whether it is done."""
    from tests.patience import MOMENT_S, Patience

    patience, moment = Patience(quiet_s=QUIET_S, limit_s=30), threading.Event()
    while not is_done():
        if patience.is_over:
            return False
        moment.wait(MOMENT_S)
    return True


def application() -> Any:
    """The QApplication, None while there is none."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    return widgets.QApplication.instance() if widgets else None


def top_level_windows() -> list[Any]:
    """Windows without a parent; those with one live and die with it."""
    app = application()
    if app is None:
        return []
    return [
        window
        for window in app.topLevelWidgets()
        if window.parent() is None and window.metaObject().className() not in WINDOWS_OF_QT
    ]


def leftover_windows(before: Iterable[Any]) -> list[str]:
    """Windows that outlive the test; they are closed so that the next test starts clean."""
    if application() is None:
        return []
    known = list(before)
    _delete_what_is_due()
    if _new(top_level_windows(), known):
        gc.collect()  # a window in a reference cycle is gone after this
        _delete_what_is_due()
    left = _new(top_level_windows(), known)
    found = [f"window {_name(window)} was not closed" for window in left]
    for window in left:
        window.hide()
        window.deleteLater()
    _delete_what_is_due()
    return found


def active_qt_objects() -> list[Any]:
    """Active QTimers and running QThreads that Python knows."""
    core = sys.modules["PySide6.QtCore"]
    timers, threads = _with_subclasses(core.QTimer), _with_subclasses(core.QThread)
    either, main_thread = timers | threads, application().thread()
    # Thousands; all objects of Python are a million, and a search among them takes 20 ms.
    found = sys.modules["shiboken6"].Shiboken.getAllValidWrappers()
    return [
        thing
        for thing in [each for each in found if type(each) in either]  # faster than isinstance
        if (thing.isActive() if type(thing) in timers else _is_running(thing, main_thread))
    ]


def _is_running(thread: Any, main_thread: Any) -> bool:
    return thread.isRunning() and thread != main_thread


def _fires_at_once(thing: Any) -> bool:
    """Whether it is a timer that ends with this turn of the event loop, as those of charts do."""
    is_timer = isinstance(thing, sys.modules["PySide6.QtCore"].QTimer)
    return is_timer and thing.isSingleShot() and thing.interval() == 0


def leftover_qt_objects(before: Iterable[Any]) -> list[str]:
    if application() is None:
        return []
    left = _new(active_qt_objects(), list(before))
    if any(map(_fires_at_once, left)):
        application().processEvents()  # it may begin others, which are not the test's
        active = active_qt_objects()
        left = [thing for thing in left if any(thing is each for each in active)]
    found = [f"{_name(thing)} is still active" for thing in left]
    for thing in left:
        if hasattr(thing, "stop"):
            thing.stop()
        else:
            thing.quit()
            _wait(thing.isFinished)
    pool = sys.modules["PySide6.QtCore"].QThreadPool.globalInstance()
    if pool.activeThreadCount() and not _wait(lambda: pool.waitForDone(0)):
        found.append("Qt's thread pool is still busy")
    return found


def pending_work() -> list[str]:
    """Describe the jobs that have not ended, child processes that run, and active timers."""
    if application() is None:
        return []
    core = sys.modules["PySide6.QtCore"]
    valid = sys.modules["shiboken6"].isValid
    processes = _with_subclasses(core.QProcess)
    runners = getattr(sys.modules.get("workbench.work.jobs"), "JobRunner", None)
    lines = []
    for thing in gc.get_objects():
        if type(thing) is runners and valid(thing):
            lines += [f"job {job.title!r} {_state_of(job)}" for job in thing.jobs]
        elif type(thing) in processes and valid(thing) and thing.processId():
            lines.append(f"process {thing.program()} {' '.join(thing.arguments())[:200]}")
    return lines + [f"{_name(thing)} is active" for thing in active_qt_objects()]


def _state_of(job: Any) -> str:
    if job.began_at is None:
        return "waits for the jobs before it"
    return "is paused" if job.is_paused else "runs"


def _new(things: list[Any], known: list[Any]) -> list[Any]:
    return [thing for thing in things if not any(thing is other for other in known)]


def _name(thing: Any) -> str:
    owner = thing.parent()
    of = f" of {type(owner).__name__}" if owner is not None else ""
    title = getattr(thing, "windowTitle", str)() or thing.objectName()
    return f"{type(thing).__name__}{of}" + (f" {title!r}" if title else "")


def _with_subclasses(kind: type) -> set[type]:
    kinds = {kind}
    for below in kind.__subclasses__():
        kinds |= _with_subclasses(below)
    return kinds


def _delete_what_is_due() -> None:
    core = sys.modules["PySide6.QtCore"]
    core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
