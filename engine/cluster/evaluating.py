"""Evaluation on a cluster: each source of the texts is a task, measured with all tokenizers.

A source is not divided, since its types of words are counted over all of it.
"""

from __future__ import annotations

import json
import socket
import sys
import warnings
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any

from engine.cluster.connection import (
    Versions,
    check_versions,
    checking_workers,
    dask_library,
    versions,
)
from engine.cluster.pieces import Piece, planned_pieces, refuse_iterators
from engine.cluster.tasks import Refusal, results_of, submitted
from engine.cluster.waiting import Waiting
from engine.corpus import Corpus, CorpusProblem
from engine.errors import EngineError
from engine.evaluation import Evaluation, EvaluationWork, MeasuredSource, checked_labels
from engine.library import AnyTokenizer
from engine.machine import Progress, result_of

EvaluatingSteps = Generator[Progress, None, tuple[Evaluation, ...]]


@dataclass(frozen=True, slots=True)
class _Measured:
    """What a task says of its sources, numbered within its piece."""

    sources: list[MeasuredSource]
    problems: tuple[CorpusProblem, ...]


def evaluate(
    tokenizers: Sequence[AnyTokenizer],
    corpus: Corpus,
    client: Any,
    *,
    reference: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> tuple[Evaluation, ...]:
    """Measure tokenizers on a corpus on a Dask cluster, as `evaluate_all` does on one machine.

    Every worker has to see the files of the corpus under the same names. client: a
    `distributed.Client`. reference: as in `evaluate_all`.

    All figures equal those of one machine. Raises as `evaluate_all`, and ClusterError.
    """
    return result_of(evaluating_steps(tokenizers, corpus, client, reference=reference), progress)


def evaluating_steps(
    tokenizers: Sequence[AnyTokenizer],
    corpus: Corpus,
    client: Any,
    *,
    reference: str | None = None,
) -> EvaluatingSteps:
    """As `evaluate`, in steps; all tasks are cancelled where they are not taken to the end."""
    dask_library()
    labels = checked_labels(tokenizers, corpus, reference)
    refuse_iterators(corpus)
    return _evaluating(tokenizers, corpus, client, labels, reference)


def _evaluating(
    tokenizers: Sequence[AnyTokenizer],
    corpus: Corpus,
    client: Any,
    labels: list[str],
    reference: str | None,
) -> EvaluatingSteps:
    pieces = list(planned_pieces(corpus, None, None, sys.maxsize))
    total, done = sum(piece.expected_bytes for piece in pieces), 0
    yield Progress(done, total)
    for state in checking_workers(client, None, corpus):
        yield Progress(done, total, waiting_s=state.seconds)
    given = _submitted_tokenizers(client, tokenizers)
    here = versions()
    described = json.dumps([given.key, labels])

    def submit(number: int, turn: int) -> Any:
        piece = pieces[number]
        key = f"evaluate-{piece.key(described)}-{number}-{turn}"
        return submitted(client, measure_piece, piece, labels, here, given, key=key)

    names = {number: piece.name for number, piece in enumerate(pieces)}
    measured: dict[int, _Measured] = {}
    for step in results_of(client, submit, names):
        if isinstance(step, Waiting):
            yield Progress(done, total, waiting_s=step.seconds)
            continue
        measured[step[0]] = step[1]
        done += pieces[step[0]].expected_bytes
        yield Progress(done, total)
    work = EvaluationWork(tokenizers, labels)
    for number, piece in enumerate(pieces):
        for each in measured[number].sources:
            work.add(replace(each, source=piece.first_source + each.source))
        corpus.note_problems(measured[number].problems)
    return work.evaluations(reference)


def _submitted_tokenizers(client: Any, tokenizers: Sequence[AnyTokenizer]) -> Any:
    """The tokenizers as a task, which any worker can do again where one has died."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that a few megabytes are sent
        return submitted(client, list, tuple(tokenizers), key=f"tokenizers-{token_hex(12)}")


def measure_piece(
    piece: Piece, labels: Sequence[str], expected: Versions, tokenizers: Sequence[AnyTokenizer]
) -> _Measured | Refusal:
    """Measure the sources of a piece."""
    try:
        check_versions(expected, versions(), socket.gethostname())
        piece.check_unchanged()
        corpus = piece.corpus
        work = EvaluationWork(tokenizers, labels[piece.first_source :])
        work.kept = []
        for _ in work.steps(corpus.labelled_parts()):
            pass
        piece.check_unchanged()
    except EngineError as error:
        return Refusal.of(error)
    return _Measured(work.kept, tuple(corpus.problems))
