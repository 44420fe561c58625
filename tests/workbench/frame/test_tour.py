"""The tour's card: steps, what they lack, keys, its place beside controls."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QWidget

from tests.workbench.driver import WorkbenchDriver
from workbench.frame.actions import WORKSPACES
from workbench.frame.tour import Tour, TourStep
from workbench.ui.theme.theme import STATUS_HEIGHT


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.button = QPushButton("Train", made)
    made.button.setGeometry(850, 10, 120, 30)
    made.large = QWidget(made)
    made.large.setGeometry(100, 60, 600, 600)
    made.show()
    return made


@pytest.fixture
def tour(window, theme):
    return Tour(theme, window)


def steps_over(window, lacks=lambda: ""):
    train = QAction("Train", window)
    return train, (
        TourStep("corpus", "First", "Words.", lambda: window.large),
        TourStep("train", "Second", "Words.", lambda: window.button, lambda: train, lacks=lacks),
        TourStep("runs", "Third", "Words.", lambda: None),
    )


def place_of(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def test_enter_goes_on_to_the_end(qtbot, window, tour):
    asked, ended = [], []
    tour.workspace_requested.connect(asked.append)
    tour.ended.connect(lambda: ended.append(tour.step))
    tour.begin(steps_over(window)[1])
    assert tour.title == "First"
    for _ in range(3):
        assert isinstance(window.focusWidget(), QPushButton)
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert asked == ["corpus", "train", "runs"]
    assert ended == [None]
    assert tour.isHidden()


def test_a_step_waits_for_what_it_lacks_and_offers_the_command(qtbot, window, tour):
    missing = ["A tokenizer is missing."]
    train, steps = steps_over(window, lambda: missing[0])
    done = []
    train.triggered.connect(lambda: done.append(1))
    tour.begin(steps)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert window.focusWidget().text() == "Train"
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert done == [1]
    assert tour.step == 1
    missing[0] = ""
    tour.refresh()
    assert window.focusWidget().text() == "Next"
    train.setEnabled(False)
    assert tour.step == 1


def test_escape_leaves_and_back_goes_back(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    back = next(b for b in tour.findChildren(QPushButton) if b.text() == "Back")
    back.click()
    assert tour.step == 0
    assert not back.isEnabled()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert tour.step is None


def test_beginning_again_takes_the_keys_back_to_the_card(qtbot, window, tour):
    steps = steps_over(window)[1]
    tour.begin(steps)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    window.button.setFocus()
    tour.begin(steps)
    assert tour.step == 1
    assert tour.isAncestorOf(window.focusWidget())


def test_the_card_stands_in_the_window_and_covers_no_small_control(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    for _ in range(2):
        card = place_of(tour, window)
        assert window.rect().contains(card)
        if tour.target is window.button:
            assert not card.intersects(place_of(window.button, window))
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)


def test_the_card_follows_its_control(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    before = tour.pos()
    window.button.move(100, 400)
    assert tour.pos() != before
    assert not place_of(tour, window).intersects(place_of(window.button, window))


def test_a_control_that_is_destroyed_meanwhile_ends_no_tour(qtbot, window, tour):
    _, steps = steps_over(window)
    tour.begin((steps[1], steps[2]))
    window.button.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.resize(900, 650)
    qtbot.keyClick(tour, Qt.Key.Key_Return)
    assert tour.isVisible()
    tour.leave()
    assert tour.isHidden()


def test_escape_leaves_from_anywhere_in_the_window(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    window.button.setFocus()
    qtbot.keyClick(window.button, Qt.Key.Key_Escape)
    assert tour.step is None
    qtbot.keyClick(window.button, Qt.Key.Key_Escape)  # it has no effect now


def test_every_button_of_the_card_has_room_for_its_words(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    tour._go(1)
    qtbot.waitUntil(tour.isVisible)
    shown = [each for each in tour.findChildren(QPushButton) if each.isVisible()]
    assert len(shown) == 5
    for button in shown:
        assert button.width() >= button.sizeHint().width(), button.text()


def test_no_line_of_the_card_is_cut(qtbot, window, tour):
    words = "The card says in some more words what can be seen beside it. " * 3
    tour.begin([TourStep("corpus", "First", words, lambda: None)])
    qtbot.waitUntil(tour.isVisible)
    for shown in tour.findChildren(QLabel):
        assert shown.height() >= shown.heightForWidth(shown.width()), shown.text()


def test_the_card_grows_with_its_words(window, tour):
    tour.begin(steps_over(window)[1])
    before = tour.height()
    window.setStyleSheet("QLabel { font-size: 24px; }")
    QCoreApplication.sendPostedEvents()
    assert tour.height() == tour.layout().totalHeightForWidth(tour.width()) > before


def test_the_card_spares_what_it_is_told_to(window, theme):
    head = QRect(700, 50, 300, 120)
    tour = Tour(theme, window, spared=lambda: head)
    tour.begin(steps_over(window)[1])
    tour._go(1)
    assert not place_of(tour, window).intersects(head)
    assert window.rect().contains(place_of(tour, window))


def test_the_card_can_be_dragged_and_stays_there_in_the_next_steps(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    start, by = QPoint(20, 12), QPoint(-300, -200)
    before = tour.pos()
    qtbot.mousePress(tour, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(tour, start + by)
    qtbot.mouseRelease(tour, Qt.MouseButton.LeftButton, pos=start)
    assert tour.pos() == before + by
    tour._go(1)
    assert tour.pos() == before + by
    window.resize(500, 450)
    assert window.rect().contains(place_of(tour, window))
    tour.leave()
    window.resize(1000, 700)
    tour.begin(steps_over(window)[1])  # the next tour begins at its usual place
    assert tour.pos() == before


def test_a_minimized_card_is_one_row_at_the_foot_of_the_window(qtbot, window, tour):
    tour.begin(steps_over(window)[1])
    named_button(tour, "Minimize tour card").click()
    QCoreApplication.sendPostedEvents()
    assert tour.height() <= STATUS_HEIGHT + 2
    assert place_of(tour, window).bottom() == window.rect().bottom()
    assert [each.text() for each in tour.findChildren(QLabel) if each.isVisible()] == [
        "Step 1 of 3"
    ]
    named_button(tour, "Show tour card").click()
    assert {"First", "Words."} <= {
        each.text() for each in tour.findChildren(QLabel) if each.isVisible()
    }


def named_button(tour, name):
    [found] = [each for each in tour.findChildren(QPushButton) if each.accessibleName() == name]
    return found


@pytest.mark.slow
def test_escape_and_f6_in_the_whole_window(qtbot, qapp, tmp_path):
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        driver.start()
        tour, window = driver.workbench.tour_guide.tour, driver.window
        for name in WORKSPACES:
            tour.begin(driver.workbench.tour_guide.steps())
            window.show_workspace(name)
            pane = window.docks.pane(name)
            pane.setFocus()
            driver.press("Tab")
            for _ in range(6):
                if not tour.isAncestorOf(window.focusWidget()):
                    window.actions_of_frame.next_part.trigger()
            assert tour.isAncestorOf(window.focusWidget()), name
            pane.setFocus()
            driver.press("Tab", "Escape")
            assert tour.step is None, name
    finally:
        driver.close()
