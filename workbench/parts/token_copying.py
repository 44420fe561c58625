"""TokenCopying: the selected tokens of a view on the clipboard: text, ids, Python list or JSON."""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.views.span_view import SpanView
from workbench.visible_text import is_utf8

MOST_IDS = 1_000_000
MOST_DESCRIBED = 100_000


class TokenCopying(QObject):
    """Copies from the view it was given last; where no more than one token is selected, all.

    Signals:
        refused: the sentence that says what is too much.
    """

    refused = Signal(object)

    def __init__(self, view: SpanView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view

    def set_view(self, view: SpanView) -> None:
        """Copy from this view from now on."""
        self._view = view

    def copy_text(self) -> None:
        """Put the tokens' text on the clipboard; bytes that are no text as \\xNN."""
        chosen = self._chosen()
        if chosen:
            data = self._view.text.range_bytes(chosen[0], chosen[-1])
            QGuiApplication.clipboard().setText(data.decode("utf-8", "backslashreplace"))

    def copy_ids(self) -> None:
        """Put the ids on the clipboard, one space between."""
        if self._allows(MOST_IDS):
            QGuiApplication.clipboard().setText(" ".join(map(str, self._ids())))

    def copy_ids_as_list(self) -> None:
        """Put the ids on the clipboard as a list that Python and JSON read."""
        if self._allows(MOST_IDS):
            QGuiApplication.clipboard().setText(json.dumps(self._ids()))

    def copy_as_json(self) -> None:
        """Put the tokens on the clipboard as JSON: id, place, bytes, and text where it is some."""
        if not self._allows(MOST_DESCRIBED):
            return
        spans, chosen = self._view.text, self._chosen()
        ids = self._ids()
        lines = []
        for span, token_id in zip(chosen, ids, strict=True):
            data = spans.span_bytes(span)
            token = {
                "id": token_id,
                "start": int(spans.bounds[span]),
                "end": int(spans.bounds[span + 1]),
                "bytes": data.hex(),
                "text": data.decode() if is_utf8(data) else None,
            }
            lines.append(json.dumps(token, ensure_ascii=False))
        QGuiApplication.clipboard().setText("[" + ",\n ".join(lines) + "]\n")

    def _allows(self, most: int) -> bool:
        n_tokens = len(self._chosen())
        if n_tokens > most:
            words = self.tr("%1 tokens are too many to copy this way; select %2 or fewer.")
            words = fill(words, grouped(n_tokens), grouped(most))
            self.refused.emit(words)
        return n_tokens <= most

    def _chosen(self) -> range:
        chosen = self._view.selected
        return chosen if len(chosen) > 1 else range(self._view.text.n_spans)

    def _ids(self) -> list[int]:
        ids, chosen = self._view.text.ids, self._chosen()
        return [] if ids is None else [int(i) for i in ids[chosen.start : chosen.stop]]
