"""The charts and merges of a training, live or stored, with phases and memory.

`TrainingResults` arranges them, `MemoryBar` compares the expected memory with what is used.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QWidget

from engine.machine import available_bytes
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, byte_size, grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.training.merge_stream import MergeStream
from workbench.training.merge_table import MergeRow, MergeTable
from workbench.training.phase_bar import PhaseBar
from workbench.training.training_charts import TrainingCharts
from workbench.training.training_words import merge_inspection
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import counted
from workbench.work.memory import peak_bytes, resident_bytes

if TYPE_CHECKING:
    from engine import Phase, Tokenizer, TrainingProgress
    from workbench.state import Inspection

ROOM_BESIDE = 1240
"""From this width on the merges stand beside the charts and not below them."""
CHARTS_SHARE, STREAM_SHARE = 2, 1
SHARES_BESIDE = 11, 9
DRAWING_SHARE = 0.04
"""Of the time, about, that the window works while a training runs: it shares the cores with it."""
LEAST_WAIT_S, MOST_WAIT_S = 0.1, 2.0
"""Between two times that what a training said is shown."""
MEMORY_INTERVAL_MS = 1000
TRACK_WIDTH, TRACK_HEIGHT = 160, 12
BAR_HEIGHT = 6
ROOM_FOR_TRACK = 600


class TrainingResults(QWidget):
    """Charts, merges, phases and memory; an empty state before the first training.

    `number` and `number_words` are the pane's one big number; the pane places them.

    Signals:
        corpus_requested: choose a corpus; there is none.
        inspection_requested: the Inspection of the chosen merge.
    """

    corpus_requested = Signal()
    inspection_requested: Signal[Inspection] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._was_live = self._is_shared = False
        self._has_figure = True
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.show_newest)
        self._shown_phase: Phase | None = None
        self._waiting: list[TrainingProgress] = []
        self._next_showing = self._drawn_until = 0.0
        self.charts = TrainingCharts(theme)
        self.stream = MergeStream(theme)
        self.phases = PhaseBar()
        self.memory = MemoryBar(theme)
        self._memory_timer = QTimer(self, interval=MEMORY_INTERVAL_MS)
        self._memory_timer.timeout.connect(self._sample_memory)
        self._memory_timer.start()
        self.number = label("", "big")
        self.number_words = label(self.tr("bytes per token, training corpus"), "caption")
        for part in (self.number, self.number_words):  # what is beside and below it stays
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)
        self._nothing, self._counting = EmptyState(""), EmptyState("")
        self._nothing.setObjectName("nothing_trained")
        self._nothing.action_requested.connect(self.corpus_requested)
        self.stream.merge_chosen.connect(self._inspect)
        self.stream.all_requested.connect(self._show_all_merges)
        self.charts.playhead.range_selected.connect(self._show_range)
        self.charts.deck.switched.connect(self.stream.follow)
        self.stream.following_changed.connect(self.charts.deck.note_others)
        self.charts.deck.note_others(self.stream.follows)
        self._splitter = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self._stack = QStackedWidget()
        self._lay_out()
        self._show_or_hide(False)

    @property
    def merges(self) -> MergeTable:
        return self.stream.merges

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is much room the merges stand beside the charts."""
        super().resizeEvent(event)
        beside = self.width() >= ROOM_BESIDE
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self._splitter.orientation() != wanted or not self._is_shared:
            self._is_shared = True
            self._splitter.setOrientation(wanted)
            whole = self.width() if beside else self.height()
            charts, stream = SHARES_BESIDE if beside else (CHARTS_SHARE, STREAM_SHARE)
            share = whole * charts // (charts + stream)
            self._splitter.setSizes([share, whole - share])
        self.stream.show_room(self.stream.width())

    def note_middle(self, place: int) -> None:
        """Hide the big number of the open run while the next training is designed instead."""
        self._has_figure = place == 0
        self._show_figure()

    def note_corpus(self, exists: bool, *, is_reading: bool = False) -> None:
        """Say what is needed before merges appear here."""
        if exists:
            words = self.tr("Merges, compression and progress of the training appear here.")
        elif is_reading:
            words = self.tr("The corpus is being read. Train when it is ready.")
        else:
            words = self.tr("A training needs a corpus: files of text in the languages you want.")
        self._nothing.set_sentence(words)
        self._nothing.set_action("" if exists or is_reading else self.tr("Choose a corpus"))

    def begin(self, words: str) -> None:
        """Make room for a new training; `words` say what it waits for."""
        self._forget_waiting()
        self._show_all_merges()
        self.charts.clear()
        self.stream.clear()
        self.number.setText(NOTHING)
        self.phases.reset(words)
        self.memory.begin()
        self._was_live = True
        self.charts.deck.show_switch(True)
        self._counting.set_sentence("")
        self._show_or_hide(True)
        self._stack.setCurrentWidget(self._counting)

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Take what a training said; it is shown at once or a moment later, see DRAWING_SHARE.

        The time is always shown at once, as the status bar shows it.
        """
        self.phases.show_time(values[-1])
        self.charts.add(values)
        is_new_phase = not self._waiting and values[-1].phase is not self._shown_phase
        self._waiting += values
        if is_new_phase or time.monotonic() >= self._next_showing:
            self.show_newest()
        elif not self._timer.isActive():
            self._timer.start(round((self._next_showing - time.monotonic()) * 1000) + 1)

    def show_newest(self) -> None:
        """Append the merges and points that wait, and show the newest numbers."""
        self._timer.stop()
        if not self._waiting:
            return
        values, self._waiting = tuple(self._waiting), []
        self._show(values)
        self._shown_phase = values[-1].phase
        now = time.thread_time()
        wait = (now - self._drawn_until) / DRAWING_SHARE
        self._drawn_until = now
        self._next_showing = time.monotonic() + min(max(wait, LEAST_WAIT_S), MOST_WAIT_S)

    def end(
        self, words: str, *, finished: bool, elapsed_s: float | None = None, more: str = ""
    ) -> None:
        """Say how the training ended and when, `more` in the tool tip; what it showed stays.

        The run that a finished training made is opened right after this, and drawn whole.
        """
        self.show_newest()
        if finished:
            self.phases.show_done(words, elapsed_s, more)
        else:
            self.charts.finish()
            self.phases.stop(words)
        self.memory.sample()
        self.charts.deck.show_switch(False)
        self._show_or_hide(self.merges.n_merges > 0)

    def show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show the merges and curves of a stored run."""
        self._forget_waiting()
        if not self._was_live:
            self._show_all_merges()
        self.stream.set_tokenizer(tokenizer)
        # The run that a training made is opened right after it: how that went stays in sight.
        if not self._was_live:
            self.phases.reset()
        self._was_live = False
        training = tokenizer.training if tokenizer is not None else None
        self.charts.set_tokenizer(tokenizer)
        self.stream.show_facts("")
        self.number.setText(ratio(training.bytes_per_token() if training else None))
        if training is not None:
            assert tokenizer is not None
            n_merges = len(training.applied) - tokenizer.n_alphabet
            self._show_facts(grouped(n_merges), n_merges, training.unique_pretokens)
        self._show_or_hide(tokenizer is not None)

    def _show(self, values: tuple[TrainingProgress, ...]) -> None:
        newest = values[-1]
        self.merges.append(*(value.last_merges for value in values))
        for value in values:
            self.phases.note(value)
        self.charts.show_newest()
        self.phases.show_progress(newest)
        if newest.memory_bytes is not None:
            self.memory.set_need(newest.memory_bytes)
        # Before the first merge there is a token for each byte, whatever the text.
        self.number.setText(ratio(newest.bytes_per_token if newest.merges_done else None))
        done, total = grouped(newest.merges_done), grouped(newest.merges_total)
        self._show_facts(f"{done} / {total}", newest.merges_total, newest.unique_pretokens)
        if newest.merges_done:
            self._show_or_hide(True)
        else:
            self._say_counting(newest)

    def _say_counting(self, newest: TrainingProgress) -> None:
        """Before the first merge there is nothing to draw, but something to tell."""
        self.charts.prepare()
        self._counting.set_sentence(
            counted(
                "TrainingResults",
                "%1 of text counted, 1 distinct pre-token. Merges follow.",
                "%1 of text counted, %2 distinct pre-tokens. Merges follow.",
                newest.unique_pretokens,
                byte_size(newest.done),
                grouped(newest.unique_pretokens),
            )
        )

    def _forget_waiting(self) -> None:
        self._timer.stop()
        self._waiting = []
        self._shown_phase = None
        self._next_showing = 0.0
        self._drawn_until = time.thread_time()

    def _show_facts(self, merges: str, n_merges: int, unique_pretokens: int) -> None:
        """Show how many of `n_merges` there are, and what the newest number of the text is."""
        words = counted("TrainingResults", "%1 merge", "%1 merges", n_merges, merges)
        several = self.charts.several_words
        if several is not None:
            more = fill(self.tr("%1 of the tokens are multi-word tokens"), percent(several / 100))
        else:
            more = counted(
                "TrainingResults",
                "1 distinct pre-token",
                "%1 distinct pre-tokens",
                unique_pretokens,
            )
        self.stream.show_facts(f"{words}, {more}")

    def toggle_following(self) -> None:
        """Let the charts and the merges follow the training, or hold them where they are."""
        follows = not (self.charts.deck.follows and self.stream.follows)
        self.charts.deck.follow(follows)
        self.stream.follow(follows)

    def _show_range(self, merges: tuple[float, float] | None) -> None:
        """Show only the merges in a range of the charts, where merge n has rank n - 1."""
        if merges is None:
            self.stream.show_part(None)
            return
        low, high = merges
        first = max(0, math.ceil(low) - 1)
        self.stream.follow(False)
        self.stream.show_part((first, max(first + 1, math.floor(high))))

    def _show_all_merges(self) -> None:
        self.charts.playhead.set_chosen(None)
        self.stream.show_part(None)

    def _inspect(self, merge: MergeRow) -> None:
        self.inspection_requested.emit(merge_inspection(merge))

    def _sample_memory(self) -> None:
        if self.isVisible():
            self.memory.sample()

    def _show_or_hide(self, has_content: bool) -> None:
        self._stack.setCurrentIndex(1 if has_content else 0)
        self._show_figure()

    def _show_figure(self) -> None:
        is_shown = self._has_figure and self._stack.currentIndex() == 1
        self.number.setVisible(is_shown)
        self.number_words.setVisible(is_shown)

    def _lay_out(self) -> None:
        charts = QWidget()
        vertical(self.charts, parent=charts, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M))
        self._splitter.addWidget(charts)
        self._splitter.addWidget(self.stream)
        self._splitter.setStretchFactor(0, CHARTS_SHARE)
        self._splitter.setStretchFactor(1, STREAM_SHARE)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._counting)
        head = vertical(margins=(SPACE_L, SPACE_S, SPACE_L, 0), spacing=SPACE_S)
        said = horizontal(self.phases.time, (self.memory, 1), spacing=SPACE_L)
        head.addWidget(self.phases)
        head.addLayout(said)
        vertical(head, (self._stack, 1), parent=self, spacing=0)


