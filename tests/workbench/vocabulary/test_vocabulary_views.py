"""Saved views, tokens drawn as tokens, and histograms in the heads of the vocabulary table."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from tests.workbench.vocabulary.filtered import filter_ids
from workbench.vocabulary.token_chips import CHIPS_ROLE, TokenCell, TokenChips
from workbench.vocabulary.vocabulary_columns import COLUMNS, KEYS
from workbench.vocabulary.vocabulary_table import HeadBin, HistogramHeader, histogram_of
from workbench.vocabulary.vocabulary_views import VocabularyView, built_in_views
from workbench.work.remembered import Remembered

BYTES, COUNT, PATH = (KEYS.index(key) for key in ("bytes", "count", "path"))


def shown_ids(pane) -> list[int]:
    return [pane.model.token_at(row) for row in range(pane.model.rowCount())]


def command(pane, name: str):
    return next(each for each in pane.actions() if each.objectName() == name)


def menu_of(pane) -> dict[str, object]:
    [button] = [each for each in pane.findChildren(QPushButton) if each.text() == "Views"]
    button.menu().aboutToShow.emit()
    return {each.text(): each for each in button.menu().actions()}


# ---- views


def test_a_view_sets_filter_columns_and_order(pane, tokenizer):
    before = pane.columns.shown
    command(pane, "vocabulary.view_crossing").trigger()
    index = pane.model.vocabulary
    assert sorted(shown_ids(pane)) == filter_ids(index, "is:crossing").tolist()
    assert [KEYS[at] for at in pane.columns.shown] == list(built_in_views()["crossing"].columns)
    command(pane, "vocabulary.view_longest").trigger()
    lengths = index.lengths[shown_ids(pane)].tolist()
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == max(len(tokenizer.vocabulary[i]) for i in range(256 + tokenizer.n_merges))
    command(pane, "vocabulary.view_all").trigger()
    assert shown_ids(pane) == list(range(tokenizer.vocab_size))
    assert pane.columns.shown == before


@pytest.mark.parametrize("key", built_in_views())
def test_views_that_come_with_the_program_are_filters_and_columns_that_exist(pane, key):
    view = built_in_views()[key]
    assert set(view.columns) | {view.sort} <= set(KEYS)
    pane.views.show(view)
    assert pane.filter_error == ""


def test_urls_are_found_by_their_look(pane):
    from engine import Corpus, TrainingConfig, train_tokenizer
    from workbench.vocabulary.vocabulary_index import index_vocabulary

    text = "see https://www.example.org and common.net, company netto\n"
    trained = train_tokenizer(Corpus.from_texts([text] * 9), TrainingConfig(300))
    *_, index = index_vocabulary(trained)
    [condition] = built_in_views()["url"].conditions
    found = {index.vocabulary[i] for i in filter_ids(index, condition).tolist()}
    assert found
    assert all(b"://" in data or b"." in data or b"http" in data for data in found)
    assert b" company" not in found


def test_own_views_are_saved_renamed_deleted_and_brought_back(qtbot, pane, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    kind = tuple[VocabularyView, ...]
    memory = Remembered[kind](settings, "vocabulary/views", (), kind)
    pane.views.changed.connect(memory.keep)
    assert not command(pane, "vocabulary.rename_view").isEnabled()
    pane.set_filter("length:2 is:space")
    pane.sort_by(BYTES, Qt.SortOrder.DescendingOrder)
    command(pane, "vocabulary.save_view").trigger()
    field = pane.views.name_row.findChild(QLineEdit)
    qtbot.keyClicks(field, "Mine")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    [mine] = memory.value
    assert (mine.name, mine.conditions) == ("Mine", ("length:2", "is:space"))
    assert (mine.sort, mine.is_descending) == ("bytes", True)
    rows = shown_ids(pane)

    menu_of(pane)["All tokens"].trigger()
    assert shown_ids(pane) != rows
    menu_of(pane)["Mine"].trigger()
    assert shown_ids(pane) == rows
    assert menu_of(pane)["Mine"].isChecked()
    assert command(pane, "vocabulary.own_view_Mine").text() == "View: Mine"

    command(pane, "vocabulary.rename_view").trigger()
    field.setText("Ours")
    pane.views.name_row.take_name()
    assert [view.name for view in memory.value] == ["Ours"]
    command(pane, "vocabulary.delete_view").trigger()
    assert memory.value == ()
    assert "Ours" not in menu_of(pane)
    assert pane.bar.text == "View Ours deleted"
    pane.views.restore()
    assert [view.name for view in memory.value] == ["Ours"]


def test_views_that_were_kept_are_offered_again(pane):
    pane.views.take((VocabularyView("Two bytes", ("length:2",), ("id", "gone"), "gone"),))
    menu_of(pane)["Two bytes"].trigger()
    assert {len(pane.model.vocabulary.vocabulary[i]) for i in shown_ids(pane)} == {2}
    assert [KEYS[at] for at in pane.columns.shown] == ["id"]


# ---- tokens in cells


def test_a_cell_names_the_two_tokens_that_were_merged(pane, tokenizer):
    last = 255 + tokenizer.n_merges
    left, right = tokenizer.merges[-1].tolist()
    cell = pane.model.index(pane.model.row_of(last), PATH)
    chips = cell.data(CHIPS_ROLE)
    assert [each.token_id for each in chips] == [left, right]
    assert cell.data() == " + ".join(each.text for each in chips)
    byte = pane.model.index(pane.model.row_of(0xE7), PATH)
    assert (byte.data(), byte.data(CHIPS_ROLE)) == ("–", ())
    [itself] = pane.model.index(pane.model.row_of(0xE7), KEYS.index("text")).data(CHIPS_ROLE)
    assert itself == TokenCell(0xE7, "⟨E7⟩", is_partial=True)


def test_tokens_share_a_room_that_is_too_small(theme):
    chips = TokenChips(theme)
    short, long = TokenCell(1, "a"), TokenCell(2, "b" * 40)
    wide, narrow = chips.widths((short, long), 2000.0), chips.widths((short, long), 160.0)
    assert narrow[0] == wide[0]
    assert narrow[1] < wide[1]
    joint = chips.widths((short, short), 2000.0)
    assert joint == [wide[0], wide[0]]
    assert sum(narrow) < 160.0


# ---- histograms


@pytest.mark.parametrize(
    "values",
    [
        np.array([0, 0, 1, 5, 1000, 10**9, -1]), np.arange(1, 9), np.arange(-1, 5000),
        np.array([7, 8]), np.array([1] * 50 + [10**12]),
    ],
)  # fmt: skip
def test_every_known_value_is_in_the_bin_that_says_so(values):
    histogram = histogram_of(values)
    assert histogram is not None
    assert (np.diff(histogram.edges) > 0).all()
    for at, count in enumerate(histogram.counts.tolist()):
        low, high = histogram.range_of(at)
        assert count == np.count_nonzero((values >= max(low, 0)) & (values <= high))
    assert histogram.counts.sum() == np.count_nonzero(values >= 0)
    some = np.arange(0, len(values), 2)
    assert histogram.counts_of(some).sum() == np.count_nonzero(values[some] >= 0)


@pytest.mark.parametrize("values", [np.array([-1, -1]), np.array([3, 3]), np.array([], np.int64)])
def test_equal_values_have_no_histogram(values):
    assert histogram_of(values) is None


def test_a_click_on_a_bar_filters_and_another_click_takes_that_back(qtbot, pane, tokenizer):
    header = pane.table.horizontalHeader()
    assert isinstance(header, HistogramHeader)
    histogram = pane.model.histogram(BYTES)
    at = int(histogram.counts.argmax())
    low, high = histogram.range_of(at)
    place = header.bar_rect(HeadBin(BYTES, at)).center().toPoint()
    assert header.bin_at(place) == HeadBin(BYTES, at)
    words = header.words_of(HeadBin(BYTES, at))
    assert words.startswith(f"Bytes {low}")
    assert f"Tokens: {histogram.counts[at]}, shown: {histogram.counts[at]}" in words
    assert pane.table.head_tip(place) == words
    beside = QPoint(place.x(), 8)
    assert pane.table.head_tip(beside) != words
    plain = header.grab().toImage()
    QTest.mouseMove(header.viewport(), place)
    assert header.grab().toImage() != plain
    assert header.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(header.viewport(), beside)
    assert header.cursor().shape() == Qt.CursorShape.ArrowCursor
    QTest.mouseMove(header.viewport(), place)
    QApplication.sendEvent(header, QEvent(QEvent.Type.Leave))
    assert header.grab().toImage() == plain
    order = shown_ids(pane)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    index = pane.model.vocabulary
    assert shown_ids(pane) == [i for i in order if low <= index.lengths[i] <= high]
    assert pane.model.shown_counts(BYTES)[at] == pane.model.rowCount()
    assert pane.model.shown_counts(BYTES).sum() == pane.model.rowCount()
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown_ids(pane) == list(range(tokenizer.vocab_size))


def test_a_bar_of_the_same_column_takes_the_place_of_the_chip(pane):
    grid = pane.table
    for at in np.flatnonzero(pane.model.histogram(BYTES).counts)[:2].tolist():
        grid.horizontalHeader().bin_chosen.emit(HeadBin(BYTES, at))
    chips = [each for each in pane.findChildren(QPushButton) if each.property("kind") == "chip"]
    assert len([each for each in chips if each.isVisible()]) == 1


def test_the_words_of_a_head_sort_as_before(qtbot, pane):
    header = pane.table.horizontalHeader()
    left = header.sectionViewportPosition(BYTES)
    place = header.bar_rect(HeadBin(BYTES, 0)).center().toPoint()
    place.setX(left + header.sectionSize(BYTES) // 2)
    place.setY(8)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    lengths = pane.model.vocabulary.lengths[shown_ids(pane)].tolist()
    assert lengths in (sorted(lengths), sorted(lengths, reverse=True))
    assert len(lengths) == pane.model.vocabulary.n_tokens


def test_conditions_of_bars_are_conditions_of_the_filter(pane):
    index = pane.model.vocabulary
    for column, each in enumerate(COLUMNS):
        histogram = pane.model.histogram(column) if each.condition else None
        if histogram is None:
            continue
        at = int(histogram.counts.argmax())
        condition = histogram.condition(each.condition, at)
        found = filter_ids(index, condition, index.report)
        assert len(found) == histogram.counts[at], condition
