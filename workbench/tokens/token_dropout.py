"""The choice of BPE dropout in the Tokens pane: merges dropped at random, and another draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.words.tool_tips import plain_tip
from workbench.work.exact_tokenizer import runs_elsewhere

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.library import AnyTokenizer

_SHARES = (0.05, 0.1, 0.2, 0.3, 0.5)


class DropoutChoice(QComboBox):
    """How many merges are dropped, and which: `draw_again` takes other random numbers.

    Signals:
        changed: texts are encoded otherwise now.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seed = 0
        self._applied: list[tuple[AnyTokenizer, float, int, AnyTokenizer]] = []
        self.addItem(self.tr("No dropout"), 0.0)
        for share in _SHARES:
            self.addItem(fill(self.tr("Dropout %1"), f"{share:g}"), share)
        self.setAccessibleName(self.tr("BPE dropout"))
        self.setToolTip(plain_tip(self.tr("Drop merges at random, as when training a model")))
        self.currentIndexChanged.connect(self.changed)

    @property
    def share(self) -> float:
        """Probability of dropping a merge; 0 for no dropout."""
        return float(self.currentData())

    def draw_again(self) -> None:
        """Take other random numbers."""
        if self.share:
            self._seed += 1
            self.changed.emit()

    def applied(self, tokenizers: Sequence[AnyTokenizer]) -> list[AnyTokenizer]:
        """The tokenizers as they encode now; those of other libraries make all merges."""
        if not self.share:
            return list(tokenizers)
        known = self._applied
        self._applied = [self._with_dropout(each, known) for each in tokenizers]
        return [encoding for _, _, _, encoding in self._applied]

    def _with_dropout(
        self,
        tokenizer: AnyTokenizer,
        known: Sequence[tuple[AnyTokenizer, float, int, AnyTokenizer]],
    ) -> tuple[AnyTokenizer, float, int, AnyTokenizer]:
        """The same object while nothing changed: the same text is not encoded again."""
        for each in known:
            if each[0] is tokenizer and each[1:3] == (self.share, self._seed):
                return each
        encoding = tokenizer
        if not runs_elsewhere(tokenizer):
            encoding = tokenizer.with_dropout(self.share, self._seed)
        return tokenizer, self.share, self._seed, encoding
