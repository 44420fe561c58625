"""Where the program keeps its files: data, cache and logs of this user.

The environment variable TOKENIZER_WORKBENCH_HOME moves all three into one folder:

    $TOKENIZER_WORKBENCH_HOME/runs.sqlite    the run store
    $TOKENIZER_WORKBENCH_HOME/window.ini     what the window remembers
    $TOKENIZER_WORKBENCH_HOME/cache          compiled kernels, what can be made again
    $TOKENIZER_WORKBENCH_HOME/logs           log files
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "TOKENIZER_WORKBENCH_HOME"
STORE_FILE_NAME = "runs.sqlite"
SETTINGS_FILE_NAME = "window.ini"
_PROGRAM = "tokenizer-workbench"


class FolderError(Exception):
    """A folder of the program cannot be made; `str(error)` is the sentence, `path` the folder."""

    def __init__(self, sentence: str, *, path: Path) -> None:
        super().__init__(sentence)
        self.path = path


PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""Paths and texts of a person are private on a machine that several share."""


def data_folder() -> Path:
    """The folder of the run store; exists afterwards. Raises FolderError."""
    return _existing(_home() or platformdirs.user_data_path(_PROGRAM, appauthor=False))


def cache_folder() -> Path:
    """The folder for what can be made again; exists afterwards. Raises FolderError."""
    home = _home()
    default = platformdirs.user_cache_path(_PROGRAM, appauthor=False)
    return _existing(home / "cache" if home else default)


def log_folder() -> Path:
    """The folder of the log files; exists afterwards. Raises FolderError."""
    home = _home()
    default = platformdirs.user_log_path(_PROGRAM, appauthor=False)
    return _existing(home / "logs" if home else default)


def store_path() -> Path:
    """Where the run store lies unless another file is given. Raises FolderError."""
    return data_folder() / STORE_FILE_NAME


def _home() -> Path | None:
    value = os.environ.get(HOME_VARIABLE, "")
    return Path(value).expanduser().absolute() if value else None


def _existing(folder: Path) -> Path:
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        if isinstance(error, FileExistsError | NotADirectoryError):
            reason = "a file of that name is in the way"
        else:
            reason = error.strerror or str(error)
        raise FolderError(
            f"The folder {folder} cannot be made: {reason}. Set {HOME_VARIABLE} to a folder that "
            "can be written.",
            path=folder,
        ) from error
    return folder
