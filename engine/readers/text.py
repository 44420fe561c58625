"""Text files: blocks of valid UTF-8, cut into documents at a separator."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from engine.readers.document_parts import DocumentPart
from engine.readers.encoding import refuse_binary, refuse_invalid, repaired
from engine.readers.problems import FileProblems, plural
from engine.reading_options import EncodingErrors
from engine.source_paths import SourcePath
from engine.utf8 import first_invalid_byte, without_cut_character

BLOCK_BYTES = 1 << 20
"""How much is read at once; longer documents come in parts of about this size."""

_BOM_LENGTH = len(codecs.BOM_UTF8)


class Block(NamedTuple):
    """Whole characters of a text file. is_valid: it may hold invalid UTF-8 where it is not.

    offset: where they begin in the file.
    """

    data: bytes
    offset: int
    is_last: bool
    is_valid: bool


def text_blocks(
    path: SourcePath,
    stream: BinaryIO,
    errors: EncodingErrors,
    problems: FileProblems,
    most_bytes: int | None = None,
) -> Iterator[Block]:
    """The text of a file without its byte order mark, in blocks that end with whole characters.

    most_bytes: read no more than this. Invalid UTF-8 is replaced and reported, or ends the
    reading; with errors "skip" it stays, in blocks that say so.
    """
    offset = n_nuls = first_nul = 0
    carried = b""
    for number, (data, is_last, is_cut) in enumerate(_raw_blocks(stream, most_bytes)):
        if number == 0:
            refuse_binary(path, data)
            if not data:
                problems.add("the file is empty.")
                return
            if data.startswith(codecs.BOM_UTF8):
                problems.add("a byte order mark at the start was left out.", offset=0)
                data = data[_BOM_LENGTH:]
                offset = _BOM_LENGTH
        if nuls := data.count(0):
            first_nul = first_nul if n_nuls else offset + len(carried) + data.index(0)
            n_nuls += nuls
        data = carried + data if carried else data
        if is_cut or not is_last:
            whole = without_cut_character(data)
            data, carried = whole, data[len(whole) :]
        yield _checked(path, data, is_last, offset, errors, problems)
        offset += len(data)
    if n_nuls:
        problems.add(
            f"{n_nuls:,} NUL {plural('byte', n_nuls)}, kept as text.",
            offset=first_nul,
            times=n_nuls,
        )


def text_documents(blocks: Iterator[Block], separator: str | None) -> Iterator[Piece]:
    """The documents in the blocks of one file; what is empty comes out as well, with no data."""
    return _cut(blocks, separator.encode()) if separator else _uncut(blocks)


class Piece(NamedTuple):
    """A part of a document, whether it is surely valid, and where it begins in the file.

    offset: exact as long as nothing was replaced before it.
    """

    part: DocumentPart
    offset: int
    is_valid: bool


def _raw_blocks(stream: BinaryIO, most_bytes: int | None) -> Iterator[tuple[bytes, bool, bool]]:
    """The bytes of a file; whether they are the last that are wanted, and not the last there are.

    One block where there are none.
    """
    left = most_bytes
    data = _filled(stream, left)
    while True:
        if left is not None:
            left -= len(data)
            if left <= 0:
                yield data, True, bool(stream.read(1))
                return
        following = _filled(stream, left)
        yield data, not following, False
        if not following:
            return
        data = following


def _filled(stream: BinaryIO, most: int | None) -> bytes:
    """The next block; only the last one is shorter than the others."""
    size = BLOCK_BYTES if most is None else min(BLOCK_BYTES, most)
    data = stream.read(size)
    if len(data) == size or not data:
        return data
    pieces = [data]
    missing = size - len(data)
    while missing and (data := stream.read(missing)):
        pieces.append(data)
        missing -= len(data)
    return b"".join(pieces)


def _checked(
    path: SourcePath,
    data: bytes,
    is_last: bool,
    offset: int,
    errors: EncodingErrors,
    problems: FileProblems,
) -> Block:
    if data.isascii() or (at := first_invalid_byte(data)) is None:
        return Block(data, offset, is_last, is_valid=True)
    if errors == "skip":
        return Block(data, offset, is_last, is_valid=False)
    if errors == "stop":
        refuse_invalid(path, data, at, offset=offset)
    return Block(repaired(data, problems, offset=offset), offset, is_last, is_valid=True)


def _uncut(blocks: Iterator[Block]) -> Iterator[Piece]:
    """A file that is one document."""
    begins = True
    for data, offset, is_last, is_valid in blocks:
        yield Piece(DocumentPart(data, begins, is_last), offset, is_valid)
        begins = False


def _cut(blocks: Iterator[Block], separator: bytes) -> Iterator[Piece]:
    """Documents between separators. The end of the text after a last separator is none."""
    held, begins, held_is_valid = b"", True, True
    offset = -1  # of `held`
    for data, block_offset, is_last, block_is_valid in blocks:
        offset = block_offset if offset < 0 else offset
        is_valid = block_is_valid and held_is_valid
        *whole, rest = (held + data if held else data).split(separator)
        for document in whole:
            yield Piece(DocumentPart(document, begins, True), offset, is_valid)
            offset += len(document) + len(separator)
            begins = True
        if is_last:
            if rest or not begins:
                yield Piece(DocumentPart(rest, begins), offset, is_valid)
            return
        held, held_is_valid = rest, block_is_valid if whole else is_valid
        if len(rest) >= BLOCK_BYTES:
            # A separator may have begun at the end.
            part = without_cut_character(rest[: len(rest) - len(separator) + 1])
            yield Piece(DocumentPart(part, begins, ends=False), offset, is_valid)
            held, begins, offset = rest[len(part) :], False, offset + len(part)
            held_is_valid = block_is_valid
