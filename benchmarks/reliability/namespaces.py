"""A namespace of this user in which small and read-only file systems can be mounted.

`unshare -rm` makes one without rights of root where the system allows it. The functions here run in
the nursery that was started in it, and their mounts last as long as that does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

PREFIX = ("unshare", "-rm")
_ROOM = 1 << 28
_HERE = "benchmarks.reliability.namespaces"
MOUNT_HOME, GIVE_ROOM, MAKE_READ_ONLY, UNMOUNT = (
    f"{_HERE}:mount_home", f"{_HERE}:give_room", f"{_HERE}:make_read_only", f"{_HERE}:unmount",
)  # fmt: skip


@cache
def can_mount() -> bool:
    """Whether a small file system can be mounted in a namespace of its own."""
    if shutil.which("unshare") is None:
        return False
    attempt = [
        *PREFIX,
        "mount",
        "-t",
        "tmpfs",
        "-o",
        "size=64k",
        "none",
        os.devnull.rpartition("/")[0],
    ]
    return subprocess.run(attempt, capture_output=True, check=False).returncode == 0


def mount_home(folder: str, template: str, free: int) -> int:
    """Mount a file system on `folder`, copy a home to it and leave `free` bytes; its size."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={_ROOM}", "none", folder)
    shutil.copytree(template, place / "home")
    (place / "out").mkdir()
    facts = os.statvfs(folder)
    used = (facts.f_blocks - facts.f_bfree) * facts.f_frsize
    size = used + max(facts.f_frsize, free // facts.f_frsize * facts.f_frsize)
    _mount("-o", f"remount,size={size}", folder)
    return size


def give_room(folder: str) -> bool:
    """End the shortage of a mounted file system."""
    _mount("-o", f"remount,size={_ROOM}", folder)
    return True


def make_read_only(folder: str) -> bool:
    """Mount `folder` read-only; returns True."""
    _mount("--bind", folder, folder)
    _mount("-o", "remount,ro,bind", folder)
    return True


def unmount(folder: str) -> bool:
    """End a mount, also one that is still used."""
    subprocess.run(["umount", "-l", folder], check=True)
    return True


def _mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)
