"""Starting child_programs and listening to them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(program, path, *arguments):
    """A child process with pipes; `next_fact` reads its lines."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.child_programs", program, str(path)]
        + [str(argument) for argument in arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def next_fact(child):
    line = child.stdout.readline()
    assert line, f"the child ended with {child.wait()}"
    return json.loads(line)


def run_to_end(program, path, *arguments):
    """All facts a child tells; it must end well."""
    with start(program, path, *arguments) as child:
        lines = child.communicate()[0].splitlines()
    assert child.returncode == 0
    return [json.loads(line) for line in lines]
