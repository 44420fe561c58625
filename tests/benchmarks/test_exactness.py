"""The programs that compare spans, counts and ids find what is equal, and what is not."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from backports.zstd import compress

from benchmarks import exact_counts, exact_splits
from benchmarks.exact_texts import strings
from benchmarks.identical_ids import WARM, WAYS, Comparison, _compare
from engine.encoding import Tokenizer
from engine.splitting import Splitter
from tests.reference_bpe import encode, pretokens_of

MERGES = [(0x61, 0x62), (256, 256), (0x20, 0x61)]
PATTERN = r"\p{L}+|\s+"


def run(program, monkeypatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["program", *words])
    status = program.main()
    assert isinstance(status, int)
    return status


def test_strings_are_of_every_kind_and_the_same_for_a_seed():
    texts = [text for batch in strings(60, seed=1) for text in batch]
    assert texts == [text for batch in strings(60, seed=1) for text in batch]
    assert len(texts) == 60
    assert max(map(len, texts)) > 4000 > 20 > min(map(len, texts))
    with pytest.raises(UnicodeDecodeError):
        b" ".join(texts).decode()


def test_ends_of_regex_count_bytes():
    """What a match leaves out is a span, and a byte that is no character has one byte."""
    ends = exact_splits.ends_of_regex(
        exact_splits.expressions_of(PATTERN), [b"\xff\xc3\xa9a ", "🚀x".encode()]
    )
    assert ends.tolist() == [1, 4, 5, 9, 10]


def test_spans_are_compared_in_every_way(monkeypatch, capsys):
    words = ["--no-corpus", "--strings=45", "--preset=gpt2", f"--pattern={PATTERN}", "--levels"]
    assert run(exact_splits, monkeypatch, *words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("strings: gpt2 (automaton)")
    assert lines[0].endswith(" 4 ways, 0 batches refused: equal")
    assert PATTERN in lines[1]
    assert lines[1].endswith(" 3 ways, 0 batches refused: equal")
    right = exact_splits.ends_by_way

    def wrong(splitter, data, bounds):
        for way, ends in right(splitter, data, bounds):
            yield way, ends[1:] if way == "documents in lanes" and len(ends) > 1 else ends

    monkeypatch.setattr(exact_splits, "ends_by_way", wrong)
    assert run(exact_splits, monkeypatch, *words) == 1
    assert "DIFFERS documents in lanes: at byte" in capsys.readouterr().out


def test_ways_leave_the_tables_of_a_splitter_as_they_were():
    splitter = Splitter("gpt2")
    known = splitter.scan_tables
    ways = [way for way, _ in exact_splits.ends_by_way(splitter, b"a b", np.array([0, 3]))]
    assert ways == ["documents", "documents in lanes", "documents by the automaton", "joined"]
    assert splitter.scan_tables is known


def test_counts_are_compared_by_array(monkeypatch, capsys, tmp_path: Path):
    (tmp_path / "eval").mkdir()
    for name, text in (("a", "don't stop don't"), ("b", "stop, don't é")):
        (tmp_path / "eval" / f"{name}.txt.zst").write_bytes(compress(text.encode()))
    words = [f"--corpus={tmp_path}", "--preset=gpt2"]
    assert run(exact_counts, monkeypatch, *words) == 0
    said = "gpt2: 30 bytes, 2 sources, 10 pre-tokens, 7 distinct: "
    assert capsys.readouterr().out == f"{said}equal\n"
    right = exact_counts._as_arrays

    def wrong(*arguments):
        arrays = right(*arguments)
        return arrays | {"first_positions": arrays["first_positions"] + 1}

    monkeypatch.setattr(exact_counts, "_as_arrays", wrong)
    assert run(exact_counts, monkeypatch, *words) == 1
    differs = "DIFFERS in first_positions on 1 threads, first_positions on 2 threads\n"
    assert capsys.readouterr().out == said + differs


def test_ids_are_compared_in_every_way():
    own = Tokenizer(np.array(MERGES, np.uint32), pattern="gpt2", special_tokens={"<|end|>": 259})

    def library(texts):
        return [
            [token for piece in pretokens_of(text, own.pattern) for token in encode(piece, MERGES)]
            for text in texts
        ]

    right = Comparison(
        "right", own, library, parsed=lambda texts: own.encode_batch(texts, special="parse")
    )
    wrong = Comparison("wrong", own, lambda texts: [[*ids, 0] for ids in library(texts)])
    texts = ["abab ab", "", "a é ababab"]
    _compare([right, wrong], texts, np.random.default_rng(1))
    assert right.differences == []
    assert (right.texts, right.bytes > 60) == (6, True)
    assert {way for way, _ in wrong.differences} == set(WAYS)
    assert right.ids > len(WARM) * right.tokens
