"""How values are stored in columns: times, texts, paths, JSON, numpy arrays, training settings.

Column types keep what SQLite would lose: time zones, odd paths, lone surrogates. An array is a blob
that describes itself and is never pickled. Its layout, little-endian:

    4 bytes   magic b"TWB1" (the digit is the version of this layout)
    1 byte    codec: 0 = as it is, 1 = zlib over byte planes
    1 byte    dtype code, see _DTYPES
    1 byte    number of dimensions
    1 byte    zero
    8 bytes   int64 per dimension: the shape
    4 bytes   CRC-32 of everything before and of the array's own bytes
    rest      the array's bytes, C order, or their compressed form

Byte planes: first the lowest byte of every element, then the second lowest, ... Counts are mostly
small, so the high planes are runs of zeros: faster and smaller than zlib over the plain bytes.
"""

from __future__ import annotations

import json
import math
import os
import struct
import zlib
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt
from sqlalchemy import Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Row

    from engine.settings import Mixture, TrainingConfig


AnyArray = npt.NDArray[Any]

MAX_BLOB_BYTES = 900_000_000
"""SQLite's own limit is 1,000,000,000 bytes a row."""

_MAGIC = b"TWB1"
_PLAIN, _PLANES = 0, 1
_DTYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("u1"),
    2: np.dtype("<u4"),
    3: np.dtype("<i8"),
    4: np.dtype("<f8"),
}
_CODES = {dtype: code for code, dtype in _DTYPES.items()}
_HEAD = struct.Struct("<4sBBBB")
_MAX_DIMENSIONS = 4
_SMALLEST_TO_COMPRESS = 64
_ZLIB_LEVEL = 3

_ELSEWHERE = {"special_tokens"}
_NAMED = {"pattern": "config_pattern"}
"""Fields with rows of their own, and columns that are called otherwise."""


class ArrayError(ValueError):
    """A blob is not the array it should be. The store wraps it before anybody sees it."""


def pack_array(array: AnyArray) -> bytes:
    """The blob of an array of dtype uint8, uint32, int64 or float64 and up to 4 dimensions.

    Raises ArrayError for other arrays and for results that a database row cannot hold.
    """
    code = _CODES.get(array.dtype.newbyteorder("<"))
    if code is None or array.ndim > _MAX_DIMENSIONS:
        raise ArrayError(f"an array of {array.dtype} with {array.ndim} dimensions cannot be stored")
    plain = np.asarray(array, dtype=_DTYPES[code], order="C")
    content = plain.tobytes()
    codec = _PLANES if len(content) >= _SMALLEST_TO_COMPRESS else _PLAIN
    head = _HEAD.pack(_MAGIC, codec, code, plain.ndim, 0)
    head += struct.pack(f"<{plain.ndim}q", *plain.shape)
    check = struct.pack("<I", zlib.crc32(content, zlib.crc32(head)))
    blob = head + check + (_compressed(plain) if codec == _PLANES else content)
    if len(blob) > MAX_BLOB_BYTES:
        raise ArrayError(f"an array of {len(blob):,} bytes is too large for one database row")
    return blob


def unpack_array(blob: bytes) -> AnyArray:
    """The array of a blob, read-only. Raises ArrayError for anything that is not whole."""
    if len(blob) < _HEAD.size or blob[:4] != _MAGIC:
        raise ArrayError("it does not begin as a stored array does")
    _, codec, code, n_dimensions, zero = _HEAD.unpack_from(blob)
    start = _HEAD.size + 8 * n_dimensions + 4
    if code not in _DTYPES or codec not in (_PLAIN, _PLANES) or zero != 0:
        raise ArrayError("its header names an unknown kind of array")
    if n_dimensions > _MAX_DIMENSIONS or len(blob) < start:
        raise ArrayError("its header is cut off")
    dtype = _DTYPES[code]
    shape = struct.unpack_from(f"<{n_dimensions}q", blob, _HEAD.size)
    if any(length < 0 for length in shape):
        raise ArrayError("its shape is impossible")
    n_bytes = math.prod(shape) * dtype.itemsize
    content = _expanded(blob[start:], n_bytes, dtype) if codec == _PLANES else blob[start:]
    if len(content) != n_bytes:
        raise ArrayError(f"it contains {len(content):,} bytes where its shape needs {n_bytes:,}")
    (check,) = struct.unpack_from("<I", blob, start - 4)
    if check != zlib.crc32(content, zlib.crc32(blob[: start - 4])):
        raise ArrayError("its checksum does not agree with its bytes")
    return np.frombuffer(content, dtype=dtype).reshape(shape)


def _compressed(plain: AnyArray) -> bytes:
    planes = plain.reshape(-1).view(np.uint8).reshape(-1, plain.dtype.itemsize).T
    return zlib.compress(planes.tobytes(), _ZLIB_LEVEL)


