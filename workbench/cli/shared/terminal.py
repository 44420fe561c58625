"""Text for a terminal: whether it takes colours, and lines that any stream can write."""

from __future__ import annotations

import argparse
import os
from typing import TextIO

BOLD, RESET = "1", "\x1b[0m"
_ASCII = str.maketrans({"│": "|", "⟦": "[[", "⟧": "]]", "·": ".", "↵": "\\n", "⇥": "\\t"})


def add_color(parser: argparse.ArgumentParser) -> None:
    """Add --color."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in a terminal (auto, default; NO_COLOR turns them off)",
    )


def wants_colour(stream: TextIO, choice: str) -> bool:
    """Whether to colour: as chosen, else in a terminal unless NO_COLOR or TERM=dumb says no."""
    if choice != "auto":
        return choice == "always"
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not is_plain


class TerminalText:
    """Writes lines to a stream, with colours where they are wanted.

    What the encoding of the stream lacks is written in ASCII.
    """

    def __init__(self, stream: TextIO, *, colour: bool) -> None:
        self._stream = stream
        self.colour = colour
        self._encoding = (stream.encoding or "ascii").lower()

    def painted(self, text: str, code: str) -> str:
        """The text with a code of SGR around it, where colours are wanted."""
        return f"\x1b[{code}m{text}{RESET}" if self.colour else text

    def line(self, text: str) -> None:
        """Write a line."""
        if not self._encoding.replace("-", "").startswith("utf"):
            text = text.translate(_ASCII)
        shown = text.encode(self._encoding, "backslashreplace").decode(self._encoding)
        self._stream.write(shown.rstrip(" ") + "\n")
