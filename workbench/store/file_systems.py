"""On what kind of file system a path lies; SQLite's write-ahead log needs a local one."""

from __future__ import annotations

import re
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")

NETWORK_KINDS = frozenset(
    (
        "9p",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "fuse.ceph",
        "fuse.cephfs",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.s3fs",
        "fuse.sshfs",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "ocfs2",
        "smb3",
        "smbfs",
        "virtiofs",
    )
)


def file_system_kind(path: Path, *, mounts: Path = _MOUNTS) -> str | None:
    """The kind, e.g. "ext4" or "nfs4", of the file system that holds `path`; None where unknown.

    mounts: the kernel's list of mounts; only Linux has one.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
        place = path.resolve()
    except OSError:
        return None
    best_length, kind = -1, None
    for line in lines:
        fields, _, rest = line.partition(" - ")
        columns = fields.split(" ")
        if len(columns) < 5 or not rest:
            continue
        mount_point = Path(_unescaped(columns[4]))
        # A later mount on the same point hides the earlier one, so equal lengths replace.
        if place.is_relative_to(mount_point) and len(mount_point.parts) >= best_length:
            best_length, kind = len(mount_point.parts), rest.split(" ")[0]
    return kind


def is_network(kind: str | None) -> bool:
    return kind in NETWORK_KINDS


def is_known_local(kind: str | None) -> bool:
    return kind is not None and kind not in NETWORK_KINDS and not kind.startswith("fuse")


def _unescaped(text: str) -> str:
    r"""Undo the octal escapes of the list of mounts: "/a\040b" -> "/a b"."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match.group(1), 8)), text)
