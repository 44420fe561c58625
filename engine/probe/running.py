"""A probe from tokenizers and texts to its report; the models are trained in a child process.

    steps = probe_steps([("plain", plain), ("superwords", wide)], corpus, Path("probe"))
    report = result_of(steps, print)

Closing the generator ends the child; the same call goes on from the last checkpoint.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.corpus import Corpus, checked_corpus
from engine.errors import ArgumentError, LibraryError
from engine.library import AnyTokenizer
from engine.machine import (
    Progress,
    child_command,
    how_to_install,
    optional_library,
    output_lines,
    write_files,
)
from engine.probe.plan import REPORT, new_plan
from engine.probe.results import CurvePoint, ProbeReport, read_report
from engine.probe.settings import ProbeSettings
from engine.probe.tasks import ChoiceItem
from engine.probe.texts import text_steps
from engine.sentences import Sentences, say


@dataclass(frozen=True, slots=True)
class ProbeProgress(Progress):
    """done, total: bytes of all models. tokenizer, seed: of the model that is trained, -1 before.

    point: of its curve, None between two of them.
    """

    tokenizer: int = -1
    seed: int = -1
    point: CurvePoint | None = None


Probing = Generator[ProbeProgress, None, ProbeReport]


def probe_steps(
    tokenizers: Sequence[tuple[str, AnyTokenizer]],
    corpus: Corpus,
    folder: Path,
    settings: ProbeSettings | None = None,
    *,
    choices: Sequence[ChoiceItem] | None = None,
) -> Probing:
    """Train models with each tokenizer; yields progress, returns the report.

    folder: of this probe, empty, new or with a part of it. choices: items of the multiple-choice
    task; None makes them of held-out text. Raises ArgumentError; later LibraryError without
    PyTorch and for a child that ends early, CorpusError, and CheckpointError for a folder with
    another probe.
    """
    if not tokenizers:
        raise ArgumentError("A probe needs a tokenizer.")
    checked_corpus(corpus)
    return _probed(tokenizers, corpus, folder, settings or ProbeSettings(), choices)


def _probed(
    tokenizers: Sequence[tuple[str, AnyTokenizer]],
    corpus: Corpus,
    folder: Path,
    settings: ProbeSettings,
    choices: Sequence[ChoiceItem] | None,
) -> Probing:
    check_torch()
    reading = text_steps(corpus, settings)
    while True:
        try:
            step = next(reading)
        except StopIteration as end:
            texts = end.value
            break
        yield ProbeProgress(step.done, step.total, "read")
    yield ProbeProgress(0, 0, "encode")
    new_plan(tokenizers, texts, settings, choices, folder)
    yield from trained_steps(folder)
    report = read_report(folder)
    document = report.document([tokenizer for _, tokenizer in tokenizers])
    content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_files(folder, {REPORT: content.encode()})
    return report


def check_torch() -> None:
    """Raise LibraryError where PyTorch is missing."""
    if not optional_library("torch").is_installed:
        raise LibraryError(say("probe_without_torch", install=how_to_install(["torch"])))


def trained_steps(
    folder: Path, command: Sequence[str] | None = None
) -> Generator[ProbeProgress, None, None]:
    """Train what is left of a plan in a child process. Raises LibraryError if it ends early.

    command: the child, in tests another one.
    """
    plan = read_report(folder).plan
    n_bytes = plan.settings.n_bytes
    done: dict[tuple[int, int], int] = {}
    total = n_bytes * len(plan.runs)
    lines = output_lines(command or child_command("engine.probe.child", str(folder)))
    with closing(lines):
        for line in lines:
            event: dict[str, Any] = json.loads(line)
            if event["event"] == "failed":
                raise LibraryError(Sentences.unpacked(event["sentence"]))
            if event["event"] == "end":
                return
            run = (int(event["run"][0]), int(event["run"][1]))
            point = None
            if event["event"] == "done":
                done[run] = n_bytes
            else:
                found = CurvePoint.of_document(event)
                done[run] = min(n_bytes, found.n_bytes)
                point = found if event["event"] == "point" else None
            yield ProbeProgress(
                sum(done.values()), total, "train", tokenizer=run[0], seed=run[1], point=point
            )
    raise LibraryError(say("probe_model_ended", path=folder))
