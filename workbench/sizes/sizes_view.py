"""The curves over all sizes with their marker, the table of sizes, and the cost of a size.

`SizesView` is the widget, `CostForm` has model, budget and threshold, `SizeChoice` the size at the
marker as a number, chips for good sizes beside it, and what to do with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from engine.analysis import (
    BUDGET_SHARE,
    DEFAULT_MODEL,
    THRESHOLD,
    HardwareSize,
    ModelCost,
    hardware_sizes,
    model_sizes,
    round_sizes,
)
from engine.errors import ConfigError
from workbench.signals import Signal
from workbench.sizes.size_charts import SizeCharts, SizeRow, parameter_words, size_columns
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.charts.curve import Note
from workbench.ui.tables.column_table import ColumnTable, bold_where
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.ui.theme.theme import (
    ROW_HEIGHT,
    SCROLL_BAR_WIDTH,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip

if TYPE_CHECKING:
    from engine.analysis import SizeCurves


SIZE_WIDTH, CAPTION_WIDTH = 104, 84
N_POWERS, N_MULTIPLES = 2, 3
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class SizeChoice(QWidget):
    """The same size as the marker's.

    Signals:
        size_chosen: int.    export_requested: name of a format.
    """

    size_chosen: Signal[int] = Signal(object)
    export_requested: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bounds = (0, 0)
        self._box = NumberBox()
        self._box.setAccessibleName(self.tr("Size at the marker"))
        self._box.setFixedWidth(SIZE_WIDTH)
        self._box.setKeyboardTracking(False)
        self._chips: list[QPushButton] = []
        self._powers, self._multiples = QHBoxLayout(), QHBoxLayout()
        self._export = QPushButton(self.tr("Export this size"))
        self._export.setProperty("kind", "menu")
        self._export.setMenu(QMenu(self._export))
        self._export.setEnabled(False)
        above = horizontal(
            self._box, label(self.tr("ids"), "caption"), STRETCH, self._export, spacing=SPACE_S
        )
        offered = (
            (self.tr("Powers of two"), self._powers),
            (self.tr("×64, ×128"), self._multiples),
        )
        column = vertical(above, parent=self, spacing=SPACE_S)
        for words, row in offered:
            caption = label(words, "caption")
            caption.setFixedSize(CAPTION_WIDTH, ROW_HEIGHT)  # also while the row has no chips
            row.setSpacing(SPACE_XS)
            row.addWidget(caption)
            column.addLayout(row)
        for place in range(N_POWERS + N_MULTIPLES):  # made once: dragging changes their words
            self._add_chip(self._powers if place < N_POWERS else self._multiples)
        self._met = [label(self.tr("this size"), "caption") for _ in offered]
        for (_, row), met in zip(offered, self._met, strict=True):
            row.addWidget(met)
            row.addStretch(1)
        self._box.valueChanged.connect(self._note_number)

    @property
    def vocab_size(self) -> int:
        return self._box.value()

    @property
    def chips(self) -> tuple[int, ...]:
        """The sizes that the chips offer."""
        return tuple(chip.property("vocab_size") for chip in self._chips if not chip.isHidden())

    def set_bounds(self, smallest: int, largest: int) -> None:
        """Let sizes from `smallest` to `largest` be chosen."""
        self._bounds = smallest, largest
        self._is_showing = True
        self._box.setRange(smallest, largest)
        self._is_showing = False

    def show_size(self, size: int) -> None:
        """Show the marker's size and what lies beside it; no signal."""
        self._is_showing = True
        self._box.setValue(size)
        self._is_showing = False
        smallest, largest = self._bounds
        offered = hardware_sizes(size, smallest=smallest, largest=largest)
        powers = [each for each in offered if each.is_power_of_two and each.size != size]
        others = [each for each in offered if not each.is_power_of_two and each.size != size]
        for met, is_met in zip(self._met, (size & (size - 1) == 0, size % 64 == 0), strict=True):
            met.setVisible(is_met)
        for chips, group in (
            (self._chips[:N_POWERS], powers),
            (self._chips[N_POWERS:], others),
        ):
            for place, chip in enumerate(chips):
                chip.setVisible(place < len(group))
                if place < len(group):
                    self._show_chip(chip, group[place])

    def set_export_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description)."""
        menu = self._export.menu()
        menu.clear()
        for name, description in formats.items():
            action = menu.addAction(fill(self.tr("Export as %1…"), name))
            action.setData(name)
            action.setToolTip(plain_tip(description))
            action.triggered.connect(self._ask_export)
        self._export.setEnabled(bool(formats))

    _is_showing = False

    def _add_chip(self, row: QHBoxLayout) -> None:
        chip = QPushButton()
        chip.setProperty("kind", "chip")
        chip.clicked.connect(self._note_chip)
        chip.hide()
        self._chips.append(chip)
        row.addWidget(chip)

    def _show_chip(self, chip: QPushButton, each: HardwareSize) -> None:
        chip.setText(grouped(each.size))
        words = (
            "2" + str(each.size.bit_length() - 1).translate(_SUPERSCRIPTS)
            if each.is_power_of_two
            else fill(self.tr("A multiple of %1"), str(each.multiple))
        )
        chip.setToolTip(plain_tip(words))
        chip.setAccessibleName(f"{grouped(each.size)}, {words}")
        chip.setProperty("vocab_size", each.size)

    def _note_number(self, value: int) -> None:
        if not self._is_showing:
            self.size_chosen.emit(value)

    def _note_chip(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.size_chosen.emit(chip.property("vocab_size"))

    def _ask_export(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.export_requested.emit(action.data())


MODEL_WIDTH, LEAST_MODEL_WIDTH = 176, 96
NUMBER_WIDTH = 76
OWN = ""
TOP = Qt.AlignmentFlag.AlignTop
TOOL_TIP = Qt.ItemDataRole.ToolTipRole

NARROW_TABLE_WIDTH = 272
ROOM_FOR_ALL, LEAST_WIDTH = 780, 576
EXPENDABLE = ("gain", "parameters", "share")
N_ROWS = 16
MULTIPLE = 64


class CostForm(QWidget):
    """One row of fields: the model that uses the vocabulary, a budget, a threshold.

    An error is shown below its field.

    Signals:
        changed: model, budget or threshold changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = QComboBox()
        self._model.setObjectName("model")
        for model in model_sizes().values():
            self._model.addItem(model.title, model.name)
            tip = f"{parameter_words(model.parameters)}: {model.layers} layers. {model.source}"
            self._model.setItemData(self._model.count() - 1, tip, TOOL_TIP)
        self._model.addItem(self.tr("Own width"), OWN)
        self._model.setCurrentIndex(self._model.findData(DEFAULT_MODEL))
        self._width, self._total = QLineEdit(), QLineEdit()
        self._tied = QCheckBox(self.tr("Tied"))
        self._tied.setObjectName("tied")
        self._tied.setToolTip(self.tr("Input and output embedding share one matrix"))
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
            self.tr("Diminishing returns: 1000 more ids save less than this share of tokens")
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

    def edit(self, field: str, text: str) -> None:
        """Type into a field, by its name."""
        boxes = {
            "width": self._width, "total_parameters": self._total,
            "budget_share": self._share, "threshold": self._threshold,
        }  # fmt: skip
        boxes[field].setText(text)
        self._read()

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
        row = horizontal(parent=self, spacing=SPACE_S)
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


