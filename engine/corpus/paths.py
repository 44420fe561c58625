"""Files of a corpus, on this machine or at a URL: paths, the labels they suggest, and opening them.

An address is anything of the form `scheme://...`, such as `s3://bucket/eng.jsonl.gz` or
`https://host/deu.txt`; `file://` addresses are paths of this machine. A label is a language or a
domain.

A file is opened plain or compressed, and checked for changes. Addresses are read through fsspec, if
it is installed. The protocols are those of fsspec: `https://` needs aiohttp, `s3://` s3fs, `gs://`
gcsfs, `hf://` huggingface_hub, and so on; errors name the missing one.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import re
import socket
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath, PurePosixPath
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple, cast
from urllib.parse import unquote, urlsplit

from engine.argument_types import checked_path
from engine.errors import CorpusError, reason_of
from engine.machine import check_regular, how_to_install
from engine.sentences import say
from engine.text import language_code

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")

COMPRESSION_SUFFIXES = frozenset({".gz", ".zst", ".xz"})

_CODE_LABELS = {
    ".py": "code_python", ".pyi": "code_python", ".c": "code_c", ".h": "code_c",
    ".cc": "code_cpp", ".cpp": "code_cpp", ".cxx": "code_cpp", ".hpp": "code_cpp",
    ".js": "code_javascript", ".mjs": "code_javascript", ".ts": "code_typescript",
    ".java": "code_java", ".go": "code_go", ".rs": "code_rust", ".rb": "code_ruby",
    ".php": "code_php", ".cs": "code_csharp", ".swift": "code_swift", ".kt": "code_kotlin",
    ".scala": "code_scala", ".lua": "code_lua", ".pl": "code_perl", ".r": "code_r",
    ".jl": "code_julia", ".sh": "code_shell", ".sql": "code_sql", ".html": "code_html",
    ".htm": "code_html", ".css": "code_css", ".xml": "code_xml", ".json": "code_json",
    ".yaml": "code_yaml", ".yml": "code_yaml", ".toml": "code_toml", ".tex": "latex",
    ".bib": "latex", ".md": "markdown", ".rst": "restructuredtext",
}  # fmt: skip

LABEL_ENDING = ".counts"
"""Of the file that names a label of a folder of counts, see engine.corpus.counts_labels."""
PLAIN_SUFFIXES = frozenset({".txt", ".text", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet"})
TEXT_SUFFIXES = PLAIN_SUFFIXES | frozenset(_CODE_LABELS)
"""Endings that are taken from a directory, each also with .gz, .zst or .xz after it."""

_DOMAIN = re.compile(r"code_[a-z0-9+#]+|latex|markdown|math|web|books|chat")
_SHARD = re.compile(
    r"(?<![uU][tT][fF])(?<![lL]atin)(?:[-_.]|(?<=[A-Za-z_]{3}))\d+(?:[-_]of[-_]\d+)?$"
)
_NOT_LANGUAGES = frozenset({"in", "iw", "sh"})  # retired codes, which are words of other kinds
_NUMBERED = frozenset({"419"})  # Latin America; other numbers are those of shards
_SPLITS = frozenset(
    {"train", "training", "test", "valid", "validation", "val", "dev", "eval", "shards", "parts"}
)
"""Folders that say even less than the folder they lie in."""
_GENERIC = re.compile(
    r"(?:train|training|test|testing|valid|validation|val|dev|devtest|eval|part|parts|shard|shards"
    r"|chunk|split|data|dataset|corpus|corpora|raw|all|file|files|sample|txt|output|default)?"
    r"(?:[-_.]?\d+(?:[-_]of[-_]\d+)?|[-_.][a-z])?"
)


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


def is_counts_label(path: SourcePath) -> bool:
    """Whether a path names a label of a folder of counts, by its ending."""
    return isinstance(path, Path) and path.suffix == LABEL_ENDING


def is_address(given: str | os.PathLike[str]) -> bool:
    """Whether a text is an address of another machine: a scheme of two letters and more, `://`."""
    text = os.fspath(given)
    return _SCHEME.match(text) is not None and not text.lower().startswith("file://")


def source_path(given: str | os.PathLike[str] | RemotePath) -> SourcePath:
    """The path or address of a text. Example: "file:///data/a.txt" -> /data/a.txt."""
    if isinstance(given, RemotePath):
        return given
    checked_path(given, "path")  # as a Path an address would lose one of its slashes
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


def is_compressed(path: SourcePath) -> bool:
    """Whether `open_file` gives other bytes than those on disk."""
    return path.suffix.lower() in _OPENERS


@dataclass(frozen=True, slots=True)
class GuessedLabel:
    """The label that a path suggests.

    written: the label as it is written in the path; folder: that of the name that says it.
    is_name: whether the label is no more than a name, neither a language nor a domain.
    """

    label: str
    written: str
    folder: str
    is_name: bool = False


def plain_suffix(path: PurePath | RemotePath) -> str:
    """The ending of the format, without the compression. `a.jsonl.gz` -> ".jsonl"."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in COMPRESSION_SUFFIXES:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def label_for_path(path: PurePath | RemotePath | str) -> str:
    """A label for the text in `path`.

    The programming language of the ending comes first, then a language code (ISO 639-1 or 639-3,
    also with script or region; in one spelling, of three letters) or a domain in the name, then
    the kind of document, then a code or domain that is the folder's name. Names such as `train`,
    `part-0001` and `data` take the name of the folder; any other is the label itself, without its
    shard number.

    Examples: `train/deu.txt.zst` -> "deu", `en-0001.jsonl.gz` -> "eng", `fr_CA.txt` -> "fra_CA",
    `zho_Hant.txt` -> "zho_Hant", `lib/ast.py` -> "code_python", `wiki/shard_01.txt` -> "wiki",
    `notes.txt` -> "notes".
    """
    return guessed_label(path).label


