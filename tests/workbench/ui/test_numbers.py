"""Numbers as people read them."""

from __future__ import annotations

import pytest

from workbench.text.numbers import GROUP_SPACE, byte_size, duration, grouped, ratio


def test_whole_numbers_are_grouped():
    assert grouped(1234567) == f"1{GROUP_SPACE}234{GROUP_SPACE}567"
    assert grouped(0) == "0"


@pytest.mark.parametrize(
    ("number", "words"),
    [(4.1288, "4.13"), (0.5124, "0.512"), (41.288, "41.3"), (412.9, "413"), (None, "–"),
     (float("nan"), "–")],
)  # fmt: skip
def test_ratios_have_three_significant_digits(number, words):
    assert ratio(number) == words


@pytest.mark.parametrize(
    ("n_bytes", "words"), [(999, "999 B"), (21_300_000, "21.3 MB"), (2_000_000_000, "2.00 GB")]
)
def test_sizes_have_a_unit(n_bytes, words):
    assert byte_size(n_bytes) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.012, "12 ms"),
        (0.84, "0.8 s"),
        (12.3, "12 s"),
        (83, "1 min 23 s"),
        (3720, "1 h 02 min"),
        (None, "–"),
    ],
)
def test_durations_do_not_jitter(seconds, words):
    assert duration(seconds) == words
