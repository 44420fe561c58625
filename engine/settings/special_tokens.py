"""The special tokens of a tokenizer that is still to be trained: named sets, files, a design.

The sets, each with its usual roles:

base        the end of a document, as GPT-2 has it
chatml      base and the two marks of a ChatML turn
llama3      the tokens of Llama 3.1 with a use, in the order of their ids
nanochat    the nine tokens of nanochat, in its order
llama3-256  all 256 of Llama 3.1 with its reserved ones, each as far from the first as there

Names joined by "+" are one set, such as "base+nanochat", without repetitions.

Ids are laid out once and never move: 256 bytes, the merges asked for, then the special tokens in
their order, then reserved slots, then what pads the vocabulary. A corpus that yields fewer merges
leaves ids unused; those of the special tokens stay. Padding rounds the whole vocabulary up to a
multiple, which matrix kernels like; it adds reserved slots at the end.

Roles: the use of a special token. The vocabulary of model configurations: bos, eos, pad, ...

bos     put before a sequence or a document
eos     put after a document; ends what a model writes
pad     fills the end of shorter sequences of a batch
unk     what a vocabulary cannot write; byte-level BPE never needs it
mask    hides a token, in models such as BERT
sep     between two texts of one sequence
cls     before a sequence that is classified
eot     ends a turn of a chat
eom     ends a message that waits for an answer, such as the call of a tool
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from engine.argument_types import is_unicode
from engine.errors import ConfigError, reason_of
from engine.machine import check_regular
from engine.sentences import say

ROLES: tuple[str, ...] = ("bos", "eos", "pad", "unk", "mask", "sep", "cls", "eot", "eom")

WELL_KNOWN_NAMES: Mapping[str, tuple[str, ...]] = {
    "bos": (
        "<|begin_of_text|>", "<|bos|>", "<bos>", "<s>", "[BOS]", "<|startoftext|>",
        "<\uff5cbegin\u2581of\u2581sentence\uff5c>",
    ),
    "eos": (
        "<|end_of_text|>", "<|endoftext|>", "<|eos|>", "<eos>", "</s>", "[EOS]",
        "<\uff5cend\u2581of\u2581sentence\uff5c>",
    ),
    "pad": ("<|finetune_right_pad_id|>", "<|pad|>", "<pad>", "[PAD]", "<|padding|>"),
    "unk": ("<unk>", "<|unk|>", "[UNK]"),
    "mask": ("<mask>", "<|mask|>", "[MASK]"),
    "sep": ("<sep>", "<|sep|>", "[SEP]"),
    "cls": ("<cls>", "<|cls|>", "[CLS]"),
    "eot": ("<|eot_id|>", "<|im_end|>", "<|assistant_end|>", "<end_of_turn>", "<|eot|>"),
    "eom": ("<|eom_id|>", "<|eom|>"),
}  # fmt: skip
"""Names that published tokenizers give to a role; the first that is there is taken."""


class Roles(Mapping[str, str]):
    """The special token of each role, unchangeable, in the order of ROLES.

    Raises ConfigError for an unknown role or a token that is no text.
    """

    __slots__ = ("_tokens",)

    def __init__(self, tokens: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        given = dict(tokens)
        for role, token in given.items():
            if role not in ROLES:
                raise _role_refusal(say("unknown_role", role=repr(role), roles=", ".join(ROLES)))
            if not isinstance(token, str) or not token:
                raise _role_refusal(say("role_needs_token", role=role, token=repr(token)))
        self._tokens = {role: given[role] for role in ROLES if role in given}

    def __getitem__(self, role: str) -> str:
        return self._tokens[role]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tokens)

    def __len__(self) -> int:
        return len(self._tokens)

    def __hash__(self) -> int:
        return hash(tuple(self._tokens.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    def __repr__(self) -> str:
        return f"Roles({self._tokens!r})"

    def among(self, special_tokens: Iterable[str]) -> Roles:
        """The roles whose token is one of the special tokens."""
        known = set(special_tokens)
        return Roles({role: token for role, token in self.items() if token in known})


def guessed_roles(special_tokens: Iterable[str]) -> Roles:
    """Roles that the names of the special tokens suggest, for tokenizers without roles."""
    known = set(special_tokens)
    guessed = {}
    for role, names in WELL_KNOWN_NAMES.items():
        token = next((name for name in names if name in known), None)
        if token is not None:
            guessed[role] = token
    return Roles(guessed)


def checked_roles(roles: Mapping[str, str], special_tokens: Iterable[str]) -> Roles:
    """The roles, if each is known and has one of the special tokens; raises ConfigError."""
    checked, known = Roles(roles), set(special_tokens)
    for role, token in checked.items():
        if token not in known:
            raise _role_refusal(say("role_token_unknown", role=role, token=repr(token)))
    return checked


def _role_refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="roles")


N_BYTES = 256
"""Ids of the single bytes, before all others."""
_RESERVED_OF_LLAMA = "<|reserved_special_token_{}|>"

SPECIAL_TOKEN_SETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "base": ("<|endoftext|>",),
        "chatml": ("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
        "llama3": (
            "<|begin_of_text|>",
            "<|end_of_text|>",
            "<|finetune_right_pad_id|>",
            "<|start_header_id|>",
            "<|end_header_id|>",
            "<|eom_id|>",
            "<|eot_id|>",
            "<|python_tag|>",
        ),
        "nanochat": (
            "<|bos|>",
            "<|user_start|>",
            "<|user_end|>",
            "<|assistant_start|>",
            "<|assistant_end|>",
            "<|python_start|>",
            "<|python_end|>",
            "<|output_start|>",
            "<|output_end|>",
        ),
        "llama3-256": (
            "<|begin_of_text|>",
            "<|end_of_text|>",
            _RESERVED_OF_LLAMA.format(0),
            _RESERVED_OF_LLAMA.format(1),
            "<|finetune_right_pad_id|>",
            _RESERVED_OF_LLAMA.format(2),
            "<|start_header_id|>",
            "<|end_header_id|>",
            "<|eom_id|>",
            "<|eot_id|>",
            "<|python_tag|>",
            *(_RESERVED_OF_LLAMA.format(i) for i in range(3, 248)),
        ),
    }
)

_ROLES_OF_LLAMA = MappingProxyType(
    {
        "bos": "<|begin_of_text|>",
        "eos": "<|end_of_text|>",
        "pad": "<|finetune_right_pad_id|>",
        "eot": "<|eot_id|>",
        "eom": "<|eom_id|>",
    }
)
SET_ROLES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "base": MappingProxyType({"eos": "<|endoftext|>"}),
        "chatml": MappingProxyType({"eos": "<|endoftext|>", "eot": "<|im_end|>"}),
        "llama3": _ROLES_OF_LLAMA,
        "nanochat": MappingProxyType({"bos": "<|bos|>", "eot": "<|assistant_end|>"}),
        "llama3-256": _ROLES_OF_LLAMA,
    }
)
"""The use of the tokens of each set, if it is published. nanochat has no end of a document:
its documents begin with <|bos|>."""
_BEGINS_JSON = re.compile(r'\s*[\[{]\s*"')

TokenKind = Literal["set", "own", "reserved", "padding"]
USUAL_MULTIPLES = (8, 64, 128)
MAX_MULTIPLE = 1 << 20
_KEYS = ("tokens", "roles", "reserved_slots", "pad_vocab_to")

Severity = Literal["error", "warning", "note"]

_MARKS = frozenset("<>|[]{}\u27e8\u27e9\uff5c")
_FEWEST_CHARACTERS = 3


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
            tuple(tokens), document.get("reserved_slots", 0), document.get("pad_vocab_to"), roles
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
            say("padding_too_large", greatest=MAX_MULTIPLE, value=value), setting="pad_vocab_to"
        )


def _check_whole(setting: str, value: object, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ConfigError(
            say("setting_no_whole_number", setting=setting, smallest=least, value=repr(value)),
            setting=setting,
        )


def special_token_design(name_or_file: str | Path) -> SpecialTokenDesign:
    """The special tokens and roles of a named set, of several joined by "+", or of a file.

    A file has one token per line (blank lines do not count), a JSON list of strings, or a JSON
    object with "tokens" and, if wanted, "roles", "reserved_slots" and "pad_vocab_to".
    Raises ConfigError for a name that is neither a set nor a file, and for a file with
    something else.
    """
    names = str(name_or_file).split("+")
    if all(name in SPECIAL_TOKEN_SETS for name in names):
        return SpecialTokenDesign.of_sets(names)
    path = Path(name_or_file)
    design = _design(path, _read(path))
    if not design.tokens:
        raise _refusal(say("tokens_file_empty", path=path))
    return design


def _design(path: Path, text: str) -> SpecialTokenDesign:
    if text.lstrip().startswith("["):
        return SpecialTokenDesign(_json_list(path, text))
    if text.lstrip().startswith("{") and (document := _json_object(path, text)) is not None:
        try:
            return SpecialTokenDesign.of_document(document)
        except ConfigError as error:
            raise ConfigError(
                say("file_refused", path=path, reason=error), setting=error.setting
            ) from None
    return SpecialTokenDesign(_lines(text))


def _json_object(path: Path, text: str) -> Any | None:
    """The object in a file; None if it is no JSON, such as tokens like {system}."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if _BEGINS_JSON.match(text):
            line = getattr(error, "lineno", 1)
            raise _refusal(say("tokens_file_no_object", path=path, line=line)) from None
        return None


