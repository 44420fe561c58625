"""Automata of patterns with lookaheads of any length against the `regex` module."""

from __future__ import annotations

from itertools import chain, pairwise

import numpy as np
import pytest
import regex
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from engine.errors import PatternError
from engine.splitting import alternatives as alternative_finder
from engine.splitting.alternatives import AlternativeFinder
from engine.splitting.automaton_cache import automaton_cache_folder
from engine.splitting.automaton_subset import Unsupported
from engine.splitting.lookahead import CompiledLookaheads, compile_lookaheads
from engine.splitting.splitter import Splitter
from tests import reference_bpe
from tests.reference_bpe import pretokens_of

WORDS = r"[^\r\n\p{L}\p{N}]?\p{L}+| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
FROM_THE_RIGHT = [
    r"\d{1,3}(?=(\d{3})*\b)",
    r"\d{1,3}(?=(?:\d{3})*(?!\d))",
    r"\p{N}{1,3}(?=(?:\p{N}{3})*(?:\P{N}|$))",
    rf"\p{{N}}{{1,3}}(?=(?:\p{{N}}{{3}})*(?!\p{{N}}))|{WORDS}",
    rf"(?i:'s|'t)|\d{{1,3}}(?=(?:\d{{3}})*\b)|\p{{N}}|{WORDS}",
    r"\p{N}+?(?=(?:\d{3})+(?!\d))|\p{N}+",
    r"\p{N}+(?#then)\p{N}+?(?=(?:\d{3})+(?!\d))|\p{N}+",
    r"\p{N}{1,60}?(?=(?>(?:\d{3}){1,20})(?!\d))|\p{N}{1,60}",
]
TEXTS = [
    "1234567 12 123 1234 x12345y 1234567890\n", "1" * 400 + "x", "", "9", "1234\n",
    "٣٣٣٣٣ ½½½½ 1²34", "1,234,567.891e-10% \uff11\uff12\uff13\uff14\uff15", "a\u0301" * 70 + "4444",
    "\U0001f600123456\U0001f1e9 7" * 40, "year 2024, 20242025 of 123456-7890;_12345_",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("pattern", FROM_THE_RIGHT)
def test_digits_in_groups_from_the_right_are_cut_by_automata(pattern):
    splitter = Splitter(pattern)
    assert (splitter.kind, splitter.fallback_reason) == ("automaton", None)
    for text in (*TEXTS, " ".join(TEXTS) * 30):
        assert [piece.encode() for piece in splitter.split(text)] == pretokens_of(text, pattern)


@pytest.mark.parametrize(
    "pattern", [rf"\d{{1,3}}(?=(?:\d{{3}})*(?!\d))|{WORDS}", FROM_THE_RIGHT[4]]
)
def test_documents_and_sure_cuts_change_nothing(pattern):
    splitter = Splitter(pattern)
    data = " ".join(TEXTS).encode()
    whole = splitter.spans(data)
    at = splitter.sure_cut(data, len(data) // 3)
    assert len(data) // 3 <= at < len(data)
    halves = [splitter.spans(data[:at]), splitter.spans(data[at:]) + at]
    assert np.concatenate(halves).tolist() == whole.tolist()
    bounds = np.array([0, 3, 3, 11, len(data)])  # documents end inside of numbers
    blocks = [block.spans for block in splitter.span_blocks(data, bounds)]
    alone = [splitter.spans(data[a:b]) + a for a, b in pairwise(bounds)]
    assert np.concatenate(blocks).tolist() == np.concatenate(alone).tolist()


insides = st.sampled_from(
    [
        "(?:aa)*(?!a)", "a*b", "(?:ab|b)+", "a+$", "bc", r"\s\S", "(?!ab)[ab]", "(?=a+c).+k",
        "(ab){2}", r"a*\b", "(?>a+)b", "[ab]{2}", ".*c", r"a*?1", "(?:a|b(?=c))+k", "a{1,3}+1",
        r"\n\Z",
    ]
)  # fmt: skip
looks = st.tuples(st.sampled_from(["(?={})", "(?!{})"]), insides).map(
    lambda it: it[0].format(it[1])
)
atoms = st.sampled_from(["a", "b", "[ab]", "[^a]", r"\p{L}", r"\s", ".", "é", r"\d", "(?s:.)"])
suffixes = st.sampled_from(["", "", "*", "+", "?", "{1,3}", "+?", "*?", "{1,3}?", "++", "{1,2}+"])
parts = st.tuples(atoms, suffixes).map("".join) | looks | st.sampled_from(["(?>(?:ab){1,2})", "$"])
patterns = st.lists(
    st.lists(parts, min_size=1, max_size=4).map("".join), min_size=1, max_size=3
).map("|".join)


@settings(max_examples=200, deadline=None)
@given(pattern=patterns, texts=st.text("aaabbcké1 \n|", min_size=12, max_size=70))
def test_random_lookaheads(pattern, texts):
    try:
        splitter = Splitter(pattern)
    except PatternError as refusal:
        assert "never matches a character" in str(refusal)  # noqa: PT017
        splitter = None
    expression = regex.compile(pattern)
    if splitter is not None and splitter.kind == "regex":
        reject()
    for text in texts.split("|"):
        wanted = [match.span() for match in expression.finditer(text) if match.group()]
        if splitter is None:
            assert wanted == []
            continue
        spans, matched = splitter.spans_with_flags(text.encode())
        places = np.cumsum([0, *(len(letter.encode()) for letter in text)])
        assert spans[matched].tolist() == [[places[a], places[b]] for a, b in wanted]


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=60), pattern=st.sampled_from(FROM_THE_RIGHT))
def test_broken_utf8_is_cut_as_by_regex_over_surrogates(data, pattern):
    wanted = [data.decode("utf-8", "surrogateescape")]
    for stage in pattern.split("(?#then)"):
        wanted = list(
            chain.from_iterable(reference_bpe.pieces_of(piece, stage) for piece in wanted)
        )
    found = [data[a:b] for a, b in Splitter(pattern).spans(data).tolist()]
    assert found == [piece.encode("utf-8", "surrogateescape") for piece in wanted]


