"""What the files of a tokenizer contain, right or wrong, before it becomes a Tokenizer.

Companions are what lies beside a tokenizer for transformers: roles of special tokens, and the chat
template. Both layouts are read: version 5 has tokenizer_config.json and chat_template.jinja,
version 4 as well special_tokens_map.json, and often the template inside of tokenizer_config.json.

RankContents are what .tiktoken, tekken.json and a pickled tiktoken.Encoding hold. tiktoken merges
the two parts whose joined bytes have the lowest rank, and gives a pre-token that is a token out
whole. The recovered merges do the same; tokens that they do not make are given out as whole
pre-tokens only, as there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.chat import DEFAULT, WITH_TOOLS, named_templates, tokens_of
from engine.encoding import NO_PAIR, Numbering, Tokenizer, own_merging, recovered_merges
from engine.formats.findings import (
    BYTE_MISSING,
    ID_INVALID,
    ID_TWICE,
    SETTING_TWICE,
    TOKEN_TWICE,
    Findings,
    UnusableError,
    short,
)
from engine.machine import read_json, read_text, refusal
from engine.sentences import say
from engine.settings import LONGEST_TOKEN, MAX_VOCAB_SIZE, N_BYTES, ROLES

if TYPE_CHECKING:
    from engine.errors import TokenizerFileError

CONFIG_FILE = "tokenizer_config.json"
MAP_FILE = "special_tokens_map.json"
TEMPLATE_FILE = "chat_template.jinja"


@dataclass(frozen=True, slots=True)
class Companions:
    """roles: special tokens by role, as the files say; chat_template: Jinja, None for none.

    has_tool_template: whether there is another one for conversations with tools, which a tokenizer
    has no place for.
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    chat_template: str | None = None
    has_tool_template: bool = False

    def roles_among(self, special_tokens: Iterable[str]) -> dict[str, str]:
        """The roles whose token is there."""
        known = set(special_tokens)
        return {role: token for role, token in self.roles.items() if token in known}


def with_companions_of(tokenizer: Tokenizer, folder: Path) -> Tokenizer:
    """The tokenizer with the roles and the template that files in a folder give, if any."""
    return with_companions(tokenizer, companions_beside(folder))


def with_companions(tokenizer: Tokenizer, companions: Companions) -> Tokenizer:
    """The tokenizer with the roles whose token it has, and with the template, if any."""
    roles = companions.roles_among(tokenizer.special_tokens)
    if not roles and companions.chat_template is None:
        return tokenizer
    return tokenizer.with_companions(roles=roles or None, chat_template=companions.chat_template)


def companions_of_sidecar(document: Mapping[str, Any]) -> Companions:
    """What our own description of files says; it is empty in those of older programs.

    Raises TypeError or ValueError for a damaged one.
    """
    template = document.get("chat_template")
    if not isinstance(template, str | None):
        raise TypeError(say("companion_template"))
    roles = dict(document.get("roles") or {})
    if not all(isinstance(token, str) for token in roles.values()):
        raise TypeError(say("role_without_token"))
    return Companions(roles, template)


def sidecar_fields(tokenizer: Tokenizer, chat_template: str | None) -> dict[str, Any]:
    """Roles and template for our own description of files that hold neither."""
    fields: dict[str, Any] = {"roles": tokenizer.roles} if tokenizer.has_own_roles else {}
    return fields if chat_template is None else fields | {"chat_template": chat_template}


def companions_beside(folder: Path) -> Companions:
    """What the files in a folder say. Raises TokenizerFileError for one that is damaged."""
    config = _document(folder / CONFIG_FILE)
    roles = roles_of(_document(folder / MAP_FILE)) | roles_of(config)
    file = folder / TEMPLATE_FILE
    if file.is_file():
        return Companions(roles, read_text(file))
    named = named_templates(config.get("chat_template"))
    return Companions(roles, named.get(DEFAULT), WITH_TOOLS in named)


