"""Which alternative made a pre-token, against trying each of them at its place."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
import regex

from engine.errors import PatternError
from engine.splitting import alternatives as alternative_finder
from engine.splitting import automaton
from engine.splitting.alternatives import AlternativeFinder
from engine.splitting.expression_reader import top_level_alternatives
from engine.splitting.preset_patterns import preset_names, preset_pattern
from engine.splitting.splitter import Splitter
from tests.texts import some_texts

ALPHABET = "aAzsS tdDmM'’ 09٣½ \t\n\r.,!/é\u0301\u200d👩🚀你の한कि🇩"


def texts() -> list[bytes]:
    chance = random.Random(5)
    made = ["".join(chance.choices(ALPHABET, k=60)) for _ in range(25)]
    return [text.encode() for text in [*made, "".join(some_texts(40))]]


def naive(pattern: str, text: str) -> list[tuple[int, int]]:
    """End (characters) and alternative of each span, by the first alternative that matches."""
    parts = [regex.compile(each.text) for each in top_level_alternatives(pattern)]
    spans, reached = [], 0
    for match in regex.compile(pattern).finditer(text):
        start, end = match.span()
        if start > reached:
            spans.append((start, -1))
        hits = [index for index, part in enumerate(parts) if part.match(text, start)]
        spans.append((end, hits[0]))
        reached = end
    return [*spans, (len(text), -1)] if reached < len(text) else spans


@pytest.mark.parametrize("with_regex", [False, True])
def test_presets_of_one_expression_like_the_naive_way(with_regex):
    for name in preset_names():
        pattern = preset_pattern(name)
        if "(?#then)" in pattern:
            continue
        finder = AlternativeFinder(name, with_regex=with_regex)
        for data in texts():
            bounds, matched, made = finder.cut(data)
            text = data.decode()
            expected = naive(pattern, text)
            ends = [len(text[:end].encode()) for end, _ in expected]
            assert bounds.tolist() == [0, *ends], name
            assert made.tolist() == [number for _, number in expected], name
            assert (matched == (made >= 0)).all()


def test_both_engines_agree_and_cut_like_the_splitter():
    for name in preset_names():
        splitter = Splitter(name)
        one, other = AlternativeFinder(name), AlternativeFinder(name, with_regex=True)
        for data in texts():
            bounds, matched, made = one.cut(data)
            spans, flags = splitter.spans_with_flags(data)
            assert bounds[1:].tolist() == spans[:, 1].tolist()
            assert matched.tolist() == flags.tolist()
            assert made.tolist() == other.cut(data)[2].tolist(), name


@pytest.mark.parametrize(
    ("pattern", "text", "pieces", "alternatives"),
    [
        (r"(a)\1|(b)(?:c\2|d)|.", "aabcbbda", ["aa", "bcb", "bd", "a"], [0, 1, 1, 2]),
        (r"(?<=x)(?P<q>a)|a|(?s:.)", "axaa", ["a", "x", "a", "a"], [1, 2, 0, 1]),
        (r"a*|b|(?s:.)$|c", "baabcc", ["b", "aa", "b", "c", "c"], [1, 0, 1, 3, 2]),
        ("(?x) a b # |no\n | c", "abcab", ["ab", "c", "ab"], [0, 1, 0]),
        (r"(?i)ab|C", "ABcx", ["AB", "c", "x"], [0, 1, -1]),
        (r"(x)(?|(a)|(b))\2|.", "xaa", ["xaa"], [-1]),
        (r"(?<q>a)(?P=q)|(?(1)b|c)", "aacb", ["aa", "c", "b"], [0, 1, -1]),
        (r"(a)|[\1b]|c", "a\x01bc\x02", ["a", "\x01", "b", "c", "\x02"], [0, 1, 1, 2, -1]),
        ("a|(?x) b # c", "abc", ["a", "b", "c"], [0, 1, -1]),
        (r"(a)(?1)|(b)(?2)c|.", "aabbcb", ["aa", "bbc", "b"], [0, 1, 2]),
        (r"\d(?#then)\d|[a-z]+", "ab12", ["ab", "1", "2"], [2, 0, 0]),
        (r"[a-z]+(?#then)b|\d", "abc1", ["a", "b", "c", "1"], [0, 1, 0, 2]),
    ],
)
def test_hand_made(pattern, text, pieces, alternatives):
    for with_regex in (False, True):
        bounds, _, made = AlternativeFinder(pattern, with_regex=with_regex).cut(text.encode())
        assert [text[a:b] for a, b in pairwise(bounds.tolist())] == pieces
        assert made.tolist() == alternatives


def test_nothing_has_no_pretoken():
    for with_regex in (False, True):
        bounds, matched, made = AlternativeFinder("gpt2", with_regex=with_regex).cut(b"")
        assert (bounds.tolist(), len(matched), len(made)) == ([0], 0, 0)


def test_an_error_is_that_of_the_splitter():
    for with_regex in (False, True):
        with pytest.raises(PatternError, match="position"):
            AlternativeFinder("a|(b", with_regex=with_regex)


def test_what_is_remembered_has_a_limit_and_changes_nothing(monkeypatch):
    text = b"".join(texts()).decode() + "a" * 200
    expected = AlternativeFinder("gpt2").cut(text.encode())
    for name in ("_MOST_STEPS", "_MOST_KNOWN"):
        monkeypatch.setattr(alternative_finder, name, 20)
    finder = AlternativeFinder("gpt2")
    found = finder.cut(text.encode())
    assert [each.tolist() for each in found] == [each.tolist() for each in expected]
    (stage,) = finder._stages
    assert 0 < len(stage._ends._steps) <= 20


def test_alternatives_that_take_too_many_steps_to_tell_are_not_told(monkeypatch):
    finder = AlternativeFinder("a+b|a+c")
    monkeypatch.setattr(automaton, "MOST_STEPS", 3)
    _, matched, made = finder.cut(b"aacaabaaac")
    assert matched.all()
    assert made.tolist() == [-1, -1, -1]
    monkeypatch.undo()
    assert finder.cut(b"aacaabaaac")[2].tolist() == [1, 0, 1]
