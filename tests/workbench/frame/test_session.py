"""From one start to the next: corpus, mixture, pattern and settings; the sample makes room."""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from engine import Corpus, Source
from engine.settings.sources import DocumentSample, Mixture, ReadingOptions
from resources import sample_corpus_folder
from tests.workbench.buttons import press_button
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.named import empty_words
from workbench.corpus.source_panel import ReadingChange
from workbench.corpus.source_scan import ScanMemos
from workbench.frame.session_memory import SessionMemory
from workbench.state import WorkbenchState
from workbench.store.places import cache_folder
from workbench.work.pattern_cases import read_case
from workbench.work.preferences import TOUR_SEEN
from workbench.work.training_settings import TrainingSettings

pytestmark = pytest.mark.slow


def opened(qtbot, qapp, folder) -> WorkbenchDriver:
    made = WorkbenchDriver(qtbot, qapp, folder)
    made.workbench.preferences.set(TOUR_SEEN, True)
    made.start()
    return made


@pytest.fixture
def driver(driver):
    driver.workbench.preferences.set(TOUR_SEEN, True)
    driver.start()
    return driver


@pytest.fixture
def own(folder_of):
    """A folder of two texts; one has the label of a file of the sample."""
    return folder_of(
        {"eng.txt": "my own text\n" * 30, "own.txt": "und noch einer\n" * 30}, name="own"
    )


def labels(driver) -> list[str]:
    return sorted(source.label for source in driver.state.corpus.sources)


def paths(driver) -> set[str]:
    return {str(path) for source in driver.state.corpus.sources for path in source.paths}


def add(driver, qtbot, *added) -> None:
    driver.workbench.corpus_pane.add_paths(added)
    wait(driver, qtbot)


def wait(driver, qtbot) -> None:
    pane = driver.workbench.corpus_pane
    qtbot.waitUntil(lambda: not pane.is_reading)


def command(driver, name):
    return driver.window.registry.command(name).action


def test_a_restart_brings_back_what_one_was_at(qtbot, qapp, tmp_path, own):
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    reading = ReadingOptions(max_chars=50, sample=DocumentSample(1.0, 7))
    first.workbench.corpus_pane.part.reading_changed.emit(ReadingChange("own", reading))
    wait(first, qtbot)
    first.state.set_mixture(Mixture(shares={"eng": 1, "own": 3}))
    first.state.set_pattern(r"\w+|\W")
    first.state.set_pattern_cases((read_case('"3.14" stays one'),))
    settings = TrainingSettings(vocab_size=777, special_tokens=("<|end|>",), min_frequency=3)
    first.state.set_training_settings(settings)
    first.close()
    (own / "gone.txt").write_text("x", encoding="utf-8")

    second = opened(qtbot, qapp, tmp_path)
    try:
        assert paths(second) == {str(own / "eng.txt"), str(own / "own.txt")}
        found = {source.label: source.reading for source in second.state.corpus.sources}
        assert found == {"eng": ReadingOptions(), "own": reading}
        assert second.state.mixture == Mixture(shares={"eng": 1, "own": 3})
        assert second.state.pattern == r"\w+|\W"
        assert second.state.pattern_cases == (read_case('"3.14" stays one'),)
        assert second.state.training_settings == settings
        assert not second.workbench.undo.history.steps
        assert second.workbench.corpus_pane.sources.rowCount() == 2
    finally:
        second.close()


def age(*files) -> None:
    """Make files older: changes within the last two seconds do not show in the times."""
    past = time.time() - 60
    for file in files:
        os.utime(file, (past, past))


def restarted(qtbot, qapp, tmp_path, workspace):
    """Open the window over a session, with a workspace in front."""
    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    made.window.show_workspace(workspace)
    made.start()
    return made


def test_a_restart_shows_the_corpus_and_opens_none_of_its_files(
    qtbot, qapp, tmp_path, own, files_opened
):
    (own / "eng.txt").write_bytes(b"Caf\xe9 <|endoftext|> one\n" * 20)
    age(*own.iterdir())
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    pane = first.workbench.corpus_pane
    figures, rows = pane.figures, [(row.problems, row.look_alikes) for row in pane.sources.rows]
    first.train(300)
    first.wait_for_training()
    first.close()

    files_opened.clear()
    second = restarted(qtbot, qapp, tmp_path, "train")
    try:
        pane = second.workbench.corpus_pane
        wait(second, qtbot)
        assert labels(second) == ["eng", "own"]
        assert pane.figures == figures
        assert [(row.problems, row.look_alikes) for row in pane.sources.rows] == rows
        assert any(problems for problems, _ in rows)
        assert any(found for _, found in rows)
        assert {entry.documents for entry in second.state.sources} == {1}
        assert all(row.is_kept for row in pane.sources.rows)
        assert files_opened(own) == []
        second.window.show_workspace("corpus")
        qtbot.waitUntil(lambda: "Caf" in pane.part.panel.preview.text)
        assert set(files_opened(own)) == {str(own / "eng.txt")}
    finally:
        second.close()


