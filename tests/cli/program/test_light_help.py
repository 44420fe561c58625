"""Help and wrong options need neither compiled kernels nor the database nor Qt."""

from __future__ import annotations

import json
import subprocess
import sys

from workbench.cli.command_line import COMMANDS

HEAVY = ("numba", "numpy", "sqlalchemy", "PySide6")
_PROGRAM = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from workbench.cli.command_line import COMMANDS, build_parser

loaded = {}
for words in json.loads(sys.argv[1]):
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            build_parser().parse_args(words)
    except SystemExit as end:
        loaded[" ".join(words)] = [end.code, [n for n in sys.argv[2:] if n in sys.modules]]
print(json.dumps(loaded))
"""


def loaded_by(*lines: list[str]) -> dict[str, list]:
    """Command line -> exit status of its parsing, and which of HEAVY are imported by then."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, json.dumps(lines), *HEAVY],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_help_of_the_program_and_of_every_command_is_light():
    actions = (["chat"], ["runs", "list"], ["registry", "list"], ["loss", "table"])
    lines = [[], *([name] for name in COMMANDS), *actions]
    loaded = loaded_by(*([*line, "--help"] for line in lines))
    assert loaded == {" ".join([*line, "--help"]): [0, []] for line in lines}


def test_a_wrong_option_of_any_command_is_refused_before_anything_loads():
    lines = [[name, "--no-such-option"] for name in COMMANDS]
    assert loaded_by(*lines) == {" ".join(line): [2, []] for line in lines}
