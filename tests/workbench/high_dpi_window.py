"""Run in a child process: the window at the scale of QT_SCALE_FACTOR, told as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QApplication

from tests.workbench.sight import words_without_room
from workbench.app import Workbench
from workbench.frame.actions import WORKSPACES
from workbench.store import RunStore
from workbench.ui.theme.theme import ICON_SIZE, Theme

SIZE = (1280, 800)


def look(folder: Path) -> dict[str, object]:
    """Open the window in `folder`, grab every workspace, and say what was seen."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
    theme = Theme("light")
    workbench = Workbench(RunStore.open(folder / "runs.sqlite"), settings, theme)
    window = workbench.window
    theme.apply(application, window)
    window.resize(*SIZE)
    window.show()
    sizes, cut = set(), []
    for name in WORKSPACES:
        window.show_workspace(name)
        application.processEvents()  # the pane is new; its layout is settled by the event loop
        sizes.add(window.grab().size().toTuple())
        cut += [each for each in words_without_room(window) if "label" not in each]
    icon = window.actions_of_frame.commands.icon()
    drawn = icon.pixmap(QSize(ICON_SIZE, ICON_SIZE), window.devicePixelRatioF())
    told = {
        "sizes": sorted(sizes),
        "ratio": window.devicePixelRatioF(),
        "icon": drawn.width(),
        "cut": cut,
    }
    window.close()
    workbench.shutdown()
    return told


if __name__ == "__main__":
    sys.stdout.write(json.dumps(look(Path(sys.argv[1]))))
