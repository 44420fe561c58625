"""Our modules as programs of their own, from the sources and from the packaged application.

Both are asked the same way: `child_command("engine.warm_up", "--json")`. The packaged application
has no Python to start: there the command line runs the module itself, by a hidden option.

From the sources this file is the program. Python's own option -m would look for modules in the
current directory first, and a file of a download, such as json.py, would run in place of Python's.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

RUN_MODULE = "--run-module"
COMMAND = "tokenizer-workbench"
_PACKAGES = ("engine", "workbench")


def child_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of ours as a program, for `subprocess` and QProcess."""
    if is_packaged():
        return [str(command_line_program()), RUN_MODULE, module, *arguments]
    return [sys.executable, "-P", __file__, module, *arguments]


def can_start() -> bool:
    """Whether there is a program to start; an interpreter inside another program has none."""
    return bool(sys.executable)


def is_packaged() -> bool:
    """Whether this is the application that packaging/build.py makes."""
    return bool(getattr(sys, "frozen", False))


def command_line_program() -> Path:
    """The packaged command line, also when asked from the window, whose program has no output."""
    program = Path(sys.executable)
    return program.with_name(COMMAND + program.suffix)


def run_module(arguments: Sequence[str]) -> int:
    """Run the module that `child_command` named, as Python's option -m does; the exit status.

    Raises ValueError for a module that is not ours.
    """
    import runpy  # late: few programs start one

    module, *rest = arguments or [""]
    if module.partition(".")[0] not in _PACKAGES:
        raise ValueError(f"{RUN_MODULE} runs modules of this program only, not {module!r}.")
    sys.argv = [module, *rest]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
            return 1
        return end.code or 0
    return 0


if __name__ == "__main__":
    _ROOT = str(Path(__file__).resolve().parents[2])
    if _ROOT not in sys.path:
        sys.path = [_ROOT, *sys.path]
    sys.exit(run_module(sys.argv[1:]))
