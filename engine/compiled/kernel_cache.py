"""Compiled kernels and the folder that keeps them between starts.

The folder is ours alone, independent of Numba's settings. Its files are pickle and carry a digest:
a damaged one is removed and compiled again. If the folder cannot be written, kernels are compiled
for this process only. Two processes never compile the same kernel: one waits for the other.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

import pkgutil
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import caching, environment
from numba.core.runtime import nrt

from engine.compiled.kernel_children import (
    announce_compilation,
    is_kernel_child,
    start_kernel_child,
)
from engine.compiled.kernel_compiler import Kernel, SharedKernel, shared_by
from engine.compiled.kernel_folder import (
    GROUPS,
    OTHER,
    clear_after_death,
    group_of,
    keeping_problem,
    kernel_cache_folder,
    loading,
    planned_of,
    sources_digest,
)
from engine.machine import (
    HOME_VARIABLE,
    KERNEL_CACHE_VARIABLE,
    file_lock,
    make_folder,
    remove_files,
)

__all__ = [
    "HOME_VARIABLE", "KERNEL_CACHE_VARIABLE", "inlined_part", "kernel", "kernel_cache_folder",
    "kernel_part", "locked_kernel", "run_kernel", "separate_part", "shared_kernel",
]  # fmt: skip

_Files: Any = caching.IndexDataCacheFile

_DIGEST_BYTES = 32

_LONGEST_COMPILATION = 120.0
"""Seconds; on a busy machine the largest kernel takes about twenty."""

_kernels: list[Any] = []
"""All kernels of the modules imported so far."""

_groups_seen_to: set[str] = set()
"""Groups whose missing kernels are being compiled."""


class DamagedKernelError(Exception):
    """A file differs from what was written."""


class CheckedFiles(_Files):  # type: ignore[misc]  # Numba has no types
    """Numba's files of one kernel, index and machine code, each with its SHA-256 at the end.

    Numba reads and runs any content: one changed bit in machine code ends the process, at every
    start. Here a file is read only if it is, byte for byte, what was written. Numba itself ignores
    the bytes behind its own.
    """

    def _load_index(self) -> dict[Any, str]:
        """What is compiled, and in which files; nothing if the index is damaged."""
        try:
            _check(self._index_path)
        except (FileNotFoundError, DamagedKernelError):
            return {}
        known: dict[Any, str] = super()._load_index()
        return known

    def _load_data(self, name: str) -> Any:
        _check(self._data_path(name))
        with _light_environments():
            return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        content = BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue())
            file.write(sha256(content.getbuffer()).digest())


def _check(path: str) -> None:
    """Raise DamagedKernelError for a file that is not what was written."""
    content = memoryview(Path(path).read_bytes())
    if sha256(content[:-_DIGEST_BYTES]).digest() != content[-_DIGEST_BYTES:]:
        raise DamagedKernelError


_environment: Any = environment
_rebuild_as_numba = _environment._rebuild_env


@contextmanager
def _light_environments() -> Iterator[None]:
    """Read machine code without the modules of Numba that some of it was translated from.

    Numba's lock for compiling is held, so that nothing else is read or written meanwhile.
    """
    _environment._rebuild_env = _rebuild
    try:
        yield
    finally:
        _environment._rebuild_env = _rebuild_as_numba


def _rebuild(module: str, constants: list[Any], name: str) -> Any:
    """As Numba's, but a module of Numba that is not imported stays so: 20 ms for arrays alone.

    Machine code looks at the constants only; the module's names are for the interpreter's mode.
    """
    if module in sys.modules or not module.startswith("numba."):
        return _rebuild_as_numba(module, constants, name)
    known = _environment.lookup_environment(name)
    if known is None:
        known = _environment.Environment({"__name__": module})
        known.consts[:] = constants
        known.env_name = name
        _environment.Environment._memo[name] = known
    return known


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` with Numba, cached on disk and without the interpreter lock.

    Python calls it by `run_kernel`; other kernels may call it too, see `kernel_part`. Kernels call
    nothing but kernels: a change in any of their files names another folder, a change elsewhere
    would go unnoticed.
    """
    return _registered(Kernel(function))


