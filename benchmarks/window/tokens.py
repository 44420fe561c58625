"""How the Tokens pane takes ten megabytes: time until they are shown, frames a second, memory."""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

TEXT_BYTES = 10_000_000
WHEEL_FRAMES = 600
DRAG_FRAMES = 300
PIXELS_OF_WHEEL = 3  # lines that one step of a wheel scrolls
LOOKED_AT_S = 2.0  # before anybody scrolls
PATIENCE_S = 300


def measure_token_view(workbench: Any, corpus_folder: Path) -> dict[str, Any]:
    """Open 10 MB of mixed text in the pane and scroll through it; the window has a tokenizer.

    Frames are those really painted: after each step the event loop turns until the view has
    painted. `token_view_fps` is that of the slower of wheel and bar. A frame is the time from the
    step of the wheel or the bar to the end of the painting.
    """
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance()
    pane = workbench.tokens_pane
    workbench.window.show_workspace("tokens")
    turn(application, lambda: not workbench.jobs.jobs)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mixed.txt"
        path.write_bytes(b"".join(mixed(corpus_folder)))
        n_bytes = path.stat().st_size
        gc.collect()
        before_kb = _resident_kb()
        began = time.perf_counter()
        pane.open_file(path)
        turn(application, lambda: len(pane.view.text.data) == n_bytes)
        pane.view.viewport().repaint()
        shown_s = time.perf_counter() - began
    turn(application, lambda: not workbench.jobs.jobs)
    began = time.perf_counter()
    turn(application, lambda: time.perf_counter() - began > LOOKED_AT_S)
    gc.collect()
    memory_kb = _resident_kb() - before_kb
    bar = pane.view.verticalScrollBar()
    wheel = frames(application, pane.view, wheel_steps(bar))
    drag = frames(application, pane.view, _drag_steps(bar))
    size, n_tokens = pane.view.viewport().size(), pane.view.text.n_spans
    pane.input.release()
    rates = {"wheel": 1 / float(np.mean(wheel)), "bar": 1 / float(np.mean(drag))}
    return {
        "token_view_fps": round(min(rates.values()), 1),
        "token_view_wheel_fps": round(rates["wheel"], 1),
        "token_view_bar_fps": round(rates["bar"], 1),
        "token_view_wheel_p99_ms": round(1000 * float(np.percentile(wheel, 99)), 1),
        "token_view_bar_p99_ms": round(1000 * float(np.percentile(drag, 99)), 1),
        "token_view_max_ms": round(1000 * max(*wheel, *drag), 1),
        "token_view_shown_s": round(shown_s, 2),
        "token_view_mb_per_mb": round(memory_kb * 1024 / n_bytes, 1),
        "token_view_bytes": n_bytes,
        "token_view_tokens": n_tokens,
        "token_view_size": [size.width(), size.height()],
    }


def mixed(corpus_folder: Path, n_bytes: int = TEXT_BYTES) -> Iterator[bytes]:
    """Yield the beginnings of all evaluation texts, so much of each that all make n_bytes."""
    from engine.corpus import open_file

    files = sorted((corpus_folder / "eval").glob("*.txt.zst"))
    if not files:
        raise SystemExit(f"{corpus_folder / 'eval'} contains no texts (*.txt.zst).")
    left = n_bytes
    for number, file in enumerate(files):
        with open_file(file) as stream:
            part = stream.read(left // (len(files) - number) + 1)
        part = part[: part.rfind(b"\n") + 1]
        left -= len(part)
        yield part


def wheel_steps(bar: Any) -> Iterator[None]:
    """Scroll by steps of a wheel, a fifth of the frames at each of five places in the text."""
    step = PIXELS_OF_WHEEL * bar.singleStep()
    for place in range(5):
        bar.setValue(bar.maximum() * place // 5)
        for _ in range(WHEEL_FRAMES // 5):
            bar.setValue(bar.value() + step)
            yield


def _drag_steps(bar: Any) -> Iterator[None]:
    """Drag the bar from the start to the end of the text."""
    for frame in range(DRAG_FRAMES):
        bar.setSliderPosition(bar.maximum() * frame // DRAG_FRAMES)
        yield


def frames(application: Any, view: Any, steps: Iterator[None], *others: Any) -> list[float]:
    """Return for each step the seconds until the view and the others have painted."""
    watches = [watch(each.viewport()) for each in (view, *others)]
    seconds: list[float] = []
    while True:
        for each in watches:
            each.count = 0
        began = time.perf_counter()
        if next(steps, "over") == "over":
            return seconds
        while not all(each.count for each in watches):
            application.processEvents()
            if time.perf_counter() - began > PATIENCE_S:
                raise SystemExit("The token view did not paint.")
        seconds.append(time.perf_counter() - began)


def watch(viewport: Any) -> Any:
    from PySide6.QtCore import QEvent, QObject

    class Watch(QObject):
        """Counts the paintings of a widget."""

        def __init__(self) -> None:
            super().__init__(viewport)
            self.count = 0
            viewport.installEventFilter(self)

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            self.count += event.type() is QEvent.Type.Paint
            return False

    return Watch()


def turn(application: Any, done: Callable[[], bool]) -> None:
    """Turn the event loop until something is so."""
    from PySide6.QtCore import QEventLoop

    began = time.perf_counter()
    while not done():
        application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
        if time.perf_counter() - began > PATIENCE_S:
            raise SystemExit("The tokens pane did not get there within five minutes.")


def _resident_kb() -> int:
    from workbench.work.memory import resident_bytes

    return (resident_bytes() or 0) // 1024
