"""What the commands of the Train pane open: the designer of special tokens, recipes, the check.

`DesigningPane` is the base of the pane, `RecipeCommands` opens and saves the next training,
`ModelCheckView` shows how the open tokenizer fits a model's config.json; `model_check_flow` does
that check.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QPushButton, QSizePolicy, QStackedWidget, QWidget

from engine.analysis import CONFIG_FILE, ConfigFinding, ModelCheck
from engine.errors import ConfigError
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.training.special_token_designer import SpecialTokenDesigner
from workbench.training.training_form import TrainingForm
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_S, Theme
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted, translator

_tr = translator("ModelFindingTable")

_ROLES = {"error": "negative", "warning": "warning", "note": "muted_text", "right": "positive"}
_REMEDY_WIDTH = 320

_MOST_ROWS = 7


def finding_columns(theme: Theme) -> Sequence[Column[ConfigFinding]]:
    """One row for each finding; its sentences are those of the engine."""
    severities = {
        "error": _tr("Error"), "warning": _tr("Warning"), "note": _tr("Note"),
        "right": _tr("Right"),
    }  # fmt: skip
    return (
        Column(_tr("Severity"), lambda row: severities[row.severity], tip=_whole, width=84,
               colour=lambda row: theme.colour(_ROLES[row.severity])),
        Column(_tr("Finding"), lambda row: sentence_words(row.sentence), tip=_whole, width=360,
               stretches=True),
        Column(_tr("What to do"), lambda row: sentence_words(row.remedy), tip=_whole,
               width=_REMEDY_WIDTH, key="remedy"),
    )  # fmt: skip


def _whole(finding: ConfigFinding) -> str:
    return " ".join(filter(None, map(sentence_words, (finding.sentence, finding.remedy))))


class ModelCheckView(QWidget):
    """A verdict in a line, the findings, and the selected one in full.

    Signals:
        close_requested: return to the usual contents of the pane.
    """

    close_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = label("", "section", wrap=True)
        self._findings = ColumnTable(finding_columns(theme), parent=self)
        self._table = DataTable(self.tr("Findings of the check"), theme)
        self._table.show_columns(self._findings)
        self._whole = label("", "caption", wrap=True)
        close = QPushButton(self.tr("Close check"))
        close.setProperty("kind", "quiet")
        head = horizontal((self._verdict, 1), self._table.copying.button(), close)
        vertical(head, self._table, self._whole, parent=self, spacing=SPACE_S)
        close.clicked.connect(self.close_requested)
        self._table.selectionModel().currentRowChanged.connect(self._show_whole)

    @property
    def findings(self) -> tuple[ConfigFinding, ...]:
        return self._findings.rows

    @property
    def verdict(self) -> str:
        """The line above the findings."""
        return self._verdict.text()

    def show_check(self, check: ModelCheck) -> None:
        """Show what a check has found."""
        n_errors = sum(each.severity == "error" for each in check.findings)
        n_warnings = sum(each.severity == "warning" for each in check.findings)
        words = self.tr("%1 fits %2: %3")
        found = counted("ModelCheckView", "1 warning", "%1 warnings", n_warnings)
        if n_errors:
            words = self.tr("%1 does not fit %2: %3")
            found = f"{counted('ModelCheckView', '1 error', '%1 errors', n_errors)}, {found}"
        words = fill(words, check.name, check.path.name, found)
        self._verdict.setText(words)
        self._verdict.setToolTip(plain_tip(str(check.path)))
        set_property(self._verdict, "role", "error" if n_errors else "section")
        self._findings.set_rows(check.findings)
        rows = min(_MOST_ROWS, len(check.findings)) + 1
        self._table.setFixedHeight((rows + 1) * ROW_HEIGHT)
        self._table.selectRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Findings and what to do share the room."""
        super().resizeEvent(event)
        width = min(_REMEDY_WIDTH, event.size().width() * 2 // 5)
        self._table.horizontalHeader().resizeSection(self._findings.place("remedy"), width)

    def _show_whole(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._whole.setText(_whole(self._findings.rows[current.row()]))


class DesigningPane(Pane):
    """A pane whose middle is exchanged for the designer of special tokens or the check.

    `middle` has the usual contents of the pane, or the designer in its place.

    Signals:
        check_requested: Path of a config.json to check the open tokenizer against.
    """

    check_requested: Signal[Path] = Signal(object)

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.designer = SpecialTokenDesigner(theme)
        # Its table asks for more than half a window, which no pane beside another has.
        narrow = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.designer.setSizePolicy(narrow)
        self.check_view = ModelCheckView(theme)
        self.check_view.hide()
        self.middle = QStackedWidget()
        self.designer.below.addWidget(self.check_view)
        self._design_form: TrainingForm | None = None

    def set_up_design(self, form: TrainingForm, usual: QWidget) -> None:
        """Tie the designer to the form; `usual` is the usual contents of the middle."""
        self._design_form = form
        self.middle.addWidget(usual)
        self.middle.addWidget(self.designer)
        self._make_design_actions()
        form.design_requested.connect(self.toggle_design)
        form.changed.connect(self._show_design)
        self.designer.settings_edited.connect(form.take)
        self.designer.refused.connect(self.bar.show_error)
        self.designer.close_requested.connect(self.hide_designer)
        self.designer.choice_changed.connect(self._enable)
        self.middle.currentChanged.connect(self._show_design)
        self.middle.currentChanged.connect(self._enable)
        self.middle.currentChanged.connect(self._note_designing)
        self.check_view.close_requested.connect(self.check_view.hide)

    @property
    def is_designing(self) -> bool:
        """True while the designer is on show."""
        return self.middle.currentWidget() is self.designer

    def toggle_design(self) -> None:
        """Show the designer, or the usual contents."""
        if self.is_designing:
            self.hide_designer()
        else:
            self.show_designer()

    def show_designer(self) -> None:
        """Show the special tokens of the next training in the middle."""
        self.middle.setCurrentWidget(self.designer)
        self.designer.choose_row(0)
        self.designer.table.setFocus()

    def hide_designer(self) -> None:
        """Return to the usual contents of the middle."""
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.designer.isAncestorOf(focused)
        self.middle.setCurrentIndex(0)
        if had_focus and self._design_form is not None:
            self._design_form.setFocus()

    def note_check(self, check: ModelCheck) -> None:
        """Show what the check of the open tokenizer has found."""
        self.bar.clear()
        self.check_view.show_check(check)
        self.check_view.show()
        self.middle.setCurrentWidget(self.designer)

    def drop_words(self, paths: Sequence[Path]) -> str:
        return self.tr("Check the open tokenizer against this model") if _config(paths) else ""

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        config = _config(paths)
        if config is not None:
            self.check_requested.emit(config)
        return config is not None

    def _show_design(self, _index: int = 0) -> None:
        """Show what the form says, while the designer is seen."""
        if self._design_form is None or not self.is_designing:
            return
        try:
            settings = self._design_form.settings()
        except ConfigError:
            return  # said at its field
        self.designer.show_settings(settings)

    def _ask_config(self) -> None:
        kinds = self.tr("Model configuration (*.json);;All files (*)")
        chosen = ask_file(self, self.tr("Check the open tokenizer against a model"), kinds)
        if chosen:
            self.check_requested.emit(Path(chosen))

    def _note_designing(self, _index: int) -> None:
        if self._design_form is not None:
            self._design_form.note_designing(self.is_designing)

    def _enable(self, _index: int = 0) -> None:
        """Offer what is done with a chosen token only while one is seen."""
        can = self.is_designing and self.designer.chosen_row is not None
        reason = "" if can else self.tr("choose a special token in the designer first")
        for action in self._of_token:
            action.setEnabled(can)
            action.setStatusTip(reason)

    def _add_token(self) -> None:
        """Add a token where it is seen."""
        if not self.is_designing:
            self.show_designer()
        self.designer.add_token()

    def _move_up(self) -> None:
        self.designer.move_token(-1)

    def _move_down(self) -> None:
        self.designer.move_token(1)

    def _make_design_actions(self) -> None:
        designer, make = self.designer, self.make_action
        self.design = make(
            "train.design_special_tokens", self.tr("Design special tokens"), self.toggle_design,
            keys="Ctrl+D",
            hint=self.tr("Special tokens of the next training with their ids, roles and padding"),
        )  # fmt: skip
        self.check: QAction = make(
            "train.check_model_config", self.tr("Check against config.json…"), self._ask_config,
            hint=self.tr("Check sizes, role ids and exact decoding of the open tokenizer for a "
                         "model"),
        )  # fmt: skip
        in_table = (
            make(
                "train.choose_role", self.tr("Choose the token's roles"), designer.choose_role,
                keys="Ctrl+Shift+R", hint=self.tr("What models and libraries use the token for"),
            ),
            make(
                "train.add_special_token", self.tr("Add special token"), self._add_token,
                keys="Ctrl+Shift+N", hint=self.tr("Below the selected one"),
            ),
            make(
                "train.remove_special_token", self.tr("Remove special token"),
                designer.remove_token, hint=self.tr("The selected one, with its roles"),
            ),
            make(
                "train.move_special_token_up", self.tr("Move special token up"), self._move_up,
                keys="Alt+Up", hint=self.tr("Swap ids with the previous token"),
            ),
            make(
                "train.move_special_token_down", self.tr("Move special token down"),
                self._move_down, keys="Alt+Down",
                hint=self.tr("Swap ids with the next token"),
            ),
        )  # fmt: skip
        self._of_token = tuple(
            each for each in in_table if each.objectName() != "train.add_special_token"
        )
        designer.offer(self.check, in_table)
        self._enable()


class RecipeCommands(QObject):
    """Makes its actions those of the pane.

    is_reading: whether the corpus is being read, so that it is not known yet.

    Signals:
        file_chosen: Path of a recipe to open. place_chosen: Path, where to write one.
    """

    file_chosen: Signal[Path] = Signal(object)
    place_chosen: Signal[Path] = Signal(object)

    def __init__(self, pane: Pane, form: TrainingForm, state: WorkbenchState) -> None:
        super().__init__(pane)
        self._pane, self._form, self._state = pane, form, state
        self.is_reading = False
        self._open = pane.make_action(
            "train.open_recipe", self.tr("Open recipe…"), self._ask_file,
            hint=self.tr("Take corpus, mixture, pattern and settings from a recipe, the TOML "
                         "file of the command line"),
        )  # fmt: skip
        pane.make_action(
            "train.save_recipe", self.tr("Save recipe…"), self._ask_place,
            hint=self.tr("Write corpus, mixture, pattern and settings as a recipe, which the "
                         "command line trains too"),
        )  # fmt: skip

    def enable(self, is_enabled: bool, reason: str) -> None:
        """Offer to open a recipe, or say why not."""
        self._open.setEnabled(is_enabled)
        self._open.setStatusTip("" if is_enabled else reason)

    def _ask_file(self) -> None:
        name = ask_file(self._pane, self.tr("Open recipe"), self.tr("Recipes (*.toml)"))
        if name:
            self.file_chosen.emit(Path(name))

    def _ask_place(self) -> None:
        if reason := self._why_not():
            self._pane.bar.show_error(reason)
            return
        title, kinds = self.tr("Save recipe"), self.tr("Recipes (*.toml)")
        name = ask_place(self._pane, title, "recipe.toml", kinds)
        if name:
            self.place_chosen.emit(Path(name))

    def _why_not(self) -> str:
        """Why the next training cannot be saved just now; "" if it can."""
        if not self._form.check(self._state.pattern):
            return self.tr("A setting is wrong; change it, then save the recipe.")
        if self.is_reading:
            return self.tr("The corpus is still being read; save the recipe after that.")
        return ""


def _config(paths: Sequence[Path]) -> Path | None:
    """The only model configuration among the dropped files, else None."""
    if len(paths) != 1:
        return None
    path = paths[0]
    return path if path.name == CONFIG_FILE or (path / CONFIG_FILE).is_file() else None
