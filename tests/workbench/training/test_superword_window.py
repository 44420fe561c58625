"""Superwords in Vocabulary and Runs: listed, and beside the same size without them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from engine import train_tokenizer
from engine.analysis.superwords import comparison_steps, superword_report
from engine.machine import result_of
from tests.superword_runs import CONFIG, ENGLISH, GERMAN, PLAIN, superword_corpus
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.training.test_training_pane import PROGRESS
from tests.workbench.vocabulary.filtered import filter_ids
from workbench.runs.run_superword_part import RunSuperwordPart, has_superwords
from workbench.store import RunStore
from workbench.training.superword_flow import SuperwordFlow
from workbench.vocabulary.superword_part import SuperwordPart
from workbench.vocabulary.vocabulary_index import index_vocabulary
from workbench.work.runs.comparison import PlainPartner, find_plain, plain_config
from workbench.work.runs.recording import record_training

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pair():
    corpus = superword_corpus()
    return train_tokenizer(corpus, CONFIG), train_tokenizer(corpus, PLAIN)


@pytest.fixture(scope="module")
def index(pair):
    *_, made = index_vocabulary(pair[0])
    return made


@pytest.fixture
def part(qtbot, theme):
    made = SuperwordPart(theme)
    qtbot.addWidget(made)
    made.resize(360, 500)
    made.show()
    return made


def button(part, words):
    [found] = [each for each in part.findChildren(QPushButton) if each.text() == words]
    return found


def recorded(store, config, folder, name):
    from engine import Corpus

    paths = []
    for label, text in (("eng", ENGLISH), ("deu", GERMAN)):
        path = folder / f"{label}.txt"
        path.write_text(text, "utf-8")
        paths.append(path)
    return result_of(record_training(store, Corpus.from_paths(paths), config, name=name)).run_id


def test_superwords_are_told_by_language(part, pair, index, qtbot):
    with qtbot.waitSignal(part.partner_requested) as asked:
        part.show_superwords(pair[0], index, "run")
    assert asked.args == ["run"]
    report = superword_report(pair[0])
    assert part.figures.values()[0] == str(len(report.ids))
    assert part.rows.labels[-1] == "all"
    assert set(part.rows.labels) == {"eng", "deu", "zho", "all"}
    with qtbot.waitSignal(part.condition_chosen) as chosen:
        button(part, "Show superwords").click()
    assert chosen.args == ["is:superword"]
    part.note_partner(PlainPartner("run", None, ("a", "")))
    train = button(part, "Train the same size without superwords")
    with qtbot.waitSignal(part.plain_requested) as plain:
        train.click()
    assert plain.args == ["run"]
    part.note_training((PROGRESS,))
    assert not train.isEnabled()
    done = f"{PROGRESS.merges_done} of {PROGRESS.merges_total} merges"
    words = f"Training without superwords: {done}"
    assert [each.isVisible() for each in part.findChildren(QLabel) if each.text() == words] == [
        True
    ]
    part.note_training(())
    assert train.isEnabled()
    partner = PlainPartner("run", "other", ("a", "b"))
    part.note_partner(partner)
    with qtbot.waitSignal(part.comparison_requested) as compared:
        button(part, "Compare with the same size without superwords").click()
    assert compared.args == [partner.pair]


def test_a_run_without_superwords_says_so(part, pair):
    *_, plain_index = index_vocabulary(pair[1])
    part.show_superwords(pair[1], plain_index, "run")
    assert part.is_empty
    assert "no superwords" in part.empty.sentence


def test_the_vocabulary_is_filtered_by_words_and_knows_parts(index, pair):
    report = superword_report(pair[0])
    assert filter_ids(index, "is:superword").tolist() == report.ids.tolist()
    twos = filter_ids(index, "words:2").tolist()
    assert twos == [row.token_id for row in report.rows if row.words == 2]
    for row in report.rows:
        assert index.parts(row.token_id) == row.parts
        assert index.part_counts[row.token_id] == len(row.parts)


def test_a_pair_is_measured_and_shown(qtbot, theme, pair):
    part = RunSuperwordPart(theme)
    qtbot.addWidget(part)
    assert [has_superwords(each) for each in pair] == [True, False]
    assert part.is_empty
    part.show_measured((result_of(comparison_steps(*pair, superword_corpus())), "texts"))
    assert not part.is_empty
    assert part.rows.labels[-1] == "all"
    assert part.figures.values()[0].endswith(" %")
    assert [curve.label for curve in part.chart.curves] == ["plain", "superwords"]
    assert part.chart.data_csv().startswith("label,")
    part.resize(900, 600)
    part.show()
    ends = {label.curve.label: label.words for label in part.chart.plan.labels}
    assert {label: words.strip() for label, words in ends.items()} == {
        "plain": "Without", "superwords": "With",
    }  # fmt: skip


def test_a_pair_is_asked_to_be_measured_from_the_empty_part_and_again(qtbot, theme, pair):
    part = RunSuperwordPart(theme)
    qtbot.addWidget(part)
    part.resize(900, 600)
    part.show()
    plain_first = SimpleNamespace(
        tokenizers=[SimpleNamespace(tokenizer=each) for each in reversed(pair)]
    )
    part.show_pair(plain_first)
    with qtbot.waitSignal(part.measure_requested) as asked:
        part.empty.act()
    assert asked.args == [pair]
    part.note_measuring("Measuring on texts…")
    assert not button(part, "Measure again").isEnabled()
    part.note_measuring("")
    part.show_measured((result_of(comparison_steps(*pair, superword_corpus())), "texts"))
    with qtbot.waitSignal(part.measure_requested) as again:
        button(part, "Measure again").click()
    assert again.args == [pair]


def test_the_plain_run_is_found_among_runs_of_the_same_text(store, tmp_path):
    run_id = recorded(store, CONFIG, tmp_path, "super")
    record = store.run(run_id)
    assert find_plain(store, record) is None
    recorded(store, plain_config(CONFIG), tmp_path, "plain")
    assert find_plain(store, record).name == "plain"


def test_the_plain_run_is_trained_at_the_press_of_a_button(
    qtbot, state, jobs, engine_jobs, store, tmp_path
):
    run_id = recorded(store, CONFIG, tmp_path, "super")
    flow = SuperwordFlow(state, jobs, engine_jobs, store)
    with qtbot.waitSignal(flow.partner_found) as found:
        flow.look_for_partner(run_id)
    assert found.args[0].pair is None
    with qtbot.waitSignal(flow.plain_trained) as trained:
        flow.train_plain(run_id)
    partner = trained.args[0]
    assert partner.names == ("super", "super, plain")
    assert store.run(partner.plain_id).config == plain_config(store.run(run_id).config)
    state.set_corpus(superword_corpus())
    tokenizers = (store.tokenizer(run_id), store.tokenizer(partner.plain_id))
    with qtbot.waitSignal(flow.measured) as measured:
        flow.measure(tokenizers)
    comparison, _texts = measured.args[0]
    assert comparison.total.saved > 0


def test_a_text_that_is_gone_is_named(qtbot, state, jobs, engine_jobs, store, tmp_path):
    run_id = recorded(store, CONFIG, tmp_path, "super")
    (tmp_path / "eng.txt").unlink()
    flow = SuperwordFlow(state, jobs, engine_jobs, store)
    with qtbot.waitSignal(flow.failed) as failed:
        flow.train_plain(run_id)
    assert "eng.txt" in failed.args[0]


def test_the_same_size_without_superwords_is_trained_and_set_beside(qtbot, qapp, tmp_path):
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        run_id = recorded(store, CONFIG, tmp_path, "super")
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        driver.start()
        driver.workbench.runs.open(run_id)
        qtbot.waitUntil(lambda: driver.state.run_id == run_id)
        driver.window.show_workspace("vocabulary")
        part = driver.workbench.vocabulary_pane.side.superwords
        part.plain_requested.emit(run_id)
        view = driver.workbench.runs_pane.comparison
        qtbot.waitUntil(lambda: not view.superwords.is_empty)
        assert driver.window.workspace == "runs"
        assert view.comparison.names == ("super", "super, plain")
        assert [run.name for run in driver.runs] == ["super, plain", "super"]
        driver.window.show_workspace("vocabulary")
        pair = PlainPartner(run_id, driver.runs[0].run_id, ("super", "super, plain")).pair
        part.comparison_requested.emit(pair)
        assert driver.window.workspace == "runs"
        driver.wait_for_training()
    finally:
        driver.close()
