"""Kernels as plain Python, so that a mutant of one runs without being compiled.

`install` replaces the two modules of the engine that use Numba and LLVM, before any other module
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


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` itself, which is also its own plain Python, as kernels have it for tests."""
    function.py_func = function  # type: ignore[attr-defined]
    return function


kernel_part = kernel


def run_kernel(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel with integers as compiled code takes them, int64."""
    return function(*(np.int64(each) if type(each) is int else each for each in arguments))


_INSTRUCTIONS = (
    load_word, high_bits, bits_set, copy_block, store_ids, trailing_zeros, leading_zeros, prefetch,
    count_ones,
)  # fmt: skip
REPLACED: dict[str, dict[str, Any]] = {
    "engine.compiled.kernel_cache": {
        "kernel": kernel, "kernel_part": kernel_part, "run_kernel": run_kernel,
    },
    "engine.compiled.intrinsics": {function.__name__: function for function in _INSTRUCTIONS},
}  # fmt: skip


def install() -> None:
    """Replace the modules that compile; must be called before the engine's modules are imported."""
    np.seterr(over="ignore")
    for name, functions in REPLACED.items():
        if name in sys.modules:
            raise RuntimeError(f"{name} is imported already; install plain kernels before it")
        module = ModuleType(name)
        vars(module).update(functions)
        module.PADDING, module.BLOCK_BYTES = 16, BLOCK_BYTES  # type: ignore[attr-defined]
        sys.modules[name] = module