@pytest.mark.parametrize(
    "joined", [b"\xe2\x82", b"\x82\xac", b"\xc3\xa9\xa9", b"\xf0\x9f\x98\x80\x80", b"\xff1"]
)
def test_half_characters_have_stand_ins_of_one_byte(joined):
    data = b"12" + joined + b"345 1234" + joined
    whole = reference_bpe.pieces_of(data.decode("utf-8", "surrogateescape"), FROM_THE_RIGHT[1])
    assert [data[a:b] for a, b in Splitter(FROM_THE_RIGHT[1]).spans(data).tolist()] == [
        piece.encode("utf-8", "surrogateescape") for piece in whole
    ]


def test_tables_are_kept_from_start_to_start(monkeypatch):
    from engine.splitting import automaton_cache
    from engine.splitting import lookahead as lookahead_cutter

    pattern = r"\d{1,3}(?=(?:\d{3})*(?!\d))|kept"
    Splitter(pattern)
    assert any(automaton_cache_folder().iterdir())
    lookahead_cutter._compiled.cache_clear()
    monkeypatch.setattr(lookahead_cutter, "compile_lookaheads", lambda _: pytest.fail("compiled"))
    assert Splitter(pattern).split("1234kept") == ["1", "234", "kept"]
    assert automaton_cache.kept_tables(pattern, CompiledLookaheads, pytest.fail).unknown_row >= 0


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"\bword", "a word boundary where anything may come before"),
        (r"[a ]\b.", "a word boundary where anything may come before"),
        ("a(?=[ab]{14}a)", "lookaheads of too many cases"),
        (r"a(?=(?:b|bb)++c)", "a possessive repeat of a group"),
        ("|".join(f"(?=[a-z]*{letter})." for letter in "abcdefgh"), "lookaheads of too many cases"),
    ],
)
def test_what_has_no_automaton_says_why(pattern, reason):
    with pytest.raises(Unsupported, match=reason):
        compile_lookaheads(pattern)


def test_alternatives_are_told_of_patterns_with_longer_lookaheads():
    _, _, made = AlternativeFinder(r"\d{1,3}(?=(?:\d{3})*\b)|\s+|\w+").cut(b"1234 ab")
    assert made.tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize("pattern", FROM_THE_RIGHT)
def test_alternatives_are_those_that_regex_tells_and_it_is_not_asked(pattern, monkeypatch):
    told = AlternativeFinder(pattern, with_regex=True)
    monkeypatch.setattr(alternative_finder, "_RegexStage", lambda *_, **__: pytest.fail("asked"))
    finder = AlternativeFinder(pattern)
    for text in (*TEXTS, " ".join(TEXTS)):
        for one, other in zip(finder.cut(text.encode()), told.cut(text.encode()), strict=True):
            assert one.tolist() == other.tolist()


@settings(max_examples=60, deadline=None)
@given(pattern=patterns, text=st.text("aaabbcké1 \n", min_size=1, max_size=40))
def test_alternatives_of_random_lookaheads(pattern, text):
    try:
        finder = AlternativeFinder(pattern)
    except PatternError:
        reject()
    one, other = finder.cut(text.encode()), AlternativeFinder(pattern, with_regex=True)
    for found, wanted in zip(one, other.cut(text.encode()), strict=True):
        assert found.tolist() == wanted.tolist()
