"""How a kernel is compiled: once, with all kernels that it calls, and little besides.

Numba makes each function a library of its own: optimized, turned into machine code and wrapped for
Python, even if only other kernels call it. Here a kernel that others call becomes a part of
them: it is translated once for a process, to LLVM's language, and optimized with its caller.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from functools import cached_property
from hashlib import sha256
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba.core import codegen, compiler, registry, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.np import numpy_support

from engine.compiled.kernel_steps import Steps, TargetContext, TypingContext, plain_messages
from engine.machine import paused_collection

_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.Compiler
_Dispatcher: Any = registry.CPUDispatcher
_normalized: Any = sigutils.normalize_signature

_SHARED = "engine.shared"
_links: dict[str, tuple[Any, Any]] = {}
"""Shared kernels that others call, with the types of their arguments, by the name in LLVM."""


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

    def _optimize_final_module(self) -> None:
        """Optimize the kernel with its parts, of which nothing else needs to know.

        So LLVM puts a part that is called in one place into it, however large, and need not keep
        it. Numba would optimize twice, to find more counted references.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = binding.Linkage.internal
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


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


class _SeparateLibrary(_PartLibrary):
    """The code of a part that is called wherever it is used."""

    def add_ir_module(self, module: Any) -> None:
        """Mark its functions; of parsed ones llvmlite 0.47 would mark what they return."""
        for function in module.functions:
            if not function.is_declaration:
                function.attributes.add("noinline")
        super().add_ir_module(module)


class _PassesCompiler(_Compiler):  # type: ignore[misc]
    library: Any = _KernelLibrary

    def __init__(self, typing_context: Any, target_context: Any, *others: Any) -> None:
        super().__init__(TypingContext(typing_context), TargetContext(target_context), *others)

    def define_pipelines(self) -> list[Any]:
        """Numba's question for its steps."""
        return [Steps()]

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        backend = self.state.targetctx.codegen()
        self.state.library = self.library(backend, function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class _PartCompiler(_PassesCompiler):
    library = _PartLibrary


class _SeparateCompiler(_PassesCompiler):
    library = _SeparateLibrary


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

    def __init__(self, function: Callable[..., Any], is_inlined: bool | None) -> None:
        is_forced = is_inlined is True
        options = _options(function) | {"no_cpython_wrapper": True, "forceinline": is_forced}
        compiler = _SeparateCompiler if is_inlined is False else _PartCompiler
        super().__init__(function, targetoptions=options, pipeline_class=compiler)

    def compile(self, signature: Any) -> Any:
        """Translate for argument types; Numba would time each step inside each caller again."""
        with global_compiler_lock:
            arguments, result = _normalized(signature)
            if arguments not in self.overloads:
                self.add_overload(self._compiler.compile(arguments, result))
            return self.overloads[arguments].entry_point

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Numba's, for a number written out as for any other.

        It types a literal as such and would compile the kernel once for 0 and once for int64.
        """
        return super().get_call_template(*_unliteral(arguments, named))


def _unliteral(arguments: Any, named: Any) -> tuple[Any, Any]:
    """The types of arguments, those of numbers that are written out as those of any other."""
    unliteral: Any = numba.types.unliteral
    plain = {name: unliteral(each) for name, each in named.items()}
    return tuple(map(unliteral, arguments)), plain


class Kernel(_Dispatcher):  # type: ignore[misc]
    """A compiled function: called from Python by itself, from other kernels as a part of them.

    part: the dispatcher whose signatures are those with which kernels call it.
    alone: entered while the kernel is compiled; `kernel_cache` keeps other processes out by it.
    is_inlined: whether its code is put where it is called; None leaves that to LLVM.
    """

    def __init__(
        self, function: Callable[..., Any], *, is_inlined: bool | None = None, **options: bool
    ) -> None:
        super().__init__(
            function,
            targetoptions=_options(function) | options,
            pipeline_class=_KernelCompiler,
        )
        self._is_inlined = is_inlined
        self.alone: Callable[[], AbstractContextManager[Any]] = nullcontext

    @cached_property
    def part(self) -> Any:
        """Made when it is asked for: nothing does where all kernels come from the disk."""
        return _Part(self.py_func, self._is_inlined)

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
        with self.alone(), paused_collection(), plain_messages():
            return super().compile(signature)


class SharedKernel(Kernel):
    """A kernel that only kernels call, each of them the same machine code.

    It is optimized once, and side by side with those that call it. They know it by a name that
    LLVM resolves when they are loaded: it has to be loaded before.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, no_cpython_wrapper=True)

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """What Numba asks when another kernel calls this one; it is compiled or loaded."""
        return _Dispatcher.get_call_template(self, *_unliteral(arguments, named))

    def get_overload(self, signature: Any) -> Any:
        """What Numba looks a call up by: the name of the machine code."""
        types, _ = _normalized(signature)
        name = self._symbol(types)
        if name not in _links:
            _links[name] = self, types
            description = copy(self.overloads[types].fndesc)
            description.mangled_name = name
            self.targetctx.insert_user_function(name, description)
        return name

    def add_overload(self, result: Any) -> None:
        """Numba's, after which kernels that call this one can be loaded."""
        super().add_overload(result)
        address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        binding.add_symbol(self._symbol(tuple(result.signature.args)), address)

    def _symbol(self, types: Any) -> str:
        digest = sha256(repr(types).encode()).hexdigest()[:16]
        return f"{_SHARED}.{self.__module__}.{self.__name__}.{digest}"


def shared_by(result: Any) -> list[tuple[str, str, Any]]:
    """The shared kernels that a compiled one calls: module, name and types of each."""
    names = [function.name for function in result.library._final_module.functions]
    known = [_links[name] for name in names if name in _links]
    return [(each.__module__, each.__name__, types) for each, types in known]
