"""Running the command line: in this process, or as a program of its own."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.counting import counts_of_corpus as source_sizes
from engine.datasets import mixture_writing
from engine.warm_up import kernels_ready, warm_up
from workbench.__main__ import main
from workbench.cli.shared import output

PROJECT = Path(__file__).resolve().parents[2]
TEXT = "low lower lowest newer newest wider. " * 20 + "Größe, größer, am größten! " * 10


@dataclass(frozen=True)
class Outcome:
    """What a command left: exit status, standard output (also raw) and standard error."""

    status: int
    out: str
    err: str
    raw: bytes = b""

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The last line of standard error, which is the sentence; never a traceback."""
        assert "Traceback" not in self.err
        return self.err.strip().splitlines()[-1] if self.err.strip() else ""


class CommandLine:
    """Calls `main` in this process with standard input from bytes."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def __call__(self, *arguments: object, stdin: bytes = b"") -> Outcome:
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        captured = self._capsys.readouterr()
        return Outcome(status, captured.out, captured.err)


@pytest.fixture(scope="session", autouse=True)
def _kernels() -> None:
    """Commands say on standard error when they compile kernels: not in the middle of a test."""
    if not kernels_ready():
        warm_up()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder of this test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def cli(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    return CommandLine(capsys, monkeypatch)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    @property
    def lines(self) -> list[str]:
        """Everything that was ever painted, in order."""
        return [line for line in re.split(r"\r|\n|\x1b\[K", self.getvalue()) if line]

    def shown(self, words: str) -> list[str]:
        """The lines that fit a regular expression; there are some."""
        found = [line for line in self.lines if re.fullmatch(words, line)]
        assert found, self.lines
        return found


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal that shows every state; a test puts it in the place of standard error.

    Between the phases of a test pytest sets its own.
    """
    monkeypatch.setattr(output, "_REPAINT_S", -1.0)
    monkeypatch.setattr(source_sizes, "_STEP_SECONDS", 0.0)
    monkeypatch.setattr(mixture_writing, "_STEP_BYTES", 500)
    monkeypatch.setenv("COLUMNS", "200")
    return Terminal()


@pytest.fixture
def refused_recipe(cli: CommandLine, tmp_path: Path) -> Callable[..., str]:
    """Runs a command, `train` if none is given, with a recipe that has a fault.

    Returns the sentence, which names the recipe; the exit status is that of a file with a fault.
    """

    def refused(text: str, *command: object) -> str:
        recipe = tmp_path / "recipe.toml"
        recipe.write_text(text, "utf-8")
        outcome = cli(*(command or ("train",)), "--recipe", recipe)
        assert outcome.status == 1
        assert str(recipe) in outcome.sentence
        return outcome.sentence

    return refused


def write_corpus(folder: Path) -> Path:
    """A directory with two labelled files."""
    folder.mkdir()
    (folder / "eng.txt").write_text(TEXT, "utf-8")
    (folder / "deu.txt").write_text("Größe und Grösse, Straße und Strasse. " * 15, "utf-8")
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A directory with two labelled files."""
    return write_corpus(tmp_path / "corpus")


@pytest.fixture(scope="session")
def trained_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what one training leaves: its corpus, the home with the store, the file."""
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOKENIZER_WORKBENCH_HOME", str(folder / "home"))
        arguments = [
            "train", write_corpus(folder / "corpus"), "--vocab-size", 300, "--special-tokens",
            "chatml", "--name", "small", "--out", folder / "made", "--quiet",
        ]  # fmt: skip
        with redirect_stdout(io.StringIO()):
            assert main([str(argument) for argument in arguments]) == 0
    return folder


@pytest.fixture
def trained(cli: CommandLine, trained_template: Path, corpus: Path, tmp_path: Path) -> Path:
    """A small tokenizer file; the store holds its run under the name "small".

    A copy of one training, with the paths of this test's corpus in the store.
    """
    for name in ("home", "made"):
        shutil.copytree(trained_template / name, tmp_path / name)
    for file in corpus.iterdir():
        shutil.copystat(trained_template / "corpus" / file.name, file)
    _move_sources(tmp_path / "home" / "runs.sqlite", trained_template / "corpus", corpus)
    return tmp_path / "made" / "tokenizer.twb"


def _move_sources(store: Path, old: Path, new: Path) -> None:
    """Let the runs of a store name another folder; the triggers that forbid it come back after."""
    with closing(sqlite3.connect(store)) as database:
        triggers = database.execute(
            "SELECT name, sql FROM sqlite_master "
            "WHERE type = 'trigger' AND tbl_name = 'run_source_files'"
        ).fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.execute(
            "UPDATE run_source_files SET path = replace(path, ?, ?)", (str(old), str(new))
        )
        for _, sql in triggers:
            database.execute(sql)
        database.commit()


def run_program(
    *arguments: object,
    stdin: bytes = b"",
    before: Sequence[str] = (),
    **environment: str,
) -> Outcome:
    """Run `python -m workbench` as a program; `before` is put in front of the command."""
    done = subprocess.run(
        [*before, sys.executable, "-m", "workbench", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT), **environment},
        check=False,
    )
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode()
    return Outcome(done.returncode, out, err, done.stdout)
