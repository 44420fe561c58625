"""Workers forked from the process that gives out the tests, once it has imported all of them.

Importing all tests and the product takes a worker ten seconds, more with SlipCover's probes. Here
it is done once. A worker that takes the place of a dead one starts as xdist starts it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from execnet import gateway_io
from execnet.gateway_base import Popen2IO

from tests.runner.features import TESTS, test_files

LIBRARIES = ("PySide6.QtTest", "hypothesis.extra.numpy", "pytestqt.plugin", "xdist.remote")
"""What workers import beside the tests."""


class ForkedWorker(Popen2IO):
    """Both pipes of a worker and its process, as execnet asks for them."""

    def __init__(self, process: int, read: int, write: int, execmodel: Any) -> None:
        super().__init__(os.fdopen(write, "wb"), os.fdopen(read, "rb"), execmodel)
        self._process = process
        self._status: int | None = None

    def wait(self) -> int:
        """Wait for the end of the worker; its exit status, negative for a signal."""
        if self._status is None:
            _, status = os.waitpid(self._process, 0)
            self._status = os.waitstatus_to_exitcode(status)
        return self._status

    def kill(self) -> None:
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)


class ForkedWorkers:
    """Forks the workers before execnet starts its first thread, and hands them to it."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, int]] = []
        self._start_process: Callable[..., Any] = gateway_io.create_io

    @pytest.hookimpl(trylast=True)
    def pytest_xdist_setupnodes(self, specs: list[Any]) -> None:
        from tests.__main__ import compile_kernels  # now: conftest's plugins come first

        compile_kernels(meanwhile=import_tests)
        if threading.active_count() > 1:
            return  # what such a thread has locked stays locked in a fork
        for _ in specs:
            self._waiting.append(self._fork())
        gateway_io.create_io = self._next

    def pytest_unconfigure(self) -> None:
        gateway_io.create_io = self._start_process

    def _next(self, spec: Any, execmodel: Any) -> Any:
        if not self._waiting:
            return self._start_process(spec, execmodel)
        return ForkedWorker(*self._waiting.pop(0), execmodel)

    def _fork(self) -> tuple[int, int, int]:
        """Process id, the end of its output and that of its input."""
        (its_input, to_worker), (from_worker, its_output) = os.pipe(), os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            others = [end for _, *ends in self._waiting for end in ends]
            _become_worker(its_input, its_output, [to_worker, from_worker, *others])
        os.close(its_input)
        os.close(its_output)
        return process, from_worker, to_worker


def _become_worker(its_input: int, its_output: int, others: list[int]) -> NoReturn:
    """Serve execnet as the Python does that it starts: by a line of code from standard input."""
    status = 1
    try:
        for end in others:
            os.close(end)
        os.dup2(its_input, 0)
        os.dup2(its_output, 1)
        os.close(its_input)
        os.close(its_output)
        sys.stdin = os.fdopen(0, closefd=False, encoding="utf-8")
        sys.stdout = os.fdopen(1, "w", closefd=False, encoding="utf-8")
        exec(eval(sys.stdin.readline()), {"__name__": "__main__"})  # noqa: S102, S307
        status = 0
    except SystemExit as exit_:
        status = exit_.code if isinstance(exit_.code, int) else 1
    finally:
        # Nothing of the other process ends here: its temporary folders stay.
        os._exit(status)


def import_tests() -> None:
    """Import all tests and what workers need beside them; what cannot be imported is left out.

    Collecting the tests reports it.
    """
    names = [".".join(f.relative_to(TESTS.parent).with_suffix("").parts) for f in test_files()]
    for name in [*LIBRARIES, *names]:
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()  # or a search for garbage would copy the memory of all


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(ForkedWorkers(), "forked-workers")
