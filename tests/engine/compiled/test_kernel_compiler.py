"""How kernels are compiled."""

from __future__ import annotations

import numba
import numpy as np

from engine.compiled.kernel_compiler import Kernel
from engine.compiled.kernel_steps import TypingContext


def _sum_of_squares(values):
    total = values[0] - values[0]
    for i in range(values.shape[0]):
        total = total + values[i] * values[i]
    return total


def _distance(first, second):
    return first * first + second * second


def test_numba_is_asked_for_the_type_of_an_operation_once(monkeypatch):
    asked = []
    ask = numba.types.Function.get_call_type

    def noted(function, context, arguments, named):
        if isinstance(context, TypingContext):
            asked.append((function, arguments))
        return ask(function, context, arguments, named)

    monkeypatch.setattr(numba.types.Function, "get_call_type", noted)
    squares, distance = Kernel(_sum_of_squares), Kernel(_distance)
    assert squares(np.array([3, 4], np.int16)) == 25
    assert distance(np.int16(3), np.int16(4)) == 25
    assert asked  # int16 is nowhere else in this engine
    assert len(asked) == len(set(asked))


def test_types_that_differ_are_asked_for_again():
    squares = Kernel(_sum_of_squares)
    assert squares(np.array([0.5, 0.5])) == 0.5
    assert squares(np.array([1, 2], np.uint8)) == 5
    assert squares(np.array([1 << 40], np.int64)) == 1 << 80 & (1 << 64) - 1
