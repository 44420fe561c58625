"""Kernels as plain Python, so that a mutant of one runs without being compiled.

`install` replaces the modules of the engine that use Numba and LLVM, before any other module
of the engine is imported: `kernel` returns the function unchanged, and each instruction is written
with NumPy. Nothing else of the engine is replaced.

Numbers behave as in compiled code where the engine relies on it: 64-bit products of NumPy scalars
wrap around (NumPy's warning is switched off), and the kernels themselves avoid mixed signs. Two
things are stricter: an index beyond an array raises IndexError, and a Python integer that does not
fit its array raises OverflowError. Both reveal mutants that would access foreign memory in
compiled code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

BLOCK_BYTES = 64
KEY_BYTES = 15
POINTS = 16
ROW_BYTES = 16


def load_word(data: Any, at: Any) -> Any:
    """Eight bytes of data uint8[n] from `at` on, as one little-endian uint64."""
    at = int(at)
    return np.frombuffer(data[at : at + 8].tobytes(), np.uint64)[0]


def _block(data: Any, at: Any) -> Any:
    at = int(at)
    block = data[at : at + BLOCK_BYTES]
    if at < 0 or len(block) < BLOCK_BYTES:
        raise IndexError(f"64 bytes from {at} on, in an array of {len(data)}")
    return block


def _bits(flags: Any) -> Any:
    return np.packbits(flags, bitorder="little").view(np.uint64)[0]


def high_bits(data: Any, at: Any) -> Any:
    """uint64: bit i tells whether data[at + i] is 0x80 or more, of data uint8[n]."""
    return _bits(_block(data, at) >= 0x80)


def bits_set(data: Any, at: Any, bits: Any) -> Any:
    """uint64: bit i tells whether data[at + i] has any of `bits`, of data uint8[n]."""
    return _bits(_block(data, at) & np.uint8(bits) != 0)


def copy_block(source: Any, at: Any, target: Any, place: Any) -> None:
    """Copy source[at:at + 64] to target[place:place + 64], both uint8[n]."""
    _block(target, place)[:] = _block(source, at)


def store_ids(ids: Any, at: Any, two: Any) -> None:
    """Write ids[at] and ids[at + 1], the low and the high half of a word, of ids uint32[n]."""
    ids[int(at)] = int(two) & 0xFFFFFFFF
    ids[int(at) + 1] = int(two) >> 32


def copy_sixteen(source: Any, at: Any, target: Any, place: Any) -> None:
    """Copy source[at:at + 16] to target[place:place + 16], both uint32[n]."""
    at, place = int(at), int(place)
    if at + 16 > len(source) or place + 16 > len(target):
        raise IndexError(f"16 from {at} to {place}, in arrays of {len(source)} and {len(target)}")
    target[place : place + 16] = source[at : at + 16]


def store_word(data: Any, at: Any, word: Any) -> None:
    """Write the eight bytes of a word, the lowest first, to data uint8[n] from `at` on."""
    at = int(at)
    if at + 8 > len(data):
        raise IndexError(f"eight bytes from {at} on, in an array of {len(data)}")
    data[at : at + 8] = np.frombuffer(int(word).to_bytes(8, "little"), np.uint8)


def prefetch(array: Any, at: Any) -> None:
    """Do nothing: a prefetch changes speed alone."""


def trailing_zeros(word: Any) -> Any:
    """Zero bits below the lowest set bit of a uint64; 64 for 0."""
    word = int(word)
    return np.int64((word & -word).bit_length() - 1 if word else 64)


def leading_zeros(word: Any) -> Any:
    """Zero bits above the highest set bit of a uint64; 64 for 0."""
    return np.int64(64 - int(word).bit_length())


def count_ones(word: Any) -> Any:
    """How many bits of a uint64 are set, as int64."""
    return np.int64(int(word).bit_count())


def masked_key(data: Any, at: Any, length: Any) -> Any:
    """The two words that are the key of data[at:at + length]; (0, 1 << 63) from 16 bytes on."""
    text, n = data[int(at) : int(at) + 16].tobytes(), int(length)
    if len(text) < 16:
        raise IndexError(f"16 bytes from {at} on, in an array of {len(data)}")
    if n > KEY_BYTES:
        return np.uint64(0), np.uint64(1 << 63)
    return tuple(np.frombuffer(text[:n].ljust(KEY_BYTES, b"\0") + bytes([n]), np.uint64))


def mixed_in(hashed: Any, word: Any) -> Any:
    """A hash with another word, as where the processor has no instruction for it."""
    product = ((int(hashed) ^ int(word)) * 0x9E3779B97F4A7C15) & (1 << 64) - 1
    return np.uint64(product ^ product >> 32)


def bytes_from(data: Any, at: Any, least: Any) -> Any:
    """uint64: bit i tells whether data[at + i] is at least `least`, of data uint8[n]."""
    return _bits(_block(data, at) >= least)


def number_block(data: Any, at: Any, table: Any, numbers: Any, place: Any) -> None:
    """Write table[byte] of the ASCII bytes of data[at:at + 64] to numbers[place:place + 64]."""
    block, target = _block(data, at), _block(numbers, place)
    target[:] = np.where(block < 0x80, table[block & 0x7F], target)


def repeat_number(numbers: Any, place: Any, number: Any) -> None:
    """Write a byte four times, to numbers[place:place + 4] of uint8[n]."""
    _block(numbers, place)[:4] = number


def window_masks(numbers: Any, at: Any, planes: Any, kinds: Any, plane: Any) -> Any:
    """Four uint64, one of each kind: bit i is set if a box of it has the window around at + i."""
    tables = planes.reshape(-1, 3, 32)[plane]
    sides = [_block(numbers, at + shift) & 31 for shift in (-1, 0, 1)]
    boxes = tables[0][sides[0]] & tables[1][sides[1]] & tables[2][sides[2]]
    return tuple(_bits(boxes & kind != 0) for kind in kinds.reshape(-1, 4)[plane])


def has_fast_tables() -> bool:
    """True, so that masks are used."""
    return True


def few_window_masks(numbers: Any, at: Any, planes: Any, kinds: Any, plane: Any) -> Any:
    """As window_masks."""
    return window_masks(numbers, at, planes, kinds, plane)


def has_row_tables() -> bool:
    """False, so that `few_window_masks` is not used."""
    return False


def put_places(bits: Any, base: Any, places: Any, n: Any) -> Any:
    """Write base + i for each bit i that is set in `bits` to `places` from n on; the new n."""
    found = [int(base) + place for place in range(64) if int(bits) >> place & 1]
    places[int(n) : int(n) + len(found)] = found
    return n + len(found)


def lanes_of(numbers: Any) -> Any:
    """The first 64 of uint32[n] as lanes."""
    return numbers[:64].copy()


def with_lanes(lanes: Any, bits: Any, number: Any) -> Any:
    """The lanes with `number` in each lane whose bit is set in `bits`."""
    chosen = [int(bits) >> place & 1 == 1 for place in range(len(lanes))]
    return np.where(chosen, np.uint32(number), lanes)


def least_lane(lanes: Any) -> Any:
    """The smallest of the numbers."""
    return lanes.min()


def store_lanes(lanes: Any, numbers: Any) -> None:
    """Write the lanes to the first 64 of uint32[n]."""
    numbers[:64] = lanes


def take_many(data: Any, at: Any, length: Any, table: Any, tokens: Any, n_lanes: int = 64) -> Any:
    """The pairs of up to 64 bytes as lanes, which are merged at once, and their first tokens."""
    at, n_pairs = int(at), int(length) - 1
    if at + n_pairs + 17 > len(data):
        raise IndexError(f"16 bytes behind {n_pairs + 1} from {at} on, in an array of {len(data)}")
    text = data[at : at + n_pairs + 1].astype(np.int64)
    ranks = np.full((3, n_lanes + 2), (1 << 21) - 1, np.int64)
    entries = table[text[:-1] | text[1:] << 8].astype(np.int64)
    for each in range(3):
        ranks[each, 1 : 1 + n_pairs] = entries >> 21 * each & (1 << 21) - 1
    first = ranks[0, 1:-1]
    made = (first < ranks[1, :-2]) & (first <= ranks[2, 2:])
    tokens[1 : 1 + n_lanes] = np.where(made, first + 256, np.resize(text, n_lanes))
    keys = (first << 6 | np.arange(n_lanes)).astype(np.uint32)
    return keys, _bits(np.pad(made, (0, 64 - n_lanes)))


def take_few(data: Any, at: Any, length: Any, table: Any, tokens: Any) -> Any:
    """As take_many, for up to 16 bytes."""
    return take_many(data, at, length, table, tokens, 16)


def narrow_points(points: Any, at: Any, data: Any, n: Any) -> bool:
    """Write points[at:at + 64] to data[n:n + 64]; whether all are ASCII."""
    block = points[int(at) : int(at) + BLOCK_BYTES]
    _block(data, n)[:] = block.astype(np.uint8)
    return bool((block < 0x80).all())


def put_points(points: Any, at: Any, data: Any, n: Any) -> int:
    """Write points[at:at + 16] as UTF-8 to data[n:n + 64]; returns its bytes, -1 if refused."""
    block = points[int(at) : int(at) + POINTS]
    if len(block) < POINTS:
        raise IndexError(f"16 code points from {at} on, of {len(points)}")
    if ((block >= 0xD800) & (block < 0xE000)).any():
        return -1
    spelled = np.frombuffer(block.tobytes().decode("utf-32-le").encode(), np.uint8)
    _block(data, n)[: len(spelled)] = spelled
    return len(spelled)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` itself, which is also its own plain Python, as kernels have it for tests."""
    function.py_func = function  # type: ignore[attr-defined]
    return function


