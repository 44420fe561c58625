"""Kernel of decoding: ids to bytes.

Proven by tests/engine/test_encoding.py: any bytes, encoded and decoded, are the same.
"""

from __future__ import annotations

from engine.compiled import kernel


@kernel
def join_tokens(ids, starts, data, out):
    """Copy the bytes of tokens one after another.

    ids     int64[n]
    starts  int64[vocab_size + 1]    token i is data[starts[i]:starts[i + 1]]
    data    uint8[size]
    out     uint8[bytes]             filled here, just long enough
    """
    at = 0
    for i in range(ids.shape[0]):
        for j in range(starts[ids[i]], starts[ids[i] + 1]):
            out[at] = data[j]
            at += 1
