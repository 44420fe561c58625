"""The tables of masks, read one character after the other, against the automaton alone."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.splitting import Splitter
from engine.splitting.automaton import Automaton, compile_automaton
from engine.splitting.automaton_cutter import AutomatonCutter, compiled_pattern, scan_tables
from engine.splitting.automaton_subset import MatchesNothing, Unsupported
from engine.splitting.mask_tables import (
    END,
    KINDS,
    NUMBERS,
    UNKNOWN,
    MaskTables,
    WindowVerdicts,
    mask_tables,
    window_verdicts,
)
from engine.splitting.preset_patterns import presets
from tests.engine.splitting.test_automaton import patterns
from tests.engine.splitting.test_lanes import BY_STAND_INS, PIECES

BY_MASKS = [
    name
    for name, preset in presets().items()
    if "(?#then)" not in preset.pattern and name not in BY_STAND_INS and name != "superbpe-stage2"
]


@cache
def compiled(pattern: str) -> tuple[Automaton, WindowVerdicts | None, MaskTables]:
    automaton = compile_automaton(pattern)
    return automaton, window_verdicts(automaton), mask_tables(automaton)


def next_end(automaton: Automaton, classes: list[int], start: int) -> int:
    """Where the pre-token that begins at `start` ends, by the automaton."""
    state, end = 0, start
    for at in range(start, len(classes) + 1):
        read = classes[at] if at < len(classes) else automaton.n_classes
        if automaton.accepts[state, read]:
            end = at
        state = int(automaton.moves[state, read]) - 1
        if state < 0:
            break
    return end


def begins_alone(automaton: Automaton, classes: list[int]) -> list[int]:
    """Where pre-tokens begin, and the end of the text, by the automaton."""
    begins = [0]
    while begins[-1] < len(classes):
        begins.append(next_end(automaton, classes, begins[-1]))
    return begins


def begins_by(verdict_at, automaton: Automaton, classes: list[int]) -> list[int]:
    """The same by windows; verdict_at(is a beginning, place) -> (cut, unknown) of a place."""
    begins, at = [0], 1
    while at < len(classes):
        cut, unknown = verdict_at(begins[-1] == at - 1, at)
        if unknown:
            end = next_end(automaton, classes, begins[-1])
            assert end >= at
            begins.append(end)
            at = end
        elif cut:
            begins.append(at)
        at += 1
    return begins if begins[-1] == len(classes) else [*begins, len(classes)]


def numbers_of(tables: MaskTables, automaton: Automaton, text: str) -> list[int]:
    """The number of each character, as the kernel finds it."""
    numbers = []
    for character in text:
        data = character.encode()
        number = int(tables.numbers[data[0]]) if len(data) == 1 else 0
        if len(data) in {2, 3}:
            page = int(tables.pages[(data[0] & 63) << 6 | data[1] & 63])
            third = data[2] & 63 if len(data) == 3 else 17
            number = int(tables.page_numbers[page << 6 | third])
        numbers.append(number or int(tables.class_numbers[automaton.class_of[ord(character)]]))
    return numbers


def check(pattern: str, text: str) -> None:
    automaton, verdicts, tables = compiled(pattern)
    if verdicts is None or not text:
        return
    classes = automaton.class_of[[ord(character) for character in text]].tolist()
    expected = begins_alone(automaton, classes)
    following = [*classes, automaton.n_classes]

    def by_verdicts(is_beginning: bool, at: int) -> tuple[bool, bool]:
        verdict = verdicts.table[int(is_beginning)][tuple(following[at - 1 : at + 2])]
        return verdict == 1, verdict == UNKNOWN

    assert begins_by(by_verdicts, automaton, classes) == expected
    if not len(tables.planes):
        return
    planes = tables.planes.reshape(-1, 3, NUMBERS)
    kinds = tables.kinds.reshape(-1, KINDS)
    numbers = [*numbers_of(tables, automaton, text), int(tables.numbers[END])]
    assert 0 < min(numbers) <= max(numbers) < NUMBERS

    def by_planes(is_beginning: bool, at: int) -> tuple[bool, bool]:
        is_long = ord(text[at]) >= 0x80  # the byte behind its first one has its own number
        window = [numbers[at - 1], numbers[at], numbers[at if is_long else at + 1]]
        boxes = planes[:, 0, window[0]] & planes[:, 1, window[1]] & planes[:, 2, window[2]]
        first = 0 if is_beginning else 1
        return bool((boxes & kinds[:, first]).any()), bool((boxes & kinds[:, first + 2]).any())

    assert begins_by(by_planes, automaton, classes) == expected


@settings(max_examples=80, deadline=None)
@given(
    name=st.sampled_from(BY_MASKS), picks=st.lists(st.sampled_from(PIECES), min_size=1, max_size=25)
)
def test_presets(name, picks):
    check(presets()[name].pattern, "".join(picks))


@settings(max_examples=25, deadline=None)
@given(pattern=patterns, seed=st.integers(0, 1 << 30))
def test_random_patterns_that_leave_nothing(pattern, seed):
    rng = random.Random(seed)
    try:
        check(f"{pattern}|(?s:.)", "".join(rng.choices("abk é1 \n你K's", k=60)))
    except (MatchesNothing, Unsupported):
        return


def test_every_preset_without_gaps_has_masks():
    for name in BY_MASKS:
        _, verdicts, tables = compiled(presets()[name].pattern)
        assert verdicts is not None
        assert verdicts.unknown_share < 0.005
        assert len(tables.planes), name


def test_which_presets_are_cut_without_masks():
    """As decision 21 says: by name, with the number of each stage."""
    cutters = {name: Splitter(name)._cutter for name in presets()}
    stages = {name: getattr(cutter, "_cutters", [cutter]) for name, cutter in cutters.items()}
    without = {
        name: numbers
        for name, parts in stages.items()
        if (numbers := [i for i, part in enumerate(parts, 1) if not has_masks(part)])
    }
    assert without == {
        "deepseek-v3": [1, 2, 3], "starcoder": [1], "superbpe-paper": [1], "superbpe-stage2": [1],
    }  # fmt: skip


def has_masks(cutter) -> bool:
    return isinstance(cutter, AutomatonCutter) and cutter.tables.has_masks


def test_gpt2_asks_the_automaton_where_a_word_may_be_a_contraction():
    automaton, verdicts, _ = compiled(presets()["gpt2"].pattern)
    text = "It's  here, I'll\n\n  say: 'so' 12 it'snot don't — 你好 été"
    classes = [*automaton.class_of[[ord(each) for each in text]].tolist(), automaton.n_classes]
    begins = set(begins_alone(automaton, classes[:-1]))
    unknown = [
        text[at - 1 : at + 2]
        for at in range(1, len(text))
        if verdicts.table[int(at - 1 in begins)][tuple(classes[at - 1 : at + 2])] == UNKNOWN
    ]
    assert unknown == ["'ll", "'sn"]


@pytest.mark.parametrize("pattern", ["a+", r"\p{N}{1,3}| +", "(?:a|b)*c"])
def test_no_masks_for_patterns_that_leave_text_unmatched(pattern):
    assert not len(mask_tables(compile_automaton(pattern)).planes)


def test_no_masks_where_each_start_reads_to_the_end_of_the_text():
    """The time to find that out is bounded: every start reading all would be billions of steps."""
    assert window_verdicts(compile_automaton(r"a|(?s:.)*+\x00|(?s:.)")) is None
    assert window_verdicts(compile_automaton(r"[a-z]+(?s:.{40})?|(?s:.)")) is not None


def test_no_masks_where_the_automaton_would_be_asked_all_the_time():
    tables = mask_tables(compile_automaton(r"[a-z ]{1,7}|\s|."))
    assert all(len(getattr(tables, name)) == 0 for name in ("planes", "numbers", "pages"))
    assert np.array_equal(tables.kinds, [])


@pytest.mark.parametrize("name", BY_MASKS)
def test_few_numbers_have_their_entries_in_one_row(name):
    """Number 16 is looked up by its low four bits, those of 0, which is no number."""
    kept = compiled_pattern(presets()[name].pattern)
    tables = scan_tables(kept)
    planes = tables.planes.reshape(-1, NUMBERS)
    several = tables.page_numbers[tables.page_numbers > 0]
    longer = tables.class_numbers[np.unique(tables.class_of[0x80:])]
    numbers = np.concatenate([tables.numbers, longer, several])
    assert numbers.min() >= 1
    assert tables.has_few_numbers == (numbers.max() <= 16)
    assert tables.has_few_numbers == (name != "scientific")
    before = kept.planes.reshape(-1, NUMBERS)
    assert np.array_equal(planes[:, 1:], before[:, 1:])
    row_end = 16 if tables.has_few_numbers else 0
    assert np.array_equal(planes[:, 0], before[:, row_end])
