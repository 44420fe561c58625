"""Running generators that yield progress and return a result."""

import pytest

from engine.machine import relayed, result_of


def counting(closed: list[str]):
    try:
        yield from range(3)
    finally:
        closed.append("closed")
    return "all"


def test_a_result_comes_with_every_value_reported():
    seen, closed = [], []
    assert result_of(counting(closed), seen.append) == "all"
    assert seen == [0, 1, 2]
    assert result_of(counting(closed)) == "all"


def test_a_report_that_raises_closes_the_generator():
    closed: list[str] = []

    def refuse(number: int) -> None:
        raise ValueError(number)

    with pytest.raises(ValueError, match="0"):
        result_of(counting(closed), refuse)
    assert closed == ["closed"]


def test_relayed_values_leave_out_none_and_keep_the_result():
    steps = relayed(counting([]), lambda number: None if number == 1 else number * 10)
    seen = []
    assert result_of(steps, seen.append) == "all"
    assert seen == [0, 20]


def test_closing_a_relay_closes_what_it_relays():
    closed: list[str] = []
    steps = relayed(counting(closed), str)
    assert next(steps) == "0"
    steps.close()
    assert closed == ["closed"]
