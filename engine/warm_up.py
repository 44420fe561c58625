"""Compiling all kernels ahead of use: `python -m engine.warm_up [--json]`.

The window runs this in a child process at its first start, because compiling beside the event
loop makes it stutter. Afterwards the kernels come from the folder of `kernel_cache`. With --json
each line of output is JSON: "fraction" and "remaining_s" while it works, at last the outcome.
"""

from __future__ import annotations

import json
import signal
import sys
import time

from engine.compiled import (
    import_kernels,
    is_compiled,
    keeping_problem,
    kernel_cache_folder,
    load_all,
    registered_kernels,
)
from engine.machine import Progress, remove_unused_folders
from engine.preparation import prepare
from engine.splitting import Splitter, automaton_cache_folder, preset_names


def warm_up() -> None:
    """Make every kernel ready in this process; slow when nothing is cached."""
    load_all()


def kernels_ready() -> bool:
    """Whether all kernels are compiled, here or in the cache folder."""
    import_kernels()
    return all(is_compiled(kernel) for kernel in registered_kernels())


def _print_progress(progress: Progress) -> None:
    report = {"fraction": progress.fraction, "remaining_s": progress.remaining_s}
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


def _end(*_signal: object) -> None:
    """Leave `prepare` by an exception, so that it ends its children."""
    sys.exit(1)


def main() -> int:
    """Prepare the engine, compile the presets, remove what old versions left, and say how long."""
    is_json = "--json" in sys.argv[1:]
    began = time.perf_counter()
    signal.signal(signal.SIGTERM, _end)
    prepare(_print_progress if is_json else None)
    for name in preset_names():
        Splitter(name)
    removed = remove_unused_folders((kernel_cache_folder(), automaton_cache_folder()))
    seconds = time.perf_counter() - began
    answer = {
        "seconds": round(seconds, 3),
        "folder": str(kernel_cache_folder()),
        "removed": [str(folder) for folder in removed],
        "problem": keeping_problem(),
    }
    text = json.dumps(answer) if is_json else f"Kernels ready in {seconds:.1f} s."
    sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
