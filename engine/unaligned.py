"""Reading whole words at any place of a byte array, inside kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

PADDING = 16
"""Bytes that must follow a text whose words are read."""


@intrinsic
def load_word(typing_context: Any, data: Any, at: Any) -> Any:  # noqa: ARG001  (Numba types)
    """Eight bytes of data uint8[n] from `at` on, as one little-endian uint64; any alignment."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        proxy: Any = cgutils.create_struct_proxy(array_type)  # type: ignore[no-untyped-call]
        array = proxy(context, builder, value=arguments[0])
        address = builder.gep(array.data, [arguments[1]])
        word = ir.IntType(64)
        return builder.load(builder.bitcast(address, word.as_pointer()), align=1)

    return types.uint64(data, types.int64), generate
