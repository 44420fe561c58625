"""SettingRow: one preference as a row: title and sentence at the left, its control at the right."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from workbench.frame.setting_words import SettingWords
from workbench.placeholders import fill
from workbench.preferences import Preferences
from workbench.theme import CONTROL_HEIGHT, ICON_SIZE, SEARCH_WIDTH, SPACE_M, SPACE_S, Theme
from workbench.tool_tips import plain_tip
from workbench.widgets.icons import icon
from workbench.widgets.labels import label
from workbench.widgets.number_box import NumberBox


class SettingFrame(QWidget):
    """A row with a title and a sentence; controls are added at its right."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self._title = label(title)
        self._sentence = label(sentence, "caption", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        self.row.setSpacing(SPACE_M)
        self.row.addLayout(words, 1)

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

    @property
    def reset_button(self) -> QToolButton:
        return self._reset

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
        self._take_value(self._control.itemData(place))  # type: ignore[attr-defined]

    def _take_value(self, value: object) -> None:
        self._values.set(self._words.preference, value)  # type: ignore[arg-type]

    def _return_to_default(self) -> None:
        self._values.reset(self._words.preference)

    def _note_change(self, preference: object) -> None:
        if preference is self._words.preference:
            self.show_value()

    def _restyle(self) -> None:
        self._reset.setIcon(icon("undo", self._theme))
