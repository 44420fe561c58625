from __future__ import annotations

import json

from tests.texts import some_texts


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
