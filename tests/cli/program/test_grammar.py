from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from engine import SpecialTokenError, Tokenizer
from tests.cli.conftest import PROJECT, run_program
from workbench import __version__
from workbench.cli.command_line import COMMANDS as COMMAND_TABLE
from workbench.cli.command_line import build_parser
from workbench.cli.shared.options import CommandParser


def test_help_names_every_command(cli):
    outcome = cli("--help")
    assert outcome.status == 0
    commands = (
        "train",
        "evaluate",
        "sweep",
        "encode",
        "decode",
        "split",
        "export",
        "runs",
        "doctor",
    )
    for command in commands:
        assert f"  {command} " in outcome.out
        assert cli(command, "--help").status == 0


def test_the_version(cli):
    assert cli("--version").out == f"tokenizer-workbench {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["frobnicate"], "frobnicate"),
        (["encode"], "TOKENIZER"),
        (["split"], "--pattern"),
        (["runs", "forget"], "forget"),
        (["runs", "show"], "RUN"),
        (["export", "x", "--format", "tiktoken"], "--out"),
        (["encode", "x", "--special", "maybe"], "maybe"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(arguments, sentence, cli):
    outcome = cli(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert sentence in outcome.err
    assert "--help" in outcome.err


def test_the_module_is_the_same_program():
    assert run_program("--version").out == f"tokenizer-workbench {__version__}\n"


@pytest.mark.slow
def test_commands_do_without_qt_and_help_without_numba():
    program = (
        "import sys; from workbench.__main__ import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = ('PySide6', 'pyqtgraph', 'numba', 'sqlalchemy', 'jinja2', 'tokenizers')\n"
        "heavy = [m for m in heavy if m in sys.modules]\n"
        "print(heavy, file=sys.stderr)"
    )

    def heavy(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=PROJECT,
            input="a b",
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stderr.strip().splitlines()[-1]

    assert heavy("--help") == "[]"
    assert "PySide6" not in heavy("doctor", "--json")
    assert "sqlalchemy" not in heavy("split", "--pattern", "gpt2")


COMMANDS = (
    "corpus", "mixture", "count", "counts", "train", "resume", "pipeline", "explore", "evaluate",
    "compare", "superwords", "sweep", "loss", "probe", "vocabulary", "encode", "decode", "chat",
    "split", "extend", "import", "check", "export", "runs", "register", "registry", "completion",
    "doctor", "start", "demo",
)  # fmt: skip


def parsers_of(parser: CommandParser) -> dict[str, CommandParser]:
    return next(
        dict(action.choices)
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
    )


def test_the_options_of_a_command_are_added_when_it_is_used():
    parser = build_parser()
    commands = parsers_of(parser)
    assert tuple(commands) == COMMANDS
    assert "  TOKENIZER  " not in commands["check"].format_help()
    commands["check"].complete()
    commands["check"].complete()
    assert commands["check"].format_help().count("\n  TOKENIZER  ") == 1
    assert commands["encode"]._add_options is not None


@pytest.mark.parametrize("before", [[], ["--json"], ["--db", "train"], ["--db=encode", "--json"]])
def test_options_before_the_command(before):
    options = build_parser().parse_args([*before, "check", "small.twb", "model"])
    assert (options.command, options.tokenizer) == ("check", "small.twb")
    assert options.json == ("--json" in before)


def modules_of(folder: Path, *arguments: str) -> set[str]:
    """What a start with these arguments imports; it must succeed."""
    program = (
        "import sys; from workbench.__main__ import main\n"
        "try: status = main(sys.argv[1:])\n"
        "except SystemExit as end: status = end.code or 0\n"
        "print(*sys.modules, file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=os.environ | {"PYTHONPATH": str(PROJECT)}, cwd=folder, input="low lower",
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stderr.splitlines()[-1].split())


def command_modules(modules: set[str]) -> set[str]:
    files = {command.module for command in COMMAND_TABLE.values()}
    return files & {name.removeprefix("workbench.cli.") for name in modules}


def test_help_imports_grammar_and_nothing_else(tmp_path):
    modules = modules_of(tmp_path, "--help")
    heavy = {"numpy", "numba", "sqlalchemy", "regex", "socket", "ctypes", "subprocess", "tempfile"}
    heavy |= {
        "engine.settings.config",
        "engine.encoding.tokenizer",
        "engine.compiled.kernel_cache",
        "workbench.store",
    }
    heavy |= {"workbench.cli.training.train", "workbench.cli.tokenizers.encode"}
    assert not modules & heavy


def test_a_command_imports_no_other_command(tmp_path):
    assert command_modules(modules_of(tmp_path, "--help")) == set()
    assert command_modules(modules_of(tmp_path, "encode", "--help")) == {"tokenizers.encode"}
    assert command_modules(modules_of(tmp_path, "check", "--help")) == {"tokenizers.check"}


def test_encoding_with_a_file_imports_no_store_and_no_training(tmp_path):
    Tokenizer([(108, 111), (256, 119)]).save(tmp_path / "small.twb")
    modules = modules_of(tmp_path, "encode", "small.twb")
    # Not sqlite3: Numba imports coverage if it is installed, and coverage imports sqlite3.
    heavy = {"sqlalchemy", "jinja2", "engine.training.training", "engine.evaluation.evaluation"}
    heavy |= {"workbench.store.run_store"}
    heavy |= {
        "engine.datasets.writing",
        "engine.training.merge_loop",
    }
    assert "engine.encoding.encoder" in modules
    assert not modules & heavy


@pytest.mark.slow
def test_text_that_the_terminal_cannot_show(tmp_path):
    outcome = run_program(
        "split", "--pattern", "gpt2", stdin="é".encode(), PYTHONIOENCODING="ascii"
    )
    assert (outcome.status, outcome.out) == (0, '"\\u00e9"\n')
    outcome = run_program(
        "split", "--pattern", "gpt2", "--json", stdin="é".encode(), PYTHONIOENCODING="ascii"
    )
    assert outcome.document["pretokens"][0]["text"] == "é"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("check", "x", "config.json"), 2),
        (("split", "--cases", "cases.txt"), 2),
        (("registry", "verify", "x"), 2),
        (("split", "--pattern", "gpt2"), 1),
        (("compare", "a", "b"), 1),
    ],
)
@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        SpecialTokenError("", token="<|x|>", offset=3),
        OSError(28, "full"),
        ZeroDivisionError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_command_without_an_answer_does_not_say_no(
    cli, monkeypatch, request, arguments, status, error
):
    """Exit status 1 of a command that checks something is the answer "no" and nothing else."""
    if isinstance(error, ZeroDivisionError):  # a defect of ours is logged
        request.getfixturevalue("expected_log_records")

    def fail(_: object) -> int:
        raise error

    module = import_module(f"workbench.cli.{COMMAND_TABLE[arguments[0]].module}")
    monkeypatch.setattr(module, f"{arguments[0]}_command", fail)
    outcome = cli(*arguments)
    assert outcome.status == status
    assert outcome.sentence
