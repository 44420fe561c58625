"""EncodingBox: what becomes of text that is not UTF-8."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from engine.settings import ENCODING_ERRORS, EncodingErrors


class EncodingBox(QComboBox):
    """`first` are the words for the first policy, which is what happens where nothing is chosen.

    Signals:
        policy_chosen: EncodingErrors, chosen by a person.
    """

    policy_chosen = Signal(object)

    def __init__(self, first: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = {
            "replace": first or self.tr("Replaced by �"),
            "skip": self.tr("Document left out"),
            "stop": self.tr("Reading stops"),
        }
        for policy in ENCODING_ERRORS:
            self.addItem(words[policy], policy)
        self.setToolTip(self.tr("What becomes of bytes that are not UTF-8; all are reported."))
        self.setMinimumContentsLength(1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._tell)

    def policy(self) -> EncodingErrors:
        """The policy that is chosen."""
        chosen: EncodingErrors = self.currentData()
        return chosen

    def show_policy(self, policy: EncodingErrors) -> None:
        self.setCurrentIndex(self.findData(policy))

    def _tell(self, _index: int) -> None:
        self.policy_chosen.emit(self.policy())
