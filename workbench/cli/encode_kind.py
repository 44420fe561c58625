"""What `encode` is asked for, the ids of one text or a dataset; known before much is loaded."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from workbench.cli.command_error import UsageError
from workbench.cli.reading_arguments import READING_KEYS

_OPTIONS = ("dtype", "format", "shard_tokens", "append", "prepend", "join_with", *READING_KEYS)


def is_dataset(arguments: Namespace) -> bool:
    """Whether `encode` is asked for more than the ids of one file in one array."""
    if arguments.out is None:
        return False
    if len(arguments.paths) > 1 or any(getattr(arguments, name) is not None for name in _OPTIONS):
        return True
    given = arguments.paths[0] if arguments.paths else "-"
    if given == "-":
        return False
    out = arguments.out
    if out.is_dir() or not out.suffix or out.suffix.lower() in {".bin", ".raw"}:
        return True
    return Path(given).is_dir() or (not Path(given).exists() and _is_glob(given))


def check_plain_use(arguments: Namespace) -> None:
    """Raise UsageError for options and paths that only a dataset can have."""
    if len(arguments.paths) > 1:
        raise UsageError(
            "The ids of several files are written and not printed: give --out FOLDER, or one FILE."
        )
    given = [name for name in _OPTIONS if getattr(arguments, name) is not None]
    if given:
        raise UsageError(f"--{given[0].replace('_', '-')} needs --out FOLDER or --out ids.npy.")
    for path in arguments.paths:
        if Path(path).is_dir() or (not Path(path).exists() and _is_glob(path)):
            what = "is a directory" if Path(path).is_dir() else "names several files"
            raise UsageError(
                f"{path} {what}; its ids are written and not printed: give --out FOLDER."
            )


def _is_glob(path: str) -> bool:
    return any(character in path for character in "*?[")
