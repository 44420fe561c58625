"""From chosen texts and baselines to a stored comparison, with the real engine and store."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QSettings, Qt

from engine import Corpus, TrainingConfig
from engine.machine import result_of
from tests.workbench.named import named
from workbench.compression.comparison_view import ViewChoice
from workbench.compression.compression_pane import CompressionPane
from workbench.compression.evaluation_flow import EvaluationFlow, EvaluationMemory
from workbench.state import WorkbenchState
from workbench.store import EvaluationRecord
from workbench.work.comparison import Baseline, EvaluationTexts, comparison_of
from workbench.work.remembered import Remembered
from workbench.work.runs.recording import record_training

N_LINES = 40
SENTENCES = {
    "eng": "the cat sat on the mat, the cat ate the rat",
    "deu": "die Katze saß auf der Matte und die Katze schlief",
    "hin": "बिल्ली चटाई पर बैठी थी और सो गई",
    "jpn": "猫がマットの上に座った。猫は眠った。",
}


def trained(store, corpus, name, vocab_size):
    return result_of(record_training(store, corpus, TrainingConfig(vocab_size), name=name))


@pytest.fixture
def texts(tmp_path):
    """A folder of parallel texts in four languages."""
    folder = tmp_path / "news"
    folder.mkdir()
    for label, sentence in SENTENCES.items():
        lines = "".join(f"{sentence} {place}\n" for place in range(N_LINES))
        (folder / f"{label}.txt").write_text(lines, encoding="utf-8")
    return folder


@pytest.fixture
def runs(store, corpus):
    """Two finished runs; the first is to be opened."""
    return trained(store, corpus, "mine", 400), trained(store, corpus, "small", 270)


class Workspace:
    """State, flow and pane tied together as the window does it."""

    def __init__(self, qtbot, state, theme, engine_jobs, store):
        self._qtbot, self.state = qtbot, state
        self.flow = EvaluationFlow(state, engine_jobs, store, store.list_runs)
        self.pane = CompressionPane(state, theme)
        self.failures = []
        qtbot.addWidget(self.pane)
        self.pane.resize(1200, 600)
        self.pane.show()
        self.pane.evaluation_requested.connect(self.flow.evaluate)
        self.flow.busy_changed.connect(self.pane.note_busy)
        self.flow.stored_changed.connect(self.pane.choice.set_stored)
        self.flow.texts_described.connect(self.pane.choice.describe_texts)
        self.flow.failed.connect(self.pane.bar.show_error)
        self.pane.choice.baseline_removed.connect(self.flow.remove_baseline)
        self.pane.choice.stored_chosen.connect(self.flow.show_stored)
        self.pane.set_runs(tuple(store.list_runs()))

    def open(self, recorded):
        self.state.open_run(recorded.run_id, recorded.tokenizer, recorded.evaluation)

    def show_stored(self, name):
        with self._qtbot.waitSignal(self.state.comparison_changed):
            self.pane.choice.stored_chosen.emit(name)

    def evaluate(self):
        self.pane.primary_action().trigger()
        assert self.flow.is_busy
        assert not self.pane.primary_action().isEnabled()
        self._qtbot.waitUntil(lambda: not self.flow.is_busy)


@pytest.fixture
def workspace(qtbot, state, theme, engine_jobs, store, runs):
    made = Workspace(qtbot, state, theme, engine_jobs, store)
    made.open(runs[0])
    return made


def test_a_folder_is_measured_beside_a_run_and_read_off(
    workspace, runs, texts, qapp, tmp_path, store
):
    flow, pane, view = workspace.flow, workspace.pane, workspace.pane.view
    flow.choose_texts((texts,))
    assert named(pane.choice, "choose_texts").text() == "news"
    flow.add_baseline_run(runs[1].run_id)
    path = runs[1].tokenizer.save(tmp_path / "file.twb")
    flow.add_baseline_paths((path,))
    assert pane.choice.baseline_names == ("small", "file")
    workspace.evaluate()
    assert pane.bar.text == ""
    assert view.values.comparison.names == ("mine", "small", "file")
    assert "4 parallel with 40 lines" in pane.caption
    # the file is the small run: the same numbers, and worse than the larger run in its language
    metric = view.values.metrics()[0]
    for row in view.values.rows:
        assert view.values.value(metric, row, 1) == view.values.value(metric, row, 2)
    [german] = [row for row in view.values.rows if row.label == "deu"]
    assert view.values.difference(metric, german, 1) > 0

    view.table.sort_by("premium", Qt.SortOrder.DescendingOrder)
    premiums = {row.label: row for row in pane.shown_rows}
    assert next(iter(premiums)) == "hin"
    pane.filters.set_only_flags(True)
    assert "hin" in [row.label for row in pane.shown_rows]
    assert "jpn" not in [row.label for row in pane.shown_rows]
    pane.filters.set_only_flags(False)

    view.show_view("heat map")
    assert view.heat_map.heads == ("mine", "small", "file")
    assert [row.label for row in view.heat_map.rows] == list(premiums)
    pane.filter("german")
    assert [row.label for row in view.heat_map.rows] == ["deu"]
    pane.filter("")
    named(view, "heat_columns").setCurrentText("Metrics")
    assert "Premium" in view.heat_map.heads
    svg = tmp_path / "heat.svg"
    view.saving["heat map"].save(svg)
    assert "Hindi" in " ".join(ET.parse(svg).getroot().itertext())
    assert pane.bar.text == f"Saved as {svg}."
    view.show_view("dots")
    assert view.dots.names == ("mine", "small", "file")

    view.show_view("table")
    view.table.copying.copy("markdown")
    lines = qapp.clipboard().text().splitlines()
    assert lines[0].startswith("| Language or domain |")
    assert len(lines) == 2 + len(SENTENCES)


def test_the_measurement_is_stored_and_chosen_again(workspace, runs, texts, store):
    flow, pane = workspace.flow, workspace.pane
    flow.choose_texts((texts,))
    flow.add_baseline_run(runs[1].run_id)
    workspace.evaluate()
    shown = pane.view.values.comparison
    records = {record.name: record for record in store.evaluations(runs[0].run_id)}
    assert set(records) == {"training", "news"}
    assert pane.choice.stored == ("training", "news")
    workspace.show_stored("training")
    assert {row.label for row in pane.shown_rows} == {"eng", "deu", "jpn"}
    assert pane.caption.startswith("Measured on the beginning of each training source: ")
    workspace.show_stored("news")
    again = pane.view.values.comparison
    assert again.names == ("mine", "small")
    assert again.measured[0].evaluation == shown.measured[0].evaluation
    assert again.measured[1] == shown.measured[1]


def test_removing_a_baseline_takes_it_out_of_what_is_shown(workspace, runs, texts):
    flow, pane = workspace.flow, workspace.pane
    flow.choose_texts((texts,))
    flow.add_baseline_run(runs[1].run_id)
    workspace.evaluate()
    pane.choice.remove_baseline("small")
    assert pane.view.values.comparison.names == ("mine",)
    assert workspace.state.baselines == ()


def test_chosen_texts_are_recognised_by_their_names(qtbot, workspace, texts):
    for label in SENTENCES:
        (texts / f"{label}.txt").rename(texts / f"newstest2019-ref.{label}.txt")
    (texts / "LANGUAGES.tsv").write_text("notes", encoding="utf-8")
    workspace.flow.choose_texts((texts,))
    choice = workspace.pane.choice
    qtbot.waitUntil(lambda: named(choice, "test_texts").text() != "")
    assert named(choice, "test_texts").text() == "4 texts, 4 with a known language"
    workspace.evaluate()
    assert {row.label for row in workspace.pane.shown_rows} == set(SENTENCES)
    assert "LANGUAGES.tsv" in workspace.pane.bar.text  # left out, and said so
    assert "4 parallel" in workspace.pane.caption


def test_unequal_lines_are_said_and_the_rest_is_measured(workspace, texts):
    (texts / "deu.txt").write_text("die Katze\nschlief\n", encoding="utf-8")
    workspace.flow.choose_texts((texts,))
    workspace.evaluate()
    pane = workspace.pane
    assert "deu" in pane.bar.text and "lines" in pane.bar.text
    rows = {row.label: row for row in pane.shown_rows}
    assert set(rows) == set(SENTENCES)
    fairness = pane.view.values.comparison.measured[0].evaluation.fairness
    assert fairness.of("hin").premium > 1
    assert fairness.of("deu") is None


def test_a_tokenizer_that_cannot_be_read_is_named_and_the_others_are_measured(
    workspace, runs, texts, tmp_path
):
    broken = tmp_path / "broken.tiktoken"
    broken.write_text("this is no rank file", encoding="utf-8")
    workspace.flow.choose_texts((texts,))
    workspace.flow.add_baseline_paths((broken, tmp_path / "gone.twb"))
    workspace.flow.add_baseline_run(runs[1].run_id)
    workspace.evaluate()
    pane = workspace.pane
    assert str(broken) in pane.bar.text and "gone.twb" in pane.bar.text
    assert pane.view.values.comparison.names == ("mine", "small")


def test_a_tokenizer_that_cannot_be_read_is_told_when_it_is_added(qtbot, workspace, tmp_path):
    broken = tmp_path / "broken.tiktoken"
    broken.write_text("this is no rank file", encoding="utf-8")
    workspace.flow.add_baseline_paths((broken,))
    qtbot.waitUntil(lambda: str(broken) in workspace.pane.bar.text)
    assert workspace.pane.choice.baseline_names == ("broken",)  # it may be mended and stay


def test_texts_that_are_gone_are_said_and_what_was_shown_stays(qtbot, workspace, tmp_path):
    before = workspace.pane.shown_rows
    workspace.flow.choose_texts((tmp_path / "gone",))
    qtbot.waitUntil(lambda: workspace.pane.bar.text != "")
    workspace.evaluate()
    assert str(tmp_path / "gone") in workspace.pane.bar.text
    assert workspace.pane.shown_rows == before
    assert workspace.pane.primary_action().isEnabled()


def test_without_texts_the_corpus_in_the_window_is_measured(workspace, corpus, store, runs):
    workspace.state.set_corpus(corpus)
    workspace.evaluate()
    names = {record.name for record in store.evaluations(runs[0].run_id)}
    assert "corpus in the window" in names
    assert "Measured on the corpus in the window" in workspace.pane.caption


def test_a_run_that_is_opened_meanwhile_keeps_its_own_numbers(qtbot, workspace, runs, texts, store):
    workspace.flow.choose_texts((texts,))
    workspace.pane.primary_action().trigger()
    workspace.open(runs[1])
    qtbot.waitUntil(lambda: not workspace.flow.is_busy)
    assert workspace.state.evaluation is runs[1].evaluation
    assert {row.label for row in workspace.pane.shown_rows} == {"eng", "deu", "jpn"}
    assert "news" in {record.name for record in store.evaluations(runs[0].run_id)}


@pytest.mark.slow
def test_an_evaluation_can_be_cancelled(qtbot, workspace, store, runs):
    lines = "\n".join(f"the cat number {place} sat on the mat" for place in range(200_000))
    workspace.state.set_corpus(Corpus.from_texts([lines], label="eng"))
    workspace.pane.primary_action().trigger()
    workspace.flow.cancel()
    qtbot.waitUntil(lambda: not workspace.flow.is_busy)
    assert {record.name for record in store.evaluations(runs[0].run_id)} == {"training"}
    assert workspace.pane.primary_action().isEnabled()


def test_two_tokenizers_of_one_name_are_told_apart(workspace, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    paths = (tmp_path / "one" / "mine.twb", tmp_path / "two" / "mine.twb")
    for path in (*paths, paths[0]):
        path.touch()
        workspace.flow.add_baseline_paths((path,))
    assert [each.name for each in workspace.state.baselines] == ["mine", "mine 2"]
    workspace.flow.add_baseline_paths((tmp_path / "one" / "tokenizer.json",))
    assert workspace.state.baselines[-1].path.name == "tokenizer.json"


def test_what_was_chosen_is_there_in_the_next_window(qapp, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    first = WorkbenchState()
    memory = EvaluationMemory(first, settings)
    memory.restore()
    view = Remembered(settings, "compression/view", ViewChoice())
    assert view.value == ViewChoice()
    first.set_evaluation_texts(EvaluationTexts.of((tmp_path / "news",)))
    first.set_baselines((Baseline("run", run_id="r"), Baseline("gpt2", path=tmp_path / "gpt2")))
    choice = ViewChoice("dots", "premium", True, ("language", "premium"))
    view.keep(choice)
    settings.sync()
    second = WorkbenchState()
    again = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    EvaluationMemory(second, again).restore()
    assert Remembered(again, "compression/view", ViewChoice()).value == choice
    assert second.evaluation_texts == first.evaluation_texts
    assert second.baselines == first.baselines
    for state in (first, second):
        state.deleteLater()


@pytest.mark.parametrize("written", ["{", "[1, 2]", '{"view": 3, "columns": [1]}', "null"])
def test_settings_that_were_changed_by_hand_do_no_harm(qapp, tmp_path, written):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for key in ("texts", "baselines", "view"):
        settings.setValue(f"compression/{key}", written)
    state = WorkbenchState()
    EvaluationMemory(state, settings).restore()
    assert Remembered(settings, "compression/view", ViewChoice()).value == ViewChoice()
    assert state.baselines == ()
    state.deleteLater()


def test_the_pane_shows_what_was_chosen_in_the_last_window(workspace, texts):
    view = workspace.pane.view
    view.set_choice(ViewChoice("heat map", "premium", True, ("language", "premium", "fertility")))
    workspace.flow.choose_texts((texts,))
    workspace.evaluate()
    assert view.view == "heat map"
    assert view.compared_metric.key == "premium"
    assert view.heat_map.heads == ("Premium", "Fertility")
    assert view.choice == ViewChoice(
        "heat map", "premium", True, ("language", "premium", "fertility")
    )


def test_texts_are_named_after_their_folder(tmp_path):
    assert EvaluationTexts.of((tmp_path / "eval",)).name == "eval"
    (tmp_path / "eval").mkdir()
    files = tuple(tmp_path / "eval" / f"{label}.txt" for label in ("deu", "eng"))
    assert EvaluationTexts.of(files).name == "eval"
    assert EvaluationTexts.of((tmp_path / "eval", files[0])).name == "eval and 1 more"
    assert EvaluationTexts.of(()).paths == ()


def test_a_published_baseline_is_named_by_its_name(workspace, state, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_PUBLISHED", str(tmp_path / "none"))
    workspace.pane.choice.published_chosen.connect(workspace.flow.add_published_baseline)
    workspace.pane.choice.published_chosen.emit("cl100k_base")
    assert workspace.pane.choice.baseline_names == ("cl100k_base",)
    assert state.baselines == (Baseline("cl100k_base", published="cl100k_base"),)


def test_an_evaluation_that_was_stored_as_rows_is_shown_with_their_sums(runs, store):
    rows = runs[0].evaluation.rows
    record = EvaluationRecord("old", datetime(2024, 1, 1, tzinfo=UTC), rows)
    comparison = comparison_of(record, runs[0].run_id, "mine")
    assert comparison.names == ("mine",)
    shown = comparison.measured[0].evaluation
    assert shown.rows == rows
    assert shown.total.tokens == sum(row.tokens for row in rows)
    assert shown.total.bytes == sum(row.bytes for row in rows)
    assert shown.total.round_trips
