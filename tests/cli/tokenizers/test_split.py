from __future__ import annotations

import json
import re

import pytest

from engine.splitting import Splitter
from tests.cli.conftest import PROJECT
from tests.texts import some_texts
from workbench.cli.tokenizers import split as split_module
from workbench.work import engine_verdicts
from workbench.work.engine_verdicts import EngineVerdict
from workbench.work.pattern_cases import read_case


def test_one_json_string_per_line(cli):
    text = "Don't stop\n  now " + "".join(some_texts(60))
    outcome = cli("split", "--pattern", "gpt2", stdin=text.encode())
    pieces = [json.loads(line) for line in outcome.out.split("\n")[:-1]]
    assert pieces[:3] == ["Don", "'t", " stop"]
    assert "".join(pieces) == text
    assert outcome.err == ""


def test_json_has_places_and_what_is_unmatched(cli, tmp_path):
    (tmp_path / "in.txt").write_text("é12x", "utf-8")
    document = cli("split", "--pattern", r"\d+", "in.txt", "--json").document
    assert document["kind"] in {"regex", "automaton"}
    assert (document["bytes"], document["unmatched_bytes"]) == (5, 3)
    assert document["pretokens"] == [
        {"text": "é", "start": 0, "end": 2, "matched": False},
        {"text": "12", "start": 2, "end": 4, "matched": True},
        {"text": "x", "start": 4, "end": 5, "matched": False},
    ]


def test_unmatched_text_is_noted(cli):
    outcome = cli("split", "--pattern", r"\d+", stdin=b"ab12")
    assert outcome.out == '"ab"\n"12"\n'
    assert "leaves 2 bytes unmatched" in outcome.err


def test_an_invalid_pattern_names_the_position(cli):
    outcome = cli("split", "--pattern", r"a|(b", stdin=b"x")
    assert outcome.status == 2
    assert "position 4" in outcome.sentence


def test_bytes_that_are_not_text_are_shown_as_such(cli):
    assert cli("split", "--pattern", "gpt2", stdin=b"a \xff").out == '"a"\n" \\\\xff"\n'


def test_nothing_is_no_pre_token(cli):
    assert cli("split", "--pattern", "gpt2").out == ""


def test_alternatives_are_numbered(cli):
    outcome = cli("split", "--pattern", r"\d+|[a-z]+", "--alternatives", stdin=b"ab12 c")
    assert outcome.out == '2\t"ab"\n1\t"12"\n-\t" "\n2\t"c"\n'


def test_alternatives_as_json_count_what_they_cover(cli):
    document = cli("split", "--pattern", r"\d+|[a-z]+|x", "--alternatives", "--json",
                   stdin="ab12é".encode()).document  # fmt: skip
    covered = [(each["pretokens"], each["bytes"]) for each in document["alternatives"]]
    assert covered == [(1, 2), (1, 2), (0, 0)]
    assert [each["alternative"] for each in document["pretokens"]] == [2, 1, None]
    assert document["unmatched_bytes"] == 2


def test_two_patterns_are_compared(cli):
    outcome = cli("split", "--pattern", "gpt2", "--compare", "cl100k", stdin=b"It is 1234 now")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert ["pretokens", "4", "6", "+2"] in lines
    assert "They split differently at 1 position:" in outcome.out
    assert '" 1234"  →  " " "123" "4"' in outcome.out


def test_a_comparison_as_json_has_every_place(cli):
    document = cli("split", "--pattern", "gpt2", "--compare", "qwen2", "--json",
                   stdin=b"12 ab 34").document  # fmt: skip
    assert [place["start"] for place in document["places"]] == [0, 5]
    assert document["places"][0]["cuts"] == [["12"], ["1", "2"]]
    assert [each["pretokens"] for each in document["patterns"]] == [3, 6]


def test_a_long_text_with_many_differences_is_compared_at_once(cli):
    """Looking for the pieces of a place does not go through the whole text."""
    text = "a1 " * 30_000
    document = cli("split", "--pattern", r"\w+|\s", "--compare", r"\d|\w|\s", "--json",
                   stdin=text.encode()).document  # fmt: skip
    assert [place["start"] for place in document["places"]] == list(range(0, len(text), 3))
    assert all(place["cuts"] == [["a1"], ["a", "1"]] for place in document["places"])


@pytest.mark.slow
def test_engines_are_asked_in_processes_that_may_die(cli):
    document = cli("split", "--pattern", "a*", "--engines", "--json", stdin=b"baab").document
    status = {each["engine"]: each["status"] for each in document["engines"]}
    assert status["regex"] == "same"
    assert status["tiktoken"] in {"died", "missing"}
    if status["tiktoken"] == "died":
        assert "Panic" in document["engines"][0]["message"]


def test_engines_read_text_only(cli):
    outcome = cli("split", "--pattern", "gpt2", "--engines", stdin=b"ab\xff")
    assert outcome.status == 1
    assert "none at byte 2" in outcome.sentence


def test_only_one_view_at_a_time(cli):
    outcome = cli("split", "--pattern", "gpt2", "--engines", "--alternatives", stdin=b"")
    assert outcome.status == 2


def test_engines_are_asked_about_the_beginning_of_a_long_text(cli, monkeypatch):
    monkeypatch.setattr(split_module, "_MOST_ENGINE_BYTES", 5)
    asked = []

    def ask(own):
        asked.append(own.data)
        return []

    monkeypatch.setattr(engine_verdicts, "ask_engines", ask)
    for text, beginning in (("abcdeé", b"abcde"), ("abcdé", b"abcd"), ("ab漢漢", "ab漢".encode())):
        outcome = cli("split", "--pattern", "gpt2", "--engines", stdin=text.encode())
        assert (outcome.status, asked.pop()) == (0, beginning)
        assert "first MiB" in outcome.err
    cli("split", "--pattern", "gpt2", "--engines", stdin=b"abcde")
    assert asked == [b"abcde"]


