"""Reading corpora: formats, labels, caps, and every kind of damaged file."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
from pathlib import Path

import pytest

from engine.corpus.corpus import Corpus
from engine.corpus.file_search import merged_folders
from engine.corpus.paths import label_for_path, zstd
from engine.errors import ConfigError, CorpusError

LONG_TEXT = "".join(f"line {i} of a text without repeats {i * i}\n" for i in range(4000))


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def documents(corpus: Corpus) -> list[str]:
    return [document.decode() for _, document in corpus.labelled_documents()]


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".xz"])
def test_text_plain_and_compressed(tmp_path, suffix):
    pack = {"": bytes, ".gz": gzip.compress, ".zst": zstd.compress, ".xz": lzma.compress}[suffix]
    path = write(tmp_path / f"deu.txt{suffix}", pack("Grüße\r\nWelt".encode()))
    corpus = Corpus.from_paths([path])
    assert documents(corpus) == ["Grüße\r\nWelt"]
    assert corpus.sources[0].label == "deu"
    assert corpus.problems == []


def test_json_lines(tmp_path):
    lines = [{"text": "one"}, {"text": "zwei ü", "id": 2}, {"text": ""}]
    content = "\n".join(json.dumps(line) for line in lines) + '\n\n"plain string"'
    corpus = Corpus.from_paths(write(tmp_path / "eng.jsonl", content))
    assert documents(corpus) == ["one", "zwei ü", "plain string"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"text":"cut...', "not valid JSON"),
        (b'{"text":"a\x01"}', "not valid JSON (Invalid control character)."),
        (b'{"text":123}', "the text is a number"),
        (b'{"text":null}', "the text is null"),
        (b'["a"]', "the text is a list"),
        (b'{"txt":"a"}', 'there is no field "text"'),
        (b'{"text":""}', "the text is empty"),
        (b"[" * 100_000, "not valid JSON"),
    ],
)
def test_a_bad_json_line_is_left_out_and_named(tmp_path, line, reason):
    path = write(tmp_path / "a.jsonl", b'{"text":"good"}\n' + line + b'\n{"text":"too"}\n')
    corpus = Corpus.from_paths([path])
    assert documents(corpus) == ["good", "too"]
    (problem,) = corpus.problems
    assert (problem.path, problem.line) == (path, 2)
    assert reason in str(problem) and str(path) in str(problem)


def test_a_lone_surrogate_in_json_is_replaced_and_named(tmp_path):
    path = write(tmp_path / "a.jsonl", '{"text":"x\\ud800y"}\n{"text":"\\ud83d\\ude00"}')
    corpus = Corpus.from_paths([path])
    assert documents(corpus) == ["x\ufffdy", "😀"]
    assert [problem.line for problem in corpus.problems] == [1]


def test_directory_is_read_recursively_and_sorted(tmp_path):
    write(tmp_path / "b" / "part-0002.txt", "two")
    write(tmp_path / "b" / "part-0001.txt", "one")
    write(tmp_path / "a.py", "x = 1")
    write(tmp_path / "picture.png", b"\x89PNG")
    write(tmp_path / ".hidden.txt", "no")
    corpus = Corpus.from_paths([tmp_path])
    assert [source.label for source in corpus.sources] == ["code_python", "b"]
    assert documents(corpus) == ["x = 1", "one", "two"]


def test_glob_and_repeated_paths(tmp_path):
    first = write(tmp_path / "eng-1.txt", "a")
    write(tmp_path / "eng-2.txt", "b")
    corpus = Corpus.from_paths([str(tmp_path / "*.txt"), first])
    assert documents(corpus) == ["a", "b"]
    assert [source.label for source in corpus.sources] == ["eng"]


def test_labels_can_be_given(tmp_path):
    path = write(tmp_path / "x.txt", "a")
    assert Corpus.from_paths([path], labels={path: "fra"}).sources[0].label == "fra"


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("train/deu.txt.zst", "deu"),
        ("zho_Hant.txt", "zho_Hant"),
        ("eng-0001.jsonl.gz", "eng"),
        ("code_python.txt", "code_python"),
        ("lib/ast.py", "code_python"),
        ("deu/part-3.txt", "deu"),
        ("newstest2019-ref.deu.txt", "deu"),
        ("notes.txt", "notes"),
        ("paper.tex", "latex"),
        ("doc.txt", "doc"),
        ("en.txt", "eng"),
        ("iso/en.txt", "eng"),
        ("fr_CA.txt", "fra_CA"),
        ("eng-001.txt", "eng"),
        ("es_419.txt", "spa_419"),
        ("wiki.en.txt", "eng"),
        ("my_notes.txt", "my_notes"),
        ("hf/de/train-00000-of-00002.txt", "deu"),
        ("en/train/0001.txt", "eng"),
        ("en/wiki.txt", "eng"),
        ("raw/part-0001.txt", "raw"),
        ("here/raw/part-0001.txt", "raw"),
        ("en/raw/part-0001.txt", "eng"),
        ("shards/wiki/shard_00001.txt", "wiki"),
        ("wiki/train/0001.txt", "wiki"),
        ("corpus/wiki/shard_b.txt", "wiki"),
        ("amb/english.txt", "english"),
        ("dmg/prices.csv", "prices"),
        ("c1.csv", "c1"),
        ("train.txt", "train"),
        ("bom_utf8.txt", "bom_utf8"),
        ("mixed_UTF-16.txt", "mixed_UTF-16"),
        ("old_latin1.txt", "old_latin1"),
    ],
)
def test_labels_are_guessed_from_names(path, label):
    assert label_for_path(path) == label


def test_codes_of_one_language_in_one_folder_stay_apart(tmp_path):
    for name in ("no.txt", "nb.txt", "a/en.txt", "b/eng.txt"):
        write(tmp_path / name, "text")
    sources = Corpus.from_paths([tmp_path]).sources
    assert {source.label: len(source.paths) for source in sources} == {"no": 1, "nb": 1, "eng": 2}


def test_a_label_holds_for_all_below_a_folder_and_the_closest_one_counts(tmp_path):
    files = [write(tmp_path / name, "x") for name in ("a/1.txt", "a/b/2.txt", "a/b/3.txt", "4.txt")]
    labels = {tmp_path / "a": "outer", tmp_path / "a" / "b": "inner", files[2]: "own"}
    sources = Corpus.from_paths([tmp_path], labels=labels).sources
    found = {source.label: source.paths for source in sources}
    assert found["outer"] == (files[0],)
    assert found["inner"] == (files[1],)
    assert found["own"] == (files[2],)


def test_files_of_several_folders_in_one_source_are_told(tmp_path):
    paths = [write(tmp_path / name, "x") for name in ("a/notes.txt", "b/notes.txt")]
    assert "2 folders became one source, 'notes'" in merged_folders("notes", paths)
    assert merged_folders("notes", paths[:1]) == ""
    assert merged_folders("chosen", paths) == ""
    codes = [write(tmp_path / name, "x") for name in ("a/deu.txt", "b/deu.txt")]
    assert merged_folders("deu", codes) == ""


def test_separator_and_caps(tmp_path):
    path = write(tmp_path / "a.txt", "aaaa<|end|>bb<|end|><|end|>ccccc")
    corpus = Corpus.from_paths([path], document_separator="<|end|>")
    assert documents(corpus) == ["aaaa", "bb", "ccccc"]
    capped = Corpus.from_paths(
        [path], document_separator="<|end|>", max_document_chars=3, max_chars=7
    )
    assert documents(capped) == ["aaa", "bb", "cc"]


@pytest.mark.parametrize("cap", [0, -1, 1.5])
def test_caps_that_make_no_sense_are_refused(cap):
    with pytest.raises(ConfigError, match="max_chars"):
        Corpus([], max_chars=cap)


def test_byte_order_mark_is_left_out_and_named(tmp_path):
    corpus = Corpus.from_paths(write(tmp_path / "a.txt", b"\xef\xbb\xbfabc"))
    assert documents(corpus) == ["abc"]
    assert "byte order mark" in str(corpus.problems[0])


def test_nul_bytes_and_line_ends_are_text(tmp_path):
    corpus = Corpus.from_paths(write(tmp_path / "a.txt", b"a\x00b\r\nc\rd"))
    assert documents(corpus) == ["a\x00b\r\nc\rd"]
    assert "1 NUL byte, kept" in str(corpus.problems[0])


def test_invalid_utf8_is_replaced_counted_and_placed(tmp_path):
    corpus = Corpus.from_paths(write(tmp_path / "a.txt", "é\ufffd".encode() + b"\xff ok \xe4\xbd"))
    assert documents(corpus) == ["é\ufffd\ufffd ok \ufffd"]
    assert [(problem.offset, problem.times) for problem in corpus.problems] == [(5, 1), (10, 1)]
    assert "a.txt, byte 5: invalid UTF-8 was replaced by U+FFFD" in str(corpus.problems[0])
    (sentence,) = corpus.problem_sentences
    assert sentence.endswith("(2 times, also in byte 10).")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl"])
def test_utf16_is_named_as_such(tmp_path, encoding, name):
    path = write(tmp_path / name, '{"text": "a text in the wrong encoding"}'.encode(encoding))
    with pytest.raises(CorpusError, match=r"looks like UTF-16.*iconv"):
        documents(Corpus.from_paths([path]))


@pytest.mark.parametrize(
    ("suffix", "pack"), [(".gz", gzip.compress), (".zst", zstd.compress), (".xz", lzma.compress)]
)
@pytest.mark.parametrize("name", ["eng.txt", "eng.jsonl"])
def test_a_compressed_file_cut_short_is_an_error(tmp_path, suffix, pack, name):
    packed = pack((json.dumps({"text": LONG_TEXT}) + "\n").encode() * 2)
    path = write(tmp_path / f"{name}{suffix}", packed[: len(packed) // 2])
    with pytest.raises(CorpusError, match="cut short or damaged") as caught:
        documents(Corpus.from_paths([path]))
    assert caught.value.path == path


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".xz"])
def test_a_file_that_only_claims_to_be_compressed(tmp_path, suffix):
    path = write(tmp_path / f"a.txt{suffix}", "plain text, not compressed at all")
    with pytest.raises(CorpusError, match="cut short or damaged"):
        documents(Corpus.from_paths([path]))


def test_empty_files_are_named(tmp_path):
    corpus = Corpus.from_paths([write(tmp_path / "a.txt", ""), write(tmp_path / "b.jsonl", "\n\n")])
    assert documents(corpus) == []
    assert [str(problem).endswith("the file is empty.") for problem in corpus.problems] == [
        True,
        True,
    ]


def test_a_directory_without_text_is_refused(tmp_path):
    write(tmp_path / "picture.png", b"\x89PNG")
    with pytest.raises(CorpusError, match="contains no text files"):
        Corpus.from_paths([tmp_path])


def test_paths_that_find_nothing(tmp_path):
    with pytest.raises(CorpusError, match=r"not-there.txt was not found"):
        Corpus.from_paths([tmp_path / "not-there.txt"])
    with pytest.raises(CorpusError, match="No file matches"):
        Corpus.from_paths([str(tmp_path / "*.txt")])
    with pytest.raises(CorpusError, match="empty path"):
        Corpus.from_paths("")
    with pytest.raises(CorpusError, match="no file or directory was given"):
        Corpus.from_paths([])


def test_a_file_that_vanishes_before_it_is_read(tmp_path):
    path = write(tmp_path / "a.txt", "a")
    corpus = Corpus.from_paths([path])
    path.unlink()
    with pytest.raises(CorpusError, match="was not found"):
        documents(corpus)


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = write(tmp_path / "a.txt", "a")
    corpus = Corpus.from_paths([path])
    if os.geteuid() == 0:  # the superuser reads everything: let the system call fail instead
        import builtins

        def refuse(*_args, **_kwargs):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(builtins, "open", refuse)
    else:
        path.chmod(0)
    with pytest.raises(CorpusError, match="permission denied"):
        documents(corpus)


def test_from_texts_repairs_lone_surrogates():
    assert documents(Corpus.from_texts(["a\ud800b", "", "c"])) == ["a\ufffdb", "c"]


@pytest.mark.parametrize("suffix", ["", ".zst"])
def test_a_sample_reads_only_the_beginning_of_a_file(tmp_path, suffix):
    """The second half is damaged, which goes unnoticed because it is not read."""
    pack = zstd.compress if suffix else bytes
    text = ("né你😀" * 300_000).encode()
    path = write(tmp_path / f"a.txt{suffix}", pack(text)[: -100 if suffix else None])
    corpus = Corpus.from_paths([path])
    for n in (1, 2, 3, 4, 4001):
        (sample,) = corpus.encoded_documents(corpus.sources[0], max_chars=n)
        assert sample.decode() == ("né你😀" * 1001)[:n]
    assert corpus.problems == []


def test_caps_with_a_separator_and_several_files(tmp_path):
    write(tmp_path / "eng-1.txt", "é|éé|ééé")
    write(tmp_path / "eng-2.txt", "a|bb")
    corpus = Corpus.from_paths([tmp_path], document_separator="|", max_chars=7)
    assert documents(corpus) == ["é", "éé", "ééé", "a"]
    capped = Corpus.from_paths([tmp_path], max_document_chars=2)
    assert documents(capped) == ["é|", "a|"]


def test_a_byte_order_mark_takes_nothing_from_the_cap(tmp_path):
    path = write(tmp_path / "a.txt", "\ufeff😀😀😀".encode())
    for n in (1, 2, 3):
        assert documents(Corpus.from_paths([path], max_chars=n)) == ["😀" * n]
        assert documents(Corpus.from_paths([path], max_document_chars=n)) == ["😀" * n]


def test_thousands_of_bad_lines_are_counted_and_not_all_listed(tmp_path):
    path = write(tmp_path / "a.jsonl", '{"text": "good"}\n' + "{bad\n" * 20_000)
    corpus = Corpus.from_paths([path])
    assert documents(corpus) == ["good"]
    assert len(corpus.problems) == 101
    assert corpus.problems[-1].times == 19_900
    (sentence,) = corpus.problem_sentences
    assert sentence.endswith("(20,000 times, also in line 3, 4, 5, 6 and so on).")


def test_problems_of_kinds_that_are_not_listed_are_counted_too(tmp_path):
    lines = "{bad\n" * 100 + '{"text": 7}\n' * 3 + "{bad\n" * 5
    path = write(tmp_path / "a.jsonl", '{"text": "good"}\n' + lines)
    corpus = Corpus.from_paths([path])
    assert documents(corpus) == ["good"]
    first, second = corpus.problem_sentences
    assert "(105 times" in first
    assert second == f"{path}: other problems, not listed: 3."


def test_json_lines_without_the_field_are_an_error_that_names_the_fields(tmp_path):
    path = write(tmp_path / "a.jsonl", '{"body": "x", "meta": {"title": "y"}, "n": 1}\n' * 469)
    corpus = Corpus.from_paths([path])
    with pytest.raises(CorpusError, match=r'field "text".*"body", "meta\.title"'):
        documents(corpus)
    assert len(documents(Corpus.from_paths([path], text_field="meta.title"))) == 469
    for line in ('{"text": ""}', '{"text": null}', '"plain"'):
        path.write_text(f'{{"body": "x"}}\n{line}\n', "utf-8")
        assert documents(Corpus.from_paths([path])) == (["plain"] if line == '"plain"' else [])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PAR1\x15\x04\x15\x80\x80 more\0", "a parquet file.*ending .parquet"),
        (gzip.compress(b"text " * 100, mtime=0), "compressed by gzip.*ending .gz"),
        (zstd.compress(b"text " * 100), "compressed by zstd.*ending .zst"),
        (lzma.compress(b"text " * 100), "compressed by xz.*ending .xz"),
        (bz2.compress(b"text " * 100), "compressed by bzip2.*unpack"),
        (b"PK\x03\x04\x14\0\0\0 more", "a zip archive"),
        (b"%PDF-1.7 %\xe2\xe3\xcf\xd3 more\n", "a PDF document"),
        (b"SQLite format 3\0\x10\0", "an SQLite database"),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "noending", "a.jsonl", "a.csv", "a.txt.gz"])
def test_files_that_are_no_text_are_refused(tmp_path, content, words, name):
    packed = gzip.compress(content) if name.endswith(".gz") else content
    path = write(tmp_path / name, packed)
    corpus = Corpus.from_paths([path])
    with pytest.raises(CorpusError, match=words):
        documents(corpus)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b'{"text": "x\\u0000y\\u0000"}\n{"text": "z"}\n'),
        ("a.csv", b"text\nx\0y\0\nz\n"),
        ("a.txt", b"x\0y\0 and more text"),
    ],
)
def test_nul_is_kept_and_told_in_every_format(tmp_path, name, content):
    corpus = Corpus.from_paths([write(tmp_path / name, content)])
    assert documents(corpus)[0].startswith("x\0y\0")
    (problem,) = corpus.problems
    assert problem.times == 2
    assert problem.reason.startswith("2 NUL ")


def test_two_columns_of_the_same_name_are_told(tmp_path):
    corpus = Corpus.from_paths([write(tmp_path / "a.csv", "text;n;text\nfirst;1;second\n")])
    assert documents(corpus) == ["first"]
    (problem,) = corpus.problems
    assert '2 columns are called "text"; the first one is read' in str(problem)


def test_a_text_may_begin_as_a_parquet_file_does(tmp_path):
    path = write(tmp_path / "a.txt", "PAR1 is no parquet, but text.")
    assert documents(Corpus.from_paths([path])) == ["PAR1 is no parquet, but text."]


def test_hidden_parts_count_from_the_folder_that_was_given(tmp_path):
    write(tmp_path / ".given" / "a.txt", "a")
    write(tmp_path / ".given" / ".hidden" / "deep" / "b.txt", "b")
    assert documents(Corpus.from_paths([tmp_path / ".given"])) == ["a"]


@pytest.mark.parametrize("given", ["x" * 5000, "a\0b"])
def test_paths_that_no_system_can_search(given):
    with pytest.raises(CorpusError, match=r"cannot be searched|was not found"):
        Corpus.from_paths([given])
