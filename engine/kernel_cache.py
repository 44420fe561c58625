"""Compiled kernels and the folder that keeps them between starts.

The folder is ours alone, whatever Numba is told elsewhere. Its cache is pickle, and a damaged
entry raises out of the kernel call for ever, so a call that fails that way wipes the folder and
tries again; if the disk cannot hold the cache at all, the kernel is compiled for this process only.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numba
from numba.core import caching

from engine.cache_folders import HOME_VARIABLE, KERNEL_CACHE_VARIABLE, make_folder, wipe
from engine.kernel_folder import kernel_cache_folder, sources_digest

__all__ = ["HOME_VARIABLE", "KERNEL_CACHE_VARIABLE", "kernel", "kernel_cache_folder", "run_kernel"]


_kernels: list[Any] = []


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` with Numba, cached on disk and without the interpreter lock.

    No fastmath (floats are to be the same everywhere), no parallel=True (the work-queue layer
    aborts the process when two threads use it). Kernels call nothing but kernels: a change in any
    of their files names another folder, a change elsewhere would go unnoticed.
    """
    dispatcher = numba.njit(nogil=True)(function)
    _take_numbers_alike(dispatcher)
    if make_folder(kernel_cache_folder()):
        _keep(dispatcher)
    _kernels.append(dispatcher)
    return dispatcher


def _take_numbers_alike(dispatcher: Any) -> None:
    """Let other kernels call this one with a number written out, without a form of its own for it.

    Numba types a literal as such and would compile the kernel once for 0 and once for int64.
    """
    template_for = dispatcher.get_call_template
    unliteral: Any = numba.types.unliteral

    def without_literals(arguments: Any, named: Any) -> Any:
        plain = {name: unliteral(each) for name, each in named.items()}
        return template_for(tuple(map(unliteral, arguments)), plain)

    dispatcher.get_call_template = without_literals


class _Locator(caching._CacheLocator):
    """Numba's own go by the working directory and by the program's file in a packaged application.

    There the window and the command line are two files, and both read what a third process of
    theirs compiled. The name of our folder says already what the sources are.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(kernel_cache_folder())

    def get_source_stamp(self) -> str:
        return sources_digest()

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:  # noqa: ARG003  Numba's interface
        locator: Any = cls(py_func)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator


class _CacheFiles(caching.CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]  # noqa: RUF012  as Numba declares it


class _KernelCache(caching.FunctionCache):
    _impl_class = _CacheFiles


def _keep(dispatcher: Any) -> None:
    """Let Numba keep this kernel in our folder, whatever its settings say of other functions."""
    settings: Any = numba.config
    known, settings.CACHE_LOCATOR_CLASSES = settings.CACHE_LOCATOR_CLASSES, ""
    make_cache: Any = _KernelCache
    try:
        dispatcher._cache = make_cache(dispatcher.py_func)
    except RuntimeError:  # no folder can be written: compile for this process only
        return
    finally:
        settings.CACHE_LOCATOR_CLASSES = known


def run_kernel(dispatcher: Any, *arguments: Any) -> Any:
    """Call a kernel; a damaged or full cache costs one more compilation, never the result.

    Cache errors arise before a kernel starts, so the second call sees untouched arguments.
    """
    if dispatcher.overloads:  # not `signatures`, which hashes the types of every argument
        return dispatcher(*arguments)
    try:
        return dispatcher(*arguments)
    except Exception:  # noqa: BLE001  a garbled entry raises anything; a true fault comes again
        wipe(kernel_cache_folder())
        for each in _kernels:
            each._cache = caching.NullCache()
        return dispatcher(*arguments)


def is_compiled(dispatcher: Any) -> bool:
    """Whether the kernel is ready in this process or in the folder."""
    if dispatcher.overloads:
        return True
    cache_file = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if cache_file is None:
        return False
    try:
        return bool(cache_file._load_index())
    except Exception:  # noqa: BLE001  as above
        return False


def import_kernels() -> None:
    """Import every module of kernels, so that `registered_kernels` names them all."""
    import engine

    for module in pkgutil.iter_modules(engine.__path__):
        if module.name.endswith("_kernels"):
            import_module(f"engine.{module.name}")


def registered_kernels() -> tuple[Any, ...]:
    """All kernels of the modules imported so far."""
    return tuple(_kernels)
