"""SIGKILL at random moments of every writing command, and what the next runs find.

Half of the moments are a time within that of the undisturbed command; half are the nth event of
files, some of them with a few milliseconds after it, which can be repeated exactly.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.looking import make_partial_files_old
from benchmarks.reliability.nursery import ChildError
from benchmarks.reliability.writing_commands import (
    COMMANDS,
    Place,
    Stage,
    Undisturbed,
    WritingCommand,
    sentence_faults,
)

_MOST_DELAY_S = 0.02
_SHORT = ("train", "encode dataset", "export bundle", "runs delete")


def run(attempts: Attempts) -> None:
    """Kill each command in turn."""
    commands = [each for each in COMMANDS if not attempts.is_short or each.name in _SHORT]
    stage = attempts.stage(12_000)
    for number in attempts.numbers():
        command = commands[number % len(commands)]
        place = stage.copy()
        try:
            faults = _killed(stage, command, place, attempts.chance(number), attempts)
        except ChildError as error:
            faults = [f"the store could not be looked at: {error}"]
        for fault in faults:
            attempts.fault(number, f"{command.name}: {fault}")
        stage.remove(place)


def _killed(
    stage: Stage, command: WritingCommand, place: Place, chance: random.Random, attempts: Attempts
) -> list[str]:
    """Kill the command once and let it run again; what is wrong afterwards."""
    whole = stage.undisturbed(command)
    answer = stage.run(command, place, **_moment(whole, chance))
    if answer.status >= 0:
        attempts.tally("ended before")
        return sentence_faults(answer, command.name)
    attempts.tally("killed")
    make_partial_files_old(place.home.parent)
    left = stage.look(place)
    faults = _whole(left) + _half_files(left, whole.stable)
    waiting = [name for name, status, _ in left["runs"] if status == "interrupted"]
    if command.trains and waiting:
        attempts.tally("resumed")
        words = ("resume", waiting[0], "--out", "{out}", "--quiet")
        answer = stage.run(WritingCommand("resume", words), place)
        if answer.status:
            faults.append(f"the killed run is not resumed: {answer.err[-300:]}")
        faults += _same_hash(stage.look(place), whole)
    else:
        answer = stage.run(command, place)
        faults += sentence_faults(answer, f"{command.name} again")
        if answer.status and answer.status != whole.again:
            faults.append(f"the next run fails: {answer.err[-300:]}")
        later = stage.look(place)
        faults += _whole(later) + missing_or_half(later, whole)
    return faults + _left_over(stage.look(place), whole)


def _moment(whole: Undisturbed, chance: random.Random) -> dict[str, Any]:
    if chance.random() < 0.5:
        return {"after_s": chance.uniform(0.01, whole.answer.seconds)}
    assert whole.answer.events is not None
    delay = chance.choice((0.0, 0.0, chance.uniform(0, _MOST_DELAY_S)))
    return {"event": chance.randint(1, max(1, whole.answer.events)), "delay_s": delay}


def _whole(look: dict[str, Any]) -> list[str]:
    found = [f"the store's check says {each}" for each in look["findings"]]
    return found + [f"broken under its final name: {each}" for each in look["broken"]]


def _half_files(look: dict[str, Any], stable: Mapping[str, str]) -> list[str]:
    """Files that are there under a final name with another content than an undisturbed one's."""
    return [
        f"{name} is there and not as it ought to be"
        for name, digest in look["files"].items()
        if stable.get(name, digest) != digest
    ]


def missing_or_half(look: dict[str, Any], whole: Undisturbed) -> list[str]:
    """What the next run of the command left undone."""
    names = sorted(set(whole.look["files"]) - set(look["files"]))
    found = _half_files(look, whole.stable_again)
    return found + [f"{name} is missing after the next run" for name in names]


def _left_over(look: dict[str, Any], whole: Undisturbed) -> list[str]:
    """Partial files that a kill left and the next run did not remove."""
    if len(look["unfinished"]) <= len(whole.look["unfinished"]):
        return []
    return [f"left over after the next run: {name}" for name in look["unfinished"]]


def _same_hash(look: dict[str, Any], whole: Undisturbed) -> list[str]:
    wanted = {name: digest for name, _, digest in whole.look["runs"]}
    return _whole(look) + [
        f"the resumed run {name} is {status} with hash {digest}, undisturbed {wanted[name]}"
        for name, status, digest in look["runs"]
        if name in wanted and digest != wanted[name]
    ]
