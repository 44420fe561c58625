"""A disk as a loss of power leaves it: what was synced, and some of what was not.

Names and contents are two things. A content that was synced is whole; of what was written since,
each page may have come to the disk or not, in any order. Names that were made, moved or removed
since their folder was synced may have come to the disk or not; a file that was synced has a name.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from benchmarks.reliability.recording import Event


@dataclass
class Content:
    """Bytes on the disk, and the changes that are not there yet."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)

    def sync(self) -> None:
        for event in self.pending:
            _apply(self.durable, event)
        self.pending = []

    def after_loss(self, chance: random.Random, *, in_order: bool) -> bytes:
        """The bytes with some of the pending changes: a beginning of them, or any."""
        made = bytearray(self.durable)
        if in_order:
            chosen = self.pending[: chance.randint(0, len(self.pending))]
        else:
            chosen = [event for event in self.pending if chance.random() < 0.5]
        for event in chosen:
            _apply(made, event)
        return bytes(made)


def _apply(content: bytearray, event: Event) -> None:
    if event[0] == "truncate":
        size = event[2]
        content[size:] = bytes(max(0, size - len(content)))
        return
    start, data = event[2], event[3]
    if start > len(content):
        content += bytes(start - len(content))
    content[start : start + len(data)] = data


class Disk:
    """Files by their names, and what has happened to them since they were synced."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._names = {name: Content(bytearray(data)) for name, data in files.items()}
        self._on_disk = dict(self._names)
        self._pending: list[tuple[str, str, Content | None]] = []
        """Changes of names that are not on the disk: what, name, content."""

    def play(self, event: Event) -> None:
        """Let one event happen."""
        kind, path = event[0], event[1]
        match kind:
            case "create":
                self._name(path, Content())
            case "write" | "truncate":
                if path not in self._names:
                    self._name(path, Content())
                self._names[path].pending.append(event)
            case "rename":
                self._rename(path, event[2])
            case "remove":
                self._names.pop(path, None)
                self._pending.append(("remove", path, None))
            case "sync":
                self._sync(path)

    def _name(self, path: str, content: Content) -> None:
        self._names[path] = content
        self._pending.append(("name", path, content))

    def _rename(self, source: str, target: str) -> None:
        moved = [name for name in self._names if name == source or name.startswith(source + "/")]
        for name in moved:
            content = self._names.pop(name)
            self._names[target + name[len(source) :]] = content
            # One change: a move is never seen by half.
            self._pending.append((f"move {name}", target + name[len(source) :], content))

    def _sync(self, path: str) -> None:
        if path in self._names:
            self._names[path].sync()
            self._settle(lambda name: name == path)
        else:
            self._settle(lambda name: name.rpartition("/")[0] == path)

    def _settle(self, is_synced: object) -> None:
        """Bring the changes of these names to the disk, and those that they follow."""
        assert callable(is_synced)
        last = max((i for i, each in enumerate(self._pending) if is_synced(each[1])), default=-1)
        for change in self._pending[: last + 1]:
            _change(self._on_disk, change)
        self._pending = self._pending[last + 1 :]

    def after_loss(self, chance: random.Random, *, in_order: bool) -> dict[str, bytes]:
        """Files by name, as they are found after the loss."""
        names = dict(self._on_disk)
        if in_order:
            chosen = self._pending[: chance.randint(0, len(self._pending))]
        else:
            chosen = [change for change in self._pending if chance.random() < 0.5]
        for change in chosen:
            _change(names, change)
        known: dict[int, bytes] = {}
        for content in names.values():
            if id(content) not in known:
                known[id(content)] = content.after_loss(chance, in_order=in_order)
        return {name: known[id(content)] for name, content in names.items()}


def _change(names: dict[str, Content], change: tuple[str, str, Content | None]) -> None:
    kind, path, content = change
    if content is None:
        names.pop(path, None)
        return
    if kind.startswith("move "):
        names.pop(kind.removeprefix("move "), None)
    names[path] = content
