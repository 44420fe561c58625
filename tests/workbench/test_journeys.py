"""Whole ways through the window, with the real engine and the real store."""

from __future__ import annotations

import gzip
import itertools
import threading

import pytest
from PySide6.QtCore import QProcess

from engine import Corpus, Source, TrainingConfig
from engine.machine.files import is_running
from engine.training.merge_loop import MergeLoop
from tests.workbench.buttons import press_button
from tests.workbench.driver import WorkbenchDriver
from workbench.state import TrainingRequest
from workbench.store import RunStore
from workbench.work.demonstration import sample_corpus

pytestmark = pytest.mark.slow


@pytest.fixture
def endless_corpus(monkeypatch):
    """A corpus that takes minutes to train on, one merge in 5 ms, however fast the machine is."""
    run_slice, moment = MergeLoop.run_slice, threading.Event()

    def one_merge(loop, **_limits):
        moment.wait(0.005)
        return run_slice(loop, 1, 1)

    monkeypatch.setattr(MergeLoop, "run_slice", one_merge)
    words = ("".join(letters) for letters in itertools.product("abcdefghijklmnop", repeat=4))
    return Corpus([Source("text", texts=(" ".join(words),))])


def test_train_inspect_and_open_again(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="first")
    driver.wait_for_training()
    [run] = driver.runs
    assert (run.name, run.status, run.vocab_size) == ("first", "finished", 300)
    assert driver.state.run_id == run.run_id
    assert driver.state.tokenizer.vocab_size == 300
    assert driver.shown_merges == driver.state.tokenizer.n_merges
    assert sorted(driver.shown_labels) == ["deu", "eng", "jpn"]
    text = "the cat saß 猫"
    assert driver.state.tokenizer.decode(driver.state.tokenizer.encode(text)) == text


def test_a_training_that_ends_is_opened_without_reading_it_again(driver, corpus, monkeypatch):
    read = []
    monkeypatch.setattr(RunStore, "tokenizer", lambda _store, run: read.append(run))
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    assert driver.state.run_id == driver.runs[0].run_id
    assert [row.label for row in driver.state.evaluation.rows] == ["eng", "deu", "jpn"]
    assert read == []


def test_the_sample_corpus_is_there_at_the_first_start(driver):
    driver.start()
    assert driver.window.workspace == "corpus"  # the tour begins there
    driver.workbench.tour_guide.tour.leave()
    assert len(driver.state.corpus.sources) >= 16
    driver.train(400)
    driver.wait_for_training()
    assert driver.runs[0].status == "finished"
    assert len(driver.shown_labels) == len(driver.state.corpus.sources)


def test_the_demo_trains_on_the_sample_corpus_in_the_window(driver, qtbot):
    driver.start(TrainingRequest(TrainingConfig(400), corpus=sample_corpus()))
    qtbot.waitUntil(lambda: len(driver.runs) == 1 and driver.state.run_id is not None)
    driver.wait_for_training()
    assert driver.window.workspace == "train"
    assert [(run.status, run.vocab_size) for run in driver.runs] == [("finished", 400)]
    assert driver.state.tokenizer.vocab_size == 400
    assert len(driver.state.tokenizer.training.source_labels) >= 16


def test_a_training_that_is_cancelled_in_the_middle(driver, endless_corpus):
    driver.start()
    driver.load_corpus(endless_corpus)
    driver.train(1_000_000)
    driver.wait_for_merges()
    driver.cancel_training()
    driver.wait_for_training()
    assert [run.status for run in driver.runs] == ["cancelled"]
    assert driver.state.tokenizer is None
    driver.trigger("Go to Pattern")
    assert driver.window.workspace == "pattern"


def test_a_training_that_is_paused_goes_on(qtbot, driver, endless_corpus):
    driver.start()
    driver.load_corpus(endless_corpus)
    driver.train(1_000_000)
    driver.wait_for_merges()
    driver.trigger("Pause")
    qtbot.waitUntil(lambda: driver.window.status.words == "Train: paused")
    driver.trigger("Resume")
    before = driver.shown_merges
    qtbot.waitUntil(lambda: driver.shown_merges > before)
    driver.cancel_training()
    driver.wait_for_training()


def test_a_failed_training_says_what_and_leaves_the_reason(driver, corpus, tmp_path):
    for label in ("deu", "eng"):
        (tmp_path / f"{label}.txt").write_text("the cat sat on the mat\n" * 9, encoding="utf-8")
    driver.start()
    driver.add_to_corpus(tmp_path / "deu.txt", tmp_path / "eng.txt")
    (tmp_path / "deu.txt").unlink()
    driver.train(300)
    driver.wait_for_training()
    assert "deu.txt was not found" in driver.pane_message
    [run] = driver.runs
    assert run.status == "failed"
    assert "deu.txt was not found" in run.reason
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    assert driver.pane_message == ""
    assert driver.runs[0].status == "finished"


