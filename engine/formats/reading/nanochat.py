"""Reading nanochat's directories: tokenizer.pkl, a pickled `tiktoken.Encoding`, and token_bytes.pt.

Neither is unpickled: both are read by plain_pickle, which takes the one class name as a name and
imports nothing. tokenizer.pkl holds all that a tokenizer is. token_bytes.pt, which nanochat counts
bytes with, holds the length of every token, 0 for special tokens; it is only compared.
"""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled import Int32s
from engine.errors import TokenizerFileError
from engine.formats.findings import ID_INVALID, note_special_ids, short
from engine.formats.patterns.reading import tiktoken_pattern
from engine.formats.reading.plain_pickle import (
    PickleContentError,
    PickledName,
    PickledObject,
    names_in_pickle,
    read_pickle,
)
from engine.formats.reading.ranks import RankContents, note_missing_bytes
from engine.machine import beginning, read_bytes, read_member, refusal, refuse_pattern

FILE_NAME = "tokenizer.pkl"
TOKEN_BYTES = "token_bytes.pt"
_BYTE_ORDERS = {b"little": "<i4", b"big": ">i4"}
_ENCODING = "tiktoken.core.Encoding"
_TENSOR_NAMES = frozenset(
    {"torch._utils._rebuild_tensor_v2", "torch.IntStorage", "collections.OrderedDict"}
)
_MOST_BYTES = 1 << 28
_MOST_PICKLE_BYTES = 1 << 16
_PROTOCOL = b"\x80"
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, IndexError, EOFError,
    NotImplementedError, RuntimeError, OverflowError,
)  # fmt: skip


def is_nanochat(path: Path) -> bool:
    """Whether a directory holds a tokenizer.pkl, or a file is a pickle by its name or beginning."""
    if path.is_dir():
        return (path / FILE_NAME).is_file()
    if not path.is_file():
        return False
    return path.suffix in (".pkl", ".pickle") or beginning(path).startswith(_PROTOCOL)


def read_nanochat(path: Path, pattern: str | None = None) -> RankContents:
    """What a pickled tiktoken.Encoding holds, without unpickling it.

    A pickle that names anything else than that class is refused. Raises TokenizerFileError.
    """
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    contents = RankContents(file)
    found, data = contents.found, read_bytes(file)
    try:
        content = read_pickle(data, frozenset({_ENCODING}))
    except PickleContentError as error:
        contents.facts["names in the pickle"] = list(names_in_pickle(data)) or ["none"]
        found.refuse(str(error))
        return contents
    contents.facts["names in the pickle"] = list(content.names) or ["none"]
    value = content.value
    if not isinstance(value, PickledObject) or value.name != _ENCODING or value.arguments:
        found.refuse("it is not a pickled tiktoken.Encoding")
    elif isinstance(value.state, str):
        return _published(contents, value.state)
    elif isinstance(value.state, dict):
        _read_state(contents, value.state)
    else:
        found.refuse("its tiktoken.Encoding is empty")
    return contents


def _read_state(contents: RankContents, state: dict[Any, Any]) -> None:
    found = contents.found
    contents.facts["entries in the pickle"] = sorted(str(name) for name in state)
    written, special_tokens = state.get("pat_str"), state.get("special_tokens")
    if not isinstance(written, str) or not written:
        found.refuse("it holds no split pattern")
    if not isinstance(special_tokens, dict) or not all(
        isinstance(name, str) and type(i) is int for name, i in special_tokens.items()
    ):
        found.refuse("its special tokens are not ids by name")
    else:
        contents.special_tokens = special_tokens
    _read_ranks(contents, state.get("mergeable_ranks"))
    if isinstance(written, str) and written:
        contents.pattern = found.attempt(tiktoken_pattern, contents.path, written) or ""
    note_special_ids(found, contents.special_tokens, set(contents.ranks.values()))


def token_byte_lengths(path: Path) -> Int32s:
    """The lengths int32[n] in a token_bytes.pt, read without torch. Raises TokenizerFileError."""
    try:
        with zipfile.ZipFile(BytesIO(read_bytes(path))) as archive:
            return _tensor(archive)
    except TokenizerFileError:
        raise
    except _DAMAGE as error:
        raise refusal(path, f"it is not a row of int32 saved by torch ({error})") from None


def _published(contents: RankContents, name: str) -> RankContents:
    """tiktoken pickles an encoding of its own by its name alone."""
    from engine.formats.reading.published import kept_file, published_names
    from engine.formats.reading.tiktoken import read_rank_file

    kept = kept_file(name) if name in published_names() else None
    if kept is None:
        contents.found.refuse(
            f"it holds no tokenizer but the name of a published one, {name!r}; load that by its "
            "name"
        )
    else:
        facts, contents = contents.facts, read_rank_file(kept, None, name)
        contents.facts |= facts
    contents.facts["published encoding"] = name
    return contents


def _read_ranks(contents: RankContents, ranks: Any) -> None:
    found = contents.found
    if not isinstance(ranks, dict):
        found.refuse("it holds no ranks by token")
        return
    for token, rank in ranks.items():
        if isinstance(token, bytes) and type(rank) is int:
            contents.take(token, rank)
            continue
        # Kinds, not values: lists of the same list of the same list are endless as text.
        kinds = f"a {type(token).__name__} with a {type(rank).__name__}"
        reason = f"its ranks hold {kinds}, which is no token and its rank"
        found.fault(ID_INVALID, short(token) if isinstance(token, bytes) else kinds, reason)
    note_missing_bytes(found, ranks)


def _tensor(archive: zipfile.ZipFile) -> Int32s:
    """The one-dimensional int32 tensor of a torch archive."""
    names = archive.namelist()
    described = next((name for name in names if name.endswith("/data.pkl")), None)
    if described is None:
        raise ValueError("it has no member data.pkl")
    prefix = described.removesuffix("data.pkl")
    tensor = read_pickle(
        read_member(archive, f"{prefix}data.pkl", _MOST_PICKLE_BYTES), _TENSOR_NAMES
    ).value
    if not isinstance(tensor, PickledObject) or len(tensor.arguments) < 4:
        raise ValueError("it holds no tensor")
    persistent, offset, shape, stride = tensor.arguments[:4]
    if not isinstance(persistent, PickledObject) or not persistent.arguments:
        raise ValueError("it holds no storage")
    _, kind, key, *_ = persistent.arguments[0]
    if not isinstance(kind, PickledName) or kind.name != "torch.IntStorage":
        raise ValueError("it does not hold int32")
    if len(shape) != 1 or stride != (1,) or offset != 0:
        raise ValueError("it is not one plain row")
    order = b"little"
    if f"{prefix}byteorder" in names:
        order = read_member(archive, f"{prefix}byteorder", 16).strip()
    if order not in _BYTE_ORDERS:
        raise ValueError(f"its byte order is {order.decode('latin-1')!r}")
    content = read_member(archive, f"{prefix}data/{key}", _MOST_BYTES)
    if not isinstance(shape[0], int) or not 0 <= shape[0] <= len(content) // 4:
        raise ValueError(f"it ends before its {shape[0]} numbers")
    return np.frombuffer(content, _BYTE_ORDERS[order], shape[0]).astype(np.int32)
