"""Buttons of a part of the window, pressed by what they say."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QWidget


def press_button(part: QWidget, words: str) -> None:
    """Press the button of a part that says these words."""
    buttons = part.findChildren(QAbstractButton)
    [button] = [each for each in buttons if each.text() == words and not each.isHidden()]
    button.click()
