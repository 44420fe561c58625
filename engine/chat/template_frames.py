"""Messages between the process that runs templates and the one that asks: JSON and a text.

Two lengths come first. The text is a long one out of the JSON, which would cost most of the time
there. Never pickled: what runs templates of strangers is not believed.
"""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTHS = struct.Struct(">QQ")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
MOST_BYTES = 1 << 30


class FrameError(Exception):
    """What arrives is no message; `str(error)` says what."""


def write_frame(stream: IO[bytes], message: Any, text: str = "") -> None:
    """Write one message and flush. text: where the message is a dict, its "text"."""
    data = _ENCODER.encode(message).encode("utf-8", "surrogatepass")
    raw = text.encode("utf-8", "surrogatepass")
    stream.write(b"".join((_LENGTHS.pack(len(data), len(raw)), data, raw)))
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any | None:
    """Read one message; None where the other end is gone. Raises FrameError."""
    head = stream.read(_LENGTHS.size)
    if len(head) < _LENGTHS.size:
        return None
    size, more = _LENGTHS.unpack(head)
    if size + more > MOST_BYTES:
        raise FrameError(f"a message of {size + more:,} bytes")
    data = stream.read(size + more)
    if len(data) < size + more:
        return None
    try:
        message = json.loads(data[:size].decode("utf-8", "surrogatepass"))
        if more:
            message["text"] = data[size:].decode("utf-8", "surrogatepass")
    except (ValueError, TypeError, RecursionError) as error:
        raise FrameError(str(error)) from None
    return message
