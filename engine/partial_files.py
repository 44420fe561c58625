"""What is written beside its place until it is whole, and what a killed process left of that.

.NAME.8-HEX-DIGITS.part      a file or a folder, moved to NAME once everything is on the disk
"""

from __future__ import annotations

import re
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

_ABANDONED_SECONDS = 3600


def partial_path(target: Path) -> Path:
    """A new name beside `target` to write to, and then to move there.

    Earlier ones of the same target not written to for an hour are removed: their
    process was killed.
    """
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}\.part")
    limit = time.time() - _ABANDONED_SECONDS
    with suppress(OSError):
        for path in target.parent.iterdir():
            if name.fullmatch(path.name) and _last_written(path) < limit:
                _remove(path)
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


def _last_written(path: Path) -> float:
    """When a file, or anything in a folder, was last written."""
    return max(each.stat().st_mtime for each in (path, *path.rglob("*")))


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()
