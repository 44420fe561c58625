"""The settings of a training; an error is shown at its field.

`TrainingForm` has all fields but the split pattern, `MergeRuleFields` those that forbid merges.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from engine.errors import ConfigError
from engine.settings import (
    SET_ROLES,
    SPECIAL_TOKEN_SETS,
    MergeRules,
    TrainingConfig,
    blocked_in_lines,
    line_of_token,
)
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.numbers import GROUP_SPACE, grouped
from workbench.text.placeholders import fill
from workbench.training.parity_fields import ParityFields
from workbench.training.piece_fields import PieceFields
from workbench.training.setting_fields import (
    MAX_DIGITS,
    SettingField,
    SuperwordFields,
    shrink,
    whole_number,
)
from workbench.training.trainer_fields import TrainerFields
from workbench.ui.theme.theme import SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.setting_words import setting_label
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted
from workbench.work.training_settings import (
    DEFAULT_VOCAB_SIZE,
    PLAIN_SETTINGS,
    SETTINGS,
    TrainingSettings,
)

OFF, OWN = "off", "own"

VOCAB_SIZES = (1024, 2048, 4096, 8192, 16_384, 32_768, 50_257, 65_536, 100_277, 131_072, 200_019)
TOKENS_HEIGHT = 76
PLAIN_KEYS = tuple(key for key, setting in PLAIN_SETTINGS.items() if setting.in_form)
DESIGNER_KEYS = tuple(key for key in PLAIN_SETTINGS if key not in PLAIN_KEYS)
FIELD_KEYS = ("name", "reserved_slots", *PLAIN_KEYS)
"""Settings whose fields are made from their records alone."""

_DECIDED_BY_PIECES = ("normalization", "tie_break")
"""Settings that characters as in SentencePiece decide."""


class MergeRuleFields(QWidget):
    """The tokens and the pattern that no merge may make; collapsed if there are none.

    Typed rules return when they are enabled again.

    Signals:
        changed: a rule was edited.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._read: tuple[str, tuple[bytes, ...] | ConfigError] | None = None
        self._choice = QComboBox()
        self._choice.addItem(self.tr("None"), OFF)
        self._choice.addItem(self.tr("Own rules"), OWN)
        self._choice.setToolTip(self.tr("Tokens that training never makes"))
        shrink(self._choice)
        self._tokens = QPlainTextEdit()
        self._tokens.setPlaceholderText(self.tr("One token per line"))
        self._tokens.setToolTip(
            self.tr("Spaces count. Escapes: \\n, \\t, \\s (a space), \\x41, \\u20ac and hex:e282.")
        )
        self._tokens.setFont(theme.mono_font())
        self._tokens.setFixedHeight(TOKENS_HEIGHT)
        self._tokens.setTabChangesFocus(True)
        self._pattern = QLineEdit(placeholderText=self.tr("Regular expression"))
        self._pattern.setFont(theme.mono_font())
        self.choice_field = Field(self.tr("Merge rules"), self._choice)
        self.tokens_field = Field(self.tr("Blocked tokens"), self._tokens)
        self.pattern_field = Field(self.tr("Blocked pattern"), self._pattern)
        vertical(
            self.choice_field, self.tokens_field, self.pattern_field, parent=self, spacing=SPACE_M
        )
        self._unfold()
        self._choice.currentIndexChanged.connect(self._choose)
        self._tokens.textChanged.connect(self._tell)
        self._pattern.textChanged.connect(self._tell)

    @property
    def is_on(self) -> bool:
        """Whether rules are chosen, empty ones too."""
        return bool(self._choice.currentData() == OWN)

    def rules(self) -> MergeRules | None:
        """What the fields say, None where nothing is forbidden. Raises ConfigError."""
        if not self.is_on:
            return None
        rules = MergeRules(self._blocked(), self._pattern.text() or None)
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
            if blocked := self._blocked():
                words = counted(
                    "MergeRuleFields",
                    "This token is blocked, and longer ones made of it.",
                    "%1 tokens are blocked, and longer ones made of them.",
                    len(blocked),
                )
        except ConfigError as fault:
            error = error_words(fault)
        self.tokens_field.show_error(error)
        self.tokens_field.show_hint(words)
        words = error = ""
        if pattern := self._pattern.text():
            words = self.tr("Blocks every token with a match.")
            try:
                MergeRules((), pattern)
            except ConfigError as fault:
                error = error_words(fault)
        self.pattern_field.show_error(error)
        self.pattern_field.show_hint(words)

    def _blocked(self) -> tuple[bytes, ...]:
        """The blocked tokens, read once for each text. Raises ConfigError."""
        text = self.written_tokens
        if self._read is None or self._read[0] != text:
            try:
                self._read = text, blocked_in_lines(text)
            except ConfigError as error:
                self._read = text, error
        blocked = self._read[1]
        if isinstance(blocked, ConfigError):
            raise blocked.with_traceback(None)
        return blocked

    def _choose(self, _index: int) -> None:
        self._unfold()
        self._tell()

    def _unfold(self) -> None:
        self.tokens_field.setVisible(self.is_on)
        self.pattern_field.setVisible(self.is_on)

    def _tell(self) -> None:
        if not self._is_showing:
            self.changed.emit()


