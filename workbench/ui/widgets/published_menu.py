"""PublishedMenu: published tokenizers by name, those that are kept here marked."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill


class PublishedMenu(QMenu):
    """Offers names that are known without a network, and asks for one of the hub.

    Signals:
        name_chosen: the name of a published tokenizer; it may have to be fetched.
    """

    name_chosen: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Published"))
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu again; what is kept can change at any time."""
        from engine.formats import kept_names, published_names

        self.clear()
        kept = kept_names()
        for name in dict.fromkeys((*published_names(), *kept)):
            words = self.tr("%1   downloaded") if name in kept else self.tr("%1   to download")
            action = self.addAction(fill(words, name))
            action.setData(name)
            action.triggered.connect(self._choose)
        self.addSeparator()
        self.addAction(self.tr("Name on the hub…")).triggered.connect(self.ask_hub_name)

    def ask_hub_name(self) -> None:
        """Let the person write OWNER/NAME."""
        title, words = self.tr("Hub tokenizer"), self.tr("Owner and name, owner/name:")
        name, is_given = QInputDialog.getText(self.parentWidget(), title, words)
        name = name.strip().removeprefix("hub:")
        if is_given and name:
            self.name_chosen.emit(f"hub:{name}")

    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.name_chosen.emit(action.data())
