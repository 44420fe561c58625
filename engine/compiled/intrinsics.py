"""Processor instructions for kernels that Numba lacks.

Words and bits: prefetch, counts of bits, words at any address.

Blocks of 64 bytes: plain LLVM vectors, one AVX-512 instruction if the processor has it, else a few
narrower ones. Functions that read 64 bytes from `at` on need that many in the array.

Keys of pre-tokens: sixteen bytes, made without asking how long the pre-token is: one read, a mask
and a tag from a table by the length. The hash is the CRC-32C instruction where the processor that
is compiled for has one (x86 from SSE 4.2 on, most ARM), else a multiplication. Neither is ever
taken for the key: whoever finds a slot compares the bytes.

Look-ups of 64 bytes at once in tables, which become masks of 64 bits, and the places of those bits.
How depends on the processor that a kernel is compiled for (`vector_level`):

    vbmi    AVX-512 with VBMI and VBMI2: one instruction for a look-up, one for packing places
    avx2    32 bytes at a time by `pshufb`, which knows 16 entries: one or two, or eight for ASCII
    neon    16 bytes at a time by `tbl`, which knows 64 entries
    plain   byte by byte, for any processor; `has_fast_tables` is False there

Proven by tests/engine/encoding/test_keys.py, tests/engine/splitting/test_mask_kernels.py, which
compares the levels with each other, and tests of the kernels that use them: test_lanes.py,
test_encoding.py and test_known_pretokens.py.
"""

# ruff: noqa: ARG001  (Numba asks for the types of arguments by the parameters of a function)

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BLOCK_BYTES = 64
KEY_BYTES = 15
"""Longest pre-token that is its own key."""
TABLE_BYTES = 32
"""Entries of a table for numbers of characters; one for ASCII has 128."""
ROW_BYTES = 16
"""Entries of a table of which only the low four bits of a number are read."""

_ASCII_BYTES = 128
_READ, _KEEP_EVERYWHERE, _DATA = 0, 3, 1
"""Arguments of LLVM's prefetch."""
_ROWS_NAME = "engine.key_rows"
_PLACES_NAME = "engine.byte_places"
_MULTIPLIER = 0x9E3779B97F4A7C15

_BIT = ir.IntType(1)
_BYTE = ir.IntType(8)
_SHORT = ir.IntType(16)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_KEY = ir.VectorType(_BYTE, 16)
_TWO_WORDS = ir.VectorType(_WORD, 2)
_BLOCK = ir.VectorType(_BYTE, BLOCK_BYTES)
_ZERO = ir.Constant(_BLOCK, [0] * BLOCK_BYTES)
_FOUR_MASKS: Any = types.UniTuple(types.uint64, 4)  # type: ignore[no-untyped-call]


def address_of(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    """The address of element `at` of an array, without a check of bounds."""
    proxy: Any = cgutils.create_struct_proxy(array_type)  # type: ignore[no-untyped-call]
    return builder.gep(proxy(context, builder, value=array).data, [at])


def function_of(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """A function of LLVM, declared in the module that is built."""
    kind = ir.FunctionType(result, arguments)
    make: Any = cgutils.get_or_insert_function
    return make(builder.module, kind, name)


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
        half = _load(builder, table, _bytes(TABLE_BYTES))
        twice = builder.shuffle_vector(half, half, _places([*range(32), *range(32)]))
        find = function_of(builder, "llvm.x86.avx512.permvar.qi.512", _BLOCK, [_BLOCK, _BLOCK])
        return builder.call(find, [twice, indices])
    low = _load(builder, table, _BLOCK)
    high = _load(builder, _table_address(builder, table, BLOCK_BYTES), _BLOCK)
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
        row = _load(builder, _table_address(builder, table, offset), _bytes(16))
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
                _load(builder, _table_address(builder, table, first + 16 * row), sixteen)
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


def _load(builder: Any, address: Any, kind: Any) -> Any:
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
        return _load(builder, address, _WORD)

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
    return _load(builder, address, _BLOCK)


def _every_lane(builder: Any, word: Any) -> Any:
    """The low byte of a word in all lanes of a block."""
    return _every_lane_of(builder, _BLOCK, builder.trunc(word, _BYTE))


def _every_lane_of(builder: Any, kind: Any, number: Any) -> Any:
    """A number in all lanes of a vector."""
    empty = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(_INDEX, 0))
    return builder.shuffle_vector(first, empty, _places([0] * kind.count))


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
        text = _load(builder, element, _KEY)
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
        block = _load(builder, address_of(context, builder, block_type, text, at), _BLOCK)
        start = address_of(context, builder, table_type, table, ir.Constant(_WORD, 0))
        found = _looked_up(context, builder, start, _ASCII_BYTES, block)
        target = address_of(context, builder, numbers_type, numbers, place)
        known = _load(builder, target, _BLOCK)
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
        block = _load(builder, address, _BLOCK)
        table = _table_address(builder, start, side * TABLE_BYTES)
        boxes = builder.and_(boxes, _looked_up(context, builder, table, size, block))
    first = builder.mul(plane, ir.Constant(_WORD, 4))
    four = _load(builder, address_of(context, builder, kinds_type, kinds, first), _bytes(4))
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
def bytes_from(typing_context: Any, data: Any, at: Any, least: Any) -> Any:
    """uint64: bit i is set if data[at + i] is at least `least`, of data uint8[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _load_block(context, builder, signature, arguments)
        least = _every_lane(builder, arguments[2])
        return builder.bitcast(builder.icmp_unsigned(">=", block, least), _WORD)

    return types.uint64(data, types.int64, types.int64), generate


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
        lanes = _every_lane_of(builder, wide, first)
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
    bases = _every_lane_of(builder, wide, lane)
    for part in parts:
        chosen = _places(range(part * width, (part + 1) * width))
        found = builder.zext(builder.shuffle_vector(packed, packed, chosen), wide)
        target = builder.gep(address, [ir.Constant(_WORD, part * width)])
        builder.store(
            builder.add(found, bases),
            builder.bitcast(target, wide.as_pointer()),
            align=kind.width // 8,
        )
