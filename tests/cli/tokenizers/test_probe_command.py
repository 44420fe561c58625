"""`probe`: what it prints, and what it refuses. The child says what a training would say."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.probe import running
from engine.probe.plan import read_plan
from tests.engine.probe.test_probe import events, write_run
from tests.extension_cases import trained
from workbench.cli.runs import probe
from workbench.cli.shared.interruption import CANCELLED


@pytest.fixture
def files(tmp_path):
    """Two tokenizers and two texts of two hundred documents."""
    trained(400).save(tmp_path / "one.twb")
    trained(500).save(tmp_path / "other.twb")
    (tmp_path / "texts").mkdir()
    for label in ("deu", "eng"):
        words = f"{label} low lower lowest"
        lines = [f"{words} {n} {n * n} words of a text\n" * 12 for n in range(200)]
        (tmp_path / "texts" / f"{label}.txt").write_text("".join(lines), encoding="utf-8")
    return tmp_path


@pytest.fixture
def has_torch(monkeypatch):
    monkeypatch.setattr(running, "optional_library", lambda _: SimpleNamespace(is_installed=True))


@pytest.mark.usefixtures("has_torch")
def test_a_probe_prints_its_table_and_its_verdict(cli, files, terminal, monkeypatch):
    def command(_module, name):
        folder = Path(name)
        plan = read_plan(folder)
        for run in plan.runs:
            nats = 1000.0 + run[1] - 100 * run[0]
            write_run(folder, run, [nats for _ in plan.labels], steps=4)
        point = {"step": 1, "tokens": 9, "bytes": 30_000, "flops": 1, "loss": 2.5, "seconds": 1.0}
        return events(
            {"event": "step", "run": [0, 0], **point},
            {"event": "point", "run": [1, 1], **point, "held_out": [1000.0]},
            {"event": "end"},
        )

    monkeypatch.setattr(running, "child_command", command)
    asked = [
        "probe", files / "one.twb", files / "other.twb", files / "texts", "--params", "50K",
        "--bytes", "60KB", "--seeds", 2, "--context", "64B", "--out", files / "out",
    ]  # fmt: skip
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        outcome = cli(*asked)
    assert outcome.status == 0, terminal.lines
    assert terminal.shown(r"Encode +\d+%")
    assert terminal.shown("Train .*") == [
        "Train  12%  one seed 0",
        "Train  25%  other seed 1  step 1  2.500 nats per token",
    ]
    rows = [line.split()[:2] for line in outcome.out.partition("bytes held out")[2].splitlines()]
    assert [row for row in rows if row[:1] in (["deu"], ["eng"])] == [
        ["deu", "one"], ["deu", "other"], ["eng", "one"], ["eng", "other"],
    ]  # fmt: skip
    assert "more than the 2 seeds vary" in outcome.out
    assert "±" in outcome.out
    document = cli(*asked[:-1], files / "again", "--json").document
    one, other = document["tokenizers"]
    assert other["bits_per_byte"]["mean"] == pytest.approx(
        one["bits_per_byte"]["mean"] * 900.5 / 1000.5
    )
    assert document["settings"]["context_bytes"] == 64
    assert one["context"] != 128
    assert (files / "again" / "report.json").exists()
    assert "another directory" in cli(*asked, "--rows", 7).sentence


@pytest.mark.usefixtures("has_torch")
def test_an_interrupted_probe_ends_with_its_next_step(cli, files, monkeypatch):
    """Also where standard error is no terminal and shows few lines."""
    monkeypatch.setattr(running, "child_command", lambda *_: events({"event": "end"}))
    monkeypatch.setattr(probe, "Interruption", lambda: nullcontext(SimpleNamespace(requested=1)))
    asked = ["probe", files / "one.twb", files / "texts", "--out", files / "out"]
    outcome = cli(*asked)
    assert (outcome.status, outcome.out) == (CANCELLED, "")
    assert f"the same command goes on with what is in {files / 'out'}" in outcome.sentence


@pytest.mark.usefixtures("has_torch")
def test_what_cannot_be_probed_is_said(cli, files, monkeypatch):
    out = ["--out", files / "no"]
    assert cli("probe", files / "one.twb", *out).status == 2
    asked = ["probe", files / "one.twb", files / "texts", *out]
    assert "--context takes tokens" in cli(*asked, "--context", "wide").sentence
    assert "parameters must be between" in cli(*asked, "--params", "5").sentence
    monkeypatch.setattr(running, "optional_library", lambda _: SimpleNamespace(is_installed=False))
    missing = cli(*asked)
    assert (missing.status, "needs PyTorch" in missing.sentence) == (1, True)
    assert not (files / "no").exists()
