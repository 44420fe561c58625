"""SentencePiece's `.model`: BPE with byte fallback becomes a Tokenizer, other models do not.

sentencepiece merges the two neighbours whose joined text has the highest score, whatever the two
are. Of all pairs that make a token only one is ever taken (see encoding/merge_tables.py), the one
that merging the token's own characters ends with, so its merges are recovered as those of ranks.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.encoding import (
    HIDDEN,
    NO_PAIR,
    PieceNumbering,
    Tokenizer,
    alphabet_merges,
    recovered_merges,
)
from engine.errors import InexactTokenizerError
from engine.formats.reading.contents import Contents, companions_beside
from engine.formats.sentencepiece_model import (
    BPE,
    BYTE,
    CONTROL,
    NORMAL,
    UNIGRAM,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
    Piece,
    SentencePieceModel,
)
from engine.machine import read_bytes, refuse_pattern
from engine.sentences import Sentence, say
from engine.settings import N_BYTES, WHOLE_RUNS

_BLOCK = "▁"


def read_sentencepiece(file: Path, pattern: str | None) -> Contents:
    """What a model file holds. Raises TokenizerFileError."""
    refuse_pattern(file, pattern)
    return SentencePieceContents(file)


class SentencePieceContents(Contents):
    """A model file."""

    def build(self) -> Tokenizer:
        """The tokenizer. Raises InexactTokenizerError for what sentencepiece itself must run."""
        try:
            model = SentencePieceModel.of_bytes(read_bytes(self.path))
        except (ValueError, UnicodeDecodeError):  # the library says what is wrong with it
            raise self._inexact(say("sentencepiece_model")) from None
        if reason := why_inexact(model):
            raise self._inexact(reason)
        self.companions = companions_beside(self.path.parent)
        tokenizer = tokenizer_of_model(model)
        if self.companions.roles or tokenizer.has_own_roles:
            return tokenizer
        named = {
            role: model.pieces[place].text
            for role, place in model.special_ids.items()
            if 0 <= place < len(model.pieces) and model.pieces[place].kind in (CONTROL, UNKNOWN)
        }
        return tokenizer.with_companions(roles=named)

    def _inexact(self, reason: str) -> InexactTokenizerError:
        return InexactTokenizerError(reason, path=self.path, library="sentencepiece")


def why_inexact(model: SentencePieceModel) -> Sentence | None:
    """Why a model cannot become a Tokenizer, None where it can."""
    kinds = [piece.kind for piece in model.pieces]
    merged = [piece.score for piece in model.pieces if _is_merged(piece)]
    is_bytes = sorted(piece.text for piece in model.pieces if piece.kind == BYTE) == [
        f"<0x{byte:02X}>" for byte in range(N_BYTES)
    ]
    reasons = (
        (model.model_type == UNIGRAM, "sentencepiece_unigram"),
        (model.model_type != BPE, "sentencepiece_model"),
        (bool(model.charsmap), "sentencepiece_normalizer"),
        (model.remove_extra_whitespaces, "sentencepiece_blanks"),
        (not model.escape_whitespaces, "sentencepiece_model"),
        (model.treat_whitespace_as_suffix, "sentencepiece_suffix"),
        (not model.byte_fallback or not is_bytes, "sentencepiece_no_bytes"),
        (USER_DEFINED in kinds, "sentencepiece_user_defined"),
        (UNUSED in kinds or kinds.count(UNKNOWN) != 1, "sentencepiece_model"),
        (len(set(merged)) < len(merged), "sentencepiece_scores"),
    )
    return next((say(code) for applies, code in reasons if applies), None)


def _is_merged(piece: Piece) -> bool:
    return piece.kind == NORMAL and len(piece.text) > 1


def tokenizer_of_model(model: SentencePieceModel) -> Tokenizer:
    """The tokenizer of a model for which `why_inexact` finds no reason."""
    ids = {
        piece.text.replace(_BLOCK, " ").encode(): place
        for place, piece in enumerate(model.pieces)
        if piece.kind == NORMAL
    }
    merged = sorted(
        (piece for piece in model.pieces if _is_merged(piece)), key=lambda piece: -piece.score
    )
    tokens = [piece.text.replace(_BLOCK, " ").encode() for piece in merged]
    characters = {character for token in ids for character in token.decode()}
    joined, beginnings = alphabet_merges(characters)
    n_alphabet = len(beginnings)
    pairs = recovered_merges([*beginnings, *tokens])
    pairs[:n_alphabet] = joined
    is_made = pairs[:, 0] != NO_PAIR
    byte_ids = np.zeros(N_BYTES, np.uint32)
    for place, piece in enumerate(model.pieces):
        if piece.kind == BYTE:
            byte_ids[int(piece.text[3:5], 16)] = place
    own = [ids.get(bytes([byte]), int(byte_ids[byte])) for byte in range(N_BYTES)]
    hidden = iter(range(HIDDEN, HIDDEN + n_alphabet))
    own += [ids[token] if token in ids else next(hidden) for token in beginnings]
    own += [ids[token] for token in tokens]
    every = np.array(own, np.uint32)
    kept = np.concatenate([np.ones(N_BYTES, np.bool_), is_made])
    return Tokenizer(
        every[pairs[is_made]],
        pattern="none" if _crosses_words(tokens) else WHOLE_RUNS,
        special_tokens={
            piece.text: place
            for place, piece in enumerate(model.pieces)
            if piece.kind in (CONTROL, UNKNOWN)
        },
        vocab_size=len(model.pieces),
        numbering=PieceNumbering(
            every[kept],
            {tokens[i]: ids[tokens[i]] for i in np.flatnonzero(~is_made[n_alphabet:]).tolist()},
            byte_ids=byte_ids,
            n_alphabet=n_alphabet,
        ),
        normalization="prefix-space" if model.add_dummy_prefix else "spaces",
    )


def _crosses_words(tokens: list[bytes]) -> bool:
    """Whether a token has a space behind another character."""
    return any(b" " in token.lstrip(b" ") for token in tokens)
