"""The table of a mixture: one row per source, with its natural and its effective share.

`MixtureTable` is the model, `ShareTable` the view; the delegates paint shares as bars,
oversampled sources and differences.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.errors import ConfigError
from engine.evaluation import METRICS
from engine.settings import MUCH_REPETITION
from workbench.corpus.mixture_draft import PremiumChange, read_size
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, percent_cell, ratio
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import shade_of
from workbench.ui.languages.language_delegates import LanguageDelegate, paint_ground
from workbench.ui.tables.data_table import DataTable, choose_columns
from workbench.ui.tables.headed_table import (
    ROW_ROLE,
    SCALE_ROLE,
    SORT_ROLE,
    HeadedTable,
    Index,
    RankedRows,
)
from workbench.ui.theme.diverging import DivergingGround
from workbench.ui.theme.theme import CELL_INSET, SPACE_S, Theme

if TYPE_CHECKING:
    from engine.settings import MixtureRow

(LANGUAGE, LABEL, BYTES, NATURAL, GIVEN, BAR, SHARE, REPETITION, BYTES_PER_TOKEN,
 CHANGE, PREMIUM) = range(11)  # fmt: skip
_NUMBERS = (BYTES, NATURAL, GIVEN, SHARE, REPETITION, BYTES_PER_TOKEN, CHANGE, PREMIUM)
MARK_RADIUS = 4.0
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
WIDTHS = (152, 124, 92, 72, 88, 160, 76, 76, 84, 80, 104)
LEAST_BAR = 136
EXPENDABLE = (LABEL, BYTES, NATURAL, REPETITION, SHARE, BYTES_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class MixtureLine:
    """The figures of one source in the mixture.

    natural_share, share: parts of 1. given: as typed by the user, None if not typed.
    bytes_per_token: of the preview; change: relative to the natural mixture, positive is better.
        None without a preview. premium: natural and previewed; None unless sources are parallel.
    """

    label: str
    n_bytes: int
    natural_share: float
    share: float
    repetition: float
    given: float | None = None
    bytes_per_token: float | None = None
    change: float | None = None
    premium: PremiumChange | None = None

    @property
    def name(self) -> str:
        """English words for the label."""
        return language_name(self.label)


@dataclass(frozen=True, slots=True)
class GivenValue:
    """A share or number of bytes that the user typed in the row of a label."""

    label: str
    value: float


@dataclass(frozen=True, slots=True)
class ShareScale:
    """A logarithmic axis of shares from `low` to 100 %, the same for all sources."""

    low: float

    def place(self, share: float) -> float:
        """Where a share is, from 0 to 1; shares below `low` are at 0.

        >>> ShareScale(0.01).place(0.1), ShareScale(0.01).place(1.0), ShareScale(0.01).place(0.0)
        (0.5, 1.0, 0.0)
        """
        if share <= self.low:
            return 0.0
        return min(1.0, 1 - math.log(share) / math.log(self.low))


def share_scale(natural_shares: Sequence[float]) -> ShareScale:
    """The scale for sources of these natural shares, from a power of ten well below the smallest.

    It depends on the sources alone, so that no mark moves while the mixture of others is edited.
    """
    smallest = min((share for share in natural_shares if share > 0), default=0.1)
    return ShareScale(10.0 ** math.floor(math.log10(smallest / 3)))


class MixtureTable(HeadedTable):
    """Model of the table; numbers change in place as long as the labels stay the same.

    A model of its own: shares are written in it, and a preview joins what is on show.

    Signals:
        given_edited: a GivenValue. edit_refused: the sentence that says why.
    """

    right_aligned = _NUMBERS
    given_edited: Signal[GivenValue] = Signal(object)
    edit_refused: Signal[str] = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = {
            LANGUAGE: self.tr("Language or domain"), LABEL: self.tr("Label"),
            BYTES: self.tr("Bytes"), NATURAL: self.tr("Natural"), GIVEN: self.tr("Share given"),
            BAR: self.tr("○ natural → ● (log)"),
            SHARE: self.tr("Effective"), REPETITION: self.tr("Sampled"),
            BYTES_PER_TOKEN: self.tr("Bytes/token"), CHANGE: self.tr("Change"),
            PREMIUM: self.tr("Premium"),
        }  # fmt: skip
        self._lines: tuple[MixtureLine, ...] = ()
        self._gives_bytes = False
        self._scale = share_scale(())

    @property
    def lines(self) -> tuple[MixtureLine, ...]:
        return self._lines

    def set_rows(
        self, rows: Sequence[MixtureRow], given: Mapping[str, float], *, gives_bytes: bool
    ) -> None:
        """Show a resolved mixture; a preview that is on show stays until the next one."""
        self._gives_bytes = gives_bytes
        before = {line.label: line for line in self._lines}
        self._set_lines(
            tuple(
                MixtureLine(
                    row.label, row.n_bytes, row.natural_share, row.share, row.repetition,
                    given.get(row.label, 0.0) if given else None,
                    getattr(before.get(row.label), "bytes_per_token", None),
                    getattr(before.get(row.label), "change", None),
                    getattr(before.get(row.label), "premium", None),
                )
                for row in rows
            )
        )  # fmt: skip

    def set_preview(
        self,
        now: Mapping[str, float],
        natural: Mapping[str, float],
        premiums: Mapping[str, PremiumChange],
    ) -> None:
        """Show bytes per token and premiums by label, and what the natural mixture has."""
        self._set_lines(
            tuple(
                replace(
                    line,
                    bytes_per_token=_number(now.get(line.label)),
                    change=_change(now.get(line.label), natural.get(line.label)),
                    premium=premiums.get(line.label),
                )
                for line in self._lines
            )
        )

    def _set_lines(self, lines: tuple[MixtureLine, ...]) -> None:
        same = [line.label for line in lines] == [line.label for line in self._lines]
        if not same:
            self.beginResetModel()
        self._lines = lines
        self._scale = share_scale([line.natural_share for line in lines])
        if not same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(lines) - 1, len(self._heads) - 1)
            )

    def _shown(self) -> Sequence[object]:
        return self._lines

    def _head(self, column: int) -> str:
        if column == GIVEN and self._gives_bytes:
            return self.tr("Bytes given")
        return super()._head(column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == GIVEN else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self._lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.EditRole:
            return self._text(line, column) if column == GIVEN else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == BAR:
            return self._bar_words(line)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._bar_words(line) if column in (BAR, LANGUAGE) else None
        if role == SORT_ROLE:
            return _sort_value(line, column)
        if role == SCALE_ROLE:
            return self._scale
        return line if role == ROW_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != GIVEN:
            return False
        line = self._lines[index.row()]
        try:
            number = self._read(str(value))
        except ConfigError as error:
            self.edit_refused.emit(f"{line.name}: {error_words(error)}")
            return False
        if number != line.given:
            self.given_edited.emit(GivenValue(line.label, number))
        return True

    def _read(self, text: str) -> float:
        if self._gives_bytes:
            return float(read_size(text) or 0)
        plain = "".join(text.split()).removesuffix("%").replace(",", ".")
        try:
            number = float(plain or "0")
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or number < 0:
            raise ConfigError(
                fill(self.tr("“%1” is not a share; write a number of at least 0."), text.strip()),
                setting="shares",
            )
        return number

    def _text(self, line: MixtureLine, column: int) -> str:
        if column == GIVEN:
            if line.given is None:
                return NOTHING
            return grouped(round(line.given)) if self._gives_bytes else f"{line.given:.6g}"
        words = {
            LANGUAGE: line.name,
            LABEL: line.label,
            BYTES: grouped(line.n_bytes),
            NATURAL: percent_cell(line.natural_share),
            BAR: "",
            SHARE: percent_cell(line.share),
            REPETITION: repetition_words(line.repetition),
            BYTES_PER_TOKEN: ratio(line.bytes_per_token),
            CHANGE: change_words(line.change),
            PREMIUM: premium_words(line.premium),
        }
        return words[column]

    def _bar_words(self, line: MixtureLine) -> str:
        return fill(
            self.tr("%1: natural share %2, effective share %3, sampled %4"),
            line.name,
            percent_cell(line.natural_share),
            percent_cell(line.share),
            repetition_words(line.repetition),
        )

    def _explanation(self, section: int) -> str | None:
        words = {
            NATURAL: self.tr("Share of the corpus by size"),
            BAR: fill(
                self.tr(
                    "From the natural share (ring) to the effective one (disc), on one logarithmic "
                    "scale from %1 to 100 %"
                ),
                f"{100 * self._scale.low:g} %",
            ),
            SHARE: self.tr("Share of the corpus in training"),
            REPETITION: self.tr("How often each text of the source counts"),
            BYTES_PER_TOKEN: self.tr("In the source's training text, by the preview"),
            CHANGE: self.tr("Bytes per token against the natural mixture; more is better"),
            PREMIUM: self.tr(
                "Tokens for the same text, the reference = 1: natural mixture → this one; less is "
                "better"
            ),
        }
        return words.get(section)


def _number(value: float | None) -> float | None:
    return None if value is None or value != value else value


def _change(now: float | None, natural: float | None) -> float | None:
    if now is None or not natural or now != now or natural != natural:
        return None
    return now / natural - 1


def _sort_value(line: MixtureLine, column: int) -> str | float:
    if column == LANGUAGE:
        return line.name.casefold()
    if column == LABEL:
        return line.label.casefold()
    if column in (GIVEN, BYTES_PER_TOKEN, CHANGE):
        value = {GIVEN: line.given, BYTES_PER_TOKEN: line.bytes_per_token, CHANGE: line.change}
        return -math.inf if value[column] is None else float(value[column] or 0.0)
    if column == PREMIUM:
        return -math.inf if line.premium is None else line.premium.now
    numbers = {
        BYTES: line.n_bytes, NATURAL: line.natural_share, BAR: line.share, SHARE: line.share,
        REPETITION: line.repetition,
    }  # fmt: skip
    return float(numbers[column])


def repetition_words(repetition: float) -> str:
    """Return how often a source counts.

    >>> repetition_words(1.0), repetition_words(0.25), repetition_words(12.34)
    ('×1.00', '×0.25', '×12.34')
    """
    if not repetition:
        return NOTHING
    return f"×{repetition:.2f}" if repetition >= 0.01 else f"×{ratio(repetition)}"


def change_words(change: float | None) -> str:
    """Return a difference in percent with its sign.

    >>> change_words(0.0123), change_words(-0.2), change_words(2.7), change_words(None)
    ('+1.2 %', '−20.0 %', '+270 %', '–')
    """
    if change is None:
        return NOTHING
    size = abs(100 * change)
    if size < 0.05:
        return "0 %"
    return f"{'+' if change > 0 else '−'}{size:.{0 if size >= 100 else 1}f} %"


def premium_words(premium: PremiumChange | None) -> str:
    """Return a premium, and that of the natural mixture before it where it differs.

    >>> premium_words(PremiumChange(2.5, 2.0)), premium_words(PremiumChange(1.0, 1.0))
    ('2.50 → 2.00', '1.00')
    """
    if premium is None:
        return NOTHING
    natural, now = f"{premium.natural:.2f}", f"{premium.now:.2f}"
    return now if natural == now else f"{natural} → {now}"


def is_much_repeated(line: MixtureLine) -> bool:
    """Return whether a source is repeated so often that it deserves a warning."""
    return line.repetition > MUCH_REPETITION


class ShareBarDelegate(QStyledItemDelegate):
    """Paints a ring at the natural share and a disc at the effective one.

    SCALE_ROLE is the ShareScale of all sources. A source that is left out has the ring only.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(ROW_ROLE)
        painter.save()
        words = paint_ground(painter, option, self._theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        natural, effective = mark_places(option.rect, line, index.data(SCALE_ROLE))
        colour = self._theme.language_style(line.label).colour
        left, right = QRectF(option.rect).left(), QRectF(option.rect).right()
        painter.setPen(QPen(self._theme.colour("grid"), 1.0))
        middle = natural.y()
        painter.drawLine(QPointF(left + CELL_INSET, middle), QPointF(right - CELL_INSET, middle))
        if line.share > 0:
            painter.setPen(QPen(colour, 3.0))
            painter.drawLine(natural, effective)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(effective, MARK_RADIUS, MARK_RADIUS)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour(words), 1.5))
        painter.drawEllipse(natural, MARK_RADIUS, MARK_RADIUS)
        painter.restore()


