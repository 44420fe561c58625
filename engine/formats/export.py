"""Exporting a tokenizer into files that other libraries load with identical ids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.formats.atomic_files import cannot_write, make_directory, write_files
from engine.formats.export_error import ExportError
from engine.formats.export_formats import EXPORT_FORMATS, OWN_FILE
from engine.formats.tiktoken_ranks import tiktoken_files, tiktoken_notes
from engine.formats.tokenizer_json import tokenizer_json_files, tokenizer_json_notes

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer


def export_tokenizer(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    *,
    name: str = "tokenizer",
) -> list[Path]:
    """Write `tokenizer` into `directory` and return the files, the main one first.

    The directory is made if need be; each file is there whole or not at all. `name` is the stem
    where the target library expects no fixed name (tiktoken).
    Raises ExportError: unknown format, a vocabulary that the format cannot hold, a directory that
    cannot be written; PatternError: a split pattern that the target's regex engine cannot express.
    """
    folder = Path(directory)
    match _known(format):
        case "tokenizer.json":
            return write_files(folder, tokenizer_json_files(tokenizer))
        case "tiktoken":
            return write_files(folder, tiktoken_files(tokenizer, name))
        case _:
            return [_save_own(tokenizer, folder)]


def export_notes(tokenizer: Tokenizer, format: str) -> list[str]:  # noqa: A002
    """What to know about `tokenizer` in `format`, as sentences; empty when there is nothing."""
    match _known(format):
        case "tokenizer.json":
            return tokenizer_json_notes(tokenizer)
        case "tiktoken":
            return tiktoken_notes(tokenizer)
        case _:
            return []


def _known(format_name: str) -> str:
    if format_name not in EXPORT_FORMATS:
        choices = ", ".join(EXPORT_FORMATS)
        raise ExportError(f"There is no export format {format_name!r}; choose one of {choices}.")
    return format_name


def _save_own(tokenizer: Tokenizer, directory: Path) -> Path:
    make_directory(directory)
    path = directory / OWN_FILE
    try:
        tokenizer.save(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    return path
