"""The kernels that there are, and the folder of compiled ones: is it complete, did loading it fail.

resources/kernel_types.json says which kernels exist, for which types of arguments, and how long
each takes to compile, so that kernels can be compiled ahead of use and side by side in several
processes, without data to call them with. `python -m tests.engine.write_kernel_types` writes it; a
test compares it with what real work asks for.

Loading Numba takes half a second and 75 MB. A start that finds the mark of a complete folder needs
no Numba until something is computed. The mark names the files with their sizes and the machine:
Numba would compile again for another processor or another version of itself.

Each process has a file PID.loading in the folder, which it locks as long as it lives, and which has
a byte in it while a kernel is being loaded. A file with a byte and without a lock belongs to a
process that died while loading: the kernels may be the cause. A child process loads all of them. If
it dies, too, they are removed and compiled again. Most deaths have other causes, such as a user who
ends the program.
"""

from __future__ import annotations

import atexit
import json
import os
import platform
import shutil
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module, metadata
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any

from engine.compiled.kernel_children import can_load_kept_kernels
from engine.errors import reason_of
from engine.machine import (
    KERNEL_CACHE_VARIABLE,
    cache_base,
    digest_of,
    mark_used,
    remove_files,
    try_lock,
    write_whole,
)

ENCODING, TRAINING, OTHER = "encoding", "training", "other"
GROUPS: tuple[str, ...] = (ENCODING, TRAINING, OTHER)
"""First use of kernels: to load a tokenizer and encode; to train; anything else."""

_IN_ORDER = (TRAINING, ENCODING, OTHER)
_READ_ONLY = "readonly "

MARK = "complete.ready"
_COMPILED_FROM = (
    "intrinsics.py",
    "lane_intrinsics.py",
    "mask_intrinsics.py",
    "point_intrinsics.py",
    "shared_intrinsics.py",
    "kernel_compiler.py",
    "kernel_lowering.py",
    "kernel_steps.py",
    "kernel_wrapper.py",
    "kernel_cache.py",
)
"""What decides about machine code besides the modules of kernels."""
_CPU_INFO = Path("/proc/cpuinfo")
_LEAST_FREE_BYTES = 16_000_000
"""All compiled kernels take less than half of this."""

_ENDING = ".loading"
_LOADED = ("*.nbi", "*.nbc", "*.ready")
_SENTENCE = (
    "A program ended while it loaded the compiled kernels in {folder}; they were removed and are "
    "compiled again.\n"
)

_lock = Lock()
_own: list[_Mark] = []
"""The mark of this process, and of the one it was forked from."""


def kernel_cache_folder() -> Path:
    """The folder of compiled kernels; two environment variables move it.

    The last part of the path is our own and changes with the sources of the kernels, because
    Numba notices a change in a kernel's own file only, and with the table of their types, because
    a folder is complete for one table.
    """
    return cache_base() / f"kernels-{sources_digest()}"


@cache
def sources_digest() -> str:
    """Changes with all that kernels are compiled from and for, and with how they are kept."""
    here = Path(__file__).parent
    kernels = here.parent.rglob("_*_kernels.py")
    types = sorted((each.name, repr(each.types)) for each in planned_kernels())
    return digest_of(
        (*sorted(kernels), *(here / name for name in _COMPILED_FROM)), words=repr(types)
    )


def keeping_problem() -> str | None:
    """Why compiled kernels cannot be kept; None if they can, or if all are compiled already.

    A sentence with the folder and what to do.
    """
    folder = kernel_cache_folder()
    if has_ready_mark():
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
        reason = f"only {free / 1e6:.0f} MB are free" if free < _LEAST_FREE_BYTES else None
    except OSError as error:
        reason = reason_of(error)
    if reason is None:
        return None
    return (
        f"Compiled kernels cannot be kept in {folder}: {reason}; every start compiles again. "
        f"Set {KERNEL_CACHE_VARIABLE} to a folder that can be written."
    )


