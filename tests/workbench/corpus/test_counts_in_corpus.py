"""Folders of counts in the window: sources like any other, without text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Corpus, CountsRules, ReadingOptions, result_of, write_counts
from workbench.corpus.corpus_pane import CorpusPane
from workbench.frame.drop_overlay import Kind, kind_of

ENGLISH = "the cat sat on the mat and the dog sat on the log. " * 60
GERMAN = "der hund und die katze sitzen auf der matte. " * 40


@pytest.fixture
def texts(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "eng.txt").write_text(ENGLISH, encoding="utf-8")
    (folder / "deu.txt").write_text(GERMAN, encoding="utf-8")
    return folder


@pytest.fixture
def counts(texts, tmp_path):
    steps = write_counts(
        Corpus.from_paths([texts]), tmp_path / "counts", CountsRules.for_pattern("gpt2")
    )
    return result_of(steps).path


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs):
    pane = CorpusPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1400, 800)
    pane.show()
    return pane


def add(qtbot, pane, *paths):
    pane.add_paths(paths)
    qtbot.waitUntil(lambda: not pane.is_reading)


def row(pane, label):
    return pane.sources.rows[pane.sources.row_of(label)]


@pytest.mark.parametrize("name", ["", "counts.json"])
def test_a_folder_becomes_one_row_per_label(qtbot, pane, state, counts, name):
    assert kind_of(counts / name) is Kind.CORPUS
    add(qtbot, pane, counts / name)
    assert {each.label: (each.documents, each.n_bytes) for each in pane.sources.rows} == {
        "eng": (1, len(ENGLISH)), "deu": (1, len(GERMAN)),
    }  # fmt: skip
    assert not any(each.errors for each in pane.sources.rows)
    assert all(source.is_counts for source in state.corpus.sources)


def test_counts_have_a_floor_and_no_text(qtbot, pane, state, counts, texts):
    add(qtbot, pane, counts)
    pane.part.choose("eng")
    panel = pane.part.panel
    qtbot.waitUntil(lambda: "contains counts and no text" in panel.preview.text)
    fields = panel.form.fields
    assert [name for name, field in fields.items() if not field.isHidden()] == ["min_count"]
    panel.form.edit(min_count=3)
    qtbot.waitUntil(lambda: not pane.is_reading)
    floors = {source.label: source.reading.min_count for source in state.corpus.sources}
    assert floors == {"eng": 3, "deu": 1}


def test_a_training_from_counts_is_one_from_the_text(driver, texts, counts):
    driver.start()
    driver.load_corpus(Corpus.from_paths([texts]))
    driver.train(300, name="text")
    driver.wait_for_training()
    driver.load_corpus(Corpus.from_paths([counts]))
    driver.train(300, name="counts")
    driver.wait_for_training()
    hashes = {run.name: run.semantic_hash for run in driver.runs}
    assert hashes["counts"] == hashes["text"]
    assert sorted(driver.shown_labels) == ["deu", "eng"]


def test_counts_of_another_pattern_are_named_when_added_and_refused_by_a_training(
    driver, texts, tmp_path, qtbot
):
    rules = CountsRules.for_pattern("llama3")
    result_of(write_counts(Corpus.from_paths([texts]), tmp_path / "other", rules))
    driver.start()
    driver.load_corpus(Corpus.from_paths([tmp_path / "other"]))
    said = "counted with the split pattern llama3"
    qtbot.waitUntil(lambda: said in driver.workbench.corpus_pane.caption)
    driver.train(300)
    driver.wait_for_training()
    assert "counted with the split pattern llama3" in driver.pane_message


def test_what_a_floor_leaves_certain_is_said_and_kept(driver, counts):
    corpus = Corpus.from_paths([counts])
    floored = [replace(each, reading=ReadingOptions(min_count=50)) for each in corpus.sources]
    driver.start()
    driver.load_corpus(Corpus(floored))
    driver.train(300)
    driver.wait_for_training()
    assert "proven equal to" in driver.pane_message
    [problem] = driver.state.tokenizer.training.problems
    assert "A floor left" in problem


def test_live_previews_of_a_mixture_work_on_counts(driver, texts, counts):
    driver.start()
    previews = []
    for place in (texts, counts):
        driver.add_to_corpus(place)
        driver.open_mixture()
        driver.weigh_by_temperature(0.3)
        driver.wait_for_preview()
        previews.append((driver.previewed, driver.shown_shares))
    assert previews[0] == previews[1]
    assert all(value and value > 1 for value in previews[0][0].values())