def labels_for_paths(paths: Iterable[SourcePath]) -> dict[SourcePath, GuessedLabel]:
    """The labels of files that are read together.

    As `label_for_path`, but codes beside each other in one folder that mean the same language
    keep their spelling, as `no` and `nb`: a corpus that has both keeps them apart.
    """
    guesses = {path: guessed_label(path) for path in paths}
    spellings: dict[tuple[str, str], set[str]] = {}
    for guess in guesses.values():
        spellings.setdefault((guess.folder, guess.label), set()).add(guess.written)
    return {
        path: guess
        if len(spellings[guess.folder, guess.label]) == 1
        else replace(guess, label=guess.written)
        for path, guess in guesses.items()
    }


def guessed_label(path: PurePath | RemotePath | str) -> GuessedLabel:
    """As `label_for_path`, with the origin of the label."""
    if not isinstance(path, (PurePath, RemotePath)):
        path = checked_path(path, "The path of a file")
    folder = path.parent
    stem = _stem(path)
    kind = _CODE_LABELS.get(plain_suffix(path), "")
    if kind.startswith("code_"):
        return GuessedLabel(kind, kind, str(folder))
    if known := _known_label(stem):
        return GuessedLabel(*known, str(folder))
    if kind:
        return GuessedLabel(kind, kind, str(folder))
    if known := _known_label(folder.name):
        return GuessedLabel(*known, str(folder.parent))
    if _GENERIC.fullmatch(stem):
        return _of_folder(folder, stem)
    name = _SHARD.sub("", stem) or stem
    return GuessedLabel(name, name, str(folder), is_name=True)


def _of_folder(folder: PurePath, stem: str) -> GuessedLabel:
    """The label of a file from its folder."""
    above = folder.parent
    if _GENERIC.fullmatch(folder.name) and above.name:  # `wiki/train/0001.txt`
        if known := _known_label(above.name):
            return GuessedLabel(*known, str(above.parent))
        if folder.name in _SPLITS and not _GENERIC.fullmatch(above.name):
            return GuessedLabel(above.name, above.name, str(above.parent), is_name=True)
    name = folder.name or _SHARD.sub("", stem) or "text"
    return GuessedLabel(name, name, str(folder), is_name=True)


def _stem(path: PurePath | RemotePath) -> str:
    stem = path.name
    while PurePath(stem).suffix.lower() in COMPRESSION_SUFFIXES | TEXT_SUFFIXES:
        stem = PurePath(stem).stem
    return stem


def _known_label(stem: str) -> tuple[str, str] | None:
    """The label in a name, in one spelling and as written; None if there is none."""
    *parts, last = stem.split(".")
    short = (stem, _SHARD.sub("", stem), last)
    for candidate in (*short, *(part for part in parts if len(part) > 2)):
        if _DOMAIN.fullmatch(candidate):
            return candidate, candidate
        code = language_code(candidate)
        if code is not None and (code.region or "").isdecimal() and code.region not in _NUMBERED:
            continue  # `eng-001` is a shard
        # `my_notes` is no Burmese, and what follows `eng_` in `eng_web` belongs to the label.
        if code is not None and code.variant is None and candidate not in _NOT_LANGUAGES:
            return code.label, candidate
    return None


_OPENERS: dict[str, Any] = {".gz": gzip.open, ".zst": zstd.open, ".xz": lzma.open}
DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, zstd.ZstdError)
"""Errors of reading within `open_file` if a compressed file is cut short or damaged."""

