"""The fields of the form of a training, made from the records of its settings.

`SettingField` is one of them; `SuperwordFields` enables superwords and chooses their rules,
`TransitionControl` the size at which they begin.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget

from engine.errors import ConfigError
from engine.settings import (
    SECOND_PATTERN,
    SUPERWORD_PRESETS,
    SuperwordRules,
    Superwords,
    TrainingConfig,
    superword_rules,
)
from workbench.signals import Signal
from workbench.text.numbers import GROUP_SPACE
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, Theme
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.sliders import MarkedSlider
from workbench.ui.words.setting_words import (
    rules_title,
    setting_choices,
    setting_hint,
    setting_label,
    setting_placeholder,
    transition_of,
    transition_text,
    transition_words,
)
from workbench.ui.words.translation import translator
from workbench.work.training_settings import SETTINGS, default_of

_tr = translator("SettingField")

MAX_DIGITS = 12


class SettingField(Field):
    """A list of choices, or a line for a whole number or a text; begins with the default.

    Signals:
        changed: the value became another one.
    """

    changed = Signal()

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        setting = SETTINGS[key]
        control: QComboBox | QLineEdit
        if setting.choices:
            control = QComboBox()
            for value, words in setting_choices(key):
                control.addItem(words, value)
            shrink(control)
        else:
            control = QLineEdit(placeholderText=setting_placeholder(key))
        control.setToolTip(setting_hint(key))
        super().__init__(setting_label(key), control, parent)
        self._key, self._is_number, self._value = key, int in setting.kinds, control
        self._is_real = float in setting.kinds
        self.show_value(default_of(key))
        if isinstance(control, QComboBox):
            control.currentIndexChanged.connect(self.changed)
        else:
            control.textChanged.connect(self.changed)

    def value(self) -> Any:
        """The value, None for an empty line that may be empty. Raises ConfigError."""
        if isinstance(self._value, QComboBox):
            return self._value.currentData()
        text = self._value.text()
        if not self._is_number:
            return text.strip()
        if not text.strip() and SETTINGS[self._key].placeholder:
            return None
        return real_number(self._key, text) if self._is_real else whole_number(self._key, text)

    def show_value(self, value: Any) -> None:
        """Show a value."""
        if isinstance(self._value, QComboBox):
            self._value.setCurrentIndex(self._value.findData(value))
        else:
            self._value.setText("" if value is None else str(value))


def shrink(box: QComboBox) -> None:
    """Let a list be narrower than its longest entry."""
    box.setMinimumContentsLength(1)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)


def whole_number(key: str, text: str) -> int:
    """The whole number in a field, with or without groups. Raises ConfigError."""
    digits = "".join(text.replace(GROUP_SPACE, "").replace(",", "").split())
    if not digits.isdecimal() or len(digits) > MAX_DIGITS:
        words = _tr("A whole number is needed here, such as 4096.")
        raise ConfigError(words, setting=key)
    return int(digits)


def real_number(key: str, text: str) -> float:
    """The number in a field, with a point or a comma. Raises ConfigError."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise ConfigError(_tr("A number is needed here, such as 0.9995."), setting=key) from None


STEPS = 98
FIRST = 1  # percent at the left end
MARKS = ((50 - FIRST, "50"), (80 - FIRST, "80"), (90 - FIRST, "90"))
NUMBER_WIDTH = 2 * SPACE_XL + SPACE_L

USUAL_START = 0.8
OFF = "off"


class TransitionControl(QWidget):
    """Where superwords begin, as a slider in percent and as a field.

    Both show the same value as far as they can; typed text stays as typed, valid or not.

    Signals:
        edited: after the slider or the field was changed.
    """

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = MarkedSlider(STEPS, MARKS, theme)
        self._slider.setObjectName("transition_slider")
        self._slider.setAccessibleName(self.tr("Transition, percent of the vocabulary"))
        self._text = QLineEdit()
        self._text.setObjectName("transition")
        self._text.setAccessibleName(self.tr("Transition, share or size"))
        self._text.setToolTip(self.tr("A share such as 80 %, or the vocabulary size at it"))
        self._text.setFixedWidth(NUMBER_WIDTH)
        self._size = 0
        self._is_showing = False
        horizontal((self._slider, 1), self._text, parent=self, spacing=SPACE_S)
        self.setFocusProxy(self._slider)
        self._slider.valueChanged.connect(self._take_slider)
        self._text.textEdited.connect(self._take_text)

    @property
    def text(self) -> str:
        return self._text.text()

    @property
    def percent(self) -> int:
        """The value of the slider."""
        return self._slider.value() + FIRST

    def start(self) -> float | int:
        """The transition. Raises ConfigError for a text that is none."""
        return transition_of(self._text.text())

    def show_start(self, start: float, vocab_size: int) -> None:
        """Show a transition of a vocabulary; no signal."""
        self._size = vocab_size
        try:
            if self.start() != start:
                self._text.setText(transition_text(start))
        except ConfigError:
            self._text.setText(transition_text(start))
        self._follow()

    def set_vocab_size(self, size: int) -> None:
        """Say of which vocabulary a size is a share of; no signal."""
        self._size = size
        self._follow()

    def _take_slider(self, value: int) -> None:
        if not self._is_showing:
            self._text.setText(transition_text((value + FIRST) / 100))
            self.edited.emit()

    def _take_text(self, _text: str) -> None:
        self._follow()
        self.edited.emit()

    def _follow(self) -> None:
        """Bring the slider to where the text says, as far as it can go there."""
        try:
            start = self.start()
        except ConfigError:
            return
        share = start if isinstance(start, float) else start / max(1, self._size)
        self._is_showing = True
        self._slider.setValue(min(max(round(100 * share) - FIRST, 0), STEPS))
        self._is_showing = False


