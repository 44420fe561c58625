"""Reading files in parts: the same documents as from the whole file, every problem in its place."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ConfigError, Corpus, CorpusError, ReadingOptions, Source
from engine.corpus.paths import open_file, zstd
from engine.corpus.readers import text

PACK = {"": bytes, ".gz": gzip.compress, ".zst": zstd.compress, ".xz": lzma.compress}


def read(path, **options):
    """The documents of a file, and its problems."""
    corpus = Corpus.from_paths([path], **options)
    return list(corpus.documents(corpus.sources[0])), corpus.problems


def write(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def invalid_places(data):
    """Where `bytes.decode` meets invalid UTF-8, one sequence after another."""
    places, start = [], 0
    while True:
        try:
            data[start:].decode()
            return places
        except UnicodeDecodeError as error:
            places.append(start + error.start)
            start += error.end


PIECES = st.sampled_from(
    [b"a", b"bc ", "é".encode(), "你好".encode(), "😀".encode(), b"\n", b"<|>", b"<|", b"|>", b"\0"]
)
BROKEN = st.sampled_from([b"\xff", b"\xe4\xbd", b"\xf0\x9f", b"\xc3", b"\x80", b"\xed\xa0\x80"])
TEXTS = st.lists(PIECES, max_size=60).map(b"".join)
BROKEN_TEXTS = st.lists(st.one_of(PIECES, PIECES, BROKEN), max_size=60).map(b"".join)


@settings(deadline=None)
@given(data=BROKEN_TEXTS, block=st.integers(4, 40), bom=st.booleans())
def test_blocks_of_any_size_give_what_the_whole_file_gives(tmp_path_factory, data, block, bom):
    path = tmp_path_factory.mktemp("blocks") / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf" * bom + data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        found, problems = read(path)
    whole = data.decode("utf-8", "replace")
    assert found == ([whole] if whole else [])
    places = [problem.offset for problem in problems if "invalid" in problem.reason]
    assert places == [3 * bom + at for at in invalid_places(data)]
    nuls = [(each.offset, each.times) for each in problems if "NUL" in each.reason]
    n_nuls = data.count(0)
    assert nuls == ([(3 * bom + data.index(0), n_nuls)] if n_nuls else [])


@settings(deadline=None)
@given(data=TEXTS, block=st.integers(4, 40), separator=st.sampled_from(["<|>", "\n", "你", "aa"]))
def test_separators_are_found_across_blocks(tmp_path_factory, data, block, separator):
    path = tmp_path_factory.mktemp("blocks") / "a.txt"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        found, problems = read(path, document_separator=separator)
        corpus = Corpus.from_paths([path], document_separator=separator)
        parts = list(corpus.parts(corpus.sources[0]))
    expected = data.decode().split(separator)
    assert found == [document for document in expected if document]
    if expected[-1] == "":  # a separator at the end ends the last document and begins none
        expected.pop()
    empty = [problem.times for problem in problems if "empty document" in problem.reason]
    assert sum(empty) == expected.count("")
    for part in parts:
        assert part.data.decode().encode() == part.data  # no character is cut


@settings(deadline=None)
@given(data=BROKEN_TEXTS, block=st.integers(4, 40), separator=st.sampled_from([None, "<|>", "\n"]))
def test_documents_that_are_not_utf8_are_skipped_whole(tmp_path_factory, data, block, separator):
    path = tmp_path_factory.mktemp("blocks") / "a.txt"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        found, problems = read(path, document_separator=separator, encoding_errors="skip")
    expected, places, at = [], [], 0
    for document in data.split(separator.encode()) if separator else [data]:
        if invalid := invalid_places(document):
            places.append(at + invalid[0])
        elif document:
            expected.append(document.decode())
        at += len(document) + len(separator or "")
    assert found == expected
    assert [each.offset for each in problems if "invalid" in each.reason] == places


@pytest.mark.parametrize("separator", [None, "\n"])
def test_stop_names_the_file_and_the_place(tmp_path, separator):
    path = write(tmp_path / "a.txt", "é\n".encode() * 5 + b"ab\xe9c\n")
    with pytest.raises(CorpusError, match=r"a\.txt, byte 17: invalid UTF-8 \(E9\)") as caught:
        read(path, document_separator=separator, encoding_errors="stop")
    assert caught.value.path == path
    assert read(write(path, "é"), encoding_errors="stop") == (["é"], [])


@pytest.mark.slow
@pytest.mark.parametrize("suffix", PACK)
def test_long_files_come_in_parts(tmp_path, suffix):
    whole = "".join(f"Zeile {i} größer 你好\n" for i in range(150_000))
    path = write(tmp_path / f"a.txt{suffix}", PACK[suffix](whole.encode()))
    corpus = Corpus.from_paths([path])
    parts = list(corpus.parts(corpus.sources[0]))
    assert len(parts) > 3
    assert max(len(part.data) for part in parts) <= text.BLOCK_BYTES + 4
    assert [(part.begins, part.ends) for part in parts[:2]] == [(True, False), (False, False)]
    assert (parts[-1].begins, parts[-1].ends) == (False, True)
    assert b"".join(part.data for part in parts).decode() == whole
    assert list(corpus.documents(corpus.sources[0])) == [whole]


def test_every_place_is_listed_up_to_the_hundredth(tmp_path):
    path = write(tmp_path / "a.txt", b"caf\xe9 " * 3_000)
    (document,), problems = read(path)
    assert document == "caf\ufffd " * 3_000
    assert [problem.offset for problem in problems[:100]] == [5 * i + 3 for i in range(100)]
    assert problems[100].times == 2_900
    assert len(problems) == 101


def test_what_comes_after_the_hundredth_is_counted_as_often_as_it_happened(tmp_path):
    path = write(tmp_path / "a.txt", b"\xff" * 200 + b"\0" * 50)
    _, problems = read(path)
    assert sum(problem.times for problem in problems) == 250


def test_reading_twice_counts_a_problem_once(tmp_path):
    path = write(tmp_path / "a.txt", b"caf\xe9 " * 300)
    corpus = Corpus.from_paths([path])
    for _ in range(2):
        list(corpus.documents(corpus.sources[0]))
    list(corpus.encoded_documents(corpus.sources[0], max_chars=10))
    assert sum(problem.times for problem in corpus.problems) == 300


def test_json_fields_with_dots(tmp_path):
    lines = [
        {"message": {"content": "one"}, "text": "no"},
        {"message.content": "two", "message": {"content": "no"}},
        {"message": {}},
        {"message": [{"content": "no"}]},
        "plain",
    ]
    path = write(tmp_path / "a.jsonl", "\n".join(map(json.dumps, lines)))
    found, problems = read(path, text_field="message.content")
    assert found == ["one", "two", "plain"]
    assert [problem.line for problem in problems] == [3, 4]
    assert 'no field "message.content"' in problems[0].reason
    first = write(tmp_path / "b.jsonl", '{"parts": ["a", "b"]}')
    assert read(first, text_field="parts.1")[0] == ["b"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_policies_in_records(tmp_path, name):
    rows = {
        "a.jsonl": b'{"text":"good"}\n{"text":"caf\xe9"}\n{"text":"too"}\n',
        "a.csv": b"id,text\n1,good\n2,caf\xe9\n3,too\n",
    }[name]
    path = write(tmp_path / name, rows)
    offset = rows.index(b"\xe9")
    line = rows[:offset].count(b"\n") + 1
    found, (problem,) = read(path)
    assert found == ["good", "caf\ufffd", "too"]
    assert (problem.line, problem.offset) == (line, offset)
    found, (problem,) = read(path, encoding_errors="skip")
    assert found == ["good", "too"]
    assert (problem.line, problem.offset) == (line, offset)
    with pytest.raises(CorpusError, match=f"line {line}, byte {offset}: invalid UTF-8 .E9"):
        read(path, encoding_errors="stop")


def test_csv_reads_what_python_writes(tmp_path):
    rows = [["a", 'quoted "text", with\nlines', "x"], ["b", "grün\r\nblau", ""], ["c", "你", "z"]]
    for suffix, dialect in ((".csv", "excel"), (".tsv", "excel-tab"), (".csv", "unix")):
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, dialect)
        writer.writerows([["id", "text", "more"], *rows])
        path = write(tmp_path / f"a{suffix}", stream.getvalue())
        assert read(path) == ([row[1] for row in rows], [])
    packed = write(tmp_path / "b.csv.gz", gzip.compress(b"body;n\nx,y;1\n"))
    assert read(packed, text_field="body")[0] == ["x,y"]


def test_rows_without_text_are_reported(tmp_path):
    content = '\ufeffid,text\n1,"one\nline"\n2,\n\n3\n4,"two"x\n5,five\n6,"never closed\n7,x\n'
    found, problems = read(write(tmp_path / "a.csv", content))
    assert found == ["one\nline", "five"]
    told = [(problem.line, problem.reason) for problem in problems]
    assert [line for line, _ in told] == [None, 4, 5, 6, 7, 9]
    for (_, reason), words in zip(
        told, ["byte order", "cell is empty", "blank", "ends before", "not valid", "never closed"],
        strict=True,
    ):  # fmt: skip
        assert words in reason


def test_a_csv_file_without_the_column_names_those_there(tmp_path):
    path = write(tmp_path / "a.csv", "id,body,title\n1,x,y\n")
    with pytest.raises(CorpusError, match=r'no column "text"; it has "id", "body", "title"'):
        read(path)
    assert [str(each) for each in read(write(path, ""))[1]] == [f"{path}: the file is empty."]


def test_a_csv_file_with_carriage_returns_alone_is_refused_or_reported(tmp_path):
    path = tmp_path / "eng.csv"
    path.write_bytes(b"text\rone\rtwo\r")
    with pytest.raises(CorpusError, match=r"line 1: the header .*a carriage return without a line"):
        read(path)
    path.write_bytes(b"text\none\rtwo\nthree\n")
    texts, problems = read(path)
    assert texts == ["three"]
    assert "line 2: row skipped: not valid CSV (a carriage return without" in str(problems[0])


def test_cells_of_many_megabytes(tmp_path):
    long = "word " * 60_000
    assert read(write(tmp_path / "a.csv", f'text\n"{long}"\n'))[0] == [long]


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.csv"])
def test_a_source_that_changes_while_it_is_read(tmp_path, name, suffix):
    line = json.dumps({"text": "x" * 50}) if name == "a.jsonl" else "text"
    path = write(tmp_path / f"{name}{suffix}", PACK[suffix]((line + "\n").encode() * 30_000))
    corpus = Corpus.from_paths([path])
    documents = corpus.parts(corpus.sources[0])
    next(documents)
    with path.open("ab") as file:
        file.write(PACK[suffix]((line + "\n").encode()))
    with pytest.raises(CorpusError, match=r"changed while it was read; wait until"):
        list(documents)


def test_a_source_that_is_replaced_while_it_is_read(tmp_path):
    path = write(tmp_path / "a.txt", "a\n" * 10)
    corpus = Corpus.from_paths([path], document_separator="\n")
    documents = corpus.parts(corpus.sources[0])
    next(documents)
    other = write(tmp_path / "b.txt", "b\n" * 10)
    stat = path.stat()
    os.utime(other, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    other.replace(path)
    with pytest.raises(CorpusError, match="changed while it was read"):
        list(documents)


def test_a_file_cut_off_while_it_is_decompressed_has_changed(tmp_path):
    packed = gzip.compress(json.dumps(list(range(400_000))).encode())
    path = write(tmp_path / "a.txt.gz", packed)

    def read_and_cut():
        with open_file(path) as stream:
            stream.read(10)
            path.write_bytes(packed[:1000])
            stream.read()

    with pytest.raises(CorpusError, match="changed while it was read"):
        read_and_cut()


def test_reading_options_of_one_source(tmp_path):
    write(tmp_path / "deu.txt", "eins|zwei|drei")
    write(tmp_path / "eng.txt", "one|two|three")
    write(tmp_path / "fra.jsonl", '{"body": "un|deux"}')
    own = {
        "eng": ReadingOptions(document_separator="|", max_chars=5),
        "fra": ReadingOptions(text_field="body", max_document_chars=2),
    }
    corpus = Corpus.from_paths(tmp_path, reading=own, max_document_chars=4)
    found = {source.label: list(corpus.documents(source)) for source in corpus.sources}
    assert found == {"deu": ["eins"], "eng": ["one", "tw"], "fra": ["un"]}
    assert corpus.reading_of(corpus.sources[1]).max_document_chars == 4
    with pytest.raises(ConfigError, match=r"options for 'spa', but no such source"):
        Corpus.from_paths(tmp_path, reading={"spa": ReadingOptions()})


@settings(deadline=None)
@given(
    documents=st.lists(st.text(alphabet="aé你😀", min_size=1, max_size=9), max_size=12),
    longest=st.none() | st.integers(1, 8),
    own=st.none() | st.integers(1, 30),
    whole=st.none() | st.integers(1, 30),
    block=st.integers(4, 30),
)
def test_caps_on_parts_are_caps_on_documents(
    tmp_path_factory, documents, longest, own, whole, block
):
    path = write(tmp_path_factory.mktemp("caps") / "a.txt", "\n".join(documents))
    reading = ReadingOptions("\n", longest, own)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        corpus = Corpus([Source("a", (path,), reading=reading)], max_chars=whole)
        found = [document.decode() for _, document in corpus.labelled_documents()]
    left = min([cap for cap in (own, whole) if cap is not None], default=10**9)
    expected = []
    for document in documents:
        kept = document[:longest][:left]
        left -= len(kept)
        if kept:
            expected.append(kept)
    assert found == expected


def test_a_csv_file_that_begins_with_blank_lines_or_bad_names(tmp_path):
    path = write(tmp_path / "a.csv", b"\n\nb\xe9,text\n1,one\n")
    for errors, line in (("replace", 3), ("skip", 3)):
        found, problems = read(path, encoding_errors=errors)
        assert found == ["one"]
        assert sorted(problem.line for problem in problems) == [1, line]
        assert any("invalid UTF-8" in problem.reason for problem in problems)
    assert read(write(path, "\n\n"))[1][0].reason == "the file is empty."


def test_a_long_document_that_is_invalid_at_its_end_is_left_out_from_its_beginning(
    tmp_path, monkeypatch
):
    """Its first parts are valid and would be given out before the place is reached."""
    monkeypatch.setattr(text, "BLOCK_BYTES", 16)
    long = "é" * 100
    content = f"one\n{long}\n".encode() + long.encode() + b"\xe9!\n" + f"{long}\nlast".encode()
    path = write(tmp_path / "a.txt", content)
    found, (problem,) = read(path, document_separator="\n", encoding_errors="skip")
    assert found == ["one", long, long, "last"]
    assert (problem.offset, problem.reason) == (
        content.index(b"\xe9!"),
        "document 3 of the file skipped: invalid UTF-8.",
    )
