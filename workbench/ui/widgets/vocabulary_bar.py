"""VocabularyBar: how a vocabulary adds up, as one bar with its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.ui.theme.theme import SPACE_M, SPACE_XS, TEXT_CAPTION, Theme

BYTES, MERGES, SPECIAL, RESERVED, PADDING = range(5)
_HUES = {BYTES: 7, MERGES: 0, SPECIAL: 6, RESERVED: 3, PADDING: 1}
_BAR_HEIGHT = 10.0
_SWATCH = 10.0
_LEAST_WIDTH = 3.0
"""Of a part in pixels, so that a few tokens among thousands are seen."""


class VocabularyPart(NamedTuple):
    """Ids of one kind. words: their number and what they are."""

    kind: int
    n_ids: int
    words: str


class VocabularyBar(QWidget):
    """Parts as long as their share of the ids; the words stand below in the same order."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[VocabularyPart, ...] = ()
        self._total = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Parts of the vocabulary"))
        theme.changed.connect(self.update)

    @property
    def words(self) -> str:
        """The sum in words, or why there is none."""
        if not self._parts:
            return self._total
        return f"{' + '.join(part.words for part in self._parts)} {self._total}"

    def show_parts(self, parts: Sequence[VocabularyPart], total: str) -> None:
        """Show these parts. total: the words of the sum; without parts, why there is none."""
        self._parts, self._total = tuple(part for part in parts if part.n_ids), total
        self.setAccessibleDescription(self.words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(self.width(), 320)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = list(self._places(width))
        bottom = places[-1][1].bottom() if places else 0.0
        return round(bottom) + 1

    def part_rects(self) -> dict[int, QRectF]:
        """Return where each kind lies in the bar."""
        whole = sum(part.n_ids for part in self._parts)
        widths = [max(_LEAST_WIDTH, self.width() * p.n_ids / whole) for p in self._parts]
        surplus = sum(widths) - self.width()
        widths[widths.index(max(widths))] -= surplus  # the longest part gives what the others take
        found, left = {}, 0.0
        for part, width in zip(self._parts, widths, strict=True):
            found[part.kind] = QRectF(left, 0, width, _BAR_HEIGHT)
            left += width
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        if self._parts:
            for part, rect in self.part_rects().items():
                self._fill(painter, rect.adjusted(0, 0, -1, 0), part)
        for words, box, kind in self._places(self.width()):
            if kind is not None:
                top = box.center().y() - _SWATCH / 2
                self._fill(painter, QRectF(QPointF(box.left(), top), QPointF(
                    box.left() + _SWATCH, top + _SWATCH)), kind)  # fmt: skip
            role = "muted_text" if self._parts else "negative"
            painter.setPen(self._theme.colour(role))
            left = box.left() + (_SWATCH + SPACE_XS if kind is not None else 0)
            room = QRectF(QPointF(left, box.top()), box.bottomRight())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()

    def _fill(self, painter: QPainter, rect: QRectF, kind: int) -> None:
        colour = QColor(self._theme.token_colour(_HUES[kind]).boundary)
        if kind != PADDING:
            painter.fillRect(rect, colour)
            return
        painter.fillRect(rect, QBrush(colour, Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(colour, 1))
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))

    def _places(self, width: float) -> Iterator[tuple[str, QRectF, int | None]]:
        """The words with their boxes and kinds, in as many lines as they need."""
        metrics = QFontMetricsF(self._theme.font(TEXT_CAPTION))
        height = metrics.height()
        top = _BAR_HEIGHT + SPACE_XS if self._parts else 0.0
        left = 0.0
        entries: list[tuple[str, int | None]] = [(part.words, part.kind) for part in self._parts]
        for words, kind in [*entries, (self._total, None)]:
            swatch = _SWATCH + SPACE_XS if kind is not None else 0.0
            taken = metrics.horizontalAdvance(words) + swatch + 1
            if left and left + taken > width:
                left, top = 0.0, top + height
            yield words, QRectF(left, top, taken, height), kind
            left += taken + SPACE_M
