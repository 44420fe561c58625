"""Members of the zip archives we write and read: reproducible bytes out, bounded memory in."""

from __future__ import annotations

import zipfile

from engine.machine.sentences import say

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first date that zip knows. The clock's date would make equal tokenizers unequal files, and a
machine whose clock stands before it could write none."""


def add_member(archive: zipfile.ZipFile, name: str, content: bytes | str) -> None:
    """Write a compressed member that bears no date."""
    member = zipfile.ZipInfo(name, _EPOCH)
    member.compress_type = archive.compression
    member.external_attr = 0o644 << 16
    archive.writestr(member, content, compresslevel=archive.compresslevel)


def read_member(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    """The content of a member; KeyError if there is none, ValueError above `most_bytes`."""
    member = archive.getinfo(name)
    if member.file_size > most_bytes:
        raise ValueError(
            say("archive_member_too_large", name=name, size=member.file_size, most=most_bytes)
        )
    return archive.read(member)
