"""Four processes that write one store at once: they train, rename, tag, delete and register."""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.nursery import Answer, ChildError
from benchmarks.reliability.writing_commands import sentence_faults

N_WRITERS = 4
_COMMANDS, _SHORT_COMMANDS = 25, 4
_TRAIN, _REGISTER = "train", "register"


def run(attempts: Attempts) -> None:
    """Run four writers at once, then check the store and compare the counts."""
    n_commands = _SHORT_COMMANDS if attempts.is_short else _COMMANDS
    stage = attempts.stage(800)
    for number in attempts.numbers():
        place = stage.copy()
        given = [str(place.given), attempts.chance(number).randrange(10**9), n_commands]
        answer = stage.nursery.call(
            "benchmarks.reliability.writers:write_together", given, place.home
        )
        try:
            faults = _judged(answer.value, stage.look(place), attempts)
        except ChildError as error:
            faults = [str(error)]
        for fault in dict.fromkeys(faults):
            attempts.fault(number, fault)
        stage.remove(place)


def _judged(told: list[dict[str, Any]], look: dict[str, Any], attempts: Attempts) -> list[str]:
    faults = [f"the store's check says {each}" for each in look["findings"]]
    faults += [f"broken: {each}" for each in look["broken"]]
    done = [entry for entry in told if entry["status"] == 0]
    attempts.tally("commands", len(told))
    attempts.tally("done", len(done))
    for entry in told:
        answer = Answer(entry["status"], "", entry["err"], 0.0)
        faults += sentence_faults(answer, " ".join(entry["words"][:2]))
        if "in use by another" in entry["err"] or "locked" in entry["err"]:
            faults.append(f"a writer gave up waiting: {entry['err'][-200:]}")
    n_trained = sum(entry["words"][0] == _TRAIN for entry in done)
    if len(look["runs"]) != n_trained + 2:
        faults.append(
            f"{n_trained} trainings succeeded beside 2 runs, {len(look['runs'])} runs are there"
        )
    n_registered = len({entry["words"][-1] for entry in done if entry["words"][0] == _REGISTER})
    names = {name.partition("@")[0] for name in look["registered"]}
    if len(names) != n_registered + 1:
        faults.append(f"{n_registered} names were registered beside 1, {len(names)} are there")
    unfinished = [name for name, status, _ in look["runs"] if status not in {"finished", "deleted"}]
    return faults + [f"the run {name} is not finished" for name in unfinished]


def write_together(given: str, seed: int, n_commands: int) -> list[dict[str, Any]]:
    """Fork the writers and wait for them; words, status and last words of every command."""
    pipes = []
    for writer in range(N_WRITERS):
        reader, end = os.pipe()
        if os.fork() == 0:
            told = _write(given, writer, random.Random(f"{seed}-{writer}"), n_commands)
            with os.fdopen(end, "w") as stream:
                json.dump(told, stream)
            os._exit(0)
        os.close(end)
        pipes.append(reader)
    said: list[dict[str, Any]] = []
    for reader in pipes:
        with os.fdopen(reader) as stream:
            said += json.load(stream)
        os.wait()
    return said


def _write(given: str, writer: int, chance: random.Random, n_commands: int) -> list[dict[str, Any]]:
    import io
    from contextlib import redirect_stderr, redirect_stdout

    from workbench.__main__ import main

    told = []
    for number in range(n_commands):
        words = _words(given, f"{writer}-{number}", chance)
        errors = io.StringIO()
        with redirect_stderr(errors), redirect_stdout(io.StringIO()):
            try:
                status = main(words)
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 1
        told.append({"words": words, "status": status, "err": errors.getvalue()[-500:]})
    sys.stderr.flush()
    return told


def _words(given: str, name: str, chance: random.Random) -> list[str]:
    other = chance.choice(("kept", "gone", f"{chance.randrange(N_WRITERS)}-{chance.randrange(9)}"))
    text = f"{given}/texts/a.txt"
    return chance.choice((
        [_TRAIN, text, "--vocab-size", "300", "--quiet", "--name", name],
        ["runs", "rename", other, f"{name}-renamed"],
        ["runs", "tag", other, "--add", name],
        ["runs", "note", other, f"noted by {name}"],
        ["runs", "delete", other],
        ["runs", "restore", other],
        [_REGISTER, "kept", "--name", f"registered-{name}"],
    ))  # fmt: skip
