"""SettingsDialog: every preference in one list with a search; what is set takes effect at once."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.machine import check_regular, write_whole
from workbench.frame.screen_room import FittingDialog
from workbench.frame.setting_row import SettingFrame, SettingRow
from workbench.frame.setting_words import setting_words
from workbench.numbers import byte_size
from workbench.placeholders import fill
from workbench.preferences import Preferences, PreferencesError
from workbench.theme import (
    LEAST_HEIGHT,
    PALETTE_WIDTH,
    SEARCH_WIDTH,
    SPACE_L,
    SPACE_S,
    SPACE_XL,
    Theme,
)
from workbench.widgets.file_dialogs import ask_file, ask_place
from workbench.widgets.floating_bars import FloatingBars
from workbench.widgets.labels import hairline, label
from workbench.widgets.message_bar import MessageBar

FILE_NAME = "tokenizer-workbench-settings.json"


class SettingsDialog(FittingDialog):
    """Stands beside the window and never blocks it.

    Signals:
        counts_clearing_requested: the kept counts shall go.
    """

    counts_clearing_requested = Signal()

    def __init__(
        self, values: Preferences, theme: Theme, folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self._values, self._theme, self._folder = values, theme, folder
        self.bar = MessageBar(self)
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Find a setting"))
        self._search.setAccessibleName(self.tr("Find a setting"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._narrow)
        self._nothing = label(self.tr("No setting has these words."), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.hide()
        self.finished.connect(self.bar.clear)
        self._sections: list[tuple[tuple[QWidget, QWidget], list[SettingFrame]]] = []
        self._counts = SettingFrame(self.tr("Kept counts"), "")
        self._list = self._make_list()
        self._lay_out()
        self.set_counts_bytes(0)
        self.resize(PALETTE_WIDTH + SEARCH_WIDTH, LEAST_HEIGHT)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._search.setFocus)

    @property
    def rows(self) -> tuple[SettingRow, ...]:
        """The rows of preferences, in order."""
        frames = [frame for _, of_section in self._sections for frame in of_section]
        return tuple(frame for frame in frames if isinstance(frame, SettingRow))

    @property
    def shown_titles(self) -> tuple[str, ...]:
        """Titles of the rows that the search lets through."""
        frames = [frame for _, of_section in self._sections for frame in of_section]
        return tuple(frame.title for frame in frames if not frame.isHidden())

    @property
    def search(self) -> QLineEdit:
        return self._search

    @property
    def counts_words(self) -> str:
        """What is said of the kept counts."""
        return self._counts.sentence

    def open(self) -> None:
        """Show the dialog, or bring it to the front, ready to search."""
        for row in self.rows:
            row.show_value()
        self.show()
        self.raise_()
        self.activateWindow()
        self._search.setFocus()
        self._search.selectAll()

    def set_counts_bytes(self, n_bytes: int) -> None:
        """Say how much the counts of corpora take on disk."""
        words = self.tr("What was counted of sources, so that they need not be read again: %1")
        self._counts.set_sentence(fill(words, byte_size(n_bytes)))

    def save(self, path: Path) -> None:
        """Write all values into a file; the bar says how it went."""
        try:
            write_whole(path.resolve(), self._values.to_json().encode())
        except OSError as error:
            words = self.tr("The settings cannot be saved as %1: %2. Choose another place.")
            reason = error.strerror or str(error)
            self.bar.show_error(fill(words, str(path), reason))
            return
        self.bar.show_done(fill(self.tr("Saved as %1."), str(path)))

    def load(self, path: Path) -> None:
        """Take the values of a file; the bar says what could not be taken."""
        try:
            check_regular(path)
            left_out = self._values.take_json(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, PreferencesError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            words = self.tr("The settings of %1 cannot be used: %2")
            self.bar.show_error(fill(words, str(path), reason))
            return
        if left_out:
            words = self.tr("Loaded, but for what is not known or not allowed here: %1.")
            self.bar.show_warning(fill(words, ", ".join(left_out)))
        else:
            self.bar.show_done(fill(self.tr("Loaded %1."), str(path)))

    def _make_list(self) -> QScrollArea:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_XL, 0, SPACE_XL, SPACE_L)
        column.setSpacing(0)
        by_section: dict[str, list[SettingFrame]] = {}
        for words in setting_words():
            row = SettingRow(words, self._values, self._theme)
            by_section.setdefault(words.section, []).append(row)
        by_section[self.tr("Files")] = [self._folder_row(), self._counts_row()]
        for section, frames in by_section.items():
            head = label(section, "section")
            head.setContentsMargins(0, SPACE_L, 0, SPACE_S)
            line = hairline()
            column.addWidget(head)
            column.addWidget(line)
            for frame in frames:
                column.addWidget(frame)
            self._sections.append(((head, line), frames))
        column.addWidget(self._nothing)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _folder_row(self) -> SettingFrame:
        frame = SettingFrame(self.tr("Data folder"), str(self._folder))
        copy = QPushButton(self.tr("Copy path"))
        copy.clicked.connect(self._copy_folder)
        show = QPushButton(self.tr("Open folder"))
        show.clicked.connect(self._open_folder)
        frame.row.addWidget(copy)
        frame.row.addWidget(show)
        return frame

    def _counts_row(self) -> SettingFrame:
        clear = QPushButton(self.tr("Clear counts"))
        clear.clicked.connect(self.counts_clearing_requested)
        self._counts.row.addWidget(clear)
        return self._counts

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S)
        foot.setSpacing(SPACE_S)
        for words, slot in (
            (self.tr("Load…"), self._ask_load), (self.tr("Save…"), self._ask_save),
            (self.tr("Reset all"), self._values.reset_all),
        ):  # fmt: skip
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(slot)
            foot.addWidget(button)
        foot.addStretch(1)
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.hide)
        foot.addWidget(close)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_S)
        top.addWidget(self._search)
        grid, column = QGridLayout(self), QVBoxLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        grid.addLayout(column, 0, 0)
        FloatingBars(grid, [self.bar])
        column.addLayout(top)
        column.addWidget(self._list, 1)
        column.addWidget(hairline())
        column.addLayout(foot)

    def _narrow(self, words: str) -> None:
        parts = tuple(words.casefold().split())
        n_shown = 0
        for heads, frames in self._sections:
            fitting = [frame for frame in frames if frame.matches(parts)]
            for frame in frames:
                frame.setVisible(frame in fitting)
            for head in heads:
                head.setVisible(bool(fitting))
            n_shown += len(fitting)
        self._nothing.setVisible(not n_shown)

    def _copy_folder(self) -> None:
        QGuiApplication.clipboard().setText(str(self._folder))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def _ask_save(self) -> None:
        words = self.tr("Save settings")
        chosen = ask_place(self, words, FILE_NAME, "JSON (*.json)")
        if chosen:
            self.save(Path(chosen))

    def _ask_load(self) -> None:
        words = self.tr("Load settings")
        chosen = ask_file(self, words, "JSON (*.json)")
        if chosen:
            self.load(Path(chosen))