class MemoryBar(QWidget):
    """Memory now, the peak and the forecast, relative to the memory of the machine.

    `sample` reads the system; `begin` resets the peak before a new training.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Memory"))
        self._need: int | None = None
        self._base: int | None = None
        self._most = 0
        self._has_trained = False
        self._peak_before = peak_bytes() or 0
        self._track = _Track(theme)
        self._words = ElidedLabel("", "caption")
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = horizontal(parent=self, spacing=SPACE_M)
        self._words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._words, 1)
        row.addWidget(self._track)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The words come first where there is no room for both."""
        super().resizeEvent(event)
        self._track.setVisible(self.width() >= ROOM_FOR_TRACK)

    @property
    def words(self) -> str:
        """Now, at most, expected and free."""
        return self._words.text()

    @property
    def is_short(self) -> bool:
        """Whether more is expected than there is."""
        return self._track.is_short

    def begin(self) -> None:
        """A training begins: what it takes at most is followed from here on."""
        self._most = 0
        self._peak_before = peak_bytes() or 0
        self.sample()  # until here everything is the program's
        self._has_trained = True

    def set_need(self, need: int | None) -> None:
        """Say what a training is expected to take besides the program itself."""
        if need != self._need:
            self._need = need
            self.sample()

    def sample(self) -> None:
        """Look at what is used and left just now."""
        now, free = resident_bytes(), available_bytes()
        if now is None:
            self._words.setText(self.tr("This system does not report memory use."))
            return
        # What the program has comes first: it grew while the engine and the corpus were loaded.
        # The room of the last training is used again, so that only the first one comes on top.
        is_known = self._base is not None and self._has_trained
        self._base = min(self._base or now, now) if is_known else now
        peak = peak_bytes() or 0
        self._most = max(self._most, now, peak if peak > self._peak_before else 0)
        expected = None if self._need is None else max(now, self._base + self._need)
        self._track.show_values(now, self._most, expected, None if free is None else now + free)
        self._words.setText(self._sentence(now, expected, free))
        set_property(self._words, "role", "warning" if self.is_short else "caption")
        self.setAccessibleDescription(self.words)

    def _sentence(self, now: int, expected: int | None, free: int | None) -> str:
        if self.is_short:
            words = self.tr("Memory %1, about %3 expected, only %4 free")
        elif expected is None:
            words = self.tr("Memory %1 (peak %2) · %4 free")
        else:
            words = self.tr("Memory %1 (peak %2, about %3 expected) · %4 free")
        values = (now, self._most, expected, free)
        return fill(words, *(NOTHING if value is None else byte_size(value) for value in values))


