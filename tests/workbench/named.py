"""Widgets of a part of the window by their object names, and what a person does with one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)


def named(part: QWidget, name: str) -> QWidget:
    """The one widget below a part that has this object name."""
    found = part.findChildren(QWidget, name)
    assert len(found) == 1, f"{len(found)} widgets are named {name} in {type(part).__name__}"
    return found[0]


def write(field: QLineEdit | QComboBox, text: str) -> None:
    """Type text over what is in a field."""
    line = field.lineEdit() if isinstance(field, QComboBox) else field
    line.selectAll()
    line.insert(text)


def choose(box: QComboBox, data: object) -> None:
    """Choose the entry of a list that has this data."""
    index = box.findData(data)
    assert index >= 0, f"{data!r} is not in the list {box.objectName()}"
    box.setCurrentIndex(index)
    box.activated.emit(index)


def words_of(label: QLabel) -> str:
    """What a label says; "" while it is hidden."""
    return "" if label.isHidden() else label.text()


def tab_words(bar: QTabBar) -> tuple[str, ...]:
    return tuple(bar.tabText(at) for at in range(bar.count()))


def cells(table: QAbstractItemView, column: int = 0) -> list[str]:
    """What the cells of a column say, from the top."""
    model = table.model()
    return [model.index(row, column).data() for row in range(model.rowCount())]


def empty_words(pane: QWidget) -> str:
    """The sentence of a pane that has nothing to show."""
    return named(named(pane, "empty_state"), "sentence").text()


def press_empty_action(pane: QWidget) -> None:
    """Press the one button of a pane that has nothing to show."""
    button = named(named(pane, "empty_state"), "action")
    assert isinstance(button, QAbstractButton)
    button.click()


def parts_in_grid(part: QWidget) -> list[QWidget]:
    """The widgets that the grid of a part shows, in their order."""
    grid = part.findChild(QGridLayout)
    items = (grid.itemAt(place) for place in range(grid.count()))
    return [item.widget() for item in items if not item.widget().isHidden()]


def edit_in_place(view: QAbstractItemView, text: str) -> None:
    """Type text into the cell that is edited and press Enter; Qt takes it over a moment later."""
    [editor] = [each for each in view.findChildren(QLineEdit) if not each.isHidden()]
    write(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
