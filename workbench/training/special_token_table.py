"""The table of special tokens: ids, kinds, roles and remarks; and how the vocabulary adds up.

`SpecialTokenTable` is the model; `remarks_by_row`, `design_remarks` and `vocabulary_sum` phrase
what the engine says of a design. `VocabularyBar` shows the sum as one bar with its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.settings import DesignWarning, SpecialTokenDesign, TokenKind
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.training.chart_points import N_BYTES
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_M, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.words.translation import counted, translator

_tr = translator("special_token_words")

BYTES, MERGES, SPECIAL, RESERVED, PADDING = range(5)
_HUES = {BYTES: 7, MERGES: 0, SPECIAL: 6, RESERVED: 3, PADDING: 1}
_BAR_HEIGHT = 10.0
_SWATCH = 10.0
_LEAST_WIDTH = 3.0
"""Of a part in pixels, so that a few tokens among thousands are seen."""


class VocabularyPart(NamedTuple):
    """Ids of one kind. words: their number and what they are."""

    kind: int
    n_ids: int
    words: str


class VocabularyBar(QWidget):
    """Parts as long as their share of the ids; the words stand below in the same order."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[VocabularyPart, ...] = ()
        self._total = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Parts of the vocabulary"))
        theme.changed.connect(self.update)

    @property
    def words(self) -> str:
        """The sum in words, or why there is none."""
        if not self._parts:
            return self._total
        return f"{' + '.join(part.words for part in self._parts)} {self._total}"

    def show_parts(self, parts: Sequence[VocabularyPart], total: str) -> None:
        """Show these parts. total: the words of the sum; without parts, why there is none."""
        self._parts, self._total = tuple(part for part in parts if part.n_ids), total
        self.setAccessibleDescription(self.words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(self.width(), 320)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = list(self._places(width))
        bottom = places[-1][1].bottom() if places else 0.0
        return round(bottom) + 1

    def part_rects(self) -> dict[int, QRectF]:
        """Return where each kind lies in the bar."""
        whole = sum(part.n_ids for part in self._parts)
        widths = [max(_LEAST_WIDTH, self.width() * p.n_ids / whole) for p in self._parts]
        surplus = sum(widths) - self.width()
        widths[widths.index(max(widths))] -= surplus  # the longest part gives what the others take
        found, left = {}, 0.0
        for part, width in zip(self._parts, widths, strict=True):
            found[part.kind] = QRectF(left, 0, width, _BAR_HEIGHT)
            left += width
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        if self._parts:
            for part, rect in self.part_rects().items():
                self._fill(painter, rect.adjusted(0, 0, -1, 0), part)
        for words, box, kind in self._places(self.width()):
            if kind is not None:
                top = box.center().y() - _SWATCH / 2
                self._fill(painter, QRectF(QPointF(box.left(), top), QPointF(
                    box.left() + _SWATCH, top + _SWATCH)), kind)  # fmt: skip
            role = "muted_text" if self._parts else "negative"
            painter.setPen(self._theme.colour(role))
            left = box.left() + (_SWATCH + SPACE_XS if kind is not None else 0)
            room = QRectF(QPointF(left, box.top()), box.bottomRight())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()

    def _fill(self, painter: QPainter, rect: QRectF, kind: int) -> None:
        colour = QColor(self._theme.token_colour(_HUES[kind]).boundary)
        if kind != PADDING:
            painter.fillRect(rect, colour)
            return
        painter.fillRect(rect, QBrush(colour, Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(colour, 1))
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))

    def _places(self, width: float) -> Iterator[tuple[str, QRectF, int | None]]:
        """The words with their boxes and kinds, in as many lines as they need."""
        metrics = QFontMetricsF(self._theme.font(TEXT_CAPTION))
        height = metrics.height()
        top = _BAR_HEIGHT + SPACE_XS if self._parts else 0.0
        left = 0.0
        entries: list[tuple[str, int | None]] = [(part.words, part.kind) for part in self._parts]
        for words, kind in [*entries, (self._total, None)]:
            swatch = _SWATCH + SPACE_XS if kind is not None else 0.0
            taken = metrics.horizontalAdvance(words) + swatch + 1
            if left and left + taken > width:
                left, top = 0.0, top + height
            yield words, QRectF(left, top, taken, height), kind
            left += taken + SPACE_M