class TrainingForm(QWidget):
    """Fields for everything in TrainingConfig but the pattern, which has its own pane.

    Signals:
        changed: a setting was edited.
        design_requested: open the designer of special tokens.

    superwords, merge_rules, parity, trainer: their fields.
    """

    changed = Signal()
    design_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_designing = self._is_filling = False  # many fields at once are one change
        self._size = QComboBox(editable=True)
        self._size.addItems([grouped(size) for size in VOCAB_SIZES])
        self._size.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._size.setCompleter(None)  # type: ignore[arg-type]  # as Qt has it
        self._set = self._token_sets()
        self._design = QPushButton(self.tr("Edit…"))
        self._beside = TrainingSettings()  # what of the special tokens no field here shows
        self._taken = ""  # the list as it was filled in
        self._tokens = QPlainTextEdit()
        self._tokens.setPlaceholderText(self.tr("One special token per line"))
        self._tokens.setFont(theme.mono_font())
        self._tokens.setFixedHeight(TOKENS_HEIGHT)
        self._tokens.setTabChangesFocus(True)
        self._read: TrainingSettings | ConfigError | None = None  # None after an edit
        self._config: TrainingConfig | None = None  # likewise
        self.superwords = SuperwordFields(theme)
        self.merge_rules = MergeRuleFields(theme)
        self.trainer, self.parity = TrainerFields(), ParityFields()
        self.pieces = PieceFields()
        self._makers, self._limits = _pair(), _pair()
        self._setting_fields = {key: SettingField(key) for key in FIELD_KEYS}
        self.fields: dict[str, Field] = {
            "vocab_size": Field(setting_label("vocab_size"), self._size),
            "special_tokens": Field(setting_label("special_tokens"), self._set),
            **self._setting_fields,
        }
        self._lay_out()
        self._connect()
        self.set_vocab_size(DEFAULT_VOCAB_SIZE)
        self._choose_set()

    def note_designing(self, is_designing: bool) -> None:
        """While special tokens are designed, leave the list, the slots and the sum to that view."""
        if is_designing == self._is_designing:
            return
        self._is_designing = is_designing
        self._tokens.setVisible(self._set.currentData() == "own" and not is_designing)
        self.fields["reserved_slots"].setVisible(not is_designing)

    def settings(self) -> TrainingSettings:
        """Return what the fields say, which are read once after each edit.

        Raises ConfigError, whose `setting` names the field.
        """
        if self._read is None:
            try:
                self._read = self._parsed()
            except ConfigError as error:
                self._read = error
        if isinstance(self._read, ConfigError):
            raise self._read.with_traceback(None)
        return self._read

    def _parsed(self) -> TrainingSettings:
        """Read every field."""
        tokens = self._special_tokens()
        values = {key: field.value() for key, field in self._setting_fields.items()}
        if self.pieces.is_on:
            values["normalization"] = None
        return TrainingSettings(
            vocab_size=whole_number("vocab_size", self._size.currentText()),
            special_tokens=tokens,
            roles=self._roles(tokens),
            pad_vocab_to=self._beside.pad_vocab_to,
            superwords=None if self.pieces.is_on else self.superwords.superwords(),
            merge_rules=self.merge_rules.rules(),
            parity=None if self.pieces.is_on else self.parity.parity(),
            pieces=self.pieces.pieces(),
            beside=self.trainer.beside(),
            **{key: getattr(self._beside, key) for key in DESIGNER_KEYS},
            **values,
        ).for_trainer(self.trainer.trainer())

    def config(self, pattern: str) -> TrainingConfig:
        """Return the settings. Raises ConfigError, whose `setting` names the field."""
        if self._config is None or self._config.pattern != pattern:
            self._config = self.settings().config(pattern)
        return self._config

    def take(self, settings: TrainingSettings) -> None:
        """Fill the fields; `changed` is sent once, and not where they say this already."""
        try:
            if settings == self.settings():
                return
        except ConfigError:
            pass
        self._is_filling = True
        self._beside = settings
        self.set_vocab_size(settings.vocab_size)
        self._take_special_tokens(settings.special_tokens)
        for key, field in self._setting_fields.items():
            field.show_value(getattr(settings, key))
        self.superwords.show_superwords(settings.superwords, settings.vocab_size)
        self.merge_rules.show_rules(settings.merge_rules)
        self.trainer.show_trainer(settings.trainer, settings.beside)
        self.parity.show_parity(settings.parity)
        self.pieces.show_pieces(settings.pieces)
        self._is_filling = False
        self._note_edit()

    def set_vocab_size(self, size: int) -> None:
        self._size.setEditText(grouped(size))

    def set_special_tokens(self, tokens: tuple[str, ...]) -> None:
        """Choose the own list and fill it."""
        self._set.setCurrentIndex(self._set.findData("own"))
        self._tokens.setPlainText("\n".join(tokens))

    def _take_special_tokens(self, tokens: tuple[str, ...]) -> None:
        named = [name for name, each in SPECIAL_TOKEN_SETS.items() if each == tokens]
        if tokens and not named:
            self.set_special_tokens(tokens)
        else:
            self._set.setCurrentIndex(self._set.findData(named[0] if named else "none"))
        self._taken = self._tokens.toPlainText()

    def set_run_name(self, name: str) -> None:
        self._setting_fields["name"].show_value(name)

    def check(self, pattern: str = "gpt2") -> bool:
        """Show what is wrong at its field and the sum of the vocabulary; True if all is right."""
        for field in self.fields.values():
            field.show_error("")
            field.show_hint("")
        self.superwords.show_errors("")
        self.merge_rules.check()
        self.parity.check()
        self.trainer.check()
        self.pieces.check()
        try:
            config = self.config(pattern)
        except ConfigError as error:
            self.show_error(error)
            return False
        if config.trainer is not None:
            return True
        parts = counted(
            "TrainingForm", "256 bytes + 1 merge", "256 bytes + %1 merges", config.n_merges
        )
        if config.pieces is not None:
            words = self.tr("256 bytes; characters and merges: %1")
            parts = fill(words, grouped(config.n_merges))
        if config.n_special:
            parts += self._special_words(config)
        if self._beside.pad_vocab_to is not None:
            parts += fill(self.tr(" = %1 ids"), grouped(config.vocab_size))
        self.fields["vocab_size"].show_hint("" if self._is_designing else parts)
        self.superwords.show_config(config)
        if config.normalization is not None and config.pieces is None:
            lossy = self.tr("Lossy: decoding gives the rewritten text, not the original.")
            self.fields["normalization"].show_hint(lossy)
        return True

    def _show_settings_of_trainer(self) -> None:
        """Show only what the chosen trainer has, besides the options of its own."""
        try:
            trainer = self.trainer.trainer()
        except ConfigError:
            return
        for key in (*PLAIN_KEYS, "reserved_slots"):
            is_had = trainer is None or trainer.has_setting(key)
            is_designed = key == "reserved_slots" and self._is_designing
            is_decided = self.pieces.is_on and key in _DECIDED_BY_PIECES
            self.fields[key].setVisible(is_had and not is_designed and not is_decided)
        for part in (self.merge_rules, self._design, self.pieces):
            part.setVisible(trainer is None)
        is_of_bytes = trainer is None and not self.pieces.is_on
        self.superwords.setVisible(is_of_bytes)
        self.parity.setVisible(is_of_bytes)
        _turn(self._makers, is_open=trainer is not None or self.pieces.is_on)
        _turn(self._limits, is_open=self.parity.is_on or self.merge_rules.is_on)

    def _special_words(self, config: TrainingConfig) -> str:
        """What is neither byte nor merge: special tokens, reserved slots and padding, each."""
        named, slots = len(config.special_tokens), self.settings().reserved_slots
        padding = config.reserved_slots - slots
        kinds = (
            (named, self.tr(" + %1 special")), (slots, self.tr(" + %1 reserved")),
            (padding, self.tr(" + %1 padding")),
        )  # fmt: skip
        return "".join(fill(words, grouped(n)) for n, words in kinds if n)

    def show_error(self, error: ConfigError) -> bool:
        """Show an error at its field; False if no field of this form is meant."""
        if error.setting == "superwords":
            self.superwords.show_errors(error_words(error))
            return True
        if error.setting == "merge_rules":
            self.merge_rules.check()
            return True
        if error.setting == "parity":
            self.parity.show_error(error)
            return True
        if error.setting == "pieces":
            self.pieces.check()
            return True
        if self.trainer.show_error(error):
            return True
        setting = "special_tokens" if error.setting == "roles" else error.setting
        field = self.fields.get(setting)
        if field is not None:
            field.show_error(error_words(error))
        return field is not None

    def _group_digits(self) -> None:
        text = "".join(self._size.currentText().replace(GROUP_SPACE, "").split())
        if text.isdecimal() and len(text) <= MAX_DIGITS:
            self.set_vocab_size(int(text))

    def _special_tokens(self) -> tuple[str, ...]:
        if self._set.currentData() == "none":
            return ()
        text = self._tokens.toPlainText()
        if text == self._taken:  # as it came, also what a list of lines cannot hold
            return self._beside.special_tokens
        lines = text.splitlines()
        return tuple(line.strip() for line in lines if line.strip())

    def _roles(self, tokens: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
        """The roles of the tokens that are still there; those of a set that was chosen here."""
        roles = self._beside.roles
        if tokens != self._beside.special_tokens:
            name = self._set.currentData()
            if name in SET_ROLES:
                return tuple(SET_ROLES[name].items())
            roles = tuple((role, token) for role, token in roles or () if token in tokens)
        return roles or None if self._beside.roles is None else roles

    def _token_sets(self) -> QComboBox:
        box = QComboBox()
        box.addItem(self.tr("None"), "none")
        for name in SPECIAL_TOKEN_SETS:
            box.addItem(fill(self.tr("Set: %1"), name), name)
        box.addItem(self.tr("Custom"), "own")
        return box

    def _choose_set(self) -> None:
        name = self._set.currentData()
        self._tokens.setVisible(name == "own" and not self._is_designing)
        tokens = "\n".join(SPECIAL_TOKEN_SETS.get(name, ()))
        self._set.setToolTip(plain_tip(tokens))
        if name in SPECIAL_TOKEN_SETS:
            self._tokens.setPlainText(tokens)
        self._note_edit()

    def _note_edit(self) -> None:
        self._read = self._config = None
        self._show_settings_of_trainer()
        if not self._is_filling:
            self.changed.emit()

    def _lay_out(self) -> None:
        # All rows are in sight at 1280 by 800 while no row shows fields of its own.
        column = vertical(parent=self, spacing=SPACE_S)
        for pair, parts in (
            (self._makers, (self.trainer, self.pieces)),
            (self._limits, (self.parity, self.merge_rules)),
        ):
            for part in parts:
                pair.addWidget(part, 1, Qt.AlignmentFlag.AlignTop)
        name = horizontal((self.fields["name"], 1), spacing=SPACE_S)
        name.addWidget(self.trainer.others, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(name)
        column.addLayout(self._makers)
        column.addWidget(self.fields["vocab_size"])
        tokens = horizontal((self.fields["special_tokens"], 1), spacing=SPACE_S)
        tokens.addWidget(self._design, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(tokens)
        column.addWidget(self._tokens)
        column.addWidget(self.superwords)
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_S)
        grid.setVerticalSpacing(SPACE_S)
        for key in (*PLAIN_KEYS, "reserved_slots"):
            if not SETTINGS[key].is_narrow:
                column.addWidget(self.fields[key])
                continue
            if not grid.count():
                column.addLayout(grid)
            row, side = divmod(grid.count(), 2)
            grid.addWidget(self.fields[key], row, side, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(side, 1)
        column.addLayout(self._limits)
        shrink(self._size)
        shrink(self._set)
        self._size.setObjectName("vocab_size")
        self._tokens.setAccessibleName(self.tr("List of special tokens"))

    def _connect(self) -> None:
        self._set.currentIndexChanged.connect(self._choose_set)
        self._design.clicked.connect(self.design_requested)
        self._design.setToolTip(
            self.tr("Special tokens with their ids and roles, where there is room")
        )
        self._size.editTextChanged.connect(self._note_edit)
        self._tokens.textChanged.connect(self._note_edit)
        self.superwords.changed.connect(self._note_edit)
        self.trainer.changed.connect(self._note_edit)
        self.pieces.changed.connect(self._note_edit)
        self.merge_rules.changed.connect(self._note_edit)
        self.parity.changed.connect(self._note_edit)
        line = self._size.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._group_digits)
        for field in self._setting_fields.values():
            field.changed.connect(self._note_edit)


def _pair() -> QBoxLayout:
    return QBoxLayout(QBoxLayout.Direction.LeftToRight)


def _turn(pair: QBoxLayout, *, is_open: bool) -> None:
    """Put two choices side by side, or below each other where one shows fields of its own."""
    down, along = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
    pair.setDirection(down if is_open else along)
    pair.setSpacing(SPACE_M if is_open else SPACE_S)
