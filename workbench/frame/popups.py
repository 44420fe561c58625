"""Popups: the command palette, the list of keys, the chooser of runs, and short choices."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from workbench.frame.action_registry import ActionRegistry, Command
from workbench.frame.docks import Docks
from workbench.frame.search_popup import Entry, SearchPopup, command_entries, key_entries
from workbench.signals import Signal
from workbench.ui.theme.theme import CHOOSER_WIDTH, PALETTE_WIDTH, RAIL_WIDTH, Theme


class Popups(QObject):
    """Opens them over a window, one at a time.

    Signals:
        command_chosen: a Command.    run_chosen: what the entry of a run stands for.
    """

    command_chosen: Signal[Command] = Signal(object)
    run_chosen: Signal[str] = Signal(object)

    def __init__(
        self,
        registry: ActionRegistry,
        docks: Docks,
        chooser: QWidget,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._registry, self._docks, self._chooser = registry, docks, chooser
        self._window = window
        self._run_entries: tuple[Entry, ...] = ()
        self.palette = SearchPopup(self.tr("Commands"), self.tr("Find a command"), theme, window)
        self.runs = SearchPopup(self.tr("Runs"), self.tr("Find a run"), theme, window)
        self.palette.chosen.connect(self._act)
        self.runs.chosen.connect(self.run_chosen)

    def set_runs(self, entries: Sequence[Entry]) -> None:
        """Give the chooser its runs."""
        self._run_entries = tuple(entries)

    def show_commands(self) -> None:
        """Open the palette with every command."""
        self._open(command_entries(self._registry, self._docks.current, self._docks.titles))

    def show_keys(self) -> None:
        """List the keys that hold in the workspace in front."""
        self._open(key_entries(self._registry, self._docks.current, self._docks.titles))

    def show_runs(self) -> None:
        """Open the list of runs below the chooser."""
        corner = self._chooser.mapToGlobal(QPoint(0, self._chooser.height() + 2))
        nothing = Entry(self.tr("No runs yet"), "", None, is_enabled=False)
        width = CHOOSER_WIDTH + CHOOSER_WIDTH // 2
        self.runs.open_at(corner, self._run_entries or [nothing], width=width)

    def show_choices(self, entries: Sequence[Entry], hint: str) -> None:
        """Offer entries whose payload is called when one is chosen."""
        self._open(entries, hint)

    def _open(self, entries: Sequence[Entry], hint: str = "") -> None:
        self.palette.set_hint(hint or self.tr("Find a command"))
        width = PALETTE_WIDTH + RAIL_WIDTH
        corner = QPoint(max(0, self._window.width() - width) // 2, 64)
        self.palette.open_at(self._window.mapToGlobal(corner), entries, width=width)

    def _act(self, payload: object) -> None:
        if isinstance(payload, Command):
            self.command_chosen.emit(payload)
        elif callable(payload):
            payload()
