"""The window in German: every workspace opens, nothing is cut off, Qt's own words too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialogButtonBox

from tests.workbench.driver import WorkbenchDriver
from tests.workbench.patient_bot import PatientBot
from tests.workbench.sight import words_without_room
from tests.workbench.spoken import speaking
from workbench.frame.actions import WORKSPACES
from workbench.text.languages import language_name
from workbench.ui.words.translation import counted, language_of, translated_languages

pytestmark = pytest.mark.slow

SIZES = ((1280, 800), (1920, 1080))


@pytest.fixture(scope="module")
def german(qapp):
    with speaking(qapp, "de"):
        yield


@pytest.fixture(scope="module")
def opened(request, german, qapp, tmp_path_factory):
    driver = WorkbenchDriver(PatientBot(request), qapp, tmp_path_factory.mktemp("german"))
    driver.start()
    driver.rest()
    yield driver
    driver.close()


@pytest.fixture
def rested(opened):
    """The test ends when what is measured behind the scenes has been measured."""
    yield
    opened.rest()


def test_the_language_follows_the_preference_and_then_the_system():
    assert translated_languages() == ("en", "de")
    austrian, french = QLocale("de_AT"), QLocale("fr_FR")
    assert language_of("system", austrian) == "de"
    assert language_of("system", french) == "en"
    assert language_of("en", austrian) == "en"
    assert language_of("nonsense", french) == "en"


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1 Lauf wurde gelöscht."), (2000, "2\u202f000 Läufe wurden gelöscht.")],
)
def test_a_count_takes_the_form_of_its_language(german, number, words):
    english = ("1 run was deleted.", "%1 runs were deleted.")
    assert counted("RunsPane", *english, number) == words


def test_words_of_the_window_of_languages_and_of_qt_are_german(qtbot, opened, rested):
    titles = [opened.window.docks.pane(name).title for name in WORKSPACES]
    assert titles[0] == "Korpus"
    assert "Läufe" in titles
    assert language_name("zho_Hant") == "Chinesisch, traditionell"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert box.buttons()[0].text() == "Abbrechen"


@pytest.mark.usefixtures("rested")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_workspace_opens_and_no_word_is_cut_off(opened, qtbot, size):
    opened.window.resize(*size)
    cut = {}
    for name in WORKSPACES:
        opened.window.show_workspace(name)
        opened.wait_for_training()
        picture = opened.window.grab()
        assert picture.size().toTuple() == size
        found = [each for each in words_without_room(opened.window) if "label" not in each]
        if found:
            cut[name] = found
    assert cut == {}
