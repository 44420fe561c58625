"""CountsCache: the pre-token counts of single sources, kept on disk between trainings.

An entry is known by everything that decides what the counts are (`CountsKey`): the content hashes
of the files, how they are read, the split pattern, the normalization, the Unicode tables and the
version of counting. A file that changes gets another key, so that nothing is ever out of date.

An entry that is cut short, changed or of another key is removed and counted again. Entries are
written beside their place and moved there, so that several processes may write the same one; a
reader that opened one keeps it when another process removes it. What was not used for longest goes
first when all entries together are larger than the limit.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePath
from typing import Any, TypeVar

from engine.argument_types import checked_path
from engine.corpus import Corpus, SourcePath, content_hash
from engine.counting.entries import (
    DAMAGE,
    SourcePart,
    entry_content,
    entry_part,
    entry_pretokens,
)
from engine.counting.source_pretokens import SourcePretokens
from engine.errors import ConfigError, CorpusError
from engine.machine import (
    PARTIAL_FILES,
    counts_cache_folder,
    make_folder,
    mark_used,
    remove_abandoned,
    write_whole,
)
from engine.settings import ReadingOptions
from engine.text import UNICODE_VERSION, Normalization, normalization_version

LIMIT_VARIABLE = "TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES"
DEFAULT_MAX_BYTES = 4_000_000_000

COUNTING_VERSION = 1
"""Changes when the same text and settings would be counted differently."""

HashOf = Callable[[SourcePath], str | None]

_ENDING = ".counts"
_MOST_UNSEEN = 64
"""Number of entries after which the folder is listed again: other processes write there, too."""

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class CountsKey:
    """What decides the counts of one source.

    facts: as JSON; files: of the source; hashes: of their content.
    """

    facts: str
    files: tuple[SourcePath, ...]
    hashes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of its entry."""
        return hashlib.sha256(self.facts.encode()).hexdigest()[:40]

    def ended_after(self, max_chars: int) -> CountsKey:
        """The key of the same source where the corpus ends after a number of its code points."""
        facts = json.loads(self.facts) | {"ends_after": max_chars}
        return replace(self, facts=json.dumps(facts, sort_keys=True))

    def still_holds(self) -> bool:
        """Whether the files are what they were when the key was made."""
        return _hashes(self.files) == self.hashes


