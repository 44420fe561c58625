"""The Pattern pane: a split pattern and its effect on a preview text while typing.

`PatternPane` connects its parts; `PatternComparing` knows the saved pattern and the compared one,
`PatternAdvice` offers a preset that another pane advises.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from engine.splitting import preset_name_of, presets
from workbench.pattern.cases_panel import CaseKeeper
from workbench.pattern.pattern_checker import PatternTrial, PatternTrials, RunsTrial
from workbench.pattern.pattern_comparison import COMPARISON, Against
from workbench.pattern.pattern_desk import PatternDesk, PatternHovering
from workbench.pattern.pattern_results import PatternResults
from workbench.pattern.pattern_rows import (
    Verdict,
    alternative_rows,
    cut_figures,
    engine_sentence,
    explosion_sentence,
    is_without_match,
    preset_words,
    runs_verdict,
    speed_of,
    verdict_of,
)
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.ui.spans.span_text import SpanText
from workbench.ui.theme.theme import SPACE_L, SPACE_M, Theme
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.translation import counted
from workbench.work.engine_verdicts import EngineVerdict, OwnCut

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from workbench.pattern.pattern_flow import CutPair


class PatternComparing(QObject):
    """Knows which pattern is the saved one, and what the edited one is compared with.

    The saved pattern is that of the open run, until another one is kept.
    """

    def __init__(
        self,
        desk: PatternDesk,
        results: PatternResults,
        trials: PatternTrials,
        message_bar: MessageBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._desk, self._results, self._trials = desk, results, trials
        self._message_bar = message_bar
        results.bar.against_chosen.connect(self._compare_with)
        results.bar.keep_requested.connect(self.keep)
        trials.saved_tried.connect(self._show_saved)
        desk.engines.verdict_chosen.connect(self._show_engine)

    def keep(self) -> None:
        """Make the pattern in the editor the saved one."""
        self.save(self._desk.pattern, fill(self.tr("Saved: %1"), self._desk.title))

    def save_of_run(self, tokenizer: Tokenizer | None) -> None:
        """Make the pattern of the open run the saved one."""
        if tokenizer is not None:
            name = preset_name_of(tokenizer.pattern)
            words = presets()[name].title if name else self.tr("own pattern")
            self.save(tokenizer.pattern, fill(self.tr("Open run: %1"), words))

    def save(self, pattern: str, title: str) -> None:
        """Compare from now on with this pattern."""
        self._results.bar.set_saved(pattern, title)
        self._results.show_saved(None)
        self._trials.set_saved(pattern)
        if self._trials.saved_trial is not None:
            self._show_saved(self._trials.saved_trial)

    def _compare_with(self, against: Against) -> None:
        if against.kind == "engine":
            verdict = self._desk.engines.verdicts.get(against.value)
            if verdict is None:
                self._desk.engines.ask_now()
                words = self.tr("Waiting for %1; press its chip when it has answered.")
                self._message_bar.show_note(fill(words, against.value))
            else:
                self._show_engine(verdict)
            return
        self._results.show_engine(None)
        self._trials.set_saved(against.value)
        if self._trials.saved_trial is not None:
            self._show_saved(self._trials.saved_trial)

    def _show_saved(self, trial: PatternTrial) -> None:
        self._results.show_saved(trial)

    def _show_engine(self, verdict: EngineVerdict) -> None:
        """Show where an engine cuts otherwise, or what it says."""
        sentence = engine_sentence(verdict)
        if verdict.bounds is None:
            self._message_bar.show_warning(sentence)
            return
        self._message_bar.show_note(sentence)
        self._results.bar.choose_engine(verdict.engine)
        self._results.show_engine(verdict)
        self._results.show_view(COMPARISON)
        self._results.go_on()


class PatternAdvice(QObject):
    """Offers a preset in the bar, until the editor has it or the offer is dismissed."""

    def __init__(
        self, desk: PatternDesk, message_bar: MessageBar, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk, self._message_bar = desk, message_bar
        self._offered, self._notice = "", 0
        desk.replaced.connect(self.end_when_used)
        message_bar.dismissed.connect(self._forget)

    @property
    def is_open(self) -> bool:
        """Whether a preset is on offer."""
        return bool(self._offered)

    def offer(self, name: str) -> None:
        """Offer a preset by its name, unless it is in the editor."""
        used = self._desk.preset
        if used is not None and used.name == name:
            words = fill(
                self.tr("%1 is already the split pattern. Train with it next."), used.title
            )
            self._message_bar.show_done(words)
            return
        preset = presets()[name]
        words = fill(self.tr("Advised: %1 instead of %2."), preset.title, self._desk.title)
        button = Offer(fill(self.tr("Use %1"), name), partial(self._desk.choose_preset, name))
        self._notice = self._message_bar.show_note(words, offer=button)
        self._offered = name

    def end_when_used(self) -> None:
        """End the offer if the editor has the preset by now."""
        used = self._desk.preset
        if self._offered and used is not None and used.name == self._offered:
            self._message_bar.end(self._notice)
            self._forget()

    def _forget(self) -> None:
        self._offered = ""


class PatternPane(Pane):
    """Edits `state.pattern`; only patterns that compile, match and are fast get there.

    `desk` has the pattern, `preview` the text, `view` the coloured split, `results` also the
    comparison with the saved pattern.

    Signals:
        counting_requested: CutPair, whose tokens to count.
        sample_requested: put text from the corpus into the preview.
        heights_chosen: (height of the editor's half, of the preview's), after a drag.
    """

    counting_requested: Signal[CutPair] = Signal(object)
    sample_requested = Signal()
    heights_chosen: Signal[tuple[int, ...]] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        trials: PatternTrials | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Split pattern"), parent)
        self._state = state
        self._trials = trials or PatternTrials()
        self._trials.setParent(self)
        self._accepted_anyway: str | None = None
        self._wanted: tuple[str, bytes] | None = None
        self._is_stale = True
        self.desk, self.results = PatternDesk(theme), PatternResults(theme)
        self.preview, self.view = self.results.preview, self.results.view
        self._comparing = PatternComparing(self.desk, self.results, self._trials, self.bar, self)
        self._cases = CaseKeeper(state, self.results, self._trials, self.bar, self)
        self.advice = PatternAdvice(self.desk, self.bar, self)
        self._hovering = PatternHovering(self.desk, self.results, self)
        self._make_actions()
        self._lay_out()
        self._connect()
        self.desk.show_pattern(state.pattern)
        self._show_note()
        self._comparing.keep()
        self._comparing.save_of_run(state.tokenizer)
        self.preview.note_corpus(state.corpus)

    @property
    def verdict(self) -> str:
        """The sentence below the editor."""
        return self.desk.words.verdict

    @property
    def speed(self) -> str:
        """Whether the pattern on show is an automaton, or why it is not."""
        return self.desk.words.speed

    @property
    def spans(self) -> SpanText:
        """The pre-tokens on show: those of the last pattern that worked."""
        return self.results.spans

    @property
    def is_trying(self) -> bool:
        """True while a trial is outstanding."""
        return self._trials.is_busy or self.desk.editor.is_settling

    def stop(self) -> None:
        """End the processes that try patterns; the next trial starts others."""
        self._trials.stop()
        self.desk.engines.stop()

    def showEvent(self, event: QShowEvent) -> None:
        """Try the pattern of the state; the processes that do it start now, and not before."""
        super().showEvent(event)
        if self._is_stale:
            self._try()

    def use_anyway(self) -> None:
        """Use the pattern although long runs are slow with it, or nothing matches."""
        self._accepted_anyway = self.desk.pattern
        self._state.set_pattern(self._accepted_anyway)
        self._is_stale = True
        self._try()

    def _lay_out(self) -> None:
        self.header.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, 0)  # the preset follows closely
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.setChildrenCollapsible(False)
        self.halves.addWidget(self.desk)
        self.halves.addWidget(self.results)
        self.halves.setStretchFactor(1, 1)
        self.halves.splitterMoved.connect(self._tell_heights)
        self.set_content(self.halves)
        self._number = label(NOTHING, "big")
        self._number.setAccessibleName(self.tr("Pre-tokens"))
        self._number_words = label("", "caption")
        self.add_number(self._number, self._number_words)

    def _tell_heights(self) -> None:
        self.heights_chosen.emit(tuple(self.halves.sizes()))

    def _make_actions(self) -> None:
        previous = self.make_action(
            "pattern.previous_difference",
            self.tr("Previous difference"),
            self.results.go_back,
            keys="Shift+F8",
            hint=self.tr("Go to the previous difference between draft and reference."),
        )
        following = self.make_action(
            "pattern.next_difference",
            self.tr("Next difference"),
            self.results.go_on,
            keys="F8",
            hint=self.tr("Go to the next difference between draft and reference."),
        )
        self.make_action(
            "pattern.keep_pattern",
            self.tr("Set draft as reference"),
            self._comparing.keep,
            hint=self.tr("Use the pattern in the editor as the reference."),
        )
        self.make_action(
            "pattern.ask_engines",
            self.tr("Ask other engines"),
            self.desk.engines.ask_now,
            hint=self.tr("Split the preview text with tiktoken, tokenizers and regex."),
        )
        self._make_case_actions()
        self.results.bar.add_step(previous, Qt.ArrowType.UpArrow)
        self.results.bar.add_step(following, Qt.ArrowType.DownArrow)

    def _make_case_actions(self) -> None:
        keep_one = self.make_action(
            "pattern.keep_as_one",
            self.tr("Keep as one"),
            self._cases.keep_as_one,
            hint=self.tr("Add a case: the selected text stays one pre-token."),
        )
        keep_split = self.make_action(
            "pattern.keep_split",
            self.tr("Keep split"),
            self._cases.keep_split,
            hint=self.tr("Add a case: the selected pre-tokens stay as they are."),
        )
        self.results.cases.add_commands(keep_one, keep_split)

    def _connect(self) -> None:
        desk, results, trials = self.desk, self.results, self._trials
        desk.settled.connect(self._try)
        desk.words.use_requested.connect(self.use_anyway)
        desk.legend.alternative_chosen.connect(results.show_alternative)
        self.preview.settled.connect(self._try)
        self.preview.sample_requested.connect(self.sample_requested)
        results.counting_requested.connect(self.counting_requested)
        results.inspected.connect(self._state.inspect)
        trials.previewed.connect(self._show_preview)
        trials.tried.connect(self._show_trial)
        trials.saved_tried.connect(self._show_legend)
        trials.runs_tried.connect(self._show_runs)
        desk.replaced.connect(self._note_replaced)
        self._state.pattern_changed.connect(desk.show_pattern)
        self._state.tokenizer_changed.connect(self._comparing.save_of_run)
        self._state.corpus_changed.connect(self.preview.note_corpus)

    def _note_replaced(self) -> None:
        """The editor shows another pattern of the state: try it, when the pane is shown."""
        self._is_stale = True
        self._show_note()
        if self.isVisible():
            self._try()

    def _show_note(self) -> None:
        self.desk.show_note()
        preset = self.desk.preset
        words = fill(self.tr("Used by %1"), preset_words(preset.used_by)) if preset else ""
        self.set_caption(words or self.tr("Own pattern"))

    def _try(self) -> None:
        """Have the pattern tried on the preview text."""
        self.advice.end_when_used()
        wanted = (self.desk.pattern, self.preview.data)
        if wanted == self._wanted and not self._is_stale:
            return  # only colours changed
        self._wanted, was_stale = wanted, self._is_stale
        self._is_stale = False
        self._show_note()
        self._trials.try_edited(*wanted, is_urgent=was_stale)
        if not self._trials.is_ready:
            self.desk.words.show_verdict(Verdict(self.tr("Preparing the pattern checker…")))

    def _show_preview(self, trial: PatternTrial) -> None:
        """Show the first look at once; whether it may be used is for the thorough trial to say."""
        if trial.bounds is not None and trial.pattern:
            self._show_cut(trial)
        elif trial.position is not None:
            self.desk.mark_error(trial.error, trial.position)
            self.desk.words.show_verdict(verdict_of(trial, shows_older=self.spans.n_spans > 0))
            self.desk.words.show_speed(speed_of(trial))

    def _show_trial(self, trial: PatternTrial) -> None:
        if not trial.pattern:  # the engine's own sentence is for programs
            words = self.tr("The pattern is empty; choose a preset or write one.")
            trial = replace(trial, error=words)
        self.desk.mark_error(trial.error, trial.position)
        verdict = verdict_of(trial, shows_older=self.spans.n_spans > 0)
        self.desk.words.show_verdict(verdict)
        self.desk.words.show_speed(speed_of(trial))
        self._say_loudly(verdict)
        if trial.bounds is None or trial.matched is None:
            self.desk.engines.clear()
            return
        self._show_cut(trial)
        self.results.show_saved(self._trials.saved_trial)
        own = OwnCut(trial.pattern, trial.text, trial.bounds, trial.matched)
        self.desk.engines.ask_soon(own)
        if trial.pattern == self.desk.pattern:
            self._accept(trial)
        else:  # another pattern was opened, undone to or typed since: that one is the state's
            self._wanted = None

    def _say_loudly(self, verdict: Verdict) -> None:
        """Show in the bar what concerns everything that follows, until its reason is gone."""
        if verdict.is_loud:
            words = self.tr("%1 Every document would be a single piece.")
            show = self.bar.show_error if verdict.role == "error" else self.bar.show_warning
            show(fill(words, verdict.sentence))
        elif not self.advice.is_open:
            self.bar.clear()

    def _show_cut(self, trial: PatternTrial) -> None:
        if trial.error:
            return
        self.desk.mark_error(trial.error, trial.position)
        self.results.show_edited(trial)
        self.desk.show_hues(self.results.hues)
        figures = cut_figures(trial)
        values = (NOTHING if each is None else grouped(each) for each in figures.values[:4])
        pretokens, distinct, longest, unmatched = values
        words = counted(
            "PatternPane",
            "pre-tokens, %1 different, longest %2 byte, %3 unmatched",
            "pre-tokens, %1 different, longest %2 bytes, %3 unmatched",
            figures.longest or 0,
            distinct,
            longest,
            unmatched,
        )
        self._number.setText(pretokens)
        self._number_words.setText(words)
        self._show_legend(trial)

    def _show_legend(self, _trial: PatternTrial) -> None:
        """Show what each alternative covers now, and under the saved pattern."""
        edited = self.results.edited
        if edited is not None:
            words = self.tr("not matched")
            hues, saved = self.results.hues, self._trials.saved_trial
            self.desk.legend.show_rows(alternative_rows(edited, saved, words, hues))

    def _accept(self, trial: PatternTrial) -> None:
        """Hand the pattern to the state; others than automata only after the long runs."""
        pattern = trial.pattern
        if pattern in (self._state.pattern, self._accepted_anyway) or preset_name_of(pattern):
            self._state.set_pattern(preset_name_of(pattern) or pattern)
        elif is_without_match(trial):
            self.desk.words.show_verdict(
                Verdict(self.tr("Not used yet: it matches nothing in the preview text."), "error"),
                may_use=True,
            )
        elif trial.is_automaton:
            self._state.set_pattern(pattern)
        else:
            self._trials.try_runs(pattern)

    def _show_runs(self, trial: RunsTrial) -> None:
        if trial.pattern != self.desk.pattern:
            return
        if trial.slow_on is None:
            self._state.set_pattern(trial.pattern)
        else:
            self.desk.words.show_verdict(runs_verdict(trial), may_use=True)
            self.bar.show_error(explosion_sentence(trial))
