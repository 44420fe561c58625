"""The charts of a training, live and from a stored run.

`TrainingCharts` has them all; `LanguageCurves` is the one of bytes per token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine.compiled import Floats, Int64s
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.training.chart_points import (
    N_BYTES,
    FirstWords,
    TokenLengths,
    TokenWords,
    applied_until,
    gain_milestones,
    gain_outlook,
    gain_points,
    percent_of,
    source_points,
    spread_out,
    token_points,
)
from workbench.training.memory_track import MemoryTrack
from workbench.training.parity_track import ParityTrack
from workbench.training.training_words import (
    after_merges,
    first_word_note,
    first_words_line,
    first_words_list,
    milestone_words,
    once_words,
    outlook_reason,
    outlook_words,
)
from workbench.ui.charts.chart_deck import LEAST_HEIGHT, ChartDeck, Playhead
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curve import ChartText, Curve, GrowingCurve, Note
from workbench.ui.charts.zoom_chart import SpreadChart, ZoomChart
from workbench.ui.theme.theme import SPACE_XS, Theme
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import vertical
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine import Tokenizer, TrainingProgress, TrainingRecord
    from engine.compiled import Floats, Int64s


BAND_SHARE, TRACK_SHARE = 5, 2
BAND_LEAST = 144  # with its title and its legend
MILESTONES = (1.0, 0.5, 0.1)
"""Percent of the tokens that 1000 more merges save."""
ALL = ""  # all text; no source has an empty label
VOCABULARY, STAGE_TWO = "vocabulary", "stage two"
PREVIOUS = "previous"

RECORD_POINTS = 1500
"""At least, of the curve of a long stored run: more than a chart has columns of pixels."""


class LanguageCurves(QWidget):
    """Bytes per token of every source and of all text over the merges.

    `add` collects the points of a training; `draw` shows them together with the other charts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: tuple[str, ...] = ()
        self._growing = GrowingCurve()  # bytes per token of each source
        self._record: TrainingRecord | None = None
        text = ChartText(
            title=self.tr("Bytes per token of the training corpus"),
            x_axis=self.tr("merges"),
            y_axis=self.tr("bytes per token"),
            value=self._words,
        )
        self.chart = SpreadChart(text, theme)
        self.saving = ChartSaving(self.chart)
        vertical(self.chart, parent=self)

    def clear(self) -> None:
        self._begin((), None)

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Append what a training said, as densely as the curve of all text."""
        for value in values:
            if not value.merges_done or not value.last_merges:
                continue
            if value.source_labels != self._labels or not len(self._growing):
                self._begin(value.source_labels, None)
                self._note_bytes(value.source_labels, value.source_bytes or ())
                self._growing.extend(np.zeros(1), *np.ones((len(self._labels), 1)))
            if value.merges_done > self._growing.x[-1]:
                merges, rows = source_points(value)
                self._growing.extend(merges, *rows.T)

    def set_record(self, training: TrainingRecord | None) -> None:
        """Take a stored run."""
        self._begin((), training)

    def _words(self, x: float, y: float) -> str:
        return after_merges(round(x), ratio(y))

    def _begin(self, labels: tuple[str, ...], record: TrainingRecord | None) -> None:
        self._labels, self._record = labels, record
        self._growing = GrowingCurve(len(labels))

    def _note_bytes(self, labels: Sequence[str], n_bytes: Sequence[float]) -> None:
        self.chart.set_source_bytes(dict(zip(labels, n_bytes, strict=False)))

    def draw(self, of_all: Sequence[Curve] = ()) -> None:
        """Show the sources, and the curves of all text; one source alone is all text."""
        if self._record is not None and not self._labels:
            self._take_record(self._record)
        x, rows = self._growing.x.copy(), self._growing.rows.copy()
        labels = self._labels if len(self._labels) > 1 or not of_all else ()
        curves = [
            Curve(label, language_name(label), x, row)
            for label, row in zip(labels, rows, strict=False)
        ]
        self.chart.set_curves([*curves, *of_all])

    def _take_record(self, training: TrainingRecord) -> None:
        """Make the points of a stored run: bytes per token after some of its merges."""
        n = len(training.applied)
        second = training.second_stage
        n_first = n if second is None else min(second.n_first, n)
        step = max(1, n // RECORD_POINTS)
        ends = np.unique([*range(step, n, step), n_first, n])
        self._begin(training.source_labels, training)
        self._note_bytes(training.source_labels, training.source_bytes.tolist())
        n_bytes = training.source_bytes.astype(np.float64)
        tokens = n_bytes[None, :]
        x = np.zeros(1)
        ends = ends[ends > 0]
        if len(ends):
            gone = applied_until(training.source_applied, ends, step)
            x = np.concatenate([x, ends])
            left = n_bytes - gone
            if second is not None and n_first < n:  # from there on the text is cut otherwise
                at_first = np.flatnonzero(x[1:] == n_first)
                before = gone[at_first[0]] if len(at_first) else 0
                left = np.where((x[1:] > n_first)[:, None],
                                np.array(second.source_tokens) - (gone - before), left)  # fmt: skip
            tokens = np.concatenate([tokens, left])
        with np.errstate(invalid="ignore", divide="ignore"):
            self._growing.extend(x, *(n_bytes / tokens).T)


_SourceBytes = tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class _RunCurve:
    """Bytes per token of all text of a run, and by which its corpus is known."""

    corpus: _SourceBytes
    x: Floats
    y: Floats


_NO_RUN = _RunCurve((), np.empty(0), np.empty(0))


class TrainingCharts(QWidget):
    """Tracks over one axis of merges, and token lengths; a training draws only those in sight.

    All are drawn at once, so that they and the figures beside them show the same moment. A training
    with superwords has one more track, and its transition is marked in all of them.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all = self.tr("All text")
        self._compression, self._tokens = GrowingCurve(), GrowingCurve()
        self._counts, self._lengths = GrowingCurve(), TokenLengths()
        self._words, self._n_first = TokenWords(), -1
        self._first_words = FirstWords()
        self._corpus: _SourceBytes = ()
        self._memory_of: str | None = ""  # hash of a tokenizer, None while a training runs
        self._n_wanted, self._n_shown = 0.0, 0
        self._shown_run, self._previous = _NO_RUN, _NO_RUN
        self._in_text, self._in_vocabulary = GrowingCurve(), GrowingCurve()
        self.languages = LanguageCurves(theme)
        self._make_charts(theme)
        self._tracks = (
            self.languages.chart, self.gain_chart, self.counts_chart, self.memory_track,
            self.superwords_chart, self.parity_track,
        )  # fmt: skip
        self.playhead = Playhead(self._tracks, self)
        self.deck = ChartDeck()
        self.advice = ElidedLabel("", "")
        self.deck.shown_changed.connect(self._draw_seen)
        for title, part, chart in (
            (self.tr("Bytes per token"), self.languages, self.languages.chart),
            (self.tr("Gain"), self.gain_chart, self.gain_chart),
            (self.tr("Counts"), self.counts_chart, self.counts_chart),
            (self.tr("Memory"), self.memory_track, self.memory_track),
            (self.tr("Superwords"), self.superwords_chart, self.superwords_chart),
            (self.tr("Parity"), self.parity_track, self.parity_track),
            (self.tr("Lengths"), self.lengths_chart, self.lengths_chart),
        ):
            is_band = part is self.languages
            share, least = (BAND_SHARE, BAND_LEAST) if is_band else (TRACK_SHARE, LEAST_HEIGHT)
            self.deck.add(title, part, chart, share, is_track=chart in self._tracks, least=least)
        self._note_transition(None)
        vertical(self.advice, (self.deck, 1), parent=self, spacing=SPACE_XS)

    @property
    def several_words(self) -> float | None:
        """Percent of the text's tokens that hold more than one word; None without superwords."""
        return None if self._n_first < 0 or not len(self._in_text) else float(self._in_text.y[-1])

    def clear(self) -> None:
        self._forget()
        self._lengths.clear()
        self._first_words.clear()
        self._forget_memory(is_offered=True)
        self._memory_of = None
        self._note_transition(None)
        self.languages.clear()
        self.parity_track.clear()
        self.deck.follow(True)
        self.advice.clear()
        self._corpus, self._previous = (), self._shown_run
        self._draw()

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Append what a training said; `show_newest` shows it.

        To add one slice of merges takes a tenth of a millisecond; a second of merging has hundreds.
        """
        done = self._compression.x[-1] if len(self._compression) else 0
        merged = [value for value in values if value.merges_done > done and value.last_merges]
        self.languages.add(values)
        if not merged:
            return
        if not done:  # before the first merge a token is a byte
            newest = merged[-1]
            labels, n_bytes = newest.source_labels, newest.source_bytes
            self._corpus = tuple(zip(labels, n_bytes, strict=False))
            self._n_wanted = float(newest.merges_total)
            self._compression.extend(np.zeros(1), np.ones(1))
            self._tokens.extend(np.zeros(1), np.array([float(values[0].total)]))
        for value in merged:
            x, tokens = token_points(value)
            per_token = value.total / np.maximum(1.0, tokens)
            per_token[-1] = value.bytes_per_token
            self._compression.extend(x, per_token)
            self._tokens.extend(x, tokens)
        for merges in (value.last_merges for value in merged):
            ranks = np.arange(merges.first_rank + 1, merges.first_rank + len(merges) + 1)
            self._counts.extend(ranks.astype(float), merges.counts.astype(float))
            if merges.first_rank == self._lengths.n_merges:
                self._lengths.extend(merges.pairs)
            by_source = merges.source_applied
            if by_source is not None and merges.first_rank == self._first_words.n_merges:
                labels = merged[-1].source_labels
                self._first_words.extend(merges.pairs, merges.applied, by_source, labels)
        self._add_words(merged)
        self.parity_track.add(merged)

    def show_newest(self) -> None:
        """Show all that a training said so far."""
        if not len(self._compression):
            # A training that merges faster than it is shown has one later point.
            self.memory_track.sample_before()
        if len(self._compression) == self._n_shown:
            return
        self._n_shown = len(self._compression)
        self.memory_track.sample(int(self._compression.x[-1]))
        self._show_advice()
        if self.isVisible():
            self._draw_seen()

    def prepare(self) -> None:
        """Make the plots before the first merges come, as far as they will be in sight."""
        for chart, _ in self._drawings:
            if chart.isVisibleTo(self):
                chart.prepare()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_seen()

    def finish(self) -> None:
        """Draw what the last redraw left out."""
        self._draw()

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show the curves of a stored run."""
        self._forget()
        training = tokenizer.training if tokenizer is not None else None
        if tokenizer is None:
            self._lengths.clear()
        else:
            self._lengths.follow(tokenizer.ranked_merges)
        if training is not None and len(training.applied):
            merges = np.arange(len(training.applied) + 1, dtype=float)
            tokens = np.maximum(1, training.token_curve())
            self._compression.extend(merges, training.bytes / tokens)
            self._tokens.extend(merges, tokens.astype(float))
            self._counts.extend(merges[1:], training.occurrences.astype(float))
        if tokenizer is not None and training is not None:
            n = min(len(training.applied), tokenizer.n_merges)
            applied, by_source = training.applied[:n], training.source_applied[:n]
            pairs = tokenizer.ranked_merges[:n]
            self._first_words.follow(pairs, applied, by_source, training.source_labels)
        else:
            self._first_words.clear()
        self._show_memory(tokenizer)
        second = training.second_stage if training is not None else None
        self._note_run(training)
        self._note_transition(None if second is None else second.n_first)
        if tokenizer is not None and training is not None and second is not None:
            n = min(len(training.applied), tokenizer.n_merges)
            words = self._words.extend(tokenizer.ranked_merges[:n], training.applied[:n])
            self._extend_words(np.arange(1, n + 1), *words, self._tokens.y[1 : n + 1])
        self.languages.set_record(training)
        self.parity_track.set_record(training)
        self._show_advice()
        self.deck.follow(True)
        self._draw()

    def _note_run(self, training: TrainingRecord | None) -> None:
        """A stored run is shown: remember its curve for the next one of the same corpus."""
        self._n_wanted = 0.0
        if training is None:
            self._corpus = ()
            return
        sources = zip(training.source_labels, training.source_bytes.tolist(), strict=True)
        self._corpus = tuple(sources)
        x, y = self._compression.x.copy(), self._compression.y.copy()
        if not np.array_equal(y, self._shown_run.y):
            if self._shown_run.corpus:
                self._previous = self._shown_run
            self._shown_run = _RunCurve(self._corpus, x, y)

    def _forget(self) -> None:
        for curve in (self._compression, self._tokens, self._counts, self._in_text,
                      self._in_vocabulary):  # fmt: skip
            curve.clear()
        self._words.clear()
        self._n_shown = 0

    def _show_memory(self, tokenizer: Tokenizer | None) -> None:
        """Show what was stored with a run, else the points of the training that ended with it."""
        training = None if tokenizer is None else tokenizer.training
        shown = "" if tokenizer is None else tokenizer.semantic_hash
        is_watched = self._memory_of is None and self.memory_track.n_merges == len(self._counts)
        if training is not None and len(training.memory):
            self.deck.offer(self.memory_track, True)
            self.memory_track.set_samples(training.memory)
        elif not shown or not (is_watched or self._memory_of == shown):
            self._forget_memory(is_offered=False)
        self._memory_of = shown

    def _forget_memory(self, *, is_offered: bool) -> None:
        """No points yet; a run that was stored without has no track for them."""
        self.memory_track.clear()
        self.deck.offer(self.memory_track, is_offered)

    def _show_advice(self) -> None:
        """Answer whether to go on, from the text as it is cut now."""
        if not len(self._tokens):
            self.advice.clear()
            self.deck.offer(self.parity_track, False)
            return
        from engine.analysis import THRESHOLD  # loads kernels: with the first merges only

        n_before = max(0, self._n_first)  # superwords cut the text otherwise
        begin = int(np.searchsorted(self._tokens.x, n_before + (self._n_first >= 0)))
        x, y = self._tokens.x[begin:], self._tokens.y[begin:]
        parity = self.parity_track.words
        self.deck.offer(self.parity_track, bool(parity))
        words = outlook_words(gain_outlook(x, y, THRESHOLD), THRESHOLD)
        if words and len(self._counts) and self._counts.y[-1] <= 1:  # the gain is that of a copy
            words = once_words()
        found = self._first_words.found()
        languages = first_words_line(found, self._first_words.n_languages)
        self.advice.setText(" ".join(filter(None, (parity, words, languages))))
        reasons = f"{words} {outlook_reason(THRESHOLD)}" if words else ""
        lines = (parity, reasons, languages, first_words_list(found))
        self.advice.setToolTip(plain_tip("\n".join(filter(None, lines))))

    def _note_transition(self, n_first: int | None) -> None:
        """Mark where superwords begin, in every chart; offer theirs only where there are some."""
        wanted = -1 if n_first is None else n_first
        self.deck.offer(self.superwords_chart, wanted >= 0)
        self._n_first = wanted
        notes = [] if n_first is None else [Note(float(n_first), self.tr("superwords"), "text")]
        for chart in self._tracks:
            chart.set_notes(notes)
        self._transition = notes

    def _add_words(self, merged: list[TrainingProgress]) -> None:
        """Follow how many words the tokens of a training have that goes across them."""
        newest = merged[-1]
        if newest.n_first is None:
            return
        if newest.stage > 1 and self._n_first < 0:
            self._note_transition(newest.n_first)
        for value in merged:
            merges = value.last_merges
            if merges.first_rank != self._words.n_merges:
                continue
            in_text, in_vocabulary = self._words.extend(merges.pairs, merges.applied)
            if value.stage > 1:
                done = np.array([value.merges_done])
                tokens = np.array([value.corpus_tokens], float)
                self._extend_words(done, in_text[-1:], in_vocabulary[-1:], tokens)

    def _extend_words(
        self, merges: Int64s, in_text: Int64s, in_vocabulary: Int64s, tokens: Floats
    ) -> None:
        """Add points at numbers of merges, as far as they are after the transition."""
        kept = merges > self._n_first
        x = merges[kept].astype(float)
        self._in_text.extend(x, percent_of(in_text[kept], tokens[kept]))
        self._in_vocabulary.extend(x, percent_of(in_vocabulary[kept], N_BYTES + x))

    def _draw(self) -> None:
        self._share_axis()
        for _, draw in self._drawings:
            draw()

    def _draw_seen(self) -> None:
        """Draw what is in sight; the others are drawn when they come into sight."""
        self._share_axis()
        for chart, draw in self._drawings:
            if chart.isVisible():
                draw()

    def _ghost(self) -> Curve | None:
        """The run before of the same corpus, as far as this one goes or is to go."""
        x, before = self._compression.x, self._previous
        is_other = not np.array_equal(before.y, self._compression.y)
        if not (len(x) and is_other and before.corpus and before.corpus == self._corpus):
            return None
        curve = Curve(PREVIOUS, self.tr("Previous run"), before.x, before.y, is_quiet=True)
        return curve.between(0.0, max(float(x[-1]), self._n_wanted))

    def _share_axis(self) -> None:
        """Give all charts over merges the same ends, for they lie below each other."""
        x, ghost = self._compression.x, self._ghost()
        ends = [float(x[-1])] if len(x) else []
        if ghost is not None:
            ends.append(float(ghost.x[-1]))
        for chart in self._tracks:
            chart.set_x_range(0.0 if ends else None, max(ends, default=None))

    def _draw_languages(self) -> None:
        """The run before of the same corpus is a thin line below."""
        x, ghost = self._compression.x, self._ghost()
        total = Curve(ALL, self._all, x.copy(), self._compression.y.copy(), is_emphasised=True)
        self.languages.draw([curve for curve in (ghost, total) if curve is not None and len(x)])

    def _draw_counts(self) -> None:
        """Mark in the counts where languages get their first words."""
        x = self._counts.x
        self._show(self.counts_chart, x, self._counts.y)
        pins = self.languages.chart.pins
        found = spread_out(self._first_words.found(), pins, float(x[-1]) if len(x) else 0.0)
        notes = [Note(float(word.n_merges), first_word_note(word)) for word in found]
        self.counts_chart.set_notes([*self._transition, *notes])

    def _draw_gain(self) -> None:
        """Draw the gain, and mark in the first track where it falls below round numbers."""
        x, y = gain_points(self._tokens.x, self._tokens.y)
        self._show(self.gain_chart, x, y)
        marks = gain_milestones(x, y, MILESTONES) if self._n_first < 0 else []
        notes = [Note(at, milestone_words(percent)) for at, percent in marks]
        self.languages.chart.set_notes([*self._transition, *notes])

    def _draw_lengths(self) -> None:
        has_merges = self._lengths.n_merges > 0
        if not has_merges:
            self.lengths_chart.set_curves([])
            return
        points = self._lengths.points()
        name = self._names[self.lengths_chart]
        curves = [Curve(ALL, name, *points, is_emphasised=True, is_bars=True)]
        if 0 <= self._n_first < self._lengths.n_merges:
            second = self._lengths.points(N_BYTES + self._n_first)
            curves.insert(0, Curve(STAGE_TWO, self.tr("of stage two"), *second, is_bars=True))
        self.lengths_chart.set_curves(curves)

    def _draw_superwords(self) -> None:
        if not len(self._in_text):
            self.superwords_chart.set_curves([])
            return
        x = self._in_text.x.copy()
        self.superwords_chart.set_curves(
            [
                Curve(VOCABULARY, self.tr("Vocabulary"), x, self._in_vocabulary.y.copy()),
                Curve(ALL, self.tr("Text"), x, self._in_text.y.copy(), is_emphasised=True),
            ]
        )

    def _show(self, chart: ZoomChart, x: Floats, y: Floats) -> None:
        name = self._names.get(chart, self._all)
        curve = Curve(ALL, name, x.copy(), y.copy(), is_emphasised=True)
        chart.set_curves([curve] if len(x) else [])

    def _make_charts(self, theme: Theme) -> None:
        merges = self.tr("merges")
        counts = ChartText(
            self.tr("Count of each merge"), merges, self.tr("count (log)"),
            self._count_words,
        )  # fmt: skip
        gain = ChartText(
            self.tr("Tokens saved by 1000 more merges"), merges,
            self.tr("percent (log)"), self._gain_words,
        )  # fmt: skip
        lengths = ChartText(
            self.tr("Tokens by length"), self.tr("bytes (log)"), self.tr("tokens (log)"),
            self._length_words,
        )  # fmt: skip
        superwords = ChartText(
            self.tr("Multi-word tokens"), merges, self.tr("percent"), self._gain_words
        )
        self.superwords_chart = ZoomChart(superwords, theme)
        self.counts_chart = ZoomChart(counts, theme, log_y=True)
        self.memory_track, self.parity_track = MemoryTrack(theme), ParityTrack(theme)
        self.gain_chart = ZoomChart(gain, theme, log_y=True)
        self.lengths_chart = ZoomChart(lengths, theme, log_x=True, log_y=True)
        self._names = {
            self.counts_chart: self.tr("Count"), self.lengths_chart: self.tr("Tokens"),
        }  # fmt: skip
        self._drawings: tuple[tuple[ZoomChart, Callable[[], None]], ...] = (
            (self.gain_chart, self._draw_gain),
            (self.counts_chart, self._draw_counts),
            (self.memory_track, self.memory_track.draw),
            (self.superwords_chart, self._draw_superwords),
            (self.parity_track, self.parity_track.draw),
            (self.lengths_chart, self._draw_lengths),
        )
        charts = tuple(chart for chart, _ in self._drawings)
        self._drawings += ((self.languages.chart, self._draw_languages),)
        self.savings = tuple(ChartSaving(chart) for chart in charts)

    def _gain_words(self, x: float, y: float) -> str:
        return after_merges(round(x), f"{ratio(y)} %")

    def _count_words(self, x: float, y: float) -> str:
        return fill(self.tr("merge %1: %2"), grouped(round(x)), grouped(round(y)))

    def _length_words(self, x: float, y: float) -> str:
        values = (grouped(round(x)), grouped(round(y)))
        return counted("TrainingCharts", "of %1 byte: %2", "of %1 bytes: %2", round(x), *values)
