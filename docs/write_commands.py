"""Write the table of commands into its page, and the words of commands whose panes are not built.

    python docs/write_commands.py [--check]

Both are made from the registry of the window, which needs no display for it: window/commands.md
between its markers, and resources/pane_commands.json in every language. Then write_reference.py
writes the pages of the reference. With --check nothing is written; the exit status is 1 where one
of them is not current.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ROOT / "docs" / "window" / "commands.md"
PANE_COMMANDS = ROOT / "resources" / "pane_commands.json"

if TYPE_CHECKING:
    from workbench.app import Workbench


def main(arguments: list[str]) -> int:
    os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"
    os.environ.setdefault("QT_LOGGING_RULES", "*=false")
    sys.path.insert(0, str(ROOT))
    if "--check" not in arguments or not PANE_COMMANDS.exists():
        PANE_COMMANDS.write_text("{}")  # what it says outlives a change of keys in the code
    from PySide6.QtWidgets import QApplication

    application = QApplication(["write_commands"])
    after = {PANE_COMMANDS: pane_commands(), COMMANDS: commands()}
    application.quit()
    from write_reference import main as write_reference

    status = write_reference(arguments)
    if "--check" in arguments:
        return status or int(any(path.read_text("utf-8") != text for path, text in after.items()))
    for path, text in after.items():
        path.write_text(text, encoding="utf-8")
    return 0


def commands() -> str:
    """Return the page with its table of commands."""
    from workbench.frame.action_registry import with_commands

    with _window_with_every_pane("en") as workbench:
        titles = workbench.window.docks.titles
        registry = workbench.window.registry
        return with_commands(COMMANDS.read_text(encoding="utf-8"), registry, titles)


def pane_commands() -> str:
    """Return the commands of all panes as the JSON document that the window reads."""
    from workbench.frame.pane_commands import command_documents, joined_languages
    from workbench.ui.words.translation import translated_languages

    found = {}
    for language in translated_languages():
        with _window_with_every_pane(language) as workbench:
            found[language] = command_documents(workbench.window.registry)
    return json.dumps(joined_languages(found), ensure_ascii=False, indent=1) + "\n"


@contextmanager
def _window_with_every_pane(language: str) -> Iterator[Workbench]:
    """Yield a workbench over an empty store, with all panes built and the engine's formats."""
    from PySide6.QtCore import QCoreApplication, QSettings, QTranslator

    from workbench.app import Workbench
    from workbench.store import RunStore
    from workbench.ui.theme.theme import Theme
    from workbench.ui.words.translation import install_language

    install_language(language)
    application = QCoreApplication.instance()
    with tempfile.TemporaryDirectory() as scratch:
        settings = QSettings(str(Path(scratch) / "window.ini"), QSettings.Format.IniFormat)
        store = RunStore.open(Path(scratch) / "runs.sqlite")
        workbench = Workbench(store, settings, Theme("light"))
        for name in workbench.panes:
            workbench.panes.build(name)
        workbench.exports.offer_formats()
        try:
            yield workbench
        finally:
            workbench.window.close()
            workbench.shutdown()
    if application is not None:
        for translator in application.findChildren(QTranslator):
            application.removeTranslator(translator)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
