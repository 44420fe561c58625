"""Probe models with PyTorch; collected only where it is (tests/conftest.py).

It is imported by the first test: other workers need no PyTorch, and no other program of the tests
is to find it.
"""

from __future__ import annotations

import json
import os
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from engine.extension import read_tensor_file
from engine.machine import result_of
from engine.probe import ModelShape, ProbeSettings, probe_steps, read_report
from engine.probe.plan import CHECKPOINT, CURVE, RESULT, WEIGHTS, new_plan, run_folder
from engine.probe.texts import text_steps
from tests.conftest import TORCH_FOLDER
from tests.engine.probe.test_probe import corpus
from tests.extension_cases import trained

pytestmark = pytest.mark.slow

SHAPE = ModelShape(2, 32, 1)
SETTINGS = ProbeSettings(
    13_000, 15_000, seeds=1, rows=8, context=16, held_out=0.2, choices=6, evaluations=2,
    addition=0.2, samples=2,
)  # fmt: skip


@pytest.fixture(scope="module")
def made():
    """The modules that need PyTorch; it has one thread, since these models are tiny."""
    with pytest.MonkeyPatch.context() as patch:
        if TORCH_FOLDER.is_dir():
            patch.setattr(sys, "path", [*sys.path, str(TORCH_FOLDER)])
            paths = [os.environ.get("PYTHONPATH", ""), str(TORCH_FOLDER)]
            patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        patch.setenv("OMP_NUM_THREADS", "1")
        import torch

        from engine.probe import model, training

        torch.set_num_threads(1)
        yield SimpleNamespace(torch=torch, model=model, training=training)


def batches(n=30, ids=12):
    """Rows of a cycle that a model learns at once."""
    row = np.arange(9, dtype=np.uint32)
    return [np.stack([(row + s + k) % ids for k in range(4)]).astype(np.uint32) for s in range(n)]


def test_a_model_learns_and_its_state_goes_through_a_file(made, tmp_path):
    model = made.model.ProbeModel(SHAPE, 13, seed=1)
    assert sum(w.numel() for w in model.weights.values()) == SHAPE.parameters(13)
    first = model.losses(batches()[0], 12).mean()
    assert first == pytest.approx(np.log(13), abs=0.1)
    for rows in batches(15):
        model.train(rows, 1e-2, 12)
    model.save(tmp_path / "whole", whole=True)
    other = made.model.ProbeModel(SHAPE, 13, seed=9)
    other.load(tmp_path / "whole")
    for rows in batches(15):
        assert other.train(rows, 1e-2, 12) == model.train(rows, 1e-2, 12)
    assert model.step == other.step == 30
    assert model.losses(batches()[0], 12).mean() < first / 2
    assert model.best([3, 4, 5])[-1] == 6
    drawn = model.continued([3, 4, 5], 20, banned=12, context=8)
    assert len(drawn) == 23
    assert 12 not in drawn
    assert drawn == model.continued([3, 4, 5], 20, banned=12, context=8)
    model.save(tmp_path / "weights", whole=False)
    assert len(read_tensor_file(tmp_path / "weights").tensors) == len(model.weights)


def test_bodies_of_one_seed_are_the_same_and_ignored_targets_cost_nothing(made):
    one, other = made.model.ProbeModel(SHAPE, 13, seed=1), made.model.ProbeModel(SHAPE, 40, seed=1)
    for name, weight in one.weights.items():
        if name != "embedding":
            assert made.torch.equal(weight, other.weights[name])
    rows = batches()[0].copy()
    rows[:, -3:] = 12
    losses = one.losses(rows, 12)
    assert losses.shape == (4, 8)
    assert not losses[:, -3:].any()
    assert (losses[:, :-3] > 0).all()


def test_a_step_is_that_of_adamw(made):
    """Algorithm 2 of Loshchilov and Hutter, in NumPy, with gradients of a length of at most 1."""
    model = made.model.ProbeModel(SHAPE, 13, seed=1)
    exact = {name: w.detach().double().numpy() for name, w in model.weights.items()}
    means = {name: np.zeros_like(w) for name, w in exact.items()}
    squares = {name: np.zeros_like(w) for name, w in exact.items()}
    for step, rows in enumerate(batches(3), 1):
        for weight in model.weights.values():
            weight.grad = None
        model._losses(model._parts(rows)[0], 12).mean().backward()
        grads = {name: w.grad.double().numpy() for name, w in model.weights.items()}
        length = np.sqrt(sum((grad**2).sum() for grad in grads.values()))
        assert length > 1
        model.train(rows, 1e-2, 12)
        for name, grad in grads.items():
            grad = grad / length
            means[name] = 0.9 * means[name] + 0.1 * grad
            squares[name] = 0.95 * squares[name] + 0.05 * grad**2
            decay = 0.1 if grad.ndim == 2 else 0.0
            change = means[name] / (1 - 0.9**step)
            change = change / (np.sqrt(squares[name] / (1 - 0.95**step)) + 1e-8)
            exact[name] = exact[name] - 1e-2 * (change + decay * exact[name])
    for name, weight in model.weights.items():
        assert np.allclose(weight.detach().numpy(), exact[name], atol=1e-4), name


