"""Libraries that some tasks need, and the command that installs them into this environment.

The one table of them: errors of the engine, the command line, the window and `doctor` name a
missing library by `how_to_install`, and the window runs `install_command`. The requirements are
those of pyproject.toml.
"""

from __future__ import annotations

import os
import shlex
import shutil
import string
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import invalidate_caches, metadata
from importlib.util import find_spec
from pathlib import Path

from engine.machine.child_programs import is_packaged
from engine.sentences import say

LOCAL_FOLDER = ".deps"
"""Where run.py puts packages on a machine without venv."""
_TYPED_AS_IT_IS = frozenset(string.ascii_letters + string.digits + "-_./:\\")
"""Characters that need no quotes in a shell of Windows."""


@dataclass(frozen=True, slots=True)
class OptionalLibrary:
    """A library that is asked for when a task needs it.

    module: the name that is imported. requirement: what pip is asked for. purpose: the tasks that
    need it. extra: its name among the optional dependencies of pyproject.toml, "" if the program's
    own dependencies include it. parts: further modules without which it is of no use here.
    """

    module: str
    requirement: str
    purpose: str
    extra: str = ""
    parts: tuple[str, ...] = ()

    @property
    def distribution(self) -> str:
        """Its name in a package index."""
        return self.requirement.partition(">=")[0].partition("[")[0]

    @property
    def is_installed(self) -> bool:
        """Whether it can be imported; looks at the disk again, also after an installation."""
        invalidate_caches()
        return all(find_spec(name) is not None for name in (self.module, *self.parts))

    @property
    def version(self) -> str | None:
        """The installed version, None if it is missing."""
        try:
            return metadata.version(self.distribution) if self.is_installed else None
        except metadata.PackageNotFoundError:  # in the packaged application, without its metadata
            return "of an unknown version"


LIBRARIES = (
    OptionalLibrary("tokenizers", "tokenizers>=0.22", "verified exports, pattern engines"),
    OptionalLibrary("tiktoken", "tiktoken>=0.12", "verified exports, pattern engines"),
    OptionalLibrary("huggingface_hub", "huggingface-hub>=0.34", "hub:... and hf:// addresses"),
    OptionalLibrary(
        "transformers", "transformers>=5.3", "exports verified by transformers", "transformers"
    ),
    OptionalLibrary("gguf", "gguf>=0.17", "verified GGUF exports", "gguf"),
    OptionalLibrary("mistral_common", "mistral-common>=1.8", "verified tekken exports", "mistral"),
    OptionalLibrary(
        "sentencepiece",
        "sentencepiece>=0.2",
        "SentencePiece models, trainers sp-*",
        "sentencepiece",
    ),
    OptionalLibrary("pyarrow", "pyarrow>=18", "parquet files", "parquet"),
    OptionalLibrary(
        "fsspec", "fsspec[http]>=2024.6", "https:// addresses", "remote", parts=("aiohttp",)
    ),
    OptionalLibrary("s3fs", "s3fs>=2024.6", "s3:// addresses", "s3"),
    OptionalLibrary("torch", "torch>=2.4", "probe models", "probe"),
    OptionalLibrary("gcsfs", "gcsfs>=2024.6", "gs:// addresses", "gs"),
    OptionalLibrary(
        "dask",
        "dask[dataframe,distributed]>=2026.1",
        "work on several machines",
        "cluster",
        parts=("distributed", "pandas", "pyarrow"),
    ),
)
_BY_MODULE = {library.module: library for library in LIBRARIES}


def optional_library(module: str) -> OptionalLibrary:
    """The library of a module's name. Raises KeyError for one that the table does not have."""
    return _BY_MODULE[module]


def missing_libraries() -> tuple[OptionalLibrary, ...]:
    """Those of the table that are not installed."""
    return tuple(library for library in LIBRARIES if not library.is_installed)


def library_names(modules: Iterable[str]) -> str:
    """The names of libraries in a package index, separated by commas."""
    known = (_BY_MODULE.get(module) for module in modules)
    return ", ".join(library.distribution for library in known if library is not None)


def install_command(modules: Iterable[str]) -> list[str]:
    """The program and arguments that install libraries into this environment, for a child process.

    A module that the table does not have is asked for by its own name.
    Raises RuntimeError in the packaged application, which has no Python to install into.
    """
    if is_packaged():
        raise RuntimeError(say("packaged_application"))
    requirements = [_requirement(module) for module in modules]
    python = sys.executable or "python3"
    uv = shutil.which("uv")
    if find_spec("pip") is None and uv is not None:
        return [uv, "pip", "install", "--python", python, *requirements]
    return [python, "-m", "pip", "install", *_target(), *requirements]


def install_line(modules: Iterable[str]) -> str:
    """The same command as a person types it in the current folder.

    Raises RuntimeError in the packaged application.
    """
    program, *arguments = install_command(modules)
    return " ".join([_typed_program(program), *(_typed(each) for each in arguments)])


def how_to_install(modules: Iterable[str]) -> str:
    """A sentence with the command, or why this program cannot install anything."""
    if is_packaged():
        return say("packaged_application")
    return say("how_to_install", command=install_line(modules))


def libraries_named_in(sentence: str) -> tuple[str, ...]:
    """The modules that the command in a sentence of `how_to_install` installs; () without one.

    A sentence passes through tables, stored reports and child processes; this is how the window
    offers to run the command wherever it shows one.
    """
    _, found, command = sentence.partition("pip install ")
    if not found or is_packaged():
        return ()
    return tuple(
        library.module for library in LIBRARIES if _typed(library.requirement) in command.split()
    )


def _requirement(module: str) -> str:
    library = _BY_MODULE.get(module)
    return module if library is None else library.requirement


def _target() -> list[str]:
    """Options for a folder of packages beside a Python that is not ours."""
    folder = Path(__file__).resolve().parents[2] / LOCAL_FOLDER
    is_own_python = sys.prefix != sys.base_prefix
    if is_own_python or str(folder) not in sys.path:
        return []
    return ["--target", str(folder)]


def _typed_program(program: str) -> str:
    """A program for the shell, which would look for a mere name elsewhere."""
    relative = _relative(program)
    if Path(program).is_absolute() and not Path(relative).parent.parts:
        relative = f".{os.sep}{relative}"
    quoted = _quoted(relative)
    # PowerShell takes a quoted path for a text unless it is told to call it.
    return f"& {quoted}" if quoted.startswith('"') else quoted


def _typed(argument: str) -> str:
    """An argument for the shell; paths below the current folder are relative to it."""
    return _quoted(_relative(argument))


def _relative(argument: str) -> str:
    path = Path(argument)
    try:
        folder = Path.cwd()
    except OSError:  # it was deleted
        return argument
    below = path.is_absolute() and path.is_relative_to(folder)
    return str(path.relative_to(folder)) if below else argument


def _quoted(argument: str) -> str:
    if os.name != "nt":
        return shlex.quote(argument)
    if _TYPED_AS_IT_IS.issuperset(argument):
        return argument
    return f'"{argument}"'
