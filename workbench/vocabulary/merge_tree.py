"""How a token was merged, painted as a tree from the token down to its bytes.

`MergeTree` paints the tree, `TreeScroll` zooms and drags it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, isolated
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_L, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.words.token_facts import TokenFacts, token_facts
from workbench.ui.words.tool_tips import show_tip

if TYPE_CHECKING:
    from engine import Tokenizer

MAX_NODES = 600
LEAST_PIXELS = 11
"""Of words in a tree that is fitted."""
NODE_HEIGHT = 2 * ROW_HEIGHT - SPACE_XS
LEVEL_HEIGHT = NODE_HEIGHT + SPACE_L
_LEFT_HUE, _RIGHT_HUE = 0, 1
_MAX_TEXT = 24

GREATEST_SCALE = 1.6
_STEP = 1.15
_MARGIN = 24


@dataclass(slots=True)
class TreeNode:
    """One token of the tree. hue: its side, None for the root."""

    facts: TokenFacts
    hue: int | None
    level: int
    parent: TreeNode | None = None
    children: list[TreeNode] = field(default_factory=list)
    rect: QRectF = field(default_factory=QRectF)
    width: float = 0.0

    @property
    def label(self) -> str:
        text = self.facts.text
        return isolated(text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…")

    @property
    def lower_label(self) -> str:
        """The id, and a sign where the node's own halves are not shown."""
        has_more = self.facts.left is not None and not self.children
        return f"{self.facts.token_id} ▾" if has_more else str(self.facts.token_id)


