"""The files that a dataset or a written mixture was made of, with hashes, for its manifest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.corpus import (
    Corpus,
    RemotePath,
    SourcePath,
    content_hash,
    content_state,
    hashes_folder,
    known_hash,
    remote_state,
    size_on_disk,
)
from engine.errors import CorpusError
from engine.machine import n_cores, used_in_order
from engine.sentences import say

_WAITING_FILES = 4


class SourceFiles:
    """What the files of a corpus were when it was read.

    `take` looks at them, file after file; `check` raises CorpusError for one that has changed.
    skips_unreadable: a file that cannot be read is noted without a hash, as reading skips it.
    """

    def __init__(self, corpus: Corpus, *, skips_unreadable: bool = False) -> None:
        self._sources = corpus.sources
        self._skips_unreadable = skips_unreadable
        self._states: dict[SourcePath, bytes] = {}
        self._facts: dict[SourcePath, dict[str, Any]] = {}

    def take(self) -> Iterator[None]:
        """Hash every file that is on this machine; of others note what their server says.

        Files whose hashes are not remembered are read side by side.
        """
        folder = hashes_folder()
        unknown: list[SourcePath] = []
        for path in dict.fromkeys(path for source in self._sources for path in source.paths):
            if isinstance(path, RemotePath):
                self._take(path, folder)
            else:
                self.begin(path)  # before it is said to be begun
                if (sha256 := known_hash(path, folder)) is None:
                    unknown.append(path)
                else:
                    self.note(path, file_facts(path, sha256))
            yield
        workers = [partial(self._take, folder=folder)] * min(n_cores(), len(unknown))
        if workers:
            yield from used_in_order(workers, unknown, lambda _: None, _WAITING_FILES)

    def _take(self, path: SourcePath, folder: Path) -> None:
        try:
            if path not in self._states:
                self.begin(path)
            self.note(path, file_facts(path, folder=folder))
        except CorpusError:
            if not self._skips_unreadable:
                raise
            self.note(path, {"path": str(path), "sha256": None})

    def begin(self, path: SourcePath) -> None:
        """Take the state of a file that others read. Raises CorpusError."""
        self._states[path] = content_state(path)

    def note(self, path: SourcePath, facts: dict[str, Any]) -> None:
        """Take the facts of a file, as `file_facts` gives them."""
        self._facts[path] = facts

    def of(self, paths: Sequence[SourcePath]) -> list[dict[str, Any]]:
        """The facts of some of the files, as in a manifest."""
        return [self._facts[path] for path in paths]

    def check(self) -> None:
        """Raise CorpusError for a file that is not what it was."""
        for path, state in self._states.items():
            if content_state(path) != state:
                raise CorpusError(say("source_changed", path=path), path=path)


def file_facts(
    path: SourcePath, sha256: str | None = None, folder: Path | None = None
) -> dict[str, Any]:
    """A file as in a manifest: its hash, or for an address what its server says of the content.

    sha256: where it is known. folder: where hashes are remembered, by default `hashes_folder()`.
    Raises CorpusError for one that cannot be read.
    """
    if isinstance(path, RemotePath):
        return {"path": str(path), "server": remote_state(path)}
    sha256 = sha256 or content_hash(path, folder)
    return {"path": str(path), "bytes": size_on_disk(path), "sha256": sha256}
