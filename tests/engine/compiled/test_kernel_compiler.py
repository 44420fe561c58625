"""How kernels are compiled."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

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


def _use_elements(row, table, flags, at):
    total = row[at] + row[-1] + row[0] + table[at, -at] + table[np.uint64(1), 0]
    if flags[-at]:
        total += 100
    row[at - 3] = total
    row[2] = at
    table[-1, at] = total
    flags[0] = not flags[at]
    return total


def test_elements_are_those_that_python_reads_and_writes():
    results = []
    for use in (_use_elements, Kernel(_use_elements)):
        row, table = np.arange(5, 9), np.arange(12).reshape(3, 4)
        flags = np.array([True, False, True])
        total = use(row, table, flags, 1)
        results.append((total, row.tolist(), table.tolist(), flags.tolist()))
    assert results[0] == results[1]


class _Inner(NamedTuple):
    values: np.ndarray
    factor: float


class _Outer(NamedTuple):
    n: int
    inner: _Inner
    is_last: bool


def _scaled(inner, at):
    return inner.values[at] * inner.factor


_scaled_part = Kernel(_scaled)


def _sum_up(outer, extra, start):
    inner, total = outer.inner, 0.0
    while start < outer.n:
        total += _scaled_part(inner, start) + _scaled_part(_Inner(extra, inner.factor), 0)
        start += 1
    if outer.is_last:
        inner = _Inner(extra, 2.0)
    return total + _scaled_part(inner, 0), outer[0], inner.factor


def _copy_first(outer, extra, start):
    copied = np.empty(outer.n, np.float64)
    for i in range(start, outer.n):
        copied[i] = _scaled_part(outer.inner, i)
    return copied[-1] + len(copied), extra[0], start


def test_tuples_have_the_fields_that_python_reads():
    values, extra = np.array([1.0, 2.0, 4.0]), np.array([8.0])
    for function in (_sum_up, _copy_first):
        kernel = Kernel(function)
        for is_last in (False, True):
            outer = _Outer(3, _Inner(values, 0.5), is_last)
            assert kernel(outer, extra, 1) == function(outer, extra, 1)


def _extremes(signed, unsigned, first, second):
    total = (
        min(signed[0], signed[1]) + 10 * max(signed[0], signed[1]) + min(first, 3) + max(2, first)
    )
    return total, min(unsigned[0], unsigned[1]), max(unsigned[0], unsigned[1]), max(first, second)


def test_an_instruction_may_be_declared_after_a_kernel_was_compiled():
    """Modules of instructions are imported when a kernel first needs them."""
    assert Kernel(_distance)(3, 4) == 25

    @intrinsic
    def late_instruction(_typing_context, number):
        def generate(_context, builder, _signature, arguments):
            return builder.add(arguments[0], arguments[0])

        return types.int64(types.int64), generate

    def twice(number):
        return late_instruction(number)

    assert Kernel(twice)(21) == 42


def test_extremes_are_those_of_python():
    signed, unsigned = np.array([-5, 4]), np.array([1 << 63, 7], np.uint64)
    extremes = Kernel(_extremes)
    for first in (-9, 2, 9):
        arguments = (signed, unsigned, first, 2.5)
        assert extremes(*arguments) == _extremes(*arguments)


def _steps(values, total):
    for at in range(values.shape[0]):
        if values[at] < 0:
            total -= values[at] // 3
        elif values[at] > 9:
            total += values[at] * at % 7
        while total > 1000:
            total = total // 5 - values[at]
        if total % 3 == 1:
            total += values[total % values.shape[0]] // (at + 5)
        if total % 11 > at % 5:
            total -= values[at // 2] % (total % 9 + 1)
        while total < -50:
            total = total % 77 + values[at // 3] // 2
    return total


_steps_part = Kernel(_steps)
_separate_steps = Kernel(_steps, is_inlined=False)


def _run_once(values):
    return _steps_part(values, 2)


def _run_apart(values):
    return _separate_steps(values, 2)


def test_a_part_that_is_called_once_becomes_part_of_its_kernel_unless_it_is_separate():
    values = np.array([40, -7, 3, 900], np.int64)
    for function, is_kept in ((_run_once, False), (_run_apart, True)):
        kernel = Kernel(function)
        assert kernel(values) == _steps(values, 2)
        library = kernel.overloads[kernel.signatures[0]].library
        names = [each.name for each in library.get_defined_functions()]
        assert any("6_steps" in name for name in names) is is_kept, names
