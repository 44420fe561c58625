"""Mixtures written as files: bytes of each label, whole documents, hashes, failures."""

from __future__ import annotations

import hashlib
import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from engine import (
    ConfigError,
    Corpus,
    CorpusError,
    CountedCorpus,
    ExportError,
    Mixture,
    MixtureFileSettings,
    TrainingConfig,
    result_of,
    train_tokenizer,
    write_mixture,
)
from engine.datasets import SEPARATOR
from engine.datasets.mixture_writing import document_hashes
from engine.settings import DocumentSample

WORDS = [
    "the",
    "lower",
    "widest",
    "newest",
    "größer",
    "你好",
    "low",
    "and",
    "of",
    "in",
    "a",
    "token",
    "corpus",
    "merge",
    "",
]


def texts(seed, n, most=60):
    pick = random.Random(seed)
    return [" ".join(pick.choices(WORDS, k=pick.randint(1, most))) for _ in range(n)]


SOURCES = {"eng": texts(1, 400), "deu": texts(2, 80), "code_python": texts(3, 20)}
SIZES = {label: len("".join(found).encode()) for label, found in SOURCES.items()}


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for label, found in SOURCES.items():
        lines = "".join(json.dumps({"text": text}) + "\n" for text in found)
        (folder / f"{label}.jsonl").write_text(lines)
    return Corpus.from_paths(folder)


def written(corpus, mixture, out, **settings):
    return result_of(write_mixture(corpus, mixture, out, MixtureFileSettings(**settings)))


def read_back(manifest, out):
    """The documents of each file, read without the engine."""
    found = {}
    for entry in manifest["files"]:
        path = out / entry["file"]
        data = path.read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (
            entry["file_bytes"],
            entry["sha256"],
        )
        if manifest["file_format"] == "jsonl":
            rows = [json.loads(line) for line in data.decode().splitlines()]
            documents = [row["text"] for row in rows]
            assert {row["label"] for row in rows} == {entry["label"]}
        elif manifest["file_format"] == "parquet":
            table = parquet.read_table(path)
            documents = table["text"].to_pylist()
            assert set(table["label"].to_pylist()) == {entry["label"]}
        else:
            documents = data.decode().split(manifest["document_separator"])
        assert sum(len(each.encode()) for each in documents) == entry["bytes"]
        assert len(documents) == entry["documents"]
        found[entry["label"]] = documents
    return found


@pytest.mark.parametrize("kind", ["txt", "jsonl", "parquet"])
def test_whole_documents_and_bytes_of_each_label(corpus, tmp_path, kind):
    mixture = Mixture(shares={"eng": 1, "deu": 3}, target_bytes=3 * SIZES["deu"], seed=5)
    out = tmp_path / "out"
    manifest = written(corpus, mixture, out, format=kind)
    found = read_back(manifest, out)
    assert set(found) == {"eng", "deu"}
    assert manifest["left_out"] == ["code_python"]
    for entry in manifest["files"]:
        label, documents = entry["label"], found[entry["label"]]
        wanted = round(3 * SIZES["deu"] * {"eng": 1, "deu": 3}[label] / 4)
        assert entry["wanted_bytes"] == wanted
        assert entry["deviation_bytes"] == entry["bytes"] - wanted
        longest = max(len(each.encode()) for each in SOURCES[label])
        assert abs(entry["deviation_bytes"]) <= longest / 2
        whole = entry["whole_passes"] * len(SOURCES[label])
        assert documents[:whole] == SOURCES[label] * entry["whole_passes"]
        rest = documents[whole:]
        assert len(rest) == entry["drawn_documents"]
        places = iter(SOURCES[label])
        assert all(each in places for each in rest)  # in their order, none twice
    assert manifest["files"][0]["label"] == "deu"
    assert manifest["files"][0]["whole_passes"] == 2
    assert json.loads((out / "mixture.manifest").read_text()) == manifest
    assert manifest["bytes"] == sum(entry["bytes"] for entry in manifest["files"])


def test_the_same_seed_writes_the_same_files_and_another_one_others(corpus, tmp_path):
    def files(name, seed, kind="jsonl"):
        mixture = Mixture(alpha=0.5, target_bytes=4000, seed=seed)
        written(corpus, mixture, tmp_path / name, format=kind)
        return {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}

    assert files("a", 1) == files("b", 1)
    assert files("a2", 1, "parquet") == files("b2", 1, "parquet")
    other = files("c", 2)
    assert other["eng.jsonl"] != files("d", 1)["eng.jsonl"]


