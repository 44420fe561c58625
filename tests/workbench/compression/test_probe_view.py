"""The third view of Loss: probe models of the open tokenizer and a baseline.

The child process is one that says what a training would say: PyTorch is not needed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTabBar

from engine import Tokenizer
from engine.errors import LibraryError
from engine.probe import running
from engine.probe.plan import read_plan
from tests.engine.probe.test_probe import events, write_run
from workbench.compression.compression_pane import LOSS, CompressionPane
from workbench.compression.loss_view import NGRAMS, PROBE
from workbench.compression.probe_flow import ProbeFlow
from workbench.compression.probe_view import ProbeView
from workbench.work.comparison import Baseline, EvaluationTexts


@pytest.fixture
def pane(qtbot, state, theme):
    made = CompressionPane(state, theme)
    qtbot.addWidget(made)
    made.resize(1100, 690)
    made.show()
    made.tabs.show_tab(LOSS)
    made.tabs.loss.show_view(PROBE)
    return made


@pytest.fixture
def flow(pane, state, jobs, engine_jobs, store):
    made = ProbeFlow(state, engine_jobs, store)
    view = pane.tabs.loss
    view.probe.probe_requested.connect(made.probe)
    view.probe.cancel_requested.connect(made.cancel)
    made.started.connect(view.probe.note_started)
    made.started.connect(view.show_probe)
    made.progressed.connect(view.probe.add_progress)
    made.probed.connect(view.show_outcome)
    made.busy_changed.connect(view.probe.note_busy)
    made.cancelled.connect(view.note_probe_cancelled)
    made.failed.connect(view.note_failed)
    yield made
    made.deleteLater()


@pytest.fixture
def opened(state, tokenizer, tmp_path):
    """The open tokenizer, a baseline of bytes, and test texts with two labels."""
    for label in ("deu", "eng"):
        lines = [{"text": f"low lower größer {label} {i % 17} {i} " * 9} for i in range(300)]
        (tmp_path / f"{label}.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    state.open_run(None, tokenizer, None, name="mine")
    Tokenizer([]).save(tmp_path / "bytes.twb")
    state.set_evaluation_texts(EvaluationTexts.of((tmp_path / "deu.jsonl", tmp_path / "eng.jsonl")))
    state.set_baselines((Baseline("bytes", path=tmp_path / "bytes.twb"),))


@pytest.fixture
def trained_at_once(monkeypatch):
    """A child that has trained all models when it is started."""
    monkeypatch.setattr(running, "optional_library", lambda _: type("", (), {"is_installed": True}))

    def command(_module, name):
        folder = Path(name)
        plan = read_plan(folder)
        told = []
        for run in plan.runs:
            nats = [900.0 + 9 * run[1] - 300 * run[0]] * len(plan.labels)
            write_run(folder, run, nats, steps=4)
            point = {"step": 1, "tokens": 500, "bytes": 400_000, "flops": 1.0, "loss": 3.0}
            told.append({"event": "point", "run": run, "seconds": 1, **point})
            told.append({"event": "point", "run": run, "seconds": 2, **point, "bytes": 900_000})
        return events(*told, {"event": "end"})

    monkeypatch.setattr(running, "child_command", command)


@pytest.mark.usefixtures("opened", "trained_at_once")
def test_a_probe_is_trained_and_shown(qtbot, pane, flow):
    view = pane.tabs.loss
    assert view.view == PROBE
    assert not view.probe.start_button.isVisible()
    with qtbot.waitSignals([flow.started, flow.progressed, flow.probed], order="simple"):
        view.probe.start()
    part: ProbeView = view.probe
    assert part.isVisible()
    assert part.start_button.isVisible()
    assert [curve.name for curve in part.chart.curves] == ["mine"] * 3 + ["bytes"] * 3
    assert {curve.colour.name() for curve in part.chart.curves[:3]} != {
        curve.colour.name() for curve in part.chart.curves[3:]
    }
    rows = part.cells.rows
    assert [(row.name, row.label) for row in rows] == [
        (name, label) for label in ("", "deu", "eng") for name in ("mine", "bytes")
    ]
    assert rows[1].difference == pytest.approx(609 / 909 - 1)
    shown = [part.cells.index(1, column).data() for column in range(part.cells.columnCount())]
    assert "-33.00%" in shown
    assert any("±" in words for words in shown)
    assert "more than the 3 seeds vary" in part.verdict.text()
    assert "mine, 2 tokens" in part.samples.toPlainText()
    tabs = next(each for each in part.findChildren(QTabBar) if each.count() == 2)
    assert part.table.isVisible() and not part.samples.isVisible()
    tabs.setCurrentIndex(1)
    assert part.samples.isVisible() and not part.table.isVisible()
    tabs.setCurrentIndex(0)
    view.show_view(NGRAMS)
    assert not part.controls.isVisible()


@pytest.mark.usefixtures("opened")
def test_what_goes_wrong_is_said(qtbot, pane, flow, state, monkeypatch, trained_at_once):
    part = pane.tabs.loss.probe
    with qtbot.waitSignal(flow.cancelled):
        part.start()
        assert part.cancel_button.isVisible()
        part.cancel_button.click()
    assert "continues from its checkpoints" in pane.bar.text
    assert not part.cancel_button.isVisible()

    def missing():
        raise LibraryError("A probe model needs PyTorch.")

    monkeypatch.setattr("engine.probe.check_torch", missing)
    with qtbot.waitSignal(flow.failed):
        part.start()
    assert "needs PyTorch" in pane.bar.text
    state.set_evaluation_texts(EvaluationTexts.of(()))
    with qtbot.waitSignal(flow.failed):
        part.start()
    assert "Add files" in pane.bar.text
