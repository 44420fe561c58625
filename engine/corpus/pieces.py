"""Documents in pieces that are worth a kernel call each: short ones together, long ones cut.

Long documents are cut where the split pattern is sure to cut as well, so that the pieces have the
pre-tokens of the whole, several threads can work on one file, and no file is in memory whole.
Batches are for counting: they carry characters and offsets. Groups are for encoding: they know
whether a document continues.

Files that are one document each are read straight into buffers that counting reads from: one copy,
and no more memory is asked for, since fresh pages cost more than the reading. What has to be
repaired, refused or reported is left to `readers`: at the first such byte they read the file,
without the pieces that were given before.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from engine.compiled import Int64s, UInt8s, bounds_of, joined_bytes, padded, read_only
from engine.corpus.corpus import Corpus
from engine.corpus.paths import SourcePath, is_compressed, open_file, size_on_disk
from engine.corpus.readers import text
from engine.corpus.readers.parts import DocumentPart
from engine.splitting import Splitter, first_sure_cut
from engine.text import (
    Normalization,
    count_characters,
    normalized,
    valid_characters,
    without_cut_character,
)

if TYPE_CHECKING:
    from engine.splitting import ScanTables

_SEARCHED_BYTES = 1 << 16
"""The last ASCII character is looked for in steps of this size, from the end."""

BATCH_BYTES = 1 << 20
"""About the size of a batch; a document without a sure cut may be as long as it is."""

GROUP_BYTES = 1 << 19
"""About the size of a group; a document without a sure cut may be as long as it is."""

_WINDOW_BYTES = 1 << 13
"""Read beyond a piece, to find a sure cut in; where there is none, as much as the piece again."""
_BEHIND = 64
"""Bytes behind a text that kernels may look at."""
_MOST_KEPT_BYTES = 4 * BATCH_BYTES
"""Larger buffers are not used again: they are of texts without a sure cut, which are rare."""
_LONGEST_CHARACTER = 4
_HEAD_BYTES = 1 << 12
_DECODED_PIECES = 6
"""Checked by Python's decoder, so that threads have work before a kernel is loaded for the rest."""


class TextRooms:
    """Buffers of texts; one that is given back is used again. n_taken: how often one was taken."""

    def __init__(self) -> None:
        self._free: list[bytearray] = []
        self.n_taken = 0

    def take(self, n_bytes: int) -> bytearray:
        """A buffer of at least this size, with any content."""
        self.n_taken += 1
        with suppress(IndexError):
            room = self._free.pop()
            if len(room) >= n_bytes:
                return room
        return bytearray(n_bytes)

    def give_back(self, room: bytearray) -> None:
        """Nothing reads from it any more; any thread may say so."""
        if len(room) <= _MOST_KEPT_BYTES:
            self._free.append(room)


class FilePiece(NamedTuple):
    """A piece of a document: the first n_bytes of `room`, valid UTF-8 of n_characters code points.

    is_first, is_last: whether the document begins and ends here. rooms: where the buffer goes when
    it has served.
    """

    room: bytearray
    n_bytes: int
    n_characters: int
    is_first: bool
    is_last: bool
    rooms: TextRooms

    @property
    def view(self) -> memoryview:
        """The text."""
        return memoryview(self.room)[: self.n_bytes].toreadonly()

    @property
    def padded(self) -> UInt8s:
        """uint8[n_bytes + 64]: the text and some bytes more, as kernels read it."""
        return read_only(np.frombuffer(self.room, np.uint8, self.n_bytes + _BEHIND))

    def release(self) -> None:
        """Give the buffer back; nothing may read from the piece afterwards."""
        self.rooms.give_back(self.room)


