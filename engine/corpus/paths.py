"""SourcePath: the path of a corpus file, on this machine or at a URL.

An address is anything of the form `scheme://...`, such as `s3://bucket/eng.jsonl.gz` or
`https://host/deu.txt`; `file://` addresses are paths of this machine.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_WEB = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True)
class RemotePath:
    """A file at an address. size_bytes: as stored there, if that is known.

    `name`, `suffix`, `suffixes` and `parent` are those of pathlib; the part after a ? or #
    in a web address does not belong to the name.
    """

    url: str
    size_bytes: int | None = field(default=None, compare=False)

    @property
    def scheme(self) -> str:
        return self.url.partition("://")[0].lower()

    @property
    def name(self) -> str:
        return self._pure.name

    @property
    def suffix(self) -> str:
        return self._pure.suffix

    @property
    def suffixes(self) -> list[str]:
        return self._pure.suffixes

    @property
    def parent(self) -> PurePosixPath:
        return self._pure.parent

    @property
    def _pure(self) -> PurePosixPath:
        rest = self.url.partition("://")[2]
        if self.scheme in _WEB:
            rest = unquote(rest.partition("#")[0].partition("?")[0])
        return PurePosixPath(rest)

    def __str__(self) -> str:
        return self.url

    def __fspath__(self) -> str:
        return self.url


SourcePath = Path | RemotePath


def is_address(given: str | os.PathLike[str]) -> bool:
    """Whether a text is an address of another machine: a scheme of two letters and more, `://`."""
    text = os.fspath(given)
    return _SCHEME.match(text) is not None and not text.lower().startswith("file://")


def source_path(given: str | os.PathLike[str] | RemotePath) -> SourcePath:
    """The path or address of a text. Example: "file:///data/a.txt" -> /data/a.txt."""
    if isinstance(given, RemotePath):
        return given
    text = os.fspath(given)
    if text.lower().startswith("file://"):
        return Path(unquote(urlsplit(text).path))
    return RemotePath(text) if is_address(text) else Path(given)


class FileState(NamedTuple):
    """Properties that change with the content of a file. Times in ns.

    changed: of any change, also of its name or rights (on Windows when the file was made); unlike
    `modified` it cannot be set back.
    """

    size: int
    modified: int
    inode: int
    changed: int


def state_on_disk(path: SourcePath) -> FileState | None:
    """The state of a file of this machine; None if it is missing or cannot be asked."""
    if isinstance(path, RemotePath):
        return None
    try:
        status = path.stat()
    except (OSError, ValueError):  # opening it says why
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return FileState(status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns)


def size_on_disk(path: SourcePath) -> int | None:
    """Size of a file on disk; None if it is unknown. Asks no other machine."""
    if isinstance(path, RemotePath):
        return path.size_bytes
    try:
        return path.stat().st_size
    except OSError:
        return None
