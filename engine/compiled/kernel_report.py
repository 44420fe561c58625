"""Compiled and missing kernels by module: for `doctor`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from engine.compiled.kernel_cache import (
    import_kernels,
    is_compiled,
    kernel_cache_folder,
    registered_kernels,
)


@dataclass(frozen=True, slots=True)
class KernelGroup:
    """The kernels of one module. bytes: size of their files in the folder."""

    name: str
    kernels: int
    missing: tuple[str, ...]
    bytes: int

    @property
    def compiled(self) -> int:
        return self.kernels - len(self.missing)


def kernel_groups() -> list[KernelGroup]:
    """All kernels by module. Example: `_counting_kernels` is the group "counting"."""
    import_kernels()
    by_module: dict[str, list[Any]] = defaultdict(list)
    for kernel in registered_kernels():
        by_module[kernel.__module__.split(".")[-1]].append(kernel)
    return [
        KernelGroup(
            name=module.removeprefix("_").removesuffix("_kernels"),
            kernels=len(kernels),
            missing=tuple(one.__name__ for one in kernels if not is_compiled(one)),
            bytes=_bytes_of(module),
        )
        for module, kernels in sorted(by_module.items())
    ]


def _bytes_of(module: str) -> int:
    files = kernel_cache_folder().rglob(f"{module}.*")
    return sum(file.stat().st_size for file in files if file.is_file())
