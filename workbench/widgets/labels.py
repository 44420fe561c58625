"""Labels by role: what the style sheet knows as title, caption, big, section, muted, error."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget


def label(text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label in one of the roles of workbench/stylesheet.py."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet looks at, and dress the widget again if it changed."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def hairline(*, vertical: bool = False) -> QFrame:
    """Return a line of one pixel in the hairline colour."""
    line = QFrame()
    line.setProperty("role", "line")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
