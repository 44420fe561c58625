"""SuperwordDesigning: brings the designer of superwords into the middle of the training pane."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QSizePolicy

from engine.errors import ConfigError
from workbench.parts.designing_pane import DesigningPane
from workbench.parts.superword_designer import SuperwordDesigner
from workbench.parts.training_form import TrainingForm
from workbench.state import WorkbenchState
from workbench.theme import Theme


class SuperwordDesigning(QObject):
    """Ties the designer to the fields of the form; call `enable` while no training runs."""

    def __init__(
        self, pane: DesigningPane, form: TrainingForm, state: WorkbenchState, theme: Theme
    ) -> None:
        super().__init__(pane)
        self._pane, self._form, self._state = pane, form, state
        self.designer = SuperwordDesigner(theme, form.superwords.choice)
        narrow = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.designer.setSizePolicy(narrow)
        pane.middle.addWidget(self.designer)
        self.action: QAction = pane.make_action(
            "train.design_superwords", self.tr("Rules of superwords"), self.toggle,
            keys="Ctrl+Shift+D",
            hint=self.tr("Every rule of superwords with its source, and the pattern they are cut "
                         "by"),
        )  # fmt: skip
        form.superwords.design_requested.connect(self.toggle)
        form.changed.connect(self.show_settings)
        state.pattern_changed.connect(self.show_settings)
        self.designer.superwords_edited.connect(form.superwords.edit)
        self.designer.refused.connect(pane.bar.show_error)
        self.designer.close_requested.connect(self.hide)
        self.show_settings()

    @property
    def is_shown(self) -> bool:
        return self._pane.middle.currentWidget() is self.designer

    def toggle(self) -> None:
        """Show the designer, or what stands there usually."""
        if self.is_shown:
            self.hide()
        else:
            self.show_settings()
            self._pane.middle.setCurrentWidget(self.designer)
            self.designer.choose_row(0)
            self.designer.table.setFocus()

    def hide(self) -> None:
        """Go back to what stands in the middle usually."""
        if not self.is_shown:
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.designer.isAncestorOf(focused)
        self._pane.middle.setCurrentIndex(0)
        if had_focus:
            self._form.superwords.choice.setFocus()

    def enable(self, is_enabled: bool, reason: str) -> None:
        """Offer the designer, or say why not and put it away."""
        self.action.setEnabled(is_enabled)
        self.action.setStatusTip("" if is_enabled else reason)
        if not is_enabled:
            self.hide()

    def show_settings(self, _changed: object = None) -> None:
        """Show what the form says."""
        fields = self._form.superwords
        try:
            config = self._form.config(self._state.pattern)
        except ConfigError:
            config = None
        self.designer.show_superwords(fields.kept(), config, is_on=fields.is_on)
