"""Automata against the `regex` module, whose tables are of the same Unicode version."""

from __future__ import annotations

import random

import numpy as np
import pytest
import regex
import tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import unicode_sets
from engine.automaton import compile_automaton
from engine.errors import PatternError
from engine.pattern_syntax import Unsupported, parse
from engine.patterns import preset_names, preset_pattern
from engine.splitter import Splitter
from engine.unicode_sets import N_POINTS
from resources import sample_corpus_folder
from tests.reference_bpe import pretokens_of

EVERYTHING = "".join(map(chr, range(N_POINTS)))
TRICKY = (
    "aAzZsSſtTdDmMlLvVeErRKkK'’09٣½Ⅷ \t\n\r\x0b\x85\u00a0\u2028\u3000.,!-_/"
    "éßẞ\u0301\u200d👩🚀你の한कि\x00\U0001f1e9ǅ"
)


def members(expression: str) -> np.ndarray:
    """bool[0x110000]: what the regex module matches with a one-character expression."""
    found = np.zeros(N_POINTS, np.bool_)
    found[[match.start() for match in regex.finditer(expression, EVERYTHING)]] = True
    return found


@pytest.mark.parametrize(
    "expression",
    [
        r"\p{L}", r"\p{Lu}", r"\p{M}", r"\p{N}", r"\p{P}", r"\p{S}", r"\p{Z}", r"\p{Cn}", r"\pL",
        r"\P{N}", r"\p{^L}", r"\p{Han}", r"\p{Latin}", r"\p{Script=Greek}", r"\p{Cyrl}", r"\s",
        r"\S", r"\d", r"\D", r"\w", r"\W", ".", "(?s:.)", r"[^\r\n\p{L}\p{N}]", "[a-zé-ü]",
        r"[\w\-.]", r"[]a]", r"[^]a]", r"[a\]]", r"[-a]", r"[a-]", r"[\x41-\x43]", "[一-龥]",
        "(?i:s)", "(?i:k)", "(?i:[a-e])", "(?i:[^k])", "(?i:ß)", "(?i:[j-z])", "(?i:ǆ)", r"\u00e9",
        r"\x41", r"\n", r"\t", r"\.", r"\ ", r"[\\]", "(?i:σ)",
    ],
)  # fmt: skip
def test_sets_equal_those_of_the_regex_module(expression):
    node = parse(expression)
    assert (node.members == members(expression)).all()


@pytest.mark.parametrize("library", ["tiktoken", "tokenizers"])
@pytest.mark.parametrize("expression", [r"\p{L}", r"\p{N}", r"\s", r"\p{M}", r"\p{Lu}", r"\p{Han}"])
def test_sets_equal_those_of_other_libraries(library, expression):
    """Every code point but the surrogates, which those libraries do not take as text."""
    text = EVERYTHING[:0xD800] + EVERYTHING[0xE000:]
    if library == "tiktoken":
        bytes_and_ranks = {bytes([byte]): byte for byte in range(256)}
        peer = tiktoken.Encoding(
            "probe", pat_str=expression, mergeable_ranks=bytes_and_ranks, special_tokens={}
        )
        found = peer.decode(peer.encode_ordinary(text))
    else:
        cut = tokenizers.pre_tokenizers.Split(tokenizers.Regex(expression), "removed", invert=True)
        found = "".join(piece for piece, _ in cut.pre_tokenize_str(text))
    ours = np.flatnonzero(parse(expression).members)
    wanted = "".join(chr(point) for point in ours if not 0xD800 <= point < 0xE000)
    assert found == wanted


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_automata(name):
    splitter = Splitter(name)
    assert (splitter.kind, splitter.fallback_reason) == ("automaton", None)


