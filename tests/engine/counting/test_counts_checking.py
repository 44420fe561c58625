"""Folders of counts that others made: what is wrong is named by file, row, column and value."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from engine.corpus import Corpus
from engine.counting import (
    CountsCheck,
    CountsRules,
    check_counts,
    merge_counts,
    open_counts,
    write_counts,
)
from engine.errors import CorpusError
from engine.machine import result_of
from engine.settings import TrainingConfig
from engine.training import train_tokenizer

GPT2 = CountsRules.for_pattern("gpt2")
BIG = 1 << 62
ROWS = {"pretoken": [b"the", b" cat", b"the"], "label": ["eng", "eng", "deu"], "count": [5, 3, 2]}


def made_by_others(place: Path, **columns: object) -> Path:
    place.mkdir(exist_ok=True)
    table = pa.table({name: values for name, values in (ROWS | columns).items() if values})
    parquet.write_table(table, place / "000.parquet")
    return place


def checked(place: Path, rules: CountsRules | None = GPT2) -> CountsCheck:
    return result_of(check_counts(place, rules))


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"count": [5, -3, 2]}, "row 2, column count: -3 is no count"),
        ({"count": [5, 3, 0]}, "row 3, column count: 0 is no count"),
        ({"count": [5, BIG, 2]}, f"row 2, column count: {BIG} is too large"),
        ({"count": pa.array([5, 1 << 63, 2], pa.uint64())}, "row 2, column count: 9223372036"),
        ({"count": [5, None, 2]}, "row 2, column count: the value is null"),
        ({"count": [BIG - 1, BIG - 1, 2]}, "The counts of eng add up to more than 2^62"),
        ({"count": [5.0, 3.0, 2.5]}, "the column count contains double"),
        ({"count": ["5", "3", "2"]}, "the column count contains string"),
        ({"pretoken": [b"the", b"", b"x"]}, "row 2, column pretoken: the pre-token is empty"),
        ({"pretoken": [b"the", None, b"x"]}, "row 2, column pretoken: the value is null"),
        ({"pretoken": [1, 2, 3]}, "the column pretoken contains int64"),
        ({"pretoken": None}, "needs one column pretoken; it has label, count"),
        ({"label": None}, "needs one column label"),
        ({"label": ["eng", "", "deu"]}, "row 2, column label: b'' is no label"),
        ({"label": ["eng", None, "deu"]}, "row 2, column label: the value is null"),
        ({"label": ["eng", "x" * 5000, "deu"]}, "row 2, column label: b'xxxx"),
        ({"first": [0, -1, 3]}, "row 2, column first: -1 is no position"),
        ({"first": ["0", "1", "2"]}, "the column first contains string"),
        (
            {"pretoken": [b"the", b"the", b"the"]},
            "row 2, column pretoken: b'the' of the label eng is also in 000.parquet, row 1",
        ),
    ],
)
def test_the_first_bad_row_is_named(tmp_path: Path, columns: dict[str, object], words: str) -> None:
    found = checked(made_by_others(tmp_path / "counts", **columns))
    assert found.error is not None
    assert words in found.error
    assert "000.parquet" in found.error or "eng" in found.error
    assert found.folder is None


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"pretoken": ["the", " cat", "the"]},
        {"pretoken": pa.array(["the", " cat", "the"]).dictionary_encode()},
        {"pretoken": pa.array(["the", " cat", "the"], pa.large_string())},
        {"label": pa.array(["eng", "eng", "deu"]).dictionary_encode()},
        {"count": pa.array([5, 3, 2], pa.uint8())},
        {"first": [0, 3, 0]},
        {"first": pa.nulls(3)},
    ],
)
def test_what_other_programs_write_is_read(tmp_path: Path, columns: dict[str, object]) -> None:
    found = checked(made_by_others(tmp_path / "counts", **columns))
    assert (found.error, found.warnings) == (None, ())
    assert found.folder is not None
    eng = found.folder.manifest.labels["eng"]
    assert (eng.rows, eng.pretokens, eng.bytes, eng.has_first) == (
        2, 8, 27, "first" in columns and columns["first"] == [0, 3, 0],
    )  # fmt: skip


def test_a_folder_without_manifest_needs_a_pattern(tmp_path: Path) -> None:
    place = made_by_others(tmp_path / "counts")
    found = checked(place, None)
    assert found.error is not None
    assert "has no manifest" in found.error
    with pytest.raises(CorpusError, match="has no manifest"):
        open_counts(place)
    (place / "_temporary").mkdir()
    with pytest.raises(CorpusError, match="half written"):
        open_counts(place)


def test_rows_that_the_pattern_cannot_give_are_doubtful(tmp_path: Path) -> None:
    odd = [b"the cat", b" cat", b"\xff\xfe"]
    found = checked(made_by_others(tmp_path / "counts", pretoken=odd))
    assert found.error is None
    assert len(found.warnings) == 2
    assert "1 pre-token is not what the split pattern gives: b'the cat'" in found.warnings[0]
    assert "1 pre-token is invalid UTF-8: b'\\xff\\xfe'" in found.warnings[1]


def test_first_positions_in_some_rows_only_are_told(tmp_path: Path) -> None:
    found = checked(made_by_others(tmp_path / "counts", first=[0, 3, None], label=["e"] * 3,
                                   pretoken=[b"a", b"b", b"c"]))  # fmt: skip
    assert found.error is None
    assert not found.warnings or "first positions in some rows" in found.warnings[0]


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    corpus = Corpus.from_texts(["the cat and the dog " * 30], "eng")
    return result_of(write_counts(corpus, tmp_path / "ours", GPT2)).path


def test_our_own_folder_has_no_fault(ours: Path) -> None:
    for rules in (None, GPT2):
        found = checked(ours, rules)
        assert (found.error, found.warnings) == (None, ())


def remove_part(place: Path) -> None:
    next(place.glob("part-*")).unlink()


def cut_part(place: Path) -> None:
    part = next(place.glob("part-*"))
    part.write_bytes(part.read_bytes()[:-9])


def change_part(place: Path) -> None:
    part = next(place.glob("part-*"))
    content = bytearray(part.read_bytes())
    content[len(content) // 3] ^= 1
    part.write_bytes(content)


def spoil_manifest(place: Path) -> None:
    (place / "counts.json").write_text("{")


def claim_more_rows(place: Path) -> None:
    path = place / "counts.json"
    facts = json.loads(path.read_text())
    facts["labels"]["eng"]["rows"] += 1
    path.write_text(json.dumps(facts))


def claim_more_bytes(place: Path) -> None:
    path = place / "counts.json"
    facts = json.loads(path.read_text())
    facts["labels"]["eng"]["bytes"] += 1
    path.write_text(json.dumps(facts))


def point_elsewhere(place: Path) -> None:
    path = place / "counts.json"
    facts = json.loads(path.read_text())
    facts["parts"][0]["name"] = "../elsewhere.parquet"
    path.write_text(json.dumps(facts))


def remove_manifest(place: Path) -> None:
    (place / "counts.json").unlink()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (remove_part, "is not whole: part-00000.parquet is missing"),
        (cut_part, "bytes and was written with"),
        (change_part, "its SHA-256 differs"),
        (spoil_manifest, "is damaged or not a manifest"),
        (claim_more_rows, "rows of the label eng, and its manifest says"),
        (claim_more_bytes, "bytes, and its manifest says"),
        (point_elsewhere, "is damaged or not a manifest"),
        (remove_manifest, "has no manifest"),
    ],
)
def test_damage_to_a_folder_is_named(
    ours: Path, damage: Callable[[Path], None], words: str
) -> None:
    damage(ours)
    error = checked(ours, None).error
    assert error is not None
    assert words in error


def test_a_training_refuses_what_is_not_whole(ours: Path, tmp_path: Path) -> None:
    corpus = Corpus.from_paths([ours])
    config = TrainingConfig(260)
    for damage, words in (
        (remove_part, "is missing"),
        (cut_part, "was written with"),
        (claim_more_rows, "belongs to another manifest"),
        (spoil_manifest, "is damaged or not a manifest"),
    ):
        kept = tmp_path / damage.__name__
        shutil.copytree(ours, kept)
        damage(ours)
        with pytest.raises(CorpusError, match=words):
            train_tokenizer(corpus, config)
        shutil.rmtree(ours)
        shutil.copytree(kept, ours)
    train_tokenizer(corpus, config)
    shutil.rmtree(ours / "labels")
    with pytest.raises(CorpusError, match="contains no labels"):
        Corpus.from_paths([ours])


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (CountsRules.for_pattern("llama3"), "split pattern gpt2, not with llama3"),
        (CountsRules.for_pattern("gpt2", "NFC"), "normalization none, not with NFC"),
        (
            CountsRules.for_pattern("gpt2", cut_at=("<|x|>",)),
            r"special tokens: none; asked for: <\|x",
        ),
        (
            CountsRules(GPT2.pattern, unicode=("15.0", None)),
            "Unicode tables 16.0, and this version",
        ),
        (
            CountsRules(GPT2.pattern, counting=0, unicode=GPT2.unicode),
            "another version of counting",
        ),
    ],
)
def test_counts_of_other_rules_are_refused(ours: Path, rules: CountsRules, words: str) -> None:
    error = checked(ours, rules).error
    assert error is not None
    import re

    assert re.search(words, error)


def test_training_with_another_pattern_is_refused(ours: Path) -> None:
    with pytest.raises(CorpusError, match="split pattern gpt2, not with o200k"):
        train_tokenizer(Corpus.from_paths([ours]), TrainingConfig(260, pattern="o200k"))


@pytest.mark.parametrize(
    ("options", "setting"),
    [({"max_chars": 100}, "max_chars"), ({"max_document_chars": 9}, "max_document_chars")],
)
def test_counts_cannot_be_capped(ours: Path, options: dict[str, int], setting: str) -> None:
    corpus = Corpus.from_paths([ours], max_chars=options.get("max_chars"),
                               max_document_chars=options.get("max_document_chars"))  # fmt: skip
    with pytest.raises(CorpusError, match=f"contains counts, so {setting} cannot"):
        train_tokenizer(corpus, TrainingConfig(260))


def test_a_small_file_that_becomes_large_is_refused(tmp_path: Path) -> None:
    """A dictionary of one long pre-token, in many rows of few bytes."""
    place = tmp_path / "counts"
    place.mkdir()
    n = 1 << 12
    long = pa.DictionaryArray.from_arrays(pa.array([0] * n, pa.int32()), [b"x" * (1 << 20)])
    table = pa.table({"pretoken": long, "label": ["eng"] * n, "count": [1] * n})
    parquet.write_table(table, place / "bomb.parquet")
    assert (place / "bomb.parquet").stat().st_size < 1 << 21
    found = checked(place)
    assert found.error is not None
    assert "need more than 1 GB" in found.error


def test_what_others_made_becomes_a_folder_of_ours(tmp_path: Path) -> None:
    found = checked(made_by_others(tmp_path / "counts"))
    assert found.folder is not None
    merged = result_of(merge_counts([found.folder], tmp_path / "merged"))
    assert checked(merged.path, None).error is None
    tokenizer = train_tokenizer(Corpus.from_paths([merged.path]), TrainingConfig(258))
    assert tokenizer.vocabulary[256] == b"he"
