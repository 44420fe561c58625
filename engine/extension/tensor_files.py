"""Safetensors files: what a header says, rows read and written without loading the file.

    uint64 length, little-endian; JSON of that length; the tensors, one after the other

The JSON names of each tensor its dtype, its shape and the bytes from begin to end behind the JSON
(https://huggingface.co/docs/safetensors). A header is checked as a whole before a byte behind it is
read: sizes fit shapes, nothing overlaps, nothing is left over.
"""

from __future__ import annotations

import json
import math
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from engine.compiled import Floats, Int64s
from engine.errors import ModelFileError, reason_of
from engine.machine import check_regular
from engine.sentences import say

BLOCK_BYTES = 1 << 22
"""Read at once: what bounds the memory."""
_HEAD = struct.Struct("<Q")
_MOST_HEADER_BYTES = 1 << 25
"""The format allows 100 MB; headers of published models with thousands of tensors take 2 MB."""
_ALIGNMENT = 8
_BITS: Mapping[str, int] = {
    "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "BOOL": 8, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8,
    "F8_E8M0": 8, "U16": 16, "I16": 16, "F16": 16, "BF16": 16, "U32": 32, "I32": 32, "F32": 32,
    "U64": 64, "I64": 64, "F64": 64, "C64": 64,
}  # fmt: skip
FLOAT_TYPES = ("F32", "BF16", "F16", "F64")
"""Types of the tables whose rows can be computed."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor of a file; begin: its first byte in the file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    begin: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class TensorFile:
    """A file with its checked header; tensors: by name, in the order of their bytes."""

    path: Path
    metadata: Mapping[str, str]
    tensors: Mapping[str, Tensor]

    @property
    def n_bytes(self) -> int:
        """Bytes of the tensors."""
        return sum(tensor.n_bytes for tensor in self.tensors.values())


def read_tensor_file(path: Path) -> TensorFile:
    """Read the header of a file. Raises ModelFileError for what is none, or half of one."""
    try:
        check_regular(path)
        with path.open("rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(0)
            head = stream.read(_HEAD.size)
            if len(head) < _HEAD.size:
                raise _damaged(path, say("tensors_no_header"))
            (length,) = _HEAD.unpack(head)
            if length > _MOST_HEADER_BYTES:
                raise _damaged(
                    path, say("tensors_long_header", length=length, most=_MOST_HEADER_BYTES)
                )
            if length > size - _HEAD.size:
                raise _damaged(path, say("tensors_cut_header", length=length, size=size))
            header = stream.read(length)
    except FileNotFoundError:
        raise ModelFileError(say("model_file_missing", path=path), path=path) from None
    except OSError as error:
        raise unreadable(path, error) from None
    document = _document(path, header)
    metadata = document.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise _damaged(path, say("tensors_metadata"))
    begin = _HEAD.size + length
    tensors = [_tensor(path, name, value, begin) for name, value in document.items()]
    tensors.sort(key=lambda tensor: (tensor.begin, tensor.n_bytes))
    _check_places(path, tensors, begin, size)
    return TensorFile(path, metadata, {tensor.name: tensor for tensor in tensors})


def _document(path: Path, header: bytes) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        document = dict(pairs)
        if len(document) < len(pairs):
            doubled = [name for name, n in Counter(name for name, _ in pairs).items() if n > 1]
            raise ValueError(say("tensors_twice", name=repr(doubled[0])))
        return document

    try:
        document = json.loads(header.decode(), object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise _damaged(path, say("tensors_no_json", reason=error.msg)) from None
    except UnicodeDecodeError:
        raise _damaged(path, say("tensors_no_json", reason="no UTF-8")) from None
    except (ValueError, RecursionError) as error:
        raise _damaged(path, say("tensors_no_json", reason=str(error))) from None
    if not isinstance(document, dict):
        raise _damaged(path, say("tensors_no_json", reason="no object"))
    return document


def _tensor(path: Path, name: str, value: Any, begin: int) -> Tensor:
    """A tensor of the header. Raises ModelFileError for numbers that do not fit each other."""
    try:
        dtype, shape, (first, last) = value["dtype"], value["shape"], value["data_offsets"]
    except (TypeError, KeyError, ValueError):
        raise _damaged(path, say("tensors_entry", name=repr(name))) from None
    numbers = [first, last, *(shape if isinstance(shape, list) else ["no list"])]
    if not all(type(n) is int and 0 <= n < 1 << 62 for n in numbers):
        raise _damaged(path, say("tensors_entry", name=repr(name)))
    if not isinstance(dtype, str) or dtype not in _BITS:
        raise _damaged(path, say("tensors_dtype", name=repr(name), dtype=repr(dtype)))
    if (math.prod(shape) * _BITS[dtype] + 7) // 8 != last - first:
        raise _damaged(
            path,
            say("tensors_size", name=repr(name), n_bytes=last - first, shape=shape, dtype=dtype),
        )
    return Tensor(name, dtype, tuple(shape), begin + first, last - first)


def _check_places(path: Path, tensors: Iterable[Tensor], begin: int, size: int) -> None:
    at = begin
    for tensor in tensors:
        if tensor.begin != at:
            raise _damaged(path, say("tensors_gap", name=repr(tensor.name)))
        at += tensor.n_bytes
    if at > size:
        raise _damaged(path, say("tensors_half", size=size, whole=at))
    if at < size:
        raise _damaged(path, say("tensors_left_over", n=size - at))


def header_bytes(tensors: Iterable[Tensor], metadata: Mapping[str, str]) -> bytes:
    """The beginning of a file with these tensors in this order, up to their first byte."""
    document: dict[str, Any] = {"__metadata__": dict(metadata)} if metadata else {}
    at = 0
    for tensor in tensors:
        document[tensor.name] = {
            "dtype": tensor.dtype,
            "shape": list(tensor.shape),
            "data_offsets": [at, at + tensor.n_bytes],
        }
        at += tensor.n_bytes
    written = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    written += b" " * (-len(written) % _ALIGNMENT)
    return _HEAD.pack(len(written)) + written


@dataclass(frozen=True, slots=True)
class Rows:
    """A tensor as rows, one for each id; of a vector each number is a row."""

    tensor: Tensor
    n: int
    width: int

    @classmethod
    def of(cls, tensor: Tensor) -> Rows | None:
        """The rows of a matrix, of a vector or of a matrix of one row; None for other shapes."""
        if len(tensor.shape) == 1 or (len(tensor.shape) == 2 and tensor.shape[0] == 1):
            return cls(tensor, tensor.shape[-1], 1)
        return cls(tensor, *tensor.shape) if len(tensor.shape) == 2 else None

    @property
    def row_bytes(self) -> int:
        return self.width * _BITS[self.tensor.dtype] // 8

    @property
    def per_block(self) -> int:
        """How many rows are read at once."""
        return max(1, BLOCK_BYTES // max(1, self.row_bytes))

    def grown(self, n: int) -> Tensor:
        """The tensor with n rows; its begin is the old one."""
        shape = self.tensor.shape
        wider = (n, *shape[1:]) if len(shape) == 1 or shape[0] != 1 else (1, n)
        return Tensor(
            self.tensor.name, self.tensor.dtype, wider, self.tensor.begin, n * self.row_bytes
        )

    def blocks(self, stream: IO[bytes], end: int | None = None) -> Iterator[tuple[int, bytes]]:
        """(first row, bytes) of all rows, or of those before `end`, block by block."""
        end = self.n if end is None else end
        for first in range(0, end, self.per_block):
            n = min(self.per_block, end - first)
            yield (
                first,
                read_exactly(
                    stream, self.tensor.begin + first * self.row_bytes, n * self.row_bytes
                ),
            )

    def values(self, stream: IO[bytes], ids: Iterable[int]) -> Floats:
        """float64[n, width]: the numbers of some rows."""
        data = b"".join(
            read_exactly(stream, self.tensor.begin + i * self.row_bytes, self.row_bytes)
            for i in ids
        )
        return self.decoded(data)

    def decoded(self, data: bytes) -> Floats:
        """float64[n, width] of the bytes of n rows."""
        if self.tensor.dtype == "BF16":
            wide = np.frombuffer(data, "<u2").astype(np.uint32) << np.uint32(16)
            numbers = wide.view(np.float32).astype(np.float64)
        else:
            numbers = np.frombuffer(data, _NUMPY[self.tensor.dtype]).astype(np.float64)
        return numbers.reshape(-1, self.width)

    def encoded(self, values: Floats) -> bytes:
        """The bytes of rows; bf16 is rounded to the nearest, ties to even, as PyTorch does."""
        if self.tensor.dtype != "BF16":
            return values.astype(_NUMPY[self.tensor.dtype]).tobytes()
        bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
        rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> 16
        rounded = np.where(np.isnan(values), np.uint32(0x7FC0), rounded)
        return rounded.astype("<u2").tobytes()


_NUMPY: Mapping[str, str] = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}


def read_exactly(stream: IO[bytes], begin: int, n: int) -> bytes:
    """n bytes from a place. Raises ModelFileError where the file has become shorter."""
    stream.seek(begin)
    data = stream.read(n)
    if len(data) < n:
        path = Path(str(stream.name))
        raise ModelFileError(say("model_file_shrank", path=path), path=path)
    return data


def row_mask(n: int, ids: Iterable[int]) -> Int64s:
    """Ascending ids below n, as an array."""
    return np.array(sorted({i for i in ids if i < n}), np.int64)


def unreadable(path: Path, error: OSError) -> ModelFileError:
    """The sentence for a file of a model that cannot be read."""
    reason = reason_of(error)
    return ModelFileError(say("file_unreadable", path=path, reason=reason), path=path)


def _damaged(path: Path, reason: str) -> ModelFileError:
    return ModelFileError(say("tensors_unusable", path=path, reason=reason), path=path)
