"""What the children of the nursery run: the command line, and a look at what is left in a home."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

_UNFINISHED = re.compile(r"\.(unfinished|partial|part|tmp|temp)$|^\.|unfinished|partial")


_INNER = {"cache", "runs-checkpoints"}
"""Folders whose files have checksums of their own and may be cut short: they are passed over."""


def command(*arguments: str) -> int:
    """The command line, as `python -m workbench` has it."""
    from workbench.__main__ import main

    return main(list(arguments))


def look(home: str, out: str | None = None) -> dict[str, Any]:
    """Everything about the store of a home and about the files in `out`.

    findings: of the store's check. broken: files that cannot be read, runs that cannot be loaded.
    runs: [name, status, semantic hash or None]. files: name -> sha256. unfinished: names.
    """
    from workbench.store import RunStore

    folder = Path(home)
    broken: list[str] = []
    runs: list[tuple[str, str, str | None]] = []
    findings: list[str] = []
    registered: list[str] = []
    store_file = folder / "runs.sqlite"
    if store_file.exists():
        with RunStore.open(store_file) as store:
            store.recognise_interrupted()
            findings = store.check()
            runs += [(r.name, r.status, _hash_of(store, r, broken)) for r in store.list_runs()]
            runs += [(r.name, "deleted", None) for r in store.list_runs(deleted=True)]
            for entry in store.registered():
                reference = f"{entry.name}@{entry.version}"
                registered.append(reference)
                _noted(broken, reference, lambda r=reference: store.registered_tokenizer(r))
    places = [folder] if out is None else [folder, Path(out)]
    found = [path for place in places for path in place.rglob("*") if path.is_file()]
    broken += broken_files([path for path in found if not _INNER & set(path.parts)])
    return {
        "findings": findings, "broken": broken, "runs": sorted(runs, key=str),
        "registered": sorted(registered),
        "files": files_of(Path(out)) if out else {},
        "unfinished": sorted({str(path) for path in found if _is_unfinished(path)}),
    }  # fmt: skip


def _hash_of(store: Any, run: Any, broken: list[str]) -> str | None:
    if run.status not in {"finished", "stopped"}:
        return None
    result = _noted(broken, run.name, lambda: store.tokenizer(run.run_id))
    return None if result is None else str(result.semantic_hash)


def _noted(broken: list[str], what: str, read: Any) -> Any:
    """What `read` returns; its error is noted as that of `what`."""
    try:
        return read()
    except Exception as error:  # noqa: BLE001  what is looked for
        broken.append(f"{what}: {type(error).__name__}: {str(error)[:200]}")
        return None


def files_of(folder: Path) -> dict[str, str]:
    """sha256 of every file below a folder, or of the file that it is, by its path from there."""
    if folder.is_file():
        return {folder.name: hashlib.sha256(folder.read_bytes()).hexdigest()}
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not _is_unfinished(path)
    }


def _is_unfinished(path: Path) -> bool:
    return any(_UNFINISHED.search(part) for part in path.parts[-2:])


def make_partial_files_old(folder: Path) -> None:
    """Date partial files back: young ones are kept, since another process may be writing them."""
    for path in folder.rglob("*"):
        if any(part.endswith((".unfinished", ".part")) for part in path.parts):
            os.utime(path, (0, 0))


def broken_files(paths: list[Path]) -> list[str]:
    """A sentence on every file that has its final name and cannot be read."""
    broken: list[str] = []
    for path in paths:
        if not _is_unfinished(path):
            _noted(broken, path.name, lambda p=path: _read(p))
    return broken


def _read(path: Path) -> None:
    """Read a file as what its name says. Raises whatever a damaged one raises."""
    import numpy as np

    from engine.encoding import Tokenizer

    match path.suffix:
        case ".twb":
            Tokenizer.load(path)
        case ".npy":
            np.load(path, allow_pickle=False)
        case ".json":
            json.loads(path.read_text("utf-8"))
        case ".jsonl":
            for line in path.read_text("utf-8").splitlines():
                json.loads(line)
