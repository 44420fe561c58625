"""Frames a second with four tokenizers beside each other: wheel, and dragging a border."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.window.tokens import frames, mixed, turn, wheel_steps

TEXT_BYTES = 200_000
DRAG_FRAMES = 240
STEP = 4  # pixels
TURN = 30  # steps in one direction


def measure_token_columns(workbench: Any, corpus_folder: Path) -> dict[str, Any]:
    """Show a mixed text in the open tokenizer and three published ones at 1920 x 1080.

    A frame is the time from a step of the wheel, or of the mouse that drags the border between
    the second and the third column, to the end of the painting of the columns that it moves.
    token_columns_fps is that of the slower one; token_columns_drag_cpu_ms is the processor time
    of the window's thread for a step, which other programs disturb less.
    """
    from PySide6.QtWidgets import QApplication

    from workbench.tokens.token_columns import TokenColumns
    from workbench.work.comparison import Baseline

    application = QApplication.instance()
    window, pane = workbench.window, workbench.tokens_pane
    window.resize(1920, 1080)
    window.show_workspace("tokens")
    turn(application, lambda: not workbench.jobs.jobs)
    pane.set_text(b"".join(mixed(corpus_folder, TEXT_BYTES)).decode())
    folder = corpus_folder / "tokenizers"
    for name, path in (
        ("gpt2", folder / "gpt2"),
        ("cl100k", folder / "tiktoken" / "cl100k_base.tiktoken"),
        ("llama3", folder / "torchtune_llama3_style_tokenizer.json"),
    ):
        workbench.token_columns.add(Baseline(name, path=path))
    turn(application, lambda: not workbench.jobs.jobs)
    columns = window.findChild(TokenColumns)
    views = [column.view for column in columns.columns]
    steps = wheel_steps(views[0].verticalScrollBar())
    wheel = frames(application, views[0], steps, *views[1:])
    dragging = _Dragging(views[1])
    drag = frames(application, views[1], dragging.steps(), views[2])
    for _ in columns.columns[1:]:
        workbench.token_columns.remove(0)
    rates = {"wheel": 1 / float(np.mean(wheel)), "drag": 1 / float(np.mean(drag))}
    return {
        "token_columns_fps": round(min(rates.values()), 1),
        "token_columns_wheel_fps": round(rates["wheel"], 1),
        "token_columns_drag_fps": round(rates["drag"], 1),
        "token_columns_drag_p99_ms": round(1000 * float(np.percentile(drag, 99)), 1),
        "token_columns_drag_cpu_ms": round(1000 * float(np.mean(dragging.processor)), 1),
    }


class _Dragging:
    """Drags the border at the right of a view to and fro. processor: seconds for each step."""

    def __init__(self, view: Any) -> None:
        from PySide6.QtWidgets import QSplitter

        splitter = view.parentWidget()
        while not isinstance(splitter, QSplitter):
            column, splitter = splitter, splitter.parentWidget()
        self._handle = splitter.handle(splitter.indexOf(column) + 1)
        self.processor: list[float] = []

    def steps(self) -> Iterator[None]:
        import time

        from PySide6.QtCore import QEvent

        self._send(QEvent.Type.MouseButtonPress, 1, is_held=True)
        for frame in range(DRAG_FRAMES):
            began = time.thread_time()
            step = STEP if frame // TURN % 2 == 0 else -STEP
            self._send(QEvent.Type.MouseMove, 1 + step, is_held=True)
            yield
            self.processor.append(time.thread_time() - began)
        self._send(QEvent.Type.MouseButtonRelease, 1, is_held=False)

    def _send(self, kind: Any, x: int, *, is_held: bool) -> None:
        from PySide6.QtCore import QPointF, Qt
        from PySide6.QtGui import QMouseEvent
        from PySide6.QtWidgets import QApplication

        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        place, keys = QPointF(x, 50), Qt.KeyboardModifier.NoModifier
        held = left if is_held else none
        event = QMouseEvent(kind, place, self._handle.mapToGlobal(place), left, held, keys)
        QApplication.sendEvent(self._handle, event)
