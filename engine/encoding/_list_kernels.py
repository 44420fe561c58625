"""The kernel that puts Python's integers into a list.

Slow reference: `tolist`, in tests/engine/encoding/test_id_lists.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import locked_kernel, put_word, word_at

_EIGHT = np.uint64(8)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@locked_kernel
def fill_list(ids, integers, listed, items_at, immortal, filler):
    """Put the integer of each id into a list, as PyList_SET_ITEM and Py_INCREF do.

    ids       uint32[n]
    integers  uint64[n_ids]    address of the integer of each id
    listed    address of a list of n times the object at `filler`
    items_at  bytes from there to the address of its items
    immortal  bit of a count of references that is never changed

    Returns False, and does nothing, if an id is too high.
    """
    highest = np.uint32(0)
    for i in range(ids.shape[0]):
        highest = max(highest, ids[i])
    if np.int64(highest) >= integers.shape[0]:
        return False
    item = word_at(listed + items_at)
    for i in range(ids.shape[0]):
        integer = integers[np.uint64(ids[i])]
        count = word_at(integer)
        if count & immortal == _ZERO:
            put_word(integer, count + _ONE)
        put_word(item, integer)
        item += _EIGHT
    count = word_at(filler)
    if count & immortal == _ZERO:
        put_word(filler, count - np.uint64(ids.shape[0]))
    return True
