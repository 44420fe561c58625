"""SizesPane: every vocabulary size that a run holds: which text, which curves, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QShowEvent, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from workbench.signals import Signal
from workbench.sizes.size_charts import SizeRow
from workbench.sizes.sizes_flow import MeasuredSizes
from workbench.sizes.sizes_view import SizesView
from workbench.state import WorkbenchState
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.metric_words import texts_words
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.analysis import SizeCurves
    from workbench.work.comparison import EvaluationTexts

TEXTS_WIDTH = 232
TRAINING, TEXTS = range(2)


class SizesPane(Pane):
    """Shows the curves that it is given and asks for them when it is looked at.

    Signals:
        curves_requested: those of the training corpus are wanted.
        measurement_requested: those of the evaluation texts are wanted.
        open_requested: size, whose tokenizer to store as a run and open.
        export_requested: (size, format).    training_requested: nothing is trained yet.
    """

    curves_requested = Signal()
    measurement_requested = Signal()
    open_requested: Signal[int] = Signal(object)
    export_requested: Signal[tuple[int, str]] = Signal(object)
    training_requested = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Sizes"), parent)
        self._state = state
        self._known: dict[int, SizeCurves] = {}
        self._asked: set[int] = set()
        self._open = self.make_action(
            "sizes.open_size", self.tr("Open this size"), self._ask_open,
            hint=self.tr("Stores the tokenizer of the marker's size as a run and opens it."),
        )  # fmt: skip
        self._export = self.make_action(
            "sizes.export_size", self.tr("Export this size…"), self._ask_export,
            keys="Ctrl+Shift+E",
            hint=self.tr("Writes the tokenizer of the marker's size for other libraries."),
        )  # fmt: skip
        self._texts = QComboBox()
        self.view = SizesView(theme)
        self._number = label("", "big")
        self._number_words = label("", "caption")
        self._lay_out()
        self._connect()
        self._show_texts(state.evaluation_texts)
        self._note_tokenizer()
        self._asked.clear()  # nothing can be connected yet to what was asked for

    def primary_action(self) -> QAction:
        return self._open

    @property
    def curves(self) -> SizeCurves | None:
        """What is on show."""
        return self._known.get(self._texts.currentIndex())

    def choose_texts(self, kind: int) -> None:
        """Show the curves of TRAINING or of TEXTS, the evaluation texts."""
        self._texts.setCurrentIndex(kind)

    def set_export_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description)."""
        self.view.choice.set_export_formats(formats)

    def set_curves(self, measured: MeasuredSizes) -> None:
        """Take curves that were asked for; those of another tokenizer or text come too late."""
        is_wanted = measured.texts in (None, self._state.evaluation_texts.name)
        if is_wanted and measured.tokenizer is self._state.tokenizer:
            self._known[TRAINING if measured.texts is None else TEXTS] = measured.curves
            self._show_curves()

    def note_failed(self, sentence: str) -> None:
        """The curves cannot be had; what is known stays on show."""
        self.bar.show_error(sentence)
        self.note_cancelled()

    def note_cancelled(self) -> None:
        """No curves come; those of the training stay on show, and others can be asked for again."""
        self._asked.clear()
        if self.curves is None and TRAINING in self._known:
            self.choose_texts(TRAINING)
        elif self.curves is None:
            self._show_curves()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    @property
    def _has_training(self) -> bool:
        """Whether the open tokenizer says what it was trained on; foreign files do not."""
        tokenizer = self._state.tokenizer
        return tokenizer is None or tokenizer.training is not None

    def _note_tokenizer(self, _tokenizer: object = None) -> None:
        self._known.clear()
        self._asked.clear()
        model = self._texts.model()
        assert isinstance(model, QStandardItemModel)  # a QComboBox makes itself one
        model.item(TRAINING).setEnabled(self._has_training)
        self._texts.setCurrentIndex(TRAINING if self._has_training else TEXTS)
        self._show_curves()
        if self.isVisible():
            self._ask()

    def _show_texts(self, texts: EvaluationTexts) -> None:
        """The evaluation texts are others: what was measured on them is of no use any more."""
        words = fill(self.tr("Evaluation: %1"), texts_words(texts.name))
        self._texts.setItemText(TEXTS, words)
        self._known.pop(TEXTS, None)
        self._asked.discard(TEXTS)
        if self._texts.currentIndex() == TEXTS:
            self._ask()

    def _ask(self) -> None:
        """Ask for the curves that are chosen, once."""
        kind = self._texts.currentIndex()
        if self._state.tokenizer is None or kind in self._known or kind in self._asked:
            return
        self._asked.add(kind)
        (self.curves_requested if kind == TRAINING else self.measurement_requested).emit()

    def _choose(self, _index: int = 0) -> None:
        self._ask()
        if self.curves is not None:
            self._show_curves()

    def _show_curves(self) -> None:
        curves = self.curves
        for part in (self._number_words, self._number):
            part.setVisible(curves is not None)
        has_run = self._state.run_id is not None
        self._open.setEnabled(curves is not None and has_run)
        why_not = self.tr("no curves yet") if has_run else self.tr("not a run")
        self._open.setStatusTip("" if self._open.isEnabled() else why_not)
        self._export.setEnabled(curves is not None)
        self._export.setStatusTip("" if curves is not None else self.tr("no curves yet"))
        self._texts.setVisible(self._state.tokenizer is not None)
        if curves is None:
            self.set_caption("")
            self.show_empty()
            waits = self.tr("The sizes are being counted.")
            if self._texts.currentIndex() == TEXTS and not self._asked:
                waits = self.tr("Choose texts in Compression to see the sizes on them.")
            self.set_waiting(waits if self._state.tokenizer is not None else "")
            return
        self.set_waiting("")
        self.set_caption(
            counted(
                "SizesPane",
                "Every size from %1 to %2, 1 label",
                "Every size from %1 to %2, %3 labels",
                len(curves.labels),
                grouped(curves.smallest_size),
                grouped(curves.largest_size),
                grouped(len(curves.labels)),
            )
        )
        self.view.set_curves(curves)
        self.show_content()

    def _show_marker(self, row: SizeRow) -> None:
        self._number.setText(ratio(row.bytes_per_token))
        self._number_words.setText(self._words_of(row.size))

    def _words_of(self, size: int) -> str:
        """Which text the number is of."""
        curves = self.curves
        if curves is not None and curves.is_weighted:
            words = self.tr("bytes per token as mixed, training corpus %2, at %1 ids")
            return fill(words, grouped(size), ratio(curves.natural_bytes_per_token(size)))
        if self._texts.currentIndex() == TRAINING:
            return fill(self.tr("bytes per token, training corpus, at %1 ids"), grouped(size))
        return fill(self.tr("bytes per token, test texts, at %1 ids"), grouped(size))

    def _ask_open(self) -> None:
        self.open_requested.emit(self.view.marker)

    def _ask_export(self, name: object = "") -> None:
        """Export as a format; an action, which has none, leaves the choice to the exports."""
        self.export_requested.emit((self.view.marker, name if isinstance(name, str) else ""))

    def _lay_out(self) -> None:
        self._texts.addItems([self.tr("Training corpus"), ""])
        self._texts.setFixedWidth(TEXTS_WIDTH)
        self._texts.setAccessibleName(self.tr("Texts"))
        self.header.addWidget(self._texts)
        self.header.addWidget(ActionButton(self._open))
        self.add_number(self._number, self._number_words)
        self.set_content(self.view)
        empty = self.set_empty(
            self.tr("Compression at every vocabulary size, from one training."),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.training_requested)

    def _connect(self) -> None:
        self._texts.currentIndexChanged.connect(self._choose)
        self.view.marker_moved.connect(self._show_marker)
        self.view.choice.export_requested.connect(self._ask_export)
        self._state.tokenizer_changed.connect(self._note_tokenizer)
        self._state.evaluation_texts_changed.connect(self._show_texts)
