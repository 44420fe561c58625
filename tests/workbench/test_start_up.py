"""What happens around the window: preparing the engine, collecting garbage, taking pictures."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMessageBox

from engine import Corpus, TrainingConfig
from engine.settings.superwords import Superwords
from engine.training.progress import Phase
from tests.store.builders import add_run
from tests.workbench.driver import WorkbenchDriver
from workbench.app import Workbench
from workbench.application import GuiThreadCollector, open_store
from workbench.screenshots import render_window
from workbench.state import ResumeRequest, TrainingRequest
from workbench.store import RunStore
from workbench.training.engine_preparation import EnginePreparation
from workbench.training.training_flow import TrainingFlow
from workbench.work.jobs import StepProgress
from workbench.work.kept_counts import KeptCounts
from workbench.work.runs import recording as run_recording

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
QUICK = [sys.executable, "-c", "print('done')"]
CALLERS = tuple(
    f"engine.{name}"
    for name in (
        "counting.table", "encoding.encoder", "encoding.merge_tables",
        "encoding.word_cache", "evaluation.groups",
        "splitting.automaton_cutter", "text.words",
    )
)  # fmt: skip
BROKEN = [sys.executable, "-c", "raise SystemExit('no compiler')"]


class UncompiledEngine(EnginePreparation):
    """As on the first start of the program on a machine."""

    def start(self):
        self._note_look(False)


class SlowEngine(EnginePreparation):
    """Compiles until the test says that it is done."""

    def start(self):
        self._say("Preparing the engine (first start only)")

    def end(self):
        self._become_ready("Engine ready")


def test_a_compiled_engine_is_ready_at_once(qtbot, jobs, monkeypatch):
    monkeypatch.setattr("engine.kernels_ready", lambda: True)
    engine = EnginePreparation(jobs)
    with qtbot.waitSignal(engine.became_ready):
        engine.start()
    assert engine.is_ready
    assert engine.words == "Engine ready"


@pytest.mark.parametrize(
    ("command", "words"),
    [(QUICK, "Engine ready"), (BROKEN, "Engine ready, first training starts slower")],
    ids=["compiled", "broken"],
)
def test_the_first_start_compiles_in_a_child_and_says_so(qtbot, jobs, command, words):
    engine = UncompiledEngine(jobs, command=command)
    said = []
    engine.words_changed.connect(said.append)
    with qtbot.waitSignal(engine.became_ready):
        engine.start()
    assert said == ["Preparing the engine (first start only)", words]


def test_progress_of_the_compilation_is_shown(qtbot, jobs):
    lines = "{'fraction': 0.25, 'remaining_s': None}", "{'fraction': 0.5, 'remaining_s': 4}"
    program = f"import json\nfor line in {lines}: print(json.dumps(eval(line)), flush=True)"
    engine = UncompiledEngine(jobs, command=[sys.executable, "-c", program])
    said, steps = [], []
    engine.words_changed.connect(said.append)
    engine.process_started.connect(lambda job: job.progressed.connect(steps.extend))
    with qtbot.waitSignal(engine.became_ready):
        engine.start()
    assert said[1:3] == ["Preparing the engine: 25 %", "Preparing the engine: 50 %, 4.0 s left"]
    assert [(step.fraction, step.remaining_s) for step in steps] == [(0.25, None), (0.5, 4)]


def test_kernels_that_cannot_be_kept_are_explained(qtbot, jobs, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "file"))
    engine, problems = EnginePreparation(jobs), []
    engine.problem_found.connect(problems.append)
    with qtbot.waitSignal(engine.became_ready):
        engine.start()
    assert engine.words == "Engine ready; compiled kernels cannot be stored"
    assert len(problems) == 1
    assert "TOKENIZER_WORKBENCH_KERNEL_CACHE" in problems[0]


def test_a_training_waits_for_the_engine_and_can_be_dropped(qtbot, jobs, state, store, corpus):
    engine = UncompiledEngine(jobs, command=QUICK)
    flow = TrainingFlow(state, jobs, store, engine, KeptCounts())
    state.set_corpus(corpus)
    with qtbot.waitSignal(flow.preparation_started):
        flow.request(TrainingRequest(TrainingConfig(300)))
    with qtbot.waitSignal(flow.cancelled):
        flow.cancel()
    assert not flow.is_running
    flow.request(TrainingRequest(TrainingConfig(300), "kept"))
    with qtbot.waitSignals([flow.finished, state.run_id_changed]):
        engine.start()
    assert [run.name for run in store.list_runs()] == ["kept"]


def test_the_worker_takes_a_training_up_when_all_have_heard_of_it(
    qtbot, jobs, state, store, corpus, monkeypatch
):
    """And the run is opened in another event than the end of the training."""
    monkeypatch.setattr(EnginePreparation, "is_ready", True)
    engine = EnginePreparation(jobs)
    engine.gate.open()
    flow = TrainingFlow(state, jobs, store, engine, KeptCounts())
    state.set_corpus(corpus)
    heard = []
    flow.started.connect(lambda: heard.append((flow.is_running, jobs.jobs)))
    flow.finished.connect(lambda run_id: heard.append((flow.is_running, state.run_id)))
    flow.request(TrainingRequest(TrainingConfig(300)))
    assert heard == [(True, ())] and len(jobs.jobs) == 1
    qtbot.waitUntil(lambda: not flow.is_running)
    assert heard[1] == (True, None)
    assert state.run_id == store.list_runs()[0].run_id


def test_a_training_that_is_cancelled_when_it_is_announced_is_not_begun(
    jobs, state, store, corpus, monkeypatch
):
    monkeypatch.setattr(EnginePreparation, "is_ready", True)
    flow = TrainingFlow(state, jobs, store, EnginePreparation(jobs), KeptCounts())
    state.set_corpus(corpus)
    flow.started.connect(flow.cancel)
    flow.request(TrainingRequest(TrainingConfig(300)))
    assert not flow.is_running
    assert jobs.jobs == () and store.list_runs() == []


class HalfCompiledEngine(SlowEngine):
    """Has what a training begins with."""

    def start(self):
        self._note_progress((StepProgress("Preparing the engine", 0.5),))


@pytest.fixture
def begun(qtbot, jobs, state, store, corpus, monkeypatch):
    """A flow with a corpus, and its engine, of which the kernels of a training are compiled."""
    monkeypatch.setattr("engine.warm_up.is_prepared", lambda groups: groups == ("training",))
    engine = HalfCompiledEngine(jobs)
    state.set_corpus(corpus)
    return TrainingFlow(state, jobs, store, engine, KeptCounts()), engine


def test_a_training_begins_with_its_own_kernels_and_is_evaluated_when_all_are_there(
    qtbot, begun, state, store, monkeypatch
):
    flow, engine = begun
    evaluated, phases = [], []
    evaluate = run_recording.sample_evaluation_steps

    def noted(*arguments):
        evaluated.append(engine.is_ready)
        return evaluate(*arguments)

    monkeypatch.setattr(run_recording, "sample_evaluation_steps", noted)
    flow.progressed.connect(lambda values: phases.extend(each.phase for each in values))
    flow.request(TrainingRequest(TrainingConfig(300), "early"))
    assert phases == []
    engine.start()
    assert not engine.is_ready
    qtbot.waitUntil(lambda: phases.count(Phase.EVALUATE) > 2)
    assert not evaluated
    with qtbot.waitSignals([flow.finished, state.run_id_changed]):
        engine.end()
    assert evaluated == [True]
    assert [run.name for run in store.list_runs()] == ["early"]


def test_a_training_that_waits_for_its_evaluation_can_be_cancelled(qtbot, begun, store):
    flow, engine = begun
    engine.start()
    phases = []
    flow.progressed.connect(lambda values: phases.extend(each.phase for each in values))
    flow.request(TrainingRequest(TrainingConfig(300)))
    qtbot.waitUntil(lambda: Phase.EVALUATE in phases)
    with qtbot.waitSignal(flow.cancelled):
        flow.cancel()
    assert [run.status for run in store.list_runs()] == ["cancelled"]


def test_superwords_and_resumed_runs_wait_for_the_whole_engine(qtbot, begun):
    flow, engine = begun
    engine.start()
    for ask in (
        lambda: flow.request(TrainingRequest(TrainingConfig(400, superwords=Superwords(0.8)))),
        lambda: flow.go_on(ResumeRequest("any")),
    ):
        with qtbot.waitSignal(flow.preparation_started), qtbot.assertNotEmitted(flow.started):
            ask()
        flow.cancel()
        assert not flow.is_running


def test_no_kernel_is_called_in_the_window_before_the_engine_is_ready(
    qtbot, qapp, tmp_path, monkeypatch, tokenizer
):
    called = []
    run = import_module("engine.compiled.kernel_cache").run_kernel

    def noted(kernel, *arguments):
        called.append(kernel.__module__)
        return run(kernel, *arguments)

    for module in [import_module(name) for name in CALLERS]:
        assert module.run_kernel is run
        monkeypatch.setattr(module, "run_kernel", noted)
    monkeypatch.setattr("workbench.app.EnginePreparation", SlowEngine)
    driver = WorkbenchDriver(qtbot, qapp, tmp_path)
    workbench = driver.workbench
    try:
        workbench.load()
        assert "corpus not read yet" in workbench.training_pane.caption
        driver.state.open_run("run", tokenizer, None)
        (tmp_path / "eng.txt").write_text("the cat", "utf-8")
        driver.state.set_corpus(Corpus.from_paths([tmp_path / "eng.txt"]))
        workbench.evaluation.evaluate()
        assert workbench.evaluation.is_busy
        assert "Encode text" not in [job.title for job in workbench.jobs.jobs]
        assert workbench.tokens_pane.caption == "Preparing the engine"
        qtbot.waitUntil(lambda: not workbench.jobs.jobs)
        assert called == []
        assert not workbench.corpus_pane.is_reading  # files are read without a kernel
        workbench.engine.end()
        qtbot.waitUntil(lambda: bool(workbench.tokens_pane.ids))
        qtbot.waitUntil(lambda: not workbench.jobs.jobs)
        assert "Preparing" not in workbench.tokens_pane.caption
        assert {"engine.encoding._encoding_kernels", "engine.text._text_kernels"} <= set(called)
    finally:
        driver.close()


def test_garbage_is_collected_from_the_gui_thread_alone(qapp):
    collector = GuiThreadCollector()
    try:
        assert not gc.isenabled()
        made = [[] for _ in range(5000)]
        collector.collect_due()
        assert gc.get_count()[0] < 5000
        assert len(made) == 5000
    finally:
        collector.stop()
    assert gc.isenabled()


def test_pictures_of_every_workspace_show_something(qapp, tmp_path, monkeypatch):
    shown = []
    shutdown = Workbench.shutdown

    def noting(self):
        shown.append(self.state.pattern)
        shutdown(self)

    monkeypatch.setattr(Workbench, "shutdown", noting)
    remembered = tmp_path / "window.ini"
    settings = QSettings(str(remembered), QSettings.Format.IniFormat)
    settings.setValue("session/pattern", r"\w+|\W")
    settings.sync()
    files = render_window(
        tmp_path / "out", database=tmp_path / "runs.sqlite", schemes=("dark",),
        remembered=remembered,
    )  # fmt: skip
    assert len(files) == 10
    assert shown == [r"\w+|\W"]
    from PySide6.QtGui import QImage

    for file in files:
        image = QImage(str(file))
        assert (image.width(), image.height()) == (1280, 800)
        seen = {image.pixel(x, y) for x in range(0, 1280, 9) for y in range(0, 800, 9)}
        assert len(seen) > 12, file.name


def test_the_program_opens_and_closes_cleanly(qapp, tmp_path):
    from PySide6.QtCore import QTimer

    from workbench.application import run_application
    from workbench.frame.main_window import MainWindow

    def close_when_idle():
        windows = [shown for shown in qapp.topLevelWidgets() if isinstance(shown, MainWindow)]
        if windows and windows[0].status.words == "Idle" and not seen:
            seen.append(windows[0].windowTitle())
            windows[0].close()

    seen = []
    look = QTimer(interval=200)
    look.timeout.connect(close_when_idle)
    look.start()
    assert run_application(tmp_path / "runs.sqlite") == 0
    look.stop()
    assert seen == ["Tokenizer Workbench"]
    assert gc.isenabled()


def test_what_waits_when_the_window_closes_does_not_ask_the_closed_store(qapp, tmp_path, theme):
    store = RunStore.open(tmp_path / "runs.sqlite")
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    workbench = Workbench(store, settings, theme)
    asked = []
    workbench.runs.runs_changed.connect(asked.append)
    workbench.runs.refresh_soon()
    workbench.shutdown()
    qapp.processEvents()
    qapp.processEvents()
    assert not asked
    workbench.window.deleteLater()
    workbench.deleteLater()


def test_a_store_that_cannot_be_opened_is_said_and_ends_the_program(qapp, tmp_path, monkeypatch):
    from PySide6.QtWidgets import QMessageBox

    from workbench.application import run_application

    said = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.text()))
    (tmp_path / "runs.sqlite").write_text("This is a shopping list, not a database. " * 50)
    assert run_application(tmp_path / "runs.sqlite") == 1
    assert "runs.sqlite" in said[0]


INTERRUPTED_WINDOW = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from workbench.application import run_application
application = QApplication([])
QTimer.singleShot(300, lambda: os.kill(os.getpid(), signal.SIGINT))
sys.exit(run_application())
"""


