"""The Chat workspace in the whole window: from no tokenizer to masks, templates and files."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QFontMetrics, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QListView,
    QPushButton,
    QTabBar,
)

from engine import TrainingConfig
from tests.workbench.chat_tokens import SPECIAL_TOKENS, chat_tokenizer, nanochat_by_hand
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.named import named
from tests.workbench.patient_bot import PatientBot
from tests.workbench.sight import words_without_room
from workbench.chat import chat_flow
from workbench.chat.chat_desk import FILE_PART, MESSAGES_PART, TEMPLATE_PART
from workbench.chat.chat_draft import (
    FILE,
    NAMED,
    NANOCHAT,
    OWN,
    ChatDraft,
    ChatMemory,
    TemplateChoice,
)
from workbench.chat.chat_flow import ALL, REFUSED, TOO_LONG, UNTRAINED
from workbench.chat.chat_pane import sample_chat
from workbench.chat.chat_views import MARGIN_WIDTH
from workbench.frame.search_popup import ENTRY_ROLE
from workbench.ui.spans.overlays import Overlays
from workbench.ui.theme.fonts import interface_font
from workbench.ui.theme.theme import SPACE_S, TEXT_CAPTION
from workbench.ui.widgets.labels import ElidedLabel
from workbench.work.runs.recording import record_training

pytestmark = pytest.mark.slow

QUESTION = {"role": "user", "content": "the cat sat 猫"}
ANSWER = {
    "role": "assistant",
    "content": [
        {"type": "text", "text": "on the mat"}, {"type": "python", "text": "1 + 1"},
        {"type": "python_output", "text": "2"},
    ],
}  # fmt: skip
LINES = [
    {"messages": [QUESTION, ANSWER]},
    {"messages": [QUESTION]},
    "damaged",
    {"messages": [QUESTION, {"role": "assistant", "content": "the rat " * 30}]},
    {"messages": [QUESTION, QUESTION]},
]


class ChatDriver(WorkbenchDriver):
    """The window with the Chat workspace in front, over a tokenizer that knows its tokens."""

    @property
    def pane(self):
        return self.workbench.chat_pane

    def show_chat(self, tokenizer=None) -> None:
        self.window.show_workspace("chat")
        if tokenizer is not None:
            self.state.open_run(None, tokenizer, None, name="chat")
        self.rest_of_chat()

    def write(self, *messages) -> None:
        """Write a conversation as JSON, as a person pastes it."""
        messages_part = self.pane.desk.messages
        messages_part.show_json(True)
        messages_part.json.setPlainText(json.dumps({"messages": list(messages)}))
        messages_part.json.settle()
        messages_part.show_json(False)
        self.rest_of_chat()

    def rest_of_chat(self) -> None:
        """Wait until everything asked for was rendered and checked."""
        bench, timers = self.workbench, self.pane.steps.findChildren(QTimer)
        self._qtbot.waitUntil(
            lambda: (
                bench.engine.is_ready
                and not (bench.chat.is_busy or bench.jobs.jobs)
                and not any(timer.isActive() for timer in timers)
            ),
        )

    @property
    def rendered(self):
        shown = self.pane.results.shown
        return None if shown is None else shown.rendered


@pytest.fixture(scope="module")
def chat_tokens(corpus):
    return chat_tokenizer(corpus)


@pytest.fixture(scope="module")
def window(request, qapp, tmp_path_factory):
    """The window of all tests; it remembers another time, see `made.found` and `made.told`."""
    folder = tmp_path_factory.mktemp("chat")
    settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
    memory = ChatMemory(settings)
    memory.keep_rules(TemplateChoice(NAMED, "qwen"), "prefix", 77)
    memory.keep_file(folder / "gone.jsonl")
    settings.sync()
    made = ChatDriver(PatientBot(request), qapp, folder)
    options = made.pane.options
    made.found = (made.pane.template, options.mask_source, options.max_tokens)
    made.window.resize(1280, 800)
    made.start()
    made.workbench.tour_guide.tour.leave()
    made.window.show_workspace("corpus")
    told = [made.pane.bar.text]
    made.window.show_workspace("chat")
    for timer in made.pane.steps.findChildren(QTimer):
        timer.setInterval(0)  # no delay for further typing, which each test would wait for
    made.told = (*told, made.pane.bar.text)
    made.pane.bar.clear()
    yield made
    made.rest()
    made.close()


@pytest.fixture
def driver(window, chat_tokens):
    window.show_chat(chat_tokens)
    window.pane.options.set_template(NANOCHAT)
    window.pane.options.set_mask("auto")
    window.pane.options.set_max_tokens(None)
    named(window.pane, "completion").setChecked(False)
    window.rest_of_chat()
    yield window
    window.rest_of_chat()
    for timer in window.window.findChildren(QTimer):
        timer.stop()  # layout ahead of scrolling is not needed


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "chats.jsonl"
    lines = [each if isinstance(each, str) else json.dumps(each) for each in LINES]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def click_on(parent, words):
    [button] = [each for each in parent.findChildren(QPushButton) if each.text() == words]
    button.click()


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def labelled(kind, parent, name):
    """The one widget of a kind that calls itself so."""
    [found] = [each for each in parent.findChildren(kind) if name in (
        each.accessibleName(), each.text() if hasattr(each, "text") else ""
    )]  # fmt: skip
    return found


def pick(box, words):
    """Choose an entry of a drop-down list as a click on it does."""
    index = box.findText(words)
    assert index >= 0, [box.itemText(n) for n in range(box.count())]
    box.setCurrentIndex(index)
    box.textActivated.emit(words)
    box.activated.emit(index)


def test_ids_and_mask_are_those_of_nanochats_rules(driver, chat_tokens):
    driver.write(QUESTION, ANSWER)
    ids, mask = nanochat_by_hand(chat_tokens, [QUESTION, ANSWER])
    assert driver.rendered.ids.tolist() == ids
    assert driver.rendered.mask.tolist() == mask
    share, tokens, lost, trained, messages = driver.pane.results.figures.values()
    assert (int(tokens), int(trained)) == (len(ids), sum(mask))
    assert (share, messages, lost) == (f"{100 * sum(mask) / len(mask):.1f} %", "2", "")
    driver.trigger("Copy mask")
    assert json.loads(clipboard()) == mask
    assert dict(driver.pane.results.roles.rows)["assistant"].trained == sum(mask)


def test_an_edit_is_rendered_and_undone(driver, chat_tokens):
    driver.write(QUESTION, ANSWER)
    before = driver.rendered.ids.tolist()
    messages = driver.pane.desk.messages
    messages.choose(0)
    messages.editor.text.setPlainText("the rat")
    messages.editor.text.settle()
    driver.rest_of_chat()
    edited = [{"role": "user", "content": "the rat"}, ANSWER]
    assert driver.rendered.ids.tolist() == nanochat_by_hand(chat_tokens, edited)[0]
    driver.workbench.undo.history.undo()
    driver.rest_of_chat()
    assert driver.rendered.ids.tolist() == before
    assert messages.editor.text.raw_text == QUESTION["content"]
    driver.workbench.undo.history.redo()
    assert messages.draft.messages[0].content == "the rat"


def test_messages_are_edited_by_keys(driver):
    driver.write(QUESTION, ANSWER)
    messages = driver.pane.desk.messages
    driver.pane.desk.show_part(0)
    messages.table.setFocus()
    messages.choose(0)
    driver.press("Ctrl+D")
    assert [each.role for each in messages.draft.messages] == ["user", "user", "assistant"]
    assert messages.rows.problems[1]  # said at once, before anything is rendered
    driver.press("Alt+Down")
    assert [each.role for each in messages.draft.messages] == ["user", "assistant", "user"]
    driver.press("Ctrl+Backspace")
    assert [each.role for each in messages.draft.messages] == ["user", "assistant"]


def test_what_is_wrong_stands_at_the_message(driver):
    driver.write(QUESTION, QUESTION, ANSWER)
    messages = driver.pane.desk.messages
    assert driver.rendered is None
    assert 1 in messages.rows.problems
    messages.choose(1)
    assert messages.editor.problem == messages.rows.problems[1]
    assert driver.pane.results.views.words  # and why there are no tokens
    messages.show_json(True)
    messages.json.setPlainText('{"messages": [')
    messages.json.settle()
    assert "no JSON" in named(messages, "json_error").text()
    messages.show_json(False)
    driver.write(QUESTION, ANSWER)
    assert messages.rows.problems == {}
    assert driver.rendered is not None


def test_what_does_not_fit_is_behind_a_line_and_out_of_the_figures(driver, chat_tokens):
    driver.write(QUESTION, ANSWER)
    n = len(driver.rendered.ids)
    driver.pane.options.set_max_tokens(n - 3)
    driver.rest_of_chat()
    shown = driver.pane.results.shown
    assert (shown.cut, shown.rendered.n_tokens) == (n - 3, n)
    assert [each.is_cut for each in shown.sections].count(True) == 1
    figures = driver.pane.results.figures.values()
    lost = sum(nanochat_by_hand(chat_tokens, [QUESTION, ANSWER])[1][n - 3 :])
    assert (figures[1], figures[2]) == (str(n - 3), f"3, {lost} supervised")
    assert "truncated-end" in [lint.code for lint in driver.pane.results.lints.rows]
    driver.pane.copying.copy_ids()
    assert len(json.loads(clipboard())) == n - 3


def test_a_prompt_trains_nothing_and_ends_where_the_answer_begins(driver, chat_tokens):
    driver.write(QUESTION, ANSWER)
    named(driver.pane, "completion").setChecked(True)
    driver.rest_of_chat()
    ids, _ = nanochat_by_hand(chat_tokens, [QUESTION])
    start = chat_tokens.special_tokens["<|assistant_start|>"]
    assert driver.rendered.ids.tolist() == [*ids, start]
    assert driver.rendered.n_trained == 0


def test_keys_walk_the_tokens_and_the_inspector_follows(driver):
    driver.write(QUESTION, ANSWER)
    view = driver.pane.results.views.tokens
    view.set_current(0)
    view.setFocus()
    driver.press("Right")
    assert view.current == 1
    assert view.accessibleDescription().startswith("token 2 of ")
    assert "not supervised" in view.accessibleDescription()
    assert driver.inspected["Mask"] == "0"
    assert driver.inspected["Role"] == "user"
    token_id = str(int(driver.rendered.ids[1]))
    assert driver.inspected["Id"] == token_id
    driver.press("Return")
    assert driver.window.workspace == "vocabulary"
    driver._qtbot.waitUntil(lambda: str(driver.chosen_token) == token_id)


def test_a_template_is_edited_with_its_errors_in_place(driver):
    driver.workbench.undo.history.clock = lambda: 0.0  # however busy the machine is
    driver.write(QUESTION, {"role": "assistant", "content": "on the mat"})
    pane = driver.pane
    pane.options.set_template(NAMED, "chatml")
    driver.rest_of_chat()
    chat = driver.rendered
    expected = "<|im_start|>user\nthe cat sat 猫<|im_end|>\n<|im_start|>assistant\non the mat"
    assert chat.text.decode() == f"{expected}<|im_end|>\n"
    trained = b"".join(chat.token(n) for n in np.flatnonzero(chat.mask))
    assert trained == b"on the mat<|im_end|>"
    editor = pane.desk.template.text
    pane.desk.show_part(TEMPLATE_PART)
    whole = editor.raw_text
    editor.setPlainText(whole + "\n{% if %}")
    editor.settle()
    driver.rest_of_chat()
    line = (whole + "\n{% if %}").count("\n") + 1
    assert f"line {line}" in pane.desk.template.error
    assert editor.extraSelections()
    assert driver.rendered is None
    assert pane.template == TemplateChoice(NAMED, "chatml", text=whole + "\n{% if %}")
    editor.setPlainText(whole.replace("~ '\\n' -}}", "~ ': ' -}}", 1))
    editor.settle()
    driver.rest_of_chat()
    assert pane.desk.template.error == ""
    assert driver.rendered.text.startswith(b"<|im_start|>user: ")
    driver.workbench.undo.history.undo()  # one step: they followed soon upon each other
    driver.rest_of_chat()
    assert (pane.template.is_draft, editor.raw_text) == (False, whole)
    assert driver.rendered.text == chat.text


def test_a_template_says_what_the_tokenizer_lacks_and_the_training_takes_it(driver):
    pane = driver.pane
    pane.options.set_template(NAMED, "llama3")
    driver.rest_of_chat()
    missing = pane.desk.template.missing
    assert "<|eot_id|>" in missing
    pane.desk.template.want_tokens()
    assert driver.window.workspace == "train"
    assert set(missing) <= set(driver.state.training_settings.special_tokens)


def test_arrays_are_not_offered_of_a_file_whose_conversations_are_all_refused(driver, file):
    pane, export = driver.pane, driver.pane.actions_of_chat.export
    pane.accept_drop([file])
    driver.rest_of_chat()
    assert export.isEnabled()
    file.write_text(json.dumps(LINES[-1]) + "\n", encoding="utf-8")  # two questions in a row
    pane.accept_drop([file])
    driver.rest_of_chat()
    totals = pane.desk.files.totals
    assert totals.n_refused == totals.n_all == 1
    assert not export.isEnabled()
    assert "refused" in export.statusTip()


def test_a_file_is_checked_listed_and_stepped_through(driver, file, chat_tokens):
    pane = driver.pane
    assert pane.drop_words([file])
    assert pane.accept_drop([file])
    driver.rest_of_chat()
    files, steps = pane.desk.files, pane.steps
    assert pane.desk.part == FILE_PART
    rows = files.rows.rows
    assert [row.index for row in rows] == [0, 1, 2, 3, 4]
    by_hand = {n: nanochat_by_hand(chat_tokens, LINES[n]["messages"]) for n in (0, 1, 3)}
    assert [(rows[n].n_full, rows[n].n_trained) for n in by_hand] == [
        (len(ids), sum(mask)) for ids, mask in by_hand.values()
    ]
    totals = files.totals
    assert totals.n_tokens == sum(len(ids) for ids, _ in by_hand.values())
    assert (totals.n_refused, totals.n_untrained) == (2, 1)
    assert (rows[2].line, bool(rows[2].error), bool(rows[4].error)) == (3, True, True)
    assert driver.rendered.ids.tolist() == by_hand[0][0]
    for wanted, indices in ((UNTRAINED, [1]), (REFUSED, [2, 4]), (ALL, [0, 1, 2, 3, 4])):
        files.set_filter(wanted)
        assert [row.index for row in files.rows.shown] == indices
    n_steps = len(driver.workbench.undo.history.steps)
    driver.trigger("Next conversation")
    driver.rest_of_chat()
    assert (steps.index, driver.rendered.ids.tolist()) == (1, by_hand[1][0])
    assert len(driver.workbench.undo.history.steps) == n_steps  # looking is no change
    driver.trigger("Next conversation")
    driver.rest_of_chat()
    assert steps.index == 2
    assert pane.results.views.words.startswith("Line 3 is not a conversation")
    files.table.setCurrentIndex(files.rows.index(3, 0))
    driver.rest_of_chat()
    assert driver.rendered.ids.tolist() == by_hand[3][0]
    assert files.table.copying.text("csv").count("\n") == 6


def test_limits_and_searches_filter_the_list(driver, file):
    pane = driver.pane
    pane.open_file(file)
    driver.rest_of_chat()
    pane.options.set_max_tokens(40)
    driver.rest_of_chat()
    files = pane.desk.files
    files.set_filter(TOO_LONG)
    assert [row.index for row in files.rows.shown] == [3]
    files.set_filter(ALL)
    files.search.setText("RAT")
    files.search.returnPressed.emit()
    driver.rest_of_chat()
    assert [row.index for row in files.rows.shown] == [3]
    files.search.clear()
    driver.rest_of_chat()
    assert len(files.rows.shown) == 5


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
def test_no_head_and_no_role_is_cut(driver, file, size):
    pane = driver.pane
    driver.window.resize(*size)
    pane.open_file(file)
    driver.rest_of_chat()
    pane.options.set_max_tokens(12)
    driver.rest_of_chat()
    cut = words_without_room(driver.window)
    [tabs] = [bar for bar in pane.results.findChildren(QTabBar) if "role" in bar.accessibleName()]
    tabs.setCurrentIndex(1)
    QCoreApplication.processEvents()
    cut += words_without_room(driver.window)
    assert [each for each in cut if each.startswith("head")] == []
    metrics = QFontMetrics(interface_font(TEXT_CAPTION, bold=True))
    titles = [each.title for each in pane.results.shown.sections if each.is_cut]
    room = MARGIN_WIDTH - 2 * SPACE_S
    assert [each for each in titles if metrics.horizontalAdvance(each) > room] == []


def test_arrays_fixture_and_command_line_say_the_same(driver, file, tmp_path, chat_tokens):
    pane = driver.pane
    pane.open_file(file)
    driver.rest_of_chat()
    driver.workbench.chat.export(pane.rules, tmp_path / "arrays")
    driver.rest_of_chat()
    ids, mask, starts = (
        np.load(tmp_path / "arrays" / f"{n}.npy") for n in ("ids", "mask", "starts")
    )
    for place, line in enumerate((0, 1, 3)):
        first, end = starts[place], starts[place + 1]
        found = ids[first:end].tolist(), mask[first:end].tolist()
        assert found == nanochat_by_hand(chat_tokens, LINES[line]["messages"])
    assert str(tmp_path / "arrays") in pane.bar.text
    pane.copying.save_fixture(tmp_path / "fixture.json")
    fixture = json.loads((tmp_path / "fixture.json").read_text(encoding="utf-8"))
    assert ChatDraft.of(fixture["conversation"]) == pane.draft
    assert (fixture["ids"], fixture["mask"]) == nanochat_by_hand(chat_tokens, LINES[0]["messages"])
    assert fixture["tokenizer"] == chat_tokens.semantic_hash
    driver.trigger("Copy as command line")
    assert clipboard() == f"tokenizer-workbench chat chat {file} --template nanochat"
    path = tmp_path / "imported.twb"
    driver.state.open_run(None, None, None)
    driver.state.open_run(None, chat_tokens, None, name="imported", path=path)
    driver.rest_of_chat()
    driver.trigger("Copy as command line")
    assert clipboard() == f"tokenizer-workbench chat {path} {file} --template nanochat"


def lacking(driver, tokenizer, run_id=None):
    """The window with a tokenizer that lacks nanochat's tokens; returns the line above the view."""
    driver.state.open_run(run_id, tokenizer, None, name="" if run_id else "plain")
    driver.show_chat()
    driver.pane.options.set_template(NANOCHAT)
    driver.rest_of_chat()
    return driver.pane.results.missing


