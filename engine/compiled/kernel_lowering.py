"""From Numba's operations to LLVM's language, in few instructions for what kernels do most.

Numba takes an array apart into seven numbers for each of its elements that is read or written, and
a tuple of arrays, of which kernels take several, into all numbers that it has at each call. Most
of the time of a compilation was spent on these. Here an element is an address, and a named tuple is
passed by its address: of what it has, only the fields that are used are read.

LLVM makes the same machine code of both where it puts a kernel into its caller, and elsewhere a
call with three addresses instead of a hundred numbers.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from collections import Counter
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import callconv, cgutils, ir, lowering
from numba.core.datamodel import packer

_CallConvention: Any = callconv.CPUCallConv
_Lower: Any = lowering.Lower
_Packer: Any = packer.ArgPacker
_BaseTuple: Any = types.BaseTuple
_code: Any = cgutils
_packer: Any = packer

_INDEX = llvm.IntType(32)
_known_notes: Any = llvm.values.ArgumentAttributes._known
_NOT_KEPT = "captures(none)" if "captures(none)" in _known_notes else "nocapture"
"""LLVM's word for an address that is not kept; the second one up to version 20."""


class TupleInMemory:
    """A named tuple that lies in memory and does not change while the kernel runs.

    address: where it lies. Its fields are read once, where the kernel begins.
    """

    def __init__(self, address: Any) -> None:
        self.address = address
        self.type = address.type.pointee
        self._fields: dict[int, Any] = {}
        self._whole: Any = None

    def field(self, builder: Any, number: int, kind: Any) -> Any:
        """One field, of Numba's type `kind`; a tuple again if that is one."""
        known = self._fields.get(number)
        if known is None:
            with builder.goto_entry_block():
                place = builder.gep(self.address, [_INDEX(0), _INDEX(number)], inbounds=True)
                known = TupleInMemory(place) if _is_passed_by_address(kind) else builder.load(place)
            self._fields[number] = known
        return known

    def whole(self, builder: Any) -> Any:
        """All fields as one value, as Numba has it everywhere."""
        if self._whole is None:
            with builder.goto_entry_block():
                self._whole = builder.load(self.address)
        return self._whole


def _is_passed_by_address(kind: Any) -> bool:
    return isinstance(kind, types.BaseNamedTuple)


class _ByAddress:
    """How a named tuple is handed to a kernel; has the methods of Numba's data models."""

    def __init__(self, numbas: Any) -> None:
        self._numbas = numbas

    def get_argument_type(self) -> Any:
        """The type of the argument in LLVM's language."""
        return self._numbas.get_value_type().as_pointer()

    def as_argument(self, builder: Any, value: Any) -> Any:
        """The address of a tuple, which is written to memory unless it lies there."""
        if isinstance(value, TupleInMemory):
            return value.address
        return _code.alloca_once_value(builder, value)

    def from_argument(self, builder: Any, address: Any) -> Any:  # noqa: ARG002  Numba's interface
        """The tuple, of which nothing is read yet."""
        return TupleInMemory(address)


class _KernelPacker(_Packer):  # type: ignore[misc]  # Numba has no types
    """Arguments as LLVM's language has them: numbers, arrays in parts, addresses of tuples."""

    def __init__(self, models: Any, kinds: Any) -> None:
        self._nargs = len(kinds)
        self._dm_args = [
            _ByAddress(models.lookup(kind)) if _is_passed_by_address(kind) else models.lookup(kind)
            for kind in kinds
        ]
        arguments = [model.get_argument_type() for model in self._dm_args]
        self._unflattener = _packer._Unflattener(arguments)
        self._be_args = list(_packer._flatten(arguments))


class CallConvention(_CallConvention):  # type: ignore[misc]
    """How kernels call kernels."""

    def _get_arg_packer(self, kinds: Any) -> Any:
        return _KernelPacker(self.context.data_model_manager, kinds)

    def decorate_function(
        self, function: Any, names: Any, kinds: Any, noalias: bool = False
    ) -> None:
        """Name the arguments, and say that nothing else is where a tuple is, and it stays there."""
        super().decorate_function(function, names, kinds, noalias)
        arguments = list(self.get_arguments(function))
        for kind in kinds:
            n_parts = len(self._get_arg_packer((kind,)).argument_types)
            if _is_passed_by_address(kind):
                for note in ("noalias", _NOT_KEPT):
                    arguments[0].add_attribute(note)
            del arguments[:n_parts]


def _elements() -> Any:
    """Numba's reading and writing of elements; importing it takes longer than loading kernels."""
    from numba.np import arrayobj

    return arrayobj


