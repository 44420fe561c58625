"""The view of the table of runs: columns, widths and order that the user chose, and delegates.

`RunTableView` is the view; the model is `run_table.RunsTable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.runs.run_table import (
    COLUMNS,
    CURRENT_ROLE,
    EXPENDABLE,
    NAME,
    PLACES,
    PREMIUM,
    RUN_ROLE,
    STATUS,
    TAGS,
    USUAL,
    WHEN,
    RunsTable,
    RunTableChoice,
    heads,
)
from workbench.signals import Signal
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import (
    CELL_INSET,
    RADIUS_CONTROL,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.work.runs.search import RunSearch

if TYPE_CHECKING:
    from workbench.store import RunSummary

DOT_RADIUS = 3.5
MARK_WIDTH = 3
CHIP_HEIGHT = 16
CHIP_INSET = 6
STATUS_ROLES = {
    "finished": "positive", "running": "accent", "failed": "negative",
    "interrupted": "warning", "cancelled": "muted_text", "stopped": "positive",
}  # fmt: skip
_GAP = "     "

LEAST_NAME = 132
MOST_NAME = 400
MOST_ROUNDS = 3
ASCENDING = Qt.SortOrder.AscendingOrder


class RunNameDelegate(QStyledItemDelegate):
    """Paints a bar in the accent colour at the left of the open run."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(CURRENT_ROLE):
            option.font = self._theme.font(bold=True)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index.data(CURRENT_ROLE):
            rect = option.rect
            mark = rect.adjusted(0, 3, MARK_WIDTH - rect.width(), -3)
            painter.fillRect(mark, self._theme.colour("accent"))


class RunStatusDelegate(QStyledItemDelegate):
    """Paints a dot: filled for finished and running, half for stopped, else a ring."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shifted = QStyleOptionViewItem(option)
        super().paint(painter, shifted, index)
        status = index.data(RUN_ROLE).outcome
        colour = self._theme.colour(STATUS_ROLES.get(status, "muted_text"))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour)
        is_filled = status in ("finished", "running")
        painter.setBrush(colour if is_filled else Qt.BrushStyle.NoBrush)
        middle = option.rect.top() + option.rect.height() / 2
        dot = QPointF(option.rect.left() + CELL_INSET + DOT_RADIUS, middle)
        painter.drawEllipse(dot, DOT_RADIUS, DOT_RADIUS)
        if status == "stopped":  # half filled: a part of the merges is there
            painter.setBrush(colour)
            circle = QRectF(-DOT_RADIUS, -DOT_RADIUS, 2 * DOT_RADIUS, 2 * DOT_RADIUS)
            painter.drawChord(circle.translated(dot), 90 * 16, 180 * 16)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        room = option.rect.width() - 2 * CELL_INSET
        if option.fontMetrics.horizontalAdvance(f"{_GAP}{option.text}") > room:
            option.text = option.text.partition(":")[0]  # the inspector has the reason
        option.text = _GAP + option.text
        option.displayAlignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        option.textElideMode = Qt.TextElideMode.ElideRight
        option.rect = option.rect.adjusted(SPACE_S // 2, 0, 0, 0)


class RunPremiumDelegate(QStyledItemDelegate):
    """Paints the reason why there is no premium in muted text."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(RUN_ROLE).worst_premium is None:
            option.palette.setColor(QPalette.ColorRole.Text, self._theme.colour("muted_text"))