class SuperwordFields(QWidget):
    """Whether a training goes on across words, by which rules, and from which size.

    The pattern and single rules are edited in the designer. The choices return when superwords are
    enabled again.

    Signals:
        changed: another choice was made.
        design_requested: open the designer with all rules.
    """

    changed = Signal()
    design_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._rules = superword_rules("official")
        self._pattern = SECOND_PATTERN
        self._choice = QComboBox()
        self._choice.addItem(self.tr("Off"), OFF)
        for name in SUPERWORD_PRESETS:
            self._choice.addItem(rules_title(superword_rules(name)), name)
        shrink(self._choice)
        self._choice.setToolTip(
            self.tr("Multi-word tokens: training continues across pre-token boundaries")
        )
        self._design = QPushButton(self.tr("Rules…"))
        self._design.setToolTip(
            self.tr("Every rule of superwords with its source, and the pattern of stage two")
        )
        self.transition = TransitionControl(theme)
        self.choice_field = Field(self.tr("Superwords"), self._choice)
        self.transition_field = Field(self.tr("Begin at, % of the vocabulary"),
                                      self.transition)  # fmt: skip
        first = horizontal((self.choice_field, 1), spacing=SPACE_S)
        first.addWidget(self._design, 0, Qt.AlignmentFlag.AlignBottom)
        vertical(first, self.transition_field, parent=self, spacing=SPACE_M)
        self.transition.show_start(USUAL_START, 0)
        self._show_transition()
        self._choice.currentIndexChanged.connect(self._choose)
        self._design.clicked.connect(self.design_requested)
        self.transition.edited.connect(self._tell)

    @property
    def is_on(self) -> bool:
        return bool(self._choice.currentData() != OFF)

    @property
    def choice(self) -> QComboBox:
        """Off, or which rules."""
        return self._choice

    def superwords(self) -> Superwords | None:
        """What the fields say, None where superwords are off. Raises ConfigError."""
        if not self.is_on:
            return None
        return Superwords(self.transition.start(), self._pattern, self._rules)

    def kept(self) -> Superwords:
        """What superwords are, or would be if they were on; with a usual start for a wrong one."""
        try:
            start = self.transition.start()
        except ConfigError:
            start = USUAL_START
        return Superwords(start, self._pattern, self._rules)

    def show_superwords(self, superwords: Superwords | None, vocab_size: int) -> None:
        """Show other superwords, or that they are off; no signal."""
        self._is_showing = True
        if superwords is None:
            self._choice.setCurrentIndex(self._choice.findData(OFF))
        else:
            self._pattern = superwords.pattern
            self._take_rules(superwords.stage_two_rules)
            self.transition.show_start(superwords.start, vocab_size)
        self._show_transition()
        self._is_showing = False

    def edit(self, superwords: Superwords | None) -> None:
        """Take pattern and rules as a person chose them elsewhere; the transition stays."""
        if superwords is not None:
            superwords = replace(superwords, start=self.kept().start)
        self.show_superwords(superwords, 0)
        self.changed.emit()

    def choose(self, name: str) -> None:
        """Choose "off" or a preset of rules as a person does."""
        self._choice.setCurrentIndex(self._choice.findData(name))

    def show_errors(self, sentence: str) -> None:
        """Say what is wrong, at the transition where that is seen; "" takes it back."""
        self.transition_field.show_error(sentence if self.is_on else "")
        self.choice_field.show_error("" if self.is_on else sentence)

    def show_config(self, config: TrainingConfig) -> None:
        """Say what the transition comes to in a training that can be."""
        self.transition.set_vocab_size(config.vocab_size)
        words = transition_words(config) if config.superwords is not None else ""
        self.transition_field.show_hint(words)

    def _take_rules(self, rules: SuperwordRules) -> None:
        """Show rules; those that are no preset's have an entry of their own."""
        self._rules = rules
        known = rules.name if rules.name in SUPERWORD_PRESETS else "own"
        if known == "own":
            if self._choice.findData("own") < 0:
                self._choice.addItem("", "own")
            self._choice.setItemText(self._choice.findData("own"), rules_title(rules))
        self._choice.setCurrentIndex(self._choice.findData(known))

    def _choose(self, _index: int = 0) -> None:
        name = self._choice.currentData()
        if name in SUPERWORD_PRESETS and not self._is_showing:
            self._rules = superword_rules(name)
        self._show_transition()
        self._tell()

    def _show_transition(self) -> None:
        self.transition_field.setVisible(self.is_on)

    def _tell(self) -> None:
        if not self._is_showing:
            self.changed.emit()
