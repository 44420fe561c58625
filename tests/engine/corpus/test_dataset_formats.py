"""Datasets as other programs read them: small readers that know only the published formats."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from engine import Corpus, DatasetSettings, Tokenizer, TrainingConfig, result_of, train_tokenizer
from engine.corpus.pieces import GROUP_BYTES
from engine.datasets import arrow_shards, shards, write_dataset
from engine.errors import ExportError
from tests.texts import many_texts

TEXTS = [
    *filter(None, many_texts()[:300]),
    "a text that is cut into parts 世界 " * (GROUP_BYTES // 8),
    "end",
]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(600, special_tokens=("<|end|>",))
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture(scope="module")
def expected(tokenizer) -> list[list[int]]:
    end = tokenizer.special_tokens["<|end|>"]
    return [[*tokenizer.encode(text), end] for text in TEXTS]


def write(tokenizer: Tokenizer, out: Path, file_format: str, dtype: str) -> list[str]:
    settings = DatasetSettings(dtype=dtype, format=file_format, shard_bytes=600, append="<|end|>")
    manifest = result_of(write_dataset(tokenizer, Corpus.from_texts(TEXTS), out, settings))
    assert manifest["file_format"] == file_format
    assert len(manifest["shards"]) > 2
    return [shard["file"] for shard in manifest["shards"]]


def megatron_documents(prefix: Path) -> list[list[int]]:
    """As Megatron's _IndexReader and IndexedDataset.get read them."""
    types = {1: np.uint8, 2: np.int8, 3: np.int16, 4: np.int32, 5: np.int64, 8: np.uint16}
    index = prefix.with_suffix(".idx").read_bytes()
    assert index[:9] == b"MMIDIDX\x00\x00"
    (version,) = struct.unpack("<Q", index[9:17])
    (code,) = struct.unpack("<B", index[17:18])
    n_sequences, n_documents = struct.unpack("<QQ", index[18:34])
    assert version == 1
    lengths = np.frombuffer(index, np.int32, n_sequences, 34)
    pointers = np.frombuffer(index, np.int64, n_sequences, 34 + lengths.nbytes)
    offset = 34 + lengths.nbytes + pointers.nbytes
    documents = np.frombuffer(index, np.int64, n_documents, offset)
    assert len(index) == offset + documents.nbytes
    assert lengths.shape[0] == len(lengths) == documents[-1]
    assert documents[0] == 0
    data = np.memmap(prefix.with_suffix(".bin"), mode="r", order="C")
    return [
        np.frombuffer(data, types[code], int(length), int(pointer)).tolist()
        for pointer, length in zip(pointers, lengths, strict=True)
    ]


@pytest.mark.parametrize(("dtype", "code"), [("uint16", 8), ("uint32", 4)])
@pytest.mark.parametrize("part", [7, 1 << 18])
def test_megatron_reads_it(dtype, code, part, tokenizer, expected, tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "_INDEX_PART", part)
    names = write(tokenizer, tmp_path / "d", "megatron", dtype)
    assert (tmp_path / "d" / "tokens-00000.idx").read_bytes()[17] == code
    read = [each for name in names for each in megatron_documents(tmp_path / "d" / name)]
    assert read == expected


def test_a_document_too_long_for_megatron_is_named(tokenizer, tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "_GREATEST_SIZE", 1000)
    for file_format in ("megatron", "parquet"):
        with pytest.raises(ExportError, match=r"cannot contain a document of [\d,]+ tokens"):
            write(tokenizer, tmp_path / file_format, file_format, "auto")


def test_nanogpt_reads_it(tokenizer, expected, tmp_path):
    """Its train.py maps the file as uint16 and takes any part of it."""
    settings = DatasetSettings(append="<|end|>")
    result_of(write_dataset(tokenizer, Corpus.from_texts(TEXTS), tmp_path / "train.bin", settings))
    data = np.memmap(tmp_path / "train.bin", dtype=np.uint16, mode="r")
    assert data.tolist() == [token for document in expected for token in document]


def test_numpy_reads_it(tokenizer, expected, tmp_path):
    names = write(tokenizer, tmp_path / "d", "npy", "uint32")
    read = np.concatenate([np.load(tmp_path / "d" / name, mmap_mode="r") for name in names])
    assert read.dtype == np.uint32
    assert read.tolist() == [token for document in expected for token in document]


@pytest.mark.parametrize("dtype", ["uint16", "uint32"])
@pytest.mark.parametrize("batch", [500, 1 << 20])
def test_arrow_reads_it(dtype, batch, tokenizer, expected, tmp_path, monkeypatch):
    monkeypatch.setattr(arrow_shards, "_BATCH_TOKENS", batch)
    column = pa.field("input_ids", pa.list_(pa.field("item", pa.type_for_alias(dtype), False)))
    for kind in ("arrow", "parquet"):
        names = write(tokenizer, tmp_path / kind, kind, dtype)
        rows: list[list[int]] = []
        for name in names:
            path = tmp_path / kind / name
            table = (
                parquet.read_table(path)
                if kind == "parquet"
                else pa.ipc.open_file(pa.memory_map(str(path))).read_all()
            )
            table.validate(full=True)
            assert table.schema.field("input_ids").type.value_type == column.type.value_type
            rows += table.column("input_ids").to_pylist()
        assert rows == expected


def test_datasets_without_pyarrow_say_what_to_install(tokenizer, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for kind in ("arrow", "parquet"):
        with pytest.raises(ExportError, match="are written by pyarrow"):
            write_dataset(
                tokenizer, Corpus.from_texts(["a"]), tmp_path / "d", DatasetSettings(format=kind)
            )
