"""How large a pattern is once its counted repeats are written out, told from its text alone.

Regex engines write counted repeats out: `((a{300}){300}){300}` takes one of them gigabytes before
it can say no. So every pattern is measured first, whatever else it may hold.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\[:\^?[a-zA-Z]+:\]|\\.|[^\]\\])*\]|\(\?#[^)]*\)"
    r"|\{([0-9]*)(,?)([0-9]*)\}|.",
    re.DOTALL,
)


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
