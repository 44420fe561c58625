"""Documents in groups that several tokenizers can work on, each as if it had the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from engine.document_groups import GROUP_BYTES, DocumentGroup, joined
from engine.library_tokenizer import AnyTokenizer
from engine.readers.document_parts import DocumentPart
from engine.splitter import Splitter


def text_groups(
    parts: Iterable[tuple[int, DocumentPart]], tokenizers: Sequence[AnyTokenizer]
) -> Iterator[DocumentGroup]:
    """Documents with the number of their source, in order, in groups that never mix sources.

    Long documents are cut at the beginning of a line where every tokenizer is sure to cut as
    well, so that no word, number or line is divided; no more of one is held than lies between two
    such places. Where a tokenizer normalizes they stay whole.
    """
    splitters = [tokenizer.cutting_splitter for tokenizer in tokenizers]
    cutter = _LineCutter([each for each in splitters if each is not None], None not in splitters)
    source = 0
    group: list[bytes] = []
    size = 0
    for index, part in parts:
        is_long = not (part.begins and part.ends) or len(part.data) > 2 * GROUP_BYTES
        if group and (is_long or index != source or size >= GROUP_BYTES):
            yield DocumentGroup(source, *joined(group))
            group, size = [], 0
        source = index
        if is_long:
            yield from cutter.groups(source, part)
        else:
            group.append(part.data)
            size += len(part.data)
    if group:
        yield DocumentGroup(source, *joined(group))


class _LineCutter:
    """Cuts a long document, which comes in parts, at sure beginnings of lines.

    may_cut: whether it may be cut at all.
    """

    def __init__(self, splitters: Sequence[Splitter], may_cut: bool) -> None:
        self._splitters = splitters
        self._may_cut = may_cut
        self._pieces: list[bytes] = []
        self._size = 0
        self._is_first = True

    def groups(self, source: int, part: DocumentPart) -> Iterator[DocumentGroup]:
        """The groups that are complete with this part."""
        if part.begins:
            self._is_first = True
        self._pieces.append(part.data)
        self._size += len(part.data)
        # Looked through again only when it has doubled, so that a text without cuts stays cheap.
        if not part.ends and self._size < 2 * max(GROUP_BYTES, len(self._pieces[0])):
            return
        text = b"".join(self._pieces)
        start = 0
        while len(text) - start > 2 * GROUP_BYTES or (part.ends and start < len(text)):
            end = self._line_start(text, start + GROUP_BYTES)
            if end == len(text) and not part.ends:
                break
            yield self._group(source, text[start:end], is_cut=end < len(text) or not part.ends)
            start = end
        self._pieces = [] if part.ends else [text[start:]]
        self._size = 0 if part.ends else len(text) - start

    def _group(self, source: int, data: bytes, *, is_cut: bool) -> DocumentGroup:
        before = b"" if self._is_first else b"\n"
        self._is_first = False
        return DocumentGroup(source, data, np.array([0, len(data)], np.int64), before, is_cut)

    def _line_start(self, text: bytes, at: int) -> int:
        """The first beginning of a line after `at` that is a sure cut of every splitter."""
        while self._may_cut and at < len(text):
            found = text.find(b"\n", at) + 1
            if not found:
                break
            place = found
            for splitter in self._splitters:
                place = splitter.sure_cut(text, found)
                if place != found:
                    break
            else:
                return found
            at = place - 1  # a line feed there would make it the beginning of a line
        return len(text)
