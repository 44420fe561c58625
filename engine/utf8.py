"""Questions to UTF-8 text that is held as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.unicode_sets import white_space


def first_invalid_byte(data: bytes) -> int | None:
    """Offset of the first byte that is not part of valid UTF-8; None where all is well."""
    at = int(_run("first_invalid", np.frombuffer(data, np.uint8)))
    return None if at < 0 else at


def first_characters(data: bytes, n_characters: int) -> bytes:
    """The first code points of a text. Example: "né!" and 2 -> the three bytes of "né"."""
    if len(data) <= n_characters:
        return data
    view = np.frombuffer(data, np.uint8)
    return data[: int(_run("offset_of_character", view, n_characters))]


def without_cut_character(data: bytes) -> bytes:
    """`data` without the first bytes of a character at its end that was cut. b"a\\xc3" -> b"a"."""
    for length in (1, 2, 3):
        lead = data[-length] if len(data) >= length else 0
        if lead >= 0xC0:
            needed = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            return data[:-length] if length < needed else data
        if lead < 0x80:
            return data
    return data


def count_characters(data: bytes) -> int:
    """Code points of a text."""
    return count_characters_and_words(data)[0]


def count_characters_and_words(data: bytes) -> tuple[int, int]:
    """Code points, and words: stretches between white space (`\\s`)."""
    view = np.frombuffer(data, np.uint8)
    characters, words = _run("count_characters_and_words", view, white_space())
    return int(characters), int(words)


def utf8_of(text: str) -> bytes:
    """The UTF-8 form of a string; a lone surrogate becomes U+FFFD, as in tiktoken."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return without_lone_surrogates(text).encode()


def without_lone_surrogates(text: str) -> str:
    """`text` with surrogate pairs joined and each lone surrogate replaced by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _run(name: str, *arguments: Any) -> Any:
    """Call a kernel. Numba is loaded here and not before, so that a window can show first."""
    from engine import _text_kernels
    from engine.kernel_cache import run_kernel

    return run_kernel(getattr(_text_kernels, name), *arguments)
