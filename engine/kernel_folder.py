"""Which folder holds the compiled kernels, and whether all of them lie there; without Numba.

Loading Numba takes half a second and 75 MB. A start that finds the mark of a complete folder does
without until something is computed. The mark names the files with their sizes and the machine:
Numba would compile again for another processor or another version of itself.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile

from engine.cache_folders import KERNEL_CACHE_VARIABLE, cache_base, digest_of, mark_used
from engine.loading_mark import clear_after_death

MARK = "complete.ready"
_CPU_INFO = Path("/proc/cpuinfo")
_LEAST_FREE_BYTES = 16_000_000
"""All compiled kernels take less than half of this."""


def kernel_cache_folder() -> Path:
    """Where compiled kernels are kept; two environment variables move it.

    The last part of the path is our own and changes with the sources of the kernels, because
    Numba notices a change in a kernel's own file only.
    """
    return cache_base() / f"kernels-{sources_digest()}"


@cache
def sources_digest() -> str:
    """Changes with all that kernels are compiled from, and with how they are kept."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return digest_of(file for file in sources if _is_compiled_from(file))


def _is_compiled_from(file: Path) -> bool:
    is_named = file.stem.endswith("_kernels") or file.stem in {"kernel_compiler", "kernel_files"}
    return is_named or b"\n@intrinsic" in file.read_bytes()


def keeping_problem() -> str | None:
    """Why compiled kernels cannot be kept; None where they can, or where all are there already.

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
        reason = error.strerror or str(error)
    if reason is None:
        return None
    return (
        f"Compiled kernels cannot be kept in {folder}: {reason}; every start compiles again. "
        f"Set {KERNEL_CACHE_VARIABLE} to a folder that can be written."
    )


def write_ready_mark() -> None:
    """Note that every kernel is compiled; without effect where the folder cannot be written."""
    folder = kernel_cache_folder()
    unfinished = folder / f"{os.getpid()}.unfinished"
    with suppress(OSError):
        content = json.dumps({"machine": _machine(), "files": _files(folder)})
        unfinished.write_text(content, "utf-8")
        unfinished.replace(folder / MARK)


def has_ready_mark() -> bool:
    """Whether the folder is as it was when every kernel was compiled, for this machine.

    Where a process died while it loaded kernels, they are removed first.
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
    """Whether what lies in the folder can be used here, as far as its mark tells."""
    try:
        noted = json.loads((kernel_cache_folder() / MARK).read_text("utf-8"))
        return bool(noted["machine"] == _machine())
    except (OSError, ValueError, KeyError, TypeError):
        return True


def _files(folder: Path) -> dict[str, int]:
    files = (each for each in folder.iterdir() if each.suffix in {".nbi", ".nbc"})
    return {file.name: file.stat().st_size for file in sorted(files)}


def _machine() -> str:
    """Changes with what Numba's cache goes by: its version, Python's, the processor's abilities."""
    versions = [f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite", "numpy")]
    settings = [f"{key}={os.environ[key]}" for key in sorted(os.environ) if "NUMBA_CPU" in key]
    words = (sys.version, platform.machine(), _processor(), *versions, *settings)
    return sha256("\n".join(words).encode()).hexdigest()[:16]


def _processor() -> str:
    """Name and abilities of the first processor, as the system tells them."""
    try:
        first = _CPU_INFO.read_text("ascii", "replace").partition("\n\n")[0]
    except OSError:
        return platform.processor()
    told = ("vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU part")
    return "\n".join(line for line in first.splitlines() if line.startswith(told))
