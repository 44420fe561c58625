"""Text files: blocks of valid UTF-8, cut into documents at a separator, or lines.

Invalid UTF-8 is replaced and reported, or refused with its offset, as the reading options say.
Files that are no text are recognised by their first bytes.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import BinaryIO, NamedTuple, NoReturn

from engine.corpus.paths import SourcePath, open_file
from engine.corpus.readers.documents import FileProblems
from engine.corpus.readers.parts import DocumentPart
from engine.errors import CorpusError
from engine.sentences import say
from engine.settings import EncodingErrors, ReadingOptions
from engine.text import first_invalid_byte, without_cut_character

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
BLOCK_BYTES = 1 << 20
"""Bytes that are read at once; longer documents come in parts of about this size."""

_BOM_LENGTH = len(codecs.BOM_UTF8)


def decoded_line(
    line: bytes, number: int, offset: int, errors: EncodingErrors, problems: FileProblems
) -> str | None:
    """A line as text; None if it is left out. Repairs are reported.

    number: of the line, from 1; offset: where it begins in the file.
    """
    try:
        return line.decode()
    except UnicodeDecodeError:
        pass
    if errors == "replace":
        return repaired(line, problems, offset=offset, line=number).decode()
    at = first_invalid_byte(line) or 0
    if errors == "stop":
        refuse_invalid(problems.path, line, at, offset=offset, line=number)
    problems.add(say("line_invalid"), line=number, offset=offset + at)
    return None


def repaired(
    data: bytes,
    problems: FileProblems,
    *,
    offset: int | None = None,
    line: int | None = None,
    row: int | None = None,
) -> bytes:
    """`data` with U+FFFD for each invalid sequence, as in `bytes.decode`; each is reported.

    offset: where data begins in the file, None if it has no place of its own there.
    """
    start = n_listed = 0
    code = "invalid_replaced" if row is None else "invalid_replaced_in_row"
    reason = say(code, row=row)
    while not problems.is_full and (at := first_invalid_byte(data, start)) is not None:
        length = _invalid_length(data, at)
        problems.add(reason, line=line, offset=None if offset is None else offset + at)
        n_listed += 1
        start = at + length
    whole = data.decode("utf-8", "replace").encode()
    n_replaced = whole.count(_REPLACEMENT) - data.count(_REPLACEMENT)
    if n_replaced > n_listed:
        problems.add_unlisted(n_replaced - n_listed, reason)
    return whole


def refuse_invalid(
    path: SourcePath,
    data: bytes,
    at: int,
    *,
    offset: int | None = None,
    line: int | None = None,
    row: int | None = None,
) -> NoReturn:
    """Raise CorpusError for the invalid sequence at data[at]; see `repaired`."""
    sequence = data[at : at + _invalid_length(data, at)].hex(" ").upper()
    place = str(path)
    if line is not None:
        place = say("at_line", place=place, line=line)
    if row is not None:
        place = say("at_row", place=place, row=row)
    if offset is not None:
        place = say("at_byte", place=place, offset=offset + at)
    raise CorpusError(say("invalid_refused", place=place, sequence=sequence), path=path, line=line)


class _Signature(NamedTuple):
    """How files begin that are no text: what they are and what to do, as names of sentences."""

    begins: bytes
    kind: str
    advice: str
    ending: str = ""


_SIGNATURES = (
    _Signature(b"PAR1", "kind_parquet", "advice_ending", ".parquet"),
    _Signature(b"\x1f\x8b\x08", "kind_gzip", "advice_ending_after", ".gz"),
    _Signature(b"\x28\xb5\x2f\xfd", "kind_zstd", "advice_ending_after", ".zst"),
    _Signature(b"\xfd7zXZ\x00", "kind_xz", "advice_ending_after", ".xz"),
    _Signature(b"BZh91AY&SY", "kind_bzip2", "advice_unpack"),
    _Signature(b"\x04\x22\x4d\x18", "kind_lz4", "advice_unpack"),
    _Signature(b"PK\x03\x04", "kind_zip", "advice_unpack"),
    _Signature(b"7z\xbc\xaf\x27\x1c", "kind_7z", "advice_unpack"),
    _Signature(b"Rar!\x1a\x07", "kind_rar", "advice_unpack"),
    _Signature(b"%PDF-1.", "kind_pdf", "advice_take_out"),
    _Signature(b"SQLite format 3\x00", "kind_sqlite", "advice_take_out"),
    _Signature(b"ARROW1\x00\x00", "kind_arrow", "advice_write_parquet"),
    _Signature(b"\x89PNG\r\n\x1a\n", "kind_png", "advice_leave_out"),
    _Signature(b"\xff\xd8\xff", "kind_jpeg", "advice_leave_out"),
    _Signature(b"\x7fELF", "kind_elf", "advice_leave_out"),
)
"""Wikipedia, "List of file signatures"."""


def refuse_binary(path: SourcePath, data: bytes) -> None:
    """Raise CorpusError for the beginning of a file that is no text: UTF-16, parquet, gzip, ..."""
    head = data[:4096]
    for each in _SIGNATURES:
        # A text may begin with "PAR1"; if it is no text, bytes that no text has come soon after.
        if head.startswith(each.begins) and (
            0 in head or first_invalid_byte(head[:-3]) is not None
        ):
            kind, advice = say(each.kind), say(each.advice, ending=each.ending)
            raise CorpusError(say("no_text", path=path, kind=kind, advice=advice), path=path)
    marked = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    zeros = max(head[0::2].count(0), head[1::2].count(0))
    if marked or (len(head) >= 16 and zeros > len(head) * 0.4):
        raise CorpusError(say("looks_like_utf16", path=path), path=path)


def _invalid_length(data: bytes, at: int) -> int:
    """Bytes of the invalid sequence that one U+FFFD replaces."""
    try:
        data[at : at + 4].decode()
    except UnicodeDecodeError as error:
        return error.end
    return 1


class Block(NamedTuple):
    """Whole characters of a text file. is_valid: False if it may have invalid UTF-8.

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
    begin: int = 0,
) -> Iterator[Block]:
    """The text of a file without its byte order mark, in blocks that end with whole characters.

    most_bytes: read no more than this. begin: the offset at which the stream is. Invalid UTF-8 is
    replaced and reported, or ends the reading; with errors "skip" it stays, in blocks that say so.
    """
    offset, n_nuls, first_nul = begin, 0, 0
    carried = b""
    for number, (data, is_last, is_cut) in enumerate(_raw_blocks(stream, most_bytes)):
        if number == 0 and begin == 0:
            refuse_binary(path, data)
            if not data:
                problems.add(say("file_empty"))
                return
            if data.startswith(codecs.BOM_UTF8):
                problems.add(say("byte_order_mark_at_start"), offset=0)
                data = data[_BOM_LENGTH:]
                offset = _BOM_LENGTH
        if 0 in data:  # many times as fast as counting
            nuls = data.count(0)
            first_nul = first_nul if n_nuls else offset + len(carried) + data.index(0)
            n_nuls += nuls
        data = carried + data if carried else data
        if is_cut or not is_last:
            whole = without_cut_character(data)
            data, carried = whole, data[len(whole) :]
        yield _checked(path, data, is_last, offset, errors, problems)
        offset += len(data)
    if n_nuls:
        problems.add(say("nul_bytes", n=n_nuls), offset=first_nul, times=n_nuls)


