"""Controls in a pane's head, and chips: what has no room is in a menu, and does the same there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QMenu, QPushButton, QWidget

from workbench.ui.widgets.chip_row import ChipRow
from workbench.ui.widgets.head_controls import HeadControls

WIDE = 900


@pytest.fixture
def controls(qtbot):
    """A list that is never in the menu; then a button, a list and a check box that can be."""
    around = QWidget()  # a window would keep the width that its row wants
    qtbot.addWidget(around)
    around.resize(WIDE, 60)
    around.show()
    made = HeadControls(least=1, usual=2, parent=around)
    made.first, made.button = QComboBox(), QPushButton("Show")
    made.mask, made.prompt = QComboBox(), QCheckBox("Prompt")
    made.first.addItem("qwen")
    made.button.setMenu(QMenu(made.button))
    made.mask.addItems(["auto", "by prefixes"])
    made.mask.setAccessibleName("Where the mask comes from")
    for control in (made.first, made.button):
        made.add(control)
    made.add(made.mask, "Mask")
    made.add(made.prompt)
    made.show()
    yield made
    around.close()


def set_width(controls: HeadControls, width: int) -> None:
    controls.resize(width, controls.sizeHint().height())
    QCoreApplication.processEvents()


def entries(controls: HeadControls) -> dict[str, QAction]:
    controls.menu.aboutToShow.emit()
    return {each.text(): each for each in controls.menu.actions() if each.isVisible()}


def more(controls: HeadControls) -> QPushButton:
    [button] = [each for each in controls.findChildren(QPushButton) if each.menu() is controls.menu]
    return button


def test_with_room_for_all_there_is_no_menu(controls):
    set_width(controls, WIDE)
    assert controls.mask.isVisible()
    assert controls.prompt.isVisible()
    assert not more(controls).isVisible()
    assert entries(controls) == {}


@pytest.mark.parametrize("width", range(120, WIDE, 60))
def test_each_control_is_in_the_row_or_in_the_menu_and_none_is_cut(controls, width):
    width = max(width, controls.minimumSizeHint().width())
    set_width(controls, width)
    named = {"Show": controls.button, "Mask": controls.mask, "Prompt": controls.prompt}
    offered = entries(controls)
    assert controls.first.isVisible()
    for name, control in named.items():
        assert control.isVisible() != (name in offered)
    shown = [each for each in (*named.values(), more(controls)) if each.isVisible()]
    assert all(each.width() >= each.sizeHint().width() for each in shown)
    assert all(controls.rect().contains(each.geometry()) for each in shown)


def test_an_entry_does_what_its_control_does(qtbot, controls):
    set_width(controls, controls.minimumSizeHint().width())
    offered = entries(controls)
    assert offered["Show"].menu() is controls.button.menu()
    choices = offered["Mask"].menu()
    assert [each.isChecked() for each in choices.actions()] == [True, False]
    with qtbot.waitSignal(controls.mask.activated) as chosen:
        choices.actions()[1].trigger()
    assert chosen.args == [1]
    assert controls.mask.currentText() == "by prefixes"
    offered["Prompt"].trigger()
    assert controls.prompt.isChecked()
    controls.prompt.setChecked(False)
    assert not entries(controls)["Prompt"].isChecked()


def test_an_entry_is_as_able_as_its_control(controls):
    set_width(controls, controls.minimumSizeHint().width())
    controls.mask.setEnabled(False)
    controls.mask.setToolTip("The rules decide")
    entry = entries(controls)["Mask"]
    assert not entry.isEnabled()
    assert entry.toolTip() == "The rules decide"


def test_commands_are_in_the_menu_whatever_room_there_is(controls):
    controls.add_actions([QAction("Copy ids", controls)])
    for width in (controls.minimumSizeHint().width(), WIDE):
        set_width(controls, width)
        assert more(controls).isVisible()
        assert list(entries(controls))[-1] == "Copy ids"


def test_a_control_that_grows_goes_into_the_menu(controls):
    set_width(controls, WIDE)
    controls.first.addItem("a template " * 20)
    controls.first.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    QCoreApplication.processEvents()
    assert not controls.prompt.isVisible()
    assert "Prompt" in entries(controls)


def test_chips_without_room_are_removed_in_the_menu(qtbot):
    row = ChipRow("Further conditions")
    qtbot.addWidget(row)
    row.resize(160, 30)
    row.show()
    removed = []
    for name in ("script:Cyrillic", "length:>8", "is:merge"):
        chip = QPushButton(name)
        chip.setAccessibleName(f"Remove {name}")
        chip.clicked.connect(lambda _checked=False, name=name: removed.append(name))
        row.add(chip)
    [others] = [each for each in row.findChildren(QPushButton) if each.menu() is not None]
    hidden = [chip for chip in row.chips if not chip.isVisible()]
    assert hidden
    assert others.text() == f"+{len(hidden)}"
    others.menu().aboutToShow.emit()
    assert [each.text() for each in others.menu().actions()] == [
        chip.accessibleName() for chip in hidden
    ]
    others.menu().actions()[-1].trigger()
    assert removed == ["is:merge"]
