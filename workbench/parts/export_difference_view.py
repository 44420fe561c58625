"""ExportDifferenceView: the text on which a library gives other ids, cut here and cut there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.engine_words import sentence_words
from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.translation import counted
from workbench.views.span_text import SpanText
from workbench.views.span_view import SpanView
from workbench.visible_text import hex_of, visible
from workbench.widgets.labels import ElidedLabel, hairline, label

if TYPE_CHECKING:
    from engine.formats import ExportDifference

CUT_HEIGHT = 132
SHOWN_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Cut:
    """Tokens with their ids."""

    ids: tuple[int, ...]
    tokens: tuple[bytes, ...]

    @property
    def bounds(self) -> list[int]:
        """Where each token begins, and the end."""
        return list(accumulate(map(len, self.tokens), initial=0))

    @property
    def spans(self) -> list[tuple[int, int, int]]:
        """Beginning, end and id of each token."""
        bounds = self.bounds
        return list(zip(bounds, bounds[1:], self.ids, strict=False))


class CutView(QWidget):
    """One cut: its name with the number of tokens, and the coloured tokens."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel("", "section")
        self.view = SpanView(name, theme, self._describe)
        self.view.setMinimumHeight(CUT_HEIGHT)
        self.view.set_show_ids(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addWidget(self._name)
        column.addWidget(self.view, 1)

    @property
    def words(self) -> str:
        """The line above the tokens."""
        return self._name.text()

    def show_cut(self, name: str, cut: Cut, other: Cut, place: int) -> None:
        """Show tokens with their ids, ringed where `other` has none of the same bytes and id;
        `place` is the first that differs."""
        n = len(cut.ids)
        words = counted("CutView", "%1: 1 token", "%1: %2 tokens", n, name, grouped(n))
        self._name.setText(words)
        bounds = np.array(cut.bounds, np.int64)
        text = SpanText(b"".join(cut.tokens), bounds, ids=np.array(cut.ids, np.uint32))
        self.view.set_text(text)
        shared = set(other.spans)
        self.view.set_ringed(np.array([span not in shared for span in cut.spans], np.bool_))
        if place < text.n_spans:
            self.view.set_current(place)

    def _describe(self, span: int) -> str:
        text = self.view.text
        token = text.span_bytes(span)
        number = "" if text.ids is None else str(int(text.ids[span]))
        return f"{number} {token.decode('utf-8', 'replace')} {hex_of(token)}"


class ExportDifferenceView(QWidget):
    """Cause first, then the text, then both cuts side by side."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        selectable = (
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._cause = label("", wrap=True)
        self._cause.setFont(theme.font(bold=True))
        self._place = label("", "caption", wrap=True)
        self._text = label("", wrap=True)
        self._text.setFont(theme.mono_font())
        for part in (self._cause, self._text):
            part.setTextInteractionFlags(selectable)
        self.ours = CutView(self.tr("Tokens here"), theme)
        self.theirs = CutView(self.tr("Tokens of the library"), theme)
        cuts = QHBoxLayout()
        cuts.setSpacing(SPACE_M)
        for cut in (self.ours, self.theirs):
            cuts.addWidget(cut, 1)
        cuts.insertWidget(1, hairline(vertical=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in (self._cause, self._place, self._text):
            column.addWidget(part)
        column.addLayout(cuts, 1)

    @property
    def cause(self) -> str:
        return self._cause.text()

    @property
    def text(self) -> str:
        """The text as it is shown, white space written out."""
        return self._text.text()

    def show_difference(self, difference: ExportDifference) -> None:
        """Show where a library parts from us."""
        cause = sentence_words(difference.cause) or self.tr("The cause is not known.")
        self._cause.setText(cause[:1].upper() + cause[1:])
        words = self.tr("The first text that differs, at token %1:")
        place = difference.place
        self._place.setText(fill(words, grouped(difference.first + place + 1)))
        shown = difference.text[:SHOWN_CHARACTERS]
        more = "…" if len(difference.text) > SHOWN_CHARACTERS else ""
        self._text.setText(visible(shown.encode()) + more)
        ours = Cut(difference.ours, difference.ours_cut)
        theirs = Cut(difference.theirs, difference.theirs_cut)
        self.ours.show_cut(self.tr("Tokenizer Workbench"), ours, theirs, place)
        self.theirs.show_cut(difference.library, theirs, ours, place)
