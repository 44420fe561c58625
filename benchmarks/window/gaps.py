"""How alive the window is: gaps between ticks of its event loop while it trains."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

TICK_MS = 5
LOOK_MS = 50  # whether it is over
PATIENCE_S = 300


def measure_gaps(workbench: Any, corpus_folder: Path, vocab_size: int) -> dict[str, Any]:
    """Train on all of corpus/train in the window, on its Train workspace.

    gap_p99_ms, gap_max_ms: between ticks every five milliseconds, over the whole training; `gaps`
    has them for each phase too. The run is open afterwards.
    """
    from PySide6.QtWidgets import QApplication

    gaps, phases, seconds = _train(QApplication.instance(), workbench, corpus_folder, vocab_size)
    rows = [_row(phase, gaps, phases) for phase in ("all", *dict.fromkeys(phases))]
    return {
        "gap_p99_ms": rows[0]["gap_p99_ms"],
        "gap_max_ms": rows[0]["gap_max_ms"],
        "training_s": round(seconds, 2),
        "gaps": rows,
    }


def _train(
    application: Any, workbench: Any, corpus_folder: Path, vocab_size: int
) -> tuple[list[float], list[str], float]:
    from engine import Corpus, TrainingConfig
    from workbench.state import TrainingRequest

    probe = _probe(workbench)
    run_until(application, lambda: workbench.engine.is_ready and not probe.busy())
    files = sorted((corpus_folder / "train").glob("*.txt.zst"))
    workbench.state.set_corpus(Corpus.from_paths(files))
    run_until(application, lambda: not probe.busy())
    workbench.window.show_workspace("train")
    run_until(application, lambda: True)
    probe.begin()
    began = time.perf_counter()
    workbench.training.request(TrainingRequest(config=TrainingConfig(vocab_size), name="all"))
    run_until(application, lambda: probe.ended and not probe.busy())
    return probe.gaps, probe.phases, time.perf_counter() - began


def _probe(workbench: Any) -> Any:
    from PySide6.QtCore import QObject, Qt, QTimer

    class Probe(QObject):
        """Ticks every few milliseconds and notes how late each tick is."""

        def __init__(self) -> None:
            super().__init__()
            self.gaps: list[float] = []
            self.phases: list[str] = []
            self.ended = False
            self._phase = "Start"
            self._last = 0.0
            self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
            self._timer.timeout.connect(self._tick)
            workbench.training.progressed.connect(self._note)
            for ended in (workbench.training.finished, workbench.training.failed):
                ended.connect(self._end)

        def begin(self) -> None:
            self._last = time.perf_counter()
            self._timer.start()

        def busy(self) -> bool:
            return bool(workbench.jobs.current is not None)

        def _tick(self) -> None:
            now = time.perf_counter()
            self.gaps.append(now - self._last)
            self.phases.append(self._phase)
            self._last = now

        def _note(self, values: tuple[Any, ...]) -> None:
            self._phase = str(values[-1].phase)

        def _end(self, _result: object = None) -> None:
            self._phase = "After"
            self.ended = True

    return Probe()


def run_until(application: Any, done: Any) -> None:
    """Run the event loop until `done()` holds, and half a second more.

    It waits in the loop as the window does. Asking for events again and again would take a whole
    core from the training, and the thread that never sleeps is not woken first.
    """
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop(application)
    began = time.perf_counter()
    is_there = False

    def look() -> None:
        nonlocal is_there
        is_there, waited = bool(done()), time.perf_counter() - began
        if (is_there and waited > 0.5) or waited > PATIENCE_S:
            loop.quit()

    timer = QTimer(loop, interval=LOOK_MS)
    timer.timeout.connect(look)
    timer.start()
    loop.exec()
    timer.stop()
    if not is_there:  # not asked again: the window may have begun something else since
        raise SystemExit("The window did not get there within five minutes.")


def _row(phase: str, gaps: list[float], phases: list[str]) -> dict[str, object]:
    chosen = sorted(gap for gap, each in zip(gaps, phases, strict=True) if phase in {"all", each})
    return {
        "phase": phase,
        "ticks": len(chosen),
        "gap_p50_ms": round(1000 * chosen[len(chosen) // 2], 1),
        "gap_p99_ms": round(1000 * chosen[int(len(chosen) * 0.99)], 1),
        "gap_max_ms": round(1000 * chosen[-1], 1),
    }