def locked_kernel(function: Callable[..., Any]) -> Any:
    """As `kernel`, with the interpreter lock: for what touches Python's objects."""
    return _registered(Kernel(function, nogil=False))


def shared_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` once for all kernels that call it, cached on disk; Python never calls it.

    For what several kernels need or takes long to compile, and is called for much work at a time.
    """
    return _registered(SharedKernel(function))


def _registered(dispatcher: Any) -> Any:
    dispatcher._compilation_chain_init_hook = _load_no_extensions
    make_folder(kernel_cache_folder())
    _keep(dispatcher)
    _kernels.append(dispatcher)
    return dispatcher


def kernel_part(function: Callable[..., Any]) -> Any:
    """Compile `function` as a part of the kernels that call it; it is not kept by itself.

    Called from Python, as tests do, it is compiled for this process.
    """
    return Kernel(function)


def inlined_part(function: Callable[..., Any]) -> Any:
    """As `kernel_part`, for what is called for every merge: a call would push all arrays."""
    return Kernel(function, is_inlined=True)


def separate_part(function: Callable[..., Any]) -> Any:
    """As `kernel_part`, always called: the loop that uses it keeps its values in registers."""
    return Kernel(function, is_inlined=False)


def _load_no_extensions() -> None:
    """Replaces Numba's import of what other packages register as `numba_extensions`.

    Machine code from the disk needs no types of theirs, and importing awkward alone takes 0.2 s.
    To compile a kernel Numba loads them first, and for other functions of the process before their
    first call, as always.
    """


class _Locator(caching._CacheLocator):
    """Numba's own use the working directory and, in a packaged application, the program's file.

    There the window and the command line are two programs that share compiled kernels. The name of
    our folder already depends on the sources.
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
        """Numba's check that the folder can be written is left out: reading needs no such right."""
        locator: Any = cls(py_func)
        return locator


class _CacheFiles(caching.CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]  # noqa: RUF012  as Numba declares it

    def reduce(self, result: Any) -> Any:
        """What is written of a compiled kernel: the shared kernels that it calls, and Numba's.

        Not LLVM's code of it, which Numba writes for kernels that are compiled into others: that
        would be read and parsed at each start, which takes half of the time.
        """
        reduce: Any = super().reduce
        (name, kind, code), *rest = reduce(result)
        if kind == "object":
            machine_code, _llvm_code = code
            code = machine_code, _names_alone(result)
        return shared_by(result), ((name, kind, code), *rest)

    def rebuild(self, target: Any, content: Any) -> Any:
        """The kernel that was written, after those that it calls are loaded or compiled."""
        rebuild: Any = super().rebuild
        shared, numbas = content
        for module, name, types in shared:
            getattr(sys.modules[module], name).compile(types)
        return rebuild(target, numbas)


def _names_alone(result: Any) -> bytes:
    """A module of LLVM with the names by which a kernel is called, and those that it needs.

    Numba looks for the first in what it loads, and for nothing else: other kernels have the
    kernel's `part` compiled into them, or know it by its address. The others are for tests.
    """
    described = result.fndesc
    called_by = {described.llvm_func_name, described.llvm_cpython_wrapper_name}
    lines = []
    for each in result.library._final_module.functions:
        if each.name in called_by:
            lines.append(f'define void @"{each.name}"() {{ ret void }}')
        elif each.is_declaration and not each.name.startswith("llvm."):
            lines.append(f'declare void @"{each.name}"()')
    variables = result.library._final_module.global_variables
    lines += [f'@"{each.name}" = external global i8' for each in variables if each.is_declaration]
    code: bytes = binding.parse_assembly("\n".join(lines)).as_bitcode()
    return code


class _KernelCache(caching.FunctionCache):
    """Loads machine code without the declarations that only compiling reads.

    Numba would first fill its registries, which imports half of it and takes longer than all
    kernels of an encoding. Compiling fills them itself.
    """

    _impl_class = _CacheFiles

    def __init__(self, function: Callable[..., Any]) -> None:
        make: Any = super().__init__
        make(function)
        files: Any = self._cache_file
        self._cache_file = CheckedFiles(
            self.cache_path, self._impl.filename_base, files._source_stamp
        )

    @property
    def index(self) -> Path:
        """The file that exists once the kernel is compiled."""
        files: Any = self._cache_file
        return Path(files._index_path)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled kernel, None if it is missing; a damaged one is removed."""
        cache: Any = super()
        with loading(self.index.parent):
            try:
                _offer_runtime()
                with cache._guard_against_spurious_io_errors():
                    return cache._load_overload(signature, target)
            except DamagedKernelError:
                self._remove()
                return None
            except OSError:  # too many open files, a failing disk: the file may be whole
                return None
            except MemoryError:
                raise
            except Exception:  # noqa: BLE001  a Numba that is built otherwise
                return self._loaded_as_numba_does(signature, target)

    def _loaded_as_numba_does(self, signature: Any, target: Any) -> Any:
        load: Any = super().load_overload
        try:
            return load(signature, target)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  whole, and still no use to this Numba
            self._remove()
            return None

    def _remove(self) -> None:
        remove_files(self.index.parent, f"{self.index.stem}.*nb[ic]")

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel; one that cannot be kept serves this process."""
        save: Any = super().save_overload
        with suppress(OSError):
            save(signature, compiled)


@cache
def _offer_runtime() -> None:
    """Tell LLVM where the functions are that machine code calls for arrays of its own.

    Numba's way compiles two more besides, which takes 20 ms; kernels on the disk bring them along.
    """
    runtime: Any = nrt
    for name, address in runtime._nrt.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _keep(dispatcher: Any) -> None:
    """Let Numba keep this kernel in our folder, independent of its settings for other functions."""
    settings: Any = numba.config
    known, settings.CACHE_LOCATOR_CLASSES = settings.CACHE_LOCATOR_CLASSES, ""
    make_cache: Any = _KernelCache
    try:
        dispatcher._cache = make_cache(dispatcher.py_func)
    finally:
        settings.CACHE_LOCATOR_CLASSES = known
    dispatcher.alone = lambda: _one_process_at_once(dispatcher)


def run_kernel(dispatcher: Any, *arguments: Any) -> Any:
    """Call a kernel; if it is missing compile it first, with others that will be needed."""
    if not dispatcher.overloads:  # not `signatures`, which hashes the types of every argument
        _clear_once(kernel_cache_folder())
        _see_to_group(dispatcher)
    return dispatcher(*arguments)


@cache
def _clear_once(folder: Path) -> None:
    """Remove kernels that ended a process while it loaded them, before this process loads any."""
    clear_after_death(folder)


def kernel_name(dispatcher: Any) -> str:
    """What a kernel is called in the plan, "_text_kernels.find_lines", and its files begin with."""
    return f"{dispatcher.__module__.rpartition('.')[2]}.{dispatcher.__name__}"


def is_compiled(dispatcher: Any) -> bool:
    """Whether the kernel is ready in this process or in the folder."""
    return bool(dispatcher.overloads) or _is_kept(dispatcher)


def _is_kept(dispatcher: Any) -> bool:
    """Whether the folder has the kernel for this machine and this Numba."""
    if not isinstance(dispatcher._cache, _KernelCache):
        return False
    files: Any = dispatcher._cache._cache_file
    machine = dispatcher.targetctx.codegen().magic_tuple()
    try:
        return any(key[1] == machine for key in files._load_index())
    except Exception:  # noqa: BLE001  a garbled file raises anything
        return False


def _lock_of(dispatcher: Any) -> Path:
    index: Path = dispatcher._cache.index
    return index.with_suffix(".lock")


@contextmanager
def _one_process_at_once(dispatcher: Any) -> Iterator[None]:
    """Wait while another process compiles the kernel, so that it can be loaded afterwards.

    The wait ends after _LONGEST_COMPILATION, in case that process was stopped.
    """
    if _is_kept(dispatcher):
        yield
        return
    with file_lock(_lock_of(dispatcher), wait_seconds=_LONGEST_COMPILATION):
        yield


def _compiled_unless_taken(dispatcher: Any, types: tuple[Any, ...]) -> None:
    """Compile a kernel that is missing, unless another process does that already."""
    if _is_kept(dispatcher) or not isinstance(dispatcher._cache, _KernelCache):
        return
    with file_lock(_lock_of(dispatcher)) as is_mine:
        if is_mine:
            waiting, dispatcher.alone = dispatcher.alone, nullcontext
            try:
                dispatcher.compile(types)
            finally:
                dispatcher.alone = waiting


def compile_missing(
    groups: Collection[str], *, is_second: bool = False, wait: bool = False
) -> None:
    """Compile what is missing of some groups; what other processes compile is left to them.

    is_second: see `planned_of`. wait: return only when what others compile is done, too.
    """
    import_kernels()
    known = {kernel_name(kernel): kernel for kernel in _kernels}
    plan = planned_of(groups, is_second=is_second)
    for planned in plan:
        _compiled_unless_taken(known[planned.name], planned.argument_types())
    for planned in plan if wait else []:
        known[planned.name].compile(planned.argument_types())


def load_all() -> None:
    """Make every kernel ready in this process; slow for those that are not compiled."""
    import_kernels()
    _clear_once(kernel_cache_folder())
    known = {kernel_name(kernel): kernel for kernel in _kernels}
    for planned in planned_of(GROUPS):
        known[planned.name].compile(planned.argument_types())


def load_kept() -> None:
    """Load every compiled kernel; damaged machine code may end this process."""
    import_kernels()
    known = {kernel_name(kernel): kernel for kernel in _kernels}
    for planned in planned_of(GROUPS):
        kernel = known[planned.name]
        kernel._cache.load_overload(planned.argument_types(), kernel.targetctx)


def _see_to_group(dispatcher: Any) -> None:
    """If a kernel is missing, compile all of its group here and in a child process at once."""
    group = group_of(kernel_name(dispatcher))
    if group in _groups_seen_to or _is_kept(dispatcher):
        return
    _groups_seen_to.add(group)
    if is_kernel_child():
        return
    announce_compilation(problem := keeping_problem())
    if group == OTHER or problem:  # those are small, and few are ever needed at once
        return
    start_kernel_child([group], others_first=True)
    compile_missing([group])


def import_kernels() -> None:
    """Import every module of kernels, so that `registered_kernels` names them all."""
    folder = Path(__file__).parents[1]
    for module in pkgutil.walk_packages([str(folder)], f"{folder.name}."):
        if module.name.endswith("_kernels"):
            import_module(module.name)


def registered_kernels() -> tuple[Any, ...]:
    """All kernels of the modules imported so far."""
    return tuple(_kernels)


@dataclass(frozen=True, slots=True)
class KernelGroup:
    """The kernels of one module. bytes: size of their files in the folder."""

    name: str
    kernels: int
    missing: tuple[str, ...]
    bytes: int

    @property
    def compiled(self) -> int:
        return self.kernels - len(self.missing)


def kernel_groups() -> list[KernelGroup]:
    """All kernels by module. Example: `_counting_kernels` is the group "counting"."""
    import_kernels()
    by_module: dict[str, list[Any]] = defaultdict(list)
    for kernel in registered_kernels():
        by_module[kernel.__module__.split(".")[-1]].append(kernel)
    return [
        KernelGroup(
            name=module.removeprefix("_").removesuffix("_kernels"),
            kernels=len(kernels),
            missing=tuple(one.__name__ for one in kernels if not is_compiled(one)),
            bytes=_bytes_of(module),
        )
        for module, kernels in sorted(by_module.items())
    ]


def _bytes_of(module: str) -> int:
    files = kernel_cache_folder().rglob(f"{module}.*")
    return sum(file.stat().st_size for file in files if file.is_file())
