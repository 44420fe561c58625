"""The instructions written out for mutation testing do what the compiled ones do."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from engine.compiled import intrinsics, lane_intrinsics, mask_intrinsics, point_intrinsics
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


@pytest.mark.parametrize("name", ["trailing_zeros", "leading_zeros", "count_ones"])
def test_instructions_on_words(name):
    real, plain = compiled(getattr(intrinsics, name), 1), getattr(plain_kernels, name)
    assert [real(np.uint64(word)) for word in WORDS] == [plain(np.uint64(word)) for word in WORDS]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("load_word", ()), ("high_bits", ()), ("bits_set", (1,)), ("bits_set", (0x24,))],
)
def test_instructions_that_read(name, arguments):
    real = compiled(getattr(intrinsics, name), 2 + len(arguments))
    plain = getattr(plain_kernels, name)
    for at in (0, 1, 7, 64, 130):
        found = plain(BYTES, at, *arguments)
        assert found.dtype == np.uint64
        assert real(BYTES, at, *arguments) == found


def test_instructions_that_write():
    for write in (plain_kernels.copy_block, compiled(intrinsics.copy_block, 4)):
        target = np.zeros(100, np.uint8)
        write(BYTES, 3, target, 5)
        assert target.tolist() == [0] * 5 + BYTES[3:67].tolist() + [0] * 31
    for write in (plain_kernels.store_word, compiled(intrinsics.store_word, 3)):
        data = np.full(10, 9, np.uint8)
        write(data, 1, np.uint64(0x0807_0605_0403_0201))
        assert data.tolist() == [9, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    for write in (plain_kernels.store_ids, compiled(intrinsics.store_ids, 3)):
        ids = np.full(5, 9, np.uint32)
        write(ids, 1, np.uint64(0xFFFF_FFFF_0000_0007))
        assert ids.tolist() == [9, 7, 0xFFFF_FFFF, 9, 9]


def test_sixteen_numbers_are_copied():
    source = np.arange(20, dtype=np.uint32)
    for write in (plain_kernels.copy_sixteen, compiled(intrinsics.copy_sixteen, 4)):
        target = np.zeros(22, np.uint32)
        write(source, 3, target, 5)
        assert target.tolist() == [0] * 5 + list(range(3, 19)) + [0]


@pytest.mark.slow
@pytest.mark.parametrize("length", range(17))
def test_keys(length):
    real = compiled(intrinsics.masked_key, 3)
    for at in (0, 1, 7, 64, 130):
        found = plain_kernels.masked_key(BYTES, at, length)
        assert real(BYTES, at, length) == tuple(map(int, found))


def test_a_hash_without_an_instruction(monkeypatch):
    monkeypatch.setattr(intrinsics, "crc_instruction", lambda features: None)
    real = compiled(intrinsics.mixed_in, 2)
    for before in WORDS:
        for word in WORDS:
            found = plain_kernels.mixed_in(np.uint64(before), np.uint64(word))
            assert real(np.uint64(before), np.uint64(word)) == int(found)


def test_look_ups():
    table = BYTES[:128] % 32
    planes, kinds = BYTES.repeat(2)[: 2 * 96], BYTES[:8]
    windows = numba.njit(lambda *each: mask_intrinsics.window_masks(*each))
    tried = []
    for number, repeat, masks in (
        (plain_kernels.number_block, plain_kernels.repeat_number, plain_kernels.window_masks),
        (
            numba.njit(lambda *each: mask_intrinsics.number_block(*each)),
            compiled(mask_intrinsics.repeat_number, 3),
            windows,
        ),
    ):
        numbers = np.full(140, 7, np.uint8)
        number(BYTES, 3, table, numbers, 5)
        repeat(numbers, 70, np.uint8(9))
        tried.append(
            (numbers.tolist(), [int(each) for each in masks(numbers, 2, planes, kinds, 1)])
        )
    assert tried[0] == tried[1]
    real = compiled(intrinsics.bytes_from, 3)
    assert real(BYTES, 9, 0xC0) == plain_kernels.bytes_from(BYTES, 9, 0xC0)


def test_lanes():
    numbers = np.random.default_rng(5).integers(0, 1 << 32, 64, dtype=np.uint32)
    bits = np.uint64(0x8000_0001_0000_8006)
    instructions = (
        lane_intrinsics.lanes_of,
        lane_intrinsics.with_lanes,
        lane_intrinsics.least_lane,
    )
    lanes_of, with_lanes, least_lane = instructions
    least = numba.njit(lambda *each: least_lane(with_lanes(lanes_of(each[0]), each[1], each[2])))
    store = numba.njit(lambda lanes, out: lane_intrinsics.store_lanes(lanes_of(lanes), out))
    for write in (store, plain_kernels.store_lanes):
        out = np.zeros(65, np.uint32)
        write(numbers, out)
        assert out.tolist() == [*numbers.tolist(), 0]
    for number in (0, 1 << 16, (1 << 32) - 1):
        changed = plain_kernels.with_lanes(plain_kernels.lanes_of(numbers), bits, number)
        assert least(numbers, bits, np.uint32(number)) == plain_kernels.least_lane(changed)


@pytest.mark.parametrize(("name", "n_lanes"), [("take_few", 16), ("take_many", 64)])
def test_bytes_are_taken_up(name, n_lanes):
    chance = np.random.default_rng(6)
    take = getattr(lane_intrinsics, name)
    plain = getattr(plain_kernels, name)
    least, with_lanes = lane_intrinsics.least_lane, lane_intrinsics.with_lanes

    @numba.njit
    def taken(data, at, length, table, tokens, numbers):
        lanes, made = take(data, at, length, table, tokens)
        for lane in range(n_lanes):
            others = ~(np.uint64(1) << np.uint64(lane))
            numbers[lane] = least(with_lanes(lanes, others, np.uint32(0xFFFFFFFF)))
        return made

    n_made = 0
    for greatest in (3, 1 << 21):
        words = chance.integers(0, greatest, (3, 1 << 16), dtype=np.uint64)
        table = words[0] | words[1] << np.uint64(21) | words[2] << np.uint64(42)
        for length in (1, 2, 3, 15, 16, 17, 31, 32, 33, 60, 64):
            if length > n_lanes:
                continue
            data = BYTES[: 5 + length + 16]  # not one byte more
            tokens, expected = np.zeros((2, 80), np.uint32)
            numbers = np.zeros(n_lanes, np.uint32)
            found = taken(data, 5, length, table, tokens, numbers)
            lanes, made = plain(data, 5, length, table, expected)
            assert (int(found), numbers.tolist()) == (int(made), lanes.tolist())
            assert tokens[1 : 1 + length].tolist() == expected[1 : 1 + length].tolist()
            n_made += int(found).bit_count()
    assert n_made > 20


def test_code_points():
    text = "abc" * 22 + "é你😀\0" * 4
    points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    tried = []
    for narrow, put in (
        (compiled(point_intrinsics.narrow_points, 4), compiled(point_intrinsics.put_points, 4)),
        (plain_kernels.narrow_points, plain_kernels.put_points),
    ):
        data = np.zeros(300, np.uint8)
        found = [narrow(points, 1, data, 3), put(points, 58, data, 70), put(points, 66, data, 99)]
        tried.append((data[:67].tolist(), data[70:98].tolist(), data[99:139].tolist(), found))
        assert put(np.full(16, 0xD800, np.uint32), 0, data, 0) == -1
    assert tried[0] == tried[1]
    assert tried[0][3] == [True, 28, 40]


@pytest.mark.parametrize("module", [intrinsics, lane_intrinsics, mask_intrinsics, point_intrinsics])
def test_every_instruction_is_replaced(module):
    """A new instruction would otherwise be missing in the next mutation run."""
    instructions = {
        name for name, value in vars(module).items() if type(value).__name__ == "_Intrinsic"
    }
    assert instructions == set(plain_kernels.REPLACED[module.__name__])
