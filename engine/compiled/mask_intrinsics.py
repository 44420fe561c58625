"""Look-ups of 64 bytes at once in tables, which become masks of 64 bits, and the places of bits.

How depends on the processor that a kernel is compiled for (`vector_level`):

    vbmi    AVX-512 with VBMI and VBMI2: one instruction for a look-up, one for packing places
    avx2    32 bytes at a time by `pshufb`, which knows 16 entries: one or two, or eight for ASCII
    neon    16 bytes at a time by `tbl`, which knows 64 entries
    plain   byte by byte, for any processor; `has_fast_tables` is False there

Functions that read 64 bytes from `at` on need that many in the array.
Proven by tests/engine/splitting/test_mask_kernels.py, which compares the levels with each other.
"""

# ruff: noqa: ARG001  (Numba asks for the types of arguments by the parameters of a function)

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.compiled.intrinsics import (
    BLOCK_BYTES,
    address_of,
    constant_of,
    every_lane_of,
    function_of,
    load_as,
    vector_level,
)

TABLE_BYTES = 32
"""Entries of a table for numbers of characters; one for ASCII has 128."""
ROW_BYTES = 16
"""Entries of a table of which only the low four bits of a number are read."""

_ASCII_BYTES = 128
_PLACES_NAME = "engine.byte_places"

_BIT = ir.IntType(1)
_BYTE = ir.IntType(8)
_SHORT = ir.IntType(16)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_BLOCK = ir.VectorType(_BYTE, BLOCK_BYTES)
_ZERO = ir.Constant(_BLOCK, [0] * BLOCK_BYTES)
_FOUR_MASKS: Any = types.UniTuple(types.uint64, 4)  # type: ignore[no-untyped-call]


def _bytes(size: int) -> Any:
    return ir.VectorType(_BYTE, size)


def _every(size: int, value: int) -> Any:
    return ir.Constant(_bytes(size), [value] * size)


def _places(places: range | list[int]) -> Any:
    return ir.Constant(ir.VectorType(_INDEX, len(places)), list(places))


def _parts(builder: Any, block: Any, size: int) -> list[Any]:
    """A block in parts of `size` bytes."""
    return [
        builder.shuffle_vector(block, block, _places(range(at, at + size)))
        for at in range(0, BLOCK_BYTES, size)
    ]


def _joined(builder: Any, parts: list[Any]) -> Any:
    while len(parts) > 1:
        width = 2 * parts[0].type.count
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [builder.shuffle_vector(a, b, _places(range(width))) for a, b in pairs]
    return parts[0]


def _table_address(builder: Any, table: Any, offset: int) -> Any:
    return builder.gep(table, [ir.Constant(_WORD, offset)])


def _by_vbmi(builder: Any, table: Any, size: int, indices: Any) -> Any:
    if size == TABLE_BYTES:
        half = load_as(builder, table, _bytes(TABLE_BYTES))
        twice = builder.shuffle_vector(half, half, _places([*range(32), *range(32)]))
        find = function_of(builder, "llvm.x86.avx512.permvar.qi.512", _BLOCK, [_BLOCK, _BLOCK])
        return builder.call(find, [twice, indices])
    low = load_as(builder, table, _BLOCK)
    high = load_as(builder, _table_address(builder, table, BLOCK_BYTES), _BLOCK)
    name = "llvm.x86.avx512.vpermi2var.qi.512"
    find = function_of(builder, name, _BLOCK, [_BLOCK, _BLOCK, _BLOCK])
    return builder.call(find, [low, indices, high])


def _by_avx2(builder: Any, table: Any, size: int, indices: Any) -> Any:
    """Each row of 16 entries is looked up by the low half of the index; then bits choose a row.

    A byte from 0x80 on gives anything; no caller uses that.
    """
    half = _bytes(32)
    find = function_of(builder, "llvm.x86.avx2.pshuf.b", half, [half, half])
    rows = []
    for offset in range(0, size, 16):
        row = load_as(builder, _table_address(builder, table, offset), _bytes(16))
        rows.append(builder.shuffle_vector(row, row, _places([*range(16), *range(16)])))
    found = []
    for part in _parts(builder, indices, 32):
        entries = [builder.call(find, [row, part]) for row in rows]
        shift = 3  # the bit above the low half, to the top of its byte
        while len(entries) > 1:
            raised = builder.shl(part, _every(32, shift))
            is_other = builder.icmp_signed("<", raised, _every(32, 0))
            pairs = zip(entries[::2], entries[1::2], strict=True)
            entries = [builder.select(is_other, other, one) for one, other in pairs]
            shift -= 1
        found += entries
    return _joined(builder, found)


def _by_neon(builder: Any, table: Any, size: int, indices: Any) -> Any:
    sixteen = _bytes(16)
    step = min(size, 64)
    n_rows = step // 16
    name = f"llvm.aarch64.neon.tbl{n_rows}.v16i8"
    find = function_of(builder, name, sixteen, [sixteen] * (n_rows + 1))
    found = []
    for part in _parts(builder, indices, 16):
        total = _every(16, 0)
        for first in range(0, size, step):
            rows = [
                load_as(builder, _table_address(builder, table, first + 16 * row), sixteen)
                for row in range(n_rows)
            ]
            inside = builder.sub(part, _every(16, first)) if first else part
            total = builder.or_(total, builder.call(find, [*rows, inside]))
        found.append(total)
    return _joined(builder, found)


