"""The filter field of the vocabulary with a menu of conditions, and its conditions as chips.

`VocabularyFilterBar` is the row, `ConditionChips` the chips.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QSizePolicy, QTableView, QWidget

from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_S, SPACE_XS
from workbench.ui.widgets.chip_row import ChipRow
from workbench.ui.widgets.labels import ElidedLabel, set_property
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.words.tool_tips import plain_tip
from workbench.vocabulary.vocabulary_filter import conditions_of, has_open_expression

_LONGEST = 40

FILTER_DELAY_MS = 1  # keys that wait already are filtered for together
LEAST_FILTER_WIDTH = 160
FILTER_WIDTH = 320
_MOST_SCRIPTS = 40


class ConditionChips(QWidget):
    """The conditions of a filter as chips, and the error of an invalid filter.

    A click, Delete or Backspace on a chip removes it.

    Signals:
        removed: a condition was removed.
    """

    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[tuple[str, QPushButton]] = []
        self._shown = ChipRow(self.tr("Further conditions"))
        self._problem = ElidedLabel("", "error")
        horizontal(self._shown, (self._problem, 1), parent=self, spacing=SPACE_XS)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions as a person would type them."""
        return tuple(condition for condition, _ in self._chips)

    @property
    def problem(self) -> str:
        return self._problem.text()

    def add(self, condition: str) -> None:
        """Append a condition, unless it is there already."""
        if condition in self.conditions:
            return
        short = condition if len(condition) <= _LONGEST else f"{condition[:_LONGEST]}…"
        chip = QPushButton(f"{short}  \N{MULTIPLICATION SIGN}".replace("&", "&&"))
        chip.setProperty("kind", "chip")
        chip.setToolTip(fill(self.tr("Remove %1"), condition))
        chip.setAccessibleName(fill(self.tr("Remove the condition %1"), condition))
        chip.clicked.connect(self._remove_sender)
        chip.installEventFilter(self)
        self._shown.add(chip)
        self._chips.append((condition, chip))

    def toggle(self, condition: str) -> None:
        """Put a condition in the place of those with its key, or remove it."""
        is_there = condition in self.conditions
        key = condition.partition(":")[0]
        for other, chip in [*self._chips]:
            if other.partition(":")[0] == key:
                self._chips.remove((other, chip))
                self._drop(chip)
        if not is_there:
            self.add(condition)

    def take_last(self) -> str:
        """Remove the last condition and return it."""
        condition, chip = self._chips.pop()
        self._drop(chip)
        return condition

    def clear(self) -> None:
        """Remove all conditions without telling."""
        while self._chips:
            self.take_last()

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong, or take that back with ""."""
        self._problem.setText(sentence)
        self._problem.setToolTip(plain_tip(sentence))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete and Backspace remove the chip that has the focus."""
        if (
            event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
        ):
            self._remove(watched)
            return True
        return super().eventFilter(watched, event)

    def _remove_sender(self) -> None:
        self._remove(self.sender())

    def _remove(self, chip: QObject | None) -> None:
        at = next((n for n, (_, each) in enumerate(self._chips) if each is chip), None)
        if at is None:
            return
        _, button = self._chips.pop(at)
        self._drop(button)
        if self._chips:
            self._chips[min(at, len(self._chips) - 1)][1].setFocus()
        self.removed.emit()

    def _drop(self, chip: QPushButton) -> None:
        chip.removeEventFilter(self)  # or it would be asked about a chip that is being destroyed
        self._shown.remove(chip)


