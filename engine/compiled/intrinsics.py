"""Instructions on 64 bytes at a time and on single bits, inside kernels.

Plain LLVM vectors: one AVX-512 instruction where the processor has it, a few narrower ones
elsewhere. What reads 64 bytes from `at` on needs that many in the array.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

# Two instructions that Numba has no words for, inside kernels.


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


# Reading whole words at any place of a byte array, inside kernels.


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


BLOCK_BYTES = 64

_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)
_INDEX = ir.IntType(32)
_BLOCK = ir.VectorType(_BYTE, BLOCK_BYTES)


def address_of(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    """The address of element `at` of an array, without a check of bounds."""
    proxy: Any = cgutils.create_struct_proxy(array_type)  # type: ignore[no-untyped-call]
    return builder.gep(proxy(context, builder, value=array).data, [at])


def _load_block(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
    return builder.load(builder.bitcast(address, _BLOCK.as_pointer()), align=1)


def _every_lane(builder: Any, word: Any) -> Any:
    """The low byte of a word in all lanes of a block."""
    empty = ir.Constant(_BLOCK, ir.Undefined)
    first = builder.insert_element(empty, builder.trunc(word, _BYTE), ir.Constant(_INDEX, 0))
    lanes = ir.Constant(ir.VectorType(_INDEX, BLOCK_BYTES), [0] * BLOCK_BYTES)
    return builder.shuffle_vector(first, empty, lanes)


@intrinsic
def high_bits(typing_context: Any, data: Any, at: Any) -> Any:  # noqa: ARG001  (Numba types)
    """uint64: bit i tells whether data[at + i] is 0x80 or more, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        return builder.bitcast(
            builder.icmp_signed("<", block, ir.Constant(_BLOCK, [0] * BLOCK_BYTES)), _WORD
        )

    return types.uint64(data, types.int64), generate


@intrinsic
def bits_set(typing_context: Any, data: Any, at: Any, bits: Any) -> Any:  # noqa: ARG001
    """uint64: bit i tells whether data[at + i] has any of `bits`, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        wanted = builder.and_(block, _every_lane(builder, arguments[2]))
        return builder.bitcast(
            builder.icmp_unsigned("!=", wanted, ir.Constant(_BLOCK, [0] * BLOCK_BYTES)), _WORD
        )

    return types.uint64(data, types.int64, types.int64), generate


@intrinsic
def copy_block(typing_context: Any, source: Any, at: Any, target: Any, place: Any) -> Any:  # noqa: ARG001
    """Copy source[at:at + 64] to target[place:place + 64], both uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        address = address_of(context, builder, signature.args[2], arguments[2], arguments[3])
        builder.store(block, builder.bitcast(address, _BLOCK.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64), generate


@intrinsic
def store_ids(typing_context: Any, ids: Any, at: Any, two: Any) -> Any:  # noqa: ARG001
    """Write ids[at] and ids[at + 1], the low and the high half of a word, of ids uint32[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(address, _WORD.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(ids, types.int64, types.uint64), generate


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """Zero bits below the lowest set bit of a uint64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def leading_zeros(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """Zero bits above the highest set bit of a uint64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate
