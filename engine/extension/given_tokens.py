"""Tokens that were given: the list of another tokenizer, and the contexts that reach each.

A pre-token that is the token itself always becomes it. Inside a longer pre-token an earlier merge
may take a part of it away: such contexts are counted, and one of them is kept to show.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis import AFTER, BEFORE
from engine.compiled import bounds_of
from engine.encoding import Tokenizer
from engine.errors import ConfigError
from engine.extension.chains import is_text
from engine.extension.sentences import say
from engine.settings import GivenToken, TokenList
from engine.text import token_words
from engine.training import known_tokens

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_FEW = ("", "a", " ", ".")
_MANY_TOKENS = 2000
_AT_ONCE = 128


def tokens_of_other(tokenizer: Tokenizer, other: object) -> TokenList:
    """The tokens that another tokenizer has and this one lacks, in the order of its merges.

    Tokens that no merge makes there come last, by id; special tokens are left out. Raises
    ConfigError for a tokenizer whose merges are not known.
    """
    from engine.encoding import Tokenizer

    if not isinstance(other, Tokenizer):
        library = getattr(other, "library", "another library")
        raise ConfigError(
            say("tokens_of_library", library=library),
            setting="other",
        )
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
    bounds = bounds_of(list(map(len, texts)))
    data = b"".join(texts)
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
