"""DifferenceBar: how much the columns differ, and the way from one difference to the next."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.text.numbers import grouped, percent
from workbench.text.placeholders import fill
from workbench.tokens.text_encoding import EncodedColumns
from workbench.tokens.token_options import TokenLook
from workbench.ui.spans.cut_legend import CutLegend
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.words.translation import counted


class DifferenceBar(QWidget):
    """One line: the share of bytes that are cut differently, the number of differences, buttons."""

    def __init__(
        self, previous: QAction, following: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._share = label("", "big")
        self._words = ElidedLabel("", "caption")
        self._legend = CutLegend(theme)
        self._place = label("")
        self._n_differences: int | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        row.setSpacing(SPACE_M)
        row.addWidget(self._share)
        row.addWidget(self._words, 1)
        row.addWidget(self._legend)
        row.addWidget(self._place)
        row.addWidget(ActionButton(previous, words=self.tr("Previous")))
        row.addWidget(ActionButton(following, words=self.tr("Next")))

    @property
    def texts(self) -> tuple[str, str, str]:
        """The share, what it means, and which difference is on show."""
        return self._share.text(), self._words.text(), self._place.text()

    def show_encoded(self, encoded: EncodedColumns | None) -> None:
        """Show how much the columns differ; None while it is not known."""
        found = None if encoded is None else encoded.difference
        self._n_differences = None if found is None else len(found)
        share = None if found is None else found.share
        self._share.setText("–" if share is None else percent(share))
        words = ""
        if encoded is not None and found is None:
            words = self.tr("Nothing to compare yet")
        elif encoded is not None:
            words = self.tr("of %1 bytes are split differently")
            words = fill(words, grouped(len(encoded.data)))
        self._words.setText(words)
        self.show_place(None)

    def show_colouring(self, look: TokenLook) -> None:
        """Explain the colours where they say what differs."""
        self._legend.setVisible(look.colouring is Colouring.DIFFERENCES)

    def show_place(self, number: int | None) -> None:
        """Say which difference is on show, counted from 0."""
        total = self._n_differences
        if not total:
            self._place.setText("" if total is None else self.tr("No difference"))
        elif number is None:
            words = counted("DifferenceBar", "1 difference", "%1 differences", total)
            self._place.setText(words)
        else:
            self._place.setText(
                fill(self.tr("Difference %1 of %2"), grouped(number + 1), grouped(total))
            )
