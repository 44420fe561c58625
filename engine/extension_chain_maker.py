"""ChainMaker: merges on the parts of a list of tokens until each is one; see extension_chains."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.encoder import Encoder
from engine.extension_veto import halves_of_whole_tokens, known_tokens
from engine.splitter import Splitter
from engine.tokenizer import Tokenizer

Pair = tuple[int, int]
_Entry = tuple[int, int, int, int, Pair]
_WANTED, _TEXT, _OTHER = range(3)


def first_parts(tokenizer: Tokenizer, tokens: Sequence[bytes]) -> list[list[int]]:
    """What the merges of a tokenizer leave of each token by itself, in positions."""
    if not tokens:
        return []
    encoder = Encoder(tokenizer.ranked_merges, Splitter("none"))
    bounds = np.zeros(len(tokens) + 1, np.int64)
    np.cumsum([len(token) for token in tokens], out=bounds[1:])
    ids, starts = encoder.encode_documents(b"".join(tokens), bounds)
    return [ids[first:last].tolist() for first, last in pairwise(starts.tolist())]


class ChainMaker:
    """The parts of all tokens, and where each pair of neighbours stands in them."""

    def __init__(self, tokenizer: Tokenizer, wanted: Sequence[bytes]) -> None:
        self._tokens = list(tokenizer.ranked_tokens)
        self._n_old = len(self._tokens)
        self._wanted = frozenset(wanted)
        self._barred = known_tokens(tokenizer) | halves_of_whole_tokens(tokenizer)
        self._parts = first_parts(tokenizer, wanted)
        self._pairs: list[Pair] = []
        self._n_open = sum(len(parts) > 1 for parts in self._parts)
        self._places: dict[Pair, dict[int, int]] = {}
        self._heap: list[_Entry] = []
        for number in range(len(self._parts)):
            self._enter(number)
        for pair in self._places:
            self._push(pair)

    @property
    def n_merges(self) -> int:
        return len(self._pairs)

    @property
    def share_done(self) -> float:
        """Share of the tokens that are one."""
        return 1 - self._n_open / max(1, len(self._parts))

    def merge_next(self) -> bool:
        """Make the next merge; False where no pair is left that may be merged."""
        while self._heap:
            entry = heapq.heappop(self._heap)
            pair = entry[-1]
            token = self._tokens[pair[0]] + self._tokens[pair[1]]
            if token in self._barred or entry != self._entry(pair):
                continue
            self._merge(pair, token)
            return True
        return False

    def unfinished(self) -> list[int]:
        """The numbers of the tokens that are still in parts."""
        return [number for number, parts in enumerate(self._parts) if len(parts) > 1]

    def needed(self) -> tuple[npt.NDArray[np.uint32], tuple[bytes, ...]]:
        """The merges that finished tokens are made of, in order, and the token of each.

        uint32[n, 2] in positions. Leaving out the others changes nothing: no finished token's own
        bytes ever meet them.
        """
        is_needed = [False] * len(self._tokens)
        for parts in self._parts:
            is_needed[parts[0]] |= len(parts) == 1
        for number in range(len(self._pairs) - 1, -1, -1):
            if is_needed[self._n_old + number]:
                for part in self._pairs[number]:
                    is_needed[part] = True
        moved = list(range(self._n_old))
        kept: list[Pair] = []
        for number, (left, right) in enumerate(self._pairs):
            moved.append(self._n_old + len(kept))
            if is_needed[self._n_old + number]:
                kept.append((moved[left], moved[right]))
        tokens = self._tokens[self._n_old :]
        made = tuple(t for t, at in zip(tokens, is_needed[self._n_old :], strict=True) if at)
        return np.array(kept, np.uint32).reshape(-1, 2), made

    def _merge(self, pair: Pair, token: bytes) -> None:
        position = len(self._tokens)
        self._tokens.append(token)
        self._pairs.append(pair)
        self._barred.add(token)
        changed: dict[Pair, None] = {}
        for number in list(self._places[pair]):
            changed.update(dict.fromkeys(self._leave(number)))
            self._parts[number] = _joined(self._parts[number], pair, position)
            self._n_open -= len(self._parts[number]) == 1
            changed.update(dict.fromkeys(self._enter(number)))
        for each in changed:
            self._push(each)

    def _enter(self, number: int) -> list[Pair]:
        """Note the pairs of a token; returns them."""
        pairs = list(pairwise(self._parts[number]))
        for pair in pairs:
            places = self._places.setdefault(pair, {})
            places[number] = places.get(number, 0) + 1
        return pairs

    def _leave(self, number: int) -> list[Pair]:
        """Forget the pairs of a token; returns them."""
        pairs = list(pairwise(self._parts[number]))
        for pair in pairs:
            self._places[pair].pop(number, None)
        return pairs

    def _push(self, pair: Pair) -> None:
        if (entry := self._entry(pair)) is not None:
            heapq.heappush(self._heap, entry)

    def _entry(self, pair: Pair) -> _Entry | None:
        """What orders a pair, the first one least; None where it stands nowhere any more."""
        places = self._places[pair]
        if not places:
            return None
        token = self._tokens[pair[0]] + self._tokens[pair[1]]
        first = min(places)
        at = next(i for i, each in enumerate(pairwise(self._parts[first])) if each == pair)
        kind = _WANTED if token in self._wanted else _TEXT if is_text(token) else _OTHER
        return kind, -sum(places.values()), first, at, pair


def is_text(token: bytes) -> bool:
    """Whether a token is whole characters."""
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


def _joined(parts: list[int], pair: Pair, position: int) -> list[int]:
    """`pair` replaced from the left. Example: [1, 1, 1], (1, 1), 9 -> [9, 1]."""
    joined = []
    at = 0
    while at < len(parts):
        if at + 1 < len(parts) and parts[at] == pair[0] and parts[at + 1] == pair[1]:
            joined.append(position)
            at += 2
        else:
            joined.append(parts[at])
            at += 1
    return joined
