"""Reading documents out of one file: text or JSON lines, plain or compressed.

What cannot be read at all raises CorpusError with a sentence. What can be read in part is read,
and every departure from the file's content is reported as a CorpusProblem: nothing is dropped or
changed silently.
"""

from __future__ import annotations

import codecs
import gzip
import json
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from engine.errors import CorpusError
from engine.labels import plain_suffix
from engine.utf8 import first_invalid_byte, without_cut_character, without_lone_surrogates

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, zstd.ZstdError)
_BOM_LENGTH = len(codecs.BOM_UTF8)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()


@dataclass(frozen=True, slots=True)
class CorpusProblem:
    """Something in a file that was repaired or left out; `str` gives the sentence to show.

    line counts from 1 and offset in bytes from 0, where they are known; `times` says how often.
    """

    path: Path
    reason: str
    line: int | None = None
    offset: int | None = None
    times: int = 1

    def __str__(self) -> str:
        where = str(self.path)
        if self.line is not None:
            where += f", line {self.line}"
        if self.offset is not None:
            where += f", byte {self.offset:,}"
        return f"{where}: {self.reason}"


Report = Callable[[CorpusProblem], None]


def documents_of_file(
    path: Path, separator: str | None, report: Report, most_bytes: int | None = None
) -> Iterator[bytes]:
    """The documents of one file in valid UTF-8. `separator` cuts text files, not JSON lines.

    most_bytes: of a text file, read no more than this and end with a whole character.
    """
    if plain_suffix(path) in {".jsonl", ".ndjson"}:
        yield from _json_lines(path, report)
        return
    text = _read_text(path, report, most_bytes)
    if separator:
        yield from (document for document in text.split(separator.encode()) if document)
    elif text:
        yield text


@contextmanager
def open_file(path: Path) -> Iterator[BinaryIO]:
    """The uncompressed content of `path`; every failure while reading becomes a CorpusError."""
    openers: dict[str, Any] = {".gz": gzip.open, ".zst": zstd.open, ".xz": lzma.open}
    try:
        with openers.get(path.suffix.lower(), open)(path, "rb") as stream:
            yield cast(BinaryIO, stream)
    except _DAMAGE as error:
        raise CorpusError(
            f"{path} is cut short or damaged ({_reason(error)}); fetch or compress it again.",
            path=path,
        ) from None
    except FileNotFoundError:
        raise CorpusError(f"{path} is not there (any more); check the path.", path=path) from None
    except IsADirectoryError:
        raise CorpusError(f"{path} is a directory, not a file.", path=path) from None
    except PermissionError:
        raise CorpusError(f"{path} cannot be read: permission denied.", path=path) from None
    except OSError as error:
        raise CorpusError(f"{path} cannot be read: {_reason(error)}.", path=path) from None


def _read_text(path: Path, report: Report, most_bytes: int | None) -> bytes:
    with open_file(path) as stream:
        data = stream.read() if most_bytes is None else stream.read(most_bytes + _BOM_LENGTH)
        if most_bytes is not None and stream.read(1):
            data = without_cut_character(data)
    if not data:
        report(CorpusProblem(path, "the file is empty."))
        return b""
    _refuse_utf16(path, data)
    if data.startswith(codecs.BOM_UTF8):
        report(CorpusProblem(path, "a byte order mark at the start was left out.", offset=0))
        data = data[len(codecs.BOM_UTF8) :]
    if nuls := data.count(0):
        report(
            CorpusProblem(
                path,
                f"{nuls:,} NUL {_plural('byte', nuls)}, kept as text.",
                offset=data.index(0),
                times=nuls,
            )
        )
    return _repaired(path, data, report)


def _repaired(path: Path, data: bytes, report: Report) -> bytes:
    first = first_invalid_byte(data)
    if first is None:
        return data
    repaired = data.decode("utf-8", "replace").encode()
    times = repaired.count(_REPLACEMENT) - data.count(_REPLACEMENT)
    report(
        CorpusProblem(
            path,
            f"invalid UTF-8, {times:,} {_plural('sequence', times)} replaced by U+FFFD; "
            "if the file has another encoding, convert it to UTF-8.",
            offset=first,
            times=times,
        )
    )
    return repaired


def _refuse_utf16(path: Path, data: bytes) -> None:
    head = data[:4096]
    marked = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    zeros = max(head[0::2].count(0), head[1::2].count(0))
    if marked or (len(head) >= 16 and zeros > len(head) * 0.4):
        raise CorpusError(
            f"{path} looks like UTF-16, not UTF-8; convert it first, for example with "
            f"iconv -f UTF-16 -t UTF-8.",
            path=path,
        )


def _json_lines(path: Path, report: Report) -> Iterator[bytes]:
    empty = True
    with open_file(path) as stream:
        for number, line in enumerate(stream, 1):
            if number == 1:
                _refuse_utf16(path, line)
            line = line.removeprefix(codecs.BOM_UTF8).strip()
            if not line:
                continue
            empty = False
            text = _text_of_line(path, number, line, report)
            if text:
                yield text.encode()
    if empty:
        report(CorpusProblem(path, "the file is empty."))


def _text_of_line(path: Path, number: int, line: bytes, report: Report) -> str | None:
    def left_out(reason: str) -> None:
        report(CorpusProblem(path, f"line left out: {reason}", line=number))

    try:
        value = json.loads(line)
    except UnicodeDecodeError:
        left_out("invalid UTF-8.")
        return None
    except RecursionError:
        left_out("not valid JSON (nested too deeply).")
        return None
    except ValueError as error:
        left_out(f"not valid JSON ({getattr(error, 'msg', error)}).")
        return None
    if isinstance(value, dict):
        if "text" not in value:
            left_out('there is no field "text".')
            return None
        value = value["text"]
    if not isinstance(value, str):
        left_out(f"the text is {_json_kind(value)}, not a string.")
        return None
    try:
        value.encode()
    except UnicodeEncodeError:
        value = without_lone_surrogates(value)
        report(CorpusProblem(path, "a lone surrogate was replaced by U+FFFD.", line=number))
    return value


def _json_kind(value: object) -> str:
    kinds: dict[type, str] = {bool: "true or false", int: "a number", float: "a number"}
    kinds |= {list: "a list", dict: "an object", type(None): "null"}
    return kinds.get(type(value), type(value).__name__)


def _reason(error: BaseException) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(reason).rstrip(".")


def _plural(word: str, n: int) -> str:
    return word if n == 1 else word + "s"
