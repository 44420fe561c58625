"""Words that several threads write: nothing is lost, and one of them has each. Words by address."""

from __future__ import annotations

import platform
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from engine.compiled import (
    add_to,
    claim_word,
    prefetch,
    publish_word,
    put_word,
    seen_word,
    wait_a_moment,
    word_at,
)

N_WORDS = 1 << 16


@numba.njit(nogil=True)
def claim_all(words, other, numbers, mark):
    """Claim what is free and publish it; returns how many, and how many seen were not whole."""
    n_claimed = n_torn = 0
    for at in range(np.uint64(words.shape[0])):
        if claim_word(words, at, np.uint64(1)):
            other[at] = mark
            publish_word(words, at, mark)
            add_to(numbers, 0, 3)
            n_claimed += 1
        seen = seen_word(words, at)
        n_torn += seen > 1 and other[at] != seen
    return n_claimed, n_torn


def test_each_word_is_claimed_by_one_thread():
    words, other = np.zeros(N_WORDS, np.uint64), np.zeros(N_WORDS, np.uint64)
    numbers = np.zeros(1, np.int64)
    claim_all(words[:1], other[:1], numbers, np.uint64(7))
    assert (words[0], other[0], numbers[0]) == (7, 7, 3)
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(
            pool.map(lambda mark: claim_all(words, other, numbers, np.uint64(mark)), range(2, 6))
        )
    assert sum(n for n, _ in outcomes) == N_WORDS - 1
    assert [torn for _, torn in outcomes] == [0] * 4
    assert (words == other).all()
    assert words.min() > 1
    assert numbers[0] == 3 * N_WORDS


@numba.njit(nogil=True)
def answer(words):
    """Wait for a 1 in the first word, and answer in the second."""
    while seen_word(words, np.uint64(0)) != 1:
        wait_a_moment()
    publish_word(words, np.uint64(1), np.uint64(2))


def test_a_thread_waits_for_the_word_of_another():
    words = np.array([1, 0], np.uint64)
    answer(words)
    words[:] = 0
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(answer, words)
        words[0] = 1
        waiting.result()
    assert words.tolist() == [1, 2]
    (code,) = answer.inspect_asm().values()
    if platform.machine().lower() in ("x86_64", "amd64"):
        assert "pause" in code


@numba.njit
def raise_word(address, by):
    """Add to the word at an address; returns what was there."""
    before = word_at(address)
    put_word(address, before + by)
    return before


def test_words_are_read_and_written_by_their_address():
    words = np.array([5, 7, 9], np.uint64)
    address = np.uint64(words.ctypes.data + 8)
    assert raise_word(address, np.uint64(1 << 40)) == 7
    assert words.tolist() == [5, 7 + (1 << 40), 9]


@numba.njit
def ask_for(words, at):
    prefetch(words, at)


def test_a_cache_line_beyond_the_end_is_asked_for_and_not_read():
    words = np.zeros(4, np.uint64)
    for at in (0, 4, 1 << 40):
        ask_for(words, at)
    (code,) = ask_for.inspect_llvm().values()
    read_keep_everywhere_data = "i32 0, i32 3, i32 1)"
    assert [line for line in code.splitlines() if read_keep_everywhere_data in line]
    assert "@llvm.prefetch.p0" in code
