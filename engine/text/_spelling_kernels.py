"""The kernel that spells code points as UTF-8.

In a module of its own: encoding texts loads it, and none of the others.

Slow reference: `str.encode`, in tests/engine/text/test_utf8.py.
"""

from __future__ import annotations

from engine.compiled import BLOCK_BYTES, POINTS, kernel, narrow_points, put_points


@kernel
def spell_points(points, n_points, data):
    """Write code points as UTF-8; returns the number of bytes, -1 where a surrogate is.

    points  uint32[n_points + 15]    zeros are written behind the first n_points
    data    uint8[4 * n_points + 64] filled
    """
    n = at = 0
    while at + BLOCK_BYTES <= n_points:
        if narrow_points(points, at, data, n):
            n += BLOCK_BYTES
            at += BLOCK_BYTES
            continue
        for _ in range(BLOCK_BYTES // POINTS):
            size = put_points(points, at, data, n)
            if size < 0:
                return -1
            n += size
            at += POINTS
    points[n_points : n_points + POINTS - 1] = 0
    while at < n_points:
        size = put_points(points, at, data, n)
        if size < 0:
            return -1
        n += size
        at += POINTS
    return n - (at - n_points)
