"""The settings of a dataset, its joining tokens and its name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from engine.argument_types import check_threads, checked_integer
from engine.encoding import Tokenizer, check_dropout
from engine.errors import ConfigError
from engine.sentences import say
from engine.settings import ROLES

IdType = Literal["auto", "uint16", "uint32"]
FileFormat = Literal["npy", "raw", "megatron", "arrow", "parquet"]
_MOST_16_BIT = 1 << 16
_FILE_SUFFIXES: dict[str, FileFormat] = {".npy": "npy", ".bin": "raw", ".raw": "raw"}


@dataclass(frozen=True, slots=True)
class JoiningToken:
    """A special token between documents. role: what was asked for, None for the token itself."""

    token: str
    token_id: int
    role: str | None = None

    def document(self) -> dict[str, str | int | None]:
        """As in a manifest."""
        named: dict[str, str | int | None] = {"token": self.token, "id": self.token_id}
        return named if self.role is None else named | {"role": self.role}


@dataclass(frozen=True)
class DatasetSettings:
    """How a dataset is written.

    dtype: type of the ids; "auto" is uint16 if every id fits, else uint32.
    format: "npy" for numpy arrays, "raw" for the bare ids, least significant byte first, as
        nanoGPT reads them, "megatron" for these with an index, "arrow" and "parquet" for tables
        with a document in each row of the column input_ids.
    shard_tokens: a new file begins with the first document after n ids; None for one file.
    shard_bytes: the same in bytes of the ids, before the compression of parquet.
    append, prepend: special token that is put after each document, and before each; a role, such
        as "eos" or "bos", is the tokenizer's token of that role.
    special: what special tokens in the text mean, as in Tokenizer.encode.
    n_threads: one for each core by default; the files are the same for any number.
    dropout: probability of dropping a merge, see Tokenizer.with_dropout; None makes all.
    seed: of the random numbers of dropout.
    """

    dtype: IdType = "auto"
    format: FileFormat = "npy"
    shard_tokens: int | None = None
    append: str | None = None
    special: Literal["text", "parse", "reject"] = "text"
    n_threads: int | None = None
    prepend: str | None = None
    shard_bytes: int | None = None
    dropout: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.dropout is not None:
            check_dropout(self.dropout, checked_integer(self.seed, "seed"))
        for setting, value, choices in (
            ("dtype", self.dtype, get_args(IdType)),
            ("format", self.format, get_args(FileFormat)),
            ("special", self.special, ("text", "parse", "reject")),
        ):
            if value not in choices:
                raise ConfigError(
                    say(
                        "dataset_choice",
                        setting=setting,
                        known=", ".join(choices),
                        value=repr(value),
                    ),
                    setting=setting,
                )
        check_threads(self.n_threads)
        if self.shard_tokens is not None and checked_integer(self.shard_tokens, "shard_tokens") < 1:
            raise ConfigError(
                say("shard_too_small", tokens=self.shard_tokens), setting="shard_tokens"
            )
        if self.shard_bytes is None:
            return
        if checked_integer(self.shard_bytes, "shard_bytes") < 1:
            raise ConfigError(say("shard_without_bytes"), setting="shard_bytes")
        if self.shard_tokens is not None:
            raise ConfigError(say("shards_of_two_sizes"), setting="shard_bytes")

    def shard_limit(self, dtype: np.dtype[np.uint16 | np.uint32]) -> int | None:
        """Number of ids after which a new file begins; None for one file."""
        if self.shard_bytes is None:
            return self.shard_tokens
        return -(-self.shard_bytes // dtype.itemsize)

    def id_type(self, tokenizer: Tokenizer) -> np.dtype[np.uint16 | np.uint32]:
        """The type of the ids. Raises ConfigError if not every id fits."""
        fits = tokenizer.vocab_size <= _MOST_16_BIT
        if self.dtype == "uint16" and not fits:
            raise ConfigError(
                say("ids_do_not_fit", size=tokenizer.vocab_size, most=_MOST_16_BIT), setting="dtype"
            )
        return np.dtype(np.uint16 if fits and self.dtype != "uint32" else np.uint32)

    def joints(self, tokenizer: Tokenizer) -> tuple[JoiningToken | None, JoiningToken | None]:
        """The tokens before each document and after it. Raises ConfigError for what the
        tokenizer does not have."""
        before = None if self.prepend is None else joining_token(tokenizer, self.prepend, "prepend")
        after = None if self.append is None else joining_token(tokenizer, self.append, "append")
        return before, after


def joining_token(tokenizer: Tokenizer, wanted: str, setting: str = "append") -> JoiningToken:
    """The special token of that name or role. Raises ConfigError if it is missing."""
    special_tokens, roles = tokenizer.special_tokens, tokenizer.roles
    if wanted in special_tokens:
        return JoiningToken(wanted, special_tokens[wanted])
    if wanted in roles:
        return JoiningToken(roles[wanted], special_tokens[roles[wanted]], wanted)
    listed = ", ".join(special_tokens) or "none"
    if wanted in ROLES:
        known = ", ".join(f"{role} {token}" for role, token in roles.items()) or "none"
        raise ConfigError(
            say("role_without_special_token", role=wanted, roles=known, tokens=listed),
            setting=setting,
        )
    raise ConfigError(say("no_special_token", token=repr(wanted), tokens=listed), setting=setting)


def is_put_before(tokenizer: Tokenizer, wanted: str) -> bool:
    """Whether a joining token begins documents rather than ending them: by its role, bos alone."""
    if wanted == "bos":
        return True
    roles = {role for role, token in tokenizer.roles.items() if token == wanted}
    return "bos" in roles and "eos" not in roles


def is_dataset_file(path: Path) -> bool:
    """Whether a dataset of that name is one file rather than a folder."""
    return path.suffix.lower() in _FILE_SUFFIXES and not path.is_dir()


def file_format_of(path: Path) -> FileFormat:
    """The format of a dataset that is one file of that name."""
    return _FILE_SUFFIXES[path.suffix.lower()]
