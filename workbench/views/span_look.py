"""SpanLook: the theme's fonts, measures and colours as a painted span view needs them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PySide6.QtGui import QColor, QFont, QFontMetricsF

from workbench.theme import SPACE_XS, TEXT_CAPTION, TEXT_TITLE, Theme
from workbench.views.paragraph_layout import Bands

_KEPT_WIDTHS = 20_000
_FINER, _COARSER = 6, 0  # orange and blue: the pair that every eye tells apart


@dataclass(frozen=True, slots=True)
class SpanColours:
    """The roles a span view paints with."""

    ground: QColor
    text: QColor
    muted: QColor
    hairline: QColor
    warning: QColor
    focus: QColor
    selection: QColor
    backgrounds: tuple[QColor, ...]
    boundaries: tuple[QColor, ...]
    span_text: QColor
    bracket: QColor


class SpanLook:
    """Fonts, bands and colours; `refresh()` reads the colours of the scheme in force.

    Also the Measure of display texts.
    """

    box_padding = float(2 * SPACE_XS)

    def __init__(self, theme: Theme, *, text_size: int = TEXT_TITLE) -> None:
        self._theme, self._text_size = theme, text_size
        self.text_font, self.small_font = QFont(), QFont()
        self.refresh()

    def refresh(self) -> bool:
        """Read colours and fonts again after the theme changed; True where widths are others."""
        self.colours = self._colours()
        text, small = self._theme.mono_font(self._text_size), self._theme.mono_font(TEXT_CAPTION)
        if (text, small) == (self.text_font, self.small_font):
            return False
        self.text_font, self.small_font = text, small
        self._text_metrics, self._small_metrics = QFontMetricsF(text), QFontMetricsF(small)
        self._small_widths: dict[str, float] = {}
        self._text_widths: dict[str, float] = {}
        self.character_width = self._text_metrics.horizontalAdvance("n")
        return True

    def text(self, text: str) -> float:
        """Return the width of text in the text's font."""
        if text.isascii():
            return len(text) * self.character_width
        width = self._text_widths.get(text)
        if width is None:
            width = self._text_metrics.horizontalAdvance(text)
            if len(self._text_widths) < _KEPT_WIDTHS:
                self._text_widths[text] = width
        return width

    def small(self, text: str) -> float:
        """Return the width of text in the small font."""
        width = self._small_widths.get(text)
        if width is None:
            width = self._small_metrics.horizontalAdvance(text)
            if len(self._small_widths) < _KEPT_WIDTHS:
                self._small_widths[text] = width
        return width

    def elided(self, label: str, room: float) -> str:
        """Return the bytes of a small label that have room, each whole; "" for none."""
        if self.small(label) <= room:
            return label
        words = label.split(" ")
        fitting = (" ".join(words[:n]) for n in range(len(words) - 1, 0, -1))
        return next((part for part in fitting if self.small(part) <= room), "")

    def bands(self, *, show_ids: bool) -> Bands:
        """Return the heights of a line's bands."""
        small = ceil(self._small_metrics.height())
        return Bands(
            text=float(ceil(self._text_metrics.height()) + SPACE_XS),
            boxes=float(small + 2),
            ids=float(small) if show_ids else 0.0,
            gap=float(SPACE_XS if not show_ids else 2 * SPACE_XS),
        )

    def _colours(self) -> SpanColours:
        theme = self._theme
        hues = theme.token_colours(8)
        return SpanColours(
            ground=theme.colour("surface"),
            text=theme.colour("text"),
            muted=theme.colour("muted_text"),
            hairline=theme.colour("hairline"),
            warning=theme.colour("warning"),
            focus=theme.colour("focus"),
            selection=theme.colour("selection"),
            backgrounds=(
                *(hue.background for hue in hues), theme.colour("surface"),  # NO_HUE
                theme.supervision_colour(True), theme.supervision_colour(False),
                theme.colour("surface"),  # LOST
                hues[_FINER].background, hues[_COARSER].background, hues[_FINER].background,
            ),
            boundaries=(
                *(hue.boundary for hue in hues), theme.colour("control_edge"),
                theme.colour("positive"), theme.colour("control_edge"), theme.colour("hairline"),
                hues[_FINER].boundary, hues[_COARSER].boundary, hues[_COARSER].boundary,
            ),
            span_text=hues[0].text,
            bracket=theme.colour("control_edge"),
        )  # fmt: skip
