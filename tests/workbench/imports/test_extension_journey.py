"""Extending a tokenizer in the window: from the runs or the open one, to files and workspaces."""

from __future__ import annotations

import json
import shutil
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from engine.encoding.tokenizer import Tokenizer
from tests.model_folders import write_model
from tests.workbench.buttons import press_button
from tests.workbench.named import named
from workbench.imports import extension_flow
from workbench.imports.extension_form import CORPUS, FILES, OTHER, TOKENS
from workbench.imports.extension_report import MODEL, NEVER, NEW, REMARKS, SAVING
from workbench.work.jobs import StepProgress
from workbench.work.tokenizer_export import ExportSubject

pytestmark = pytest.mark.slow

DOMAIN = "The kubelet evicts pods; kubelets and kubectl drain nodes. ქართული " * 40


def opened(driver, corpus, tokenizer, tmp_path):
    """The page with an open tokenizer, and a file of a domain chosen."""
    driver.start()
    driver.load_corpus(corpus)
    driver.state.open_run(None, tokenizer, None, name="small")
    driver.window.actions_of_frame.extend_tokenizer.trigger()
    made = driver.workbench.extensions.page
    assert driver.window.pages.page is made
    file = tmp_path / "domain.txt"
    file.write_text(DOMAIN, encoding="utf-8")
    made.form.set_way(FILES)
    made.form.set_paths((file,))
    return made


def extend(driver, qtbot, page):
    flow = driver.workbench.extensions.flow
    with qtbot.waitSignal(flow.finished):
        page.form.start()
    return page.finished


