"""`evaluate RUN` without PATH: the stored evaluation of the run, or its text measured now.

A training stores what it measured on the beginning of each of its sources; the window stores what
it measures on other texts.
"""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import (
    given_reading,
    load_tokenizer,
    open_existing_store,
    training_text,
)
from workbench.cli.shared.output import (
    EvaluationProgress,
    counted,
    prepare_engine,
    result_with_line,
    texts_words,
)
from workbench.store import EvaluationRecord, MeasuredTokenizer, RunRecord
from workbench.text.numbers import byte_size
from workbench.work.comparison import TRAINING_SAMPLE

if TYPE_CHECKING:
    from engine.encoding import Tokenizer


@dataclass(frozen=True, slots=True)
class RunEvaluation:
    """An evaluation of a run on its own or on stored texts, with the tokenizer.

    texts: the name under which it is stored. created: None for one that was measured now. others:
    the names of further stored evaluations, newest first. problems: of the texts that were read.
    """

    run: str
    tokenizer: Tokenizer
    measured: tuple[MeasuredTokenizer, ...]
    texts: str
    created: datetime | None = None
    others: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """When it was measured and on which text."""
        evaluation = self.measured[0].evaluation
        what = texts_words(self.texts)
        size = f"{counted(len(evaluation.rows), 'text')}, {byte_size(evaluation.total.bytes)}"
        if self.created is None:
            return f"Measured now on {what} ({size}); the stored evaluation is not changed."
        at = self.created.astimezone(UTC)
        return f"Stored evaluation of {at:%Y-%m-%d %H:%M} UTC on {what} ({size})."

    @property
    def next_sentence(self) -> str:
        """How to measure again, and how to see the other stored evaluations."""
        command = f"evaluate {shlex.quote(self.run)}"
        again = f"`{command} --again` (training text) or " if self.created is not None else ""
        also = "".join(f" `{command} --stored {shlex.quote(name)}`" for name in self.others)
        words = f"Measure again: {again}`{command} PATH...` (other texts)."
        return f"{words} Also stored:{also}." if also else words

    def document(self) -> dict[str, Any]:
        """What JSON says of where the figures are from."""
        return {
            "texts": self.texts,
            "created": None if self.created is None else self.created.isoformat(),
            "others": list(self.others),
        }


def run_evaluation(arguments: Namespace) -> RunEvaluation:
    """What `evaluate` shows without PATH. Raises UsageError where there is nothing to show."""
    keys = [key for key in ("baseline", "label", "reference") if getattr(arguments, key)]
    for key in (*keys, *given_reading(arguments)):
        option = f"--{key.replace('_', '-')}"
        raise UsageError(
            f"{option} needs PATH, the texts to measure on; a stored evaluation is shown as it is."
        )
    record, stored = _stored(arguments)
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    if arguments.again:
        return _measured_now(arguments.tokenizer, tokenizer, record)
    chosen = _chosen(arguments, stored)
    ours, *baselines = chosen.measured
    return RunEvaluation(
        arguments.tokenizer,
        tokenizer,
        (replace(ours, name=arguments.tokenizer), *baselines),
        chosen.name,
        chosen.created,
        tuple(each.name for each in reversed(stored) if each.name != chosen.name),
    )


def _stored(arguments: Namespace) -> tuple[RunRecord, list[EvaluationRecord]]:
    """The run that TOKENIZER names, with its whole evaluations, oldest first."""
    from workbench.store import UnknownRunError

    name = arguments.tokenizer
    if Path(name).exists():
        raise UsageError(f"No corpus: give at least one PATH; {name} is a file, not a run.")
    with open_existing_store(arguments.db) as store:
        try:
            record = store.run(name)
        except UnknownRunError:
            raise UsageError(
                f"No corpus: give at least one PATH; {name} is no run, whose stored evaluation "
                "could be shown."
            ) from None
        records = store.evaluations(record.summary.run_id)
    stored = [each for each in records if each.measured and each.measured[0].evaluation.rows]
    if not stored and not arguments.again:
        raise UsageError(
            f"No corpus: give at least one PATH; no evaluation of {name} is stored. --again "
            "measures it on its training text."
        )
    return record, stored


def _chosen(arguments: Namespace, stored: Sequence[EvaluationRecord]) -> EvaluationRecord:
    """The one that --stored names, by default the newest."""
    if arguments.stored is None:
        return stored[-1]
    for each in stored:
        if each.name == arguments.stored:
            return each
    names = ", ".join(each.name for each in stored)
    raise UsageError(
        f"--stored {arguments.stored}: {arguments.tokenizer} has no such evaluation; there are "
        f"{names}."
    )


def _measured_now(name: str, tokenizer: Tokenizer, record: RunRecord) -> RunEvaluation:
    """The tokenizer on the beginning of each source, as at the end of its training."""
    from engine.evaluation import sample_evaluation_steps
    from workbench.work.run_recording import EVALUATED_CHARACTERS

    corpus = training_text(record, name)
    prepare_engine()
    steps = sample_evaluation_steps(tokenizer, corpus, EVALUATED_CHARACTERS)
    evaluation = result_with_line(steps, EvaluationProgress(corpus).text, sys.stderr)
    problems = tuple(corpus.problem_sentences)
    measured = (MeasuredTokenizer(name, evaluation),)
    return RunEvaluation(name, tokenizer, measured, TRAINING_SAMPLE, problems=problems)
