"""How a kernel is compiled: once, with all kernels that it calls, and little besides.

Numba makes each function a library of its own: optimized, turned into machine code and wrapped for
Python, even if only other kernels call it. Here a kernel that others call becomes a part of
them: it is translated once for a process, to LLVM's language, and optimized with its caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba.core import codegen, compiler, registry, typed_passes, untyped_passes
from numba.core.compiler_machinery import PassManager
from numba.core.typing.context import Context
from numba.np import numpy_support

from engine.machine import paused_collection

_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.Compiler
_Context: Any = Context
_Dispatcher: Any = registry.CPUDispatcher
_PassManager: Any = PassManager


class _NoMachineCode:
    """Stands for the machine code of a part, which has none to hand an environment to."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: `_KernelCompiler` hands it to the kernel that the part is in."""


class _KernelLibrary(_Library):  # type: ignore[misc]  # Numba has no types
    """The code of a kernel: optimized once, whole, after its parts are linked into it."""

    def _optimize_functions(self, module: Any) -> None:
        """Only make each function small; Numba would optimize all of it here, and then again."""
        module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder()
        for function in module.functions:
            if not function.is_declaration:
                passes: Any = binding.create_new_function_pass_manager()
                passes.add_sroa_pass()
                passes.add_simplify_cfg_pass()
                passes.add_instruction_combine_pass()
                passes.run(function, builder)


class _PartLibrary(_KernelLibrary):
    """The code of a part: linked into others, which optimize it, and never run by itself."""

    codegen = _NoMachineCode()

    def _optimize_final_module(self) -> None:
        """Leave it to the kernel that the part is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002  Numba's interface
        """0, Numba's word for "no such function"."""
        self._ensure_finalized()
        return 0


def _passes() -> Iterator[tuple[Any, str]]:
    """Numba's steps from bytecode to LLVM's language that change anything of a kernel.

    Left out are those for closures, `with`, inlined overloads, unrolled tuples and fused
    expressions of whole arrays: each reads the kernel through. A kernel that needs one of
    them does not compile, but for the last, which is then computed one operation at a time.
    """
    yield untyped_passes.TranslateByteCode, "analyzing bytecode"
    yield untyped_passes.FixupArgs, "fix up args"
    yield untyped_passes.IRProcessing, "processing IR"
    yield untyped_passes.RewriteSemanticConstants, "rewrite semantic constants"
    yield untyped_passes.GenericRewrites, "nopython rewrites"
    yield untyped_passes.RewriteDynamicRaises, "rewrite dynamic raises"
    yield untyped_passes.ReconstructSSA, "ssa"
    yield untyped_passes.DeadBranchPrune, "dead branch pruning"
    yield typed_passes.NopythonTypeInference, "nopython frontend"
    yield typed_passes.PreLowerStripPhis, "remove phis nodes"
    yield typed_passes.IRLegalization, "ensure IR is legal prior to lowering"
    yield typed_passes.AnnotateTypes, "annotate types"
    yield typed_passes.NativeLowering, "native lowering"
    yield typed_passes.NoPythonBackend, "nopython mode backend"


class _TypingContext(_Context):  # type: ignore[misc]
    """Numba's types of functions, each asked for once in a process.

    A kernel adds and compares the same types some hundred times, and for each Numba tries all
    ways of doing it, those for whole arrays included: a sixth of all compiling.
    """

    def __init__(self, numbas: Any) -> None:
        self.__dict__ = numbas.__dict__  # it is the same context, with a memory
        self.__dict__.setdefault("_resolved_for_kernels", {})

    def _resolve_user_function_type(
        self, function: Any, arguments: Any, named: Any, literals: Any = None
    ) -> Any:
        resolve: Any = super()._resolve_user_function_type
        known: Any = self._lookup_global(function) or function
        if named or not isinstance(known, numba.types.Function):
            return resolve(function, arguments, named, literals)
        resolved = self.__dict__["_resolved_for_kernels"]
        found = resolved.get((function, arguments))
        if found is None:
            found = resolved[function, arguments] = resolve(function, arguments, named, literals)
        return found


class _PassesCompiler(_Compiler):  # type: ignore[misc]
    library: Any = _KernelLibrary

    def __init__(self, typing_context: Any, *others: Any) -> None:
        super().__init__(_TypingContext(typing_context), *others)

    def define_pipelines(self) -> list[Any]:
        """Numba's question for its steps."""
        manager = _PassManager("nopython")
        for step, name in _passes():
            manager.add_pass(step, name)
        manager.finalize()
        return [manager]

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        backend = self.state.targetctx.codegen()
        self.state.library = self.library(backend, function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class _PartCompiler(_PassesCompiler):
    library = _PartLibrary


class _KernelCompiler(_PassesCompiler):
    def compile_extra(self, function: Callable[..., Any]) -> Any:
        result = super().compile_extra(function)
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        return result


def _options(function: Callable[..., Any]) -> dict[str, bool]:
    """Numba's settings.

    No fastmath (floats are to be the same everywhere), no parallel=True (the work-queue layer
    aborts the process when two threads use it). Only kernels that make arrays count references.
    """
    makes_arrays = not {"empty", "zeros"}.isdisjoint(function.__code__.co_names)
    return {"nopython": True, "nogil": True, "no_cfunc_wrapper": True, "_nrt": makes_arrays}


class _Part(_Dispatcher):  # type: ignore[misc]
    """A kernel as other kernels call it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        options = _options(function) | {"no_cpython_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=_PartCompiler)

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Numba's, for a number written out as for any other.

        It types a literal as such and would compile the kernel once for 0 and once for int64.
        """
        unliteral: Any = numba.types.unliteral
        plain = {name: unliteral(each) for name, each in named.items()}
        return super().get_call_template(tuple(map(unliteral, arguments)), plain)


class Kernel(_Dispatcher):  # type: ignore[misc]
    """A compiled function: called from Python by itself, from other kernels as a part of them.

    part: the dispatcher whose signatures are those with which kernels call it.
    alone: entered while the kernel is compiled; `kernel_cache` keeps other processes out by it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=_options(function), pipeline_class=_KernelCompiler)
        self.alone: Callable[[], AbstractContextManager[Any]] = nullcontext

    @cached_property
    def part(self) -> Any:
        """Made when it is asked for: nothing does where all kernels come from the disk."""
        return _Part(self.py_func)

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """What Numba asks when another kernel calls this one."""
        return self.part.get_call_template(arguments, named)

    def get_overload(self, signature: Any) -> Any:
        """What Numba links if another kernel calls this one."""
        return self.part.get_overload(signature)

    def typeof_pyval(self, value: Any) -> Any:
        """Numba's type of an argument.

        Numba's own way to an array imports all masked arrays of NumPy, to refuse them.
        """
        if type(value) is np.ndarray and value.flags.c_contiguous:
            is_read_only = not value.flags.writeable
            kind: Any = numpy_support.from_dtype
            return numba.types.Array(kind(value.dtype), value.ndim, "C", readonly=is_read_only)
        if isinstance(value, tuple):
            make: Any = numba.types.BaseTuple.from_types
            return make([self.typeof_pyval(each) for each in value], type(value))
        return super().typeof_pyval(value)

    def compile(self, signature: Any) -> Any:
        """Compile for argument types, or load it; garbage waits until this is done."""
        with self.alone(), paused_collection():
            return super().compile(signature)