@pytest.mark.parametrize("name", preset_names())
def test_presets_on_random_strings(name):
    """Short strings over characters that patterns tell apart."""
    splitter, expression = Splitter(name), regex.compile(preset_pattern(name))
    rng = random.Random(11)
    for _ in range(100):
        strings = ["".join(rng.choices(TRICKY, k=rng.randint(1, 12))) for _ in range(150)]
        for string in strings:
            data = string.encode()
            pieces = [data[a:b].decode() for a, b in splitter.spans(data).tolist()]
            assert pieces == [piece for piece in expression.findall(string) if piece]


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize(
    "text",
    [
        " " * 3000 + "x", " " * 3000, "\n" * 50 + "a", "a" * 5000, "1" * 5000, "\r\n" * 500,
        "e\u0301" * 900, "👩‍👩‍👧" * 300, "\u0301" * 40 + "a", "'ſ 'S 'LL 've'", "\x00" * 100,
        "  \n  \n\t x", "^" * 4000, "a \u3000 b\u00a0\u00a0c", "X你YZ", "AbCdeFGhi", " ",
    ],
)  # fmt: skip
def test_presets_on_adversarial_strings(name, text):
    data = text.encode()
    pieces = [data[a:b] for a, b in Splitter(name).spans(data).tolist()]
    assert pieces == pretokens_of(text, preset_pattern(name))


atoms = st.sampled_from(
    ["a", "b", "[ab]", "[^a]", r"\p{L}", r"\s", r"\S", r"\d", "é", " ", ".", "(?i:k)", r"[^\s\d]"]
)
suffixes = st.sampled_from(
    ["", "", "*", "+", "?", "*?", "+?", "??", "++", "?+", "*+", "{2}", "{1,2}", "{0,3}", "{2,}"]
)
lookaheads = st.sampled_from(["(?!a)", r"(?=\s)", r"(?!\S)", "(?=[ab])"])


def pieces_of(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    part = st.tuples(inner, suffixes).map("".join) | lookaheads
    sequence = st.lists(part, min_size=1, max_size=4).map("".join)
    return st.lists(sequence, min_size=1, max_size=3).map("|".join)


patterns = pieces_of(
    atoms | pieces_of(atoms).map("(?:{})".format) | pieces_of(atoms).map("({})".format)
)


@settings(max_examples=1500, deadline=None)
@given(pattern=patterns, texts=st.lists(st.text("abk é1 \n你K", max_size=12), max_size=8))
def test_random_patterns(pattern, texts):
    try:
        automaton = compile_automaton(pattern)
    except Unsupported:
        return
    assert automaton.n_states >= 1
    expression, splitter = regex.compile(pattern), Splitter(pattern)
    assert splitter.kind == "automaton"
    for text in texts:
        data = text.encode()
        spans, matched = splitter.spans_with_flags(data)
        found = [
            data[a:b].decode()
            for (a, b), flag in zip(spans.tolist(), matched.tolist(), strict=True)
            if flag
        ]
        assert found == [match.group() for match in expression.finditer(text)]


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(?<=a)b", r"the group \(\?<="),
        (r"\s+$", r"the anchor \$"),
        (r"a(?=bc)", "lookahead of more than one character"),
        ("a*", "empty string"),
        (r"(a)\1", r"the escape \\1"),
        (r"\bword", r"the escape \\b"),
        ("(?:a|ab)++c", "possessive repeat of a group"),
        ("a++a", "differs from a greedy one"),
        ("[[:alpha:]]", "class inside a class"),
        (r"[\w--a]", "unclear range"),
        ("(?:a*)*b", "can be empty"),
        (r"\p{Nonsense}", "the property Nonsense"),
        ("(?i:i)x", "the letter i"),
        ("(?i:[A-Z])x", "the letter i"),
        ("(?:ba++)*a|.", "differs from a greedy one"),
        ("(?:a++|b)*ab|.", "differs from a greedy one"),
        (r"(?: ?\w++)*x|.", "differs from a greedy one"),
    ],
)
def test_what_has_no_automaton_says_why(pattern, reason):
    with pytest.raises(Unsupported, match=reason):
        compile_automaton(pattern)


