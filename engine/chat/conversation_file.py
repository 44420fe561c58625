"""ConversationFile: the conversations of a file, one after another and by their number."""

from __future__ import annotations

import codecs
import json
import tempfile
import threading
import weakref
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

from engine.chat.conversation import Conversation, ConversationError
from engine.chat.record_scanning import Records, form_of, is_blank, scanned_document, scanned_lines
from engine.corpus import (
    DAMAGE,
    CorpusProblem,
    FileProblems,
    ProblemLog,
    RemotePath,
    SourcePath,
    decoded_line,
    open_file,
    plain_suffix,
    refuse_binary,
    source_path,
    state_on_disk,
)
from engine.errors import CorpusError, reason_of
from engine.machine import Progress
from engine.sentences import counted, say

BLOCK_BYTES = 1 << 22
_KEPT_IN_MEMORY = 1 << 26
_COMPRESSED = frozenset({".gz", ".zst", ".xz"})

_HEAD_BYTES = 1 << 16
_LONGEST_HEAD = 1 << 24


def content_of(path: SourcePath) -> Content:
    """The bytes of a file, as a stream and at any place.

    A plain file is read where it is. A compressed one, one at an address or standard input is kept
    in memory up to a limit, and in a temporary file beyond it, once places are asked for.
    Raises CorpusError where it cannot be opened.
    """
    if isinstance(path, RemotePath) or path.suffix.lower() in _COMPRESSED:
        return SpooledContent(path)
    return PlainContent(path)


class PlainContent:
    """A file of this machine that is not compressed. size: its bytes."""

    damage: str | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        with open_file(path):  # says what is wrong
            self._state = state_on_disk(path)
        self.size = None if self._state is None else self._state.size

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """The content from its beginning."""
        with open_file(self._path) as stream:
            yield stream

    def blocks(self) -> Iterator[bytes]:
        """The content in blocks; when they are taken, `read_at` reaches them."""
        with open_file(self._path) as stream:
            while block := stream.read(BLOCK_BYTES):
                yield block

    def read_at(self, start: int, n_bytes: int | None) -> bytes:
        """The bytes from an offset on, `n_bytes` of them; None reads to the end of the line."""
        if state_on_disk(self._path) != self._state:
            raise CorpusError(say("conversation_file_changed", path=self._path), path=self._path)
        with open_file(self._path) as stream:
            stream.seek(start)
            return stream.readline() if n_bytes is None else stream.read(n_bytes)


class SpooledContent:
    """Bytes that can only be read from their beginning on, kept as they are read.

    size: how many there are, None until all are read. damage: why a compressed file ends before
    its end, as far as that was met; what comes before is the content.
    """

    def __init__(self, path: SourcePath, stream: BinaryIO | None = None) -> None:
        """stream: where the bytes come from, if not from the file at `path`; read at once."""
        self._path = path
        self.size: int | None = None
        self.damage: str | None = None
        self._lock = threading.Lock()
        self._kept = tempfile.SpooledTemporaryFile(_KEPT_IN_MEMORY)  # noqa: SIM115  closed below
        self._is_whole = False
        weakref.finalize(self, self._kept.close)
        if stream is not None:
            while block := stream.read(BLOCK_BYTES):
                self._kept.write(block)
            self._finish()

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """The content from its beginning."""
        if self._is_whole:
            yield cast(BinaryIO, _Rereading(self))
            return
        with open_file(self._path) as stream:
            yield cast(BinaryIO, _UntilDamage(self, stream))

    def blocks(self) -> Iterator[bytes]:
        """The content in blocks; when they are taken, `read_at` reaches them."""
        if self._is_whole:
            at = 0
            while block := self.read_at(at, BLOCK_BYTES):
                at += len(block)
                yield block
            return
        at = 0
        with self.stream() as stream:
            while block := stream.read(BLOCK_BYTES):
                self._keep(at, block)
                at += len(block)
                yield block
        self._finish()

    def read_at(self, start: int, n_bytes: int | None) -> bytes:
        """The bytes from an offset on, `n_bytes` of them; None reads to the end of the line."""
        with self._lock:
            self._kept.seek(start)
            return self._kept.readline() if n_bytes is None else self._kept.read(n_bytes)

    def _keep(self, at: int, block: bytes) -> None:
        """Keep what is new of a block; another reader may have read as far before."""
        with self._lock:
            end = self._kept.seek(0, 2)
            if at <= end < at + len(block):
                self._kept.write(block[end - at :])

    def _finish(self) -> None:
        with self._lock:
            self.size = self._kept.seek(0, 2)
        self._is_whole = True


class _Stream(ABC):
    """Reading and lines of a stream, of which a subclass gives the bytes."""

    @abstractmethod
    def read(self, n_bytes: int) -> bytes:
        """The next `n_bytes` bytes; fewer only at the end."""

    def __iter__(self) -> Iterator[bytes]:
        carried = b""
        while block := self.read(BLOCK_BYTES):
            *lines, carried = (carried + block).split(b"\n")
            for line in lines:
                yield line + b"\n"
        if carried:
            yield carried


