"""Damaged tokenizers, archives and conversations, read here and by the libraries of their formats.

Half of the attempts are those of `mutated_files`; the others are compressed corpora, JSON lines,
conversations and token_bytes.pt. Each file is refused with a sentence, or read as its library
reads it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.damage.mutated_files import FAULTS, Outcome, Reader, judge, written
from benchmarks.damage.mutations import mutated
from benchmarks.damage.samples import Sample, samples
from benchmarks.reliability import damaged_texts
from benchmarks.reliability.attempts import Attempts

_SMALL = 60
"""Merges of the samples in the short form."""
_QUICK = ("tiktoken", "tekken.json", "minbpe", "nanochat", "own")
"""Formats of the short form: none of them starts a library in a process of its own."""


def run(attempts: Attempts) -> None:
    """Every format and every kind of text in turn."""
    made = samples(attempts.scratch / "samples", *((_SMALL,) if attempts.is_short else ()))
    tokenizers = [each for each in made if not attempts.is_short or each.kind in _QUICK]
    whole = {
        kind: damaged_texts.intact(kind, attempts.scratch / "pt") for kind in damaged_texts.KINDS
    }
    with Reader("here") as here, Reader("there") as there:
        readers = (here, there)
        intact = {
            sample.kind: _asked_whole(here, sample, attempts.scratch / "x") for sample in tokenizers
        }
        for kind, content in whole.items():
            _, fault = _judged_text(kind, content, readers, attempts.scratch / "y")
            if fault:
                raise SystemExit(f"The whole file of {kind} is not read as by its library: {fault}")
        for number in attempts.numbers():
            if number % 2 == 0:
                sample = tokenizers[number // 2 % len(tokenizers)]
                _tokenizer(attempts, number, sample, readers, intact[sample.kind])
            else:
                kind = damaged_texts.KINDS[number // 2 % len(whole)]
                content = damaged_texts.damaged(kind, whole[kind], attempts.chance(number))
                verdict, fault = _judged_text(kind, content, readers, attempts.scratch / "y")
                attempts.tally(verdict)
                if fault:
                    attempts.fault(number, f"{kind}: {fault}")


def _asked_whole(here: Reader, sample: Sample, folder: Path) -> dict[str, Any]:
    answer = here.ask(sample.kind, written(sample, dict(sample.files), folder))
    if "ids" not in answer:
        raise SystemExit(f"The sample {sample.kind} is not read: {answer}")
    return answer


def _tokenizer(
    attempts: Attempts, number: int, sample: Sample, readers: tuple[Reader, Reader],
    intact: dict[str, Any],
) -> None:  # fmt: skip
    path = written(sample, mutated(sample, attempts.chance(number)), attempts.scratch / "x")
    outcome = Outcome()
    judge(sample, path, readers, intact, outcome, number)
    [verdict] = outcome.counts
    attempts.tally(verdict)
    for fault in outcome.faults:
        told = {key: value for key, value in fault.items() if key != "number"}
        attempts.fault(number, json.dumps(told, ensure_ascii=False))


def _judged_text(
    kind: str, content: bytes, readers: tuple[Reader, Reader], folder: Path
) -> tuple[str, str | None]:
    """What became of a file, and the fault if it is one."""
    path = damaged_texts.write(kind, content, folder)
    here = readers[0].ask(kind, path)
    if "hung" in here:
        return FAULTS[2], "it does not end"
    if "died" in here or "crashed" in here:
        return FAULTS[1], f"it crashes: {here.get('crashed', 'the process died')}"
    if "refused" in here:
        return "refused", None
    there = readers[1].ask(kind, path)
    if "ids" not in there:
        return FAULTS[0], f"taken here, and the library says {there.get('refused')}"
    if not damaged_texts.agree(kind, here["ids"], there["ids"]):
        return FAULTS[0], f"read otherwise than by the library: {str(here['ids'])[:200]}"
    return "read as by the library", None
