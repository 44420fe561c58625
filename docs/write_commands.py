"""Write the table of commands into the guide, between its markers.

    python docs/write_commands.py [--check]

The table is made from the registry of the window, which needs no display for it. With --check
nothing is written; the exit status is 1 where the guide is not current.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide.md"


def main(arguments: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "*=false")
    sys.path.insert(0, str(ROOT))
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from workbench.app import Workbench
    from workbench.command_table import with_commands
    from workbench.store import RunStore
    from workbench.theme import Theme

    application = QApplication(["write_commands"])
    with tempfile.TemporaryDirectory() as scratch:
        settings = QSettings(str(Path(scratch) / "window.ini"), QSettings.Format.IniFormat)
        store = RunStore.open(Path(scratch) / "runs.sqlite")
        workbench = Workbench(store, settings, Theme("light"))
        workbench.exports.offer_formats()
        before = GUIDE.read_text(encoding="utf-8")
        titles = workbench.window.docks.titles
        after = with_commands(before, workbench.window.registry, titles)
        workbench.window.close()
        workbench.shutdown()
    application.quit()
    if "--check" in arguments:
        return int(after != before)
    GUIDE.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
