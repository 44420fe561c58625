"""Contexts of a token: text without room fades away from the token, which is painted as one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from engine.analysis.usage import TokenContext
from workbench.ui.tables.data_table import DataTable
from workbench.vocabulary.token_places import FADE, LEFT, RIGHT, TOKEN, TokenPlaces


def greatest_contrast(picture: QImage, columns: range, ground: QColor) -> int:
    """The strongest difference from the ground in some columns of pixels, 0 to 255."""
    return max(
        abs(picture.pixelColor(x, y).lightness() - ground.lightness())
        for x in columns
        for y in range(picture.height())
    )


@pytest.fixture
def places(qtbot, theme):
    places = TokenPlaces(theme)
    qtbot.addWidget(places)
    places.resize(480, 200)
    places.show()
    places.append((TokenContext("rus", 0, 40, b"before " * 40, b" token", b" after" * 40),))
    return places


def cell(places: TokenPlaces, column: int) -> QImage:
    table = places.findChild(DataTable)
    rect = table.visualRect(table.model().index(0, column))
    return table.viewport().grab(rect).toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize("column", [LEFT, RIGHT])
def test_text_fades_on_the_side_away_from_the_token(places, theme, column):
    picture, ground = cell(places, column), theme.colour("surface")
    width = picture.width()
    assert width > 3 * FADE
    outer, inner = range(4), range(width - FADE, width - 4)
    if column == RIGHT:
        outer, inner = range(width - 4, width), range(4, FADE)
    assert greatest_contrast(picture, outer, ground) * 4 < greatest_contrast(picture, inner, ground)


def test_a_cell_says_all_that_is_around_the_token(places):
    model = places.findChild(DataTable).model()
    for column in (LEFT, TOKEN, RIGHT):
        tip = model.index(0, column).data(Qt.ItemDataRole.ToolTipRole)
        assert "before·before··token·after·after" in tip


def test_the_token_is_painted_as_a_token(places, theme):
    picture = cell(places, TOKEN)
    colours = {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
    }
    assert theme.colour("surface").name() in colours  # around the chip
    assert len(colours) > 2
