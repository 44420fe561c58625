"""Two instructions that Numba has no words for, inside kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_READ, _KEEP_EVERYWHERE, _DATA = 0, 3, 1


@intrinsic
def prefetch(typing_context: Any, array: Any, at: Any) -> Any:  # noqa: ARG001  (Numba types)
    """Ask for the cache line of element `at` of a flat or two-dimensional array, in C order.

    Nothing is read: `at` may lie outside the array.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        proxy: Any = cgutils.create_struct_proxy(array_type)  # type: ignore[no-untyped-call]
        data = proxy(context, builder, value=arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        ask: Any = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module, kind, "llvm.prefetch.p0i8"
        )
        builder.call(ask, [address, number(_READ), number(_KEEP_EVERYWHERE), number(_DATA)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@intrinsic
def count_ones(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  (Numba types)
    """How many bits of a uint64 are set, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate
