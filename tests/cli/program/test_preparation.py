"""The first training on a machine says that it prepares the engine, and times only itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PROJECT
from workbench.cli.shared import output

pytestmark = pytest.mark.slow


def train(folder: Path, kernels: Path, *options: str) -> subprocess.CompletedProcess[str]:
    text = folder / "eng.txt"
    text.write_text("the cat sat on the mat " * 50, encoding="utf-8")
    environment = os.environ | {
        "TOKENIZER_WORKBENCH_KERNEL_CACHE": str(kernels),
        "TOKENIZER_WORKBENCH_HOME": str(folder / "home"),
    }
    command = [sys.executable, "-m", "workbench", "train", str(text), "--vocab-size", "280"]
    return subprocess.run(
        [*command, *options], env=environment, capture_output=True, text=True, check=False,
        cwd=PROJECT,
    )  # fmt: skip


def test_the_first_start_prepares_the_engine_and_the_second_does_not(tmp_path, compiled_kernels):
    """First is a start to which any kernel is missing, so that one of them will do."""
    kernels = tmp_path / "kernels"
    shutil.copytree(compiled_kernels, kernels)
    for file in kernels.rglob("_text_kernels.offset_of_character*"):
        file.unlink()
    first = train(tmp_path, kernels, "--json")
    assert first.returncode == 0, first.stderr
    assert first.stderr.startswith("Preparing the engine (once on this machine)")
    assert json.loads(first.stdout)["vocab_size"] == 280
    second = train(tmp_path, kernels, "--json")
    assert second.returncode == 0, second.stderr
    assert "Preparing" not in second.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("encode", "small"),
        ("decode", "small"),
        ("split", "--pattern", "gpt2"),
        ("evaluate", "small", "corpus"),
        ("export", "small", "--format", "tokenizer.json", "--out", "exported"),
        ("train", "corpus", "--vocab-size", "260"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_says_what_it_waits_for(command, cli, trained, monkeypatch):
    said = []
    monkeypatch.setattr(output, "is_prepared", lambda _groups: bool(said))
    monkeypatch.setattr(output, "prepare", lambda *_: said.append("compiled"))
    outcome = cli(*command)
    assert outcome.status == 0, outcome.err
    assert outcome.err.startswith("Preparing the engine (once on this machine) ...\n")
    assert said == ["compiled"]


def test_without_a_folder_for_kernels_only_what_is_needed_is_compiled(
    cli, trained, monkeypatch, tmp_path
):
    monkeypatch.setattr(output, "is_prepared", lambda _groups: False)
    monkeypatch.setattr(output, "prepare", lambda *_: pytest.fail("compiled"))
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "file"))
    outcome = cli("encode", "small", stdin=b"low")
    assert outcome.status == 0
    assert outcome.err.startswith("Compiled kernels cannot be kept in ")
    assert "Set TOKENIZER_WORKBENCH_KERNEL_CACHE to a folder" in outcome.err
