"""JSON lines: one document per line, in a field of an object or as a plain string."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import BinaryIO

from engine.corpus.paths import SourcePath
from engine.corpus.readers.parts import DocumentPart
from engine.corpus.readers.problems import FileProblems
from engine.corpus.readers.text import decoded_line, refuse_binary
from engine.corpus.sentences import say
from engine.errors import CorpusError
from engine.settings import ReadingOptions
from engine.text import without_lone_surrogates

_MOST_NAMED = 20
_DEEPEST = 3


class NoText(Exception):  # noqa: N818  caught where the line is known
    """A value that is no document; the message says why."""


class NoField(NoText):
    """An object without the field. names: of the fields that it has instead."""

    def __init__(self, field: str, names: tuple[str, ...]) -> None:
        super().__init__(say("field_missing", field=field))
        self.names = names


class OtherText(NoText):
    """A value in the field, or instead of an object, that is no text or empty."""


class _Fields:
    """Whether any line of a file has the field, and which fields it has instead."""

    def __init__(self, field: str) -> None:
        self._field = field
        self._names: dict[str, None] = {}
        self._first = 0
        self._is_there = False

    def note(self, number: int, missing: NoField | None) -> None:
        """Note whether the field is missing in line `number`."""
        if missing is None:
            self._is_there = True
        elif not self._is_there and len(self._names) < _MOST_NAMED:
            self._first = self._first or number
            self._names.update(dict.fromkeys(missing.names))

    def check(self, path: SourcePath) -> None:
        """Raise CorpusError if lines are objects and none had the field."""
        if not self._is_there and self._first:
            listed = ", ".join(f'"{name}"' for name in list(self._names)[:_MOST_NAMED])
            sentence = say(
                "no_line_has_field",
                path=path,
                field=self._field,
                line=self._first,
                fields=listed or say("no_field_with_text"),
            )
            raise CorpusError(sentence, path=path, setting="text_field")


def json_documents(
    stream: BinaryIO, reading: ReadingOptions, problems: FileProblems
) -> Iterator[DocumentPart]:
    """The documents of a file of JSON lines; lines without one are reported and left out.

    Raises CorpusError if no line has the field.
    """
    fields = _Fields(reading.text_field)
    offset = n_blank = first_blank = 0
    is_empty = True
    for number, line in enumerate(stream, 1):
        if number == 1:
            refuse_binary(problems.path, line)
        if line.startswith(codecs.BOM_UTF8):  # files that were put together have some inside
            problems.add(say("byte_order_mark"), line=number, offset=offset)
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
            document = _document(text, number, reading.text_field, fields, problems)
            if document is not None:
                yield DocumentPart(document)
    fields.check(problems.path)
    if is_empty:
        problems.add(say("file_empty"))
    elif n_blank:
        problems.add(
            say("blank_lines_in_file", n=n_blank),
            line=first_blank,
            times=n_blank,
        )


def _document(
    line: str, number: int, field: str, fields: _Fields, problems: FileProblems
) -> bytes | None:
    try:
        text = _text_of(line, field)
        fields.note(number, None)
    except NoText as reason:
        if isinstance(reason, NoField):
            fields.note(number, reason)
        elif isinstance(reason, OtherText):
            fields.note(number, None)
        problems.add(say("line_left_out", reason=reason), line=number)
        return None
    try:
        return text.encode()
    except UnicodeEncodeError:
        problems.add(say("surrogate_replaced"), line=number)
        return without_lone_surrogates(text).encode()


def _text_of(line: str, field: str) -> str:
    try:
        value = json.loads(line)
    except RecursionError:
        raise NoText(say("line_nested_deeply")) from None
    except ValueError as error:
        raise NoText(say("line_no_json", reason=getattr(error, "msg", error))) from None
    if isinstance(value, dict):
        value = _value_at(value, field)
    if not isinstance(value, str):
        raise OtherText(say("text_no_string", kind=_json_kind(value)))
    if not value:
        raise OtherText(say("text_empty"))
    return value


def _value_at(value: object, field: str) -> object:
    """The value of a field of an object; a field with dots in its own name comes first."""
    whole = value
    if isinstance(value, dict) and field in value:
        return value[field]
    for step in field.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            raise NoField(field, tuple(text_fields(whole)))
    return value


def text_fields(value: object, prefix: str = "", depth: int = _DEEPEST) -> Iterator[str]:
    """Names of the text fields of an object, also inside of objects: "a.b"."""
    if not isinstance(value, dict) or not depth:
        return
    for name, inner in value.items():
        if isinstance(inner, str):
            yield f"{prefix}{name}"
        else:
            yield from text_fields(inner, f"{prefix}{name}.", depth - 1)


def _json_kind(value: object) -> str:
    number = say("value_number")
    kinds: dict[type, str] = {bool: say("value_boolean"), int: number, float: number}
    kinds |= {list: say("value_list"), dict: say("value_object"), type(None): "null"}
    return kinds.get(type(value), type(value).__name__)