def test_a_restart_looks_at_files_beside_the_window(qtbot, qapp, tmp_path, own, monkeypatch):
    age(*own.iterdir())
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.close()
    threads = []
    find = ScanMemos.find

    def noting(memos, path, key):
        threads.append(threading.current_thread())
        return find(memos, path, key)

    monkeypatch.setattr(ScanMemos, "find", noting)
    second = opened(qtbot, qapp, tmp_path)
    try:
        second.window.show_workspace("corpus")
        wait(second, qtbot)
        assert second.workbench.corpus_pane.figures.documents == 2
        assert len(threads) >= 2
        assert threading.main_thread() not in threads
    finally:
        second.close()


def test_a_restart_reads_the_files_that_changed_alone(qtbot, qapp, tmp_path, own, files_opened):
    (own / "third.txt").write_text("third\n", encoding="utf-8")
    age(*own.iterdir())
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.close()
    (own / "own.txt").write_text("longer\n" * 99, encoding="utf-8")
    (own / "third.txt").unlink()

    files_opened.clear()
    second = restarted(qtbot, qapp, tmp_path, "train")
    try:
        assert str(own / "third.txt") in second.window_message
        wait(second, qtbot)  # builds the pane, which reads
        assert set(files_opened(own)) == {str(own / "own.txt"), str(own / "third.txt")}
        [row] = [row for row in second.workbench.corpus_pane.sources.rows if row.label == "own"]
        assert row.n_bytes == 7 * 99
    finally:
        second.close()


def test_other_jobs_do_not_wait_for_a_corpus_that_is_known(qtbot, qapp, tmp_path, own):
    age(*own.iterdir())
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.close()
    second = WorkbenchDriver(qtbot, qapp, tmp_path)
    titles = []
    second.workbench.jobs.job_started.connect(lambda job: titles.append(job.title))
    try:
        second.start()
        reading = [title for title in titles if title.startswith("Read ")]
        assert set(reading) <= {"Read preview"}
    finally:
        second.close()


def test_files_that_are_gone_are_named_and_the_rest_comes_back(qtbot, qapp, tmp_path, own):
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.state.set_mixture(Mixture(shares={"eng": 1, "own": 3}))
    first.close()
    (own / "own.txt").unlink()
    second = opened(qtbot, qapp, tmp_path)
    try:
        assert labels(second) == ["eng"]
        assert str(own / "own.txt") in second.window_message
        assert second.state.mixture is None
    finally:
        second.close()


def test_files_on_a_disk_that_is_away_come_back_with_it(qtbot, qapp, tmp_path, own):
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.close()
    away = own.rename(tmp_path / "away")
    new = tmp_path / "new.txt"
    new.write_text("added without the disk\n", encoding="utf-8")
    second = opened(qtbot, qapp, tmp_path)
    try:
        assert second.state.corpus is None  # and not the sample
        assert str(own / "own.txt") in second.window_message
        add(second, qtbot, new)
        assert labels(second) == ["new"]
    finally:
        second.close()
    away.rename(own)
    third = opened(qtbot, qapp, tmp_path)
    try:
        assert paths(third) == {str(own / "eng.txt"), str(own / "own.txt"), str(new)}
        assert third.window_message == ""
    finally:
        third.close()


def test_a_missing_file_is_listed_and_can_be_removed_alone(qtbot, qapp, tmp_path, own):
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.close()
    (own / "own.txt").unlink()
    second = opened(qtbot, qapp, tmp_path)
    pane = second.workbench.corpus_pane
    wait(second, qtbot)
    assert {row.label: len(row.errors) for row in pane.sources.rows} == {"eng": 0, "own": 1}
    assert second.window.bar.action == "Remove from corpus"
    press_button(second.window.bar, "Remove from corpus")
    assert [row.label for row in pane.sources.rows] == labels(second) == ["eng"]
    second.close()
    third = opened(qtbot, qapp, tmp_path)
    try:
        assert third.window_message == ""
        assert labels(third) == ["eng"]
    finally:
        third.close()


