"""Code points as UTF-8, for kernels: sixteen at a time.

With AVX-512 VBMI2 one instruction packs the bytes of all sixteen, with AVX2 one those of four if
none of the sixteen has four bytes; else four bytes are written for each, and the next ones behind
those that count.

Tested by tests/engine/text/test_utf8.py.
"""

# ruff: noqa: ARG001  (Numba asks for the types of arguments by the parameters of a function)

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.compiled.intrinsics import address_of, constant_of, function_of, vector_level

POINTS = 16
"""Code points that `put_points` takes."""

_BIT = ir.IntType(1)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_FOUR = ir.VectorType(ir.IntType(8), 16)
_BLOCK = ir.VectorType(ir.IntType(8), 64)
_POINTS = ir.VectorType(_INDEX, POINTS)
_MANY = ir.VectorType(_INDEX, 64)
_SURROGATES, _SURROGATE = 0xFFFFF800, 0xD800
"""The bits that all surrogates share, and what they are."""
_LIMITS = (0x80, 0x800, 0x10000)
"""Code points from which on there is one byte more."""
_LEADS = (0, 0xC0, 0xE0, 0xF0)
_REFUSED = -1
_ROWS_NAME = "engine.kept_bytes"


def _all(number: int, kind: Any = _POINTS) -> Any:
    return ir.Constant(kind, [number] * kind.count)


@intrinsic
def narrow_points(typing_context: Any, points: Any, at: Any, data: Any, n: Any) -> Any:
    """Write points[at:at + 64] to data[n:n + 64]; whether all are ASCII, else that is no text.

    points  uint32[size]
    data    uint8[size]
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        points_type, _, data_type, _ = signature.args
        points, at, data, n = arguments
        source = address_of(context, builder, points_type, points, at)
        many = builder.load(builder.bitcast(source, _MANY.as_pointer()), align=4)
        target = address_of(context, builder, data_type, data, n)
        narrow = builder.trunc(many, _BLOCK)
        builder.store(narrow, builder.bitcast(target, _BLOCK.as_pointer()), align=1)
        either = function_of(builder, "llvm.vector.reduce.or.v64i32", _INDEX, [_MANY])
        return builder.icmp_unsigned("<", builder.call(either, [many]), _INDEX(_LIMITS[0]))

    return types.boolean(points, types.int64, data, types.int64), generate


@intrinsic
def put_points(typing_context: Any, points: Any, at: Any, data: Any, n: Any) -> Any:
    """Write points[at:at + 16] as UTF-8 to data[n:n + 64]; returns its bytes, -1 for a surrogate.

    points  uint32[size]
    data    uint8[size]     what is behind the text is overwritten as well
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        points_type, _, data_type, _ = signature.args
        points, at, data, n = arguments
        source = address_of(context, builder, points_type, points, at)
        sixteen = builder.load(builder.bitcast(source, _POINTS.as_pointer()), align=4)
        target = address_of(context, builder, data_type, data, n)
        size = _WAYS.get(vector_level(context), _one_by_one)(builder, sixteen, target)
        shared = builder.and_(sixteen, _all(_SURROGATES))
        found = builder.icmp_unsigned("==", shared, _all(_SURROGATE))
        is_refused = builder.icmp_unsigned(
            "!=", builder.bitcast(found, ir.IntType(POINTS)), ir.Constant(ir.IntType(POINTS), 0)
        )
        return builder.select(is_refused, _WORD(_REFUSED), size)

    return types.int64(points, types.int64, data, types.int64), generate


def _spelled(builder: Any, points: Any, most: int = 4) -> tuple[Any, Any]:
    """Each point's bytes, `most` at most, the first one lowest, and how many they are."""
    spelled, sizes = points, _all(1)
    for more, limit in enumerate(_LIMITS[: most - 1], 1):
        word = builder.or_(builder.lshr(points, _all(6 * more)), _all(_LEADS[more]))
        for place in range(1, more + 1):
            bits = builder.and_(builder.lshr(points, _all(6 * (more - place))), _all(0x3F))
            byte = builder.shl(builder.or_(bits, _all(0x80)), _all(8 * place))
            word = builder.or_(word, byte)
        is_longer = builder.icmp_unsigned(">=", points, _all(limit))
        spelled = builder.select(is_longer, word, spelled)
        sizes = builder.select(is_longer, _all(more + 1), sizes)
    return spelled, sizes