class MergeTree(QWidget):
    """The painted tree; arrow keys walk it, Enter or a click chooses a node's token.

    Signals:
        token_requested: int, the id of the chosen node.
        current_moved: the keys moved to another node; make it visible.
    """

    token_requested: Signal[int] = Signal(object)
    current_moved = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("How the token was merged"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._theme = theme
        self._font = theme.mono_font()
        self._small = theme.mono_font(TEXT_CAPTION)
        self._nodes: list[TreeNode] = []
        self._current: TreeNode | None = None
        self._size = QSize(1, LEVEL_HEIGHT)
        self._scale = 1.0
        theme.changed.connect(self.update)

    @property
    def nodes(self) -> tuple[TreeNode, ...]:
        """All nodes, the token itself first, each before what it was merged from."""
        return tuple(self._nodes)

    @property
    def current(self) -> TreeNode | None:
        """The node the arrow keys stand on."""
        return self._current

    def show_token(self, tokenizer: Tokenizer | None, token_id: int | None) -> None:
        """Show the tree of a token, or nothing."""
        self._nodes = []
        if tokenizer is not None and token_id is not None:
            self._nodes = _grow(tokenizer, token_id)
            self._place()
        self._set_current(self._nodes[0] if self._nodes else None)
        self.set_scale(1.0)

    @property
    def scale(self) -> float:
        return self._scale

    @property
    def least_scale(self) -> float:
        """The scale at which the smallest words are just large enough to be read."""
        return min(1.0, LEAST_PIXELS / self._small.pixelSize())

    def set_scale(self, scale: float) -> None:
        """Show the tree larger or smaller; 1.0 is the size of the words everywhere else."""
        self._scale = scale
        self.updateGeometry()
        self.resize(self.sizeHint())
        self.update()

    def picture_size(self) -> QSize:
        """The size of the whole tree at scale 1."""
        return self._size

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint the whole tree, for a picture."""
        self._paint(painter, QRectF(QPointF(), size))

    def sizeHint(self) -> QSize:
        return self._size * self._scale

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def node_rect(self, node: TreeNode) -> QRectF:
        """The position of a node in the widget."""
        return QRectF(node.rect.topLeft() * self._scale, node.rect.size() * self._scale)

    def node_at(self, point: QPointF) -> TreeNode | None:
        """Return the node under a point of the widget."""
        inside = point / self._scale
        return next((node for node in self._nodes if node.rect.contains(inside)), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.scale(self._scale, self._scale)
        rect = QRectF(event.rect())
        self._paint(painter, QRectF(rect.topLeft() / self._scale, rect.size() / self._scale))

    def _paint(self, painter: QPainter, rect: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = rect.adjusted(0, -LEVEL_HEIGHT, 0, LEVEL_HEIGHT)
        painter.setPen(QPen(self._theme.colour("control_edge"), 1.0))
        for node in self._nodes:
            if node.parent is not None:
                self._paint_edge(painter, node.parent.rect, node.rect)
        for node in self._nodes:
            if node.rect.intersects(area):
                self._paint_node(painter, node)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.node_at(event.position())
        shape = Qt.CursorShape.ArrowCursor if over is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if node is not None and event.button() is Qt.MouseButton.LeftButton:
            self._set_current(node)
            self.token_requested.emit(node.facts.token_id)
        else:
            event.ignore()  # whoever holds the tree pans it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        node, key = self._current, event.key()
        if node is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.token_requested.emit(node.facts.token_id)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):  # at an end they do not scroll the tree away
            below = node.children[0] if node.children else node
            self._set_current(below if key == Qt.Key.Key_Down else node.parent or node)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step_aside(node, 1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Home:
            self._set_current(self._nodes[0])
        else:
            super().keyPressEvent(event)
        if self._current is not node:
            self.current_moved.emit()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            node = self.node_at(QPointF(self.mapFromGlobal(event.globalPos())))
            words = "" if node is None else _sentence(node.facts)
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _step_aside(self, node: TreeNode, step: int) -> None:
        """Go to the next node of the same level."""
        level = [other for other in self._nodes if other.level == node.level]
        level.sort(key=_left_edge)
        at = level.index(node) + step
        if 0 <= at < len(level):
            self._set_current(level[at])

    def _set_current(self, node: TreeNode | None) -> None:
        self._current = node
        self.setAccessibleDescription("" if node is None else _sentence(node.facts))
        self.update()

    def _place(self) -> None:
        """Give each node its rectangle: children side by side, the parent above their middle."""
        metrics, small = QFontMetricsF(self._font), QFontMetricsF(self._small)
        for node in reversed(self._nodes):
            words = max(
                metrics.horizontalAdvance(node.label),
                small.horizontalAdvance(node.lower_label),
            )
            own = max(words + 2 * SPACE_S, float(ROW_HEIGHT))
            below = sum(child.width for child in node.children) + SPACE_S
            node.rect = QRectF(0, node.level * LEVEL_HEIGHT + SPACE_XS, own, NODE_HEIGHT)
            node.width = max(own + SPACE_S, below if node.children else 0.0)
        left = {id(self._nodes[0]): float(SPACE_S)}
        for node in self._nodes:
            start = left[id(node)]
            node.rect.moveLeft(start + (node.width - node.rect.width()) / 2)
            free = node.width - sum(child.width for child in node.children)
            start += free / 2
            for child in node.children:
                left[id(child)] = start
                start += child.width
        bottom = max(node.rect.bottom() for node in self._nodes)
        self._size = QSize(round(self._nodes[0].width) + 2 * SPACE_S, round(bottom) + SPACE_S)

    def _paint_edge(self, painter: QPainter, parent: QRectF, child: QRectF) -> None:
        middle = (parent.bottom() + child.top()) / 2
        start, end = parent.center().x(), child.center().x()
        painter.drawLine(QPointF(start, parent.bottom()), QPointF(start, middle))
        painter.drawLine(QPointF(start, middle), QPointF(end, middle))
        painter.drawLine(QPointF(end, middle), QPointF(end, child.top()))

    def _paint_node(self, painter: QPainter, node: TreeNode) -> None:
        theme, rect = self._theme, node.rect
        hue = None if node.hue is None else theme.token_colour(node.hue)
        ground = theme.colour("raised") if hue is None else hue.background
        edge = theme.colour("control_edge") if hue is None else hue.boundary
        painter.fillRect(rect, ground)
        if node.facts.is_partial:
            hatch = theme.colour("muted_text")
            hatch.setAlpha(60)
            painter.fillRect(rect, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), edge)
        upper = QRectF(rect.left(), rect.top(), rect.width(), ROW_HEIGHT)
        lower = QRectF(
            rect.left(), upper.bottom() - 2, rect.width(), rect.bottom() - upper.bottom()
        )
        painter.setFont(self._font)
        painter.setPen(theme.colour("text") if hue is None else hue.text)
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, node.label)
        painter.setFont(self._small)
        painter.setPen(theme.colour("muted_text") if hue is None else hue.text)
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, node.lower_label)
        if node is self._current and self.hasFocus():
            painter.setPen(QPen(theme.colour("focus"), 2.0))
            painter.drawRect(rect)
            painter.setPen(QPen(theme.colour("control_edge"), 1.0))


def _grow(tokenizer: Tokenizer, token_id: int) -> list[TreeNode]:
    """Return the nodes of a token's tree, each before its children, at most MAX_NODES.

    A whole character stands for its bytes; it is opened where it is the token itself.
    """
    root = TreeNode(token_facts(tokenizer, token_id), None, 0)
    nodes, waiting = [root], deque([root])
    while waiting and len(nodes) < MAX_NODES:
        node = waiting.popleft()
        if node is not root and _is_one_character(node.facts):
            continue
        for side, hue in ((node.facts.left, _LEFT_HUE), (node.facts.right, _RIGHT_HUE)):
            if side is not None:
                facts = token_facts(tokenizer, side)
                child = TreeNode(facts, hue, node.level + 1, node)
                node.children.append(child)
                nodes.append(child)
                waiting.append(child)
    return nodes


def _is_one_character(facts: TokenFacts) -> bool:
    return not facts.is_partial and len(facts.data.decode()) == 1


def _left_edge(node: TreeNode) -> float:
    return node.rect.left()


def _sentence(facts: TokenFacts) -> str:
    """Return a node in words."""
    words = QCoreApplication.translate("merge_tree", "id %1, bytes %2, %3")
    if facts.rank is not None:
        words = QCoreApplication.translate("merge_tree", "id %1, bytes %2, %3, rank %4")
    rank = "" if facts.rank is None else grouped(facts.rank)
    said = fill(words, facts.token_id, hex_of(facts.data[:32]), facts.kind.words, rank)
    return f"{facts.text}, {said}"


class TreeScroll(QScrollArea):
    """Fits the whole tree while its labels are readable; a larger one is dragged.

    Ctrl and wheel, + and - zoom, 0 fits again.
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
        """Make the tree larger or smaller, as far as its words can be read; the middle stays."""
        self._fits = False
        scale = min(GREATEST_SCALE, max(self._tree.least_scale, self._tree.scale * factor))
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
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
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
