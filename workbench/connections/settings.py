"""SettingsGuide: what a preference changes, and the dialog that shows them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from workbench.connections.panes import CHAT, COMPRESSION, TOKENS
from workbench.store.places import data_folder
from workbench.work import preferences

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.chat.chat_pane import ChatPane
    from workbench.compression.compression_pane import CompressionPane
    from workbench.frame.settings_dialog import SettingsDialog
    from workbench.tokens.tokens_pane import TokensPane
    from workbench.ui.spans.overlays import Overlays, ShowButton
    from workbench.work.preferences import Preference

OVERLAYS: dict[str, Preference[bool]] = {
    "tokens": preferences.SHOW_TOKENS, "ids": preferences.SHOW_IDS,
    "bytes": preferences.SHOW_BYTES, "pre_tokens": preferences.SHOW_PRE_TOKENS,
    "mask": preferences.SHOW_MASK, "white_space": preferences.WHITE_SPACE,
}  # fmt: skip
"""The preference that remembers each overlay."""
VIEWS = {"table": "table", "heat-map": "heat map", "dots": "dots"}


class SettingsGuide(QObject):
    """Applies every preference when the window opens, and again whenever it changes."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._dialog: SettingsDialog | None = None
        self._effects: dict[preferences.AnyPreference, Callable[[], object]] = {
            preferences.THEME: self._apply_theme,
            preferences.TEXT_SIZE: self._apply_text_size,
            preferences.REDUCED_MOTION: self._apply_motion,
            preferences.N_THREADS: self._apply_threads,
            preferences.CONFIRM_CLOSE: self._apply_confirmation,
        }
        values = workbench.preferences
        for preference, apply in self._effects.items():
            if not values.is_default(preference):
                apply()
        self._show_buttons: list[ShowButton] = []
        self._is_keeping = False
        workbench.panes.when_built(TOKENS, self._follow_in_tokens)
        workbench.panes.when_built(CHAT, self._follow_in_chat)
        workbench.panes.when_built(COMPRESSION, self._apply_first_view)
        values.value_changed.connect(self._apply)
        workbench.theme.changed.connect(self._keep_theme)
        workbench.window.actions_of_frame.settings.triggered.connect(self.show_dialog)

    @property
    def dialog(self) -> SettingsDialog:
        """The dialog, made when it is first asked for."""
        if self._dialog is None:
            from workbench.frame.settings_dialog import SettingsDialog

            workbench = self._workbench
            values, window = workbench.preferences, workbench.window
            self._dialog = SettingsDialog(values, workbench.theme, data_folder(), window)
            self._dialog.counts_clearing_requested.connect(self._clear_counts)
        return self._dialog

    def show_dialog(self) -> None:
        """Open the settings."""
        self._show_counts()
        self.dialog.open()

    def _apply(self, preference: preferences.AnyPreference) -> None:
        apply = self._effects.get(preference)
        if apply is not None:
            apply()

    def _apply_theme(self) -> None:
        theme, wanted = self._workbench.theme, self._workbench.preferences.get(preferences.THEME)
        theme.set_preference(wanted)
        self._workbench.window.actions_of_frame.themes[wanted].setChecked(True)

    def _keep_theme(self) -> None:
        """The theme was chosen in a menu."""
        self._workbench.preferences.set(preferences.THEME, self._workbench.theme.preference)

    def _apply_text_size(self) -> None:
        percent = self._workbench.preferences.get(preferences.TEXT_SIZE)
        self._workbench.theme.set_text_size(percent)

    def _apply_motion(self) -> None:
        is_reduced = self._workbench.preferences.get(preferences.REDUCED_MOTION)
        self._workbench.theme.set_motion(not is_reduced)

    def _follow_in_tokens(self, pane: TokensPane) -> None:
        """Apply what concerns the look of tokens, now and whenever it changes."""
        from workbench.ui.spans.span_colouring import Colouring

        values, options = self._workbench.preferences, pane.options
        colourings = {"alternate": Colouring.ALTERNATE, "by_id": Colouring.BY_ID}
        effects: dict[preferences.AnyPreference, Callable[[Any], object]] = {
            preferences.TOKEN_COLOURING: lambda name: options.set_colouring(colourings[name]),
            preferences.SPECIAL_TOKENS: options.set_special,
        }
        for preference, effect in effects.items():
            apply = partial(self._apply_value, preference, effect)
            self._effects[preference] = apply
            if not values.is_default(preference):
                apply()
        self._follow_overlays(pane.show_menu)

    def _apply_value(
        self, preference: preferences.AnyPreference, effect: Callable[[Any], object]
    ) -> None:
        effect(self._workbench.preferences.get(preference))

    def _follow_in_chat(self, pane: ChatPane) -> None:
        self._follow_overlays(pane.show_menu)

    def _follow_overlays(self, button: ShowButton) -> None:
        """Show and remember the same overlays in all panes."""
        self._show_buttons.append(button)
        for preference in OVERLAYS.values():
            self._effects[preference] = self._apply_overlays
        button.changed.connect(self._keep_overlays)
        self._apply_overlays()

    def _apply_overlays(self) -> None:
        if self._is_keeping:
            return
        values = self._workbench.preferences
        shown = {name: values.get(preference) for name, preference in OVERLAYS.items()}
        for button in self._show_buttons:
            button.set_overlays(replace(button.overlays, **shown))

    def _keep_overlays(self, overlays: Overlays) -> None:
        self._is_keeping = True
        for name, preference in OVERLAYS.items():
            self._workbench.preferences.set(preference, getattr(overlays, name))
        self._is_keeping = False
        self._apply_overlays()

    def _apply_threads(self) -> None:
        from engine.machine import limit_cores

        limit_cores(self._workbench.preferences.get(preferences.N_THREADS) or None)

    def _apply_confirmation(self) -> None:
        window = self._workbench.window
        window.asks_before_closing = self._workbench.preferences.get(preferences.CONFIRM_CLOSE)

    def _apply_first_view(self, pane: CompressionPane) -> None:
        view = VIEWS.get(self._workbench.preferences.get(preferences.EVALUATION_VIEW))
        if view is not None:
            pane.view.show_view(view)

    def _show_counts(self) -> None:
        from engine.counting import CountsCache  # loads numpy's file reading, only when asked

        self.dialog.set_counts_bytes(CountsCache().n_bytes)

    def _clear_counts(self) -> None:
        from engine.counting import CountsCache

        CountsCache().clear()
        self._show_counts()
