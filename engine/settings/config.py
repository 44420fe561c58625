"""TrainingConfig: every setting that decides which tokenizer a corpus yields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

from engine.argument_types import described, is_unicode, is_whole
from engine.errors import ConfigError
from engine.sentences import say
from engine.settings.parity import Parity
from engine.settings.pieces import CONTROLS, Pieces
from engine.settings.special_tokens import (
    N_BYTES,
    check_special_tokens,
    checked_roles,
    reserved_name,
)
from engine.settings.superwords import Superwords, checked_superwords
from engine.settings.token_lists import MergeRules
from engine.settings.trainers import LibraryTrainer
from engine.text import NORMALIZATIONS, Normalization

TieBreak = Literal["smallest-ids", "gpt2-order", "greatest-bytes", "first-seen"]
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)
"""Defined in engine/README.md; `tie_order` of engine/training/layout.py compares by them."""
TokenLimit = Literal["inclusive", "tokenizers"]
TOKEN_LIMITS: tuple[TokenLimit, ...] = get_args(TokenLimit)
SpecialText = Literal["ordinary", "cut"]
SPECIAL_TEXTS: tuple[SpecialText, ...] = get_args(SpecialText)

MAX_VOCAB_SIZE = 2_000_000
"""Encoding keeps two ids and a rank in one word, 21 bits each."""
_BESIDE = ("vocab_size", "trainer", "roles")
MAX_NUMBER = (1 << 63) - 1
"""The highest of all other numbers: what fits 64 bits in arrays and stores."""


@dataclass(frozen=True)
class TrainingConfig:
    """Settings of one training.

    vocab_size: all ids: 256 bytes, merges, special tokens and reserved slots.
    pattern: name of a preset or a regular expression.
    special_tokens: strings that never take part in training; their ids follow the merges.
    reserved_slots: number of free ids after the special tokens, named `<|reserved_0|>`, ...
    tie_break: which of several equally frequent pairs is merged first:
        "smallest-ids"  the smallest (left id, right id), as rustbpe and bpeasy
        "gpt2-order"    the same over ids in GPT-2's byte order, as tokenizers
        "greatest-bytes"    the greatest (left bytes, right bytes), as CS336
        "first-seen"    the first one in the corpus as it is merged at that point, as minbpe
    min_frequency: pairs that occur less often are never merged (at least 1). Under a mixture an
        occurrence counts as much as its source weighs; 1 forbids nothing.
    max_token_bytes: longest token in bytes; None for no limit.
    token_limit: what max_token_bytes means. "inclusive": this length; "tokenizers": one byte less,
        but always at least two, as tokenizers and bpeasy read their max_token_length.
    normalization: "nfc" or "nfkc" rewrites every text in that Unicode form before it is split,
        in training and in encoding. It is lossy: decoding gives the rewritten text. None for none.
    roles: the special token of each role (see `Roles`); None to guess them from the names of the
        tokens.
    special_text: what literal special tokens in the corpus are. "ordinary": text as
        any other, so that merges may be learned from it; "cut": documents end there and the
        tokens are left out, so that nothing is learned across them.
    superwords: from which merge training crosses the boundaries of `pattern`, and its rules; None
        for ordinary training.
    merge_rules: tokens that are never made; None for no such rules.
    trainer: another library that trains, with `engine.train_with_library`; None for this engine.
    parity: parallel texts by which languages choose the merges; None for the whole corpus.
    pieces: characters as in SentencePiece's BPE instead of bytes. They decide `pattern` and
        `normalization`, ties are decided as sentencepiece does, and `<unk>`, `<s>` and `</s>` come
        before other special tokens, whose ids are the first. None for bytes.

    Raises ConfigError, with the setting's name, for values that cannot work.
    """

    vocab_size: int
    pattern: str = "gpt2"
    special_tokens: tuple[str, ...] = ()
    reserved_slots: int = 0
    tie_break: TieBreak = "smallest-ids"
    min_frequency: int = 1
    max_token_bytes: int | None = None
    token_limit: TokenLimit = "inclusive"
    normalization: Normalization | None = None
    roles: Mapping[str, str] | None = None
    special_text: SpecialText = "ordinary"
    superwords: Superwords | None = None
    merge_rules: MergeRules | None = None
    trainer: LibraryTrainer | None = None
    parity: Parity | None = None
    pieces: Pieces | None = None

    def __post_init__(self) -> None:
        if isinstance(self.special_tokens, str) or not isinstance(self.special_tokens, Iterable):
            raise ConfigError(
                say("special_tokens_no_list", value=described(self.special_tokens)),
                setting="special_tokens",
            )
        object.__setattr__(self, "special_tokens", tuple(self.special_tokens))
        self._take_pieces()
        self._check_numbers()
        self._check_choices()
        self._check_pattern()
        check_special_tokens(self.all_special_tokens)
        if self.roles is not None:
            roles = checked_roles(self.roles, self.all_special_tokens)
            object.__setattr__(self, "roles", roles)
        if self.trainer is not None:
            self._check_trainer()
            return
        smallest = N_BYTES + self.n_special
        if self.vocab_size < smallest:
            raise ConfigError(
                say(
                    "vocabulary_too_small",
                    size=self.vocab_size,
                    n_special=self.n_special,
                    smallest=smallest,
                ),
                setting="vocab_size",
            )
        self._check_superwords(smallest)
        self._check_parity()

    @property
    def n_special(self) -> int:
        """Special tokens and reserved slots together."""
        return len(self.special_tokens) + self.reserved_slots

    @property
    def n_merges(self) -> int:
        """Number of merges that are asked for; of another library, as byte-level BPE would."""
        return max(0, self.vocab_size - N_BYTES - self.n_special)

    @property
    def n_first_merges(self) -> int:
        """Number of merges that are asked for before superwords begin; all without them."""
        if self.superwords is None:
            return self.n_merges
        return self.superwords.first_size(self.vocab_size) - N_BYTES - self.n_special

    @property
    def final_pattern(self) -> str:
        """The split pattern of the tokenizer: that of stage two if there is one."""
        return self.pattern if self.superwords is None else self.superwords.pattern

    @property
    def longest_merge(self) -> int:
        """Highest number of bytes of a token of more than two."""
        if self.max_token_bytes is None:
            return MAX_NUMBER
        return self.max_token_bytes - (self.token_limit == "tokenizers")

    @property
    def cut_at(self) -> tuple[str, ...]:
        """The special tokens at which the corpus's documents are cut; none by default."""
        return self.all_special_tokens if self.special_text == "cut" else ()

    @property
    def all_special_tokens(self) -> tuple[str, ...]:
        """Special tokens followed by the names of the reserved slots."""
        reserved = tuple(map(reserved_name, range(self.reserved_slots)))
        return self.special_tokens + reserved

    def changed_settings(self) -> tuple[str, ...]:
        """The settings beside size, trainer and roles that do not have their default."""
        others = (each for each in fields(self) if each.name not in _BESIDE)
        return tuple(each.name for each in others if getattr(self, each.name) != each.default)

    def of_size(self, vocab_size: int) -> TrainingConfig:
        """The same training with another size; superwords and parity begin where they began.

        Below that place there are none, and `pattern` is what the text is cut by.
        """
        if self.parity is not None:
            parity = self.parity.fixed(self.n_merges)
            return replace(self, vocab_size=vocab_size, parity=parity)
        if self.superwords is None:
            return replace(self, vocab_size=vocab_size)
        fixed = self.superwords.fixed(self.vocab_size)
        superwords = fixed if vocab_size > fixed.start else None
        return replace(self, vocab_size=vocab_size, superwords=superwords)

    def _check_trainer(self) -> None:
        if not isinstance(self.trainer, LibraryTrainer):
            raise ConfigError(say("trainer_kind", value=repr(self.trainer)), setting="trainer")
        self.trainer.check_settings(self)

    def _take_pieces(self) -> None:
        """Set what a tokenizer of characters decides. Raises ConfigError for other values."""
        if self.pieces is None:
            return
        if not isinstance(self.pieces, Pieces):
            raise ConfigError(say("pieces_kind", value=repr(self.pieces)), setting="pieces")
        for setting, value, usual in (
            ("pattern", self.pieces.pattern, "gpt2"),
            ("normalization", self.pieces.normalization, None),
        ):
            if getattr(self, setting) not in (value, usual):
                raise ConfigError(say("pieces_decide", setting=setting), setting=setting)
            object.__setattr__(self, setting, value)
        for other in ("superwords", "parity", "trainer"):
            if getattr(self, other) is not None:
                raise ConfigError(say("pieces_alone", setting=other), setting=other)
        others = tuple(token for token in self.special_tokens if token not in CONTROLS)
        object.__setattr__(self, "special_tokens", CONTROLS + others)

    def _check_superwords(self, smallest: int) -> None:
        if self.superwords is not None:
            if not isinstance(self.superwords, Superwords):
                raise ConfigError(
                    say("superwords_kind", value=repr(self.superwords)), setting="superwords"
                )
            checked_superwords(self.superwords, self.vocab_size, smallest)
        if self.merge_rules is None:
            return
        if not isinstance(self.merge_rules, MergeRules):
            raise ConfigError(
                say("merge_rules_kind", value=repr(self.merge_rules)), setting="merge_rules"
            )
        if self.merge_rules.is_empty:
            object.__setattr__(self, "merge_rules", None)

    def _check_parity(self) -> None:
        if self.parity is None:
            return
        if not isinstance(self.parity, Parity):
            raise ConfigError(say("parity_no_settings", value=repr(self.parity)), setting="parity")
        if self.superwords is not None:
            raise ConfigError(say("parity_with_superwords"), setting="parity")

    def _check_numbers(self) -> None:
        checks: tuple[tuple[str, int | None, int, int], ...] = (
            ("reserved_slots", self.reserved_slots, 0, MAX_VOCAB_SIZE),
            ("min_frequency", self.min_frequency, 1, MAX_NUMBER),
            ("max_token_bytes", self.max_token_bytes, 2, MAX_NUMBER),
            ("vocab_size", self.vocab_size, 1, MAX_VOCAB_SIZE),
        )
        for setting, value, smallest, greatest in checks:
            if value is None and setting == "max_token_bytes":
                continue
            if not is_whole(value) or int(value) < smallest:
                raise ConfigError(
                    say(
                        "setting_no_whole_number",
                        setting=setting,
                        smallest=smallest,
                        value=repr(value),
                    ),
                    setting=setting,
                )
            if int(value) > greatest:
                is_size = setting == "vocab_size"
                code = "vocabulary_size_beyond_limit" if is_size else "beyond_setting_limit"
                raise ConfigError(
                    say(code, setting=setting, value=int(value), greatest=greatest), setting=setting
                )
            object.__setattr__(self, setting, int(value))

    def _check_choices(self) -> None:
        if self.pieces is None:
            checked_normalization(self.normalization)
        choices: tuple[tuple[str, str, tuple[str, ...]], ...] = (
            ("tie_break", self.tie_break, TIE_BREAKS),
            ("token_limit", self.token_limit, TOKEN_LIMITS),
            ("special_text", self.special_text, SPECIAL_TEXTS),
        )
        for setting, value, known in choices:
            if value not in known:
                raise ConfigError(
                    say(
                        "unknown_choice", setting=setting, value=repr(value), known=", ".join(known)
                    ),
                    setting=setting,
                )

    def _check_pattern(self) -> None:
        if not isinstance(self.pattern, str) or not self.pattern:
            raise ConfigError(say("pattern_no_text", value=repr(self.pattern)), setting="pattern")
        if not is_unicode(self.pattern):
            raise ConfigError(say("pattern_lone_surrogate"), setting="pattern")


def checked_normalization(value: str | None) -> Normalization | None:
    """The value as it is. Raises ConfigError for an unknown normalization."""
    for known in NORMALIZATIONS:
        if value == known:
            return known
    if value is None:
        return None
    raise ConfigError(
        say("unknown_normalization", value=repr(value), known=", ".join(NORMALIZATIONS)),
        setting="normalization",
    )
