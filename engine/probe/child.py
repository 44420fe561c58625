"""The program that trains the models of a probe: `child_command("engine.probe.child", FOLDER)`.

It reads the folder of a plan, goes on where it was, and writes a line of JSON for each event: a
point of a curve, a finished model, a failure. It ends when its output is no longer read.
"""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.errors import EngineError, LibraryError
from engine.machine import answer_pipes, how_to_install
from engine.probe.plan import read_plan
from engine.sentences import Sentences, say

_NO_MEMORY = re.compile(r"allocate memory|out of memory|bad_alloc", re.IGNORECASE)
_POLITE = {"OMP_WAIT_POLICY": "PASSIVE", "KMP_BLOCKTIME": "0"}
"""Threads that wait for each other sleep instead of keeping a core from other programs."""


def main(arguments: list[str]) -> int:
    """Train what is left of a plan; the exit status."""
    _, answers = answer_pipes()

    def tell(event: dict[str, Any]) -> None:
        answers.write(json.dumps(event).encode() + b"\n")
        answers.flush()

    try:
        if find_spec("torch") is None:
            raise LibraryError(say("probe_without_torch", install=how_to_install(["torch"])))
        for name, value in _POLITE.items():
            os.environ.setdefault(name, value)
        from engine.probe.training import train_run

        folder = Path(arguments[0])
        plan = read_plan(folder)
        for run in plan.runs:
            train_run(folder, plan, run, tell)
        tell({"event": "end"})
    except BrokenPipeError:
        return 1
    except EngineError as error:
        tell({"event": "failed", "sentence": Sentences.packed(str(error))})
        return 1
    except (MemoryError, OSError, RuntimeError, ImportError, ValueError) as error:
        tell({"event": "failed", "sentence": Sentences.packed(failure_sentence(error))})
        return 1
    return 0


def failure_sentence(error: Exception) -> str:
    """Why a training failed. PyTorch has no class of its own for memory of the processor."""
    if isinstance(error, MemoryError) or _NO_MEMORY.search(str(error)):
        return say("probe_out_of_memory")
    return say("probe_failed", reason=(str(error).splitlines() or [type(error).__name__])[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