def _by_bytes(builder: Any, table: Any, size: int, indices: Any) -> Any:
    found = ir.Constant(_BLOCK, ir.Undefined)
    inside = builder.and_(indices, _every(BLOCK_BYTES, size - 1))
    for place in range(BLOCK_BYTES):
        index = builder.extract_element(inside, ir.Constant(_INDEX, place))
        entry = builder.load(builder.gep(table, [builder.zext(index, _WORD)]))
        found = builder.insert_element(found, entry, ir.Constant(_INDEX, place))
    return found


_LOOK_UPS = {"vbmi": _by_vbmi, "avx2": _by_avx2, "neon": _by_neon, "plain": _by_bytes}


def _looked_up(context: Any, builder: Any, table: Any, size: int, indices: Any) -> Any:
    """The entries of a table of `size` bytes, 32 or 128, for the 64 bytes `indices` below that.

    With AVX2 also of 16 bytes, of which each entry is found by the low four bits.
    """
    return _LOOK_UPS[vector_level(context)](builder, table, size, indices)


@intrinsic
def has_fast_tables(typing_context: Any) -> Any:
    """Whether look-ups by these functions are faster than one byte at a time."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(_BIT, vector_level(context) != "plain")

    return types.boolean(), generate


@intrinsic
def number_block(
    typing_context: Any, data: Any, at: Any, table: Any, numbers: Any, place: Any
) -> Any:
    """Write table[byte] of the ASCII bytes of data[at:at + 64] to numbers[place:place + 64].

    table    uint8[128]
    numbers  uint8[n]    what is there for other bytes stays
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block_type, _, table_type, numbers_type, _ = signature.args
        text, at, table, numbers, place = arguments
        block = load_as(builder, address_of(context, builder, block_type, text, at), _BLOCK)
        start = address_of(context, builder, table_type, table, ir.Constant(_WORD, 0))
        found = _looked_up(context, builder, start, _ASCII_BYTES, block)
        target = address_of(context, builder, numbers_type, numbers, place)
        known = load_as(builder, target, _BLOCK)
        chosen = builder.select(builder.icmp_signed("<", block, _ZERO), known, found)
        builder.store(chosen, builder.bitcast(target, _BLOCK.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(data, types.int64, table, numbers, types.int64), generate


@intrinsic
def window_masks(
    typing_context: Any, numbers: Any, at: Any, planes: Any, kinds: Any, plane: Any
) -> Any:
    """Four uint64, one of each kind: bit i is set if a box of it has the window around at + i.

    numbers  uint8[n]                     numbers[at - 1:at + 65] are looked at; they are below 32
    planes   uint8[n_planes * 3 * 32]     see MaskTables
    kinds    uint8[n_planes * 4]
    """
    generate = partial(_window_masks, TABLE_BYTES)
    return _FOUR_MASKS(numbers, types.int64, planes, kinds, types.int64), generate


@intrinsic
def few_window_masks(
    typing_context: Any, numbers: Any, at: Any, planes: Any, kinds: Any, plane: Any
) -> Any:
    """As window_masks, for numbers from 1 to 16; the entry of 0 is that of 16.

    Where `has_row_tables` one row of a table is read, and the other is not looked at.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = ROW_BYTES if vector_level(context) == "avx2" else TABLE_BYTES
        return _window_masks(size, context, builder, signature, arguments)

    return _FOUR_MASKS(numbers, types.int64, planes, kinds, types.int64), generate


def _window_masks(size: int, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    numbers_type, _, planes_type, kinds_type, _ = signature.args
    numbers, at, planes, kinds, plane = arguments
    tables = builder.mul(plane, ir.Constant(_WORD, 3 * TABLE_BYTES))
    start = address_of(context, builder, planes_type, planes, tables)
    boxes = ir.Constant(_BLOCK, [255] * BLOCK_BYTES)
    for side, shift in enumerate((-1, 0, 1)):
        place = builder.add(at, ir.Constant(_WORD, shift))
        address = address_of(context, builder, numbers_type, numbers, place)
        block = load_as(builder, address, _BLOCK)
        table = _table_address(builder, start, side * TABLE_BYTES)
        boxes = builder.and_(boxes, _looked_up(context, builder, table, size, block))
    first = builder.mul(plane, ir.Constant(_WORD, 4))
    four = load_as(builder, address_of(context, builder, kinds_type, kinds, first), _bytes(4))
    masks = []
    for kind in range(4):
        undefined = ir.Constant(_bytes(4), ir.Undefined)
        bits = builder.shuffle_vector(four, undefined, _places([kind] * BLOCK_BYTES))
        held = builder.icmp_unsigned("!=", builder.and_(boxes, bits), _ZERO)
        masks.append(builder.bitcast(held, _WORD))
    return cgutils.pack_array(builder, masks)  # type: ignore[no-untyped-call]


@intrinsic
def has_row_tables(typing_context: Any) -> Any:
    """Whether a table of 16 entries is looked up in less time than one of 32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(_BIT, vector_level(context) == "avx2")

    return types.boolean(), generate


@intrinsic
def repeat_number(typing_context: Any, numbers: Any, place: Any, number: Any) -> Any:
    """Write a byte four times, to numbers[place:place + 4] of uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = builder.mul(builder.zext(arguments[2], _INDEX), ir.Constant(_INDEX, 0x01010101))
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(word, builder.bitcast(address, _INDEX.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(numbers, types.int64, types.uint8), generate


@intrinsic
def put_places(typing_context: Any, bits: Any, base: Any, places: Any, n: Any) -> Any:
    """Write base + i for each bit i that is set in `bits` to `places` from n on; the new n.

    places  int64[n + 64] or uint16[n + 64]; what is behind the last one is overwritten as well

    Without an instruction for it a table has the places of the bits of each byte, if the processor
    makes eight bytes to eight words in few steps; else one is written after another.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = _SHORT if signature.args[2].dtype == types.uint16 else _WORD
        bits, base, places, n = arguments
        put = _PUTS.get(vector_level(context), _put_in_turn)
        address = address_of(context, builder, signature.args[2], places, n)
        put(builder, bits, base, address, kind)
        return builder.add(n, builder.ctpop(bits))

    return types.int64(types.uint64, types.int64, places, types.int64), generate


def _packed(builder: Any, bits: Any, base: Any, address: Any, kind: Any) -> None:
    mask_type = ir.VectorType(_BIT, BLOCK_BYTES)
    name = "llvm.experimental.vector.compress.v64i8"
    pack = function_of(builder, name, _BLOCK, [_BLOCK, mask_type, _BLOCK])
    every = ir.Constant(_BLOCK, list(range(BLOCK_BYTES)))
    packed = builder.call(pack, [every, builder.bitcast(bits, mask_type), _ZERO])
    if kind is _SHORT:
        _store_wide(builder, packed, base, address, kind, range(2))
        return
    _store_wide(builder, packed, base, address, kind, range(3))
    many = builder.icmp_unsigned(">", builder.ctpop(bits), ir.Constant(_WORD, 24))
    with builder.if_then(many, likely=False):
        _store_wide(builder, packed, base, address, kind, range(3, 8))


def _put_by_bytes(builder: Any, bits: Any, base: Any, address: Any, kind: Any) -> None:
    """Eight places for each byte of the bits, of which the next byte overwrites those too many."""
    table = constant_of(builder.module, _PLACES_NAME, _byte_places, 64)
    wide = ir.VectorType(kind, 8)
    for byte in range(8):
        shift = ir.Constant(_WORD, 8 * byte)
        own = builder.and_(builder.lshr(bits, shift), ir.Constant(_WORD, 0xFF))
        row = builder.load(builder.gep(table, [ir.Constant(_WORD, 0), own]), align=8)
        first = builder.add(base, shift)
        first = first if kind is _WORD else builder.trunc(first, kind)
        lanes = every_lane_of(builder, wide, first)
        found = builder.add(builder.zext(row, wide), lanes)
        builder.store(found, builder.bitcast(address, wide.as_pointer()), align=kind.width // 8)
        address = builder.gep(address, [builder.ctpop(own)])


def _put_in_turn(builder: Any, bits: Any, base: Any, address: Any, kind: Any) -> None:
    make: Any = cgutils.alloca_once_value
    left = make(builder, bits)
    count: Any = cgutils.for_range
    with count(builder, builder.ctpop(bits)) as loop:
        word = builder.load(left)
        place = builder.add(base, builder.cttz(word, _BIT(1)))
        place = place if kind is _WORD else builder.trunc(place, kind)
        builder.store(place, builder.gep(address, [loop.index]))
        builder.store(builder.and_(word, builder.sub(word, _WORD(1))), left)


_PUTS = {"vbmi": _packed, "avx2": _put_by_bytes}


def _byte_places() -> Any:
    """For each byte the places of its bits, eight bytes each."""
    row = ir.VectorType(_BYTE, 8)
    rows = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
    filled = [ir.Constant(row, places + [0] * (8 - len(places))) for places in rows]
    return ir.Constant(ir.ArrayType(row, 256), filled)


def _store_wide(
    builder: Any, packed: Any, base: Any, address: Any, kind: Any, parts: range
) -> None:
    """Write parts of 64 bytes of places that are bytes, each added to `base`."""
    width = 8 * BLOCK_BYTES // kind.width
    wide = ir.VectorType(kind, width)
    lane = base if kind.width == _WORD.width else builder.trunc(base, kind)
    bases = every_lane_of(builder, wide, lane)
    for part in parts:
        chosen = _places(range(part * width, (part + 1) * width))
        found = builder.zext(builder.shuffle_vector(packed, packed, chosen), wide)
        target = builder.gep(address, [ir.Constant(_WORD, part * width)])
        builder.store(
            builder.add(found, bases),
            builder.bitcast(target, wide.as_pointer()),
            align=kind.width // 8,
        )
