"""UTF-8 held as bytes, against Python's own decoder."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core.registry import cpu_target

from engine.compiled import point_intrinsics
from engine.compiled.intrinsics import vector_level
from engine.compiled.kernel_compiler import Kernel
from engine.text import _spelling_kernels, _text_kernels, utf8
from engine.text.utf8 import (
    _first_undecoded,
    count_characters,
    first_characters,
    first_invalid_byte,
    utf8_of,
    valid_characters,
    without_cut_character,
)

BEST = vector_level(cpu_target.target_context)
LEVELS = list(dict.fromkeys((BEST, *(["avx2"] if BEST == "vbmi" else []), "plain")))
POINTS = "a\0\x7f\x80é\u07ff\u0800你\ud7ff\ue000\uffff\U00010000😀\U0010ffff"
"""The lowest and the highest code points of each length."""

broken = st.lists(
    st.sampled_from(
        [b"a", b"\xc3\xa9", b"\xe4\xbd\xa0", b"\xf0\x9f\x98\x80", b"\xff", b"\x80", b"\xc0\x80"]
        + [b"\xc1\xbf", b"\xe0\x80\x80", b"\xe0\xa0\x80", b"\xed\x9f\xbf", b"\xed\xa0\x80"]
        + [b"\xee\x80\x80", b"\xf0\x80\x80\x80", b"\xf0\x90\x80\x80", b"\xf4\x8f\xbf\xbf"]
        + [b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xe4\xbd", b"\xf0\x9f\x98", b"\xc3"]
    ),
    max_size=8,
).map(b"".join)


@settings(max_examples=1000, deadline=None)
@given(data=broken | st.binary(max_size=30) | st.text(max_size=20).map(str.encode))
def test_the_first_invalid_byte_is_where_python_finds_it(data):
    expected = None
    try:
        data.decode()
    except UnicodeDecodeError as error:
        expected = error.start
    assert first_invalid_byte(data) == expected


@settings(max_examples=1000, deadline=None)
@given(before=st.text("a é你😀", max_size=70), data=broken, after=st.text("aé你😀", max_size=70))
def test_the_kernel_finds_it_in_blocks_and_across_them(before, data, after):
    text = before.encode() + data + after.encode()
    array = np.frombuffer(text, np.uint8)
    for begin in (0, len(before.encode())):
        found, n_characters = map(int, _text_kernels.first_invalid(array, begin))
        end = _first_undecoded(text, begin)
        assert (None if found < 0 else found) == end
        assert n_characters == len(text[begin:end].decode())


def test_long_texts_go_to_the_kernel(monkeypatch):
    monkeypatch.setattr("engine.text.utf8._WORTH_A_KERNEL", 100)
    text = "aé你😀".encode() * 40
    assert first_invalid_byte(text) is None
    assert first_invalid_byte(text[:-1]) == len(text) - 4
    assert first_invalid_byte(text[:250] + b"\xff" + text[250:], 10) == 250
    assert count_characters(text) == 160
    assert valid_characters(memoryview(text), loads_kernel=True) == 160
    assert valid_characters(memoryview(text)[:-1], loads_kernel=True) is None


@pytest.mark.parametrize("loads_kernel", [True, False])
@settings(max_examples=200, deadline=None)
@given(before=st.text("a é你😀", max_size=30), data=broken)
def test_characters_are_counted_where_they_are_valid(before, data, loads_kernel):
    text = before.encode() + data
    expected = None if first_invalid_byte(text) is not None else len(text.decode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.text.utf8._DECODED_BYTES", 7)
        if loads_kernel:
            patch.setattr("engine.text.utf8._WORTH_A_KERNEL", 0)
        assert valid_characters(memoryview(text), loads_kernel=loads_kernel) == expected


@settings(max_examples=300, deadline=None)
@given(text=st.text("aé你😀 \t\n\u3000\u00a0\u2028", max_size=40), n=st.integers(0, 45))
def test_characters_are_those_of_the_string(text, n):
    data = text.encode()
    assert count_characters(data) == len(text)
    assert first_characters(data, n).decode() == text[:n]


def test_lone_surrogates():
    assert utf8_of("a\ud800b") == "a\ufffdb".encode()
    assert utf8_of("\ud83d\ude00") == "😀".encode()
    assert utf8_of("é") == "é".encode()


@settings(max_examples=500, deadline=None)
@given(before=st.integers(0, 140), middle=st.text(POINTS, max_size=90), end=st.integers(0, 70))
def test_long_texts_are_spelled_as_python_spells_them(before, middle, end):
    text = "a" * before + middle + "b" * end
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(utf8, "_PIECE_POINTS", 100)
        patch.setattr(utf8, "_WORTH_SPELLING", 0)
        assert utf8._Spelling().utf8_of(text) == text.encode()


@settings(max_examples=100, deadline=None)
@given(before=st.text(POINTS, max_size=70), lone=st.integers(0xD800, 0xDFFF), n=st.integers(0, 70))
def test_lone_surrogates_in_long_texts(before, lone, n):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(utf8, "_LONG_TEXT", 1)
        patch.setattr(utf8, "_WORTH_SPELLING", 0)
        text = before + chr(lone) + "x" * n
        assert utf8._Spelling().utf8_of(text) is None
        assert utf8_of(text) == (before + "\ufffd" + "x" * n).encode()


def test_python_spells_until_the_kernel_is_worth_loading(monkeypatch):
    monkeypatch.setattr(utf8, "_WORTH_SPELLING", 200)
    monkeypatch.setattr(utf8, "_LONG_TEXT", 1)
    spelling = utf8._Spelling()
    monkeypatch.setattr(utf8, "_spelling", spelling)
    of_kernel = []
    for _ in range(4):
        of_kernel.append(spelling.utf8_of("é" * 80))
        assert utf8_of("é" * 80) == b"\xc3\xa9" * 80
    assert of_kernel == [None, None, None, b"\xc3\xa9" * 80]  # 5 and 80 each time
    mostly_ascii = utf8._Spelling()
    mostly_ascii.note(3000, 3010)
    assert mostly_ascii.utf8_of("é" * 80) is None
    monkeypatch.setattr(utf8.ctypes, "pythonapi", None)  # another Python
    other = utf8._Spelling()
    other.note(500, 1000)
    assert other.utf8_of("é" * 500) is None


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_code_points_are_spelled_alike_on_every_processor(level, monkeypatch):
    monkeypatch.setattr(point_intrinsics, "vector_level", lambda _: level)
    spell = Kernel(_spelling_kernels.spell_points.py_func)
    chance = np.random.default_rng(4)
    points = np.frombuffer((POINTS * 30).encode("utf-32-le"), np.uint32)
    short = points[points < 0x10000]  # AVX2 has a way for those of up to three bytes
    for n, some in product((0, 1, 15, 16, 17, 63, 64, 65, 126, 300), (points, short)):
        text = chance.permutation(some)[:n]
        data = np.zeros(4 * n + 64, np.uint8)
        size = spell(np.concatenate([text, np.ones(15, np.uint32)]), n, data)
        assert data[:size].tobytes() == text.tobytes().decode("utf-32-le").encode()
    assert spell(np.array([97, 0xDFFF] + [0] * 15, np.uint32), 2, np.zeros(99, np.uint8)) == -1


@settings(max_examples=300, deadline=None)
@given(text=st.text("aé你😀", max_size=8), cut=st.integers(0, 30))
def test_a_cut_character_is_left_out(text, cut):
    data = text.encode()[:cut]
    assert without_cut_character(data) == data.decode("utf-8", "ignore").encode()


@pytest.mark.parametrize("width", [2, 3, 4])
def test_places_across_the_pieces_that_are_decoded(width, monkeypatch):
    monkeypatch.setattr("engine.text.utf8._DECODED_BYTES", 7)
    character = {2: "é", 3: "你", 4: "😀"}[width].encode()
    for before in range(12):
        data = b"x" * before + character * 9
        assert _first_undecoded(data, 0) is None
        for cut in range(1, width):
            broken = data[:-cut]
            assert _first_undecoded(broken, 0) == len(data) - width
            assert _first_undecoded(broken, before) == len(data) - width
            assert _first_undecoded(broken + b"y" * 9, 0) == len(data) - width


@pytest.mark.parametrize("n", [0, 1, 1 << 17, (1 << 17) + 1, 300_001])
def test_characters_of_long_texts(n):
    text = "aé你😀" * (n // 4) + "你" * (n % 4)
    assert count_characters(text.encode()) == n
