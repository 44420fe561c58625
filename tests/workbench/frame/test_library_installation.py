"""Libraries that are missing: the offer to install them, pip beside the window, what goes on."""

from __future__ import annotations

import json
import sys
import zipfile
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import fsspec
import pyarrow as pa
import pytest
from pyarrow import parquet
from PySide6.QtCore import QObject, QTimer, Signal

from engine.formats.verification_verdict import ExportVerdict
from engine.machine import optional_libraries
from engine.machine.optional_libraries import OptionalLibrary, how_to_install
from tests.workbench.buttons import press_button
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.named import named
from workbench.connections.installation import Retry
from workbench.frame import library_installation
from workbench.frame import library_installation as install_bar
from workbench.frame.library_installation import (
    InstallBar,
    LibraryInstallation,
    failure_sentence,
    pip_command,
)
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.work.comparison import Baseline, EvaluationTexts

pytestmark = pytest.mark.slow

MODULE = "late_arrival"
LIBRARY = OptionalLibrary(MODULE, "late-arrival>=1", "tests")
PIP_SAYS = "print('Collecting it'); print('Successfully installed it')"


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A library of the table that nothing has installed, as a wheel; its folder of wheels."""
    monkeypatch.setattr(optional_libraries, "LIBRARIES", (LIBRARY,))
    monkeypatch.setattr(optional_libraries, "_BY_MODULE", {MODULE: LIBRARY})
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    facts = "late_arrival-1.5.dist-info"
    with zipfile.ZipFile(wheels / "late_arrival-1.5-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{MODULE}.py", "")
        wheel.writestr(
            f"{facts}/METADATA", "Metadata-Version: 2.1\nName: late-arrival\nVersion: 1.5\n"
        )
        wheel.writestr(
            f"{facts}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            f"{facts}/RECORD",
            f"{MODULE}.py,,\n{facts}/METADATA,,\n{facts}/WHEEL,,\n{facts}/RECORD,,\n",
        )
    return wheels


def offline_pip(wheels, target, modules):
    """The real command, told to look into one folder and to install into another."""
    options = ["--no-index", "--find-links", str(wheels), "--target", str(target)]
    command = pip_command(modules)
    at = command.index("install") + 1
    return [*command[:at], *options, *command[at:]]


def test_pip_installs_and_says_what_it_does(qtbot, library, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    flow = LibraryInstallation(partial(offline_pip, library, tmp_path / "packages"))
    lines, tasks = [], []
    flow.printed.connect(lines.append)
    flow.process_started.connect(tasks.append)
    assert not LIBRARY.is_installed
    with qtbot.waitSignal(flow.installed) as installed:
        flow.install([MODULE])
        assert flow.is_running
    assert installed.args == [(MODULE,)]
    assert LIBRARY.version == "1.5"
    assert any("late-arrival" in line.lower() for line in lines)
    assert "Successfully installed" in lines[-1]
    assert tasks[0].title == "Install late-arrival"
    assert not flow.is_running


def test_a_library_that_no_index_has_is_a_sentence(qtbot, library, tmp_path):
    flow = LibraryInstallation(partial(offline_pip, tmp_path, tmp_path / "packages"))
    with qtbot.waitSignal(flow.failed) as failed:
        flow.install([MODULE])
    assert failed.args[0].startswith("late-arrival could not be installed: The package index")
    assert not flow.is_running


def test_what_cannot_be_imported_afterwards_is_not_installed(qtbot, library):
    flow = LibraryInstallation(lambda _modules: [sys.executable, "-c", PIP_SAYS])
    with qtbot.waitSignal(flow.failed) as failed:
        flow.install([MODULE])
    assert failed.args[0].startswith("pip installed late-arrival, but this program cannot import")


def test_a_second_library_waits_and_the_same_one_is_installed_once(qtbot, monkeypatch):
    asked, installed = [], []

    def command(modules):
        asked.append(modules)
        return [sys.executable, "-c", PIP_SAYS]

    flow = LibraryInstallation(command)
    flow.installed.connect(installed.append)
    for modules in (["pyarrow"], ["pyarrow"], ["gguf"], ["gguf"]):
        flow.install(modules)
    qtbot.waitUntil(lambda: len(installed) == 2)
    assert asked == installed == [("pyarrow",), ("gguf",)]


def test_cancelling_ends_pip_and_drops_what_waits(qtbot):
    sleeping = "import time; print('Collecting it', flush=True); time.sleep(600)"
    flow = LibraryInstallation(lambda _modules: [sys.executable, "-c", sleeping])
    with qtbot.waitSignal(flow.printed):
        flow.install(["pyarrow"])
    flow.install(["gguf"])
    with qtbot.waitSignal(flow.cancelled):
        flow.cancel()
    assert not flow.is_running


def test_the_packaged_window_says_that_it_cannot(qtbot, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    flow = LibraryInstallation()
    with qtbot.waitSignal(flow.failed) as failed:
        flow.install(["pyarrow"])
    assert "cannot install libraries" in failed.args[0]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ERROR: Could not install packages: [Errno 28] No space left on device", "disk is full"),
        ("ERROR: [Errno 13] Permission denied: '/usr/lib'", "cannot be written"),
        ("error: externally-managed-environment", "The system manages this Python"),
        ("WARNING: Retrying ... Temporary failure in name resolution", "Check the connection"),
        ("ERROR: No matching distribution found for x>=9", "no version for this Python and system"),
        ("ERROR: Cannot install a and b: they conflict.", "Cannot install a and b: they conflict."),
        ("", "exit status 3"),
    ],
)
def test_reasons_of_a_failure(line, sentence):
    words = failure_sentence(["pyarrow"], ["Collecting it", line], "Install: exit status 3")
    assert words.startswith("pyarrow could not be installed: ")
    assert sentence in words


def test_the_first_error_is_the_reason_of_a_failure():
    output = [
        "  error: subprocess-exited-with-error",
        "  ERROR: Failed building wheel for x",
        "ERROR: Could not build wheels for x, which is required to install projects",
    ]
    words = failure_sentence(["pyarrow"], output, "Install: exit status 1")
    assert words == "pyarrow could not be installed: Failed building wheel for x"
    lost = ["WARNING: Retrying after connection broken: NewConnectionError: Connection refused"]
    lost += ["ERROR: No matching distribution found for pyarrow>=18"]
    assert "cannot be reached" in failure_sentence(["pyarrow"], lost, "Install: exit status 1")


def add_wheel(folder, name, version, requires=()):
    """Write a wheel without modules into a folder."""
    facts = f"{name}-{version}.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {each}" for each in requires]
    wheel_lines = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{facts}/METADATA", "\n".join(lines) + "\n")
        wheel.writestr(f"{facts}/WHEEL", wheel_lines)
        wheel.writestr(f"{facts}/RECORD", "")


def test_pip_is_kept_from_changing_what_the_program_requires(qtbot, tmp_path, monkeypatch):
    required = ["shared-part>=2", 'late-arrival<1; extra == "test"']
    monkeypatch.setattr("importlib.metadata.requires", lambda _name: required)
    library = OptionalLibrary("late_one", "late-one>=1", "tests")
    monkeypatch.setattr(optional_libraries, "_BY_MODULE", {"late_one": library})
    add_wheel(tmp_path, "late_one", "1.0", ["shared-part<2"])
    for version in ("1.0", "2.0"):
        add_wheel(tmp_path, "shared_part", version)
    flow = LibraryInstallation(partial(offline_pip, tmp_path, tmp_path / "packages"))
    with qtbot.waitSignal(flow.failed) as failed:
        flow.install(["late_one"])
    assert "Cannot install late-one" in failed.args[0]
    assert not (tmp_path / "packages" / "shared_part-1.0.dist-info").exists()


def test_a_program_without_known_requirements_installs_without_constraints(monkeypatch):
    monkeypatch.setattr(library_installation, "PROJECT", "no-such-project")
    assert "--constraint" not in pip_command(["pyarrow"])


def test_uv_gets_the_constraints_too(monkeypatch):
    monkeypatch.setattr("engine.machine.optional_libraries.find_spec", lambda _name: None)
    monkeypatch.setattr("shutil.which", lambda _name: "/bin/uv")
    monkeypatch.setattr("importlib.metadata.requires", lambda _name: ["numpy>=2"])
    command = pip_command(["pyarrow"])
    assert command[:4] == ["/bin/uv", "pip", "install", "--constraint"]
    assert Path(command[4]).read_text("utf-8") == "numpy>=2"
    assert command[-1] == "pyarrow>=18"


def test_versions_that_do_not_go_together_are_a_warning(qtbot, theme):
    conflict = "b 1.0 requires numpy<2, but you have numpy 2.2.0 which is incompatible."
    said = ["ERROR: pip's dependency resolver does not take into account ...", conflict]
    program = f"print('\\n'.join({said!r})); print('Successfully installed it')"
    flow = LibraryInstallation(lambda _modules: [sys.executable, "-c", program])
    bar = InstallBar(theme)
    qtbot.addWidget(bar)
    flow.installed.connect(bar.note_installed)
    flow.conflicts_found.connect(bar.note_conflicts)
    with qtbot.waitSignal(flow.conflicts_found):
        flow.install(["pyarrow"])
    assert bar.bar.text == f"pyarrow is installed, but versions do not go together: {conflict}"


# ---- what the person sees ----------------------------------------------------------------------


def test_a_bar_offers_what_its_sentence_needs(qtbot, theme):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show_error(f"a.parquet is a parquet file. {how_to_install(['pyarrow'])}")
    assert bar.action == "Install pyarrow"
    with qtbot.waitSignal(bar.installation_requested) as asked:
        press_button(bar, bar.action)
    assert asked.args == [("pyarrow",)]
    done: list[str] = []
    bar.show_error("The run is deleted.", offer=Offer("Undo", partial(done.append, "undone")))
    with qtbot.assertNotEmitted(bar.installation_requested):
        press_button(bar, bar.action)
    assert done == ["undone"]
    again = Offer("Read again", done.clear)
    bar.show_error(f"Read it again? {how_to_install(['pyarrow'])}", offer=again)
    assert bar.action == "Read again"  # its own action comes first
    bar.show_error("a.txt contains no text.")
    assert bar.action == ""


def test_the_bar_of_an_installation_from_its_start_to_its_end(qtbot, theme):
    bar = InstallBar(theme)
    qtbot.addWidget(bar)
    assert bar.isHidden()
    bar.note_started(["pyarrow"])
    assert (bar.bar.text, bar.bar.action) == ("Installing pyarrow…", "Cancel")
    bar.note_line("  Downloading pyarrow-26.whl (40 MB)")
    assert bar.bar.text == "Installing pyarrow: Downloading pyarrow-26.whl (40 MB)"
    assert not bar.shows_output
    press_button(bar, "Output")
    assert "Downloading" in bar.output
    with qtbot.waitSignal(bar.cancel_requested):
        press_button(bar.bar, bar.bar.action)
    bar.note_cancelled()
    assert (bar.bar.text, bar.bar.action) == ("The installation was cancelled.", "Install pyarrow")
    with qtbot.waitSignal(bar.again_requested):
        press_button(bar.bar, bar.bar.action)
    bar.note_started(["pyarrow"])
    assert bar.output == ""
    bar.note_failed("pyarrow could not be installed: no.")
    assert bar.bar.action == "Try again"
    bar.note_installed(["pyarrow"])
    assert bar.bar.text == f"Installed: pyarrow {pa.__version__}"


def test_a_dismissed_bar_comes_back_with_the_end(qtbot, theme):
    bar = InstallBar(theme)
    qtbot.addWidget(bar)
    bar.note_started(["pyarrow"])
    bar.bar.dismiss()
    bar.note_line("Collecting it")
    assert bar.isHidden()
    bar.note_failed("pyarrow could not be installed: no.")
    assert bar.bar.text == "pyarrow could not be installed: no."


def test_the_note_of_an_installation_leaves_unless_its_output_is_read(qtbot, theme, monkeypatch):
    monkeypatch.setattr(install_bar, "NOTE_MS", 0)
    bar = InstallBar(theme)
    qtbot.addWidget(bar)
    bar.note_installed(["pyarrow"])
    assert not bar.isHidden()
    qtbot.waitUntil(bar.isHidden)
    assert bar.bar.text == ""
    press_button(bar, "Output")
    bar.note_installed(["pyarrow"])
    timers = bar.findChildren(QTimer)
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in timers))
    assert bar.bar.text.startswith("Installed: pyarrow")
    bar.dismiss()
    assert bar.isHidden()


# ---- whole ways through the window -------------------------------------------------------------


class Shelf:
    """Stands for the package index: a library is missing until it is asked for."""

    def __init__(self, monkeypatch) -> None:
        self._monkeypatch = monkeypatch
        self.installed: list[str] = []
        self._hidden: dict[str, ModuleType] = {}
        monkeypatch.setattr(library_installation, "pip_command", self._command)

    def hide(self, module: str) -> None:
        self._hidden[module] = import_module(module)  # as a whole, or parts of it would stay
        self._monkeypatch.setitem(sys.modules, module, None)

    def _command(self, modules):
        for module in modules:
            if module in self._hidden:  # one process imports a library once
                sys.modules[module] = self._hidden[module]
            self.installed.append(module)
        return [sys.executable, "-c", PIP_SAYS]


@pytest.fixture
def shelf(monkeypatch):
    return Shelf(monkeypatch)


@pytest.fixture
def driver(shelf, driver):
    return driver


@pytest.fixture
def driver_with_children(shelf, driver_with_children):
    return driver_with_children


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "texts" / "eng.parquet"
    path.parent.mkdir()
    parquet.write_table(pa.table({"text": ["the cat sat"] * 20}), path)
    return path


def test_panes_offer_an_installation_whenever_they_are_built(qtbot, qapp, tmp_path, monkeypatch):
    asked = []

    def install(_flow, modules):
        asked.append(modules)

    monkeypatch.setattr(LibraryInstallation, "install", install)
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        panes = driver.workbench.panes
        assert list(panes.built) == [driver.window.workspace]
        driver.workbench.installation.installed.emit(("pyarrow",))
        assert list(panes.built) == [driver.window.workspace]
        for pane in panes.values():
            pane.bar.show_error(how_to_install(["pyarrow"]))
            press_button(pane.bar, pane.bar.action)
        driver.workbench.tokens_pane.columns.installation_requested.emit(("gguf",))
        driver.workbench.runs_pane.export.result.install.installation_requested.emit(("gguf",))
        assert asked == [("pyarrow",)] * len(panes) + [("gguf",)] * 2
    finally:
        driver.close()


def test_a_parquet_file_is_read_once_pyarrow_is_there(driver, qtbot, shelf, table):
    driver.start()
    shelf.hide("pyarrow")
    driver.add_to_corpus(table)
    pane = driver.workbench.corpus_pane
    assert "-m pip install 'pyarrow>=18'" in pane.bar.text
    assert pane.bar.action == "Install pyarrow"
    assert driver.state.corpus is None or not driver.state.corpus.sources
    press_button(pane.bar, pane.bar.action)
    qtbot.waitUntil(lambda: driver.state.corpus is not None)
    [source] = driver.state.corpus.sources
    assert source.paths == (table,)
    assert [row.documents for row in pane.sources.rows] == [20]
    assert driver.window.install_bar.bar.text.startswith("Installed: pyarrow ")
    assert pane.bar.text == ""
    assert shelf.installed == ["pyarrow"]


def test_an_address_is_read_once_its_library_is_there(driver, qtbot, monkeypatch):
    memory = fsspec.filesystem("memory")
    memory.pipe("/bucket/eng.txt", b"the cat sat")

    def missing(_url):
        raise ImportError("Install s3fs to access S3")

    driver.start()
    with monkeypatch.context() as patch:
        patch.setattr("fsspec.core.url_to_fs", missing)
        driver.add_to_corpus("s3://bucket/eng.txt")
    pane = driver.workbench.corpus_pane
    assert pane.bar.action == "Install s3fs"
    assert not pane.sources.rows
    monkeypatch.setattr("fsspec.core.url_to_fs", lambda _url: (memory, "/bucket/eng.txt"))
    driver.workbench.installation.installed.emit(("s3fs",))
    qtbot.waitUntil(lambda: driver.state.corpus is not None)
    assert [row.n_bytes for row in pane.sources.rows] == [11]


def test_engines_are_asked_again_once_they_are_there(driver_with_children, qtbot, monkeypatch):
    driver = driver_with_children
    engines = driver.workbench.pattern_pane.desk.engines
    missing = json.dumps({"way": "written", "status": "missing", "version": ""})
    command = [sys.executable, "-c", f"import sys; sys.stdin.read(); print({missing!r})"]
    with monkeypatch.context() as patch:
        patch.setattr("workbench.pattern.engines_row.engine_command", lambda: command)
        driver.start()
        driver.window.show_workspace("pattern")
        qtbot.waitUntil(lambda: len(engines.verdicts) == 3)
        assert engines.words[0] == "tiktoken: not installed"
        press_button(engines, engines.words[0])
        bar = driver.workbench.pattern_pane.bar
        assert bar.text.startswith("tiktoken is not installed; its splits are unknown. Install it")
        assert bar.action == "Install tiktoken"
    press_button(bar, bar.action)
    qtbot.waitUntil(
        lambda: len(engines.verdicts) == 3 and "not installed" not in " ".join(engines.words),
    )
    driver.rest()


def test_an_export_is_verified_once_its_library_is_there(
    driver, qtbot, shelf, corpus, tmp_path, monkeypatch
):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300, name="mine")
    driver.wait_for_training()
    answer = '{"libraries": [], "missing": ["tiktoken"]}'
    command = [sys.executable, "-c", f"import sys; sys.stdin.read(); print('{answer}')"]
    panel = driver.workbench.runs_pane.export
    driver.workbench.exports.ask_run(("", "tiktoken"))
    panel.form.set_folder(str(tmp_path / "out"))
    with monkeypatch.context() as patch:
        patch.setattr("engine.formats.verification.reader_command", lambda: command)
        with qtbot.waitSignal(driver.workbench.export_flow.exported):
            driver.trigger("Export and verify")
    assert panel.result.words[0].startswith("Written, not verified")
    assert "-m pip install 'tiktoken>=0.12'" in panel.result.words[1]
    assert panel.result.install.text() == "Install tiktoken"
    with qtbot.waitSignal(driver.workbench.export_flow.exported):
        panel.result.install.click()
    assert panel.result.words[0].startswith("Identical ids on ")
    assert panel.result.install.isHidden()
    assert panel.history.rowCount() == 2  # both verdicts are kept with the run


def test_files_that_changed_since_the_export_are_not_written_over(driver, qtbot, corpus, tmp_path):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    panel = driver.workbench.runs_pane.export
    driver.workbench.exports.ask_run(("", "tiktoken"))
    panel.form.set_folder(str(tmp_path / "out"))
    with qtbot.waitSignal(driver.workbench.export_flow.exported) as done:
        driver.trigger("Export and verify")
    record = done.args[0].record
    verdict = ExportVerdict("tiktoken", "not installed", missing=("tiktoken",)).document()
    panel.show_record(type(record)(**{**_fields(record), "verdict": verdict}))
    file = record.folder / record.files[0].name
    file.write_bytes(b"edited by hand")
    driver.workbench.installation.installed.emit(("tiktoken",))
    assert "changed since" in driver.workbench.runs_pane.bar.text
    assert file.read_bytes() == b"edited by hand"


def _fields(record):
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


@pytest.fixture
def model(tmp_path):
    """A SentencePiece model, which only its own library can run."""
    import sentencepiece

    text = tmp_path / "text.txt"
    text.write_text("the cat sat on the mat\n" * 200, "utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(tmp_path / "small"), vocab_size=40,
        model_type="unigram", minloglevel=2, hard_vocab_limit=False,
    )  # fmt: skip
    return tmp_path / "small.model"


@pytest.fixture
def without_sentencepiece(monkeypatch, tmp_path):
    """Children find no sentencepiece until the returned function is called."""
    place = tmp_path / "hiding"
    place.mkdir()
    (place / "sentencepiece.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'sentencepiece'\", name='sentencepiece')"
    )
    monkeypatch.setenv("PYTHONPATH", str(place))
    return (place / "sentencepiece.py").unlink


def test_a_model_is_opened_once_sentencepiece_is_there(
    driver, qtbot, corpus, model, without_sentencepiece
):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    driver.window.show_workspace("tokens")
    pane = driver.workbench.tokens_pane
    assert pane.accept_drop([model])
    columns = pane.columns
    qtbot.waitUntil(lambda: bool(columns.columns[-1].error))
    install = columns.columns[-1].install
    assert install.text() == "Install sentencepiece"
    assert install.isVisible()
    without_sentencepiece()
    install.click()
    qtbot.waitUntil(lambda: columns.columns[-1].encoded is not None)
    assert columns.columns[-1].install.isHidden()
    driver.rest()


def test_a_report_is_made_once_sentencepiece_is_there(driver, qtbot, model, without_sentencepiece):
    driver.start()
    flow = driver.workbench.imports.flow
    with qtbot.waitSignal(flow.reported):
        driver.workbench.imports.read_paths([model])
    page = driver.workbench.imports.page
    assert page.bar.action == "Install sentencepiece"
    assert not named(page, "compare_with_tokenizer").isEnabled()
    without_sentencepiece()
    with qtbot.waitSignal(flow.reported):
        press_button(page.bar, page.bar.action)
    assert page.bar.text == ""
    assert named(page, "compare_with_tokenizer").isEnabled()


def test_an_evaluation_is_repeated_once_pyarrow_is_there(driver, qtbot, shelf, corpus, table):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    shelf.hide("pyarrow")
    pane = driver.workbench.compression_pane
    driver.window.show_workspace("compression")
    driver.state.set_evaluation_texts(EvaluationTexts.of((table.parent,)))
    qtbot.waitUntil(lambda: not driver.workbench.jobs.jobs)
    pane.evaluation_requested.emit()
    qtbot.waitUntil(lambda: pane.bar.action == "Install pyarrow")
    press_button(pane.bar, pane.bar.action)
    qtbot.waitUntil(lambda: driver.state.comparison is not None)
    [measured] = driver.state.comparison.measured
    assert measured.evaluation.total.documents == 20


def test_a_baseline_is_loaded_once_sentencepiece_is_there(
    driver, qtbot, corpus, model, without_sentencepiece
):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    flow, bar = driver.workbench.evaluation, driver.workbench.compression_pane.bar
    with qtbot.waitSignal(flow.failed):
        flow.add_baseline_paths([model])
    assert bar.action == "Install sentencepiece"
    without_sentencepiece()
    loaded = []
    driver.workbench.jobs.job_ended.connect(lambda job: loaded.append(job.title))
    with qtbot.assertNotEmitted(flow.failed):
        press_button(bar, bar.action)
        qtbot.waitUntil(lambda: "Load tokenizer" in loaded)
    driver.workbench.compression_pane.evaluation_requested.emit()
    qtbot.waitUntil(lambda: driver.state.comparison is not None)
    assert driver.state.comparison.measured[1].baseline == Baseline("small", path=model)


def test_the_list_of_tasks_shows_and_cancels_an_installation(driver, qtbot):
    sleeping = "import time; print('Collecting it', flush=True); time.sleep(600)"
    command = [sys.executable, "-c", sleeping]
    driver.start()
    flow, bar = driver.workbench.installation, driver.window.install_bar
    flow._command = lambda _modules: command
    with qtbot.waitSignal(flow.printed):
        flow.install(["pyarrow"])
    record = driver.window.tasks.current
    assert (record.title, record.phase) == ("Install pyarrow", "Collecting it")
    record.cancel()
    assert bar.bar.text == "The installation was cancelled."
    flow.try_again()
    assert flow.is_running
    assert not driver.ask_to_close()  # pip would be killed while it changes packages
    assert flow.is_running
    assert driver.window_message.startswith("Libraries are being installed.")
    driver.press_bar_button()
    assert not flow.is_running
    assert not driver.window.isVisible()


def test_the_question_before_closing_ends_with_the_installation(driver, qtbot):
    waiting = "import sys; print('Collecting it', flush=True); sys.stdin.read()"
    driver.start()
    flow = driver.workbench.installation
    flow._command = lambda _modules: [sys.executable, "-c", waiting]
    with qtbot.waitSignal(flow.printed):
        flow.install(["pyarrow"])
    assert not driver.ask_to_close()
    flow.cancel()
    assert driver.window_message == ""
    assert driver.ask_to_close()


class Asking(QObject):
    """A pane and its flow in one: asks, and ends with a sentence or a result with problems."""

    asked = Signal(object)
    also_asked = Signal()
    failed = Signal(object)
    ended = Signal(object)


NEEDS = f"a.parquet needs it. {how_to_install(['pyarrow'])}"


def test_only_what_failed_for_a_library_is_repeated(qtbot):
    flow, asking, done = LibraryInstallation(), Asking(), []
    Retry(flow, asking.failed).repeats(done.append, asking.asked)
    flow.installed.emit(("pyarrow",))
    asking.failed.emit(NEEDS)
    flow.installed.emit(("pyarrow",))
    assert done == []  # nothing was asked for
    asking.asked.emit("first")
    asking.failed.emit("The disk is full.")
    flow.installed.emit(("pyarrow",))
    asking.failed.emit(NEEDS)
    flow.installed.emit(("gguf",))
    assert done == []  # not for this library
    flow.installed.emit(("pyarrow",))
    flow.installed.emit(("pyarrow",))
    assert done == ["first"]
    asking.asked.emit("second")
    asking.failed.emit(SimpleNamespace(problems=("b.txt is empty.", NEEDS)))
    flow.installed.emit(("pyarrow",))
    assert done == ["first", "second"]
    asking.asked.emit("third")
    asking.failed.emit(NEEDS)
    asking.asked.emit("fourth")  # a newer wish that does not fail
    flow.installed.emit(("pyarrow",))
    assert done == ["first", "second"]
    asking.failed.emit(None)


def test_the_last_of_several_tasks_is_repeated_unless_it_succeeded(qtbot):
    flow, asking, done = LibraryInstallation(), Asking(), []
    retry = Retry(flow, asking.failed, asking.ended)
    retry.repeats(done.append, asking.asked)
    retry.repeats(lambda: done.append("other"), asking.also_asked)
    asking.asked.emit("first")
    asking.failed.emit(NEEDS)
    asking.also_asked.emit()
    asking.failed.emit(NEEDS)
    flow.installed.emit(("pyarrow",))
    assert done == ["other"]
    asking.asked.emit("second")
    asking.ended.emit(SimpleNamespace(problems=()))
    asking.failed.emit(NEEDS)  # of a task that was not started here
    flow.installed.emit(("pyarrow",))
    assert done == ["other"]


@pytest.mark.parametrize(
    ("name", "flow_name", "tasks"),
    [
        ("runs", "run_comparison", ("compare", "measure")),
        ("compression", "loss", ("read_tables", "measure")),
    ],
)
def test_one_task_of_a_flow_is_repeated_and_not_its_other(
    qtbot, qapp, tmp_path, monkeypatch, name, flow_name, tasks
):
    done = []
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    try:
        workbench = driver.workbench
        flow = getattr(workbench, flow_name)
        for task in tasks:
            monkeypatch.setattr(
                type(flow), task, lambda _flow, *_values, task=task: done.append(task)
            )
        pane = workbench.panes.build(name)
        if name == "runs":
            asked = (pane.compare_requested, pane.comparison.measure_requested)
        else:
            asked = (pane.tabs.loss.losses_chosen, pane.tabs.loss.measuring_requested)
        for task, signal in zip(tasks, asked, strict=True):
            signal.emit(*[()] * (task != "measure"))
            flow.failed.emit(NEEDS)
            done.clear()
            workbench.installation.installed.emit(("pyarrow",))
            assert done == [task]
    finally:
        driver.close()


def test_a_comparison_of_three_is_repeated_once_the_third_can_be_read(
    driver, qtbot, corpus, model, without_sentencepiece
):
    driver.start()
    driver.load_corpus(corpus)
    for size in (280, 300):
        driver.train(size)
        driver.wait_for_training()
    flow, pane = driver.workbench.run_comparison, driver.workbench.runs_pane
    wanted = [Baseline(run.name, run_id=run.run_id) for run in driver.runs]
    with qtbot.waitSignal(flow.compared) as compared:
        pane.compare_requested.emit((*wanted, Baseline("small", path=model)))
    [problem] = compared.args[0].problems
    assert "sentencepiece" in problem
    without_sentencepiece()
    with qtbot.waitSignal(flow.compared) as compared:
        driver.workbench.installation.installed.emit(("sentencepiece",))
    assert compared.args[0].names[-1] == "small"
    driver.rest()
