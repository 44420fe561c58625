"""Writing pickles by hand: programs for pickle's stack machine that build plain data.

The instructions are those of protocol 2 (PEP 307), and of protocol 3 where there are bytes (the
module pickletools of Python lists them); every Python 3 reads both. Nothing here can read one.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

EMPTY_TUPLE, NEW_OBJECT, BUILD, CALL, FALSE, PERSISTENT = b")", b"\x81", b"b", b"R", b"\x89", b"Q"
"""(), class and arguments to an object, its state, a call, False, a tuple to what the reader has
elsewhere."""

_PROTOCOL, _STOP = b"\x80", b"."
_MARK, _TUPLE, _EMPTY_DICT, _SET_ITEMS = b"(", b"t", b"}", b"u"
_GLOBAL, _TEXT, _BYTES, _INTEGER = b"c", b"X", b"B", b"J"

Plain = str | bytes | int | Mapping[str, Any] | Mapping[bytes, int]


def program(instructions: bytes, protocol: int = 3) -> bytes:
    """A whole pickle; the instructions leave one thing on the stack."""
    return _PROTOCOL + bytes([protocol]) + instructions + _STOP


def named(module: str, name: str) -> bytes:
    """What the reader imports under that name."""
    return _GLOBAL + f"{module}\n{name}\n".encode("ascii")


def tuple_of(*items: bytes) -> bytes:
    """A tuple of what each of the instructions makes."""
    return _MARK + b"".join(items) + _TUPLE


def plain(value: Plain) -> bytes:
    """Text, bytes, a whole number below 2**31, or a dictionary of these."""
    if isinstance(value, str):
        data = value.encode()
        return _TEXT + struct.pack("<I", len(data)) + data
    if isinstance(value, bytes):
        return _BYTES + struct.pack("<I", len(value)) + value
    if isinstance(value, int):
        return _INTEGER + struct.pack("<i", value)
    items = b"".join(plain(key) + plain(each) for key, each in value.items())
    return _EMPTY_DICT + _MARK + items + _SET_ITEMS