def write_ready_mark() -> None:
    """Note that every kernel is compiled; without effect if the folder cannot be written."""
    folder = kernel_cache_folder()
    with suppress(OSError):
        content = json.dumps({"machine": _machine(), "files": _files(folder)})
        write_whole(folder / MARK, content.encode(), durable=False)


def has_ready_mark() -> bool:
    """Whether the folder is as it was when every kernel was compiled, for this machine.

    Kernels that end processes are removed first.
    """
    folder = kernel_cache_folder()
    clear_after_death(folder)
    try:
        noted = json.loads((folder / MARK).read_text("utf-8"))
        is_complete = noted == {"machine": _machine(), "files": _files(folder)}
    except (OSError, ValueError):
        return False
    mark_used(folder)
    return is_complete and bool(noted["files"])


def is_for_this_machine() -> bool:
    """Whether the kernels in the folder can be used here; True without a readable mark."""
    try:
        noted = json.loads((kernel_cache_folder() / MARK).read_text("utf-8"))
        return bool(noted["machine"] == _machine())
    except (OSError, ValueError, KeyError, TypeError):
        return True


@contextmanager
def loading(folder: Path) -> Iterator[None]:
    """Mark, inside the block, that machine code of this folder is being loaded."""
    mark = _begin(folder)
    try:
        yield
    finally:
        _end(mark)


def clear_after_death(folder: Path) -> bool:
    """Remove the compiled kernels if processes die while loading them; True if removed."""
    if not _n_left_loading(folder) or can_load_kept_kernels():
        return False
    for pattern in _LOADED:
        remove_files(folder, pattern)
    _n_left_loading(folder)  # the child's
    with suppress(AttributeError, OSError, ValueError):  # no standard error, or a closed one
        sys.stderr.write(_SENTENCE.format(folder=folder))
        sys.stderr.flush()
    return True


@dataclass(slots=True)
class _Mark:
    """The loading mark of a process.

    file: None if the folder cannot be written. n_loading: threads that load a kernel now.
    """

    pid: int
    folder: Path
    file: IO[bytes] | None
    n_loading: int = 0

    @property
    def path(self) -> Path:
        return self.folder / f"{self.pid}{_ENDING}"


def _n_left_loading(folder: Path) -> int:
    """Number of processes that died while loading; removes the marks of all that ended."""
    own = {mark.path for mark in _own if mark.pid == os.getpid()}
    return sum(_was_left_loading(path) for path in folder.glob(f"*{_ENDING}") if path not in own)


def _begin(folder: Path) -> _Mark:
    with _lock:
        if not _own or (_own[0].pid, _own[0].folder) != (os.getpid(), folder):
            _own[:] = [_Mark(os.getpid(), folder, _opened(folder))]
            atexit.register(_forget, _own[0])
        mark = _own[0]
        mark.n_loading += 1
        if mark.n_loading == 1 and mark.file is not None:
            with suppress(OSError):
                mark.file.write(b"1")
        return mark


def _end(mark: _Mark) -> None:
    with _lock:
        mark.n_loading -= 1
        if mark.n_loading == 0 and mark.file is not None:
            with suppress(OSError):
                mark.file.seek(0)
                mark.file.truncate()


def _opened(folder: Path) -> IO[bytes] | None:
    """A file of this process, locked; an older one with the same number has ended."""
    try:
        file = (folder / f"{os.getpid()}{_ENDING}").open("wb", buffering=0)
    except OSError:
        return None
    try_lock(file)
    return file


def _forget(mark: _Mark) -> None:
    """Remove the file at the end of the process that made it; a fork has its own."""
    if mark.file is not None and mark.pid == os.getpid():
        mark.file.close()
        with suppress(OSError):
            mark.path.unlink()


def _was_left_loading(path: Path) -> bool:
    """Whether the process of a mark died while loading; removes the mark of an ended process."""
    try:
        with path.open("r+b", buffering=0) as file:
            if not try_lock(file):
                return False
            was_loading = bool(file.read(1))
        path.unlink()
    except OSError:
        return False
    return was_loading


