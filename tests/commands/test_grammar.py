from __future__ import annotations

import subprocess
import sys

import pytest

from tests.commands.conftest import PROJECT, run_program
from workbench import __version__


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


def test_text_that_the_terminal_cannot_show(tmp_path):
    outcome = run_program(
        "split", "--pattern", "gpt2", stdin="é".encode(), PYTHONIOENCODING="ascii"
    )
    assert (outcome.status, outcome.out) == (0, '"\\u00e9"\n')
    outcome = run_program(
        "split", "--pattern", "gpt2", "--json", stdin="é".encode(), PYTHONIOENCODING="ascii"
    )
    assert outcome.document["pretokens"][0]["text"] == "é"
