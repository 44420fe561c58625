"""ModelPart: gives a checkpoint rows for the new tokens, and shows its table before and after."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QStackedWidget, QWidget

from workbench.signals import Signal
from workbench.text.numbers import byte_size, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, TEXT_CAPTION, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.file_dialogs import ask_folder, ask_folder_to_save_in
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical

if TYPE_CHECKING:
    from engine.compiled import Floats
    from engine.extension import Checkpoint, ResizedCheckpoint, TablePicture

_MULTIPLES = (1, 8, 64, 128, 256)
_HEAD, _GAP, _IDS = 20, 24, 64
_NOTHING, _RESULT = range(2)


@dataclass(frozen=True, eq=False)
class ResizeRequest:
    """folder: of the model; out: an empty or new one. token: text or id, for the rule `token`."""

    folder: Path
    out: Path
    rule: str
    token: str
    multiple: int


class TableView(QWidget):
    """Rows of a table as a picture, before and after; new ones are below a line of the accent.

    Each row is one of the picture, each of the first numbers of a row a column; blue is below
    zero, orange above. Rows that are means are paler than those that were learned.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: TablePicture | None = None
        self.setAccessibleName(self.tr("Rows of the embedding before and after"))
        theme.changed.connect(self.update)

    def show_picture(self, picture: TablePicture) -> None:
        """Show these rows."""
        self._picture = picture
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, 320)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._picture is None:
            return
        painter = QPainter(self)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        width = (self.width() - _GAP) / 2
        left = QRectF(0, 0, width, self.height())
        right = QRectF(width + _GAP, 0, width, self.height())
        self._paint(painter, left, self.tr("Before"), is_after=False)
        self._paint(painter, right, self.tr("After"), is_after=True)
        painter.end()

    def _paint(self, painter: QPainter, box: QRectF, title: str, *, is_after: bool) -> None:
        picture = self._picture
        assert picture is not None
        values = picture.after if is_after else picture.before
        painter.setPen(self._theme.colour("muted_text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, title)
        n_all = len(picture.after)
        height = (box.height() - _HEAD) / n_all
        area = QRectF(
            box.left() + _IDS, box.top() + _HEAD, box.width() - _IDS, height * len(values)
        )
        painter.drawImage(area, self._image(values))
        ids = picture.ids.tolist()
        first_new = int(np.argmax(picture.is_new)) if picture.is_new.any() else n_all
        drawn: list[float] = []
        for place in dict.fromkeys((first_new, 0, len(values) - 1)):
            top = min(area.top() + place * height, box.bottom() - _HEAD)
            if place >= len(values) or any(abs(top - other) < _HEAD for other in drawn):
                continue
            drawn.append(top)
            is_new = is_after and bool(picture.is_new[place])
            painter.setPen(self._theme.colour("accent" if is_new else "muted_text"))
            words = QRectF(box.left(), top - 2, _IDS - SPACE_S, _HEAD)
            painter.drawText(words, Qt.AlignmentFlag.AlignRight, grouped(ids[place]))
        if is_after and first_new < n_all:
            y = round(area.top() + first_new * height)
            painter.fillRect(
                QRectF(area.left(), y - 1, area.width(), 2), self._theme.colour("accent")
            )

    def _image(self, values: Floats) -> QImage:
        """One pixel for each number, in 255 steps of the diverging scale."""
        picture = self._picture
        assert picture is not None
        scale = float(np.quantile(np.abs(picture.after), 0.98)) or 1.0
        steps = np.clip(values / scale, -1.0, 1.0)
        places = np.round((steps + 1.0) * 127.0).astype(np.uint8)
        neutral = self._theme.colour("surface")
        ends = (self._theme.diverging(1.0), self._theme.diverging(-1.0))
        height, width = places.shape
        image = QImage(places.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
        image.setColorTable(
            [_mixed(neutral, ends[step < 127], abs(step - 127) / 127).rgb() for step in range(255)]
        )
        return image.copy()  # the bytes end with this call


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    parts = (
        (one.red(), other.red()),
        (one.green(), other.green()),
        (one.blue(), other.blue()),
    )
    return QColor(*(round(a + (b - a) * share) for a, b in parts))


class ModelPart(QWidget):
    """Chooses a model, a rule and a target; shows what was written.

    Signals:
        model_chosen: Path of a folder to read.
        resize_requested: ResizeRequest.
    """

    model_chosen: Signal[Path] = Signal(object)
    resize_requested: Signal[ResizeRequest] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder: Path | None = None
        self._choose = QPushButton(self.tr("Choose model…"))
        self._write = QPushButton(self.tr("Write model…"))
        self._words = label("", "caption", wrap=True)
        self._make_choices()
        self.figures = Figures(
            (
                self.tr("rows"), self.tr("rows before"), self.tr("identical old rows"),
                self.tr("other tensors, identical"), self.tr("old row length"),
                self.tr("new row length"), self.tr("size"),
            ),
            theme,
        )  # fmt: skip
        self.picture = TableView(theme)
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            self.tr(
                "Give a model rows for the new tokens: safetensors in, safetensors out, with "
                "config and tokenizer. Old rows keep their bytes."
            )
        )
        self._lay_out()
        self._choose.clicked.connect(self._ask_model)
        self._write.clicked.connect(self._ask_target)
        self._rule.currentIndexChanged.connect(self._show_rule)
        self._token.textChanged.connect(self._show_rule)
        self.clear()

    @property
    def words(self) -> str:
        """What is known of the model."""
        return self._words.text()

    @property
    def can_write(self) -> bool:
        return self._write.isEnabled()

    def clear(self) -> None:
        """Another extension: no model was written of it."""
        self._stack.setCurrentIndex(_NOTHING)
        self._empty.set_waiting("")
        self._show_rule()

    def choose(self, folder: Path) -> None:
        """Read this folder as if it had been chosen."""
        self._folder = None
        self._words.setText("")
        self._show_rule()
        self.model_chosen.emit(folder)

    def show_model(self, checkpoint: Checkpoint) -> None:
        """Say what was read."""
        self._folder = checkpoint.folder
        table = checkpoint.embedding.rows
        how = self.tr("tied") if checkpoint.is_tied else self.tr("head apart")
        words = self.tr("%1: %2 × %3, %4, %5; %6")
        self._words.setText(
            fill(
                words,
                checkpoint.folder.name,
                grouped(table.n),
                grouped(table.width),
                table.tensor.dtype,
                how,
                byte_size(checkpoint.n_bytes),
            )
        )
        self.clear()

    def write_into(self, out: Path) -> None:
        """Ask for the model to be written into a folder."""
        if self._folder is None or not self.can_write:
            return
        request = ResizeRequest(
            self._folder, out, self._rule.currentData(), self._token.text(),
            self._multiple.currentData(),
        )  # fmt: skip
        self._empty.set_waiting(self.tr("Writing the model…"))
        self._stack.setCurrentIndex(_NOTHING)
        self._write.setEnabled(False)
        self.resize_requested.emit(request)

    def note_failed(self) -> None:
        """Nothing was written; the choice stays."""
        self.clear()

    def show_result(self, result: ResizedCheckpoint) -> None:
        """Show the table before and after."""
        document = result.document()
        self.figures.show_values(
            grouped(result.rows_after), grouped(result.rows_before), grouped(result.rows_same),
            grouped(result.tensors_same), ratio(document["median_norm_old"]),
            ratio(document["median_norm_new"]), byte_size(result.n_bytes),
        )  # fmt: skip
        self.picture.show_picture(result.picture)
        self._stack.setCurrentIndex(_RESULT)
        self._show_rule()

    def _make_choices(self) -> None:
        self._rule = QComboBox()
        for words, rule in (
            (self.tr("Mean of parts"), "parts"),
            (self.tr("Mean of all rows"), "mean"),
            (self.tr("Normal as old rows"), "normal"),
            (self.tr("Zeros"), "zeros"),
            (self.tr("Copy a token"), "token"),
        ):
            self._rule.addItem(words, rule)
        self._rule.setObjectName("row_rule")
        self._rule.setAccessibleName(self.tr("Rule of new rows"))
        self._rule.setToolTip(self.tr("How the rows of new tokens begin"))
        self._token = QLineEdit(placeholderText=self.tr("Token or id"))
        self._token.setObjectName("row_token")
        self._token.setAccessibleName(self.tr("Token to copy"))
        self._multiple = QComboBox()
        for multiple in _MULTIPLES:
            words = fill(self.tr("Multiple of %1"), grouped(multiple))
            self._multiple.addItem(self.tr("No padding") if multiple == 1 else words, multiple)
        self._multiple.setObjectName("row_multiple")
        self._multiple.setAccessibleName(self.tr("Padding of rows"))
        self._multiple.setToolTip(self.tr("The number of rows is a multiple of this"))

    def _show_rule(self) -> None:
        is_token = self._rule.currentData() == "token"
        self._token.setVisible(is_token)
        has_token = not is_token or bool(self._token.text().strip())
        self._write.setEnabled(self._folder is not None and has_token)

    def _ask_model(self) -> None:
        if name := ask_folder(self.window(), self.tr("Folder of the model")):
            self.choose(Path(name))

    def _ask_target(self) -> None:
        title = self.tr("Empty folder for the model")
        if name := ask_folder_to_save_in(self.window(), title):
            self.write_into(Path(name))

    def _lay_out(self) -> None:
        head = horizontal(
            self._choose, self._rule, self._token, self._multiple, STRETCH, self._write,
            spacing=SPACE_S,
        )  # fmt: skip
        whole = QWidget()
        vertical(self.figures, (self.picture, 1), parent=whole, spacing=SPACE_M)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(whole)
        vertical(
            head,
            self._words,
            (self._stack, 1),
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
