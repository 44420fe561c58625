"""Writing a set of files so that each is there whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path

from engine.formats.export_error import ExportError
from engine.partial_files import partial_path

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than the system allows",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENOTDIR: "a part of the path is a file, not a directory",
    errno.EEXIST: "a file of that name is in the way of the directory",
    errno.EISDIR: "a directory of that name is in the way",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOENT: "there is no such directory, and it cannot be made",
}
_ADVICE = {
    errno.ENOSPC: "Free some space or choose another directory.",
    errno.EDQUOT: "Free some space or choose another directory.",
    errno.EROFS: "Choose a directory that you may write to.",
    errno.EACCES: "Choose a directory that you may write to.",
    errno.EPERM: "Choose a directory that you may write to.",
    errno.EEXIST: "Choose another name.",
    errno.EISDIR: "Choose another name.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
}


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
            try:
                waiting.append((_write_temporary(target, content), target))
            except OSError as error:
                raise cannot_write(target, error) from None
        for temporary, target in waiting:
            try:
                temporary.replace(target)
            except OSError as error:
                raise cannot_write(target, error) from None
    finally:
        for temporary, _ in waiting:
            temporary.unlink(missing_ok=True)
    return [target for _, target in waiting]


def make_directory(directory: Path, *, asked: Path | None = None) -> None:
    """Make `directory` and its parents. Raises ExportError.

    asked: the path that a person named, where `directory` is one of ours on the way to it.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(asked or directory, error) from None


def cannot_write(path: Path, error: OSError) -> ExportError:
    """The sentence for an OSError that writing `path` met, with advice that fits the reason."""
    reason = _REASONS.get(error.errno or 0) or error.strerror or type(error).__name__
    advice = _ADVICE.get(error.errno or 0, "Choose another directory.")
    return ExportError(f"{path} cannot be written: {reason}. {advice}", path=path)


def _write_temporary(target: Path, content: bytes) -> Path:
    temporary = partial_path(target)
    try:
        with temporary.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary
