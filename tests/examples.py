"""How many examples the tests of properties try, as a pytest plugin.

TOKENIZER_WORKBENCH_EXAMPLES is the number of a test that asks for none itself. A test that asks for
more than USUAL_EXAMPLES gets its multiple of that number, so that a short run is short for all.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterable

import pytest

EXAMPLES_VARIABLE = "TOKENIZER_WORKBENCH_EXAMPLES"
USUAL_EXAMPLES = 30


def usual_examples() -> int:
    """Examples of a test that asks for no number."""
    return int(os.environ.get(EXAMPLES_VARIABLE, USUAL_EXAMPLES))


def change_examples(items: Iterable[pytest.Item], change: Callable[[int], int]) -> None:
    """Replace the number of examples that tests ask for; those of the profile stay."""
    from hypothesis import is_hypothesis_test, settings

    # A test of many parameters is one function behind many items.
    for test in {getattr(item, "function", None) for item in items}:
        if test is None or not is_hypothesis_test(test):
            continue
        own = test._hypothesis_internal_use_settings
        if own is not settings.default:
            number = change(own.max_examples)
            test._hypothesis_internal_use_settings = settings(own, max_examples=number)


def pytest_configure(config: pytest.Config) -> None:
    if importlib.util.find_spec("hypothesis") is None:
        return
    from hypothesis import settings

    # No deadline: the first example may compile a kernel. CI tries the same examples every time.
    settings.register_profile(
        "workbench",
        deadline=None,
        max_examples=usual_examples(),
        derandomize="CI" in os.environ,
    )
    settings.load_profile("workbench")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if usual_examples() != USUAL_EXAMPLES:
        change_examples(items, lambda number: -(-number * usual_examples() // USUAL_EXAMPLES))
