"""TokenOptions: what special tokens mean, and how tokens are painted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from workbench.signals import Signal
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.theme.theme import SPACE_M
from workbench.ui.words.tool_tips import plain_tip

if TYPE_CHECKING:
    from typing import Literal

    from engine.encoding import SpecialHandling


@dataclass(frozen=True, slots=True)
class TokenLook:
    """How tokens are painted. show_glyphs: white space and control characters as glyphs."""

    colouring: Colouring = Colouring.ALTERNATE
    show_ids: bool = False
    show_glyphs: bool = True


class TokenOptions(QWidget):
    """Controls in one row.

    Signals:
        special_changed: "text", "parse" or "reject".
        look_changed: TokenLook.
    """

    special_changed: Signal[Literal["text", "parse", "reject"]] = Signal(object)
    look_changed: Signal[TokenLook] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_comparing = False
        self._special = QComboBox()
        for word, value in (
            (self.tr("Special tokens as text"), "text"),
            (self.tr("Parse special tokens"), "parse"),
            (self.tr("Reject special tokens"), "reject"),
        ):
            self._special.addItem(word, value)
        self._special.setAccessibleName(self.tr("Special tokens in the text"))
        self._colouring = QComboBox()
        self._colouring.addItem(self.tr("Alternating colours"), Colouring.ALTERNATE)
        self._colouring.addItem(self.tr("Colour by id"), Colouring.BY_ID)
        self._colouring.addItem(self.tr("Highlight differences"), Colouring.DIFFERENCES)
        self._colouring.setAccessibleName(self.tr("Colours"))
        self._glyphs = QCheckBox(self.tr("White space"))
        self._glyphs.setToolTip(self.tr("Paint white space and control characters as glyphs"))
        self._glyphs.setChecked(True)
        self._ids = QCheckBox(self.tr("Ids"))
        self._ids.setToolTip(self.tr("Write the id below each token"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for control in (self._special, self._colouring, self._glyphs, self._ids):
            row.addWidget(control)
        self._special.currentIndexChanged.connect(self._tell_special)
        self._colouring.currentIndexChanged.connect(self._tell_look)
        self._glyphs.toggled.connect(self._tell_look)
        self._ids.toggled.connect(self._tell_look)

    @property
    def special(self) -> SpecialHandling:
        """What a special token in the text means."""
        return cast("SpecialHandling", self._special.currentData())

    @property
    def look(self) -> TokenLook:
        """How tokens are to be painted."""
        colouring = Colouring(self._colouring.currentData())
        return TokenLook(colouring, self._ids.isChecked(), self._glyphs.isChecked())

    def set_special(self, special: str) -> None:
        self._special.setCurrentIndex(self._special.findData(special))

    def set_colouring(self, colouring: Colouring) -> None:
        self._colouring.setCurrentIndex(self._colouring.findData(colouring))

    def set_show_ids(self, show: bool) -> None:
        self._ids.setChecked(show)

    def set_show_glyphs(self, show: bool) -> None:
        self._glyphs.setChecked(show)

    def note_comparing(self, comparing: bool) -> None:
        """Colour what differs where tokenizers are compared, unless the person chose otherwise."""
        usual = (Colouring.ALTERNATE, Colouring.DIFFERENCES)
        if comparing != self._is_comparing and self.look.colouring is usual[int(not comparing)]:
            self.set_colouring(usual[int(comparing)])
        self._is_comparing = comparing

    def allow_special(self, allowed: bool) -> None:
        """Offer the choice only where a tokenizer has special tokens."""
        self._special.setEnabled(allowed)
        words = self.tr("No tokenizer here has special tokens")
        self._special.setToolTip(plain_tip("" if allowed else words))

    def _tell_special(self) -> None:
        self.special_changed.emit(self.special)

    def _tell_look(self) -> None:
        self.look_changed.emit(self.look)
