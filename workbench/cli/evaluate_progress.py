"""The progress of an evaluation on standard error, and what comes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from engine.corpus import Corpus
from engine.evaluation import Evaluation, LabelEvaluation, all_evaluation_steps
from engine.library import AnyTokenizer
from workbench.cli.progress_line import result_with_line
from workbench.numbers import byte_size


def evaluated_with_progress(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, reference: str | None, stream: TextIO
) -> tuple[Evaluation, ...]:
    """As engine.evaluation.evaluation.evaluate_all; the stream is told which text is being read."""
    steps = all_evaluation_steps(tokenizers, corpus, reference=reference)
    return result_with_line(steps, EvaluationProgress(corpus).text, stream)


class EvaluationProgress:
    """How far an evaluation is, in words; texts weigh as much as their files are large."""

    def __init__(self, corpus: Corpus) -> None:
        sizes = [max(1, source.n_bytes_on_disk) for source in corpus.sources]
        self._total = max(1, sum(sizes))
        self._sizes = {source.label: n for source, n in zip(corpus.sources, sizes, strict=True)}
        self._before: dict[str, int] = {}
        before = 0
        for label, n in self._sizes.items():
            self._before[label] = before
            before += n
        self._number = {label: number for number, label in enumerate(self._sizes, 1)}

    def text(self, row: LabelEvaluation) -> str:
        """Share, number of the text, its label and how much of it is measured."""
        # Compressed files hold more than they are large: no text counts as more than whole.
        done = self._before[row.label] + min(row.bytes, self._sizes[row.label])
        return (
            f"Evaluate {done / self._total:4.0%}  text {self._number[row.label]:,} of "
            f"{len(self._number):,}: {row.label}, {byte_size(row.bytes)}"
        )
