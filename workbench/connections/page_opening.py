"""PageOpening: the pages and dialogs of the window itself, made when they are first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, qVersion
from PySide6.QtGui import QDesktopServices

from workbench.work.program_log import log_path

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.frame.guide_page import GuidePage
    from workbench.frame.shortcut_editor import ShortcutEditor


class PageOpening(QObject):
    """Slots for the commands that open them."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._window, self._theme = workbench.window, workbench.theme
        self._shortcuts: ShortcutEditor | None = None
        self._guide: GuidePage | None = None
        actions = self._window.actions_of_frame
        actions.shortcuts.triggered.connect(self.show_shortcuts)
        actions.guide.triggered.connect(self.show_guide)
        actions.about.triggered.connect(self.show_about)
        actions.log.triggered.connect(self.open_log_folder)
        self._window.defect_bar.set_facts(facts_text)

    @property
    def shortcuts(self) -> ShortcutEditor:
        """The editor of keys."""
        if self._shortcuts is None:
            from workbench.frame.shortcut_editor import ShortcutEditor

            titles = self._window.docks.titles
            self._shortcuts = ShortcutEditor(self._window.registry, titles, self._theme)
        return self._shortcuts

    @property
    def guide(self) -> GuidePage:
        if self._guide is None:
            from workbench.frame.guide_page import GuidePage

            self._guide = GuidePage(self._theme)
        return self._guide

    def show_shortcuts(self) -> None:
        self._window.pages.show_page(self.shortcuts)

    def show_guide(self) -> None:
        self._window.pages.show_page(self.guide)

    def show_about(self) -> None:
        """Show versions and licences beside the window."""
        from workbench.frame.about_dialog import AboutDialog, licences

        dialog = AboutDialog(installed_facts(), licences(), self._theme, self._window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open_log_folder(self) -> None:
        """Show the folder of the log files in the system's file browser."""
        path = log_path()
        if path is None:
            self._window.bar.show_error(self.tr("The log folder cannot be created."))
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def installed_facts() -> dict[str, str]:
    """Versions and folders of this installation, by their names."""
    from workbench.cli.doctor import describe_installation

    found = describe_installation()
    packages = [f"{name} {version}" for name, version in found["packages"].items() if version]
    return {
        "Tokenizer Workbench": found["program"],
        "Python": found["python"],
        "Platform": found["platform"],
        "Qt": str(qVersion()),
        "Packages": ", ".join(packages),
        "Data": found["folders"]["data"],
        "Kernels": found["folders"]["kernels"],
    }


def facts_text() -> str:
    """The same, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in installed_facts().items())
