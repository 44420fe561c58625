"""A rendered conversation as spans: colours by mask, sections, the cut, and words of a token."""

from __future__ import annotations

import numpy as np
import pytest

from engine.chat.renderer import RenderedChat
from workbench.chat.chat_views import MaskView, mask_text, token_words, trained_words
from workbench.ui.spans.span_colouring import LOST, TRAINED, UNTRAINED, Colouring, hues_of
from workbench.ui.spans.span_text import SPECIAL
from workbench.ui.theme.colours import SCHEMES, contrast_ratio
from workbench.ui.theme.theme import Theme

PIECES = (b"<s>", b"hi", b" \xc3", b"\xa9", b"<e>", b"yes", b"<e>")
ROLES = ["user", "assistant"]


def rendered():
    return RenderedChat(
        ids=np.arange(7, dtype=np.uint32),
        mask=np.array([0, 0, 0, 0, 0, 1, 1], np.bool_),
        message=np.array([-1, 0, 0, 0, 0, 1, 1], np.int32),
        role=np.array([0, 1, 1, 1, 1, 2, 2], np.uint8),
        role_names=("template", "user", "assistant"),
        text=b"".join(PIECES),
        starts=np.cumsum([0, *map(len, PIECES)]),
        special=np.array([1, 0, 0, 0, 1, 0, 1], np.bool_),
        n_full=7,
    )


def test_hues_say_what_is_trained_and_messages_begin_their_own_line():
    shown = mask_text(rendered(), None, ROLES)
    assert shown.tokens.hues.tolist() == [UNTRAINED] * 5 + [TRAINED] * 2
    assert [kind == SPECIAL for kind in shown.tokens.kinds] == rendered().special.tolist()
    assert shown.tokens.paragraphs.tolist() == [0, 3, 11, 17]
    assert [(each.title, each.start) for each in shown.sections] == [
        ("template", 0), ("1 user", 3), ("2 assistant", 11),
    ]  # fmt: skip
    assert shown.sections[2].words == "2 of 2"
    assert (shown.n_kept, shown.n_trained, shown.first_token_of(1)) == (7, 2, 5)
    assert hues_of(shown.tokens, range(7), Colouring.SUPERVISED) == shown.tokens.hues.tolist()


def test_the_text_has_a_stretch_for_each_mask_and_special_token():
    shown = mask_text(rendered(), None, ROLES)
    spans = [shown.text.span_bytes(n) for n in range(shown.text.n_spans)]
    assert spans == [b"<s>", "hi é".encode(), b"<e>", b"yes", b"<e>"]
    assert shown.first_tokens.tolist() == [0, 1, 4, 5, 6]


@pytest.mark.parametrize(("most", "start"), [(3, 8), (5, 11), (6, 14)])
def test_what_lies_behind_the_limit_is_lost_from_a_line_on(most, start):
    shown = mask_text(rendered(), most, ROLES)
    assert (shown.tokens.hues == LOST).tolist() == [n >= most for n in range(7)]
    [cut] = [each for each in shown.sections if each.is_cut]
    assert cut.start == start  # never inside a character
    assert (shown.n_kept, shown.n_trained) == (most, max(most - 5, 0))
    assert mask_text(rendered(), 7, ROLES).cut is None


def test_a_token_is_said_with_its_place_id_bytes_role_and_why():
    chat = rendered()
    assert token_words(chat, 2, None) == (
        "token 3 of 7, ·⟨C3⟩, id 2, bytes 20 C3, user, message 1, "
        "not supervised: what the user says"
    )
    assert trained_words(chat, 5, None) == "supervised: what the assistant says"
    assert trained_words(chat, 6, None) == "supervised: the model has to write this token itself"
    assert trained_words(chat, 4, None) == "not supervised: the template sets this token"
    assert trained_words(chat, 6, 5).startswith("not supervised: truncated")


def test_a_conversation_of_no_tokens_is_nothing_to_see():
    empty = np.empty(0, np.uint8)
    chat = RenderedChat(
        empty.astype(np.uint32), empty, empty.astype(np.int32), empty, ("template",), b"",
        np.zeros(1, np.int64), empty.astype(np.bool_), 0,
    )  # fmt: skip
    shown = mask_text(chat, None, [])
    assert (shown.tokens.n_spans, shown.text.n_spans, shown.sections) == (0, 0, ())


def test_the_margin_keeps_the_role_of_a_message_that_began_above(qtbot, theme):
    view = MaskView("Tokens", theme, str)
    qtbot.addWidget(view)
    view.resize(300, 60)
    view.show()
    shown = mask_text(rendered(), None, ROLES)
    view.show_sections(shown.tokens, shown.sections)
    assert [(each.section.title, each.begins) for each in view.placed()] == [
        ("template", True), ("1 user", True),
    ]  # fmt: skip
    view.scroll_to_byte(5.0)  # inside the user's message
    assert [(each.section.title, each.begins) for each in view.placed()] == [
        ("1 user", False), ("2 assistant", True),
    ]  # fmt: skip


@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_read_on_both_grounds_and_a_mark_tells_them_apart(qapp, scheme):
    theme = Theme(scheme)
    words = theme.token_colour(0).text
    for trained in (True, False):
        assert contrast_ratio(words, theme.supervision_colour(trained)) >= 4.5
    ground = theme.supervision_colour(True)
    assert contrast_ratio(theme.colour("positive"), ground) >= 3.0  # the mark below trained tokens
    theme.deleteLater()