class CountsCache:
    """The kept counts in one folder, all together of at most `max_bytes`.

    folder: None for the user's own, which TOKENIZER_WORKBENCH_COUNTS_CACHE moves.
    max_bytes: None for TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES or 4 GB; 0 keeps nothing.
    Whatever goes wrong with the disk costs a counting and nothing else.
    """

    def __init__(self, folder: str | Path | None = None, max_bytes: int | None = None) -> None:
        if folder is None:
            folder = counts_cache_folder()
        self.folder = checked_path(folder, "The folder of a cache")
        self.max_bytes = _limit() if max_bytes is None else max_bytes
        self._left = 0
        """Bytes for which there was room when the folder was last looked at, and then less."""
        self._n_unseen = _MOST_UNSEEN

    def key(
        self,
        corpus: Corpus,
        index: int,
        pattern: str,
        normalization: Normalization | None,
        *,
        hash_of: HashOf = content_hash,
    ) -> CountsKey | None:
        """The key of a source of a corpus, without the cap of the whole corpus.

        pattern: the split pattern itself, not the name of a preset: `Splitter.pattern`.
        None for text in memory and for files that cannot be hashed: those are not kept. Hashing
        reads the files once; afterwards their hashes are known by size and time of change.
        """
        source = corpus.sources[index]
        if source.texts is not None or not source.paths:
            return None
        hashes = _hashes(source.paths, hash_of)
        if hashes is None:
            return None
        facts = {
            "version": COUNTING_VERSION,
            "files": [
                [each, *PurePath(path.name).suffixes]
                for each, path in zip(hashes, source.paths, strict=True)
            ],
            "reading": _reading(corpus.reading_of(source)),
            "pattern": pattern,
            "normalization": normalization,
            "unicode": [UNICODE_VERSION, normalization_version(normalization)],
        }
        return CountsKey(json.dumps(facts, sort_keys=True), source.paths, hashes)

    def get(self, key: CountsKey) -> SourcePretokens | None:
        """The kept counts, or None. An entry that is not whole is removed."""
        found = self._found(key, lambda _content: None)
        return None if found is None else found[0]

    def get_part(self, key: CountsKey) -> tuple[SourcePretokens, SourcePart] | None:
        """The kept counts of a part of a source, and of which; or None, as `get`."""
        return self._found(key, entry_part)

    def _found(
        self, key: CountsKey, part_of: Callable[[bytes], Part]
    ) -> tuple[SourcePretokens, Part] | None:
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        try:
            found = entry_pretokens(content, key.facts, key.files), part_of(content)
        except DAMAGE:
            with suppress(OSError):
                path.unlink()
            return None
        mark_used(path)
        return found

    def holds(self, key: CountsKey) -> bool:
        """Whether there is an entry, without looking whether it is whole."""
        return self._path(key).exists()

    def prepare(self) -> bool:
        """Make the folder and keep to the limit; False where nothing can be kept in it."""
        if not make_folder(self.folder) or not os.access(self.folder, os.W_OK | os.X_OK):
            return False
        self._shrink()
        return True

    def put(self, key: CountsKey, pretokens: SourcePretokens) -> None:
        """Keep counts; a disk that is full or cannot be written is no reason to fail."""
        content = entry_content(key.facts, key.files, pretokens)
        n_bytes = sum(map(len, content))
        if n_bytes > self.max_bytes or not make_folder(self.folder):
            return
        with suppress(OSError):
            write_whole(self._path(key), content, durable=False, private=True)
        self._left -= n_bytes
        self._n_unseen += 1
        if self._left < 0 or self._n_unseen >= _MOST_UNSEEN:
            self._shrink()

    def put_part(self, key: CountsKey, pretokens: SourcePretokens, part: SourcePart) -> None:
        """Keep the counts of a part of a source, on the disk afterwards. Raises OSError."""
        content = entry_content(key.facts, key.files, pretokens, part)
        write_whole(self._path(key), content, private=True)

    def remove(self, key: CountsKey) -> None:
        """Forget an entry."""
        with suppress(OSError):
            self._path(key).unlink()

    def has_room(self, n_bytes: int) -> bool:
        """Whether `n_bytes` more fit without removing another entry."""
        if self._left < n_bytes and self._n_unseen:
            self._shrink()
        return self._left >= n_bytes

    def clear(self) -> int:
        """Remove all entries; returns the bytes that were freed."""
        freed = 0
        names = (f"*{_ENDING}", *PARTIAL_FILES)
        for path in [each for name in names for each in self.folder.glob(name)]:
            with suppress(OSError):
                size = path.stat().st_size
                path.unlink()
                freed += size
        return freed

    @property
    def n_bytes(self) -> int:
        """Size of all entries."""
        return sum(size for _, size, _ in self._entries())

    @property
    def n_entries(self) -> int:
        """How many sources are kept."""
        return len(self._entries())

    def _path(self, key: CountsKey) -> Path:
        return self.folder / (key.name + _ENDING)

    def _files(self, ending: str) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.name.endswith(ending)]
        except OSError:
            return []

    def _entries(self) -> list[tuple[int, int, Path]]:
        """(time of the last use in ns, bytes, file) of each entry."""
        entries = []
        for path in self._files(_ENDING):
            with suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime_ns, status.st_size, path))
        return entries

    def _shrink(self) -> None:
        """Remove what was not used for longest, down to the limit, and what was abandoned."""
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        for _, size, path in entries:
            if total <= self.max_bytes:
                break
            with suppress(OSError):
                path.unlink()
            total -= size
        self._left, self._n_unseen = self.max_bytes - total, 0
        remove_abandoned(self.folder)


def _limit() -> int:
    given = os.environ.get(LIMIT_VARIABLE)
    if not given:
        return DEFAULT_MAX_BYTES
    if not given.isdecimal():
        raise ConfigError(
            f"{LIMIT_VARIABLE} must be a whole number of bytes, not {given!r}.",
            setting=LIMIT_VARIABLE,
        )
    return int(given)


def _hashes(paths: Sequence[SourcePath], hash_of: HashOf = content_hash) -> tuple[str, ...] | None:
    """The hashes of all files, None if one has none."""
    hashes = []
    for path in paths:
        try:
            found = hash_of(path)
        except (OSError, CorpusError):  # reading it says why
            return None
        if found is None:
            return None
        hashes.append(found)
    return tuple(hashes)


def _reading(options: ReadingOptions) -> dict[str, Any]:
    """How a source is read; without the cuts where there are none, as older entries have it."""
    reading = asdict(options)
    if not options.cut_at:
        del reading["cut_at"]
    return reading
