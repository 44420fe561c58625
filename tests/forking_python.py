"""A Python that has imported libraries already and forks: a child costs its work, not its start.

    with ForkingPython("numpy", "numba") as python:
        done = python.run("import numpy; print(numpy.arange(3))", environ={"HOME": "/tmp"})

A program runs as the main module of a process of its own, which ends as any other. Programs that
are about their start, signals or standard input need `subprocess`.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Self

PROJECT = Path(__file__).resolve().parents[1]


class ForkingPython:
    """The process; it ends with the `with` block. environ: added for all its children."""

    def __init__(self, *imports: str, environ: Mapping[str, str] | None = None) -> None:
        path = os.pathsep.join([str(PROJECT), *sys.path])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.forking_python", *imports],
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": path, **(environ or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(
        self, program: str, *arguments: str, environ: Mapping[str, str | None] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end. environ: changed variables; None removes one."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"program": program, "arguments": arguments, "environ": dict(environ or {})}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return subprocess.CompletedProcess([program, *arguments], **answer)


def serve(imports: Sequence[str]) -> dict[str, Any] | None:
    """Answer requests until standard input ends; in a child, return what it is to do."""
    for name in imports:
        importlib.import_module(name)
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        pipes = [os.pipe(), os.pipe()]
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for number, (_, writer) in enumerate(pipes, 1):
                os.dup2(writer, number)
            for handle in (answers.fileno(), *(each for pipe in pipes for each in pipe)):
                os.close(handle)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            return json.loads(line)
        for _, writer in pipes:
            os.close(writer)
        out, err = _read([reader for reader, _ in pipes])
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        answer = {"returncode": status, "stdout": out, "stderr": err}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
    return None


def _read(handles: list[int]) -> list[str]:
    """All that comes out of pipes until their other ends are closed."""
    read = {handle: bytearray() for handle in handles}
    left = set(handles)
    while left:
        for handle in select.select(left, [], [])[0]:
            part = os.read(handle, 1 << 16)
            read[handle] += part
            if not part:
                left.remove(handle)
                os.close(handle)
    return [text.decode(errors="backslashreplace") for text in read.values()]


def main() -> None:
    """Serve; in a child, run its program in the place of this one."""
    request = serve(sys.argv[1:])
    if request is None:
        return
    for name, value in request["environ"].items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    sys.argv = ["-c", *request["arguments"]]
    main_module = ModuleType("__main__")
    sys.modules["__main__"] = main_module
    exec(compile(request["program"], "<string>", "exec"), vars(main_module))  # noqa: S102


if __name__ == "__main__":
    main()