def test_a_rejected_file_is_listed_after_a_restart(qtbot, qapp, tmp_path, own):
    (own / "own.txt").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(64))
    (own / "empty.txt").write_bytes(b"")
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    listed = {row.label: row.errors for row in first.workbench.corpus_pane.sources.rows}
    assert [label for label, errors in listed.items() if errors] == ["own"]
    assert "empty" in listed
    first.close()
    second = opened(qtbot, qapp, tmp_path)
    try:
        pane = second.workbench.corpus_pane
        assert labels(second) == ["eng"]  # before it is read: no training meets them
        wait(second, qtbot)
        assert {row.label: row.errors for row in pane.sources.rows} == listed
        assert second.window_message == ""  # they are there, but no text
        command(second, "corpus.remove_skipped_files").trigger()
        assert [row.label for row in pane.sources.rows] == labels(second) == ["eng"]
        assert not command(second, "corpus.remove_skipped_files").isEnabled()
    finally:
        second.close()


def test_a_file_that_vanished_can_be_removed_from_the_message(qtbot, qapp, tmp_path, own):
    (own / "eng_2.txt").write_text("another text in English\n" * 30, encoding="utf-8")
    driver = opened(qtbot, qapp, tmp_path)
    try:
        add(driver, qtbot, own)
        n_files = len(paths(driver))
        (own / "own.txt").unlink()
        driver.train(300)
        pane = driver.workbench.training_pane
        qtbot.waitUntil(lambda: str(own / "own.txt") in pane.bar.text)
        assert pane.bar.action == "Remove from corpus"
        press_button(pane.bar, "Remove from corpus")
        assert str(own / "own.txt") not in paths(driver)
        assert len(paths(driver)) == n_files - 1
        assert not driver.workbench.corpus_pane.is_reading
        driver.train(300)
        driver.wait_for_training()
        driver.window.actions_of_frame.undo.trigger()
        wait(driver, qtbot)
        assert len(driver.workbench.corpus_pane.sources.paths) == n_files
    finally:
        driver.close()


def test_an_emptied_corpus_stays_empty(qtbot, qapp, tmp_path, own):
    first = opened(qtbot, qapp, tmp_path)
    add(first, qtbot, own)
    first.close()
    (own / "own.txt").unlink()
    second = opened(qtbot, qapp, tmp_path)
    second.window.show_workspace("corpus")
    wait(second, qtbot)
    command(second, "corpus.remove_all_sources").trigger()
    second.close()
    third = opened(qtbot, qapp, tmp_path)
    try:
        assert third.state.corpus is None
        assert third.workbench.corpus_pane.sources.rowCount() == 0
        assert third.window_message == ""  # what was missing is removed, too
    finally:
        third.close()


def test_a_missing_file_is_kept_once_and_with_its_label(qapp, tmp_path):
    settings = QSettings(str(tmp_path / "x.ini"), QSettings.Format.IniFormat)
    names = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    flat = ReadingOptions(max_chars=9).flat()
    settings.setValue("session/corpus", json.dumps({"sources": [["own", flat, names]]}))
    (tmp_path / "a.txt").write_text("a")
    state = WorkbenchState()
    memory = SessionMemory(state, settings)
    assert memory.keeps_corpus
    assert memory.restore_corpus().missing == (tmp_path / "b.txt",)
    memory.follow()
    for sources in ([("own", names[:1])], [("own", names)], [("other", names)], [("other", [])]):
        (tmp_path / "b.txt").write_text("b")
        made = [Source(label, tuple(map(Path, files))) for label, files in sources if files]
        state.set_corpus(Corpus(made) if made else None)
        kept = json.loads(settings.value("session/corpus"))["sources"]
        assert sorted(name for _, _, found in kept for name in found) == names[-len(kept[0][2]) :]
    state.deleteLater()


def test_a_damaged_memory_counts_as_none(qapp, tmp_path):
    settings = QSettings(str(tmp_path / "x.ini"), QSettings.Format.IniFormat)
    for damaged in (
        "{",
        "[1]",
        '{"sources": [["a", {}, ["b"]]]}',
        '{"vocab_size": "x"}',
        '{"z":1}',
    ):
        for key in ("corpus", "mixture", "training_settings"):
            settings.setValue(f"session/{key}", damaged)
        state = WorkbenchState()
        memory = SessionMemory(state, settings)
        memory.restore_recipe()
        assert memory.restore_corpus().corpus is None
        assert state.training_settings == TrainingSettings()
        state.deleteLater()


