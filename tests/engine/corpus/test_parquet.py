"""Parquet columns, read through pyarrow where it is installed."""

from __future__ import annotations

import sys

import pyarrow as pa
import pytest
from pyarrow import parquet

from engine import Corpus, CorpusError

TEXTS = ["one", "zwei ü", None, "", "三" * 500, "last"]


def write(path, **columns):
    parquet.write_table(pa.table(columns), path, row_group_size=2)
    return path


def read(path, **options):
    corpus = Corpus.from_paths([path], **options)
    return list(corpus.documents(corpus.sources[0])), [str(each) for each in corpus.problems]


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())],
    ids=str,
)
def test_a_column_of_text(tmp_path, kind):
    values = pa.array(TEXTS, pa.string()).cast(kind)
    path = write(tmp_path / "eng-1.parquet", id=list(range(6)), text=values)
    found, problems = read(path)
    assert found == [text for text in TEXTS if text]
    assert problems == [
        f'{path}: 1 null value of column "text" skipped, the first in row 3.',
        f'{path}: 1 empty value of column "text" skipped, the first in row 4.',
    ]
    assert Corpus.from_paths(tmp_path).sources[0].label == "eng"


def test_many_rows_come_in_batches(tmp_path):
    texts = [f"document {i}" for i in range(10_000)]
    path = write(tmp_path / "a.parquet", text=texts)
    assert read(path) == (texts, [])


def test_columns_in_structs_and_with_dots(tmp_path):
    path = write(tmp_path / "a.parquet", message=[{"content": "one"}, {"content": None}, None])
    found, problems = read(path, text_field="message.content")
    assert found == ["one"]
    assert "2 null values" in problems[0]
    dotted = write(tmp_path / "b.parquet", **{"a.b": ["x"], "c": ["y"]})
    assert read(dotted, text_field="a.b")[0] == ["x"]


def test_a_file_without_the_column_names_those_there(tmp_path):
    path = write(tmp_path / "a.parquet", body=["x"], n=[1])
    with pytest.raises(CorpusError, match=r'a.parquet has no column "text"; it has "body", "n"'):
        read(path)
    with pytest.raises(CorpusError, match=r'no column "body.x"'):
        read(path, text_field="body.x")
    with pytest.raises(CorpusError, match=r'the column "n" contains int64, not text'):
        read(path, text_field="n")


@pytest.mark.parametrize("damage", ["text", "short", "middle", "empty"])
def test_a_damaged_file(tmp_path, damage):
    path = write(tmp_path / "a.parquet", text=[f"text {i * i}" for i in range(9_000)])
    whole = path.read_bytes()
    middle = len(whole) // 4
    path.write_bytes(
        {
            "text": b"this is no parquet file at all",
            "short": whole[:-100],
            "middle": whole[:middle] + bytes(len(whole) // 2) + whole[middle + len(whole) // 2 :],
            "empty": b"",
        }[damage]
    )
    with pytest.raises(CorpusError, match=r"a.parquet is damaged or no parquet file"):
        read(path)


def test_text_that_is_not_utf8(tmp_path):
    values = pa.array([b"good", b"caf\xe9", b"too"]).cast(pa.binary())
    bad = pa.Array.from_buffers(pa.string(), 3, values.buffers())
    path = write(tmp_path / "a.parquet", text=bad)
    found, problems = read(path)
    assert found == ["good", "caf\ufffd", "too"]
    assert "row 2: invalid UTF-8 was replaced" in problems[0]
    found, problems = read(path, encoding_errors="skip")
    assert found == ["good", "too"]
    assert "row 2 skipped: invalid UTF-8 at byte 3" in problems[0]
    with pytest.raises(CorpusError, match=r"row 2: invalid UTF-8 \(E9\)"):
        read(path, encoding_errors="stop")


def test_a_file_without_rows(tmp_path):
    path = write(tmp_path / "a.parquet", text=pa.array([], pa.string()))
    assert read(path) == ([], [f"{path}: the file is empty."])


def test_without_pyarrow_it_says_what_to_install(tmp_path, monkeypatch):
    path = write(tmp_path / "a.parquet", text=["x"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CorpusError, match=r"needs pyarrow\. Install it .* 'pyarrow>=\d+'$"):
        read(path)