class FileReader:
    """Cuts a file as DocumentCutter cuts its text: at the first sure cut after piece_bytes.

    Iterating gives its pieces, or the whole of a short file as one document. is_done: whether all
    of it was given so; if not, the rest is for the readers of files. n_pieces: given so far.
    """

    def __init__(
        self, path: SourcePath, tables: ScanTables, rooms: TextRooms, piece_bytes: int
    ) -> None:
        self._path, self._tables, self._rooms = path, tables, rooms
        self._piece_bytes = piece_bytes
        self._n_valid = self._n_characters = 0
        self.is_done = False
        self.n_pieces = 0

    def __iter__(self) -> Generator[DocumentPart | FilePiece, None, None]:
        with open_file(self._path) as stream:
            yield from self._pieces(stream)

    def _pieces(self, stream: Any) -> Iterator[DocumentPart | FilePiece]:
        window = self._piece_bytes + _WINDOW_BYTES
        held, at_end = b"", False
        # A file that is one block stays whole: the first window shows whether it is.
        least = 0 if self._is_surely_long() else text.BLOCK_BYTES + 1
        while not at_end or held:
            size = max(window, len(held) + _WINDOW_BYTES, 0 if self.n_pieces else least)
            room, n, end = self._rooms.take(size + _BEHIND), len(held), 0
            room[:n] = held
            while not end:
                if not at_end:
                    begin, n = n, _filled(stream, room, n, size)
                    at_end = n < size
                    if at_end and not n and self.n_pieces:
                        self.is_done = True
                        return
                    if not self._is_text(room, begin, n, at_end):
                        return
                if at_end and not self.n_pieces and n <= text.BLOCK_BYTES:
                    self.is_done = True
                    yield DocumentPart(bytes(memoryview(room)[:n]))
                    self._rooms.give_back(room)
                    return
                whole = memoryview(room)[: self._n_valid].toreadonly()
                end = first_sure_cut(whole, self._piece_bytes, self._tables)
                if end >= len(whole) and not at_end:  # there is none: it needs as much again
                    end, size = 0, size + n
                    room = room[:n] + bytearray(size + _BEHIND - n)
            held = bytes(memoryview(room)[end:n])
            yield self._cut(room, end, held, is_last=at_end and end == n)
        self.is_done = True

    def _is_surely_long(self) -> bool:
        """Whether its size shows that its text is longer than a block."""
        size = None if is_compressed(self._path) else size_on_disk(self._path)
        return size is not None and size > text.BLOCK_BYTES

    def _cut(self, room: bytearray, end: int, held: bytes, *, is_last: bool) -> FilePiece:
        """The text before `end` as a piece; held: what comes after it."""
        n_characters = self._n_characters
        self._n_valid -= end
        self._n_characters = count_characters(held[: self._n_valid])
        self.n_pieces += 1
        return FilePiece(
            room, end, n_characters - self._n_characters, self.n_pieces == 1, is_last, self._rooms
        )

    def _is_text(self, room: bytearray, begin: int, n: int, at_end: bool) -> bool:
        """Whether room[begin:n], read last, is nothing that the readers of files must see.

        Takes the whole characters of it as valid.
        """
        if begin == 0 and not self.n_pieces:
            head = bytes(memoryview(room)[: min(n, _HEAD_BYTES)])
            text.refuse_binary(self._path, head)
            if not head or head.startswith(codecs.BOM_UTF8):
                return False
        if room.find(0, begin, n) >= 0:
            return False
        whole = n
        if not at_end:
            tail = bytes(memoryview(room)[max(0, n - _LONGEST_CHARACTER) : n])
            whole -= len(tail) - len(without_cut_character(tail))
        new = memoryview(room)[self._n_valid : whole].toreadonly()
        found = valid_characters(new, loads_kernel=self._rooms.n_taken > _DECODED_PIECES)
        self._n_valid, self._n_characters = whole, self._n_characters + (found or 0)
        return found is not None


def _filled(stream: Any, room: bytearray, begin: int, end: int) -> int:
    """Read into room[begin:end]; returns where that ended, before `end` at the end of the file."""
    with memoryview(room) as view:
        while begin < end and (n := stream.readinto(view[begin:end])):
            begin += n
    return begin


