"""SuperwordFields: whether a training goes on across words, by which rules, and from where on."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.errors import ConfigError
from engine.settings import (
    SECOND_PATTERN,
    SUPERWORD_PRESETS,
    SuperwordRules,
    Superwords,
    TrainingConfig,
    superword_rules,
)
from workbench.parts.superword_words import rules_title, transition_words
from workbench.parts.transition_control import TransitionControl
from workbench.theme import SPACE_M, SPACE_S, Theme
from workbench.widgets.field import Field

USUAL_START = 0.8
OFF = "off"


class SuperwordFields(QWidget):
    """Stand among the fields of a training; pattern and single rules have a place of their own.

    What was chosen before superwords were switched off comes back with them.

    Signals:
        changed: a person chose something else.
        design_requested: all of the rules shall be seen.
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
        self._choice.setMinimumContentsLength(1)
        self._choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._choice.setToolTip(
            self.tr("Tokens of several words: the training goes on across the pattern's boundaries")
        )
        self._design = QPushButton(self.tr("Rules…"))
        self._design.setToolTip(
            self.tr("Every rule of superwords with its source, and the pattern they are cut by")
        )
        self.transition = TransitionControl(theme)
        self.choice_field = Field(self.tr("Superwords"), self._choice)
        self.transition_field = Field(self.tr("They begin at, % of the vocabulary"),
                                      self.transition)  # fmt: skip
        first = QHBoxLayout()
        first.setSpacing(SPACE_S)
        first.addWidget(self.choice_field, 1)
        first.addWidget(self._design, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addLayout(first)
        column.addWidget(self.transition_field)
        self.transition.show_start(USUAL_START, 0)
        self._show_transition()
        self._choice.currentIndexChanged.connect(self._choose)
        self._design.clicked.connect(self.design_requested)
        self.transition.edited.connect(self._tell)

    @property
    def is_on(self) -> bool:
        return self._choice.currentData() != OFF

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
