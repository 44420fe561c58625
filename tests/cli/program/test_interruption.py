"""Ctrl+C at any moment: exit status 130, no traceback."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from tests.cli.conftest import PROJECT
from tests.patience import wait_until
from workbench.cli.shared.interruption import ending_quietly, ending_quietly_while_loading

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there Ctrl+C is no signal")

# Raises the signal in the middle of an import of the program, as if Ctrl+C were pressed there.
PRESSED_WHILE_IMPORTING = """
import importlib.abc, os, runpy, signal, sys
class Presser(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presser())
sys.argv = ["workbench", "train", "a.txt", "--vocab-size", "300"]
runpy.run_module("workbench", run_name="__main__")
"""

# The second signal comes while the first one is not yet acted on.
PRESSED_TWICE = """
import os, signal, sys
from engine.training.training import CountedCorpus
from workbench.__main__ import main
def train(self, config, mixture=None, **_rest):
    os.kill(os.getpid(), signal.SIGINT)
    print("still here", file=sys.stderr, flush=True)
    {middle}
    print("never here", file=sys.stderr)
    yield
CountedCorpus.train = train
sys.exit(main(["train", "a.txt", "--vocab-size", "300", "--quiet"]))
"""
SECOND = "os.kill(os.getpid(), signal.SIGINT)"
SECOND_IN_A_REGEX = (
    "signal.setitimer(signal.ITIMER_REAL, 0.2); signal.signal(signal.SIGALRM, "
    "lambda *_: os.kill(os.getpid(), signal.SIGINT)); "
    "import regex; regex.fullmatch('(?:a|aa)+c', 'a' * 60, timeout=60)"
)


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "a.txt").write_text("low lower lowest", "utf-8")
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "TOKENIZER_WORKBENCH_HOME": str(folder / "home"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "name", ["argparse", "workbench.cli.command_line", "numpy", "numba", "workbench.store"]
)
def test_while_the_program_loads_it_ends_in_silence(name, tmp_path):
    done = run(PRESSED_WHILE_IMPORTING.format(name=name), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert not (tmp_path / "home/runs.sqlite").exists()


@pytest.mark.slow
@pytest.mark.parametrize("middle", [SECOND, SECOND_IN_A_REGEX])
def test_the_second_one_ends_the_process_with_one_sentence(middle, cli, tmp_path):
    done = run(PRESSED_TWICE.format(middle=middle), tmp_path)
    assert done.returncode == 130
    assert done.stdout == ""
    here, _, sentence = done.stderr.strip().splitlines()
    assert here == "still here"
    assert sentence.startswith("tokenizer-workbench: Ended at once; the run will be in the history")
    (stored,) = cli("runs", "--json").document["runs"]
    assert stored["status"] == "interrupted"


def test_a_signal_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ending_quietly():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_afterwards_it_is_an_exception_again():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with ending_quietly():
            assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


# Ctrl+C comes after a given number of merges; one merge at a time, on any machine.
PRESSED_WHILE_MERGING = """
import os, signal, sys
from engine.training.merge_loop import MergeLoop
from workbench.__main__ import main
run_slice = MergeLoop.run_slice
def one_merge(self, max_merges, max_work):
    done = run_slice(self, 1, max_work)
    if self.n_merges == {n}:
        os.kill(os.getpid(), signal.SIGINT)
    return done
MergeLoop.run_slice = one_merge
sys.exit(main(["train", "a.txt", "--vocab-size", "261", "--quiet"{option}]))
"""


@pytest.mark.slow
def test_what_is_merged_is_kept_where_that_was_asked_for(cli, tmp_path):
    program = PRESSED_WHILE_MERGING.format(n=3, option=', "--keep-on-interrupt"')
    done = run(program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Stopped at 3 of 5 merges and kept: a vocabulary of 259 ids." in done.stderr
    (stored,) = cli("runs", "--json").document["runs"]
    assert (stored["status"], stored["reason"]) == ("finished", "stopped at 3 of 5 merges")
    assert (stored["vocab_size"], stored["n_merges"]) == (259, 3)
    assert stored["run_id"] == done.stdout.strip()


@pytest.mark.slow
def test_without_that_nothing_is_kept(cli, tmp_path):
    done = run(PRESSED_WHILE_MERGING.format(n=3, option=""), tmp_path)
    assert (done.returncode, done.stdout) == (130, "")
    (stored,) = cli("runs", "--json").document["runs"]
    assert stored["status"] == "cancelled"


def test_ctrl_c_is_not_lost_where_llvm_calls_python():
    """ctypes drops what its callbacks raise, and llvmlite has one where it loads kernels."""

    def notify() -> None:
        signal.raise_signal(signal.SIGINT)

    file = Path("site-packages", "llvmlite", "binding", "executionengine.py")
    code = notify.__code__.replace(co_filename=str(file))
    called_back = ctypes.CFUNCTYPE(None)(FunctionType(code, globals()))

    def load() -> None:
        called_back()
        wait_until(lambda: False, "the interrupt")

    with ending_quietly_while_loading(), pytest.raises(KeyboardInterrupt):
        load()