class CutPiece(NamedTuple):
    """A piece of a document.

    data: UTF-8 in normal form. is_first, is_last: whether the document begins and ends here.
    """

    data: bytes
    is_first: bool
    is_last: bool


class SureCuts(Protocol):
    """Knows where a text may be cut, as a Splitter does."""

    def sure_cut(self, data: bytes, at: int, /) -> int:
        """The first sure cut at an offset or after it; the length of the text without one."""


class DocumentCutter:
    """Cuts one document after another at the first sure cut after `piece_bytes`, and so on.

    The cuts depend on the document alone, not on the parts in which it comes. Text that no sure
    cut ends yet stays in memory.
    """

    def __init__(
        self, splitter: SureCuts, piece_bytes: int, normalization: Normalization | None = None
    ) -> None:
        self._splitter = splitter
        self._piece_bytes = piece_bytes
        self._normalization = normalization
        self._unnormalized: list[bytes] = []
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._next_try = 0
        self._is_first = True
        self._is_at_start = True

    def pieces(self, data: bytes, begins: bool, ends: bool) -> Iterator[CutPiece]:
        """The pieces that are known with the next part of the document; all of them at its end."""
        if begins:
            self._begin()
        data = self._normalized(data, ends)
        self._held.append(data)
        self._held_bytes += len(data)
        if not ends and self._held_bytes < self._next_try:
            return
        whole = self._held[0] if len(self._held) == 1 else b"".join(self._held)
        start = 0
        while start < len(whole):
            end = self._splitter.sure_cut(whole, start + self._piece_bytes)
            if end >= len(whole) and not ends:
                break
            yield CutPiece(whole[start:end], self._is_first, end >= len(whole))
            self._is_first = False
            start = end
        self._hold(whole[start:])

    def _begin(self) -> None:
        self._unnormalized.clear()
        self._is_at_start = True
        self._hold(b"")
        self._is_first = True

    def _hold(self, rest: bytes) -> None:
        self._held = [rest]
        self._held_bytes = len(rest)
        # Text without a sure cut is not searched again before there is twice as much.
        searched = len(rest) > self._piece_bytes
        self._next_try = 2 * len(rest) if searched else self._piece_bytes + 1

    def _normalized(self, data: bytes, ends: bool) -> bytes:
        """The next text in normal form, up to an ASCII character: nothing before joins with one."""
        if self._normalization is None:
            return data
        self._unnormalized.append(data)
        cut = len(data) if ends else _last_ascii(data)
        if cut is None:
            return b""
        whole = b"".join(self._unnormalized)
        cut += len(whole) - len(data)
        self._unnormalized = [whole[cut:]]
        form = self._normalization
        if form == "prefix-space" and not self._is_at_start:
            form = "spaces"
        self._is_at_start = self._is_at_start and not cut
        return normalized(whole[:cut], form)


def _last_ascii(data: bytes) -> int | None:
    """Offset of the last ASCII character; None if there is none."""
    end = len(data)
    while end > 0:
        start = max(0, end - _SEARCHED_BYTES)
        offsets = np.flatnonzero(np.frombuffer(data, np.int8)[start:end] >= 0)
        if len(offsets):
            return start + int(offsets[-1])
        end = start
    return None


@dataclass(frozen=True, slots=True)
class DocumentBatch:
    """Documents of one source, one after another, or a part of one.

    source: index into the corpus's sources.
    data: UTF-8; empty where the text is in `piece`.
    bounds: int64[n + 1], piece i is data[bounds[i]:bounds[i + 1]], cut by itself.
    n_documents: number of documents that begin here.
    n_characters: code points of the text.
    offset: byte of the corpus at which it begins.
    piece: the text in a buffer, to be released when it was read.
    """

    source: int
    data: bytes
    bounds: Int64s
    n_documents: int
    n_characters: int
    offset: int
    piece: FilePiece | None = None

    @property
    def n_bytes(self) -> int:
        """Bytes of the text."""
        return int(self.bounds[-1])

    def release(self) -> None:
        """Nothing reads from the text any more."""
        if self.piece is not None:
            self.piece.release()


