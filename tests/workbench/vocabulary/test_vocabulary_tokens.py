"""The vocabulary's chips and columns, what is shown of one token, and the timeline of merges."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMenu,
    QPushButton,
    QStyleOptionViewItem,
    QTabBar,
)

from engine import Corpus, Source, Tokenizer, TrainingConfig, train_tokenizer
from engine.analysis.usage import TokenContext, context_steps, token_usage
from engine.encoding.token_table import Numbering
from engine.machine import result_of
from tests.texts import some_texts
from workbench.text.languages import language_name
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import TEXT_BODY, TEXT_CAPTION
from workbench.vocabulary.token_detail import CONTEXTS, TWINS, USES
from workbench.vocabulary.token_places import LEFT, RIGHT, ContextDelegate, context_columns
from workbench.vocabulary.vocabulary_columns import (
    KEYS,
    TEXT,
    USUAL,
    ColumnChoice,
)
from workbench.vocabulary.vocabulary_pane import VocabularyPane
from workbench.work.remembered import Remembered

TEXT_SAMPLE = "the cat and the other, then them"

HEX, KIND, PATH, SCRIPT = (KEYS.index(key) for key in ("hex", "kind", "path", "script"))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    texts = some_texts(30)
    return Corpus(
        [
            Source("eng", texts=(*texts[:15], TEXT_SAMPLE * 30)),
            Source("deu", texts=tuple(texts[15:])),
        ]
    )


@pytest.fixture(scope="module")
def trained(corpus) -> Tokenizer:
    return train_tokenizer(corpus, TrainingConfig(600))


@pytest.fixture
def pane(opened_pane, trained, corpus):
    return opened_pane(trained, corpus)


def shown_ids(pane) -> list[int]:
    return [pane.model.token_at(row) for row in range(pane.model.rowCount())]


def chips_of(pane) -> list[QPushButton]:
    return [each for each in pane.findChildren(QPushButton) if each.property("kind") == "chip"]


def common_token(trained, corpus) -> int:
    return 256 + int(token_usage(trained, corpus).counts[256:].argmax())


# ---- filter


def test_enter_makes_chips_and_backspace_takes_the_last_back(qtbot, pane):
    field = pane.findChild(QLineEdit)
    qtbot.keyClicks(field, 'length:2 "t')
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == ""
    assert [chip.text().split("  ")[0] for chip in chips_of(pane)] == ["length:2", '"t"']
    data = pane.model.vocabulary.vocabulary
    assert {len(data[i]) for i in shown_ids(pane)} == {2}
    qtbot.keyClicks(field, "/^t/")
    qtbot.waitUntil(lambda: all(data[i][:1] == b"t" for i in shown_ids(pane)))
    field.clear()
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == '"t"'
    assert [chip.text()[:8] for chip in chips_of(pane) if chip.isVisible()] == ["length:2"]


def test_a_chip_is_removed_by_click_and_by_key(qtbot, pane, trained):
    field = pane.findChild(QLineEdit)
    qtbot.keyClicks(field, "is:byte length:1 is:partial")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert pane.model.rowCount() == 128
    partial = next(chip for chip in chips_of(pane) if "partial" in chip.text())
    qtbot.mouseClick(partial, Qt.MouseButton.LeftButton)
    assert pane.model.rowCount() == 256
    qtbot.waitUntil(lambda: sum(chip.isVisible() for chip in chips_of(pane)) == 2)
    left = [chip for chip in chips_of(pane) if chip.isVisible()]
    for chip in left:
        qtbot.keyClick(chip, Qt.Key.Key_Delete)
    assert pane.model.rowCount() == trained.vocab_size


def test_a_bad_expression_says_so_in_place_and_makes_no_chip(qtbot, pane):
    before = shown_ids(pane)
    pane.set_filter("/(a/")
    assert "cannot be read" in pane.filter_error
    assert "character" in pane.filter_error
    qtbot.keyClick(pane.findChild(QLineEdit), Qt.Key.Key_Return)
    assert not chips_of(pane)
    assert shown_ids(pane) == before


def test_the_menu_adds_conditions(pane, trained):
    menu = next(
        each.menu() for each in pane.findChildren(QPushButton) if each.text() == "Add filter"
    )
    actions = {action.text(): action for action in menu.actions()}
    actions["Digits only"].trigger()
    data = trained.vocabulary
    assert shown_ids(pane)
    assert all(data[i].decode().strip(" ").isnumeric() for i in shown_ids(pane))
    scripts = next(action.menu() for action in menu.actions() if action.menu() is not None)
    assert isinstance(scripts, QMenu)
    assert scripts.actions()[0].text().startswith("Latin")
    actions["Regular expression"].trigger()
    assert pane.findChild(QLineEdit).text() == "//"


def test_ranges_of_ranks_and_counts_and_what_is_made_with_a_token(pane, trained):
    pane.set_filter("rank:3..5")
    assert shown_ids(pane) == [259, 260, 261]
    pane.set_filter("count:>=100")
    wanted = 256 + np.flatnonzero(trained.training.occurrences >= 100)
    assert shown_ids(pane) == wanted.tolist()
    pane.set_filter("from:256")
    members = {256}
    for k, (left, right) in enumerate(trained.merges.tolist()):
        if left in members or right in members:
            members.add(256 + k)
    assert shown_ids(pane) == sorted(members - {256})
    pane.select_token(256)
    pane.detail.parents.show_all(anywhere=True)
    assert sorted(pane.detail.parents.ids) == sorted(members - {256})


# ---- columns


def test_columns_are_chosen_ordered_and_brought_back(pane):
    columns, header = pane.columns, pane.table.horizontalHeader()
    seen = []
    columns.changed.connect(seen.append)
    columns.toggle(HEX)
    columns.toggle(KIND)
    assert HEX in columns.shown
    assert KIND not in columns.shown
    header.moveSection(header.visualIndex(TEXT), 0)
    assert columns.shown[0] == TEXT
    header.resizeSection(SCRIPT, 133)
    assert seen[-1].widths == {"script": 133}
    assert seen[-1].shown[0] == "text"
    columns.show_usual()
    assert columns.choice.is_usual
    assert set(columns.shown) <= set(USUAL)


def test_columns_are_offered_by_the_button_and_at_the_heads(pane):
    header = pane.table.horizontalHeader()
    [button] = [each for each in pane.findChildren(QPushButton) if each.text() == "Columns"]
    button.menu().aboutToShow.emit()
    [usual] = [each for each in button.menu().actions() if each.text() == "Usual columns"]
    assert not usual.isEnabled()
    by_column = {each.data(): each for each in button.menu().actions() if each.isCheckable()}
    assert {column for column, each in by_column.items() if each.isChecked()} == set(
        pane.columns.shown
    )
    by_column[HEX].trigger()
    assert HEX in pane.columns.shown
    header.customContextMenuRequested.emit(header.rect().center())
    [menu] = [each for each in pane.table.findChildren(QMenu) if each.isVisible()]
    [entry] = [each for each in menu.actions() if each.data() == HEX]
    assert entry.isChecked()
    entry.trigger()
    assert HEX not in pane.columns.shown
    menu.close()


def test_columns_are_remembered_between_windows(
    qtbot, pane, tmp_path, state, theme, jobs, engine_jobs
):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    memory = Remembered(settings, "vocabulary/columns", ColumnChoice())
    pane.columns.changed.connect(memory.keep)
    pane.columns.toggle(HEX)
    other = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(other)
    qtbot.waitUntil(lambda: other.model.rowCount() > 0)
    other.columns.take(memory.value)
    assert other.columns.shown == pane.columns.shown
    pane.columns.show_usual()
    assert memory.value == ColumnChoice()
    for broken in ("no json", json.dumps([1]), json.dumps({"shown": 5, "widths": {"id": "x"}})):
        settings.setValue("vocabulary/columns", broken)
        assert memory.value == ColumnChoice()
    other.columns.take(ColumnChoice(("text", "gone"), {"gone": 7}))
    assert other.columns.shown == [TEXT]


# ---- one token


def test_uses_stand_label_by_label_first_by_the_record_then_counted(qtbot, pane, trained, corpus):
    token_id = common_token(trained, corpus)
    pane.select_token(token_id)
    pane.detail.show_part(USES)
    by_label = token_usage(trained, corpus).by_label
    wanted = dict(zip(by_label.labels, by_label.of(token_id).tolist(), strict=True))
    uses = pane.detail.uses
    assert {row.label: row.uses for row in uses.model.rows} == wanted
    assert "training corpus" in uses.words
    pane.select_token(ord("t"))
    assert "Uses not counted" in uses.words
    uses.uses_requested.emit(None)
    qtbot.waitUntil(lambda: "corpus of the window" in uses.words)
    assert sum(row.uses for row in uses.model.rows) == by_label.of(ord("t")).sum()
    tips = {
        row.label: uses.model.index(at, 0).data(Qt.ItemDataRole.ToolTipRole)
        for at, row in enumerate(uses.model.rows)
    }
    assert tips == {label: language_name(label) for label in by_label.labels}
    rates = [row.rate for row in uses.model.rows]
    assert rates == sorted(rates, reverse=True)


def test_contexts_are_found_in_the_corpus_and_copied(qtbot, pane, trained, corpus):
    token_id = common_token(trained, corpus)
    pane.select_token(token_id)
    action = next(a for a in pane.actions() if a.objectName() == "vocabulary.find_contexts")
    action.trigger()
    places = pane.detail.places
    qtbot.waitUntil(lambda: "label" in places.words)
    assert places.model.rows == result_of(context_steps(trained, corpus, token_id))
    table = next(
        each for each in pane.findChildren(DataTable)
        if each.accessibleName() == "Contexts of the token"
    )  # fmt: skip
    table.copying.copy("csv")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Label,Before,Token,After")
    pane.select_token(ord("t"))
    assert places.model.rowCount() == 0


def test_looking_for_contexts_can_be_stopped_and_fails_in_words(qtbot, pane, tmp_path):
    pane.select_token(256)
    pane.detail.show_part(CONTEXTS)
    places = pane.detail.places
    places.places_requested.emit(None)
    places.stop_requested.emit()
    assert "stopped" in places.words
    places.places_requested.emit((tmp_path / "gone.txt",))
    qtbot.waitUntil(lambda: "gone.txt" in pane.bar.text)


def test_twins_are_listed_with_what_they_differ_in(qtbot, pane, trained):
    vocabulary = pane.model.vocabulary
    token_id = next(i for i in range(256, 600) if vocabulary.twins.of(i))
    pane.select_token(token_id)
    twins = pane.detail.twins
    found = [row.token_id for row in twins.rows]
    assert found == [other for other, _ in vocabulary.twins.of(token_id)]
    assert twins.index(0, 2).data()
    uses = [int(twins.index(row, 3).data()) for row in range(twins.rowCount())]
    assert uses == [int(vocabulary.report.uses[other]) for other in found]
    [tabs] = [
        each
        for each in pane.detail.findChildren(QTabBar)
        if each.accessibleName() == "Details of the token"
    ]
    tabs.setCurrentIndex(TWINS)
    click_first_row(qtbot, pane.detail, twins)
    assert pane.chosen == found[0]


def click_first_row(qtbot, parent, model):
    """Click the first row of the table that shows this model."""
    [table] = [each for each in parent.findChildren(DataTable) if each.model() is model]
    place = table.visualRect(model.index(0, table.horizontalHeader().logicalIndexAt(5))).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_token_made_of_another_is_gone_to_by_a_click(qtbot, pane, trained):
    token_id = next(i for i in range(256, 600) if pane.model.vocabulary.parent_counts[i])
    pane.select_token(token_id)
    parents = pane.detail.parents
    wanted = parents.ids[0]
    [table] = parents.findChildren(DataTable)
    click_first_row(qtbot, parents, table.model())
    assert pane.chosen == wanted


def test_the_filter_is_gone_to_and_its_text_chosen(qtbot, pane):
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    [command] = [each for each in pane.actions() if each.text() == "Filter the vocabulary"]
    command.trigger()
    field = QApplication.focusWidget()
    qtbot.keyClicks(field, "the")
    pane.table.setFocus()
    command.trigger()
    assert (field.hasFocus(), field.selectedText()) == (True, "the")


def test_a_tree_never_becomes_smaller_than_its_words_can_be_read(qtbot, pane, trained, theme):
    pane.select_token(max(range(256, 600), key=lambda i: len(trained.vocabulary[i])))
    tree = pane.detail.tree
    tree.setFocus()
    for _ in range(9):
        qtbot.keyClick(tree, Qt.Key.Key_Minus)
    smallest = min(theme.mono_font(size).pixelSize() for size in (TEXT_CAPTION, TEXT_BODY))
    assert smallest * tree.scale >= 11


def test_text_beside_a_token_fades_away_from_it(theme):
    model = ColumnTable(context_columns(theme.mono_font()))
    model.set_rows([TokenContext("eng", 0, 0, b"w" * 60, b"the", b"w" * 60)])
    delegate = ContextDelegate(theme)
    ground, ink = theme.colour("surface"), {}
    for column in (LEFT, RIGHT):
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, 200, 24)
        picture = QImage(200, 24, QImage.Format.Format_RGB32)
        picture.fill(ground)
        painter = QPainter(picture)
        delegate.paint(painter, option, model.index(0, column))
        painter.end()
        ink[column] = [
            max(abs(picture.pixelColor(x, y).lightness() - ground.lightness()) for y in range(24))
            for x in range(200)
        ]
    for far in (ink[LEFT], ink[RIGHT][::-1]):  # the outer edge first
        assert max(far[:4]) < max(far[20:24]) + 1 < max(far[100:]) + 1
        assert max(far[:4]) * 4 < max(far[100:])


def test_a_tree_fits_and_is_walked_where_it_does_not(qtbot, pane, trained):
    deepest = max(range(256, 600), key=lambda i: len(trained.vocabulary[i]))
    pane.select_token(deepest)
    tree = pane.detail.tree
    whole = tree.picture_size()
    scroll = tree.parentWidget().parentWidget()
    fitted = tree.scale
    assert fitted <= 1.0
    is_whole = whole.width() * fitted <= scroll.viewport().width()
    assert is_whole or fitted == pytest.approx(tree.least_scale)
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Plus)
    assert tree.scale > fitted
    child = tree.nodes[1]
    qtbot.mouseClick(tree, Qt.MouseButton.LeftButton, pos=tree.node_rect(child).center().toPoint())
    assert pane.chosen == child.facts.token_id


# ---- timeline


@pytest.fixture
def timeline(qtbot, pane):
    pane.side.timeline.set_text(TEXT_SAMPLE)
    pane.side.show_timeline()
    qtbot.waitUntil(lambda: pane.side.timeline.replay is not None)
    qtbot.waitUntil(lambda: pane.side.timeline.replay.data == TEXT_SAMPLE.encode())
    return pane.side.timeline


def test_the_text_stands_as_of_each_merge(timeline, trained):
    assert timeline.k == trained.n_merges
    for k in (0, 1, 40, trained.n_merges):
        timeline.go_to(k)
        assert timeline.view.text.ids.tolist() == trained.truncated(256 + k).encode(TEXT_SAMPLE)
        assert timeline.figures[2] == str(timeline.view.text.n_spans)
    assert timeline.model.rowCount() == trained.n_merges


def test_keys_scrub_and_jump(qtbot, pane, timeline):
    axis = timeline.timeline
    timeline.go_to(5)
    for key, wanted in (
        (Qt.Key.Key_Right, 6), (Qt.Key.Key_PageUp, 8), (Qt.Key.Key_PageUp, 16),
        (Qt.Key.Key_PageDown, 8), (Qt.Key.Key_Left, 7), (Qt.Key.Key_PageDown, 4),
        (Qt.Key.Key_Home, 0), (Qt.Key.Key_PageUp, 1), (Qt.Key.Key_PageDown, 0),
    ):  # fmt: skip
        qtbot.keyClick(axis, key)
        assert timeline.k == wanted
    actions = {action.objectName(): action for action in pane.actions()}
    seen = []
    for _ in range(4):
        actions["vocabulary.next_change"].trigger()
        seen.append(timeline.k)
    assert seen == [int(rank) + 1 for rank in timeline.replay.changing[:4]]
    assert timeline.view.current is not None
    actions["vocabulary.previous_change"].trigger()
    assert timeline.k == seen[-2]


def test_a_merge_of_the_list_is_gone_to_and_says_how_often_it_is_in_the_text(timeline):
    rank = int(timeline.replay.changing[3])
    table = next(
        each for each in timeline.findChildren(object) if each.__class__.__name__ == "DataTable"
    )
    table.setCurrentIndex(timeline.model.index(rank, 0))
    assert timeline.k == rank + 1
    places = timeline.model.index(rank, 5).data()
    assert places == f"{timeline.replay.places_of(rank)}×"


def test_another_text_and_another_tokenizer(qtbot, pane, timeline, state, trained):
    timeline.set_text("cat")
    qtbot.waitUntil(lambda: timeline.replay.data == b"cat")
    state.open_run("other", trained.truncated(300), None)
    qtbot.waitUntil(lambda: timeline.replay is not None)
    assert timeline.k == 44
    assert timeline.view.text.data == b"cat"
    state.open_run(None, None, None)
    assert timeline.model.rowCount() == 0


def test_a_tokenizer_after_none_fills_the_timeline_that_is_in_front(
    qtbot, pane, timeline, state, trained
):
    state.open_run(None, None, None)
    assert timeline.replay is None
    state.open_run("other", trained.truncated(300), None)
    qtbot.waitUntil(lambda: timeline.replay is not None)
    assert timeline.view.text.data == TEXT_SAMPLE.encode()
    pane.hide()  # another workspace is in front
    state.open_run("third", trained, None)
    assert timeline.replay is None
    pane.show()
    qtbot.waitUntil(lambda: timeline.replay is not None)
    assert timeline.figures[1] != "–"


def test_a_published_tokenizer_works_as_far_as_the_facts_exist(
    qtbot, state, theme, jobs, engine_jobs, trained
):
    ids = np.random.default_rng(3).permutation(700)[: 256 + trained.n_merges]
    numbering = Numbering(ids, {b"extra!": 800})
    foreign = Tokenizer(ids[trained.ranked_merges], pattern="gpt2", numbering=numbering)
    pane = VocabularyPane(state, theme, jobs, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1300, 700)
    pane.show()
    state.open_run(None, foreign, None)
    qtbot.waitUntil(lambda: pane.model.rowCount() > 0)
    assert pane.chosen == ids[256]
    last = int(ids[-1])
    pane.select_token(last)
    tree = pane.detail.tree
    left, right = foreign.merges[-1].tolist()
    assert [child.facts.token_id for child in tree.nodes[0].children] == [left, right]
    assert "counts unknown" in pane.detail.words
    assert "Uses not counted" in pane.detail.uses.words
    pane.select_token(800)
    assert "No merge makes it" in pane.detail.words
    assert len(tree.nodes) == 1
    assert PATH in pane.columns.shown
    heads = pane.table.copying.heads()
    assert "Count" not in heads
    assert "Uses" not in heads
    for column in (KEYS.index("uses"), KEYS.index("inside")):
        pane.model.sort(column, Qt.SortOrder.DescendingOrder)
        assert shown_ids(pane) == sorted(shown_ids(pane))  # nothing is known: all are alike
    pane.side.show_timeline()
    timeline = pane.side.timeline
    qtbot.waitUntil(lambda: timeline.replay is not None)
    timeline.go_to(20)
    shorter = trained.truncated(276).encode(timeline.replay.data.decode())
    assert [int(ids[i]) for i in shorter] == timeline.view.text.ids.tolist()


def test_lines_of_white_space_are_no_reason_for_the_columns_of_superwords(pane, qtbot, state):
    """A token such as "\\n \\n " has two pieces between spaces; the words of nothing are shown."""
    blank = train_tokenizer(Corpus.from_texts(["a\n \n \n \n b"] * 50), TrainingConfig(262))
    assert b"\n \n " in blank.vocabulary
    state.open_run("blank", blank, None)
    qtbot.waitUntil(lambda: pane.model.rowCount() == 262)
    assert not {KEYS.index("words"), KEYS.index("parts")} & set(pane.columns.shown)
    assert SCRIPT in pane.columns.shown
