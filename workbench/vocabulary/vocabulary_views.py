"""Views of the vocabulary: conditions with columns and an order, under a name.

`built_in_views` come with the program, `VocabularyViews` keeps a person's own ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QTableView, QVBoxLayout

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.widgets.fields import NameRow
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.translation import translator
from workbench.vocabulary.vocabulary_columns import KEYS, ColumnChoice, VocabularyColumns
from workbench.vocabulary.vocabulary_filter import conditions_of
from workbench.vocabulary.vocabulary_filter_bar import VocabularyFilterBar

_tr = translator("VocabularyViews")

OWN_PREFIX = "vocabulary.own_view_"
_URL = r"/https?:|www\.|:\/\/|\.(?:com|org|net|edu|gov|html?|php)\b/i"


@dataclass(frozen=True)
class VocabularyView:
    """What the table shows. conditions: of the filter, each as it is typed.

    columns: keys from left to right; empty for the columns that a person chose. sort: key of the
    column by which rows are sorted.
    """

    name: str
    conditions: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    sort: str = "id"
    is_descending: bool = False


def built_in_views() -> dict[str, VocabularyView]:
    """The views that come with the program, by the name of their command."""
    return {
        "all": VocabularyView(_tr("All tokens")),
        "unused": VocabularyView(
            _tr("Unused"), ("is:unused-in-corpus",),
            ("id", "text", "bytes", "path", "count", "uses", "script"), "count", True,
        ),
        "crossing": VocabularyView(
            _tr("Crosses a character boundary"), ("is:crossing",),
            ("id", "text", "hex", "path", "bytes", "count", "uses"), "count", True,
        ),
        "url": VocabularyView(
            _tr("Looks like a URL"), (_URL,), ("id", "text", "bytes", "path", "count", "uses"),
            "count", True,
        ),
        "longest": VocabularyView(
            _tr("Longest"), ("not:special",),
            ("id", "text", "bytes", "characters", "count", "uses", "script"), "bytes", True,
        ),
    }  # fmt: skip


class VocabularyViews(QObject):
    """The commands and the menu of views, which set filter, columns and order of a table.

    The view that was chosen last is the one that renaming and deleting mean. row_place: the layout
    that the line for a name is put into.

    Signals:
        changed: tuple of the person's own views after one was saved, renamed or deleted.
    """

    changed: Signal[tuple[VocabularyView, ...]] = Signal(object)

    def __init__(
        self,
        pane: Pane,
        filter_bar: VocabularyFilterBar,
        columns: VocabularyColumns,
        table: QTableView,
        row_place: QVBoxLayout,
    ) -> None:
        super().__init__(pane)
        self._row_place = row_place
        self._pane, self._filter, self._columns, self._table = pane, filter_bar, columns, table
        self._before: ColumnChoice | None = None  # the person's columns, while a view has others
        self._own: dict[str, VocabularyView] = {}
        self._current: str | None = None
        self._renamed = ""
        self._deleted: VocabularyView | None = None
        self._built_in = [
            pane.make_action(
                f"vocabulary.view_{key}", fill(self.tr("View: %1"), view.name),
                partial(self._choose, view, None),
            )
            for key, view in built_in_views().items()
        ]  # fmt: skip
        self._save = pane.make_action(
            "vocabulary.save_view", self.tr("Save view…"), self.ask_name,
            hint=self.tr("Save filter, columns and order of the vocabulary under a name"),
        )  # fmt: skip
        self._rename = pane.make_action(
            "vocabulary.rename_view", self.tr("Rename view…"), self.ask_new_name
        )
        self._delete = pane.make_action(
            "vocabulary.delete_view", self.tr("Delete view"), self.delete_current
        )
        self._own_actions: list[QAction] = []
        self._show_own()

    @cached_property
    def name_row(self) -> NameRow:
        """Asks for names; made for the first one."""
        row = NameRow()
        row.named.connect(self._take_name)
        self._row_place.addWidget(row)
        return row

    @property
    def own(self) -> tuple[VocabularyView, ...]:
        """The person's own views, in the order of the alphabet."""
        return tuple(sorted(self._own.values(), key=lambda view: view.name.casefold()))

    def take(self, views: tuple[VocabularyView, ...]) -> None:
        """Offer the views that were kept."""
        self._own = {view.name: view for view in views if view.name}
        self._show_own()

    def show(self, view: VocabularyView) -> None:
        """Set filter, columns and order; a view without columns brings back the person's own."""
        chosen = self._columns.choice if self._before is None else self._before
        self._before = chosen if view.columns else None
        self._columns.take(replace(chosen, shown=view.columns) if view.columns else chosen)
        if view.sort in KEYS:
            down = Qt.SortOrder.DescendingOrder
            order = down if view.is_descending else Qt.SortOrder.AscendingOrder
            self._table.sortByColumn(KEYS.index(view.sort), order)
        self._filter.set_conditions(view.conditions)
        self._table.scrollToTop()

    def captured(self, name: str) -> VocabularyView:
        """What the table shows now."""
        header = self._table.horizontalHeader()
        return VocabularyView(
            name,
            tuple(each.words for each in conditions_of(self._filter.conditions)),
            tuple(KEYS[column] for column in self._columns.shown),
            KEYS[header.sortIndicatorSection()],
            header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder,
        )

    def button(self) -> QPushButton:
        """Return a button that opens the menu of views."""
        button = QPushButton(self.tr("Views"))
        button.setProperty("kind", "menu")
        button.setToolTip(self.tr("Filter, columns and order under a name"))
        menu = QMenu(button)
        menu.aboutToShow.connect(partial(self._fill, menu))
        button.setMenu(menu)
        return button

    def ask_name(self) -> None:
        """Ask for the name under which the table is saved as it is."""
        self._renamed = ""
        self.name_row.ask(self.tr("Save the view of the vocabulary as"), self._current or "")

    def ask_new_name(self) -> None:
        """Ask for another name of the own view chosen last."""
        if self._current is not None:
            self._renamed = self._current
            words = fill(self.tr("New name of the view %1"), self._current)
            self.name_row.ask(words, self._current)

    def save(self, name: str) -> None:
        """Keep what the table shows under a name; an own view of that name is replaced."""
        self._own[name] = self.captured(name)
        self._current = name
        self._note_change()

    def rename(self, name: str, new_name: str) -> None:
        """Give an own view another name."""
        self._own[new_name] = replace(self._own.pop(name), name=new_name)
        self._current = new_name
        self._note_change()

    def delete_current(self) -> None:
        """Forget the own view chosen last."""
        if self._current is not None:
            name, self._current = self._current, None
            self._deleted = self._own.pop(name)
            self._note_change()
            words = fill(self.tr("View %1 deleted"), name)
            self._pane.bar.show_done(words, offer=Offer(self.tr("Undo"), self.restore))

    def restore(self) -> None:
        """Bring back the view that was deleted last."""
        view, self._deleted = self._deleted, None
        if view is not None:
            self._own[view.name] = view
            self._current = view.name
            self._note_change()

    def _take_name(self, name: str) -> None:
        if self._renamed in self._own:
            self.rename(self._renamed, name)
        else:
            self.save(name)

    def _choose(self, view: VocabularyView, own: str | None, _checked: bool = False) -> None:
        self._current = own
        self._enable()
        self.show(view)

    def _note_change(self) -> None:
        self._show_own()
        self.changed.emit(self.own)

    def _show_own(self) -> None:
        """Make a command of each own view."""
        for action in self._own_actions:
            self._pane.removeAction(action)
            action.setParent(None)
            action.deleteLater()
        self._own_actions = [
            self._pane.make_action(
                f"{OWN_PREFIX}{view.name}", fill(self.tr("View: %1"), view.name),
                partial(self._choose, view, view.name),
            )
            for view in self.own
        ]  # fmt: skip
        self._enable()

    def _enable(self) -> None:
        for action in (self._rename, self._delete):
            action.setEnabled(self._current is not None)
            why = "" if self._current is not None else self.tr("choose a view of your own first")
            action.setStatusTip(why)

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        built_in = zip(built_in_views().values(), self._built_in, strict=True)
        own = zip(self.own, self._own_actions, strict=True)
        for group in (built_in, own):
            for view, command in group:
                entry = menu.addAction(view.name.replace("&", "&&"))
                entry.setCheckable(command in self._own_actions)
                entry.setChecked(view.name == self._current and command in self._own_actions)
                entry.triggered.connect(command.trigger)
            menu.addSeparator()
        menu.addActions([self._save, self._rename, self._delete])
