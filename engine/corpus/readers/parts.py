"""DocumentPart: documents as a stream of pieces, so that no document is in memory whole.

Literal special tokens, if a source names some, end a document and are left out of the text.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from engine.settings import DocumentSample
from engine.text import count_characters, first_characters, without_cut_character


def cut_at_tokens(parts: Iterable[DocumentPart], tokens: Sequence[str]) -> Iterator[DocumentPart]:
    """The texts between the tokens, each a document of its own.

    If two tokens begin at one offset the longer one is meant, as in parsed text. Documents
    without text are left out.
    """
    longest_first = sorted((token.encode() for token in tokens), key=len, reverse=True)
    expression = re.compile(b"|".join(map(re.escape, longest_first)))
    longest = len(longest_first[0])
    held, is_open = b"", False
    for data, begins, ends in parts:
        if begins:
            held, is_open = b"", False
        text = held + data if held else data
        reached = 0
        for match in expression.finditer(text):
            if not ends and match.start() + longest > len(text):
                break  # a longer token may begin there, which the next part shows
            if match.start() > reached or is_open:
                yield DocumentPart(text[reached : match.start()], not is_open, True)
            is_open, reached = False, match.end()
        rest = text[reached:]
        if ends:
            if rest or is_open:
                yield DocumentPart(rest, not is_open, True)
            continue
        sure = without_cut_character(rest[: max(0, len(rest) - longest + 1)])
        if sure:
            yield DocumentPart(sure, not is_open, ends=False)
            is_open = True
        held = rest[len(sure) :]


class DocumentPart(NamedTuple):
    """A document or a piece of one, in the order of the text.

    data: UTF-8, whole characters; empty only at the end of a document of several parts.
    begins, ends: whether the document begins here, and whether it ends here.
    """

    data: bytes
    begins: bool = True
    ends: bool = True


def whole_documents(parts: Iterable[DocumentPart]) -> Iterator[bytes]:
    """The documents, their parts joined."""
    pieces: list[bytes] = []
    for data, begins, ends in parts:
        if begins and ends:
            yield data
            continue
        if begins:
            pieces.clear()
        pieces.append(data)
        if ends:
            yield b"".join(pieces)
            pieces.clear()


@dataclass(slots=True)
class Cuts:
    """What was left out of cut documents: of how many, and how many code points."""

    documents: int = 0
    characters: int = 0


def cut_documents(
    parts: Iterable[DocumentPart], max_chars: int, cuts: Cuts | None = None
) -> Iterator[DocumentPart]:
    """The documents, each up to a number of code points; `cuts` counts the rest."""
    left, is_cut = max_chars, False
    for data, begins, ends in parts:
        if begins:
            left, is_cut = max_chars, False
        kept = first_characters(data, left) if left else b""
        if cuts is not None and len(kept) < len(data):
            cuts.documents += not is_cut
            cuts.characters += count_characters(data[len(kept) :])
            is_cut = True
        if left == 0 and not begins:  # the document ended in an earlier part
            continue
        left = 0 if len(kept) < len(data) else left - count_characters(kept)
        yield DocumentPart(kept, begins, ends or left == 0)


def ended(
    parts: Generator[DocumentPart, None, None], max_chars: int
) -> Generator[DocumentPart, None, None]:
    """The beginning of a stream, up to a number of code points; the last document is cut."""
    left = max_chars
    with closing(parts):
        for data, begins, ends in parts:
            kept = first_characters(data, left)
            left = 0 if len(kept) < len(data) else left - count_characters(kept)
            yield DocumentPart(kept, begins, ends or left == 0)
            if left == 0:
                return


class Sampling:
    """Decides which documents of a source belong to its sample, in their order."""

    def __init__(self, sample: DocumentSample) -> None:
        self._sample = sample
        self._number = -1

    def keeps_next(self) -> bool:
        """Whether the next document is kept."""
        self._number += 1
        return self._sample.keeps(self._number)

    def kept(self, parts: Iterable[DocumentPart]) -> Iterator[DocumentPart]:
        """The parts of the documents that are kept."""
        is_kept = False
        for part in parts:
            if part.begins:
                is_kept = self.keeps_next()
            if is_kept:
                yield part
