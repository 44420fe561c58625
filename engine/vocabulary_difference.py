"""What two vocabularies share: tokens by their bytes, with their rank in each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from engine.library_tokenizer import LibraryTokenizer
from engine.token_table import TokenTable

Int64s = npt.NDArray[np.int64]
NO_MERGE = -1
"""Rank of a token that no merge makes: a single byte, or an extra token of an imported one."""


@dataclass(frozen=True, eq=False)
class VocabularyDifference:
    """The tokens of two tokenizers as sets of bytes, special tokens apart.

    tokens: every token of either, those of both first in the order of the first tokenizer, then
        those of the first alone, then those of the second alone.
    ranks: int64[n, 2], rank of the merge that first makes the token in each; NO_MERGE for none.
    ids: int64[n, 2], id of the token in each; -1 where it is not there.
    n_both, n_first, n_second: how many of `tokens` are in both, in one alone.
    special: names of special tokens in both, in the first alone and in the second alone, sorted.
    """

    tokens: tuple[bytes, ...]
    ranks: Int64s
    ids: Int64s
    n_both: int
    n_first: int
    n_second: int
    special: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

    @property
    def n_all(self) -> int:
        """Different tokens of both together."""
        return len(self.tokens)

    @property
    def overlap(self) -> float:
        """Share of all different tokens that both have (Jaccard index); 1 for equal vocabularies.

        Source: P. Jaccard, Étude comparative de la distribution florale, 1901.
        """
        return self.n_both / self.n_all if self.n_all else 1.0

    @cached_property
    def places(self) -> Int64s:
        """int64[n], where each token stands among all in the order of their bytes."""
        places = np.empty(len(self.tokens), np.int64)
        places[sorted(range(len(self.tokens)), key=self.tokens.__getitem__)] = np.arange(
            len(places)
        )
        return places

    @property
    def both(self) -> slice:
        """Where in `tokens` those of both are."""
        return slice(0, self.n_both)

    @property
    def only_first(self) -> slice:
        """Where in `tokens` those of the first alone are."""
        return slice(self.n_both, self.n_both + self.n_first)

    @property
    def only_second(self) -> slice:
        """Where in `tokens` those of the second alone are."""
        return slice(self.n_both + self.n_first, self.n_all)


def vocabulary_difference(
    first: TokenTable | LibraryTokenizer, second: TokenTable | LibraryTokenizer
) -> VocabularyDifference:
    """Compare two vocabularies by the bytes of their tokens.

    Those of a tokenizer that runs through its library are as near as they can be said, and have
    no ranks.

    A token that several merges make counts once, with its lowest rank. Tokens that merges do not
    make (single bytes, extra tokens) count as well; special tokens are compared by name.
    """
    ours, theirs = _places(first), _places(second)
    both = [token for token in ours if token in theirs]
    only_first = [token for token in ours if token not in theirs]
    only_second = [token for token in theirs if token not in ours]
    tokens = (*both, *only_first, *only_second)
    found = [[places.get(token, _NOWHERE) for places in (ours, theirs)] for token in tokens]
    numbers = np.array(found, np.int64).reshape(-1, 2, 2)
    names = [frozenset(table.special_tokens) for table in (first, second)]
    return VocabularyDifference(
        tokens=tokens,
        ranks=numbers[:, :, 0],
        ids=numbers[:, :, 1],
        n_both=len(both),
        n_first=len(only_first),
        n_second=len(only_second),
        special=(
            tuple(sorted(names[0] & names[1])),
            tuple(sorted(names[0] - names[1])),
            tuple(sorted(names[1] - names[0])),
        ),
    )


_NOWHERE = (NO_MERGE, -1)


def _places(table: TokenTable | LibraryTokenizer) -> dict[bytes, tuple[int, int]]:
    """Rank and id by token, in rank order; extra tokens come last, by id."""
    places: dict[bytes, tuple[int, int]] = {}
    if isinstance(table, LibraryTokenizer):
        special = set(table.special_tokens.values())
        for token_id, token in enumerate(table.vocabulary):
            if token and token_id not in special:
                places.setdefault(token, (NO_MERGE, token_id))
        return places
    ids = table.ranked_ids.tolist()
    for place, token in enumerate(table.ranked_tokens):
        rank = place - N_BYTES if place >= N_BYTES else NO_MERGE
        places.setdefault(token, (rank, ids[place]))
    for token, token_id in sorted(table.extra_tokens.items(), key=lambda item: item[1]):
        places.setdefault(token, (NO_MERGE, token_id))
    return places