def test_a_batch_in_parts_is_the_same_step(made, monkeypatch):
    whole, parts = (
        made.model.ProbeModel(SHAPE, 13, seed=1),
        made.model.ProbeModel(SHAPE, 13, seed=1),
    )
    rows = batches()[0]
    loss = whole.train(rows, 1e-2, 12)
    monkeypatch.setattr(made.model, "_MOST_LOGITS", 13 * 8)
    assert parts.train(rows, 1e-2, 12) == pytest.approx(loss, rel=1e-6)
    for name, weight in whole.weights.items():
        assert made.torch.allclose(weight, parts.weights[name], atol=2e-3), name


def test_a_run_that_was_killed_ends_as_one_that_was_not(made, tmp_path, monkeypatch):
    tokenizers = [("plain", trained(300))]
    texts = result_of(text_steps(corpus(), SETTINGS))
    plan = new_plan(tokenizers, texts, SETTINGS, None, tmp_path / "one")
    told = []
    made.training.train_run(tmp_path / "one", plan, (0, 0), told.append)
    points = [event for event in told if event["event"] == "point"]
    assert points[-1]["loss"] < 0.8 * points[0]["loss"]
    assert told[-1] == {"event": "done", "run": [0, 0]}

    class KilledError(Exception):
        pass

    def kill(event):
        if event["event"] == "point" and event["step"] > 20:
            raise KilledError

    new_plan(tokenizers, texts, SETTINGS, None, tmp_path / "other")
    monkeypatch.setattr(made.training, "CHECKPOINT_SECONDS", 0.0)
    with pytest.raises(KilledError):
        made.training.train_run(tmp_path / "other", plan, (0, 0), kill)
    folder = run_folder(tmp_path / "other", (0, 0))
    assert (folder / CHECKPOINT).exists()
    assert not (folder / RESULT).exists()
    monkeypatch.undo()
    made.training.train_run(tmp_path / "other", plan, (0, 0), told.append)

    def curve(name):
        lines = (run_folder(tmp_path / name, (0, 0)) / CURVE).read_text().splitlines()
        return [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]

    whole, resumed = curve("one"), curve("other")
    assert [p["step"] for p in whole] == [p["step"] for p in resumed]
    assert [p.get("held_out") for p in whole] == [p.get("held_out") for p in resumed]
    weights = [(run_folder(tmp_path / n, (0, 0)) / WEIGHTS).read_bytes() for n in ("one", "other")]
    assert weights[0] == weights[1]
    assert not (folder / CHECKPOINT).exists()
    made.training.train_run(
        tmp_path / "other", plan, (0, 0), told.append
    )  # finished: nothing to do
    report = read_report(tmp_path / "one")
    assert report.is_complete
    assert report.n_items("choices") == report.n_items("sums") == 6
    assert 0 < report.rows()[0].bits_per_byte.mean < 8


@pytest.mark.slow
@pytest.mark.usefixtures("made")
def test_a_probe_from_texts_to_its_report_in_a_child_process(tmp_path):
    tokenizers = [("plain", trained(300)), ("wide", trained(400))]
    progress = []
    steps = probe_steps(tokenizers, corpus(), tmp_path / "probe", SETTINGS)
    report = result_of(steps, progress.append)
    assert report.is_complete
    assert {(step.tokenizer, step.seed) for step in progress} == {(-1, -1), (0, 0), (1, 0)}
    assert progress[-1].fraction == 1.0
    document = json.loads((tmp_path / "probe" / "report.json").read_text("utf-8"))
    assert [each["name"] for each in document["tokenizers"]] == ["plain", "wide"]
    assert len(document["tokenizers"][1]["samples"]) == 2
    again = probe_steps(tokenizers, corpus(), tmp_path / "probe", SETTINGS)
    assert result_of(again).document() == report.document()
