"""Tokens as lines: what is written is read back, for any bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.settings.token_lists import line_of_token, token_of_line, token_words


@given(st.binary(min_size=1) | st.text(min_size=1).map(lambda text: text.encode(errors="replace")))
def test_a_line_means_the_token_it_was_made_of(token):
    line = line_of_token(token)
    assert token_of_line(line) == token
    assert len(line.splitlines()) == 1
    assert line == line.strip()


@pytest.mark.parametrize(
    ("line", "token"),
    [
        (" the ", b" the "),
        (r"\sthe\s", b" the "),
        (r"a\n\t\r\0\\", b"a\n\t\r\0\\"),
        (r"\xe2\x82", b"\xe2\x82"),
        (r"\u20ac\U0001f600", "€😀".encode()),
        ("hex:e2 82", b"\xe2\x82"),
    ],
)
def test_escapes(line, token):
    assert token_of_line(line) == token


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"\q", "is none that is known"),
        ("a\\", "is none that is known"),
        (r"\ud800", "is no character"),
        (r"\U00110000", "is no character"),
        ("hex:e", "is not pairs of hex digits"),
        ("\ud800", "lone surrogate"),
    ],
)
def test_what_is_no_line(line, words):
    with pytest.raises(ValueError, match=words):
        token_of_line(line)


def test_invisible_things_are_seen():
    assert line_of_token(b"  a b ") == r"\s\sa b\s"
    assert line_of_token(b" ") == r"\s"
    assert line_of_token("\u200b\u2028".encode()) == r"\u200b\u2028"
    assert line_of_token(b"\xe2\x82") == "hex:e282"
    assert line_of_token(b"hex:12") == "hex:6865783a3132"
    assert [token_words(b" a"), token_words(b"\xff\xfe")] == ["' a'", "hex:fffe"]
