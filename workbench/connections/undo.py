"""UndoWires: what the history watches, and the commands that undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import ConfigError
from engine.settings import MergeRules, Superwords, line_of_token
from workbench.connections.panes import CORPUS, EXPLORE
from workbench.corpus.mixture_draft import MixtureDraft, edit_kind
from workbench.frame.layouts import NamedLayout
from workbench.frame.search_popup import Entry
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.ui.undo_history import Watched
from workbench.ui.words.corpus_words import mixture_words
from workbench.ui.words.setting_words import superwords_title
from workbench.ui.words.translation import counted
from workbench.work.runs.search import title_among
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from engine import Corpus
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.explore.explore_pane import ExplorePane
    from workbench.store import RunSummary
    from workbench.work.pattern_cases import PatternCase

MOST_LETTERS = 36


class UndoWires(QObject):
    """Ties one history to corpus, pattern, mixture, training settings and deleted runs."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.history = workbench.history
        self._deletion: tuple[tuple[str, ...], object] | None = None
        self._deletions: list[object] = []
        self._watch()
        actions = workbench.window.actions_of_frame
        self._undo, self._redo, self._list = actions.undo, actions.redo, actions.undo_list
        self._undo.triggered.connect(self.history.undo)
        self._redo.triggered.connect(self.history.redo)
        self._list.triggered.connect(self._show_list)
        self.history.changed.connect(self._show_state)
        workbench.runs.deleted.connect(self._note_deleted)
        self._show_state()

    def restore_runs(self, run_ids: Sequence[str]) -> None:
        """Bring deleted runs back: the same as undoing their deletion."""
        deletion, self._deletion = self._deletion, None
        is_last = deletion is not None and deletion[0] == tuple(run_ids)
        if not (deletion and is_last and self.history.undo_step(deletion[1])):
            self._workbench.runs.restore(run_ids)

    def note_purged(self, _purged: object) -> None:
        """Deleted runs were removed for ever: nothing brings them back."""
        for step in self._deletions:
            self.history.forget(step)
        self._deletions.clear()
        self._deletion = None

    def begin_recipe(self) -> None:
        """What a run's recipe brings is one step, its mixture included."""
        self._workbench.panes.build(CORPUS)
        self.history.begin_one(self.tr("duplicated settings"))

    def begin_opening(self) -> None:
        """What a recipe's file brings is one step, its mixture included."""
        self._workbench.panes.build(CORPUS)
        self.history.begin_one(self.tr("opening of a recipe"))

    def end_recipe(self, _recipe: object = None) -> None:
        self.history.end_one()

    def note_deleted_layout(self, gone: NamedLayout) -> None:
        """An own layout was deleted: that can be undone like everything else."""
        words = fill(self.tr("deletion of layout %1"), gone.name)
        own = self._workbench.window.layouts.own
        self.history.add(
            words, partial(own.save, gone.name, gone.layout), partial(own.delete, gone.name)
        )

    def _watch(self) -> None:
        state = self._workbench.state
        history = self.history
        history.watch(
            "corpus",
            Watched(
                self.tr("change of sources"),
                lambda: state.corpus,
                state.set_corpus,
                detail=_sources_words,
            ),
        )
        history.watch(
            "pattern",
            Watched(
                self.tr("change of pattern"),
                lambda: state.pattern,
                state.set_pattern,
                detail=_pattern_words,
            ),
        )
        history.watch("cases", Watched(
            self.tr("change of cases"), lambda: state.pattern_cases,
            state.set_pattern_cases, _cases_words, _cases_words))  # fmt: skip
        history.watch("settings", Watched(
            self.tr("change of training settings"), lambda: state.training_settings,
            state.set_training_settings, _settings_kind, _settings_words))  # fmt: skip
        state.corpus_changed.connect(self._note_corpus)
        state.pattern_changed.connect(self._note_pattern)
        state.pattern_cases_changed.connect(self._note_cases)
        state.training_settings_changed.connect(self._note_settings)
        self._workbench.panes.when_built(CORPUS, self._watch_mixture)
        self._workbench.panes.when_built(EXPLORE, self._watch_question)

    def _watch_mixture(self, pane: CorpusPane) -> None:
        mixture = pane.mixture
        self.history.watch("mixture", Watched(
            self.tr("change of mixture"), lambda: mixture.draft, mixture.take_draft,
            edit_kind, _mixture_words))  # fmt: skip
        mixture.draft_changed.connect(self._note_mixture)
        mixture.draft_fitted.connect(self._settle_mixture)

    def _watch_question(self, pane: ExplorePane) -> None:
        from workbench.explore.question_draft import edit_kind as kind_of_question

        form = pane.form
        self.history.watch("question", Watched(
            self.tr("change of question"), lambda: form.draft, form.take_draft,
            kind_of_question))  # fmt: skip
        form.draft_changed.connect(self._note_question)
        form.draft_fitted.connect(self._settle_question)

    def _note_question(self) -> None:
        self.history.note("question")

    def _settle_question(self) -> None:
        self.history.settle("question")

    def _note_corpus(self, _corpus: object) -> None:
        if (
            self.history.value("corpus") is None
        ):  # the first one; there is no earlier one to restore
            self.history.settle("corpus")
        else:
            self.history.note("corpus")

    def _note_pattern(self, _pattern: str) -> None:
        self.history.note("pattern")

    def _note_cases(self, _cases: object) -> None:
        self.history.note("cases")

    def _note_settings(self, _settings: object) -> None:
        self.history.note("settings")

    def _note_mixture(self) -> None:
        self.history.note("mixture")

    def _settle_mixture(self) -> None:
        self.history.settle("mixture")

    def _note_deleted(self, runs: tuple[RunSummary, ...]) -> None:
        if self.history.is_putting:
            return
        ids = tuple(run.run_id for run in runs)
        flow = self._workbench.runs
        words = fill(self.tr("deletion of run %1"), title_among(runs[0], flow.runs))
        if len(runs) > 1:
            words = counted("UndoWires", "deletion of 1 run", "deletion of %1 runs", len(runs))
        step = self.history.add(words, partial(flow.restore, ids), partial(flow.delete, ids))
        self._deletion = (ids, step)
        self._deletions.append(step)

    def _show_state(self) -> None:
        history = self.history
        nothing = self.tr("nothing was changed")
        for action, can, words, plain in (
            (self._undo, history.can_undo, self.tr("Undo %1"), self.tr("Undo")),
            (self._redo, history.can_redo, self.tr("Redo %1"), self.tr("Redo")),
        ):
            what = history.undo_words if action is self._undo else history.redo_words
            action.setEnabled(can)
            action.setText(fill(words, what) if can else plain)
            action.setStatusTip("" if can else nothing)
        self._list.setEnabled(bool(history.steps))
        self._list.setStatusTip("" if history.steps else nothing)

    def _show_list(self) -> None:
        """List the steps, the newest first; choosing one goes to just after it."""
        done = self.history.n_done
        steps = zip(self.history.steps, self.history.details, strict=True)
        entries = [
            Entry(
                _capital(words),
                self.tr("now") if place == done else "" if place < done else self.tr("undone"),
                partial(self.history.go_to, place),
                group=detail,
            )
            for place, (words, detail) in enumerate(steps, start=1)
        ]
        start = Entry(
            self.tr("Start"), "" if done else self.tr("now"), partial(self.history.go_to, 0)
        )
        self._workbench.window.popups.show_choices(
            [*reversed(entries), start], self.tr("Find a change to go to")
        )


