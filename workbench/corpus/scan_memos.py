"""ScanMemos: what files hold, remembered from start to start by size and times.

    CACHE/scans/NAME.json    state of the file, the facts, and a check of both

NAME depends on the file's path and on how it was read. A memo that is damaged, or of a file that
changed since, counts as none.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.corpus import RemotePath, SourcePath, content_state, is_settled
from engine.machine import remove_abandoned, write_whole
from workbench.store.places import FolderError, cache_folder

FOLDER = "scans"
MOST_MEMOS = 10_000
"""If there are more, the oldest go until half of this is left."""


class ScanMemos:
    """Memos in one folder, by default in the user's cache; failures of the disk are ignored."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def find(self, path: SourcePath, key: str) -> dict[str, Any] | None:
        """The facts kept for a file as it is now; None without a memo of this state.

        key: how the file was read. Asks the file system for size and times (for an address: its
        server) and does not open the file.
        """
        state = content_state(path)
        if not state or (memo := self._memo(path, key)) is None:
            return None
        try:
            kept = json.loads(memo.read_bytes())
            is_same = kept["state"] == state.decode() and kept["check"] == _check(kept)
            return dict(kept["facts"]) if is_same else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, path: SourcePath, key: str, state: bytes, facts: dict[str, Any]) -> None:
        """Keep facts. state: `content_state` from before the file was read.

        Nothing is kept of a file that changed meanwhile or so recently that another change might
        not show in its times.
        """
        if not state or content_state(path) != state or not is_settled(path):
            return
        memo = self._memo(path, key)
        if memo is None:
            return
        kept: dict[str, Any] = {"state": state.decode(), "facts": facts}
        with suppress(OSError):
            memo.parent.mkdir(parents=True, exist_ok=True)
            content = json.dumps(kept | {"check": _check(kept)})
            write_whole(memo, content.encode(), durable=False, private=True)

    def forget_oldest(self) -> None:
        """Remove the oldest memos if there are too many, and files left unfinished."""
        folder = self._place()
        if folder is None or not folder.is_dir():
            return
        remove_abandoned(folder)
        memos = list(folder.glob("*.json"))
        if len(memos) > MOST_MEMOS:
            memos.sort(key=_written)
            for memo in memos[: len(memos) - MOST_MEMOS // 2]:
                memo.unlink(missing_ok=True)

    def _memo(self, path: SourcePath, key: str) -> Path | None:
        folder = self._place()
        where = path.url if isinstance(path, RemotePath) else str(path.absolute())
        name = hashlib.sha256(f"{where}\0{key}".encode("utf-8", "surrogatepass")).hexdigest()
        return None if folder is None else folder / f"{name[:40]}.json"

    def _place(self) -> Path | None:
        if self._folder is None:
            with suppress(FolderError):
                self._folder = cache_folder() / FOLDER
        return self._folder


def _check(kept: dict[str, Any]) -> str:
    content = json.dumps([kept["state"], kept["facts"]], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _written(memo: Path) -> float:
    try:
        return memo.stat().st_mtime
    except OSError:
        return 0.0
