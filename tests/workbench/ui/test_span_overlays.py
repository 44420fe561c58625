"""Overlays of a span view: shown together, chosen in one menu, the same in all panes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from workbench.ui.spans.display_text import build_display
from workbench.ui.spans.overlays import USUAL, Overlays, ShowButton
from workbench.ui.spans.paragraph_layout import ParagraphLayout
from workbench.ui.spans.span_colouring import TRAINED, UNTRAINED, Colouring
from workbench.ui.spans.span_painter import SpanLook
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView

PIECES = (b"the", b" cat", b" \xe7", b"\x8c\xab", b" sat")


def text_of(pieces=PIECES) -> SpanText:
    n = len(pieces)
    bounds = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
    hues = np.array([TRAINED, UNTRAINED] * n, np.uint8)[:n]
    pre_tokens = np.array([True, False] * n, np.bool_)[:n]
    ids = np.arange(500, 500 + n, dtype=np.uint32)
    return SpanText(b"".join(pieces), bounds, ids, hues=hues, pre_tokens=pre_tokens)


@pytest.fixture
def view(qtbot, theme):
    view = SpanView("Tokens", theme, str)
    qtbot.addWidget(view)
    view.resize(700, 200)
    view.set_text(text_of())
    view.show()
    return view


def picture(view, **overlays):
    view.set_overlays(Overlays(**overlays))
    return view.viewport().grab().toImage()


@pytest.mark.parametrize("name", ["ids", "bytes", "pre_tokens"])
def test_each_overlay_is_painted_beside_all_others(view, name):
    shown = {"ids": True, "bytes": True, "pre_tokens": True}
    assert picture(view, **shown) != picture(view, **shown | {name: False})


def test_rows_stand_below_the_text_and_have_room(theme):
    look, text, overlays = SpanLook(theme), text_of(), Overlays(ids=True, bytes=True)
    bands = look.bands(overlays)
    layout = ParagraphLayout(build_display(text, 0, look, overlays), look.text_font, bands, 700.0)
    assert bands.rows == bands.ids + bands.bytes > bands.ids > 0
    assert {box.span for _, box in layout.rows} == set(range(text.n_spans))
    for rect, box in layout.rows:
        assert rect.top() >= box.rect.bottom()
        assert rect.bottom() <= layout.height
        if not box.partial:
            assert look.small(text.span_bytes(box.span).hex(" ")) <= rect.width() + 1


def test_without_tokens_and_mask_the_text_has_one_colour(view):
    view.set_colouring(Colouring.SUPERVISED)
    view.set_current(None)
    plain = picture(view, tokens=False, mask=False, white_space=False)
    [rect] = view.span_rects(0)
    row = int(rect.bottom()) - 1
    colours = {plain.pixel(x, row) for x in range(int(rect.left()) + 2, int(rect.right()) + 20)}
    assert len(colours) == 1
    masked = picture(view, tokens=False, white_space=False)
    assert masked.pixel(int(rect.left()) + 2, row) not in colours


def test_the_mask_alone_has_no_gaps_between_tokens(view, theme):
    view.set_text(text_of((b"one", b"two")))
    view.set_colouring(Colouring.SUPERVISED)
    edge = QPoint(int(view.span_rects(0)[0].right()), int(view.span_rects(0)[0].top()) + 2)
    ground = theme.colour("surface").rgb()
    assert picture(view).pixel(edge) == ground
    assert picture(view, tokens=False).pixel(edge) != ground


def test_another_overlay_leaves_the_text_where_it_is(view):
    view.set_text(text_of(tuple(b"line %d\n" % number for number in range(400))))
    view.scroll_to_byte(1500)
    before = view.top_byte
    view.set_overlays(Overlays(ids=True, bytes=True))
    assert view.top_byte == pytest.approx(before, abs=9)


def test_the_menu_stays_open_while_overlays_are_changed(qtbot):
    button = ShowButton(("tokens", "ids", "bytes"))
    qtbot.addWidget(button)
    menu = button.menu()
    menu.popup(QPoint(0, 0))
    heard = []
    button.changed.connect(heard.append)
    ids, own = menu.actions()[1:3]
    qtbot.mouseMove(menu, menu.actionGeometry(ids).center())
    menu.setActiveAction(ids)
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(ids).center())
    menu.setActiveAction(own)
    qtbot.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    assert heard == [Overlays(ids=True), Overlays(ids=True, bytes=True)]
    menu.close()


def test_a_choice_that_is_set_is_ticked_and_told_once(qtbot):
    button = ShowButton(("tokens", "ids"))
    qtbot.addWidget(button)
    heard = []
    button.changed.connect(heard.append)
    button.set_overlays(Overlays(ids=True, mask=False))
    assert [action.isChecked() for action in button.menu().actions()] == [True, True]
    assert button.overlays == Overlays(ids=True, mask=False)
    button.set_overlays(button.overlays)
    assert len(heard) == 1
    assert Overlays() == USUAL