ID, TOKEN, KIND, ROLE, REMARK = range(5)

_ROLE_OF = {"error": "negative", "warning": "warning", "note": "muted_text"}
_ORDER = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class SpecialTokenLine:
    """One token, or a row of equal slots; last_id is first_id for one token.

    row: its place in the design, None for slots. first_id: None if the vocabulary is too small.
    """

    token: str
    kind: TokenKind
    first_id: int | None
    last_id: int | None
    roles: tuple[str, ...] = ()
    row: int | None = None


@dataclass(frozen=True, slots=True)
class TokenRemark:
    """A remark on a token. role: of the theme's colours; "" for the usual one."""

    words: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class TokenEdit:
    """A new name that the user typed for the token of a row."""

    row: int
    token: str


def design_lines(design: SpecialTokenDesign, vocab_size: int) -> tuple[SpecialTokenLine, ...]:
    """The rows of a design at a size: each token, then the reserved slots, then the padding."""
    has_room = design.n_merges(vocab_size) >= 0
    first = vocab_size - len(design.tokens) - design.reserved_slots
    lines = [
        SpecialTokenLine(
            each.token, each.kind, each.token_id if has_room else None,
            each.token_id if has_room else None, each.roles, row,
        )
        for row, each in enumerate(design.token_rows(vocab_size))
    ]  # fmt: skip
    first += len(design.tokens)
    slots: tuple[tuple[TokenKind, int], ...] = (
        ("reserved", design.reserved_slots), ("padding", design.padding(vocab_size)),
    )  # fmt: skip
    number = 0
    for kind, n in slots:
        if n:
            name = f"<|reserved_{number}|>"
            name += f" … <|reserved_{number + n - 1}|>" if n > 1 else ""
            ids = (first, first + n - 1) if has_room else (None, None)
            lines.append(SpecialTokenLine(name, kind, *ids))
        first, number = first + n, number + n
    return tuple(lines)


class SpecialTokenTable(HeadedTable):
    """Model of the tokens; names are edited in place, roles outside of the table.

    A model of its own for that.

    Signals:
        token_edited: a TokenEdit.
    """

    right_aligned = (ID,)
    token_edited: Signal[TokenEdit] = Signal(object)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (
            self.tr("Id"), self.tr("Token"), self.tr("Kind"), self.tr("Role"), self.tr("Remark"),
        )  # fmt: skip
        self._kinds = {
            "set": self.tr("Set"), "own": self.tr("Custom"), "reserved": self.tr("Reserved"),
            "padding": self.tr("Padding"),
        }  # fmt: skip
        self._lines: tuple[SpecialTokenLine, ...] = ()
        self._remarks: Mapping[int, TokenRemark] = {}

    @property
    def lines(self) -> tuple[SpecialTokenLine, ...]:
        return self._lines

    @property
    def remarks(self) -> Mapping[int, TokenRemark]:
        """What is said of tokens, by row."""
        return self._remarks

    def set_lines(
        self, lines: tuple[SpecialTokenLine, ...], remarks: Mapping[int, TokenRemark]
    ) -> None:
        """Show other lines; where there are as many, the selection stays."""
        is_same = len(lines) == len(self._lines)
        if not is_same:
            self.beginResetModel()
        self._lines, self._remarks = lines, remarks
        if not is_same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, REMARK))

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        is_name = index.column() == TOKEN and self._lines[index.row()].row is not None
        return flags | Qt.ItemFlag.ItemIsEditable if is_name else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line, column = self._lines[index.row()], index.column()
        remark = self._remarks.get(index.row(), TokenRemark(""))
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column, remark)
        if role == Qt.ItemDataRole.EditRole and column == TOKEN:
            return line.token
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return remark.words or None
        if role == Qt.ItemDataRole.FontRole and column == TOKEN:
            return self._theme.mono_font()
        if role == Qt.ItemDataRole.ForegroundRole:
            if column == REMARK and remark.role:
                return self._theme.colour(remark.role)
            if column == KIND or line.row is None:
                return self._theme.colour("muted_text")
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != TOKEN:
            return False
        line = self._lines[index.row()]
        if line.row is None:
            return False
        if str(value) != line.token:
            self.token_edited.emit(TokenEdit(line.row, str(value)))
        return True

    def _shown(self) -> Sequence[object]:
        return self._lines

    def _explanation(self, column: int) -> str | None:
        words = {
            ID: self.tr("Fixed: a corpus that yields fewer merges leaves ids unused before it."),
            KIND: self.tr("From a named set, custom, reserved, or padding."),
            ROLE: self.tr("What models and libraries use the token for."),
        }
        return words.get(column)

    def _text(self, line: SpecialTokenLine, column: int, remark: TokenRemark) -> str:
        if column == ID:
            return _ids(line)
        is_token = line.row is not None
        words = {
            TOKEN: visible(line.token.encode("utf-8", "replace")) if is_token else line.token,
            KIND: self._kinds[line.kind],
            ROLE: ", ".join(line.roles),
            REMARK: remark.words,
        }
        return words[column]


