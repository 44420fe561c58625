"""64 numbers of 32 bits that a kernel keeps in registers.

In memory they would be slower: a vector that is read right after one of its numbers was written
waits until that number is in the cache. They are plain LLVM vectors, for which each processor has
instructions of its own.

Tested by tests/engine/compiled/test_lane_intrinsics.py.
"""

# ruff: noqa: ARG001  (Numba asks for the types of arguments by the parameters of a function)

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model

from engine.compiled.intrinsics import address_of

_N_LANES = 64
_PART = 16
"""Lanes of the widest vector of any processor."""
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_LANES = ir.VectorType(_INDEX, _N_LANES)


class _Lanes(types.Type):
    """The type of 64 uint32 in registers."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _Lanes) -> None:
        super().__init__(manager, kind, _LANES)  # type: ignore[no-untyped-call]


@intrinsic
def lanes_of(typing_context: Any, numbers: Any) -> Any:
    """The first 64 of uint32[n] as lanes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = address_of(context, builder, signature.args[0], arguments[0], _INDEX(0))
        return builder.load(builder.bitcast(first, _LANES.as_pointer()), align=4)

    return _Lanes()(numbers), generate


def _places(first: int, size: int) -> Any:
    return ir.Constant(ir.VectorType(_INDEX, size), list(range(first, first + size)))


@intrinsic
def with_lanes(typing_context: Any, lanes: Any, bits: Any, number: Any) -> Any:
    """The lanes with `number`, a uint32, in each lane whose bit is set in `bits`, a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, bits, number = arguments
        undefined = ir.Constant(ir.VectorType(_INDEX, _PART), ir.Undefined)
        first = builder.insert_element(undefined, number, _INDEX(0))
        nowhere = ir.Constant(undefined.type, [0] * _PART)
        everywhere = builder.shuffle_vector(first, undefined, nowhere)
        parts = []
        for start in range(0, _N_LANES, _PART):
            part = builder.shuffle_vector(lanes, lanes, _places(start, _PART))
            of_part = builder.trunc(builder.lshr(bits, _WORD(start)), ir.IntType(_PART))
            chosen = builder.bitcast(of_part, ir.VectorType(ir.IntType(1), _PART))
            parts.append(builder.select(chosen, everywhere, part))
        while len(parts) > 1:
            places = _places(0, 2 * parts[0].type.count)
            pairs = zip(parts[::2], parts[1::2], strict=True)
            parts = [builder.shuffle_vector(a, b, places) for a, b in pairs]
        return parts[0]

    return lanes(lanes, types.uint64, types.uint32), generate


@intrinsic
def least_lane(typing_context: Any, lanes: Any) -> Any:
    """The smallest of the numbers, as uint32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = ir.FunctionType(_INDEX, [_LANES])
        name = f"llvm.vector.reduce.umin.v{_N_LANES}i32"
        make: Any = cgutils.get_or_insert_function
        return builder.call(make(builder.module, function, name), arguments)

    return types.uint32(lanes), generate
