"""tokenizer.pkl and token_bytes.pt, for nanochat; and the bytes of each token in other files.

The first is a pickled `tiktoken.Encoding`, the second a torch tensor int32[V] with the bytes of
each token, 0 for special tokens. Both are written byte by byte, so that neither library is needed:
a pickle is a short program, and these two hold nothing but numbers, strings and the names of the
classes that the libraries' own files name. We write pickles; we never load one. The instructions
are those of protocol 2 (PEP 307), and of protocol 3 where there are bytes (Python's `pickletools`
lists them); every Python 3 reads both.
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from engine.compiled import Int32s, Int64s
from engine.errors import ConfigError, ExportError
from engine.formats.reading.nanochat import FILE_NAME, TOKEN_BYTES
from engine.formats.writing.merge_checks import ordinary_tokens
from engine.formats.writing.tiktoken import check_rank_merging, gap_notes, tiktoken_pattern
from engine.library import AnyTokenizer
from engine.machine import write_files
from engine.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

EMPTY_TUPLE, NEW_OBJECT, BUILD, CALL, FALSE, PERSISTENT = b")", b"\x81", b"b", b"R", b"\x89", b"Q"
"""(), class and arguments to an object, its state, a call, False, a tuple to what the reader has
elsewhere."""

_PROTOCOL, _STOP = b"\x80", b"."
_MARK, _TUPLE, _EMPTY_DICT, _SET_ITEMS = b"(", b"t", b"}", b"u"
_GLOBAL, _TEXT, _BYTES, _INTEGER = b"c", b"X", b"B", b"J"

Plain = str | bytes | int | Mapping[str, Any] | Mapping[bytes, int]

BOS = "<|bos|>"
_NANOCHAT_TOKENS = (
    BOS, "<|user_start|>", "<|user_end|>", "<|assistant_start|>", "<|assistant_end|>",
    "<|python_start|>", "<|python_end|>", "<|output_start|>", "<|output_end|>",
)  # fmt: skip
_TENSOR_NAME = "token_bytes"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_ALIGNMENT = 64
SpecialBytes = Literal["zero", "text"]
FILE_SUFFIXES = (".npy", ".json", ".pt")


def program(instructions: bytes, protocol: int = 3) -> bytes:
    """A whole pickle; the instructions leave one thing on the stack."""
    return _PROTOCOL + bytes([protocol]) + instructions + _STOP


def named(module: str, name: str) -> bytes:
    """What the reader imports under that name."""
    return _GLOBAL + f"{module}\n{name}\n".encode("ascii")


def tuple_of(*items: bytes) -> bytes:
    """A tuple of what each of the instructions makes."""
    return _MARK + b"".join(items) + _TUPLE


def plain(value: Plain) -> bytes:
    """Text, bytes, a whole number below 2**31, or a dictionary of these."""
    if isinstance(value, str):
        data = value.encode()
        return _TEXT + struct.pack("<I", len(data)) + data
    if isinstance(value, bytes):
        return _BYTES + struct.pack("<I", len(value)) + value
    if isinstance(value, int):
        return _INTEGER + struct.pack("<i", value)
    items = b"".join(plain(key) + plain(each) for key, each in value.items())
    return _EMPTY_DICT + _MARK + items + _SET_ITEMS


def nanochat_files(tokenizer: Tokenizer) -> dict[str, bytes]:
    """The two files by name. Raises ExportError where nanochat would give other ids or none."""
    check_rank_merging(tokenizer, "a tiktoken.Encoding")
    if BOS not in tokenizer.special_tokens:
        raise ExportError(say("nanochat_no_bos", token=BOS), setting="special_tokens")
    return {
        FILE_NAME: pickled_encoding(tokenizer),
        TOKEN_BYTES: saved_tensor(bytes_per_token(tokenizer)),
    }


def nanochat_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the files should know, as sentences."""
    notes = gap_notes(tokenizer)
    missing = [name for name in _NANOCHAT_TOKENS if name not in tokenizer.special_tokens]
    if missing:
        notes.append(say("nanochat_no_chat", tokens=", ".join(missing)))
    if len(tokenizer.unused_ids):
        notes.append(say("nanochat_unused", n=len(tokenizer.unused_ids)))
    return notes


