"""TokenFacts: what is known of one token of a tokenizer, for the inspector and the panes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.settings import N_BYTES
from workbench.state import Fact, Inspection
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, is_utf8, isolated, visible
from workbench.ui.words.translation import translator
from workbench.work.exact_tokenizer import runs_elsewhere

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

_tr = translator("token_facts")

LONGEST_TITLE = 200


class TokenKind(StrEnum):
    """Where an id comes from; `words` is shown."""

    BYTE = "byte"
    CHARACTER = "character"
    MERGE = "merge"
    SPECIAL = "special token"
    EXTRA = "token without a merge"
    UNUSED = "unused id"
    FOREIGN = "token of a library"

    @property
    def words(self) -> str:
        return {
            TokenKind.BYTE: _tr("byte"),
            TokenKind.CHARACTER: _tr("character"),
            TokenKind.MERGE: _tr("merge"),
            TokenKind.SPECIAL: _tr("special token"),
            TokenKind.EXTRA: _tr("token without a merge"),
            TokenKind.UNUSED: _tr("unused id"),
            TokenKind.FOREIGN: _tr("token of a library"),
        }[self]


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """One token. rank, left, right: of the merge that made it, None for other kinds.

    count, applied: corpus occurrences when it was chosen and those merged, both as the mixture
    weighs its sources, None where the training is unknown.
    """

    token_id: int
    data: bytes
    kind: TokenKind
    rank: int | None = None
    left: int | None = None
    right: int | None = None
    count: int | None = None
    applied: int | None = None

    @property
    def text(self) -> str:
        """The token on one line, white space as glyphs, stray bytes as hexadecimal digits."""
        return visible(self.data) if self.kind is not TokenKind.UNUSED else NOTHING

    @property
    def is_partial(self) -> bool:
        """True where the bytes are no whole characters."""
        return not is_utf8(self.data)


def token_facts(tokenizer: AnyTokenizer, token_id: int) -> TokenFacts:
    """Return what `tokenizer` knows of one of its ids; of one run by its library no merge."""
    data = tokenizer.vocabulary[token_id]
    if runs_elsewhere(tokenizer):
        kind = _kind_without_merge(tokenizer, token_id)
        return TokenFacts(token_id, data, TokenKind.FOREIGN if kind is TokenKind.EXTRA else kind)
    position = int(tokenizer.positions_of_ids[token_id])
    if 0 <= position < N_BYTES:
        return TokenFacts(token_id, data, TokenKind.BYTE)
    if position < 0:
        return TokenFacts(token_id, data, _kind_without_merge(tokenizer, token_id))
    rank = position - N_BYTES
    if rank < tokenizer.n_alphabet:
        return TokenFacts(token_id, data, TokenKind.CHARACTER)
    left, right = (int(side) for side in tokenizer.merges[rank])
    training = tokenizer.training
    count = int(training.occurrences[rank]) if training is not None else None
    applied = int(training.mixed_applied[rank]) if training is not None else None
    return TokenFacts(token_id, data, TokenKind.MERGE, rank, left, right, count, applied)


def _kind_without_merge(tokenizer: AnyTokenizer, token_id: int) -> TokenKind:
    if not tokenizer.vocabulary[token_id]:
        return TokenKind.UNUSED
    is_special = token_id in tokenizer.special_tokens.values()
    return TokenKind.SPECIAL if is_special else TokenKind.EXTRA


def merged_from(tokenizer: AnyTokenizer, facts: TokenFacts) -> str:
    """Return how a token came about, in words. Example: "·th (256) + e (101)".

    The texts are isolated, so that right-to-left ones leave the order of the rest alone.
    """
    if facts.left is None or facts.right is None:
        return facts.kind.words
    vocabulary = tokenizer.vocabulary
    return (
        f"{isolated(visible(vocabulary[facts.left]))} ({facts.left}) + "
        f"{isolated(visible(vocabulary[facts.right]))} ({facts.right})"
    )


def _is_mixed(tokenizer: AnyTokenizer) -> bool:
    """Whether counts of merges are weighted by a mixture."""
    training = None if runs_elsewhere(tokenizer) else tokenizer.training
    return training is not None and training.is_weighted


def inspection_of(tokenizer: AnyTokenizer, token_id: int, *, occurrences: str = "") -> Inspection:
    """Return what the inspector shows of a token."""
    facts = token_facts(tokenizer, token_id)
    lines = [
        Fact(_tr("Id"), str(token_id), mono=True),
        Fact(_tr("Kind"), facts.kind.words),
        Fact(_tr("Bytes"), grouped(len(facts.data))),
        Fact(_tr("Hex"), hex_of(facts.data[:64]), mono=True),
        Fact(_tr("UTF-8"), _tr("part of a character" if facts.is_partial else "whole characters")),
    ]
    if facts.rank is not None:
        lines.append(Fact(_tr("Rank"), grouped(facts.rank)))
        lines.append(Fact(_tr("Merged from"), merged_from(tokenizer, facts), mono=True))
    if facts.count is not None and facts.applied is not None:
        words = _tr("%1, as mixed") if _is_mixed(tokenizer) else "%1"
        lines.append(Fact(_tr("Count when merged"), fill(words, grouped(facts.count))))
        lines.append(Fact(_tr("Applied"), fill(words, grouped(facts.applied))))
    if occurrences:
        lines.append(Fact(_tr("In this text"), occurrences))
    return Inspection(_tr("Token"), facts.text[:LONGEST_TITLE], tuple(lines), mono_title=True)
