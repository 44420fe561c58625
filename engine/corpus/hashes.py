"""Content hashes: the identity of a file, independent of its name.

The hash of a file is remembered with its size, times and inode (engine.corpus.paths.FileState), or
with what its server says, so that a corpus that did not change is not read again to know that:

    CACHE/hashes/NAME.memo    one line: size|modified|inode|changed, sha256, check

CACHE is the user's cache folder. A memo that is damaged, or of a file that changed, is ignored.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import platformdirs

from engine.corpus.paths import RemotePath, SourcePath, state_on_disk
from engine.corpus.readers import remote
from engine.corpus.sentences import say
from engine.errors import CorpusError
from engine.machine import (
    HOME_VARIABLE,
    check_regular,
    make_folder,
    remove_abandoned,
    write_whole,
)

MOST_MEMOS = 10_000
"""More than this are not kept; those that were made first go first."""

_SURELY_PAST_NS = 2_000_000_000
"""A file that changed so lately may change again without its time telling."""
_MEMO = re.compile(rb"([0-9a-f|]*) ([0-9a-f]{64}) ([0-9a-f]{16})\n")
_READ_BYTES = 1 << 20


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
        raise CorpusError(
            say("file_changed", path=path),
            path=path,
        )
    if state and is_settled(path):
        _remember(memo, state, digest)
    return digest


def known_hash(path: SourcePath, folder: Path | None = None) -> str | None:
    """The hash that is remembered of a file as it is now; None if it would have to be read."""
    state = content_state(path)
    return _remembered(_memo_of(path, folder), state) if state else None


def hashes_folder() -> Path:
    """Where content hashes are remembered; TOKENIZER_WORKBENCH_HOME moves it."""
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home) / "cache" / "hashes"
    return Path(platformdirs.user_cache_dir("tokenizer-workbench")) / "hashes"


def content_state(path: SourcePath) -> bytes:
    """Validators of the content, as hexadecimal numbers; empty if there are none."""
    if isinstance(path, RemotePath):
        told = remote.remote_state(path)
        # The size alone may be the same when the file is another.
        return _digest(repr(told).encode()).encode() if told.keys() - {"size"} else b""
    state = state_on_disk(path)
    return b"" if state is None else "|".join(f"{number:x}" for number in state).encode()


def _memo_of(path: SourcePath, folder: Path | None) -> Path:
    name = _digest(str(_absolute(path)).encode("utf-8", "surrogatepass"))[:40]
    return (hashes_folder() if folder is None else folder) / f"{name}.memo"


def _absolute(path: SourcePath) -> SourcePath:
    return path if isinstance(path, RemotePath) else path.absolute()


def _hashed(path: SourcePath) -> str:
    if isinstance(path, RemotePath):
        with remote.opened(path) as stream:
            return _digest_of(stream)
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return _digest_of(stream)
    except FileNotFoundError:
        raise CorpusError(say("file_not_there_any_more", path=path), path=path) from None
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or error
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
