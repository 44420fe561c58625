"""Merges that make given tokens, and the tokens that cannot be made.

Every token is encoded by the merges there are. What is left in parts is merged on, as if the list
of tokens were a corpus in which each stands once; each merge follows all before it. The order:

1. a pair that makes a token of the list goes first;
2. then a pair that makes whole characters, before one that leaves a character in parts;
3. of these the pair that stands in most places in the parts of all tokens, so that tokens share
   what has to be made on the way;
4. of equal ones the pair that comes first in the list, from the left.

It ends when every token is one. A pair whose joined bytes are a token already is never merged, so
that no two ids have the same bytes. What is made on the way and was not wanted is an intermediate
token, and has an id as well; intermediates that no token is made of in the end are left out.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.extension_chain_maker import ChainMaker, first_parts, is_text
from engine.extension_veto import known_tokens
from engine.splitter import Splitter
from engine.token_lines import token_words
from engine.token_lists import GivenToken, RefusedToken, TokenList
from engine.tokenizer import Tokenizer
from engine.vocabulary_reach import always_cut_tokens

UInt32s = npt.NDArray[np.uint32]
_STEP = 512


@dataclass(frozen=True, eq=False)
class Chains:
    """The new merges in their order.

    pairs: uint32[n, 2] in positions of `ranked_merges`. tokens: the bytes that each makes.
    is_wanted: bool[n], False for an intermediate token. refused: with a sentence each.
    """

    pairs: UInt32s
    tokens: tuple[bytes, ...]
    is_wanted: npt.NDArray[np.bool_]
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
            why = f"is a special token already, with the id {special[given.token]}"
            refused.append(_refused(given, "special token", why))
        elif given.token in known:
            existing.append(given)
        elif tokenizer.normalized(given.token) != given.token:
            why = (
                f"is no text in the form {str(tokenizer.normalization).upper()}, into which every "
                f"text is brought first; write {token_words(tokenizer.normalized(given.token))}"
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
        why = (
            f"cannot be reached: the split pattern cuts it into "
            f"{' and '.join(map(token_words, pieces))}, and no merge crosses such a cut"
        )
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
            why = f"is there already, with the id {token_id}"
            refused.append(_refused(each, "exists", why))
            continue
        why = (
            f"is there already, with the id {token_id}, although no text is encoded to it: its "
            "merges are missing or come too late. It stays so, since the old merges stay"
        )
        refused.append(_refused(each, "exists unreached", why))
    return refused


def _no_way(given: GivenToken) -> RefusedToken:
    why = (
        "cannot be put together: every pair of its parts would make a token that is there already "
        "and is not made that way"
    )
    return _refused(given, "no way", why)


def _refused(given: GivenToken, reason: str, why: str) -> RefusedToken:
    where = f"{given.place}: " if given.place else ""
    return RefusedToken(
        given.token, reason, f"{where}{token_words(given.token)} {why}.", given.place
    )