def text_documents(blocks: Iterator[Block], separator: str | None) -> Iterator[Piece]:
    """The documents in the blocks of one file; empty ones included."""
    return _cut(blocks, separator.encode()) if separator else _uncut(blocks)


class Piece(NamedTuple):
    """A part of a document, whether it is surely valid, and where it begins in the file.

    offset: exact as long as nothing was replaced before it.
    """

    part: DocumentPart
    offset: int
    is_valid: bool


def _raw_blocks(stream: BinaryIO, most_bytes: int | None) -> Iterator[tuple[bytes, bool, bool]]:
    """The bytes of a file; whether these are the last that are read, and whether more follow.

    One block for an empty file.
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
    """Documents between separators. A trailing separator does not start an empty document."""
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


def text_file(
    path: SourcePath,
    reading: ReadingOptions,
    problems: FileProblems,
    most_bytes: int | None,
    part: tuple[int, int] | None = None,
) -> Iterator[DocumentPart]:
    """The documents of a text file. most_bytes: of one that is one document, read no more.

    part: only these bytes of it, see `engine.corpus.dividing`.
    """
    errors = reading.encoding_errors
    begin = 0
    if part is not None:
        begin, most_bytes = part[0], part[1] - part[0]

    def pieces(problems: FileProblems) -> Generator[Piece, None, None]:
        with open_file(path) as stream:
            if begin:
                stream.seek(begin)
            blocks = text_blocks(path, stream, errors, problems, most_bytes, begin)
            yield from text_documents(blocks, reading.document_separator)

    with closing(pieces(problems)) as parts:
        valid: Iterator[Piece] = parts
        if errors == "skip":
            valid = _valid_documents(parts, lambda: pieces(FileProblems(path)), problems)
        yield from _without_empty(valid, problems)


def _without_empty(pieces: Iterator[Piece], problems: FileProblems) -> Iterator[DocumentPart]:
    number = n_empty = first = 0
    for part, _, _ in pieces:
        data, begins, ends = part
        number += begins
        if data or not (begins and ends):
            yield part
            continue
        n_empty += 1
        first = first or number
    if n_empty:
        problems.add(say("empty_documents", n=n_empty, first=first), times=n_empty)


def _valid_documents(
    pieces: Iterator[Piece], again: Callable[[], Iterator[Piece]], problems: FileProblems
) -> Iterator[Piece]:
    """The documents that are valid UTF-8; the others are reported.

    again: the same pieces once more. A document of several parts is known to be valid only at its
    end, so that with the first of these the file is read ahead to find the invalid ones.
    """
    invalid: dict[int, int] | None = None
    number, is_left_out = -1, False
    for piece in pieces:
        part, offset, is_valid = piece
        if part.begins:
            number += 1
            at = None
            if not part.ends:
                if invalid is None:
                    invalid = _invalid_long_documents(again())
                at = invalid.get(number)
            elif not is_valid and (within := first_invalid_byte(part.data)) is not None:
                at = offset + within
            is_left_out = at is not None
            if is_left_out:
                problems.add(say("document_invalid", number=number + 1), offset=at)
        if not is_left_out:
            yield piece


def _invalid_long_documents(pieces: Iterator[Piece]) -> dict[int, int]:
    """Invalid documents in several parts: number -> offset of the first invalid UTF-8."""
    invalid: dict[int, int] = {}
    number = -1
    for part, offset, is_valid in pieces:
        number += part.begins
        if is_valid or (part.begins and part.ends) or number in invalid:
            continue
        if (within := first_invalid_byte(part.data)) is not None:
            invalid[number] = offset + within
    return invalid
