from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as np_st

from workbench.store.column_types import ArrayError, pack_array, unpack_array

dtypes = st.sampled_from(["u1", "u4", "i8", "f8"]).map(np.dtype)
arrays = np_st.arrays(dtypes, np_st.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=40))


@given(arrays)
def test_an_array_comes_back_as_it_was(array):
    back = unpack_array(pack_array(array))
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tobytes() == array.tobytes()


def test_an_array_that_is_not_in_c_order_comes_back_equal():
    array = np.arange(600, dtype=np.int64).reshape(20, 30).T[::2]
    assert (unpack_array(pack_array(array)) == array).all()


def test_big_endian_numbers_keep_their_value():
    array = np.array([1, 2**40], ">i8")
    assert unpack_array(pack_array(array)).tolist() == [1, 2**40]


def test_what_is_read_cannot_be_changed():
    back = unpack_array(pack_array(np.zeros(100, np.int64)))
    with pytest.raises(ValueError, match="read-only"):
        back[0] = 1


def test_small_counts_take_little_room():
    counts = np.random.default_rng(1).integers(0, 50, (4000, 20), dtype=np.int64)
    assert len(pack_array(counts)) < counts.nbytes / 8


@pytest.mark.parametrize(
    "array", [np.zeros(3, np.int32), np.array(["a"]), np.array([object()]), np.zeros((1,) * 5)]
)
def test_other_arrays_are_refused(array):
    with pytest.raises(ArrayError, match="cannot be stored"):
        pack_array(array)


@given(arrays, st.data())
def test_no_flipped_bit_changes_what_is_read(array, data):
    blob = bytearray(pack_array(array))
    bit = data.draw(st.integers(0, len(blob) * 8 - 1))
    blob[bit // 8] ^= 1 << bit % 8
    try:
        back = unpack_array(bytes(blob))
    except ArrayError:
        return
    # zlib leaves a few bits unused; everything else is covered by the checksum
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert back.tobytes() == array.tobytes()


@given(arrays.filter(lambda array: array.nbytes < 64), st.data())
def test_no_flipped_bit_of_a_plain_array_goes_unnoticed(array, data):
    blob = bytearray(pack_array(array))
    bit = data.draw(st.integers(0, len(blob) * 8 - 1))
    blob[bit // 8] ^= 1 << bit % 8
    with pytest.raises(ArrayError):
        unpack_array(bytes(blob))


@pytest.mark.slow
@given(arrays, st.data())
def test_no_cut_goes_unnoticed(array, data):
    blob = pack_array(array)
    with pytest.raises(ArrayError):
        unpack_array(blob[: data.draw(st.integers(0, len(blob) - 1))])


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(junk):
    with pytest.raises(ArrayError):
        unpack_array(junk)
    with pytest.raises(ArrayError):
        unpack_array(b"TWB1" + junk)


def test_a_shape_beyond_the_bytes_is_refused_before_any_memory_is_taken():
    blob = bytearray(pack_array(np.zeros(1000, np.int64)))
    struct.pack_into("<q", blob, 8, 2**60)
    with pytest.raises(ArrayError, match="promises more"):
        unpack_array(bytes(blob))