class _Rereading(_Stream):
    """What was kept, as a stream of its own: others may read it at the same time."""

    def __init__(self, content: SpooledContent) -> None:
        self._content = content
        self._at = 0

    def read(self, n_bytes: int) -> bytes:
        data = self._content.read_at(self._at, n_bytes)
        self._at += len(data)
        return data


class _UntilDamage(_Stream):
    """A stream that ends where its compressed file is damaged, unless nothing comes before."""

    def __init__(self, content: SpooledContent, stream: BinaryIO) -> None:
        self._content = content
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self._n_read = 0
        self._is_end = False

    def read(self, n_bytes: int) -> bytes:
        pieces, left = [], n_bytes
        while left and not self._is_end:
            try:
                piece = self._read(left)
            except DAMAGE as error:
                if not self._n_read:
                    raise
                self._content.damage, piece = reason_of(error), b""
            self._is_end = not piece
            self._n_read += len(piece)
            left -= len(piece)
            pieces.append(piece)
        return b"".join(pieces)


Content = PlainContent | SpooledContent


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

    Records are numbered from 0, damaged ones as well; blank lines are not numbered. They are found
    on demand: `len` looks through the whole file, `[i]` as far as record i, iterating never looks
    ahead. `indexing` finds them in slices. Threads may share it.
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
            self._log.begin(path).add(say("file_empty"))
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

        Raises ConversationError for a record that is no conversation, CorpusError if the file has
        changed, and IndexError beyond the last.
        """
        if index < 0:
            index += len(self)
        records, place = self._record(index)
        n_bytes = None if records.n_bytes is None else int(records.n_bytes[place])
        start, line = int(records.starts[place]), int(records.lines[place])
        data = self._content.read_at(start, n_bytes)
        return _conversation(data, start, line, FileProblems(self.path))

    def __iter__(self) -> Iterator[Conversation]:
        """The conversations in order; other records are left out and noted in `problems`."""
        for each in self.records():
            if isinstance(each, Conversation):
                yield each

    def records(self) -> Iterator[Conversation | ConversationError]:
        """Every record in order: its conversation, or why it is refused. Fills `problems`."""
        problems = self._log.begin(self.path)
        with closing(self._raw_records(problems)) as raw:
            n_records = 0
            for line, offset, data in raw:
                n_records += 1
                number = n_records if self._form == "document" else None
                try:
                    conversation = _conversation(data, offset, line, problems)
                except ConversationError as error:
                    problems.add(say("record_left_out", reason=error), line=line, record=number)
                    yield error
                    continue
                for remark in conversation.remarks:
                    problems.add(remark.sentence, line=line, record=number)
                yield conversation
        if self._content.damage is not None:
            problems.add(
                say("conversation_file_damaged", damage=self._content.damage),
                line=line if n_records else None,
            )
        if not n_records and not problems.n_times:
            problems.add(say("no_conversation_in_file"))

    @property
    def problems(self) -> list[CorpusProblem]:
        """What the fullest reading so far found, with its lines."""
        return self._log.problems

    @property
    def n_found(self) -> int:
        """How many records are found so far."""
        return self._n_found

    def indexing(self) -> Iterator[Progress]:
        """Find the records that are not found yet, a few megabytes between two values."""
        while not self.is_indexed:
            self._extend()
            done = self._found[-1].done if self._found else 0
            yield Progress(done, self._content.size or 0, documents=self._n_found)

    def _record(self, index: int) -> tuple[Records, int]:
        while index >= self._n_found and not self.is_indexed:
            self._extend()
        if not 0 <= index < self._n_found:
            raise IndexError(
                f"{self.path} has {counted(self._n_found, 'record')}; there is no {index:,}."
            )
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
            problems.add(say("blank_lines", n=n_blank), line=first_blank, times=n_blank)


def _conversation(data: bytes, offset: int, line: int, problems: FileProblems) -> Conversation:
    """The conversation in the bytes of a record. Raises ConversationError."""
    data = data.removeprefix(codecs.BOM_UTF8)
    text = decoded_line(data, line, offset, "replace", problems)
    assert text is not None
    try:
        document = _DECODER.decode(text)
    except RecursionError:
        raise ConversationError(say("record_nested_deeply"), line=line) from None
    except _UnfitJson as reason:
        raise ConversationError(str(reason), line=line) from None
    except ValueError as error:
        raise ConversationError(_not_json(text, error), line=line) from None
    return Conversation.of(document, line)


def _not_json(text: str, error: ValueError) -> str:
    if not text.strip():
        return say("line_blank")
    if not isinstance(error, json.JSONDecodeError):
        return say("record_no_json", reason=error)
    return say("record_no_json_at", reason=error.msg.removesuffix(" at"), character=error.pos + 1)


class _UnfitJson(Exception):  # noqa: N818  caught where the line is known
    """JSON that Python reads although it is not clear what it says."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise _UnfitJson(say("name_twice", name=repr(twice[:40])))
    return document


def _no_constant(name: str) -> NoReturn:
    raise _UnfitJson(say("no_json_constant", name=name))


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