_WEB = frozenset({"http", "https"})
_LIBRARIES = {
    "http": "fsspec", "https": "fsspec", "s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs",
    "hf": "huggingface_hub",
}  # fmt: skip
"""Scheme -> module of the table of optional libraries."""
_BUFFER_BYTES = 1 << 20
MOST_WITHOUT_RANGES = 2 << 30
"""Bytes of a file that are fetched whole from a server that sends no parts."""
_NO_RANGES = "support range requests"
"""What fsspec says of such a server."""
_TELLTALES = (
    "size", "ETag", "etag", "Content-MD5", "Digest", "Last-Modified", "LastModified",
    "last_modified", "last_write_time", "modified", "modify", "mtime", "updated", "created",
    "blob_id", "sha",
)  # fmt: skip
"""Entries of fsspec's description of a file that change with its content."""


@contextmanager
def open_file(path: SourcePath) -> Iterator[BinaryIO]:
    """The uncompressed content of `path`; every failure while reading becomes a CorpusError.

    So does a change of the file between its opening and the end of the `with` block.
    """
    before = _state(path)
    try:
        with _opened(path) as stream:
            yield stream
    except DAMAGE as error:
        _check_unchanged(path, before)
        raise CorpusError(
            say("file_damaged", path=path, reason=reason_of(error)), path=path
        ) from None
    except FileNotFoundError:
        raise CorpusError(say("file_not_there", path=path), path=path) from None
    except IsADirectoryError:
        raise CorpusError(say("file_is_folder", path=path), path=path) from None
    except PermissionError:
        raise CorpusError(say("file_forbidden", path=path), path=path) from None
    except OSError as error:
        raise CorpusError(
            say("file_unreadable", path=path, reason=reason_of(error)), path=path
        ) from None
    _check_unchanged(path, before)


@contextmanager
def _opened(path: SourcePath) -> Iterator[BinaryIO]:
    opener = _OPENERS.get(path.suffix.lower())
    if isinstance(path, RemotePath):
        with opened_remote(path) as stream:
            if opener is None:
                yield stream
                return
            with opener(stream, "rb") as uncompressed:
                yield cast(BinaryIO, uncompressed)
        return
    check_regular(path)
    with (opener or open)(path, "rb") as stream:
        yield cast(BinaryIO, stream)


def _state(path: SourcePath) -> object:
    """Changes with a file's content; None if the system does not say."""
    if isinstance(path, RemotePath):
        return remote_state(path) or None
    state = state_on_disk(path)
    return state and (state.size, state.modified, state.inode)  # a second name is no change


def _check_unchanged(path: SourcePath, before: object) -> None:
    if before is not None and _state(path) != before:
        raise CorpusError(say("file_changed", path=path), path=path)


class FileStates:
    """What files were at one moment, to see whether a later pass over them reads the same.

    A `with` block is such a pass: both its ends raise CorpusError for a file that has changed.
    """

    def __init__(self, paths: Iterable[SourcePath]) -> None:
        self._states = {path: _state(path) for path in dict.fromkeys(paths)}

    def __enter__(self) -> None:
        self._check()

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self._check()

    def _check(self) -> None:
        for path, state in self._states.items():
            if state is not None and _state(path) != state:
                raise CorpusError(say("file_changed_between_passes", path=path), path=path)


@contextmanager
def opened_remote(path: RemotePath) -> Iterator[BinaryIO]:
    """The bytes of the file at an address. Raises CorpusError if it cannot be opened or read.

    Errors of the code that reads them pass through.
    """
    with _sentences(path):
        file_system, name = _file_system(path)
        raw = _Stream(path, file_system.open(name, "rb"))
    with io.BufferedReader(raw, _BUFFER_BYTES) as stream:
        yield stream


def remote_state(path: RemotePath) -> dict[str, str]:
    """Changes with the content of the file, as far as the server says."""
    with _sentences(path):
        file_system, name = _file_system(path)
        file_system.invalidate_cache()
        info = file_system.info(name)
    return {key: str(info[key]) for key in _TELLTALES if info.get(key) is not None}


def remote_files(path: RemotePath) -> list[RemotePath]:
    """The file at an address, those below a folder, or those that match a pattern, sorted.

    Raises CorpusError if nothing is found.
    """
    with _sentences(path):
        file_system, name = _file_system(path)
        magic = "*[" if path.scheme in _WEB else "*?["
        if any(character in path.url for character in magic):
            names = [url for url in file_system.glob(name) if not _is_folder(file_system, url)]
        elif path.scheme not in _WEB and file_system.isdir(name):
            names = file_system.find(name)
        else:
            return [RemotePath(path.url, _size(file_system.info(name)))]
        return [
            RemotePath(file_system.unstrip_protocol(url), _size(file_system.info(url)))
            for url in sorted(names)
        ]


