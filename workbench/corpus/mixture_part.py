"""MixturePart: how sources are weighed, what that makes of each, and what it would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.errors import ConfigError
from engine.evaluation import METRICS
from workbench.corpus.mixture_draft import MixtureDraft, MixturePreview, Mode, draft_of
from workbench.corpus.mixture_form import MixtureForm
from workbench.corpus.mixture_table import (
    BAR,
    BYTES,
    BYTES_PER_TOKEN,
    CHANGE,
    GIVEN,
    LABEL,
    LANGUAGE,
    NATURAL,
    REPETITION,
    SHARE,
    GivenValue,
    MixtureLine,
    MixtureTable,
    ShareScale,
    is_much_repeated,
)
from workbench.corpus.source_preview import PreviewPart
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import byte_size
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import shade_of
from workbench.ui.languages.language_delegates import LanguageDelegate, paint_ground
from workbench.ui.tables.data_table import DataTable, choose_columns
from workbench.ui.tables.headed_table import ROW_ROLE, SCALE_ROLE, SORT_ROLE, RankedRows
from workbench.ui.theme.diverging import DivergingGround
from workbench.ui.theme.theme import CELL_INSET, FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.words.mixture_words import mixture_warnings
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.settings import Mixture, ResolvedMixture

# Delegates of the mixture's table: natural and effective share as a bar, and differences.


MARK_RADIUS = 4.0

_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_Index = QModelIndex | QPersistentModelIndex


class ShareBarDelegate(QStyledItemDelegate):
    """From the natural share, a ring, to the effective one, a disc, in the language's colour.

    SCALE_ROLE is the ShareScale of all sources. A source that is left out has its ring alone.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
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
    """How often a source counts, in the colour of warnings where that is very often."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
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
    """A difference in percent on the ground of better or worse; zero is neutral."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ground = DivergingGround(theme)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
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


# ShareTable: the sources of a mixture with their shares as bars, and what a preview says.


WIDTHS = (152, 92, 92, 72, 88, 160, 76, 76, 84, 80)
LEAST_BAR = 136
EXPENDABLE = (LABEL, BYTES, NATURAL, REPETITION, SHARE, BYTES_PER_TOKEN)


