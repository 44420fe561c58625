"""Files that are one document each, read straight into buffers that counting reads from.

Between the disk and a kernel there is one copy, and no memory is asked for anew: fresh pages cost
more than the reading. What has to be repaired, refused or reported is left to `readers`: at the
first such byte the file is read by them, without the pieces that were given before.
"""

from __future__ import annotations

import codecs
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.compiled import UInt8s, read_only
from engine.corpus.paths import SourcePath, open_file
from engine.corpus.readers import text
from engine.corpus.readers.parts import DocumentPart
from engine.splitting import first_sure_cut
from engine.text import first_invalid_byte, without_cut_character

if TYPE_CHECKING:
    from engine.splitting import ScanTables

_WINDOW_BYTES = 1 << 13
"""Read beyond a piece, to find a sure cut in; where there is none, as much as the piece again."""
_BEHIND = 64
"""Bytes behind a text that kernels may look at."""
_LONGEST_CHARACTER = 4
_HEAD_BYTES = 1 << 12


class TextRooms:
    """Buffers of texts; one that is given back is used again."""

    def __init__(self) -> None:
        self._free: list[bytearray] = []

    def take(self, n_bytes: int) -> bytearray:
        """A buffer of at least this size, with any content."""
        with suppress(IndexError):
            room = self._free.pop()
            if len(room) >= n_bytes:
                return room
        return bytearray(n_bytes)

    def give_back(self, room: bytearray) -> None:
        """Nothing reads from it any more; any thread may say so."""
        self._free.append(room)


class FilePiece(NamedTuple):
    """A piece of a document: the first n_bytes of `room`, valid UTF-8.

    is_first: whether the document begins here. rooms: where the buffer goes when it has served.
    """

    room: bytearray
    n_bytes: int
    is_first: bool
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
        self.is_done = False
        self.n_pieces = 0

    def __iter__(self) -> Generator[DocumentPart | FilePiece, None, None]:
        with open_file(self._path) as stream:
            yield from self._pieces(stream)

    def _pieces(self, stream: Any) -> Iterator[DocumentPart | FilePiece]:
        window = self._piece_bytes + _WINDOW_BYTES
        held, n_valid, at_end = b"", 0, False
        while not at_end or held:
            size = max(window, len(held) + _WINDOW_BYTES)
            room, n, end = self._rooms.take(size + _BEHIND), len(held), 0
            room[:n] = held
            while not end:
                if not at_end:
                    begin, n = n, _filled(stream, room, n, size)
                    at_end = n < size
                    if at_end and not n and self.n_pieces:
                        self.is_done = True
                        return
                    n_valid = self._checked(room, begin, n_valid, n, at_end)
                    if n_valid < 0:
                        return
                if at_end and not self.n_pieces and n <= text.BLOCK_BYTES:
                    self.is_done = True
                    yield DocumentPart(bytes(memoryview(room)[:n]))
                    self._rooms.give_back(room)
                    return
                whole = memoryview(room)[:n_valid].toreadonly()
                end = first_sure_cut(whole, self._piece_bytes, self._tables)
                if end >= n_valid and not at_end:  # there is none: it needs as much again
                    end, size = 0, size + n
                    room = room[:n] + bytearray(size + _BEHIND - n)
            held = bytes(memoryview(room)[end:n])
            n_valid -= end
            self.n_pieces += 1
            yield FilePiece(room, end, self.n_pieces == 1, self._rooms)
        self.is_done = True

    def _checked(self, room: bytearray, begin: int, n_valid: int, n: int, at_end: bool) -> int:
        """Up to where the text is whole and valid; -1 for what the readers of files must see.

        begin: where the bytes read last begin. n_valid: up to where it was before.
        """
        if begin == 0 and not self.n_pieces:
            head = bytes(memoryview(room)[: min(n, _HEAD_BYTES)])
            text.refuse_binary(self._path, head)
            if not head or head.startswith(codecs.BOM_UTF8):
                return -1
        if room.find(0, begin, n) >= 0:
            return -1
        whole = n
        if not at_end:
            tail = bytes(memoryview(room)[max(0, n - _LONGEST_CHARACTER) : n])
            whole -= len(tail) - len(without_cut_character(tail))
        new = memoryview(room)[n_valid:whole].toreadonly()
        return -1 if first_invalid_byte(new) is not None else whole


def _filled(stream: Any, room: bytearray, begin: int, end: int) -> int:
    """Read into room[begin:end]; returns where that ended, before `end` at the end of the file."""
    with memoryview(room) as view:
        while begin < end and (n := stream.readinto(view[begin:end])):
            begin += n
    return begin