def is_remote_folder(path: RemotePath) -> bool:
    """Whether an address is a folder; a web address never is."""
    if path.scheme in _WEB:
        return False
    with _sentences(path):
        file_system, name = _file_system(path)
        return bool(file_system.isdir(name))


class _Stream(io.RawIOBase):
    """A remote file whose failures are sentences."""

    def __init__(self, path: RemotePath, stream: Any) -> None:
        self._path = path
        self._stream = stream

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._stream.seekable())

    def readinto(self, buffer: Any) -> int:
        with _sentences(self._path):
            try:
                data = self._stream.read(len(buffer))
            except ValueError as error:
                if _NO_RANGES not in str(error):
                    raise
                self._stream = self._whole(self._stream.tell())
                data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _whole(self, at: int) -> IO[bytes]:
        """The file, fetched whole, at an offset.

        For servers without ranges, such as Python's own, and formats that are read from their end.
        """
        self._stream.close()
        file_system, name = _file_system(self._path)
        whole = TemporaryFile()  # noqa: SIM115  it takes the place of the stream, and is closed so
        with file_system.open(name, "rb", block_size=0) as stream:
            while data := stream.read(_BUFFER_BYTES):
                if whole.tell() + len(data) > MOST_WITHOUT_RANGES:
                    whole.close()
                    raise CorpusError(
                        say(
                            "server_sends_whole",
                            path=self._path,
                            megabytes=MOST_WITHOUT_RANGES >> 20,
                        ),
                        path=self._path,
                    )
                whole.write(data)
        whole.seek(at)
        return whole

    def seek(self, offset: int, whence: int = 0) -> int:
        with _sentences(self._path):
            return int(self._stream.seek(offset, whence))

    def tell(self) -> int:
        return int(self._stream.tell())

    def close(self) -> None:
        if not self.closed:
            with suppress(Exception):  # all that is needed has been read
                self._stream.close()
        super().close()


def _file_system(path: RemotePath) -> tuple[Any, str]:
    """The file system of an address, and its name for the file."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise CorpusError(
            say("address_needs_fsspec", path=path, advice=how_to_install(_needed(path))), path=path
        ) from None
    try:
        file_system, name = url_to_fs(path.url)
    except ImportError as error:
        library = _LIBRARIES.get(path.scheme)
        code = "address_needs_other_library" if library is None else "address_needs_library"
        advice = "" if library is None else how_to_install([library])
        reason = str(error).rstrip(".")
        raise CorpusError(
            say(code, path=path, scheme=path.scheme, reason=reason, advice=advice), path=path
        ) from None
    except ValueError as error:
        raise CorpusError(
            say("address_unreadable", path=path, reason=str(error).rstrip(".")), path=path
        ) from None
    return file_system, name


@contextmanager
def _sentences(path: RemotePath) -> Iterator[None]:
    """Every failure of a protocol as a CorpusError: each library has exceptions of its own."""
    try:
        yield
    except (CorpusError, MemoryError):
        raise
    except FileNotFoundError:
        code = "hub_address_not_there" if path.scheme == "hf" else "address_not_there"
        raise CorpusError(say(code, path=path), path=path) from None
    except PermissionError as error:
        raise CorpusError(
            say("access_denied", path=path, reason=reason_of(error)), path=path
        ) from None
    except Exception as error:  # noqa: BLE001  botocore, aiohttp, google.auth, ... have no common base
        raise CorpusError(_remote_sentence(path, error), path=path) from None


def _remote_sentence(path: RemotePath, error: Exception) -> str:
    response = getattr(error, "response", None)
    status = getattr(error, "status", None) or getattr(response, "status_code", None)
    if path.scheme == "hf" and status in (401, 403):
        return say("hub_denies", path=path, status=status)
    if status is not None:
        return say("server_answers", path=path, status=status, reason=reason_of(error))
    if _is_unknown_host(error):
        return say("unknown_host", path=path, reason=reason_of(error))
    if isinstance(error, (ConnectionError, TimeoutError, OSError)):
        return say("unreachable", path=path, reason=reason_of(error))
    return say("file_unreadable", path=path, reason=reason_of(error))


def _needed(path: RemotePath) -> list[str]:
    """The libraries that read an address if there is no fsspec; each brings fsspec."""
    return [_LIBRARIES.get(path.scheme, "fsspec")]


def _is_unknown_host(error: Exception) -> bool:
    """Whether the name of a machine could not be resolved; libraries wrap that differently."""
    return isinstance(error, socket.gaierror) or any(
        words in str(error) for words in ("Name or service not known", "getaddrinfo failed")
    )


def _size(info: dict[str, Any]) -> int | None:
    size = info.get("size")
    return size if isinstance(size, int) else None


def _is_folder(file_system: Any, name: str) -> bool:
    return bool(file_system.info(name).get("type") == "directory")
