"""Words of tokens: how many a token holds, by two rules.

Between spaces: the pieces that are not empty when the bytes are split at U+0020. This is the count
of the published SuperBPE trainer (`token.split("Ġ")` in alisawuffles/tokenizers-superbpe), whose
rule of at most four words means it; " of the" has 2, "," 1 and " " none.

Runs: stretches of letters and numbers (Unicode L and N) with the marks on them, where one
apostrophe between two of them does not end a stretch. It needs no spaces, so that it also tells
tokens of several words that a full stop, a line end or the signs of scripts without spaces part:
"是的，我" has 2. In such scripts nothing parts the words of one stretch, which counts as one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.unicode_sets import named_set

Int64s = npt.NDArray[np.int64]
SPACE = 0x20
_APOSTROPHES = (0x27, 0x2019)


def words_between_spaces(vocabulary: Sequence[bytes]) -> Int64s:
    """int64[n]: the pieces between spaces of each token."""
    lengths = np.fromiter(map(len, vocabulary), np.int64, len(vocabulary))
    data = np.frombuffer(b"".join(vocabulary), np.uint8)
    starts = np.cumsum(lengths) - lengths
    begins = data != SPACE
    after_piece = np.zeros(len(data), np.bool_)
    after_piece[1:] = begins[:-1]
    after_piece[starts[lengths > 0]] = False  # the byte before it is another token's
    begins &= ~after_piece
    return np.bincount(np.repeat(np.arange(len(lengths)), lengths)[begins], minlength=len(lengths))


def word_runs(points: npt.NDArray[np.uint32], owners: Int64s, n: int) -> Int64s:
    """int64[n]: runs of letters and numbers of each text.

    points: uint32[m], the code points of all texts one after the other. owners: int64[m], the text
    that each belongs to, ascending.
    """
    letters, marks, numbers = (_category(name) for name in ("L", "M", "N"))
    kept = ~marks[points]  # a mark neither begins a word nor ends it
    points, owners = points[kept], owners[kept]
    in_word = (letters | numbers)[points]
    goes_on = np.zeros(len(points) + 1, np.bool_)  # in the text of the one before
    np.equal(owners[1:], owners[:-1], out=goes_on[1:-1])
    inner = np.isin(points, _APOSTROPHES)
    inner[1:-1] &= in_word[:-2] & in_word[2:] & goes_on[1:-2] & goes_on[2:-1]
    inner[:1] = inner[-1:] = False
    in_word = in_word | inner
    begins = in_word.copy()
    begins[1:] &= ~(in_word[:-1] & goes_on[1:-1])
    return np.bincount(owners[begins], minlength=n)


def _category(name: str) -> npt.NDArray[np.bool_]:
    found = named_set(name)
    assert found is not None
    return found
