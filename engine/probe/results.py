"""What a probe found: bits per byte of each tokenizer with its spread, in three views.

At the end all models have read the same bytes. Where rows have the same number of tokens, a
tokenizer with longer tokens has made fewer steps with them, and fewer FLOPs: the second and third
view read the curves of the held-out loss at the fewest steps and the fewest FLOPs that any
tokenizer ended with. A curve is still on its way down there, since the schedule ends with the
bytes: these views are unkind to the tokenizer with shorter tokens.

The scale factor of the article: a loss per token of B times (tokens of B / tokens of A) is one of
A, on the same text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import CheckpointError
from engine.library import AnyTokenizer
from engine.probe.plan import CURVE, RESULT, ProbedTokenizer, ProbePlan, read_plan, run_folder
from engine.sentences import say

_CRITICAL = {2: 4.30, 3: 2.78, 4: 2.45}
"""By the number of seeds; 2.3 from five on."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A place of a run. loss: nats per token of the training text since the point before.

    held_out: nats by label, () where it was not measured.
    """

    step: int
    tokens: int
    n_bytes: int
    flops: float
    loss: float
    seconds: float
    held_out: tuple[float, ...] = ()

    @classmethod
    def of_document(cls, document: dict[str, Any]) -> CurvePoint:
        return cls(
            int(document["step"]), int(document["tokens"]), int(document["bytes"]),
            float(document["flops"]), float(document["loss"]), float(document["seconds"]),
            tuple(map(float, document.get("held_out", ()))),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spread:
    """A value over the seeds: mean, standard deviation (0 of one seed), lowest and highest."""

    mean: float
    deviation: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread | None:
        """Of values; None of none."""
        if not values:
            return None
        deviation = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
        return cls(float(np.mean(values)), deviation, min(values), max(values))


@dataclass(frozen=True, eq=False)
class ProbeRun:
    """A model. result: of `result.json`, None until it is finished."""

    tokenizer: int
    seed: int
    points: tuple[CurvePoint, ...]
    result: dict[str, Any] | None = None

    def measured(self) -> list[CurvePoint]:
        """The points with a held-out loss."""
        return [point for point in self.points if point.held_out]

    def nats_at(self, what: str, value: float) -> float | None:
        """The held-out loss where steps or flops have a value, in a straight line between."""
        points = self.measured()
        if not points:
            return None
        x = [float(getattr(point, what)) for point in points]
        y = [sum(point.held_out) for point in points]
        return float(np.interp(value, x, y))


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """A tokenizer, for one label or, with label "", for all of the held-out text.

    bits_per_byte: None without a finished model.
    """

    tokenizer: int
    label: str
    n_bytes: int
    bits_per_byte: Spread | None


@dataclass(frozen=True, eq=False)
class ProbeReport:
    """A probe as far as it is."""

    plan: ProbePlan
    runs: tuple[ProbeRun, ...]

    @property
    def is_complete(self) -> bool:
        return all(run.result is not None for run in self.runs)

    def finished(self, tokenizer: int) -> list[ProbeRun]:
        """The finished models of a tokenizer."""
        return [r for r in self.runs if r.tokenizer == tokenizer and r.result is not None]

    def rows(self) -> list[ProbeRow]:
        """The whole text first, then the labels; each with a row for every tokenizer."""
        labels = self.plan.labels if len(self.plan.labels) > 1 else ()
        return [
            self._row(number, label)
            for label in ("", *labels)
            for number in range(len(self.plan.tokenizers))
        ]

    def at_equal(self, what: str) -> list[Spread | None]:
        """Bits per byte of each tokenizer where `what`, step or flops, is the least of the ends."""
        n_bytes = sum(self.plan.label_bytes)
        ends = [
            getattr(run.points[-1], what)
            for number in range(len(self.plan.tokenizers))
            for run in self.finished(number)
        ]
        spreads = []
        for number in range(len(self.plan.tokenizers)):
            nats = [run.nats_at(what, min(ends)) for run in self.finished(number)]
            known = [value for value in nats if value is not None]
            spreads.append(Spread.of([bits(value, n_bytes) for value in known]))
        return spreads

    def scale(self, number: int) -> float:
        """The factor that makes a loss per token of a tokenizer one of the first."""
        tokenizers = self.plan.tokenizers
        return tokenizers[number].held_out_tokens / tokenizers[0].held_out_tokens

    def nats_per_token(self, number: int) -> Spread | None:
        """The final held-out loss as training programs print it."""
        n = self.plan.tokenizers[number].held_out_tokens
        return Spread.of([sum(r.points[-1].held_out) / n for r in self.finished(number)])

    def share_right(self, number: int, task: str) -> Spread | None:
        """Share of right answers in "choices" or "sums"; None for a task that was not asked."""
        shares = [
            float(np.mean(run.result[task]))
            for run in self.finished(number)
            if run.result is not None and run.result[task]
        ]
        return Spread.of(shares)

    def n_items(self, task: str) -> int:
        """Items of a task, of one model; 0 before the first is finished."""
        results = [run.result for run in self.runs if run.result is not None]
        return len(results[0][task]) if results else 0

    def embedding_share(self, number: int) -> float:
        """Share of the parameters that is embedding."""
        shape, n_rows = self.plan.settings.shape, self.plan.tokenizers[number].n_rows
        return n_rows * shape.width / shape.parameters(n_rows)

    def verdict(self, number: int) -> str | None:
        """Whether a tokenizer differs from the first beyond the noise of the seeds, as a sentence.

        Student's t of the two means at 5 percent, for n seeds of each with 2n - 2 degrees.
        """
        first, other = self._row(0, "").bits_per_byte, self._row(number, "").bits_per_byte
        if first is None or other is None:
            return None
        names = [self.plan.tokenizers[i].name for i in (number, 0)]
        share = 100 * (other.mean / first.mean - 1)
        n = min(len(self.finished(0)), len(self.finished(number)))
        if n < 2:
            return str(say("probe_one_seed", name=names[0], other=names[1], percent=share))
        noise = math.sqrt((first.deviation**2 + other.deviation**2) / n)
        is_clear = (
            abs(other.mean - first.mean) > (4.3 if n == 2 else 2.8 if n == 3 else 2.0) * noise
        )
        code = "probe_differs" if is_clear else "probe_within_noise"
        return say(code, name=names[0], other=names[1], percent=share, seeds=n)

    def document(self, tokenizers: Sequence[AnyTokenizer] = ()) -> dict[str, Any]:
        """As in JSON; with the tokenizers, samples as text."""
        plan = self.plan
        steps, flops = self.at_equal("step"), self.at_equal("flops")
        return {
            "settings": plan.settings.document(),
            "shape": {
                "layers": plan.settings.shape.layers,
                "width": plan.settings.shape.width,
                "heads": plan.settings.shape.heads,
                "body_parameters": plan.settings.shape.body_parameters,
            },
            "texts": plan.texts,
            "held_out_bytes": sum(plan.label_bytes),
            "complete": self.is_complete,
            "choices": self.n_items("choices"),
            "sums": self.n_items("sums"),
            "tokenizers": [
                self._tokenizer(number, each, steps, flops, tokenizers)
                for number, each in enumerate(plan.tokenizers)
            ],
            "labels": [
                {
                    "label": row.label,
                    "tokenizer": plan.tokenizers[row.tokenizer].name,
                    "bytes": row.n_bytes,
                    "bits_per_byte": _spread(row.bits_per_byte),
                }
                for row in self.rows()
                if row.label
            ],
        }

    def samples(self, tokenizers: Sequence[AnyTokenizer]) -> list[list[tuple[int, str]]]:
        """(tokens, text) that each tokenizer's first model wrote, prompt by prompt."""
        found = []
        for number, tokenizer in enumerate(tokenizers):
            runs = self.finished(number)
            result = runs[0].result if runs else None
            made = [] if result is None else result["samples"]
            found.append([(len(ids), _text(tokenizer, ids)) for ids in made])
        return found

    def _tokenizer(
        self,
        number: int,
        each: ProbedTokenizer,
        steps: Sequence[Spread | None],
        flops: Sequence[Spread | None],
        tokenizers: Sequence[AnyTokenizer],
    ) -> dict[str, Any]:
        ends = [run.points[-1] for run in self.finished(number)]
        shape = self.plan.settings.shape
        samples = self.samples(tokenizers)[number] if tokenizers else []
        return {
            "name": each.name,
            "vocab_size": each.vocab_size,
            "bytes_per_token": each.bytes_per_token,
            "context": each.context,
            "parameters": shape.parameters(each.n_rows),
            "embedding_share": self.embedding_share(number),
            "bits_per_byte": _spread(self._row(number, "").bits_per_byte),
            "bits_per_byte_at_equal_steps": _spread(steps[number]),
            "bits_per_byte_at_equal_flops": _spread(flops[number]),
            "nats_per_token": _spread(self.nats_per_token(number)),
            "scale_factor": self.scale(number),
            "steps": ends[0].step if ends else None,
            "tokens_seen": ends[0].tokens if ends else None,
            "bytes_seen": ends[0].n_bytes if ends else None,
            "flops": ends[0].flops if ends else None,
            "seconds": [end.seconds for end in ends],
            "merged_choices": each.merged_choices,
            "choices_right": _spread(self.share_right(number, "choices")),
            "sums_right": _spread(self.share_right(number, "sums")),
            "samples": [{"tokens": n, "text": text} for n, text in samples],
            "verdict": self.verdict(number) if number else None,
        }

    def _row(self, number: int, label: str) -> ProbeRow:
        sizes = self.plan.label_bytes
        places = [i for i, name in enumerate(self.plan.labels) if label in ("", name)]
        n_bytes = sum(sizes[place] for place in places)
        values = [
            bits(sum(run.points[-1].held_out[place] for place in places), n_bytes)
            for run in self.finished(number)
        ]
        return ProbeRow(number, label, n_bytes, Spread.of(values))


