"""LanguageFilter: which languages are on show: words, script, red flags."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QWidget

from workbench.theme import SEARCH_WIDTH, SPACE_M


class LanguageFilter(QWidget):
    """One row of controls.

    Signals:
        words_changed: str.    script_changed: English word, "" for all.    flags_changed: bool.
    """

    words_changed = Signal(object)
    script_changed = Signal(object)
    flags_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = QLineEdit(placeholderText=self.tr("Filter languages"))
        self._search.setMaximumWidth(SEARCH_WIDTH)
        self._search.setMinimumWidth(SEARCH_WIDTH // 2)
        self._search.setClearButtonEnabled(True)
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.textChanged.connect(self._tell_words)
        self._script = QComboBox()
        self._script.setAccessibleName(self.tr("Script"))
        self._script.currentIndexChanged.connect(self._tell_script)
        self._only_flags = QCheckBox(self.tr("Only red flags"))
        self._only_flags.setToolTip(
            self.tr("Texts that are lost, languages that are badly served, tokens that are short.")
        )
        self._only_flags.toggled.connect(self._tell_flags)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for control in (self._only_flags, self._script, self._search):
            row.addWidget(control)
        self.set_scripts(())

    @property
    def script(self) -> str:
        """The chosen script, "" for all."""
        return self._script.currentData() or ""

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts that are offered."""
        return tuple(self._script.itemData(place) for place in range(1, self._script.count()))

    def set_words(self, words: str) -> None:
        self._search.setText(words)

    def set_script(self, script: str) -> None:
        """Show languages of one script, by its English word; "" for all."""
        self._script.setCurrentIndex(max(0, self._script.findData(script)))

    def set_only_flags(self, only: bool) -> None:
        self._only_flags.setChecked(only)

    def set_scripts(self, scripts: Iterable[str]) -> None:
        """Offer these scripts; the chosen one stays chosen where it is among them."""
        wanted = tuple(sorted(scripts))
        if self._script.count() and wanted == self.scripts:
            return
        chosen = self.script
        self._script.clear()
        self._script.addItem(self.tr("All scripts"), "")
        for script in wanted:
            self._script.addItem(script, script)
        self.set_script(chosen)

    def show_controls(self, *, words: bool, others: bool) -> None:
        """Show what can be filtered by just now."""
        self._search.setVisible(words)
        self._script.setVisible(others)
        self._only_flags.setVisible(others)

    def _tell_words(self, words: str) -> None:
        self.words_changed.emit(words)

    def _tell_flags(self, only: bool) -> None:
        self.flags_changed.emit(only)

    def _tell_script(self) -> None:
        self.script_changed.emit(self.script)
