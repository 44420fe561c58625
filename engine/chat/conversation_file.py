"""ConversationFile: the conversations of a file, one after another and by their number."""

from __future__ import annotations

import codecs
import json
import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from engine.chat.chat_error import ConversationError
from engine.chat.conversation import Conversation
from engine.chat.conversation_content import Content, SpooledContent, content_of
from engine.chat.record_scanning import (
    Records,
    form_of,
    is_blank,
    scanned_document,
    scanned_lines,
)
from engine.labels import plain_suffix
from engine.readers.encoding import refuse_binary
from engine.readers.lines import decoded_line
from engine.readers.problems import CorpusProblem, FileProblems, ProblemLog, plural
from engine.source_paths import SourcePath, source_path

_HEAD_BYTES = 1 << 16
_LONGEST_HEAD = 1 << 24


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far the search for records is; bytes_total is None where it is not known."""

    records: int
    bytes_done: int
    bytes_total: int | None


def read_conversations(path: str | Path | SourcePath) -> ConversationFile:
    """Open a file of conversations: JSON lines, a JSON list, or one JSON object.

    What ends in .gz, .zst or .xz is decompressed; addresses are read as those of a corpus. Only
    the beginning is read. Raises CorpusError where the file cannot be read or is no text.
    """
    place = source_path(path)
    return ConversationFile(place, content_of(place))


def conversations_of_stream(stream: BinaryIO, name: str) -> ConversationFile:
    """The conversations of a stream such as standard input, which is read to its end."""
    place = Path(name)
    return ConversationFile(place, SpooledContent(place, stream))


class ConversationFile:
    """Records of a file that are conversations, and sentences on those that are not.

    Records are numbered from 0, damaged ones as well; blank lines are none. They are found when
    they are wanted: `len` looks through the whole file, `[i]` as far as record i, iterating never
    looks ahead. `indexing` finds them in slices. Threads may share it.
    """

    def __init__(self, path: SourcePath, content: Content) -> None:
        self.path = path
        self._content = content
        with content.stream() as stream:
            head = stream.read(_HEAD_BYTES)
            if b"\n" not in head:  # one long line tells the form as well
                head += stream.read(_LONGEST_HEAD)
        refuse_binary(path, head)
        self._form = form_of(head, plain_suffix(path))
        self._log = ProblemLog()
        if not head:
            self._log.begin(path).add("the file is empty.")
        self._lock = threading.RLock()
        self._found: list[Records] = []
        self._firsts: list[int] = []
        self._n_found = 0
        self._scan: Iterator[Records] | None = None
        self.is_indexed = False

    def __len__(self) -> int:
        """How many records there are, damaged ones as well; looks through the whole file."""
        for _ in self.indexing():
            pass
        return self._n_found

    def __getitem__(self, index: int) -> Conversation:
        """The conversation of a record.

        Raises ConversationError where it is none, CorpusError where the file has changed, and
        IndexError beyond the last.
        """
        if index < 0:
            index += len(self)
        records, place = self._record(index)
        n_bytes = None if records.n_bytes is None else int(records.n_bytes[place])
        start, line = int(records.starts[place]), int(records.lines[place])
        data = self._content.read_at(start, n_bytes)
        return _conversation(data, start, line, FileProblems(self.path))

    def __iter__(self) -> Iterator[Conversation]:
        """The conversations in order; what is none is passed over and told in `problems`."""
        for each in self.records():
            if isinstance(each, Conversation):
                yield each

    def records(self) -> Iterator[Conversation | ConversationError]:
        """Every record in order: its conversation, or why it is none. Fills `problems`."""
        problems = self._log.begin(self.path)
        with closing(self._raw_records(problems)) as raw:
            n_records = 0
            for line, offset, data in raw:
                n_records += 1
                number = n_records if self._form == "document" else None
                try:
                    conversation = _conversation(data, offset, line, problems)
                except ConversationError as error:
                    problems.add(f"left out: {error}", line=line, record=number)
                    yield error
                    continue
                for remark in conversation.remarks:
                    problems.add(remark.sentence, line=line, record=number)
                yield conversation
        if self._content.damage is not None:
            problems.add(
                f"the file is cut short or damaged ({self._content.damage}); what stands before "
                "the damage was read. Fetch or compress it again.",
                line=line if n_records else None,
            )
        if not n_records and not problems.n_times:
            problems.add("the file holds no conversation.")

    @property
    def problems(self) -> list[CorpusProblem]:
        """What the fullest reading so far found, with its lines."""
        return self._log.problems

    @property
    def n_found(self) -> int:
        """How many records are found so far."""
        return self._n_found

    def indexing(self) -> Iterator[IndexProgress]:
        """Find the records that are not found yet, a few megabytes between two values."""
        while not self.is_indexed:
            self._extend()
            done = self._found[-1].done if self._found else 0
            yield IndexProgress(self._n_found, done, self._content.size)

    def _record(self, index: int) -> tuple[Records, int]:
        while index >= self._n_found and not self.is_indexed:
            self._extend()
        if not 0 <= index < self._n_found:
            raise IndexError(f"{self.path} has {self._n_found:,} records; there is no {index:,}.")
        at = bisect_right(self._firsts, index) - 1
        return self._found[at], index - self._firsts[at]

    def _extend(self) -> None:
        """Find some more records."""
        with self._lock:
            if self.is_indexed:
                return
            if self._scan is None:
                self._scan = self._scanned(FileProblems(self.path))
            records = next(self._scan, None)
            if records is None:
                self.is_indexed, self._scan = True, None
            elif len(records.starts):
                self._firsts.append(self._n_found)
                self._found.append(records)
                self._n_found += len(records.starts)

    def _scanned(self, problems: FileProblems) -> Iterator[Records]:
        blocks = self._content.blocks()
        return (
            scanned_lines(blocks) if self._form == "lines" else scanned_document(blocks, problems)
        )

    def _raw_records(self, problems: FileProblems) -> Generator[tuple[int, int, bytes], None, None]:
        """The line, the offset and the bytes of every record."""
        if self._form == "document":
            for records in self._scanned(problems):
                assert records.n_bytes is not None
                places = zip(
                    records.starts.tolist(),
                    records.n_bytes.tolist(),
                    records.lines.tolist(),
                    strict=True,
                )
                for start, n_bytes, line in places:
                    yield line, start, self._content.read_at(start, n_bytes)
            return
        n_blank = first_blank = offset = 0
        with self._content.stream() as stream:
            for number, line in enumerate(stream, 1):
                if is_blank(line):
                    n_blank += 1
                    first_blank = first_blank or number
                else:
                    yield number, offset, line
                offset += len(line)
        if n_blank:
            problems.add(
                f"{n_blank:,} blank {plural('line', n_blank)} passed over, the first here.",
                line=first_blank,
                times=n_blank,
            )


def _conversation(data: bytes, offset: int, line: int, problems: FileProblems) -> Conversation:
    """The conversation in the bytes of a record. Raises ConversationError."""
    data = data.removeprefix(codecs.BOM_UTF8)
    text = decoded_line(data, line, offset, "replace", problems)
    assert text is not None
    try:
        document = _DECODER.decode(text)
    except RecursionError:
        raise ConversationError("It is nested too deeply to be read.", line=line) from None
    except _UnfitJson as reason:
        raise ConversationError(str(reason), line=line) from None
    except ValueError as error:
        raise ConversationError(_not_json(text, error), line=line) from None
    return Conversation.of(document, line)


def _not_json(text: str, error: ValueError) -> str:
    if not text.strip():
        return "The line is blank."
    if not isinstance(error, json.JSONDecodeError):
        return f"It is not valid JSON ({error})."
    words = f"{error.msg.removesuffix(' at')}, character {error.pos + 1:,}"
    return f"It is not valid JSON ({words})."


class _UnfitJson(Exception):  # noqa: N818  caught where the line is known
    """JSON that Python reads although it is not clear what it says."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise _UnfitJson(f"The name {twice[:40]!r} stands twice in one object.")
    return document


def _no_constant(name: str) -> NoReturn:
    raise _UnfitJson(f"{name} is no JSON.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
