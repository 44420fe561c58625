"""Parts of files, read by themselves, give what the whole file gives."""

from __future__ import annotations

import random
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from engine.cluster.pieces import planned_pieces
from engine.cluster.problems import joined_problems
from engine.cluster.worker import PieceFacts
from engine.corpus import Corpus, file_parts
from engine.counting import CountsRules, counted_rows
from engine.settings import ReadingOptions
from engine.splitting import Splitter
from engine.text import Normalization

RULES = CountsRules.for_pattern("gpt2")
PARTS = 3_000


def text(seed: int, n_words: int, between: str = " ") -> str:
    rng = random.Random(seed)
    words = ["".join(rng.choices("abcé的一e\u0301", k=rng.randint(1, 8))) for _ in range(300)]
    return "".join(
        rng.choice(words) + rng.choice((between, " ", "  ", "\n", "")) for _ in range(n_words)
    )


def check_parts(corpus: Corpus, rules: CountsRules = RULES, least: int = 3) -> None:
    """The pieces of a corpus have the rows, positions, numbers and problems of all of it."""
    whole = counted_rows(corpus, rules)
    pieces = list(planned_pieces(corpus, Splitter(rules.pattern), rules.normalization, PARTS))
    assert len(pieces) >= least
    tables, facts, documents, begins = [], [], 0, 0
    for piece in pieces:
        found = counted_rows(piece.corpus, rules)
        place = found.table.schema.get_field_index("first")
        moved = pa.compute.add(found.table["first"], begins)
        tables.append(found.table.set_column(place, found.table.schema.field("first"), moved))
        begins += sum(found.bytes.values())
        documents += sum(found.documents.values()) - piece.begins_inside
        numbers = {path: i for i, path in enumerate(piece.paths)}
        problems = tuple((numbers[each.path], each) for each in found.problems)
        facts.append(
            PieceFacts(
                found.bytes, found.documents, found.unmatched_bytes, problems, 0, piece.paths
            )
        )
    grouped = (
        pa.concat_tables(tables)
        .group_by(["label", "pretoken"])
        .aggregate([("count", "sum"), ("first", "min")])
    )
    order = [("label", "ascending"), ("pretoken", "ascending")]
    summed, expected = grouped.sort_by(order), whole.table.sort_by(order)
    for name, other in (
        ("pretoken", "pretoken"), ("count", "count_sum"), ("first", "first_min")
    ):  # fmt: skip
        assert expected[name].to_pylist() == summed[other].to_pylist(), name
    assert begins == sum(whole.bytes.values())
    assert documents == sum(whole.documents.values())
    assert joined_problems(facts) == list(whole.problems)


@pytest.mark.parametrize("form", [None, "nfc", "nfkc"])
@pytest.mark.parametrize("pattern", ["gpt2", "o200k"])
def test_a_file_that_is_one_document(
    tmp_path: Path, pattern: str, form: Normalization | None
) -> None:
    (tmp_path / "a.txt").write_text(text(1, 6000), encoding="utf-8")
    check_parts(Corpus.from_paths([tmp_path / "a.txt"]), CountsRules.for_pattern(pattern, form))


@pytest.mark.parametrize("separator", ["\n\n", "aa", "<|end|>", "的一"])
def test_a_file_with_a_separator(tmp_path: Path, separator: str) -> None:
    """Also one that may overlap itself, and documents without text."""
    content = text(2, 6000, separator) + 3 * separator + text(3, 900, separator * 2)
    (tmp_path / "a.txt").write_bytes(content.encode())
    check_parts(Corpus.from_paths([tmp_path / "a.txt"], document_separator=separator))


def test_what_was_repaired_is_told_as_of_the_whole_file(tmp_path: Path) -> None:
    rng = random.Random(4)
    content = bytearray(b"\xef\xbb\xbf" + text(4, 12000).encode())
    for _ in range(150):  # more than are listed with their places
        content[rng.randrange(3, len(content))] = rng.choice((0xFF, 0xC3, 0, 0x80))
    (tmp_path / "a.txt").write_bytes(bytes(content))
    check_parts(Corpus.from_paths([tmp_path / "a.txt"]), least=2)
    check_parts(Corpus.from_paths([tmp_path / "a.txt"], document_separator="\n"))


def test_parquet_is_divided_between_row_groups(tmp_path: Path) -> None:
    rows = [None if n % 50 == 7 else "" if n % 31 == 3 else text(n, 60) for n in range(200)]
    table = pa.table({"text": rows, "other": list(range(200))})
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=9)
    check_parts(Corpus.from_paths([tmp_path / "a.parquet"]))


def test_small_files_are_read_together(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"eng-{number:02}.txt").write_text(text(number, 60), encoding="utf-8")
    corpus = Corpus.from_paths([tmp_path])
    check_parts(corpus)
    pieces = list(planned_pieces(corpus, Splitter(RULES.pattern), None, PARTS))
    assert len(pieces) < 20


@pytest.mark.parametrize(
    "reading",
    [
        ReadingOptions(max_chars=5000),
        ReadingOptions(max_document_chars=5000),
        ReadingOptions(encoding_errors="skip"),
        ReadingOptions(cut_at=("<|end|>",)),
    ],
)
def test_what_only_the_beginning_decides_is_not_divided(
    tmp_path: Path, reading: ReadingOptions
) -> None:
    (tmp_path / "a.txt").write_text(text(1, 6000), encoding="utf-8")
    splitter = Splitter(RULES.pattern)
    assert file_parts(tmp_path / "a.txt", ReadingOptions(), splitter, None, PARTS)
    assert file_parts(tmp_path / "a.txt", reading, splitter, None, PARTS) == []


def test_a_corpus_that_ends_early_is_one_piece(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(text(1, 6000), encoding="utf-8")
    corpus = Corpus.from_paths([tmp_path / "a.txt", tmp_path / "b.txt"], max_chars=9000)
    (piece,) = planned_pieces(corpus, Splitter(RULES.pattern), None, PARTS)
    assert counted_rows(piece.corpus, RULES).table.equals(counted_rows(corpus, RULES).table)