class VocabularyFilterBar(QWidget):
    """The field, the menu and the chips in one row.

    Typing filters at once. Enter makes chips of the text, so that the field is free for the next
    condition; Backspace in the empty field takes the last chip back into it. Escape clears the
    text, then the chips; Down goes into the table.

    Signals:
        changed: the filter changed; read `conditions`.
        edited: the user changed the filter.
    """

    changed = Signal()
    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips = ConditionChips()
        self._table: QTableView | None = None
        self._filter = QLineEdit()
        self._menu_button = QPushButton(self.tr("Add filter"))
        self._scripts = QMenu(self.tr("Script"), self)
        self._timer = QTimer(self, singleShot=True, interval=FILTER_DELAY_MS)
        horizontal(
            (self._filter, 2), self._menu_button, (self.chips, 1), parent=self, spacing=SPACE_S
        )
        self.chips.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._fill()
        self._filter.installEventFilter(self)
        self._filter.textChanged.connect(self._timer.start)
        self._filter.textEdited.connect(self.edited)
        self._filter.returnPressed.connect(self.make_chips)
        self._timer.timeout.connect(self.changed)
        self.chips.removed.connect(self._tell)
        QWidget.setTabOrder(self._filter, self._menu_button)

    @property
    def conditions(self) -> str:
        """All conditions, those of the chips first."""
        return " ".join([*self.chips.conditions, self._filter.text()])

    @property
    def problem(self) -> str:
        """What is wrong with the filter, "" when nothing is."""
        return self.chips.problem

    @property
    def last_control(self) -> QWidget:
        """What comes last when one walks with the tabulator key."""
        return self._menu_button

    @property
    def open_expression(self) -> bool:
        """Whether a regular expression goes on to the end, for want of its closing slash."""
        return has_open_expression(self._filter.text())

    def lead_to(self, table: QTableView) -> None:
        """Go into this table with Down; Escape takes conditions away in it, too."""
        self._table = table
        table.installEventFilter(self)

    def set_text(self, text: str) -> None:
        """Put text into the filter as if typed; it takes effect at once."""
        self._filter.setText(text)
        self._timer.stop()
        self.changed.emit()

    def set_only(self, text: str) -> None:
        """Make this the only condition; "" for all tokens."""
        self.chips.clear()
        self.set_text(text)

    def set_conditions(self, conditions: Sequence[str]) -> None:
        """Make chips of these the only conditions, as a person does."""
        self.chips.clear()
        for condition in conditions:
            self.chips.add(condition)
        self.set_text("")
        self.edited.emit()

    def toggle(self, condition: str) -> None:
        """Put a chip in the place of those with the same key, or remove it."""
        self.chips.toggle(condition)
        self._tell()

    def clear(self) -> None:
        """Take all conditions away, as a person does."""
        self.set_only("")
        self.edited.emit()

    def set_scripts(self, scripts: Sequence[tuple[str, int]]) -> None:
        """Offer scripts of the vocabulary with their tokens, the largest first."""
        self._scripts.clear()
        for name, count in scripts[:_MOST_SCRIPTS]:
            action = self._scripts.addAction(f"{name}\t{grouped(count)}")
            action.setData(script_condition(name))
            action.triggered.connect(self._add_condition)
        self._scripts.setEnabled(bool(scripts))

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong with the filter, or take that back with ""."""
        self.chips.show_problem(sentence)
        set_property(self._filter, "wrong", "true" if sentence else "false")

    def focus_filter(self) -> None:
        """Go to the field, all of it chosen."""
        self._filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._filter.selectAll()

    def make_chips(self) -> None:
        """Turn the text of the field into chips, unless it is invalid."""
        self._timer.stop()
        self.changed.emit()
        if self.problem:
            return
        for condition in conditions_of(self._filter.text()):
            self.chips.add(condition.words)
        self._filter.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the field, and Escape in the table."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Escape:
                if self._take_away():
                    return True
            elif watched is self._filter and self._acts_on(key):
                return True
        return super().eventFilter(watched, event)

    def _acts_on(self, key: int) -> bool:
        """Do what a key of the field does here; False leaves it to the field."""
        if key == Qt.Key.Key_Down and self._table is not None:
            self._enter(self._table)
            return True
        takes_back = key == Qt.Key.Key_Backspace and not self._filter.text()
        if takes_back and self.chips.conditions:
            self._filter.setText(self.chips.take_last())
            return True
        return False

    def _take_away(self) -> bool:
        """Take away what is typed, else all chips; False where there is neither."""
        if self._filter.text():
            self.set_text("")
            self.edited.emit()
        elif self.chips.conditions:
            self.clear()
        else:
            return False
        return True

    def _enter(self, table: QTableView) -> None:
        """Go to the first row that fits, or without conditions to the first one in sight."""
        if self._timer.isActive():
            self._timer.stop()
            self.changed.emit()
        if table.model().rowCount():
            row = 0 if self.conditions.strip() else max(table.rowAt(0), 0)
            table.setCurrentIndex(table.model().index(row, 0))
            table.setFocus(Qt.FocusReason.TabFocusReason)

    def _tell(self) -> None:
        self.edited.emit()
        self.changed.emit()

    def _add_condition(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chips.add(str(action.data()))
            self._tell()

    def _begin_condition(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            text = self._filter.text().rstrip()
            self._filter.setText(f"{text} {action.data()}".lstrip())
            self._filter.setFocus(Qt.FocusReason.OtherFocusReason)
            if action.data() == "//":
                self._filter.setCursorPosition(len(self._filter.text()) - 1)

    def _fill(self) -> None:
        self._filter.setPlaceholderText(self.tr("Filter: the   /^ ?un/   hex:e2 96   length:>8"))
        self._filter.setAccessibleName(self.tr("Filter tokens"))
        self._filter.setMinimumWidth(LEAST_FILTER_WIDTH)
        self._filter.setMaximumWidth(FILTER_WIDTH)
        self._filter.setToolTip(
            self.tr(
                "Text in the token (quotes keep spaces; Ġworld also finds what it means in GPT-2's "
                "notation, ·world, unless in quotes), /regular expression/ and /in any case/i, "
                "hex:e2 96, id:512, length:3, length:>8, length:2..4 in bytes, chars:3 in "
                "characters, rank:0..99, count:>=50, uses:0, from:512 for tokens made with that "
                "one, script:Cyrillic, is:special, is:partial, is:space, is:digits, is:twin, "
                "is:unused, is:unreachable, is:dead, is:inside-one, covers:50, not:special. All "
                "conditions must match. Enter makes chips of them."
            )
        )
        self._menu_button.setProperty("kind", "menu")
        self._menu_button.setMenu(self._menu())

    def _menu(self) -> QMenu:
        menu = QMenu(self._menu_button)
        for words, condition in (
            (self.tr("Merges"), "is:merge"),
            (self.tr("Superwords"), "is:superword"),
            (self.tr("Special tokens"), "is:special"),
            (self.tr("Unused ids"), "is:unused"),
            (self.tr("Unreachable tokens"), "is:unreachable"),
            (self.tr("Incomplete UTF-8"), "is:partial"),
            (self.tr("Starting with a space"), "is:space"),
            (self.tr("White space only"), "is:white-space"),
            (self.tr("Digits only"), "is:digits"),
            (self.tr("Punctuation only"), "is:punctuation"),
            (self.tr("With a twin"), "is:twin"),
            (self.tr("Not made by a merge"), "is:extra"),
        ):
            action = menu.addAction(words)
            action.setData(condition)
            action.triggered.connect(self._add_condition)
        menu.addSeparator()
        menu.addMenu(self._scripts)
        self._scripts.setEnabled(False)
        for words, beginning in (
            (self.tr("Regular expression"), "//"),
            (self.tr("Bytes in hex"), "hex:"),
            (self.tr("Length in bytes"), "length:"),
            (self.tr("Characters"), "chars:"),
            (self.tr("Words"), "words:"),
            (self.tr("Rank"), "rank:"),
            (self.tr("Uses"), "uses:"),
        ):
            action = menu.addAction(words)
            action.setData(beginning)
            action.triggered.connect(self._begin_condition)
        return menu


def script_condition(name: str) -> str:
    """The condition for a script by its English name; a space would end it."""
    return f"script:{name.replace(' ', '_')}"
