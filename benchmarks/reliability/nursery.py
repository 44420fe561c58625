"""A process that has loaded the program and forks it: a command costs its work, not its start.

    with Nursery() as nursery:
        answer = nursery.run(["train", ...], home=home)
        answer = nursery.call("benchmarks.reliability.looking:look", [str(home)], home=home)

The child of each request has a home, limits and a moment of death of its own. Requests and answers
are one JSON document a line. Kills by SIGKILL come from outside at a time, or from inside at the
nth event that Python's audit hooks report of files, which can be repeated exactly.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from benchmarks import PROJECT

COMMAND = "benchmarks.reliability.looking:command"
LIMIT_S = 120.0
"""A request that takes longer counts as one that hangs."""
_POLL_S = 0.002


@dataclass(frozen=True)
class Answer:
    """status: exit status, negative for a signal. events: of files, None if it was killed."""

    status: int
    out: str
    err: str
    seconds: float
    events: int | None = None
    hung: bool = False

    @property
    def value(self) -> Any:
        """What a called function returned; its last words where it did not return."""
        if self.status != 0:
            raise ChildError(f"status {self.status}: {self.err[-1500:]}")
        return json.loads(self.out.splitlines()[-1])


class ChildError(Exception):
    """A function in a child did not return."""


@dataclass(frozen=True)
class Limits:
    """What a child may not exceed, and when it dies.

    file_bytes: RLIMIT_FSIZE; memory_bytes: RLIMIT_AS on top of what the process has; event and
    delay_s: SIGKILL so long after the nth event of files; after_s: SIGKILL so long after the
    start; without_root: no capabilities of root, so that rights of files hold.
    """

    file_bytes: int | None = None
    memory_bytes: int | None = None
    event: int | None = None
    delay_s: float = 0.0
    after_s: float | None = None
    without_root: bool = False
    limit_s: float = LIMIT_S


class Nursery:
    """The process; end it by leaving the `with` block. prefix: a command that it is run by."""

    def __init__(
        self, prefix: Sequence[str] = (), environ: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "benchmarks.reliability.nursery"],
            cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **kernels_of_everybody(), **(environ or {})},
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    @property
    def has_ended(self) -> bool:
        """Whether it answers no more requests."""
        return self._process.poll() is not None

    def run(
        self, arguments: Sequence[object], home: Path, *, environ: Mapping[str, str] | None = None,
        **limits: Any,
    ) -> Answer:  # fmt: skip
        """The command line with these arguments. environ: added variables."""
        words = [str(each) for each in arguments]
        return self.call(COMMAND, words, home, environ=environ, **limits)

    def call(
        self, function: str, arguments: Sequence[object], home: Path, *,
        environ: Mapping[str, str] | None = None, **limits: Any,
    ) -> Answer:  # fmt: skip
        """A function, `module:name`, with arguments that JSON knows. environ: added variables."""
        request: dict[str, object] = {
            "function": function,
            "arguments": list(arguments),
            "environ": {**(environ or {}), "TOKENIZER_WORKBENCH_HOME": str(home)},
        }
        request["limits"] = Limits(**limits).__dict__
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ChildError("the nursery itself has ended")
        return Answer(**json.loads(line))


def kernels_of_everybody() -> dict[str, str]:
    """The variable by which homes of their own find the kernels that are compiled already."""
    from engine.machine import KERNEL_CACHE_VARIABLE, cache_base

    return {KERNEL_CACHE_VARIABLE: str(cache_base())}


def main() -> int:
    """Answer requests until standard input ends."""
    import benchmarks.reliability.loaded  # noqa: F401  what every child would import

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(_answered(json.loads(line))) + "\n")
        answers.flush()
    return 0


def _answered(request: dict[str, Any]) -> dict[str, Any]:
    limits = Limits(**request["limits"])
    # Pipes: a limit on the size of files would hold for what is printed into one.
    pipes = [os.pipe() for _ in range(3)]
    began = time.perf_counter()
    child = os.fork()
    if child == 0:
        for reader, _ in pipes:
            os.close(reader)
        _be_the_child(request, limits, [writer for _, writer in pipes])
    for _, writer in pipes:
        os.close(writer)
    told: dict[int, bytearray] = {reader: bytearray() for reader, _ in pipes}
    status, hung = _waited_for(child, limits, told)
    seconds = time.perf_counter() - began
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # programs that the child had started
    _read_into(told, 0.0)
    out, err, events = (bytes(text).decode(errors="backslashreplace") for text in told.values())
    for reader in told:
        os.close(reader)
    return {
        "status": os.waitstatus_to_exitcode(status), "out": out, "err": err, "seconds": seconds,
        "events": int(events) if events else None, "hung": hung,
    }  # fmt: skip


def _read_into(told: dict[int, bytearray], seconds: float) -> None:
    """Read what the pipes have now, waiting so long for the first byte."""
    open_pipes = list(told)
    while open_pipes:
        ready, _, _ = select.select(open_pipes, [], [], seconds)
        if not ready:
            return
        seconds = 0.0
        for reader in ready:
            part = os.read(reader, 1 << 16)
            told[reader] += part
            if not part:
                open_pipes.remove(reader)
    select.select([], [], [], seconds)


def _waited_for(child: int, limits: Limits, told: dict[int, bytearray]) -> tuple[int, bool]:
    """The status of a child that is killed at its moment, and whether it had to be for its time."""
    began = time.perf_counter()
    moment = limits.limit_s if limits.after_s is None else limits.after_s
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status, False
        left = moment - (time.perf_counter() - began)
        if left <= 0:
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1], limits.after_s is None
        _read_into(told, min(left, _POLL_S))


def _be_the_child(request: dict[str, Any], limits: Limits, handles: list[int]) -> None:
    """Run what was asked for and end this process; never returns."""
    status = 70
    seen = [0]
    try:
        os.setpgid(0, 0)
        empty = os.open(os.devnull, os.O_RDONLY)
        for number, handle in enumerate((empty, *handles[:2])):
            os.dup2(handle, number)
        # Those of the parent remember whether they could seek in what they wrote to.
        sys.stdout, sys.stderr = (
            os.fdopen(n, "w", encoding="utf-8", closefd=False) for n in (1, 2)
        )
        os.environ.update(request["environ"])
        _limit(limits, seen)
        status = _called(request["function"], request["arguments"])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001  told to the parent as a traceback
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        with contextlib.suppress(OSError):
            sys.stderr.flush()
        with contextlib.suppress(OSError):
            os.write(handles[2], str(seen[0]).encode())
        os._exit(status & 255)


def _called(function: str, arguments: list[Any]) -> int:
    import importlib

    module, _, name = function.partition(":")
    value = getattr(importlib.import_module(module), name)(*arguments)
    if function == COMMAND:
        return int(value)
    sys.stdout.write("\n" + json.dumps(value) + "\n")
    return 0


def _limit(limits: Limits, seen: list[int]) -> None:
    import resource

    if limits.file_bytes is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_bytes, resource.RLIM_INFINITY))
    if limits.memory_bytes is not None:
        most = _virtual_bytes() + limits.memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    if limits.without_root:
        give_up_root()

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        if not _is_of_files(event, arguments):
            return
        seen[0] += 1
        if limits.event == seen[0]:
            if limits.delay_s <= 0:
                os.kill(os.getpid(), signal.SIGKILL)
            # Its default is to end the process as hard as SIGKILL does.
            signal.setitimer(signal.ITIMER_REAL, limits.delay_s)

    sys.addaudithook(look)


_EVENTS = {
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.utime", "sqlite3.connect",
}  # fmt: skip


def _is_of_files(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether an audit event is of something that changes files."""
    if event != "open":
        return event in _EVENTS
    return isinstance(arguments[2], int) and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))


def _virtual_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def give_up_root() -> None:
    """Drop the capabilities of root that let it write everywhere."""
    if os.geteuid() != 0:
        return
    import ctypes

    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if ctypes.CDLL(None, use_errno=True).capset(header, (ctypes.c_uint32 * 6)()) != 0:
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    sys.exit(main())
