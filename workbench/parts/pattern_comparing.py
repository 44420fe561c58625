"""PatternComparing: which pattern is the saved one, and what the edited one is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.splitting import preset_name_of, presets
from workbench.engine_verdicts import EngineVerdict
from workbench.parts.pattern_compare_bar import COMPARISON, Against
from workbench.parts.pattern_desk import PatternDesk
from workbench.parts.pattern_results import PatternResults
from workbench.parts.pattern_trials import PatternTrials
from workbench.pattern_checker import PatternTrial
from workbench.pattern_verdict import engine_sentence
from workbench.placeholders import fill
from workbench.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from engine.encoding import Tokenizer


class PatternComparing(QObject):
    """The saved pattern is that of the open run, until the person keeps another one."""

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
        self.save(self._desk.editor.pattern, fill(self.tr("Saved: %1"), self._desk.title))

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
                words = self.tr("%1 is asked; press its chip when it has answered.")
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
