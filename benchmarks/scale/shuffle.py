"""Tasks hand their rows to partitions: how even those are, and what each task sends.

Keys are synthetic: a task draws words from the law of Zipf and Mandelbrot with the exponent 1 / b,
so that distinct keys grow with b as those of text do, and each key is spelled in letters, frequent
ones short. `partition_numbers` is what counting uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.compiled import Int64s, UInt8s
from engine.counting import partition_numbers

_ROW_BYTES = 24
"""Beside the letters of a key: its end, count and first position, 8 bytes each."""
_LARGEST = 1 << 50
_HEAD = 1000
"""Ranks that the law bends at: without, a few words would be nearly all of the text."""
_JOINED = 50


def simulate_shuffle(
    tasks: int, draws: int, partitions: Sequence[int], exponent: float, seed: int
) -> dict[str, Any]:
    """Every task counts `draws` words and sends one row for each distinct one."""
    random = np.random.default_rng(seed)
    received = {n: np.zeros(n, np.int64) for n in partitions}
    received_bytes = {n: np.zeros(n, np.int64) for n in partitions}
    sent, sent_bytes = np.zeros(tasks, np.int64), np.zeros(tasks, np.int64)
    seen, waiting = np.zeros(0, np.int64), []
    for task in range(tasks):
        keys = np.unique(zipf_keys(draws, exponent, random))
        data, starts = spelled(keys)
        sizes = np.diff(starts) + _ROW_BYTES
        sent[task], sent_bytes[task] = len(keys), sizes.sum()
        for n in partitions:
            numbers = partition_numbers(data, starts, n)
            received[n] += np.bincount(numbers, minlength=n)
            received_bytes[n] += np.bincount(numbers, sizes, n).astype(np.int64)
        waiting.append(keys)
        if len(waiting) == _JOINED or task == tasks - 1:
            seen, waiting = np.unique(np.concatenate([seen, *waiting])), []
    return {
        "tasks": tasks,
        "draws": draws,
        "exponent": exponent,
        "sent_rows": int(sent.sum()),
        "sent_bytes": int(sent_bytes.sum()),
        "mean_task_bytes": int(sent_bytes.mean()),
        "most_task_bytes": int(sent_bytes.max()),
        "distinct": len(seen),
        "partitions": [
            _evenness(n, received[n], received_bytes[n], seen, tasks) for n in partitions
        ],
    }


def zipf_keys(n: int, exponent: float, random: np.random.Generator) -> Int64s:
    """int64[n]: ranks from 1 on, rank k with a chance of about (k + _HEAD)^(-1 / exponent)."""
    ranks = ((1 - random.random(n)) ** (-exponent / (1 - exponent)) - 1) * _HEAD + 1
    keys: Int64s = np.minimum(ranks, _LARGEST).astype(np.int64)
    return keys


def spelled(keys: Int64s) -> tuple[UInt8s, Int64s]:
    """Keys from 1 on as letters, back to back, with their bounds int64[n + 1]."""
    digits, left = [], keys.copy()
    while left.any():
        digits.append(np.where(left > 0, left % 26 + 97, 0))
        left //= 26
    letters = np.stack(digits, 1).astype(np.uint8)
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum((letters > 0).sum(1))))
    return letters[letters > 0], starts


def _evenness(
    n: int, received: Int64s, received_bytes: Int64s, seen: Int64s, tasks: int
) -> dict[str, Any]:
    own = np.bincount(partition_numbers(*spelled(seen), n), minlength=n)
    return {
        "partitions": n,
        "rows": int(received.sum()),
        "bytes": int(received_bytes.sum()),
        "largest_to_mean": float(received.max() / received.mean()),
        "smallest_to_mean": float(received.min() / received.mean()),
        "largest_bytes_to_mean": float(received_bytes.max() / received_bytes.mean()),
        "distinct": int(own.sum()),
        "largest_distinct_to_mean": float(own.max() / own.mean()),
        "chance_largest_to_mean": 1 + 3.2 / float(np.sqrt(own.mean())),
        "pieces": n * tasks,
        "mean_piece_bytes": float(received_bytes.sum() / (n * tasks)),
    }
