"""Tool tips of text that others wrote: labels, paths, names, corpus text.

Qt takes what looks like HTML for HTML: `<b>` would make text bold, and `<img src="//host/x">` would
ask another machine for a picture.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QToolTip, QWidget


def plain_tip(text: str) -> str:
    """Text for `setToolTip` that is shown as it is written."""
    if not Qt.mightBeRichText(text):
        return text
    return Qt.convertFromPlainText(text, Qt.WhiteSpaceMode.WhiteSpaceNormal)


def show_tip(place: QPoint, text: str, widget: QWidget) -> None:
    """Show a tool tip at a place of the screen, "" for none."""
    QToolTip.showText(place, plain_tip(text), widget)


def is_tip_shown() -> bool:
    """Whether a tool tip is on the screen."""
    return QToolTip.isVisible()
