"""Sizes, file names, docstrings and words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from statistics import median

from tests.conventions.kernels import is_kernel
from tests.conventions.source import Function, Module, called_name

MODULE_LINES = 600
MAIN_WINDOW_LINES = 250
FUNCTION_LINES = 50
KERNEL_LINES = 80
WIDGET_INIT_LINES = 40
MEDIAN_FUNCTION_LINES = 15
PARAMETERS = 7
KERNEL_PARAMETERS = 16

VAGUE_FILES = {"utils", "util", "helpers", "helper", "common", "misc", "core", "manager", "base"}
VAGUE_CLASS = re.compile(r"(Manager|Helper|Utils?|Handler|Controller|Processor)$")
# The field has one word for each of these: pattern, vocabulary, pair, pre-token count.
OTHER_WORDS = {"pat_str", "vocab_list", "bigram", "bigrams", "word_count", "word_counts"}
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def lines_of(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters_of(function: Function) -> list[str]:
    """The names a caller fills in: without self and cls."""
    given = function.args
    names = [argument.arg for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs]]
    names += [argument.arg for argument in (given.vararg, given.kwarg) if argument]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def module_length(module: Module) -> Iterator[str]:
    limit = MAIN_WINDOW_LINES if module.path.name == "main_window.py" else MODULE_LINES
    n_lines = module.text.count("\n")
    if n_lines > limit:
        yield f"1: {n_lines} lines, more than {limit}"


def function_length(module: Module) -> Iterator[str]:
    for function in module.functions:
        limit = KERNEL_LINES if is_kernel(function) else FUNCTION_LINES
        if function.name == "__init__" and module.is_in("workbench"):
            limit = WIDGET_INIT_LINES
        if lines_of(function) > limit:
            yield f"{function.lineno}: {function.name} has {lines_of(function)} lines, not {limit}"


def parameter_count(module: Module) -> Iterator[str]:
    for function in module.functions:
        limit = KERNEL_PARAMETERS if is_kernel(function) else PARAMETERS
        n = len(parameters_of(function))
        if n > limit:
            yield f"{function.lineno}: {function.name} takes {n} parameters, more than {limit}"


def median_function_length(package: list[Module]) -> float:
    lengths = [lines_of(function) for module in package for function in module.functions]
    return median(lengths) if lengths else 0


def vague_names(module: Module) -> Iterator[str]:
    for part in [*module.path.parts[:-1], module.path.stem]:
        if part.strip("_") in VAGUE_FILES:
            yield f"1: {part!r} does not say what is in it"
    for each in module.classes:
        if VAGUE_CLASS.search(each.name):
            yield f"{each.lineno}: the class name {each.name} does not say what it is"


def module_docstring(module: Module) -> Iterator[str]:
    if not ast.get_docstring(module.tree):
        yield "1: the module has no docstring"


def future_annotations(module: Module) -> Iterator[str]:
    imported = [name for name, _ in module.imports]
    if module.functions and "__future__.annotations" not in imported:
        yield "1: `from __future__ import annotations` is missing"


def other_words(module: Module) -> Iterator[str]:
    for name, line in module.identifiers:
        if name.lower().strip("_") in OTHER_WORDS:
            yield f"{line}: {name!r} is another word for something that has a name here"


def unfinished(module: Module) -> Iterator[str]:
    for line, text in enumerate(module.text.splitlines(), 1):
        if UNFINISHED.search(text):
            yield f"{line}: unfinished: {text.strip()}"
    for node in module.nodes:
        raised = called_name(node.exc) if isinstance(node, ast.Raise) and node.exc else ""
        if raised == "NotImplementedError":
            yield f"{node.lineno}: something is not implemented"
