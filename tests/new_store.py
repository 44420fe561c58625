"""New stores for tests of something else: copies of one empty store."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from workbench.store import RunStore


@cache
def _empty_store() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        RunStore.open(path).close()
        return path.read_bytes()


def new_store(path: Path, **options: Any) -> RunStore:
    """The store at `path`, made if there is none: migrating a new file takes 12 ms, a copy 2.

    options: of RunStore.open.
    """
    if not path.exists():
        path.write_bytes(_empty_store())
    return RunStore.open(path, **options)