class SizesView(QWidget):
    """Charts, table and cost, all for the size at the marker; `set_curves` fills it.

    Signals:
        marker_moved: SizeRow, the figures of the size at the marker.
    """

    marker_moved: Signal[SizeRow] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: SizeCurves | None = None
        self.cost_form = CostForm()
        self.charts = SizeCharts(theme)
        self.choice = SizeChoice()
        self._table_model = ColumnTable(
            size_columns(),
            roles=bold_where(lambda row: row.is_marker),
            identity=lambda _row: None,  # as many sizes as before change in place
            parent=self,
        )
        self._table = DataTable(self.tr("Vocabulary sizes"), theme)
        self._table.show_columns(self._table_model)
        self._words = label("", "", wrap=True)
        self._lay_out()
        self._connect()

    @property
    def marker(self) -> int:
        """The size at the marker."""
        return self.choice.vocab_size

    @property
    def rows(self) -> tuple[SizeRow, ...]:
        """The rows of the table, the marker's first."""
        return self._table_model.rows

    @property
    def words(self) -> str:
        """What is said above the charts of budget and returns."""
        return self._words.text()

    def set_curves(self, curves: SizeCurves) -> None:
        """Show other curves; the marker stays where that is possible."""
        marker = self.marker if self.rows else 0
        self._curves = curves
        self.charts.set_curves(curves, self._nearest)
        self.choice.set_bounds(curves.smallest_size, curves.largest_size)
        if not curves.smallest_size <= marker <= curves.largest_size:
            marker = self._recommended(*self._limits())
        self._show_cost(marker)

    def take_row(self, index: QModelIndex) -> None:
        """Put the marker where a row of the table is."""
        row = index.data(ROW_ROLE)
        if row is not None:
            self.move_marker(row.size)

    def move_marker(self, size: int) -> None:
        """Put the marker somewhere: in the charts, the box, the first row of the table."""
        if self._curves is None:
            return
        row = replace(self._row(size, self.tr("selected")), is_marker=True)
        self.charts.show_marker(row)
        self.choice.show_size(size)
        self._table_model.set_rows((row, *self._table_model.rows[1:]))
        self.marker_moved.emit(row)

    def _show_cost(self, marker: int | None = None) -> None:
        """The model, the budget or the threshold are others, or the curves."""
        curves = self._curves
        if curves is None:
            return
        budget, diminishing = self._limits()
        remarks = {}
        if budget is not None and curves.smallest_size <= budget <= curves.largest_size:
            remarks[budget] = self.tr("budget")
        if diminishing is not None:
            remarks[diminishing] = self.tr("diminishing")
        best = self._recommended(budget, diminishing)
        remarks[best] = ", ".join(filter(None, (self.tr("recommended"), remarks.get(best))))
        usual = round_sizes(curves.smallest_size, curves.largest_size, N_ROWS - len(remarks))
        sizes = sorted({*usual, *remarks})
        marked = marker if marker is not None else self.marker
        rows = (
            replace(self._row(marked), is_marker=True),
            *(self._row(size, remarks.get(size, "")) for size in sizes),
        )
        self._table_model.set_rows(rows)
        self.charts.set_notes(self._notes(budget, diminishing))
        self._words.setText(self._recommendation(budget, diminishing))
        self.move_marker(marked)

    def _notes(self, budget: int | None, diminishing: int | None) -> list[Note]:
        notes = []
        if budget is not None:
            share = f"{100 * self.cost_form.cost.budget_share:g} %"
            words = fill(self.tr("budget %1: %2"), share, grouped(budget))
            if self._curves is not None and budget > self._curves.largest_size:
                words = fill(self.tr("%1 → beyond"), words)
            notes.append(Note(float(budget), words, "warning"))
        if diminishing is not None:
            words = fill(self.tr("returns diminish: %1"), grouped(diminishing))
            notes.append(Note(float(diminishing), words, "positive"))
        return notes

    def _limits(self) -> tuple[int | None, int | None]:
        """The largest size within the budget, and the one from which on returns diminish."""
        curves = self._curves
        assert curves is not None
        budget = self.cost_form.cost.largest_size()
        return budget, curves.diminishing_size(self.cost_form.threshold)

    def _recommended(self, budget: int | None, diminishing: int | None) -> int:
        """No larger than the budget, and none whose ids no longer pay."""
        curves = self._curves
        assert curves is not None
        largest = curves.largest_size
        size = min(limit for limit in (budget, diminishing, largest) if limit is not None)
        if size == largest and size not in (budget, diminishing):
            return largest
        return max(size // MULTIPLE * MULTIPLE, curves.smallest_size)  # what hardware likes

    def _recommendation(self, budget: int | None, diminishing: int | None) -> str:
        """The recommended size and why."""
        curves, cost = self._curves, self.cost_form.cost
        assert curves is not None
        threshold = f"{100 * self.cost_form.threshold:g} %"
        largest, whole = curves.largest_size, self._recommended(budget, diminishing)
        size = min(limit for limit in (budget, diminishing, largest) if limit is not None)
        if size == budget and cost.total_parameters is not None:
            words = self.tr("Recommended: %1 ids. The budget of %2 % of %3 parameters ends at %4.")
            share, total = f"{100 * cost.budget_share:g}", parameter_words(cost.total_parameters)
            return fill(words, grouped(whole), share, total, grouped(budget))
        if size == diminishing:
            words = self.tr("Recommended: %1 ids. Beyond %3, 1000 more ids save less than %2.")
            return fill(words, grouped(whole), threshold, grouped(diminishing))
        words = self.tr("Recommended: all %1 ids. Up to the end 1000 more ids save over %2.")
        return fill(words, grouped(largest), threshold)

    def _row(self, size: int, remark: str = "") -> SizeRow:
        curves, cost = self._curves, self.cost_form.cost
        assert curves is not None
        column = np.array([curves.merges_at(size)], np.int64)
        return SizeRow(
            size=size,
            bytes_per_token=curves.bytes_per_token(None, size),
            gain=float(curves.gain(None, column)[0]),
            parameters=cost.parameters(size),
            share=cost.share(size),
            fits=cost.fits(size),
            remark=remark,
        )

    def _nearest(self, x: float) -> float:
        curves = self._curves
        if curves is None:
            return x
        return float(min(max(round(x), curves.smallest_size), curves.largest_size))

    def _lay_out(self) -> None:
        right = QWidget()
        vertical(self.choice, (self._table, 1), parent=right, spacing=SPACE_S)
        self._right = right
        beside = horizontal((self.charts, 1), right, spacing=SPACE_L)
        said = horizontal(
            (self._words, 1),
            self.charts.saving_button,
            self._table.copying.button(),
            spacing=SPACE_S,
        )
        vertical(
            self.cost_form,
            said,
            (beside, 1),
            parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        self.setMinimumWidth(LEAST_WIDTH)  # columns beyond it go when it is narrow
        self._give_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """Beside another pane the table keeps the columns that say most."""
        is_narrow = self.width() < ROOM_FOR_ALL
        for key in EXPENDABLE:
            self._table.setColumnHidden(self._table_model.place(key), is_narrow)
        whole = sum(self._table.widths) + SCROLL_BAR_WIDTH + SPACE_XS
        self._right.setFixedWidth(NARROW_TABLE_WIDTH if is_narrow else whole)

    def _connect(self) -> None:
        self.cost_form.changed.connect(self._show_cost)
        self.charts.marker_moved.connect(self.move_marker)
        self._table.clicked.connect(self.take_row)
        self._table.activated.connect(self.take_row)
        self.choice.size_chosen.connect(self.move_marker)
