"""A window without a display that trains, or that says what it offers: a child of `window_kills`.

    python -m benchmarks.reliability.window_child train VOCAB_SIZE PATH...
    python -m benchmarks.reliability.window_child look

Facts are JSON documents, one a line. The home is that of the environment.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import Any

LOOK_MS = 50
QUIET_LOOKS = 10


def tell(**facts: Any) -> None:
    """Print one line, at once."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Open the window on the home and let it do its part."""
    gc.disable()
    import workbench.qt_import  # noqa: F401  before anything of Qt
    from workbench.application import run_application

    if arguments[0] == "look":
        return run_application(None, when_shown=_looking)
    from engine import Corpus, TrainingConfig
    from workbench.state import TrainingRequest

    config = TrainingConfig(int(arguments[1]))
    corpus = Corpus.from_paths([Path(path) for path in arguments[2:]])
    request = TrainingRequest(config, name="killed", corpus=corpus)
    return run_application(None, first_training=request, when_shown=_training)


def _training(workbench: Any) -> object:
    """Say when the window is shown, when the training begins and when it has ended."""
    tell(fact="shown")
    workbench.training.progressed.connect(lambda _: tell(fact="progress"))
    workbench.training.finished.connect(lambda _: tell(fact="finished"))
    return None


def _looking(workbench: Any) -> object:
    """Say what the bar of the window offers once nothing runs, and close it."""
    from PySide6.QtCore import QTimer

    timer = QTimer(workbench, interval=LOOK_MS)
    quiet = [0]

    def look() -> None:
        is_quiet = workbench.engine.is_ready and not workbench.jobs.jobs
        quiet[0] = quiet[0] + 1 if is_quiet else 0
        if quiet[0] >= QUIET_LOOKS:
            timer.stop()
            bar = workbench.window.bar
            runs = [[run.name, run.status] for run in workbench.runs.runs]
            tell(fact="offer", words=bar.text, action=bar.action, runs=runs)
            workbench.window.close()

    timer.timeout.connect(look)
    timer.start()
    return timer


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
