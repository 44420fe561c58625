"""What is remembered of files: exactly what reading finds, and nothing of a file that changed."""

from __future__ import annotations

import json
import os
import time

import pytest

from engine.corpus.file_search import content_state
from engine.settings.sources import ReadingOptions
from workbench.corpus import source_scan
from workbench.corpus.source_scan import (
    DocumentOptions,
    FileScan,
    FileToScan,
    ScanMemos,
    known_scan,
    scan_files,
)

OPTIONS = DocumentOptions()


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def file(tmp_path, home):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text": "one <|endoftext|>"}\n{"body": "x"}\n{"text": "caf\xe9"}\n')
    return aged(path)


def aged(path):
    past = time.time() - 60
    os.utime(path, (past, past))
    return path


def scanned(*files, options=OPTIONS) -> list[FileScan]:
    steps = list(scan_files(files, options))
    return [step.payload for step in steps if isinstance(step.payload, FileScan)]


def test_a_kept_scan_equals_reading_in_every_field(file):
    to_scan = FileToScan(file)
    assert known_scan(to_scan, OPTIONS) is None
    [read] = scanned(to_scan)
    assert read.problems
    assert read.look_alikes
    assert read.fields
    assert known_scan(to_scan, OPTIONS) == read
    assert scanned(to_scan) == [read]


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_bytes(path.read_bytes() + b'{"text": "more"}\n'),
        lambda path: os.utime(path, (1, 1)),
        lambda path: path.unlink(),
    ],
    ids=["longer", "other time", "gone"],
)
def test_a_file_that_changed_is_not_known(file, change):
    scanned(FileToScan(file))
    change(file)
    assert known_scan(FileToScan(file), OPTIONS) is None


def test_another_way_of_reading_is_another_scan(file):
    scanned(FileToScan(file))
    assert known_scan(FileToScan(file, ReadingOptions(text_field="body")), OPTIONS) is None
    assert known_scan(FileToScan(file), DocumentOptions(max_document_chars=2)) is None


def test_a_file_of_just_now_is_not_kept(file):
    file.touch()
    scanned(FileToScan(file))
    assert known_scan(FileToScan(file), OPTIONS) is None


def test_a_file_that_cannot_be_used_is_read_again(tmp_path, home):
    path = tmp_path / "damaged.txt.gz"
    path.write_bytes(b"no gzip at all")
    aged(path)
    [scan] = scanned(FileToScan(path))
    assert scan.error
    assert known_scan(FileToScan(path), OPTIONS) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"state": 1}', None])
def test_a_damaged_memo_counts_as_none(file, home, damage):
    [read] = scanned(FileToScan(file))
    [memo] = (home / "cache/scans").glob("*.json")
    if damage is None:  # one number of it is another
        kept = json.loads(memo.read_bytes())
        kept["facts"]["documents"] += 1
        damage = json.dumps(kept).encode()
    memo.write_bytes(damage)
    assert known_scan(FileToScan(file), OPTIONS) is None
    assert scanned(FileToScan(file)) == [read]
    assert known_scan(FileToScan(file), OPTIONS) == read


def test_a_cache_that_cannot_be_written_costs_nothing_but_reading(file, home):
    home.mkdir()
    (home / "cache").write_text("in the way")
    [read] = scanned(FileToScan(file))
    assert scanned(FileToScan(file)) == [read]


def test_the_oldest_memos_go_when_there_are_too_many(tmp_path, monkeypatch, file):
    monkeypatch.setattr(source_scan, "MOST_MEMOS", 4)
    memos = ScanMemos(tmp_path / "memos")
    for number in range(5):
        memos.keep(file, str(number), content_state(file), {"n": number})
    memos.forget_oldest()
    assert len(list((tmp_path / "memos").iterdir())) == 2
