"""A loss of power at any moment of every writing command, by recorded writes.

A command is recorded once (`recording`); each attempt plays its events up to a moment and leaves of
the unsynced ones a beginning, or any of them (`lost_power`). Afterwards the store opens and checks
clean, files under their final names are whole, and the command, or the resumed run, gives what an
undisturbed one gives.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.lost_power import Disk
from benchmarks.reliability.nursery import ChildError
from benchmarks.reliability.recording import Event, read_events
from benchmarks.reliability.writing_commands import (
    COMMANDS,
    Place,
    Stage,
    WritingCommand,
    sentence_faults,
)

_SHORT = ("train", "export bundle", "runs rename")
_CHECKPOINTS = {"TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS": "0"}
"""Checkpoints from the start, so that small trainings have them."""


class Recording:
    """What a command did in a place, and how the place was before."""

    def __init__(self, stage: Stage, command: WritingCommand) -> None:
        self.place = stage.copy()
        self.before = _contents(self.place)
        out = self.place.home.parent / "events.json"
        folders = [str(self.place.home), str(self.place.out)]
        given = [self.place.filled(command.words), folders, str(out)]
        answer = stage.nursery.call(
            "benchmarks.reliability.recording:recorded", given, self.place.home,
            environ=_CHECKPOINTS,
        )  # fmt: skip
        if answer.status:
            raise ChildError(f"{command.name} was not recorded: {answer.err[-500:]}")
        self.events: list[Event] = read_events(out)
        self.n_syncs = sum(event[0] == "sync" for event in self.events)


def run(attempts: Attempts) -> None:
    """Every command in turn; half of the moments are at a sync, half anywhere."""
    commands = [each for each in COMMANDS if not attempts.is_short or each.name in _SHORT]
    recordings: dict[str, Recording] = {}
    stage = attempts.stage(4_000)
    for number in attempts.numbers():
        command = commands[number % len(commands)]
        try:
            if command.name not in recordings:
                recordings[command.name] = Recording(stage, command)
                made = recordings[command.name]
                attempts.tally("recorded events", len(made.events))
                attempts.tally("syncs", made.n_syncs)
            faults = _lost(
                stage, command, recordings[command.name], attempts.chance(number), attempts
            )
        except ChildError as error:
            faults = [f"the store could not be looked at: {error}"]
        for fault in dict.fromkeys(faults):
            attempts.fault(number, f"{command.name}: {fault}")


def _lost(
    stage: Stage,
    command: WritingCommand,
    recording: Recording,
    chance: random.Random,
    attempts: Attempts,
) -> list[str]:
    place = stage.copy()
    disk = Disk(recording.before)
    moment = _moment(recording.events, chance)
    for event in recording.events[:moment]:
        disk.play(event)
    in_order = chance.random() < 0.5
    _write(place, recording.place, disk.after_loss(chance, in_order=in_order))
    how = f"event {moment} of {len(recording.events)}, {'in order' if in_order else 'any order'}"
    whole = stage.undisturbed(command)
    left = stage.look(place)
    faults = [f"the store's check says {each}" for each in left["findings"]]
    faults += [f"broken under its final name: {each}" for each in left["broken"]]
    faults += [
        f"{name} is there and not as it ought to be"
        for name, digest in left["files"].items()
        if whole.stable.get(name, digest) != digest
    ]
    kept = {name: digest for name, _, digest in whole.look["runs"] if digest}
    faults += _again(stage, command, place, left, attempts)
    for name, status, digest in stage.look(place)["runs"]:
        if digest and kept.get(name, digest) != digest:
            faults.append(f"the run {name} is {status} with another hash")
    stage.remove(place)
    return [f"{how}: {fault}" for fault in faults]


def _again(
    stage: Stage, command: WritingCommand, place: Place, left: dict[str, Any], attempts: Attempts
) -> list[str]:
    """Resume what was interrupted, or run the command again."""
    waiting = [name for name, status, _ in left["runs"] if status == "interrupted"]
    if command.trains and waiting:
        attempts.tally("resumed")
        words = ("resume", waiting[0], "--out", "{out}", "--quiet")
        answer = stage.run(WritingCommand("resume", words), place, environ=_CHECKPOINTS)
        return sentence_faults(answer, "resume")
    answer = stage.run(command, place, environ=_CHECKPOINTS)
    faults = sentence_faults(answer, command.name)
    if answer.status and answer.status != stage.undisturbed(command).again:
        faults.append(f"the next run fails: {answer.err[-300:]}")
    return faults


def _moment(events: list[Event], chance: random.Random) -> int:
    syncs = [i for i, event in enumerate(events) if event[0] == "sync"]
    if syncs and chance.random() < 0.5:
        return max(0, chance.choice(syncs) + chance.choice((0, 1)))
    return chance.randint(0, len(events))


def _contents(place: Place) -> dict[str, bytes]:
    files = [*place.home.rglob("*"), *place.out.rglob("*")]
    return {str(path): path.read_bytes() for path in files if path.is_file()}


def _write(place: Place, recorded: Place, files: dict[str, bytes]) -> None:
    """Put the files of the recorded place into another."""
    shutil.rmtree(place.home)
    shutil.rmtree(place.out)
    place.home.mkdir()
    place.out.mkdir()
    root = recorded.home.parent
    for name, data in files.items():
        target = place.home.parent / Path(name).relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
