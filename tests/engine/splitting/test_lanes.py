"""Cutting in lanes changes no cut: the same spans as the automaton alone and as `regex`."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.splitting._lane_kernels import (
    BLOCK,
    FIRST_CLASS_COLUMN,
    LONGEST_DETOUR,
    WORTH_LANES,
    fill_columns,
)
from engine.splitting._scanning_kernels import decode_point
from engine.splitting.automaton import compile_automaton
from engine.splitting.automaton_cutter import AutomatonCutter, lane_table
from engine.splitting.automaton_subset import MatchesNothing, Unsupported
from engine.splitting.preset_patterns import presets
from tests.engine.splitting.test_automaton import patterns

BY_STAND_INS = {"superbpe-paper"}  # its lookahead is longer than a character
COMPILED = [
    name
    for name, preset in presets().items()
    if "(?#then)" not in preset.pattern and name not in BY_STAND_INS
]
PIECES = [
    "the ", "word's", "we'LL", "'", "'l", "'r", " '", "\n", "\r\n", "\n\n    ", "\t", "  ", "   x",
    "12", "1234567", "½", "...", "->", "/", "é", "ñandu", "\u0301", "\u00a0", "\u00a0\u00a0",
    "\u3000\u3000", "\u2003", "\u017f", "你好", "，", "नमस्ते", "🚀", "👩\u200d💻", "\x00", "\x85",
]  # fmt: skip


# The first and the last character of each width, and what is no character: overlong, surrogate,
# beyond the last code point, cut off, and bytes that begin nothing.
CHARACTERS = "a\x7f\x80\x81\u07ff\u0800\u0fff\ud7ff\ue000\uffff\U00010000\U0010ffff"
SEQUENCES = [character.encode() for character in CHARACTERS]
SEQUENCES += [
    b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xed\xbf\xbf",
    b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xc2",
    b"\xdf", b"\xe1", b"\xe1\x80", b"\xf1", b"\xf1\x80", b"\xf1\x80\x80",
    b"\x80", b"\xbf", b"\xfe", b"\xff",
]  # fmt: skip
CLASSES = (np.arange(0x110000) % 113).astype(np.uint8)


def check_columns(data: bytes) -> None:
    """Characters and columns as Python reads them; the bytes behind look like more of the last."""
    text = np.frombuffer(data + b"\x80" * 64, np.uint8)
    columns = np.zeros(len(data) + 192, np.uint8)
    fill_columns(text, 0, len(data), CLASSES, columns)
    at = 0
    for character in data.decode("utf-8", "surrogateescape"):
        point, width = ord(character), len(character.encode("utf-8", "surrogateescape"))
        if 0xDC80 <= point < 0xDD00:
            point = 0xDC80
        assert decode_point(text, at, len(data)) == (point, width)
        first = data[at] if data[at] < 0x80 else FIRST_CLASS_COLUMN + CLASSES[point]
        assert columns[at : at + width].tolist() == [first] + [0xFF] * (width - 1)
        at += width
    assert at == len(data)


@pytest.mark.slow
def test_columns_of_sequences_around_the_end_of_a_window():
    for sequence in SEQUENCES:
        for before in (0, 1, *range(59, 66), 127):
            check_columns(b"a" * before + sequence)
            check_columns(b"a" * before + sequence + b"\xc3\xa9b")


@given(sequences=st.lists(st.sampled_from(SEQUENCES), max_size=60))
def test_columns_of_any_sequences(sequences):
    check_columns(b"".join(sequences))


def spans_both_ways(cutter: AutomatonCutter, data: bytes) -> tuple[list, list]:
    """Spans with flags, in lanes if there is a table for them, and by the automaton alone."""
    found = []
    tables = cutter.tables
    for has_lanes in (tables.has_lanes, False):
        cutter.tables = tables._replace(has_lanes=has_lanes, has_masks=False)
        blocks = list(cutter.span_blocks(data, np.array([0, len(data)])))
        spans = [span for block in blocks for span in block.spans.tolist()]
        matched = [flag for block in blocks for flag in block.matched.tolist()]
        found.append((spans, matched))
    cutter.tables = tables
    return found[0], found[1]


def mixture(rng: random.Random, n_bytes: int, pieces: list[str]) -> bytes:
    """A text of about n_bytes bytes."""
    parts: list[str] = []
    size = 0
    while size < n_bytes:
        parts.append(rng.choice(pieces) * rng.choice((1, 1, 1, 2, 9)))
        size += len(parts[-1].encode())
    return "".join(parts).encode()


@pytest.mark.parametrize("name", COMPILED)
def test_presets_on_texts_of_several_blocks(name):
    rng = random.Random(name)
    cutter = AutomatonCutter(presets()[name].pattern)
    for pieces in (PIECES, [" word", "word", "\n    ", "1"], ["你", "好", "。\n\u3000\u3000"]):
        data = mixture(rng, 3 * BLOCK, pieces)
        in_lanes, alone = spans_both_ways(cutter, data)
        assert in_lanes == alone


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "llama3", "scientific"])
def test_long_texts_equal_regex(name):
    rng = random.Random(name)
    pattern = presets()[name].pattern
    text = mixture(rng, 2 * BLOCK, PIECES).decode()
    ends = np.cumsum([len(piece.encode()) for piece in regex.findall(pattern, text)])
    blocks = AutomatonCutter(pattern).span_blocks(text.encode(), np.array([0, len(text.encode())]))
    assert [end for block in blocks for end in block.spans[:, 1].tolist()] == ends.tolist()


@settings(max_examples=300, deadline=None)
@given(
    name=st.sampled_from(COMPILED),
    picks=st.lists(st.sampled_from(PIECES), min_size=8, max_size=300),
)
def test_presets_on_short_texts(name, picks):
    cutter = AutomatonCutter(presets()[name].pattern)
    in_lanes, alone = spans_both_ways(cutter, "".join(picks).encode())
    assert in_lanes == alone


@settings(max_examples=200, deadline=None)
@given(name=st.sampled_from(COMPILED), data=st.binary(min_size=32, max_size=3 * WORTH_LANES))
def test_any_bytes(name, data):
    cutter = AutomatonCutter(presets()[name].pattern)
    in_lanes, alone = spans_both_ways(cutter, data)
    assert in_lanes == alone


PATTERNS = [
    r"a+b|a|[^a]",  # goes back as far as the run of a is long
    r"(?:ab)+c|a|b|c|\s",
    r" ?x+(?!y)|[^x]",
    r"\s*\n|\s+(?!\S)|\s+|\S+",
    r"\p{N}{1,3}",  # leaves most of the text unmatched
    r"a{2,5}b?|.|\n",
    r"(?:é|ñ)+(?!\s)|\w|\W",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_that_go_back_or_leave_gaps(pattern):
    rng = random.Random(pattern)
    cutter = AutomatonCutter(pattern)
    alphabets = [PIECES, list("abcxy \n"), ["é", "ñ", " ", "é ", "\n\u3000"]]
    for alphabet in alphabets:
        for size in (40, WORTH_LANES + 9, 5000, BLOCK + LONGEST_DETOUR + 100):
            in_lanes, alone = spans_both_ways(cutter, mixture(rng, size, alphabet))
            assert in_lanes == alone


@settings(max_examples=200, deadline=None)
@given(pattern=patterns, seed=st.integers(0, 1 << 30))
def test_random_patterns(pattern, seed):
    try:
        cutter = AutomatonCutter(pattern)
    except (MatchesNothing, Unsupported):
        return
    rng = random.Random(seed)
    data = mixture(rng, rng.choice((40, 200, WORTH_LANES + 300)), list("abk é1 \n你K"))
    in_lanes, alone = spans_both_ways(cutter, data)
    assert in_lanes == alone


def test_documents_are_cut_by_themselves():
    rng = random.Random(5)
    cutter = AutomatonCutter(presets()["cl100k"].pattern)
    documents = [mixture(rng, size, PIECES) for size in (10, 100, 1, 40_000, 700, 90_000, 33)]
    bounds = np.concatenate(([0], np.cumsum([len(each) for each in documents])))
    blocks = cutter.span_blocks(b"".join(documents), bounds)
    found = [span for block in blocks for span in block.spans.tolist()]
    expected = [
        [start + a, start + b]
        for start, document in zip(bounds.tolist(), documents, strict=False)
        for a, b in spans_both_ways(cutter, document)[1][0]
    ]
    assert found == expected
    assert all(a[1] == b[0] for a, b in pairwise(found))


def test_the_table_knows_the_usual_patterns_whole():
    """No flag UNKNOWN for GPT-2's pattern: its text never needs the automaton itself."""
    table, unknown_row = lane_table(compile_automaton(presets()["gpt2"].pattern))
    columns = table.reshape(-1, 256)[:, :128]
    reached = (columns >> 8) == unknown_row
    reached[unknown_row >> 8] = False
    assert not reached.any()
