"""Finding the files of a corpus by path, directory, pattern or URL; duplicates; content hashes.

The hash of a file is remembered with its size, times and inode (engine.corpus.paths.FileState), or
with the validators of its server, so that an unchanged corpus is not read again to know that:

    CACHE/hashes/NAME.memo    one line: size|modified|inode|changed, sha256, check

CACHE is the cache folder of the user. A memo that is damaged, or whose file changed, is ignored.
"""

from __future__ import annotations

import filecmp
import glob
import hashlib
import os
import re
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath
from typing import BinaryIO

from engine.corpus.counts_labels import (
    MANIFEST,
    is_counts_folder,
    label_files,
    read_counts_label,
)
from engine.corpus.paths import (
    COMPRESSION_SUFFIXES,
    TEXT_SUFFIXES,
    RemotePath,
    SourcePath,
    guessed_label,
    is_counts_label,
    is_remote_folder,
    opened_remote,
    plain_suffix,
    remote_files,
    remote_state,
    size_on_disk,
    source_path,
    state_on_disk,
)
from engine.errors import CorpusError, reason_of
from engine.machine import (
    check_regular,
    make_folder,
    remove_abandoned,
    user_cache_folder,
    write_whole,
)
from engine.sentences import say

_GUESSED_RATIO = 4.0  # text bytes per compressed byte, until a file has been read

MOST_MEMOS = 10_000
"""More than this are not kept; those that were made first go first."""

_SURELY_PAST_NS = 2_000_000_000
"""A file that changed so lately may change again without its time telling."""
_MEMO = re.compile(rb"([0-9a-f|]*) ([0-9a-f]{64}) ([0-9a-f]{16})\n")
_READ_BYTES = 1 << 20


def found_files(given: str | os.PathLike[str] | RemotePath) -> list[SourcePath]:
    """The files of a path, a directory, a pattern or a URL, sorted.

    Raises CorpusError if nothing is found.
    """
    if not os.fspath(given):
        raise CorpusError(say("path_empty"))
    path = source_path(given)
    if isinstance(path, RemotePath):
        return _remote_files(path)
    try:
        return list(_local_files(path))
    except (OSError, ValueError) as error:  # a name too long, NUL in it, a forbidden folder
        reason = reason_of(error)
        raise CorpusError(say("path_unsearchable", path=str(given)[:200], reason=reason)) from None


def repeated_files(
    paths: Iterable[object], news: Collection[object] | None = None
) -> list[tuple[Path, Path]]:
    """Return pairs of different local files with the same bytes, the first of each with others.

    paths: addresses and unreadable files are left out.
    news: return only pairs with one of these.
    Only files of equal size are read. Empty files are left out.
    """
    by_size: defaultdict[int, list[Path]] = defaultdict(list)
    for path in dict.fromkeys(paths):
        if isinstance(path, Path):
            try:
                size = path.stat().st_size
            except OSError:
                continue
            if size:
                by_size[size].append(path)
    found = []
    for group in by_size.values():
        firsts: list[Path] = []
        for path in group:
            same = next((each for each in firsts if _is_asked(each, path, news)), None)
            if same is None:
                firsts.append(path)
            else:
                found.append((same, path))
    return found


def identity(path: SourcePath) -> str:
    """The same text for the same file, however its path is written."""
    return path.url if isinstance(path, RemotePath) else str(path.resolve())


def expected_text_bytes(path: SourcePath) -> int:
    """About how many bytes of text a file has, a guess if it is compressed."""
    if isinstance(path, Path) and is_counts_label(path):
        with suppress(CorpusError):  # reading it says what is wrong
            return read_counts_label(path).text_bytes
        return 0
    size = size_on_disk(path) or 0
    compressed = path.suffix.lower() in COMPRESSION_SUFFIXES
    return int(size * _GUESSED_RATIO) if compressed else size


