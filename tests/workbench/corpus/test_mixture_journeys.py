"""Whole ways from files to a tokenizer of a mixture, in the window, with the real engine."""

from __future__ import annotations

import pytest

from engine import Corpus
from engine.settings.sources import Mixture
from tests.workbench.named import choose, named, tab_words, write

pytestmark = pytest.mark.slow

TEXTS = {
    "deu": "die Katze saß auf der Matte und die Katze schlief\n",
    "eng": "the cat sat on the mat, the cat ate the rat\n",
    "jpn": "猫がマットの上に座った。猫は眠った。\n",
}
REPEATS = {"deu": 40, "eng": 400, "jpn": 4}


@pytest.fixture(autouse=True)
def own_counts(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE", str(tmp_path / "counts"))


@pytest.fixture
def folder(folder_of):
    return folder_of({f"{label}.txt": text * REPEATS[label] for label, text in TEXTS.items()})


def stored_run(driver):
    return driver.workbench.store.run(driver.state.run_id)


def test_from_files_to_a_tokenizer_of_a_mixture(driver, folder):
    driver.start()
    driver.add_to_corpus(folder)
    driver.open_mixture()
    driver.weigh_by_temperature(0.0)
    assert driver.shown_shares == pytest.approx(dict.fromkeys(TEXTS, 1 / 3))
    driver.wait_for_preview()
    expected = dict(driver.previewed)
    assert all(value is not None and value > 1 for value in expected.values())
    driver.train(400)
    driver.wait_for_training()
    training = driver.state.tokenizer.training
    per_source = training.source_bytes_per_token()
    choose(named(driver.workbench.corpus_pane, "preview_size"), None)
    assert stored_run(driver).mixture == Mixture(alpha=0.0)
    weighted = training.source_bytes * training.source_weights
    assert weighted == pytest.approx([weighted[0]] * 3, rel=1e-6)
    assert all(per_source > 1)
    assert driver.workbench.training_pane.reads.endswith("Training starts at once.")
    assert "mixture: temperature 0" in driver.workbench.training_pane.caption


def test_the_preview_is_the_training_that_follows(driver, folder):
    driver.start()
    driver.add_to_corpus(folder)
    write(named(driver.workbench.training_pane.form, "vocab_size"), "400")
    driver.open_mixture()
    driver.weigh_by_temperature(0.3)
    driver.wait_for_preview()
    expected = dict(driver.previewed)
    driver.train(400)
    driver.wait_for_training()
    training = driver.state.tokenizer.training
    values = training.source_bytes_per_token().tolist()
    assert dict(zip(training.source_labels, values, strict=True)) == pytest.approx(expected)


def test_training_again_reads_no_file(driver, folder, sources_read):
    driver.start()
    driver.add_to_corpus(folder)
    driver.train(400)
    driver.wait_for_training()
    first = driver.state.tokenizer
    assert sorted(set(sources_read)) == sorted(TEXTS)
    sources_read.clear()
    driver.open_mixture()
    driver.weigh_by_temperature(0.0)
    driver.wait_for_preview()
    driver.train(350)
    driver.wait_for_training()
    second = driver.state.tokenizer
    assert second.training.source_bytes.tolist() == first.training.source_bytes.tolist()
    assert len(second.encode(TEXTS["jpn"])) < len(TEXTS["jpn"].encode()) / 2
    assert sources_read == []


def test_the_mixture_of_a_run_is_in_the_inspector(driver, folder):
    driver.start()
    driver.add_to_corpus(folder)
    driver.open_mixture()
    driver.weigh_by_temperature(0.5)
    driver.train(300)
    driver.wait_for_training()
    driver.trigger("Go to Runs")
    driver.choose_run(driver.state.run_id)
    assert driver.inspected["Mixture"] == "temperature 0.5"
    driver.open_mixture()
    driver.trigger("Undo change of training settings")
    driver.trigger("Undo change of mixture")
    driver.trigger("Undo change of mixture")
    assert driver.state.mixture is None
    driver.train(300)
    driver.wait_for_training()
    driver.trigger("Go to Runs")
    driver.choose_run(driver.state.run_id)
    assert driver.inspected["Mixture"] == "natural"


def test_a_mixture_that_does_not_fit_any_more_fails_in_words(driver, folder, corpus):
    driver.start()
    driver.add_to_corpus(folder)
    driver.state.set_mixture(Mixture(shares={"tlh": 1.0}))
    driver.train(300)
    driver.wait_for_training()
    assert "tlh" in driver.pane_message
    assert driver.runs[0].status == "failed"


def test_a_training_goes_before_a_preview(qtbot, driver, folder):
    driver.start()
    driver.add_to_corpus(folder)
    driver.open_mixture()
    driver.weigh_by_temperature(0.3)
    write(named(driver.workbench.training_pane.form, "vocab_size"), "400")
    driver.workbench.training_pane.request_training()
    driver.wait_for_training()
    assert driver.runs[0].status == "finished"
    driver.wait_for_preview()
    assert all(driver.previewed.values())


def test_the_tabs_name_the_mixture(driver, folder):
    driver.start()
    pane = driver.workbench.corpus_pane
    assert tab_words(named(pane, "corpus_views")) == ("Sources", "Mixture: natural")
    driver.add_to_corpus(folder)
    driver.weigh_by_temperature(0.3)
    assert tab_words(named(pane, "corpus_views")) == ("Sources", "Mixture: temperature 0.3")
    driver.load_corpus(Corpus.from_texts(["one"], label="eng"))
    assert driver.shown_shares == {"eng": 1.0}


def test_the_mixture_is_written_into_a_folder(driver, tmp_path, folder_of, chosen_in_dialog, qtbot):
    lines = {label: "".join(f'{{"text": "{text.strip()}"}}\n' for _ in range(40))
             for label, text in TEXTS.items()}  # fmt: skip
    driver.start()
    driver.add_to_corpus(folder_of({f"{label}.jsonl": text for label, text in lines.items()}))
    driver.open_mixture()
    driver.weigh_by_temperature(0.0)
    pane, out = driver.workbench.corpus_pane, tmp_path / "mixed"
    chosen_in_dialog(out)
    driver.trigger("Write mixture as text…")
    assert not any(action.isEnabled() for action in pane.writing.actions)
    qtbot.waitUntil(lambda: bool(pane.bar.text))
    assert pane.bar.text.endswith(f"written to {out}.")
    assert {each.stem for each in out.glob("*.txt")} == set(TEXTS)
    assert (out / "mixture.manifest").is_file()
    driver.trigger("Write mixture as JSON lines…")  # into the same folder, which is not empty
    qtbot.waitUntil(lambda: "is not empty" in pane.bar.text)
    assert all(action.isEnabled() for action in pane.writing.actions)
