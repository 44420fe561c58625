"""The work of a dataset on one group of documents: ids as they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import Int64s
from engine.corpus import DocumentGroup
from engine.encoding import Encoder, SpecialTokenSplitter, encode_group


class Joints(NamedTuple):
    """The ids that are put before each document and after it."""

    before: int | None
    after: int | None


class EncodedGroup(NamedTuple):
    """The ids of a group as they are written.

    ids: uint16[m] or uint32[m]. starts: int64[n], index of each document's first id.
    """

    group: DocumentGroup
    ids: npt.NDArray[np.generic]
    starts: Int64s


def group_encoder(
    dtype: np.dtype[np.uint16 | np.uint32],
    joints: Joints,
    special_tokens: SpecialTokenSplitter | None,
    encoder: Encoder,
) -> Callable[[DocumentGroup], EncodedGroup]:
    """The work on a group: encode, insert the joining tokens, convert to the type of the file."""

    def work(group: DocumentGroup) -> EncodedGroup:
        if special_tokens is None:
            ids, starts = encoder.encode_documents(group.data, group.bounds)
        else:
            ids, starts = encode_group(encoder, group, special_tokens)
        written: npt.NDArray[np.generic] = ids.astype(dtype, copy=False)
        before = None if group.before else joints.before
        after = None if group.is_cut else joints.after
        written, starts = _joined(written, starts, before, after)
        return EncodedGroup(group, written, starts[: group.n_documents])

    return work


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
