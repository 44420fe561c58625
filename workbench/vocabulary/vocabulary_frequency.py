"""How often tokens are used by their rank, and how many of them cover a text, of two tokenizers.

`NamedUses` is what is drawn of one, `FrequencyPart` shows the charts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSplitter, QVBoxLayout, QWidget

from engine.analysis import FrequencyCurves, frequency_curves
from engine.compiled import Int64s
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curve import ChartText, Curve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.labels import ElidedLabel
from workbench.work.comparison import Baseline

_ROOM_BESIDE = 720
_KEYS = ("open", "other")
_BYTES, _OTHER_USES, _OTHER_BYTES = 1, 0, 3
"""Hues of tokens, for curves that are no language's."""


@dataclass(frozen=True, eq=False)
class NamedUses:
    """Uses of one tokenizer. counts: int64[n], negative where unknown; lengths: int64[n], bytes.

    text: the name of the text that was counted.
    """

    name: str
    counts: Int64s
    lengths: Int64s
    text: str


class FrequencyPart(QWidget):
    """Uses by rank on two log axes, and coverage by uses and by bytes.

    Curves are computed when the part is visible.

    Signals:
        partner_requested: Baseline to draw beside the open tokenizer, None for none.
    """

    partner_requested: Signal[Baseline | None] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._uses: list[NamedUses | None] = [None, None]
        self._is_current = False
        self._words = ElidedLabel("", "caption")
        self._partner = QPushButton(self.tr("Compare with"))
        self._partner.setProperty("kind", "menu")
        self._menu = QMenu(self._partner)
        self._partner.setMenu(self._menu)
        self.ranks = ZoomChart(
            ChartText(
                self.tr("Uses by rank"), self.tr("rank (log)"), self.tr("uses (log)"),
                self._rank_words,
            ),
            theme, log_x=True, log_y=True,
        )  # fmt: skip
        self.coverage = ZoomChart(
            ChartText(
                self.tr("Coverage"), self.tr("tokens (log)"), self.tr("% of the text"),
                self._coverage_words,
            ),
            theme, log_x=True,
        )  # fmt: skip
        self._charts = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for chart in (self.ranks, self.coverage):
            ChartSaving(chart)
            self._charts.addWidget(chart)
        above = QHBoxLayout()
        above.setContentsMargins(0, SPACE_XS, 0, SPACE_XS)
        above.addWidget(self._words, 1)
        above.addWidget(self._partner)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, 0, SPACE_S, SPACE_S)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self._charts, 1)
        self.set_choices(())
        theme.changed.connect(self.refresh)

    @property
    def words(self) -> str:
        """Whose uses are drawn, and in which text they were counted."""
        return self._words.text()

    def set_choices(self, baselines: Sequence[Baseline]) -> None:
        """Offer these tokenizers beside the open one."""
        self._menu.clear()
        for source in (None, *baselines):
            words = self.tr("None") if source is None else source.name.replace("&", "&&")
            entry = self._menu.addAction(words)
            entry.triggered.connect(partial(self._request, source))
        self._partner.setEnabled(bool(baselines))

    def show_uses(self, uses: NamedUses | None) -> None:
        """Draw the open tokenizer; None while no uses are known."""
        self._uses[0] = uses
        self.refresh()

    def show_partner(self, uses: NamedUses | None) -> None:
        """Draw another tokenizer beside it, or none."""
        self._uses[1] = uses
        self.refresh()

    def refresh(self) -> None:
        """Compute and draw what changed, if this part is visible; its owner calls it when shown."""
        self._is_current = False
        if self.isVisible():
            self.draw()

    def draw(self) -> None:
        """Draw the curves unless they are drawn."""
        if self._is_current:
            return
        self._is_current = True
        known = [(key, uses) for key, uses in zip(_KEYS, self._uses, strict=True) if uses]
        curves = [(key, uses, frequency_curves(uses.counts, uses.lengths)) for key, uses in known]
        self.ranks.set_curves([self._rank_curve(*each) for each in curves])
        self.coverage.set_curves([one for each in curves for one in self._covering(*each)])
        if self._uses[0] is None:
            words = self.tr("Uses not counted yet: count them in the report")
        else:
            each = [fill(self.tr("%1: uses in %2"), uses.name, uses.text) for _, uses in known]
            words = " · ".join(each)
        self._words.setText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the charts side by side if there is room."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= _ROOM_BESIDE
        self._charts.setOrientation(
            Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        )

    def _rank_curve(self, key: str, uses: NamedUses, curves: FrequencyCurves) -> Curve:
        is_open = key == _KEYS[0]
        colour = None if is_open else self._colour(_OTHER_USES)
        return Curve(key, uses.name, curves.ranks, curves.uses, colour, is_emphasised=is_open)

    def _covering(self, key: str, uses: NamedUses, curves: FrequencyCurves) -> tuple[Curve, Curve]:
        is_open = key == _KEYS[0]
        by_uses, by_bytes = self.tr("%1, by uses"), self.tr("%1, by bytes")
        return (
            Curve(f"{key}-uses", fill(by_uses, uses.name), curves.ranks, 100 * curves.of_uses,
                  None if is_open else self._colour(_OTHER_USES), is_emphasised=is_open),
            Curve(f"{key}-bytes", fill(by_bytes, uses.name), curves.ranks, 100 * curves.of_bytes,
                  self._colour(_BYTES if is_open else _OTHER_BYTES)),
        )  # fmt: skip

    def _colour(self, hue: int) -> QColor:
        return self._theme.token_colour(hue).boundary

    def _rank_words(self, x: float, y: float) -> str:
        return fill(self.tr("token number %1, uses: %2"), grouped(round(x)), grouped(round(y)))

    def _coverage_words(self, x: float, y: float) -> str:
        return fill(self.tr("%1 tokens: %2 %"), grouped(round(x)), f"{y:.1f}")

    def _request(self, source: Baseline | None, _checked: bool = False) -> None:
        self.partner_requested.emit(source)