def _read(path: Path) -> str:
    try:
        check_regular(path)
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise _refusal(
            say("unknown_tokens_file", path=repr(str(path)), known=", ".join(SPECIAL_TOKEN_SETS))
        ) from None
    except UnicodeDecodeError as error:
        raise _refusal(say("file_not_utf8", path=path, byte=error.start)) from None
    except OSError as error:
        raise _refusal(say("file_unreadable", path=path, reason=reason_of(error))) from None


def _lines(text: str) -> tuple[str, ...]:
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return tuple(line for line in lines if line.strip())


def _json_list(path: Path, text: str) -> tuple[str, ...]:
    try:
        tokens = json.loads(text)
    except (ValueError, RecursionError) as error:
        is_json = _BEGINS_JSON.match(text) is not None
        if not is_json and all(line.startswith("[") for line in _lines(text)):
            return _lines(text)  # tokens such as [CLS], one per line
        line = getattr(error, "lineno", 1)
        raise _refusal(say("tokens_file_no_list", path=path, line=line)) from None
    if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens):
        return tuple(tokens)
    raise _refusal(say("tokens_file_no_strings", path=path))


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="special_tokens")


@dataclass(frozen=True, slots=True)
class DesignWarning:
    """One finding.

    code: its kind; row: index of the token, None for the whole design; other: the second token or
    role concerned, else "". severity: no training is possible with an "error".
    """

    code: str
    severity: Severity
    sentence: str
    row: int | None = None
    other: str = ""


