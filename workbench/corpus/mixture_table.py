"""MixtureTable: one row per source, with its share as it is and as the mixture makes it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from engine.errors import ConfigError
from engine.settings import MUCH_REPETITION
from workbench.corpus.mixture_draft import read_size
from workbench.text.engine_words import error_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.ui.tables.headed_table import ROW_ROLE, SCALE_ROLE, SORT_ROLE, HeadedTable

if TYPE_CHECKING:
    from engine.settings import MixtureRow

(LANGUAGE, LABEL, BYTES, NATURAL, GIVEN, BAR, SHARE, REPETITION, BYTES_PER_TOKEN,
 CHANGE) = range(10)  # fmt: skip
_NUMBERS = (BYTES, NATURAL, GIVEN, SHARE, REPETITION, BYTES_PER_TOKEN, CHANGE)
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class MixtureLine:
    """What is known of one source.

    natural_share, share: parts of 1. given: what the person gave, None where nothing is given.
    bytes_per_token: by the preview; change: against the natural mixture, in parts of it, more is
        better. None without a preview.
    """

    label: str
    n_bytes: int
    natural_share: float
    share: float
    repetition: float
    given: float | None = None
    bytes_per_token: float | None = None
    change: float | None = None

    @property
    def name(self) -> str:
        """English words for the label."""
        return language_name(self.label)


@dataclass(frozen=True, slots=True)
class GivenValue:
    """What a person wrote into the row of a label: a share or a number of bytes."""

    label: str
    value: float


class MixtureTable(HeadedTable):
    """Numbers change in place as long as the labels stay the same.

    Signals:
        given_edited: a GivenValue. edit_refused: the sentence that says why.
    """

    right_aligned = _NUMBERS
    given_edited = Signal(object)
    edit_refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = {
            LANGUAGE: self.tr("Language or domain"), LABEL: self.tr("Label"),
            BYTES: self.tr("Bytes"), NATURAL: self.tr("Natural"), GIVEN: self.tr("Share given"),
            BAR: self.tr("○ natural → ● (log)"),
            SHARE: self.tr("Effective"), REPETITION: self.tr("Repeated"),
            BYTES_PER_TOKEN: self.tr("Bytes/token"), CHANGE: self.tr("Change"),
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
                )
                for row in rows
            )
        )  # fmt: skip

    def set_preview(self, now: Mapping[str, float], natural: Mapping[str, float]) -> None:
        """Show bytes per token by label, and how they differ from the natural mixture's."""
        self._set_lines(
            tuple(
                replace(
                    line,
                    bytes_per_token=_number(now.get(line.label)),
                    change=_change(now.get(line.label), natural.get(line.label)),
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

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == GIVEN else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
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

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
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
            NATURAL: percent(line.natural_share),
            BAR: "",
            SHARE: percent(line.share),
            REPETITION: repetition_words(line.repetition),
            BYTES_PER_TOKEN: ratio(line.bytes_per_token),
            CHANGE: change_words(line.change),
        }
        return words[column]

    def _bar_words(self, line: MixtureLine) -> str:
        return fill(
            self.tr("%1: natural share %2, effective share %3, repeated %4"),
            line.name,
            percent(line.natural_share),
            percent(line.share),
            repetition_words(line.repetition),
        )

    def _explanation(self, section: int) -> str | None:
        words = {
            NATURAL: self.tr("Share of the corpus as it is"),
            BAR: fill(
                self.tr(
                    "From the natural share (ring) to the effective one (disc), on one logarithmic "
                    "scale from %1 to 100 %"
                ),
                f"{100 * self._scale.low:g} %",
            ),
            SHARE: self.tr("Share of the corpus as the training weighs it"),
            REPETITION: self.tr("How often each text of the source counts"),
            BYTES_PER_TOKEN: self.tr("In the source's training text, by the preview"),
            CHANGE: self.tr("Bytes per token against the natural mixture; more is better"),
        }
        return words.get(section)


@dataclass(frozen=True, slots=True)
class ShareScale:
    """Shares on a logarithmic axis from `low` to 100 %, the same for all sources."""

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


def repetition_words(repetition: float) -> str:
    """Return how often a source counts.

    >>> repetition_words(1.0), repetition_words(0.25), repetition_words(12.34)
    ('×1.00', '×0.250', '×12.3')
    """
    return f"×{ratio(repetition)}" if repetition else NOTHING


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


def is_much_repeated(line: MixtureLine) -> bool:
    """Return whether a source is repeated so often that it deserves a warning."""
    return line.repetition > MUCH_REPETITION


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
    numbers = {
        BYTES: line.n_bytes, NATURAL: line.natural_share, BAR: line.share, SHARE: line.share,
        REPETITION: line.repetition,
    }  # fmt: skip
    return float(numbers[column])
