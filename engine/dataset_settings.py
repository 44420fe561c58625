"""DatasetSettings: how a corpus is written as token ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from engine.errors import ConfigError

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

IdType = Literal["auto", "uint16", "uint32"]
FileFormat = Literal["npy", "raw"]
_MOST_16_BIT = 1 << 16


@dataclass(frozen=True)
class DatasetSettings:
    """How a dataset is written.

    dtype: type of the ids; "auto" is uint16 where every id fits, else uint32.
    format: "npy" for numpy arrays, "raw" for the bare ids, least significant byte first.
    shard_tokens: a new file begins with the first document after so many ids; None for one file.
    append: special token that is put after each document.
    special: what special tokens in the text mean, as in Tokenizer.encode.
    n_threads: one for each core by default; the files are the same for any number.
    """

    dtype: IdType = "auto"
    format: FileFormat = "npy"
    shard_tokens: int | None = None
    append: str | None = None
    special: Literal["text", "parse", "reject"] = "text"
    n_threads: int | None = None

    def __post_init__(self) -> None:
        for setting, value, choices in (
            ("dtype", self.dtype, get_args(IdType)),
            ("format", self.format, get_args(FileFormat)),
            ("special", self.special, ("text", "parse", "reject")),
        ):
            if value not in choices:
                raise ConfigError(
                    f"{setting} must be one of {', '.join(choices)}, not {value!r}.",
                    setting=setting,
                )
        if self.shard_tokens is not None and self.shard_tokens < 1:
            raise ConfigError(
                f"A shard has at least 1 token, not {self.shard_tokens:,}.", setting="shard_tokens"
            )

    def id_type(self, tokenizer: Tokenizer) -> np.dtype[np.uint16 | np.uint32]:
        """The type of the ids. Raises ConfigError where not every id fits."""
        fits = tokenizer.vocab_size <= _MOST_16_BIT
        if self.dtype == "uint16" and not fits:
            raise ConfigError(
                f"The {tokenizer.vocab_size:,} ids of this tokenizer do not fit into uint16, which "
                f"holds {_MOST_16_BIT:,}; use uint32.",
                setting="dtype",
            )
        return np.dtype(np.uint16 if fits and self.dtype != "uint32" else np.uint32)

    def appended_id(self, tokenizer: Tokenizer) -> int | None:
        """The id after each document. Raises ConfigError for what is no special token."""
        if self.append is None:
            return None
        special_tokens = tokenizer.special_tokens
        if self.append not in special_tokens:
            listed = ", ".join(special_tokens) or "none"
            raise ConfigError(
                f"{self.append!r} is not a special token of this tokenizer; it has {listed}.",
                setting="append",
            )
        return special_tokens[self.append]
