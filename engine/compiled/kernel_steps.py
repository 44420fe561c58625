"""Numba's steps from bytecode to LLVM's language, those that kernels need, with a memory.

For each operation Numba asks again for its types and for the code that makes it, tries variants
that no kernel has, and reads through all that could have been registered in the meantime. That took
half of the compilation. Here it asks once in a process; what it generates stays the same.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from collections.abc import Iterator
from contextlib import contextmanager
from types import BuiltinFunctionType
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import (
    compiler_machinery,
    cpu,
    errors,
    ir_utils,
    ssa,
    transforms,
    typed_passes,
    untyped_passes,
)
from numba.core.rewrites import registry as rewrites
from numba.core.typing.context import Context

from engine.compiled.kernel_lowering import CallConvention, KernelLower

_Context: Any = Context
_CPUContext: Any = cpu.CPUContext
_NativeLowering: Any = typed_passes.NativeLowering
_register: Any = compiler_machinery.register_pass
_registry: Any = compiler_machinery._pass_registry
_errors: Any = errors
_rewrites: Any = rewrites
_ssa: Any = ssa
_transforms: Any = transforms
_utilities: Any = ir_utils


class _Memory:
    """What Numba answered in this process. refreshed: the contexts that read all registries."""

    def __init__(self) -> None:
        self.signatures: dict[Any, Any] = {}
        self.functions: dict[Any, Any] = {}
        self.values: dict[Any, Any] = {}
        self.sizes: dict[Any, Any] = {}
        self.refreshed: set[str] = set()


_memory = _Memory()


def _signature(function: Any, arguments: Any, context: Any) -> Any:
    """The types with which a function of Numba's is called for types of arguments."""
    known = _memory.signatures.get((function, arguments))
    if known is None:
        known = function.get_call_type(context, arguments, {})
        _memory.signatures[function, arguments] = known
    return known


def _kind_of_two(arguments: Any) -> Any:
    """The type of two integers if both are of one, else None."""
    unliteral: Any = types.unliteral
    kinds = [unliteral(each) for each in arguments]
    is_one = len(kinds) == 2 and kinds[0] == kinds[1] and isinstance(kinds[0], types.Integer)
    return kinds[0] if is_one else None


def _extreme(function: Any, signature: Any) -> Any:
    """What generates `min` or `max` of two integers, for which Numba compiles a function; None."""
    is_extreme = isinstance(function, types.Function) and function.typing_key in (min, max)
    kind = _kind_of_two(signature.args) if is_extreme else None
    if kind is None:
        return None
    comparison = "<" if function.typing_key is min else ">"

    def generate(builder: Any, two: Any, _location: Any = None) -> Any:
        first, second = two
        compare = builder.icmp_signed if kind.signed else builder.icmp_unsigned
        return builder.select(compare(comparison, second, first), second, first)

    return generate


class TypingContext(_Context):  # type: ignore[misc]  # Numba has no types
    """Numba's types of functions, each asked for once in a process.

    A kernel adds and compares the same types some hundred times, and for each Numba tries all
    ways of doing it, those for whole arrays included.
    """

    def __init__(self, numbas: Any) -> None:
        self.__dict__ = numbas.__dict__  # it is the same context, with a memory

    def refresh(self) -> None:
        """Read what is registered, once; what comes later when it is first met."""
        if "typing" not in _memory.refreshed:
            super().refresh()
            _memory.refreshed.add("typing")

    def resolve_value_type(self, value: Any) -> Any:
        """The type of a constant; Numba finds that of an operator by failing with all others."""
        if type(value) is not BuiltinFunctionType:
            try:
                return super().resolve_value_type(value)
            except ValueError:  # an instruction of a module that was imported later
                super().refresh()
                return super().resolve_value_type(value)
        if value not in _memory.values:
            _memory.values[value] = super().resolve_value_type(value)
        return _memory.values[value]

    def _resolve_user_function_type(
        self, function: Any, arguments: Any, named: Any, literals: Any = None
    ) -> Any:
        resolve: Any = super()._resolve_user_function_type
        known: Any = self._lookup_global(function) or function
        if not named and isinstance(known, types.NumberClass):
            asked = known, arguments
            if asked not in _memory.signatures:
                _memory.signatures[asked] = resolve(function, arguments, named, literals)
            return _memory.signatures[asked]
        if named or not isinstance(known, types.Function):
            return resolve(function, arguments, named, literals)
        kind = _kind_of_two(arguments) if known.typing_key in (min, max) else None
        if kind is not None:
            return kind(kind, kind)
        return _signature(known, arguments, self)