def test_without_the_special_tokens_it_shows_a_preview_and_what_to_do(driver, tokenizer):
    line = lacking(driver, tokenizer)
    words = line.findChild(ElidedLabel)
    assert line.isVisible()
    assert words.text() == "Preview: 9 chat tokens of nanochat are missing"
    assert "<|bos|>" in words.toolTip()
    assert set(driver.pane.desk.template.missing) == set(SPECIAL_TOKENS[:9])
    whole = tokenizer.with_special_tokens(driver.pane.desk.template.missing)
    driver.write(*LINES[0]["messages"])
    ids, mask = nanochat_by_hand(whole, LINES[0]["messages"])
    assert driver.rendered.ids.tolist() == ids
    assert driver.rendered.mask.tolist() == mask
    QGuiApplication.clipboard().setText("before")
    driver.trigger("Copy ids")  # no stored tokenizer has them
    assert clipboard() == "before"
    driver.pane.results.token_requested.emit(0)  # <|bos|>, which the vocabulary lacks
    assert driver.window.workspace == "chat"
    click_on(line, "Train with chat tokens…")
    assert driver.window.workspace == "train"
    assert set(SPECIAL_TOKENS[:9]) <= set(driver.state.training_settings.special_tokens)


def test_one_button_adds_the_chat_tokens_to_a_run(driver, corpus):
    config = TrainingConfig(300)
    bench = driver.workbench
    list(record_training(bench.store, corpus, config, name="plain"))
    run_id = bench.store.resolve("plain")
    bench.runs.refresh()
    bench.runs.open(run_id)
    driver.rest_of_chat()
    line = lacking(driver, driver.state.tokenizer, run_id)
    before, preview = driver.state.tokenizer, driver.rendered.ids.tolist()
    click_on(line, "Add chat tokens")
    driver.rest_of_chat()
    assert not line.isVisible()
    run = bench.store.run("plain-nanochat").summary
    assert (driver.state.run_id, run.parent) == (run.run_id, run_id)
    assert driver.state.tokenizer.vocabulary[: before.vocab_size] == before.vocabulary[:]
    assert driver.state.tokenizer.semantic_hash == bench.store.tokenizer(run.run_id).semantic_hash
    assert driver.rendered.ids.tolist() == preview
    assert "plain-nanochat" in driver.pane.bar.text