def _settings_kind(before: TrainingSettings, after: TrainingSettings) -> str:
    return " ".join(sorted(before.differences(after)))


def _settings_words(before: TrainingSettings, after: TrainingSettings) -> str:
    pairs = before.differences(after).values()
    return ", ".join(f"{_shown(old)} → {_shown(new)}" for old, new in pairs)


def _shown(value: object) -> str:
    if isinstance(value, int):
        return grouped(value)
    if isinstance(value, Superwords):
        return superwords_title(value)
    if isinstance(value, MergeRules):
        value = (*map(line_of_token, value.blocked), *filter(None, [value.blocked_pattern]))
    shown = ", ".join(map(_item, value)) if isinstance(value, tuple) else str(value or "")
    return _short(shown) or NOTHING


def _item(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _pattern_words(before: str, after: str) -> str:
    return f"{_short(before)} → {_short(after)}"


def _cases_words(before: tuple[PatternCase, ...], after: tuple[PatternCase, ...]) -> str:
    gone = [f"− {case.line}" for case in before if case not in after]
    return _short(", ".join([*gone, *(f"+ {case.line}" for case in after if case not in before)]))


def _mixture_words(_before: MixtureDraft, after: MixtureDraft) -> str:
    try:
        return mixture_words(after.mixture())
    except ConfigError:  # a field is wrong just now
        return ""


def _sources_words(before: Corpus | None, after: Corpus | None) -> str:
    old, new = ([] if each is None else _labels(each) for each in (before, after))
    gone = [f"− {label}" for label in old if label not in new]
    return _short(", ".join([*gone, *(f"+ {label}" for label in new if label not in old)]))


def _labels(corpus: Corpus) -> list[str]:
    return [source.label for source in corpus.sources]


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
