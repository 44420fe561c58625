"""Writing files that survive a kill at any moment, and reading files that people name.

A whole file is written beside its place, brought to the disk and then moved there: `write_whole`
does it with bytes, `replacing` with what another library writes. A log is a line of magic and
records, each with its length and a checksum of both; a kill cuts the last record short, which is
removed before more is written.

    magic, then per record: uint64 length, uint32 CRC-32 of the length and the content, content

Pillai et al., All File Systems Are Not Created Equal (OSDI 2014), say why the folder is synced too.
What is read of the files of tokenizers is bounded, and every failure is a sentence with file and
line.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import shutil
import stat
import struct
import sys
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import IO, Any

from engine.errors import ConfigError, ExportError, TokenizerFileError, reason_of
from engine.sentences import say

_LOOK_AGAIN_SECONDS = 0.02
PARTIAL_FILES = (".*.????????.part*", "*.unfinished*")
"""The names of files that a killed process left in a folder of ours; SQLite appends to them."""
_ABANDONED_SECONDS = 3600
_REASONS = {
    errno.ENOSPC: "reason_disk_full",
    errno.EDQUOT: "reason_quota_used",
    errno.EFBIG: "reason_file_too_large",
    errno.EROFS: "reason_read_only",
    errno.EACCES: "reason_permission_denied",
    errno.EPERM: "reason_permission_denied",
    errno.ENOTDIR: "reason_part_is_file",
    errno.EEXIST: "reason_file_in_the_way",
    errno.EISDIR: "reason_directory_in_the_way",
    errno.ENAMETOOLONG: "reason_name_too_long",
    errno.ENOENT: "reason_no_such_directory",
}
_ADVICE = {
    errno.ENOSPC: "advice_free_space",
    errno.EDQUOT: "advice_free_space",
    errno.EROFS: "advice_writable",
    errno.EACCES: "advice_writable",
    errno.EPERM: "advice_writable",
    errno.EEXIST: "advice_other_name",
    errno.EISDIR: "advice_other_name",
    errno.ENAMETOOLONG: "advice_shorter_name",
}
_HEAD = struct.Struct("<QI")
_LENGTH = struct.Struct("<Q")
_MOST_RECORD_BYTES = 1 << 40
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first date that zip knows. The clock's date would make equal tokenizers unequal files, and a
machine whose clock is before it could write none."""
_MOST_BYTES = 1 << 30
_BEGINNING = 1 << 16
_ENDLESS = (
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)


def is_running(pid: int) -> bool | None:
    """Whether a process of any user has this id; None if the platform does not report it."""
    if os.name != "posix":
        return None  # signal 0 would end the process there
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


# ---- locks between processes: a file that one of them holds, until that process ends -------------


if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def file_lock(path: Path, *, wait_seconds: float = 0.0) -> Iterator[bool]:
    """Hold the lock `path`; False if another process still holds it after the wait.

    Where no lock is possible, as in a folder that cannot be written, it counts as held.
    """
    try:
        file = path.open("ab")
    except OSError:
        yield True
        return
    with file:
        yield _taken(file, wait_seconds)


def try_lock(file: IO[bytes]) -> bool:
    """Take the lock of an open file until it is closed; False if another process has it.

    Where no lock is possible, as on some network drives, it counts as held.
    """
    try:
        _take(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _taken(file: IO[bytes], wait_seconds: float) -> bool:
    given_up = time.monotonic() + wait_seconds
    while not try_lock(file):
        if time.monotonic() >= given_up:
            return False
        Event().wait(_LOOK_AGAIN_SECONDS)
    return True


# ---- whole files and folders: written beside their place, then moved there -----------------------
#
# .NAME.8-HEX-DIGITS.part      a file or a folder, moved to NAME once everything is in it
# *.unfinished                 the same, as earlier versions named it


def partial_path(target: Path) -> Path:
    """A new name beside `target` to write to, and then to move there.

    Earlier ones of the same target not written to for an hour are removed: their
    process was killed.
    """
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}\.part")
    limit = time.time() - _ABANDONED_SECONDS
    with suppress(OSError):
        for path in target.parent.iterdir():
            if name.fullmatch(path.name) and _last_written(path) < limit:
                _remove(path)
    return _new_name(target)


