"""SettingsDialog: every preference in one list with a search; what is set takes effect at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import reason_of
from engine.machine import check_regular, write_whole
from workbench.frame.window_memory import FittingDialog
from workbench.signals import Signal
from workbench.text.numbers import byte_size
from workbench.text.placeholders import fill
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    CONTROL_HEIGHT,
    ICON_SIZE,
    LEAST_HEIGHT,
    PALETTE_WIDTH,
    SEARCH_WIDTH,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XL,
    Theme,
)
from workbench.ui.widgets.fields import NumberBox
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.message_bar import FloatingBars, MessageBar
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator
from workbench.work import preferences
from workbench.work.preferences import AnyPreference, Preference, Preferences, PreferencesError

_tr = translator("setting_words")

# What the settings are called: for each preference a section, a title, a sentence, its choices.


@dataclass(frozen=True)
class SettingWords:
    """One row of the settings.

    choices: words for the preference's choices, in their order; () for a switch or a number.
    """

    preference: AnyPreference
    section: str
    title: str
    sentence: str
    choices: tuple[str, ...] = ()


def setting_words() -> tuple[SettingWords, ...]:
    """Return the rows in the order of the dialog."""
    return (*_appearance(), *_tokens(), *_work(), *_window())


def language_words() -> dict[str, str]:
    """Return each language of the window in its own words."""
    return {"en": "English", "de": "Deutsch"}


def _appearance() -> tuple[SettingWords, ...]:
    section = _tr("Appearance")
    scale = _tr("%1 %")
    themes = (
        _tr("As the system"), _tr("Light"), _tr("Dark"), _tr("High contrast, light"),
        _tr("High contrast, dark"),
    )  # fmt: skip
    return (
        SettingWords(preferences.THEME, section, _tr("Theme"),
                     _tr("Colours and contrast of the whole window."), themes),
        SettingWords(preferences.TEXT_SIZE, section, _tr("Text size"),
                     _tr("Size of all words; tables and fields keep their heights."),
                     _scales(preferences.TEXT_SIZE, scale)),
        SettingWords(preferences.INTERFACE_SIZE, section, _tr("Interface size"),
                     _tr("Size of everything. Takes effect at the next start."),
                     _scales(preferences.INTERFACE_SIZE, scale)),
        SettingWords(preferences.LANGUAGE, section, _tr("Language"),
                     _tr("Language of menus and words. Takes effect at the next start."),
                     (_tr("As the system"), *language_words().values())),
        SettingWords(preferences.REDUCED_MOTION, section, _tr("Reduced motion"),
                     _tr("Turn off animations and cursor blinking.")),
    )  # fmt: skip


def _tokens() -> tuple[SettingWords, ...]:
    section = _tr("Tokens")
    return (
        SettingWords(preferences.TOKEN_COLOURING, section, _tr("Colours of tokens"),
                     _tr("By id, the same token has the same colour everywhere."),
                     (_tr("Alternating"), _tr("By id"))),
        SettingWords(preferences.SPECIAL_TOKENS, section, _tr("Special tokens in a text"),
                     _tr("How Tokens treats special tokens such as <|endoftext|>."),
                     (_tr("Ordinary text"), _tr("Parsed"), _tr("Rejected"))),
        SettingWords(preferences.SHOW_IDS, section, _tr("Ids under tokens"),
                     _tr("Show the id of each token under its text.")),
        SettingWords(preferences.SHOW_TOKENS, section, _tr("Borders of tokens"),
                     _tr("Give each token a colour and a boundary mark.")),
        SettingWords(preferences.SHOW_BYTES, section, _tr("Bytes under tokens"),
                     _tr("Show the bytes of each token under its text, in hex.")),
        SettingWords(preferences.SHOW_PRE_TOKENS, section, _tr("Pre-token borders"),
                     _tr("Draw a line where a pre-token begins.")),
        SettingWords(preferences.SHOW_MASK, section, _tr("Mask in Chat"),
                     _tr("Colour what is supervised, hatch what is not.")),
        SettingWords(preferences.WHITE_SPACE, section, _tr("White space as glyphs"),
                     _tr("Show spaces, tabs and line ends as marks.")),
    )  # fmt: skip


def _work() -> tuple[SettingWords, ...]:
    section = _tr("Training and evaluation")
    views = (_tr("Last view"), _tr("Table"), _tr("Heat map"), _tr("Dots"))
    return (
        SettingWords(preferences.N_THREADS, section, _tr("Threads"),
                     _tr("How many cores counting and encoding may use; 0 for all of them.")),
        SettingWords(preferences.EVALUATION_VIEW, section, _tr("Compression opens with"),
                     _tr("The view of languages that a window starts with."), views),
    )  # fmt: skip


def _window() -> tuple[SettingWords, ...]:
    section = _tr("Window")
    return (
        SettingWords(preferences.OPEN_NEWEST, section, _tr("Open the newest run at start"),
                     _tr("Otherwise the window starts without a tokenizer.")),
        SettingWords(preferences.CONFIRM_CLOSE, section, _tr("Ask before a training is lost"),
                     _tr("When the window is closed while a training runs.")),
    )  # fmt: skip


def _scales(preference: Preference[int], words: str) -> tuple[str, ...]:
    return tuple(fill(words, str(percent)) for percent in preference.choices)


# SettingRow: one preference as a row: title and sentence at the left, its control at the right.


class SettingFrame(QWidget):
    """A row with a title and a sentence; controls are added at its right."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self._title = label(title)
        self._sentence = label(sentence, "caption", wrap=True)
        words = vertical(self._title, self._sentence, spacing=0)
        self.row = horizontal(
            (words, 1), parent=self, margins=(0, SPACE_S, 0, SPACE_S), spacing=SPACE_M
        )

    @property
    def sentence(self) -> str:
        return self._sentence.text()

    def set_sentence(self, words: str) -> None:
        self._sentence.setText(words)

    def matches(self, parts: tuple[str, ...]) -> bool:
        """Tell whether all parts of a search (lower case) are in the row's words."""
        words = f"{self.title} {self.sentence}".casefold()
        return all(part in words for part in parts)


