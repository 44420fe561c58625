"""LibraryProcess: a tokenizer's own library in a child process, asked from here.

The whole library runs there, not only a first try: a text can end or hang it as well as a file,
and what it costs, copying a text and its ids through a pipe, is small beside its encoding.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from engine.errors import LibraryError
from engine.library.sentences import say
from engine.machine import Child, Frame, how_to_install
from engine.sentences import Sentence

_OPENING_SECONDS = 120.0
_ANSWER_SECONDS = 60.0
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
        self._child = Child("engine.library.child")
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
            self._child.close()

    def _start(self) -> None:
        try:
            is_new = self._child.start()
        except OSError as error:
            raise LibraryError(
                say("library_no_process", library=self._library, reason=error.strerror or error)
            ) from None
        if is_new:
            document = {"do": "open", "library": self._library}
            self._facts = self._asked(document, [self._file], _OPENING_SECONDS)

    def _asked(self, document: dict[str, Any], blobs: Sequence[bytes], seconds: float) -> Frame:
        self._child.send(document | {"seconds": seconds}, blobs)
        answer = self._child.receive()
        if answer is None:
            raise LibraryError(self._ended(seconds))
        if sentence := answer.document.get("error"):
            if document["do"] == "open":
                self._child.close()
            raise LibraryError(_first_line(str(sentence), self._library))
        return answer

    def _ended(self, seconds: float) -> str:
        """Why there is no answer, as a sentence; the process is gone after this."""
        ending = self._child.ending()
        if ending.is_slow:
            return say("library_too_late", library=self._library, seconds=seconds)
        if "ModuleNotFoundError" in ending.said or "ImportError" in ending.said:
            return _first_line(ending.last_line, self._library)
        return say("library_ended", library=self._library, reason=ending.last_line[:300])


def _first_line(sentence: str, library: str) -> str:
    if f"No module named '{library}'" in sentence:
        return say("library_not_installed", library=library, advice=how_to_install([library]))
    line = sentence.strip().splitlines()[0] if sentence.strip() else say("no_reason_given")
    reason = line if isinstance(line, Sentence) else line[:300].rstrip(".")
    return say("library_refuses", library=library, reason=reason)