def test_answers_of_engines_are_sentences(cli, monkeypatch):
    ours, theirs = (b"a", b"b"), (b"ab",)
    verdicts = [
        EngineVerdict("tokenizers", "same", "1.0"),
        EngineVerdict("regex", "same", "2.0", dropped=3),
        EngineVerdict("tiktoken", "different", "3.0", n_places=2, place=1234, ours=ours,
                      theirs=theirs, rewritten="same"),
        EngineVerdict("oniguruma", "refused", "4.0", message="no look-behind"),
        EngineVerdict("pcre2", "died"),
        EngineVerdict("re2", "slow"),
        EngineVerdict("tiktoken", "missing"),
    ]  # fmt: skip
    monkeypatch.setattr(engine_verdicts, "ask_engines", lambda _own: verdicts)
    lines = cli("split", "--pattern", "gpt2", "--engines", stdin=b"ab").out.splitlines()
    assert lines[0] == "tokenizers 1.0: identical pre-tokens"
    assert lines[1].startswith("regex 2.0: identical matches; drops 3 bytes")
    assert "splits differently at 2 positions, first at byte 1,234: here" in lines[2]
    assert lines[2].endswith("; as an export writes it: the same")
    assert lines[3] == "oniguruma 4.0: rejects the pattern: no look-behind"
    assert lines[4].startswith("pcre2: crashes: ")
    assert lines[5] == "re2: too slow, stopped"
    assert lines[6].startswith("tiktoken: not installed. ")


CASES = 'pattern: gpt2\n# what must stay\n"3.14" stays one\n"don\'t" → don|\'t\n'


def test_cases_pass_or_fail_with_what_was_split(cli, tmp_path):
    (tmp_path / "cases.txt").write_text(CASES, "utf-8")
    outcome = cli("split", "--cases", "cases.txt")
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        'FAIL  "3.14" stays one, but split as "3" "." "14"',
        "pass  \"don't\" → don|'t",
        "1 of 2 cases passed.",
    ]
    outcome = cli("split", "--cases", "cases.txt", "--pattern", r"[\d.]+|'?[a-z]+")
    assert outcome.status == 0
    assert outcome.out.endswith("2 of 2 cases passed.\n")


def test_cases_as_json_name_line_and_pieces(cli, tmp_path):
    (tmp_path / "cases.txt").write_text(CASES, "utf-8")
    outcome = cli("split", "--cases", "cases.txt", "--json")
    document = outcome.document
    assert outcome.status == 1
    assert (document["passed"], document["failed"], document["kind"]) == (1, 1, "automaton")
    assert document["cases"][0] == {
        "line": 3,
        "text": "3.14",
        "expected": ["3.14"],
        "pieces": ["3", ".", "14"],
        "passed": False,
    }


def test_a_recipe_has_cases_of_its_pattern(cli, tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('pattern = "gpt2"\npattern_cases = [\'"a b" → a| b\']\n', "utf-8")
    assert "1 of 1 case passed" in cli("split", "--cases", "recipe.toml").out
    recipe.write_text("pattern_cases = ['\"a\" stays one', '\"a b\" → a|b']\n", "utf-8")
    outcome = cli("split", "--cases", "recipe.toml")
    assert outcome.status == 2
    assert "recipe.toml, pattern_cases, entry 2: the pieces" in outcome.sentence


def test_cases_without_a_pattern_or_with_a_bad_line_are_sentences(cli, tmp_path):
    (tmp_path / "cases.txt").write_text('"a" stays one\n"b" stays\n', "utf-8")
    outcome = cli("split", "--cases", "cases.txt", "--pattern", "gpt2")
    assert outcome.status == 2
    assert "cases.txt, line 2: after the text" in outcome.sentence
    (tmp_path / "cases.txt").write_text('"a" stays one\n', "utf-8")
    outcome = cli("split", "--cases", "cases.txt")
    assert outcome.status == 2
    assert "names no pattern" in outcome.sentence
    outcome = cli("split", "--cases", "cases.txt", "text.txt", "--pattern", "gpt2")
    assert outcome.status == 2
    assert "leave FILE out" in outcome.sentence
    (tmp_path / "cases.txt").write_text("# none\n", "utf-8")
    outcome = cli("split", "--cases", "cases.txt", "--pattern", "gpt2")
    assert outcome.status == 2
    assert "has no case" in outcome.sentence
    outcome = cli("split", "--cases", "no-such.txt", "--pattern", "gpt2")
    assert outcome.status == 2
    assert "no-such.txt was not found" in outcome.sentence
    outcome = cli("split")
    assert outcome.status == 2
    assert "give --pattern" in outcome.sentence


def test_help_shows_the_first_line_of_a_case_file(cli):
    words = " ".join(cli("split", "--help").out.split())
    assert "the first line may name the pattern" in words


@pytest.mark.parametrize("place", ["split --help", "README.md", "docs/window/pattern.md"])
def test_examples_of_cases_pass_with_the_pattern_they_are_shown_with(place, cli):
    """The pattern of examples without one is the default, gpt2."""
    if place.endswith(".md"):
        text = (PROJECT / place).read_text("utf-8")
    else:
        text = " ".join(cli(*place.split()).out.split())
    splitter = Splitter("gpt2")
    examples = re.findall(r'"[^"\n]+" (?:stays one|(?:→|->) [^`,;\n]+)', text)
    assert examples
    for example in examples:
        case = read_case(example)
        assert tuple(splitter.split(case.text)) == case.pieces
