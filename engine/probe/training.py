"""One model of a probe from its first step to its result; runs in the child process.

Everything that is written can be read again after a kill: points of the curve behind the last
checkpoint are dropped and computed again, with the same numbers.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled import Floats, Int64s, UInt32s
from engine.machine import write_whole
from engine.probe.model import ProbeModel, versions
from engine.probe.plan import (
    CHECKPOINT,
    CURVE,
    RESULT,
    WEIGHTS,
    ProbedTokenizer,
    ProbePlan,
    read_passages,
    run_folder,
)
from engine.probe.settings import cosine_rate
from engine.probe.tasks import chosen
from engine.probe.texts import batch_rows, label_places, n_steps, passage_order, stream_of

CHECKPOINT_SECONDS = 30.0
_TELL_SECONDS = 0.5
_POINTS = 200
_SAMPLE_TOKENS = 48

Tell = Callable[[dict[str, Any]], None]


def train_run(folder: Path, plan: ProbePlan, run: tuple[int, int], tell: Tell) -> None:
    """Train a model unless its result is there. Raises OSError and ModelFileError."""
    target = run_folder(folder, run)
    if (target / RESULT).exists():
        tell({"event": "done", "run": list(run)})
        return
    target.mkdir(parents=True, exist_ok=True)
    _Run(folder, plan, run, tell).train()


class _Run:
    def __init__(self, folder: Path, plan: ProbePlan, run: tuple[int, int], tell: Tell) -> None:
        self._plan, self._run, self._tell = plan, run, tell
        self._settings = plan.settings
        self._folder, self._target = folder, run_folder(folder, run)
        self._tokenizer: ProbedTokenizer = plan.tokenizers[run[0]]
        self._context = self._tokenizer.context
        training = read_passages(folder, run[0], held_out=False)
        order = passage_order(training.n_bytes, self._settings.n_bytes, run[1])
        self._n_bytes = int(training.n_bytes[order].sum())
        self._stream = stream_of(training, order, self._tokenizer.boundary)
        self._held_out, self._places = self._read_held_out()
        self._steps = n_steps(len(self._stream), self._context, self._settings.rows)
        shape = self._settings.shape
        self._flops = shape.flops_per_token(self._tokenizer.n_rows, self._context)
        self._model = ProbeModel(shape, self._tokenizer.n_rows, run[1])
        self._points: list[dict[str, Any]] = []
        self._seconds = 0.0

    def train(self) -> None:
        """Go on from the checkpoint, and write the result."""
        self._restore()
        began = kept = told = time.monotonic()
        before = self._seconds
        losses: list[float] = []
        every = max(1, self._steps // _POINTS)
        measured = {
            round(self._steps * (k + 1) / self._settings.evaluations)
            for k in range(self._settings.evaluations)
        }
        while self._model.step < self._steps:
            losses.append(self._one_step())
            step, now = self._model.step, time.monotonic()
            self._seconds = before + now - began
            if step % every == 0 or step in measured or step == self._steps:
                point = self._point(float(np.mean(losses)))
                losses = []
                if step in measured or step == self._steps:
                    point["held_out"] = self._measure().tolist()
                self._points.append(point)
                self._append(point)
                self._tell({"event": "point", "run": list(self._run), **point})
                told = now
            elif now - told >= _TELL_SECONDS:
                self._tell({"event": "step", "run": list(self._run), **self._point(losses[-1])})
                told = now
            if now - kept >= CHECKPOINT_SECONDS:
                self._model.save(self._target / CHECKPOINT, whole=True)
                kept = time.monotonic()
        self._finish()

    def _one_step(self) -> float:
        rows = batch_rows(self._stream, self._context, self._settings.rows, self._model.step)
        assert rows is not None
        rate = cosine_rate(self._model.step, self._steps, highest=self._settings.learning_rate)
        loss = self._model.train(rows, rate, self._tokenizer.boundary)
        if not math.isfinite(loss):
            raise ValueError(f"the loss became {loss} at step {self._model.step}")
        return loss

    def _point(self, loss: float) -> dict[str, Any]:
        share = min(1.0, self._model.step / self._steps)
        tokens = min(len(self._stream), self._model.step * self._settings.rows * self._context)
        return {
            "step": self._model.step, "steps": self._steps, "tokens": tokens,
            "bytes": round(self._n_bytes * share), "flops": self._flops * tokens, "loss": loss,
            "seconds": round(self._seconds, 3),
        }  # fmt: skip

    def _read_held_out(self) -> tuple[UInt32s, Int64s]:
        held_out = read_passages(self._folder, self._run[0], held_out=True)
        n = np.arange(len(held_out.n_bytes))
        stream = stream_of(held_out, n, self._tokenizer.boundary)
        places = label_places(held_out, self._plan.passage_labels, self._plan.labels)
        return stream, places

    def _measure(self) -> Floats:
        """float64[n_labels]: nats of the held-out text of each label."""
        nats = np.zeros(len(self._plan.labels))
        rows, step = self._settings.rows, 0
        while True:
            batch = batch_rows(self._held_out, self._context, rows, step)
            if batch is None:
                return nats
            losses = self._model.losses(batch, self._tokenizer.boundary).reshape(-1)
            first = step * rows * self._context + 1
            places = self._places[first : first + len(losses)]
            counts = places >= 0
            np.add.at(nats, places[counts], losses[: len(places)][counts])
            step += 1

    def _restore(self) -> None:
        curve = self._target / CURVE
        if (self._target / CHECKPOINT).exists():
            self._model.load(self._target / CHECKPOINT)
        if curve.exists():
            lines = curve.read_text("utf-8").splitlines(keepends=True)
            points = [json.loads(line) for line in lines if line.endswith("\n")]
            self._points = [p for p in points if p["step"] <= self._model.step]
            if self._points:
                self._seconds = self._points[-1]["seconds"]
        content = "".join(json.dumps(point) + "\n" for point in self._points)
        write_whole(curve, content.encode())

    def _append(self, point: dict[str, Any]) -> None:
        with (self._target / CURVE).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(point) + "\n")

    def _finish(self) -> None:
        tasks = json.loads((self._folder / f"tasks-{self._run[0]}.json").read_text("utf-8"))
        boundary = self._tokenizer.boundary
        result = {
            **versions(),
            "point": self._points[-1],
            "choices": [self._choice(item) for item in tasks["choices"]],
            "sums": [self._is_right(each) for each in tasks["sums"]],
            "samples": [
                self._model.continued(
                    [boundary, *ids], _SAMPLE_TOKENS, banned=boundary, context=self._context
                )[1:]
                for ids in tasks["prompts"]
            ],
            "sample_prompts": [len(ids) for ids in tasks["prompts"]],
        }
        self._model.save(self._target / WEIGHTS, whole=False)
        write_whole(self._target / RESULT, (json.dumps(result) + "\n").encode())
        (self._target / CHECKPOINT).unlink(missing_ok=True)
        self._tell({"event": "done", "run": list(self._run)})

    def _choice(self, item: dict[str, Any]) -> bool:
        """Whether the right answer has the lowest loss per byte."""
        scored = item["scored"]
        losses = [self._answer_loss(each) for each in scored]
        sizes = [each["n_bytes"] for each in scored]
        return chosen(losses, sizes) == int(item["answer"])

    def _answer_loss(self, scored: dict[str, Any]) -> float:
        """Nats of the tokens that reach into the answer."""
        boundary = self._tokenizer.boundary
        ids = [boundary, *scored["ids"]][-(self._context + 1) :]
        row = np.array([ids], np.uint32)
        n_answer = len(scored["ids"]) - scored["first"]
        return float(self._model.losses(row, boundary)[0, -n_answer:].sum())

    def _is_right(self, scored: dict[str, Any]) -> bool:
        """Whether the likeliest ids are those of the answer."""
        ids = [self._tokenizer.boundary, *scored["ids"]][-(self._context + 1) :]
        n_answer = len(scored["ids"]) - scored["first"]
        answer: list[int] = ids[-n_answer:]
        return self._model.best(ids[:-1])[-n_answer:] == answer