def test_a_cut_document_leaves_less_than_a_character(corpus, tmp_path):
    mixture = Mixture(alpha=0.0, target_bytes=3001)
    manifest = written(corpus, mixture, tmp_path / "out", shorten=True)
    for entry, documents in zip(
        manifest["files"], read_back(manifest, tmp_path / "out").values(), strict=True
    ):
        assert -4 < entry["deviation_bytes"] <= 0
        others = [each for each in documents if each not in SOURCES[entry["label"]]]
        assert len(others) <= 1
        assert all(
            any(text.startswith(each) for text in SOURCES[entry["label"]]) for each in others
        )
    assert -12 < manifest["deviation_bytes"] <= 0


def test_a_cut_goes_through_documents_of_several_parts(tmp_path):
    long = "größer und 你好 " * 200_000
    path = tmp_path / "eng.txt"
    path.write_text(long)
    size = len(long.encode())
    for wanted in (size // 2 + 1, 1 << 20, (1 << 20) + 1, 7):
        out = tmp_path / f"out{wanted}"
        mixture = Mixture(target_bytes=wanted)
        manifest = written(Corpus.from_paths(path), mixture, out, format="txt", shorten=True)
        text = (out / "eng.txt").read_text()
        assert long.startswith(text)
        assert wanted - 4 < len(text.encode()) <= wanted
        assert manifest["documents"] == 1


def test_training_on_the_files_is_training_on_the_mixture(corpus, tmp_path):
    """Exact for whole passes; within the deviation that is told for drawn documents."""
    config = TrainingConfig(320)
    twice = Mixture(bytes={label: 2 * size for label, size in SIZES.items()})
    written(corpus, twice, tmp_path / "twice", format="txt")
    read = Corpus.from_paths(tmp_path / "twice", document_separator=SEPARATOR)
    expected = train_tokenizer(corpus, config, mixture=twice)
    assert train_tokenizer(read, config).semantic_hash == expected.semantic_hash

    mixture = Mixture(alpha=0.3, seed=3)
    manifest = written(corpus, mixture, tmp_path / "drawn")
    counted = CountedCorpus(Corpus.from_paths(tmp_path / "drawn"))
    result_of(counted.train(config))
    sizes = dict(zip(counted.labels, counted.source_bytes(config), strict=True))
    assert sizes == {entry["label"]: entry["bytes"] for entry in manifest["files"]}
    resolved = mixture.resolve(list(SIZES), list(SIZES.values()))
    for row in resolved.rows:
        (entry,) = (each for each in manifest["files"] if each["label"] == row.label)
        assert entry["wanted_bytes"] == round(row.effective_bytes)
        assert sizes[row.label] == entry["wanted_bytes"] + entry["deviation_bytes"]
        assert abs(entry["deviation_bytes"]) <= 0.5 * max(
            map(len, map(str.encode, SOURCES[row.label]))
        )


def test_the_draw_is_that_of_a_training_s_sample():
    for seed in (0, 5, (1 << 63) - 1):
        hashes = document_hashes(seed, 500)
        for share in (0.1, 0.7):
            sample = DocumentSample(share, seed)
            kept = [sample.keeps(number) for number in range(500)]
            assert (hashes < np.uint64(int(share * 2**64))).tolist() == kept


def test_documents_with_the_separator_are_told(tmp_path):
    given = ["a", f"b{SEPARATOR}c", "d\n", f"\n<|endoftext|>{'x' * 5}", f"e{SEPARATOR[:-1]}"]
    corpus = Corpus.from_texts(given, "eng")
    manifest = written(corpus, None, tmp_path / "out", format="txt")
    (entry,) = manifest["files"]
    assert entry["documents_with_separator"] == 2  # the one inside, and the one before an end
    found = (tmp_path / "out" / "eng.txt").read_text().split(SEPARATOR)
    assert len(found) == len(given) + 1
    manifest = written(corpus, None, tmp_path / "other", format="txt", document_separator="\0")
    assert manifest["files"][0]["documents_with_separator"] == 0
    assert (tmp_path / "other" / "eng.txt").read_text().split("\0") == given


def test_names_of_files_are_safe_and_say_how_they_are_read(tmp_path):
    sources = {
        "a/b": ["x"],
        "a_b": ["y"],
        "A_B": ["z"],
        "..": ["w"],
        "zho_Hant": ["v"],
        "in": ["u"],
    }
    manifest = written(Corpus.from_iterator(sources), None, tmp_path / "out")
    names = {entry["label"]: entry["file"] for entry in manifest["files"]}
    assert names == {
        "a/b": "a_b.jsonl", "a_b": "a_b_2.jsonl", "A_B": "A_B_3.jsonl", "..": "source.jsonl",
        "zho_Hant": "zho_Hant.jsonl", "in": "in.jsonl",
    }  # fmt: skip
    read = {entry["label"]: entry["read_as"] for entry in manifest["files"]}
    assert (read["zho_Hant"], read["a/b"]) == ("zho_Hant", "a_b")


def test_iterators_and_the_end_of_the_corpus(tmp_path):
    corpus = Corpus.from_iterator(lambda: iter(["abc", "", "def", "ghi"]), max_chars=7)
    manifest = written(corpus, None, tmp_path / "out")
    assert read_back(manifest, tmp_path / "out") == {"text": ["abc", "def", "g"]}
    once = Corpus.from_iterator(iter(["abc"]))
    with pytest.raises(CorpusError, match=r"'text' can be read once, but a mixture is measured"):
        write_mixture(once, None, tmp_path / "once")


def test_text_that_changes_between_passes_is_refused(tmp_path):
    for others in (["abc", "defg"], ["abc"], ["abc", "def", "g"]):
        passes = iter([["abc", "def"], others])
        corpus = Corpus.from_iterator(lambda passes=passes: next(passes), label="eng")
        with pytest.raises(CorpusError, match=r"the source 'eng' changed between two passes; noth"):
            written(corpus, None, tmp_path / "out")
    path = tmp_path / "eng.jsonl"
    path.write_text('{"text": "one"}\n' * 1000)
    steps = write_mixture(Corpus.from_paths(path), None, tmp_path / "out")
    next(steps)
    path.write_text('{"text": "two"}\n' * 1000)
    with pytest.raises(CorpusError, match=r"eng\.jsonl changed while it was read"):
        result_of(steps)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["eng.jsonl"]


def test_what_cannot_be_written(corpus, tmp_path, monkeypatch):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").touch()
    with pytest.raises(ExportError, match=r"full is not empty; name another folder"):
        written(corpus, None, tmp_path / "full")
    with pytest.raises(ExportError, match=r"a is a file; name a folder for the mixture"):
        written(corpus, None, tmp_path / "full" / "a")
    with pytest.raises(ConfigError, match=r"format must be one of txt, jsonl, parquet, not 'csv'"):
        MixtureFileSettings(format="csv")
    with pytest.raises(ConfigError, match=r"need a separator; it is empty"):
        MixtureFileSettings(document_separator="")
    long = Corpus.from_texts(["a long document of many bytes"], "eng")
    with pytest.raises(ConfigError, match=r"takes 3 bytes of the source 'eng', whose nearest docu"):
        written(long, Mixture(target_bytes=3), tmp_path / "out", shorten=False)
    (entry,) = written(long, Mixture(target_bytes=3), tmp_path / "cut")["files"]
    assert (entry["bytes"], entry["deviation_bytes"]) == (3, 0)
    with pytest.raises(ConfigError, match=r"fra"):
        written(corpus, Mixture(shares={"fra": 1}), tmp_path / "out")
    with pytest.raises(CorpusError, match=r"The corpus contains no text; "):
        written(Corpus.from_texts([""]), None, tmp_path / "out")
    monkeypatch.setattr("shutil.disk_usage", lambda _path: type("Disk", (), {"free": 10}))
    with pytest.raises(
        ExportError, match=r"has [\d,]+ bytes of text, and the disk of .*out has 10"
    ):
        written(corpus, Mixture(alpha=0.5), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", ["txt", "parquet"])
def test_a_cancelled_writing_leaves_nothing(corpus, tmp_path, monkeypatch, kind):
    monkeypatch.setattr("engine.datasets.mixture_writing._STEP_BYTES", 1)
    steps = write_mixture(corpus, None, tmp_path / "out", MixtureFileSettings(format=kind))
    for step in steps:
        if step.phase == "write" and step.written > 100:
            break
    assert 0 < step.fraction < 1
    steps.close()
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_progress_goes_on_while_nothing_is_written(corpus, tmp_path, monkeypatch):
    monkeypatch.setattr("engine.datasets.mixture_writing._STEP_BYTES", 1)
    steps = list(write_mixture(corpus, Mixture(target_bytes=500), tmp_path / "out"))
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert {step.phase for step in steps} == {"hash", "measure", "write"}
    assert steps[-1].fraction == 1
    writing = [step for step in steps if step.phase == "write"]
    assert any(a.written == b.written for a, b in pairwise(writing))


def test_missing_pyarrow_is_named_before_anything_is_read(corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ExportError, match=r"written by pyarrow\. Install it with: .*pyarrow"):
        write_mixture(corpus, None, tmp_path / "out", MixtureFileSettings(format="parquet"))
    assert not Path(tmp_path / "out").exists()
