"""The registry and the exports in the window: registering in place, verdicts, both cuts."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.formats.verification_verdict import ExportDifference, ExportVerdict
from engine.formats.writing.export_formats import EXPORT_FORMATS
from tests.store.builders import add_run, make_tokenizer
from tests.workbench.driver import WorkbenchDriver
from workbench.runs.runs_tabs import EXPORT, REGISTRY
from workbench.store import ExportedFile, ExportRecord, RunStore
from workbench.text.numbers import NOTHING
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.work.tokenizer_export import ExportSubject, ExportWish, write_export

pytestmark = pytest.mark.slow

SUBJECT = ExportSubject("mine", 4096, run_id="a")
EQUAL = ExportVerdict("tiktoken", "equal", ("tiktoken 0.14.0",), n_texts=1679)
DIFFERENT = ExportVerdict(
    "tiktoken", "different", ("tiktoken 0.14.0",), n_texts=1679,
    difference=ExportDifference(
        "tiktoken 0.14.0", "ก็ hi\n", (300, 32, 301), (300, 32, 104, 105, 10),
        ("ก็".encode(), b" ", b"hi\n"), ("ก็".encode(), b" ", b"h", b"i", b"\n"),
        cause="another split pattern",
    ),
)  # fmt: skip
MISSING = ExportVerdict("tiktoken", "not installed", missing=("tiktoken",))


def record_of(verdict, **changes):
    made = ExportRecord(
        "tiktoken", "~/out", (ExportedFile("a.tiktoken", 503_622, "ab" * 32),), 4096, "cd" * 32,
        verdict=None if verdict is None else verdict.document(), notes=("One to know.",),
    )  # fmt: skip
    return replace(made, **changes)


@pytest.fixture
def pane(qtbot, state, theme):
    from workbench.runs.runs_pane import RunsPane

    made = RunsPane(state, theme)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.set_export_formats(EXPORT_FORMATS)
    return made


@pytest.fixture
def panel(pane):
    pane.content.show_view(EXPORT)
    pane.export.set_subject(SUBJECT)
    return pane.export


def test_each_format_has_a_sentence_and_its_own_options(panel):
    form = panel.form
    assert panel.title.startswith("Export mine, ")
    shown = {}
    for name, sentence in EXPORT_FORMATS.items():
        form.choose_format(name)
        assert form.description == sentence
        shown[name] = form.options.shown
    assert shown["tokenizer.json"] == ("layout", "merges", "chat_template")
    assert shown["tekken"] == ("renumber",)
    assert shown["bundle"] == ("chat_template",)
    assert shown["minbpe"] == ()


def test_options_are_those_of_the_format(panel, tmp_path, qtbot):
    form = panel.form
    for option, value in (("layout", "v4"), ("merges", "strings"), ("renumber", True)):
        form.options.choose(option, value)
    form.choose_format("tokenizer.json")
    form.set_folder(str(tmp_path))
    with qtbot.waitSignal(panel.export_requested) as asked:
        panel.window().views.verify.trigger()
    subject, wish = asked.args[0]
    assert (subject, wish.format, wish.directory, wish.verifies) == (
        SUBJECT, "tokenizer.json", tmp_path, True,
    )  # fmt: skip
    assert (wish.options.layout, wish.options.merges, wish.options.renumber) == (
        "v4", "strings", False,
    )  # fmt: skip
    form.choose_format("minbpe")
    assert form.options.options("minbpe").layout == "v5"


def test_a_file_in_place_of_a_folder_is_said_at_the_folder(panel, tmp_path, qtbot):
    (tmp_path / "file").write_text("x")
    panel.form.set_folder(str(tmp_path / "file"))
    with qtbot.assertNotEmitted(panel.export_requested):
        panel.window().views.verify.trigger()
    assert panel.form.error == "This is a file; choose a folder."


def test_a_verdict_says_so_in_words_with_versions(panel):
    panel.show_record(record_of(EQUAL))
    headline, details = panel.result.words
    assert headline.startswith("Identical ids on 1")
    assert details == "Loaded and compared in tiktoken 0.14.0"
    assert panel.result.notes == "One to know."
    assert panel.result.difference.isHidden()
    assert panel.result.files.rowCount() == 1
    panel.show_record(record_of(MISSING))
    assert "no library that reads it is installed" in panel.result.words[0]
    assert "-m pip install 'tiktoken>=0.12'" in panel.result.words[1]
    panel.show_record(record_of(None))
    assert panel.result.words[0].startswith("Written, not verified")


def test_a_difference_shows_text_cause_and_both_cuts(panel):
    panel.show_record(record_of(DIFFERENT))
    result = panel.result
    assert not result.difference.isHidden()
    assert result.difference.cause == "Another split pattern"
    assert result.difference.text == "ก็·hi↵"
    assert result.difference.ours.words == "Tokenizer Workbench: 3 tokens"
    theirs = result.difference.theirs.view.text
    assert [theirs.span_bytes(i) for i in range(theirs.n_spans)][2:] == [b"h", b"i", b"\n"]
    result.copy_report()
    report = QGuiApplication.clipboard().text()
    for words in ("tiktoken 0.14.0", "ab" * 32, "301=b'hi\\n'", "104=b'h'", "another split"):
        assert words in report, words


def test_a_verdict_that_cannot_be_read_is_said_to_be(panel):
    panel.show_record(replace(record_of(None), verdict={"status": "splendid"}))
    assert panel.result.words[0] == "The stored verdict cannot be read"


def test_earlier_exports_are_listed_and_shown(panel):
    old = record_of(EQUAL, export_id=1, run_id="a")
    panel.set_records((record_of(DIFFERENT, export_id=2, run_id="a"), old))
    assert panel.history.index(0, 2).data() == "≠ ids differ"
    assert [panel.history.index(row, 3).data() for row in (0, 1)] == ["tiktoken 0.14.0"] * 2
    panel.set_records((record_of(None), old))
    assert panel.history.index(0, 3).data() == NOTHING
    panel.set_records((record_of(DIFFERENT, export_id=2, run_id="a"), old))
    panel.table.selectRow(1)
    assert panel.result.record == old


def test_while_an_export_runs_no_other_begins(panel, qtbot):
    panel.begin()
    actions = panel.window().views
    assert not actions.verify.isEnabled()
    assert actions.verify.statusTip() == "an export is running"
    panel.note_progress("Query the library", 0.3)
    panel.form.show_problem("The disk is full.")
    panel.end()
    assert actions.verify.isEnabled()
    assert panel.form.error == "The disk is full."


def test_the_form_of_the_registry_names_what_is_wrong(pane, qtbot):
    form = pane.registry.form
    form.ask(SUBJECT)
    form.fill("wide", "model: base\nno sign")
    with qtbot.assertNotEmitted(form.register_requested):
        form.register()
    assert form.errors[1] == "Line 2: write  key: value."
    form.fill("wide", "model: base: 7b\n\nfor: all")
    with qtbot.waitSignal(form.register_requested) as asked:
        form.register()
    assert asked.args[0] == (SUBJECT, "wide", {"model": "base: 7b", "for": "all"})


def test_the_registry_says_where_each_comes_from(pane, tmp_path):
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        store.register("wide", add_run(store, "mine"))
        store.register("wide", add_run(store, "other", seed=2))
        pane.registry.set_registered(store.registered())
    pane.content.show_view(REGISTRY)
    pane.registry.choose("wide@1")
    rows = pane.registry.rows
    first = [rows.index(1, column).data() for column in range(rows.columnCount())]
    assert first[0] == "wide@1"
    assert first[2:4] == ["run mine", "deu, eng"]
    role = Qt.ItemDataRole.ToolTipRole
    told = [rows.index(1, column).data(role) for column in range(rows.columnCount())]
    assert told[1].startswith(first[1]) and len(told[1]) == 64
    assert (told[0], told[3]) == ("wide@1", "deu, eng")
    assert pane.registry.chosen.reference == "wide@1"
    assert "wide@1 was trained from" in pane.registry.title
    assert pane.registry.sources.rowCount() == 2
    assert pane.primary_action().text() == "Open registered"
    assert not pane.commands.delete.isEnabled()


@pytest.fixture(scope="module")
def verified(tmp_path_factory):
    """The record of an export that tiktoken has read, which costs a process of its own."""
    folder = tmp_path_factory.mktemp("verified")
    with RunStore.open(folder / "runs.sqlite") as store:
        tokenizer = store.tokenizer(add_run(store))
    return write_export(tokenizer, ExportWish("tiktoken", folder / "before")).record


@pytest.fixture
def driver(qtbot, qapp, tmp_path, verified):
    """The window over a store in which a run was registered and exported before."""
    before = shutil.copytree(verified.directory, tmp_path / "before")
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        run_id = add_run(store, "mine")
        store.register("wide", run_id)
        store.record_export(run_id, replace(verified, directory=str(before)))
    window = WorkbenchDriver(qtbot, qapp, tmp_path)
    window.start()
    window.workbench.tour_guide.tour.leave()
    window.window.show_workspace("runs")
    yield window
    window.close()


def exports_shown(pane):
    history = pane.export.history
    rows = range(history.rowCount())
    return [history.index(row, 0).data(ROW_ROLE) for row in rows]


def test_what_is_registered_and_exported_is_found_again_and_goes_on(qtbot, driver, tmp_path):
    pane, book = driver.workbench.runs_pane, driver.workbench
    assert driver.inspected["tiktoken"] == "✓ identical ids"
    driver.trigger("Show registry")
    assert pane.registry.rows.index(0, 7).data() == "tiktoken ✓"
    with qtbot.waitSignal(book.registry.opened):
        driver.trigger("Open registered")
    assert driver.state.tokenizer.semantic_hash == make_tokenizer().semantic_hash
    driver.trigger("Register…")
    pane.registry.form.fill("a@b", "")
    with qtbot.waitSignal(book.registry.name_refused):
        pane.registry.form.register()
    assert "a@b" in pane.registry.form.errors[0]
    pane.registry.form.fill("slim", "for: model 7")
    with qtbot.waitSignal(book.registry.registered):
        pane.registry.form.register()
    assert pane.bar.text == "slim@1 is registered and frozen."
    assert driver.inspected["for"] == "model 7"
    driver.trigger("Export as minbpe")
    assert (pane.content.view, pane.export.title) == (EXPORT, "Export slim@1, 270 ids")
    pane.export.form.set_folder(str(tmp_path / "out"))
    with qtbot.waitSignal(book.export_flow.exported):
        driver.trigger("Export without verifying")
    assert (tmp_path / "out" / "tokenizer.model").is_file()
    assert [each.status for each in exports_shown(pane)] == ["not asked"]
    driver.trigger("Back to all runs")
    pane.export.set_subject(None)
    pane.content.show_view(EXPORT)
    assert pane.export.title == "Export mine, 270 ids"
    assert [each.format for each in exports_shown(pane)] == ["minbpe", "tiktoken"]
    pane.export.table.selectRow(1)
    assert pane.export.result.words[1].startswith("Loaded and compared in tiktoken")


def test_an_export_that_is_cancelled_says_what_is_left_of_it(qtbot, driver, tmp_path):
    flow, pane = driver.workbench.export_flow, driver.workbench.runs_pane
    driver.workbench.exports.ask_run(("", "tiktoken"))
    subject = pane.export.subject
    with qtbot.waitSignal(flow.stopped):
        flow.export((subject, ExportWish("tiktoken", tmp_path / "out", verifies=False)))
        flow.cancel()
    assert not pane.export.is_running
    assert pane.bar.text == "Export cancelled. Files already written remain, unverified."


def test_exported_files_are_checked_in_place(qtbot, driver, tmp_path):
    pane, flow = driver.workbench.runs_pane, driver.workbench.registry

    def said() -> str:
        with qtbot.waitSignal(flow.checked):
            driver.trigger("Check exported files")
        return pane.bar.text

    assert not pane.views.check.isEnabled()
    driver.trigger("Show registry")
    files = sorted((tmp_path / "before").iterdir())
    assert said() == f"All exported files of wide@1 are unchanged ({len(files)})."
    files[0].write_bytes(b"other")
    changed = f"Changed since the export of wide@1: {files[0]}. Export again."
    assert said() == f"{changed} Unchanged: {len(files) - 1}."
    for file in files[1:]:
        file.unlink()
    listed = ", ".join(map(str, files[1:]))
    assert said() == f"{changed} Missing: {listed}."


def test_what_cannot_be_written_or_read_is_said(qtbot, driver, tmp_path):
    flow, pane = driver.workbench.export_flow, driver.workbench.runs_pane
    (tmp_path / "file").write_text("in the way")
    driver.workbench.exports.ask_run(("", "tiktoken"))
    with qtbot.waitSignal(flow.failed) as failed:
        flow.export(
            (pane.export.subject, ExportWish("tiktoken", tmp_path / "file", verifies=False))
        )
    assert str(tmp_path / "file") in failed.args[0]
    assert not pane.export.is_running
    registry = driver.workbench.registry
    with qtbot.waitSignal(registry.failed) as failed:
        registry.register((ExportSubject("gone", 270, run_id="0" * 32), "wide", {}))
    assert "0000" in failed.args[0]
    with qtbot.waitSignal(registry.name_refused) as refused:
        registry.register((pane.export.subject, "wide@2", {}))
    assert "wide@2" in refused.args[0]


def test_without_a_tokenizer_there_is_nothing_to_export_or_register(driver):
    pane = driver.workbench.runs_pane
    driver.state.open_run(None, None, None)
    pane.export.set_subject(None)
    driver.workbench.exports.ask_run(("", "tiktoken"))
    assert pane.bar.text == "Choose a finished run, or open a tokenizer."
    pane.bar.clear()
    driver.workbench.exports.ask_name("")
    assert pane.bar.text == "Choose a finished run, or open a tokenizer."


def test_a_size_is_exported_from_the_curves(driver):
    driver.state.open_run(None, make_tokenizer(), None, name="narrow")
    driver.workbench.sizes_pane.export_requested.emit((262, "minbpe"))
    pane = driver.workbench.runs_pane
    assert driver.window.workspace == "runs"
    assert pane.export.title == "Export narrow, truncated to 262 of 270 ids"
    assert pane.export.form.format == "minbpe"


def test_a_registered_tokenizer_without_its_run_is_exported_as_such(qtbot, driver, tmp_path):
    book, pane = driver.workbench, driver.workbench.runs_pane
    book.runs.delete([driver.runs[0].run_id])
    driver.trigger("Show registry")
    with qtbot.waitSignal(book.registry.opened):
        driver.trigger("Open registered")
    assert driver.state.run_id is None
    book.exports.ask_run(("", "minbpe"))
    assert pane.export.title == "Export wide@1, 270 ids"
    pane.export.form.set_folder(str(tmp_path / "out"))
    with qtbot.waitSignal(book.export_flow.exported):
        driver.trigger("Export without verifying")
    [registered] = book.store.registered()
    assert "minbpe" in [record.format for record in registered.exports]
