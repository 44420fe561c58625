"""Where a file may be divided, so that its parts read by themselves give what the whole gives.

A text file with a separator is divided after a separator; one that is a single document where the
split pattern is sure to cut; parquet between row groups. Other formats, compressed files, and what
only the beginning of a file decides (caps, samples, documents left out whole) are not divided.
"""

from __future__ import annotations

from itertools import pairwise
from typing import BinaryIO

from engine.corpus.paths import (
    COMPRESSION_SUFFIXES,
    RemotePath,
    SourcePath,
    open_file,
    plain_suffix,
    size_on_disk,
)
from engine.corpus.pieces import SureCuts
from engine.corpus.readers.documents import PARQUET_SUFFIXES, has_records, is_one_document
from engine.corpus.readers.records import opened_parquet
from engine.settings import ReadingOptions
from engine.text import Normalization, first_invalid_byte, normalized, without_cut_character

FilePart = tuple[int, int]

_WINDOW_BYTES = 1 << 16
_MOST_TRIES = 500
"""Characters of a window at which a normalized text is tried."""
_FIRST_BYTE_OF_REST = 0x80


def file_parts(
    path: SourcePath,
    reading: ReadingOptions,
    splitter: SureCuts | None,
    normalization: Normalization | None,
    part_bytes: int,
) -> list[FilePart]:
    """The parts of a file, each of about `part_bytes`; none where it is not divided.

    reading: the effective options. splitter: None if documents are not divided.

    Reads a little of the file about each cut. Raises CorpusError.
    """
    if not _can_be_divided(path, reading):
        return []
    if plain_suffix(path) in PARQUET_SUFFIXES:
        return _row_groups(path, part_bytes)
    size = size_on_disk(path)
    if has_records(path) or size is None or size < 2 * part_bytes:
        return []
    if splitter is None and is_one_document(path, reading):
        return []
    if isinstance(path, RemotePath) and path.scheme in {"http", "https"}:
        return []  # servers may send no parts of a file
    bounds = [0]
    with open_file(path) as stream:
        while bounds[-1] + 2 * part_bytes <= size:
            at = bounds[-1] + part_bytes
            if splitter is not None and is_one_document(path, reading):
                cut = _sure_cut(stream, at, splitter, normalization)
            else:
                cut = _after_separator(stream, at, (reading.document_separator or "").encode())
            if cut is None or cut >= size:
                break
            bounds.append(cut)
    return list(pairwise([*bounds, size])) if len(bounds) > 1 else []


def _can_be_divided(path: SourcePath, reading: ReadingOptions) -> bool:
    if path.suffix.lower() in COMPRESSION_SUFFIXES or reading.cut_at:
        return False
    if reading.max_chars is not None or reading.sample is not None:
        return False
    if has_records(path):
        return True
    if reading.encoding_errors == "skip":
        return False
    return bool(reading.document_separator) or reading.max_document_chars is None


def _row_groups(path: SourcePath, part_bytes: int) -> list[FilePart]:
    with open_file(path) as stream, opened_parquet(stream, path) as (file, _):
        metadata = file.metadata
        parts, begin, size = list[FilePart](), 0, 0
        for group in range(metadata.num_row_groups):
            size += metadata.row_group(group).total_byte_size
            if size >= part_bytes:
                parts.append((begin, group + 1))
                begin, size = group + 1, 0
        if begin < metadata.num_row_groups:
            parts.append((begin, metadata.num_row_groups))
    return parts if len(parts) > 1 else []


def _after_separator(stream: BinaryIO, at: int, separator: bytes) -> int | None:
    """The end of the first separator from `at` on that no other occurrence overlaps."""
    begin = max(0, at - 2 * len(separator))
    stream.seek(begin)
    text, found = b"", 0
    while data := stream.read(_WINDOW_BYTES):
        text += data
        while (found := text.find(separator, found)) >= 0:
            end = begin + found + len(separator)
            is_alone = text.find(separator, max(0, found - len(separator) + 1)) == found
            if is_alone and end >= at and found >= min(begin, len(separator)):
                return end
            found += 1
        dropped = max(0, len(text) - 2 * len(separator))
        text, begin, found = text[dropped:], begin + dropped, len(separator) if dropped else 0
    return None


def _sure_cut(
    stream: BinaryIO, at: int, splitter: SureCuts, normalization: Normalization | None
) -> int | None:
    """The first place from `at` on at which the pattern is sure to cut the normalized text."""
    while True:
        stream.seek(at)
        data = stream.read(_WINDOW_BYTES)
        first = 0
        while first < len(data) and data[first] & 0xC0 == _FIRST_BYTE_OF_REST:
            first += 1
        text = without_cut_character(data[first:])
        invalid = first_invalid_byte(text)
        text = text[:invalid]
        if normalization is None:
            cut = splitter.sure_cut(text, 0)
        else:
            cut = _sure_cut_of_normalized(text, splitter, normalization)
        if 0 < cut < len(text):
            return at + first + cut
        if invalid is None and len(data) < _WINDOW_BYTES:
            return None
        at += _WINDOW_BYTES // 2 if invalid is None else first + invalid + 1


def _sure_cut_of_normalized(text: bytes, splitter: SureCuts, form: Normalization) -> int:
    """A cut of a text before an ASCII character, with which nothing before it joins."""
    places = [i for i, byte in enumerate(text) if byte < _FIRST_BYTE_OF_REST]
    for before, place in pairwise(places[:_MOST_TRIES]):
        left = normalized(text[before:place], form)
        last = len(left) - 1
        while last > 0 and left[last] & 0xC0 == _FIRST_BYTE_OF_REST:
            last -= 1
        if splitter.sure_cut(left[last:] + text[place : place + 1], 0) == len(left) - last:
            return place
    return len(text)
