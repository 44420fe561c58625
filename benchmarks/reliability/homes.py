"""Homes that cannot be written, read or made: every command works or says what is in the way."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from benchmarks.reliability import namespaces
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.full_disk import mounted
from benchmarks.reliability.looking import files_of
from benchmarks.reliability.nursery import Answer, Nursery
from benchmarks.reliability.writing_commands import (
    COMMANDS,
    Place,
    Stage,
    WritingCommand,
    sentence_faults,
)

READING = tuple(
    WritingCommand(" ".join(words[:2]), words)
    for words in (
        ("runs", "list"), ("runs", "show", "kept"), ("registry", "list"),
        ("registry", "show", "first"), ("encode", "kept", "{given}/texts/a.txt"),
        ("evaluate", "kept", "{given}/texts"), ("sweep", "kept"), ("vocabulary", "kept"),
        ("compare", "kept", "kept"), ("corpus", "{given}/texts"), ("resume", "--list"),
        ("split", "--pattern", "gpt2", "{given}/texts/a.txt"), ("doctor",),
    )
)  # fmt: skip
"""Commands that only read: they work wherever the store can be read."""
STRANGER = 54_321


def run(attempts: Attempts) -> None:
    """Each kind of home with commands in turn."""
    kinds = _kinds()
    commands = [*READING, *COMMANDS]
    attempts.figures["kinds of home"] = ", ".join(kinds)
    stage, inside = attempts.stage(2_000), attempts.equipment.mounting_nursery()
    names = list(kinds)
    for number in attempts.numbers():
        kind = names[number % len(names)]
        chosen = attempts.chance(number // len(names)).sample(commands, 3)
        for command in chosen:
            for fault in kinds[kind](stage, inside, command):
                attempts.fault(number, f"home {kind}: {fault}")
        attempts.tally("commands", len(chosen))


def _kinds() -> dict[str, Callable[[Stage, Nursery, WritingCommand], list[str]]]:
    """What can be tried here: some needs mounts, some the right to give files away."""
    found: dict[str, Callable[[Stage, Nursery, WritingCommand], list[str]]] = {
        "without the right to write": _unwritable,
        "without any right": _unreadable,
        "in a folder that cannot be made": _unmakable,
        "that is a file": _file,
        "with a read-only place to write to": _unwritable_out,
    }
    if namespaces.can_mount():
        found["on a read-only file system"] = _read_only_system
    if os.geteuid() == 0:
        found["of another person"] = _foreign
    return found


def _unwritable(stage: Stage, _: Nursery, command: WritingCommand) -> list[str]:
    return _with_rights(stage, command, stat.S_IRUSR | stat.S_IXUSR)


def _unreadable(stage: Stage, _: Nursery, command: WritingCommand) -> list[str]:
    return _with_rights(stage, command, 0)


def _with_rights(stage: Stage, command: WritingCommand, rights: int) -> list[str]:
    place = stage.copy()
    before = files_of(place.home)
    _give_rights(place.home, rights)
    answer = stage.run(command, place, without_root=True)
    _give_rights(place.home, stat.S_IRWXU)
    faults = _judged(answer, command, can_read=bool(rights))
    if files_of(place.home) != before:
        faults.append(f"{command.name} changed a home without the right to")
    stage.remove(place)
    return faults


def _give_rights(home: Path, rights: int) -> None:
    places = [home, *sorted(home.rglob("*"))] if rights & stat.S_IWUSR == 0 else [home]
    if rights & stat.S_IWUSR:
        home.chmod(rights)
        places = [home, *sorted(home.rglob("*"))]
    for path in reversed(places):
        path.chmod(rights if path.is_dir() else rights & ~stat.S_IXUSR)


def _unmakable(stage: Stage, _: Nursery, command: WritingCommand) -> list[str]:
    place = stage.copy()
    parent = place.home.parent / "closed"
    parent.mkdir()
    parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    elsewhere = Place(parent / "home", place.out, place.given)
    answer = stage.run(command, elsewhere, without_root=True)
    stage.remove(place)
    return _judged(answer, command, can_read=False)


def _file(stage: Stage, _: Nursery, command: WritingCommand) -> list[str]:
    place = stage.copy()
    obstacle = place.home.parent / "obstacle"
    obstacle.write_text("a file", "utf-8")
    answer = stage.run(command, Place(obstacle, place.out, place.given), without_root=True)
    faults = _judged(answer, command, can_read=False)
    if obstacle.read_text("utf-8") != "a file":
        faults.append(f"{command.name} wrote over a file")
    stage.remove(place)
    return faults


def _unwritable_out(stage: Stage, _: Nursery, command: WritingCommand) -> list[str]:
    place = stage.copy()
    place.out.chmod(stat.S_IRUSR | stat.S_IXUSR)
    answer = stage.run(command, place, without_root=True)
    faults = _judged(answer, command, can_read=True)
    if list(place.out.iterdir()):
        faults.append(f"{command.name} wrote into a read-only folder")
    stage.remove(place)
    return faults


def _read_only_system(stage: Stage, inside: Nursery, command: WritingCommand) -> list[str]:
    with mounted(stage, inside, stage.first.home.parent / "fixed", 1 << 24) as place:
        inside.call(namespaces.MAKE_READ_ONLY, [str(place.home)], place.home)
        answer = inside.run(place.filled(command.words), place.home)
        inside.call(namespaces.UNMOUNT, [str(place.home)], stage.first.home)
    return _judged(answer, command, can_read=True)


def _foreign(stage: Stage, _: Nursery, command: WritingCommand) -> list[str]:
    place = stage.copy()
    for path in [place.home, *place.home.rglob("*")]:
        os.chown(path, STRANGER, STRANGER)
        path.chmod(0o755 if path.is_dir() else 0o644)
    answer = stage.run(command, place, without_root=True)
    stage.remove(place)
    return _judged(answer, command, can_read=True)


def _judged(answer: Answer, command: WritingCommand, *, can_read: bool) -> list[str]:
    faults = sentence_faults(answer, command.name)
    says_what_is_wrong = command.words[0] == "doctor"
    if can_read and answer.status and command in READING and not says_what_is_wrong:
        faults.append(f"{command.name} only reads and fails: {answer.err[-300:]}")
    return faults
