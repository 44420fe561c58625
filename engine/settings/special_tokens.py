"""SpecialTokenDesign: the special tokens of a tokenizer that is still to be trained.

Ids are laid out once and never move: 256 bytes, the merges asked for, then the special tokens in
their order, then reserved slots, then what pads the vocabulary. A corpus that yields fewer merges
leaves ids unused; those of the special tokens stay.

Padding rounds the whole vocabulary up to a multiple, which matrix kernels like. The ids it adds
are reserved slots at the end: the number of merges stays what was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.errors import ConfigError
from engine.settings.config import N_BYTES, reserved_name
from engine.settings.roles import Roles
from engine.settings.sentences import say
from engine.settings.special_token_sets import SET_ROLES, SPECIAL_TOKEN_SETS

TokenKind = Literal["set", "own", "reserved", "padding"]
USUAL_MULTIPLES = (8, 64, 128)
MAX_MULTIPLE = 1 << 20
_KEYS = ("tokens", "roles", "reserved_slots", "pad_vocab_to")


@dataclass(frozen=True, slots=True)
class DesignedToken:
    """One row of the table of ids. roles: what the token is for, often nothing."""

    token: str
    token_id: int
    kind: TokenKind
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class SpecialTokenDesign:
    """Special tokens in the order of their ids, with what surrounds them.

    reserved_slots: ids kept free after them for later.
    pad_vocab_to: the vocabulary's size becomes a multiple of this, by more reserved slots.
    roles: the token of each role; None if not given, so that names suggest them.

    A design need not make sense while it is made: `design_warnings` says what is wrong,
    and TrainingConfig refuses what cannot work. Raises ConfigError for an invalid number and
    for an unknown role.
    """

    tokens: tuple[str, ...] = ()
    reserved_slots: int = 0
    pad_vocab_to: int | None = None
    roles: Mapping[str, str] | None = field(default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", tuple(self.tokens))
        _check_whole("reserved_slots", self.reserved_slots, 0)
        if self.pad_vocab_to is not None:
            check_multiple(self.pad_vocab_to)
        if self.roles is not None:
            object.__setattr__(self, "roles", Roles(self.roles))

    @classmethod
    def of_sets(cls, names: Iterable[str]) -> SpecialTokenDesign:
        """Named sets one after another. Raises ConfigError for a name that is no set."""
        design = cls(roles={})
        for name in names:
            design = design.with_set(name)
        return design

    @classmethod
    def of_document(cls, document: object) -> SpecialTokenDesign:
        """What `document` gave, or a person wrote. Raises ConfigError for anything else."""
        if not isinstance(document, Mapping):
            raise _refusal(say("design_no_object"))
        unknown = [str(key) for key in document if key not in _KEYS]
        if unknown:
            raise _refusal(say("design_unknown_key", key=repr(unknown[0]), known=", ".join(_KEYS)))
        tokens = document.get("tokens", [])
        if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
            raise _refusal(say("design_tokens_no_list"))
        roles = document.get("roles")
        if roles is not None and not isinstance(roles, Mapping):
            raise ConfigError(say("design_roles_no_object"), setting="roles")
        return cls(
            tuple(tokens),
            document.get("reserved_slots", 0),
            document.get("pad_vocab_to"),
            roles,
        )

    def document(self) -> dict[str, Any]:
        """The design as in JSON, without defaults."""
        document: dict[str, Any] = {"tokens": list(self.tokens)}
        if self.roles is not None:
            document["roles"] = dict(self.roles)
        if self.reserved_slots:
            document["reserved_slots"] = self.reserved_slots
        if self.pad_vocab_to is not None:
            document["pad_vocab_to"] = self.pad_vocab_to
        return document

    def with_set(self, name: str) -> SpecialTokenDesign:
        """With the tokens of a named set behind its own, and the set's roles if none is given.

        Raises ConfigError for a name that is no set.
        """
        if name not in SPECIAL_TOKEN_SETS:
            raise _refusal(
                say("unknown_token_set", name=repr(name), known=", ".join(SPECIAL_TOKEN_SETS))
            )
        new = [token for token in SPECIAL_TOKEN_SETS[name] if token not in self.tokens]
        roles = {**SET_ROLES[name], **(self.roles or {})}
        return replace(self, tokens=(*self.tokens, *new), roles=roles)

    def padding(self, vocab_size: int) -> int:
        """Number of reserved slots that pad a vocabulary of this size; 0 without a multiple."""
        return 0 if self.pad_vocab_to is None else -vocab_size % self.pad_vocab_to

    def settings(self, vocab_size: int) -> dict[str, Any]:
        """Keywords of TrainingConfig for a vocabulary of at least `vocab_size` ids in all.

        vocab_size: as it is asked for, with the special tokens and the reserved slots but without
        padding, which comes on top so that no merge is lost.
        """
        padding = self.padding(vocab_size)
        return {
            "vocab_size": vocab_size + padding,
            "special_tokens": self.tokens,
            "reserved_slots": self.reserved_slots + padding,
            "roles": self.roles,
        }

    def n_merges(self, vocab_size: int) -> int:
        """The merges of a vocabulary of that size, which padding does not change; may be < 0."""
        return vocab_size - N_BYTES - len(self.tokens) - self.reserved_slots

    def rows(self, vocab_size: int) -> list[DesignedToken]:
        """Every special token, reserved slot and padding with the id it will have."""
        rows = self.token_rows(vocab_size)
        first = vocab_size - self.reserved_slots
        for i in range(self.reserved_slots + self.padding(vocab_size)):
            kind: TokenKind = "reserved" if i < self.reserved_slots else "padding"
            rows.append(DesignedToken(reserved_name(i), first + i, kind))
        return rows

    def token_rows(self, vocab_size: int) -> list[DesignedToken]:
        """The special tokens alone, however many slots follow them."""
        first = vocab_size - len(self.tokens) - self.reserved_slots
        roles_of: dict[str, tuple[str, ...]] = {}
        for role, token in (self.roles or {}).items():
            roles_of[token] = (*roles_of.get(token, ()), role)
        return [
            DesignedToken(token, first + i, kind_of(token), roles_of.get(token, ()))
            for i, token in enumerate(self.tokens)
        ]


def kind_of(token: str) -> TokenKind:
    """Whether a token belongs to a named set or is the user's own."""
    return "set" if sets_with(token) else "own"


def sets_with(token: str) -> tuple[str, ...]:
    """The names of the sets that have a token."""
    return tuple(name for name, tokens in SPECIAL_TOKEN_SETS.items() if token in tokens)


def check_multiple(value: object) -> None:
    """Raise ConfigError for what no vocabulary can be padded to."""
    _check_whole("pad_vocab_to", value, 1)
    if isinstance(value, int) and value > MAX_MULTIPLE:
        raise ConfigError(
            say("padding_too_large", greatest=MAX_MULTIPLE, value=value),
            setting="pad_vocab_to",
        )


def _check_whole(setting: str, value: object, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ConfigError(
            say("design_no_whole_number", setting=setting, smallest=least, value=repr(value)),
            setting=setting,
        )


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="special_tokens")