def test_a_tokenizer_of_no_run_is_opened_with_the_chat_tokens(driver, tokenizer):
    line = lacking(driver, tokenizer)
    click_on(line, "Add chat tokens")
    driver.rest_of_chat()
    assert not line.isVisible()
    assert (driver.state.run_id, driver.state.tokenizer_name) == (None, "plain-nanochat")
    assert driver.state.tokenizer.special_tokens["<|bos|>"] == tokenizer.vocab_size
    assert "not stored" in driver.pane.bar.text


def test_tokens_are_not_guessed_from_the_text_of_a_template(driver, tokenizer):
    line = lacking(driver, tokenizer)
    driver.pane.templates.choose(TemplateChoice(OWN, text="[INST]{{ messages[1].content }}"))
    driver.rest_of_chat()
    assert driver.pane.desk.template.missing == ("[INST]",)
    assert not line.isVisible()
    driver.pane.options.set_template(NANOCHAT)


def test_the_rules_of_the_last_time_come_back_and_a_file_that_is_gone_is_told(window):
    assert window.found == (TemplateChoice(NAMED, "qwen"), "prefix", 77)
    keys = window.window.actions_of_frame.workspaces["chat"].shortcut()
    assert keys.toString() == "Ctrl+8"
    assert window.told[0] == ""  # the pane was not shown yet
    assert window.told[1].startswith("The last file of conversations is missing: ")
    assert window.told[1].endswith("gone.jsonl")


