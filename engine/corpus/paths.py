"""Paths of corpus files, on this machine or at a URL, and the labels that they suggest.

An address is anything of the form `scheme://...`, such as `s3://bucket/eng.jsonl.gz` or
`https://host/deu.txt`; `file://` addresses are paths of this machine. A label is a language or a
domain.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from engine.argument_types import checked_path
from engine.text import language_code

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_WEB = frozenset({"http", "https"})

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
