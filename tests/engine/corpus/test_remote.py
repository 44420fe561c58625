"""Files at addresses, through the file systems of fsspec that need no network."""

from __future__ import annotations

import gzip
import io
import socket
import sys
from pathlib import Path

import fsspec
import pyarrow as pa
import pytest
from pyarrow import parquet

from engine import Corpus, CorpusError
from engine.corpus import paths
from engine.corpus.paths import RemotePath, source_path, zstd


@pytest.fixture
def memory():
    """The file system `memory://`, empty before and after."""
    system = fsspec.filesystem("memory")
    system.store.clear()
    system.pseudo_dirs[:] = [""]
    yield system
    system.store.clear()
    system.pseudo_dirs[:] = [""]


def read(*paths, **options):
    corpus = Corpus.from_paths(paths, **options)
    found = {source.label: list(corpus.documents(source)) for source in corpus.sources}
    return found, [str(each) for each in corpus.problems]


def test_files_of_every_kind(memory):
    memory.pipe("/data/deu.txt", "Grüße".encode())
    memory.pipe("/data/eng.jsonl.gz", gzip.compress(b'{"text": "one"}\n{"text": "two"}\n'))
    memory.pipe("/data/fra.csv.zst", zstd.compress(b"id,text\n1,un\n"))
    memory.pipe("/data/picture.png", b"\x89PNG")
    memory.pipe("/data/.hidden/spa.txt", b"uno")
    expected = {"deu": ["Grüße"], "eng": ["one", "two"], "fra": ["un"]}
    assert read("memory://data") == (expected, [])
    single = ["memory://data/deu.txt", "memory://data/eng.jsonl.gz", "memory://data/fra.csv.zst"]
    assert read(*single) == (expected, [])
    assert read("memory://data/*.txt", "memory://data/d?u.txt")[0] == {"deu": ["Grüße"]}


def test_parquet_at_an_address(memory):
    with memory.open("/a/eng.parquet", "wb") as file:
        parquet.write_table(pa.table({"text": ["one", "two"]}), file)
    assert read("memory://a/eng.parquet")[0] == {"eng": ["one", "two"]}


def test_long_files_and_sizes(memory):
    whole = "größer 你好\n" * 300_000
    memory.pipe("/eng.txt", whole.encode())
    corpus = Corpus.from_paths("memory://eng.txt")
    (source,) = corpus.sources
    assert source.paths == (RemotePath("memory://eng.txt"),)
    assert source.n_bytes_on_disk == source.expected_bytes == len(whole.encode())
    assert list(corpus.documents(source)) == [whole]
    assert len(list(corpus.parts(source))) > 3


def test_what_is_not_there(memory):
    memory.pipe("/data/picture.png", b"\x89PNG")
    with pytest.raises(CorpusError, match=r"memory://no\.txt was not found; check the address"):
        read("memory://no.txt")
    with pytest.raises(CorpusError, match=r"No file matches memory://data/\*\.txt"):
        read("memory://data/*.txt")
    with pytest.raises(CorpusError, match=r"memory://data contains no text files"):
        read("memory://data")


def test_a_file_that_vanishes_or_changes(memory):
    memory.pipe("/a.txt", b"one\n" * 10)
    corpus = Corpus.from_paths("memory://a.txt", document_separator="\n")
    parts = corpus.parts(corpus.sources[0])
    next(parts)
    memory.pipe("/a.txt", b"two\n" * 11)
    with pytest.raises(CorpusError, match=r"memory://a.txt changed while it was read"):
        list(parts)
    memory.rm("/a.txt")
    with pytest.raises(CorpusError, match=r"memory://a.txt was not found"):
        list(corpus.documents(corpus.sources[0]))


def test_damage_is_named(memory):
    memory.pipe("/a.txt.gz", gzip.compress(b"text " * 9_000)[:50])
    with pytest.raises(CorpusError, match=r"memory://a.txt.gz is cut short or damaged"):
        read("memory://a.txt.gz")


def test_missing_libraries_and_protocols(monkeypatch):
    with pytest.raises(CorpusError, match=r"Protocol not known.*is the address written correctly"):
        read("nothing://a.txt")

    def missing(url):
        raise ImportError("Install s3fs to access S3")

    monkeypatch.setattr("fsspec.core.url_to_fs", missing)
    words = r"another library for s3:// \(Install s3fs .*\. Install it with: .* 's3fs>=[\d.]+'$"
    with pytest.raises(CorpusError, match=words):
        read("s3://bucket/a.txt")
    with pytest.raises(CorpusError, match=r"another library for abfs:// \(.* S3\)\.$"):
        read("abfs://bucket/a.txt")  # one that the table does not have: what fsspec says
    with pytest.raises(CorpusError, match=r"-m pip install 'fsspec\[http\]>=[\d.]+'$"):
        read("https://host/a.txt")
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(CorpusError, match=r"needs fsspec\. Install it with: .* 's3fs>=[\d.]+'$"):
        read("s3://bucket/a.txt")


class FailingSystem:
    """A file system whose every question ends in the same error."""

    def __init__(self, error):
        self.error = error

    def __getattr__(self, name):
        def fail(*_):
            raise self.error

        return fail


