"""Theme: colours by role, measures and fonts; the only source of either for the window.

A widget that paints asks `theme.colour("hairline")` while painting and calls `update()` when
`theme.changed` fires; ordinary controls are styled by the one style sheet and need nothing.

Of the style sheet they choose a variant by a dynamic property, never by a style of their own:
    QPushButton   kind = primary | quiet | danger | menu (opens one)
                  segment = first | middle | last (of a segmented control)
    QLabel        role = title | big | caption | muted | error | warning | now | section
    QFrame        role = surface | bar-error | bar-warning | bar-info | line
    QLineEdit     wrong = true  (a field that holds an error)
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template
from weakref import ReferenceType, ref

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette, QPixmapCache, QStyleHints
from PySide6.QtWidgets import QApplication, QWidget

from workbench.signals import Signal
from workbench.ui.theme import colours
from workbench.ui.theme.colours import LanguageStyle, Scheme, TokenColour
from workbench.ui.theme.fonts import (
    interface_font,
    mono_font,
    quiet_font_messages,
    scaled,
    set_text_scale,
)

SPACE_XS = 4
SPACE_S = 8
SPACE_M = 12
SPACE_L = 16
SPACE_XL = 24
CELL_INSET = 11  # SPACE_S, and 3 that Qt puts around the text of a table's cell

TEXT_CAPTION = 11
TEXT_PROSE = 12  # captions that are sentences
TEXT_BODY = 13
TEXT_TITLE = 16
TEXT_BIG = 22

CONTROL_HEIGHT = 28
ROW_HEIGHT = 24
TOOLBAR_HEIGHT = 36
STATUS_HEIGHT = 28
RADIUS_SURFACE = 6
RADIUS_CONTROL = 4
ICON_SIZE = 20
RAIL_WIDTH = 96
INSPECTOR_WIDTH = 288
FORM_WIDTH = 284
CHOOSER_WIDTH = 400
RUN_WIDTH = 520  # at most, of the name of the run at the top
PALETTE_WIDTH = 560
SEARCH_WIDTH = 200
SCROLL_BAR_WIDTH = 10
RAIL_BUTTON_HEIGHT = 54
LINE_GAP = 2
PRIMARY_WIDTH = 132
LEAST_WIDTH = 960
LEAST_HEIGHT = 640
ROOM_FOR_THREE = 1500
ROOM_FOR_INSPECTOR = 1000
CHOOSER_LEAST = 144
MEASURES: dict[str, int] = {name: value for name, value in globals().items() if name.isupper()}
"""Measures of the window in pixels, on a grid of 4; the style sheet knows them by their names."""

SPIN_BOX_EXTRA = 3  # what Qt adds to a spin box beyond min-height
_TEMPLATE = Path(__file__).with_name("stylesheet.qss")


def stylesheet(scheme: Scheme) -> str:
    """Return the style sheet of a scheme."""
    icons = Path(str(files("resources").joinpath("icons")))
    values = {role: colour.name() for role, colour in scheme.roles.items()}
    for name, value in MEASURES.items():
        size = scaled(value) if name.startswith("TEXT_") else value
        values[name.lower()] = f"{size}px"
    inner = CONTROL_HEIGHT - 2  # without the border of 1 px on both sides
    values |= {
        "inner_height": f"{inner}px",
        "spin_height": f"{inner - SPIN_BOX_EXTRA}px",
        "chevron_down": (icons / "field-down.svg").as_posix(),
        "chevron_up": (icons / "field-up.svg").as_posix(),
        "check": (
            icons / ("check-on-light.svg" if scheme.is_dark else "check-on-dark.svg")
        ).as_posix(),
    }
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(values)


PREFERENCES = ("system", *colours.SCHEMES)
_CONTRAST = "-contrast"
_FLASH_MS = 1000
_EFFECTS = (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo,
            Qt.UIEffect.UI_AnimateTooltip, Qt.UIEffect.UI_FadeTooltip)  # fmt: skip


class Theme(QObject):
    """The look of the window; follows the system unless the person chose a scheme.

    Signals:
        changed: another scheme or text size is in force; painted widgets and charts restyle
            themselves.
        undressed: the old style sheet is off, the new one not yet on; `changed` follows.
    """

    changed = Signal()
    undressed = Signal()

    def __init__(
        self,
        preference: str = "system",
        *,
        hints: QStyleHints | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._preference = preference if preference in PREFERENCES else "system"
        self._hints = hints = hints or QGuiApplication.styleHints()
        self._scheme = colours.scheme(self._scheme_name())
        self._has_motion = True
        self._is_applied = False
        # Weak: Qt's style hints keep a theme alive, which must not keep a window that was closed.
        self._window: ReferenceType[QWidget] | None = None
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)

    @property
    def scheme(self) -> str:
        """Name of the scheme in force: light, dark, light-contrast or dark-contrast."""
        return self._scheme.name

    @property
    def is_dark(self) -> bool:
        return self._scheme.is_dark

    @property
    def preference(self) -> str:
        """What the person chose: "system" or the name of a scheme."""
        return self._preference

    def set_preference(self, preference: str) -> None:
        """Follow the system, or stay with one scheme."""
        if preference not in PREFERENCES:
            raise ValueError(f"A theme is one of {', '.join(PREFERENCES)}, not {preference!r}.")
        self._preference = preference
        self._follow_system()

    def set_text_size(self, percent: int) -> None:
        """Show all words in a share of their usual size; the four sizes keep their ratios."""
        if set_text_scale(percent):
            self._dress()
            self.changed.emit()

    def set_motion(self, wanted: bool) -> None:
        """Let the cursor blink and menus fade, or nothing move by itself."""
        self._has_motion = wanted
        self._still()

    def colour(self, role: str) -> QColor:
        """Return the colour of a role of resources/colours.json, such as "hairline"."""
        return QColor(self._scheme.roles[role])

    def token_colour(self, index: int) -> TokenColour:
        """Return the hue of the token at a position; neighbours always differ."""
        return self._scheme.tokens[index % len(self._scheme.tokens)]

    def token_colours(self, n: int) -> tuple[TokenColour, ...]:
        """Return the hues of `n` tokens in a row."""
        return tuple(self.token_colour(index) for index in range(n))

    def supervision_colour(self, supervised: bool) -> QColor:
        """Return the ground of trained tokens, or of the others (draw those with a hatch)."""
        return self._scheme.supervised if supervised else self._scheme.unsupervised

    def language_style(self, label: str) -> LanguageStyle:
        """Return the one colour and marker shape of a language or domain label."""
        return colours.language_style(self._scheme.name, label)

    def diverging(self, value: float) -> QColor:
        """Return the colour of -1 (worse) to 1 (better than the baseline); 0 is neutral."""
        end = self._scheme.better if value >= 0 else self._scheme.worse
        return colours.blend(self._scheme.neutral, end, abs(value))

    def font(self, size: int = TEXT_BODY, *, bold: bool = False) -> QFont:
        """Return the interface font in one of the sizes."""
        return interface_font(scaled(size), bold=bold)

    def mono_font(self, size: int = TEXT_BODY, *, bold: bool = False) -> QFont:
        """Return the font for tokens, patterns, bytes and ids."""
        return mono_font(scaled(size), bold=bold)

    def stylesheet(self) -> str:
        """Return the one style sheet of the window in the scheme in force."""
        return stylesheet(self._scheme)

    def palette(self) -> QPalette:
        """Return the Qt palette that goes with the scheme."""
        return _palette(self._scheme)

    def apply(self, application: QApplication, window: QWidget | None = None) -> None:
        """Dress the application; call once at start, later changes follow by themselves.

        window: gets the style sheet for itself, its menus and dialogs, None for all widgets. What
        is built outside of it is styled once, when it is put into it: with a style sheet of the
        application every nesting of widgets costs a restyling, three times the building.
        """
        quiet_font_messages()
        self._is_applied = True
        self._window = None if window is None else ref(window)
        if window is not None and application.styleSheet():
            application.setStyleSheet("")
        application.setStyle("Fusion")
        self._dress()
        self._still()

    def _dress(self) -> None:
        application = QApplication.instance()
        if self._is_applied and isinstance(application, QApplication):
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
            # Replacing a style sheet takes Qt seven times as long as setting the first one.
            dressed = application if self._window is None else self._window()
            try:
                if dressed is not None:
                    dressed.setStyleSheet("")
                    self.undressed.emit()
                QPixmapCache.clear()  # icons in colours that nothing draws again
                application.setFont(self.font())
                application.setPalette(self.palette())
                if dressed is not None:
                    dressed.setStyleSheet(self.stylesheet())
            finally:
                QGuiApplication.restoreOverrideCursor()

    def _still(self) -> None:
        """Switch off what moves by itself, or leave it to the system."""
        if not self._is_applied:
            return
        QApplication.setCursorFlashTime(_FLASH_MS if self._has_motion else 0)
        for effect in _EFFECTS:
            QApplication.setEffectEnabled(effect, self._has_motion)

    def _follow_system(self) -> None:
        name = self._scheme_name()
        if name == self._scheme.name:
            return
        self._scheme = colours.scheme(name)
        self._dress()
        self.changed.emit()

    def _scheme_name(self) -> str:
        hints, name = self._hints, self._preference
        if name == "system":
            name = "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"
        strong = Qt.ContrastPreference.HighContrast
        if name.endswith(_CONTRAST):
            return name
        if hints.accessibility().contrastPreference() == strong:
            name += _CONTRAST
        return name


def _palette(scheme: colours.Scheme) -> QPalette:
    """Return the palette for what the style sheet does not reach (item text, selections)."""
    role, roles = QPalette.ColorRole, scheme.roles
    palette = QPalette()
    pairs = {
        role.Window: "window", role.WindowText: "text", role.Base: "surface",
        role.AlternateBase: "raised", role.Text: "text", role.Button: "raised",
        role.ButtonText: "text", role.ToolTipBase: "raised", role.ToolTipText: "text",
        role.Highlight: "selection", role.HighlightedText: "selection_text",
        role.PlaceholderText: "muted_text", role.Link: "accent", role.Accent: "accent",
        role.Mid: "hairline", role.Light: "raised", role.Dark: "hairline",
    }  # fmt: skip
    for palette_role, name in pairs.items():
        palette.setColor(palette_role, roles[name])
    for palette_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, palette_role, roles["disabled_text"])
    return palette
