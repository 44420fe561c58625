"""The folder of compiled kernels: whatever happens to it, work goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.kernel_cache import kernel_cache_folder

TRAIN = (
    "from engine import Corpus, TrainingConfig, train_tokenizer\n"
    "words = ' '.join(f'{i} {i:040b}' for i in range(30_000))\n"
    "t = train_tokenizer(Corpus.from_texts(['lowest ' * 9, words]), TrainingConfig(270))\n"
    "assert t.decode(t.encode('lowest')) == 'lowest'\n"
    "print(t.semantic_hash)\n"
)


def run_child(folder: Path, *arguments: str, **limits: int) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TOKENIZER_WORKBENCH_KERNEL_CACHE": str(folder)}
    project = Path(__file__).parents[2]
    command = [sys.executable, *arguments]
    if limits:
        script = f'ulimit -f {limits["blocks"]}; exec "$@"'
        command = ["bash", "-c", script, "bash", *command]
    return subprocess.run(
        command, env=environment, cwd=project, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def warm_folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("kernels")
    child = run_child(folder, "-m", "engine.warm_up", "--json")
    assert child.returncode == 0, child.stderr
    assert Path(json.loads(child.stdout)["folder"]).parent == folder
    return folder


def cache_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in {".nbi", ".nbc"})


def test_warm_up_fills_the_folder_and_a_second_start_compiles_nothing(warm_folder):
    before = {file: file.stat().st_mtime_ns for file in cache_files(warm_folder)}
    assert before
    child = run_child(
        warm_folder, "-c", "from engine import kernels_ready; print(kernels_ready())\n" + TRAIN
    )
    assert child.returncode == 0, child.stderr
    assert child.stdout.startswith("True\n")
    assert {file: file.stat().st_mtime_ns for file in cache_files(warm_folder)} == before


def test_an_empty_folder_is_known_to_be_unprepared(tmp_path):
    child = run_child(tmp_path, "-c", "from engine import kernels_ready; print(kernels_ready())")
    assert child.stdout == "False\n", child.stderr


@pytest.mark.parametrize("damage", ["emptied", "cut", "garbled"])
def test_a_damaged_folder_costs_a_compilation_and_no_result(tmp_path, warm_folder, damage):
    for file in cache_files(warm_folder):
        content = file.read_bytes()
        changed = {
            "emptied": b"",
            "cut": content[: len(content) // 2],
            "garbled": content[:20] + b"\x80garbage" + content[28:],
        }[damage]
        target = tmp_path / file.relative_to(warm_folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(changed)
    foreign = tmp_path / "thesis.txt"
    foreign.write_text("years of work")
    child = run_child(tmp_path, "-c", TRAIN)
    assert child.returncode == 0, child.stderr
    assert len(child.stdout.strip()) == 64
    assert foreign.read_text() == "years of work"


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("in the way")
    child = run_child(tmp_path / "file" / "kernels", "-c", TRAIN)
    assert child.returncode == 0, child.stderr
    assert len(child.stdout.strip()) == 64


def test_a_disk_without_room_for_the_cache(tmp_path):
    """No file of the child may grow beyond one block of 1 KiB."""
    child = run_child(tmp_path, "-c", TRAIN, blocks=1)
    assert child.returncode == 0, child.stderr
    assert len(child.stdout.strip()) == 64


def test_the_environment_moves_the_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", raising=False)
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    assert kernel_cache_folder().parent == tmp_path / "cache" / "kernels"
    monkeypatch.delenv("TOKENIZER_WORKBENCH_HOME")
    assert kernel_cache_folder().parent.name == "kernels"
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "mine"))
    assert kernel_cache_folder().parent == tmp_path / "mine"