class AnswerError(Exception):
    """As aiohttp's: an answer with a status."""

    status = 503


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError("https://host/a.txt"), "was not found; check the address"),
        (ConnectionError("Cannot connect to host"), "cannot be reached: Cannot connect to host;"),
        (socket.gaierror(-2, "Name or service not known"), "no machine of that name is found"),
        (Exception("[Errno -2] Name or service not known"), "no machine of that name is found"),
        (TimeoutError(), "cannot be reached: TimeoutError; check the address and the connection"),
        (PermissionError("Forbidden"), r"access denied \(Forbidden\)"),
        (AnswerError("busy"), r"the server answers 503 \(busy\)"),
        (RuntimeError("no credentials."), "cannot be read: no credentials."),
    ],
)
def test_every_failure_of_a_protocol_is_a_sentence(monkeypatch, error, words):
    monkeypatch.setattr("fsspec.core.url_to_fs", lambda url: (FailingSystem(error), url))
    with pytest.raises(CorpusError, match=f"https://host/a.txt.*{words}"):
        read("https://host/a.txt")


def test_a_failure_in_the_middle_of_a_file(memory, monkeypatch):
    memory.pipe("/a.txt", b"text " * 900_000)
    corpus = Corpus.from_paths("memory://a.txt")
    parts = corpus.parts(corpus.sources[0])
    next(parts)

    def fail(path):
        raise ConnectionResetError("Connection reset by peer")

    monkeypatch.setattr("fsspec.implementations.memory.MemoryFile.read", lambda *_: fail(None))
    with pytest.raises(CorpusError, match="cannot be reached: Connection reset by peer"):
        list(parts)


def test_addresses_are_paths():
    path = source_path("https://host/data/deu-0001.jsonl.zst?download=true#top")
    assert (path.name, path.suffixes) == ("deu-0001.jsonl.zst", [".jsonl", ".zst"])
    assert str(path) == "https://host/data/deu-0001.jsonl.zst?download=true#top"
    assert source_path("file:///data/a%20b.txt") == Path("/data/a b.txt")
    assert source_path("c:/data") == Path("c:/data")
    assert source_path("a://b") == Path("a:/b")  # one letter is a drive and no protocol


def test_an_address_of_this_machine(tmp_path):
    (tmp_path / "deu.txt").write_text("hier", "utf-8")
    assert read(f"file://{tmp_path}/deu.txt")[0] == {"deu": ["hier"]}
    path = RemotePath(f"local://{tmp_path}/deu.txt")
    assert read(path)[0] == {"deu": ["hier"]}
    assert [file.url for file in paths.remote_files(RemotePath(f"local://{tmp_path}"))] == [
        f"file://{tmp_path}/deu.txt"
    ]


class WithoutRanges:
    """A file of a server that sends files only whole, as fsspec's for such a one."""

    def __init__(self, data):
        self._stream = io.BytesIO(data)

    def read(self, length):
        if self._stream.tell():
            raise ValueError(
                "The HTTP server doesn't appear to support range requests. Only reading this file "
                "from the beginning is supported. Open with block_size=0 for a streaming file "
                "interface."
            )
        return self._stream.read(length)

    def __getattr__(self, name):
        return getattr(self._stream, name)


def test_a_server_without_ranges_is_asked_for_the_whole_file(memory, monkeypatch):
    with memory.open("/a/eng.parquet", "wb") as file:
        parquet.write_table(pa.table({"text": ["one", "two"]}), file)
    data = memory.cat("/a/eng.parquet")
    asked = []

    def opened(self, path, mode="rb", block_size=None, **_):
        asked.append(block_size)
        return io.BytesIO(data) if block_size == 0 else WithoutRanges(data)

    monkeypatch.setattr(type(memory), "open", opened)
    assert read("memory://a/eng.parquet") == ({"eng": ["one", "two"]}, [])
    assert 0 in asked
    monkeypatch.setattr(paths, "MOST_WITHOUT_RANGES", 100)
    corpus = Corpus.from_paths(["memory://a/eng.parquet"])
    with pytest.raises(CorpusError, match="its server sends files only whole, and at most"):
        list(corpus.documents(corpus.sources[0]))


def test_a_name_of_one_letter_is_no_language():
    from workbench.text.languages import language_name

    assert language_name("c") == "c"
    assert language_name("code_c") == "C"


class OneWay(io.BytesIO):
    """What fsspec opens on a server that sends files only whole: it reads no part of them."""

    def read(self, _size=-1):
        raise ValueError("The HTTP server doesn't appear to support range requests. Only reading")


class WholeFiles:
    """A file system that reads files from beginning to end alone."""

    def __init__(self, content):
        self.content = content

    def open(self, _name, _mode, block_size):
        assert block_size == 0
        return io.BytesIO(self.content)


def test_a_server_without_ranges_sends_the_whole_file(monkeypatch):
    content = bytes(range(256)) * 20
    path = RemotePath("https://example.org/a.parquet")
    monkeypatch.setattr(paths, "_file_system", lambda _path: (WholeFiles(content), "a.parquet"))
    monkeypatch.setattr(paths, "_BUFFER_BYTES", 100)
    with io.BufferedReader(paths._Stream(path, OneWay(content)), 64) as stream:
        stream.seek(-10, io.SEEK_END)
        assert stream.read() == content[-10:]
        stream.seek(300)
        assert stream.read(20) == content[300:320]
    monkeypatch.setattr(paths, "MOST_WITHOUT_RANGES", 5000)
    with (
        io.BufferedReader(paths._Stream(path, OneWay(content)), 64) as stream,
        pytest.raises(CorpusError, match=r"a\.parquet cannot be read: its server sends .* whole"),
    ):
        stream.read(1)