def _ids(line: SpecialTokenLine) -> str:
    if line.first_id is None or line.last_id is None:
        return NOTHING
    first, last = grouped(line.first_id), grouped(line.last_id)
    return first if line.first_id == line.last_id else f"{first}–{last}"


def remarks_by_row(warnings: Iterable[DesignWarning]) -> Mapping[int, TokenRemark]:
    """The remarks on each token, the most severe first."""
    found: dict[int, list[DesignWarning]] = {}
    for each in warnings:
        if each.row is not None:
            found.setdefault(each.row, []).append(each)
    return {row: _remark(listed) for row, listed in found.items()}


def design_remarks(warnings: Iterable[DesignWarning]) -> str:
    """The remarks on the design as a whole."""
    return " ".join(warning_words(each) for each in warnings if each.row is None)


def warning_words(warning: DesignWarning) -> str:
    """One warning, short enough for a row."""
    words = {
        "empty": _tr("The token is empty."),
        "surrogate": _tr("A lone surrogate is not text."),
        "duplicate": _tr("Listed twice."),
        "reserved-name": _tr("The name of a reserved slot."),
        "blank": _tr("Contains blanks or invisible characters."),
        "word": _tr("Looks like ordinary text."),
        "non-ascii": _tr("Contains characters beyond ASCII."),
        "case": _tr("Differs from %1 only in case."),
        "inside": _tr("A part of %1."),
        "role-without-token": _tr("The role %1 has no token."),
        "no-boundary": _tr("No token is bos or eos: nothing marks where documents end."),
    }
    return fill(words[warning.code], warning.other)


def vocabulary_sum(
    design: SpecialTokenDesign, vocab_size: int
) -> tuple[tuple[VocabularyPart, ...], str]:
    """The parts of the vocabulary and their sum; no parts if they do not add up."""
    n_merges, padding = design.n_merges(vocab_size), design.padding(vocab_size)
    if n_merges < 0:
        words = _tr("A vocabulary of %1 ids has no room for 256 bytes and these tokens.")
        return (), fill(words, grouped(vocab_size))
    kinds = (
        (BYTES, N_BYTES, _tr("%1 bytes")),
        (MERGES, n_merges, counted("special_token_words", "1 merge", "%1 merges", n_merges)),
        (SPECIAL, len(design.tokens), _tr("%1 special")),
        (RESERVED, design.reserved_slots, _tr("%1 reserved")),
        (PADDING, padding, _tr("%1 padding")),
    )
    parts = tuple(VocabularyPart(kind, n, fill(words, grouped(n))) for kind, n, words in kinds)
    return parts, fill(_tr("= %1 ids"), grouped(vocab_size + padding))


def _remark(listed: list[DesignWarning]) -> TokenRemark:
    listed.sort(key=lambda each: _ORDER.index(each.severity))
    return TokenRemark(" ".join(map(warning_words, listed)), _ROLE_OF[listed[0].severity])
