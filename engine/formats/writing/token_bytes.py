"""The bytes of every token: what makes a loss per token one per byte."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Literal

import numpy as np

from engine.compiled import Int64s
from engine.errors import ConfigError
from engine.formats.sentences import say
from engine.library import AnyTokenizer
from engine.machine import write_files

SpecialBytes = Literal["zero", "text"]
FILE_SUFFIXES = (".npy", ".json", ".pt")


def token_bytes(tokenizer: AnyTokenizer, special: SpecialBytes = "zero") -> Int64s:
    """int64[vocab_size]: the bytes of each id as they are stored, so that those of a text add up.

    A token that ends inside a character counts with the bytes it has; decoding it alone would give
    U+FFFD, which has three. Unused ids have 0.
    special: "zero" as nanochat has it, so that special tokens count neither as loss nor as text;
    "text" for the bytes of their names. Raises ConfigError for anything else.
    """
    if special not in ("zero", "text"):
        raise ConfigError(
            say("token_bytes_special", value=repr(special)),
            setting="special",
        )
    sizes = tokenizer.token_lengths.astype(np.int64)
    if special == "zero":
        sizes[list(tokenizer.special_tokens.values())] = 0
    return sizes


def save_token_bytes(sizes: Int64s, path: Path) -> Path:
    """Write the bytes of each id as int32: an array (.npy), a list (.json) or a tensor (.pt).

    The tensor is nanochat's token_bytes.pt. Raises ConfigError for another ending of the name,
    ExportError where the file cannot be written.
    """
    narrow = sizes.astype(np.int32)
    match path.suffix.lower():
        case ".npy":
            stream = BytesIO()
            np.save(stream, narrow, allow_pickle=False)
            content = stream.getvalue()
        case ".json":
            content = (json.dumps(narrow.tolist()) + "\n").encode()
        case ".pt":
            from engine.formats.writing.nanochat import saved_tensor

            content = saved_tensor(narrow)
        case _:
            raise ConfigError(
                say("token_bytes_suffix", suffixes=", ".join(FILE_SUFFIXES), path=path),
                setting="out",
            )
    return write_files(path.parent, {path.name: content})[0]
