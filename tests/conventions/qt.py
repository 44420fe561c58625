"""Signals, slots, threads, and where colours and measures may stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.conventions.source import Module, called_name, dotted_name

FORBIDDEN = {
    "processEvents": "runs events in the middle of something else",
    "blockSignals": "hides a feedback loop",
    "QSignalBlocker": "hides a feedback loop",
}
PAST = re.compile(r"(?:ed|_requested)$")
IRREGULAR = {"begun", "chosen", "done", "drawn", "found", "hidden", "left", "lost", "made", "sent",
             "shown", "taken", "woken", "written"}  # fmt: skip
BECAME = "became_"
ANYTHING = re.compile(r"\b(?:Any|object)\b")
SIGNALS = "workbench/signals.py"

THREAD_MODULES = {"threading", "concurrent", "multiprocessing", "_thread", "asyncio"}
THREAD_CLASSES = {"QThread", "QThreadPool", "QRunnable"}
JOBS = "workbench/work/jobs.py"
# The engine guards what several threads may call, and starts one in these modules alone.
PASSIVE = {"Event", "Lock", "RLock", "Semaphore", "local"}
ENGINE_THREADS = frozenset({"engine/compiled/kernel_children.py", "engine/machine/work.py"})

THEME = "workbench/ui/theme"
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|\b\d+(?:\.\d+)?p[xt]\b")
MEASURES = re.compile(
    r"set(?:Fixed|Minimum|Maximum)(?:Size|Width|Height)|setContentsMargins|setSpacing"
    r"|set(?:Horizontal|Vertical)Spacing|setPointSizeF?|setPixelSize|setIconSize"
    r"|addSpacing|setTextMargins|font|mono_font|interface_font"
)


def signal_types(module: Module) -> Iterator[str]:
    """`Signal(int)` cuts at 32 bits, `Signal(dict)` and `Signal(list)` copy or lose.

    So the annotation names what an object is; one that may be anything has a comment.
    """
    lines = module.text.split("\n")
    for node, value, annotation in _signals(module):
        arguments = [dotted_name(argument) for argument in value.args]
        if arguments not in ([], ["object"]):
            yield f"{node.lineno}: a signal carries nothing or one object: {arguments}"
        elif arguments and not annotation.startswith("Signal["):
            yield f"{node.lineno}: write what it carries: `name: Signal[Type] = Signal(object)`"
        elif ANYTHING.search(annotation) and "  # " not in lines[node.lineno - 1]:
            yield f"{node.lineno}: a signal of {annotation} says in a comment why"
    if module.is_in("workbench") and not module.is_one_of(SIGNALS):
        for name, line in module.imports:
            if name == "PySide6.QtCore.Signal":
                yield f"{line}: the Signal with types comes from workbench.signals"


def _signals(module: Module) -> Iterator[tuple[ast.Assign | ast.AnnAssign, ast.Call, str]]:
    """Each declaration of a signal: the statement, the call and the annotation, "" for none."""
    for node in module.nodes:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        value = node.value
        if isinstance(value, ast.Call) and called_name(value) in {"Signal", "pyqtSignal"}:
            is_plain = isinstance(node, ast.Assign)
            yield node, value, "" if is_plain else ast.unparse(node.annotation)


def signal_names(module: Module) -> Iterator[str]:
    for node, _, _ in _signals(module):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            name = dotted_name(target)
            last = name.split("_")[-1]
            if name and not (PAST.search(name) or last in IRREGULAR or name.startswith(BECAME)):
                yield f"{node.lineno}: the signal {name} says neither `happened` nor `_requested`"


def lambda_slots(module: Module) -> Iterator[str]:
    for call in module.calls:
        if called_name(call) == "connect" and any(isinstance(a, ast.Lambda) for a in call.args):
            yield f"{call.lineno}: a lambda runs in whichever thread emits; connect a method"


def forbidden_calls(module: Module) -> Iterator[str]:
    for name, line in module.identifiers:
        if name in FORBIDDEN:
            yield f"{line}: {name} {FORBIDDEN[name]}"
    for name, line in module.imports:
        if name.split(".")[-1] in FORBIDDEN:
            yield f"{line}: {name} {FORBIDDEN[name.split('.')[-1]]}"
    for call in module.calls:
        first = call.args[0] if call.args else None
        at_once = isinstance(first, ast.Constant) and first.value == 0
        if called_name(call) == "singleShot" and at_once:
            yield f"{call.lineno}: singleShot(0 hides an order that should be explicit"
        if dotted_name(call.func) in {"time.sleep", "sleep", "QThread.sleep", "QThread.msleep"}:
            yield f"{call.lineno}: sleep stops everything"


def threads(module: Module) -> Iterator[str]:
    """Of the workbench only `jobs` starts threads, of the engine only what is named above."""
    if module.is_one_of(JOBS, *ENGINE_THREADS):
        return
    only_guards = module.is_in("engine") and _used_of(module, "threading") <= PASSIVE
    for name, line in module.imports:
        first, last = name.split(".")[0], name.split(".")[-1]
        if first == "threading" and only_guards:
            continue
        if first in THREAD_MODULES or last in THREAD_CLASSES:
            yield f"{line}: {name} belongs into {JOBS}"


def _used_of(module: Module, package: str) -> set[str]:
    """What a module takes from a package: `package.X` and `from package import X`."""
    names = [dotted_name(n) for n in module.nodes if isinstance(n, ast.Attribute)]
    names += [name for name, _ in module.imports]
    return {name.split(".")[1] for name in names if name.startswith(f"{package}.")}


def theme_only(module: Module) -> Iterator[str]:
    """Colours, pixels and fonts outside the theme."""
    if not module.is_in("workbench") or module.is_in(THEME):
        return
    for node in module.nodes:
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in module.docstrings and COLOUR.search(node.value):
            yield f"{node.lineno}: a colour or measure belongs into the theme: {node.value!r}"
    for call in module.calls:
        name = called_name(call)
        if name in {"QColor", "QFont"} and any(isinstance(a, ast.Constant) for a in call.args):
            yield f"{call.lineno}: {name} with a fixed value belongs into the theme"
        elif MEASURES.fullmatch(name) and any(_has_pixels(a) for a in call.args):
            yield f"{call.lineno}: {name} with a number of its own; the theme has the measures"


def _has_pixels(node: ast.AST) -> bool:
    """Whether an expression holds a number that is not a multiple of something with a name."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div | ast.FloorDiv):
        return isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float) and node.value > 1
    return any(_has_pixels(inner) for inner in ast.iter_child_nodes(node))
