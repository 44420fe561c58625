"""Public names of the product that tests mention and nothing else does.

A name counts as used wherever it occurs as an identifier or as a short string, such as a name for
getattr; classes are not told apart. What only unused code uses is unused as well, also in a circle.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.conventions.source import Function, Module, called_name

# Found by name: the commands of the command line.
NAMED_BY_COMMANDS = re.compile(r"add_\w+_options|\w+_command")
# Decorators that leave a function to be called by its name.
PLAIN = {"property", "cached_property", "staticmethod", "classmethod", "cache", "lru_cache",
         "contextmanager", "abstractmethod", "override", "kernel", "dataclass"}  # fmt: skip
# Bases without methods that they call themselves.
QUIET_BASES = {"ABC", "Enum", "StrEnum", "IntEnum", "NamedTuple", "Protocol", "Generic", "object"}


@dataclass(frozen=True, eq=False)
class Definition:
    """A public function, method or class; `owner` is its class, "" outside of one."""

    module: Module
    owner: str
    node: Function | ast.ClassDef

    @property
    def name(self) -> str:
        return f"{self.owner}.{self.node.name}" if self.owner else self.node.name

    @property
    def place(self) -> str:
        return f"{self.module.path}:{self.node.lineno}: {self.name}"


def definitions(module: Module, overridden: set[str], known: set[str]) -> Iterator[Definition]:
    """What a module offers by name.

    overridden: names that Qt calls. known: classes of the product; methods of a class with any
    other base than these and Qt's may be called by that base.
    """
    for node in module.tree.body:
        if isinstance(node, Function | ast.ClassDef) and _is_plain(node):
            yield Definition(module, "", node)
        if isinstance(node, ast.ClassDef) and all(_is_known(base, known) for base in node.bases):
            for inner in node.body:
                is_offered = isinstance(inner, Function) and _is_plain(inner)
                if is_offered and inner.name not in overridden:
                    yield Definition(module, node.name, inner)


def names_of_qt() -> set[str]:
    """The names of all that Qt's classes have, which a subclass may override."""
    from PySide6 import QtCore, QtGui, QtWidgets

    classes = (getattr(each, name) for each in (QtCore, QtGui, QtWidgets) for name in dir(each))
    return {name for each in classes for name in dir(each)}


def _is_plain(node: Function | ast.ClassDef) -> bool:
    decorators = {called_name(each) for each in node.decorator_list}
    is_root = NAMED_BY_COMMANDS.fullmatch(node.name) is not None
    return not node.name.startswith("_") and decorators <= PLAIN and not is_root


def _is_known(base: ast.expr, known: set[str]) -> bool:
    name = called_name(base.value if isinstance(base, ast.Subscript) else base)
    return name in known | QUIET_BASES or re.fullmatch(r"Q[A-Z]\w+", name) is not None


def _with_bases(names: set[str], classes: list[ast.ClassDef]) -> set[str]:
    """Names of classes with those of all their bases."""
    bases = {
        called_name(base) for each in classes if each.name in names for base in each.bases
    } - names
    return _with_bases(names | bases, classes) if bases else names


Uses = dict[str, list[frozenset[ast.AST]]]
"""For each name the definitions around each of its uses."""


def _uses(modules: Iterable[Module], names: set[str]) -> Uses:
    found: Uses = {name: [] for name in names}
    nothing: frozenset[ast.AST] = frozenset()
    left = [(inner, nothing) for module in modules for inner in module.tree.body]
    while left:
        node, around = left.pop()
        for name in _names_in(node):
            if name in found:
                found[name].append(around)
        if isinstance(node, Function | ast.ClassDef):
            around |= {node}
        left += [(inner, around) for inner in ast.iter_child_nodes(node)]
    return found


def _names_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.keyword):
        return [node.arg or ""]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.split(r"[.:]", node.value) if re.fullmatch(r"[\w.:]+", node.value) else []
    return []


def reached_by_tests_alone(
    product: list[Module],
    users: list[Module],
    tests: list[Module],
    *,
    overridden: set[str],
    interface: set[str],
) -> list[Definition]:
    """The definitions that only tests use.

    users: code beside the product that may use it. overridden: see `definitions`. interface:
    names that people use; methods of such a class and of its bases are used as well.
    """
    classes = [each for module in product for each in module.classes]
    interface = _with_bases(interface, classes)
    known = {each.name for each in classes}
    offered = [each for module in product for each in definitions(module, overridden, known)]
    offered = [each for each in offered if not {each.owner, each.node.name} & interface]
    names = {each.node.name for each in offered}
    names &= {name for module in tests for node in module.nodes for name in _names_in(node)}
    used = _uses([*product, *users], {each.node.name for each in offered})
    unused: set[ast.AST] = {each.node for each in offered}
    while True:
        left = {each.node for each in offered if _is_unused(each.node, used, unused)}
        if left == unused:
            return [each for each in offered if each.node in unused and each.node.name in names]
        unused = left


def _is_unused(node: Function | ast.ClassDef, used: Uses, unused: set[ast.AST]) -> bool:
    """Whether all uses of a name are in its own definition or in unused ones."""
    return all(node in around or around & unused for around in used[node.name])
