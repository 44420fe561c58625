"""The number of examples of a property's test follows the run: few in a quick one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import examples


def _examples_of(test) -> int:
    return test._hypothesis_internal_use_settings.max_examples


def _items(*tests) -> list[SimpleNamespace]:
    return [SimpleNamespace(function=test) for test in tests]


@pytest.mark.parametrize(
    ("usual", "own", "then"), [("5", 600, 100), ("5", 31, 6), ("30", 600, 600), ("300", 60, 600)]
)
def test_a_number_of_its_own_is_a_multiple(monkeypatch, usual: str, own: int, then: int) -> None:
    @settings(max_examples=own)
    @given(st.integers())
    def test(number: int) -> None:
        """Tries nothing."""

    monkeypatch.setenv(examples.EXAMPLES_VARIABLE, usual)
    examples.pytest_collection_modifyitems(_items(test, test))  # as with two parameters
    assert _examples_of(test) == then


def test_other_settings_of_its_own_stay(monkeypatch) -> None:
    @settings(max_examples=600, deadline=77)
    @given(st.integers())
    def test(number: int) -> None:
        """Tries nothing."""

    monkeypatch.setenv(examples.EXAMPLES_VARIABLE, "5")
    examples.pytest_collection_modifyitems(_items(test))
    assert test._hypothesis_internal_use_settings.deadline.total_seconds() == 0.077


def test_the_number_of_the_profile_is_not_changed_twice(monkeypatch) -> None:
    @given(st.integers())
    def test(number: int) -> None:
        """Tries nothing."""

    monkeypatch.setenv(examples.EXAMPLES_VARIABLE, "5")
    before = _examples_of(test)
    examples.pytest_collection_modifyitems([*_items(test), SimpleNamespace()])
    assert _examples_of(test) == before
