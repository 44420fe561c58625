"""SIGKILL of a window that trains, at random moments; the next start offers to resume.

The window is a process of its own without a display. Afterwards the store checks clean, a second
window offers to resume the run if it was stored, and resuming it gives the hash of a training that
nothing disturbed.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.looking import make_partial_files_old
from benchmarks.reliability.nursery import (
    LIMIT_S,
    ChildError,
    Nursery,
    kernels_of_everybody,
)
from benchmarks.reliability.writing_commands import LOOK, write_texts

VOCAB_SIZE, N_WORDS = 3_000, 60_000
_PACE = {"TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS": "0.2"}


def run(attempts: Attempts) -> None:
    """Kill a window once in each attempt."""
    given = attempts.scratch / "given"
    write_texts(given, attempts.seed, N_WORDS // (10 if attempts.is_short else 1))
    home = attempts.scratch / "undisturbed"
    home.mkdir()
    nursery = attempts.equipment.nursery()
    words = ["train", given / "texts", "--vocab-size", VOCAB_SIZE, "--json"]
    answer = nursery.run(words, home, environ=_PACE)
    if answer.status:
        raise SystemExit(f"The undisturbed training failed: {answer.err[-500:]}")
    wanted = json.loads(answer.out)["semantic_hash"]
    seconds = max(0.3, answer.seconds)
    for number in attempts.numbers():
        home = attempts.scratch / f"home-{number}"
        home.mkdir()
        try:
            faults = _killed(home, given, attempts.chance(number), seconds, attempts)
            faults += _resumed(nursery, home, wanted)
        except ChildError as error:
            faults = [str(error)]
        for fault in faults:
            attempts.fault(number, fault)


def _killed(
    home: Path, given: Path, chance: random.Random, seconds: float, attempts: Attempts
) -> list[str]:
    """Kill the window after its first facts; what its next start does wrong."""
    told: list[str] = []
    with _window(home, "train", VOCAB_SIZE, given / "texts") as child:
        is_early = chance.random() < 0.25
        _wait_for(child, "shown" if is_early else "progress", told)
        select.select([], [], [], chance.uniform(0, seconds))
        child.send_signal(signal.SIGKILL)
        rest, _ = child.communicate()
    told += rest.splitlines()
    attempts.tally("killed before the training" if is_early else "killed in the training")
    return _next_start(home, attempts)


def _next_start(home: Path, attempts: Attempts) -> list[str]:
    with _window(home, "look") as child:
        try:
            said, errors = child.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            return ["the next window does not come to rest"]
    offers = [json.loads(line) for line in said.splitlines() if '"offer"' in line]
    if child.returncode or not offers:
        return [f"the next window ends with {child.returncode}: {errors[-300:]}"]
    [offer] = offers
    is_interrupted = any(status == "interrupted" for _, status in offer["runs"])
    if is_interrupted:
        attempts.tally("offered to resume")
    if is_interrupted and "interrupted" not in offer["words"]:
        return [f"the run was interrupted, and the window says {offer['words']!r}"]
    if any(status == "running" for _, status in offer["runs"]):
        return ["a run of a dead window is still running"]
    return []


def _resumed(nursery: Nursery, home: Path, wanted: str) -> list[str]:
    look = nursery.call(LOOK, [str(home)], home).value
    faults = [f"the store's check says {each}" for each in look["findings"] + look["broken"]]
    make_partial_files_old(home)
    for name, status, digest in look["runs"]:
        if status == "interrupted":
            answer = nursery.run(["resume", name, "--json", "--quiet"], home, environ=_PACE)
            if answer.status:
                faults.append(f"the run is not resumed: {answer.err[-300:]}")
            else:
                digest = json.loads(answer.out)["semantic_hash"]
        if digest not in {None, wanted}:
            faults.append(f"the run {name} ({status}) has another hash than undisturbed")
    left = nursery.call(LOOK, [str(home)], home).value["unfinished"]
    return faults + [f"left over: {each}" for each in left if "cache" not in each]


@contextlib.contextmanager
def _window(home: Path, *arguments: object) -> Any:
    command = [sys.executable, "-m", "benchmarks.reliability.window_child"]
    environ = {
        **os.environ, **kernels_of_everybody(), **_PACE, "QT_QPA_PLATFORM": "offscreen",
        "TOKENIZER_WORKBENCH_HOME": str(home),
    }  # fmt: skip
    with subprocess.Popen(
        [*command, *map(str, arguments)], cwd=PROJECT, env=environ, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        try:
            yield child
        finally:
            child.kill()


def _wait_for(child: subprocess.Popen[str], fact: str, told: list[str]) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        told.append(line)
        if f'"{fact}"' in line:
            return
    assert child.stderr is not None
    raise ChildError(f"the window ended before it was {fact}: {child.stderr.read()[-500:]}")
