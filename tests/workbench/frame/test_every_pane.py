"""What holds in every workspace: names for screen readers, copying, saving, colours, words."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLineEdit, QMenu, QStackedWidget, QTableView, QToolButton, QWidget

from engine import Corpus, Source
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.patient_bot import PatientBot
from tests.workbench.sight import nameless_widgets, words_without_room
from workbench.frame.actions import WORKSPACES
from workbench.ui.charts.chart_saving import ChartSaving, PaintedChart
from workbench.ui.charts.curve import HasData
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme import colours
from workbench.ui.widgets.buttons import ActionToolButton
from workbench.ui.widgets.empty_state import EmptyState

pytestmark = pytest.mark.slow

SIZES = ((1280, 800), (1920, 1080))
MANY = 40  # pixels of one colour that are no chance of a blended edge
# Of their own accord the same in two schemes, or the ground of pictures.
GROUND_ROLES = ("window", "surface", "raised", "text", "muted_text", "hairline", "grid", "accent")
HEAD_HEIGHT = 88
AFTER_HEAD = {
    "corpus": lambda pane: pane.part.table,
    "pattern": lambda pane: pane.desk.editor,
    "train": lambda pane: pane.form,
    "compression": lambda pane: pane.tabs.findChild(QStackedWidget),
    "sizes": lambda pane: pane.view,
    "runs": lambda pane: pane.list.table,
    "tokens": lambda pane: pane.input,
    "vocabulary": lambda pane: pane.table,
    "chat": lambda pane: pane.results.views,
    "explore": lambda pane: pane.form,
}
"""The first table, form, text or result of each pane."""


@pytest.fixture(scope="module")
def opened(request, qapp, tmp_path_factory):
    """The window with a small tokenizer that was trained in it, as it is after a first start."""
    driver = WorkbenchDriver(PatientBot(request), qapp, tmp_path_factory.mktemp("panes"))
    driver.window.resize(*SIZES[0])
    empty = {name: _empty_words(driver, name) for name in WORKSPACES}
    unexplained = _unexplained(driver)
    driver.start()
    driver.workbench.tour_guide.tour.leave()
    texts = ("the cat sat on the mat, the cat ate the rat\n" * 40,)
    driver.load_corpus(Corpus([Source("eng", texts=texts), Source("deu", texts=texts)]))
    driver.train()
    driver.wait_for_training()
    driver.empty, driver.unexplained = empty, unexplained
    yield driver
    driver.close()


@pytest.fixture(autouse=True)
def rested(opened):
    """Every test ends when what is measured behind the scenes has been measured."""
    yield
    opened.rest()


def _empty_words(driver, name):
    pane = driver.window.docks.pane(name)
    states = pane.findChildren(EmptyState)
    return [(state.sentence, state.action) for state in states]


def _unexplained(driver) -> list[str]:
    """Commands that cannot be done just now and do not say why."""
    actions = [command.action for command in driver.window.registry.commands()]
    silent = [each for each in actions if not (each.isEnabled() or each.statusTip())]
    return [each.objectName() for each in silent]


def shown(opened, qtbot, name: str) -> QWidget:
    opened.window.show_workspace(name)
    qtbot.waitUntil(lambda: opened.window.docks.pane(name).isVisible())
    opened.wait_for_training()
    return opened.window.docks.pane(name)


def charts_of(widget: QWidget) -> list[QWidget]:
    return [each for each in widget.findChildren(QWidget) if isinstance(each, PaintedChart)]


@pytest.mark.parametrize("name", WORKSPACES)
def test_a_pane_without_data_says_what_it_is_for_and_offers_one_action(opened, name):
    if name == "pattern":  # there is always a pattern
        return
    sentences = opened.empty[name]
    assert sentences
    for sentence, _ in sentences:
        assert sentence.endswith(".") or not sentence  # one that waits for its first words
    assert any(sentence for sentence, _ in sentences)
    assert any(action for _, action in sentences)


@pytest.mark.parametrize("name", WORKSPACES)
def test_a_screen_reader_has_a_name_for_everything_that_takes_the_focus(opened, qtbot, name):
    shown(opened, qtbot, name)
    assert nameless_widgets(opened.window) == []


def test_a_command_that_cannot_be_done_says_why(opened):
    actions = [command.action for command in opened.window.registry.commands()]
    assert any(not each.isEnabled() for each in actions)
    assert opened.unexplained == []  # before there was a corpus
    assert _unexplained(opened) == []


@pytest.mark.parametrize("name", WORKSPACES)
def test_tables_are_copied_and_saved(opened, qtbot, name):
    pane = shown(opened, qtbot, name)
    for table in pane.findChildren(QTableView):
        assert isinstance(table, DataTable), table
        menu = QMenu(opened.window)
        table.copying.fill(menu)
        assert len([each for each in menu.actions() if not each.isSeparator()]) == 6
        menu.deleteLater()


def test_charts_are_copied_and_saved(opened, qtbot):
    n_with_data = 0
    for name in WORKSPACES:
        for chart in charts_of(shown(opened, qtbot, name)):
            saving = chart.findChild(ChartSaving)
            assert saving is not None, (name, chart.accessibleName())
            assert chart.contextMenuPolicy() is Qt.ContextMenuPolicy.CustomContextMenu
            menu = QMenu(opened.window)
            saving.fill(menu)
            words = " ".join(action.text() for action in menu.actions())
            assert all(kind in words for kind in ("Copy", "PNG", "SVG")), chart
            assert ("CSV" in words) == isinstance(chart, HasData)
            menu.deleteLater()
            n_with_data += isinstance(chart, HasData)
    assert n_with_data >= 8


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_words_have_room(opened, qtbot, size):
    opened.window.resize(*size)
    cut = {}
    for name in WORKSPACES:
        shown(opened, qtbot, name)
        found = [each for each in words_without_room(opened.window) if "label" not in each]
        if found:
            cut[name] = found
    opened.window.resize(*SIZES[0])
    timers = opened.window.docks.findChildren(QTimer)
    qtbot.waitUntil(lambda: not any(each.isSingleShot() and each.isActive() for each in timers))
    assert cut == {}


@pytest.mark.parametrize("size", [*SIZES, (1024, 700)], ids=str)
def test_a_head_has_88_pixels_at_most(opened, qtbot, size):
    opened.window.resize(*size)
    heights, hidden = {}, []
    for name in WORKSPACES:
        pane = shown(opened, qtbot, name)
        QCoreApplication.processEvents()  # lays out
        after = AFTER_HEAD[name](pane)
        heights[name] = after.mapTo(pane, QPoint()).y()
        hidden += [] if after.isVisible() else [name]
    opened.window.resize(*SIZES[0])
    assert hidden == []
    assert {name: height for name, height in heights.items() if height > HEAD_HEIGHT} == {}


def test_nothing_keeps_a_colour_of_the_scheme_before(opened, qtbot):
    """Charts too: after each switch no ground, grid or word is left in the colour it had."""
    before, left = "light", {}
    for scheme in ("dark", "light-contrast", "light"):
        opened.theme.set_preference(scheme)
        old, new = colours.scheme(before).roles, colours.scheme(scheme).roles
        kept = {old[role].rgb() for role in GROUND_ROLES} - {each.rgb() for each in new.values()}
        kept -= {hue.background.rgb() for hue in colours.scheme(scheme).tokens}
        kept = {each for each in kept if not _is_edge_of_letter(each, new)}
        for name in WORKSPACES:
            shown(opened, qtbot, name)
            counts = _colours(opened.window.grab().toImage())
            assert counts[new["surface"].rgb()] > 1000
            found = {hex(each): counts[each] for each in kept if counts[each] > MANY}
            if found:
                left[f"{name}: {before} -> {scheme}"] = found
        before = scheme
    assert left == {}


def _is_edge_of_letter(colour: int, roles: dict[str, QColor]) -> bool:
    """Whether a colour lies between words and their ground, as the edges of letters do."""
    wanted = np.array(QColor(colour).getRgb()[:3])
    shares = np.linspace(0, 1, 257)[:, None]
    for words in ("text", "muted_text", "accent_text", "selection_text"):
        for ground in ("window", "surface", "raised", "accent", "selection"):
            one, other = (np.array(roles[each].getRgb()[:3]) for each in (words, ground))
            if np.abs(one + shares * (other - one) - wanted).max(axis=1).min() <= 1:
                return True
    return False


def _colours(picture: QImage) -> Counter[int]:
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(picture.constBits(), np.uint32).reshape(
        picture.height(), picture.bytesPerLine() // 4
    )
    values, counts = np.unique(data[:, : picture.width()] | 0xFF000000, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def test_tool_buttons_of_actions_connect_once_with_them(opened):
    buttons = [
        button
        for button in opened.window.findChildren(QToolButton)
        if button.defaultAction() is not None
        and not isinstance(button.parent(), QLineEdit)  # clear buttons, whose action stays
    ]
    assert len(buttons) > len(WORKSPACES)
    assert {type(button) for button in buttons if not isinstance(button, ActionToolButton)} == set()
