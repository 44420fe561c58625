"""What a span view shows of its spans, and the button that chooses it.

`Overlays` is the choice, all of which can be shown together; `ShowButton` is the "Show" menu of
Tokens and Chat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.signals import Signal
from workbench.ui.widgets.open_menu import OpenMenu
from workbench.ui.words.tool_tips import plain_tip


@dataclass(frozen=True, slots=True)
class Overlays:
    """Which layers are painted.

    tokens: a colour and a boundary mark for each span. ids, bytes: rows below the text.
    pre_tokens: a line where a pre-token begins. mask: supervision, where the text has one.
    white_space: glyphs for white space and control characters.
    """

    tokens: bool = True
    ids: bool = False
    bytes: bool = False
    pre_tokens: bool = False
    mask: bool = True
    white_space: bool = True

    @property
    def has_rows(self) -> bool:
        """Whether rows are shown below the text."""
        return self.ids or self.bytes


USUAL = Overlays()


class ShowButton(QPushButton):
    """A menu of check items, one per overlay on offer; it stays open while they are changed.

    Signals:
        changed: Overlays, after the person changed one.
    """

    changed: Signal[Overlays] = Signal(object)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._overlays = USUAL
        self._actions: dict[str, QAction] = {}
        self.setText(self.tr("Show"))
        self.setToolTip(self.tr("Choose what is shown of the tokens"))
        self.setProperty("kind", "menu")
        menu = OpenMenu(self)
        menu.setToolTipsVisible(True)
        for name, (words, tip) in self._words().items():
            if name in names:
                action = menu.addAction(words)
                action.setCheckable(True)
                action.setChecked(getattr(USUAL, name))
                action.setData(name)
                action.setToolTip(plain_tip(tip))
                action.triggered.connect(self._take)
                self._actions[name] = action
        self.setMenu(menu)

    @property
    def overlays(self) -> Overlays:
        """What is chosen; an overlay that is not on offer as it was set."""
        return self._overlays

    def set_overlays(self, overlays: Overlays) -> None:
        """Show a choice; `changed` is sent if it is another one."""
        if overlays == self._overlays:
            return
        self._overlays = overlays
        for name, action in self._actions.items():
            action.setChecked(getattr(overlays, name))
        self.changed.emit(overlays)

    def _take(self, is_shown: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.set_overlays(replace(self._overlays, **{str(action.data()): is_shown}))

    def _words(self) -> dict[str, tuple[str, str]]:
        return {
            "tokens": (
                self.tr("Tokens"),
                self.tr("A colour and a boundary mark for each token"),
            ),
            "ids": (self.tr("Ids"), self.tr("Write the id below each token")),
            "bytes": (self.tr("Bytes"), self.tr("Write the bytes below each token, in hex")),
            "pre_tokens": (
                self.tr("Pre-tokens"),
                self.tr("Draw a line where the split pattern begins a pre-token"),
            ),
            "mask": (
                self.tr("Mask"),
                self.tr("Colour what is supervised, hatch what is not, dim what is truncated"),
            ),
            "white_space": (
                self.tr("White space"),
                self.tr("Paint white space and control characters as glyphs"),
            ),
        }