def document_batches(
    corpus: Corpus,
    splitter: Splitter,
    normalization: Normalization | None = None,
    rooms: TextRooms | None = None,
) -> Iterator[DocumentBatch]:
    """The documents of a corpus in order, normalized, in batches that never mix sources.

    rooms: for a caller that reads pieces and releases them; then files are read into them.
    """
    offset = 0
    cutter = DocumentCutter(splitter, BATCH_BYTES, normalization)
    parts: Iterator[tuple[int, DocumentPart | CutPiece | FilePiece]] = corpus.labelled_parts()
    tables = splitter.scan_tables
    reads_into_rooms = normalization is None and corpus.is_of_whole_files
    if rooms is not None and tables is not None and reads_into_rooms:
        parts = _file_parts(corpus, splitter, tables, rooms, BATCH_BYTES)
    for source, documents, piece in _gathered(
        parts, BATCH_BYTES, BATCH_BYTES, cutter, normalization
    ):
        if isinstance(piece, FilePiece):
            bounds, n_first = bounds_of([piece.n_bytes]), int(piece.is_first)
            yield DocumentBatch(source, b"", bounds, n_first, piece.n_characters, offset, piece)
            offset += piece.n_bytes
            continue
        data, bounds = joined_bytes(documents)
        n_documents = len(documents) if piece is None else int(piece.is_first)
        yield DocumentBatch(source, data, bounds, n_documents, count_characters(data), offset)
        offset += len(data)


def _file_parts(
    corpus: Corpus, splitter: Splitter, tables: ScanTables, rooms: TextRooms, piece_bytes: int
) -> Iterator[tuple[int, DocumentPart | CutPiece | FilePiece]]:
    """What `labelled_parts` gives, long files in the pieces into which they are cut anyway."""
    for index, path, parts in corpus.whole_files():
        reader = FileReader(path, tables, rooms, piece_bytes)
        with closing(iter(reader)) as pieces:
            for piece in pieces:
                yield index, piece
        if reader.is_done:
            continue
        if not reader.n_pieces:
            yield from ((index, part) for part in parts if part.data or not part.begins)
            continue
        cutter = DocumentCutter(splitter, piece_bytes)
        cuts = (cut for part in parts for cut in cutter.pieces(*part))
        yield from ((index, cut) for cut in islice(cuts, reader.n_pieces, None))


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """Documents of one source, one after another, or a part of one.

    source: index into the corpus's sources.
    data: UTF-8; empty where the text is in `piece`.
    bounds: int64[n + 1], document i is data[bounds[i]:bounds[i + 1]].
    before: the last character of the part before if data continues a document, else b"".
    is_cut: the document continues in the next group.
    piece: the text in a buffer, to be released when it was read.
    """

    source: int
    data: bytes
    bounds: Int64s
    before: bytes = b""
    is_cut: bool = False
    piece: FilePiece | None = None

    @property
    def n_bytes(self) -> int:
        """Bytes of the text."""
        return int(self.bounds[-1])

    @property
    def padded(self) -> UInt8s:
        """uint8[n_bytes + 64]: the text and some bytes more, as kernels read it."""
        return padded(self.data) if self.piece is None else self.piece.padded

    def release(self) -> None:
        """Nothing reads from the text any more."""
        if self.piece is not None:
            self.piece.release()

    @property
    def n_documents(self) -> int:
        """Number of documents that begin here."""
        return 0 if self.before else len(self.bounds) - 1

    def documents(self) -> list[bytes]:
        """The documents, or the part of one, by themselves."""
        return [self.data[start:end] for start, end in pairwise(self.bounds.tolist())]


