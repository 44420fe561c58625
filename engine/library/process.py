"""LibraryProcess: a tokenizer's own library in a child process, asked from here.

The whole library runs there, not only a first try: a text can end or hang it as well as a file,
and what it costs, copying a text and its ids through a pipe, is small beside its encoding.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from engine.errors import LibraryError
from engine.machine import Frame, child_command, how_to_install, read_frame, write_frame

_OPENING_SECONDS = 120.0
_ANSWER_SECONDS = 60.0
_TIMEOUT = "Timeout ("
"""What faulthandler writes before it ends the process."""
_BYTES_PER_SECOND = 20_000
"""A library that is slower than this at a text is taken for one that hangs."""


class LibraryProcess:
    """One process with one tokenizer; it ends with this object.

    library: name of the Python package; file: the bytes of the tokenizer's file. Starts with the
    first question, and again after it died. Every question may come from any thread, one after
    the other. Raises LibraryError where there is no answer.
    """

    def __init__(self, library: str, file: bytes) -> None:
        self._library, self._file = library, file
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._facts: Frame | None = None

    @property
    def facts(self) -> Frame:
        """What the library says of the tokenizer when it has opened it."""
        with self._lock:
            self._start()
            assert self._facts is not None
            return self._facts

    def ask(self, document: dict[str, Any], blobs: Sequence[bytes]) -> Frame:
        """One question and its answer."""
        seconds = _ANSWER_SECONDS + sum(map(len, blobs)) / _BYTES_PER_SECOND
        with self._lock:
            self._start()
            return self._asked(document, blobs, seconds)

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def _start(self) -> None:
        if self._child is not None:
            return
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  open as long as the process is
        try:
            self._child = subprocess.Popen(
                child_command("engine.library.child"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise LibraryError(
                f"No process can be started for {self._library}: {error.strerror or error}."
            ) from None
        weakref.finalize(self, _stop, self._child, self._errors)
        self._facts = self._asked(
            {"do": "open", "library": self._library}, [self._file], _OPENING_SECONDS
        )

    def _asked(self, document: dict[str, Any], blobs: Sequence[bytes], seconds: float) -> Frame:
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        answer: Frame | None = None
        try:
            write_frame(child.stdin, document | {"seconds": seconds}, blobs)  # type: ignore[arg-type]
            answer = read_frame(child.stdout)  # type: ignore[arg-type]
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            answer = None
        if answer is None:
            raise LibraryError(self._ended(seconds))
        if sentence := answer.document.get("error"):
            if document["do"] == "open":
                self._end()
            raise LibraryError(_first_line(str(sentence), self._library))
        return answer

    def _ended(self, seconds: float) -> str:
        """Why there is no answer, as a sentence; the process is gone after this."""
        child, errors = self._child, self._errors
        assert child is not None
        assert errors is not None
        child.kill()
        status = child.wait()
        errors.seek(0)
        said = errors.read()[-4000:].decode("utf-8", "replace").strip().splitlines()
        self._end()
        if any(line.startswith(_TIMEOUT) for line in said):
            return f"{self._library} gave no answer within {seconds:.0f} seconds and was stopped."
        if any("ModuleNotFoundError" in line or "ImportError" in line for line in said):
            return _first_line(said[-1], self._library)
        last = said[-1] if said else f"exit status {status}"
        return f"{self._library} ended its process ({last[:300]})."

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None and self._errors is not None:
            _stop(child, self._errors)


def _first_line(sentence: str, library: str) -> str:
    if f"No module named '{library}'" in sentence:
        return (
            f"{library} is not installed, which this tokenizer runs through. "
            f"{how_to_install([library])}"
        )
    line = sentence.strip().splitlines()[0] if sentence.strip() else "it does not say why"
    return f"{library} refuses it: {line[:300].rstrip('.')}."


def _stop(child: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    """End a child and wait for it; whatever it is at."""
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout, errors):
        if stream is not None:
            with suppress(OSError):
                stream.close()
