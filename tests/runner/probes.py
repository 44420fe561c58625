"""Probes in the statements of a module, which leave its byte code once they were reached.

Before each statement comes a call `__reached__(line)`, where `__reached__` adds to a set. What was
reached needs no probe any more: `Probes.remove_reached` writes a jump over the call into the byte
code in memory, so that a loop costs what it costs without probes. That needs the byte code of
CPython 3.11; elsewhere the calls stay.
"""

from __future__ import annotations

import ast
import ctypes
import dis
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType

NAME = "__reached__"
_UNIT = 2  # bytes of an instruction, and of an entry of its cache
_LOAD_GLOBAL, _LOAD_CONST, _POP_TOP, _JUMP, _NOP = (
    dis.opmap[name] for name in ("LOAD_GLOBAL", "LOAD_CONST", "POP_TOP", "JUMP_FORWARD", "NOP")
)
_LONGEST_JUMP = 255

Site = tuple[int, int, int, int]
"""A probe in a code object: line, first byte, and the bytes of its first instruction and of all."""


@dataclass
class ProbedModule:
    """lines: of statements, other than docstrings and those for type checkers.

    sites: of the probes that can be removed, for each code object in the order of `code_objects`.
    """

    code: CodeType
    lines: list[int]
    sites: list[list[Site]]


def with_probes(source: bytes, path: str) -> ProbedModule:
    """Compile a module with a probe before each of its statements."""
    tree = ast.parse(source, path)
    lines: set[int] = set()
    for block in _blocks(tree):
        _put_probes(block, lines)
    code = compile(tree, path, "exec", dont_inherit=True)
    return ProbedModule(code, sorted(lines), [_sites(each) for each in code_objects(code)])


def lines_of(source: bytes) -> set[int]:
    """The lines that `with_probes` gives probes."""
    statements = (each for block in _blocks(ast.parse(source)) for each in block)
    return {each.lineno for each in statements if _is_counted(each)}


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements in a syntax tree, without those that never run."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(tree, name, None)
        if isinstance(block, list) and not (name == "body" and _never_runs(tree)):
            yield block
            for statement in block:
                yield from _blocks(statement)
    for part in (*getattr(tree, "handlers", ()), *getattr(tree, "cases", ())):
        yield from _blocks(part)


def _never_runs(tree: ast.AST) -> bool:
    """Whether the body is for type checkers or for Windows."""
    if isinstance(tree, ast.If) and isinstance(tree.test, ast.Name | ast.Compare):
        return ast.unparse(tree.test) in {"TYPE_CHECKING", "sys.platform == 'win32'"}
    decorators = getattr(tree, "decorator_list", ())
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in decorators)


def _is_counted(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return statement.module != "__future__"  # nothing may come before it
    return not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))


def _put_probes(block: list[ast.stmt], lines: set[int]) -> None:
    probed: list[ast.stmt] = []
    for statement in block:
        if _is_counted(statement):
            lines.add(statement.lineno)
            probed.append(_probe(statement))
        probed.append(statement)
    block[:] = probed


def _probe(statement: ast.stmt) -> ast.Expr:
    """The call of a probe, where the statement is."""
    line, column = statement.lineno, statement.col_offset
    place = {
        "lineno": line, "col_offset": column, "end_lineno": line, "end_col_offset": column,
    }  # fmt: skip
    name = ast.Name(NAME, ast.Load(), **place)
    call = ast.Call(name, [ast.Constant(line, **place)], [], **place)
    return ast.Expr(call, **place)


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """A code object and all inside it, always in the same order."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant)


def _sites(code: CodeType) -> list[Site]:
    """The probes of a function. Modules and classes have none to remove: they run once."""
    if NAME not in code.co_names or not code.co_flags & inspect.CO_NEWLOCALS:
        return []
    found: list[Site] = []
    instructions = _instructions(code)
    for first, after, opcode, argument in instructions:
        if opcode == _LOAD_GLOBAL and code.co_names[argument >> 1] == NAME:
            line = next(each[3] for each in instructions if each[2] == _LOAD_CONST)
            end = next(each[1] for each in instructions if each[2] == _POP_TOP)
            if (end - first) // _UNIT - 1 <= _LONGEST_JUMP:
                found.append((code.co_consts[line], first, after - first, end - first))
    return found


def _instructions(code: CodeType) -> Iterator[tuple[int, int, int, int]]:
    """First byte, byte after it with its caches, opcode and argument of each instruction."""
    data, at, prefix = code.co_code, 0, 0
    first = 0
    while at < len(data):
        opcode, argument = data[at], data[at + 1] | prefix << 8
        at += _UNIT * (1 + dis._inline_cache_entries[opcode])
        if opcode == dis.EXTENDED_ARG:
            prefix = argument
            continue
        yield first, at, opcode, argument
        first, prefix = at, 0


def can_be_removed() -> bool:
    """Whether byte code lies in memory as it is expected to."""
    if sys.implementation.name != "cpython" or sys.version_info[:2] != (3, 11):
        return False
    code = compile("def f(a):\n    return a + 1\n", "", "exec").co_consts[0]
    return ctypes.string_at(_address(code), len(code.co_code)) == bytes(code.co_code)


def _address(code: CodeType) -> int:
    return id(code) + CodeType.__basicsize__


@dataclass
class Probes:
    """The probes of one module while it is in use. lines: all; reached: those that ran."""

    lines: frozenset[int]
    reached: set[int] = field(default_factory=set)
    _places: dict[int, list[tuple[int, int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _removed: set[int] = field(default_factory=set)
    _code: CodeType | None = None  # must not be freed before it is written to

    @classmethod
    def of(cls, module: ProbedModule, reached: set[int], *, removable: bool) -> Probes:
        made = cls(frozenset(module.lines), reached, _code=module.code)
        if removable:
            for code, sites in zip(code_objects(module.code), module.sites, strict=True):
                for line, first, n_first, n_all in sites:
                    made._places[line].append((_address(code) + first, n_first, n_all))
        return made

    def remove_reached(self) -> None:
        """Take out the probes of all lines that ran."""
        if len(self._removed) == len(self.reached):
            return
        new = self.reached.copy() - self._removed
        for line in new:
            for place in self._places.pop(line, ()):
                _write_jump(*place)
        self._removed |= new


def _write_jump(address: int, n_first: int, n_all: int) -> None:
    """Let the byte code go on behind a probe.

    n_first, n_all: bytes of its first instruction with its caches, and of all of it. The rest stays
    as it is, for a thread that is inside of the call. The caches become instructions without
    effect, because what reads byte code takes them for such.
    """
    jump = bytes((_JUMP, n_all // _UNIT - 1)) + bytes((_NOP, 0)) * (n_first // _UNIT - 1)
    ctypes.memmove(address, jump, n_first)
