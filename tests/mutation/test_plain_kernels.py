"""The instructions written out for mutation testing do what the compiled ones do."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from engine.compiled import intrinsics as prefetch
from engine.compiled import intrinsics as unaligned
from engine.compiled import intrinsics as vectors
from tests.mutation import plain_kernels

WORDS = [0, 1, 2, 0x80, 1 << 63, (1 << 64) - 1, 0x8000_0001_0000_0000, 0x0123_4567_89AB_CDEF]
BYTES = np.random.default_rng(3).integers(0, 256, 200, dtype=np.uint8)


def compiled(instruction, n_arguments):
    """A function that calls an instruction, which only compiled code can."""
    callers = {
        1: lambda a: instruction(a),
        2: lambda a, b: instruction(a, b),
        3: lambda a, b, c: instruction(a, b, c),
        4: lambda a, b, c, d: instruction(a, b, c, d),
    }
    return numba.njit(callers[n_arguments])


@pytest.mark.parametrize(
    ("module", "name"),
    [(vectors, "trailing_zeros"), (vectors, "leading_zeros"), (prefetch, "count_ones")],
)
def test_instructions_on_words(module, name):
    real, plain = compiled(getattr(module, name), 1), getattr(plain_kernels, name)
    assert [real(np.uint64(word)) for word in WORDS] == [plain(np.uint64(word)) for word in WORDS]


@pytest.mark.parametrize(
    ("module", "name", "arguments"),
    [
        (unaligned, "load_word", ()), (vectors, "high_bits", ()),
        (vectors, "bits_set", (1,)), (vectors, "bits_set", (0x24,)),
    ],
)  # fmt: skip
def test_instructions_that_read(module, name, arguments):
    real = compiled(getattr(module, name), 2 + len(arguments))
    plain = getattr(plain_kernels, name)
    for at in (0, 1, 7, 64, 130):
        found = plain(BYTES, at, *arguments)
        assert found.dtype == np.uint64
        assert real(BYTES, at, *arguments) == found


def test_instructions_that_write():
    for write in (plain_kernels.copy_block, compiled(vectors.copy_block, 4)):
        target = np.zeros(100, np.uint8)
        write(BYTES, 3, target, 5)
        assert target.tolist() == [0] * 5 + BYTES[3:67].tolist() + [0] * 31
    for write in (plain_kernels.store_ids, compiled(vectors.store_ids, 3)):
        ids = np.full(5, 9, np.uint32)
        write(ids, 1, np.uint64(0xFFFF_FFFF_0000_0007))
        assert ids.tolist() == [9, 7, 0xFFFF_FFFF, 9, 9]


def test_every_module_of_instructions_is_replaced_whole():
    """A new instruction would otherwise be missing in the next mutation run."""
    for name, functions in plain_kernels.REPLACED.items():
        replaced = {function.__name__ for function in functions}
        module = {"vectors": vectors, "prefetch": prefetch, "unaligned": unaligned}.get(
            name.removeprefix("engine.")
        )
        if module is not None:
            intrinsics = {
                key for key, value in vars(module).items() if type(value).__name__ == "_Intrinsic"
            }
            assert replaced == intrinsics
