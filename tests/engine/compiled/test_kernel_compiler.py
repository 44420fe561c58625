"""How kernels are compiled."""

from __future__ import annotations

import numba
import numpy as np

from engine.compiled import kernel, shared_kernel
from engine.compiled.kernel_compiler import Kernel, shared_by
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


@shared_kernel
def _halved(values, at):
    values[at] >>= 1
    return values[at]


@kernel
def _sum_of_halves(values):
    total = 0
    for at in range(values.shape[0]):
        total += _halved(values, at)
    return total


@kernel
def _first_half(values):
    return _halved(values, 0)


def test_a_shared_kernel_is_one_machine_code_for_all_that_call_it():
    values = np.array([6, 10], np.int64)
    assert _sum_of_halves(values) == 8
    assert _first_half(values) == 1
    assert values.tolist() == [1, 5]
    assert len(_halved.overloads) == 1
    (result,) = _halved.overloads.values()
    for each in (_sum_of_halves, _first_half):
        (caller,) = each.overloads.values()
        ((module, name, types),) = shared_by(caller)
        assert (module, name, types) == (__name__, "_halved", tuple(result.signature.args))
        # The machine code of the shared kernel is not in that of its callers.
        assert not any(
            "_halved" in function.name and not function.is_declaration
            for function in caller.library._final_module.functions
        )
