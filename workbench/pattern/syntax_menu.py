"""SyntaxMenu: the syntax of split patterns with what each does, for the editor to insert."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from workbench.pattern.fragment_words import fragment_at
from workbench.signals import Signal

_PROPERTIES = ("L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "Nd", "Nl", "No", "P", "S", "Z",
               "Extended_Pictographic")  # fmt: skip
_SCRIPTS = ("Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai", "Han",
            "Hiragana", "Katakana", "Hangul")  # fmt: skip
_CHARACTERS = (r"\s", r"\S", r"\d", r"\w", r".", r"\r", r"\n", r"\t", "[ab]", "[^ab]", "[a-z]")
_REPEATS = ("x?", "x*", "x+", "x{3}", "x{1,3}", "x{2,}", "x+?", "x?+", "x++")
_GROUPS = ("(?:a|b)", "(?i:a)", "(?>a)", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?#then)")
_REPEATED = "x"
"""What an example repeats; it is not inserted."""


class SyntaxMenu(QMenu):
    """Lists properties, scripts, characters, repeats and groups; filled when first opened.

    Signals:
        chosen: the syntax to insert.
    """

    chosen: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu; once is enough."""
        if not self.isEmpty():
            return
        for title, examples in (
            (self.tr("Properties"), tuple(f"\\p{{{name}}}" for name in _PROPERTIES)),
            (self.tr("Scripts"), tuple(f"\\p{{{name}}}" for name in _SCRIPTS)),
            (self.tr("Characters and sets"), _CHARACTERS),
            (self.tr("Repeats"), _REPEATS),
            (self.tr("Groups and lookarounds"), _GROUPS),
        ):
            menu = self.addMenu(title)
            for example in examples:
                found = fragment_at(example, 0)
                action = QAction(f"{example}\t{found.words if found else ''}", menu)
                is_repeat = examples is _REPEATS
                action.setData(example.removeprefix(_REPEATED) if is_repeat else example)
                action.triggered.connect(self._choose)
                menu.addAction(action)

    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(action.data())
