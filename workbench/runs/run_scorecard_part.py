"""RunScorecardPart: the few figures that decide between the compared runs, and what changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from engine.evaluation import METRICS
from workbench.runs.run_facts_part import fact_words, shown_value
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, multiple
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import shade_of, value_words
from workbench.ui.theme.diverging import LEAST_SHADE_SHOWN, DivergingGround, paint_side
from workbench.ui.theme.icons import MARKER_SIZE, paint_marker
from workbench.ui.theme.theme import (
    RADIUS_CONTROL,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_BIG,
    TEXT_CAPTION,
    TEXT_TITLE,
    Theme,
)
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.metric_words import texts_words
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator
from workbench.work.runs.differences import (
    FactDifference,
    Score,
    change_words,
    difference_text,
    scores_of,
)

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import RunComparison
    from workbench.work.runs.comparison import ComparedFact

_tr = translator("scorecard")
_translated = translator("differences")

HEAD_HEIGHT = 20
SCORE_HEIGHT = 34
LEAST_NAME = 120
MOST_NAME = 340
PREMIUM, FIGURE, TOKENS, SIZE = "premium", "bytes per token", "tokens", "vocabulary"
WIDTHS = {PREMIUM: 256, FIGURE: 128, TOKENS: 148, SIZE: 96}
"""The columns from the left; the premium has none where the texts are not parallel."""
LANGUAGE_WIDTH = 124
Mark = Callable[[int], tuple[str, QColor]]
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class Scorecard(QWidget):
    """One row per tokenizer, painted: the figures large, under each other."""

    def __init__(self, mark: Mark, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark, self._theme = mark, theme
        self._ground = DivergingGround(theme)
        self._names: tuple[str, ...] = ()
        self._scores: tuple[Score, ...] = ()
        self._texts = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Scorecard"))
        words = self.tr(
            "Premium: tokens for the same text; the reference language in the same tokenizer = 1. "
            "A lower premium is fairer; fewer tokens are cheaper."
        )
        self.setToolTip(plain_tip(words))
        theme.changed.connect(self.update)

    def show_scores(self, names: Sequence[str], scores: Sequence[Score], texts: str) -> None:
        """Show the scores of tokenizers with these names. texts: what was measured, or ""."""
        self._names, self._scores, self._texts = tuple(names), tuple(scores), texts
        self.setAccessibleDescription("\n".join(self.sentences()))
        self.updateGeometry()
        self.update()

    def sentences(self) -> list[str]:
        """Every row as it would be read aloud."""
        rows = []
        for name, score in zip(self._names, self._scores, strict=True):
            heads, figures = self._heads(), score_words(score)
            known = [f"{heads[key]} {figures[key]}" for key in self.columns
                     if figures[key] != NOTHING]  # fmt: skip
            rows.append(f"{name}: {', '.join(known)}")
        return rows

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns on show: of WIDTHS, from the left."""
        is_parallel = any(score.premium is not None for score in self._scores)
        return tuple(key for key in WIDTHS if is_parallel or key != PREMIUM)

    def sizeHint(self) -> QSize:
        height = HEAD_HEIGHT + SCORE_HEIGHT * len(self._scores)
        return QSize(LEAST_NAME + self._figures_width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_NAME + WIDTHS[PREMIUM], self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = self._name_width()
        painter.setFont(self._theme.font(TEXT_CAPTION))
        painter.setPen(self._theme.colour("muted_text"))
        texts = painter.fontMetrics().elidedText(
            self._texts, Qt.TextElideMode.ElideRight, int(left - SPACE_M)
        )
        painter.drawText(QRectF(0, 0, left, HEAD_HEIGHT), _LEFT, texts)
        heads = self._heads()
        for key, room in self._rooms(0, HEAD_HEIGHT):
            painter.drawText(room.adjusted(-SPACE_M, 0, 0, 0), _RIGHT, heads[key])
        for row, (name, score) in enumerate(zip(self._names, self._scores, strict=True)):
            self._paint_score(painter, row, name, score)
        painter.end()

    def _paint_score(self, painter: QPainter, row: int, name: str, score: Score) -> None:
        top = HEAD_HEIGHT + row * SCORE_HEIGHT
        theme, width = self._theme, self._name_width()
        shape, colour = self._mark(row)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        middle = QPointF(MARKER_SIZE / 2 + 1, top + SCORE_HEIGHT / 2)
        paint_marker(painter, shape, middle)
        painter.setFont(theme.font(bold=True))
        painter.setPen(theme.colour("text"))
        room = QRectF(MARKER_SIZE + SPACE_S, top, width - MARKER_SIZE - SPACE_L, SCORE_HEIGHT)
        words = painter.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideMiddle, int(room.width())
        )
        painter.drawText(room, _LEFT, words)
        figures = score_words(score)
        for key, cell in self._rooms(top, SCORE_HEIGHT):
            if cell.right() > self.width() + 1:
                return
            if key == TOKENS:
                self._paint_tokens(painter, cell, "" if row == 0 else figures[key], score)
            elif key == PREMIUM:
                self._paint_premium(painter, cell, score)
            else:
                size = TEXT_BIG if key == FIGURE else TEXT_TITLE
                painter.setFont(theme.font(size, bold=key == FIGURE))
                painter.setPen(theme.colour("text"))
                painter.drawText(cell, _RIGHT, figures[key])

    def _paint_side(self, painter: QPainter, cell: QRectF, shade: float | None) -> None:
        """Paint the ground of better or worse than the baseline; none for the baseline."""
        if shade is None:
            return
        ground = cell.adjusted(SPACE_L, 2, 0, -2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ground.colour(shade))
        painter.drawRoundedRect(ground, RADIUS_CONTROL, RADIUS_CONTROL)
        if abs(shade) >= LEAST_SHADE_SHOWN:
            left = QPointF(ground.left() + SPACE_S, ground.center().y())
            paint_side(painter, left, self._theme.colour("text"), shade > 0)

    def _paint_tokens(self, painter: QPainter, cell: QRectF, words: str, score: Score) -> None:
        """Paint the difference in tokens on the ground of better or worse."""
        theme = self._theme
        if not words:
            painter.setFont(theme.font(TEXT_CAPTION))
            painter.setPen(theme.colour("muted_text"))
            painter.drawText(cell.adjusted(0, 0, -SPACE_S, 0), _RIGHT, self.tr("baseline"))
            return
        self._paint_side(painter, cell, shade_of(METRICS["tokens_per_byte"], score.tokens))
        painter.setFont(theme.font(TEXT_BIG, bold=True))
        painter.setPen(theme.colour("text"))
        painter.drawText(cell.adjusted(0, 0, -SPACE_S, 0), _RIGHT, words)

    def _paint_premium(self, painter: QPainter, cell: QRectF, score: Score) -> None:
        """Paint the highest premium after its language, as better or worse."""
        theme = self._theme
        language, number = QRectF(cell), QRectF(cell)
        language.setWidth(LANGUAGE_WIDTH)
        number.setLeft(language.right())
        self._paint_side(painter, number, self.premium_shade(score))
        painter.setFont(theme.font(TEXT_BIG, bold=True))
        painter.setPen(theme.colour("text"))
        painter.drawText(number.adjusted(0, 0, -SPACE_S, 0), _RIGHT, premium_words(score))
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted_text"))
        name = language_name(score.label) if score.label else ""
        words = painter.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideRight, int(language.width())
        )
        painter.drawText(language, _RIGHT, words)

    def premium_shade(self, score: Score) -> float | None:
        """How the highest premium compares with the baseline's; None for the baseline itself."""
        first = self._scores[0]
        if score is first or score.premium is None or not first.premium:
            return None
        return shade_of(METRICS["premium"], score.premium / first.premium - 1)

    def _rooms(self, top: float, height: float) -> list[tuple[str, QRectF]]:
        rooms, left = [], self._name_width()
        for key in self.columns:
            rooms.append((key, QRectF(left, top, WIDTHS[key], height)))
            left += WIDTHS[key]
        return rooms

    def _figures_width(self) -> int:
        return sum(WIDTHS[key] for key in self.columns)

    def _name_width(self) -> float:
        rest = self.width() - self._figures_width()
        return float(min(max(rest, LEAST_NAME), MOST_NAME))

    def _heads(self) -> dict[str, str]:
        return {PREMIUM: self.tr("Highest premium"), FIGURE: self.tr("Bytes per token"),
                TOKENS: self.tr("Tokens"), SIZE: self.tr("Vocabulary size")}  # fmt: skip


