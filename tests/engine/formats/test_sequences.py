"""Sequences of splits: each expression cuts what the one before left, piece by piece."""

from __future__ import annotations

import json

import numpy as np
import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Corpus, PatternError, Splitter, TrainingConfig, preset_pattern, train_tokenizer
from engine.errors import ExportError
from engine.formats.pattern_dialects import rewrite_pattern
from engine.formats.writing.export_formats import ExportOptions
from engine.formats.writing.tiktoken import tiktoken_files
from engine.formats.writing.tokenizer_json import tokenizer_json_files
from engine.splitting import automaton_cutter, splitter
from engine.splitting.preset_patterns import pattern_stages
from resources import sample_corpus_folder
from tests.reference_bpe import pretokens_of
from tests.texts import many_texts, some_texts

SEQUENCES = ("deepseek-v3", "starcoder")
DEEPSEEK_CODER = (
    r"[\r\n](?#then)\s?[A-Za-zµÀ-ÖØ-öø-ƺ]+(?#then)\s?[!-/:-~！-／：-～‘-‟　-。]+(?#then)\s+$"
    r"(?#then)[一-龥ࠀ-一가-퟿]+(?#then)\p{N}+"
)
TRICKY = "aB1२½ \n\r\t'.,、漢カ・ー゛한\u0301\u200d👩\x00é-"


def sample(label: str, size: int = 4000) -> str:
    return (sample_corpus_folder() / f"{label}.txt").read_text("utf-8")[:size]


@pytest.mark.parametrize(
    ("pattern", "text", "pieces"),
    [
        ("starcoder", "ab 12 's", ["ab", " ", "1", "2", " '", "s"]),
        ("deepseek-v3", "ab 1234漢字カ・ナ。", ["ab", " ", "123", "4", "漢字カ", "・", "ナ", "。"]),
        (r"\d+(?#then)a|1", "a12ab", ["a", "1", "2", "a", "b"]),
        (r"\d+(?#then)\w+(?!\S)", "a12 b", ["a", "12", " ", "b"]),
        (r"b(?#then)\s+$|a+", "aa b a", ["aa", " ", "b", " ", "a"]),
    ],
)
def test_each_piece_is_cut_by_itself(pattern, text, pieces):
    """The end of a piece is the end of its text, for lookaheads and `$` as well."""
    assert Splitter(pattern).split(text) == pieces


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [*SEQUENCES, DEEPSEEK_CODER])
def test_sequences_equal_the_reference(pattern):
    splitter = Splitter(pattern)
    assert (splitter.kind, splitter.fallback_reason) == ("automaton", None)
    for text in many_texts():
        assert [piece.encode() for piece in splitter.split(text)] == pretokens_of(
            text, splitter.pattern
        )


stages = st.sampled_from(
    [
        r"\d",
        r"\d{1,2}",
        "[漢カー・]+",
        r"\w+(?!\S)",
        r"\s+$|a",
        r"\S+|\s+",
        r"(?<=1)2|a",
        "é|\n",
        ".",
    ]
)


@settings(max_examples=500, deadline=None)
@given(
    expressions=st.lists(stages, min_size=2, max_size=4),
    texts=st.lists(st.text(TRICKY, max_size=20), max_size=6),
)
def test_random_sequences(expressions, texts):
    """Documents that lie one after another, each cut by itself, matched where a stage matched."""
    pattern = "(?#then)".join(expressions)
    splitter = Splitter(pattern)
    data = "".join(texts).encode()
    bounds = np.cumsum([0, *(len(text.encode()) for text in texts)])
    blocks = list(splitter.span_blocks(data, bounds))
    found = [data[a:b] for block in blocks for a, b in block.spans.tolist()]
    assert found == [piece for text in texts for piece in pretokens_of(text, pattern)]
    spans, matched = splitter.spans_with_flags(data)
    unmatched = {tuple(span) for span in spans[~matched].tolist()}
    whole = data.decode()
    left = {(0, len(data))} if data else set()
    for expression in expressions:
        left = gaps(expression, data, left)
    assert unmatched == left, whole


