"""How large a pattern is once its counted repeats are written out, told from its text alone.

Regex engines write counted repeats out: `((a{300}){300}){300}` takes one of them gigabytes before
it can say no. So every pattern is measured first, whatever else it may hold, and one that is long
or costly is told apart from those that people publish, the longest of which has 1,100 characters.
"""

from __future__ import annotations

import re

MOST_CHARACTERS = 32_768
"""Of a whole split pattern, wherever it comes from."""
MOST_WRITTEN_OUT = 1_000_000
_CHEAP_CHARACTERS = 4_096
_CHEAP_WRITTEN_OUT = 20_000

_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\[:\^?[a-zA-Z]+:\]|\\.|[^\]\\])*\]|\(\?#[^)]*\)"
    r"|\{([0-9]*)(,?)([0-9]*)\}|.",
    re.DOTALL,
)


def length_refusal(pattern: str) -> str | None:
    """Why a whole split pattern is too long to be read, None where it is not."""
    if len(pattern) > MOST_CHARACTERS:
        return (
            f"it has {len(pattern):,} characters, and at most {MOST_CHARACTERS:,} are read; "
            "replace lists of words and long literals by classes of characters"
        )
    return None


def size_refusal(pattern: str) -> str | None:
    """Why an expression is too large for any engine, None where it is not."""
    if (refusal := length_refusal(pattern)) is not None:
        return refusal
    if (size := written_out_size(pattern)) > MOST_WRITTEN_OUT:
        return f"written out, its repeats come to {size:,} parts"
    return None


def is_costly(pattern: str) -> bool:
    """Whether compiling it may take more memory and time than a pattern that people publish."""
    return len(pattern) > _CHEAP_CHARACTERS or written_out_size(pattern) > _CHEAP_WRITTEN_OUT


def written_out_size(pattern: str) -> int:
    """Characters and sets of `pattern` with every counted repeat written out.

    A pattern that is not well formed has a size as well. Example: `(a{3}b){4}` -> 16.
    """
    finished: list[int] = []  # sizes of what stands before the innermost open groups
    total = last = 0
    for token in _TOKEN.finditer(pattern):
        text = token[0]
        if text == "(":
            finished.append(total)
            total = last = 0
        elif text == ")" and finished:
            last = total
            total += finished.pop()
        elif text[0] == "{" and len(text) > 2:
            numbers = [int(number[:9]) for number in (token[1], token[3]) if number]
            times = max([1, *numbers])
            total += last * (times - 1)
            last *= times
        elif not text.startswith("(?#"):
            total += 1
            last = 1
    return total + sum(finished)