def design_warnings(design: SpecialTokenDesign) -> tuple[DesignWarning, ...]:
    """All findings of a design, in the order of its tokens.

    Codes: empty, surrogate, duplicate, reserved-name (errors); inside, blank, word, case
    (warnings); non-ascii (note); role-without-token (error); no-boundary (note).
    """
    return (*_of_tokens(design.tokens), *_of_roles(design))


def _of_tokens(tokens: tuple[str, ...]) -> Iterator[DesignWarning]:
    times = Counter(tokens)
    first_of_case: dict[str, str] = {}
    inside = _inside(tokens)
    for row, token in enumerate(tokens):
        if not token:
            yield DesignWarning("empty", "error", say("design_token_empty"), row)
            continue
        yield from _of_name(row, token)
        if times[token] > 1:
            yield DesignWarning(
                "duplicate", "error", say("design_token_twice", token=repr(token)), row
            )
        other = first_of_case.setdefault(token.casefold(), token)
        if other != token:
            yield DesignWarning(
                "case",
                "warning",
                say("design_token_case", token=repr(token), other=repr(other)),
                row,
                other,
            )
        if token in inside:
            yield DesignWarning(
                "inside",
                "warning",
                say("design_token_inside", token=repr(token), other=repr(inside[token])),
                row,
                inside[token],
            )


def _of_name(row: int, token: str) -> Iterator[DesignWarning]:
    """Findings of the name alone."""
    if not is_unicode(token):
        yield DesignWarning(
            "surrogate", "error", say("design_token_surrogate", token=repr(token)), row
        )
        return
    if token.startswith("<|reserved_") and token[11:-2].isdecimal() and token.endswith("|>"):
        yield DesignWarning(
            "reserved-name", "error", say("design_token_reserved", token=repr(token)), row
        )
    if any(character.isspace() or not character.isprintable() for character in token):
        yield DesignWarning("blank", "warning", say("design_token_blank", token=repr(token)), row)
    elif _is_word(token):
        yield DesignWarning("word", "warning", say("design_token_word", token=repr(token)), row)
    if not token.isascii() and kind_of(token) == "own":
        yield DesignWarning(
            "non-ascii", "note", say("design_token_non_ascii", token=repr(token)), row
        )


def _of_roles(design: SpecialTokenDesign) -> Iterator[DesignWarning]:
    for role, token in (design.roles or {}).items():
        if token not in design.tokens:
            yield DesignWarning(
                "role-without-token",
                "error",
                say("design_role_without_token", role=role, token=repr(token)),
                None,
                role,
            )
    if design.tokens and design.roles is not None and not {"bos", "eos"} & set(design.roles):
        yield DesignWarning("no-boundary", "note", say("design_no_boundary"))


def _inside(tokens: tuple[str, ...]) -> dict[str, str]:
    """Tokens that are a part of another, with the first such one."""
    joined = "\0".join(tokens)
    containers = {}
    for token in set(tokens):
        # The list as one text: a token that occurs there once is in no other.
        if not token or joined.count(token) <= 1:
            continue
        longer = next((other for other in tokens if token in other and token != other), None)
        if longer is not None:
            containers[token] = longer
    return containers


def _is_word(token: str) -> bool:
    """Whether a name has no character that is rare in ordinary text, such as < or [ or |."""
    return len(token) < _FEWEST_CHARACTERS or not _MARKS & set(token)


def reserved_name(number: int) -> str:
    """The name of a reserved slot, counted from 0."""
    return f"<|reserved_{number}|>"


def check_special_tokens(tokens: Sequence[str]) -> None:
    """Raise ConfigError for a token that is not text, empty or repeated."""
    for token in tokens:
        if not isinstance(token, str) or not token:
            raise ConfigError(
                say("special_token_no_text", token=repr(token)), setting="special_tokens"
            )
        if not is_unicode(token):
            raise ConfigError(
                say("special_token_lone_surrogate", token=repr(token)), setting="special_tokens"
            )
    doubled = [token for token, times in Counter(tokens).items() if times > 1]
    if doubled:
        raise ConfigError(
            say("special_token_twice", token=repr(doubled[0])), setting="special_tokens"
        )