class KernelLower(_Lower):  # type: ignore[misc]
    """Translates one kernel."""

    def pre_lower(self) -> None:
        """Numba's, and count how often each name is given a value."""
        super().pre_lower()
        self._counts_references = self.context.enable_nrt
        self._values: dict[str, Any] = {}
        self._n_assigned = Counter(
            step.target.name
            for block in self.blocks.values()
            for step in block.body
            if isinstance(step, ir.Assign)
        )

    def extract_function_arguments(self) -> Any:
        """The values of the arguments; whole tuples where references are counted."""
        arguments = super().extract_function_arguments()
        if self.context.enable_nrt:
            self.fnargs = [_whole(self.builder, each) for each in arguments]
        return self.fnargs

    def loadvar(self, name: str) -> Any:
        """The value of a variable."""
        value = self._values.get(name)
        return super().loadvar(name) if value is None else _whole(self.builder, value)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Note the value of a variable: that of an argument is there wherever it is needed."""
        if self._counts_references:
            super().storevar(value, name, argidx)
            return
        if self._n_assigned[name] == 1 and (isinstance(value, TupleInMemory) or argidx is not None):
            self._values[name] = value
            return
        value = _whole(self.builder, value)
        self._alloca_var(name, self.typeof(name))
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        """Numba's, where references are counted: elsewhere there is nothing to give back."""
        if self._counts_references:
            super().delvar(name)

    def fold_call_args(self, function: Any, *arguments: Any) -> Any:
        """The values for a call; a kernel takes tuples by their addresses."""
        self._calls_kernel = isinstance(function, types.Dispatcher)
        return super().fold_call_args(function, *arguments)

    def _cast_var(self, variable: Any, kind: Any) -> Any:
        if self._calls_kernel and isinstance(variable, ir.Var):
            value = self._values.get(variable.name)
            if isinstance(value, TupleInMemory) and self.typeof(variable.name) == kind:
                return value
        return super()._cast_var(variable, kind)

    def lower_expr(self, result_type: Any, expression: Any) -> Any:
        """The code of an operation."""
        if expression.op == "getattr":
            owner = self._values.get(expression.value.name)
            if isinstance(owner, TupleInMemory):
                kind = self.typeof(expression.value.name)
                number = kind.fields.index(expression.attr)
                return owner.field(self.builder, number, result_type)
        if expression.op == "getitem":
            index = expression.index
        elif expression.op == "static_getitem":
            index = expression.index_var
        else:
            index = None
        address = index and self._element(expression.value.name, index.name)
        if not address:
            return super().lower_expr(result_type, expression)
        kind = self.typeof(expression.value.name)
        value = _elements().load_item(self.context, self.builder, kind, address)
        return self.context.cast(self.builder, value, kind.dtype, result_type)

    def lower_inst(self, step: Any) -> Any:
        """The code of a step."""
        if isinstance(step, ir.StaticSetItem) and isinstance(
            self.typeof(step.target.name), types.Array
        ):
            signature = self.fndesc.calltypes[step]
            return self.lower_setitem(step.target, step.index_var, step.value, signature)
        return super().lower_inst(step)

    def lower_setitem(self, target: Any, index: Any, value: Any, signature: Any) -> Any:
        """Write an element of an array."""
        address = self._element(target.name, index.name)
        if not address:
            return super().lower_setitem(target, index, value, signature)
        kind = self.typeof(target.name)
        cast: Any = self.context.cast
        given = self.typeof(value.name)
        written = cast(self.builder, self.loadvar(value.name), given, signature.args[2])
        written = cast(self.builder, written, signature.args[2], kind.dtype)
        _elements().store_item(self.context, self.builder, kind, written, address)
        return None

    def _element(self, array_name: str, index_name: str) -> Any:
        """The address of an element; None unless it is a number in rows that follow each other."""
        kind: Any = self.typeof(array_name)
        index_type: Any = self.typeof(index_name)
        index_types = index_type.types if isinstance(index_type, _BaseTuple) else (index_type,)
        if (
            not isinstance(kind, types.Array)
            or kind.layout != "C"
            or not isinstance(kind.dtype, (types.Integer, types.Float, types.Boolean))
            or len(index_types) != kind.ndim
            or not all(isinstance(each, types.Integer) for each in index_types)
        ):
            return None
        builder = self.builder
        array, index = self.loadvar(array_name), self.loadvar(index_name)
        is_single = index_type is index_types[0]
        model = self.context.data_model_manager[kind]
        shape = model.get_field_position("shape")
        place: Any = None
        for axis, each in enumerate(index_types):
            number = index if is_single else builder.extract_value(index, axis)
            number = self._from_start(number, each, array, (shape, axis))
            if place is not None:
                length = builder.extract_value(array, (shape, axis))
                number = builder.add(builder.mul(place, length), number)
            place = number
        return builder.gep(builder.extract_value(array, model.get_field_position("data")), [place])

    def _from_start(self, number: Any, kind: Any, array: Any, length: tuple[int, int]) -> Any:
        """An index of one axis, counted from the start if it is below zero."""
        builder, cast = self.builder, self.context.cast
        if not kind.signed:
            return cast(builder, number, kind, types.uintp)
        number = cast(builder, number, kind, types.intp)
        if isinstance(number, llvm.Constant) and number.constant >= 0:
            return number
        is_negative = builder.icmp_signed("<", number, number.type(0))
        from_end = builder.add(builder.extract_value(array, length), number)
        return builder.select(is_negative, from_end, number)


def _whole(builder: Any, value: Any) -> Any:
    return value.whole(builder) if isinstance(value, TupleInMemory) else value