def test_the_splitter_falls_back_and_says_why():
    splitter = Splitter(r"\w+(?=\s\w)|\S+|\s+")
    assert splitter.kind == "regex"
    assert splitter.fallback_reason == "a lookahead of more than one character"
    assert splitter.split("one two") == ["one", " ", "two"]


@pytest.mark.parametrize("pattern", ["((a{300}){300}){300}", "(((a|b){1,999}){999}x){99}"])
def test_a_pattern_that_would_explode_is_refused_at_once(pattern):
    with pytest.raises(PatternError, match="written out, its repeats come to"):
        Splitter(pattern)


def test_a_large_automaton_falls_back():
    splitter = Splitter(r"(?:[ab]*a[ab]{14}|\s)")
    assert splitter.kind == "regex"
    assert "too large" in splitter.fallback_reason


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=80), name=st.sampled_from(preset_names()))
def test_broken_utf8_is_cut_as_by_regex_over_surrogates(data, name):
    text = data.decode("utf-8", "surrogateescape")
    wanted = [
        m.group().encode("utf-8", "surrogateescape")
        for m in regex.finditer(preset_pattern(name), text)
    ]
    assert [data[a:b] for a, b in Splitter(name).spans(data).tolist()] == [w for w in wanted if w]


def test_all_samples_cut_in_many_blocks(monkeypatch):
    """Block borders change nothing."""
    from engine import automaton_cutter

    text = "".join(
        file.read_text(encoding="utf-8") for file in sorted(sample_corpus_folder().iterdir())
    )
    whole = Splitter("o200k").spans(text.encode()).tolist()
    monkeypatch.setattr(automaton_cutter, "_BLOCK_SPANS", 7)
    assert (
        Splitter("o200k").spans(text[:20_000].encode()).tolist()[:-2]
        == whole[: len(Splitter("o200k").spans(text[:20_000].encode())) - 2]
    )


def sure_cuts_of(splitter: Splitter, data: bytes) -> list[int]:
    cuts, at = [], 1
    while (at := splitter.sure_cut(data, at)) < len(data):
        cuts.append(at)
        at += 1
    return cuts


def assert_cuts_change_nothing(splitter: Splitter, data: bytes) -> int:
    whole = splitter.spans(data).tolist()
    cuts = sure_cuts_of(splitter, data)
    for cut in cuts:
        left = splitter.spans(data[:cut]).tolist()
        right = (splitter.spans(data[cut:]) + cut).tolist()
        assert left + right == whole, (data, cut)
    return len(cuts)


@settings(max_examples=600, deadline=None)
@given(text=st.text(TRICKY, max_size=30), name=st.sampled_from(preset_names()))
def test_sure_cuts_change_no_span(text, name):
    assert_cuts_change_nothing(Splitter(name), text.encode())


@settings(max_examples=800, deadline=None)
@given(pattern=patterns, texts=st.lists(st.text("abk é1 \n你K", max_size=12), max_size=6))
def test_sure_cuts_of_random_patterns(pattern, texts):
    try:
        compile_automaton(pattern)
    except Unsupported:
        return
    splitter = Splitter(pattern)
    for text in texts:
        assert_cuts_change_nothing(splitter, text.encode())
    assert splitter.kind == "automaton"


@pytest.mark.parametrize("name", [name for name in preset_names() if name != "none"])
def test_ordinary_text_has_sure_cuts_everywhere(name):
    """Threads can share a file because there is one within every few words."""
    for label in ("eng", "zho", "hin", "code_python"):
        data = (sample_corpus_folder() / f"{label}.txt").read_bytes()
        assert assert_cuts_change_nothing(Splitter(name), data[:1500]) >= 5
    assert Splitter("none").sure_cut(data, 10) == len(data)
    assert Splitter(r"(?<=a)b|.").sure_cut(data, 10) == len(data)


def test_the_version_of_the_tables():
    assert unicode_sets.UNICODE_VERSION == "16.0"
    assert int(unicode_sets.general_category("L").sum()) == 141_028