def remove_abandoned(folder: Path, limit: float | None = None) -> None:
    """Remove partial files of a folder of ours whose writer must have been killed.

    limit: those last written before this time, in seconds; an hour ago by default.
    """
    limit = time.time() - _ABANDONED_SECONDS if limit is None else limit
    for path in [each for pattern in PARTIAL_FILES for each in folder.glob(pattern)]:
        with suppress(OSError):
            if path.stat().st_mtime < limit:
                path.unlink()


def write_whole(
    path: Path, content: bytes | Sequence[bytes], *, durable: bool = True, private: bool = False
) -> None:
    """Put a file in its place, whole or not at all. Raises OSError.

    content: the bytes, or parts of them. private: only its user may read it.
    durable: the content is on the disk before the file moves, and its name afterwards. A power
        failure may damage a file that is not.
    """
    parts = [content] if isinstance(content, bytes) else content
    partial = _written_beside(path, parts, durable=durable, private=private)
    try:
        move_into_place(partial, path, durable=durable)
    except BaseException:
        _remove(partial)
        raise


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A path beside `target` to write a file to, which takes its place at the end of the block.

    It is on the disk then. Raises OSError; nothing but what was there before is left then, nor
    where the block fails.
    """
    partial = partial_path(target)
    try:
        yield partial
        with partial.open("r+b") as stream:
            os.fsync(stream.fileno())
        move_into_place(partial, target)
    except BaseException:
        _remove(partial)
        raise


@contextmanager
def partial_folder(target: Path) -> Iterator[Path]:
    """A folder beside `target` to write to; what is not moved into place by the end is removed.

    Raises ExportError.
    """
    partial = partial_path(target)
    make_directory(partial, asked=target)
    try:
        yield partial
    finally:
        _remove(partial)


def move_into_place(partial: Path, target: Path, *, durable: bool = True) -> None:
    """Move what is written: a file over another, a folder to where none or an empty one is.

    durable: the name is on the disk afterwards. Raises OSError.
    """
    if partial.is_dir():
        with suppress(FileNotFoundError):
            target.rmdir()  # Windows moves a folder only to where none is
        partial.rename(target)
    else:
        partial.replace(target)
    if durable:
        sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sync_stream(stream: IO[bytes], asked: Path) -> None:
    """Wait until what was written is on the disk. Raises ExportError that names `asked`."""
    try:
        os.fsync(stream.fileno())
    except OSError as error:
        raise cannot_write(asked, error) from None


def _written_beside(
    target: Path, parts: Iterable[bytes], *, durable: bool = True, private: bool = False
) -> Path:
    """The path of a whole file, which is yet to be moved to `target`."""
    partial = partial_path(target) if durable else _new_name(target)
    mode = 0o600 if private else 0o666
    try:
        with open(partial, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
            stream.writelines(parts)
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
    except BaseException:
        _remove(partial)
        raise
    return partial


def _new_name(target: Path) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


def _last_written(path: Path) -> float:
    """When a file, or anything in a folder, was last written."""
    return max(each.stat().st_mtime for each in (path, *path.rglob("*")))


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


# ---- sets of files -------------------------------------------------------------------------------


def write_files(directory: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write each `name -> content` into `directory`, which is made if need be.

    All contents are on disk under temporary names before the first file is replaced, so a full
    disk leaves what was there before. Raises ExportError with a sentence.
    """
    make_directory(directory)
    waiting: list[tuple[Path, Path]] = []
    try:
        for name, content in contents.items():
            target = directory / name
            with _told_as_export_error(target):
                waiting.append((_written_beside(target, [content]), target))
        for partial, target in waiting:
            with _told_as_export_error(target):
                move_into_place(partial, target)
    finally:
        for partial, _ in waiting:
            _remove(partial)
    return [directory / name for name in contents]


