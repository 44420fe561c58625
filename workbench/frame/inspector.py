"""Inspector: what is chosen, in words, at the right of the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from workbench.state import Fact, Inspection, WorkbenchState
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_XS, TEXT_BODY, TEXT_TITLE, Theme
from workbench.ui.widgets.labels import FlowingText, label
from workbench.ui.widgets.layouts import clear_layout, vertical

SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


LONGEST_WORD = 16
"""Longer ones, such as patterns and hashes, break anywhere."""


class Inspector(QScrollArea):
    """Shows `state.inspection`; says how to fill it while there is none."""

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName(self.tr("Inspector"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self._kind = label("", "section")
        self._title = label("", "title", wrap=True)
        self._title.setTextInteractionFlags(SELECTABLE)
        self._text = label("", wrap=True)
        self._text.setTextInteractionFlags(SELECTABLE)
        hint = self.tr("Select a token, language or run to see its properties.")
        self._hint = label(hint, "muted", wrap=True)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(SPACE_M)
        self._facts.setVerticalSpacing(SPACE_XS)
        self._facts.setColumnStretch(1, 1)
        body = QFrame()
        body.setProperty("role", "surface")
        column = vertical(
            self._kind,
            self._title,
            parent=body,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_L),
            spacing=SPACE_XS,
        )
        column.addSpacing(SPACE_M)
        column.addLayout(self._facts)
        column.addSpacing(SPACE_M)
        column.addWidget(self._text)
        column.addWidget(self._hint)
        column.addStretch(1)
        self.setWidget(body)
        self._shown = Inspection("", "")
        state.inspection_changed.connect(self.show_inspection)
        theme.changed.connect(self._dress)  # another style sheet takes the face away
        self.show_inspection(state.inspection)

    def shown_text(self) -> str:
        """Return everything the inspector says just now, line by line."""
        shown = self.widget()
        parts = [] if shown is None else shown.findChildren(QWidget)
        return "\n".join(_text_of(part) for part in parts if _says_something(part))

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Fill in what is chosen, or the hint."""
        shown = inspection or Inspection("", "")
        self._hint.setVisible(inspection is None)
        self._kind.setText(shown.kind or self.tr("Inspector"))
        self._title.setText(shown.title)
        self._title.setVisible(bool(shown.title))
        self._shown = shown
        self._dress()
        self._text.setText(shown.text)
        self._text.setVisible(bool(shown.text))
        self._show_facts(shown.facts)

    def _dress(self) -> None:
        face = self._theme.mono_font if self._shown.mono_title else self._theme.font
        self._title.setFont(face(TEXT_TITLE, bold=True))
        face = self._theme.mono_font if self._shown.mono_text else self._theme.font
        self._text.setFont(face(TEXT_BODY))

    def _show_facts(self, facts: tuple[Fact, ...]) -> None:
        grid = self._facts
        clear_layout(grid)
        for row, fact in enumerate(facts):
            word, value = label(fact.word, "muted"), self._value(fact)
            grid.addWidget(word, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
            word.show()
            value.show()

    def _value(self, fact: Fact) -> QWidget:
        if max(map(len, fact.value.split()), default=0) > LONGEST_WORD:
            face = self._theme.mono_font if fact.mono else self._theme.font
            flowing = FlowingText(fact.value, face(TEXT_BODY))
            flowing.setAccessibleName(fact.word)
            return flowing
        value = label(fact.value, wrap=True)
        value.setTextInteractionFlags(SELECTABLE)
        value.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        value.setAccessibleName(fact.word)
        if fact.mono:
            value.setFont(self._theme.mono_font(TEXT_BODY))
        return value


def _says_something(part: QWidget) -> bool:
    return isinstance(part, QLabel | FlowingText) and not part.isHidden()


def _text_of(part: QWidget) -> str:
    return part.toPlainText() if isinstance(part, FlowingText) else str(part.property("text"))