def test_the_sample_makes_room_for_own_files_and_can_be_kept(driver, qtbot, own):
    n_sample = len(list(sample_corpus_folder().glob("*.txt")))
    assert len(paths(driver)) == n_sample
    add(driver, qtbot, own)
    assert paths(driver) == {str(own / "eng.txt"), str(own / "own.txt")}
    pane = driver.workbench.corpus_pane
    assert pane.bar.text.startswith("The sample corpus made room for your files.")
    driver.window.actions_of_frame.undo.trigger()
    wait(driver, qtbot)
    assert len(paths(driver)) == n_sample
    driver.window.actions_of_frame.redo.trigger()
    wait(driver, qtbot)
    assert len(paths(driver)) == 2
    press_button(pane.bar, pane.bar.action)
    wait(driver, qtbot)
    assert len(paths(driver)) == n_sample + 2


def test_a_sample_that_was_worked_on_stays(driver, qtbot, own):
    pane = driver.workbench.corpus_pane
    pane.part.choose("deu")
    command(driver, "corpus.remove_source").trigger()
    n_left = len(paths(driver))
    add(driver, qtbot, own)
    assert len(paths(driver)) == n_left + 2


def test_a_change_of_cases_is_undone_and_done_again(driver):
    cases = (read_case('"3.14" stays one'), read_case("\"don't\" → don|'t"))
    driver.state.set_pattern_cases(cases)
    driver.state.set_pattern_cases(cases[1:])
    actions = driver.window.actions_of_frame
    assert "change of cases" in actions.undo.text()
    actions.undo.trigger()
    assert driver.state.pattern_cases == cases
    actions.undo.trigger()
    assert driver.state.pattern_cases == ()
    actions.redo.trigger()
    assert driver.state.pattern_cases == cases


def test_removing_all_sources_is_undone_and_done_again(driver, qtbot):
    n_sample, pane = len(paths(driver)), driver.workbench.corpus_pane
    command(driver, "corpus.remove_all_sources").trigger()
    assert driver.state.corpus is None
    assert not command(driver, "corpus.remove_all_sources").isEnabled()
    driver.window.actions_of_frame.undo.trigger()
    wait(driver, qtbot)
    assert pane.sources.rowCount() == len(driver.state.corpus.sources) == n_sample
    driver.window.actions_of_frame.redo.trigger()
    wait(driver, qtbot)
    assert driver.state.corpus is None
    assert pane.sources.rowCount() == 0
    driver.window.actions_of_frame.undo.trigger()
    wait(driver, qtbot)
    assert pane.sources.rowCount() == len(driver.state.corpus.sources) == n_sample


def test_a_deleted_run_that_was_open_is_opened_again_by_undo(driver, qtbot):
    driver.train(280, name="first")
    driver.wait_for_training()
    run_id = driver.state.run_id
    driver.workbench.runs.delete([run_id])
    assert driver.state.run_id is None
    said = []
    driver.workbench.runs.opening_changed.connect(
        lambda name: said.append((name, driver.window.top_bar.chooser.toolTip()))
    )
    driver.window.actions_of_frame.undo.trigger()
    qtbot.waitUntil(lambda: driver.state.run_id == run_id)
    assert driver.state.tokenizer is not None
    assert said[0] == ("first", "Opening first…")
    assert driver.window.top_bar.chooser.toolTip().startswith("first")


def test_the_run_is_opened_before_the_corpus_is_read(qtbot, qapp, tmp_path):
    first = opened(qtbot, qapp, tmp_path)
    first.train(280, name="first")
    first.wait_for_training()
    first.close()
    shutil.rmtree(cache_folder() / "scans")  # as after an update: everything has to be read
    second = WorkbenchDriver(qtbot, qapp, tmp_path)
    second.workbench.preferences.set(TOUR_SEEN, True)
    seen = []
    second.state.tokenizer_changed.connect(
        lambda _tokenizer: seen.append(second.workbench.corpus_pane.figures.n_bytes)
    )
    try:
        second.window.show()
        second.workbench.load()
        tokens = second.workbench.tokens_pane
        assert tokens.is_empty
        assert empty_words(tokens) == "Opening first…"
        second.wait_for_training()
        assert second.state.run_id is not None
        assert seen == [0]
    finally:
        second.close()