def _expanded(payload: bytes, n_bytes: int, dtype: np.dtype[Any]) -> bytes:
    """The plain bytes behind byte planes; never more than `n_bytes`, whatever the payload says."""
    if n_bytes > 1100 * len(payload) + 64:  # zlib never packs tighter than about 1 : 1032
        raise ArrayError("its shape promises more than its bytes can hold")
    decompressor = zlib.decompressobj()
    try:
        content = decompressor.decompress(payload, n_bytes + 1)
    except zlib.error as error:
        raise ArrayError(f"its compressed bytes are broken ({error})") from error
    if len(content) != n_bytes or not decompressor.eof or decompressor.unused_data:
        raise ArrayError("its compressed bytes do not fit its shape")
    planes = np.frombuffer(content, dtype=np.uint8).reshape(dtype.itemsize, -1)
    return planes.T.tobytes()


class UtcTime(TypeDecorator[datetime]):
    """An aware time, stored as UTC text of one width, so that text order is time order."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else datetime.fromisoformat(value)


class SafeText(TypeDecorator[str]):
    r"""Text; a lone surrogate (from an odd file name) is stored as its escape, "\udcff"."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else value.encode("utf-8", "backslashreplace").decode("utf-8")


class PathText(TypeDecorator[str]):
    """A path; text where it is UTF-8, otherwise the bytes the file system uses, so none is lost."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            return os.fsencode(value)  # type: ignore[return-value]  # the column takes bytes too
        return value

    def process_result_value(self, value: str | bytes | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return os.fsdecode(value) if isinstance(value, bytes) else value


class HasDocument(Protocol):
    """What tells itself as JSON."""

    def document(self) -> dict[str, Any]: ...


def document_text(value: HasDocument | None) -> str | None:
    return None if value is None else json.dumps(value.document(), ensure_ascii=True)


def document_of(text: str | None) -> Mapping[str, Any] | None:
    """The document that a column holds. Raises ValueError for a text that is none."""
    if text is None:
        return None
    document = json.loads(text)
    if not isinstance(document, dict):
        raise ValueError("one of its settings is no document")
    return document


def mixture_text(mixture: Mixture) -> str:
    """The fields of a mixture that are given. Example: {"alpha": 0.3, "seed": 0}."""
    return json.dumps(mixture.given())


def mixture_of(text: str) -> Mixture:
    """The mixture that was stored. Raises ValueError, TypeError or ConfigError for damage."""
    from engine.settings import Mixture

    return Mixture(**json.loads(text))


def role_text(roles: Mapping[str, str] | None) -> str | None:
    return None if roles is None else json.dumps(dict(roles), ensure_ascii=True)


def roles_of(text: str | None) -> Mapping[str, str] | None:
    """The roles that a column holds. Raises ValueError for a text that is none."""
    if text is None:
        return None
    roles = json.loads(text)
    if not isinstance(roles, dict):
        raise ValueError("its roles of special tokens are no mapping")
    return roles


def settings_row(config: TrainingConfig) -> dict[str, Any]:
    """Return the columns of a run for its settings: each field of a TrainingConfig by its name.

    A new plain setting is a column of `schema.runs` with its migration and needs no line here.
    """
    row = {column: getattr(config, key) for key, column in _columns().items()}
    return row | {
        "roles": role_text(config.roles),
        "superwords": document_text(config.superwords),
        "merge_rules": document_text(config.merge_rules),
        "trainer": document_text(config.trainer),
        "parity": document_text(config.parity),
        "pieces": document_text(config.pieces),
    }


def config_of_row(row: Row[Any], special_tokens: tuple[str, ...]) -> TrainingConfig:
    """Return the settings of a row."""
    from engine.settings import (
        LibraryTrainer,
        MergeRules,
        Parity,
        Pieces,
        Superwords,
        TrainingConfig,
    )

    values = {key: getattr(row, column) for key, column in _columns().items()}
    superwords, rules = document_of(row.superwords), document_of(row.merge_rules)
    trainer = document_of(row.trainer)
    parity, pieces = document_of(row.parity), document_of(row.pieces)
    values |= {
        "roles": roles_of(row.roles),
        "superwords": None if superwords is None else Superwords.of_document(superwords),
        "merge_rules": None if rules is None else MergeRules.of_document(rules),
        "trainer": None if trainer is None else LibraryTrainer.of_document(trainer),
        "parity": None if parity is None else Parity.of_document(parity),
        "pieces": None if pieces is None else Pieces.of_document(pieces),
    }
    return TrainingConfig(special_tokens=special_tokens, **values)


def _columns() -> dict[str, str]:
    """Return the column of each field."""
    from engine.settings import TrainingConfig

    names = [each.name for each in fields(TrainingConfig) if each.name not in _ELSEWHERE]
    return {name: _NAMED.get(name, name) for name in names}
