"""Processor instructions for kernels that Numba lacks.

Words and bits: prefetch, counts of bits, words at any address.

Blocks of 64 bytes: plain LLVM vectors, one AVX-512 instruction if the processor has it, else a few
narrower ones. Functions that read 64 bytes from `at` on need that many in the array.

Keys of pre-tokens: sixteen bytes, made without asking how long the pre-token is: one read, a mask
and a tag from a table by the length. The hash is the CRC-32C instruction where the processor that
is compiled for has one (x86 from SSE 4.2 on, most ARM), else a multiplication. Neither is ever
taken for the key: whoever finds a slot compares the bytes.

`vector_level` names what the processor has that a kernel is compiled for; what depends on it is in
`mask_intrinsics` and `point_intrinsics`.

Proven by tests/engine/encoding/test_keys.py and tests of the kernels that use them: test_lanes.py,
test_encoding.py and test_known_pretokens.py.
"""

# ruff: noqa: ARG001  (Numba asks for the types of arguments by the parameters of a function)

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BLOCK_BYTES = 64
KEY_BYTES = 15
"""Longest pre-token that is its own key."""
_READ, _KEEP_EVERYWHERE, _DATA = 0, 3, 1
"""Arguments of LLVM's prefetch."""
_ROWS_NAME = "engine.key_rows"
_MULTIPLIER = 0x9E3779B97F4A7C15

_BIT = ir.IntType(1)
_BYTE = ir.IntType(8)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_KEY = ir.VectorType(_BYTE, 16)
_TWO_WORDS = ir.VectorType(_WORD, 2)
_BLOCK = ir.VectorType(_BYTE, BLOCK_BYTES)
_ZERO = ir.Constant(_BLOCK, [0] * BLOCK_BYTES)


