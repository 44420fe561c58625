"""InstallButton: offers to install the libraries that a sentence names."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from engine.machine import libraries_named_in, library_names
from workbench.placeholders import fill


class InstallButton(QPushButton):
    """Hidden while the sentence beside it names no library.

    Signals:
        installation_requested: tuple of modules, of the libraries to install.
    """

    installation_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._modules: tuple[str, ...] = ()
        self.hide()
        self.clicked.connect(self._ask)

    def offer_for(self, sentence: str) -> None:
        """Offer what the command in a sentence installs, nothing without one."""
        self._modules = libraries_named_in(sentence)
        self.setText(install_words(self._modules))
        self.setVisible(bool(self._modules))

    def _ask(self) -> None:
        self.installation_requested.emit(self._modules)


def install_words(modules: Sequence[str]) -> str:
    """What a button says that installs libraries; "" for none."""
    if not modules:
        return ""
    words = QCoreApplication.translate("InstallButton", "Install %1")
    return fill(words, library_names(modules))