def _document(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    document = read_json(path)
    if not isinstance(document, dict):
        raise refusal(path, say("no_settings"))
    return document


def roles_of(document: Mapping[str, Any]) -> dict[str, str]:
    """The roles that settings name a token for."""
    tokens = tokens_of(document)
    named = {role: tokens.get(f"{role}_token") for role in ROLES}
    return {role: token for role, token in named.items() if token}


@dataclass
class Contents(ABC):
    """What a reader found in a file.

    path: the file. found: everything that is wrong with it. facts: values for a report, by name.
    remarks: sentences on settings of the file that this program does not follow. pattern,
    special_tokens, vocab_size, companions: what a Tokenizer is made with.
    """

    path: Path
    found: Findings = field(init=False)
    facts: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    pattern: str = ""
    special_tokens: Mapping[str, int] = field(default_factory=dict)
    vocab_size: int | None = None
    companions: Companions = field(default_factory=Companions)

    def __post_init__(self) -> None:
        self.found = Findings(self.path)

    def tokenizer(self) -> Tokenizer:
        """The tokenizer. Raises TokenizerFileError: the first error that was found."""
        if self.found.first is None:
            made = self.found.attempt(self._built)
            if made is not None:
                return made
        assert self.found.first is not None
        raise self.found.first

    @abstractmethod
    def build(self) -> Tokenizer:
        """The tokenizer of what was read without an error; roles and chat template come later."""

    def _built(self) -> Tokenizer:
        if self.vocab_size is not None and not 0 <= self.vocab_size <= MAX_VOCAB_SIZE:
            raise UnusableError(say("impossible_size", size=self.vocab_size))
        return with_companions(self.build(), self.companions)

    def read_json(self, path: Path | None = None) -> dict[str, Any]:
        """The JSON document of a file, by default of `path`; {} if it is no object.

        Names that occur twice are noted. Raises TokenizerFileError for invalid JSON.
        """
        doubled: list[tuple[dict[str, Any], str]] = []
        document = read_json(path or self.path, doubled)
        owners = {id(owner): owner for owner, _ in doubled}
        types = {key: set(map(type, owner.values())) for key, owner in owners.items()}
        for owner, name in doubled:
            is_of_ids = int in types[id(owner)] and str not in types[id(owner)]
            self.found.fault(
                TOKEN_TWICE if is_of_ids else SETTING_TWICE,
                short(name, owner[name]),
                say("name_doubled", name=repr(name)),
                path=path,
            )
        return document if isinstance(document, dict) else {}


class UnreadContents(Contents):
    """A file that its reader gave up on, and why."""

    def __init__(self, path: Path, why: TokenizerFileError | Findings) -> None:
        super().__init__(path)
        if isinstance(why, Findings):
            self.found = why
        else:
            self.found.refused(why)

    def build(self) -> Tokenizer:
        assert self.found.first is not None
        raise self.found.first


@dataclass
class RankContents(Contents):
    """ranks: rank by token; first_id: what is added to a rank to make its id."""

    ranks: dict[bytes, int] = field(default_factory=dict)
    first_id: int = 0
    _taken: dict[int, bytes] = field(default_factory=dict)

    def take(
        self, token: bytes, rank: int, *, entry: int | None = None, line: int | None = None
    ) -> None:
        """Add a token to the ranks and note its faults. entry, line: its place in the file."""
        kind = None
        if token in self.ranks:
            kind = TOKEN_TWICE
            reason: str = say("two_ranks", token=repr(token), first=self.ranks[token], rank=rank)
        elif wrong := check_token(token, rank):
            kind, reason = ID_INVALID, wrong
        elif (other := self._taken.setdefault(rank, token)) != token:
            kind = ID_TWICE
            reason = say("rank_twice", rank=rank, other=repr(other), token=repr(token))
        if kind is not None:
            where = "" if entry is None else f"entry {entry:,}"
            self.found.fault(kind, short(token, rank), reason, where=where, line=line)
        self.ranks[token] = rank

    def build(self) -> Tokenizer:
        return ranked_tokenizer(
            self.ranks,
            pattern=self.pattern,
            special_tokens=self.special_tokens,
            vocab_size=self.vocab_size,
            first_id=self.first_id,
        )


def ranked_tokenizer(
    ranks: Mapping[bytes, int],
    *,
    pattern: str,
    special_tokens: Mapping[str, int],
    vocab_size: int | None = None,
    first_id: int = 0,
) -> Tokenizer:
    """The tokenizer that tiktoken makes of ranks.

    ranks: rank by token, each once, the 256 bytes among them.
    first_id: what is added to a rank to make its id.
    Raises UnusableError, and what Tokenizer raises.
    """
    merged = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    tokens = [*(bytes([byte]) for byte in range(N_BYTES)), *merged]
    ids = np.fromiter(map(ranks.__getitem__, tokens), np.int64, len(tokens)) + first_id
    pairs = recovered_merges(merged)
    is_made = pairs[:, 0] != NO_PAIR
    unmade = np.flatnonzero(~is_made).tolist()
    if unmade:
        _refuse_later_parts(tokens, [merged[i] for i in unmade])
    return Tokenizer(
        ids[pairs[is_made]],
        pattern=pattern,
        special_tokens=special_tokens,
        vocab_size=vocab_size,
        numbering=Numbering(
            ids[np.concatenate([np.ones(N_BYTES, np.bool_), is_made])],
            {merged[i]: ranks[merged[i]] + first_id for i in unmade},
            ignore_merges=bool(unmade),
        ),
    )


def check_token(token: bytes, rank: int) -> str | None:
    """Why this cannot be a token and its rank, or None."""
    if 0 < len(token) <= LONGEST_TOKEN and 0 <= rank < MAX_VOCAB_SIZE:
        return None
    return say("impossible_token", n=len(token), rank=rank)


def note_missing_bytes(found: Findings, ranks: Container[bytes]) -> None:
    """Note each byte without a rank."""
    for byte in (missing := missing_bytes(ranks)):
        reason = say("is_cut_short", reason=lacking_bytes("byte_unranked", missing))
        found.fault(BYTE_MISSING, f"{byte:#04x}", reason)


def missing_bytes(ranks: Container[bytes]) -> list[int]:
    """The bytes without a rank."""
    return [byte for byte in range(N_BYTES) if bytes([byte]) not in ranks]


def lacking_bytes(code: str, missing: Sequence[int]) -> str:
    """Return the sentence of a code on the first of some bytes, and how many others there are."""
    n = len(missing)
    return say(code, byte=f"{missing[0]:#04x}", n=n, others=n - 1)


def _refuse_later_parts(tokens: Sequence[bytes], unmade: Sequence[bytes]) -> None:
    """Raise UnusableError where a token is made of one with a higher rank than its own.

    tokens: bytes and tokens in order of rank; unmade: those that lower ranks leave in parts.
    """
    number_of = {token: number for number, token in enumerate(tokens)}
    splits = [
        (left, right, number)
        for number, token in enumerate(tokens)
        for cut in range(1, len(token))
        if (left := number_of.get(token[:cut])) is not None
        and (right := number_of.get(token[cut:])) is not None
    ]
    table = np.array(splits, np.uint32).reshape(-1, 3)
    becomes = own_merging(unmade, table[:, :2], table[:, 2]).becomes
    for token, number in zip(unmade, becomes.tolist(), strict=True):
        if number == number_of[token]:
            raise UnusableError(say("rank_order", token=repr(token)))
