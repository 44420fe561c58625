"""What keeps the window answering while it works, and that nothing is lost by it."""

from __future__ import annotations

import gc
import sys
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject

from workbench import application
from workbench.application import GuiThreadCollector
from workbench.training.merge_table import MergeTable
from workbench.ui.charts.curve import Curve, Points, Scale, points_in_pixels
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.work.jobs import SWITCH_INTERVAL_S, JobRunner


class Paintings(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event) -> bool:
        self.count += event.type() is QEvent.Type.Paint
        return False


def test_a_new_value_of_a_bar_is_painted_with_all_else(qtbot):
    bar = ProgressLine(200)
    qtbot.addWidget(bar)
    bar.show()
    qtbot.waitUntil(bar.windowHandle().isExposed)
    paintings = Paintings(bar)
    before = paintings.count
    bar.setValue(90)
    bar.setMaximum(0)
    bar.setMaximum(200)
    bar.setValue(120)
    assert paintings.count == before
    qtbot.waitUntil(lambda: paintings.count > before)
    assert (bar.value(), bar.maximum(), bar.updatesEnabled()) == (120, 200, True)


def test_the_worker_gives_the_interpreter_back_soon_while_there_is_a_window(qapp):
    before = sys.getswitchinterval()
    runner = JobRunner()
    assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL_S)
    runner.shutdown()
    assert sys.getswitchinterval() == pytest.approx(before, abs=2e-6)  # whole microseconds


class Ring:
    """Holds itself, so that only a collection ends it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.slow
def test_what_was_left_out_of_collections_is_collected_in_the_end(qapp, monkeypatch):
    collector = GuiThreadCollector()
    try:
        ring = Ring()
        collector.collect_due()  # the first one looks at everything, then leaves it out
        assert gc.get_freeze_count() > 0
        gone = weakref.ref(ring)
        del ring
        gc.collect()
        assert gone() is not None
        monkeypatch.setattr(application, "WHOLE_INTERVAL_S", 0.0)
        monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 99))
        collector.collect_due()
        assert gone() is None
    finally:
        collector.stop()


def test_rows_of_a_growing_table_say_the_bytes_that_all_merges_together_make():
    from engine.training.progress import Merges

    rng = np.random.default_rng(5)
    n = 600
    pairs = np.array([rng.integers(0, 256 + rank, 2) for rank in range(n)], np.uint32)
    tokens = [bytes([each]) for each in range(256)]
    for left, right in pairs.tolist():
        tokens.append(tokens[left] + tokens[right])
    table = MergeTable()
    counts = np.arange(n, 0, -1)
    for ranks in (range(250), range(250, 600)):
        table.append(Merges(pairs, counts, counts, ranks, 1))
        for row in (ranks[0], ranks[-1], ranks[len(ranks) // 2]):
            merge = table.row(row)
            assert merge.left_bytes + merge.right_bytes == tokens[256 + row]
            assert merge.count == n - row
    wanted = tokens[256 + 300][:2]
    assert table.rows_with(wanted) == [r for r in range(n) if wanted in tokens[256 + r]]
    assert table.row(599).right_bytes == tokens[pairs[599, 1]]


def test_a_curve_keeps_the_extremes_of_every_column_of_pixels_and_its_ends():
    rng = np.random.default_rng(3)
    x = np.sort(rng.uniform(1, 1000, 800))
    y = rng.uniform(1, 9, 800)
    y[::37] = np.nan
    across, up = Scale(1, 1000, 40.0, 160.0), Scale(0, 10, 90.0, 10.0)
    columns = {}
    for each_x, each_y in zip(x.tolist(), y.tolist(), strict=True):
        if np.isfinite(each_y):
            columns.setdefault(int(across.place(each_x)), []).append((each_x, each_y))
    points = []
    for column in columns.values():
        heights = [each_y for _, each_y in column]
        places = {0, len(column) - 1, heights.index(min(heights)), heights.index(max(heights))}
        points += [column[i] for i in sorted(places)]
    drawn = points_in_pixels(
        Points.of([Curve("a", "A", x, y)], log_x=False, log_y=False), across, up
    )
    expected = np.array(points)
    np.testing.assert_array_equal(drawn.x, across.places(expected[:, 0]))
    np.testing.assert_array_equal(drawn.y, up.places(expected[:, 1]))


def test_other_cuts_of_the_same_text_lay_out_only_what_is_near(qtbot, theme):
    from workbench.ui.spans.span_text import SpanText
    from workbench.ui.spans.span_view import SpanView

    def prepared(text: SpanText) -> int:
        """How many paragraphs out of sight are laid out while nothing else is to do."""
        view.set_text(text, keep_place=True)
        return sum(iter(view._window.prepare_next, False))

    view = SpanView("Text", theme, lambda _span: "")
    qtbot.addWidget(view)
    view.resize(700, 600)
    data = b"".join(f"line {number} of many\n".encode() for number in range(5000))
    assert prepared(SpanText(data, np.arange(len(data) + 1))) > 60  # for the fonts of all scripts
    assert prepared(SpanText(data, np.unique([*range(0, len(data), 90), len(data)]))) <= 3
    assert prepared(SpanText(data[::-1], np.arange(len(data) + 1))) > 60


def test_a_bar_dragged_faster_than_painted_lays_out_no_windows_between(qtbot, theme, monkeypatch):
    from workbench.ui.spans import paragraph_stack
    from workbench.ui.spans.span_text import SpanText
    from workbench.ui.spans.span_view import SpanView

    lines = [f"line {number} of many\n".encode() for number in range(5000)]
    bounds = np.concatenate(([0], np.cumsum([len(line) for line in lines])))
    view = SpanView("Text", theme, lambda _span: "")
    qtbot.addWidget(view)
    view.resize(700, 600)
    view.set_text(SpanText(b"".join(lines), bounds))
    view.show()
    qtbot.waitUntil(view.windowHandle().isExposed)
    laid_out = []
    build = paragraph_stack.build_display

    def noted(text, paragraph, *rest, **options):
        laid_out.append(paragraph)
        return build(text, paragraph, *rest, **options)

    monkeypatch.setattr(paragraph_stack, "build_display", noted)
    bar = view.verticalScrollBar()
    for step in range(1, 11):
        bar.setValue(bar.maximum() * step // 12)
    assert len(laid_out) <= 2 * 10
    view.grab()
    first = view.text.paragraph_at(int(view.top_byte))
    assert {first, first + 5, first + 10} <= set(laid_out)
    bar.setValue(bar.maximum())  # at the end of the text nothing is left out
    assert view.span_rects(4999)[0].bottom() <= view.viewport().height()
    assert view.span_rects(4999)[0].bottom() > view.viewport().height() - 60


@pytest.mark.slow
def test_objects_of_new_modules_are_left_out_without_a_look_at_them(qapp, monkeypatch):
    collector = GuiThreadCollector()
    try:
        collector.collect_due()
        collected = []
        monkeypatch.setattr(gc, "collect", lambda *generations: collected.append(generations))
        monkeypatch.setattr(gc, "get_count", lambda: (9999, 99, 99))
        monkeypatch.setitem(sys.modules, "a_module_that_was_just_imported", sys)
        before, young = gc.get_freeze_count(), Ring()
        collector.collect_due()
        assert collected == [] and gc.get_freeze_count() > before and gc.is_tracked(young)
        collector.collect_due()
        assert collected  # and the next second is like any other
    finally:
        monkeypatch.undo()
        collector.stop()