def test_the_file_of_the_last_time_comes_back(driver, file, tmp_path):
    wires, flow = driver.workbench.chat_wires, driver.workbench.chat
    memory = driver.workbench.chat_memory
    memory.keep_file(file)
    flow._file, wires._is_restored = None, False  # as at a start
    driver.window.show_workspace("corpus")
    driver.window.show_workspace("chat")
    driver.rest_of_chat()
    assert driver.pane.steps.path == file
    assert memory.file == file


def test_another_conversation_takes_the_place_of_the_token_in_the_inspector(driver, file):
    driver.pane.open_file(file)
    driver.rest_of_chat()
    driver.pane.results.views.tokens.set_current(2)
    assert driver.state.inspection.kind == "Token"
    driver.trigger("Next conversation")
    driver.rest_of_chat()
    assert (driver.state.inspection.kind, driver.state.inspection.title) == (
        "Conversation", "Line 2",
    )  # fmt: skip
    assert driver.inspected["Tokens"] == str(driver.rendered.n_tokens)
    assert driver.inspected["Template"] == "nanochat's rules"
    driver.pane.results.views.tokens.set_current(1)
    assert driver.state.inspection.kind == "Token"


def test_lengths_are_a_chart_with_the_limit(driver, file):
    pane = driver.pane
    pane.options.set_max_tokens(40)
    pane.open_file(file)
    driver.rest_of_chat()
    chart = pane.desk.files.statistics.lengths
    lengths = [row.n_full for row in pane.desk.files.rows.rows if not row.error]
    for low, high, count in chart.bars:
        assert count == sum(low <= length < high for length in lengths)
    assert sum(bar.n_conversations for bar in chart.bars) == len(lengths) == 3
    assert chart.words == "Conversations by tokens (log): 1 longer than 40"
    rows = chart.data_csv().splitlines()
    assert rows[0] == "tokens from,tokens to,conversations"
    assert len(rows) == 1 + len(chart.bars)
    place = chart.rect().bottomLeft().toPointF()
    hover = QMouseEvent(
        QEvent.Type.MouseMove, place, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    chart.mouseMoveEvent(hover)
    low, high, count = chart.bars[0]
    assert low <= min(lengths) < high
    noun = "conversation" if count == 1 else "conversations"
    assert chart.words == f"{low} to {high - 1} tokens: {count} {noun}"
    QApplication.sendEvent(chart, QEvent(QEvent.Type.Leave))
    assert chart.words == "Conversations by tokens (log): 1 longer than 40"


def test_a_file_has_a_table_of_tokens_by_role(driver, file):
    driver.pane.options.set_template(NAMED, "chatml")
    driver.pane.open_file(file)
    driver.rest_of_chat()
    files = driver.pane.desk.files
    parts = files.statistics
    totals, rows = files.totals, dict(parts.roles.rows)
    parts.arrange(tall=True)
    assert parts.lengths.isVisible()
    assert parts.role_table.isVisible()
    parts.arrange(tall=False)
    assert not parts.role_table.isVisible()
    labelled(QTabBar, files, "Lengths or tokens by role").setCurrentIndex(1)
    assert parts.role_table.isVisible()
    assert not parts.lengths.isVisible()
    whole = rows.pop("all roles")
    assert rows == totals.roles
    assert whole == (totals.n_tokens, totals.n_trained)
    assert whole.tokens == sum(count.tokens for count in rows.values())
    assert "median" in files.summary


def test_a_conversation_is_copied_as_markdown(driver):
    question = {"role": "user", "content": "```\nthe cat\n```"}
    driver.write(question, ANSWER)
    driver.trigger("Copy as Markdown")
    text = clipboard()
    assert text.startswith(
        f"{driver.rendered.n_tokens} tokens, {driver.rendered.n_trained} supervised"
    )
    assert "**1 user** (" in text
    assert "````\n```\nthe cat\n```\n````" in text
    assert '"type": "python_output"' in text


def test_an_empty_file_leaves_what_is_edited(driver, tmp_path, monkeypatch):
    driver.write(QUESTION, ANSWER)
    before = driver.rendered.ids.tolist()
    (tmp_path / "empty.jsonl").write_bytes(b"")
    driver.pane.open_file(tmp_path / "empty.jsonl")
    driver.rest_of_chat()
    assert driver.pane.bar.text == "empty.jsonl contains no conversation."
    assert driver.rendered.ids.tolist() == before
    assert driver.pane.desk.files.summary.startswith("0 conversations")
    monkeypatch.setattr(chat_flow, "MOST_SHOWN", 3)
    driver.pane.take_draft(driver.pane.draft)
    driver.rest_of_chat()
    assert driver.rendered is None
    assert "up to 3 can be shown" in driver.pane.results.views.words


def test_what_is_said_of_a_check_goes_with_the_next(driver, file):
    pane = driver.pane
    pane.options.set_template(NAMED, "chatml")
    pane.open_file(file)
    driver.rest_of_chat()
    editor = pane.desk.template.text
    editor.setPlainText("{% if %}")
    editor.settle()
    driver.rest_of_chat()
    assert "line 1" in pane.bar.text
    assert pane.desk.files.summary == "Not checked."
    pane.options.set_template(NAMED, "chatml")
    driver.rest_of_chat()
    assert pane.bar.text == ""
    assert pane.desk.files.totals.n_all == 5


def test_a_file_is_opened_searched_and_walked_back_by_commands(driver, file, chosen_in_dialog):
    pane, files = driver.pane, driver.pane.desk.files
    driver.trigger("Open conversations…")  # cancelled
    assert pane.steps.path != file
    chosen_in_dialog(file)
    driver.trigger("Open conversations…")
    driver.rest_of_chat()
    assert pane.steps.path == file
    pane.desk.show_part(MESSAGES_PART)
    driver.trigger("Find in conversations")
    assert pane.desk.part == FILE_PART
    assert files.search.hasFocus()
    for words in ("Next conversation", "Next conversation", "Previous conversation"):
        driver.trigger(words)
        driver.rest_of_chat()
    assert pane.steps.index == 1
    files.set_filter(UNTRAINED)  # only the one on show, so that there is no other to go to
    driver.trigger("Next conversation")
    driver.rest_of_chat()
    assert pane.steps.index == 1
    files.set_filter(ALL)


def test_a_message_gets_a_role_a_kind_and_parts(driver):
    driver.write(QUESTION)
    messages = driver.pane.desk.messages
    driver.pane.desk.show_part(FILE_PART)
    driver.trigger("Edit as JSON")
    assert driver.pane.desk.part == MESSAGES_PART
    assert json.loads(messages.json.raw_text)["messages"] == [QUESTION]
    assert messages.json.isVisible()
    driver.trigger("Edit as JSON")
    assert messages.table.isVisible()
    messages.choose(0)
    driver.trigger("Add message")
    assert messages.chosen.message == 1
    assert messages.editor.text.hasFocus()
    role, kind = messages.editor.findChildren(QComboBox)
    for name in ("system", "assistant"):
        pick(role, name)
        assert messages.draft.messages[1].role == name
    pick(kind, "python")
    driver._qtbot.keyClicks(messages.editor.text, "1 + 1")
    messages.editor.text.settle()
    [add] = [each for each in messages.editor.findChildren(QPushButton) if each.menu()]
    [output] = [each for each in add.menu().actions() if each.text() == "python_output"]
    output.trigger()
    assert (messages.chosen.kind, messages.chosen.text) == ("python_output", "")
    assert messages.draft.document()["messages"][1] == {
        "role": "assistant",
        "content": [
            {"type": "python", "text": "1 + 1"}, {"type": "python_output", "text": ""},
        ],
    }  # fmt: skip
    driver.trigger("Move message up")
    assert [each.role for each in messages.draft.messages] == ["assistant", "user"]
    assert messages.chosen.message == 0


def test_a_template_is_opened_edited_given_up_and_saved(
    driver, chosen_in_dialog, tmp_path, chat_tokens, full_disk
):
    pane, desk = driver.pane, driver.pane.desk
    driver.write(QUESTION)
    pane.options.set_template(NAMED, "chatml")
    whole = desk.template.text.raw_text
    own = tmp_path / "own.jinja"
    chooser = labelled(QComboBox, pane.options, "Template")
    pick(chooser, "Open template…")  # cancelled
    assert chooser.currentText() == "chatml"
    chosen_in_dialog(own)
    driver.trigger("Save template as…")
    driver.rest_of_chat()
    assert own.read_text("utf-8") == whole
    assert pane.template == TemplateChoice(FILE, path=own)
    assert pane.bar.text == f"Saved as {own}."
    pick(chooser, "qwen")
    assert pane.template == TemplateChoice(NAMED, "qwen")
    desk.show_part(MESSAGES_PART)
    driver.trigger("Open template…")
    assert desk.part == TEMPLATE_PART
    assert pane.template == TemplateChoice(FILE, path=own)
    desk.template.text.setPlainText("{{ messages }}")
    desk.template.text.settle()
    assert pane.template.is_draft
    driver.trigger("Revert template")
    assert pane.template == TemplateChoice(FILE, path=own)
    assert desk.template.text.raw_text == whole
    with full_disk():
        chosen_in_dialog(own)
        driver.trigger("Save template as…")
    assert pane.bar.text.startswith("The template cannot be saved as ")
    assert own.read_text("utf-8") == whole
    chosen_in_dialog(tmp_path / "missing" / "own.jinja")
    driver.trigger("Save template as…")
    assert pane.bar.text.startswith("The template cannot be saved as ")
    pick(chooser, "the tokenizer's own")
    assert "has no chat template of its own" in pane.bar.text
    assert chooser.currentText() == "own.jinja"
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(own))])
    assert not desk.template.text.canInsertFromMimeData(files)  # the pane opens it


