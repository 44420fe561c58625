"""PatternPane: the split pattern, and what it does to a preview text while typing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.patterns import preset_name_of, presets
from workbench.numbers import grouped
from workbench.parts.pattern_preview import PatternPreview
from workbench.parts.pattern_words import PatternWords
from workbench.pattern_checker import PatternChecker, PatternTrial, RunsTrial
from workbench.pattern_verdict import Verdict, speed_of, verdict_of
from workbench.pretoken_facts import pretoken_inspection, pretoken_words
from workbench.state import WorkbenchState
from workbench.theme import CONTROL_HEIGHT, ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.views.span_text import PLAIN, UNMATCHED, SpanText
from workbench.views.span_view import SpanView
from workbench.widgets.figures import Figures
from workbench.widgets.labels import hairline, label, set_property
from workbench.widgets.pane import Pane
from workbench.widgets.raw_text_edit import RawTextEdit

OWN = ""


class PatternPane(Pane):
    """Edits `state.pattern`; only patterns that compile and are fast reach the state.

    `preview` holds the text it is tried on, `view` shows it cut. The pane has no signals of its
    own: it sets `state.pattern` and `state.inspection`.
    """

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        checker: PatternChecker | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Split pattern"), parent)
        self._state = state
        self._checker = checker or PatternChecker(self)
        self._spans = SpanText.empty()
        self._accepted_anyway: str | None = None
        self._is_stale = True
        self._preset = QComboBox()
        self._preset.setAccessibleName(self.tr("Preset"))
        self._note = label("", "muted", wrap=True)
        self._editor = RawTextEdit(self.tr("Split pattern"), theme)
        self._editor.setFixedHeight(3 * ROW_HEIGHT)
        self._words = PatternWords()
        words = (
            self.tr("pre-tokens"), self.tr("different"), self.tr("longest, bytes"),
            self.tr("unmatched, bytes"), self.tr("preview, bytes"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self.preview = PatternPreview(theme)
        self.view = SpanView(self.tr("Pre-tokens"), theme, self._describe)
        for name, preset in presets().items():
            self._preset.addItem(preset.title, name)
        self._preset.addItem(self.tr("Own pattern"), OWN)
        self._lay_out()
        self._connect()
        self._show_pattern(state.pattern)

    @property
    def verdict(self) -> str:
        """The sentence below the editor."""
        return self._words.verdict

    @property
    def speed(self) -> str:
        """Whether the pattern on show is an automaton, or why it is not."""
        return self._words.speed

    @property
    def figures(self) -> tuple[str, ...]:
        """Pre-tokens, different ones, longest, unmatched bytes, bytes of the preview."""
        return self._figures.values()

    @property
    def error_position(self) -> int | None:
        """Where the error is underlined, in UTF-16 units; None without one."""
        return self._editor.marked[0] if self._editor.marked else None

    @property
    def spans(self) -> SpanText:
        """The pre-tokens on show: those of the last pattern that worked."""
        return self._spans

    @property
    def pattern_text(self) -> str:
        """The expression in the editor."""
        return self._editor.raw_text

    @property
    def is_trying(self) -> bool:
        """True while a trial is outstanding."""
        return self._checker.is_busy

    def set_pattern_text(self, text: str) -> None:
        """Put text into the editor as if typed."""
        self._editor.setPlainText(text)
        self._editor.settle()

    def choose_preset(self, name: str) -> None:
        """Choose a preset as if from the list."""
        index = self._preset.findData(name)
        self._preset.setCurrentIndex(index)
        self._take_preset(index)

    def stop(self) -> None:
        """End the process that tries patterns; the next trial starts another."""
        self._checker.stop()

    def prepare(self) -> None:
        """Try the pattern of the state now, so that the pane is filled when it is opened."""
        if self._is_stale:
            self._try()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.prepare()

    def _lay_out(self) -> None:
        chooser = QHBoxLayout()
        chooser.setSpacing(SPACE_M)
        chooser.addWidget(self._preset)
        chooser.addWidget(self._note, 1)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        top.setSpacing(SPACE_S)
        top.addLayout(chooser)
        top.addWidget(self._editor)
        top.addWidget(self._words)
        top.addWidget(self._figures)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.preview)
        halves.addWidget(_titled(self.tr("Pre-tokens"), self.view))
        halves.setStretchFactor(0, 2)
        halves.setStretchFactor(1, 3)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(hairline())
        column.addWidget(halves, 1)
        self.set_content(content)
        QWidget.setTabOrder(self._preset, self._editor)

    def _connect(self) -> None:
        self._preset.activated.connect(self._take_preset)
        self._editor.settled.connect(self._try)
        self.preview.settled.connect(self._try)
        self._words.use_requested.connect(self.use_anyway)
        self._checker.tried.connect(self._show_trial)
        self._checker.runs_tried.connect(self._show_runs)
        self.view.current_changed.connect(self._inspect)
        self._state.pattern_changed.connect(self._show_pattern)

    def _take_preset(self, index: int) -> None:
        preset = presets().get(self._preset.itemData(index))
        if preset is not None:
            self.set_pattern_text(preset.pattern)
        self._show_note()

    def _show_pattern(self, pattern: str) -> None:
        """Show the pattern of the state, unless it is what the editor holds already."""
        preset = presets().get(pattern)
        text = preset.pattern if preset else pattern
        if text != self._editor.raw_text:
            self._editor.set_settled_text(text)
            self._is_stale = True
        self._show_note()
        if self._is_stale and self.isVisible():
            self._try()

    def _show_note(self) -> None:
        name = preset_name_of(self._editor.raw_text) or OWN
        self._preset.setCurrentIndex(self._preset.findData(name))
        preset = presets().get(name)
        if preset is None:
            self._note.setText(self.tr("Your own pattern, in the dialect of the regex module."))
            self.set_caption(self.tr("Own pattern"))
        else:
            self._note.setText(preset.note)
            self.set_caption(self.tr("Used by %1").replace("%1", preset.used_by))

    def _try(self) -> None:
        """Have the pattern tried on the preview text."""
        self._show_note()
        self._is_stale = False
        self._checker.try_pattern(self._editor.raw_text, self.preview.data)
        if not self._checker.is_ready:
            self._words.show_verdict(Verdict(self.tr("Preparing the pattern checker…")))

    def _show_trial(self, trial: PatternTrial) -> None:
        if not trial.pattern:  # the engine's own sentence is for programs
            words = self.tr("The pattern is empty; choose a preset or write one.")
            trial = replace(trial, error=words)
        verdict = verdict_of(trial, shows_older=self._spans.n_spans > 0)
        self._editor.mark_position(trial.position if trial.error else None)
        set_property(self._editor, "wrong", "true" if trial.error else "false")
        self._words.show_verdict(verdict)
        self._words.show_speed(speed_of(trial))
        if trial.bounds is None or trial.matched is None:
            return
        kinds = np.where(trial.matched, PLAIN, UNMATCHED).astype(np.uint8)
        self._spans = SpanText(trial.text, trial.bounds, kinds=kinds)
        self.view.set_text(self._spans, keep_place=True)
        lengths = np.diff(trial.bounds)
        self._figures.show_values(
            grouped(len(lengths)),
            grouped(trial.distinct),
            grouped(int(lengths.max())) if len(lengths) else "0",
            grouped(int(lengths[~trial.matched].sum())),
            grouped(len(trial.text)),
        )
        self._accept(trial)

    def _accept(self, trial: PatternTrial) -> None:
        """Hand the pattern to the state; one without an automaton only after the long runs."""
        pattern = trial.pattern
        is_known = pattern in (self._state.pattern, self._accepted_anyway)
        if pattern and (trial.is_automaton or is_known):
            self._state.set_pattern(preset_name_of(pattern) or pattern)
        elif pattern:
            self._checker.try_runs(pattern)

    def _show_runs(self, trial: RunsTrial) -> None:
        if trial.pattern != self._editor.raw_text:
            return
        if trial.slow_on is None:
            self._state.set_pattern(trial.pattern)
            return
        sentence = self.tr(
            "Not used yet: it takes more than a second on a long run of %1, which training text "
            "may hold. Make repeats possessive, such as \\p{L}++, or use it anyway."
        ).replace("%1", trial.slow_on)
        self._words.show_verdict(Verdict(sentence, "error"), may_use=True)

    def use_anyway(self) -> None:
        """Use the pattern although long runs are slow with it."""
        self._accepted_anyway = self._editor.raw_text
        self._state.set_pattern(self._accepted_anyway)
        self._try()

    def _describe(self, span: int) -> str:
        spans = self._spans
        return pretoken_words(
            spans.span_bytes(span),
            number=span,
            total=spans.n_spans,
            matched=spans.kind(span) != UNMATCHED,
        )

    def _inspect(self, span: int | None) -> None:
        if span is None:
            return
        spans = self._spans
        inspection = pretoken_inspection(
            spans.span_bytes(span),
            number=span,
            total=spans.n_spans,
            offset=int(spans.bounds[span]),
            matched=spans.kind(span) != UNMATCHED,
        )
        self._state.inspect(inspection)


def _titled(words: str, view: QWidget) -> QWidget:
    """Return a view with its title above, level with the buttons beside it."""
    side = QWidget()
    title = label(words, "section")
    title.setFixedHeight(CONTROL_HEIGHT)
    row = QHBoxLayout()
    row.setContentsMargins(SPACE_M, SPACE_S, SPACE_L, 0)
    row.addWidget(title)
    column = QVBoxLayout(side)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_S)
    column.addLayout(row)
    column.addWidget(view, 1)
    return side
