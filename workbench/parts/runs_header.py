"""RunsHeader and RegistryHeader: what can be done with the tables, for the header of the pane."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from workbench.parts.registry_view import RegistryView
from workbench.parts.run_actions import RunActions
from workbench.parts.run_going_on import RunGoingOn
from workbench.parts.run_list import RunList
from workbench.parts.run_purging import RunPurging
from workbench.parts.run_view_actions import RunViewActions
from workbench.theme import SPACE_S
from workbench.widgets.action_button import ActionButton

ROOM_FOR_ALL = 780
LEAST_CONTROLS = 420


class RunsHeader(QWidget):
    """Where the pane is narrow, the menu has what the buttons have."""

    def __init__(
        self, runs: RunList, commands: RunActions, views: RunViewActions, going_on: RunGoingOn,
        purging: RunPurging, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._export = ActionButton(views.export, words=self.tr("Export"))
        self._columns = runs.columns
        more = QPushButton(self.tr("More"))
        more.setProperty("kind", "menu")
        menu = QMenu(more)
        menu.addAction(commands.compare_file)
        menu.addActions([going_on.resume, going_on.continuation])
        menu.addSeparator()
        menu.addActions([commands.rename, commands.tag, commands.note])
        menu.addSeparator()
        menu.addActions([views.register, views.export])
        menu.addMenu(views.formats)
        menu.addSeparator()
        menu.addMenu(runs.tags_menu)
        menu.addActions([commands.delete, commands.show_deleted, commands.restore, purging.purge])
        more.setMenu(menu)
        buttons = QHBoxLayout(self)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(runs.search)
        buttons.addWidget(ActionButton(commands.compare, words=self.tr("Compare")))
        buttons.addWidget(ActionButton(commands.edit_as_new, words=self.tr("Edit as new")))
        for button in (self._export, self._columns, more):
            buttons.addWidget(button)
        self.setMinimumWidth(LEAST_CONTROLS)

    def fit(self, width: int) -> None:
        """Show what there is room for in a pane of that width."""
        for button in (self._export, self._columns):
            button.setVisible(width >= ROOM_FOR_ALL)


class RegistryHeader(QWidget):
    """Registering, exporting, and the list as a table elsewhere."""

    def __init__(
        self, registry: RegistryView, views: RunViewActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        buttons = QHBoxLayout(self)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(ActionButton(views.register))
        buttons.addWidget(ActionButton(views.export))
        buttons.addWidget(ActionButton(views.check, words=self.tr("Check files")))
        buttons.addWidget(registry.table.copying.button())
