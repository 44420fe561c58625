"""Counting the corpus on a cluster from the Corpus pane; the cluster itself is replaced."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from engine import Corpus, CountsRules, write_counts
from engine.counting import CountingProgress
from engine.errors import ClusterError
from workbench.corpus.cluster_counting import counted_on_cluster
from workbench.corpus.corpus_pane import CorpusPane
from workbench.work.jobs import Gate, StepProgress

LINK = "http://10.0.0.1:8787/status"
TEXTS = {"eng": "the cat sat on the mat. " * 40, "deu": "die Katze schlief. " * 30}


class Cluster:
    """A client of a cluster that counts here, once `gate` is open."""

    dashboard_link = LINK

    def __init__(self):
        self.gate = Gate()
        self.addresses, self.rules = [], []
        self.is_connected = False

    @contextmanager
    def connected(self, address):
        if address == "tcp://none:1":
            raise ClusterError("No Dask scheduler answers at tcp://none:1.")
        self.addresses.append(address)
        self.is_connected = True
        try:
            yield self
        finally:
            self.is_connected = False

    def counting_steps(self, corpus, rules, client, *, out):
        assert client is self
        self.rules.append(rules)
        yield CountingProgress(1, 2, "count")
        while not self.gate.lets_pass():
            yield CountingProgress(1, 2, "join")
        return (yield from write_counts(corpus, out, rules))


@pytest.fixture
def cluster(monkeypatch):
    made = Cluster()
    monkeypatch.setattr("engine.cluster.connected", made.connected)
    monkeypatch.setattr("engine.cluster.counting_steps", made.counting_steps)
    return made


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs, folder_of):
    pane = CorpusPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1280, 800)
    pane.show()
    assert pane.counting.action.statusTip() == "no sources"
    pane.add_paths([folder_of({f"{label}.txt": text for label, text in TEXTS.items()})])
    qtbot.waitUntil(lambda: not pane.is_reading)
    return pane


def test_counts_of_a_cluster_become_the_corpus(
    qtbot, monkeypatch, pane, state, cluster, chosen_in_dialog, tmp_path
):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    chosen_in_dialog(tmp_path / "counts")
    row, bar = pane.counting.row, pane.bar
    assert row.isHidden()
    pane.counting.action.trigger()
    assert row.isVisible()
    row.enter(" tcp://10.0.0.1:8786 ")
    dashboard = button(row, "Open dashboard")
    qtbot.waitUntil(dashboard.isVisible)
    assert dashboard.toolTip() == LINK
    assert not pane.counting.action.isEnabled()
    assert pane.counting.action.statusTip() == "a cluster is counting"
    dashboard.click()
    assert [each.toString() for each in opened] == [LINK]
    cluster.gate.open()
    qtbot.waitUntil(lambda: "rows of counts" in bar.text)
    assert bar.text.endswith(f"are in {tmp_path / 'counts'}.")
    assert row.isHidden()
    assert (cluster.addresses, cluster.is_connected) == (["tcp://10.0.0.1:8786"], False)
    assert cluster.rules == [CountsRules.of(state.training_config)]
    button(bar, "Use as corpus").click()
    qtbot.waitUntil(lambda: not pane.is_reading)
    assert {each.label for each in state.corpus.sources} == set(TEXTS)
    assert all(each.is_counts for each in state.corpus.sources)
    assert pane.counting.action.statusTip() == "a source is counted already"


def button(widget, words):
    [found] = [each for each in widget.findChildren(QPushButton) if each.text() == words]
    return found


def test_a_cluster_without_workers_is_waited_for(cluster, monkeypatch, tmp_path):
    def steps(*_given, out):
        yield CountingProgress(1, 2, "count", waiting_s=7.2)
        return out

    monkeypatch.setattr("engine.cluster.counting_steps", steps)
    shown = list(counted_on_cluster(None, None, "tcp://10.0.0.1:8786", tmp_path))
    assert shown[1:] == [StepProgress("Wait for a worker of the cluster, 7 s", 0.5, payload=LINK)]


def test_a_cancelled_count_leaves_the_cluster(qtbot, pane, cluster, chosen_in_dialog, tmp_path):
    chosen_in_dialog(tmp_path / "counts")
    pane.counting.count("tcp://10.0.0.1:8786")
    qtbot.waitUntil(button(pane.counting.row, "Open dashboard").isVisible)
    qtbot.keyClick(pane.counting.row, Qt.Key.Key_Escape)
    assert pane.counting.row.isVisible()
    button(pane.counting.row, "Cancel").click()
    qtbot.waitUntil(pane.counting.action.isEnabled)
    assert not cluster.is_connected
    assert pane.counting.row.isHidden()
    assert pane.bar.text == ""
    assert not (tmp_path / "counts").exists()


def test_a_cluster_that_does_not_answer_is_told(qtbot, pane, cluster, chosen_in_dialog, tmp_path):
    chosen_in_dialog(tmp_path / "counts")
    pane.counting.count("tcp://none:1")
    qtbot.waitUntil(lambda: bool(pane.bar.text))
    assert pane.bar.text == "No Dask scheduler answers at tcp://none:1."
    assert not cluster.addresses


def test_without_a_folder_or_an_address_nothing_begins(
    qtbot, pane, state, cluster, jobs, chosen_in_dialog
):
    chosen_in_dialog("")
    pane.counting.count("tcp://10.0.0.1:8786")  # the dialog was cancelled
    pane.counting.action.trigger()
    pane.counting.row.enter("  ")
    assert pane.counting.row.isVisible()
    qtbot.keyClick(pane.counting.row, Qt.Key.Key_Escape)
    assert pane.counting.row.isHidden()
    state.set_corpus(Corpus.from_texts(["one"], label="eng"))
    assert pane.counting.action.isEnabled()
    state.note_form(is_right=False)
    assert pane.counting.action.statusTip() == "the training settings have an error"
    assert not jobs.jobs
    assert not cluster.addresses
