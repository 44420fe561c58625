"""Modules to check: where they are, their text and their syntax tree."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

PROJECT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = {".git", ".venv", ".deps", ".cache", "wheels", "output", "build", "dist", "__pycache__"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A Python file of this project."""

    path: PurePosixPath
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    def is_in(self, *folders: str) -> bool:
        return any(str(self.path).startswith(f"{folder}/") for folder in folders)

    def is_one_of(self, *paths: str) -> bool:
        return str(self.path) in paths

    @cached_property
    def functions(self) -> list[Function]:
        return [node for node in self.nodes if isinstance(node, Function)]

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    @cached_property
    def calls(self) -> list[ast.Call]:
        return [node for node in self.nodes if isinstance(node, ast.Call)]

    @cached_property
    def imports(self) -> list[tuple[str, int]]:
        """Each imported module and each name imported from one, dotted, with its line."""
        return list(self._imports())

    def _imports(self) -> Iterator[tuple[str, int]]:
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield name.name, node.lineno
            elif isinstance(node, ast.ImportFrom):
                for name in node.names:
                    yield f"{node.module}.{name.name}", node.lineno

    @property
    def identifiers(self) -> Iterator[tuple[str, int]]:
        """Each name the module uses or defines: variables, attributes, parameters, functions."""
        for node in self.nodes:
            if isinstance(node, ast.Name):
                yield node.id, node.lineno
            elif isinstance(node, ast.Attribute):
                yield node.attr, node.lineno
            elif isinstance(node, ast.arg):
                yield node.arg, node.lineno
            elif isinstance(node, Function | ast.ClassDef):
                yield node.name, node.lineno

    @cached_property
    def docstrings(self) -> set[ast.Constant]:
        """The constants that are docstrings, of the module and of what it defines."""
        bodies = [n.body for n in self.nodes if isinstance(n, ast.Module | ast.ClassDef | Function)]
        first = [body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)]
        return {value for value in first if isinstance(value, ast.Constant)}


def called_name(node: ast.expr) -> str:
    """The last part of what is called: `QTimer.singleShot` -> "singleShot"."""
    if isinstance(node, ast.Call):
        return called_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def dotted_name(node: ast.expr) -> str:
    """`np.random.rand` as written, empty for anything but names and attributes."""
    if isinstance(node, ast.Attribute):
        owner = dotted_name(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return node.id if isinstance(node, ast.Name) else ""


def modules(*places: str) -> list[Module]:
    """The Python files in folders of the project, or single files; parsed once for all checks."""
    paths = []
    for place in places:
        whole = PROJECT / place
        paths += [whole] if whole.is_file() else sorted(whole.rglob("*.py"))
    return [_module(path) for path in paths if not NOT_OURS & set(path.parts)]


@cache
def _module(path: Path) -> Module:
    return Module(PurePosixPath(path.relative_to(PROJECT).as_posix()), path.read_text("utf-8"))


def product_modules() -> list[Module]:
    return modules("engine", "workbench", "resources", "run.py")


def modules_of_tests() -> list[Module]:
    return modules("tests", "benchmarks")


def text_files() -> list[tuple[str, str]]:
    """Path and text of every file that belongs to the project and is UTF-8."""
    found = []
    for name in _file_names():
        path = PROJECT / name
        try:
            found.append((name, path.read_text("utf-8")))
        except (OSError, UnicodeDecodeError):
            continue  # a picture, or deleted and not yet committed
    return found


def _file_names() -> list[str]:
    git = shutil.which("git")
    if git and (PROJECT / ".git").exists():
        command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
        return [name for name in listed.stdout.split("\0") if name]
    paths = [path for path in PROJECT.rglob("*") if path.is_file()]
    names = [path.relative_to(PROJECT) for path in paths]
    return [name.as_posix() for name in names if not NOT_OURS & set(name.parts)]