def document_groups(
    documents: Iterable[tuple[int, bytes]], splitter: Splitter | None
) -> Iterator[DocumentGroup]:
    """Documents with the number of their source, in order, in groups that never mix sources.

    Long documents are cut where the split pattern is sure to cut as well, so that the parts have
    the tokens of the whole; without a splitter they stay whole.
    """
    parts = ((source, DocumentPart(document)) for source, document in documents)
    if splitter is not None:
        yield from part_groups(parts, splitter)
        return
    for source, group, _ in _gathered(parts, GROUP_BYTES, sys.maxsize):
        yield DocumentGroup(source, *joined_bytes(group))


def file_groups(corpus: Corpus, splitter: Splitter, rooms: TextRooms) -> Iterator[DocumentGroup]:
    """The groups of a corpus, of files that are one document each in buffers that serve again.

    Whoever takes a group releases it.
    """
    tables = splitter.scan_tables
    if tables is None or not corpus.is_of_whole_files:
        return part_groups(corpus.labelled_parts(), splitter)
    return part_groups(_file_parts(corpus, splitter, tables, rooms, GROUP_BYTES), splitter)


def part_groups(
    parts: Iterable[tuple[int, DocumentPart | CutPiece | FilePiece]],
    splitter: SureCuts,
    normalization: Normalization | None = None,
) -> Iterator[DocumentGroup]:
    """As `document_groups`, of documents that come in parts, so that none is in memory whole.

    splitter: cuts the long ones. normalization: Unicode form of the documents in the groups.
    """
    cutter = DocumentCutter(splitter, GROUP_BYTES, normalization)
    before = b""
    gathered = _gathered(parts, GROUP_BYTES, 2 * GROUP_BYTES, cutter, normalization)
    for source, documents, piece in gathered:
        if piece is None:
            yield DocumentGroup(source, *joined_bytes(documents))
            continue
        before = b"" if piece.is_first else before
        if isinstance(piece, CutPiece):
            data, bounds = joined_bytes(documents)
            yield DocumentGroup(source, data, bounds, before, is_cut=not piece.is_last)
            before = _last_character(data)
            continue
        last = _last_character(bytes(piece.view[-_LONGEST_CHARACTER:]))
        bounds = bounds_of([piece.n_bytes])
        yield DocumentGroup(source, b"", bounds, before, not piece.is_last, piece)
        before = last


def _gathered(
    parts: Iterable[tuple[int, DocumentPart | CutPiece | FilePiece]],
    n_bytes: int,
    longest: int,
    cutter: DocumentCutter | None = None,
    normalization: Normalization | None = None,
) -> Iterator[tuple[int, list[bytes], CutPiece | FilePiece | None]]:
    """(source, documents, None) for short documents, (source, [data], piece) for a cut one.

    What is cut already stays as it is; the bytes of a FilePiece are not in the list.
    n_bytes: short documents of one source are gathered up to about this size.
    longest: bytes of a document that is not cut; one that comes in parts always is.
    """
    source = 0
    documents: list[bytes] = []
    size = 0
    for index, part in parts:
        is_short = isinstance(part, DocumentPart) and (
            cutter is None or (part.begins and part.ends and len(part.data) <= longest)
        )
        if documents and (not is_short or index != source or size >= n_bytes):
            yield source, documents, None
            documents, size = [], 0
        source = index
        if isinstance(part, FilePiece):
            yield source, [], part
        elif isinstance(part, CutPiece):
            yield source, [part.data], part
        elif cutter is not None and not is_short:
            for piece in cutter.pieces(*part):
                yield source, [piece.data], piece
        else:
            data = part.data
            documents.append(data if normalization is None else normalized(data, normalization))
            size += len(documents[-1])
    if documents:
        yield source, documents, None


def _last_character(data: bytes) -> bytes:
    """The UTF-8 character at the end of a text."""
    start = len(data) - 1
    while start > max(0, len(data) - 4) and data[start] & 0xC0 == 0x80:
        start -= 1
    return data[start:]
