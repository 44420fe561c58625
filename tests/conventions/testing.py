"""How tests are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.conventions.source import Function, Module, called_name, dotted_name

# What fails by itself when something is not as it should be.
CHECKING_CALL = re.compile(
    r"(?:_?(?:assert|check|expect)_?\w*|raises|warns|fail|waitSignals?|waitUntil|waitExposed"
    r"|waitActive|assertNotEmitted|assert_not_emitted)"
)
CLOCKS = {"thread_time", "process_time", "perf_counter", "monotonic"}
MOCKS = {"Mock", "MagicMock", "NonCallableMock", "create_autospec"}


def tests_of(module: Module) -> list[Function]:
    is_test_file = module.path.name.startswith("test_")
    return [f for f in module.functions if is_test_file and f.name.startswith("test_")]


def checks_something(module: Module) -> Iterator[str]:
    for test in tests_of(module):
        if not any(map(_checks, ast.walk(test))):
            yield f"{test.lineno}: {test.name} cannot fail"


def _checks(node: ast.AST) -> bool:
    is_call = isinstance(node, ast.Call)
    return isinstance(node, ast.Assert) or (
        is_call and CHECKING_CALL.fullmatch(called_name(node)) is not None
    )


def asserted_clocks(module: Module) -> Iterator[str]:
    """A measured time depends on the machine; assert what costs it: calls, events, bytes read."""
    if not any(clock in module.text for clock in CLOCKS):
        return
    for function in module.functions:
        measured = _measured_names(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and _is_measured(node.test, measured):
                yield f"{node.lineno}: a measured time is asserted; count what costs it"


def _measured_names(function: Function) -> set[str]:
    """The names in a function whose values come from a clock."""
    names: set[str] = set()
    while True:
        found = set(names)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and _is_measured(node.value, names):
                found |= {part.id for target in node.targets for part in _names(target)}
            elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
                if node.value is not None and _is_measured(node.value, names):
                    found |= {part.id for part in _names(node.target)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                is_kept = node.func.attr in {"append", "add"}
                if is_kept and any(_is_measured(each, names) for each in node.args):
                    found |= {part.id for part in _names(node.func.value)}
        if found == names:
            return names
        names = found


def _is_measured(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression reads a clock or has one of these names."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    reads = any(called_name(call).removesuffix("_ns") in CLOCKS for call in calls)
    return reads or any(part.id in names for part in _names(node))


def _names(node: ast.expr) -> list[ast.Name]:
    return [each for each in ast.walk(node) if isinstance(each, ast.Name)]


def vague_test_names(module: Module) -> Iterator[str]:
    for test in tests_of(module):
        if re.fullmatch(r"test_(?:\d+|works|it|basic|simple|misc)", test.name):
            yield f"{test.lineno}: {test.name} does not say what must hold"


def waits(module: Module) -> Iterator[str]:
    for call in module.calls:
        name = dotted_name(call.func)
        if name in {"time.sleep", "sleep"} or re.fullmatch(r"\w*bot\.wait", name):
            yield f"{call.lineno}: {name} waits for a time instead of an event"


# A busy machine makes any of them too short; tests.patience waits as long as something moves.
PATIENT_BOT = "tests/workbench/patient_bot.py"
WAITS_OF_QT = {
    "waitUntil",
    "waitSignal",
    "waitSignals",
    "waitCallback",
    "waitActive",
    "waitExposed",
}
WAITS = {"run", "check_output", "check_call", "call", "communicate", "wait", "join", "result"}
BRIEF_S = 0.2  # a poll, not a limit


def limits_by_the_clock(module: Module) -> Iterator[str]:
    """A wait that gives up after some seconds, however little of the machine the test gets."""
    if not module.is_in("tests"):  # a benchmark may give up
        return
    for call in module.calls:
        name = called_name(call)
        limits = [keyword.value for keyword in call.keywords if keyword.arg == "timeout"]
        if name in {"wait", "join", "result"} and isinstance(call.func, ast.Attribute):
            limits += call.args[:1]
        if (name in WAITS_OF_QT and limits) or (name in WAITS and any(map(_is_long, limits))):
            yield f"{call.lineno}: {name} with a time limit; see tests/patience.py"
        if name in {"waitActive", "waitExposed"}:
            yield f"{call.lineno}: {name} has a time limit of its own; use waitUntil"
    for name, line in module.imports:
        if name == "pytestqt.qtbot.QtBot" and not module.is_one_of(PATIENT_BOT):
            yield f"{line}: QtBot waits by the clock; use PatientBot"


def _is_long(limit: ast.expr) -> bool:
    """Whether a time limit is a number of seconds, or a constant of them; a brief poll is not."""
    if isinstance(limit, ast.Name):
        return limit.id.endswith(("_S", "_MS")) and limit.id != "MOMENT_S"
    is_number = isinstance(limit, ast.Constant) and isinstance(limit.value, int | float)
    return is_number and limit.value > BRIEF_S


def skips(module: Module) -> Iterator[str]:
    """A skip without a reason, an xfail, a flaky test."""
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr in {"flaky", "xfail"}:
            yield f"{node.lineno}: {node.attr} hides a failure"
    for call in module.calls:
        name = dotted_name(call.func)
        words = [keyword.arg for keyword in call.keywords]
        if name.endswith(("mark.skip", "mark.skipif")) and "reason" not in words:
            yield f"{call.lineno}: a skip without a reason"
        if name in {"pytest.skip", "pytest.importorskip"} and not call.args and not words:
            yield f"{call.lineno}: a skip without a reason"
    for function in module.functions:
        for each in function.decorator_list:
            if dotted_name(each).endswith("mark.skip"):
                yield f"{function.lineno}: a skip without a reason"


def mocks(module: Module) -> Iterator[str]:
    """PySide6 crashes when a mock replaces a method of Qt; use a fake that is a real class."""
    for name, line in module.imports:
        if name.split(".")[-1] in MOCKS:
            yield f"{line}: {name}; use a small fake"


def private_widgets(module: Module) -> Iterator[str]:
    """A test of the window asserts what a person sees, not a private attribute of a widget."""
    if not module.is_in("tests/workbench"):
        return
    for node in module.nodes:
        for inner in ast.walk(node.test) if isinstance(node, ast.Assert) else []:
            is_private = isinstance(inner, ast.Attribute) and re.match(r"_[a-z]", inner.attr)
            if is_private and dotted_name(inner.value) != "self":
                yield f"{node.lineno}: the private attribute {inner.attr} is asserted"
