"""CountsCache: the pre-token counts of single sources, kept on disk between trainings.

An entry has the `SourcePretokens` of a source, or of a part of it that a checkpoint keeps:

    magic, SHA-256 of the rest, one line of JSON (the key, numbers, problems), plain arrays

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
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked_path
from engine.compiled import PADDING, Int64s, UInt8s, bounds_of
from engine.corpus import Corpus, CorpusProblem, SourcePath, content_hash
from engine.counting.dropped import DroppedPairs
from engine.errors import ConfigError, CorpusError
from engine.machine import (
    PARTIAL_FILES,
    counts_cache_folder,
    make_folder,
    mark_used,
    remove_abandoned,
    write_whole,
)
from engine.sentences import say
from engine.settings import ReadingOptions
from engine.text import UNICODE_VERSION, Normalization, normalization_version

DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError)
"""What reading an entry that is not whole may raise."""
_MAGIC = b"pre-token counts 1\n"
_ARRAYS = ("lengths", "counts", "steps")
NUMBERS = ("n_bytes", "n_documents", "n_characters", "n_pretokens", "unmatched_bytes")
"""Fields of SourcePretokens that are numbers, in the order of SourceTotals."""
LIMIT_VARIABLE = "TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES"
DEFAULT_MAX_BYTES = 4_000_000_000
COUNTING_VERSION = 1
"""Changes when the same text and settings would be counted differently."""
HashOf = Callable[[SourcePath], str | None]
_ENDING = ".counts"
_MOST_UNSEEN = 64
"""Number of entries after which the folder is listed again: other processes write there, too."""
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, eq=False)
class SourcePretokens:
    """Distinct pre-tokens of one source in the order of their first occurrence.

    data: uint8[n_bytes of the pre-tokens + 16], back to back; starts: int64[n + 1], their bounds.
    counts: int64[n], occurrences in the source; firsts: int64[n], the byte of the source where
        each occurs first, ascending.
    n_bytes, n_documents, n_characters, n_pretokens, unmatched_bytes: of the text that was read.
    problems: what was repaired or left out while it was read.
    dropped: what a floor left out of these counts; None where nothing was.
    """

    data: UInt8s
    starts: Int64s
    counts: Int64s
    firsts: Int64s
    n_bytes: int
    n_documents: int
    n_characters: int
    n_pretokens: int
    unmatched_bytes: int
    problems: tuple[CorpusProblem, ...] = ()
    dropped: DroppedPairs | None = None

    def __post_init__(self) -> None:
        n = len(self.counts)
        if len(self.starts) != n + 1 or len(self.firsts) != n:
            raise ValueError("the arrays of a source's pre-tokens do not fit together")
        if len(self.data) != int(self.starts[-1]) + PADDING:
            raise ValueError("the bytes of a source's pre-tokens do not fit their bounds")

    @property
    def n_unique(self) -> int:
        return len(self.counts)


class SourceTotals(NamedTuple):
    """int64[n_sources] each: bytes, documents, characters, pre-tokens, unmatched bytes."""

    bytes: Int64s
    documents: Int64s
    characters: Int64s
    pretokens: Int64s
    unmatched: Int64s

    def add(self, source: int, counted: SourcePretokens) -> None:
        """Add what was counted of a source before."""
        for array, name in zip(self, NUMBERS, strict=True):
            array[source] += getattr(counted, name)


NO_PRETOKENS = SourcePretokens(
    np.zeros(PADDING, np.uint8), np.zeros(1, np.int64), np.zeros(0, np.int64),
    np.zeros(0, np.int64), 0, 0, 0, 0, 0,
)  # fmt: skip


class SourcePart(NamedTuple):
    """What of a source an entry has the counts of, where that is not all.

    n_batches: batches of documents; n_bytes: of their text. n_read: code points that were read
    of the whole source, where this is the last part of it; 0 where nothing limits them.
    """

    n_batches: int
    n_bytes: int
    n_read: int | None


def entry_content(
    facts: str,
    files: Sequence[SourcePath],
    pretokens: SourcePretokens,
    part: SourcePart | None = None,
) -> list[bytes]:
    """The pieces of an entry.

    facts: what decides the counts, by which the entry is known; files: of the source, in which its
        problems are.
    """
    arrays = {
        "lengths": np.diff(pretokens.starts),
        "counts": pretokens.counts,
        "steps": np.diff(pretokens.firsts, prepend=0),
    }
    small = {name: _smallest(array) for name, array in arrays.items()}
    header = {
        "key": facts,
        "n": pretokens.n_unique,
        "data": int(pretokens.starts[-1]),
        "dtypes": {name: array.dtype.str for name, array in small.items()},
        **{name: getattr(pretokens, name) for name in NUMBERS},
        "problems": [problem_facts(each, files) for each in pretokens.problems],
        **({} if part is None else {"part": part}),
    }
    head = json.dumps(header, default=str).encode() + b"\n"
    pieces = [head, *(array.tobytes() for array in small.values()), pretokens.data.tobytes()]
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return [_MAGIC, digest.digest(), *pieces]


def entry_pretokens(content: bytes, facts: str, files: Sequence[SourcePath]) -> SourcePretokens:
    """The counts in an entry. Raises one of DAMAGE where it is not whole or of other facts."""
    begin = len(_MAGIC) + 32
    rest = memoryview(content)[begin:]
    if not content.startswith(_MAGIC) or (
        hashlib.sha256(rest).digest() != content[len(_MAGIC) : begin]
    ):
        raise ValueError("it is damaged")
    end = content.index(b"\n", begin)
    header = json.loads(content[begin:end])
    if header["key"] != facts:
        raise ValueError("it belongs to another key")
    at, n = end + 1, header["n"]
    arrays = {}
    for name in _ARRAYS:
        dtype = np.dtype(header["dtypes"][name])
        arrays[name] = np.frombuffer(content, dtype, n, at)
        at += arrays[name].nbytes
    return SourcePretokens(
        data=np.frombuffer(content, np.uint8, header["data"] + PADDING, at),
        starts=bounds_of(arrays["lengths"]),
        counts=arrays["counts"].astype(np.int64),
        firsts=np.cumsum(arrays["steps"], dtype=np.int64),
        problems=tuple(problem_of(each, files) for each in header["problems"]),
        **{name: header[name] for name in NUMBERS},
    )


def entry_part(content: bytes) -> SourcePart:
    """What the counts in an entry are of, which is whole. Raises one of DAMAGE."""
    begin = len(_MAGIC) + 32
    n_batches, n_bytes, n_read = json.loads(content[begin : content.index(b"\n", begin)])["part"]
    if n_read is None and n_batches < 1:
        raise ValueError("it is a part of nothing")
    return SourcePart(int(n_batches), int(n_bytes), None if n_read is None else int(n_read))


def _smallest(array: Int64s) -> npt.NDArray[Any]:
    """The array in the smallest unsigned type that fits."""
    return array.astype(np.min_scalar_type(int(array.max(initial=0))))


def problem_facts(problem: CorpusProblem, files: Sequence[SourcePath]) -> dict[str, Any]:
    """A problem with the number of its file, which may lie elsewhere the next time."""
    facts = asdict(problem)
    facts["path"] = files.index(problem.path) if problem.path in files else str(problem.path)
    return facts


def problem_of(facts: dict[str, Any], files: Sequence[SourcePath]) -> CorpusProblem:
    """The problem that `problem_facts` told. Raises one of DAMAGE."""
    path = facts.pop("path")
    known = {each.name for each in fields(CorpusProblem)}
    if not known >= facts.keys():
        raise ValueError("its problems are of another version")
    return CorpusProblem(path=files[path] if isinstance(path, int) else Path(path), **facts)


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
            say("limit_no_number", variable=LIMIT_VARIABLE, given=repr(given)),
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
    del reading["min_count"]  # of sources of counts, which are not kept
    if not options.cut_at:
        del reading["cut_at"]
    return reading
