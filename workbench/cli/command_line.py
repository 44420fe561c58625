"""The command line: the table of its commands, parsing, and the exit status of a command.

Exit status: 0 success, 1 failure or the answer "no", 2 wrong use or no answer, 130 after Ctrl+C.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple

from engine.errors import ConfigError, EngineError, PatternError, SpecialTokenError, reason_of
from engine.machine import paused_collection
from workbench import __version__
from workbench.cli.shared.errors import (
    AnswerError,
    CancelledError,
    CommandError,
    UsageError,
    with_option,
)
from workbench.cli.shared.interruption import CANCELLED
from workbench.cli.shared.options import CommandParser, add_command, add_json, add_store
from workbench.cli.shared.window import Window, open_window
from workbench.text.visible_text import harmless_lines

PROGRAM = "tokenizer-workbench"
SUCCESS, FAILURE, WRONG_USE = 0, 1, 2
_MOST_IDS = 10


class Command(NamedTuple):
    """A command: its name, one line of help, and its module in this package.

    The module has add_NAME_options(parser) and NAME_command(arguments) -> exit status; with
    opens_window the latter takes the Window as well. answers: whether exit status 1 is the answer
    "no" for these arguments, so that input which cannot be judged needs another one.
    """

    name: str
    summary: str
    module: str
    opens_window: bool = False
    answers: Callable[[Namespace], bool] | None = None

    def add_options(self, parser: CommandParser) -> None:
        """Add the options of the command; its module is imported now."""
        self._member(f"add_{self.name}_options")(parser)

    def run(self, arguments: Namespace, window: Window) -> int:
        """Run the command and return its exit status."""
        run: Callable[..., int] = self._member(f"{self.name}_command")
        return run(arguments, window) if self.opens_window else run(arguments)

    def _member(self, name: str) -> Callable[..., Any]:
        with paused_collection():  # nothing that is loaded is garbage
            member: Callable[..., Any] = getattr(
                import_module(f"workbench.cli.{self.module}"), name
            )
        return member


COMMANDS = {
    command.name: command
    for command in (
        Command("corpus", "read a corpus and show what is in it", "training.corpus"),
        Command(
            "mixture", "show how much of each source a training would take", "training.mixture"
        ),
        Command(
            "count", "count the pre-tokens of a corpus into a folder of counts", "training.count"
        ),
        Command(
            "counts",
            "merge, show and check folders of counts",
            "training.counts",
            answers=lambda arguments: arguments.action == "check",
        ),
        Command("train", "train a tokenizer and store the run", "training.train"),
        Command(
            "resume",
            "go on with an interrupted training, or continue a finished one to more ids",
            "training.resume",
        ),
        Command(
            "pipeline",
            "train, evaluate and judge by a recipe; export and register what passes",
            "training.pipeline",
            answers=lambda _: True,
        ),
        Command(
            "explore",
            "search for better tokenizers by the question of a recipe",
            "training.explore",
        ),
        Command(
            "evaluate", "measure compression, fairness and structure per language", "runs.evaluate"
        ),
        Command(
            "compare", "compare two to four tokenizers, and show where they diverge", "runs.compare"
        ),
        Command(
            "superwords",
            "what superwords save beside the same size without them",
            "training.superwords",
        ),
        Command("sweep", "show every vocabulary size that one run contains", "training.sweep"),
        Command("loss", "make losses comparable whatever the tokenizer", "runs.loss"),
        Command(
            "probe", "train small models with several tokenizers on the same bytes", "runs.probe"
        ),
        Command("vocabulary", "report what a vocabulary is made of", "tokenizers.vocabulary"),
        Command("encode", "turn text into token ids", "tokenizers.encode"),
        Command("decode", "turn token ids into text", "tokenizers.encode"),
        Command(
            "chat", "turn conversations into token ids and supervision masks", "tokenizers.chat"
        ),
        Command(
            "split",
            "split text into pre-tokens",
            "tokenizers.split",
            answers=lambda arguments: arguments.cases is not None,
        ),
        Command(
            "extend",
            "give a tokenizer new tokens, whose ids follow those it has",
            "tokenizers.extend",
        ),
        Command(
            "import",
            "report on the files of a tokenizer, and take it over if asked",
            "tokenizers.import_tokenizer",
        ),
        Command(
            "check",
            "check a tokenizer against a model's config.json",
            "tokenizers.check",
            answers=lambda _: True,
        ),
        Command("export", "write files for another library", "tokenizers.export"),
        Command(
            "runs",
            "list, show, tag, note, rename, delete, restore, purge and export runs",
            "runs.runs",
        ),
        Command(
            "register", "freeze a run or a tokenizer file under a permanent name", "runs.registry"
        ),
        Command(
            "registry",
            "registered tokenizers: what was trained from which bytes",
            "runs.registry",
            answers=lambda arguments: arguments.action == "verify",
        ),
        Command("completion", "print the script that completes commands in a shell", "completion"),
        Command("doctor", "check this installation and measure this machine", "doctor"),
        Command(
            "start",
            "open the window; show a training on the sample corpus if there is no run",
            "demo",
            True,
        ),
        Command(
            "demo",
            "show a training on the sample corpus; train it if it is not stored",
            "demo",
            True,
        ),
    )
}
"""Every command by its name, in the order of the help."""


def build_parser() -> CommandParser:
    """Return the parser of the whole command line; `command` is None if the window is to open.

    A command's options are added when that command is parsed.
    """
    parser = CommandParser(
        prog=PROGRAM,
        description="Train, inspect, compare and export byte-level BPE tokenizers. "
        "Without a command the window opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    add_store(parser, default=None)
    add_json(parser, default=False)
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="train, store, export and draw the window on this machine, and report it as JSON",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=CommandParser)
    for command in COMMANDS.values():
        add_command(commands, command.name, command.summary, command.add_options)
    return parser


def run_command(arguments: Namespace, window: Window) -> int:
    """Run the command of `arguments`, or open the window, and return the exit status.

    A failure ends in one sentence on standard error; for an unforeseen one it names the log file
    with the traceback. A reader that closes the pipe (`... | head`) is no failure.
    """
    try:
        if arguments.command is None:
            status = _without_command(arguments, window)
        else:
            status = COMMANDS[arguments.command].run(arguments, window)
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
        return _fail(_special_token_words(error), _status(error, arguments))
    except (CommandError, EngineError) as error:
        return _fail(with_option(error, arguments), _status(error, arguments))
    except MemoryError as error:
        words = "There is not enough memory for this corpus or file."
        return _fail(words, _status(error, arguments))
    except Exception as error:  # noqa: BLE001  the last resort; it is logged
        words = _sentence(error) if _is_known(error) else _unforeseen(error)
        return _fail(words, _status(error, arguments))
    return status


def _status(error: Exception, arguments: Namespace) -> int:
    """2 where the fault is in the arguments; what files and recipes hold ends a command with 1.

    A setting or a pattern of a recipe or of a tokenizer file comes as CommandError or
    TokenizerFileError. Where 1 is the answer "no", whatever prevents an answer ends with 2.
    """
    if isinstance(error, AnswerError):
        return FAILURE
    if isinstance(error, ConfigError | PatternError) or _gives_an_answer(arguments):
        return WRONG_USE
    if isinstance(error, CommandError | EngineError | OSError | MemoryError):
        return FAILURE
    from workbench.store.errors import RegistryNameError, RunNameError

    return WRONG_USE if isinstance(error, RegistryNameError | RunNameError) else FAILURE


def _gives_an_answer(arguments: Namespace) -> bool:
    command = COMMANDS.get(arguments.command)
    return command is not None and command.answers is not None and command.answers(arguments)


def _special_token_words(error: SpecialTokenError) -> str:
    """The engine's sentence names the arguments of a function."""
    return (
        f"The text contains the special token {error.token!r} at byte {error.offset:,}; --special "
        "text encodes it as plain text, --special parse as its id."
    )


