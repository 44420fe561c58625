"""PatternPane: the split pattern, and what it does to a preview text while typing."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.patterns import preset_name_of, presets
from workbench.numbers import grouped
from workbench.pattern_checker import PatternChecker, PatternTrial, RunsTrial
from workbench.pattern_verdict import Verdict, verdict_of
from workbench.sample_text import SAMPLE_TEXT
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.theme import CONTROL_HEIGHT, ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.views.span_text import PLAIN, UNMATCHED, SpanText
from workbench.views.span_view import SpanView
from workbench.visible_text import hex_of, visible
from workbench.widgets.figures import Figures
from workbench.widgets.labels import hairline, label, set_property
from workbench.widgets.pane import Pane
from workbench.widgets.raw_text_edit import RawTextEdit

MAX_PREVIEW_BYTES = 65_536
OWN = ""


class PatternPane(Pane):
    """Edits `state.pattern`; only patterns that compile and are fast reach the state.

    The pane has no signals of its own: it sets `state.pattern` and `state.inspection`.
    """

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        checker: PatternChecker | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Split pattern", parent)
        self._state = state
        self._checker = checker or PatternChecker(self)
        self._spans = SpanText.empty()
        self._accepted_anyway: str | None = None
        self._preset = QComboBox()
        self._preset.setAccessibleName(self.tr("Preset"))
        self._note = label("", "muted", wrap=True)
        self._editor = RawTextEdit(self.tr("Split pattern"), theme)
        self._editor.setFixedHeight(4 * ROW_HEIGHT)
        self._verdict = label("", "caption", wrap=True)
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._verdict.setFixedHeight(CONTROL_HEIGHT)
        self._verdict.setAccessibleName(self.tr("What the pattern does"))
        self._anyway = QPushButton(self.tr("Use anyway"))
        self._anyway.hide()
        words = (
            self.tr("pre-tokens"), self.tr("different"), self.tr("longest, bytes"),
            self.tr("unmatched, bytes"), self.tr("preview, bytes"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._preview = RawTextEdit(self.tr("Preview text"), theme)
        self._preview.setPlainText(SAMPLE_TEXT)
        self._crlf = QCheckBox(self.tr("CRLF line ends"))
        self._reset = QPushButton(self.tr("Reset text"))
        self._view = SpanView(self.tr("Pre-tokens"), theme, self._describe)
        self._fill_presets()
        self._lay_out()
        self._connect()
        self._show_pattern(state.pattern)

    @property
    def verdict(self) -> str:
        """The sentence below the editor."""
        return self._verdict.text()

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

    def set_pattern_text(self, text: str) -> None:
        """Put text into the editor as if typed."""
        self._editor.setPlainText(text)
        self._editor.settle()

    def set_preview(self, text: str) -> None:
        """Put text into the preview as if typed."""
        self._preview.setPlainText(text)
        self._preview.settle()

    def choose_preset(self, name: str) -> None:
        """Choose a preset as if from the list."""
        index = self._preset.findData(name)
        self._preset.setCurrentIndex(index)
        self._take_preset(index)

    def stop(self) -> None:
        """End the process that tries patterns; the next trial starts another."""
        self._checker.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._spans.n_spans == 0:
            self._try()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def _fill_presets(self) -> None:
        for name, preset in presets().items():
            self._preset.addItem(preset.title, name)
        self._preset.addItem(self.tr("Own pattern"), OWN)

    def _lay_out(self) -> None:
        chooser = QHBoxLayout()
        chooser.setSpacing(SPACE_M)
        chooser.addWidget(self._preset)
        chooser.addWidget(self._note, 1)
        below = QHBoxLayout()
        below.setSpacing(SPACE_S)
        below.addWidget(self._verdict, 1)
        below.addWidget(self._anyway)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        top.setSpacing(SPACE_S)
        top.addLayout(chooser)
        top.addWidget(self._editor)
        top.addLayout(below)
        top.addWidget(self._figures)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._preview_side())
        halves.addWidget(self._cut_side())
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

    def _preview_side(self) -> QWidget:
        side = QWidget()
        row = QHBoxLayout()
        row.addWidget(label(self.tr("Preview text"), "section"))
        row.addStretch(1)
        row.addWidget(self._crlf)
        row.addWidget(self._reset)
        column = QVBoxLayout(side)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_L)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._preview, 1)
        return side

    def _cut_side(self) -> QWidget:
        side = QWidget()
        title = label(self.tr("Pre-tokens"), "section")
        title.setFixedHeight(CONTROL_HEIGHT)
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_L, 0)
        row.addWidget(title)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._view, 1)
        return side

    def _connect(self) -> None:
        self._preset.activated.connect(self._take_preset)
        self._editor.settled.connect(self._try)
        self._preview.settled.connect(self._try)
        self._crlf.toggled.connect(self._try)
        self._reset.clicked.connect(self._reset_preview)
        self._anyway.clicked.connect(self._use_anyway)
        self._checker.tried.connect(self._show_trial)
        self._checker.runs_tried.connect(self._show_runs)
        self._view.current_changed.connect(self._inspect)
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
            self._editor.setPlainText(text)
        self._show_note()

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
        text = self._preview.raw_text
        if self._crlf.isChecked():
            text = text.replace("\n", "\r\n")
        data = text.encode("utf-8", "replace")[:MAX_PREVIEW_BYTES]
        self._checker.try_pattern(self._editor.raw_text, data)

    def _show_trial(self, trial: PatternTrial) -> None:
        verdict = verdict_of(trial, shows_older=self._spans.n_spans > 0)
        self._editor.mark_position(trial.position if trial.error else None)
        set_property(self._editor, "wrong", "true" if trial.error else "false")
        self._show_verdict(verdict)
        if trial.bounds is None or trial.matched is None:
            return
        kinds = np.where(trial.matched, PLAIN, UNMATCHED).astype(np.uint8)
        self._spans = SpanText(trial.text, trial.bounds, kinds=kinds)
        self._view.set_text(self._spans, keep_place=True)
        lengths = np.diff(trial.bounds)
        self._figures.show_values(
            grouped(len(lengths)),
            grouped(trial.distinct),
            grouped(int(lengths.max())) if len(lengths) else "0",
            grouped(int(lengths[~trial.matched].sum())),
            grouped(len(trial.text)),
        )
        self._accept(trial.pattern)

    def _accept(self, pattern: str) -> None:
        """Hand the pattern to the state; an own one only after the long runs."""
        name = preset_name_of(pattern)
        if name is not None or pattern in (self._state.pattern, self._accepted_anyway):
            self._state.set_pattern(name or pattern)
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
        self._show_verdict(Verdict(sentence, "error"), may_use=True)

    def _use_anyway(self) -> None:
        self._accepted_anyway = self._editor.raw_text
        self._state.set_pattern(self._accepted_anyway)
        self._try()

    def _show_verdict(self, verdict: Verdict, *, may_use: bool = False) -> None:
        set_property(self._verdict, "role", verdict.role)
        self._verdict.setText(verdict.sentence)
        self._anyway.setVisible(may_use)

    def _reset_preview(self) -> None:
        self.set_preview(SAMPLE_TEXT)

    def _describe(self, span: int) -> str:
        spans = self._spans
        data = spans.span_bytes(span)
        words = self.tr("pre-token %1 of %2, %3, %4 bytes")
        if spans.kind(span) == UNMATCHED:
            words = self.tr("unmatched stretch %1 of %2, %3, %4 bytes")
        parts = (grouped(span + 1), grouped(spans.n_spans), visible(data), grouped(len(data)))
        for number, part in enumerate(parts, 1):
            words = words.replace(f"%{number}", part, 1)
        return words

    def _inspect(self, span: int | None) -> None:
        if span is None:
            return
        data = self._spans.span_bytes(span)
        unmatched = self._spans.kind(span) == UNMATCHED
        facts = (
            Fact(self.tr("Number"), f"{grouped(span + 1)} / {grouped(self._spans.n_spans)}"),
            Fact(self.tr("Offset"), grouped(int(self._spans.bounds[span]))),
            Fact(self.tr("Bytes"), grouped(len(data))),
            Fact(self.tr("Hex"), hex_of(data[:64]), mono=True),
            Fact(self.tr("Matched"), self.tr("no") if unmatched else self.tr("yes")),
        )
        kind = self.tr("Unmatched stretch") if unmatched else self.tr("Pre-token")
        self._state.inspect(Inspection(kind, visible(data[:200]), facts, mono_title=True))