def test_a_setting_that_is_wrong_is_shown_at_its_field(driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(100)
    fields = driver.workbench.training_pane.form.fields
    assert "too small" in fields["vocab_size"].error
    assert not driver.workbench.training.is_running
    assert driver.runs == ()


def test_closing_during_a_training_asks_stops_it_and_keeps_the_store(qtbot, driver, endless_corpus):
    driver.start()
    driver.load_corpus(endless_corpus)
    driver.train(1_000_000)
    driver.wait_for_merges()
    assert not driver.ask_to_close()
    assert "training is running" in driver.window_message
    assert driver.workbench.training.is_running
    with qtbot.waitSignal(driver.window.closed):
        driver.press_bar_button()
    driver.close()
    with RunStore.open(driver.folder / "runs.sqlite") as store:
        assert [run.status for run in store.list_runs()] == ["cancelled"]
        assert store.check() == []


def test_a_run_is_deleted_and_brought_back(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="dear")
    driver.wait_for_training()
    run_id = driver.runs[0].run_id
    driver.trigger("Go to Runs")
    driver.choose_run(run_id)
    driver.trigger("Delete run")
    assert driver.runs == ()
    assert driver.state.run_id is None
    pane = driver.workbench.runs_pane
    assert pane.bar.text == "Run dear was deleted."
    press_button(pane.bar, pane.bar.action)
    assert [run.name for run in driver.runs] == ["dear"]
    driver.choose_run(run_id)
    driver.trigger("Open run")
    driver.wait_for_training()
    assert driver.state.run_id == run_id


@pytest.mark.parametrize("pane", ["tokens", "vocabulary"])
def test_a_pane_without_a_tokenizer_leads_to_training(driver, pane):
    driver.start()
    driver.window.show_workspace(pane)
    driver.press_button_of_empty_pane(pane)
    assert driver.window.workspace == "train"


def test_a_token_of_a_text_is_looked_up_in_the_vocabulary(driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    driver.trigger("Go to Tokens")
    driver.wait_for_training()
    token_id = driver.look_up_token(2)
    assert driver.window.workspace == "vocabulary"
    assert driver.chosen_token == token_id
    assert driver.inspected["Id"] == str(token_id)


def test_the_pattern_is_tried_before_its_pane_is_opened(qtbot, driver_with_children):
    driver_with_children.start()
    pane = driver_with_children.workbench.pattern_pane
    qtbot.waitUntil(lambda: pane.spans.n_spans > 0)
    assert not pane.isVisible()


def test_a_run_is_exported(qtbot, driver, corpus, tmp_path):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    driver.window.show_workspace("runs")
    driver.trigger("Export as tokenizer.json")
    panel = driver.workbench.runs_pane.export
    panel.form.set_folder(str(tmp_path / "out"))
    with qtbot.waitSignal(driver.workbench.export_flow.exported):
        driver.trigger("Export without verifying")
    assert (tmp_path / "out" / "tokenizer.json").is_file()
    assert panel.result.words[0].startswith("Written, not verified")


@pytest.mark.parametrize(
    ("script", "letters"), [("Tamil", "தம"), ("Canadian Aboriginal", "\u1403\u14c4")]
)
def test_the_reason_of_a_high_premium_leads_to_the_tokens_of_its_script(driver, script, letters):
    texts = {"eng": "the lower the low\n" * 40, "iku": f"{letters} the {letters}\n" * 40}
    driver.start()
    driver.load_corpus(Corpus([Source(label, texts=(text,)) for label, text in texts.items()]))
    driver.train(300)
    driver.wait_for_training()
    driver.trigger("Go to Compression")
    driver.workbench.compression_pane.view.why.script_requested.emit(script)
    pane = driver.workbench.vocabulary_pane
    assert driver.window.workspace == "vocabulary"
    driver.wait_for_training()
    assert pane.filter_error == ""
    found = [pane.model.data(pane.model.index(row, 1)) for row in range(pane.model.rowCount())]
    assert found
    assert all(set(each.strip("·␣ ")) <= set(letters) for each in found), found


def test_the_pattern_as_the_reason_of_a_premium_leads_to_pattern(driver):
    driver.start()
    driver.trigger("Go to Compression")
    driver.workbench.compression_pane.view.why.pattern_requested.emit("")
    assert driver.window.workspace == "pattern"
    assert driver.workbench.pattern_pane.bar.text == ""


def test_an_advised_pattern_is_offered_in_pattern_and_used_there(driver, qtbot):
    driver.start()
    driver.trigger("Go to Compression")
    why = driver.workbench.compression_pane.view.why
    why.pattern_requested.emit("o200k")
    pane = driver.workbench.pattern_pane
    qtbot.waitUntil(lambda: not pane.is_trying)  # a trial takes back what the bar said of others
    assert (pane.bar.text, pane.bar.action) == (
        "Advised: o200k (GPT-4o) instead of GPT-2.",
        "Use o200k",
    )
    press_button(pane.bar, pane.bar.action)
    qtbot.waitUntil(lambda: driver.workbench.state.pattern == "o200k")
    assert pane.bar.text == ""
    why.pattern_requested.emit("o200k")
    assert pane.bar.text.startswith("o200k (GPT-4o) is already the split pattern.")


def test_the_tokenizer_is_measured_on_another_corpus(qtbot, driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    driver.load_corpus(Corpus([Source("fra", texts=("le chat est assis\n" * 9,))]))
    driver.trigger("Go to Compression")
    driver.trigger("Evaluate")
    driver.wait_for_training()
    assert driver.shown_labels == ("fra",)


def test_a_run_that_is_opened_again_shows_its_newest_evaluation(driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    measured = driver.runs[0].run_id
    driver.load_corpus(Corpus([Source("fra", texts=("le chat est assis\n" * 9,))]))
    driver.trigger("Evaluate")
    driver.wait_for_training()
    driver.train(280)
    driver.wait_for_training()
    assert driver.state.run_id != measured
    driver.workbench.runs.open(measured)
    driver.wait_for_training()
    assert driver.state.run_id == measured
    assert driver.shown_labels == ("fra",)
    assert [row.label for row in driver.state.evaluation.rows] == ["fra"]


def test_the_theme_changes_with_charts_open(driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    charts = driver.workbench.training_pane.results.charts
    grounds = []
    for scheme in ("dark", "light"):
        driver.trigger("Dark theme" if scheme == "dark" else "Light theme")
        assert driver.theme.scheme == scheme
        image = charts.languages.chart.grab().toImage()
        lights = _lightness(image)
        grounds.append((min(lights), max(lights)))
    [counts] = charts.counts_chart.curves
    assert len(counts.x) == driver.state.tokenizer.n_merges
    assert charts.isVisible()
    (_, dark_ink), (light_ink, _) = grounds
    assert dark_ink > 200  # light words on a dark ground
    assert light_ink < 60


def _lightness(image):
    return [
        image.pixelColor(x, y).lightness()
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    ]


def test_the_window_comes_back_as_it_was_left(qtbot, qapp, driver, tmp_path):
    driver.start()
    driver.workbench.tour_guide.tour.leave()
    driver.window.resize(1920, 1000)
    driver.trigger("Go to Vocabulary")
    driver.trigger("Show Tokens beside")
    driver.trigger("Dark theme")
    driver.close()
    again = WorkbenchDriver(qtbot, qapp, tmp_path)
    again.start()
    try:
        assert again.window.workspace == "vocabulary"
        assert set(again.window.docks.visible_panes) == {"vocabulary", "tokens"}
    finally:
        again.close()


def test_closing_ends_every_child_process(qtbot, driver_with_children):
    driver = driver_with_children
    driver.start()
    driver.trigger("Go to Pattern")
    children = [*driver.window.findChildren(QProcess), *driver.workbench.findChildren(QProcess)]
    running = QProcess.ProcessState.Running
    qtbot.waitUntil(lambda: running in [child.state() for child in children])
    ids = [child.processId() for child in children if child.state() == running]
    driver.close()
    assert not any(is_running(number) for number in ids)


def test_any_two_panes_fit_beside_each_other(driver):
    driver.start()
    widths = {name: pane.minimumSizeHint().width() for name, pane in driver.workbench.panes.items()}
    room = (1280 - driver.window.docks.x()) // 2
    assert {name: width for name, width in widths.items() if width > room} == {}


def test_what_undoes_and_removes_is_in_the_edit_menu(driver):
    menus = {action.text(): action.menu() for action in driver.window.menu_bar.actions()}
    for menu in menus.values():
        menu.aboutToShow.emit()
    file, edit = ([each.text() for each in menus[name].actions()] for name in ("&File", "&Edit"))
    assert {"Undo", "Redo", "Remove source", "Rename run", "Delete run"} <= set(edit)
    assert not set(edit) & {words for words in file if words}
    assert {"Add files", "Open run", "Close window"} <= set(file)


def test_the_inspector_speaks_of_the_run_that_is_opened(driver, corpus):
    driver.start()
    driver.load_corpus(corpus)
    for name in ("first", "second"):
        driver.train(300, name=name)
        driver.wait_for_training()
    assert driver.state.inspection is None
    driver.window.show_workspace("runs")
    assert driver.state.inspection.title == "second"
    first = next(run for run in driver.runs if run.name == "first")
    driver.workbench.runs.open(first.run_id)
    driver.wait_for_training()
    assert driver.state.inspection.title == "first"


def test_both_workspaces_say_the_same_size_of_the_corpus(driver, tmp_path):
    path = tmp_path / "eng.txt.gz"
    path.write_bytes(gzip.compress(b"the cat sat on the mat\n" * 5000))
    driver.start()
    driver.add_to_corpus(path)
    assert driver.workbench.corpus_pane.figures.n_bytes == 115_000
    assert "1 source, 115 kB" in driver.workbench.training_pane.caption
