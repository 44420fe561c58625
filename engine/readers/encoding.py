"""What is not valid UTF-8: replaced and reported, or refused, place by place."""

from __future__ import annotations

import codecs
from typing import NoReturn

from engine.errors import CorpusError
from engine.readers.problems import FileProblems
from engine.source_paths import SourcePath
from engine.utf8 import first_invalid_byte

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
_ADVICE = "if the file has another encoding, convert it to UTF-8."
_ENDING = "give it the ending"
_UNPACK = "unpack it first"
_CONVERT = "take its text out first"
_SIGNATURES = (
    (b"PAR1", "a parquet file", f"{_ENDING} .parquet"),
    (b"\x1f\x8b\x08", "compressed by gzip", f"{_ENDING} .gz, after that of its content"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", f"{_ENDING} .zst, after that of its content"),
    (b"\xfd7zXZ\x00", "compressed by xz", f"{_ENDING} .xz, after that of its content"),
    (b"BZh91AY&SY", "compressed by bzip2", _UNPACK),
    (b"\x04\x22\x4d\x18", "compressed by lz4", _UNPACK),
    (b"PK\x03\x04", "a zip archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (b"Rar!\x1a\x07", "a rar archive", _UNPACK),
    (b"%PDF-1.", "a PDF document", _CONVERT),
    (b"SQLite format 3\x00", "an SQLite database", _CONVERT),
    (b"ARROW1\x00\x00", "an Arrow file", "write it as parquet"),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)", "leave it out"),
    (b"\xff\xd8\xff", "a picture (JPEG)", "leave it out"),
    (b"\x7fELF", "a program (ELF)", "leave it out"),
)
"""How files begin that are no text, with what they are and what to do; Wikipedia, "List of file
signatures"."""


def repaired(
    data: bytes,
    problems: FileProblems,
    *,
    offset: int | None = None,
    line: int | None = None,
    row: int | None = None,
) -> bytes:
    """`data` with U+FFFD for each invalid sequence, as in `bytes.decode`; each is reported.

    offset: where data begins in the file, None where it has no place of its own there.
    """
    start = n_listed = 0
    of_row = "" if row is None else f"row {row:,}: "
    reason = f"{of_row}invalid UTF-8 was replaced by U+FFFD; {_ADVICE}"
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
    where = str(path)
    if line is not None:
        where += f", line {line}"
    if row is not None:
        where += f", row {row:,}"
    if offset is not None:
        where += f", byte {offset + at:,}"
    raise CorpusError(f"{where}: invalid UTF-8 ({sequence}); {_ADVICE}", path=path, line=line)


def refuse_binary(path: SourcePath, data: bytes) -> None:
    """Raise CorpusError for the beginning of a file that is no text: UTF-16, parquet, gzip, ..."""
    head = data[:4096]
    for signature, kind, advice in _SIGNATURES:
        # A text may begin with "PAR1"; bytes that no text has come soon after where it is none.
        if head.startswith(signature) and (0 in head or first_invalid_byte(head[:-3]) is not None):
            raise CorpusError(f"{path} is {kind}, not text; {advice}.", path=path)
    marked = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    zeros = max(head[0::2].count(0), head[1::2].count(0))
    if marked or (len(head) >= 16 and zeros > len(head) * 0.4):
        raise CorpusError(
            f"{path} looks like UTF-16, not UTF-8; convert it first, for example with "
            f"iconv -f UTF-16 -t UTF-8.",
            path=path,
        )


def _invalid_length(data: bytes, at: int) -> int:
    """Bytes of the invalid sequence at a place that one U+FFFD stands for."""
    try:
        data[at : at + 4].decode()
    except UnicodeDecodeError as error:
        return error.end
    return 1
