"""Documents in groups that several tokenizers can work on, each as if it had the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from engine.document_groups import GROUP_BYTES, DocumentGroup, joined
from engine.splitter import Splitter
from engine.tokenizer import Tokenizer


def text_groups(
    documents: Iterable[tuple[int, bytes]], tokenizers: Sequence[Tokenizer]
) -> Iterator[DocumentGroup]:
    """Documents with the number of their source, in order, in groups that never mix sources.

    Long documents are cut at the beginning of a line where every tokenizer is sure to cut as
    well, so that no word, number or line is divided. Where one normalizes they stay whole.
    """
    splitters = [tokenizer.cutting_splitter for tokenizer in tokenizers]
    sure = None if None in splitters else [each for each in splitters if each is not None]
    source = 0
    group: list[bytes] = []
    size = 0
    for index, document in documents:
        is_long = len(document) > 2 * GROUP_BYTES
        if group and (is_long or index != source or size >= GROUP_BYTES):
            yield DocumentGroup(source, *joined(group))
            group, size = [], 0
        source = index
        if sure is not None and is_long:
            yield from _parts(source, document, sure)
        else:
            group.append(document)
            size += len(document)
    if group:
        yield DocumentGroup(source, *joined(group))


def _parts(source: int, document: bytes, splitters: Sequence[Splitter]) -> Iterator[DocumentGroup]:
    start = 0
    while start < len(document):
        end = _line_start(document, start + GROUP_BYTES, splitters)
        yield DocumentGroup(
            source,
            document[start:end],
            np.array([0, end - start], np.int64),
            before=b"\n" if start else b"",
            is_cut=end < len(document),
        )
        start = end


def _line_start(document: bytes, at: int, splitters: Sequence[Splitter]) -> int:
    """The first beginning of a line after `at` that is a sure cut of every splitter."""
    while at < len(document):
        found = document.find(b"\n", at) + 1
        if not found:
            break
        places = [splitter.sure_cut(document, found) for splitter in splitters]
        if max(places) == found:
            return found
        at = max(places) - 1  # a line feed there would make it the beginning of a line
    return len(document)
