"""What of the product the tests reached: a table by package and the functions that no test enters.

Kernels are left out: machine code has no probes. Mutation testing judges their tests
(decisions/011). Functions that run in child processes are in a table (`elsewhere.py`).
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.runner.elsewhere import LIST, TABLE, split_by_table

PROJECT = Path(__file__).resolve().parents[2]
MOST_FUNCTIONS = 40
"""More unreached functions are counted, not named; the whole list is in LIST."""


@dataclass(frozen=True)
class FileCoverage:
    """One file. statements, missing: line numbers."""

    path: Path
    statements: frozenset[int]
    missing: frozenset[int]

    @property
    def package(self) -> str:
        """Example: workbench/chat for workbench/chat/pane.py, engine for engine/errors.py."""
        return "/".join(self.path.parts[:-1][:2])


def unreached_functions(coverage: FileCoverage, text: str) -> Iterator[str]:
    """Functions none of whose statements ran. Example: "engine/a.py:12 Reader.close"."""
    for name, first, last in functions_in(text):
        inside = {line for line in coverage.statements if first <= line <= last}
        if inside and inside <= coverage.missing:
            yield f"{coverage.path.as_posix()}:{first} {name}"


def functions_in(text: str) -> Iterator[tuple[str, int, int]]:
    """Name, first line of the body and last line of all functions that do something.

    Docstrings are no part of the body; `...` alone does nothing.
    """
    return _functions(ast.parse(text), "")


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, int, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            body = child.body[1:] if ast.get_docstring(child) is not None else child.body
            if body and not _is_dots(body[0]):
                yield prefix + child.name, body[0].lineno, child.end_lineno or body[0].lineno
        inner = isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _functions(child, f"{prefix}{child.name}." if inner else prefix)


def _is_dots(statement: ast.stmt) -> bool:
    """Whether a body is `...`: a subclass has it."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and value.value is ...


def table_lines(files: Iterable[FileCoverage]) -> list[str]:
    """Statements and the reached share by package, the least reached first, and in all."""
    statements: dict[str, int] = defaultdict(int)
    missing: dict[str, int] = defaultdict(int)
    for file in files:
        statements[file.package] += len(file.statements)
        missing[file.package] += len(file.missing)
    rows = sorted(statements, key=lambda name: -missing[name] / max(1, statements[name]))
    total, lost = sum(statements.values()), sum(missing.values())
    lines = [_row(name, statements[name], missing[name]) for name in rows]
    return [*lines, _row("all", total, lost)]


def _row(name: str, statements: int, missing: int) -> str:
    share = 1 - missing / statements if statements else 1.0
    return f"{name:<28}{statements:>8,} statements {share:>7.1%}"


def read_coverage() -> list[FileCoverage]:
    """What the run that just ended reached."""
    from tests.runner.reached_lines import all_lines

    found = []
    for name, lines in sorted(all_lines().items()):
        path = Path(name)
        relative = path.relative_to(PROJECT) if path.is_absolute() else path
        missing = frozenset(lines["missing_lines"])
        found.append(FileCoverage(relative, missing.union(lines["executed_lines"]), missing))
    return found


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if hasattr(config, "workerinput"):
        return  # a worker has only what ran in itself
    files = read_coverage()
    unreached, reached = split_by_table(
        [
            function
            for file in files
            if file.missing  # most have none, and are not parsed
            for function in unreached_functions(file, (PROJECT / file.path).read_text("utf-8"))
        ]
    )
    LIST.write_text("\n".join([*unreached, ""]), "utf-8")
    terminalreporter.section("coverage")
    for line in table_lines(files):
        terminalreporter.write_line(line)
    terminalreporter.write_line(f"Functions that no test enters: {len(unreached)}")
    for function in unreached[:MOST_FUNCTIONS]:
        terminalreporter.write_line(f"  {function}")
    if len(unreached) > MOST_FUNCTIONS:
        terminalreporter.write_line(f"  ... all in {LIST.relative_to(PROJECT)}")
    for name in reached:
        line = f"{TABLE.name} lists {name}, which tests enter: remove it there."
        terminalreporter.write_line(line)
