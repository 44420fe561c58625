"""64 or 16 numbers of 32 bits that a kernel keeps in registers.

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
_PAIR_BITS = 21
"""Bits of each of the three ranks of a pair of bytes, the lowest of which is that of its merge."""
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_LANES = ir.VectorType(_INDEX, _N_LANES)
_PAIRS = ir.VectorType(_WORD, _PART)
_NO_PAIR = (1 << 3 * _PAIR_BITS) - 1


class _Lanes(types.Type):
    """The type of 64 or 16 uint32 in registers."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(name=f"Lanes({count})")


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _Lanes) -> None:
        super().__init__(manager, kind, ir.VectorType(_INDEX, kind.count))  # type: ignore[no-untyped-call]


@intrinsic
def lanes_of(typing_context: Any, numbers: Any) -> Any:
    """The first 64 of uint32[n] as lanes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = address_of(context, builder, signature.args[0], arguments[0], _INDEX(0))
        return builder.load(builder.bitcast(first, _LANES.as_pointer()), align=4)

    return _Lanes(_N_LANES)(numbers), generate


def _places(first: int, size: int) -> Any:
    return ir.Constant(ir.VectorType(_INDEX, size), list(range(first, first + size)))


@intrinsic
def store_lanes(typing_context: Any, lanes: Any, numbers: Any) -> Any:
    """Write the lanes to the first 64 of uint32[n]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = address_of(context, builder, signature.args[1], arguments[1], _INDEX(0))
        builder.store(arguments[0], builder.bitcast(first, _LANES.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(lanes, numbers), generate


def _ranks(builder: Any, pairs: Any) -> Any:
    return builder.and_(pairs, _all_of(pairs, (1 << _PAIR_BITS) - 1))


def _everywhere(builder: Any, number: Any, count: int) -> Any:
    """A number in each of `count` lanes."""
    undefined = ir.Constant(ir.VectorType(number.type, count), ir.Undefined)
    first = builder.insert_element(undefined, number, _INDEX(0))
    return builder.shuffle_vector(
        first, undefined, ir.Constant(ir.VectorType(_INDEX, count), [0] * count)
    )


def _all_of(vector: Any, number: int) -> Any:
    return ir.Constant(vector.type, [number] * vector.type.count)


def _joined(builder: Any, parts: list[Any]) -> Any:
    """All lanes of parts of as many lanes each."""
    while len(parts) > 1:
        places = _places(0, 2 * parts[0].type.count)
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [builder.shuffle_vector(a, b, places) for a, b in pairs]
    return parts[0]


@intrinsic
def with_lanes(typing_context: Any, lanes: Any, bits: Any, number: Any) -> Any:
    """The lanes with `number`, a uint32, in each lane whose bit is set in `bits`, a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, bits, number = arguments
        everywhere = _everywhere(builder, number, _PART)
        parts = []
        for start in range(0, signature.args[0].count, _PART):
            part = builder.shuffle_vector(lanes, lanes, _places(start, _PART))
            of_part = builder.trunc(builder.lshr(bits, _WORD(start)), ir.IntType(_PART))
            chosen = builder.bitcast(of_part, ir.VectorType(ir.IntType(1), _PART))
            parts.append(builder.select(chosen, everywhere, part))
        return _joined(builder, parts)

    return lanes(lanes, types.uint64, types.uint32), generate


@intrinsic
def least_lane(typing_context: Any, lanes: Any) -> Any:
    """The smallest of the numbers, as uint32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = signature.args[0].count
        function = ir.FunctionType(_INDEX, [ir.VectorType(_INDEX, count)])
        name = f"llvm.vector.reduce.umin.v{count}i32"
        make: Any = cgutils.get_or_insert_function
        return builder.call(make(builder.module, function, name), arguments)

    return types.uint32(lanes), generate


@intrinsic
def take_few(typing_context: Any, data: Any, at: Any, length: Any, table: Any, tokens: Any) -> Any:
    """Take up data[at:at + length], of uint8[n + 16], as 16 lanes and bits.

    length  1 to 16
    table   uint64[65536]    three ranks for each two bytes, the second of which counts 256
    tokens  uint32[17]       filled from 1 on

    Lane i is of the bytes i and i + 1: their first rank and, in 6 bits below, i. Its bit is set if
    they are merged at once: the first rank is lower than the second one of the bytes before, and no
    higher than the third one of the bytes behind. Tokens are the bytes, or a first rank and 256.

    No memory is between: what is read as a vector after it was written one by one has to wait.
    """
    types_of, generate = _taking(_PART, data, table, tokens)
    return types_of, generate


@intrinsic
def take_many(typing_context: Any, data: Any, at: Any, length: Any, table: Any, tokens: Any) -> Any:
    """As take_few, for up to 64 bytes: 64 lanes, and tokens uint32[65]."""
    types_of, generate = _taking(_N_LANES, data, table, tokens)
    return types_of, generate


def _taking(n_lanes: int, data: Any, table: Any, tokens: Any) -> tuple[Any, Any]:
    """The signature and the code of take_few and take_many."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data_type, _, _, table_type, tokens_type = signature.args
        data, at, length, table, tokens = arguments
        last = builder.sub(length, _WORD(1))
        starts = _starts(builder, last, n_lanes)
        texts = [
            address_of(context, builder, data_type, data, builder.add(at, start))
            for start in starts
        ]
        first = address_of(context, builder, table_type, table, _WORD(0))
        pairs = [_pairs(builder, text, first) for text in texts]
        pairs = _up_to(builder, pairs, last)
        keys, bits = [], _WORD(0)
        for number, (text, pair) in enumerate(zip(texts, pairs, strict=True)):
            made = _made_at_once(builder, pairs, number)
            keys.append(_keys(builder, pair, number * _PART))
            token = _tokens(builder, text, keys[-1], made)
            place = address_of(context, builder, tokens_type, tokens, _WORD(1 + number * _PART))
            builder.store(token, builder.bitcast(place, token.type.as_pointer()), align=4)
            part = builder.zext(builder.bitcast(made, ir.IntType(_PART)), _WORD)
            bits = builder.or_(bits, builder.shl(part, _WORD(number * _PART)))
        return context.make_tuple(builder, signature.return_type, [_joined(builder, keys), bits])

    both: Any = types.Tuple
    both = both([_Lanes(n_lanes), types.uint64])
    return both(data, types.int64, types.int64, table, tokens), generate


def _starts(builder: Any, last: Any, n_lanes: int) -> list[Any]:
    """Where to read each sixteen bytes; none begins behind the sixteen that have the last one."""
    behind = builder.and_(last, _WORD(-_PART))
    starts = []
    for start in range(0, n_lanes, _PART):
        is_inside = builder.icmp_signed("<", _WORD(start), behind)
        starts.append(builder.select(is_inside, _WORD(start), behind))
    return starts


def _pairs(builder: Any, text: Any, table: Any) -> Any:
    """The entries of a table for each two of 17 bytes."""
    found = ir.Constant(_PAIRS, ir.Undefined)
    for lane in range(_PART):
        two = builder.gep(text, [_INDEX(lane)])
        two = builder.load(builder.bitcast(two, ir.IntType(16).as_pointer()), align=1)
        entry = builder.load(builder.gep(table, [builder.zext(two, _WORD)]))
        found = builder.insert_element(found, entry, _INDEX(lane))
    return found


def _up_to(builder: Any, pairs: list[Any], n_pairs: Any) -> list[Any]:
    """Pairs with no ranks from n_pairs on."""
    limit = _everywhere(builder, n_pairs, _PART)
    kept = []
    for number, pair in enumerate(pairs):
        places = range(number * _PART, (number + 1) * _PART)
        is_pair = builder.icmp_signed("<", ir.Constant(_PAIRS, list(places)), limit)
        kept.append(builder.select(is_pair, pair, _all_of(pair, _NO_PAIR)))
    return kept


def _made_at_once(builder: Any, pairs: list[Any], number: int) -> Any:
    """Whether each of sixteen pairs is merged at once, given all."""
    pair = pairs[number]
    nothing = _all_of(pair, _NO_PAIR)
    before = pairs[number - 1] if number else nothing
    behind = pairs[number + 1] if number + 1 < len(pairs) else nothing
    before = builder.shuffle_vector(before, pair, _places(_PART - 1, _PART))
    behind = builder.shuffle_vector(pair, behind, _places(1, _PART))
    rank = _ranks(builder, pair)
    second = _ranks(builder, builder.lshr(before, _all_of(before, _PAIR_BITS)))
    third = builder.lshr(behind, _all_of(behind, 2 * _PAIR_BITS))
    return builder.and_(
        builder.icmp_signed("<", rank, second), builder.icmp_signed("<=", rank, third)
    )


def _keys(builder: Any, pairs: Any, start: int) -> Any:
    ranks = _ranks(builder, pairs)
    keys = builder.trunc(builder.shl(ranks, _all_of(ranks, 6)), ir.VectorType(_INDEX, _PART))
    return builder.or_(keys, _places(start, _PART))


def _tokens(builder: Any, text: Any, keys: Any, made: Any) -> Any:
    """Sixteen tokens: bytes, or what is made of two."""
    few = ir.VectorType(ir.IntType(8), _PART)
    byte = builder.load(builder.bitcast(text, few.as_pointer()), align=1)
    token = builder.add(builder.lshr(keys, _all_of(keys, 6)), _all_of(keys, 256))
    return builder.select(made, token, builder.zext(byte, keys.type))
