"""Recording what a command does to files, so that a loss of power can be played at any moment.

Python's file events come from its audit hooks (before they take effect) and from `os.fsync`; what
is written between two of them is seen by comparing the files that are open for writing. SQLite's
writes are recorded by a file system shim of its own (`sqlite_recorder`). Everything goes into one
list, in order:

    ["write", path, offset, bytes]   ["truncate", path, size]   ["sync", path]
    ["rename", path, path]   ["remove", path]   ["mkdir", path]   ["rmdir", path]   ["create", path]
"""

from __future__ import annotations

import json
import os
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

Event = list[Any]
PAGE = 4096


class Recorder:
    """The list of events below some folders."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.events: list[Event] = []
        self._folders = folders
        self._known: dict[str, bytes] = {}
        self._by_sqlite: set[str] = set()
        self._is_busy = False

    def start(self) -> None:
        """Begin; it lasts as long as the process."""
        from benchmarks.reliability.sqlite_recorder import record_sqlite

        record_sqlite(self)
        sys.addaudithook(self._look)
        fsync = os.fsync

        def noted_fsync(handle: Any) -> None:
            fsync(handle)
            number = handle if isinstance(handle, int) else handle.fileno()
            path = _opened_path(number)
            if self._is_ours(path):
                self._note_writes()
                self.events.append(["sync", path])

        os.fsync = noted_fsync  # type: ignore[assignment]  # the parameter has another name

    def note(self, event: Event) -> None:
        """An event of SQLite, whose files are not compared."""
        if self._is_ours(event[1]):
            self._by_sqlite.add(event[1])
            self._note_writes()
            self.events.append(event)

    def finish(self) -> None:
        """Note what was written last."""
        self._note_writes()

    def _is_ours(self, path: str) -> bool:
        return path.startswith(self._folders)

    def _look(self, name: str, arguments: tuple[Any, ...]) -> None:
        if self._is_busy or not (name == "open" or name.startswith("os.")):
            return
        self._is_busy = True
        try:
            self._note(name, arguments)
        finally:
            self._is_busy = False

    def _note(self, name: str, arguments: tuple[Any, ...]) -> None:
        if name == "open":
            flags = arguments[2]
            if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
                self._note_opened(_path(arguments[0], None), flags)
            return
        if name in {"os.rename", "os.link"}:
            source, target = _path(arguments[0], arguments[2]), _path(arguments[1], arguments[3])
            if self._is_ours(source) or self._is_ours(target):
                self._note_writes()
                self.events.append(["rename", source, target])
                if source in self._known:
                    self._known[target] = self._known.pop(source)
        elif name in {"os.remove", "os.rmdir", "os.mkdir"}:
            path = _path(arguments[0], arguments[-1])
            if self._is_ours(path):
                self._note_writes()
                self.events.append([name.removeprefix("os."), path])
                self._known.pop(path, None)

    def _note_opened(self, path: str, flags: int) -> None:
        if not self._is_ours(path) or Path(path).is_dir():
            return
        self._note_writes()
        exists = Path(path).exists()
        if not exists:
            self.events.append(["create", path])
        elif flags & os.O_TRUNC:
            self.events.append(["truncate", path, 0])
        whole = Path(path).read_bytes() if exists and not flags & os.O_TRUNC else b""
        self._known[path] = whole

    def _note_writes(self) -> None:
        """Compare the files that were opened for writing with what they were."""
        was_busy, self._is_busy = self._is_busy, True
        for path, before in list(self._known.items()):
            if path in self._by_sqlite:
                continue
            try:
                now = Path(path).read_bytes()
            except OSError:
                continue
            if now != before:
                self.events += _differences(path, before, now)
                self._known[path] = now
        self._is_busy = was_busy


def _path(path: Any, folder: Any) -> str:
    """The whole path of an event, which may count from an open folder."""
    if isinstance(path, int):
        return _opened_path(path)
    text = os.fsdecode(path)
    if isinstance(folder, int) and folder >= 0 and not text.startswith("/"):
        return f"{_opened_path(folder)}/{text}"
    return os.path.abspath(text)  # noqa: PTH100  the path may be bytes


def _opened_path(handle: int) -> str:
    return str(Path(f"/proc/self/fd/{handle}").readlink())


def _differences(path: str, before: bytes, now: bytes) -> list[Event]:
    """Writes page by page, as the system may bring them to the disk."""
    events: list[Event] = []
    if len(now) < len(before):
        events.append(["truncate", path, len(now)])
    for start in range(0, len(now), PAGE):
        part = now[start : start + PAGE]
        if before[start : start + PAGE] != part:
            events.append(["write", path, start, b64encode(part).decode()])
    return events


def recorded(words: list[str], folders: list[str], out: str) -> int:
    """Run a command and write the list of what it did to files; the exit status."""
    from workbench.__main__ import main

    recorder = Recorder(tuple(folders))
    recorder.start()
    status = main(words)
    recorder.finish()
    Path(out).write_text(json.dumps(recorder.events), "utf-8")
    return status


def read_events(path: Path) -> list[Event]:
    """What `recorded` wrote, with bytes."""
    events: list[Event] = json.loads(path.read_text("utf-8"))
    for event in events:
        if event[0] == "write":
            event[3] = b64decode(event[3])
    return events
