"""The program's entry: a command, or the window when there is none."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import RUN_MODULE, run_module
from workbench.cli.shared.interruption import ending_quietly, ending_quietly_while_loading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.settings import TrainingConfig
    from workbench.cli.shared.errors import CommandError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == [RUN_MODULE]:
        return run_module(arguments[1:])
    with ending_quietly():  # imported only here: Ctrl+C while they load gives no traceback
        from workbench.cli.command_line import build_parser, run_command
        from workbench.cli.shared.window import Window

        _fill_missing_streams()
        if not os.environ.get("QT_QPA_PLATFORM"):  # Qt aborts the process where it is set but empty
            os.environ.pop("QT_QPA_PLATFORM", None)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # text that the terminal cannot show is no failure
                stream.reconfigure(errors="backslashreplace")
        options = build_parser().parse_args(arguments)
    with ending_quietly_while_loading():
        return run_command(options, Window(_open, _train, _render, _self_test))


def _fill_missing_streams() -> None:
    """The window's program has neither output nor errors on Windows; what is said goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def open_window() -> int:
    """Entry of the program without a console."""
    return main([])


def _open(database: Path | None, run_id: str | None) -> int:
    try:
        gc.disable()  # nothing that is loaded is garbage; the window has its own collector
        import workbench.qt_import  # noqa: F401  before anything of Qt
        from workbench.application import run_application

        return run_application(database, run_id)
    except ImportError as error:
        raise _not_loadable(error) from error


def _train(database: Path | None, config: TrainingConfig) -> int:
    try:
        gc.disable()
        import workbench.qt_import  # noqa: F401  before anything of Qt
        from workbench.application import run_application
        from workbench.state import TrainingRequest
        from workbench.work.demonstration import sample_corpus

        request = TrainingRequest(config, corpus=sample_corpus())
        return run_application(database, first_training=request)
    except ImportError as error:
        raise _not_loadable(error) from error


def _render(folder: Path, database: Path | None, run_id: str) -> list[Path]:
    try:
        from workbench.screenshots import render_window
        from workbench.store.places import SETTINGS_FILE_NAME, data_folder

        remembered = data_folder() / SETTINGS_FILE_NAME
        return render_window(folder, database=database, run_id=run_id, remembered=remembered)
    except ImportError as error:
        raise _not_loadable(error) from error


def _self_test() -> int:
    try:
        from workbench.self_test import self_test

        return self_test()
    except ImportError as error:
        raise _not_loadable(error) from error


def _not_loadable(error: ImportError) -> CommandError:
    """Qt needs shared libraries of the system that a small machine lacks."""
    from workbench.cli.shared.errors import CommandError
    from workbench.cli.shared.window import advice, missing_packages

    if missing := missing_packages():
        return CommandError(
            f"The window cannot be loaded ({error}). {advice(missing)} The commands work without: "
            "tokenizer-workbench --help."
        )
    return CommandError(
        f"The window cannot be loaded ({error}). `python3 run.py` installs what Qt needs or says "
        "how; `tokenizer-workbench doctor` lists what is there."
    )


if __name__ == "__main__":
    sys.exit(main())
