"""How long typing in the pattern editor takes to the coloured preview on screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from benchmarks import PROJECT

PREVIEW_BYTES = 65_536
TYPED = "|the|ing|of|to|and|a|er|in|on|s"
PATTERN = "cl100k"
LOOK_MS = 1
_PATIENCE_S = 30
_GUIDE = PROJECT / "docs" / "window"


def measure_pattern_preview(workbench: Any, text: str | None = None) -> list[float]:
    """Milliseconds from each keystroke to the painted preview, in the open window.

    text: what is cut, of which 64 KB are taken; without it the guide, repeated. The keystrokes
    add alternatives to a preset, so that every one makes another pattern that compiles. Each is
    sent when the one before is painted and its automaton is there or, as typing goes on, not yet.
    """
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QKeyEvent, QTextCursor
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    pane = workbench.pattern_pane
    workbench.window.show_workspace("pattern")
    sample = text or "".join(page.read_text("utf-8") for page in sorted(_GUIDE.glob("*.md"))) * 2
    pane.preview.set_text(sample.encode()[:PREVIEW_BYTES].decode("utf-8", "ignore"))
    pane.desk.choose_preset(PATTERN)
    _run_until(lambda: pane.speed != "" and not pane.is_trying)
    editor = pane.desk.editor
    editor.moveCursor(QTextCursor.MoveOperation.End)
    taken = []
    for number, key in enumerate(TYPED):
        if number % 3 == 0:
            _run_until(lambda: not pane.is_trying)
        began = time.perf_counter()
        none = Qt.KeyboardModifier.NoModifier
        application.sendEvent(editor, QKeyEvent(QKeyEvent.Type.KeyPress, 0, none, key))
        _run_until(lambda: pane.results.edited.pattern == editor.pattern)
        pane.view.viewport().repaint()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def _run_until(done: Callable[[], bool]) -> None:
    """Let the window run, without taking the processor from the processes it waits for."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    loop = QEventLoop()
    began = time.perf_counter()

    def look() -> None:
        if done() or time.perf_counter() - began > _PATIENCE_S:
            loop.quit()

    timer = QTimer(interval=LOOK_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(look)
    timer.start()
    loop.exec()
    timer.stop()
    if not done():
        raise SystemExit("The pattern preview did not come within half a minute.")
