"""Pre-tokens: what the pattern matches and what it leaves, byte for byte."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PatternError
from engine.splitting import regex_cutter
from engine.splitting.preset_patterns import preset_names, preset_pattern, presets
from engine.splitting.splitter import Splitter
from resources import sample_corpus_folder
from tests.reference_bpe import pretokens_of

broken_pieces = st.sampled_from([b"\xff", b"ab", b"\xe4\xbd", b"\xf0\x9f", b" "])

ONE_SPLIT = [name for name in preset_names() if "(?#then)" not in preset_pattern(name)]
TRICKY = "aZsſſ'’1٣ \t\n\r\u00a0\u3000.,!-_é\u0301\u200d👩‍🚀你のकि\x00\U0001f1e9"


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_presets_equal_the_reference_on_every_sample(name):
    splitter = Splitter(name)
    for file in sorted(sample_corpus_folder().glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        spans = splitter.spans(text.encode())
        pieces = [text.encode()[start:end] for start, end in spans.tolist()]
        assert pieces == pretokens_of(text, preset_pattern(name))
        assert splitter.split(text) == [piece.decode() for piece in pieces]


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(TRICKY, max_size=80),
    pattern=st.sampled_from([*ONE_SPLIT, r"\d+", "a*", "(a)(?=b)", "zzz", r"(?<=a)."]),
)
def test_spans_tile_the_text_and_flags_say_what_matched(text, pattern):
    splitter = Splitter(pattern)
    data = text.encode()
    spans, matched = splitter.spans_with_flags(data)
    ends = [0, *spans[:, 1].tolist()]
    assert spans[:, 0].tolist() == ends[:-1]
    assert ends[-1] == len(data)
    assert (spans[:, 1] > spans[:, 0]).all()
    found = [m.group().encode() for m in regex.finditer(splitter.pattern, text) if m.group()]
    assert [
        data[start:end] for (start, end), flag in zip(spans.tolist(), matched, strict=True) if flag
    ] == found


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=60) | st.lists(broken_pieces, max_size=12).map(b"".join))
def test_bytes_that_are_not_utf8_are_kept(data):
    splitter = Splitter("cl100k")
    spans = splitter.spans(data)
    assert b"".join(data[start:end] for start, end in spans.tolist()) == data


def test_an_invalid_byte_is_one_character_of_its_own_kind():
    data = b"ab\xff\xfe caf\xc3\xa9"
    assert Splitter("gpt2").spans(data).tolist() == [[0, 2], [2, 4], [4, 10]]


def test_more_matches_than_one_block_holds():
    text = "ab, " * 20_000 + "é" + " cd" * 20_000
    pieces = Splitter("gpt2").split(text)
    assert pieces == [piece.decode() for piece in pretokens_of(text, preset_pattern("gpt2"))]


def test_unmatched_stretches_are_pre_tokens():
    assert Splitter(r"\d+").split("ab12cd") == ["ab", "12", "cd"]
    assert Splitter("zzz").split("abc") == ["abc"]
    assert Splitter("gpt2").split("") == []


@pytest.mark.parametrize(
    ("pattern", "position"),
    [("(a", 2), ("a)", 1), ("[z-a]", None), (r"\p{Nonsense}", None), ("*a", 0), ("a{3,1}", None)],
)
def test_a_faulty_pattern_names_its_position(pattern, position):
    with pytest.raises(PatternError) as caught:
        Splitter(pattern)
    assert caught.value.pattern == pattern
    assert "cannot be used" in str(caught.value)
    if position is not None:
        assert caught.value.position == position


@pytest.mark.slow
@pytest.mark.parametrize(
    "pattern",
    [
        "(?:a{1000}){999}",
        # Traced, it takes seven times as long.
        pytest.param("(?:(?:a|b)?){1000}(?:(?:b|c)?){1000}c"),
        "[ab]*a[ab]{40}",
        "(?:[ab]{1,30}c?){1,30}$",
        "|".join(f"[{chr(0x4E00 + 2 * i)}{chr(0x4E00 + 3 * i)}]" for i in range(400)),
        "(?V1)" + "[" * 3000 + "a" + "]" * 3000,
        "(?=" * 200 + "a" + ")" * 200,
    ],
)
def test_patterns_that_would_be_huge_automata_go_another_way(pattern):
    """Each ends at once: in the `regex` module with a reason, or in a sentence."""
    try:
        answer = Splitter(pattern).fallback_reason
    except PatternError as refusal:
        answer = str(refusal)
    assert answer


def test_a_pattern_nested_too_deeply_is_refused():
    with pytest.raises(PatternError, match="too deeply nested"):
        Splitter("(" * 5000 + "a" + ")" * 5000)


def test_presets_say_who_uses_them():
    for preset in presets().values():
        assert preset.used_by and preset.note and preset.title
        assert Splitter(preset.pattern).preset_name == preset.name
    assert Splitter("[ab]").preset_name is None


@pytest.mark.parametrize("pattern", ["a+b", "a+b|a", r"\w+\.", r"(?:a+b|.)"])
def test_a_pattern_that_reads_a_long_run_again_and_again_is_given_up(pattern):
    splitter = Splitter(pattern)
    assert splitter.kind == "automaton"
    assert splitter.split("aab" * 500)[:2]
    assert (
        b"".join(b"a" * (end - start) for start, end in splitter.spans(b"a" * 3000).tolist())
        == b"a" * 3000
    )
    with pytest.raises(PatternError, match="again and again"):
        splitter.spans(b"a" * 1_000_000)


def test_a_backtracking_pattern_is_stopped(monkeypatch):
    monkeypatch.setattr(regex_cutter, "_LEAST_SECONDS", 0.2)
    with pytest.raises(PatternError, match="stopped after"):
        Splitter(r"(?:a|aa)+(?<!q)b").split("a" * 60)


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("gtp2", "did you mean 'gpt2'"),
        ("llama-3", "did you mean 'llama3'"),
        ("", "not ''"),
        (r"(?r)\w+", "searches backwards"),
        ("(?a)(?u)b", "cannot be used"),
    ],
)
def test_patterns_that_are_surely_mistakes(pattern, sentence):
    with pytest.raises(PatternError, match=sentence.replace("(", r"\(")):
        Splitter(pattern)


@pytest.mark.parametrize("name", ["scientific", "whitespace", "none", "superbpe-stage2"])
def test_names_of_presets_are_not_searched_for(name):
    assert Splitter(name).preset_name == name


def test_a_bare_word_unlike_any_preset_is_an_expression():
    assert Splitter("and").split("you and me") == ["you ", "and", " me"]


def test_half_of_a_character_is_refused_with_its_place():
    with pytest.raises(PatternError, match=r"half of a character \(U\+DC80\)") as caught:
        Splitter("ab\udc80")
    assert caught.value.position == 2
