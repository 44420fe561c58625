"""The work of a dataset on one group of documents: ids as they are written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import Int64s, UInt32s
from engine.corpus import DocumentGroup
from engine.encoding import (
    SPARE_IDS,
    DocumentEncoder,
    Encoder,
    SpecialTokenSplitter,
    encode_group,
)

_ROOM_IDS = 5 << 17
"""Ids of groups of files, which are hardly longer; too small for huge pages: decisions/022."""
_MOST_ROOM_IDS = 1 << 21
"""Longer arrays are not used again: such groups are rare."""


class Joints(NamedTuple):
    """The ids that are put before each document and after it."""

    before: int | None
    after: int | None


class IdRooms:
    """Arrays for the ids of groups; one that is given back is used again, by any thread.

    Fresh memory for each group would cost more than writing its ids.
    """

    def __init__(self) -> None:
        self._free: list[UInt32s] = []

    def take(self, n_bytes: int) -> UInt32s:
        """uint32[n], any content: for the ids of so much text and what else is written."""
        size = n_bytes + SPARE_IDS + len(Joints._fields)
        with suppress(IndexError):
            room = self._free.pop()
            if len(room) >= size:
                return room
        return np.empty(max(size, _ROOM_IDS), np.uint32)

    def give_back(self, room: UInt32s) -> None:
        """Nothing reads from it any more."""
        if len(room) <= _MOST_ROOM_IDS:
            self._free.append(room)


class EncodedGroup(NamedTuple):
    """The ids of a group as they are written.

    ids: uint16[m] or uint32[m]. starts: int64[n], index of each document's first id. room: what
    the ids are in and is given back to `rooms`, None if they have memory of their own.
    """

    group: DocumentGroup
    ids: npt.NDArray[np.generic]
    starts: Int64s
    rooms: IdRooms
    room: UInt32s | None = None

    def release(self) -> None:
        """Nothing reads from the ids any more."""
        if self.room is not None:
            self.rooms.give_back(self.room)


def group_encoder(
    dtype: np.dtype[np.uint16 | np.uint32],
    joints: Joints,
    special_tokens: SpecialTokenSplitter | None,
    rooms: IdRooms,
    encoder: DocumentEncoder,
) -> Callable[[DocumentGroup], EncodedGroup]:
    """The work on a group: encode, insert the joining tokens, convert to the type of the file.

    The text of the group is released.
    """
    filling = encoder if isinstance(encoder, Encoder) and encoder.fills_rooms else None

    def work(group: DocumentGroup) -> EncodedGroup:
        before = None if group.before else joints.before
        after = None if group.is_cut else joints.after
        room = None
        if special_tokens is not None:
            ids, starts = encode_group(encoder, group, special_tokens)
        elif filling is not None:
            room = rooms.take(group.n_bytes)
            ids, starts = _filled(room, filling, group, before, after)
        else:
            ids, starts = encoder.encode_documents(group.data, group.bounds)
        group.release()
        written: npt.NDArray[np.generic] = ids.astype(dtype, copy=False)
        if room is None or len(group.bounds) > 2:
            written, starts = _joined(written, starts, before, after)
        encoded = EncodedGroup(group, written, starts[: group.n_documents], rooms, room)
        if room is None or written.base is room:
            return encoded
        encoded.release()
        return encoded._replace(room=None)

    return work


def _filled(
    room: UInt32s, encoder: Encoder, group: DocumentGroup, before: int | None, after: int | None
) -> tuple[UInt32s, Int64s]:
    """The ids of a group in `room` and where its documents begin; one alone has its joints."""
    is_alone = len(group.bounds) == 2
    first = int(is_alone and before is not None)
    starts = encoder.encode_into(room[first:], group.padded, group.bounds)
    if is_alone:
        if before is not None:
            room[0] = before
        starts[1] += first
        if after is not None:
            room[starts[1]] = after
            starts[1] += 1
    return room[: starts[-1]], starts


def _joined(
    ids: npt.NDArray[np.generic], starts: Int64s, before: int | None, after: int | None
) -> tuple[npt.NDArray[np.generic], Int64s]:
    """The ids with one more before each document, after each, or both; a document begins at the
    one before it. Example: ids [7, 8, 9], starts [0, 1, 3], after 5 -> [7, 5, 8, 9, 5], [0, 2, 5].
    """
    n_added = (before is not None) + (after is not None)
    if not n_added:
        return ids, starts
    moved = starts + n_added * np.arange(len(starts))
    longer = np.empty(len(ids) + n_added * (len(starts) - 1), ids.dtype)
    is_text = np.ones(len(longer), np.bool_)
    for token_id, places in ((before, moved[:-1]), (after, moved[1:] - 1)):
        if token_id is not None:
            longer[places] = token_id
            is_text[places] = False
    longer[is_text] = ids
    return longer, moved
