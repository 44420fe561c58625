"""What goes between us and a library in a process of its own: a JSON document and raw bytes.

A frame is a length (four bytes, little-endian), that many bytes of JSON, and the blobs whose sizes
the JSON names. Nothing is pickled, so what comes back from a process that a damaged file has
upset can be wrong, but can do nothing.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

_LENGTH = struct.Struct("<I")
_MOST_JSON = 1 << 28
_MOST_BLOB = 1 << 32


class Frame(NamedTuple):
    """document: what is asked or answered; blobs: bytes that belong to it."""

    document: dict[str, Any]
    blobs: tuple[bytes, ...] = ()


def write_frame(stream: BinaryIO, document: dict[str, Any], blobs: Sequence[bytes] = ()) -> None:
    """Write one frame and flush. Raises OSError if the other end is closed."""
    written = json.dumps(document | {"sizes": [len(blob) for blob in blobs]}).encode()
    stream.write(_LENGTH.pack(len(written)) + written)
    stream.writelines(blobs)
    stream.flush()


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next frame, None at the end of the stream. Raises ValueError for what is no frame."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    if size > _MOST_JSON:
        raise ValueError("the answer is no frame")
    document = json.loads(_exactly(stream, size))
    sizes = document.pop("sizes")
    if any(not 0 <= each <= _MOST_BLOB for each in sizes):
        raise ValueError("the answer is no frame")
    return Frame(document, tuple(_exactly(stream, each) for each in sizes))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError("the answer ends early")
    return data
