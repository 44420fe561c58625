"""TemplateEditor: a chat template to read and to edit, what it needs, and where it is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QAction, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from workbench.models.template_choice import TemplateChoice
from workbench.parts.jinja_highlighter import JinjaHighlighter
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.visible_text import isolated
from workbench.widgets.action_button import ActionButton
from workbench.widgets.labels import ElidedLabel, label
from workbench.widgets.raw_text_edit import RawTextEdit

SETTLE_MS = 250
_MOST_NAMED = 8


class TemplateEditor(QWidget):
    """Shows the text of the chosen template; what a person types becomes a draft of it.

    Signals:
        edited: str, the text of the draft.
        tokens_wanted: tuple of special tokens that the next training shall have.
    """

    edited = Signal(object)
    tokens_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._missing: tuple[str, ...] = ()
        self._words = ElidedLabel("", "caption")
        self.text = _TemplateText(self.tr("Chat template"), theme, settle_ms=SETTLE_MS)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._highlighter = JinjaHighlighter(self.text.document(), theme)
        self._error = label("", "error", wrap=True)
        self._error.hide()
        self._needs = label("", "caption", wrap=True)
        self._lacks = label("", "warning", wrap=True)
        self._lacks.hide()
        self._want = QPushButton(self.tr("Add to the next training"))
        self._want.setToolTip(self.tr("Adds these special tokens to the form of the training"))
        self._want.hide()
        self._want.clicked.connect(self.want_tokens)
        self._rules = label(
            self.tr(
                "nanochat's rules are not a template: the system message goes before the first "
                "user's text, every text is encoded by itself between special tokens, and what the "
                "assistant says, its Python and its end are trained, results of Python are not. "
                "Choose a template above to edit one."
            ),
            "muted",
            wrap=True,
        )
        self._lay_out()
        self.text.settled.connect(self._tell_edited)

    @property
    def error(self) -> str:
        """What is wrong with the template, "" for nothing."""
        return self._error.text()

    @property
    def missing(self) -> tuple[str, ...]:
        """The special tokens that the tokenizer lacks."""
        return self._missing

    def add_controls(self, *actions: QAction) -> None:
        """Offer these commands above the text."""
        for action in actions:
            self._head.addWidget(ActionButton(action))

    def show_template(self, choice: TemplateChoice, text: str) -> None:
        """Show the text of a choice. Typing that goes on is left alone."""
        self._stack.setCurrentIndex(0 if choice.is_editable else 1)
        if text != self.text.raw_text:
            self.text.set_settled_text(text)
        self.show_error("", None)

    def note_draft(self, is_draft: bool) -> None:
        """Say whether the text was edited here."""
        self._words.setText(self.tr("Edited here") if is_draft else self.tr("As it came"))

    def show_error(self, words: str, line: int | None) -> None:
        """Say below the text what is wrong, and mark the line, counted from 1."""
        self._error.setText(words)
        self._error.setVisible(bool(words))
        self.text.setAccessibleDescription(words)
        self.text.setExtraSelections(self._mark(line) if words and line else [])

    def show_needs(self, needs: Sequence[str], missing: Sequence[str]) -> None:
        """Say which special tokens the template writes, and which the tokenizer lacks."""
        self._missing = tuple(missing)
        words = fill(self.tr("Special tokens: %1"), _named(needs)) if needs else ""
        self._needs.setText(words)
        self._needs.setVisible(bool(words))
        words = self.tr("The tokenizer lacks %1. It would cut them like ordinary text.")
        self._lacks.setText(fill(words, _named(missing)) if missing else "")
        for part in (self._lacks, self._want):
            part.setVisible(bool(missing))

    def _mark(self, line: int) -> list[QTextEdit.ExtraSelection]:
        block = self.text.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return []
        mark = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        ground = self._theme.colour("negative")
        ground.setAlpha(60)
        form.setBackground(ground)
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.format = form
        mark.cursor = QTextCursor(block)
        return [mark]

    def _tell_edited(self) -> None:
        self.edited.emit(self.text.raw_text)

    def want_tokens(self) -> None:
        """Ask for what the tokenizer lacks, for the next training."""
        self.tokens_wanted.emit(self._missing)

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(SPACE_S)
        self._head.addWidget(self._words, 1)
        editing = QWidget()
        column = QVBoxLayout(editing)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(self._head)
        column.addWidget(self.text, 1)
        rules = QWidget()
        around = QVBoxLayout(rules)
        around.setContentsMargins(0, SPACE_S, 0, 0)
        around.addWidget(self._rules)
        around.addStretch(1)
        self._stack = QStackedWidget()
        self._stack.addWidget(editing)
        self._stack.addWidget(rules)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_M)
        whole.setSpacing(SPACE_S)
        whole.addWidget(self._stack, 1)
        for part in (self._error, self._needs, self._lacks):
            whole.addWidget(part)
        row = QHBoxLayout()
        row.addWidget(self._want)
        row.addStretch(1)
        whole.addLayout(row)


class _TemplateText(RawTextEdit):
    """Leaves dropped files to the pane."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)


def _named(tokens: Sequence[str]) -> str:
    shown = "  ".join(isolated(token) for token in tokens[:_MOST_NAMED])
    return f"{shown}  …" if len(tokens) > _MOST_NAMED else shown
