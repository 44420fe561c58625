"""Cutting by masks changes no cut, and the look-ups of all levels of processors are equal."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llvmlite import ir
from numba.core.registry import cpu_target

from engine.compiled import (
    few_window_masks,
    has_fast_tables,
    intrinsics,
    mask_intrinsics,
    number_block,
    put_places,
    window_masks,
)
from engine.compiled.intrinsics import vector_level
from engine.compiled.kernel_compiler import Kernel
from engine.splitting._mask_kernels import MASK_BLOCK
from engine.splitting.automaton_cutter import AutomatonCutter
from engine.splitting.mask_tables import NUMBERS
from engine.splitting.preset_patterns import presets
from tests.engine.splitting.test_lanes import PIECES, SEQUENCES, mixture
from tests.engine.splitting.test_mask_tables import BY_MASKS

WHITE_SPACE = [" ", "\t", "\n", "\r\n", "\x0b", "\x85", "\u00a0", "\u2003", "\u2028", "\u3000"]
BEST = vector_level(cpu_target.target_context)
LEVELS = list(dict.fromkeys((BEST, *(["avx2"] if BEST == "vbmi" else []), "neon", "plain")))


def spans_of(cutter: AutomatonCutter, documents: list[bytes]) -> list[list[int]]:
    bounds = np.concatenate(([0], np.cumsum([len(each) for each in documents])))
    blocks = cutter.span_blocks(b"".join(documents), bounds)
    return [span for block in blocks for span in block.spans.tolist()]


def check(name: str, documents: list[bytes]) -> None:
    """The same spans by masks, in lanes and by the automaton alone."""
    cutter = AutomatonCutter(presets()[name].pattern)
    tables = cutter.tables
    found = []
    for has_masks, has_lanes in ((True, True), (False, True), (False, False)):
        cutter.tables = tables._replace(has_masks=has_masks, has_lanes=has_lanes)
        found.append(spans_of(cutter, documents))
    assert found[0] == found[2]
    assert found[1] == found[2]


@pytest.mark.parametrize("name", BY_MASKS)
def test_texts_of_several_blocks(name):
    rng = random.Random(name)
    pieces = [PIECES, [" word", "word", "\n    ", "1"], ["你", "好", "。\n\u3000\u3000", "🚀"]]
    check(name, [mixture(rng, MASK_BLOCK + 500 * i, each) for i, each in enumerate(pieces)])


@pytest.mark.parametrize("name", ["gpt2", "o200k", "scientific"])
def test_every_place_in_a_word_and_around_the_end_of_a_block(name):
    before = [" a" * (n // 2) + "." * (n % 2) for n in range(64)]
    pieces = ["don't\n\n  x 12345 é  ñ\u3000\u3000你's 🚀🚀 (word", "\u00a0\u00a0x", "\n \n"]
    check(name, [(start + piece).encode() for start in before for piece in pieces])
    block = "ab " * (MASK_BLOCK // 3 - 20)
    check(name, [(block + start + "".join(pieces)).encode() for start in before[::7]])


@settings(max_examples=100, deadline=None)
@given(
    name=st.sampled_from(BY_MASKS),
    picks=st.lists(st.sampled_from(PIECES + WHITE_SPACE), min_size=12, max_size=120),
    n_documents=st.integers(1, 5),
)
def test_short_documents(name, picks, n_documents):
    parts = [picks[i::n_documents] for i in range(n_documents)]
    check(name, [b"", *("".join(part).encode() for part in parts), b""])


@settings(max_examples=80, deadline=None)
@given(
    name=st.sampled_from(BY_MASKS),
    picks=st.lists(st.sampled_from(SEQUENCES + [b" ", b"a", b"'s", b"12"]), min_size=9),
    n_before=st.integers(30, 66),
)
def test_invalid_utf_8(name, picks, n_before):
    check(name, [b"a" * n_before + b"".join(picks), b"\xa9 b" + b"".join(picks)])


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(BY_MASKS), ends=st.lists(st.sampled_from(WHITE_SPACE), max_size=4))
def test_white_space_at_both_ends(name, ends):
    space = "".join(ends)
    check(name, [f"{space}{'word ' * 7}é{space}".encode(), f"{space}{'x' * 61}{space}".encode()])


@pytest.mark.parametrize("name", ["gpt2", "o200k"])
def test_pretokens_longer_than_a_block(name):
    parts = ["a", "你", "é你", " ", "\u3000", "7", "-", "x🚀", "\n"]
    many = MASK_BLOCK + 77
    documents = [f"{'b' * n} {part * many}'ll don't {part}" for n, part in enumerate(parts)]
    documents += ["word " + "a" * (2 * MASK_BLOCK - n) + "'s b" for n in range(3, 9)]
    check(name, [each.encode() for each in documents])


def looked_up(data, table, numbers, few, planes, kinds, masks, bits, places, shorts, facts):
    """Everything that depends on the level, for every place of the data."""
    for at in range(0, data.shape[0] - 64, 64):
        number_block(data, at, table, numbers, at)
    for word in range(masks.shape[0]):
        four = window_masks(numbers, 1 + word, planes, kinds, word & 1)
        of_few = few_window_masks(few, 1 + word, planes, kinds, word & 1)
        for kind in range(4):
            masks[word, kind] = four[kind]
            masks[word, 4 + kind] = of_few[kind]
    n = 0
    for word in range(bits.shape[0]):
        put_places(bits[word], 1000 * word, shorts, n)
        n = put_places(bits[word], 1000 * word, places, n)
    facts[0] = n
    facts[1] = has_fast_tables()


def bits_of(word: int) -> list[int]:
    return [place for place in range(64) if word >> place & 1]


def written_out(builder, name, result, arguments, function=intrinsics.function_of):
    """A function of the processor; NEON's look-up byte by byte, since others do not have it."""
    if BEST == "neon" or not name.startswith("llvm.aarch64.neon.tbl"):
        return function(builder, name, result, arguments)
    look_up = function(builder, name.replace("llvm.", "as_"), result, arguments)
    if look_up.is_declaration:
        look_up.linkage = "internal"
        inner = ir.IRBuilder(look_up.append_basic_block())
        *rows, indices = look_up.args
        found, row, none = ir.Constant(result, None), rows[0].type, ir.Constant(result.element, 0)
        for lane in (ir.Constant(ir.IntType(32), lane) for lane in range(result.count)):
            index = inner.extract_element(indices, lane)
            entry = none  # for what is beyond all rows
            for at, own in enumerate(rows):
                first = ir.Constant(result.element, row.count * at)
                inside = inner.sub(index, first)
                fits = inner.icmp_unsigned("<", inside, ir.Constant(result.element, row.count))
                place = inner.zext(inner.and_(inside, ir.Constant(result.element, 15)), lane.type)
                entry = inner.select(fits, inner.extract_element(own, place), entry)
            found = inner.insert_element(found, entry, lane)
        inner.ret(found)
    return look_up


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_look_ups_are_those_of_numpy(level, monkeypatch):
    rng = np.random.default_rng(3)
    data, numbers = rng.integers(0, 256, 640, np.uint8), rng.integers(0, NUMBERS, 640, np.uint8)
    table = rng.integers(0, NUMBERS, 128, np.uint8)
    few = rng.integers(1, 17, 640, np.uint8)
    planes = rng.integers(0, 256, (2, 3, NUMBERS), np.uint8)
    planes[:, :, 0] = planes[:, :, 16]
    kinds = rng.integers(0, 256, (2, 4), np.uint8)
    bits = rng.integers(0, 1 << 63, 20, np.uint64) & rng.integers(0, 1 << 63, 20, np.uint64)
    bits[:3] = 0, ~np.uint64(0), 1 << 63
    masks, facts = np.zeros((500, 8), np.uint64), np.zeros(2, np.int64)
    places, shorts = np.zeros(1500, np.int64), np.zeros(1500, np.uint16)
    expected = np.where(data < 128, table[data & 127], numbers)
    expected[576:] = numbers[576:]
    monkeypatch.setattr(mask_intrinsics, "vector_level", lambda _: level)
    monkeypatch.setattr(mask_intrinsics, "function_of", written_out)
    Kernel(looked_up)(
        data,
        table,
        numbers,
        few,
        planes.ravel(),
        kinds.ravel(),
        masks,
        bits,
        places,
        shorts,
        facts,
    )
    assert facts[1] == (level != "plain")
    assert np.array_equal(numbers, expected)
    found = [1000 * i + place for i, word in enumerate(bits.tolist()) for place in bits_of(word)]
    assert places[: facts[0]].tolist() == found
    assert shorts[: facts[0]].tolist() == found
    for word in range(0, 500, 7):
        for own, symbols in enumerate((numbers, few)):
            first, second, third = planes[word & 1]
            at = np.arange(1 + word, 65 + word)
            boxes = first[symbols[at - 1]] & second[symbols[at]] & third[symbols[at + 1]]
            held = (boxes[:, None] & kinds[word & 1]) != 0
            assert [bits_of(mask) for mask in masks[word, 4 * own :][:4].tolist()] == [
                np.flatnonzero(column).tolist() for column in held.T
            ]


def test_the_end_of_a_document_is_one():
    """The next document begins right behind it."""
    cutter = AutomatonCutter(presets()["gpt2"].pattern)
    data = b"word " * 20 + b"don'"
    alone = spans_of(cutter, [data])
    assert spans_of(cutter, [data, b"t go", b"\x80"])[: len(alone)] == alone


@pytest.mark.parametrize("text", ["a1" * 150_000, "word " * 30_000, "x"])
def test_all_spans_are_those_of_the_blocks(text):
    """The first has more pre-tokens than there is room for at first."""
    cutter = AutomatonCutter(presets()["gpt2"].pattern)
    data = text.encode()
    assert cutter.all_spans(data).spans.tolist() == spans_of(cutter, [data])