def bytes_per_token(tokenizer: Tokenizer) -> Int32s:
    """int32[highest id + 1]: the bytes of each token as they are, 0 for special and unused ids.

    From the raw bytes, not from decoded text: a token that ends in the middle of a character
    decodes to U+FFFD, which has three bytes.
    """
    lengths = np.zeros(_n_ids(tokenizer), np.int32)
    for token_id, token in ordinary_tokens(tokenizer):
        lengths[token_id] = len(token)
    return lengths


def pickled_encoding(tokenizer: Tokenizer) -> bytes:
    """What `pickle.dump(encoding)` writes for this tokenizer as a tiktoken.Encoding."""
    state: dict[str, Any] = {
        "name": "rustbpe",
        "pat_str": tiktoken_pattern(tokenizer),
        "mergeable_ranks": {token: token_id for token_id, token in ordinary_tokens(tokenizer)},
        "special_tokens": tokenizer.special_tokens,
    }
    made = named("tiktoken.core", "Encoding") + EMPTY_TUPLE + NEW_OBJECT
    return program(made + plain(state) + BUILD)


def saved_tensor(values: Int32s) -> bytes:
    """What `torch.save` writes for a one-dimensional int32 tensor: an archive of stored parts."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in (
            ("data.pkl", _tensor_program(len(values))),
            ("byteorder", b"little"),
            ("data/0", values.astype("<i4").tobytes()),
            ("version", b"3\n"),
        ):
            entry = zipfile.ZipInfo(f"{_TENSOR_NAME}/{name}", _EPOCH)
            entry.extra = _padding(stream.tell(), entry.filename)
            archive.writestr(entry, content)
    return stream.getvalue()


def _padding(offset: int, name: str) -> bytes:
    """An extra field after which the content begins at a multiple of 64, as torch aligns it."""
    header = 30 + len(name) + 4
    missing = -(offset + header) % _ALIGNMENT
    return b"FB" + missing.to_bytes(2, "little") + b"Z" * missing


def _tensor_program(n: int) -> bytes:
    """The pickle of `torch._utils._rebuild_tensor_v2(storage, 0, (n,), (1,), False, {})`.

    Only names that torch.load accepts with weights_only, its default.
    """
    storage = [plain("storage"), named("torch", "IntStorage"), plain("0"), plain("cpu"), plain(n)]
    arguments = [
        tuple_of(*storage) + PERSISTENT,
        plain(0),
        tuple_of(plain(n)),
        tuple_of(plain(1)),
        FALSE,
        named("collections", "OrderedDict") + EMPTY_TUPLE + CALL,
    ]
    return program(
        named("torch._utils", "_rebuild_tensor_v2") + tuple_of(*arguments) + CALL, protocol=2
    )


def _n_ids(tokenizer: Tokenizer) -> int:
    """The size of the vocabulary as tiktoken counts it: the highest id and one."""
    highest = max(token_id for token_id, _ in ordinary_tokens(tokenizer))
    return max([highest, *tokenizer.special_tokens.values()]) + 1


def token_bytes(tokenizer: AnyTokenizer, special: SpecialBytes = "zero") -> Int64s:
    """int64[vocab_size]: the bytes of each id as they are stored, so that those of a text add up.

    A token that ends inside a character counts with the bytes it has; decoding it alone would give
    U+FFFD, which has three. Unused ids have 0.
    special: "zero" as nanochat has it, so that special tokens count neither as loss nor as text;
    "text" for the bytes of their names. Raises ConfigError for anything else.
    """
    if special not in ("zero", "text"):
        raise ConfigError(say("token_bytes_special", value=repr(special)), setting="special")
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
            content = saved_tensor(narrow)
        case _:
            raise ConfigError(
                say("token_bytes_suffix", suffixes=", ".join(FILE_SUFFIXES), path=path),
                setting="out",
            )
    return write_files(path.parent, {path.name: content})[0]
