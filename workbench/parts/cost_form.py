"""CostForm: the model whose parameters a vocabulary takes, the budget, and the threshold."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QWidget

from engine.analysis import BUDGET_SHARE, DEFAULT_MODEL, THRESHOLD, ModelCost, model_sizes
from engine.errors import ConfigError
from workbench.engine_words import error_words
from workbench.models.sizes_table import parameter_words
from workbench.numbers import grouped
from workbench.theme import SPACE_S
from workbench.widgets.field import Field

MODEL_WIDTH, LEAST_MODEL_WIDTH = 176, 96
NUMBER_WIDTH = 76
OWN = ""
TOP = Qt.AlignmentFlag.AlignTop
TOOL_TIP = Qt.ItemDataRole.ToolTipRole


class CostForm(QWidget):
    """One row of fields; errors stand below the field that is wrong.

    Signals:
        changed: another model, budget or threshold is in force.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = QComboBox()
        for model in model_sizes().values():
            self._model.addItem(model.title, model.name)
            tip = f"{parameter_words(model.parameters)}: {model.layers} layers. {model.source}"
            self._model.setItemData(self._model.count() - 1, tip, TOOL_TIP)
        self._model.addItem(self.tr("Own width"), OWN)
        self._model.setCurrentIndex(self._model.findData(DEFAULT_MODEL))
        self._width, self._total = QLineEdit(), QLineEdit()
        self._tied = QCheckBox(self.tr("Tied"))
        self._tied.setToolTip(self.tr("One matrix serves as input and as output embedding"))
        self._share = QLineEdit(f"{100 * BUDGET_SHARE:g}")
        self._threshold = QLineEdit(f"{100 * THRESHOLD:g}")
        self.fields = {
            "model": Field(self.tr("Model"), self._model),
            "width": Field(self.tr("Width"), self._width),
            "total_parameters": Field(self.tr("Parameters, M"), self._total),
            "budget_share": Field(self.tr("Budget, %"), self._share),
            "threshold": Field(self.tr("Threshold, %"), self._threshold),
        }
        self._threshold.setToolTip(
            self.tr("Returns diminish where a thousand further ids save less of the tokens")
        )
        self._share.setToolTip(self.tr("Share of all parameters for embedding and output"))
        self._cost = ModelCost.of_model(model_sizes()[DEFAULT_MODEL])
        self._least_gain = THRESHOLD
        self._lay_out()
        self._show_model()
        self._connect()

    @property
    def cost(self) -> ModelCost:
        """The last cost that could be."""
        return self._cost

    @property
    def threshold(self) -> float:
        """The last threshold that could be, as a share."""
        return self._least_gain

    def choose_model(self, name: str) -> None:
        """Choose a published model, or "" for a width of one's own."""
        self._model.setCurrentIndex(self._model.findData(name))

    def edit(self, field: str, text: str) -> None:
        """Type into a field, by its name."""
        boxes = {
            "width": self._width, "total_parameters": self._total,
            "budget_share": self._share, "threshold": self._threshold,
        }  # fmt: skip
        boxes[field].setText(text)
        self._read()

    def set_tied(self, tied: bool) -> None:
        self._tied.setChecked(tied)

    def _show_model(self) -> None:
        """Put the values of the chosen model into the fields; one's own can be edited."""
        model = model_sizes().get(self._model.currentData())
        for box in (self._width, self._total):
            box.setReadOnly(model is not None)
        if model is not None:
            self._width.setText(grouped(model.width))
            self._total.setText(grouped(round(model.parameters / 1e6)))
            self._tied.setChecked(model.is_tied)
        self._read()

    def _read(self) -> None:
        """Take what the fields say; what cannot be keeps the value before and says why."""
        for field in self.fields.values():
            field.show_error("")
        try:
            share = self._number("budget_share", self._share, 100.0)
            cost = self._read_cost(share)
            threshold = self._number("threshold", self._threshold, 100.0)
        except ConfigError as error:
            self.fields[error.setting or "model"].show_error(error_words(error))
            return
        if not 0.0 < threshold < 1.0:
            self.fields["threshold"].show_error(self.tr("Between 0 and 100 %."))
            return
        if (cost, threshold) != (self._cost, self._least_gain):
            self._cost, self._least_gain = cost, threshold
            self.changed.emit()

    def _read_cost(self, share: float) -> ModelCost:
        model = model_sizes().get(self._model.currentData())
        if model is not None:
            return ModelCost.of_model(model, is_tied=self._tied.isChecked(), budget_share=share)
        width = round(self._number("width", self._width, 1.0))
        total = round(self._number("total_parameters", self._total, 1e-6))
        return ModelCost(width, self._tied.isChecked(), total, share)

    def _number(self, setting: str, box: QLineEdit, unit: float) -> float:
        bare = "".join(box.text().replace("%", "").replace(",", ".").split())
        try:
            return float(bare) / unit
        except ValueError:
            words = self.tr("Not a number.")
            raise ConfigError(words, setting=setting) from None

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        self._model.setMinimumWidth(LEAST_MODEL_WIDTH)
        self._model.setMaximumWidth(MODEL_WIDTH)
        for box in (self._width, self._total, self._share, self._threshold):
            box.setFixedWidth(NUMBER_WIDTH)
        for name in ("model", "width", "total_parameters"):
            row.addWidget(self.fields[name], 0, TOP)
        row.addWidget(Field(self.tr("Embeddings"), self._tied), 0, TOP)
        row.addSpacing(SPACE_S)
        row.addWidget(self.fields["budget_share"], 0, TOP)
        row.addWidget(self.fields["threshold"], 0, TOP)
        row.addStretch(1)

    def _connect(self) -> None:
        self._model.currentIndexChanged.connect(self._show_model)
        self._tied.toggled.connect(self._read)
        for box in (self._width, self._total, self._share, self._threshold):
            box.editingFinished.connect(self._read)
