"""PreviewPart: whether a mixture is previewed, at which size, and what comes out overall."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.languages import language_name
from workbench.mixture_preview import MixturePreview, PreviewStatus, PreviewWish
from workbench.models.mixture_table import change_words
from workbench.numbers import NOTHING, duration, grouped, ratio
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.figures import Figures
from workbench.widgets.labels import ElidedLabel

SIZES = (2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072)


class PreviewPart(QWidget):
    """Keeps its height whatever it says, so that nothing below it moves.

    Signals:
        wish_changed: a PreviewWish.
        count_requested: the corpus has to be counted first and the person wants it now.
    """

    wish_changed = Signal(object)
    count_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switch = QCheckBox(self.tr("Preview"))
        self._switch.setChecked(True)
        self._switch.setToolTip(
            self.tr("Train in the background on the counts in memory whenever the mixture changes")
        )
        self._size = QComboBox()
        self._size.setAccessibleName(self.tr("Vocabulary size of the preview"))
        self._size.addItem(self.tr("Size as in Train"), None)
        for size in SIZES:
            self._size.addItem(fill(self.tr("%1 tokens"), grouped(size)), size)
        self._count = QPushButton(self.tr("Count now"))
        self._count.setToolTip(self.tr("Read the corpus once and keep its counts"))
        self._status, self._extremes = ElidedLabel("", "caption"), ElidedLabel("", "caption")
        words = (
            self.tr("bytes per token, preview"), self.tr("against natural"),
            self.tr("gains most"), self.tr("loses most"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._lay_out()
        self._switch.toggled.connect(self._tell)
        self._size.currentIndexChanged.connect(self._tell)
        self._count.clicked.connect(self.count_requested)
        self.show_preview(None)
        self.show_state(PreviewStatus(""))

    @property
    def wish(self) -> PreviewWish:
        """What is wanted: nothing while nobody sees it."""
        is_on = self._switch.isChecked() and self.isVisible()
        return PreviewWish(is_on, self._size.currentData())

    @property
    def status(self) -> str:
        """What is said of the preview: that it is under way, what it took, what it waits for."""
        return self._status.text()

    @property
    def figures(self) -> tuple[str, ...]:
        """Overall, difference, gains most, loses most."""
        return self._figures.values()

    def choose_size(self, size: int | None) -> None:
        """Choose the preview's vocabulary size; None takes that of the next training."""
        self._size.setCurrentIndex(self._size.findData(size))

    def show_state(self, state: PreviewStatus) -> None:
        """Say how the preview is, and offer to count the corpus where that is needed."""
        self._status.setText(state.words)
        self._count.setVisible(state.can_count)

    def show_preview(self, preview: MixturePreview | None) -> None:
        """Show what a preview found, or that there is none."""
        if preview is None:
            self._figures.show_values(*[NOTHING] * 4)
            self._extremes.clear()
            return
        self._figures.show_values(
            ratio(preview.overall),
            NOTHING if preview.is_natural else change_words(preview.change),
            *_gain_and_loss(preview),
        )
        self._extremes.setText(self._extreme_words(preview))
        words = self.tr("Trained at %1 tokens in %2, not stored")
        self.show_state(
            PreviewStatus(fill(words, grouped(preview.vocab_size), duration(preview.seconds)))
        )

    @property
    def extremes(self) -> str:
        """Which source has the most and which the fewest bytes per token, in words."""
        return self._extremes.text()

    def _extreme_words(self, preview: MixturePreview) -> str:
        found = preview.extremes()
        if found is None:
            return ""
        best, worst = (_of(each, ratio(preview.now[each])) for each in found)
        words = self.tr("Most bytes per token: %1. Fewest: %2.")
        return fill(words, best, worst)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tell()

    def tell_wish(self, _view: object = None) -> None:
        """Tell the wish anew: whether anybody sees the preview may have changed."""
        self.wish_changed.emit(self.wish)

    def _tell(self, _value: object = None) -> None:
        self._size.setEnabled(self._switch.isChecked())
        self.wish_changed.emit(self.wish)

    def _lay_out(self) -> None:
        controls = QHBoxLayout()
        controls.setSpacing(SPACE_M)
        controls.addWidget(self._switch)
        controls.addWidget(self._size)
        controls.addWidget(self._count)
        controls.addWidget(self._status, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(controls)
        column.addWidget(self._figures)
        column.addWidget(self._extremes)


def _gain_and_loss(preview: MixturePreview) -> tuple[str, str]:
    """Who gains most and who loses most; where nobody does, nothing is said."""
    changes = preview.changes()
    if changes is None:
        return NOTHING, NOTHING
    best, worst = ((each, preview.now[each] / preview.natural[each] - 1) for each in changes)
    gain = _of(best[0], change_words(best[1])) if best[1] > 0 else NOTHING
    loss = _of(worst[0], change_words(worst[1])) if worst[1] < 0 else NOTHING
    return gain, loss


def _of(label_of_source: str, value: str) -> str:
    return f"{language_name(label_of_source)} {value}"
