"""Reading a command's FILE, or standard input where none is given."""

from __future__ import annotations

import sys
from pathlib import Path

from workbench.commands.command_error import CommandError


def read_input(file: str | None) -> bytes:
    """All bytes of `file`, or of standard input for None and "-". Raises CommandError."""
    if file is None or file == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise CommandError(f"{path} is not there; check the path.") from None
    except IsADirectoryError:
        raise CommandError(f"{path} is a directory, not a file.") from None
    except PermissionError:
        raise CommandError(f"{path} cannot be read: permission denied.") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None


def input_name(file: str | None) -> str:
    """How messages call the input."""
    return "standard input" if file is None or file == "-" else file