def _is_known(error: Exception) -> bool:
    """Failures of the machine and of the store; its errors are imported only when one is met."""
    if isinstance(error, OSError):
        return True
    from workbench.store import StoreError
    from workbench.store.places import FolderError

    return isinstance(error, StoreError | FolderError)


def _sentence(error: Exception) -> str:
    if not isinstance(error, OSError):
        return ambiguity(error) or str(error)
    where = f"{error.filename}: " if error.filename else "Writing or reading failed: "
    return f"{where}{reason_of(error)}."


def _unforeseen(error: Exception) -> str:
    """The sentence on a defect of ours; the traceback goes into the log file."""
    from workbench.work.program_log import log_to_file, log_unforeseen

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


def ambiguity(error: Exception) -> str | None:
    """The sentence for a name or a beginning of an id that several runs have; None for others."""
    from workbench.store import AmbiguousRunError

    if not isinstance(error, AmbiguousRunError):
        return None
    n, ids = len(error.run_ids), error.run_ids[:_MOST_IDS]
    listed = ", ".join(ids) + (f" and {n - len(ids):,} more" if n > len(ids) else "")
    if all(run_id.startswith(error.run) for run_id in error.run_ids):
        return f'{n:,} runs have ids that begin with "{error.run}": {listed}. Write the whole id.'
    return f'{n:,} runs are called "{error.run}": {listed}. Use one of these ids.'
