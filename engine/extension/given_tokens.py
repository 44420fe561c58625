"""Tokens that were given: the merges that make them, and the contexts that reach each.

Every token is encoded by the merges of the tokenizer. Parts that are left are merged on, as if the
list of tokens were a corpus in which each occurs once; each new merge follows all before it. The
order of pairs:

1. a pair that makes a token of the list;
2. a pair that makes whole characters, before one that leaves a character in parts;
3. of these the pair with most occurrences in the parts of all tokens, so that tokens share
   intermediate tokens;
4. of equal ones the pair that comes first in the list, from the left.

It ends when every token is one. A pair whose joined bytes are a token already is never merged, so
that no two ids have the same bytes. An intermediate token has an id as well; intermediate tokens
that no finished token is made of are left out.

A pre-token that is the token itself always becomes it. Inside a longer pre-token an earlier merge
may take a part of it away: such contexts are counted, and one of them is kept to show.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.analysis import AFTER, BEFORE, always_cut_tokens
from engine.compiled import Bools, UInt32s, joined_bytes
from engine.encoding import Encoder, Tokenizer
from engine.errors import ConfigError
from engine.sentences import all_of, say
from engine.settings import GivenToken, RefusedToken, TokenList, token_words
from engine.splitting import Splitter
from engine.text import form_name
from engine.training import halves_of_whole_tokens, known_tokens

_FEW = ("", "a", " ", ".")
_MANY_TOKENS = 2000
_AT_ONCE = 128

_STEP = 512
Pair = tuple[int, int]
_Entry = tuple[int, int, int, int, Pair]
_WANTED, _TEXT, _OTHER = range(3)


def tokens_of_other(tokenizer: Tokenizer, other: object) -> TokenList:
    """The tokens that another tokenizer has and this one lacks, in the order of its merges.

    Tokens that no merge makes there come last, by id; special tokens are left out. Raises
    ConfigError for a tokenizer whose merges are not known.
    """
    if not isinstance(other, Tokenizer):
        library = getattr(other, "library", "another library")
        raise ConfigError(say("tokens_of_library", library=library), setting="other")
    known = known_tokens(tokenizer)
    extra = sorted(other.extra_tokens, key=other.extra_tokens.__getitem__)
    every = dict.fromkeys([*other.ranked_tokens, *extra])
    return TokenList(tuple(GivenToken(token) for token in every if token not in known))


@dataclass(frozen=True, slots=True)
class TokenReach:
    """The contexts tried for a token, and those that reach it.

    n_cut: the split pattern cuts inside of it. n_alone: it is a pre-token by itself, and n_missed:
    it is not reached even so, which the normal form of the text can be the reason of.
    n_inside: it lies inside a longer pre-token, and n_taken: an earlier merge joins a part of it
    with its neighbours there. If a longer token contains all of it nothing is taken.
    example: the tokens of one such context; () if there is none.
    """

    token: bytes
    n_cut: int
    n_alone: int
    n_missed: int
    n_inside: int
    n_taken: int
    example: tuple[bytes, ...] = ()

    @property
    def sentence(self) -> str | None:
        """A remark for the user, None if it is reached wherever it is not cut."""
        words = token_words(self.token)
        if not self.n_taken:
            return None
        text = token_words(b"".join(self.example))
        tokens = " | ".join(map(token_words, self.example))
        return say(
            "token_not_reached",
            token=words,
            n_taken=self.n_taken,
            n_inside=self.n_inside,
            text=text,
            tokens=tokens,
        )


def reach_steps(
    tokenizer: Tokenizer, tokens: Sequence[tuple[bytes, int]]
) -> Generator[float, None, tuple[TokenReach, ...]]:
    """Try tokens with their ids in contexts; yields the share that is done.

    Of many tokens each is tried in few contexts. Tokens that are not whole characters are left
    out, and so are special tokens.
    """
    before, after = (BEFORE, AFTER) if len(tokens) <= _MANY_TOKENS else (_FEW, _FEW)
    contexts = [(left.encode(), right.encode()) for left in before for right in after]
    texts = [pair for pair in tokens if is_text(pair[0])]
    reaches: list[TokenReach] = []
    for start in range(0, len(texts), _AT_ONCE):
        reaches += _tried(tokenizer, texts[start : start + _AT_ONCE], contexts)
        yield min(1.0, (start + _AT_ONCE) / len(texts))
    return tuple(reaches)


def _tried(
    tokenizer: Tokenizer,
    tokens: Sequence[tuple[bytes, int]],
    contexts: Sequence[tuple[bytes, bytes]],
) -> list[TokenReach]:
    n = len(contexts)
    texts = [left + token + right for token, _ in tokens for left, right in contexts]
    texts = [tokenizer.normalized(text) for text in texts]
    data, bounds = joined_bytes(texts)
    begins = bounds[:-1] + np.tile([len(left) for left, _ in contexts], len(tokens))
    ends = begins + np.repeat([len(token) for token, _ in tokens], n)
    ends = np.minimum(ends, bounds[1:])  # where a normal form joined the two
    cuts = [block.spans for block in tokenizer.splitter.span_blocks(data, bounds)]
    pieces = np.concatenate(cuts)
    at = np.searchsorted(pieces[:, 1], begins, "right")
    first, last = pieces[at, 0], pieces[at, 1]
    is_cut = last < ends
    is_alone = ~is_cut & (first == begins) & (last == ends)
    ids, _ = tokenizer.batch_encoder.encoders(1)[0].encode_documents(data, bounds)
    lengths = tokenizer.token_lengths[ids]
    starts = np.cumsum(lengths) - lengths
    first_tokens = np.searchsorted(starts, begins, "right") - 1
    is_taken = ~is_cut & ~is_alone & (starts[first_tokens] + lengths[first_tokens] < ends)
    is_missed = is_alone & (ids[first_tokens] != np.repeat([token_id for _, token_id in tokens], n))
    rows = []
    for number, (token, _) in enumerate(tokens):
        of_it = slice(number * n, (number + 1) * n)
        taken = np.flatnonzero(is_taken[of_it])
        example: tuple[bytes, ...] = ()
        if len(taken):
            text = texts[number * n + int(taken[0])]
            example = tuple(tokenizer.vocabulary[i] for i in tokenizer.encode_to_array(text))
        rows.append(
            TokenReach(
                token,
                n_cut=int(is_cut[of_it].sum()),
                n_alone=int(is_alone[of_it].sum()),
                n_missed=int(is_missed[of_it].sum()),
                n_inside=int((~is_cut & ~is_alone)[of_it].sum()),
                n_taken=len(taken),
                example=example,
            )
        )
    return rows


@dataclass(frozen=True, eq=False)
class Chains:
    """The new merges in their order.

    pairs: uint32[n, 2] in positions of `ranked_merges`. tokens: the bytes that each makes.
    is_wanted: bool[n], False for an intermediate token. refused: with a sentence each.
    """

    pairs: UInt32s
    tokens: tuple[bytes, ...]
    is_wanted: Bools
    refused: tuple[RefusedToken, ...]


def chain_steps(tokenizer: Tokenizer, wanted: TokenList) -> Generator[float, None, Chains]:
    """Find the merges that make the wanted tokens; yields the share that is done."""
    possible, refused = possible_tokens(tokenizer, wanted.tokens)
    yield 0.0
    maker = ChainMaker(tokenizer, [given.token for given in possible])
    while maker.merge_next():
        if maker.n_merges % _STEP == 0:
            yield maker.share_done
    refused += [_no_way(possible[number]) for number in maker.unfinished()]
    pairs, tokens = maker.needed()
    names = {given.token for given in possible}
    is_wanted = np.array([token in names for token in tokens], np.bool_)
    return Chains(pairs, tokens, is_wanted, (*wanted.refused, *refused))


def possible_tokens(
    tokenizer: Tokenizer, wanted: Sequence[GivenToken]
) -> tuple[list[GivenToken], list[RefusedToken]]:
    """The tokens that merges can make, and those that are there or that no text becomes."""
    known = known_tokens(tokenizer)
    special = {name.encode(): i for name, i in tokenizer.special_tokens.items()}
    possible, existing, refused = [], [], []
    for given in wanted:
        if given.token in special:
            why = say("token_is_special", id=special[given.token])
            refused.append(_refused(given, "special token", why))
        elif given.token in known:
            existing.append(given)
        elif tokenizer.normalized(given.token) != given.token:
            why = say(
                "token_not_normal",
                form=form_name(tokenizer.normalization),
                token=token_words(tokenizer.normalized(given.token)),
            )
            refused.append(_refused(given, "normalized away", why))
        else:
            possible.append(given)
    refused += _existing(tokenizer, existing) if existing else []
    cut = _cut(tokenizer.splitter, possible)
    refused += cut.values()
    return [given for given in possible if given.token not in cut], refused


def _cut(splitter: Splitter, given: Sequence[GivenToken]) -> dict[bytes, RefusedToken]:
    """Tokens that the split pattern never keeps whole; parts of characters are not tried."""
    texts = [each for each in given if is_text(each.token)]
    found = {}
    for number in always_cut_tokens(splitter, [each.token for each in texts]):
        each = texts[number]
        pieces = [each.token[start:end] for start, end in splitter.spans(each.token).tolist()]
        why = say("token_cut", pieces=all_of(map(token_words, pieces)))
        found[each.token] = _refused(each, "cut by the pattern", why)
    return found


def _existing(tokenizer: Tokenizer, given: Sequence[GivenToken]) -> list[RefusedToken]:
    """The sentences on tokens that are there, whether or not a text ever becomes them."""
    positions = {token: i for i, token in enumerate(tokenizer.ranked_tokens)}
    parts = first_parts(tokenizer, [each.token for each in given])
    extra, whole = tokenizer.extra_tokens, tokenizer.whole_tokens
    refused = []
    for each, found in zip(given, parts, strict=True):
        position = positions.get(each.token)
        token_id = extra[each.token] if position is None else int(tokenizer.ranked_ids[position])
        if found == [position] or each.token in whole:
            why = say("token_exists", id=token_id)
            refused.append(_refused(each, "exists", why))
            continue
        why = say("token_exists_unreached", id=token_id)
        refused.append(_refused(each, "exists unreached", why))
    return refused


def _no_way(given: GivenToken) -> RefusedToken:
    why = say("token_no_way")
    return _refused(given, "no way", why)


def _refused(given: GivenToken, reason: str, why: str) -> RefusedToken:
    code = "token_refused_at" if given.place else "token_refused"
    sentence = say(code, place=given.place, token=token_words(given.token), why=why)
    return RefusedToken(given.token, reason, sentence, given.place)


def first_parts(tokenizer: Tokenizer, tokens: Sequence[bytes]) -> list[list[int]]:
    """What the merges of a tokenizer leave of each token by itself, in positions."""
    if not tokens:
        return []
    encoder = Encoder(tokenizer.ranked_merges)
    ids, starts = encoder.encode_documents(*joined_bytes(tokens))
    return [ids[first:last].tolist() for first, last in pairwise(starts.tolist())]


class ChainMaker:
    """The parts of all tokens, and the tokens that each pair of neighbours occurs in."""

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
        """Make the next merge; False if no pair is left that may be merged."""
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

    def needed(self) -> tuple[UInt32s, tuple[bytes, ...]]:
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
        """Sort key of a pair, the next one lowest; None if it occurs nowhere now."""
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
