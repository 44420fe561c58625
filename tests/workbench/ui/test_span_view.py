"""The painted view: lays out what is in sight, answers keys and pointer, says what it shows."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.spans.span_painter import SpanLook
from workbench.ui.spans.span_text import SPECIAL, UNMATCHED, SpanText
from workbench.ui.spans.span_view import SpanView


def words_of(text: str) -> SpanText:
    pieces = [piece.encode() for piece in re.findall(r" ?[^ \n]+\n?|\n", text)]
    bounds = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
    ids = np.arange(len(pieces), dtype=np.uint32)
    return SpanText(b"".join(pieces), bounds, ids=ids)


@pytest.fixture
def view(qtbot, theme):
    view = SpanView("Tokens", theme, lambda span: f"span {span}")
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    return view


def centre(view: SpanView, span: int) -> QPointF:
    return view.span_rects(span)[0].center()


def test_the_pointer_finds_every_span_in_sight(view):
    view.set_text(words_of("the quick brown fox\njumps over the lazy dog"))
    for span in range(view.text.n_spans):
        assert view.span_at(centre(view, span)) == span
    assert view.span_at(QPointF(390, 290)) is None


def test_a_click_makes_a_span_current_and_shift_selects(qtbot, view):
    view.set_text(words_of("one two three four five"))
    with qtbot.waitSignal(view.current_changed) as caught:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, 1).toPoint())
    assert caught.args == [1]
    with qtbot.waitSignal(view.selection_changed) as caught:
        qtbot.mouseClick(
            view.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.ShiftModifier,
            centre(view, 3).toPoint(),
        )
    assert caught.args == [range(1, 4)]
    assert view.selected == range(1, 4)


def test_arrows_move_span_by_span_and_say_where(qtbot, view):
    view.set_text(words_of("one two three"))
    view.set_current(0)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.current == 1
    assert view.accessibleDescription() == "span 1"
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.current == 2
    qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected == range(1, 3)
    qtbot.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert view.current == 0


def test_arrows_go_in_the_order_of_the_text_in_hebrew_too(qtbot, view):
    view.set_text(words_of("אב גד הו"))
    view.set_current(0)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.current == 1
    assert centre(view, 1).x() < centre(view, 0).x()


def test_up_and_down_go_to_the_span_above_and_below(qtbot, view):
    view.set_text(words_of("one two\nthree four\nfive six"))
    view.set_current(0)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    below = view.current
    assert centre(view, below).y() > centre(view, 0).y()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.current == 0


def test_enter_and_double_click_activate(qtbot, view):
    view.set_text(words_of("one two"))
    view.set_current(1)
    with qtbot.waitSignal(view.span_activated) as caught:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert caught.args == [1]
    with qtbot.waitSignal(view.span_activated) as caught:
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, 0).toPoint())
    assert caught.args == [0]


def test_a_far_span_is_brought_into_sight(view):
    view.set_text(words_of("\n".join(f"line {number} of many" for number in range(5000))))
    assert view.span_rects(18_000) == []
    view.set_current(18_000)
    (rect, *_) = view.span_rects(18_000)
    assert 0 <= rect.top() < view.viewport().height()
    assert view.verticalScrollBar().value() > 0


def test_only_what_is_in_sight_is_laid_out(view):
    view.set_text(words_of("\n".join(f"line {number} of many" for number in range(50_000))))
    view.grab()
    in_sight = sum(1 for span in range(3000) if view.span_rects(span))
    assert 0 < in_sight < 200


def test_scrolling_to_the_end_shows_the_last_span_and_back_the_first(view):
    view.set_text(words_of("\n".join(f"line {number}" for number in range(3000))))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert view.span_rects(view.text.n_spans - 1)
    bar.setValue(0)
    assert view.span_rects(0)


def test_small_steps_move_the_text_by_as_many_pixels(view):
    view.set_text(words_of("\n".join(f"line {number} and so on" for number in range(3000))))
    bar = view.verticalScrollBar()
    bar.setValue(500)
    span = next(span for span in range(3000) if view.span_rects(span))
    while view.span_rects(span)[0].top() < 60:
        span += 1
    before = view.span_rects(span)[0].top()
    bar.setValue(bar.value() + 30)
    assert view.span_rects(span)[0].top() == pytest.approx(before - 30, abs=0.01)


def test_another_width_keeps_every_span_inside(view):
    view.set_text(words_of("the quick brown fox jumps over the lazy dog " * 5))
    for width in (200, 700):
        view.resize(width, 300)
        for span in range(view.text.n_spans):
            for rect in view.span_rects(span):
                assert rect.right() <= view.viewport().width()


def test_ids_take_room_below_the_spans(view):
    view.set_text(words_of("a b c d e f\ng h"))
    narrow = view.span_rects(6)[0].top()
    view.set_overlays(Overlays(ids=True))
    assert view.span_rects(6)[0].top() > narrow


def test_pictures_show_grounds_and_boundary_marks(view, theme):
    view.set_text(words_of("wwww wwww"))
    image = view.viewport().grab().toImage()
    for span in (0, 1):
        hue = theme.token_colour(span)
        rect = view.span_rects(span)[0]
        mark = QPointF(rect.center().x(), rect.bottom() - 1)
        assert image.pixelColor(mark.toPoint()) == QColor(hue.boundary)
        corner = QPointF(rect.center().x(), rect.top() + 1)
        assert image.pixelColor(corner.toPoint()) == QColor(hue.background)


def test_kinds_and_colourings_are_painted_differently(view):
    text = words_of("one two three")
    plain = _picture(view, text)
    kinds = np.array([0, UNMATCHED, SPECIAL], np.uint8)
    marked = _picture(view, SpanText(text.data, text.bounds, ids=text.ids, kinds=kinds))
    assert plain != marked
    view.set_colouring(Colouring.BY_ID)
    assert _picture(view, text) != plain


def test_an_empty_text_is_quiet(qtbot, view):
    view.set_text(SpanText.empty())
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton)
    assert view.current is None
    assert view.selected == range(0)


def test_another_theme_repaints(view, theme):
    text = words_of("one two three")
    light = _picture(view, text)
    theme.set_preference("dark")
    assert _picture(view, text) != light


def _picture(view: SpanView, text: SpanText):
    view.set_text(text)
    return view.viewport().grab().toImage()


def test_another_text_size_lays_out_again(qapp, view, theme):
    view.set_text(words_of("one two three"))
    before = view.span_rects(2)[0]
    theme.set_text_size(150)
    assert view.span_rects(2)[0].left() > before.left() * 1.2
    theme.set_text_size(100)
    assert view.span_rects(2)[0] == before


def test_only_what_is_ringed_has_a_colour_where_one_asks_for_that(view, theme):
    text = words_of("wwww wwww")
    view.set_text(text)
    view.set_colouring(Colouring.DIFFERENCES)
    view.set_ringed(np.array([False, True]))
    image = view.viewport().grab().toImage()
    grounds = []
    for span in (0, 1):
        rect = view.span_rects(span)[0]
        grounds.append(image.pixelColor(QPointF(rect.center().x(), rect.top() + 3).toPoint()))
    assert grounds == [theme.colour("surface"), QColor(theme.token_colour(6).background)]


def test_where_colour_means_something_else_what_differs_has_a_ring(view):
    view.set_text(words_of("wwww wwww"))
    view.set_ringed(np.array([False, True]))
    image = view.viewport().grab().toImage()
    rect = view.span_rects(1)[0]
    places = [QPointF(rect.center().x(), rect.top() + below).toPoint() for below in (0, 3)]
    assert image.pixelColor(places[0]) != image.pixelColor(places[1])


def test_equal_changes_have_one_colour_and_cuts_elsewhere_another(view):
    view.set_text(words_of("wwww wwww wwww wwww wwww"))
    view.set_colouring(Colouring.DIFFERENCES)
    view.set_ringed(np.array([1, 2, 0, 1, 2], np.uint8))
    image = view.viewport().grab().toImage()
    rects = [view.span_rects(span)[0] for span in range(5)]
    grounds = [
        image.pixelColor(QPointF(rect.center().x(), rect.top() + 3).toPoint()).name()
        for rect in rects
    ]
    assert grounds[0] == grounds[3] != grounds[1] == grounds[4]
    assert grounds[2] not in (grounds[0], grounds[1])


def test_a_character_in_many_parts_keeps_its_line_in_a_narrow_view(qtbot, view):
    data = "👨‍👩‍👧‍👦 xx".encode()
    view.resize(160, 300)
    view.set_text(SpanText(data, np.arange(len(data) + 1, dtype=np.int64)))
    boxes = [view.span_rects(span) for span in range(len(data) - 3)]
    assert all(len(rects) == 1 for rects in boxes)
    assert len({rects[0].top() for rects in boxes}) == 1
    assert all(rects[0].right() <= view.viewport().width() for rects in boxes)


def test_control_arrows_go_by_the_line_and_by_the_page(qtbot, view):
    view.set_text(words_of("\n".join(f"line {number} of many" for number in range(200))))
    control = Qt.KeyboardModifier.ControlModifier
    view.set_current(0)
    qtbot.keyClick(view, Qt.Key.Key_Right, control)
    assert view.current == 3
    qtbot.keyClick(view, Qt.Key.Key_Right, control)
    assert view.current == 7
    qtbot.keyClick(view, Qt.Key.Key_Left, control)
    assert view.current == 4
    qtbot.keyClick(view, Qt.Key.Key_Down, control)
    paged = view.current
    assert paged > 4 + 4 * 5
    qtbot.keyClick(view, Qt.Key.Key_Up, control)
    assert view.current < paged


def test_the_byte_at_the_upper_edge_is_found_again(view):
    view.set_text(words_of("\n".join(f"line {number} " * 30 for number in range(200))))
    for offset in (0.0, 1234.5, 20_000.25):
        view.scroll_to_byte(offset)
        assert view.top_byte == pytest.approx(offset, abs=0.01)


@pytest.mark.parametrize("text", ["ภาษาไทย กำลังใจ น้ำ ", "ភាសាខ្មែរ ស្រុកខ្មែរ ", "हिन्दी में ", "བཀྲ་ཤིས་"])
@pytest.mark.parametrize("width", [90, 130, 170, 400])
def test_boxes_of_bytes_never_reach_into_the_next_line(view, text, width):
    data = (text * 3).encode() + b"\nnext"
    view.resize(width, 4000)
    view.set_text(SpanText(data, np.arange(len(data) + 1, dtype=np.int64)))
    tops = [view.span_rects(span)[0] for span in range(len(data) - 4, len(data))]
    lowest = max(rect.bottom() for span in range(len(data) - 5) for rect in view.span_rects(span))
    assert all(rect.top() >= lowest - 0.5 for rect in tops)


def test_bytes_without_room_are_left_out_whole(theme):
    look = SpanLook(theme)
    whole = look.small("F0 9F 91")
    assert look.elided("F0 9F 91", whole) == "F0 9F 91"
    assert look.elided("F0 9F 91", whole - 1) == "F0 9F"
    assert look.elided("F0 9F 91", look.small("F0") + 1) == "F0"
    assert look.elided("F0 9F 91", look.small("F") + 1) == ""
