"""MixtureForm: how sources are weighted; an error is shown at its field.

`AlphaControl` is the field of the temperature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget

from engine.errors import ConfigError
from engine.settings import built_in_recipes
from workbench.corpus.mixture_draft import MODES, MixtureDraft, Mode
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.sliders import MarkedSlider

STEPS = 100
MARKS = ((0, "0"), (30, "0.3"), (50, "0.5"), (100, "1"))
NUMBER_WIDTH = 2 * SPACE_XL + SPACE_S

_SETTINGS_OF_MODE = {
    "alpha": "temperature", "shares": "shares", "bytes": "shares", "recipe": "recipe",
    "target_bytes": "target", "seed": "seed",
}  # fmt: skip


class AlphaControl(QWidget):
    """The temperature of a mixture, as a slider and as a number.

    Both show the same value; typed text stays as typed, valid or not.

    Signals:
        edited: the text of the number, after the slider or the number was changed.
    """

    edited: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = MarkedSlider(STEPS, MARKS, theme)
        self._slider.setObjectName("temperature_slider")
        self._slider.setAccessibleName(self.tr("Temperature, slider"))
        self._number = QLineEdit()
        self._number.setObjectName("temperature")
        self._number.setAccessibleName(self.tr("Temperature, number"))
        self._number.setFixedWidth(NUMBER_WIDTH)
        self._is_showing = False
        horizontal((self._slider, 1), self._number, parent=self, spacing=SPACE_S)
        self.setFocusProxy(self._slider)
        self._slider.valueChanged.connect(self._take_slider)
        self._number.textEdited.connect(self._take_number)

    @property
    def text(self) -> str:
        """The text of the number field."""
        return self._number.text()

    def show_text(self, text: str) -> None:
        """Show a number, or what was typed for one; no signal."""
        if self._number.text() != text:
            self._number.setText(text)
        self._show_on_slider(text)

    def show_wrong(self, is_wrong: bool) -> None:
        set_property(self._number, "wrong", "true" if is_wrong else "false")

    def _take_slider(self, value: int) -> None:
        if not self._is_showing:
            text = f"{value / STEPS:g}"
            self._number.setText(text)
            self.edited.emit(text)

    def _take_number(self, text: str) -> None:
        self._show_on_slider(text)
        self.edited.emit(text)

    def _show_on_slider(self, text: str) -> None:
        try:
            alpha = float(text.replace(",", "."))
        except ValueError:
            return
        if 0 <= alpha <= 1:
            self._is_showing = True
            self._slider.setValue(round(alpha * STEPS))
            self._is_showing = False


class MixtureForm(QWidget):
    """The weighting of a MixtureDraft: its mode and the fields of that mode.

    Signals:
        draft_edited: the MixtureDraft after the edit.
        mode_chosen: the chosen Mode; the owner decides its first values.
        recipe_chosen: name of a built-in recipe.
        recipe_file_requested: open a file with a recipe.
        equal_requested, natural_requested: make all shares equal, or the natural ones.
    """

    draft_edited: Signal[MixtureDraft] = Signal(object)
    mode_chosen: Signal[Mode] = Signal(object)
    recipe_chosen: Signal[str] = Signal(object)
    recipe_file_requested = Signal()
    equal_requested = Signal()
    natural_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = MixtureDraft()
        self._mode = QComboBox()
        self._mode.setObjectName("weighting")
        self.alpha = AlphaControl(theme)
        self._recipes = QComboBox()
        self._recipes.setObjectName("recipe")
        self._target = QLineEdit(placeholderText=self.tr("Whole corpus"))
        self._target.setObjectName("target_size")
        self._seed = QLineEdit("0")
        self._seed.setObjectName("seed")
        self._report = label("", "caption", wrap=True)
        self._shares_words = label("", "caption", wrap=True)
        self._fill_modes()
        self.fields = {
            "mode": Field(self.tr("Weighting"), self._mode),
            "temperature": Field(self.tr("Temperature α: share ∝ bytes^α"), self.alpha),
            "shares": Field(self.tr("Given in the table"), self._share_buttons()),
            "recipe": Field(self.tr("Mixture"), self._recipe_row()),
            "target": Field(self.tr("Sample size, bytes"), self._target),
            "seed": Field(self.tr("Seed"), self._seed),
        }
        self.fields["temperature"].show_hint(self.tr("0 = equal shares, 1 = natural shares"))
        self._lay_out()
        self._connect()
        self.show_draft(self._draft)

    @property
    def report(self) -> str:
        """What is said of the recipe."""
        return self._report.text()

    def errors(self) -> dict[str, str]:
        """The sentences at the fields that are wrong, by the name of the field."""
        return {name: field.error for name, field in self.fields.items() if field.error}

    @property
    def first_recipe(self) -> str:
        """Name of the first recipe that is offered."""
        return str(self._recipes.itemData(0))

    def name_recipe(self, name_or_file: str, words: str) -> None:
        """Offer a recipe among the others."""
        if self._recipes.findData(name_or_file) < 0:
            self._recipes.addItem(words, name_or_file)

    def refuse(self, sentence: str) -> None:
        """Say why what was written into the table cannot be taken."""
        self.show_error(ConfigError(sentence, setting="shares"))

    def show_draft(self, draft: MixtureDraft) -> None:
        """Fill the fields; no signal."""
        self._draft = draft
        self._mode.setCurrentIndex(MODES.index(draft.mode))
        self.alpha.show_text(draft.alpha)
        for edit, text in ((self._target, draft.target), (self._seed, draft.seed)):
            if edit.text() != text:
                edit.setText(text)
        self._recipes.setCurrentIndex(self._recipes.findData(draft.recipe))
        is_given = draft.mode in ("shares", "bytes")
        self._shares_words.setText(self._words_of_mode(draft.mode))
        self._shares_words.setVisible(bool(self._shares_words.text()))
        self.fields["temperature"].setVisible(draft.mode == "temperature")
        self.fields["shares"].setVisible(is_given)
        self.fields["recipe"].setVisible(draft.mode == "recipe")
        self._report.setVisible(draft.mode == "recipe" and bool(self._report.text()))

    def show_report(self, sentences: Sequence[str]) -> None:
        """Say what a recipe did not find in the corpus, and what it says nothing of."""
        self._report.setText("\n".join(sentences))
        self._report.setVisible(self._draft.mode == "recipe" and bool(sentences))

    def show_target_hint(self, words: str) -> None:
        self.fields["target"].show_hint(words)

    def show_error(self, error: ConfigError | None) -> None:
        """Show an error at its field, "" for none; one without a field at the mode."""
        name = None if error is None else self._field_of(error.setting)
        for other, field in self.fields.items():
            sentence = error_words(error) if error is not None and other == name else ""
            if field.error != sentence:
                field.show_error(sentence)
        self.alpha.show_wrong(name == "temperature")

    def _field_of(self, setting: str) -> str:
        name = _SETTINGS_OF_MODE.get(setting, "mode")
        return name if not self.fields[name].isHidden() else "mode"

    def _words_of_mode(self, mode: Mode) -> str:
        words = {
            "natural": self.tr("Every source counts by its size."),
            "shares": self.tr("Double-click a share in the table, or press F2. "
                              "Shares need not add up to 100."),
            "bytes": self.tr("Double-click a number of bytes in the table, or press F2. A "
                             "source with less is oversampled."),
        }  # fmt: skip
        return words.get(mode, "")

    def _take_mode(self, index: int) -> None:
        self.mode_chosen.emit(MODES[index])

    def _take_recipe(self, index: int) -> None:
        self.recipe_chosen.emit(self._recipes.itemData(index))

    def _edit(self, _text: object = None) -> None:
        self._draft = replace(
            self._draft,
            alpha=self.alpha.text,
            target=self._target.text(),
            seed=self._seed.text(),
        )
        self.draft_edited.emit(self._draft)

    def _fill_modes(self) -> None:
        words = {
            "natural": self.tr("Natural"),
            "temperature": self.tr("Temperature"),
            "shares": self.tr("Shares"),
            "bytes": self.tr("Bytes"),
            "recipe": self.tr("Groups"),
        }
        for mode in MODES:
            self._mode.addItem(words[mode], mode)

    def _share_buttons(self) -> QWidget:
        equal, natural = QPushButton(self.tr("Equal")), QPushButton(self.tr("Natural"))
        equal.clicked.connect(self.equal_requested)
        natural.clicked.connect(self.natural_requested)
        return _row(equal, natural)

    def _recipe_row(self) -> QWidget:
        for recipe in built_in_recipes():
            self._recipes.addItem(recipe.name, recipe.name)
        self._recipes.setMinimumContentsLength(1)
        self._recipes.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._recipes.setAccessibleName(self.tr("Mixture"))
        open_file = QPushButton(self.tr("Open file"))
        open_file.setToolTip(self.tr("Open a mixture file"))
        open_file.clicked.connect(self.recipe_file_requested)
        return _row(self._recipes, open_file, is_first_wide=True)

    def _lay_out(self) -> None:
        column = vertical(self.fields["mode"], self._shares_words, parent=self, spacing=SPACE_M)
        for name in ("temperature", "shares", "recipe"):
            column.addWidget(self.fields[name])
        column.addWidget(self._report)
        sizes = horizontal((self.fields["target"], 3), (self.fields["seed"], 1), spacing=SPACE_S)
        column.addLayout(sizes)
        self._target.setToolTip(
            self.tr("For example 100 MB. Whole documents are drawn at random up to this size.")
        )

    def _connect(self) -> None:
        self._mode.activated.connect(self._take_mode)
        self._recipes.activated.connect(self._take_recipe)
        self.alpha.edited.connect(self._edit)
        self._target.textEdited.connect(self._edit)
        self._seed.textEdited.connect(self._edit)


def _row(*controls: QWidget, is_first_wide: bool = False) -> QWidget:
    holder = QWidget()
    row = horizontal(parent=holder, spacing=SPACE_S)
    for control in controls:
        row.addWidget(control)
    if is_first_wide:
        row.setStretch(0, 1)
    holder.setFocusProxy(controls[0])
    return holder
