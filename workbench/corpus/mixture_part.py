"""MixturePart: the tab of the mixture: form, table of sources and preview.

`RecipeFiles` has the file dialogs, `PreviewPart` the line with the size and the result of a
preview.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QScrollArea, QWidget

from engine.errors import ConfigError, reason_of
from workbench.corpus.mixture_draft import (
    MixtureDraft,
    MixturePreview,
    Mode,
    PreviewStatus,
    PreviewWish,
    draft_of,
)
from workbench.corpus.mixture_form import MixtureForm
from workbench.corpus.mixture_table import GivenValue, ShareTable, change_words
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, duration, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.corpus_words import mixture_warnings
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.settings import Mixture, MixtureRow, ResolvedMixture


LEAST_FORM_WIDTH = 232
SIZES = (2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072)


class RecipeFiles(QObject):
    """The dialogs that open and save a mixture file.

    Signals:
        file_chosen: str, a mixture file to open. place_chosen: Path, where to write one.
    """

    file_chosen: Signal[str] = Signal(object)
    place_chosen: Signal[Path] = Signal(object)

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


class PreviewPart(QWidget):
    """Whether a mixture is previewed, at which vocabulary size, and the overall result.

    Keeps its height, so that nothing below it moves.

    Signals:
        wish_changed: a PreviewWish.
        count_requested: count the corpus now, for the preview.
    """

    wish_changed: Signal[PreviewWish] = Signal(object)
    count_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switch = QCheckBox(self.tr("Preview"))
        self._switch.setChecked(True)
        self._switch.setToolTip(
            self.tr("Train in the background on the counts in memory whenever the mixture changes")
        )
        self._size = QComboBox()
        self._size.setObjectName("preview_size")
        self._size.setAccessibleName(self.tr("Vocabulary size of the preview"))
        self._size.addItem(self.tr("Size as in Train"), None)
        for size in SIZES:
            self._size.addItem(fill(self.tr("%1 tokens"), grouped(size)), size)
        self._count = QPushButton(self.tr("Count now"))
        self._count.setToolTip(self.tr("Read the corpus once and keep its counts"))
        self._status = ElidedLabel("", "caption")
        words = (
            self.tr("bytes per token, preview"), self.tr("against natural"),
            self.tr("gains most"), self.tr("loses most"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._lay_out()
        self._switch.toggled.connect(self._tell)
        self._size.currentIndexChanged.connect(self._tell)
        self._count.clicked.connect(self.count_requested)
        self.show_preview(None)
        self.show_state(PreviewStatus(""))

    @property
    def wish(self) -> PreviewWish:
        """The request for a preview; not wanted while the preview is hidden."""
        is_on = self._switch.isChecked() and self.isVisible()
        return PreviewWish(is_on, self._size.currentData())

    @property
    def status(self) -> str:
        """What is said of the preview: that it is under way, what it took, what it waits for."""
        return self._status.text()

    @property
    def figures(self) -> tuple[str, ...]:
        """Highest premium or bytes per token overall, difference, gains most, loses most."""
        return self._figures.values()

    def show_state(self, state: PreviewStatus) -> None:
        """Say how the preview is, and offer to count the corpus where that is needed."""
        self._status.setText(state.words)
        self._count.setVisible(state.can_count)

    def show_preview(self, preview: MixturePreview | None) -> None:
        """Show what a preview found, or that there is none."""
        if preview is None:
            self._figures.show_values(*[NOTHING] * 4)
            return
        worst = preview.worst_served()
        premium = "" if worst is None else _of(worst, f"{preview.premiums[worst].now:.2f}")
        differences = (change_words(preview.change), *_gain_and_loss(preview))
        self._figures.show_values(
            premium or ratio(preview.overall),
            *(("", "", "") if preview.is_natural else differences),
        )
        words = (self.tr("bytes per token, preview"), self.tr("against natural"))
        if premium:
            words = (self.tr("highest premium, preview"), self.tr("bytes/token change"))
        for index, word in enumerate(words):
            self._figures.set_word(index, word)
        trained = self.tr("Trained at %1 tokens in %2, not stored")
        self.show_state(
            PreviewStatus(fill(trained, grouped(preview.vocab_size), duration(preview.seconds)))
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tell()

    def tell_wish(self, _view: object = None) -> None:
        """Emit the request again: the visibility of the preview may have changed."""
        self.wish_changed.emit(self.wish)

    def _tell(self, _value: object = None) -> None:
        self._size.setEnabled(self._switch.isChecked())
        self.wish_changed.emit(self.wish)

    def _lay_out(self) -> None:
        controls = horizontal(
            self._switch, self._size, self._count, (self._status, 1), spacing=SPACE_M
        )
        vertical(
            controls,
            self._figures,
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )


def _gain_and_loss(preview: MixturePreview) -> tuple[str, str]:
    """The labels with the greatest gain and loss, NOTHING if there is none."""
    changes = preview.changes()
    if changes is None:
        return NOTHING, NOTHING
    best, worst = ((each, preview.now[each] / preview.natural[each] - 1) for each in changes)
    gain = _of(best[0], change_words(best[1])) if best[1] > 0 else NOTHING
    loss = _of(worst[0], change_words(worst[1])) if worst[1] < 0 else NOTHING
    return gain, loss


def _of(label_of_source: str, value: str) -> str:
    return f"{language_name(label_of_source)} {value}"


class MixturePart(QWidget):
    """The tab of the mixture, which turns the user's draft into a Mixture.

    The last valid mixture stays in force while the draft is invalid.
    draft: the text of the fields; `take_draft` puts back an older one.

    Signals:
        draft_changed: the draft was edited or replaced.
        draft_fitted: the draft was adapted to other sources; no edit to undo.
        mixture_edited: Mixture, or None for the natural one.
        weights_changed: the MixtureRows of the sources, where shares or weights changed.
        recipe_saved, save_failed: the sentence to show.
    """

    draft_changed = Signal()
    draft_fitted = Signal()
    mixture_edited: Signal[Mixture | None] = Signal(object)
    weights_changed: Signal[tuple[MixtureRow, ...]] = Signal(object)
    recipe_saved: Signal[str] = Signal(object)
    save_failed: Signal[str] = Signal(object)

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

    def add_command(self, button: QPushButton) -> None:
        """Show a button below the one that saves the mixture."""
        self._foot.addWidget(button)

    def set_sources(self, labels: Sequence[str], n_bytes: Sequence[int]) -> None:
        """Weigh other sources; labels that are gone leave the draft."""
        sizes: dict[str, int] = {}
        for name, size in zip(labels, n_bytes, strict=True):
            sizes[name] = sizes.get(name, 0) + size
        if sizes == self._sizes:
            self.weights_changed.emit(self._resolved.rows if self._resolved else ())
            return
        self._sizes = sizes
        draft = self.draft
        try:
            own = draft.target  # a person's, if it is not the recipe's
            draft = replace(self._with_recipe(draft, draft.recipe), target=own)
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
        if preview is None:
            self.table.rows.set_preview({}, {}, {})
        else:
            self.table.rows.set_preview(preview.now, preview.natural, preview.premiums)
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

    def name_recipe(self, name_or_file: str, target_bytes: int | None, seed: int) -> None:
        """Use a mixture file for sources that may still be read; its labels are checked then."""
        target = "" if target_bytes is None else str(target_bytes)
        draft = replace(self.draft, mode="recipe", recipe=name_or_file, of_recipe={})
        with suppress(ConfigError):  # said once the sources are read
            draft = self._with_recipe(draft, name_or_file)
        self._edit(replace(draft, target=target, seed=str(seed)))

    def save_recipe(self, path: Path) -> None:
        """Write the mixture in force as a recipe."""
        from engine.settings import Mixture, save_recipe

        if self._resolved is None:
            self.save_failed.emit(self.tr("No sources, so no shares to save."))
            return
        try:
            save_recipe(path, self._mixture or Mixture(), self._resolved)
        except OSError as error:
            self.save_failed.emit(f"{path}: {reason_of(error)}.")
        else:
            self.recipe_saved.emit(fill(self.tr("Saved as %1."), str(path)))

    def _with_recipe(self, draft: MixtureDraft, name_or_file: str) -> MixtureDraft:
        """The draft with what a recipe makes of the sources. Raises ConfigError."""
        from engine.settings import find_recipe

        if not name_or_file:
            return draft
        recipe = find_recipe(name_or_file)
        self.form.name_recipe(name_or_file, recipe.name)
        target = draft.target if recipe.target_bytes is None else str(recipe.target_bytes)
        if not any(self._sizes.values()):
            return replace(draft, recipe=name_or_file, target=target)
        applied = recipe.applied(list(self._sizes), list(self._sizes.values()))
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
        self.table.choose_columns(given=is_given, preview=has_preview)

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
        vertical(
            self.form,
            STRETCH,
            parent=fields,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_M,
        )
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(fields)
        side = QWidget()
        side.setMinimumWidth(LEAST_FORM_WIDTH)
        side.setMaximumWidth(FORM_WIDTH)
        side_column = vertical((scroll, 1), hairline(), parent=side, spacing=0)
        self._foot = vertical(
            ActionButton(self.save_action),
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        side_column.addLayout(self._foot)
        self._warnings.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        self._warnings.hide()
        right = vertical(self.preview, hairline(), (self.table, 1), self._warnings, spacing=0)
        row = horizontal(parent=self, spacing=0)
        row.addWidget(side, 1)  # has its whole width before the table grows
        row.addWidget(hairline(vertical=True))
        row.addLayout(right, 2)
