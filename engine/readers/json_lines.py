"""JSON lines: one document per line, in a field of an object or as a plain string."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import BinaryIO

from engine.readers.document_parts import DocumentPart
from engine.readers.encoding import refuse_utf16
from engine.readers.lines import decoded_line
from engine.readers.problems import FileProblems, plural
from engine.reading_options import ReadingOptions
from engine.utf8 import without_lone_surrogates


class NoText(Exception):  # noqa: N818  caught where the line is known
    """A value that is no document; the words say why."""


def json_documents(
    stream: BinaryIO, reading: ReadingOptions, problems: FileProblems
) -> Iterator[DocumentPart]:
    """The documents of a file of JSON lines; lines without one are reported and left out."""
    offset = n_blank = first_blank = 0
    is_empty = True
    for number, line in enumerate(stream, 1):
        if number == 1:
            refuse_utf16(problems.path, line)
        if line.startswith(codecs.BOM_UTF8):  # files that were put together have some inside
            problems.add("a byte order mark was left out.", line=number, offset=offset)
            line = line[len(codecs.BOM_UTF8) :]
            offset += len(codecs.BOM_UTF8)
        begin, offset = offset, offset + len(line)
        if not line.strip():
            n_blank += 1
            first_blank = first_blank or number
            continue
        is_empty = False
        text = decoded_line(line, number, begin, reading.encoding_errors, problems)
        if text is not None:
            document = _document(text, number, reading.text_field, problems)
            if document is not None:
                yield DocumentPart(document)
    if is_empty:
        problems.add("the file is empty.")
    elif n_blank:
        problems.add(
            f"{n_blank:,} blank {plural('line', n_blank)} passed over, the first here.",
            line=first_blank,
            times=n_blank,
        )


def _document(line: str, number: int, field: str, problems: FileProblems) -> bytes | None:
    try:
        text = _text_of(line, field)
    except NoText as reason:
        problems.add(f"line left out: {reason}", line=number)
        return None
    try:
        return text.encode()
    except UnicodeEncodeError:
        problems.add("a lone surrogate was replaced by U+FFFD.", line=number)
        return without_lone_surrogates(text).encode()


def _text_of(line: str, field: str) -> str:
    try:
        value = json.loads(line)
    except RecursionError:
        raise NoText("not valid JSON (nested too deeply).") from None
    except ValueError as error:
        raise NoText(f"not valid JSON ({getattr(error, 'msg', error)}).") from None
    if isinstance(value, dict):
        value = _value_at(value, field)
    if not isinstance(value, str):
        raise NoText(f"the text is {_json_kind(value)}, not a string.")
    if not value:
        raise NoText("the text is empty.")
    return value


def _value_at(value: object, field: str) -> object:
    """What an object has in a field; a field with dots in its own name comes first."""
    if isinstance(value, dict) and field in value:
        return value[field]
    for step in field.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            raise NoText(f'there is no field "{field}".')
    return value


def _json_kind(value: object) -> str:
    kinds: dict[type, str] = {bool: "true or false", int: "a number", float: "a number"}
    kinds |= {list: "a list", dict: "an object", type(None): "null"}
    return kinds.get(type(value), type(value).__name__)