def test_learned_tokens_are_reported_used_and_saved(driver, qtbot, corpus, tokenizer, tmp_path):
    page = opened(driver, corpus, tokenizer, tmp_path)
    assert page.report.is_empty
    page.form.set_number(30)
    finished = extend(driver, qtbot, page)
    extension = finished.report.extension
    assert (extension.n_new, extension.old) == (30, tokenizer)
    assert not page.report.is_empty
    assert "small" in page.report.verdict
    part = page.report
    assert [row.token_id for row in part.new_tokens.rows] == extension.new_ids.tolist()
    domain = part.saving.rows[0]
    texts = [DOMAIN[: int(len(DOMAIN) * 0.95)]]
    if extension.held_out is None:
        texts = [DOMAIN]
    assert domain.n_bytes == len(texts[0].encode())
    assert domain.after < domain.before
    assert len(part.never_fired.rows) == len(finished.report.never_fired)
    for view in (NEW, SAVING, NEVER, REMARKS):
        part.show_view(view)
        table = part.tables[view]
        assert table.model().columnCount() >= 2
        for row in range(min(3, table.model().rowCount())):
            for column in range(table.model().columnCount()):
                index = table.model().index(row, column)
                assert isinstance(table.model().data(index), str)
    folder = tmp_path / "out"
    with qtbot.waitSignal(driver.workbench.extensions.flow.written):
        page.save_into(folder)
    assert Tokenizer.load(folder).semantic_hash == extension.tokenizer.semantic_hash
    rows = (folder / "embedding_rows.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 30
    assert json.loads((folder / "report.json").read_text(encoding="utf-8"))["asked"] == 30
    page.press_use()
    assert driver.state.tokenizer is extension.tokenizer
    assert driver.state.tokenizer_name == "small+30"
    assert driver.window.pages.page is None


def test_given_tokens_and_what_goes_wrong_with_them(driver, qtbot, corpus, tokenizer, tmp_path):
    page = opened(driver, corpus, tokenizer, tmp_path)
    flow = driver.workbench.extensions.flow
    with qtbot.waitSignal(flow.cancelled):
        page.form.start()
        page.form.cancel_requested.emit()
    assert driver.state.tokenizer is tokenizer
    assert page.finished is None
    assert page.form.can_start

    page.form.set_way(TOKENS)
    assert not page.form.can_start
    named(page.form, "token_list").setPlainText("x\nfoo bar")
    with qtbot.waitSignal(flow.failed):
        page.form.start()
    assert "None of the tokens can be added" in page.bar.text
    assert page.form.can_start
    assert page.report.is_empty

    named(page.form, "token_list").setPlainText(" kubelet\nfoo bar\nx\nქართული")
    extension = extend(driver, qtbot, page).report.extension
    new = extension.tokenizer
    assert len(new.encode(" kubelet")) == len(new.encode("ქართული")) == 1
    sentences = [sentence for _, sentence in page.report.remarks.rows]
    assert any("line 2: 'foo bar' cannot be reached" in each for each in sentences)
    assert any("line 3: 'x' is there already" in each for each in sentences)
    assert "Given tokens that were not added: 2" in page.report.verdict
    model = page.report.tables[REMARKS].model()
    rows = range(model.rowCount())
    shown = [(model.index(row, 0).data(), model.index(row, 1).data()) for row in rows]
    [sentence] = [sentence for token, sentence in shown if "foo" in token]
    assert "cannot be reached" in sentence
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == shown[0][1]

    page.form.set_way(OTHER)
    assert not page.form.can_start
    page.form.set_other(new.save(tmp_path / "larger.twb"))
    again = extend(driver, qtbot, page).report.extension
    assert set(again.new_tokens) == set(extension.new_tokens)
    assert again.old is tokenizer

    page.form.set_subject(None)
    assert "Open a tokenizer first" in page.form.hint
    page.form.set_subject(ExportSubject("other", 300))
    page.form.set_corpus(None, None)
    page.form.set_way(CORPUS)
    assert "The corpus is empty" in page.form.hint


def test_a_run_is_extended_from_the_list_of_runs(driver, qtbot, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    run_id = driver.runs[0].run_id
    driver.window.show_workspace("runs")
    driver.workbench.runs_pane.commands.extend_requested.emit(run_id)
    page = driver.workbench.extensions.page
    page.form.set_number(5)
    page.form.set_way(CORPUS)
    finished = extend(driver, qtbot, page)
    assert finished.request.subject.run_id == run_id
    assert finished.report.extension.n_new <= 5


def test_what_is_merged_is_kept_and_a_folder_asked_for(
    driver, qtbot, corpus, tokenizer, tmp_path, monkeypatch
):
    page = opened(driver, corpus, tokenizer, tmp_path)
    flow = driver.workbench.extensions.flow
    page.form.set_number(60)
    with qtbot.waitSignal(flow.finished):
        page.form.start()
        [keep] = [each for each in page.findChildren(QPushButton) if "and save" in each.text()]
        keep.click()
    assert page.finished.report.extension.n_new < 60
    (tmp_path / "file").write_text("in the way")
    folders = [str(tmp_path / "file"), str(tmp_path / "out")]
    monkeypatch.setattr(
        QFileDialog, "getExistingDirectory", staticmethod(lambda *_: folders.pop(0))
    )
    [save] = [each for each in page.findChildren(QPushButton) if each.text().startswith("Save")]
    with qtbot.waitSignal(flow.failed):
        save.click()
    assert str(tmp_path / "file") in page.bar.text
    with qtbot.waitSignal(flow.written):
        save.click()
    assert (tmp_path / "out" / "report.json").is_file()


def test_an_open_run_is_extended_under_its_name(driver, qtbot, corpus):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="mine")
    driver.wait_for_training()
    driver.window.actions_of_frame.extend_tokenizer.trigger()
    page = driver.workbench.extensions.page
    with qtbot.waitSignal(page.form.requested) as asked:
        page.form.set_number(3)
        page.form.set_way(CORPUS)
        page.form.start()
    assert asked.args[0].subject.name == "mine"
    assert asked.args[0].subject.run_id == driver.runs[0].run_id
    with qtbot.waitSignal(driver.workbench.extensions.flow.finished):
        pass


def test_a_model_is_resized_and_its_table_shown(
    driver, qtbot, corpus, tokenizer, tmp_path, monkeypatch
):
    page = opened(driver, corpus, tokenizer, tmp_path)
    page.form.set_number(12)
    extension = extend(driver, qtbot, page).report.extension
    flow, part = driver.workbench.extensions.flow, page.report.model
    page.report.show_view(MODEL)
    with qtbot.waitSignal(flow.resizing_failed):
        part.choose(tmp_path)
    assert "config.json" in page.bar.text
    assert not part.can_write
    write_model(tmp_path / "model", tokenizer.vocab_size, width=8)
    with qtbot.waitSignal(flow.model_loaded):
        part.choose(tmp_path / "model")
    assert "tied" in part.words
    rule = named(part, "row_rule")
    rule.setCurrentIndex(rule.findData("token"))
    assert not part.can_write
    named(part, "row_token").setText("a b")
    with qtbot.waitSignal(flow.resizing_failed):
        part.write_into(tmp_path / "larger")
    assert "tokens; the row of one is copied" in page.bar.text
    assert not (tmp_path / "larger").exists()
    rule.setCurrentIndex(rule.findData("parts"))
    multiple = named(part, "row_multiple")
    multiple.setCurrentIndex(multiple.findData(64))
    folder = str(tmp_path / "larger")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", staticmethod(lambda *_: folder))
    cancelled, resized = threading.Event(), extension_flow._resized

    def held(*order):
        yield from iter(lambda: StepProgress("Read model"), None)  # until it is closed
        return (yield from resized(*order))

    def late(*order):
        result = yield from resized(*order)
        cancelled.wait()
        return result

    monkeypatch.setattr(extension_flow, "_resized", held)
    with qtbot.waitSignal(flow.resizing_failed):
        press_button(part, "Write model…")
        driver.workbench.jobs.cancel_all()
    assert page.bar.text == "Cancelled; no model was written."
    assert not (tmp_path / "larger").exists()
    monkeypatch.setattr(extension_flow, "_resized", late)
    with qtbot.waitSignal(flow.resizing_failed):
        press_button(part, "Write model…")
        qtbot.waitUntil((tmp_path / "larger" / "config.json").is_file)
        driver.workbench.jobs.cancel_all()
        cancelled.set()
    assert page.bar.text == f"Too late to cancel: the model is written, in {tmp_path / 'larger'}."
    shutil.rmtree(tmp_path / "larger")
    monkeypatch.setattr(extension_flow, "_resized", resized)
    with qtbot.waitSignal(flow.resized) as written:
        press_button(part, "Write model…")
    result = written.args[0]
    assert result.rows_after % 64 == 0
    assert result.rows_after >= extension.tokenizer.vocab_size
    assert (result.folder / "model.safetensors").exists()
    assert Tokenizer.load(result.folder).semantic_hash
    picture = part.picture.grab().toImage()
    colours = {
        picture.pixelColor(x, y).rgb()
        for x in range(0, picture.width(), 7)
        for y in range(0, picture.height(), 7)
    }
    assert len(colours) > 20
