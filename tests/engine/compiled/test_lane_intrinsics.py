"""Numbers in registers: what the instructions on them do."""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel_part, lanes_of, least_lane, with_lanes

N_LANES = 64


@kernel_part
def least(numbers, bits, number):
    return least_lane(with_lanes(lanes_of(numbers), bits, number))


def test_numbers_are_written_to_the_lanes_of_the_bits():
    chance = np.random.default_rng(3)
    no_bits = np.uint64(0)
    for place in range(N_LANES):
        numbers = chance.integers(1000, 1 << 32, N_LANES, dtype=np.uint32)
        assert least(numbers, no_bits, np.uint32(0)) == numbers.min()
        numbers[place] = 999
        assert least(numbers, no_bits, np.uint32(0)) == 999
        bit = np.uint64(1 << place)
        assert least(numbers, bit, np.uint32(7)) == 7
        others = np.delete(numbers, place)
        assert least(numbers, bit, np.uint32(0xFFFFFFFF)) == others.min()


def test_numbers_are_compared_without_a_sign():
    numbers = np.full(N_LANES, 0xFFFFFFFF, np.uint32)
    numbers[9] = 0x80000000
    assert least(numbers, np.uint64(1), np.uint32(0x7FFFFFFF)) == 0x7FFFFFFF
    assert least(numbers, np.uint64(1), np.uint32(0xFFFFFFFE)) == 0x80000000
