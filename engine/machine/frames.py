"""What goes between us and a process of our own: a JSON document and raw bytes.

A frame is a length (four bytes, little-endian), that many bytes of JSON, and the blobs whose sizes
the JSON names. Nothing is pickled, so what comes back from a process that a damaged file has
upset can be wrong, but can do nothing.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

_LENGTH = struct.Struct("<I")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
MOST_BYTES = 1 << 32
_MOST_JSON = 1 << 30


class FrameError(Exception):
    """What arrives is no frame; `str(error)` says why."""


class Frame(NamedTuple):
    """document: what is asked or answered; blobs: bytes that belong to it."""

    document: dict[str, Any]
    blobs: tuple[bytes, ...] = ()


def write_frame(stream: IO[bytes], document: dict[str, Any], blobs: Sequence[bytes] = ()) -> None:
    """Write one frame and flush. Raises OSError if the other end is closed."""
    document = document | {"sizes": [len(blob) for blob in blobs]}
    written = _ENCODER.encode(document).encode("utf-8", "surrogatepass")
    stream.write(_LENGTH.pack(len(written)) + written)
    stream.writelines(blobs)
    stream.flush()


def read_frame(stream: IO[bytes], most_bytes: int = MOST_BYTES) -> Frame | None:
    """The next frame; None at the end of the stream, also in a frame.

    Raises FrameError for what is no frame, and for one of more than `most_bytes`.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    if size > min(_MOST_JSON, most_bytes):
        raise FrameError(f"a document of {size:,} bytes")
    written = stream.read(size)
    if len(written) < size:
        return None
    try:
        document = json.loads(written.decode("utf-8", "surrogatepass"))
        sizes = [int(each) for each in document.pop("sizes")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise FrameError(str(error)) from None
    if min(sizes, default=0) < 0 or size + sum(sizes) > most_bytes:
        raise FrameError(f"blobs of {sizes} bytes")
    blobs = tuple(stream.read(each) for each in sizes)
    whole = all(len(blob) == each for blob, each in zip(blobs, sizes, strict=True))
    return Frame(document, blobs) if whole else None