def test_the_pointer_and_the_lints_say_what_a_token_is(driver):
    driver.write(QUESTION, ANSWER)
    results = driver.pane.results
    views = results.views
    tabs = labelled(QTabBar, views, "How to show the conversation")
    show = driver.pane.show_menu
    tabs.setCurrentIndex(2)
    views.tokens.set_current(0)
    plain = views.tokens.grab().toImage()
    show.set_overlays(Overlays(ids=True, white_space=False))
    assert views.tokens.grab().toImage() != plain
    assert f"id {int(driver.rendered.ids[3])}," in views.tokens.describe(3)
    assert results.legend.words[:3] == ("supervised", "not supervised", "truncated")
    tabs.setCurrentIndex(1)
    assert not views.text.overlays.ids  # a stretch of text has no id
    first = int(views.shown.first_tokens[1])
    assert views.text.describe(1) == views.tokens.describe(first)
    n = len(driver.rendered.ids)
    driver.pane.options.set_max_tokens(n - 3)
    driver.rest_of_chat()
    [row] = [n for n, lint in enumerate(results.lints.rows) if lint.code == "truncated-end"]
    lint = results.lints.rows[row]
    columns = {results.lints.columns[n].title: n for n in range(results.lints.columnCount())}
    said = {head: results.lints.index(row, n).data() for head, n in columns.items()}
    assert (said["Severity"], said["Code"], said["Position"]) == (
        "note", "truncated-end", "message 2",
    )  # fmt: skip
    spoken = results.lints.index(row, columns["Code"]).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("note: truncated-end")
    place = results.lint_table.visualRect(results.lints.index(row, 1)).center()
    QTest.mouseClick(results.lint_table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert views.tokens.isVisible()  # the text alone has no current token
    assert views.tokens.current == lint.token
    show.set_overlays(Overlays())


def test_the_sample_is_copied_for_a_terminal_and_saved_as_a_fixture(
    driver, chosen_in_dialog, tmp_path, full_disk
):
    driver.write(QUESTION, ANSWER)
    driver.trigger("Copy for a terminal")
    rendered = driver.rendered
    colours = re.findall(r"\x1b\[(\d+)m[^\x1b]+\x1b\[0m", clipboard())
    assert [colour == "32" for colour in colours] == (rendered.mask == 1).tolist()
    chosen_in_dialog(tmp_path / "fixture.json")
    driver.trigger("Save sample as test fixture…")
    fixture = json.loads((tmp_path / "fixture.json").read_text("utf-8"))
    assert fixture["ids"] == driver.rendered.ids.tolist()
    assert driver.pane.bar.text == f"Saved as {tmp_path / 'fixture.json'}."
    with full_disk():
        chosen_in_dialog(tmp_path / "fixture.json")
        driver.trigger("Save sample as test fixture…")
    assert driver.pane.bar.text.startswith("The sample cannot be saved as ")
    assert json.loads((tmp_path / "fixture.json").read_text("utf-8")) == fixture
    chosen_in_dialog(tmp_path / "missing" / "fixture.json")
    driver.trigger("Save sample as test fixture…")
    assert driver.pane.bar.text.startswith("The sample cannot be saved as ")


def test_arrays_are_written_where_the_person_says(driver, file, tmp_path, monkeypatch):
    asked = []

    def place(_parent, title, name, *_rest):
        asked.append((title, name))
        return str(tmp_path / "arrays"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(place))
    driver.pane.open_file(file)
    driver.rest_of_chat()
    driver.trigger("Export arrays…")
    driver.rest_of_chat()
    [(title, name)] = asked
    assert title == "Folder for ids, masks and starts"
    assert name.endswith("chats-arrays")
    assert str(tmp_path / "arrays") in driver.pane.bar.text
    assert len(np.load(tmp_path / "arrays" / "starts.npy")) == 4


def test_the_sample_takes_the_place_of_what_was_written_and_the_list_of_changes_names_it(driver):
    driver.write(QUESTION, ANSWER)
    driver.trigger("Sample conversation")
    driver.rest_of_chat()
    assert driver.pane.draft == sample_chat()
    assert len(driver.rendered.ids)
    messages = driver.pane.desk.messages
    messages.choose(0)
    messages.editor.text.setPlainText("a long question, " * 9)
    messages.editor.text.settle()
    driver.rest_of_chat()
    driver.window.actions_of_frame.undo_list.trigger()
    popup = driver.window.popups.palette
    model = popup.findChild(QListView).model()
    groups = [model.index(row, 0).data(ENTRY_ROLE).group for row in range(model.rowCount())]
    assert groups[0].startswith("a long question, a long") and groups[0].endswith("…")
    popup.hide()
    driver.workbench.undo.history.undo()
    driver.rest_of_chat()
    assert driver.pane.draft == sample_chat()


def test_find_goes_from_hit_to_hit_in_the_tokens_of_the_conversation(driver):
    driver.write(QUESTION, ANSWER)
    views, find = driver.pane.results.views, driver.pane.finder
    labelled(QTabBar, views, "How to show the conversation").setCurrentIndex(1)
    driver.trigger("Find in tokens")
    assert views.tokens.isVisible()  # the text alone has no tokens
    token_id = int(driver.rendered.ids[3])
    find.field.setText(f"id:{token_id}")
    same = np.flatnonzero(driver.rendered.ids == token_id).tolist()
    assert find.words == f"1 of {len(same)}"
    assert views.tokens.current == same[0]
    driver.trigger("Next hit")
    assert views.tokens.current == same[1 % len(same)]
