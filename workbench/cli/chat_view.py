"""Conversations in a terminal: their tokens by mask, in colours and readable without them.

With colours, trained tokens are green and the others grey, special tokens inverse. Without, what
is trained stands in {+ +} and special tokens in ⟦ ⟧. A bar stands between two tokens; characters
without a picture are named, and bytes that are no whole character are hexadecimal.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from typing import TextIO

from engine.chat import ChatLint, RenderedChat
from workbench.cli.chat_records import ChatRecord
from workbench.cli.output import counted
from workbench.visible_text import visible

_TRAINED, _UNTRAINED, _INVERSE, _BOLD, _RESET = "32", "90", "7", "1", "\x1b[0m"
_SEVERITY = {"error": "31", "warning": "33", "note": "36"}
_LABEL_WIDTH = 10
_ASCII = str.maketrans({"│": "|", "⟦": "[[", "⟧": "]]", "·": ".", "↵": "\\n", "⇥": "\\t"})


def wants_colour(stream: TextIO, choice: str) -> bool:
    """Whether to colour: as chosen, else in a terminal unless NO_COLOR or TERM=dumb says no."""
    if choice != "auto":
        return choice == "always"
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not is_plain


class ChatView:
    """Writes conversations to a stream."""

    def __init__(self, stream: TextIO, *, colour: bool, names_files: bool) -> None:
        """names_files: there are several files, and every conversation says which it is of."""
        self._stream = stream
        self._colour = colour
        self._names_files = names_files
        self._encoding = (stream.encoding or "ascii").lower()

    def show(self, record: ChatRecord) -> None:
        """Write one conversation, or why it could not be rendered."""
        chat = record.chat
        self._line(self._painted(self._title(record), _BOLD))
        if chat is None:
            self._line(f"  {self._painted('not rendered', _SEVERITY['error'])}: {record.error}")
        else:
            self._line("  " + role_words(chat))
            self._tokens(record, chat)
        for lint in record.lints:
            self.lint(lint)
        self._line("")

    def lint(self, lint: ChatLint) -> None:
        """Write a lint."""
        severity = self._painted(lint.severity, _SEVERITY[lint.severity])
        self._line(f"  {severity} {lint.code}: {lint.sentence}")

    def _title(self, record: ChatRecord) -> str:
        words = [f"Conversation {record.number:,}"]
        if self._names_files:
            words.append(str(record.file.path))
        if record.conversation.line is not None:
            words.append(f"line {record.conversation.line:,}")
        chat = record.chat
        if chat is not None:
            share = f" ({chat.n_trained / chat.n_tokens:.1%})" if chat.n_tokens else ""
            words.append(f"{counted(chat.n_tokens, 'token')}, {chat.n_trained:,} trained{share}")
            if chat.is_truncated:
                words.append(f"truncated from {chat.n_full:,}")
        return " · ".join(words)

    def _tokens(self, record: ChatRecord, chat: RenderedChat) -> None:
        """The tokens of each message on lines of their own."""
        messages = record.conversation.messages
        for index, run in groupby(range(chat.n_tokens), chat.message.tolist().__getitem__):
            label = messages[index].role if 0 <= index < len(messages) else ""
            for line in _lines(chat, run):
                self._line(f"  {label:<{_LABEL_WIDTH}}{self._run(chat, line)}")
                label = ""

    def _run(self, chat: RenderedChat, tokens: list[int]) -> str:
        """Tokens of one line, those of one mask together."""
        runs = []
        for trained, run in groupby(tokens, lambda token: bool(chat.mask[token])):
            words = [self._token(chat, token, trained=trained) for token in run]
            bar = self._painted("│", _TRAINED if trained else _UNTRAINED)
            text = bar.join(words)
            runs.append(text if self._colour or not trained else f"{{+{text}+}}")
        return self._painted("│", _UNTRAINED).join(runs)

    def _token(self, chat: RenderedChat, token: int, *, trained: bool) -> str:
        text = visible(chat.token(token))
        colour = _TRAINED if trained else _UNTRAINED
        if not chat.special[token]:
            return self._painted(text, colour)
        return self._painted(text, f"{colour};{_INVERSE}") if self._colour else f"⟦{text}⟧"

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}{_RESET}" if self._colour else text

    def _line(self, text: str) -> None:
        if not self._encoding.replace("-", "").startswith("utf"):
            text = text.translate(_ASCII)
        shown = text.encode(self._encoding, "backslashreplace").decode(self._encoding)
        self._stream.write(shown.rstrip(" ") + "\n")


def role_words(chat: RenderedChat) -> str:
    """Tokens of each role. Example: "user 12, assistant 30 (28 trained)"."""
    words = []
    for name, (tokens, trained) in chat.counts.items():
        words.append(f"{name} {tokens:,}" + (f" ({trained:,} trained)" if trained else ""))
    return ", ".join(words)


def _lines(chat: RenderedChat, tokens: Iterator[int]) -> Iterator[list[int]]:
    """The tokens of a message in lines, each of which ends with a line feed of the text."""
    line: list[int] = []
    for token in tokens:
        line.append(token)
        if chat.token(token).endswith(b"\n"):
            yield line
            line = []
    if line:
        yield line