class _Track(QWidget):
    """A bar as long as all memory: filled to now, a line at the peak, a notch at the forecast."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._now = self._most = 0
        self._expected: int | None = None
        self._all: int | None = None
        self.setFixedSize(TRACK_WIDTH, TRACK_HEIGHT)
        theme.changed.connect(self.update)

    @property
    def is_short(self) -> bool:
        known = self._expected is not None and self._all is not None
        return known and (self._expected or 0) > (self._all or 0)

    def show_values(self, now: int, most: int, expected: int | None, whole: int | None) -> None:
        values = (now, most, expected, whole)
        if values != (self._now, self._most, self._expected, self._all):
            self._now, self._most, self._expected, self._all = values
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(TRACK_WIDTH, TRACK_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, top = self._theme, (self.height() - BAR_HEIGHT) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("track"))
        painter.drawRoundedRect(QRectF(0, top, self.width(), BAR_HEIGHT), 3, 3)
        most = max(self._all or 0, self._most, self._expected or 0)
        if not most:
            return
        scale = self.width() / most
        painter.setBrush(theme.colour("muted_text"))
        painter.drawRoundedRect(QRectF(0, top, max(2.0, self._now * scale), BAR_HEIGHT), 3, 3)
        inside = (self.height() - BAR_HEIGHT) / 2 - 1
        marks = [(self._most, "text", inside)]
        if self._expected is not None:  # taller, so that it differs without a colour too
            marks.append((self._expected, "negative" if self.is_short else "text", 0.0))
        for value, role, inset in marks:
            x = min(value * scale, self.width() - 1.0)
            painter.setPen(QPen(theme.colour(role), 2))
            painter.drawLine(QPointF(x, inset), QPointF(x, self.height() - inset))
        painter.end()