def _files(folder: Path) -> dict[str, int]:
    files = (file for file in folder.iterdir() if file.suffix in {".nbi", ".nbc"})
    return {file.name: file.stat().st_size for file in sorted(files)}


def _machine() -> str:
    """Changes with the key of Numba's cache: versions and the processor's features."""
    versions = [f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite", "numpy")]
    settings = [f"{key}={os.environ[key]}" for key in sorted(os.environ) if "NUMBA_CPU" in key]
    words = (sys.version, platform.machine(), _processor(), *versions, *settings)
    return sha256("\n".join(words).encode()).hexdigest()[:16]


def _processor() -> str:
    """Name and features of the first processor."""
    try:
        first = _CPU_INFO.read_text("ascii", "replace").partition("\n\n")[0]
    except OSError:
        return platform.processor()
    keys = ("vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU part")
    return "\n".join(line for line in first.splitlines() if line.startswith(keys))


@dataclass(frozen=True, slots=True)
class PlannedKernel:
    """One kernel. name: "_text_kernels.find_lines"; seconds: processor time to compile it.

    types: see `type_of`, one for each argument.
    """

    name: str
    group: str
    seconds: float
    types: tuple[Any, ...]

    def argument_types(self) -> tuple[Any, ...]:
        """Numba's types of the arguments."""
        return tuple(type_of(kind) for kind in self.types)


@cache
def planned_kernels() -> tuple[PlannedKernel, ...]:
    """All kernels that Python calls, those that take longest first."""
    text = files("resources").joinpath("kernel_types.json").read_text(encoding="utf-8")
    planned = (
        PlannedKernel(name, group, facts["seconds"], tuple(facts["types"]))
        for group, kernels in json.loads(text).items()
        for name, facts in kernels.items()
    )
    return tuple(sorted(planned, key=lambda each: -each.seconds))


def planned_of(groups: Collection[str], *, is_second: bool = False) -> list[PlannedKernel]:
    """The kernels of some groups, in the order for one of two processes that compile them.

    Training comes first, as the window trains at its first start, and of each group those that take
    longest. Each process begins with every other one; when it is done it takes from the end of the
    other's.
    """
    chosen = [each for each in planned_kernels() if each.group in groups]
    chosen.sort(key=lambda each: _IN_ORDER.index(each.group))
    own, others = chosen[is_second::2], chosen[not is_second :: 2]
    return own + others[::-1]


@cache
def group_of(name: str) -> str:
    """The group of a kernel; OTHER for one that is not planned."""
    return next((planned.group for planned in planned_kernels() if planned.name == name), OTHER)


def type_of(text: Any) -> Any:
    """The Numba type that `text_of` wrote."""
    from numba import types

    if isinstance(text, list):
        module, _, name = text[0].rpartition(".")
        tuple_type: Any = types.BaseTuple.from_types
        return tuple_type(
            [type_of(item) for item in text[1:]], getattr(import_module(module), name)
        )
    kind, _, dimensions = text.removeprefix(_READ_ONLY).partition("[")
    scalar = types.boolean if kind == "bool" else getattr(types, kind)
    if not dimensions:
        return scalar
    is_read_only = text.startswith(_READ_ONLY)
    return types.Array(scalar, int(dimensions.removesuffix("d]")), "C", readonly=is_read_only)


def text_of(kind: Any) -> Any:
    """A Numba type as JSON: "int64", "uint8[1d]", or a list of a NamedTuple's class and fields.

    Raises ValueError for a type that no kernel should be called with.
    """
    from numba import types

    if hasattr(kind, "instance_class"):
        owner = kind.instance_class
        return [f"{owner.__module__}.{owner.__qualname__}", *(text_of(item) for item in kind.types)]
    if isinstance(kind, types.Array) and kind.layout == "C" and kind.aligned:
        return f"{'' if kind.mutable else _READ_ONLY}{kind.dtype.name}[{kind.ndim}d]"
    if isinstance(kind, (types.Integer, types.Float, types.Boolean)):
        return str(kind.name)
    raise ValueError(f"A kernel is called with {kind}: make it a contiguous array, or a number.")
