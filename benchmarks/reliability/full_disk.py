"""A disk that fills at any write of every writing command.

Two ways: a limit on the size of files (RLIMIT_FSIZE, SIGXFSZ ignored), and a small file system
with as many free bytes, where `unshare -rm` can mount one. The limit of a command rises with the
number of the attempt, from zero to more than it needs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.reliability import namespaces
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.nursery import Answer, ChildError, Nursery
from benchmarks.reliability.writing_commands import (
    COMMANDS,
    Place,
    Stage,
    Undisturbed,
    WritingCommand,
    sentence_faults,
)

_SHORT = ("train", "register", "export bundle", "encode dataset", "chat")
_PAGE = 4096
_SPARE = 100_000
"""Bytes for the journal and the caches, beside what a command leaves."""


def run(attempts: Attempts) -> None:
    """Every command in turn, each with rising limits and in both ways."""
    commands = [each for each in COMMANDS if not attempts.is_short or each.name in _SHORT]
    attempts.figures["ways"] = "file size limit" + (
        " and small file systems" if namespaces.can_mount() else " (unshare -rm cannot mount)"
    )
    stage, inside = attempts.stage(6_000), attempts.equipment.mounting_nursery()
    for number in attempts.numbers():
        command = commands[number % len(commands)]
        step = number // len(commands)
        steps = max(1, attempts.count // len(commands))
        share = ((step + attempts.chance(number).random()) / steps) ** 2
        by_system = step % 2 == 1 and namespaces.can_mount()
        attempt = _on_a_small_disk if by_system else _with_small_files
        try:
            faults = attempt(stage, inside, command, share, attempts)
        except ChildError as error:
            faults = [f"the store could not be looked at: {error}"]
        for fault in dict.fromkeys(faults):
            attempts.fault(number, f"{command.name}, {fault}")


def _with_small_files(
    stage: Stage, _: Nursery, command: WritingCommand, share: float, attempts: Attempts
) -> list[str]:
    whole = stage.undisturbed(command)
    place = stage.copy()
    largest = max(path.stat().st_size for path in place.home.rglob("*") if path.is_file())
    limit = int(share * (largest + _SPARE)) // _PAGE * _PAGE
    answer = stage.run(command, place, file_bytes=limit)
    faults = _faults(answer, stage.look(place), whole, command, attempts)
    again = stage.run(command, place)
    if answer.status and again.status not in {0, whole.again}:
        faults.append(f"fails with room again: {again.err[-300:]}")
    stage.remove(place)
    return [f"files of {limit:,} bytes: {fault}" for fault in faults]


def _on_a_small_disk(
    stage: Stage, inside: Nursery, command: WritingCommand, share: float, attempts: Attempts
) -> list[str]:
    whole = stage.undisturbed(command)
    free = int(share * (_needed(stage, command, whole) + _SPARE))
    with mounted(stage, inside, attempts.scratch / "disk", free) as place:
        answer = inside.run(place.filled(command.words), place.home)
        inside.call(namespaces.GIVE_ROOM, [str(place.home.parent)], place.home)
        look = inside.call(
            "benchmarks.reliability.looking:look", [str(place.home), str(place.out)], place.home
        ).value  # fmt: skip
        faults = _faults(answer, look, whole, command, attempts)
        again = inside.run(place.filled(command.words), place.home)
        if answer.status and again.status not in {0, whole.again}:
            faults.append(f"fails with room again: {again.err[-300:]}")
    return [f"{free:,} bytes free: {fault}" for fault in faults]


@contextmanager
def mounted(stage: Stage, inside: Nursery, folder: Path, free: int) -> Iterator[Place]:
    """A copy of the prepared home on a file system of its own, seen by that nursery alone."""
    given = [str(folder), str(stage.first.home), free]
    folder.mkdir(parents=True, exist_ok=True)
    size = inside.call(namespaces.MOUNT_HOME, given, stage.first.home)
    if size.status:
        raise ChildError(size.err)
    try:
        yield Place(folder / "home", folder / "out", stage.first.given)
    finally:
        with contextlib.suppress(ChildError):
            inside.call(namespaces.UNMOUNT, [str(folder)], stage.first.home)


def _needed(stage: Stage, command: WritingCommand, whole: Undisturbed) -> int:
    """About how many bytes the command leaves: a store that is written twice, and its files."""
    store = (stage.first.home / "runs.sqlite").stat().st_size
    return store + 60_000 * len(whole.look["files"]) + (200_000 if command.trains else 0)


def _faults(
    answer: Answer,
    look: dict[str, Any],
    whole: Undisturbed,
    command: WritingCommand,
    attempts: Attempts,
) -> list[str]:
    attempts.tally("refused" if answer.status else "went through")
    faults = sentence_faults(answer, command.name)
    faults += [f"the store's check says {each}" for each in look["findings"]]
    faults += [f"broken under its final name: {each}" for each in look["broken"]]
    faults += [
        f"{name} is there and not as it ought to be"
        for name, digest in look["files"].items()
        if whole.stable.get(name, digest) != digest
    ]
    if answer.status == 0:
        missing = sorted(set(whole.look["files"]) - set(look["files"]))
        faults += [f"success is said and {name} is missing" for name in missing]
    faults += [f"left over: {name}" for name in look["unfinished"] if answer.status]
    return faults
