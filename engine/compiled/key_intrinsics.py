"""Processor instructions for kernels that look pre-tokens up: sixteen bytes as a key, a hash.

A key is made without asking how long its pre-token is: one read of 16 bytes, a mask and a tag from
a table by the length. The hash is the CRC-32C instruction where the processor that is compiled for
has one (x86 from SSE 4.2 on, most ARM), else a multiplication. Neither is ever taken for the key:
whoever finds a slot compares the bytes. Proven by tests/engine/encoding/test_keys.py.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.compiled.intrinsics import address_of

KEY_BYTES = 15
"""Longest pre-token that is its own key."""

_BYTE = ir.IntType(8)
_INDEX = ir.IntType(32)
_WORD = ir.IntType(64)
_KEY = ir.VectorType(_BYTE, 16)
_TWO_WORDS = ir.VectorType(_WORD, 2)
_ROWS_NAME = "engine.key_rows"
_MULTIPLIER = 0x9E3779B97F4A7C15


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
def masked_key(typing_context: Any, data: Any, at: Any, length: Any) -> Any:  # noqa: ARG001
    """Two words that are the key of data[at:at + length], of data uint8[n + 16].

    length: up to KEY_BYTES; one more gives (0, 1 << 63), which is no key.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        text = builder.load(builder.bitcast(element, _KEY.as_pointer()), align=1)
        row = builder.gep(_rows(builder.module), [ir.Constant(_WORD, 0), arguments[2]])
        halves = builder.bitcast(row, _KEY.as_pointer())
        mask = builder.load(halves, align=16)
        tag = builder.load(builder.gep(halves, [ir.Constant(_INDEX, 1)]), align=16)
        key = builder.bitcast(builder.or_(builder.and_(text, mask), tag), _TWO_WORDS)
        words = [builder.extract_element(key, ir.Constant(_INDEX, i)) for i in range(2)]
        return cgutils.pack_array(builder, words)  # type: ignore[no-untyped-call]

    two: Any = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
    return two(data, types.int64, types.int64), generate


def _rows(module: Any) -> Any:
    """The table of `key_rows` as a constant of a module, a row of 32 bytes each."""
    known = module.globals.get(_ROWS_NAME)
    if known is not None:
        return known
    rows = key_rows()
    row = ir.ArrayType(_BYTE, 32)
    table = ir.Constant(
        ir.ArrayType(row, len(rows) // 32),
        [ir.Constant(row, rows[at : at + 32]) for at in range(0, len(rows), 32)],
    )
    made = ir.GlobalVariable(module, table.type, _ROWS_NAME)
    made.linkage = "internal"
    made.global_constant = True
    made.align = 32
    made.initializer = table
    return made


@intrinsic
def mixed_in(typing_context: Any, hashed: Any, word: Any) -> Any:  # noqa: ARG001
    """A hash, a uint64 at first 0, with another word; its low 32 bits serve."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        name = crc_instruction(context.codegen()._tm_features)
        hashed, word = arguments
        if name is None:
            return _by_multiplying(builder, hashed, word)
        return _by_crc(builder, hashed, word, name)

    return types.uint64(types.uint64, types.uint64), generate


def _by_crc(builder: Any, hashed: Any, word: Any, name: str) -> Any:
    state = _INDEX if name.startswith("llvm.aarch64") else _WORD
    kind = ir.FunctionType(state, [state, _WORD])
    instruction: Any = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
        builder.module, kind, name
    )
    hashed = hashed if state is _WORD else builder.trunc(hashed, state)
    return builder.zext(builder.call(instruction, [hashed, word]), _WORD)


def _by_multiplying(builder: Any, hashed: Any, word: Any) -> Any:
    product = builder.mul(builder.xor(hashed, word), ir.Constant(_WORD, _MULTIPLIER))
    return builder.xor(product, builder.lshr(product, ir.Constant(_WORD, 32)))