def address_of(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    """The address of element `at` of an array, without a check of bounds."""
    proxy: Any = cgutils.create_struct_proxy(array_type)  # type: ignore[no-untyped-call]
    return builder.gep(proxy(context, builder, value=array).data, [at])


def function_of(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """A function of LLVM, declared in the module that is built."""
    kind = ir.FunctionType(result, arguments)
    make: Any = cgutils.get_or_insert_function
    return make(builder.module, kind, name)


def load_as(builder: Any, address: Any, kind: Any) -> Any:
    """What is at an address of any alignment, as a value of another type."""
    return builder.load(builder.bitcast(address, kind.as_pointer()), align=1)


@intrinsic
def prefetch(typing_context: Any, array: Any, at: Any) -> Any:
    """Ask for the cache line of element `at` of a flat or two-dimensional array, in C order.

    Nothing is read: `at` may lie outside the array.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        address = builder.bitcast(element, _BYTE.as_pointer())
        kinds = [address.type, _INDEX, _INDEX, _INDEX]
        ask = function_of(builder, "llvm.prefetch.p0i8", ir.VoidType(), kinds)
        builder.call(ask, [address, _INDEX(_READ), _INDEX(_KEEP_EVERYWHERE), _INDEX(_DATA)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@intrinsic
def count_ones(typing_context: Any, word: Any) -> Any:
    """Number of set bits of a uint64, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def load_word(typing_context: Any, data: Any, at: Any) -> Any:
    """Eight bytes of data uint8[n] from `at` on, as one little-endian uint64; any alignment."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        return load_as(builder, address, _WORD)

    return types.uint64(data, types.int64), generate


@intrinsic
def store_word(typing_context: Any, data: Any, at: Any, word: Any) -> Any:
    """Write the eight bytes of a word, the lowest first, to data uint8[n] from `at` on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(address, _WORD.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(data, types.int64, types.uint64), generate


def _load_block(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
    return load_as(builder, address, _BLOCK)


def _every_lane(builder: Any, word: Any) -> Any:
    """The low byte of a word in all lanes of a block."""
    return every_lane_of(builder, _BLOCK, builder.trunc(word, _BYTE))


def every_lane_of(builder: Any, kind: Any, number: Any) -> Any:
    """A number in all lanes of a vector."""
    empty = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(_INDEX, 0))
    zeros = ir.Constant(ir.VectorType(_INDEX, kind.count), [0] * kind.count)
    return builder.shuffle_vector(first, empty, zeros)


@intrinsic
def high_bits(typing_context: Any, data: Any, at: Any) -> Any:
    """uint64: bit i is set if data[at + i] is 0x80 or more, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        return builder.bitcast(builder.icmp_signed("<", block, _ZERO), _WORD)

    return types.uint64(data, types.int64), generate


@intrinsic
def bits_set(typing_context: Any, data: Any, at: Any, bits: Any) -> Any:
    """uint64: bit i is set if data[at + i] has any of `bits`, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        wanted = builder.and_(block, _every_lane(builder, arguments[2]))
        return builder.bitcast(builder.icmp_unsigned("!=", wanted, _ZERO), _WORD)

    return types.uint64(data, types.int64, types.int64), generate


@intrinsic
def copy_block(typing_context: Any, source: Any, at: Any, target: Any, place: Any) -> Any:
    """Copy source[at:at + 64] to target[place:place + 64], both uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        address = address_of(context, builder, signature.args[2], arguments[2], arguments[3])
        builder.store(block, builder.bitcast(address, _BLOCK.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64), generate


@intrinsic
def copy_sixteen(typing_context: Any, source: Any, at: Any, target: Any, place: Any) -> Any:
    """Copy source[at:at + 16] to target[place:place + 16], both uint32[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.VectorType(_INDEX, 16).as_pointer()
        source_type, _, target_type, _ = signature.args
        source, at, target, place = arguments
        read = builder.bitcast(address_of(context, builder, source_type, source, at), kind)
        written = builder.bitcast(address_of(context, builder, target_type, target, place), kind)
        builder.store(builder.load(read, align=4), written, align=4)
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64), generate


@intrinsic
def store_ids(typing_context: Any, ids: Any, at: Any, two: Any) -> Any:
    """Write ids[at] and ids[at + 1], the low and the high half of a word, of ids uint32[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(address, _WORD.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(ids, types.int64, types.uint64), generate


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """Zero bits below the lowest set bit of a uint64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def leading_zeros(typing_context: Any, word: Any) -> Any:
    """Zero bits above the highest set bit of a uint64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def key_rows() -> bytearray:
    """For each length up to KEY_BYTES a mask of 16 bytes and a tag of 16: the length on top.

    The last row is for all that is longer: nothing of it is kept, and the tag is no length.
    """
    rows = bytearray()
    for length in range(KEY_BYTES + 1):
        rows += bytes([0xFF]) * length + bytes(16 - length)
        rows += bytes(15) + bytes([length])
    return rows + bytes(16) + bytes(15) + bytes([0x80])


def crc_instruction(features: str) -> str | None:
    """LLVM's name of the CRC-32C of 64 bits among a target's features "+sse4.2,-avx"; None."""
    has = set(features.split(","))
    if {"+sse4.2", "+crc32"} <= has:
        return "llvm.x86.sse42.crc32.64.64"
    return "llvm.aarch64.crc32cx" if "+crc" in has else None


@intrinsic
def masked_key(typing_context: Any, data: Any, at: Any, length: Any) -> Any:
    """Two words that are the key of data[at:at + length], of data uint8[n + 16].

    length: up to KEY_BYTES; one more gives (0, 1 << 63), which is no key.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        text = load_as(builder, element, _KEY)
        row = builder.gep(
            constant_of(builder.module, _ROWS_NAME, _rows, 32),
            [ir.Constant(_WORD, 0), arguments[2]],
        )
        halves = builder.bitcast(row, _KEY.as_pointer())
        mask = builder.load(halves, align=16)
        tag = builder.load(builder.gep(halves, [ir.Constant(_INDEX, 1)]), align=16)
        key = builder.bitcast(builder.or_(builder.and_(text, mask), tag), _TWO_WORDS)
        words = [builder.extract_element(key, ir.Constant(_INDEX, i)) for i in range(2)]
        return cgutils.pack_array(builder, words)  # type: ignore[no-untyped-call]

    two: Any = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
    return two(data, types.int64, types.int64), generate


def _rows() -> Any:
    """The table of `key_rows`, a row of 32 bytes each."""
    rows = key_rows()
    row = ir.ArrayType(_BYTE, 32)
    return ir.Constant(
        ir.ArrayType(row, len(rows) // 32),
        [ir.Constant(row, rows[at : at + 32]) for at in range(0, len(rows), 32)],
    )


def constant_of(module: Any, name: str, make: Callable[[], Any], align: int) -> Any:
    """A constant of a module by its name, made where it is asked for first."""
    if name not in module.globals:
        content = make()
        variable = ir.GlobalVariable(module, content.type, name)
        variable.linkage = "internal"
        variable.global_constant = True
        variable.align = align
        variable.initializer = content
    return module.globals[name]


@intrinsic
def mixed_in(typing_context: Any, hashed: Any, word: Any) -> Any:
    """A hash, a uint64 at first 0, with another word; its low 32 bits serve."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        name = crc_instruction(context.codegen()._tm_features)
        hashed, word = arguments
        if name is None:
            return _by_multiplying(builder, hashed, word)
        return _by_crc(builder, hashed, word, name)

    return types.uint64(types.uint64, types.uint64), generate


def _by_crc(builder: Any, hashed: Any, word: Any, name: str) -> Any:
    state = _INDEX if name.startswith("llvm.aarch64") else _WORD
    instruction = function_of(builder, name, state, [state, _WORD])
    hashed = hashed if state is _WORD else builder.trunc(hashed, state)
    return builder.zext(builder.call(instruction, [hashed, word]), _WORD)


def _by_multiplying(builder: Any, hashed: Any, word: Any) -> Any:
    product = builder.mul(builder.xor(hashed, word), ir.Constant(_WORD, _MULTIPLIER))
    return builder.xor(product, builder.lshr(product, ir.Constant(_WORD, 32)))


def vector_level(context: Any) -> str:
    """The level of the processor that is compiled for: vbmi, avx2, neon or plain."""
    codegen = context.codegen()
    triple, _, features = codegen.magic_tuple()
    has = {name[1:] for name in features.split(",") if name.startswith("+")}
    if {"avx512vbmi", "avx512vbmi2", "avx512bw"} <= has:
        return "vbmi"
    if "avx2" in has:
        return "avx2"
    return "neon" if triple.startswith(("aarch64", "arm64")) else "plain"


@intrinsic
def bytes_from(typing_context: Any, data: Any, at: Any, least: Any) -> Any:
    """uint64: bit i is set if data[at + i] is at least `least`, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        least = _every_lane(builder, arguments[2])
        return builder.bitcast(builder.icmp_unsigned(">=", block, least), _WORD)

    return types.uint64(data, types.int64, types.int64), generate
