"""A tokenizer file in the window: the report in place, then the tokenizer in every workspace."""

from __future__ import annotations

import base64
import threading

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from tests.patience import wait_for
from tests.workbench.buttons import press_button
from tests.workbench.named import cells, named, write
from workbench.compression.evaluation_choice import EvaluationChoice
from workbench.frame.drop_overlay import Kind, kind_of
from workbench.imports.import_flow import ImportFlow
from workbench.imports.import_page import ImportPage
from workbench.tokens.token_column import SourceMenu
from workbench.ui.widgets.file_dialogs import PublishedMenu
from workbench.work.comparison import Baseline, baselines_of_documents
from workbench.work.jobs import Job, StepProgress

pytestmark = pytest.mark.slow


@pytest.fixture
def ranks(tokenizer, tmp_path):
    """A rank file of the tokenizer, which says nothing of its split pattern."""
    path = tmp_path / "mine.tiktoken"
    tokens = enumerate(tokenizer.ranked_tokens)
    path.write_bytes(b"".join(base64.b64encode(token) + b" %d\n" % rank for rank, token in tokens))
    return path


def read(driver, qtbot, path):
    flow = driver.workbench.imports.flow
    with qtbot.waitSignal(flow.reported):
        driver.workbench.imports.read_paths([path])
    return driver.workbench.imports.page


def give_pattern(page, pattern):
    """Read files without a split pattern again, with this one."""
    write(named(page, "missing_pattern"), pattern)
    press_button(page, "Read with this pattern")


def findings(page):
    return cells(page.report.finding_table, 1)


def test_a_file_is_read_with_a_pattern_used_and_measured(
    driver, qtbot, corpus, tokenizer, ranks, tmp_path
):
    assert kind_of(ranks) is Kind.TOKENIZER
    driver.start()
    driver.load_corpus(corpus)
    page = read(driver, qtbot, ranks)
    assert driver.window.pages.page is page
    assert not named(page, "pattern_row").isHidden()
    assert not named(page, "use_tokenizer").isEnabled()
    with qtbot.waitSignal(driver.workbench.imports.flow.reported):
        give_pattern(page, "gpt2")
    assert named(page, "use_tokenizer").isEnabled()
    assert not named(page, "compare_with_tokenizer").isEnabled()  # the pattern is not in the file
    assert page.report.facts["Vocabulary"] == "299"
    press_button(page, "Use this tokenizer")
    state = driver.state
    assert (state.run_id, state.tokenizer_name, state.tokenizer.vocab_size) == (None, "mine", 299)
    assert driver.window.pages.page is None
    assert driver.workbench.tokens_pane.columns.columns[0].name == "mine"
    compression = driver.workbench.compression_pane
    driver.window.show_workspace("compression")
    assert compression.shown_rows == ()
    flow = driver.workbench.evaluation
    with qtbot.waitSignal(state.comparison_changed):
        flow.evaluate()
    assert [row.label for row in compression.shown_rows] != []
    assert state.comparison.names == ("mine",)
    assert driver.workbench.store.list_runs() == []  # nothing was stored
    other = tokenizer.truncated(270).save(tmp_path / "other.twb")
    page = read(driver, qtbot, other)
    press_button(page, "Compare with it")
    columns = driver.workbench.token_columns
    qtbot.waitUntil(lambda: columns.columns[0].tokenizer is not None)
    assert driver.window.workspace == "tokens"
    driver.window.show_workspace("sizes")
    sizes = driver.workbench.sizes_pane
    qtbot.waitUntil(lambda: sizes.curves is not None)
    assert not sizes.primary_action().isEnabled()  # there is no run to keep a size beside


@pytest.fixture
def page(qtbot, state, engine_jobs, theme):
    """The page with a flow of its own, without the rest of the window."""
    made, flow = ImportPage(theme), ImportFlow(state, engine_jobs)
    qtbot.addWidget(made)
    made.read_requested.connect(flow.read)
    flow.started.connect(made.note_started)
    flow.reported.connect(made.show_report)
    flow.failed.connect(made.show_failure)
    made.flow = flow
    yield made
    flow.stop()


def test_the_page_has_no_filled_button_beside_that_of_the_window(page):
    buttons = page.findChildren(QPushButton)
    assert buttons
    assert not any(each.property("kind") == "primary" for each in buttons)


