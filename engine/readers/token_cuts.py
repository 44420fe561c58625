"""Documents cut at literal special tokens, which are left out of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import regex

from engine.readers.document_parts import DocumentPart
from engine.utf8 import without_cut_character


def cut_at_tokens(parts: Iterable[DocumentPart], tokens: Sequence[str]) -> Iterator[DocumentPart]:
    """What lies between the tokens as documents of their own; nothing joins across a token.

    Where two tokens begin at one place the longer one is meant, as where text is parsed. Documents
    without text are left out.
    """
    longest_first = sorted((token.encode() for token in tokens), key=len, reverse=True)
    expression = regex.compile(b"|".join(map(regex.escape, longest_first)))
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
