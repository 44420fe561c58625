"""Print results: JSON documents, aligned tables, formatted numbers and names."""

from __future__ import annotations

import json
import sys
import unicodedata
from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import Any

from workbench.cli.errors import UsageError
from workbench.text.languages import language_name
from workbench.text.visible_text import harmless, harmless_lines


def print_json(document: Any) -> None:
    """Print one JSON document; characters beyond ASCII are escaped where they cannot be shown."""
    print(as_json(document, indent=2))


def as_json(document: Any, indent: int | None = None) -> str:
    """JSON for standard output, in ASCII where its encoding is not UTF-8."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return json.dumps(
        document, ensure_ascii=encoding != "utf8", indent=indent, allow_nan=False, default=str
    )


def check_format(arguments: Namespace) -> None:
    """Raise UsageError where both --json and a --format are asked for."""
    if arguments.json and arguments.format != "table":
        raise UsageError("--json and --format exclude each other: --json prints one document.")


def print_note(sentence: str) -> None:
    """Print a note on standard error; a closed stream is not a failure."""
    with suppress(OSError):
        print(f"Note: {harmless_lines(sentence)}", file=sys.stderr)


def print_table(headers: Sequence[str], rows: Iterable[Sequence[str]], *, n_words: int = 1) -> None:
    """Print rows under headers; the first `n_words` columns are words, the others numbers."""
    table = [list(headers), *([harmless(cell) for cell in row] for row in rows)]
    widths = [max(display_width(row[i]) for row in table) for i in range(len(headers))]
    for row in table:
        print("  ".join(_cell(row[i], widths[i], i < n_words) for i in range(len(row))).rstrip())


def print_fact(word: str, fact: object) -> None:
    """Print a property and its value, which may have several lines, in two columns."""
    for line in str(fact).split("\n"):
        print(f"{harmless(word):<15} {harmless(line)}")
        word = ""


def display_width(text: str) -> int:
    """Terminal columns of `text`: East Asian wide characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _cell(text: str, width: int, is_word: bool) -> str:
    padding = " " * (width - display_width(text))
    return text + padding if is_word else padding + text


def count(number: int | None) -> str:
    """A whole number with commas, or a dash. Example: 1234567 -> "1,234,567"."""
    return "-" if number is None else f"{number:,}"


def counted(number: int | None, word: str) -> str:
    """A number with its word in the right form. Example: (1, "document") -> "1 document"."""
    return f"{count(number)} {word if number == 1 else word + 's'}"


def decimal(number: float | None, places: int = 2) -> str:
    """A number with fixed places, a dash for none and for not-a-number."""
    return "-" if number is None or number != number else f"{number:,.{places}f}"


def difference(number: float | None) -> str:
    """A share as signed percent. Example: -0.1234 -> "-12.3 %"."""
    return "-" if number is None or number != number else f"{number * 100:+.1f} %"


def finite(number: float | None) -> float | None:
    """The number for JSON, which knows no NaN."""
    return None if number is None or number != number else float(number)


def known_language(label: str) -> str | None:
    """English words for a label, None where there are none."""
    name = language_name(label)
    return None if name in {label, label.replace("_", " ").strip()} else name


def short_name(name: str, width: int) -> str:
    """Shorten a path to its file name, then keep the last `width` characters."""
    if len(name) > width:
        name = PurePath(name).name.removesuffix(".twb").removesuffix(".tiktoken")
    return name if len(name) <= width else "…" + name[1 - width :]