def bits(nats: float, n_bytes: int) -> float:
    """Bits per byte of a sum of losses."""
    return nats / math.log(2) / max(1, n_bytes)


def read_report(folder: Path) -> ProbeReport:
    """What is in the folder of a probe now. Raises CheckpointError."""
    plan = read_plan(folder)
    return ProbeReport(plan, tuple(_run(folder, run) for run in plan.runs))


def _run(folder: Path, run: tuple[int, int]) -> ProbeRun:
    path = run_folder(folder, run)
    try:
        points: list[CurvePoint] = []
        if (path / CURVE).exists():
            lines = (path / CURVE).read_text("utf-8").splitlines(keepends=True)
            points = [CurvePoint.of_document(json.loads(x)) for x in lines if x.endswith("\n")]
        result = None
        if (path / RESULT).exists():
            result = json.loads((path / RESULT).read_text("utf-8"))
            if not points or not points[-1].held_out:
                raise ValueError
    except (OSError, ValueError, KeyError, TypeError):
        raise CheckpointError(say("probe_no_run", path=path), path=path) from None
    return ProbeRun(*run, tuple(points), result)


def _spread(spread: Spread | None) -> dict[str, float] | None:
    if spread is None:
        return None
    return {key: getattr(spread, key) for key in Spread.__slots__}


def _text(tokenizer: AnyTokenizer, ids: Sequence[int]) -> str:
    return tokenizer.decode_bytes(list(ids)).decode("utf-8", "replace")
