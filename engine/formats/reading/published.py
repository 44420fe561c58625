"""Published tokenizers by name: tiktoken's encodings and `hub:owner/name`, kept in a folder.

A name needs the network once. What was fetched lies in the cache folder and is read from there,
by the same readers as any file; the ranks of tiktoken's encodings are those of a known SHA-256.
Fetching runs in a process of its own (published_download) that is ended after a time limit.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Generator
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from engine.argument_types import checked_string
from engine.errors import EngineError, reason_of
from engine.formats.reading.tiktoken import named_encoding
from engine.machine import child_command, output_lines, user_cache_folder
from engine.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.formats.reading.contents import Contents
    from engine.library import LibraryTokenizer

HUB_FILES = (
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json",
    "chat_template.jinja", "chat_template.json", "vocab.json", "merges.txt", "vocab.bpe",
    "encoder.json", "tekken.json", "tokenizer.model", "sentencepiece.bpe.model", "spiece.model",
    "spm.model", "*.tiktoken", "tokenizer.pkl", "token_bytes.pt", "config.json",
)  # fmt: skip
"""What belongs to a tokenizer; weights are never fetched."""
PARTIAL_SUFFIX = ".part"
"""Ends the names of files that are being written, or were when their program ended."""
_NO_TOKENIZER = frozenset({"config.json", "chat_template.jinja", "chat_template.json"})

HUB = "hub:"
FOLDER_VARIABLE = "TOKENIZER_WORKBENCH_PUBLISHED"
_NAMES = (
    "gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony",
)  # fmt: skip
_RANKS_OF = {"gpt2": "r50k_base", "p50k_edit": "p50k_base", "o200k_harmony": "o200k_base"}
_HUB_NAME = re.compile(r"hub:[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")


def is_tokenizer_file(name: str) -> bool:
    """Whether a file at the top of a repository belongs to its tokenizer, by its name."""
    return any(fnmatchcase(name, pattern) for pattern in HUB_FILES)


def tokenizer_files(folder: Path) -> list[Path]:
    """The files of a tokenizer; weights may lie beside them, where the hub's library keeps them."""
    return [
        file for file in sorted(folder.iterdir()) if file.is_file() and is_tokenizer_file(file.name)
    ]


def is_tokenizer_folder(folder: Path) -> bool:
    """Whether a folder holds files of a tokenizer, and not just settings of a model."""
    return any(file.name not in _NO_TOKENIZER for file in tokenizer_files(folder))


class PublishedTokenizerError(EngineError):
    """A published tokenizer cannot be fetched; `str(error)` says why and what to do."""


def published_names() -> tuple[str, ...]:
    """The names that are known without a network; `hub:owner/name` is valid as well."""
    return _NAMES


def is_published_name(name: str) -> bool:
    """Whether `name` names a published tokenizer, there or not."""
    checked_string(name, "The name of a published tokenizer")
    return name in _NAMES or _HUB_NAME.fullmatch(name) is not None


def published_folder() -> Path:
    """Where fetched tokenizers are kept; two environment variables move it."""
    return user_cache_folder("published", FOLDER_VARIABLE)


def kept_file(name: str) -> Path | None:
    """The file or directory of a published tokenizer that was fetched before, or None.

    The ranks of an encoding count only with the SHA-256 that tiktoken expects.
    """
    place = _place(name)
    if name.startswith(HUB):
        return place if place.is_dir() and is_tokenizer_folder(place) else None
    known = named_encoding(name)
    if known is None or not place.is_file():
        return None
    is_whole = hashlib.sha256(place.read_bytes()).hexdigest() == known.sha256
    return place if is_whole else None


def kept_names() -> tuple[str, ...]:
    """Published names that need no network: what lies in the folder."""
    names = [name for name in _NAMES if _place(name).is_file()]
    folder = published_folder() / "hub"
    if folder.is_dir():
        whole = [each for each in sorted(folder.iterdir()) if each.suffix != PARTIAL_SUFFIX]
        names += [HUB + unquote(each.name) for each in whole]
    return tuple(name for name in names if kept_file(name) is not None)


def load_published(name: str) -> Tokenizer | LibraryTokenizer:
    """The tokenizer of that name, fetched unless it is there already.

    What cannot be represented exactly runs through its own library. Raises PublishedTokenizerError
    without network or for an unknown name; TokenizerFileError for files that cannot be used;
    LibraryError.
    """
    from engine.formats.reading.loading import any_tokenizer

    checked_string(name, "The name of a published tokenizer")
    return any_tokenizer(read_published(kept_file(name) or fetch_published(name), name))


def read_published(path: Path, name: str) -> Contents:
    """What the file or the directory of a published tokenizer holds."""
    from engine.formats.reading.loading import read_contents
    from engine.formats.reading.tiktoken import read_rank_file

    return read_contents(path, None) if name.startswith(HUB) else read_rank_file(path, None, name)


def fetch_published(name: str) -> Path:
    """Fetch a published tokenizer; the file or directory. Raises PublishedTokenizerError."""
    for _ in fetch_steps(name):
        pass
    kept = kept_file(name)
    assert kept is not None
    return kept


def fetch_steps(name: str) -> Generator[float | None, None, None]:
    """Fetch a published tokenizer, yielding the share that is there, None if it is not known.

    Closing the generator ends the fetching. Raises PublishedTokenizerError, for an unknown name at
    once.
    """
    if not is_published_name(name):
        names = ", ".join(_NAMES)
        raise PublishedTokenizerError(say("no_published_name", name=repr(name), names=names))
    return _fetching(name)


def _fetching(name: str) -> Generator[float | None, None, None]:
    sentence: str = say("fetch_ended", name=name)
    try:
        with closing(output_lines(download_command(name, _place(name)))) as lines:
            for line in lines:
                report = json.loads(line)
                sentence = say.unpacked(report.get("error", sentence))
                yield report.get("fraction")
    except OSError as error:
        sentence = say("fetch_failed", name=name, reason=reason_of(error))
        raise PublishedTokenizerError(sentence) from None
    if kept_file(name) is None:
        raise PublishedTokenizerError(sentence)


def download_command(name: str, place: Path) -> list[str]:
    """The program that fetches a published tokenizer and puts it in its place."""
    return child_command("engine.formats.reading.published_download", name, str(place))


def _place(name: str) -> Path:
    """Where a published tokenizer lies once it is there; encodings of the same ranks share them."""
    if name.startswith(HUB):
        return published_folder() / "hub" / quote(name.removeprefix(HUB), safe="")
    return published_folder() / f"{_RANKS_OF.get(name, name)}.tiktoken"