def test_a_damaged_file_shows_all_that_is_wrong_and_cannot_be_used(page, qtbot, ranks):
    lines = ranks.read_bytes().split(b"\n")
    lines[270], lines[280] = b"?", lines[279]
    ranks.write_bytes(b"\n".join(lines))
    with qtbot.waitSignal(page.flow.reported):
        page.read_path(ranks)
    assert not named(page, "use_tokenizer").isEnabled()
    assert not named(page, "compare_with_tokenizer").isEnabled()
    assert any("token in base64" in words for words in findings(page))
    assert any("appears twice" in words for words in findings(page))


def test_a_pattern_that_does_not_work_can_be_given_again(page, qtbot, ranks):
    with qtbot.waitSignal(page.flow.reported):
        page.read_path(ranks)
    assert findings(page)[0].startswith("The files do not contain the split pattern.")
    with qtbot.waitSignal(page.flow.reported):
        give_pattern(page, "(unclosed")
    assert not named(page, "use_tokenizer").isEnabled()
    assert not named(page, "pattern_row").isHidden()
    with qtbot.waitSignal(page.flow.reported):
        give_pattern(page, "gpt2")
    assert named(page, "use_tokenizer").isEnabled()


def test_without_a_report_there_is_a_way_to_one(page, qtbot, tmp_path):
    assert page.report.is_empty
    assert named(page, "use_tokenizer").toolTip()
    with qtbot.waitSignal(page.flow.reported):
        page.read_path(tmp_path / "gone.json")
    assert not page.report.is_empty
    assert findings(page) == [f"There is nothing at {tmp_path / 'gone.json'}."]


def test_a_published_name_without_a_network_is_a_sentence(page, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_PUBLISHED", str(tmp_path / "none"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    with qtbot.waitSignal(page.flow.failed):
        page.read_requested.emit((Baseline("o200k_base", published="o200k_base"), None))
    assert "not kept here" in page.bar.text
    assert not named(page, "use_tokenizer").isEnabled()


def test_menus_of_published_names(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_PUBLISHED", str(tmp_path))
    chosen = []
    menu = SourceMenu()
    qtbot.addWidget(menu)
    menu.source_chosen.connect(chosen.append)
    for _ in range(2):  # filled again each time it is opened
        menu.fill()
        [published] = [each.menu() for each in menu.actions() if each.menu() is not None]
        published.fill()
    [action] = [each for each in published.actions() if each.data() == "cl100k_base"]
    action.trigger()
    assert chosen == [Baseline("cl100k_base", published="cl100k_base")]
    assert baselines_of_documents([chosen[0].document()]) == (chosen[0],)
    choice = EvaluationChoice()
    qtbot.addWidget(choice)
    with qtbot.waitSignal(choice.published_chosen):
        choice.published.fill()
        [action] = [each for each in choice.published.actions() if each.data() == "gpt2"]
        action.trigger()


def test_reading_is_cancelled_among_the_tasks(driver, qtbot, ranks):
    driver.start()
    go_on = threading.Event()

    def waiting():
        yield StepProgress("Wait")
        wait_for(go_on)

    driver.workbench.jobs.start(Job(waiting(), title="Before it"))
    driver.workbench.imports.read_paths([ranks])
    page = driver.workbench.imports.page
    with qtbot.waitSignal(driver.workbench.imports.flow.cancelled):
        driver.workbench.jobs.cancel_all()
        go_on.set()
    assert page.report.is_empty
    said = [each.text() for each in page.findChildren(QLabel)]
    assert "Reading was cancelled." in said
    assert not named(page, "use_tokenizer").isEnabled()


def test_a_published_tokenizer_is_chosen_in_the_menu_of_the_page(
    page, qtbot, tmp_path, monkeypatch
):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_PUBLISHED", str(tmp_path))
    [published] = page.findChildren(PublishedMenu)
    published.fill()
    [action] = [each for each in published.actions() if each.data() == "gpt2"]
    page.read_requested.disconnect()
    with qtbot.waitSignal(page.read_requested) as asked:
        action.trigger()
    assert asked.args[0] == (Baseline("gpt2", published="gpt2"), None)