def score_words(score: Score) -> dict[str, str]:
    """The figures of a score as they are shown, by column."""
    known = score.tokens is not None
    difference = FactDifference("percent", score.tokens or 0.0) if known else None
    premium = premium_words(score)
    if score.label:
        premium = f"{language_name(score.label)} {premium}"
    return {
        PREMIUM: premium,
        FIGURE: value_words(METRICS["bytes_per_token"], score.bytes_per_token),
        TOKENS: difference_text(difference) or NOTHING,
        SIZE: grouped(score.vocab_size),
    }


def premium_words(score: Score) -> str:
    """The highest premium. Example: "13.2 ×"."""
    return multiple(score.premium)


class RunScorecardPart(QWidget):
    """The scorecard, what changed in one line, and a button that measures what is missing.

    Signals:
        measure_requested: not all of them are measured on the same texts.
    """

    measure_requested = Signal()

    def __init__(self, mark: Mark, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scores = Scorecard(mark, theme)
        self._changes = label("", wrap=True)
        self._changes.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._measure = QPushButton(self.tr("Measure all"))
        self._measure.setToolTip(
            self.tr("Measure all on the test texts of Compression, or on the corpus")
        )
        self._measure.clicked.connect(self.measure_requested)
        top = horizontal((self.scores, 1), spacing=SPACE_M)
        top.addWidget(self._measure, 0, Qt.AlignmentFlag.AlignTop)
        vertical(
            top,
            self._changes,
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S),
            spacing=SPACE_XS,
        )

    @property
    def changes(self) -> str:
        """What changed, line by line."""
        return self._changes.text()

    def show_comparison(self, comparison: RunComparison) -> None:
        """Show the scores of another comparison."""
        evaluation = comparison.evaluation
        words = self.tr("Not yet measured on the same texts")
        if evaluation is not None:
            words = fill(self.tr("Measured on %1"), texts_words(evaluation.texts))
        scores = scores_of(comparison.compared, evaluation)
        self.scores.show_scores(comparison.names, scores, words)
        is_measured = evaluation is not None and evaluation.n_known == len(scores)
        self._measure.setVisible(not is_measured)
        self._changes.setText("\n".join(change_lines(comparison)))


def change_lines(comparison: RunComparison) -> list[str]:
    """What changed from the baseline, a line for each other tokenizer."""
    names, lines = comparison.names, []
    for place in range(1, len(names)):
        words = change_words(comparison.facts, place, fact_words, _both_values, _translated)
        words = words or _tr("nothing in settings and corpus")
        if len(names) > 2:
            lines.append(fill(_tr("What changed in %1: %2"), names[place], words))
        else:
            lines.append(fill(_tr("What changed: %1"), words))
    return lines


def _both_values(fact: ComparedFact) -> tuple[str, str]:
    return shown_value(fact, fact.values[0]), shown_value(fact, fact.values[1])