class ChosenLabels:
    """Labels that were given to files, folders, patterns and addresses."""

    def __init__(self, labels: Mapping[str | os.PathLike[str] | RemotePath, str]) -> None:
        self._labels = {_place(path): label for path, label in labels.items()}

    def label(self, path: SourcePath, given: str | os.PathLike[str] | RemotePath) -> str | None:
        """The label of a file: its own, else that of the closest folder, else of what was given.

        given: the folder or pattern that it was found by.
        """
        if not self._labels:
            return None
        place = _place(path)
        candidates = [place]
        while os.path.dirname(place) not in {"", place}:  # noqa: PTH120  (addresses too)
            place = os.path.dirname(place)  # noqa: PTH120
            candidates.append(place)
        for candidate in (*candidates, _place(given)):
            if candidate in self._labels:
                return self._labels[candidate]
        return None


def is_inside(path: SourcePath, folder: str | os.PathLike[str] | RemotePath) -> bool:
    """Whether a file is this file or lies below this folder."""
    return ChosenLabels({folder: "label"}).label(path, path) is not None


def merged_folders(label: str, paths: Sequence[SourcePath]) -> str:
    """A sentence if files of several folders have one label for their names alone, else ""."""
    if not (n_folders := n_joined_folders(label, paths)):
        return ""
    first, second, *_ = sorted({str(path.parent) for path in paths})
    return say("folders_joined", n_folders=n_folders, label=repr(label), first=first, second=second)


def n_joined_folders(label: str, paths: Sequence[SourcePath]) -> int:
    """Number of folders with files of one label for their names alone; 0 for one folder."""
    folders = {str(path.parent) for path in paths}
    if len(folders) < 2:
        return 0
    guesses = map(guessed_label, paths)
    return len(folders) if all(each.is_name and each.label == label for each in guesses) else 0


def _place(path: str | os.PathLike[str] | RemotePath) -> str:
    """The same text for the same place; links are not followed."""
    found = source_path(path)
    text = found.url if isinstance(found, RemotePath) else os.path.abspath(found)  # noqa: PTH100
    return text.rstrip("/") or text


def _local_files(path: Path) -> list[Path]:
    if path.is_dir():
        if is_counts_folder(path):
            return label_files(path)
        files = _with_counts(
            sorted(
                file
                for file in path.rglob("*")
                if _is_wanted(file.relative_to(path)) and file.is_file()
            )
        )
        if not files:
            raise CorpusError(_nothing_in(path), path=path)
        return files
    if path.name == MANIFEST and is_counts_folder(path.parent):
        return label_files(path.parent)
    if path.exists():
        _refuse_endless(path)
        return [path]
    if any(character in str(path) for character in "*?["):
        found = sorted(Path(name) for name in glob.glob(str(path), recursive=True))  # noqa: PTH207 (pattern may be absolute)
        files = [file for file in found if file.is_file() or not file.exists()]
        if files:
            return files
        raise CorpusError(say("no_file_matches", path=path), path=path)
    raise CorpusError(say("file_not_there", path=path), path=path)


def _with_counts(files: list[Path]) -> list[Path]:
    """The files with the labels of folders of counts in place of what these contain."""
    folders = [each for each in {file.parent for file in files} if is_counts_folder(each)]
    if not folders:
        return files
    labels = [label for folder in sorted(folders) for label in label_files(folder)]
    return [file for file in files if file.parent not in folders] + labels


def _refuse_endless(path: Path) -> None:
    try:
        check_regular(path)
    except OSError as error:
        raise CorpusError(
            say("file_unreadable", path=path, reason=reason_of(error)), path=path
        ) from None


def _remote_files(path: RemotePath) -> list[SourcePath]:
    found = remote_files(path)
    if found == [path]:
        return list(found)
    if is_remote_folder(path):
        start = len(path.url.rstrip("/")) + 1
        found = [file for file in found if _is_wanted(PurePosixPath(file.url[start:]))]
        if not found:
            raise CorpusError(_nothing_in(path), path=path)
    if not found:
        raise CorpusError(say("no_file_matches", path=path), path=path)
    return list(found)


def _is_wanted(inside: PurePath) -> bool:
    """Whether a file below a folder is text; hidden files are not."""
    hidden = any(part.startswith(".") for part in inside.parts)
    return not hidden and plain_suffix(inside) in TEXT_SUFFIXES


