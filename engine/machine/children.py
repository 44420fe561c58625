"""Child processes of our own modules, for work that may kill a process or never end.

Libraries of others, templates and patterns of strangers are tried there. A `Child` is asked again
and again over its pipes, in frames; `finished` and `finishing` run a program once, from its
standard input to its end; `output_lines` gives what it says line by line; `started` waits for
nothing. A child ends with the process that started it, however that ends: its requests end then,
and while it works a clock of its own is running (`Deadline`).

A frame is a length (four bytes, little-endian), that many bytes of JSON, and the blobs whose sizes
the JSON names. Nothing is pickled, so what comes back from a process that a damaged file has
upset can be wrong, but can do nothing.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple

from engine.machine.child_programs import child_command
from engine.machine.work import called_if_late, result_of

_LENGTH = struct.Struct("<I")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
MOST_BYTES = 1 << 32
_MOST_JSON = 1 << 30

_TIMEOUT = "Timeout ("
"""What faulthandler writes before it ends the process."""
_DYING_SECONDS = 5.0
"""A process whose answers have ended is given this long to end itself."""
_STEP_SECONDS = 0.1
_HELD_SECONDS = 1.0
_MOST_LAST_WORDS = 1 << 16
_started: list[subprocess.Popen[bytes]] = []
"""Kept to the end: Python warns if the handle of a running process is dropped."""
LIMITED_VARIABLE = "TOKENIZER_WORKBENCH_LIMITED"
"""Set in a process whose memory is limited."""


class FrameError(Exception):
    """What arrives is no frame; `str(error)` says why."""


class Frame(NamedTuple):
    """document: what is asked or answered; blobs: bytes that belong to it."""

    document: dict[str, Any]
    blobs: tuple[bytes, ...] = ()


def write_frame(stream: IO[bytes], document: dict[str, Any], blobs: Sequence[bytes] = ()) -> None:
    """Write one frame and flush. Raises OSError if the other end is closed."""
    document = document | {"sizes": [len(blob) for blob in blobs]}
    written = _ENCODER.encode(document).encode("utf-8", "surrogatepass")
    stream.write(_LENGTH.pack(len(written)) + written)
    stream.writelines(blobs)
    stream.flush()


def read_frame(stream: IO[bytes], most_bytes: int = MOST_BYTES) -> Frame | None:
    """The next frame; None at the end of the stream, also in a frame.

    Raises FrameError for what is no frame, and for one of more than `most_bytes`.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    if size > min(_MOST_JSON, most_bytes):
        raise FrameError(f"a document of {size:,} bytes")
    written = stream.read(size)
    if len(written) < size:
        return None
    try:
        document = json.loads(written.decode("utf-8", "surrogatepass"))
        sizes = [int(each) for each in document.pop("sizes")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise FrameError(str(error)) from None
    if min(sizes, default=0) < 0 or size + sum(sizes) > most_bytes:
        raise FrameError(f"blobs of {sizes} bytes")
    blobs = tuple(stream.read(each) for each in sizes)
    whole = all(len(blob) == each for blob, each in zip(blobs, sizes, strict=True))
    return Frame(document, blobs) if whole else None


# ---- the side that asks --------------------------------------------------------------------------


class Ending(NamedTuple):
    """How a process ended.

    status: its exit status, None where it was ended from here because it took too long; said: what
    it wrote to standard error; output: to standard output, where it ran once.
    """

    status: int | None
    said: str
    output: bytes = b""

    @property
    def is_slow(self) -> bool:
        """Whether a limit of time ended it."""
        return self.status is None or _TIMEOUT in self.said

    @property
    def last_line(self) -> str:
        """The last thing that it said, else its exit status."""
        lines = self.said.strip().splitlines()
        return lines[-1] if lines else f"exit status {self.status}"


class Child:
    """A process that runs a module of ours and answers requests.

    It is started by the first request, and again by one after its death. It ends with `close`, or
    when nothing refers to it. One caller at a time.

    most_bytes: of an answer; one of more is taken for damage.
    """

    def __init__(self, module: str, most_bytes: int = MOST_BYTES) -> None:
        self._module, self._most_bytes = module, most_bytes
        self._process: subprocess.Popen[bytes] | None = None
        self._last_words: IO[bytes] | None = None
        self._end: weakref.finalize[..., Any] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The process that runs now."""
        return self._process

    def start(self) -> bool:
        """Start the process unless it runs; whether it had to be. Raises OSError."""
        if self._process is not None:
            return False
        # A file, not a pipe: libraries write warnings, and nothing would empty the pipe.
        last_words = tempfile.TemporaryFile()  # noqa: SIM115  open as long as the process is
        try:
            process = subprocess.Popen(
                child_command(self._module),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=last_words,
            )
        except OSError:
            last_words.close()
            raise
        self._process, self._last_words = process, last_words
        self._end = weakref.finalize(self, _end_process, process, last_words)
        return True

    def send(self, document: dict[str, Any], blobs: Sequence[bytes] = ()) -> None:
        """Send a request. A process that has ended is noticed when the answer is read."""
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):
            write_frame(self._process.stdin, document, blobs)

    def receive(self) -> Frame | None:
        """The next answer; None if the process has ended, see `ending`."""
        if self._process is None or self._process.stdout is None:
            return None
        try:
            return read_frame(self._process.stdout, self._most_bytes)
        except (FrameError, OSError):
            self._process.kill()
            return None

    def ending(self) -> Ending:
        """How the process ended; the next request starts another."""
        process, last_words = self._process, self._last_words
        assert process is not None
        assert last_words is not None
        try:
            status = process.wait(_DYING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        last_words.seek(max(0, last_words.seek(0, os.SEEK_END) - _MOST_LAST_WORDS))
        said = last_words.read().decode("utf-8", "replace")
        self.close()
        return Ending(status, said)

    def close(self) -> None:
        """Kill the process and wait for its end; the next request starts another."""
        if self._end is not None:
            self._end()
        self._process = None


def _end_process(process: subprocess.Popen[bytes], last_words: IO[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, last_words):
        if stream is not None:
            with suppress(OSError):  # unsent data is useless now
                stream.close()


def finished(
    command: Sequence[str],
    request: bytes = b"",
    *,
    seconds: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> Ending:
    """Run a program once and wait for it; see `finishing`."""
    return result_of(finishing(command, request, seconds=seconds, environment=environment))


def finishing(
    command: Sequence[str],
    request: bytes = b"",
    *,
    seconds: float | None = None,
    environment: Mapping[str, str] | None = None,
    is_held: bool = False,
    note_held: Callable[[float], None] = lambda _: None,
    is_stalled: Callable[[int], bool] = lambda _: False,
) -> Generator[None, None, Ending]:
    """Run a program once; yields some ten times a second while it works.

    request: for its standard input. seconds: after which it is ended. environment: variables beside
    those of this process. is_held: whether the program is stopped while the generator is paused,
    that is, not asked to go on for over a second (not on Windows, which cannot); note_held gets the
    seconds for which it was stopped. is_stalled: asked before each step with the process id; the
    program is ended where it returns True. Closing the generator ends it. Raises OSError where it
    cannot be started.
    """
    # A file: what does not fit a pipe at once, communicate() forgets when it is asked again.
    with tempfile.TemporaryFile() as asked:
        asked.write(request)
        asked.seek(0)
        process = subprocess.Popen(
            command,
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=None if environment is None else os.environ | dict(environment),
        )
    end = float("inf") if seconds is None else time.monotonic() + seconds
    with process:
        try:
            while True:
                try:
                    output, said = process.communicate(timeout=_STEP_SECONDS)
                    return Ending(process.returncode, said.decode("utf-8", "replace"), output)
                except subprocess.TimeoutExpired:
                    if time.monotonic() > end or is_stalled(process.pid):
                        break
                yield from _held(process, note_held) if is_held else (None,)
            process.kill()
            try:
                output, said = process.communicate(timeout=_DYING_SECONDS)
            except subprocess.TimeoutExpired as rest:  # a child of its own holds the pipes
                output, said = rest.output or b"", rest.stderr or b""
            return Ending(None, said.decode("utf-8", "replace"), output)
        finally:
            process.kill()


def _held(
    process: subprocess.Popen[bytes], note: Callable[[float], None]
) -> Generator[None, None, None]:
    """Yield once; stop the process when that takes long, and let it go on afterwards.

    note: gets the seconds for which it was stopped.
    """
    stop, go_on = (getattr(signal, name, None) for name in ("SIGSTOP", "SIGCONT"))
    if stop is None or go_on is None:
        yield
        return
    stopped_at: list[float] = []

    def stop_now() -> None:
        process.send_signal(stop)
        stopped_at.append(time.monotonic())

    try:
        with called_if_late(_HELD_SECONDS, stop_now):
            yield
    finally:
        process.send_signal(go_on)
        if stopped_at:
            note(time.monotonic() - stopped_at[0])


def output_lines(command: Sequence[str]) -> Generator[bytes, None, None]:
    """Run a program once; yields the lines of its standard output as they come.

    Closing the generator ends the program. Raises OSError where it cannot be started.
    """
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    with process:
        try:
            yield from process.stdout
        finally:
            process.kill()


def started(
    command: Sequence[str], *, environment: Mapping[str, str], with_parent: bool = False
) -> subprocess.Popen[bytes]:
    """Start a program that works beside this one and says nothing. Raises OSError.

    environment: variables beside those of this process. with_parent: its standard input is a pipe
    that closes when this process ends, so that it can end then.
    """
    process = subprocess.Popen(
        command,
        env=os.environ | dict(environment),
        stdin=subprocess.PIPE if with_parent else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _started.append(process)
    return process


# ---- the side that answers -----------------------------------------------------------------------


def answer_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Where requests are read and answers written; what a library prints is no answer."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, answers


class Deadline:
    """Ends this process when something takes too long, after it has said where it is.

    precision: the share of the time by which it may be late. Setting the clock costs a thread: it
    is set again only after that share of the time.
    """

    def __init__(self, precision: float = 0.0) -> None:
        self._precision = precision
        self._set_at = float("-inf")

    def begin(self, seconds: float) -> None:
        """From now on the work may take this long."""
        now = time.monotonic()
        if now - self._set_at >= seconds * self._precision:
            faulthandler.dump_traceback_later(seconds * (1 + self._precision), exit=True)
            self._set_at = now

    def pause(self) -> None:
        """Nothing runs: wait for work as long as it takes."""
        faulthandler.cancel_dump_traceback_later()
        self._set_at = float("-inf")


def is_limited() -> bool:
    """Whether the memory of this process is limited: it needs no other to try something in."""
    return LIMITED_VARIABLE in os.environ


def limit_memory(n_bytes: int) -> None:
    """Let this process take `n_bytes` more of address space, where the platform can say so."""
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        n_pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:  # no Linux; what an interpreter with its libraries has mapped
        n_bytes += 3 << 30
    else:
        n_bytes += n_pages * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        n_bytes = min(n_bytes, hard)
    with suppress(ValueError, OSError):  # a system that knows the limit but does not keep it
        resource.setrlimit(resource.RLIMIT_AS, (n_bytes, hard))
        os.environ[LIMITED_VARIABLE] = "1"