@contextmanager
def _told_as_export_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from None


def make_directory(directory: Path, *, asked: Path | None = None) -> None:
    """Make `directory` and its parents. Raises ExportError.

    asked: the path that a person named, where `directory` is one of ours on the way to it.
    """
    with _told_as_export_error(asked or directory):
        directory.mkdir(parents=True, exist_ok=True)


def cannot_write(path: Path, error: OSError) -> ExportError:
    """The sentence for an OSError that writing `path` met, with advice that fits the reason."""
    number = error.errno or 0
    reason = reason_of(error)
    if number in _REASONS:
        reason = say(_REASONS[number])
    advice = say(_ADVICE.get(number, "choose_directory"))
    return ExportError(say("cannot_be_written", path=path, reason=reason, advice=advice), path=path)


def remove_matching(folder: Path, patterns: Sequence[str]) -> int:
    """Remove the files of these names, and the folder if it is empty then.

    Returns the bytes that were freed. What resists, and what other programs put there, stays.
    """
    freed = 0
    for path in [each for pattern in patterns for each in folder.glob(pattern)]:
        with suppress(OSError):
            size = path.stat().st_size
            path.unlink()
            freed += size
    with suppress(OSError):
        folder.rmdir()
    return freed


class GrowingLog:
    """A log open for appending. Every method raises OSError; close it in the end.

    The file is made where it is missing; what follows `end` in one that is there is cut off.
    """

    def __init__(self, path: Path, magic: bytes, end: int | None = None) -> None:
        self.path = path
        self._stream = path.open("r+b" if end else "wb", buffering=0)
        try:
            if end:
                self._stream.truncate(end)
                self._stream.seek(end)
            else:
                self._write(magic)
            self.sync()
        except OSError:
            self.close()
            raise
        sync_folder(path.parent)

    def append(self, parts: Sequence[bytes | memoryview]) -> None:
        """Add one record; the system has it afterwards, the disk after `sync`."""
        length = _LENGTH.pack(sum(len(part) for part in parts))
        check = zlib.crc32(length)
        for part in parts:
            check = zlib.crc32(part, check)
        self._write(length + struct.pack("<I", check))
        for part in parts:
            self._write(part)

    def sync(self) -> None:
        """Bring everything to the disk."""
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        self._stream.close()

    def _write(self, part: bytes | memoryview) -> None:
        rest = memoryview(part)
        while rest:
            rest = rest[self._stream.write(rest) :]


def records(path: Path, magic: bytes) -> Iterator[tuple[bytes, int]]:
    """The whole records of a log, each with the place where it ends; none of another file.

    Raises OSError for a file that is there and cannot be read.
    """
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        return
    with stream:
        size = os.fstat(stream.fileno()).st_size
        if stream.read(len(magic)) != magic:
            return
        end = len(magic)
        while len(head := stream.read(_HEAD.size)) == _HEAD.size:
            length, check = _HEAD.unpack(head)
            if length > min(_MOST_RECORD_BYTES, size - stream.tell()):
                return
            content = stream.read(length)
            if zlib.crc32(content, zlib.crc32(_LENGTH.pack(length))) != check:
                return
            end += _HEAD.size + length
            yield content, end


# ---- members of zip archives: reproducible bytes out, bounded memory in --------------------------


def add_member(archive: zipfile.ZipFile, name: str, content: bytes | str) -> None:
    """Write a compressed member that bears no date."""
    member = zipfile.ZipInfo(name, _EPOCH)
    member.compress_type = archive.compression
    member.external_attr = 0o644 << 16
    archive.writestr(member, content, compresslevel=archive.compresslevel)