class ShareTable(DataTable):
    """Rows stay where they are while numbers change; a click on a head sorts anew."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Shares of the sources"), theme, parent)
        self.rows = MixtureTable(self)
        self._sorted = RankedRows(self.rows, SORT_ROLE, self)
        self._has_given = self._has_preview = False
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

    @property
    def shown_lines(self) -> tuple[MixtureLine, ...]:
        """The rows in the order in which they stand on the screen."""
        rows = range(self._sorted.rowCount())
        return tuple(self._sorted.index(row, 0).data(ROW_ROLE) for row in rows)

    def give(self, label: str, text: str) -> bool:
        """Write into the row of a label as a person does; False where it is refused."""
        row = next(i for i, line in enumerate(self.rows.lines) if line.label == label)
        return self.rows.setData(self.rows.index(row, GIVEN), text)

    def choose(self, label: str) -> None:
        """Choose the row of a label."""
        row = next((i for i, line in enumerate(self.rows.lines) if line.label == label), None)
        if row is not None:
            column = GIVEN if self._has_given else LANGUAGE
            self.setCurrentIndex(self._sorted.mapFromSource(self.rows.index(row, column)))

    def show_columns(self, *, given: bool, preview: bool) -> None:
        """Show the column to write into, and those of the preview, or not."""
        self._has_given, self._has_preview = given, preview
        self._choose_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def _choose_columns(self) -> None:
        wanted = {LANGUAGE, LABEL, BYTES, NATURAL, BAR, SHARE, REPETITION}
        if self._has_given:
            wanted.add(GIVEN)
        if self._has_preview:
            wanted |= {BYTES_PER_TOKEN, CHANGE}
        choose_columns(
            self, self.widths, wanted, expendable=EXPENDABLE, stretch=BAR, least_stretch=LEAST_BAR
        )

    def _sort_again(self) -> None:
        header = self.horizontalHeader()
        self._sorted.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())


# RecipeFiles: asks where a mixture file lies, or where to write one.


class RecipeFiles(QObject):
    """The two file dialogs of a mixture.

    Signals:
        file_chosen: str, a mixture file to open. place_chosen: Path, where to write one.
    """

    file_chosen = Signal(object)
    place_chosen = Signal(object)

    def __init__(self, beside: QWidget) -> None:
        super().__init__(beside)
        self._beside = beside

    def ask_file(self) -> None:
        """Have the person choose a mixture file."""
        name = ask_file(self._beside, self.tr("Open a mixture file"), self.tr("Mixtures (*.toml)"))
        if name:
            self.file_chosen.emit(name)

    def ask_place(self) -> None:
        """Have the person choose where a mixture file is written."""
        name = ask_place(
            self._beside, self.tr("Save mixture"), "mixture.toml", self.tr("Mixtures (*.toml)")
        )
        if name:
            self.place_chosen.emit(Path(name))


LEAST_FORM_WIDTH = 232


class MixturePart(QWidget):
    """The person's draft becomes a Mixture as soon as it can work; until then the last one holds.

    draft: what the fields say; an older one is put back with `take_draft`.

    Signals:
        draft_changed: the draft was edited, or came from elsewhere.
        draft_fitted: the draft was fitted to other sources, by nobody's wish.
        mixture_edited: Mixture, or None for the natural one.
        weights_changed: the MixtureRows of the sources, where shares or weights changed.
        recipe_saved, save_failed: the sentence to show.
    """

    draft_changed = Signal()
    draft_fitted = Signal()
    mixture_edited = Signal(object)
    weights_changed = Signal(object)
    recipe_saved = Signal(object)
    save_failed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = MixtureDraft()
        self._sizes: dict[str, int] = {}
        self._resolved: ResolvedMixture | None = None
        self._mixture: Mixture | None = None
        self.form = MixtureForm(theme)
        self.preview = PreviewPart(theme)
        self.table = ShareTable(theme)
        self._files = RecipeFiles(self)
        self._warnings = label("", "warning", wrap=True)
        self.save_action = QAction(self.tr("Save mixture"), self)
        self.save_action.setObjectName("corpus.save_mixture")
        self._lay_out()
        self._connect()
        self._take_draft()

    @property
    def resolved(self) -> ResolvedMixture | None:
        """The mixture in force on the sources as they are; None before there is text."""
        return self._resolved

    @property
    def warnings(self) -> str:
        return self._warnings.text()

    def set_sources(self, labels: Sequence[str], n_bytes: Sequence[int]) -> None:
        """Weigh other sources; labels that are gone leave the draft."""
        sizes: dict[str, int] = {}
        for name, size in zip(labels, n_bytes, strict=True):
            sizes[name] = sizes.get(name, 0) + size
        if sizes == self._sizes:
            return
        self._sizes = sizes
        draft = self.draft
        try:
            draft = self._with_recipe(draft, draft.recipe)
        except ConfigError:  # said when the draft is taken
            draft = replace(draft, of_recipe={})
        self.draft = draft.fitted(list(sizes))
        self._take_draft()
        self.draft_fitted.emit()

    def show_mixture(self, mixture: Mixture | None) -> None:
        """Show a mixture that came from elsewhere."""
        if mixture != self._mixture:
            self._edit(draft_of(mixture, self.draft))

    def show_preview(self, preview: MixturePreview | None) -> None:
        """Show what a preview found, at every source and overall."""
        self.preview.show_preview(preview)
        now, natural = ({}, {}) if preview is None else (preview.now, preview.natural)
        self.table.rows.set_preview(now, natural)
        self._choose_columns()

    def take_draft(self, draft: MixtureDraft) -> None:
        """Put another draft into the fields and into force, as far as the sources allow."""
        self._edit(draft.fitted(list(self._sizes)) if self._sizes else draft)

    def take_recipe(self, name_or_file: str) -> None:
        """Use a recipe; what is wrong with it is said at the field of the recipe."""
        try:
            draft = self._with_recipe(replace(self.draft, mode="recipe"), name_or_file)
        except ConfigError as error:
            self.form.show_draft(replace(self.draft, mode="recipe"))
            self.form.show_error(ConfigError(str(error), setting="recipe"))
            return
        self._edit(draft)

    def save_recipe(self, path: Path) -> None:
        """Write the mixture in force as a recipe."""
        from engine.settings import Mixture, save_recipe

        if self._resolved is None:
            self.save_failed.emit(self.tr("There are no sources yet whose shares could be saved."))
            return
        try:
            save_recipe(path, self._mixture or Mixture(), self._resolved)
        except OSError as error:
            self.save_failed.emit(f"{path}: {error.strerror}.")
        else:
            self.recipe_saved.emit(fill(self.tr("Saved as %1."), str(path)))

    def _with_recipe(self, draft: MixtureDraft, name_or_file: str) -> MixtureDraft:
        """The draft with what a recipe makes of the sources. Raises ConfigError."""
        from engine.settings import find_recipe

        if not name_or_file:
            return draft
        recipe = find_recipe(name_or_file)
        self.form.name_recipe(name_or_file, recipe.name)
        if not any(self._sizes.values()):
            return replace(draft, recipe=name_or_file)
        applied = recipe.applied(list(self._sizes), list(self._sizes.values()))
        target = draft.target if recipe.target_bytes is None else str(recipe.target_bytes)
        if draft.mode == "recipe":
            self.form.show_report((recipe.description, *map(sentence_words, applied.remarks)))
        shares = dict(applied.mixture.shares or {})
        return replace(draft, recipe=name_or_file, of_recipe=shares, target=target)

    def _take_draft(self) -> None:
        """Put the present draft into force, or say what is wrong with it."""
        draft = self.draft
        self.form.show_draft(draft)
        try:
            mixture = draft.mixture()
            resolved = None
            if any(self._sizes.values()):
                resolved = mixture.resolve(list(self._sizes), list(self._sizes.values()))
        except ConfigError as error:
            self.form.show_error(error)
            self._show_rows()
            return
        self.form.show_error(None)
        self._resolved = resolved
        self._show_rows()
        self._say_size(mixture)
        self.weights_changed.emit(resolved.rows if resolved else ())
        wanted = None if mixture.is_natural else mixture
        if wanted != self._mixture:
            self._mixture = wanted
            self.mixture_edited.emit(wanted)

    def _show_rows(self) -> None:
        """Show the mixture in force, and what was written into the table, right or wrong."""
        rows = self._resolved.rows if self._resolved else ()
        draft = self.draft
        self.table.rows.set_rows(rows, draft.given(), gives_bytes=draft.mode == "bytes")
        self._choose_columns()
        self._warnings.setText("\n".join(mixture_warnings(rows)))
        self._warnings.setVisible(bool(self._warnings.text()))

    def _say_size(self, mixture: Mixture) -> None:
        resolved = self._resolved
        if resolved is None or mixture.target_bytes is None:
            self.form.show_target_hint("")
            return
        sampled = sum(row.weight > 0 and row.sample_share < 1 for row in resolved.rows)
        self.form.show_target_hint(
            counted(
                "MixturePart",
                "%1 of %2 of text; 1 source is sampled.",
                "%1 of %2 of text; %3 sources are sampled.",
                sampled,
                byte_size(mixture.target_bytes),
                byte_size(sum(self._sizes.values())),
                str(sampled),
            )
        )

    def _choose_columns(self) -> None:
        has_preview = any(line.bytes_per_token is not None for line in self.table.rows.lines)
        is_given = self.draft.mode in ("shares", "bytes")
        self.table.show_columns(given=is_given, preview=has_preview)

    def _edit(self, draft: MixtureDraft) -> None:
        if draft != self.draft:
            self.draft = draft
            self._take_draft()
            self.draft_changed.emit()

    def _take_mode(self, mode: Mode) -> None:
        if mode == "recipe" and not self.draft.recipe:
            self.take_recipe(self.form.first_recipe)
            return
        rows = self._resolved.rows if self._resolved else ()
        self._edit(self.draft.begun(mode, rows))

    def _take_given(self, given: GivenValue) -> None:
        self._edit(self.draft.with_given(given.label, given.value))

    def _set_equal(self) -> None:
        self._edit(self.draft.made_equal(self._sizes))

    def _set_natural(self) -> None:
        self._edit(self.draft.made_natural(self._sizes))

    def _connect(self) -> None:
        self.save_action.triggered.connect(self._files.ask_place)
        self._files.place_chosen.connect(self.save_recipe)
        self._files.file_chosen.connect(self.take_recipe)
        self.form.draft_edited.connect(self._edit)
        self.form.mode_chosen.connect(self._take_mode)
        self.form.recipe_chosen.connect(self.take_recipe)
        self.form.recipe_file_requested.connect(self._files.ask_file)
        self.form.equal_requested.connect(self._set_equal)
        self.form.natural_requested.connect(self._set_natural)
        self.table.rows.given_edited.connect(self._take_given)
        self.table.rows.edit_refused.connect(self.form.refuse)

    def _lay_out(self) -> None:
        fields = QWidget()
        column = QVBoxLayout(fields)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self.form)
        column.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(fields)
        side = QWidget()
        side.setMinimumWidth(LEAST_FORM_WIDTH)
        side.setMaximumWidth(FORM_WIDTH)
        side_column = QVBoxLayout(side)
        side_column.setContentsMargins(0, 0, 0, 0)
        side_column.setSpacing(0)
        side_column.addWidget(scroll, 1)
        side_column.addWidget(hairline())
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        foot.setSpacing(SPACE_S)
        foot.addWidget(ActionButton(self.save_action), 1)
        side_column.addLayout(foot)
        self._warnings.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        self._warnings.hide()
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.preview)
        right.addWidget(hairline())
        right.addWidget(self.table, 1)
        right.addWidget(self._warnings)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side, 1)  # has its whole width before the table grows
        row.addWidget(hairline(vertical=True))
        row.addLayout(right, 2)
