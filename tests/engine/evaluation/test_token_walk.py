"""Comparing tokens with a text eight bytes at a time finds every single byte that differs."""

from __future__ import annotations

import numpy as np
import pytest

from engine.compiled import padded
from engine.compiled.kernel_cache import run_kernel
from engine.evaluation import _evaluation_kernels as kernels

LENGTHS = [1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31]
TOKENS = [bytes((37 * i + 11 * j) % 251 for j in range(i)) for i in LENGTHS]


def walked(ids, text: bytes) -> tuple[bool, list[int]]:
    vocabulary = padded(b"".join(TOKENS))
    ends = np.cumsum(LENGTHS)
    starts, counts = np.empty(len(ids) + 1, np.int64), np.zeros(len(TOKENS), np.int64)
    found = np.zeros(2, np.int64)
    ids = np.array(ids, np.uint32)
    view, size = padded(text), len(text)
    run_kernel(kernels.walk_tokens, ids, vocabulary, ends, view, size, starts, counts, found)
    assert counts.tolist() == np.bincount(ids, minlength=len(TOKENS)).tolist()
    return bool(found[1]), starts.tolist()


@pytest.mark.parametrize("ids", [[10], [0], [6, 9, 10, 3], [10, 4, 7, 2], [3, 3, 10, 8, 0], []])
def test_tokens_are_the_text_only_if_every_byte_is(ids):
    text = b"".join(TOKENS[i] for i in ids)
    starts = [0, *np.cumsum([LENGTHS[i] for i in ids], dtype=int).tolist()]
    assert walked(ids, text) == (True, starts)
    for at in range(len(text)):
        changed = bytearray(text)
        changed[at] ^= 0x81
        assert walked(ids, bytes(changed)) == (False, starts)
    assert not walked(ids, text + b"!")[0]
    if ids:
        assert not walked(ids, text[:-1])[0]
