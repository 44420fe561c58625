"""ExplorePane: the question at the left, the search and its front at the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QScrollArea, QStackedWidget, QWidget

from engine.errors import ConfigError
from engine.explore import EXPLORE_METRICS
from engine.settings import SUPERWORD_PRESETS
from engine.splitting import preset_names
from workbench.explore.explore_view import ExploreView, Standing
from workbench.explore.explore_words import told_error
from workbench.explore.landscape import Key, Landscape
from workbench.explore.language_changes import LanguagePair
from workbench.explore.question_draft import QuestionDraft, usual_draft
from workbench.explore.question_form import QuestionForm
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.file_dialogs import ask_files, ask_folder, ask_place
from workbench.ui.widgets.fitting_box import FittingBox
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.metric_words import texts_words
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.sentences import Sentence
    from workbench.work.comparison import EvaluationTexts

Activity = Literal["idle", "running", "paused"]
_EMPTY, _RESULTS = range(2)
_STUDIES_WIDTH = 272


@dataclass(frozen=True, slots=True)
class StudyEntry:
    """A stored exploration. name: its key; title: what people read; is_whole: nothing is left."""

    name: str
    title: str
    is_whole: bool = True


class ExplorePane(Pane):
    """Shows a question and its results, and requests searches by signals.

    Signals:
        explore_requested: QuestionDraft.    resume_requested: name of the study that goes on.
        pause_toggled: whether the search is to pause.    stop_requested: end it, keep its trials.
        study_requested: name of a stored exploration to show.
        forget_requested: name of a stored exploration to delete.
        keep_requested: (Key, whether it opens in Compression beside the current run).
        measure_requested: (Key of a point, variable that moves, its value), one trial.
        export_requested: file to write the front into.
        corpus_requested: there is no corpus.    texts_chosen: tuple of files and folders.
    """

    explore_requested: Signal[QuestionDraft] = Signal(object)
    resume_requested: Signal[str] = Signal(object)
    pause_toggled: Signal[bool] = Signal(object)
    stop_requested = Signal()
    study_requested: Signal[str] = Signal(object)
    forget_requested: Signal[str] = Signal(object)
    keep_requested: Signal[tuple[Key, bool]] = Signal(object)
    measure_requested: Signal[tuple[Key, str, float]] = Signal(object)
    export_requested: Signal[Path] = Signal(object)
    corpus_requested = Signal()
    texts_chosen: Signal[tuple[Path, ...]] = Signal(object)

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Explore"), parent)
        self._state = state
        self._activity: Activity = "idle"
        self._studies: dict[str, StudyEntry] = {}
        self._shown = ""  # name of the study on show
        self._is_usual = True  # the form says what the program proposes
        self._make_actions()
        self.form = QuestionForm(
            [each for each in EXPLORE_METRICS.values() if each.format in ("decimal", "percent")]
        )
        self.form.set_choices("pattern", preset_names())
        self.form.set_choices("superword_rules", tuple(SUPERWORD_PRESETS))
        self.view = ExploreView(theme)
        self._texts, self._study = label("", "caption", wrap=True), FittingBox()
        self._empty_state = EmptyState(
            self.tr("Search for tokenizers that no other beats in every objective."),
            self.tr("Explore"),
        )
        self._empty_state.setObjectName("empty_state")
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self._show_usual()
        self._show_state()

    def primary_action(self) -> QAction:
        return self._explore

    @property
    def activity(self) -> Activity:
        return self._activity

    # ---- what is told

    def note_started(self, name: str) -> None:
        """A search runs now; what is shown follows."""
        self._shown, self._activity = name, "running"
        self.set_studies(tuple(self._studies.values()))
        self.bar.clear()
        self.form.show_error(None)
        self._pages.setCurrentIndex(_RESULTS)
        self._show_state()

    def note_paused(self, is_paused: bool) -> None:
        if self._activity != "idle":
            self._activity = "paused" if is_paused else "running"
            self._show_state()

    def note_ended(self) -> None:
        """No search runs any more."""
        self._activity = "idle"
        self.set_studies(tuple(self._studies.values()))

    def show_search(
        self, name: str, landscape: Landscape, standing: Standing, hypervolume: float | None = None
    ) -> None:
        """Show how far a search is, or a stored one."""
        if name != self._shown:
            self.view.choose(None)
        self._shown = name
        self._study.setCurrentIndex(max(0, self._study.findData(name)))
        self._pages.setCurrentIndex(_RESULTS)
        self.view.set_landscape(landscape)
        self.view.set_standing(standing, hypervolume)
        self._show_state()

    def show_pair(self, pair: LanguagePair | None, words: str) -> None:
        """Show what the chosen point changes for each language."""
        self.view.languages.show_pair(pair, words)

    def set_studies(self, studies: Sequence[StudyEntry]) -> None:
        """List the stored explorations, the newest first."""
        self._studies = {each.name: each for each in studies}
        self._study.clear()
        self._study.addItem(self.tr("New question"), "")
        for each in studies:
            words = each.title if each.is_whole else fill(self.tr("%1, can go on"), each.title)
            self._study.addItem(words, each.name)
        if self._shown and self._shown not in self._studies:
            if self._activity == "idle":  # it was deleted, or ended before its first trial
                self._show_none()
            else:
                self._study.addItem(self.tr("Running"), self._shown)
        self._study.setCurrentIndex(max(0, self._study.findData(self._shown)))
        self._show_state()

    def refuse(self, error: ConfigError) -> None:
        """The question has no answer as it is: say why, at the field where that is known."""
        place = self.form.show_error(error)
        sentence = error.args[0] if error.args else ""
        offer = None
        if _is_about_parallel(sentence):
            offer = Offer(self.tr("Leave premiums out"), self._leave_premiums)
        if place is not None and offer is None:  # the bar would lie over the button
            self.bar.clear()
            self._scroll.ensureWidgetVisible(place)
        else:
            self.bar.show_error(told_error(error), offer=offer)

    def ask_for_texts(self) -> None:
        """There are no test texts: say it, and offer to choose them."""
        self.bar.show_error(
            self.tr("No test texts. A search is judged on texts that training never reads."),
            offer=Offer(self.tr("Choose folder…"), self._ask_folder),
        )

    def ask_for_corpus(self) -> None:
        """There is nothing to train on: say it, and offer to add sources."""
        self.bar.show_error(
            self.tr("No sources. Add text to train on."),
            offer=Offer(self.tr("Add sources"), self.corpus_requested.emit),
        )

    # ---- inside

    def _make_actions(self) -> None:
        self._explore = self.make_action(
            "explore.start", self.tr("Explore"), self._ask_explore, keys="F5",
            hint=self.tr("Search for tokenizers by the question in the form."),
        )  # fmt: skip
        self._resume = self.make_action(
            "explore.resume", self.tr("Resume exploration"), self._ask_resume,
            hint=self.tr("Go on with the exploration on show where it ended."),
        )  # fmt: skip
        self._pause = self.make_action(
            "explore.pause", self.tr("Pause exploration"), self._ask_pause, keys="Ctrl+F5",
            hint=self.tr("Pause the running exploration, or let it go on."),
        )  # fmt: skip
        self._stop = self.make_action(
            "explore.stop", self.tr("Stop exploration"), self.stop_requested.emit, keys="Shift+F5",
            hint=self.tr("End the running exploration; its trials stay and it can go on later."),
        )  # fmt: skip
        self._keep = self.make_action(
            "explore.keep", self.tr("Keep point"), self._ask_keep, keys="Ctrl+D",
            hint=self.tr("Store the selected point as a run with its recipe and question."),
        )  # fmt: skip
        self._beside = self.make_action(
            "explore.open_beside", self.tr("Keep and compare"), self._ask_beside,
            hint=self.tr("Store the selected point and compare it with the current run."),
        )  # fmt: skip
        self._csv = self.make_action(
            "explore.export_csv", self.tr("Front as table…"), self._ask_csv,
            hint=self.tr("Write the points of the front as CSV."),
        )  # fmt: skip
        self._html = self.make_action(
            "explore.export_html", self.tr("Front as page…"), self._ask_html,
            keys="Ctrl+Shift+E", hint=self.tr("Write chart, table and advice as HTML."),
        )  # fmt: skip
        self._usual = self.make_action(
            "explore.usual_question", self.tr("Usual question"), self._take_usual,
            hint=self.tr("Fill the form with the question that fits corpus and test texts."),
        )  # fmt: skip
        self._forget = self.make_action(
            "explore.delete", self.tr("Delete exploration"), self._ask_forget,
            hint=self.tr("Delete the stored exploration on show; kept runs stay."),
        )  # fmt: skip

    def _ask_explore(self) -> None:
        if self._activity != "idle":
            return
        if self._state.corpus is None:
            self.ask_for_corpus()
        elif not self._state.evaluation_texts.paths:
            self.ask_for_texts()
        else:
            self.form.show_error(None)
            self.explore_requested.emit(self.form.draft)

    def _ask_resume(self) -> None:
        if self._shown and self._activity == "idle":
            self.resume_requested.emit(self._shown)

    def _ask_pause(self) -> None:
        self.pause_toggled.emit(self._activity == "running")

    def _ask_keep(self) -> None:
        self._ask_to_keep(beside=False)

    def _ask_beside(self) -> None:
        self._ask_to_keep(beside=True)

    def _ask_to_keep(self, *, beside: bool) -> None:
        key = self.view.chosen
        if key is not None and self._can_keep:
            self.keep_requested.emit((key, beside))

    @property
    def _can_keep(self) -> bool:
        spot = self.view.chosen_spot
        return spot is not None and spot.kind != "baseline"

    def _ask_csv(self) -> None:
        self._ask_export(".csv", "CSV (*.csv)")

    def _ask_html(self) -> None:
        self._ask_export(".html", "HTML (*.html)")

    def _ask_export(self, suffix: str, kinds: str) -> None:
        name = ask_place(self, self.tr("Save front"), f"front{suffix}", kinds)
        if name:
            self.export_requested.emit(Path(name))

    def _ask_folder(self) -> None:
        name = ask_folder(self, self.tr("Folder of test texts"))
        if name:
            self.texts_chosen.emit((Path(name),))

    def _ask_files(self) -> None:
        names = ask_files(self, self.tr("Test texts"))
        if names:
            self.texts_chosen.emit(tuple(map(Path, names)))

    def _ask_forget(self) -> None:
        if self._shown and self._activity == "idle":
            self.forget_requested.emit(self._shown)

    def _choose_study(self, _index: int) -> None:
        name = str(self._study.currentData() or "")
        if name:
            self.study_requested.emit(name)
        elif self._activity == "idle":
            self._show_none()
            self._show_state()

    def _show_none(self) -> None:
        self._shown = ""
        self._pages.setCurrentIndex(_EMPTY)

    def _note_chosen(self, _key: Key | None) -> None:
        self._show_state()

    def _note_edited(self) -> None:
        self._is_usual = False

    def _leave_premiums(self) -> None:
        from dataclasses import replace

        draft = self.form.draft
        kept = tuple(each for each in draft.objectives
                     if EXPLORE_METRICS[each.metric].scope == "label"
                     or each.metric in ("embedding_parameters", "vocab_size"))  # fmt: skip
        self.form.take_draft(replace(draft, objectives=kept or draft.objectives[:1]))
        self.bar.clear()

    def _show_usual(self) -> None:
        """Fill the form with what fits corpus, settings and texts."""
        has_texts = bool(self._state.evaluation_texts.paths)
        self.form.fit_draft(usual_draft(self._state.training_config, has_parallel=has_texts))
        self._is_usual = True

    def _take_usual(self) -> None:
        """Put the usual question in place of the person's, which can be undone."""
        has_texts = bool(self._state.evaluation_texts.paths)
        self.form.take_draft(usual_draft(self._state.training_config, has_parallel=has_texts))
        self._is_usual = True

    def _follow_state(self, _changed: object = None) -> None:
        """Follow other texts and settings until a person edits the question."""
        if self._is_usual:
            self._show_usual()
        corpus = self._state.corpus
        self.form.set_labels([] if corpus is None else [s.label for s in corpus.sources])
        self._show_texts(self._state.evaluation_texts)

    def _show_texts(self, texts: EvaluationTexts) -> None:
        words = self.tr("Judged on: no test texts yet")
        if texts.paths:
            words = fill(self.tr("Judged on: %1"), texts_words(texts.name))
        corpus = self._state.corpus
        n = 0 if corpus is None else len(corpus.sources)
        sources = counted("ExplorePane", "Trains on 1 source", "Trains on %1 sources", n)
        self._texts.setText(f"{sources}\n{words}")

    def _show_state(self) -> None:
        is_idle, study = self._activity == "idle", self._studies.get(self._shown)
        has_front = bool(self.view.landscape.front) and bool(self._shown)
        running = self.tr("an exploration runs")
        none_runs, no_point = self.tr("no exploration runs"), self.tr("no point selected")
        conditions: Mapping[QAction, tuple[bool, str]] = {
            self._explore: (is_idle, running),
            self._usual: (is_idle, running),
            self._pause: (not is_idle, none_runs),
            self._stop: (not is_idle, none_runs),
            self._resume: (is_idle and study is not None and not study.is_whole,
                           self.tr("nothing to go on with")),
            self._keep: (self._can_keep, no_point),
            self._beside: (self._can_keep, no_point),
            self._csv: (has_front, self.tr("no front yet")),
            self._html: (has_front, self.tr("no front yet")),
            self._forget: (is_idle and study is not None, self.tr("no stored exploration")),
        }  # fmt: skip
        for action, (is_enabled, reason) in conditions.items():
            action.setEnabled(is_enabled)
            action.setStatusTip("" if is_enabled else reason)
        self._pause_button.setText(
            self.tr("Continue") if self._activity == "paused" else self.tr("Pause")
        )
        for button, is_shown in (
            (self._pause_button, not is_idle), (self._stop_button, not is_idle),
            (self._resume_button, self._resume.isEnabled()),
        ):  # fmt: skip
            button.setVisible(is_shown)
        self._keep_button.setVisible(self._pages.currentIndex() == _RESULTS)
        self._export_button.setVisible(self._pages.currentIndex() == _RESULTS)
        self.form.setEnabled(is_idle)
        self.view.languages.set_can_open(self._can_keep)
        self.view.slices.set_can_measure(is_idle and study is not None)
        self._study.setEnabled(is_idle)

    def _lay_out(self) -> None:
        self._study.setFixedWidth(_STUDIES_WIDTH)
        self._study.setAccessibleName(self.tr("Stored explorations"))
        self._study.addItem(self.tr("New question"), "")
        self._pause_button = ActionButton(self._pause, words=self.tr("Pause"))
        self._stop_button = ActionButton(self._stop, words=self.tr("Stop"))
        self._resume_button = ActionButton(self._resume, words=self.tr("Resume"))
        self._keep_button = ActionButton(self._keep, words=self.tr("Keep"))
        self._export_button = QPushButton(self.tr("Export"))
        self._export_button.setProperty("kind", "menu")
        menu = QMenu(self._export_button)
        menu.addActions([self._html, self._csv])
        self._export_button.setMenu(menu)
        for part in (self._study, self._resume_button, self._pause_button, self._stop_button,
                     self._keep_button, self._export_button):  # fmt: skip
            self.header.addWidget(part)
        fields = QWidget()
        vertical(self.form, STRETCH, parent=fields, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M))
        self._scroll = scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(fields)
        foot = vertical(horizontal((self._texts, 1), self._texts_button()),
                        ActionButton(self._explore), spacing=SPACE_S,
                        margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M))  # fmt: skip
        side, content = QWidget(), QWidget()
        side.setFixedWidth(FORM_WIDTH)
        inner = vertical((scroll, 1), hairline(), foot, spacing=0)
        horizontal((inner, 1), hairline(vertical=True), parent=side, spacing=0)
        self._pages.addWidget(self._empty_state)
        self._pages.addWidget(self.view)
        horizontal(side, (self._pages, 1), parent=content, spacing=0)
        self.set_content(content)

    def _texts_button(self) -> QPushButton:
        button = QPushButton(self.tr("Texts"))
        button.setProperty("kind", "menu")
        button.setToolTip(self.tr("Choose the texts that the search is judged on"))
        menu = QMenu(button)
        menu.addAction(self.tr("Choose files…")).triggered.connect(self._ask_files)
        menu.addAction(self.tr("Choose folder…")).triggered.connect(self._ask_folder)
        button.setMenu(menu)
        return button

    def _connect(self) -> None:
        self._empty_state.action_requested.connect(self._explore.trigger)
        self._study.activated.connect(self._choose_study)
        self.form.draft_changed.connect(self._note_edited)
        self.view.spot_chosen.connect(self._note_chosen)
        self.view.beside_requested.connect(self._ask_beside)
        self.view.slices.measure_requested.connect(self.measure_requested)
        state = self._state
        for changed in (state.corpus_changed, state.evaluation_texts_changed,
                        state.training_config_changed):  # fmt: skip
            changed.connect(self._follow_state)
        self._follow_state()


def _is_about_parallel(sentence: str | Sentence) -> bool:
    """Whether an error says that the texts cannot be compared by language."""
    return "parallel" in str(getattr(sentence, "code", ""))
