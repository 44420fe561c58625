"""TreeScroll: a merge tree that fits where it can, and is dragged where it is larger."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from workbench.views.merge_tree import MergeTree

LEAST_SCALE, GREATEST_SCALE = 0.55, 1.6
_STEP = 1.15
_MARGIN = 24


class TreeScroll(QScrollArea):
    """Fits the whole tree as long as its words can be read, and is panned where it is larger.

    The wheel with Ctrl, + and - make it another size, 0 fits it again. A drag beside the nodes
    moves it.
    """

    def __init__(self, tree: MergeTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = tree
        self._fits = True
        self._grip: QPoint | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWidget(tree)
        tree.current_moved.connect(self._reveal)

    def fit(self) -> None:
        """Show as much of the tree as can be read, the token at the top in any case."""
        self._fits = True
        whole, room = self._tree.picture_size(), self.viewport().size()
        scale = min(room.width() / max(1, whole.width()), room.height() / max(1, whole.height()))
        self._tree.set_scale(min(1.0, max(self._tree.least_scale, scale)))
        if self._tree.nodes:
            top = self._tree.node_rect(self._tree.nodes[0]).center()
            self.ensureVisible(round(top.x()), 0, self.viewport().width() // 2, 0)

    def zoom(self, factor: float) -> None:
        """Make the tree larger or smaller, the middle stays."""
        self._fits = False
        scale = min(GREATEST_SCALE, max(LEAST_SCALE, self._tree.scale * factor))
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        before = self._tree.scale
        middle_x = across.value() + self.viewport().width() / 2
        middle_y = down.value() + self.viewport().height() / 2
        self._tree.set_scale(scale)
        across.setValue(round(middle_x * scale / before - self.viewport().width() / 2))
        down.setValue(round(middle_y * scale / before - self.viewport().height() / 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_STEP if event.angleDelta().y() > 0 else 1 / _STEP)
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip = event.globalPosition().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            now = event.globalPosition().toPoint()
            moved, self._grip = now - self._grip, now
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._grip = None
        self.viewport().unsetCursor()

    def event(self, event: QEvent) -> bool:
        """Keys that the tree leaves: another size."""
        if event.type() is QEvent.Type.KeyPress:
            text = event.text()
            if text in ("+", "=", "-"):
                self.zoom(1 / _STEP if text == "-" else _STEP)
                return True
            if text == "0":
                self.fit()
                return True
        return super().event(event)

    def _reveal(self) -> None:
        if self._tree.current is not None:
            place = self._tree.node_rect(self._tree.current).center().toPoint()
            self.ensureVisible(place.x(), place.y(), _MARGIN * 3, _MARGIN * 2)
