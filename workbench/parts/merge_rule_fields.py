"""MergeRuleFields: the tokens and the pattern that no merge of a training may make."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from engine.errors import ConfigError
from engine.settings import MergeRules, blocked_in_lines
from engine.text import line_of_token
from workbench.theme import SPACE_M, Theme
from workbench.translation import counted
from workbench.widgets.field import Field

OFF, OWN = "off", "own"
TOKENS_HEIGHT = 76


class MergeRuleFields(QWidget):
    """Stand among the fields of a training, folded up while there are no rules.

    What was written before the rules were switched off comes back with them.

    Signals:
        changed: a person wrote or chose something else.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._choice = QComboBox()
        self._choice.addItem(self.tr("None"), OFF)
        self._choice.addItem(self.tr("Own rules"), OWN)
        self._choice.setToolTip(self.tr("Tokens that are never made, whatever the corpus says"))
        self._choice.setMinimumContentsLength(1)
        self._choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._tokens = QPlainTextEdit()
        self._tokens.setPlaceholderText(self.tr("One token per line"))
        self._tokens.setToolTip(
            self.tr("Spaces count. Read are \\n, \\t, \\s (a space), \\x41, \\u20ac and hex:e282.")
        )
        self._tokens.setFont(theme.mono_font())
        self._tokens.setFixedHeight(TOKENS_HEIGHT)
        self._tokens.setTabChangesFocus(True)
        self._pattern = QLineEdit(placeholderText=self.tr("Regular expression"))
        self._pattern.setFont(theme.mono_font())
        self.choice_field = Field(self.tr("Merge rules"), self._choice)
        self.tokens_field = Field(self.tr("Blocked tokens"), self._tokens)
        self.pattern_field = Field(self.tr("Blocked pattern"), self._pattern)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        for field in (self.choice_field, self.tokens_field, self.pattern_field):
            column.addWidget(field)
        self._unfold()
        self._choice.currentIndexChanged.connect(self._choose)
        self._tokens.textChanged.connect(self._tell)
        self._pattern.textChanged.connect(self._tell)

    def rules(self) -> MergeRules | None:
        """What the fields say, None where nothing is forbidden. Raises ConfigError."""
        if self._choice.currentData() == OFF:
            return None
        blocked = blocked_in_lines(self.written_tokens)
        rules = MergeRules(blocked, self._pattern.text() or None)
        return None if rules.is_empty else rules

    def show_rules(self, rules: MergeRules | None) -> None:
        """Show other rules; what means the same already stays as it was written. No signal."""
        try:
            if rules == self.rules():
                return
        except ConfigError:
            pass
        self._is_showing = True
        self._choice.setCurrentIndex(self._choice.findData(OFF if rules is None else OWN))
        if rules is not None:
            self._tokens.setPlainText("\n".join(map(line_of_token, rules.blocked)))
            self._pattern.setText(rules.blocked_pattern or "")
        self._is_showing = False

    def edit(self, tokens: str, pattern: str) -> None:
        """Write rules as a person does."""
        self._choice.setCurrentIndex(self._choice.findData(OWN))
        self._tokens.setPlainText(tokens)
        self._pattern.setText(pattern)

    @property
    def written_tokens(self) -> str:
        """The blocked tokens as they were written."""
        return self._tokens.toPlainText()

    def check(self) -> None:
        """Say at each field what is wrong with it, or what will happen."""
        words = error = ""
        try:
            blocked = blocked_in_lines(self.written_tokens)
            if blocked:
                words = counted(
                    "MergeRuleFields",
                    "This token is never made, nor longer ones by way of it.",
                    "%1 tokens are never made, nor longer ones by way of them.",
                    len(blocked),
                )
        except ConfigError as fault:
            error = str(fault)
        self.tokens_field.show_error(error)
        self.tokens_field.show_hint(words)
        words = error = ""
        if pattern := self._pattern.text():
            words = self.tr("No token is made in which this is found.")
            try:
                MergeRules((), pattern)
            except ConfigError as fault:
                error = str(fault)
        self.pattern_field.show_error(error)
        self.pattern_field.show_hint(words)

    def _choose(self, _index: int) -> None:
        self._unfold()
        self._tell()

    def _unfold(self) -> None:
        is_on = self._choice.currentData() == OWN
        self.tokens_field.setVisible(is_on)
        self.pattern_field.setVisible(is_on)

    def _tell(self) -> None:
        if not self._is_showing:
            self.changed.emit()
