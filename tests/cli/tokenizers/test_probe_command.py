"""`probe`: what it prints, and what it refuses. The child says what a training would say."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.probe import running
from engine.probe.plan import read_plan
from tests.engine.probe.test_probe import events, write_run
from tests.extension_cases import trained


@pytest.fixture
def files(tmp_path):
    """Two tokenizers and a text of two hundred documents."""
    trained(400).save(tmp_path / "one.twb")
    trained(500).save(tmp_path / "other.twb")
    (tmp_path / "texts").mkdir()
    lines = [f"low lower lowest {n} {n * n} words of a text\n" * 12 for n in range(200)]
    (tmp_path / "texts" / "eng.txt").write_text("".join(lines), encoding="utf-8")
    return tmp_path


@pytest.fixture
def has_torch(monkeypatch):
    monkeypatch.setattr(running, "optional_library", lambda _: SimpleNamespace(is_installed=True))


@pytest.mark.usefixtures("has_torch")
def test_a_probe_prints_its_table_and_its_verdict(cli, files, monkeypatch):
    def command(_module, name):
        folder = Path(name)
        for run in read_plan(folder).runs:
            write_run(folder, run, [1000.0 + run[1] - 100 * run[0]], steps=4)
        return events({"event": "end"})

    monkeypatch.setattr(running, "child_command", command)
    asked = [
        "probe", files / "one.twb", files / "other.twb", files / "texts", "--params", "50K",
        "--bytes", "20KB", "--seeds", 2, "--context", "64B", "--out", files / "out",
    ]  # fmt: skip
    outcome = cli(*asked)
    assert outcome.status == 0, outcome.err
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