class TargetContext(_CPUContext):  # type: ignore[misc]
    """Numba's generators of code, each looked for once in a process."""

    def __init__(self, numbas: Any) -> None:
        self.__dict__ = numbas.__dict__

    def refresh(self) -> None:
        """As that of TypingContext."""
        if "target" not in _memory.refreshed:
            super().refresh()
            _memory.refreshed.add("target")

    @property
    def call_conv(self) -> Any:
        """How kernels call each other."""
        return CallConvention(self)

    def create_cpython_wrapper(
        self, library: Any, description: Any, *others: Any, release_gil: bool = False
    ) -> None:
        """Add the function that Python calls; Numba's where references are counted."""
        if self.enable_nrt:
            super().create_cpython_wrapper(library, description, *others, release_gil=release_gil)
            return
        from engine.compiled.kernel_wrapper import KernelWrapper

        environment, call_helper = others
        module = self.create_module("wrapper")
        kind = self.call_conv.get_function_type(description.restype, description.argtypes)
        kernel = ir.Function(module, kind, description.llvm_func_name)
        make: Any = KernelWrapper
        make(self, module, kernel, description, environment, call_helper, release_gil).build()
        library.add_ir_module(module)

    def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        """What generates the code of a function, for the kernel that is being compiled."""
        if isinstance(function, types.Dispatcher):
            return super().get_function(function, signature, _firstcall)
        if (extreme := _extreme(function, signature)) is not None:
            return extreme
        found = _memory.functions.get((function, signature))
        if found is None:
            found = self._found(function, signature, is_first=_firstcall)
            _memory.functions[function, signature] = found
        again = object.__new__(type(found))
        again.__dict__.update(found.__dict__, _context=self)
        return again

    def _found(self, function: Any, signature: Any, *, is_first: bool) -> Any:
        try:
            return super().get_function(function, signature, False)
        except NotImplementedError:
            # Numba's, for a function of a registry that it has not read yet.
            if not is_first:
                raise
            super().refresh()
            return super().get_function(function, signature, False)

    def get_abi_sizeof(self, kind: Any) -> Any:
        """The bytes of a type; Numba compiles a module to learn it."""
        if kind not in _memory.sizes:
            _memory.sizes[kind] = super().get_abi_sizeof(kind)
        return _memory.sizes[kind]


class _StepsLower(KernelLower):
    def lower_binop(self, result_type: Any, expression: Any, operation: Any) -> Any:
        """Numba's, without the variants for numbers that are written out: only powers have one."""
        if expression.fn.__name__.endswith("pow"):
            return super().lower_binop(result_type, expression, operation)
        context, builder = self.context, self.builder
        signature = self.fndesc.calltypes[expression]
        names = (expression.lhs.name, expression.rhs.name)
        operands = [
            context.cast(builder, self.loadvar(name), self.typeof(name), kind)
            for name, kind in zip(names, signature.args, strict=True)
        ]
        function = context.typing_context.resolve_value_type(operation)
        resolved = _signature(function, signature.args, context.typing_context)
        result = context.get_function(function, resolved)(builder, operands)
        return context.cast(builder, result, signature.return_type, result_type)


@_register(mutates_CFG=True, analysis_only=False)
class _KernelLowering(_NativeLowering):  # type: ignore[misc]
    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """Numba's question for the class that translates."""
        return _StepsLower


def _canonicalize(state: Any) -> None:
    """Give each loop one way back."""
    state.func_ir.blocks = _transforms.canonicalize_cfg(state.func_ir.blocks)
    state.func_ir.generator_info = None


def _rewrite(state: Any) -> None:
    """Numba's rewriting of constants, indices and `raise`."""
    blocks = state.func_ir.blocks
    for make in _rewrites.rewrite_registry.rewrites["before-inference"]:
        rewrite = make(state)
        waiting = list(blocks.items())
        while waiting:
            label, block = waiting.pop()
            if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):
                blocks[label] = rewrite.apply()
                waiting.append((label, blocks[label]))


def _assign_once(state: Any) -> None:
    """Give each value of a variable a name of its own."""
    state.func_ir = _ssa.reconstruct_ssa(state.func_ir)
    state.func_ir._definitions = _utilities.build_definitions(state.func_ir.blocks)


def _join_values(state: Any) -> None:
    """Let a variable that has its value from several blocks be assigned in each of them."""
    step = _registry.get(typed_passes.PreLowerStripPhis).pass_inst
    state.func_ir = step._strip_phi_nodes(state.func_ir)
    state.func_ir._definitions = _utilities.build_definitions(state.func_ir.blocks)


def _give_back(state: Any) -> None:
    """Say where each variable is needed last, if references are counted."""
    if state.flags.nrt:
        _utilities.check_and_legalize_ir(state.func_ir, state.flags)


_STEPS: tuple[Any, ...] = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    _canonicalize,
    untyped_passes.RewriteSemanticConstants,
    _rewrite,
    untyped_passes.RewriteDynamicRaises,
    _assign_once,
    untyped_passes.DeadBranchPrune,
    typed_passes.NopythonTypeInference,
    _join_values,
    _give_back,
    typed_passes.AnnotateTypes,
    _KernelLowering,
    typed_passes.NoPythonBackend,
)
"""Left out are those for closures, `with`, inlined overloads, unrolled tuples and fused expressions
of whole arrays: each reads the kernel through. A kernel that needs one of them does not compile,
but for the last, which is then computed one operation at a time.

The functions stand for steps of Numba that do the same and then find out, each again, how long
every variable lives, of which only counted references need to know."""


class Steps:
    """Runs the steps; Numba's own manager checks and times each of them."""

    pipeline_name = "nopython"

    def __init__(self) -> None:
        self.exec_times: dict[str, Any] = {}

    def run(self, state: Any) -> None:
        """Numba's question for a compiled function."""
        known = dict.fromkeys(step for step in _STEPS if isinstance(step, type))
        for step in _STEPS:
            if step not in known:
                step(state)
                continue
            instance = _registry.get(step).pass_inst
            instance.analysis = known
            instance.run_pass(state)


class _PlainText:
    """What Numba colours its error messages with; it makes some for each failed attempt."""

    def __getattr__(self, name: str) -> Any:
        return str


@contextmanager
def plain_messages() -> Iterator[None]:
    """Messages inside the block have no colours, which took a twentieth of the compilation."""
    known = _errors._termcolor_inst
    _errors._termcolor_inst = _PlainText()
    try:
        yield
    finally:
        _errors._termcolor_inst = known
