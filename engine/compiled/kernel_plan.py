"""Which kernels exist, for which types of arguments, and how long each takes to compile.

resources/kernel_types.json says it, so that kernels can be compiled ahead of use and side by side
in several processes, without data to call them with. `python -m tests.engine.write_kernel_types`
writes it; a test compares it with what real work asks for.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

ENCODING, TRAINING, OTHER = "encoding", "training", "other"
GROUPS = (ENCODING, TRAINING, OTHER)
"""First use of kernels: to load a tokenizer and encode; to train; anything else."""

_IN_ORDER = (TRAINING, ENCODING, OTHER)
_CUTTING = {
    f"_{module}_kernels"
    for module in ("cache", "counting", "encoding", "lane", "level", "merging", "scanning")
}
_READ_ONLY = "readonly "


@dataclass(frozen=True, slots=True)
class PlannedKernel:
    """One kernel. name: "_text_kernels.find_lines"; seconds: processor time to compile it.

    types: see `type_of`, one for each argument.
    """

    name: str
    group: str
    seconds: float
    types: tuple[Any, ...]

    @property
    def cuts_or_encodes(self) -> bool:
        """Whether it takes in the parts that cut text, look pre-tokens up, or merge bytes."""
        return self.name.partition(".")[0] in _CUTTING

    def argument_types(self) -> tuple[Any, ...]:
        """Numba's types of the arguments."""
        return tuple(type_of(kind) for kind in self.types)


@cache
def planned_kernels() -> tuple[PlannedKernel, ...]:
    """All kernels that Python calls, those that take longest first."""
    text = files("resources").joinpath("kernel_types.json").read_text(encoding="utf-8")
    planned = (
        PlannedKernel(name, group, facts["seconds"], tuple(facts["types"]))
        for group, kernels in json.loads(text).items()
        for name, facts in kernels.items()
    )
    return tuple(sorted(planned, key=lambda each: -each.seconds))


def planned_of(groups: Collection[str], *, cutting_first: bool = True) -> list[PlannedKernel]:
    """The kernels of some groups, in the order for one of two processes that compile them.

    Training comes first, as the window trains at its first start. One begins with the kernels that
    share parts, the other with those that do not, each with those that take longest; a process that
    is done takes from the end of the other's.
    """
    chosen = [each for each in planned_kernels() if each.group in groups]
    chosen.sort(key=lambda each: _IN_ORDER.index(each.group))
    first = [each for each in chosen if each.cuts_or_encodes == cutting_first]
    second = [each for each in chosen if each.cuts_or_encodes != cutting_first]
    return first + second[::-1]


@cache
def group_of(name: str) -> str:
    """The group of a kernel; OTHER for one that is not planned."""
    return next((planned.group for planned in planned_kernels() if planned.name == name), OTHER)


def type_of(text: Any) -> Any:
    """The Numba type that `text_of` wrote."""
    from numba import types

    if isinstance(text, list):
        module, _, name = text[0].rpartition(".")
        tuple_type: Any = types.BaseTuple.from_types
        return tuple_type(
            [type_of(item) for item in text[1:]], getattr(import_module(module), name)
        )
    kind, _, dimensions = text.removeprefix(_READ_ONLY).partition("[")
    scalar = types.boolean if kind == "bool" else getattr(types, kind)
    if not dimensions:
        return scalar
    is_read_only = text.startswith(_READ_ONLY)
    return types.Array(scalar, int(dimensions.removesuffix("d]")), "C", readonly=is_read_only)


def text_of(kind: Any) -> Any:
    """A Numba type as JSON: "int64", "uint8[1d]", or a list of a NamedTuple's class and fields.

    Raises ValueError for a type that no kernel should be called with.
    """
    from numba import types

    if hasattr(kind, "instance_class"):
        owner = kind.instance_class
        return [f"{owner.__module__}.{owner.__qualname__}", *(text_of(item) for item in kind.types)]
    if isinstance(kind, types.Array) and kind.layout == "C" and kind.aligned:
        return f"{'' if kind.mutable else _READ_ONLY}{kind.dtype.name}[{kind.ndim}d]"
    if isinstance(kind, (types.Integer, types.Float, types.Boolean)):
        return str(kind.name)
    raise ValueError(f"A kernel is called with {kind}: make it a contiguous array, or a number.")
