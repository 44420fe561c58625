"""PatternHovering: lights what belongs together in the editor of a pattern and in its preview."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from engine.splitting import top_level_alternatives
from workbench.pattern.fragment_words import fragment_at
from workbench.pattern.pattern_desk import PatternDesk
from workbench.pattern.pattern_results import PatternResults


class PatternHovering(QObject):
    """A fragment under the pointer is told in words and rings the pre-tokens of its alternative.

    The other way round, a pre-token lights its alternative in the editor.
    """

    def __init__(
        self, desk: PatternDesk, results: PatternResults, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk, self._results = desk, results
        self._ringed: int | None = None
        desk.editor.pointed.connect(self._show_fragment)
        results.view.hovered_changed.connect(self._light_alternative)

    def _show_fragment(self, place: int | None) -> None:
        """Tell what the fragment at a place of the pattern does; None for no fragment."""
        pattern = self._desk.editor.pattern
        fragment = None if place is None else fragment_at(pattern, place)
        if fragment is None:
            self._desk.words.show_fragment("")
            self._desk.editor.mark_fragment(None)
            self._ring(None)
            return
        self._desk.words.show_fragment(fragment.words)
        self._desk.editor.mark_fragment((fragment.start, fragment.end))
        self._ring(_alternative_of(pattern, fragment.start, fragment.end))

    def _ring(self, alternative: int | None) -> None:
        """Ring the pre-tokens of an alternative, if those on show are of this pattern."""
        trial, view = self._results.edited, self._results.view
        is_shown = trial is not None and trial.pattern == self._desk.editor.pattern
        if alternative is None or trial is None or trial.made is None or not is_shown:
            if view.ringed is not None:
                view.set_ringed(None)
            self._ringed = None
            return
        if alternative != self._ringed or view.ringed is None:
            self._ringed = alternative
            view.set_ringed(np.equal(trial.made, alternative))

    def _light_alternative(self, span: int | None) -> None:
        """Light the alternative that made a pre-token; None for none."""
        trial, editor = self._results.edited, self._desk.editor
        place = None
        if span is not None and trial is not None and trial.made is not None:
            number = int(trial.made[span])
            alternatives = top_level_alternatives(editor.pattern)
            if trial.pattern == editor.pattern and 0 <= number < len(alternatives):
                place = alternatives[number].start, alternatives[number].end
        editor.light(place)


def _alternative_of(pattern: str, start: int, end: int) -> int | None:
    """The alternative, from 0, that has pattern[start:end]; None for a bar between two."""
    for number, each in enumerate(top_level_alternatives(pattern)):
        if each.start <= start and end <= each.end:
            return number
    return None