class SettingRow(SettingFrame):
    """Shows and sets one preference at once, and offers its default back."""

    def __init__(self, words: SettingWords, values: Preferences, theme: Theme) -> None:
        super().__init__(words.title, words.sentence)
        self._words, self._values, self._theme = words, values, theme
        self._control = self._make_control()
        self._control.setAccessibleName(words.title)
        self._control.setAccessibleDescription(words.sentence)
        self._reset = QToolButton()
        self._reset.setObjectName("reset")
        self._reset.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self._reset.setFixedWidth(CONTROL_HEIGHT)
        hint = fill(self.tr("Reset %1"), words.title)
        self._reset.setToolTip(plain_tip(hint))
        self._reset.setAccessibleName(hint)
        self._reset.clicked.connect(self._return_to_default)
        place = self._reset.sizePolicy()
        place.setRetainSizeWhenHidden(True)  # the controls stand in one column
        self._reset.setSizePolicy(place)
        self.row.addWidget(self._control)
        self.row.addWidget(self._reset)
        values.value_changed.connect(self._note_change)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_value()

    @property
    def words(self) -> SettingWords:
        return self._words

    @property
    def control(self) -> QWidget:
        """The check box, the list or the number."""
        return self._control

    def matches(self, parts: tuple[str, ...]) -> bool:
        """Also the words of the choices and of the section are searched."""
        words = (self.title, self.sentence, self._words.section, *self._words.choices)
        return all(part in " ".join(words).casefold() for part in parts)

    def show_value(self) -> None:
        """Show the value in force."""
        value = self._values.get(self._words.preference)
        if isinstance(self._control, QCheckBox):
            self._control.setChecked(bool(value))
        elif isinstance(self._control, QComboBox):
            self._control.setCurrentIndex(self._control.findData(value))
        elif isinstance(self._control, NumberBox):
            self._control.setValue(int(value))
        self._reset.setVisible(not self._values.is_default(self._words.preference))

    def _make_control(self) -> QWidget:
        preference = self._words.preference
        if isinstance(preference.default, bool):
            box = QCheckBox()
            box.toggled.connect(self._take_value)
            return box
        if self._words.choices:
            choice = QComboBox()
            choice.setFixedWidth(SEARCH_WIDTH)
            for value, words in zip(preference.choices, self._words.choices, strict=True):
                choice.addItem(words, value)
            choice.activated.connect(self._take_choice)
            return choice
        number = NumberBox()
        number.setFixedWidth(SEARCH_WIDTH)
        number.setRange(preference.least, preference.most)
        number.valueChanged.connect(self._take_value)
        return number

    def _take_choice(self, place: int) -> None:
        assert isinstance(self._control, QComboBox)
        self._take_value(self._control.itemData(place))

    def _take_value(self, value: object) -> None:
        self._values.set(self._words.preference, value)

    def _return_to_default(self) -> None:
        self._values.reset(self._words.preference)

    def _note_change(self, preference: object) -> None:
        if preference is self._words.preference:
            self.show_value()

    def _restyle(self) -> None:
        self._reset.setIcon(icon("undo", self._theme))


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
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a setting"))
        self.search.setAccessibleName(self.tr("Find a setting"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self._nothing = label(self.tr("No matching settings."), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.hide()
        self.finished.connect(self.bar.clear)
        self._sections: list[tuple[tuple[QWidget, QWidget], list[SettingFrame]]] = []
        self._counts = SettingFrame(self.tr("Stored counts"), "")
        self._list = self._make_list()
        self._lay_out()
        self.set_counts_bytes(0)
        self.resize(PALETTE_WIDTH + SEARCH_WIDTH, LEAST_HEIGHT)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.search.setFocus)

    @property
    def rows(self) -> tuple[SettingRow, ...]:
        """The rows of preferences, in order."""
        frames = [frame for _, of_section in self._sections for frame in of_section]
        return tuple(frame for frame in frames if isinstance(frame, SettingRow))

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
        self.search.setFocus()
        self.search.selectAll()

    def set_counts_bytes(self, n_bytes: int) -> None:
        """Say how much the counts of corpora take on disk."""
        words = self.tr("Counts of sources, so that they need not be read again: %1")
        self._counts.set_sentence(fill(words, byte_size(n_bytes)))

    def save(self, path: Path) -> None:
        """Write all values into a file; the bar says how it went."""
        try:
            write_whole(path.resolve(), self._values.to_json().encode())
        except OSError as error:
            words = self.tr("The settings cannot be saved as %1: %2. Choose another folder.")
            self.bar.show_error(fill(words, str(path), reason_of(error)))
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
            words = self.tr("Loaded, except unknown or invalid settings: %1.")
            self.bar.show_warning(fill(words, ", ".join(left_out)))
        else:
            self.bar.show_done(fill(self.tr("Loaded %1."), str(path)))

    def _make_list(self) -> QScrollArea:
        inner = QWidget()
        column = vertical(parent=inner, margins=(SPACE_XL, 0, SPACE_XL, SPACE_L), spacing=0)
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
        foot = horizontal(margins=(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S), spacing=SPACE_S)
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
        top = vertical(self.search, margins=(SPACE_XL, SPACE_L, SPACE_XL, SPACE_S))
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
