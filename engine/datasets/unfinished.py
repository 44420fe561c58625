"""Datasets whose writing ended early: the finished shards, and where the same writing continues.

Beside OUT, `.OUT.unfinished` contains the shards and `progress.jsonl`: in its first line what the
dataset is made of, then a line for each shard that is on the disk. A line that is cut short, and
files without a line, are those of a writer that was killed; they are written again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from engine.errors import ExportError
from engine.machine import cannot_write, make_directory, try_lock
from engine.sentences import say

JOURNAL = "progress.jsonl"


@dataclass(frozen=True, slots=True)
class WrittenShard:
    """A shard on the disk, and the state of the writer after it.

    entry: as in the manifest. sizes: bytes of its files by name. group: number of groups of
    documents before the one in which the shard ends; ids: how many ids of that group are written;
    sums: documents, bytes and tokens of each source before that group.
    """

    entry: dict[str, Any]
    sizes: dict[str, int]
    group: int
    ids: int
    sums: list[list[int]]


def unfinished_folder(out: Path) -> Path:
    """Where the finished shards of a dataset are until all are written."""
    return out.with_name(f".{out.name}.unfinished")


def n_unfinished_shards(out: Path) -> int:
    """The number of shards that the next writing of `out` does not have to write."""
    try:
        lines = (unfinished_folder(out) / JOURNAL).read_bytes().count(b"\n")
    except OSError:
        return 0
    return max(0, lines - 1)


class Unfinished:
    """The folder in which a dataset is written, and its journal."""

    def __init__(self, folder: Path, out: Path, journal: IO[bytes]) -> None:
        self.folder = folder
        self.shards: list[WrittenShard] = []
        self._out = out
        self._journal = journal
        self._has_begun = False

    def begin(self, made_of: dict[str, Any]) -> None:
        """Take what an earlier writer of the same dataset finished; remove its other files.

        Raises ExportError if the folder is part of another dataset.
        """
        made_of = json.loads(json.dumps(made_of))
        self._made_of = made_of
        try:
            self._journal.seek(0)
            lines = self._journal.read().splitlines(keepends=True)
            n_bytes = self._take(lines, made_of)
            self._journal.truncate(n_bytes)
            self._journal.seek(0, os.SEEK_END)
            kept = {JOURNAL, *(name for shard in self.shards for name in shard.sizes)}
            for path in self.folder.iterdir():
                if path.name not in kept:
                    path.unlink()
        except OSError as error:
            raise cannot_write(self._out, error) from None

    def add(self, shard: WrittenShard) -> None:
        """Note a shard that is on the disk."""
        parts = [] if self._has_begun else [self._made_of]
        text = "".join(json.dumps(each) + "\n" for each in (*parts, asdict(shard)))
        try:
            self._journal.write(text.encode())
            self._journal.flush()
            os.fsync(self._journal.fileno())
        except OSError as error:
            raise cannot_write(self._out, error) from None
        self._has_begun = True
        self.shards.append(shard)

    def end(self) -> None:
        """Remove the journal: the folder is the dataset."""
        self._journal.close()
        try:
            (self.folder / JOURNAL).unlink()
        except OSError as error:
            raise cannot_write(self._out, error) from None

    def _take(self, lines: list[bytes], made_of: dict[str, Any]) -> int:
        """Take the shards of the journal's lines; returns how many of its bytes are valid."""
        n_bytes = 0
        for line in lines:
            try:
                read = json.loads(line) if line.endswith(b"\n") else None
                shard = WrittenShard(**read) if self._has_begun and read is not None else None
            except (ValueError, TypeError):
                return n_bytes
            if read is None:
                return n_bytes
            if shard is None:
                self._check_same(read, made_of)
                self._has_begun = True
            elif self._is_there(shard):
                self.shards.append(shard)
            else:
                return n_bytes
            n_bytes += len(line)
        return n_bytes

    def _check_same(self, read: dict[str, Any], made_of: dict[str, Any]) -> None:
        differing = [name for name in made_of if read.get(name) != made_of[name]]
        if differing:
            raise ExportError(
                say(
                    "unfinished_differs",
                    path=self._out,
                    folder=self.folder,
                    names=", ".join(differing),
                ),
                path=self._out,
            )

    def _is_there(self, shard: WrittenShard) -> bool:
        for name, size in shard.sizes.items():
            try:
                if (self.folder / name).stat().st_size != size:
                    return False
            except OSError:
                return False
        return True


@contextmanager
def opened_unfinished(out: Path) -> Iterator[Unfinished]:
    """The folder in which `out` is written; it stays as long as it has finished shards.

    Raises ExportError if it cannot be written or if another process writes to it.
    """
    folder = unfinished_folder(out)
    make_directory(folder, asked=out)
    try:
        journal = (folder / JOURNAL).open("a+b")
    except OSError as error:
        raise cannot_write(out, error) from None
    with journal:
        if not try_lock(journal):
            raise ExportError(say("dataset_being_written", path=out), path=out)
        unfinished = Unfinished(folder, out, journal)
        try:
            yield unfinished
        finally:
            if not n_unfinished_shards(out):
                with suppress(OSError):
                    journal.close()
                    shutil.rmtree(folder)
