"""At 1024 × 700, in both languages: no word is cut off, and nothing goes without a sign."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtWidgets import QMenuBar, QTabBar, QToolButton, QWidget

from engine import Corpus, Source
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.named import named, write
from tests.workbench.patient_bot import PatientBot
from tests.workbench.sight import parts_without_room, words_without_room
from tests.workbench.spoken import speaking
from workbench.corpus.source_table import COUNTS
from workbench.frame.actions import WORKSPACES
from workbench.frame.top_bar import NextStepButton, Step, step_words
from workbench.ui.theme.theme import SPACE_XS

pytestmark = pytest.mark.slow

SIZE = (1024, 700)
COUNTED = {"counted", "not counted", "gezählt", "nicht gezählt"}


@pytest.fixture(scope="module", params=["en", "de"])
def opened(request, qapp, tmp_path_factory):
    with speaking(qapp, request.param):
        driver = WorkbenchDriver(PatientBot(request), qapp, tmp_path_factory.mktemp("smallest"))
        driver.start()
        driver.workbench.tour_guide.tour.leave()
        texts = ("the cat sat on the mat, the cat ate the rat\n" * 40,)
        driver.load_corpus(Corpus([Source("eng", texts=texts), Source("deu", texts=texts)]))
        driver.window.show_workspace("train")
        write(named(driver.workbench.training_pane.form, "vocab_size"), "300")
        driver.workbench.training_pane.primary_action().trigger()
        driver.wait_for_training()
        driver.rest()
        driver.window.resize(*SIZE)
        yield driver
        driver.close()


@pytest.fixture
def rested(opened):
    """The test ends when what is measured behind the scenes has been measured."""
    yield
    opened.rest()


@pytest.mark.usefixtures("rested")
@pytest.mark.parametrize("name", WORKSPACES)
def test_no_word_is_cut_off(opened, name):
    opened.window.show_workspace(name)
    opened.wait_for_training()
    cut = {}
    for tab in _every_tab(opened.window.docks.pane(name)):
        opened.wait_for_training()
        QCoreApplication.processEvents()  # lays out
        assert opened.window.grab().size().toTuple() == SIZE
        found = [each for each in words_without_room(opened.window) if not each.startswith("label")]
        found += parts_without_room(opened.window)
        if found:
            cut[tab] = found
    assert cut == {}


def _every_tab(pane):
    """Turn to each tab of a pane, also of what a tab shows, and back to the first ones.

    Yields the words of the tabs.
    """
    yield ""
    done = set()
    while bars := [each for each in pane.findChildren(QTabBar) if each.isVisible()]:
        bar = next((each for each in bars if each not in done), None)
        if bar is None:
            break
        done.add(bar)
        first = bar.currentIndex()
        for index in range(bar.count()):
            if bar.isTabEnabled(index) and index != first:
                bar.setCurrentIndex(index)
                yield bar.tabText(index)
        bar.setCurrentIndex(first)


@pytest.mark.usefixtures("rested")
def test_states_in_the_rail_and_of_counts_have_room(opened):
    for button in opened.window.rail.findChildren(QToolButton):
        state, room = button._state, button.width() - 2 * SPACE_XS
        assert state
        assert button.fontMetrics().horizontalAdvance(state) <= room, state
    opened.window.show_workspace("corpus")
    opened.wait_for_training()
    table = opened.workbench.corpus_pane.part.table
    assert {table.model().index(row, COUNTS).data() for row in range(2)} <= COUNTED
    assert table.sizeHintForColumn(COUNTS) <= table.columnWidth(COUNTS)


def misplaced(window) -> list[str]:
    """Menus and parts of the top bar that are out of sight or over each other."""
    menus = window.menu_bar
    room = menus.rect()
    middles = {each.text(): menus.actionGeometry(each).center() for each in menus.actions()}
    faults = [words for words, middle in middles.items() if not room.contains(middle)]
    bar = window.top_bar
    parts = [each for each in bar.children() if isinstance(each, QWidget) and each.isVisible()]
    assert any(isinstance(each, QMenuBar) for each in parts)
    places = {each: QRect(each.geometry()) for each in parts}
    faults += [
        f"{pair[0]} over {pair[1]}"
        for pair in combinations(parts, 2)
        if places[pair[0]].intersects(places[pair[1]])
    ]
    return faults + [str(each) for each in parts if not bar.rect().contains(places[each])]


@pytest.mark.usefixtures("rested")
def test_the_top_bar_stays_where_it_is_in_every_workspace_and_step(opened):
    """And every menu and button of it has its place."""
    bar, action = opened.window.top_bar, opened.window.actions_of_frame.next_step
    [button] = bar.findChildren(NextStepButton)
    places, faults = set(), {}

    def note():
        opened.window.grab()  # lays out
        geometry = bar.chooser.geometry()
        places.add((geometry.left(), geometry.right(), button.geometry().left()))

    for name in WORKSPACES:
        opened.window.show_workspace(name)
        opened.wait_for_training()
        note()
        if found := misplaced(opened.window):
            faults[name] = found
    for step in Step:
        action.setIconText(step_words(step, 876))
        note()
    action.setVisible(False)
    note()
    action.setVisible(True)
    assert len(places) == 1
    assert faults == {}
    opened.workbench.next_step.refresh()
