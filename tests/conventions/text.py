"""What no file may hold: prints, pickles, paths of one machine, addresses of registries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.conventions.source import Module, called_name, dotted_name

UNPICKLES_OUR_OWN = "engine/formats/verification_reader.py"
"""Shows that nanochat can read what was exported; in a child, and after a look at the bytes."""
PICKLES = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|farm)/")
REGISTRY = re.compile(r"pypi\.org|pythonhosted\.org|registry\.npmjs|deb\.debian\.org")


def prints(module: Module) -> Iterator[str]:
    if module.is_in("workbench/cli") or module.is_one_of("run.py"):
        return
    for call in module.calls:
        if dotted_name(call.func) == "print":
            yield f"{call.lineno}: print belongs into the command line"


def pickles(module: Module) -> Iterator[str]:
    """Nothing is stored by pickle; its exceptions may be named, since Numba raises them."""
    loaders = {
        dotted_name(node)
        for node in module.nodes
        if isinstance(node, ast.Attribute) and not node.attr.endswith("Error")
    }
    for name, line in module.imports:
        package = name.split(".")[0]
        is_from = name != package and not name.endswith("Error")
        if module.is_one_of(UNPICKLES_OUR_OWN):
            continue
        if package in PICKLES and (is_from or any(u.startswith(f"{package}.") for u in loaders)):
            yield f"{line}: {package} runs whatever the file says"
    for call in module.calls:
        for keyword in call.keywords:
            allows = isinstance(keyword.value, ast.Constant) and keyword.value.value is True
            if keyword.arg == "allow_pickle" and allows:
                yield f"{call.lineno}: {called_name(call)} with allow_pickle"


def sessions(module: Module) -> Iterator[str]:
    """Sessions stay in the store; `engine` is our package, never a database."""
    in_store = module.is_in("workbench/store")
    for node in module.nodes:
        name = node.arg if isinstance(node, ast.arg | ast.keyword) else ""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        if name == "engine" and in_store:
            yield f"{node.lineno}: `engine` names our package, not a database"
        if name == "session" and module.is_in("workbench") and not in_store:
            yield f"{node.lineno}: sessions belong into the store"


def chained_placeholders(module: Module) -> Iterator[str]:
    """`%2` inside the value of `%1` would be replaced too: `fill` knows which is which."""
    for call in module.calls:
        if called_name(call) != "replace" or not call.args:
            continue
        first = ast.unparse(call.args[0]).removeprefix("f").strip("'\"")
        if re.fullmatch(r"%(\d|\{.*\})", first):
            yield f"{call.lineno}: put values in with fill(text, *values)"


def machine_paths(name: str, text: str) -> Iterator[str]:
    for line, words in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(words):
            yield f"{name}:{line}: a path of one machine: {words.strip()[:80]}"


def registry_hosts(name: str, text: str) -> Iterator[str]:
    for line, words in enumerate(text.splitlines(), 1):
        if REGISTRY.search(words):
            yield f"{name}:{line}: the address of a registry: {words.strip()[:80]}"