def read_member(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    """The content of a member; KeyError if there is none, ValueError above `most_bytes`."""
    member = archive.getinfo(name)
    if member.file_size > most_bytes:
        raise ValueError(
            say("archive_member_too_large", name=name, size=member.file_size, most=most_bytes)
        )
    return archive.read(member)


# ---- files that people name ----------------------------------------------------------------------


def check_regular(path: Path) -> None:
    """Raise OSError for a device, a pipe or a socket, which may wait or give bytes for ever.

    Every file that a person names passes here before it is opened. What is missing, and
    directories, are left to opening.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # opening it says why
        return
    for is_kind, kind in _ENDLESS:
        if is_kind(mode):
            reason = f"it is {kind}, not a file; save its content as a file first"
            raise OSError(errno.EINVAL, reason, str(path))


def beginning(path: Path) -> bytes:
    """As much of a file as shows what it is. Raises TokenizerFileError."""
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return stream.read(_BEGINNING)
    except OSError as error:
        raise TokenizerFileError(
            say("file_unreadable", path=path, reason=reason_of(error)), path=path
        ) from None


def read_bytes(path: Path) -> bytes:
    """The content of `path`. Raises TokenizerFileError."""
    try:
        check_regular(path)
        if path.stat().st_size > _MOST_BYTES:
            raise refusal(path, say("reason_too_large", size=path.stat().st_size))
        return path.read_bytes()
    except FileNotFoundError:
        raise TokenizerFileError(say("file_not_there", path=path), path=path) from None
    except OSError as error:
        raise TokenizerFileError(
            say("file_unreadable", path=path, reason=reason_of(error)), path=path
        ) from None


def read_text(path: Path) -> str:
    """The content of `path` as text. Raises TokenizerFileError."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refusal(path, say("reason_not_utf8", byte=error.start), line) from None


class _DoubledNameError(ValueError):
    pass


def read_json(path: Path, doubled: list[tuple[dict[str, Any], str]] | None = None) -> Any:
    """The JSON document in `path`. Raises TokenizerFileError.

    doubled: takes each name that occurs twice in an object, with that object; such a document is
    refused if it is None.
    """

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        document = dict(pairs)
        if len(document) < len(pairs):
            names = [name for name, n in Counter(name for name, _ in pairs).items() if n > 1]
            if doubled is None:
                raise _DoubledNameError(say("name_doubled", name=repr(names[0])))
            doubled.extend((document, name) for name in names)
        return document

    try:
        return json.loads(read_text(path), object_pairs_hook=kept)
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" at")
        raise refusal(path, say("reason_no_json", reason=reason), error.lineno) from None
    except _DoubledNameError as error:
        raise refusal(path, str(error)) from None
    except RecursionError:
        raise refusal(path, say("reason_nested_deeply")) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise refusal(path, say("long_number")) from None


def toml_document(text: str) -> dict[str, Any]:
    """The document of a TOML text.

    Raises ValueError with the reason, also for whole numbers of more than 64 bits, which TOML does
    not have, and for deep nesting.
    """
    import tomllib  # late: a start reads no TOML

    try:
        document = tomllib.loads(text)
        if _has_long_number(document):
            raise ValueError(say("long_number"))
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # Python reads no number of more than some thousand digits
        raise ValueError(say("long_number")) from None
    except RecursionError:
        raise ValueError(say("reason_toml_nested_deeply")) from None
    return document


def _has_long_number(value: object) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(map(_has_long_number, value))
    return isinstance(value, int) and not -(1 << 63) <= value < 1 << 63


def refusal(
    path: Path, reason: str, line: int | None = None, *, setting: str | None = None
) -> TokenizerFileError:
    """The error to raise: `path` cannot be used, for a reason, in a line counted from 1.

    setting: the argument with which the caller can mend it.
    """
    where = say("file_and_line", path=path, line=line) if line is not None else str(path)
    code = "tokenizer_unusable_question" if reason.endswith("?") else "tokenizer_unusable"
    return TokenizerFileError(say(code, where=where, reason=reason), path=path, setting=setting)


def refuse_pattern(path: Path, pattern: str | None) -> None:
    """Raise ConfigError for a pattern, where the file at `path` has its own."""
    if pattern is not None:
        raise ConfigError(say("holds_own_pattern", path=path), setting="pattern")