kernel_part = kernel


def run_kernel(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel with integers as compiled code takes them, int64."""
    return function(*(np.int64(each) if type(each) is int else each for each in arguments))


_INSTRUCTIONS = (
    load_word, high_bits, bits_set, copy_block, copy_sixteen, store_ids, store_word, trailing_zeros,
    leading_zeros, prefetch, count_ones, masked_key, mixed_in, bytes_from,
)  # fmt: skip
_OF_MASKS = (
    number_block, repeat_number, window_masks, few_window_masks, has_fast_tables, has_row_tables,
    put_places,
)  # fmt: skip
_ON_LANES = (
    lanes_of, with_lanes, least_lane, store_lanes, take_few, take_many,
)  # fmt: skip
REPLACED: dict[str, dict[str, Any]] = {
    "engine.compiled.kernel_cache": {
        "kernel": kernel, "kernel_part": kernel_part, "inlined_part": kernel,
        "separate_part": kernel, "shared_kernel": kernel, "run_kernel": run_kernel,
    },
    "engine.compiled.intrinsics": {function.__name__: function for function in _INSTRUCTIONS},
    "engine.compiled.mask_intrinsics": {function.__name__: function for function in _OF_MASKS},
    "engine.compiled.lane_intrinsics": {function.__name__: function for function in _ON_LANES},
    "engine.compiled.point_intrinsics": {
        "narrow_points": narrow_points, "put_points": put_points,
    },
}  # fmt: skip


def install() -> None:
    """Replace the modules that compile; must be called before the engine's modules are imported."""
    np.seterr(over="ignore")
    for name, functions in REPLACED.items():
        if name in sys.modules:
            raise RuntimeError(f"{name} is imported already; install plain kernels before it")
        module = ModuleType(name)
        vars(module).update(functions)
        constants = {
            "PADDING": 16, "BLOCK_BYTES": BLOCK_BYTES, "KEY_BYTES": KEY_BYTES, "POINTS": POINTS,
            "ROW_BYTES": ROW_BYTES,
        }  # fmt: skip
        vars(module).update(constants)
        sys.modules[name] = module