def _packed(builder: Any, points: Any, target: Any) -> Any:
    """Write the bytes that count at once; returns how many they are."""
    spelled, sizes = _spelled(builder, points)
    mask_type = ir.VectorType(_BIT, 64)
    kept = builder.lshr(_all(0xFFFFFFFF), builder.sub(_all(32), builder.shl(sizes, _all(3))))
    zeros = ir.Constant(_BLOCK, [0] * 64)
    mask = builder.icmp_signed("!=", builder.bitcast(kept, _BLOCK), zeros)
    name = "llvm.experimental.vector.compress.v64i8"
    pack = function_of(builder, name, _BLOCK, [_BLOCK, mask_type, _BLOCK])
    packed = builder.call(pack, [builder.bitcast(spelled, _BLOCK), mask, zeros])
    builder.store(packed, builder.bitcast(target, _BLOCK.as_pointer()), align=1)
    return builder.ctpop(builder.bitcast(mask, _WORD))


def _by_fours(builder: Any, points: Any, target: Any) -> Any:
    """As _packed, four points at a time unless there is one of four bytes."""
    bits = ir.IntType(POINTS)
    longer = [builder.icmp_unsigned(">=", points, _all(limit)) for limit in _LIMITS]
    two, three, four = (builder.bitcast(each, bits) for each in longer)
    sizes = []
    with builder.if_else(builder.icmp_unsigned("==", four, bits(0))) as (without, other):
        with without:
            sizes.append((_shuffled(builder, points, two, three, target), builder.block))
        with other:
            sizes.append((_one_by_one(builder, points, target), builder.block))
    size = builder.phi(_WORD)
    for each, block in sizes:
        size.add_incoming(each, block)
    return size


def _shuffled(builder: Any, points: Any, two: Any, three: Any, target: Any) -> Any:
    """Write points of up to three bytes; two, three: a bit for each of at least as many bytes."""
    spelled, _ = _spelled(builder, points, 3)
    shuffle = function_of(builder, "llvm.x86.ssse3.pshuf.b.128", _FOUR, [_FOUR, _FOUR])
    rows = constant_of(builder.module, _ROWS_NAME, _kept_rows, 64)
    size = _WORD(0)
    for first in range(0, POINTS, 4):
        lanes = ir.Constant(ir.VectorType(_INDEX, 4), list(range(first, first + 4)))
        own = builder.bitcast(builder.shuffle_vector(spelled, spelled, lanes), _FOUR)
        nibbles = [
            builder.and_(builder.lshr(mask, mask.type(first)), mask.type(15))
            for mask in (two, three)
        ]
        both = builder.or_(nibbles[0], builder.shl(nibbles[1], nibbles[1].type(4)))
        which = builder.zext(both, _WORD)
        row = builder.load(builder.gep(rows, [_WORD(0), which]), align=16)
        address = builder.bitcast(builder.gep(target, [size]), _FOUR.as_pointer())
        builder.store(builder.call(shuffle, [own, row]), address, align=1)
        size = builder.add(size, builder.add(_WORD(4), builder.ctpop(which)))
    return size


def _kept_rows() -> Any:
    """For four points which of their 16 bytes count.

    The number of a row has a bit for each that has two bytes, and one for each that has three.
    """
    rows = []
    for number in range(256):
        sizes = [1 + (number >> lane & 1) + (number >> 4 + lane & 1) for lane in range(4)]
        kept = [4 * lane + byte for lane, size in enumerate(sizes) for byte in range(size)]
        rows.append(ir.Constant(_FOUR, kept + [0x80] * (16 - len(kept))))
    return ir.Constant(ir.ArrayType(_FOUR, 256), rows)


def _one_by_one(builder: Any, points: Any, target: Any) -> Any:
    """As _packed: four bytes of each point, those that count before the next one's."""
    spelled, sizes = _spelled(builder, points)
    size = _WORD(0)
    for place in range(POINTS):
        word = builder.extract_element(spelled, _INDEX(place))
        address = builder.bitcast(builder.gep(target, [size]), _INDEX.as_pointer())
        builder.store(word, address, align=1)
        length = builder.extract_element(sizes, _INDEX(place))
        size = builder.add(size, builder.zext(length, _WORD))
    return size


_WAYS = {"vbmi": _packed, "avx2": _by_fours}
