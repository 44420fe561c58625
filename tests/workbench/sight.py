"""What can be seen of a window's widgets: words without room, and names for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)

from workbench.ui.theme.fonts import interface_font
from workbench.ui.theme.theme import CELL_INSET, TEXT_CAPTION
from workbench.ui.widgets.labels import ElidedLabel


def words_without_room(window: QWidget) -> list[str]:
    """Labels, buttons, lists and heads in sight whose words are cut off."""
    seen = [each for each in window.findChildren(QWidget) if each.isVisible()]
    seen = [each for each in seen if each.visibleRegion().boundingRect().isValid()]
    found = [f"{kind} {words!r}" for widget in seen for kind, words in _cut_words(widget)]
    tables = [each for each in seen if isinstance(each, QTableView)]
    return [*found, *(f"head {words!r}" for each in tables for words in _heads_without_room(each))]


def _cut_words(widget: QWidget) -> Iterator[tuple[str, str]]:
    """The words of one widget, with what it is, if they have no room."""
    room, needed = widget.width(), widget.sizeHint().width() - 1
    if isinstance(widget, ElidedLabel):
        if widget.shown_text != widget.text():
            yield "label", widget.text()
    elif isinstance(widget, QLabel):
        if room < needed and not widget.wordWrap():
            yield "label", widget.text()
        elif widget.wordWrap() and widget.heightForWidth(room) > widget.height():
            yield "paragraph", widget.text()
    elif isinstance(widget, QToolButton):
        has_words = widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly
        if has_words and room < widget.fontMetrics().horizontalAdvance(widget.text()) + 4:
            yield "tool", widget.text()
    elif isinstance(widget, QAbstractButton):
        if room < needed and widget.text():
            yield "button", widget.text()
    elif isinstance(widget, QComboBox):
        words = widget.currentText()
        if widget.fontMetrics().horizontalAdvance(words) > _room_of(widget):
            yield "list", words


def parts_without_room(window: QWidget) -> list[str]:
    """Pairs of parts in sight of one row or column that overlap, and parts beyond their row."""
    found = []
    for around in window.findChildren(QWidget):
        if not around.isVisible():
            continue
        boxes = [each for each in around.findChildren(QBoxLayout) if each.parentWidget() is around]
        for box in boxes:
            items = (box.itemAt(place) for place in range(box.count()))
            parts = [each.widget() for each in items if each.widget() is not None]
            parts = [each for each in parts if each.isVisible()]
            beyond = [each for each in parts if not around.rect().contains(each.geometry())]
            found += [f"{_path(each)} is cut off" for each in beyond]
            found += [
                f"{_path(one)} and {_path(other)} overlap"
                for one, other in pairwise(parts)
                if one.geometry().intersects(other.geometry())
            ]
    return found


def _room_of(choice: QComboBox) -> int:
    """Pixels that a list has for its words."""
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    kind = QStyle.ComplexControl.CC_ComboBox
    return choice.style().subControlRect(kind, option, part, choice).width()


def _heads_without_room(table: QTableView) -> Iterator[str]:
    head, model = table.horizontalHeader(), table.model()
    if model is None or head.isHidden():
        return
    metrics = QFontMetrics(interface_font(TEXT_CAPTION))
    edge = head.offset() + head.viewport().width()
    if table.horizontalScrollBar().isVisible():
        edge = head.length()  # all can be scrolled to
    for column in range(model.columnCount()):
        words = model.headerData(column, Qt.Orientation.Horizontal)
        if head.isSectionHidden(column) or not words:
            continue
        room = min(head.sectionSize(column), edge - head.sectionPosition(column))
        if room < metrics.horizontalAdvance(str(words)) + 2 * CELL_INSET:
            yield str(words)


def nameless_widgets(window: QWidget) -> list[str]:
    """Widgets in sight that can have the focus and of which a screen reader says nothing."""
    found = []
    for widget in window.findChildren(QWidget):
        can_focus = widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        if not can_focus or _is_inner(widget):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(QAccessible.Text.Name) if interface is not None else ""
        if not name.strip():
            found.append(_path(widget))
    return found


def nameless_actions(pane: QWidget) -> list[QAction]:
    """The actions of a pane that ought to be commands and have no name."""
    with_keys = [each for each in pane.findChildren(QAction) if not each.shortcut().isEmpty()]
    actions = dict.fromkeys([*pane.actions(), *with_keys])
    return [
        each
        for each in actions
        if not each.objectName() and not each.isSeparator() and each.menu() is None
    ]


def _is_inner(widget: QWidget) -> bool:
    """Parts of Qt's own widgets: the field of a spin box, the view of a list, bars."""
    if isinstance(widget, QScrollBar | QHeaderView) or widget.objectName().startswith("qt_"):
        return True
    parent = widget.parentWidget()
    around = [parent, None if parent is None else parent.parentWidget()]
    whole = (QComboBox, QAbstractSpinBox, QTabBar)
    if isinstance(widget, QLineEdit) or "Container" in type(widget).__name__:
        return any(isinstance(each, whole) for each in around)
    return any(
        isinstance(each, QComboBox) or (each is not None and "Container" in _class(each))
        for each in around
    )


def _class(widget: QWidget) -> str:
    return widget.metaObject().className()


def _path(widget: QWidget) -> str:
    names = []
    each: QWidget | None = widget
    while each is not None and len(names) < 4:
        names.append(type(each).__name__)
        each = each.parentWidget()
    return " in ".join(names)
