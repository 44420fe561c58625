"""Values in place of the placeholders of a sentence, all in one pass."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"%([1-9])")


def fill(text: str, *values: object) -> str:
    """Return a text with %1 to %9 replaced by the values, the first for %1.

    A placeholder without a value stays; what looks like one inside a value is not touched.

    >>> fill("%1 could not be saved: %2", "My%20Docs/a.png", "disk full")
    'My%20Docs/a.png could not be saved: disk full'
    >>> fill("%2 of %1, %3 %", 7, 3)
    '3 of 7, %3 %'
    """

    def value_of(match: re.Match[str]) -> str:
        number = int(match[1])
        return str(values[number - 1]) if number <= len(values) else match[0]

    return _PLACEHOLDER.sub(value_of, text)
