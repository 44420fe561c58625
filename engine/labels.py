"""Guessing a source's label, a language or domain, from the path of its file."""

from __future__ import annotations

import re
from pathlib import PurePath

from engine.source_paths import RemotePath

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

_LANGUAGE = re.compile(r"[a-z]{3}(?:[_-](?:[A-Z][a-z]{3}|[A-Z]{2}))?")
_DOMAIN = re.compile(r"code_[a-z0-9+#]+|latex|markdown|math|web|books|chat")
_SHARD = re.compile(r"[-_.]?\d+(?:[-_]of[-_]\d+)?$")
_NOT_LANGUAGES = frozenset({"src", "lib", "doc", "txt", "raw", "all", "dev", "tmp", "new", "old"})


def plain_suffix(path: PurePath | RemotePath) -> str:
    """The ending that tells the format, without the compression. `a.jsonl.gz` -> ".jsonl"."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in COMPRESSION_SUFFIXES:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def label_for_path(path: PurePath | RemotePath | str) -> str:
    """A label for the text in `path`.

    The programming language of the ending comes first, then a language code (ISO 639-3, also with
    a script) or a domain in the name, then the kind of document, then a language code of the
    folder, then the name without its shard number.

    Examples: `train/deu.txt.zst` -> "deu", `eng-0001.jsonl.gz` -> "eng",
    `zho_Hant.txt` -> "zho_Hant", `lib/ast.py` -> "code_python", `notes.txt` -> "notes".
    """
    path = PurePath(path) if isinstance(path, str) else path
    stem = _stem(path)
    kind = _CODE_LABELS.get(plain_suffix(path), "")
    if kind.startswith("code_"):
        return kind
    if known := _known_label(stem) or kind:
        return known
    if folder := _known_label(path.parent.name):
        return folder
    return _SHARD.sub("", stem) or stem or "text"


def _stem(path: PurePath | RemotePath) -> str:
    stem = path.name
    while PurePath(stem).suffix.lower() in COMPRESSION_SUFFIXES | TEXT_SUFFIXES:
        stem = PurePath(stem).stem
    return stem


def _known_label(stem: str) -> str | None:
    for candidate in (stem, _SHARD.sub("", stem), *stem.split(".")):
        if candidate in _NOT_LANGUAGES:
            continue
        if _LANGUAGE.fullmatch(candidate) or _DOMAIN.fullmatch(candidate):
            return candidate
    return None