def mark_places(cell: QRect, line: MixtureLine, scale: ShareScale) -> tuple[QPointF, QPointF]:
    """The middles of the marks of the natural and of the effective share in a cell."""
    begin = cell.left() + CELL_INSET + MARK_RADIUS
    room = cell.width() - 2 * (CELL_INSET + MARK_RADIUS)
    middle = QRectF(cell).center().y()
    natural, effective = (
        QPointF(begin + room * scale.place(share), middle)
        for share in (line.natural_share, line.share)
    )
    return natural, effective


class RepetitionDelegate(QStyledItemDelegate):
    """Paints how often a source counts; a warning colour if it is oversampled."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        words = paint_ground(painter, option, self._theme)
        is_warned = is_much_repeated(index.data(ROW_ROLE)) and words == "text"
        painter.setPen(self._theme.colour("warning" if is_warned else words))
        painter.setFont(self._theme.font(bold=is_warned))
        painter.drawText(option.rect.adjusted(0, 0, -CELL_INSET, 0), _RIGHT, str(index.data()))
        painter.restore()


def change_shade(change: float) -> float:
    """The shade of bytes per token that became more by a share; as in comparisons."""
    shade = shade_of(METRICS["bytes_per_token"], change)
    assert shade is not None
    return shade


class ChangeDelegate(QStyledItemDelegate):
    """Paints a difference in percent on the background of better or worse."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ground = DivergingGround(theme)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(ROW_ROLE)
        painter.save()
        words = paint_ground(painter, option, self._theme)
        if line.change is not None:
            words = "text"  # also in a row that is selected, which frames the colour
            ground = QRectF(option.rect.adjusted(SPACE_S, 2, 0, -2))
            painter.fillRect(ground, self._ground.colour(change_shade(line.change)))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        painter.drawText(option.rect.adjusted(0, 0, -CELL_INSET, 0), _RIGHT, str(index.data()))
        painter.restore()


