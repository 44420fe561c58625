"""Automata against the `regex` module."""

from __future__ import annotations

import json
import random
import re
from itertools import chain

import numpy as np
import pytest
import regex
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from engine.errors import PatternError
from engine.splitting import automaton_cache, automaton_cutter
from engine.splitting.automaton import compile_automaton
from engine.splitting.automaton_subset import Unsupported, parse
from engine.splitting.preset_patterns import pattern_stages, preset_names, preset_pattern
from engine.splitting.splitter import Splitter
from engine.text.unicode_sets import N_POINTS, CodePointSet
from resources import sample_corpus_folder
from tests import reference_bpe
from tests.reference_bpe import pretokens_of
from tests.regex_reference import AUTOMATON_SETS, RECORD, digest, edges

EVERYTHING = "".join(map(chr, range(N_POINTS)))
TRICKY = (
    "aAzZsSſtTdDmMlLvVeErRKkK'’09٣½Ⅷ \t\n\r\x0b\x85\u00a0\u2028\u3000.,!-_/"
    "éßẞ\u0301\u200d👩🚀你の한कि\x00\U0001f1e9ǅ"
)


@pytest.fixture(scope="module", autouse=True)
def nothing_is_kept():
    """Hundreds of drawn patterns would push the presets out of the folder that all tests share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(automaton_cache, "_write", lambda *_: None)
        yield


@pytest.mark.parametrize("expression", AUTOMATON_SETS)
def test_sets_equal_those_of_the_regex_module(expression):
    """Recorded with Unicode 16: a newer release knows more characters."""
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))["classes"]
    found = CodePointSet.of_members(parse(expression).members)
    assert digest(edges(found.ranges)) == recorded[expression]


@pytest.mark.parametrize("name", ["alpha", "^digit", "digit", "lower", "space", "UPPER"])
def test_named_sets_in_brackets_are_those_of_the_regex_module(name):
    members = parse(f"[[:{name}:]]").members
    common = "aZ09é٣½Ⅷ \t\x1c\u00a0_-ªǅ字"
    found = "".join(character for character in common if members[ord(character)])
    assert found == "".join(regex.findall(f"[[:{name}:]]", common))


@pytest.mark.parametrize("expression", [r"a{x", r"\101\07", r"\N{DIGIT ONE}", r"[\b](?#a\)b)"])
def test_rare_spellings_of_characters_have_an_automaton(expression):
    text = "a{xA\a1\b"
    assert Splitter(expression).kind == "automaton"
    matched = regex.findall(expression, text)
    assert [piece for piece in Splitter(expression).split(text) if piece in matched] == matched


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_automata(name):
    splitter = Splitter(name)
    assert (splitter.kind, splitter.fallback_reason) == ("automaton", None)


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize(
    "text",
    [
        " " * 3000 + "x", " " * 3000, "\n" * 50 + "a", "a" * 5000, "1" * 5000, "\r\n" * 500,
        "e\u0301" * 900, "👩‍👩‍👧" * 300, "\u0301" * 40 + "a", "'ſ 'S 'LL 've'", "\x00" * 100,
        "  \n  \n\t x", "^" * 4000, "a \u3000 b\u00a0\u00a0c", "X你YZ", "AbCdeFGhi", " ",
        " \n" * 300, " \r\n \r", "1,234,567.891e-10% ٣٬٤٥٦٫٧٪" * 20, "\u0301",
        "1\u0301 2\u20e3" * 9, "漢字カナ・ー゛12ab" * 30, "\x00 \x00\n\x00'\x00s",
        "\u200d\u200d👩\u200d\u200d👩\ufe0f" * 9,
    ],
)  # fmt: skip
def test_presets_on_adversarial_strings(name, text):
    data = text.encode()
    pieces = [data[a:b] for a, b in Splitter(name).spans(data).tolist()]
    assert pieces == pretokens_of(text, preset_pattern(name))


atoms = st.sampled_from(
    [
        "a", "b", "[ab]", "[^a]", r"\p{L}", r"\s", r"\S", r"\d", "é", " ", ".", "(?i:k)",
        r"[^\s\d]", r"\n", "[a[&&b]", "(?s:.)", r"[\w-]",
    ]
)  # fmt: skip
group_suffixes = [
    "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,3}", "{2,}", "{0,2}?",
]  # fmt: skip
suffixes = [*group_suffixes, "++", "?+", "*+", "{1,2}+", "{2,}+", "{,2}+"]
lookaheads = st.sampled_from(
    ["(?!a)", r"(?=\s)", r"(?!\S)", "(?=[ab])", r"\s++$", r"\Z", "(?m:$)", r"(?=\s|$)", "(?!)",
     "(?>b+)"]
)  # fmt: skip


def pieces_of(part: st.SearchStrategy[str], n_parts: int, most: int) -> st.SearchStrategy[str]:
    """One to `most` alternatives of a limited number of parts."""
    sequence = st.lists(part, min_size=1, max_size=n_parts).map("".join)
    return st.lists(sequence, min_size=1, max_size=most).map("|".join)


def followed(part: st.SearchStrategy[str], signs: list[str]) -> st.SearchStrategy[str]:
    return st.tuples(part, st.sampled_from(signs)).map("".join)


# Only what has an automaton: of groups that is repeats that give back, of what is never empty.
simple = followed(atoms, suffixes) | lookaheads
solid = st.tuples(pieces_of(simple, 2, 1), followed(atoms, ["", "+", "{1,2}"])).map("".join)
groups = pieces_of(simple, 2, 2).map("({})".format) | st.one_of(
    followed(st.lists(solid, min_size=1, max_size=2).map("|".join).map(each), group_suffixes)
    for each in ("(?:{})".format, "({})".format)
)
patterns = pieces_of(simple | groups, 3, 2)


def texts_of(alphabet: str) -> st.SearchStrategy[list[str]]:
    """A few short texts, drawn as one, which is a single choice."""
    return st.text(alphabet + "|", min_size=12, max_size=60).map(lambda text: text.split("|"))


def automaton_of(pattern: str) -> Splitter | None:
    """A splitter with an automaton; None for a pattern that never matches."""
    try:
        splitter = Splitter(pattern)
    except PatternError as refusal:
        assert "never matches a character" in str(refusal)  # noqa: PT017
        return None
    if splitter.fallback_reason is not None:
        assert "too many cases" in splitter.fallback_reason
        reject()
    return splitter


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(pattern=patterns, texts=texts_of("abk é1 \n你K[&"))
def test_random_patterns(pattern, texts):
    splitter = automaton_of(pattern)
    expression = regex.compile(pattern)
    for text in texts:
        wanted = [match.group() for match in expression.finditer(text) if match.group()]
        if splitter is None:
            assert wanted == []
            continue
        data = text.encode()
        spans, matched = splitter.spans_with_flags(data)
        found = [
            data[a:b].decode()
            for (a, b), flag in zip(spans.tolist(), matched.tolist(), strict=True)
            if flag
        ]
        assert found == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(?<=a)b", r"the group \(\?<="),
        (r"^\s+", r"the anchor \^"),
        (r" +$", r"the anchor \$ where a line end may come last"),
        (r"a(?=b|$)", "lookahead of more than one character"),
        (r"a(?=bc)", "lookahead of more than one character"),
        (r"(a)\1", r"the escape \\1"),
        (r"\bword", "a word boundary where anything may come before"),
        ("(?:a|ab)++c", "possessive repeat of a group"),
        ("(?>a|ab)c", "an atomic group with a choice inside"),
        ("[[:punct:]]", "a named set in brackets"),
        (r"[\w--a]", "unclear range"),
        ("(?V1)[a&&]", "an operation on sets without a set"),
        ("(?V1)(?i:ss)", r"letters in any case that \(\?V1\) takes for one"),
        ("(?:a*)*b", "can be empty"),
        (r"\p{Nonsense}", "the property Nonsense"),
        ("(?i:i)x", "the letter i"),
        ("(?i:[A-Z])x", "the letter i"),
        (r"(?i:\p{Lu})", r"a property inside"),
        ("a(?i)b", r"the group \(\?i\)"),
        pytest.param("(?:a?){1000}(?:b?){1000}c", "would take long to make"),
        ("a{2000}", "a repeat of more than 1000"),
    ],
)
def test_what_has_no_automaton_says_why(pattern, reason):
    with pytest.raises(Unsupported, match=reason):
        compile_automaton(pattern)


def test_the_splitter_falls_back_and_says_why():
    splitter = Splitter(r"(?<!-)\w+|\S+|\s+")
    assert splitter.kind == "regex"
    assert splitter.fallback_reason == "the group (?<!"
    assert splitter.split("one two") == ["one", " ", "two"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "pattern",
    [
        "((a{300}){300}){300}", "(((a|b){1,999}){999}x){99}", "((?<=x)(a{300}){300}){300}",
        r"a(?#then)((\b[^{]{300}){300}){300}", "((a{0,300}){0,300}){0,300}$",
        "((a{99999999999}){3}",
    ],
)  # fmt: skip
def test_a_pattern_that_would_explode_is_refused_at_once(pattern):
    with pytest.raises(PatternError, match="written out, its repeats come to"):
        Splitter(pattern)


def test_a_large_automaton_falls_back():
    splitter = Splitter(r"(?:[ab]*a[ab]{14}|\s)")
    assert splitter.kind == "regex"
    assert "too large" in splitter.fallback_reason


@settings(max_examples=300, deadline=None)
@example(data="\x00\u058b".encode(), name="gpt2")  # a letter since Unicode 17
@given(data=st.binary(max_size=80), name=st.sampled_from(preset_names()))
def test_broken_utf8_is_cut_as_by_regex_over_surrogates(data, name):
    text = data.decode("utf-8", "surrogateescape")
    wanted = [text]
    for stage in pattern_stages(preset_pattern(name)):
        cut = [reference_bpe.pieces_of(piece, stage.expression) for piece in wanted]
        wanted = list(chain.from_iterable(cut))
    found = [data[a:b] for a, b in Splitter(name).spans(data).tolist()]
    assert found == [piece.encode("utf-8", "surrogateescape") for piece in wanted]


def test_all_samples_cut_in_many_blocks(monkeypatch):
    """Block borders change nothing."""
    text = "".join(
        file.read_text(encoding="utf-8") for file in sorted(sample_corpus_folder().iterdir())
    )
    whole = Splitter("o200k").spans(text.encode()).tolist()
    monkeypatch.setattr(automaton_cutter, "_BLOCK_SPANS", 7)
    assert (
        Splitter("o200k").spans(text[:20_000].encode()).tolist()[:-2]
        == whole[: len(Splitter("o200k").spans(text[:20_000].encode())) - 2]
    )


TEXT_PARTS = ["word", "  ", "\n", "12345", "größer", "漢字", "!", "\t\t", "e\u0301", "it's", "😀"]


@pytest.mark.parametrize("pattern", [*preset_names(), "a|b", "(?s:.)+", r"\s+"])
@pytest.mark.parametrize("copied", [64, 100, 1 << 16])
def test_the_end_that_is_copied_may_begin_anywhere(pattern, copied, monkeypatch):
    """Texts shorter and longer than what is copied, with a sure cut in it and without one."""
    monkeypatch.setattr(automaton_cutter, "_COPIED", copied)
    monkeypatch.setattr(automaton_cutter, "_BLOCK_SPANS", 0 if copied < 1 << 16 else 1 << 16)
    splitter = Splitter(pattern)
    rng = random.Random(copied)
    for n_parts in range(0, 240, 6):
        data = "".join(rng.choices(TEXT_PARTS, k=n_parts)).encode()[: rng.randrange(1, 900)]
        spans, matched = splitter.spans_with_flags(data)
        blocks = list(splitter.span_blocks(data))
        assert spans.tolist() == [span for block in blocks for span in block.spans.tolist()]
        assert matched.tolist() == [flag for block in blocks for flag in block.matched.tolist()]
        assert b"".join(data[begin:end] for begin, end in spans.tolist()) == data


def test_more_spans_than_expected_get_more_room(monkeypatch):
    monkeypatch.setattr(automaton_cutter, "_COPIED", 1 << 12)
    monkeypatch.setattr(automaton_cutter, "_BYTES_OF_SPAN", 1 << 20)
    data = b"a1" * (1 << 18)
    spans = Splitter("gpt2").spans(data)
    assert np.array_equal(spans, np.arange(len(data))[:, None] + [0, 1])
    with pytest.raises(ValueError, match="read-only"):
        spans[0, 0] = 1


@pytest.mark.parametrize(
    "pattern", ["(?!)", "[^\\0-\U0010ffff]", "a(?!a)(?=a)", "(?=a)", "a{0}", "a++a", r"\Z", "(?:)"]
)
def test_a_pattern_without_any_match_is_refused(pattern):
    """It would cut nothing, so every document would be one pre-token."""
    assert not any(match.group() for match in regex.finditer(pattern, "aab \n aa"))
    with pytest.raises(PatternError, match="never matches a character") as refusal:
        Splitter(pattern)
    assert refusal.value.pattern == pattern


def test_a_set_and_its_opposite_leave_nothing():
    """`regex` takes this for any character; re, tiktoken and tokenizers for none."""
    assert re.findall(r"[^\s\S]", "a b") == []
    with pytest.raises(PatternError, match="never matches a character"):
        Splitter(r"[^\s\S]")


@pytest.mark.parametrize("pattern", ["a*", "|a", "a*?b??|c", r"\s*(?=\S)|b?"])
def test_empty_matches_cut_nothing(pattern):
    text = "aa bcab  c\n"
    splitter = Splitter(pattern)
    assert splitter.kind == "automaton"
    spans, matched = splitter.spans_with_flags(text.encode())
    found = [match.span() for match in regex.finditer(pattern, text) if match.group()]
    assert [tuple(span) for span in spans[matched].tolist()] == found


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


@settings(max_examples=280, deadline=None)
@given(pattern=patterns, texts=texts_of("abk é1 \n你K"))
def test_sure_cuts_of_random_patterns(pattern, texts):
    splitter = automaton_of(pattern)
    for text in texts if splitter else ():
        assert_cuts_change_nothing(splitter, text.encode())


@settings(max_examples=200, deadline=None)
@given(text=st.text("ab 1\n'é你", max_size=90), name=st.sampled_from(preset_names()))
def test_a_sure_cut_near_by_is_that_of_the_kernel(text, name):
    """The next characters are looked at without the kernel, if they are ASCII."""
    splitter, data = Splitter(name), text.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(automaton_cutter, "_NEAR_BYTES", 0)
        expected = [splitter.sure_cut(data, at) for at in range(len(data))]
    assert [splitter.sure_cut(data, at) for at in range(len(data))] == expected


WITHOUT_SURE_CUTS = {"none", "superbpe-stage2", "superbpe-paper"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in preset_names() if name not in WITHOUT_SURE_CUTS])
def test_ordinary_text_has_sure_cuts_everywhere(name):
    """Threads can share a file because there is one within every few words."""
    for label in ("eng", "zho", "hin", "code_python"):
        data = (sample_corpus_folder() / f"{label}.txt").read_bytes()
        assert assert_cuts_change_nothing(Splitter(name), data[:1500]) >= 5
    assert Splitter("none").sure_cut(data, 10) == len(data)
    assert Splitter(r"(?<=a)b|.").sure_cut(data, 10) == len(data)


def test_sure_cuts_beside_what_is_left_unmatched():
    """Superwords: letters are never matched and digits always, so one always ends at the other."""
    splitter = Splitter("superbpe-stage2")
    assert sure_cuts_of(splitter, b"year1984 was -3") == [4, 8]
    assert_cuts_change_nothing(splitter, "the year 1984 wasn't, it… 12 a-b".encode())
