"""Pieces: the settings of a tokenizer of characters, in the manner of SentencePiece's BPE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from numbers import Real
from typing import Any, Literal, get_args

from engine.argument_types import is_whole
from engine.errors import ConfigError
from engine.sentences import say
from engine.text import Normalization

PieceSplit = Literal["white-space", "none"]
PIECE_SPLITS: tuple[PieceSplit, ...] = get_args(PieceSplit)
CONTROLS = ("<unk>", "<s>", "</s>")
"""The special tokens that every SentencePiece model has, in order of their ids."""
_MOST_CHARACTERS = 1 << 20
_PATTERNS: Mapping[tuple[PieceSplit, bool], str] = {
    ("white-space", False): " ?[^ ]+| ",
    ("white-space", True): " ?[^ 0-9]+|[0-9]| ",
    ("none", False): "none",
    ("none", True): r"[^0-9]+|[0-9]",
}
WHOLE_RUNS = " *[^ ]+| +"
"""The pattern for models with tokens of several spaces: no token has a space behind another
character, so none crosses the border."""


@dataclass(frozen=True)
class Pieces:
    """Characters, not bytes, are what merges begin with; the others are written as bytes.

    coverage: share of the corpus's characters that the alphabet covers, the most frequent ones.
        The others become tokens of single bytes ("byte fallback"), so that nothing is lost.
    prefix_space: whether every text gets a space in front, so that its first word has one.
    split: "white-space": tokens have a space at the beginning only; "none": anywhere but at the
        end.
    split_digits: whether each digit from 0 to 9 is a token by itself.
    longest: characters of the longest token.

    Raises ConfigError for values that cannot work.
    """

    coverage: float = 0.9995
    prefix_space: bool = True
    split: PieceSplit = "white-space"
    split_digits: bool = False
    longest: int = 16

    def __post_init__(self) -> None:
        coverage = self.coverage
        is_number = isinstance(coverage, Real) and not isinstance(coverage, bool)
        if not is_number or not 0 < float(coverage) <= 1:
            raise ConfigError(say("pieces_coverage", value=repr(coverage)), setting="pieces")
        if self.split not in PIECE_SPLITS:
            known = ", ".join(PIECE_SPLITS)
            raise ConfigError(
                say("unknown_choice", setting="split", value=repr(self.split), known=known),
                setting="pieces",
            )
        for name in ("prefix_space", "split_digits"):
            if not isinstance(getattr(self, name), bool):
                raise ConfigError(
                    say("pieces_switch", name=name, value=repr(getattr(self, name))),
                    setting="pieces",
                )
        if not is_whole(self.longest) or not 1 <= int(self.longest) <= _MOST_CHARACTERS:
            raise ConfigError(
                say("pieces_longest", value=repr(self.longest), most=_MOST_CHARACTERS),
                setting="pieces",
            )

    @property
    def pattern(self) -> str:
        """The split pattern of training and encoding; the model itself needs none."""
        return _PATTERNS[self.split, self.split_digits]

    @property
    def normalization(self) -> Normalization:
        """What a text is rewritten to before it is split."""
        return "prefix-space" if self.prefix_space else "spaces"

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return asdict(self)

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Pieces:
        """The settings of a document. Raises TypeError for an unknown key and ConfigError."""
        return cls(**document)