def gaps(expression: str, data: bytes, pieces: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Of stretches that nothing matched so far, what this expression does not match either."""
    splitter = Splitter(expression)
    left = set()
    for start, end in pieces:
        spans, matched = splitter.spans_with_flags(data[start:end])
        left |= {(start + a, start + b) for a, b in spans[~matched].tolist()}
    return left


def test_blocks_of_stages_change_nothing(monkeypatch):
    text = sample("jpn") + sample("code_python") + "12 漢 \n" * 500
    whole = {name: Splitter(name).split(text) for name in SEQUENCES}
    monkeypatch.setattr(automaton_cutter, "_BLOCK_SPANS", 7)
    for name in SEQUENCES:
        assert Splitter(name).split(text) == whole[name]


def test_a_stage_without_an_automaton_is_named():
    splitter = Splitter(r"\p{N}(?#then)(?<=a)b|\s+")
    assert splitter.kind == "regex"
    assert splitter.fallback_reason == "the group (?<= in part 2"
    assert splitter.split("ab 1b") == ["a", "b", " ", "1", "b"]
    assert splitter.sure_cut(b"ab12 ", 0) == 2  # digits stand apart whatever comes later
    assert Splitter(r"(?<=a)b(?#then)\p{N}").sure_cut(b"ab12 ", 0) == 5


def sure_cuts(splitter: Splitter, data: bytes) -> list[int]:
    cuts, at = [], 0
    while (at := splitter.sure_cut(data, at)) < len(data):
        cuts.append(at)
        at += 1
    return cuts


def assert_sure(splitter: Splitter, data: bytes, cuts: list[int]) -> None:
    whole = splitter.spans(data).tolist()
    for cut in cuts:
        left, right = splitter.spans(data[:cut]), splitter.spans(data[cut:]) + cut
        assert left.tolist() + right.tolist() == whole, (data, cut)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [*SEQUENCES, DEEPSEEK_CODER])
@pytest.mark.parametrize("label", ["eng", "zho", "jpn", "hin", "code_python"])
def test_prose_has_sure_cuts_in_sequences(pattern, label):
    splitter, data = Splitter(pattern), sample(label, 1500).encode()
    cuts = sure_cuts(splitter, data)
    assert len(cuts) >= 5
    assert_sure(splitter, data, cuts)


@settings(max_examples=500, deadline=None)
@given(
    expressions=st.lists(stages, min_size=2, max_size=4).map("(?#then)".join)
    | st.sampled_from([preset_pattern(name) for name in SEQUENCES]),
    text=st.text(TRICKY, max_size=30),
)
def test_sure_cuts_of_sequences_change_no_span(expressions, text):
    splitter, data = Splitter(expressions), text.encode()
    assert_sure(splitter, data, sure_cuts(splitter, data))


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=60), name=st.sampled_from(SEQUENCES))
def test_broken_utf8_in_sequences(data, name):
    splitter = Splitter(name)
    spans = splitter.spans(data).tolist()
    assert b"".join(data[a:b] for a, b in spans) == data
    assert_sure(splitter, data, sure_cuts(splitter, data))


def test_windows_of_the_search_for_sure_cuts_change_nothing(monkeypatch):
    data = (sample("jpn") + sample("hin") + "é" * 300 + " 1").encode()
    whole = {name: sure_cuts(Splitter(name), data) for name in SEQUENCES}
    monkeypatch.setattr(splitter, "_WINDOW_BYTES", 13)
    for name in SEQUENCES:
        assert sure_cuts(Splitter(name), data) == whole[name]


@pytest.mark.parametrize(
    ("pattern", "expressions"),
    [
        ("a(?#then)b", ["a", "b"]),
        (r"a\(?#then)b", [r"a\(?#then)b"]),
        ("[(?#then)]", ["[(?#then)]"]),
        ("[]a(?#then)]b(?#then)c", ["[]a(?#then)]b", "c"]),
        ("a(?#then b)c", ["a(?#then b)c"]),
        ("(?#x(?#then)b", ["(?#x(?#then)b"]),
    ],
)
def test_where_the_mark_counts(pattern, expressions):
    found = pattern_stages(pattern)
    assert [stage.expression for stage in found] == expressions
    assert all(pattern[stage.position :].startswith(stage.expression) for stage in found)


@pytest.mark.parametrize(
    ("pattern", "position", "words"),
    [
        ("a(?#then)", 9, "no expression at position 9"),
        ("(?#then)a", 0, "no expression at position 0"),
        ("(a(?#then)b)", 2, "inside a group"),
        (r"\p{N}(?#then)(a", 15, "missing \\)"),
        (r"\p{N}(?#then)*a", 13, "nothing to repeat"),
        (r"\p{N}(?#then)(?!)", 13, "never matches"),
        (r"a(?#then)((a{300}){300}){300}", 9, "written out"),
    ],
)
def test_faults_are_found_in_the_whole_pattern(pattern, position, words):
    with pytest.raises(PatternError, match=words) as refusal:
        Splitter(pattern)
    assert refusal.value.pattern == pattern
    assert refusal.value.position == position or (position == 0 and not refusal.value.position)


@pytest.fixture(scope="module", params=SEQUENCES)
def trained(request):
    texts = [sample("eng"), sample("jpn"), sample("code_python"), "in 1984 and 2001, 12,5 %"]
    config = TrainingConfig(500, pattern=request.param, special_tokens=("<|end|>",))
    return train_tokenizer(Corpus.from_texts(texts), config)


def test_tokenizer_json_is_a_sequence_of_splits_with_identical_ids(trained):
    document = tokenizer_json_files(trained, ExportOptions(), None)["tokenizer.json"]
    steps = json.loads(document)["pre_tokenizer"]["pretokenizers"]
    n_stages = len(pattern_stages(trained.pattern))
    cutting = [step for step in steps if step.get("use_regex", True)]
    assert len(cutting) == n_stages
    assert steps[-1]["type"] == "ByteLevel"
    loaded = tokenizers.Tokenizer.from_str(document.decode())
    for text in some_texts(3):
        assert loaded.encode(text).ids == trained.encode(text, special="parse"), repr(text)


def test_our_own_file_keeps_the_sequence(trained, tmp_path):
    path = tmp_path / "saved.twb"
    trained.save(path)
    loaded = type(trained).load(path)
    assert loaded.pattern == trained.pattern
    assert loaded.encode("漢字カ 12 'll") == trained.encode("漢字カ 12 'll")


def test_tiktoken_cannot_hold_a_sequence(trained):
    n_stages = len(pattern_stages(trained.pattern))
    with pytest.raises(ExportError, match=f"a sequence of {n_stages} splits; tiktoken has one"):
        tiktoken_files(trained, "saved")
    with pytest.raises(PatternError, match="cannot be written as one expression"):
        rewrite_pattern(trained.pattern, "fancy-regex")


@pytest.mark.parametrize(
    ("pattern", "covers"),
    [
        (r"\p{L}+(?#then)\d", False),
        (r"\p{L}+|\P{L}+(?#then)\d", True),
        (r"\d(?#then)\p{L}+|\P{L}+", True),
        (r"(?<=a)b|(?s:.)(?#then)\d", False),
    ],
)
def test_a_sequence_leaves_nothing_where_one_of_its_parts_does(pattern, covers):
    splitter = Splitter(pattern)
    assert splitter.leaves_nothing is covers
    if covers:
        assert splitter.spans_with_flags("ab 12 \u0301é!".encode())[1].all()
