"""Compiled kernels and the folder that keeps them between starts.

Importing this module decides where Numba stores machine code, so it comes before any import of
numba. The folder is ours alone: Numba's cache is pickle, and a damaged entry raises out of the
kernel call for ever, so a call that fails that way wipes the folder and tries again; if the disk
cannot hold the cache at all, the kernel is compiled for this process only.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

KERNEL_CACHE_VARIABLE = "TOKENIZER_WORKBENCH_KERNEL_CACHE"
HOME_VARIABLE = "TOKENIZER_WORKBENCH_HOME"


def kernel_cache_folder() -> Path:
    """Where compiled kernels are kept; two environment variables move it.

    The last part of the path is our own and changes with the sources of the kernels, because
    Numba notices a change in a kernel's own file only.
    """
    if override := os.environ.get(KERNEL_CACHE_VARIABLE):
        base = Path(override)
    elif home := os.environ.get(HOME_VARIABLE):
        base = Path(home) / "cache" / "kernels"
    else:
        base = Path(platformdirs.user_cache_dir("tokenizer-workbench")) / "kernels"
    return base / f"kernels-{_sources_digest()}"


@cache
def _sources_digest() -> str:
    digest = hashlib.sha256()
    here = Path(__file__).parent
    instructions = (here / "unaligned.py", here / "prefetch.py")
    for file in (*sorted(here.glob("_*_kernels.py")), *instructions):
        digest.update(file.read_bytes() if file.exists() else file.name.encode())
    return digest.hexdigest()[:12]


def _wipe() -> None:
    """Remove Numba's files from our folder, and nothing else: a person may have named it."""
    for file in kernel_cache_folder().rglob("*.nb[ic]"):
        with suppress(OSError):
            file.unlink()


def _use_own_folder() -> None:
    folder = kernel_cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # Numba finds no place to write; `run_kernel` then compiles for this process
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


if "numba" not in sys.modules:
    _use_own_folder()

import numba  # noqa: E402
from numba.core import caching  # noqa: E402

_kernels: list[Any] = []


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` with Numba, cached on disk and without the interpreter lock.

    No fastmath (there are no floats), no parallel=True (the work-queue layer aborts the process
    when two threads use it). Kernels call nothing but kernels: a change in any of their files
    names another folder, a change elsewhere would go unnoticed.
    """
    try:
        dispatcher = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # no folder can be written: compile for this process only
        dispatcher = numba.njit(nogil=True)(function)
    _kernels.append(dispatcher)
    return dispatcher


def run_kernel(dispatcher: Any, *arguments: Any) -> Any:
    """Call a kernel; a damaged or full cache costs one more compilation, never the result.

    Cache errors arise before a kernel starts, so the second call sees untouched arguments.
    """
    if dispatcher.signatures:
        return dispatcher(*arguments)
    try:
        return dispatcher(*arguments)
    except Exception:  # noqa: BLE001  a garbled entry raises anything; a true fault comes again
        _wipe()
        for each in _kernels:
            each._cache = caching.NullCache()
        return dispatcher(*arguments)


def is_compiled(dispatcher: Any) -> bool:
    """Whether the kernel is ready in this process or in the folder."""
    if dispatcher.signatures:
        return True
    cache_file = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if cache_file is None:
        return False
    try:
        return bool(cache_file._load_index())
    except Exception:  # noqa: BLE001  as above
        return False


def registered_kernels() -> tuple[Any, ...]:
    """All kernels of the modules imported so far."""
    return tuple(_kernels)
