"""Child processes that compile kernels, and the sentence about them at a terminal; no Numba.

    python -m engine.compiled.kernel_children GROUP...

compiles what is missing of groups of kernels. With --others-first it begins with the kernels that
another process compiles last. With --with-parent it ends when its standard input does, that is,
when the parent has ended. With --load-kept it loads the compiled kernels and compiles nothing.
A child is started by the one mechanism for programs of ours: the program of a library's user is
never run a second time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from engine.machine import can_start, child_command, finished, started

if TYPE_CHECKING:
    import subprocess

_OTHERS_FIRST = "--others-first"
_WITH_PARENT = "--with-parent"
_LOAD_KEPT = "--load-kept"
_LOADING_S = 120
"""A child that takes longer to load all kernels, a second of work, hangs."""
_CHILD_VARIABLE = "TOKENIZER_WORKBENCH_KERNEL_CHILD"

_ANNOUNCEMENT = (
    "Compiling the engine, once on this machine; it takes some seconds. "
    "engine.prepare() does it ahead.\n"
)
_announced: list[bool] = []


def is_kernel_child() -> bool:
    """Whether this process was started to compile kernels: it starts no others."""
    return _CHILD_VARIABLE in os.environ


def start_kernel_child(
    groups: Collection[str], *, others_first: bool = False, with_parent: bool = False
) -> subprocess.Popen[bytes] | None:
    """Start compiling what is missing of some groups; None if no process can be started.

    others_first: begin with those that another process would compile last.
    with_parent: end when this process does, since that closes the child's input.

    The child ends by itself. Kernels that it fails to compile are compiled when needed.
    """
    if not can_start():
        return None
    wishes = {_OTHERS_FIRST: others_first, _WITH_PARENT: with_parent}
    arguments = (*groups, *(name for name, is_wished in wishes.items() if is_wished))
    try:
        return started(
            child_command("engine.compiled.kernel_children", *arguments),
            environment={_CHILD_VARIABLE: "1"},
            with_parent=with_parent,
        )
    except OSError:
        return None


def can_load_kept_kernels() -> bool:
    """Whether a child process loads every compiled kernel and survives; takes a second."""
    if not can_start():
        return False
    try:
        command = child_command("engine.compiled.kernel_children", _LOAD_KEPT)
        ending = finished(command, seconds=_LOADING_S, environment={_CHILD_VARIABLE: "1"})
    except OSError:
        return False
    return ending.status == 0


def announce_compilation(problem: str | None) -> None:
    """Say at a terminal, once in a process, why the call takes longer.

    problem: why compiled kernels cannot be kept, if so.
    """
    if _announced:
        return
    _announced.append(True)
    with suppress(AttributeError, OSError, ValueError):  # no standard error, or a closed one
        if sys.stderr.isatty():
            sys.stderr.write(_ANNOUNCEMENT if problem is None else f"{problem}\n")
            sys.stderr.flush()


def main() -> None:
    """Compile or load kernels as the arguments say."""
    from engine.compiled.kernel_cache import compile_missing, load_kept

    wishes = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    if _WITH_PARENT in wishes:
        Thread(target=_end_with_input, daemon=True).start()
    groups = [argument for argument in sys.argv[1:] if argument not in wishes]
    if _LOAD_KEPT in wishes:
        load_kept()
    else:
        compile_missing(groups, is_second=_OTHERS_FIRST in wishes)


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)  # from a thread; a kernel that is half compiled leaves nothing behind


if __name__ == "__main__":
    main()
