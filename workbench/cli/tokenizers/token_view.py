"""A text as tokens in the terminal: in colours, as a table, or as rows of JSON.

A bar separates two tokens, special tokens are in ⟦ ⟧, invisible characters are named and bytes
that are not a whole character are hexadecimal, so that nothing depends on colour and nothing in a
text moves the cursor. Neighbours have different backgrounds, each with its own colour of the text.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO

from workbench.cli.shared.output import counted
from workbench.cli.shared.terminal import TerminalText
from workbench.text.visible_text import hex_of, visible

if TYPE_CHECKING:
    from engine.encoding import TokenSpans
    from engine.library import AnyTokenizer

TokenLayout = Literal["tokens", "table"]
DARK_HUES, LIGHT_HUES = (24, 58, 54, 22, 89, 23, 94, 240), (153, 229, 183, 157, 218, 159, 216, 252)
"""Backgrounds of tokens by number of the 256 colours, for dark and light terminals."""
WHITE, BLACK = 231, 16
_BAR = "90"
_LIGHT_GROUNDS = frozenset({"7", "15"})
_MOST_BYTES = 12
_HEADERS = ("Token", "Id", "Byte", "Bytes", "Hex", "Text")


class ShownToken(NamedTuple):
    """A token of a text. data: its bytes; start, end: where they are in the text."""

    id: int
    start: int
    end: int
    data: bytes
    is_special: bool

    def document(self) -> dict[str, Any]:
        """As JSON has it; no text where the bytes are not whole characters."""
        try:
            text = self.data.decode()
        except UnicodeDecodeError:
            text = None
        return {
            "id": self.id,
            "start": self.start,
            "end": self.end,
            "bytes": self.data.hex(),
            "text": text,
            "special": self.is_special,
        }


def shown_tokens(tokenizer: AnyTokenizer, data: bytes, spans: TokenSpans) -> Iterator[ShownToken]:
    """The tokens of a text with their bytes; of a normalized one with those of the vocabulary."""
    ids, special = spans.ids.tolist(), spans.special.tolist()
    is_of_text = tokenizer.normalization is None and int(spans.starts[-1]) == len(data)
    for token, (start, end), is_special in zip(
        ids, pairwise(spans.starts.tolist()), special, strict=True
    ):
        content = data[start:end] if is_of_text else tokenizer.vocabulary[token]
        yield ShownToken(token, start, end, content, is_special)


def show_tokens(
    tokens: Iterator[ShownToken], layout: TokenLayout, stream: TextIO, *, colour: bool
) -> None:
    """Write the tokens as a text that is cut at their borders, or as a table, and their number."""
    view = TerminalText(stream, colour=colour)
    rows = list(tokens)
    if layout == "table":
        _write_table(rows, view)
    else:
        _write_text(rows, view)
    n_bytes = sum(len(token.data) for token in rows)
    per_token = f", {n_bytes / len(rows):.2f} bytes per token" if rows else ""
    view.line("")
    view.line(f"{counted(len(rows), 'token')} of {counted(n_bytes, 'byte')}{per_token}")


def _write_text(tokens: list[ShownToken], view: TerminalText) -> None:
    """The tokens one after another; a line ends where the text has one."""
    bar = view.painted("│", _BAR)
    line: list[str] = []
    for place, token in enumerate(tokens):
        line.append(_painted(token, place, view))
        if token.data.endswith(b"\n"):
            view.line(bar.join(line))
            line = []
    if line:
        view.line(bar.join(line))


def _write_table(tokens: list[ShownToken], view: TerminalText) -> None:
    """A row for each token. The text is last: no character's width moves another column."""
    rows = [
        (f"{place:,}", f"{token.id:,}", f"{token.start:,}", f"{len(token.data):,}", _hex(token))
        for place, token in enumerate(tokens)
    ]
    widths = [max(map(len, column)) for column in zip(_HEADERS[:-1], *rows, strict=True)]
    view.line("  ".join([*_cells(_HEADERS[:-1], widths), _HEADERS[-1]]))
    for place, (token, row) in enumerate(zip(tokens, rows, strict=True)):
        view.line("  ".join([*_cells(row, widths), _painted(token, place, view)]))


def _cells(row: tuple[str, ...], widths: list[int]) -> list[str]:
    *numbers, digits = zip(row, widths, strict=True)
    return [*(text.rjust(width) for text, width in numbers), digits[0].ljust(digits[1])]


def _hex(token: ShownToken) -> str:
    more = " …" if len(token.data) > _MOST_BYTES else ""
    return hex_of(token.data[:_MOST_BYTES]) + more


def _painted(token: ShownToken, place: int, view: TerminalText) -> str:
    text = visible(token.data)
    if token.is_special:
        text = f"⟦{text}⟧"
    hues, ink = (LIGHT_HUES, BLACK) if _is_light() else (DARK_HUES, WHITE)
    return view.painted(text, f"48;5;{hues[place % len(hues)]};38;5;{ink}")


def _is_light() -> bool:
    """Whether the terminal says that its background is light, as some do in COLORFGBG."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT_GROUNDS
