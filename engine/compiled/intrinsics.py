"""Processor instructions for kernels that Numba lacks: prefetch, bits, words, 64 bytes at a time.

Blocks are plain LLVM vectors: one AVX-512 instruction if the processor has it, else a few narrower
ones. Functions that read 64 bytes from `at` on need that many in the array. Proven by the kernels
that use them: tests/engine/splitting/test_lanes.py, test_encoding.py and test_known_pretokens.py.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BLOCK_BYTES = 64

_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)
_INDEX = ir.IntType(32)
_BLOCK = ir.VectorType(_BYTE, BLOCK_BYTES)
_READ, _KEEP_EVERYWHERE, _DATA = 0, 3, 1
"""Arguments of LLVM's prefetch."""


def address_of(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    """The address of element `at` of an array, without a check of bounds."""
    proxy: Any = cgutils.create_struct_proxy(array_type)  # type: ignore[no-untyped-call]
    return builder.gep(proxy(context, builder, value=array).data, [at])


@intrinsic
def prefetch(typing_context: Any, array: Any, at: Any) -> Any:  # noqa: ARG001  (Numba types)
    """Ask for the cache line of element `at` of a flat or two-dimensional array, in C order.

    Nothing is read: `at` may lie outside the array.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        address = builder.bitcast(element, _BYTE.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [address.type, _INDEX, _INDEX, _INDEX])
        ask: Any = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module, kind, "llvm.prefetch.p0i8"
        )
        builder.call(ask, [address, _INDEX(_READ), _INDEX(_KEEP_EVERYWHERE), _INDEX(_DATA)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@intrinsic
def count_ones(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  (Numba types)
    """Number of set bits of a uint64, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def load_word(typing_context: Any, data: Any, at: Any) -> Any:  # noqa: ARG001  (Numba types)
    """Eight bytes of data uint8[n] from `at` on, as one little-endian uint64; any alignment."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load(builder.bitcast(address, _WORD.as_pointer()), align=1)

    return types.uint64(data, types.int64), generate


@intrinsic
def store_word(typing_context: Any, data: Any, at: Any, word: Any) -> Any:  # noqa: ARG001
    """Write the eight bytes of a word, the lowest first, to data uint8[n] from `at` on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(address, _WORD.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(data, types.int64, types.uint64), generate


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
    """uint64: bit i is set if data[at + i] is 0x80 or more, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        return builder.bitcast(
            builder.icmp_signed("<", block, ir.Constant(_BLOCK, [0] * BLOCK_BYTES)), _WORD
        )

    return types.uint64(data, types.int64), generate


@intrinsic
def bits_set(typing_context: Any, data: Any, at: Any, bits: Any) -> Any:  # noqa: ARG001
    """uint64: bit i is set if data[at + i] has any of `bits`, of data uint8[n]."""

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
