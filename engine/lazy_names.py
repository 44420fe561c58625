"""Names of a package that load on first use, so that importing it costs next to nothing.

A package lists its interface once, where type checkers, editors and this module read it:

    if TYPE_CHECKING:
        from engine.corpus.corpus import Corpus as Corpus
    else:
        __getattr__, __dir__, __all__ = lazy_names(__name__)
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def lazy_names(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package that is being imported.

    A name is kept in the package from its first use on. No module of the package may have the name
    of what the package shows: importing it would put the module in place of the name.
    """
    module = sys.modules[package]
    homes = home_modules(Path(str(module.__file__)).with_suffix(".py"))

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    names = sorted(homes)
    return load, names.copy, names


def home_modules(path: Path) -> dict[str, str]:
    """The module of each name that a package shows. path: its `__init__.py`."""
    return {
        each.name: str(node.module)
        for block in ast.parse(path.read_text("utf-8")).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for each in node.names
        if each.asname == each.name
    }
