"""Child processes that compile kernels, and what a user is told of them; without Numba.

A child runs `engine.kernel_child`, by the one mechanism for programs of ours: the program of a
library's user is never run a second time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from engine.child_programs import can_start, child_command

OTHERS_FIRST = "--others-first"
_CHILD_VARIABLE = "TOKENIZER_WORKBENCH_KERNEL_CHILD"

_ANNOUNCEMENT = (
    "Compiling the engine, once on this machine; it takes some seconds. "
    "engine.prepare() does it ahead.\n"
)
_announced: list[bool] = []
_started: list[subprocess.Popen[bytes]] = []
"""Kept to the end: Python warns of the handle of a process that still runs."""


def is_kernel_child() -> bool:
    """Whether this process was started to compile kernels: it starts no others."""
    return _CHILD_VARIABLE in os.environ


def start_kernel_child(
    groups: Sequence[str], *, others_first: bool = False
) -> subprocess.Popen[bytes] | None:
    """Start compiling what is missing of some groups; None where no process can be started.

    others_first: begin with those that another process would compile last.

    It ends by itself. What it cannot do, the process that needs it does.
    """
    if not can_start():
        return None
    arguments = (*groups, *([OTHERS_FIRST] if others_first else []))
    try:
        child = subprocess.Popen(
            child_command("engine.kernel_child", *arguments),
            env=os.environ | {_CHILD_VARIABLE: "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:
        return None
    _started.append(child)
    return child


def announce_compilation() -> None:
    """Tell a person at a terminal, once in a process, why the call takes longer."""
    if _announced:
        return
    _announced.append(True)
    with suppress(AttributeError, OSError, ValueError):  # no standard error, or a closed one
        if sys.stderr.isatty():
            sys.stderr.write(_ANNOUNCEMENT)
            sys.stderr.flush()
