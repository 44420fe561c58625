"""Finding the records of a file: lines of JSON, the items of a JSON list, or one JSON document."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.chat.conversation import is_message_list
from engine.compiled import Int64s
from engine.corpus import FileProblems
from engine.sentences import say

FileForm = Literal["lines", "document"]

_LINE_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_OPENINGS = frozenset({"[", "{", "[{"})
_SPACE = re.compile(r"[ \t\r\n]*")
_LONGEST_ITEM = 1 << 27
_ITEMS_AT_ONCE = 4096
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_LINE_FEED, _CARRIAGE_RETURN = 10, 13
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Records:
    """Some records of a file, in order.

    starts: int64[k], their byte offsets; n_bytes: int64[k] or None where each ends with its line.
    lines: int64[k], the line each begins in, from 1. done: bytes of the file that were looked at.
    """

    starts: Int64s
    n_bytes: Int64s | None
    lines: Int64s
    done: int


def is_blank(line: bytes) -> bool:
    """Whether a line is blank, and therefore no record."""
    return line in (b"\n", b"\r\n", b"\r")


def form_of(head: bytes, suffix: str) -> FileForm:
    """Whether a file has a record in each line, or is one document, by how it begins."""
    first = (
        head.removeprefix(codecs.BOM_UTF8).lstrip().split(b"\n", 1)[0].decode("utf-8", "replace")
    )
    if suffix in _LINE_SUFFIXES:
        return "document" if first.strip() in _OPENINGS else "lines"
    if not first.startswith(("[", "{")):
        return "lines"
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return "document"
    is_line = isinstance(value, dict) or (bool(value) and is_message_list(value))
    return "lines" if is_line else "document"


def scanned_lines(blocks: Iterator[bytes]) -> Iterator[Records]:
    """The lines that are not blank, block after block."""
    at = start = 0
    line = 1
    last = 0  # the byte before the block
    for block in blocks:
        codes = np.frombuffer(block, np.uint8)
        ends = np.flatnonzero(codes == _LINE_FEED) + at + 1
        starts = np.concatenate([np.array([start], np.int64), ends[:-1]])[: len(ends)]
        lengths = ends - starts
        first = np.where(starts < at, last, codes[np.maximum(starts - at, 0)])
        kept = (lengths > 2) | ((lengths == 2) & (first != _CARRIAGE_RETURN))
        numbers = line + np.arange(len(ends))
        line += len(ends)
        start = int(ends[-1]) if len(ends) else start
        at += len(block)
        last = int(codes[-1])
        yield Records(starts[kept], None, numbers[kept], at)
    if start < at and not (at - start == 1 and last == _CARRIAGE_RETURN):
        yield Records(np.array([start], np.int64), None, np.array([line], np.int64), at)


def scanned_document(blocks: Iterator[bytes], problems: FileProblems) -> Iterator[Records]:
    """The items of a JSON list of conversations, or the one conversation that a file holds.

    What is damaged is reported; the reading goes on with the next item that begins like it.
    """
    window = _Window(blocks)
    window.skip_space()
    if window.peek() != "[":
        if window.peek():
            yield from _one_value(window, problems)
        return
    window.advance(window.at + 1)
    found = _Found()
    while window.skip_space() and window.peek() != "]":
        start, line = window.offset, window.line
        value, end, reason = window.value()
        if reason:
            damaged = say("damage_no_json", reason=reason)
            if not window.go_to_next_like_it():
                rest = say("damage_rest", number=found.n_found)
                problems.add(say("damage_and_rest", damage=damaged, rest=rest), line=line)
                break
            problems.add(say("damage_left_out", damage=damaged), line=line)
            continue
        if not found.n_found and _is_message(value):
            yield _whole(window, line)
            return
        window.advance(end)
        found.add(start, window.offset - start, line)
        if not window.skip_comma():
            problems.add(say("comma_missing"), line=window.line)
        if found.is_worth_giving:
            yield found.taken(window.offset)
    yield found.taken(window.to_the_end())


def _one_value(window: _Window, problems: FileProblems) -> Iterator[Records]:
    start, line = window.offset, window.line
    _, end, reason = window.value()
    if reason:
        problems.add(say("document_left_out", reason=reason), line=line)
        return
    window.advance(end)
    n_bytes = window.offset - start
    if window.skip_space():
        problems.add(say("more_after_document"), line=window.line)
    yield Records(_one(start), _one(n_bytes), _one(line), window.to_the_end())


def _whole(window: _Window, line: int) -> Records:
    """The document as one record: a list that is a conversation."""
    n_bytes = window.to_the_end()
    return Records(_one(0), _one(n_bytes), _one(line), n_bytes)


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and is_message_list([value])


def _one(number: int) -> Int64s:
    return np.array([number], np.int64)


class _Found:
    """Items that were found since the last were given away."""

    def __init__(self) -> None:
        self.n_found = 0
        self._items: list[tuple[int, int, int]] = []

    def add(self, start: int, n_bytes: int, line: int) -> None:
        self.n_found += 1
        self._items.append((start, n_bytes, line))

    @property
    def is_worth_giving(self) -> bool:
        return len(self._items) >= _ITEMS_AT_ONCE

    def taken(self, done: int) -> Records:
        starts, sizes, lines = np.array(self._items, np.int64).reshape(-1, 3).T
        self._items = []
        return Records(starts, sizes, lines, done)


class _Window:
    """The part of a document that is looked at, as text; it grows where a value needs more.

    at: where in the text the next value begins; offset: in the file, in bytes; line: from 1.
    """

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._text = ""
        self._is_end = False
        self.at = self.offset = 0
        self.line = 1
        if self._more() and self._text.startswith(_MARK):
            self.advance(1)

    def peek(self) -> str:
        """The next character, "" at the end."""
        return self._text[self.at : self.at + 1]

    def advance(self, to: int) -> None:
        passed = self._text[self.at : to]
        self.offset += len(passed.encode("utf-8", "surrogateescape"))
        self.line += passed.count("\n")
        self.at = to

    def skip_space(self) -> bool:
        """Go to the next character that is no white space; False at the end."""
        while True:
            found = _SPACE.match(self._text, self.at)
            self.advance(found.end() if found else self.at)
            if self.at < len(self._text):
                return True
            if not self._more():
                return False

    def skip_comma(self) -> bool:
        """Skip the comma between two items; False if it is missing."""
        if not self.skip_space() or self.peek() == "]":
            return True
        if self.peek() != ",":
            return False
        self.advance(self.at + 1)
        return True

    def value(self) -> tuple[object, int, str]:
        """The value that begins here, where it ends, and what is wrong with it or ""."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self.at)
                if end < len(self._text) or not self._more():
                    return value, end, ""
                continue  # a number may go on
            except RecursionError:
                return None, self.at, say("nested_deeply")
            except ValueError as error:
                reason = str(getattr(error, "msg", error))
            if len(self._text) - self.at > _LONGEST_ITEM or not self._more():
                return None, self.at, reason

    def go_to_next_like_it(self) -> bool:
        """Go to the next line that begins as the line of a damaged item does."""
        begin = self._text.rfind("\n", 0, self.at) + 1
        indent = self._text[begin : self.at]
        if indent.strip():
            return False
        opening = re.escape(indent + self.peek())
        found = re.compile(rf"\n{opening}").search(self._text, self.at)
        if found is None or not self.peek().strip():
            return False
        self.advance(found.end() - 1)
        return True

    def to_the_end(self) -> int:
        """Pass over the rest; returns how many bytes the file has."""
        self.advance(len(self._text))
        while self._more():
            self.advance(len(self._text))
        return self.offset

    def _more(self) -> bool:
        """Have more text after what is there, about as much again; False at the end."""
        if self._is_end:
            return False
        line_start = self._text.rfind("\n", 0, self.at) + 1
        kept = self._text[line_start:]  # the beginning of the line tells how it is indented
        self.at -= line_start
        pieces = [kept]
        size = 0
        while not size or size < len(kept) - self.at:
            block = next(self._blocks, None)
            self._is_end = block is None
            pieces.append(self._decoder.decode(block or b"", final=block is None))
            size += len(pieces[-1])
            if self._is_end:
                break
        self._text = "".join(pieces)
        return size > 0
