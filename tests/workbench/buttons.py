"""Buttons of a part of the window, pressed by what they say."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QWidget


def press_button(part: QWidget, words: str) -> None:
    """Press the button of a part with this text, or else with this accessible name."""
    buttons = [each for each in part.findChildren(QAbstractButton) if not each.isHidden()]
    named = [each for each in buttons if each.accessibleName() == words]
    [button] = [each for each in buttons if each.text() == words] or named
    button.click()
