"""Roles: the use of a special token. The vocabulary of model configurations: bos, eos, pad, ...

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

from collections.abc import Iterable, Iterator, Mapping

from engine.errors import ConfigError
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
                raise _refusal(say("unknown_role", role=repr(role), roles=", ".join(ROLES)))
            if not isinstance(token, str) or not token:
                raise _refusal(say("role_needs_token", role=role, token=repr(token)))
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
            raise _refusal(say("role_token_unknown", role=role, token=repr(token)))
    return checked


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="roles")
