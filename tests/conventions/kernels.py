"""Kernels: how they are decorated, documented and typed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from engine.lazy_names import home_modules
from tests.conventions.source import PROJECT, Function, Module, called_name

OWN_DECORATORS = {"kernel", "kernel_part", "inlined_part", "separate_part", "shared_kernel"}
KERNEL_DECORATORS = OWN_DECORATORS | {"njit", "jit", "vectorize", "guvectorize"}
# The one place that calls Numba's decorators, so that no flag can drift.
DECORATOR_MODULE = "engine/compiled/kernel_cache.py"
ARRAY_TYPE = re.compile(r"\b(?:u?int(?:8|16|32|64)|float(?:32|64)|bool)\[")
# A count beyond 2^31 wraps silently in an int32.
NARROW_COUNT = re.compile(
    r"\w*(?:count|total|size|offset)\w*(?:\s*[:=][^#\n]*?\bint32\b|\s+int32\[)", re.IGNORECASE
)


def is_kernel(function: Function) -> bool:
    return any(called_name(each) in KERNEL_DECORATORS for each in function.decorator_list)


def arrays_of(function: Function) -> list[str]:
    """Parameters that the body indexes or asks for their shape."""
    names = {argument.arg for argument in function.args.args}
    used = set()
    for node in ast.walk(function):
        is_array_use = isinstance(node, ast.Subscript) or (
            isinstance(node, ast.Attribute) and node.attr in {"shape", "size"}
        )
        if is_array_use and isinstance(node.value, ast.Name):
            used.add(node.value.id)
    return sorted(names & used)


def kernel_docstring(module: Module) -> Iterator[str]:
    """Every array a kernel indexes stands in its docstring, with dtype and shape."""
    for function in module.functions:
        if not is_kernel(function):
            continue
        said = ast.get_docstring(function) or ""
        where = f"{function.lineno}: the kernel {function.name}"
        if not said:
            yield f"{where} has no docstring"
            continue
        arrays = arrays_of(function)
        if arrays and not ARRAY_TYPE.search(said):
            yield f"{where} gives no dtype[shape]"
        for name in arrays:
            if not re.search(rf"\b{re.escape(name)}\b", said):
                yield f"{where} does not say what {name} is"


def one_decorator(module: Module) -> Iterator[str]:
    if module.is_one_of(DECORATOR_MODULE):
        return
    for name, line in module.imports:
        if name.startswith("numba.") and name.split(".")[-1] in KERNEL_DECORATORS:
            yield f"{line}: {name} is imported; use the decorator of {DECORATOR_MODULE}"
    for function in module.functions:
        decorators = {called_name(each) for each in function.decorator_list}
        if decorators & (KERNEL_DECORATORS - OWN_DECORATORS):
            yield f"{function.lineno}: {function.name} has hand-written flags"


# The folder of compiled kernels is named by a digest of these files; a change in another file
# would go unnoticed.
KERNELS_MAY_IMPORT = re.compile(
    r"(compiled\.(kernel_cache|\w*intrinsics)|\w+(\.\w+)?\._\w+_kernels)"
)


@cache
def homes(package: str) -> dict[str, str]:
    """Name -> module of what a package of the engine shows. Example: "utf8_of" -> "text.utf8"."""
    interface = PROJECT / "engine" / package / "__init__.py"
    shown = home_modules(interface) if interface.exists() else {}
    return {name: module.removeprefix("engine.") for name, module in shown.items()}


def kernels_stay_private(module: Module) -> Iterator[str]:
    """A kernel file calls nothing but kernels: the cache misses changes in any other file."""
    if not module.path.stem.endswith("_kernels"):
        return
    for name, line in module.imports:
        top, _, rest = name.partition(".")
        package, _, shown = rest.partition(".")
        home = homes(package).get(shown, rest.rpartition(".")[0])
        if top == "engine" and not KERNELS_MAY_IMPORT.fullmatch(home):
            yield f"{line}: a kernel file imports {name}"


def narrow_counts(module: Module) -> Iterator[str]:
    for line, text in enumerate(module.text.splitlines(), 1):
        if NARROW_COUNT.search(text):
            yield f"{line}: int32 overflows: {text.strip()}"


def quadratic_lists(module: Module) -> Iterator[str]:
    """Lists that are filled or emptied from the front move everything each time."""
    if not module.is_in("engine"):
        return
    for call in module.calls:
        at_front = call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
        if called_name(call) in {"insert", "pop"} and at_front:
            yield f"{call.lineno}: {called_name(call)}(0 moves the whole list"