class ShareTable(DataTable):
    """The view of a MixtureTable, with shares as bars and the figures of a preview.

    Rows keep their order while numbers change; a click on a header sorts again. New rows are
    sorted when the table is shown.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Shares of the sources"), theme, parent)
        self.rows = MixtureTable(self)
        self._sorted = RankedRows(self.rows, SORT_ROLE, self)
        self._has_given = self._has_preview = self._is_unsorted = False
        self.setModel(self._sorted)
        self.setEditTriggers(
            DataTable.EditTrigger.DoubleClicked | DataTable.EditTrigger.EditKeyPressed
        )
        self.setItemDelegateForColumn(LANGUAGE, LanguageDelegate(theme, self))
        self.setItemDelegateForColumn(BAR, ShareBarDelegate(theme, self))
        self.setItemDelegateForColumn(REPETITION, RepetitionDelegate(theme, self))
        self.setItemDelegateForColumn(CHANGE, ChangeDelegate(theme, self))
        self.set_widths(WIDTHS, stretch=BAR)
        self.setSortingEnabled(True)
        self.sortByColumn(BYTES, Qt.SortOrder.DescendingOrder)
        self.rows.modelReset.connect(self._sort_again)
        theme.changed.connect(self.viewport().update)

    def choose(self, label: str) -> None:
        """Choose the row of a label."""
        row = next((i for i, line in enumerate(self.rows.lines) if line.label == label), None)
        if row is not None:
            column = GIVEN if self._has_given else LANGUAGE
            self.setCurrentIndex(self._sorted.mapFromSource(self.rows.index(row, column)))

    def choose_columns(self, *, given: bool, preview: bool) -> None:
        """Show the column to write into, and those of the preview, or not."""
        self._has_given, self._has_preview = given, preview
        self._choose_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_unsorted:
            self._sort_again()

    def _choose_columns(self) -> None:
        wanted = {LANGUAGE, LABEL, BYTES, NATURAL, BAR, SHARE, REPETITION}
        if self._has_given:
            wanted.add(GIVEN)
        if self._has_preview:
            wanted |= {BYTES_PER_TOKEN, CHANGE}
        if self._has_preview and any(line.premium is not None for line in self.rows.lines):
            wanted.add(PREMIUM)
        choose_columns(
            self, self.widths, wanted, expendable=EXPENDABLE, stretch=BAR, least_stretch=LEAST_BAR
        )

    def _sort_again(self) -> None:
        self._is_unsorted = not self.isVisible()
        if self._is_unsorted:
            return
        header = self.horizontalHeader()
        self._sorted.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