def _nothing_in(folder: SourcePath) -> str:
    return say("folder_without_text", folder=folder)


def _is_asked(one: Path, other: Path, news: Collection[object] | None) -> bool:
    if news is not None and one not in news and other not in news:
        return False
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def content_hash(path: SourcePath, folder: Path | None = None) -> str:
    """The hex SHA-256 of the bytes on disk, compressed or not.

    folder: where hashes are remembered, by default `hashes_folder()`. Raises CorpusError
    for a file that cannot be read or that changes meanwhile.
    """
    memo = _memo_of(path, folder)
    state = content_state(path)
    if state and (known := _remembered(memo, state)):
        return known
    digest = _hashed(path)
    if content_state(path) != state:
        raise CorpusError(say("file_changed", path=path), path=path)
    if state and is_settled(path):
        _remember(memo, state, digest)
    return digest


def known_hash(path: SourcePath, folder: Path | None = None) -> str | None:
    """The hash that is remembered of a file as it is now; None if it would have to be read."""
    state = content_state(path)
    return _remembered(_memo_of(path, folder), state) if state else None


def hashes_folder() -> Path:
    """Where content hashes are remembered; TOKENIZER_WORKBENCH_HOME moves it."""
    return user_cache_folder("hashes")


def content_state(path: SourcePath) -> bytes:
    """Validators of the content, as hexadecimal numbers; empty if there are none."""
    if isinstance(path, RemotePath):
        remote = remote_state(path)
        # The size alone may be the same when the file is another.
        return _digest(repr(remote).encode()).encode() if remote.keys() - {"size"} else b""
    state = state_on_disk(path)
    return b"" if state is None else "|".join(f"{number:x}" for number in state).encode()


def _memo_of(path: SourcePath, folder: Path | None) -> Path:
    place = path if isinstance(path, RemotePath) else path.absolute()
    name = _digest(str(place).encode("utf-8", "surrogatepass"))[:40]
    return (hashes_folder() if folder is None else folder) / f"{name}.memo"


def _hashed(path: SourcePath) -> str:
    if isinstance(path, RemotePath):
        with opened_remote(path) as stream:
            return _digest_of(stream)
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return _digest_of(stream)
    except FileNotFoundError:
        raise CorpusError(say("file_not_there", path=path), path=path) from None
    except (OSError, ValueError) as error:
        words = reason_of(error)
        raise CorpusError(say("file_unreadable", path=path, reason=words), path=path) from None


def _digest_of(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    while data := stream.read(_READ_BYTES):
        digest.update(data)
    return digest.hexdigest()


def is_settled(path: SourcePath) -> bool:
    """Whether the file will have another state (`content_state`) if it changes from now on."""
    if isinstance(path, RemotePath):
        return True
    try:
        return time.time_ns() - path.stat().st_mtime_ns > _SURELY_PAST_NS
    except OSError:
        return False


def _remembered(memo: Path, state: bytes) -> str | None:
    try:
        match = _MEMO.fullmatch(memo.read_bytes())
    except OSError:
        return None
    if match is None or match[1] != state or _check(state, match[2]) != match[3]:
        return None
    return match[2].decode()


def _remember(memo: Path, state: bytes, found: str) -> None:
    """Write a memo whole or not at all; a failure to write is ignored."""
    if not make_folder(memo.parent):
        return
    line = b"%s %s %s\n" % (state, found.encode(), _check(state, found.encode()))
    with suppress(OSError):
        write_whole(memo, line, durable=False, private=True)
        _forget_oldest(memo.parent)


def _forget_oldest(folder: Path) -> None:
    remove_abandoned(folder)
    memos = list(folder.glob("*.memo"))
    if len(memos) > MOST_MEMOS:
        for memo in sorted(memos, key=_written)[: len(memos) - MOST_MEMOS // 2]:
            memo.unlink(missing_ok=True)


def _written(memo: Path) -> float:
    try:
        return memo.stat().st_mtime
    except OSError:
        return 0.0


def _check(state: bytes, found: bytes) -> bytes:
    return _digest(state + b" " + found)[:16].encode()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
