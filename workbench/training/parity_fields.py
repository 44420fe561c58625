"""ParityFields: whether languages choose the merges, by which texts or ratios, and how."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QPushButton, QWidget

from engine.errors import ConfigError
from engine.settings import Parity
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated
from workbench.training.setting_fields import shrink
from workbench.ui.theme.theme import SPACE_M, SPACE_S
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.file_dialogs import ask_folder
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator

_tr = translator("ParityFields")

OFF, ON, RATIOS = "off", "on", "ratios"
USUAL_ALPHA = 200  # percent
_MOST_WINDOW, _MOST_ALPHA = 1_000_000, 10_000


class ParityFields(QWidget):
    """Off, or parallel texts or ratios by which languages choose; what was set returns with it.

    Signals:
        changed: a setting was edited.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._texts: tuple[str, ...] = ()
        self._given: Parity | None = None  # as it was shown, with what no field here shows
        self.choice = self._choice_box()
        self._choose = QPushButton(self.tr("Choose folder…"))
        self._chosen = ElidedLabel("", "caption")
        self.ratios = self._ratios_edit()
        self.global_share = _number_box(0, 100, 0)
        self.global_share.setToolTip(
            self.tr("The first merges, chosen by the counts of the whole corpus")
        )
        self.window_size = _number_box(0, _MOST_WINDOW, 0)
        self.window_size.setToolTip(
            self.tr(
                "Number of choices of which no language makes more than the limit; 0 for no window"
            )
        )
        self.alpha = _number_box(1, _MOST_ALPHA, USUAL_ALPHA)
        self.alpha.setToolTip(self.tr("Of the even share of a language in the window"))
        self.choice_field = Field(self.tr("Parity"), self.choice)
        self.fields = {
            "global_share": Field(self.tr("Global share, %"), self.global_share),
            "window": Field(self.tr("Window"), self.window_size),
            "alpha": Field(self.tr("Window limit, %"), self.alpha),
        }
        self._lay_out()
        self._unfold()
        self.choice.currentIndexChanged.connect(self._note_choice)
        self._choose.clicked.connect(self._ask)
        self.ratios.textChanged.connect(self._tell)
        for box in (self.global_share, self.window_size, self.alpha):
            box.valueChanged.connect(self._note_choice)

    def _choice_box(self) -> QComboBox:
        box = QComboBox()
        box.addItem(self.tr("Off"), OFF)
        box.addItem(self.tr("By parallel texts"), ON)
        box.addItem(self.tr("By ratios"), RATIOS)
        box.setToolTip(
            self.tr("At each merge the language with the most tokens for the same text chooses")
        )
        shrink(box)
        return box

    def _ratios_edit(self) -> QLineEdit:
        made = QLineEdit()
        made.setPlaceholderText("eng=1 hin=2.57")
        made.setToolTip(
            self.tr(
                "For each language the bytes per token wanted of it, relative to the others: take "
                "the bytes of each on parallel text"
            )
        )
        return made

    @property
    def is_on(self) -> bool:
        return bool(self.choice.currentData() != OFF)

    @property
    def is_by_ratios(self) -> bool:
        return bool(self.choice.currentData() == RATIOS)

    def parity(self) -> Parity | None:
        """What the fields say, None where parity is off. Raises ConfigError without texts."""
        if not self.is_on:
            return None
        texts, ratios = self._texts, dict[str, float]()
        if self.is_by_ratios:
            texts, ratios = (), _ratios_of(self.ratios.text())
        made = Parity(
            texts,
            self.global_share.value() / 100,
            window=self.window_size.value() or None,
            alpha=self.alpha.value() / 100,
            ratios=ratios,
        )
        given = self._given
        if given is None or made != replace(_as_shown(given), texts=texts, ratios=ratios):
            return made
        return replace(given, texts=texts, ratios=ratios)

    def show_parity(self, parity: Parity | None) -> None:
        """Show other settings. No signal."""
        self._is_showing, self._given = True, parity
        kind = OFF if parity is None else RATIOS if parity.ratios else ON
        self.choice.setCurrentIndex(self.choice.findData(kind))
        if parity is not None:
            shown = _as_shown(parity)
            self._texts = parity.texts or self._texts
            if parity.ratios:
                self.ratios.setText(
                    " ".join(f"{key}={value:g}" for key, value in parity.ratios.items())
                )
            self.global_share.setValue(round(100 * shown.global_share))
            self.window_size.setValue(shown.window or 0)
            self.alpha.setValue(round(100 * shown.alpha))
        self._is_showing = False
        self._unfold()

    def set_texts(self, texts: tuple[str, ...]) -> None:
        """Give the parallel texts as if they had been chosen."""
        self._texts = texts
        self._unfold()
        self._tell()

    def check(self) -> None:
        """Say at the choice what is wrong."""
        try:
            self.parity()
        except ConfigError as error:
            self.show_error(error)
        else:
            self.choice_field.show_error("")

    def show_error(self, error: ConfigError) -> None:
        """Say what is wrong at the choice."""
        self.choice_field.show_error(error_words(error))

    def _ask(self) -> None:
        if name := ask_folder(self.window(), self.tr("Parallel texts")):
            self.set_texts((str(Path(name)),))

    def _note_choice(self) -> None:
        self._unfold()
        self._tell()

    def _unfold(self) -> None:
        for part in (self._choose, self._chosen):
            part.setVisible(self.is_on and not self.is_by_ratios)
        self.ratios.setVisible(self.is_by_ratios)
        for field in self.fields.values():
            field.setVisible(self.is_on)
        names = [isolated(Path(text).name or text) for text in self._texts]
        words = names[0] if len(names) == 1 else ""
        if len(names) > 1:
            words = fill(self.tr("%1 and %2 more"), names[0], str(len(names) - 1))
        self.alpha.setEnabled(self.window_size.value() > 0)
        self._chosen.setText(words)
        self._chosen.setToolTip(plain_tip("\n".join(self._texts)))

    def _tell(self) -> None:
        if not self._is_showing:
            self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_S)
        grid.setVerticalSpacing(SPACE_M)
        for number, field in enumerate(self.fields.values()):
            row, side = divmod(number, 2)
            grid.addWidget(field, row, side, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(side, 1)
        texts = horizontal(self._choose, (self._chosen, 1), spacing=SPACE_S)
        vertical(self.choice_field, texts, self.ratios, grid, parent=self, spacing=SPACE_M)


def _as_shown(parity: Parity) -> Parity:
    """The settings as far as the fields have them: whole percent, and no number of merges."""
    return Parity(
        parity.texts,
        round(100 * parity.global_share) / 100,
        window=parity.window,
        alpha=round(100 * parity.alpha) / 100,
        ratios=parity.ratios,
    )


def _ratios_of(text: str) -> dict[str, float]:
    """Ratios as they are typed: eng=1 hin=2.57. Raises ConfigError for what is none."""
    pairs = []
    for part in text.replace(";", " ").split():
        label, _, number = part.rpartition("=")
        try:
            pairs.append((label, float(number.replace(",", "."))))
        except ValueError:
            pairs.append((label, math.nan))
    if not pairs or any(not label or not ratio > 0 for label, ratio in pairs):
        words = _tr("Write a ratio above 0 for each language, such as eng=1 hin=2.57.")
        raise ConfigError(words, setting="parity")
    return dict(pairs)


def _number_box(least: int, most: int, value: int) -> NumberBox:
    box = NumberBox()
    box.setRange(least, most)
    box.setValue(value)
    return box
