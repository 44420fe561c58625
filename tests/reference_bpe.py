"""The slow, obvious byte-pair encoding: the specification that the engine is compared with.

Every step recounts everything from the start. Nothing here is shared with the engine but the table
of characters that Unicode 16 does not assign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import regex

from engine.text.unicode_sets import named_set

GPT2_BYTE_ORDER = [
    *range(33, 127), *range(161, 173), *range(174, 256), *range(33), *range(127, 161), 173,
]  # fmt: skip


def pretokens_of(text: str, pattern: str) -> list[bytes]:
    """The pre-tokens of `text`; what no match covers is kept as a pre-token of its own.

    Behind `(?#then)` comes an expression that cuts each of them again.
    """
    texts = [text]
    for expression in pattern.split("(?#then)"):
        texts = [piece for text in texts for piece in pieces_of(text, expression)]
    return [piece.encode() for piece in texts]


def pieces_of(text: str, expression: str) -> list[str]:
    """`text` cut by one expression, without what is empty."""
    pieces, reached = [], 0
    for match in regex.finditer(expression, without_later_characters(text)):
        pieces += [text[reached : match.start()], text[match.start() : match.end()]]
        reached = max(reached, match.end())
    pieces.append(text[reached:])
    return [piece for piece in pieces if piece]


def without_later_characters(text: str) -> str:
    """`text` with U+FDD0 for what Unicode 16 does not assign: newer releases of `regex` do."""
    if text.isascii():
        return text
    later = unassigned()
    return "".join("\ufdd0" if ord(letter) in later else letter for letter in text)


@cache
def unassigned() -> frozenset[int]:
    """The code points that Unicode 16 gives no meaning."""
    members = named_set("Cn")
    assert members is not None
    return frozenset(members.nonzero()[0].tolist())


def merge(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Replace `pair` from the left. Example: [1, 1, 1], (1, 1), 9 -> [9, 1]."""
    merged, i = [], 0
    while i < len(ids):
        if tuple(ids[i : i + 2]) == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


def count_pairs(words: dict[bytes, list[int]], counts: Counter[bytes]) -> Counter[tuple[int, int]]:
    """Occurrences of every adjacent pair, overlapping ones too: a a a holds (a, a) twice."""
    pairs: Counter[tuple[int, int]] = Counter()
    for word, ids in words.items():
        for pair in pairwise(ids):
            pairs[pair] += counts[word]
    return pairs


def train(
    counts: Counter[bytes],
    n_merges: int,
    *,
    tie_break: str = "smallest-ids",
    min_frequency: int = 1,
    max_token_bytes: int | None = None,
    token_limit: str = "inclusive",
    allows: Callable[[bytes], bool] = lambda token: True,
) -> list[tuple[int, int, int, int]]:
    """(left, right, count when selected, occurrences merged) for each merge.

    `allows` is asked for the bytes of every pair; one it refuses is no candidate.

    "first-seen" takes the pre-tokens of `counts` in the order in which they were entered.
    """
    words = {word: list(word) for word in counts}
    tokens = {byte: bytes([byte]) for byte in range(256)}
    merges = []
    for new_id in range(256, 256 + n_merges):
        candidates = {
            pair: count
            for pair, count in count_pairs(words, counts).items()
            if count >= min_frequency
            and _fits(tokens[pair[0]] + tokens[pair[1]], max_token_bytes, token_limit)
            and allows(tokens[pair[0]] + tokens[pair[1]])
        }
        if not candidates:
            break
        top = max(candidates.values())
        pair = _first([pair for pair in candidates if candidates[pair] == top], tie_break, tokens)
        applied = 0
        for word, ids in words.items():
            words[word] = merge(ids, pair, new_id)
            applied += counts[word] * (len(ids) - len(words[word]))
        tokens[new_id] = tokens[pair[0]] + tokens[pair[1]]
        merges.append((*pair, top, applied))
    return merges


def _fits(token: bytes, max_token_bytes: int | None, token_limit: str) -> bool:
    """tokenizers looks at pairs that a merge made, not at those of bytes, and asks for less."""
    if max_token_bytes is None:
        return True
    if token_limit == "tokenizers":
        return len(token) == 2 or len(token) < max_token_bytes
    return len(token) <= max_token_bytes


def _first(
    tied: list[tuple[int, int]], tie_break: str, tokens: dict[int, bytes]
) -> tuple[int, int]:
    """The pair that wins; `tied` stands in the order of first sight."""
    if tie_break == "first-seen":
        return tied[0]
    if tie_break == "greatest-bytes":
        greatest = max((tokens[left], tokens[right]) for left, right in tied)
        return min(pair for pair in tied if (tokens[pair[0]], tokens[pair[1]]) == greatest)
    orders = {"smallest-ids": range(256), "gpt2-order": GPT2_BYTE_ORDER}
    place = {byte: position for position, byte in enumerate(orders[tie_break])}
    return min(tied, key=lambda pair: (place.get(pair[0], pair[0]), place.get(pair[1], pair[1])))


def encode(pretoken: bytes, merges: list[tuple[int, int]]) -> list[int]:
    """Ids of one pre-token: always the earliest merge that applies, from the left."""
    ids = list(pretoken)
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    while len(ids) > 1:
        pair = min(pairwise(ids), key=lambda p: ranks.get(p, len(merges)))
        if pair not in ranks:
            break
        ids = merge(ids, pair, 256 + ranks[pair])
    return ids
