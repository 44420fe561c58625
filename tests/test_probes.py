"""Probes: what they see is what ran, and what was reached runs on without them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.runner.probes import (
    NAME,
    Probes,
    can_be_removed,
    code_objects,
    lines_of,
    with_probes,
)

SOURCE = b'''"""A module."""
from __future__ import annotations
from typing import TYPE_CHECKING, overload
if TYPE_CHECKING:
    import os
class Sums:
    """A class."""
    start = 3
    def of(self, n):
        total = self.start
        for number in range(n):
            try:
                if number % 3 == 1:
                    total += number
                elif number == 6:
                    continue
                else:
                    total -= 1
                if number > 900:
                    raise ValueError
            except ValueError:
                break
            finally:
                total += 1
        return total
@overload
def kind(number: int) -> str: ...
def kind(number):
    match number:
        case 0:
            return "none"
        case _:
            return [str(each) for each in counted(number)][-1]
def counted(n):
    def inner(number):
        return number + 1
    for number in range(n):
        yield inner(number)
'''
STATEMENTS = {3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 22, 24, 25, 27, 28, 29, 31,
              33, 34, 35, 36, 37, 38}  # fmt: skip


def loaded(source: bytes, *, removable: bool = True) -> tuple[dict[str, object], Probes]:
    module = with_probes(source, "sums.py")
    probes = Probes.of(module, set(), removable=removable and can_be_removed())
    names: dict[str, object] = {NAME: probes.reached.add, "__name__": "sums"}
    exec(module.code, names)  # noqa: S102
    return names, probes


def use(names: dict[str, object]) -> Iterator[object]:
    sums = names["Sums"]()
    yield sums.of(5)
    yield sums.of(8)
    yield names["kind"](0)
    yield names["kind"](4)
    yield sums.of(2000)


def plain_results() -> list[object]:
    names: dict[str, object] = {"__name__": "sums"}
    exec(compile(SOURCE, "sums.py", "exec"), names)  # noqa: S102
    return list(use(names))


def test_every_statement_that_can_run_has_a_line() -> None:
    assert lines_of(SOURCE) == STATEMENTS
    assert set(with_probes(SOURCE, "sums.py").lines) == STATEMENTS


@pytest.mark.parametrize("removable", [True, False])
def test_what_ran_is_reached_and_results_stay_when_probes_go(removable: bool) -> None:
    names, probes = loaded(SOURCE, removable=removable)
    at_import = {3, 4, 6, 8, 9, 27, 28, 34}
    assert probes.reached == at_import
    expected = plain_results()
    for number, result in enumerate(use(names)):
        assert result == expected[number]
        probes.remove_reached()
        if number == 0:
            assert probes.reached - at_import == {10, 11, 12, 13, 14, 15, 18, 19, 24, 25}
    assert probes.reached == STATEMENTS
    assert list(use(names)) == expected


def test_a_removed_probe_is_not_called_again() -> None:
    """Elsewhere than in CPython 3.11 they stay."""
    names, probes = loaded(SOURCE)
    expected = list(use(names))
    probes.remove_reached()
    calls: list[int] = []
    names[NAME] = calls.append
    assert list(use(names)) == expected
    assert (calls == []) is can_be_removed()


def test_a_loop_in_another_thread_goes_on_while_its_probes_are_removed() -> None:
    names, probes = loaded(SOURCE)
    expected, wrong = plain_results(), []
    begun, is_over = threading.Event(), threading.Event()

    def work() -> None:
        while not is_over.is_set():
            for number, result in enumerate(use(names)):
                if result != expected[number]:
                    wrong.append(result)
            begun.set()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        probes.remove_reached()
    begun.wait()
    probes.remove_reached()
    is_over.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert probes.reached == STATEMENTS


def test_more_names_than_an_argument_has_bits_for() -> None:
    """The call is longer, and so is the jump over it."""
    many = "".join(f"    name_{number}.attribute_{number}\n" for number in range(400))
    source = f"def never(n):\n    if n:\n        return n\n{many}    return 0\n".encode()
    names, probes = loaded(source.replace(b"name_0.", b"len."))
    assert names["never"](3) == 3
    probes.remove_reached()
    assert names["never"](4) == 4
    assert probes.reached == {1, 2, 3}
    module = with_probes(b"def f():\n" + many.encode() + b"    return 0\n", "f.py")
    sites = [site for each in module.sites for site in each]
    assert {n_first for _, _, n_first, _ in sites} == {12}  # the probe's own name is the first
    assert len({n_all for *_, n_all in sites}) == 2


def test_the_order_of_code_objects_is_that_of_the_sites() -> None:
    module = with_probes(SOURCE, "sums.py")
    names = [each.co_name for each in code_objects(module.code)]
    assert names == ["<module>", "Sums", "of", "kind", "kind", "<listcomp>", "counted", "inner"]
    assert [len(each) > 0 for each in module.sites] == [
        name not in {"<module>", "Sums", "<listcomp>"} and index != 3
        for index, name in enumerate(names)
    ]  # fmt: skip
