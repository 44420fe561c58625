"""Reading a command's FILE, or standard input where none is given."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.corpus import open_file, source_path
from workbench.cli.command_error import CommandError


def read_input(file: str | None) -> bytes:
    """All bytes of `file`, or of standard input for None and "-".

    A file that ends in .gz, .zst or .xz is decompressed, as `train` does it.
    Raises CommandError, CorpusError.
    """
    if file is None or file == "-":
        return sys.stdin.buffer.read()
    path = source_path(file)
    if isinstance(path, Path) and not path.exists():
        raise CommandError(f"{path} is not there; check the path.")
    with open_file(path) as stream:
        return stream.read()


def input_name(file: str | None) -> str:
    """How messages call the input."""
    return "standard input" if file is None or file == "-" else file
