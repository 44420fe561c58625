"""AboutDialog: which version this is, what it stands on, and under which licences."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QWidget

from resources import icon_path, licences_path
from workbench.frame.window_memory import FittingDialog
from workbench.ui.theme.theme import (
    CONTROL_HEIGHT,
    LEAST_HEIGHT,
    PALETTE_WIDTH,
    ROW_HEIGHT,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical

SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class AboutDialog(FittingDialog):
    """Facts as pairs of word and value; the licences can be read and copied."""

    def __init__(
        self,
        facts: Mapping[str, str],
        licences: str,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Tokenizer Workbench"))
        self.setFixedWidth(PALETTE_WIDTH)
        self.setMinimumHeight(LEAST_HEIGHT - 3 * CONTROL_HEIGHT)
        self._facts = dict(facts)
        column = vertical(
            self._head(),
            self._grid(),
            label(self.tr("Licences of what is inside"), "section"),
            parent=self,
            margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_L),
            spacing=SPACE_M,
        )
        text = QPlainTextEdit(licences)
        text.setReadOnly(True)
        text.setAccessibleName(self.tr("Licences of what is inside"))
        text.setFont(theme.mono_font(TEXT_CAPTION))
        text.setTabChangesFocus(True)
        column.addWidget(text, 1)
        column.addLayout(self._foot())

    @property
    def text(self) -> str:
        """The facts as they are copied, a line each."""
        return "\n".join(f"{word}: {value}" for word, value in self._facts.items())

    def copy_facts(self) -> None:
        """Put the versions on the clipboard, for a report."""
        QGuiApplication.clipboard().setText(self.text)

    def _head(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(
            QIcon(str(icon_path("app"))).pixmap(QSize(2 * ROW_HEIGHT, 2 * ROW_HEIGHT))
        )
        words = vertical(label(self.tr("Tokenizer Workbench"), "title"), spacing=SPACE_XS)
        sentence = self.tr("Trains, inspects and compares byte-level BPE tokenizers.")
        words.addWidget(label(sentence, "muted"))
        return horizontal(picture, (words, 1), spacing=SPACE_M)

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_L)
        grid.setVerticalSpacing(SPACE_XS)
        grid.setColumnStretch(1, 1)
        for row, (word, value) in enumerate(self._facts.items()):
            shown = label(value, wrap=True)
            shown.setTextInteractionFlags(SELECTABLE)
            shown.setAccessibleName(word)
            shown.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            grid.addWidget(label(word, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(shown, row, 1)
        return grid

    def _foot(self) -> QHBoxLayout:
        copy, close = QPushButton(self.tr("Copy versions")), QPushButton(self.tr("Close"))
        copy.clicked.connect(self.copy_facts)
        close.clicked.connect(self.accept)
        close.setDefault(True)
        return horizontal(STRETCH, copy, close, spacing=SPACE_S)


# The licences of what the program stands on: as the bundle has them, else as pip knows them.


PACKAGES = (
    "PySide6-Essentials", "shiboken6", "numpy", "numba", "llvmlite", "regex", "SQLAlchemy",
    "platformdirs", "unicodedata2", "backports.zstd", "pyarrow", "fsspec",
)  # fmt: skip


def licences() -> str:
    """Return the whole texts where packaging wrote them, else a line for each package."""
    path = licences_path()
    if path is not None:
        return path.read_text(encoding="utf-8")
    return "\n".join(line for name in PACKAGES if (line := _line(name)))


def _line(name: str) -> str:
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    words = (
        _field(found, "License-Expression")
        or _classified(found.get_all("Classifier") or [])
        or next(iter(_field(found, "License").splitlines()), "")
        or "see its pages"
    )
    return f"{found['Name']} {found['Version']}: {words}"


def _field(found: metadata.PackageMetadata, name: str) -> str:
    return found[name] if name in found else ""  # noqa: SIM401  its type has no `get`


def _classified(classifiers: list[str]) -> str:
    names = [each.rpartition(":: ")[2] for each in classifiers if each.startswith("License ::")]
    return ", ".join(names)