class RunTagsDelegate(QStyledItemDelegate):
    """Paints tags as chips in a row; "+2" counts those without room."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""  # painted as chips

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        tags = index.data(RUN_ROLE).tags
        if not tags:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        metrics = painter.fontMetrics()
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = self._theme.colour("selection_text" if is_chosen else "text")
        edge = ink if is_chosen else self._theme.colour("control_edge")
        left, right = option.rect.left() + SPACE_S, option.rect.right() - SPACE_XS
        shown, room = fitting_chips(
            [metrics.horizontalAdvance(tag) + 2 * CHIP_INSET for tag in tags],
            right - left,
            metrics.horizontalAdvance("+99"),
        )
        for tag, width in zip(tags[:shown], room, strict=True):
            chip = QRectF(
                left, option.rect.center().y() - CHIP_HEIGHT / 2 + 0.5, width, CHIP_HEIGHT
            )
            painter.setPen(QPen(edge, 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(chip, RADIUS_CONTROL, RADIUS_CONTROL)
            painter.setPen(ink)
            words = metrics.elidedText(
                tag, Qt.TextElideMode.ElideRight, int(width) - 2 * CHIP_INSET + 1
            )
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
            left += width + SPACE_XS
        if shown < len(tags):
            painter.setPen(ink if is_chosen else self._theme.colour("muted_text"))
            rest = QRectF(left, option.rect.top(), max(0, right - left), option.rect.height())
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, f"+{len(tags) - shown}")
        painter.restore()


def fitting_chips(widths: list[int], room: int, for_count: int) -> tuple[int, list[int]]:
    """The number of chips with room, and the width of each; the first may be cut."""
    for n in range(len(widths), 0, -1):
        needed = sum(widths[:n]) + SPACE_XS * (n - 1)
        if needed + (for_count + SPACE_XS if n < len(widths) else 0) <= room:
            return n, widths[:n]
    left = room - (for_count + SPACE_XS if len(widths) > 1 else 0)
    return 1, [max(CHIP_INSET * 2, min(widths[0], left))]


class RunTableView(DataTable):
    """The table; columns are chosen in a menu, moved and resized by their headers.

    Without a choice of the user, the usual columns are shown as far as there is room.

    Signals:
        choice_changed: RunTableChoice.
        chosen_changed: the selection of rows changed.
    """

    choice_changed: Signal[RunTableChoice] = Signal(object)
    chosen_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Runs"), theme, parent)
        self.rows = RunsTable(self)
        self._keys: tuple[str, ...] = ()
        self._widths: dict[str, int] = {}
        self._arranges = self._has_to_again = False
        self.setModel(self.rows)
        self.setSortingEnabled(True)
        self.sortByColumn(WHEN, Qt.SortOrder.DescendingOrder)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        for column, delegate in (
            (NAME, RunNameDelegate), (STATUS, RunStatusDelegate), (TAGS, RunTagsDelegate),
            (PREMIUM, RunPremiumDelegate),
        ):  # fmt: skip
            self.setItemDelegateForColumn(column, delegate(theme, self))
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._offer_columns)
        header.sectionMoved.connect(self._note_moved)
        header.sectionResized.connect(self._note_resized)
        header.sortIndicatorChanged.connect(self._tell_choice)
        self.selectionModel().selectionChanged.connect(self.chosen_changed)
        self._arrange()

    # ---- runs

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show these runs; those that are chosen stay chosen, else the neighbour of the last."""
        chosen, before = self.chosen_ids, [run.run_id for run in self.rows.runs]
        self.rows.set_runs(runs)
        left = {run.run_id for run in self.rows.runs}
        if chosen and left.isdisjoint(chosen):
            end = before.index(chosen[-1])
            neighbours = [*before[end + 1 :], *reversed(before[:end])]
            chosen = tuple(filter(left.__contains__, neighbours))[:1]
            self.choose(chosen)
            self.chosen_changed.emit()
        else:
            self._choose_again(chosen)

    def set_search(self, search: RunSearch) -> None:
        """Show what a search finds; of the chosen runs those that are still there stay chosen."""
        chosen = self.chosen_ids
        self.rows.set_search(search)
        self._choose_again(chosen)

    def _choose_again(self, chosen: Sequence[str]) -> None:
        """Choose what was chosen, as far as it is there; a model that starts over emits nothing."""
        if tuple(chosen) != self.chosen_ids:
            self.choose(chosen)
            self.chosen_changed.emit()

    @property
    def chosen(self) -> tuple[RunSummary, ...]:
        """The chosen runs, from the top."""
        rows = self.copying.chosen_rows()
        return tuple(self.rows.index(row, NAME).data(RUN_ROLE) for row in rows)

    @property
    def chosen_ids(self) -> tuple[str, ...]:
        return tuple(run.run_id for run in self.chosen)

    def choose(self, run_ids: Sequence[str]) -> None:
        """Choose these runs, as far as they are in the table."""
        rows = [row for run_id in run_ids if (row := self.rows.row_of(run_id)) is not None]
        if not rows:
            self.clearSelection()
            return
        # The view's own method, not that of its selection: Shift and an arrow go on from here.
        self.setCurrentIndex(self.rows.index(rows[0], NAME))
        selection = self.selectionModel()
        flags = selection.SelectionFlag
        for row in rows[1:]:
            selection.select(self.rows.index(row, NAME), flags.Select | flags.Rows)

    # ---- columns

    @property
    def choice(self) -> RunTableChoice:
        header = self.horizontalHeader()
        section = header.sortIndicatorSection()
        return RunTableChoice(
            self._keys,
            tuple(self._widths.items()),
            COLUMNS[section].key if 0 <= section < len(COLUMNS) else "when",
            header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder,
        )

    def set_choice(self, choice: RunTableChoice) -> None:
        """Take what was chosen in an earlier window; unknown columns are left out."""
        self._keys = tuple(key for key in dict.fromkeys(choice.columns) if key in PLACES)
        self._widths = {key: width for key, width in choice.widths if key in PLACES and width > 0}
        order = Qt.SortOrder.DescendingOrder if choice.is_descending else ASCENDING
        self._arrange()
        self.sortByColumn(PLACES.get(choice.sorted_by, WHEN), order)

    @property
    def shown_keys(self) -> tuple[str, ...]:
        """The columns on show, from left to right."""
        return tuple(COLUMNS[column].key for column in self.copying.columns())

    def toggle_column(self, key: str) -> None:
        """Show a column, after those that are there, or take it away."""
        keys = list(self._keys or USUAL)
        if key in keys:
            keys.remove(key)
        else:
            keys.append(key)
        self._keys = tuple(keys)
        self._arrange()
        self._tell_choice()

    def fill_columns(self, menu: QMenu) -> None:
        """Offer all columns, those that are chosen checked, and the usual ones."""
        keys = self._keys or USUAL
        for column, head in zip(COLUMNS, heads(), strict=True):
            action = menu.addAction(head)
            action.setCheckable(True)
            action.setChecked(column.key in keys)
            action.setEnabled(column.key != "name")
            action.setData(column.key)
            action.triggered.connect(self._toggle_chosen)
        menu.addSeparator()
        menu.addAction(self.tr("Usual columns")).triggered.connect(self.show_usual)

    def show_usual(self) -> None:
        """Forget the chosen columns and their widths."""
        self._keys, self._widths = (), {}
        self._arrange()
        self._tell_choice()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    def _arrange(self) -> None:
        """Put the columns in order, as wide as they are wanted; the name takes the rest.

        A scroll bar that comes or goes meanwhile changes the room, and asks again.
        """
        if self._arranges:
            self._has_to_again = True
            return
        self._arranges = True
        for _ in range(MOST_ROUNDS):
            self._has_to_again = False
            self._place_columns()
            if not self._has_to_again:
                break
        self._arranges = False

    def _place_columns(self) -> None:
        header, room = self.horizontalHeader(), self.viewport().width()
        least = {each.key: max(each.width, self.head_width(i)) for i, each in enumerate(COLUMNS)}
        widths = least | self._widths
        keys = self._keys or _fitting(widths, room)
        order = [PLACES[key] for key in keys]
        order += [place for place in range(len(COLUMNS)) if place not in order]
        for position, place in enumerate(order):
            header.moveSection(header.visualIndex(place), position)
        if "name" not in self._widths:
            others = sum(widths[key] for key in keys if key != "name")
            widths["name"] = max(LEAST_NAME, min(MOST_NAME, room - others))
            left = room - others - widths["name"]
            if left > 0 and "tags" in keys and "tags" not in self._widths:
                widths["tags"] += left
        for place, column in enumerate(COLUMNS):
            header.setSectionHidden(place, column.key not in keys)
            header.resizeSection(place, widths[column.key])

    def _note_moved(self) -> None:
        if not self._arranges:
            self._keys = self.shown_keys
            self._tell_choice()

    def _note_resized(self, place: int, _before: int, width: int) -> None:
        if not self._arranges and width:
            self._widths[COLUMNS[place].key] = width
            self._tell_choice()

    def _tell_choice(self, _section: int = 0, _order: object = None) -> None:
        self.choice_changed.emit(self.choice)

    def _toggle_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.toggle_column(action.data())

    def _offer_columns(self) -> None:
        menu = QMenu(self)
        self.fill_columns(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.cursor().pos())


def _fitting(widths: dict[str, int], room: int) -> tuple[str, ...]:
    """The usual columns, as far as there is room beside a short name."""
    keys = list(USUAL)
    for key in EXPENDABLE:
        if LEAST_NAME + sum(widths[each] for each in keys if each != "name") <= room:
            break
        keys.remove(key)
    return tuple(keys)
