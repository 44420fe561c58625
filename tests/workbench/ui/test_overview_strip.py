"""The overview beside a view: what it says of the text, and how it moves the view."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.overview_strip import OverviewStrip, shares_of
from workbench.ui.spans.span_colouring import LOST, TRAINED, UNTRAINED, Colouring
from workbench.ui.spans.span_text import SpanText, find_spans
from workbench.ui.spans.span_view import SpanView


def lines(n: int, *, hues: bool = False) -> SpanText:
    pieces = [b"%04d\n" % number for number in range(n)]
    bounds = np.arange(0, 5 * n + 1, 5, dtype=np.int64)
    given = np.full(n, TRAINED, np.uint8)
    given[n // 2 :], given[3 * n // 4 :] = UNTRAINED, LOST
    return SpanText(b"".join(pieces), bounds, hues=given if hues else None)


@pytest.fixture
def view(qtbot, theme):
    view = SpanView("Tokens", theme, str)
    qtbot.addWidget(view)
    view.resize(200, 300)
    view.show()
    return view


@pytest.fixture
def strip(qtbot, theme, view):
    view.set_text(lines(400))
    strip = OverviewStrip(view, theme)
    qtbot.addWidget(strip)
    strip.resize(18, 300)
    strip.show()
    return strip


def test_rows_have_the_share_of_their_bytes():
    shares = shares_of(lines(400, hues=True), USUAL, 8)
    assert shares[TRAINED].tolist() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert shares[UNTRAINED].tolist() == [0, 0, 0, 0, 1, 1, 0, 0]
    assert shares[LOST].tolist() == [0, 0, 0, 0, 0, 0, 1, 1]


def test_without_a_mask_rows_say_how_short_tokens_are():
    long, short = 5 * 200, 200
    bounds = np.concatenate((np.arange(0, long, 5), np.arange(long, long + short + 1)))
    text = SpanText(b"x" * (long + short), bounds.astype(np.int64))
    density = shares_of(text, USUAL, 6)[0]
    assert density == pytest.approx([0.2] * 5 + [1.0])
    masked = lines(40, hues=True)
    assert set(shares_of(masked, Overlays(mask=False), 6)) == {0}
    assert shares_of(SpanText.empty(), USUAL, 6) == {}


def test_it_is_hidden_where_the_text_fits(view, strip):
    assert strip.isVisible()
    view.set_text(lines(3))
    assert not strip.isVisible()
    view.set_text(lines(400))
    assert strip.isVisible()
    strip.set_wanted(False)
    assert not strip.isVisible()


def test_a_click_or_a_drag_moves_the_view(qtbot, view, strip):
    heard = []
    view.place_changed.connect(heard.append)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(9, 150))
    middle = (view.top_byte + view.bottom_byte) / 2
    assert middle == pytest.approx(1000, abs=30)
    assert heard == [view.top_byte]
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(9, 299))
    assert view.bottom_byte == 2000
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(9, 0))
    assert view.top_byte == 0
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(strip, left, pos=QPoint(9, 0))
    QTest.mouseMove(strip, QPoint(9, 75))
    assert (view.top_byte + view.bottom_byte) / 2 == pytest.approx(500, abs=30)
    QTest.mouseRelease(strip, left, pos=QPoint(9, 75))


def test_hits_differences_and_the_place_are_painted(view, strip):
    plain = strip.grab().toImage()
    view.set_hits(find_spans(view.text, "0350"))
    found = strip.grab().toImage()
    assert found != plain
    view.set_ringed(np.arange(400) == 100)
    assert strip.grab().toImage() != found
    before = strip.grab().toImage()
    view.verticalScrollBar().setValue(1000)
    assert strip.grab().toImage() != before


def test_a_screen_reader_hears_the_shares_of_the_mask(view, strip):
    strip.grab()
    assert strip.accessibleDescription() == "Density of tokens along the text"
    view.set_colouring(Colouring.SUPERVISED)
    view.set_text(lines(400, hues=True))
    strip.grab()
    assert strip.accessibleDescription().startswith("Supervised: 50")
