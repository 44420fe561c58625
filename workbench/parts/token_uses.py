"""TokenUses: how often one token is used, label by label, and where that was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.analysis import VocabularyReport, making_by_label
from workbench.models.uses_table import RATE, LabelUses, UsesTable
from workbench.numbers import grouped
from workbench.parts.texts_button import TextsButton
from workbench.parts.uses_delegate import UsesDelegate
from workbench.placeholders import fill
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from engine import Tokenizer

_MILLION = 1_000_000
_WIDTHS = (104, 88, 160)


class TokenUses(QWidget):
    """From the text that was counted last, else from the training record.

    Signals:
        uses_requested: None for the corpus of the window, or a tuple of paths.
    """

    uses_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: VocabularyReport | None = None
        self._tokenizer: Tokenizer | None = None
        self._token_id: int | None = None
        self._words = ElidedLabel("", "caption")
        self.texts = TextsButton(
            self.tr("Count uses"),
            self.tr("Encode a text once and count how often each token is used in it"),
        )
        self._model = UsesTable(self)
        self._table = DataTable(self.tr("Uses of the token by label"), theme)
        self._table.setModel(self._model)
        self._table.setItemDelegateForColumn(RATE, UsesDelegate(theme, self._table))
        self._model.show_uses((), "")
        self._table.set_widths(_WIDTHS, stretch=RATE)
        above = QHBoxLayout()
        above.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        above.setSpacing(SPACE_S)
        above.addWidget(self._words, 1)
        above.addWidget(self.texts)
        above.addWidget(self._table.copying.button())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self._table, 1)
        self.texts.requested.connect(self.uses_requested)
        theme.changed.connect(self._table.viewport().update)

    @property
    def model(self) -> UsesTable:
        return self._model

    @property
    def words(self) -> str:
        """How many uses, and where they were counted."""
        return self._words.text()

    def note_counting(self, is_counting: bool) -> None:
        """Say that uses are being counted, or no more."""
        self.texts.note_working(self.tr("Counting…") if is_counting else "")

    def set_report(self, report: VocabularyReport | None) -> None:
        """Say what is known of uses by now."""
        self._report = report
        self._show()

    def show_token(self, tokenizer: Tokenizer | None, token_id: int | None) -> None:
        """Show the uses of a token, or nothing."""
        self._tokenizer, self._token_id = tokenizer, token_id
        self._show()

    def _show(self) -> None:
        report, token_id, tokenizer = self._report, self._token_id, self._tokenizer
        if report is None or token_id is None or tokenizer is None:
            self._say((), "", "")
        elif report.usage is not None and report.usage.by_label is not None:
            self._show_counted(report, token_id)
        elif (making := making_by_label(tokenizer, token_id)) is not None:
            rows = [
                LabelUses(label, uses, _MILLION * uses / max(1, n_bytes))
                for label, uses, n_bytes in zip(
                    making.labels,
                    making.remaining.tolist(),
                    making.n_bytes.tolist(),
                    strict=True,
                )
            ]
            words = self.tr("%1 in the training corpus, by its record")
            n_uses = grouped(int(making.remaining.sum()))
            self._say(rows, fill(words, n_uses), self.tr("Per million bytes"))
        else:
            self._say((), self.tr("Nothing is known of its uses: count them in a text"), "")

    def _show_counted(self, report: VocabularyReport, token_id: int) -> None:
        usage = report.usage
        assert usage is not None
        assert usage.by_label is not None
        by_label = usage.by_label
        uses = by_label.of(token_id).tolist()
        rows = [
            LabelUses(label, n_uses, _MILLION * n_uses / max(1, tokens))
            for label, n_uses, tokens in zip(
                by_label.labels, uses, by_label.tokens.tolist(), strict=True
            )
        ]
        self._say(
            rows,
            fill(self.tr("%1 in %2"), grouped(sum(uses)), report.usage_name),
            self.tr("Per million tokens"),
        )

    def _say(self, rows: list[LabelUses] | tuple[()], words: str, rate_head: str) -> None:
        self._words.setText(words)
        self._model.show_uses(rows, rate_head)