INTERRUPTED_TOUR = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from workbench.application import run_application
application = QApplication([])
look = QTimer(interval=50)
def watch(workbench):
    def interrupt():
        if workbench.tour_guide.tour.step is not None:
            look.stop()
            QTimer.singleShot(300, lambda: os.kill(os.getpid(), signal.SIGINT))
    look.timeout.connect(interrupt)
    look.start()
sys.exit(run_application(when_shown=watch))
"""


@pytest.mark.parametrize("program", [INTERRUPTED_WINDOW, INTERRUPTED_TOUR], ids=["early", "tour"])
def test_ctrl_c_ends_the_window_without_an_exception_in_a_slot(tmp_path, program):
    environment = {**os.environ, "TOKENIZER_WORKBENCH_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 130
    assert "KeyboardInterrupt" not in done.stderr


@pytest.fixture
def answer(qapp, monkeypatch):
    """`answer(words)`: boxes are answered by the button with these words; what they said."""
    said: list[str] = []

    def answered(words: str) -> list[str]:
        def execute(box: QMessageBox) -> int:
            said.append(box.text())
            offered = {each.text(): each for each in box.buttons()}
            offered.get(words, offered["Quit"]).click()
            return 0

        monkeypatch.setattr(QMessageBox, "exec", execute)
        return said

    return answered


def test_a_damaged_store_is_replaced_only_by_a_person(answer, tmp_path):
    path = tmp_path / "runs.sqlite"
    with RunStore.open(path) as store:
        run_id = add_run(store, "first")
        backup = store.back_up()
    path.write_bytes(b"")
    said = answer("Quit")
    assert open_store(path) is None
    assert "it is empty although it has backups" in said.pop()
    assert path.read_bytes() == b""
    answer("Use the newest backup")
    with open_store(path) as store:
        assert [run.run_id for run in store.list_runs()] == [run_id]
    assert len(said) == 1
    path.write_bytes(b"")
    backup.write_bytes(b"damaged")
    with open_store(path) as store:  # a new one, and the old files stay
        assert store.list_runs() == []
    assert backup.read_bytes() == b"damaged"
