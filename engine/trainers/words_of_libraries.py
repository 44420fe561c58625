"""What the libraries say while they train: how far they are, and why they stopped."""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import how_to_install
from engine.sentences import say
from engine.trainers.child import PROGRESS, READ, TRAIN

if TYPE_CHECKING:
    from engine.machine import Ending
    from engine.settings import LibraryTrainer, TrainingConfig
    from engine.trainers.stalls import Stall

_CRASHES = (6, 7, 11)
"""SIGABRT, SIGBUS and SIGSEGV: how programs in C++ and Rust end where an allocation fails."""
_MOST_BYTES = 1 << 16
_MOST_LINE = 300
_NUMBER_OF_MERGES = re.compile(r"(?:merges|size)=(\d+)")
_SEEDS = re.compile(r"EM sub_iter=\d+ size=(\d+)")
_COVERAGE = re.compile(r"Final character coverage=([\d.]+)")
_TOO_LARGE = re.compile(r"Vocabulary size too high.* value <= (\d+)")
_TOO_SMALL = re.compile(r"smaller than required_chars\. \d+ vs (\d+)")
_NO_MEMORY = re.compile(
    r"MemoryError|bad_alloc|memory allocation of|Cannot allocate|out of memory"
    r"|failed to map segment"  # of the library itself, while it is loaded
    r"|ThreadPoolBuildError|Resource temporarily unavailable",  # no memory for a thread's stack
    re.IGNORECASE,
)
_PRUNED_TO = 1.1
"""Times the size down to which sentencepiece prunes the seeds of Unigram."""
_OWN_LINES = re.compile(rf"{PROGRESS} |[IW]\d{{4}} |WARNING: All log|\{{")


class LogReader:
    """Follows the log of a child.

    phase, share: how far it is, "" and None before the first word and where it does not say.
    n_bytes: length of the log so far.
    coverage: the share of the characters that sentencepiece keeps, None until it is said.
    last_words: the end of the log.
    """

    def __init__(self, path: Path, vocab_size: int) -> None:
        self._path, self._size = path, vocab_size
        self._place = 0
        self._rest = b""
        self._seeds: int | None = None
        self.phase, self.last_words = "", ""
        self.share: float | None = None
        self.coverage: float | None = None

    def read(self) -> None:
        """Take in what was written since the last time."""
        with suppress(OSError), self._path.open("rb") as stream:
            stream.seek(self._place)
            data = stream.read()
            self._place += len(data)
            *lines, self._rest = (self._rest + data).split(b"\n")
            text = [line.decode("utf-8", "replace") for line in lines]
            for line in text:
                self._take(line)
            said = "\n".join([self.last_words, *text])
            self.last_words = said[-_MOST_BYTES:]

    @property
    def n_bytes(self) -> int:
        """Length of the log so far."""
        return self._place

    @property
    def reason(self) -> str:
        """The last line that is no report of progress; "" where there is none."""
        lines = (self.last_words + "\n" + self._rest.decode("utf-8", "replace")).splitlines()
        said = [line.strip() for line in lines if line.strip() and not _OWN_LINES.match(line)]
        return said[-1][:_MOST_LINE] if said else ""

    def _take(self, line: str) -> None:
        if line.startswith(PROGRESS):
            _, share, phase = line.split(" ", 2)
            self.phase = phase
            self.share = float(share) if phase == READ else None
        elif line.startswith('{"stage"'):
            self._take_stage(line)
        elif found := _SEEDS.search(line):
            self._note_seeds(int(found[1]))
        elif "bpe_model_trainer" in line and (found := _NUMBER_OF_MERGES.search(line)):
            self._note_share(int(found[1]) / max(1, self._size))
        elif found := _COVERAGE.search(line):
            self.coverage = float(found[1])

    def _take_stage(self, line: str) -> None:
        with suppress(ValueError, KeyError, TypeError):
            said = json.loads(line)
            if said["stage"] == "Compute merges" and said["total"]:
                self._note_share(said["current"] / said["total"])

    def _note_seeds(self, n: int) -> None:
        """Unigram begins with many seeds and goes down to the size, by a share at a time."""
        self._seeds = self._seeds or n
        goal = _PRUNED_TO * self._size
        if self._seeds > goal and n > 0:
            self._note_share(math.log(self._seeds / n) / math.log(self._seeds / goal))

    def _note_share(self, share: float) -> None:
        self.phase, self.share = TRAIN, min(1.0, max(0.0, share))


def failure_of(
    config: TrainingConfig, ending: Ending, log: LogReader, stall: Stall | None = None
) -> str:
    """Why a child left no tokenizer, as a sentence.

    stall: why it was ended from here, None where it ended itself.
    """
    trainer = config.trainer
    assert trainer is not None
    name, package, size = trainer.name, trainer.package, config.vocab_size
    if f"No module named '{package}'" in log.last_words:
        advice = how_to_install([package])
        return say("trainer_not_installed", trainer=name, package=package, advice=advice)
    if found := _TOO_LARGE.search(log.last_words):
        return say("trainer_size_too_large", library=package, most=int(found[1]), size=size)
    if found := _TOO_SMALL.search(log.last_words):
        return say("trainer_size_too_small", library=package, least=int(found[1]), size=size)
    if "!sentences_.empty()" in log.last_words:
        return say("trainer_no_text", trainer=name)
    if _NO_MEMORY.search(log.last_words) or _NO_MEMORY.search(log.reason):
        return say("trainer_out_of_memory", trainer=name, library=package, ways=_less_text(trainer))
    if stall is not None:
        key = "trainer_got_no_memory" if stall.kind == "memory" else "trainer_did_nothing"
        given = {"library": package, "seconds": stall.seconds, "ways": _less_text(trainer)}
        return say(key, trainer=name, **given)
    signal = -(ending.status or 0)
    if signal in _CRASHES and not log.reason:
        given = {"library": package, "signal": signal, "ways": _less_text(trainer)}
        return say("trainer_crashed", trainer=name, **given)
    reason = log.reason or say("exit_status", status=ending.status)
    if ending.status is None or signal > 0:
        return say("trainer_killed", trainer=name, library=package, signal=signal or 9)
    return say("trainer_failed", trainer=name, library=package, reason=reason)


def _less_text(trainer: LibraryTrainer) -> str:
    """The settings that give a trainer less text."""
    has_size = "input_sentence_size" in trainer.own_options
    return "target_bytes, input_sentence_size" if has_size else "target_bytes"
