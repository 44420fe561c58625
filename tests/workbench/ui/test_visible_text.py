"""Every byte of a token can be seen, and nothing poses as something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.visible_text import has_picture, hex_of, is_utf8, isolated, label_of, visible


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b" the", "·the"),
        (b"a\n\t", "a↵⇥"),
        (b" \xe2\x96", "·⟨E2 96⟩"),
        (b"\x96 a", "⟨96⟩·a"),
        (b"\x00\x1b\x7f", "⟨NUL⟩⟨ESC⟩⟨DEL⟩"),
        ("a\u00a0b\u200b".encode(), "a⟨NBSP⟩b⟨ZWSP⟩"),
        ("\u0301x".encode(), "◌\u0301x"),
        ("👩\u200d💻".encode(), "👩\u200d💻"),
        ("\u200d".encode(), "⟨ZWJ⟩"),
        ("می\u200cخواهم".encode(), "می\u200cخواهم"),
        ("\ufffd".encode(), "\ufffd"),
        ("\U000e0041".encode(), "⟨U+E0041⟩"),
    ],
)
def test_white_space_controls_and_stray_bytes_are_shown(data, shown):
    assert visible(data) == shown


@given(st.binary(max_size=24))
def test_a_replacement_character_only_stands_where_the_text_has_one(data):
    assert ("\ufffd" in visible(data)) == ("\ufffd".encode() in data)


@given(st.binary(min_size=1, max_size=24))
def test_nothing_is_invisible(data):
    shown = visible(data)
    assert shown
    assert all(has_picture(character) for character in shown[:1])


def test_labels_and_digits():
    assert label_of("\r") == "CR"
    assert label_of("\udc80") == "80"
    assert hex_of(b"\xe2\x96\x81") == "E2 96 81"
    assert is_utf8("é".encode())
    assert not is_utf8(b"\xc3")


def test_right_to_left_text_is_isolated_and_plain_text_left_alone():
    assert isolated("abc") == "abc"
    assert isolated("·سلام") == "\u200e\u2068·سلام\u2069"
