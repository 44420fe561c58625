"""From a parsed command line to a command and its exit status."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress

from engine.errors import ConfigError, EngineError, PatternError, SpecialTokenError
from engine.machine import paused_collection
from workbench.cli.command_error import CancelledError, CommandError, UsageError
from workbench.cli.interruption import CANCELLED, ending_quietly
from workbench.cli.option_names import with_option
from workbench.cli.run_names import ambiguity
from workbench.cli.window import Window, open_window
from workbench.visible_text import harmless_lines

Command = Callable[[Namespace], int]

SUCCESS, FAILURE, WRONG_USE = 0, 1, 2


def run_command(arguments: Namespace, window: Window) -> int:
    """Run the command of `arguments`, or open the window, and return the exit status.

    Failures end in one sentence on standard error; for those nobody foresaw it names the log file,
    which has the traceback. A reader that has seen enough
    (`... | head`) is no failure.
    """
    try:
        with ending_quietly(), paused_collection():  # nothing that is loaded is garbage
            command = _command(arguments.command, window)
        status = command(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return SUCCESS
    except UsageError as error:
        return _fail(error, WRONG_USE)
    except CancelledError as error:
        return _fail(error, CANCELLED)
    except KeyboardInterrupt:
        return _fail("Cancelled.", CANCELLED)
    except SpecialTokenError as error:
        return _fail(_special_token_words(error), FAILURE)
    except (CommandError, EngineError) as error:
        return _fail(with_option(error), _status(error))
    except MemoryError:
        return _fail("There is not enough memory for this corpus or file.", FAILURE)
    except Exception as error:  # noqa: BLE001  the last resort; it is logged
        words = _sentence(error) if _is_known(error) else _unforeseen(error)
        return _fail(words, _status(error))
    return status


def _status(error: Exception) -> int:
    """2 where the fault is in the arguments; what files and recipes hold ends a command with 1.

    A setting or a pattern of a recipe or of a tokenizer file comes as CommandError or
    TokenizerFileError.
    """
    if isinstance(error, ConfigError | PatternError):
        return WRONG_USE
    if isinstance(error, CommandError | EngineError | OSError):
        return FAILURE
    from workbench.store.errors import RunNameError

    return WRONG_USE if isinstance(error, RunNameError) else FAILURE


def _special_token_words(error: SpecialTokenError) -> str:
    """The engine's sentence names the arguments of a function."""
    return (
        f"The text holds the special token {error.token!r} at byte {error.offset:,}; --special "
        "text encodes it as plain text, --special parse as its id."
    )


def _is_known(error: Exception) -> bool:
    """Failures of the machine and of the store; its errors are imported only when one is met."""
    if isinstance(error, OSError):
        return True
    from workbench.places import FolderError
    from workbench.store import StoreError

    return isinstance(error, StoreError | FolderError)


def _sentence(error: Exception) -> str:
    if not isinstance(error, OSError):
        return ambiguity(error) or str(error)
    where = f"{error.filename}: " if error.filename else "Writing or reading failed: "
    return f"{where}{error.strerror or type(error).__name__}."


def _unforeseen(error: Exception) -> str:
    """The sentence on a defect of ours; the traceback goes into the log file."""
    from workbench.program_log import log_to_file, log_unforeseen

    with log_to_file():
        return log_unforeseen(error, "this command")


def _fail(error: object, status: int) -> int:
    with suppress(OSError):
        print(f"tokenizer-workbench: {harmless_lines(str(error))}", file=sys.stderr, flush=True)
    return status


def _forget_output() -> None:
    """Let the interpreter flush at its end into nothing instead of the closed pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _without_command(arguments: Namespace, window: Window) -> int:
    if arguments.self_test:
        return window.self_test()
    if arguments.json:
        raise UsageError("--json needs a command: there is no document of the window.")
    return open_window(window, arguments.db)


def _command(name: str | None, window: Window) -> Command:
    """The function of a command; its module is imported now and not for `--help`."""
    if name is None:
        return lambda arguments: _without_command(arguments, window)
    if name in {"start", "demo"}:
        from workbench.cli.demo import demo_command, start_command

        shown = start_command if name == "start" else demo_command
        return lambda arguments: shown(arguments, window)
    return (
        _command_on_corpus(name)
        or _command_on_store(name)
        or _command_on_files(name)
        or _command_without_window(name)
    )


def _command_on_corpus(name: str) -> Command | None:
    """A command that reads a corpus to train on."""
    match name:
        case "corpus":
            from workbench.cli.corpus import corpus_command as command
        case "mixture":
            from workbench.cli.mixture import mixture_command as command
        case "train":
            from workbench.cli.train import train_command as command
        case "extend":
            from workbench.cli.extend import extend_command as command
        case "resume":
            from workbench.cli.resume import resume_command as command
        case _:
            return None
    return command


def _command_on_store(name: str) -> Command | None:
    """A command on what is kept: runs and registered tokenizers."""
    match name:
        case "runs":
            from workbench.cli.runs import runs_command as command
        case "register":
            from workbench.cli.registry import register_command as command
        case "registry":
            from workbench.cli.registry import registry_command as command
        case _:
            return None
    return command


def _command_on_files(name: str) -> Command | None:
    """A command on the files of other programs."""
    match name:
        case "import":
            from workbench.cli.import_tokenizer import import_command as command
        case "export":
            from workbench.cli.export import export_command as command
        case "check":
            from workbench.cli.check import check_command as command
        case _:
            return None
    return command


def _command_without_window(name: str) -> Command:
    match name:
        case "evaluate":
            from workbench.cli.evaluate import evaluate_command as command
        case "compare":
            from workbench.cli.compare import compare_command as command
        case "superwords":
            from workbench.cli.superwords import superwords_command as command
        case "loss":
            from workbench.cli.loss import loss_command as command
        case "sweep":
            from workbench.cli.sweep import sweep_command as command
        case "vocabulary":
            from workbench.cli.vocabulary import vocabulary_command as command
        case "encode":
            from workbench.cli.encode import encode_command as command
        case "decode":
            from workbench.cli.encode import decode_command as command
        case "chat":
            from workbench.cli.chat import chat_command as command
        case "split":
            from workbench.cli.split import split_command as command
        case "doctor":
            from workbench.cli.doctor import doctor_command as command
        case _:
            raise UsageError(f"There is no command {name!r}.")
    return command
