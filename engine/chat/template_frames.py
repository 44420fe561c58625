"""Messages between the process that runs templates and the one that asks: a length, then JSON.

Never pickled: what runs templates of strangers is not believed.
"""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTH = struct.Struct(">Q")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
MOST_BYTES = 1 << 30


class FrameError(Exception):
    """What arrives is no message; `str(error)` says what."""


def write_frame(stream: IO[bytes], message: Any) -> None:
    """Write one message and flush."""
    data = _ENCODER.encode(message).encode("utf-8", "surrogatepass")
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any | None:
    """Read one message; None where the other end is gone. Raises FrameError."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    if size > MOST_BYTES:
        raise FrameError(f"a message of {size:,} bytes")
    data = stream.read(size)
    if len(data) < size:
        return None
    try:
        return json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise FrameError(str(error)) from None
