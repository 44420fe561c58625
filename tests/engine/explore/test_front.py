"""Fronts: against every pair of points, and against counted cells for the hypervolume."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from engine.errors import ExportError
from engine.evaluation import Threshold
from engine.explore import (
    Budget,
    Objective,
    Question,
    Temperature,
    Trial,
    VocabSize,
    front_of,
    write_front,
)
from engine.explore.front import costs_of, hypervolume, knee_of, non_dominated
from engine.settings import TrainingConfig

SOUGHT = (Objective("worst_premium"), Objective("bytes_per_token", goal="maximise"))


def question(*objectives: Objective) -> Question:
    return Question(
        objectives or SOUGHT,
        (Temperature(0, 1), VocabSize.of([512, 1024])),
        Budget(9),
        TrainingConfig(1024),
    )


def trial(number: int, premium: float, compression: float, **changes: object) -> Trial:
    figures = {"worst_premium": premium, "bytes_per_token": compression}
    made = Trial(number, {"temperature": 0.5, "vocab_size": 1024}, "complete", 1024, figures)
    return replace(made, **changes)


def dominates(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one <= other).all() and (one < other).any())


@pytest.mark.parametrize("n_objectives", [1, 2, 3, 5])
def test_no_point_of_a_front_is_dominated(n_objectives: int) -> None:
    costs = np.random.default_rng(n_objectives).integers(0, 6, (120, n_objectives)).astype(float)
    found = non_dominated(costs)
    for i, row in enumerate(costs):
        is_best = not any(dominates(other, row) for other in costs)
        is_first = not any((costs[:i] == row).all(axis=1))
        if found[i]:
            assert is_best
        else:
            assert not is_best or any((costs[found] == row).all(axis=1)) or not is_first


@pytest.mark.parametrize("n_objectives", [1, 2, 3, 4])
def test_the_hypervolume_is_that_of_counted_cells(n_objectives: int) -> None:
    rng = np.random.default_rng(n_objectives)
    costs = rng.integers(0, 8, (9, n_objectives)) / 8
    cells = np.stack(np.meshgrid(*[np.arange(8) / 8 + 1 / 16] * n_objectives), axis=-1)
    is_dominated = np.zeros(cells.shape[:-1], bool)
    for row in costs:
        is_dominated |= (cells >= row).all(axis=-1)
    box = np.zeros(n_objectives), np.ones(n_objectives)
    close = 1e-9 if n_objectives < 4 else 0.02
    assert hypervolume(costs, *box) == pytest.approx(is_dominated.mean(), abs=close)


def test_the_knee_is_nearest_to_the_best_of_everything() -> None:
    assert knee_of(np.array([[0.0, 10.0], [1.0, 2.0], [8.0, 0.0]])) == 1
    assert knee_of(np.array([[0.0, 10.0], [1.0, 2.0]])) is None


def test_all_sizes_of_a_trial_are_points() -> None:
    smaller = ((512, {"worst_premium": 1.5, "bytes_per_token": 3.0}),)
    front = front_of([trial(0, 2.0, 4.0, sizes=smaller), trial(1, 2.5, 3.5)], question())
    assert [(point.trial, point.vocab_size) for point in front.points] == [(0, 512), (0, 1024)]
    assert front.points[0].values["vocab_size"] == 512
    assert costs_of(front.points, front.objectives).tolist() == [[1.5, -3.0], [2.0, -4.0]]


def test_samples_and_broken_thresholds_are_not_on_the_front() -> None:
    held = Objective("bytes_per_token", goal="hold", threshold=Threshold(">=", 3.0))
    asked = question(SOUGHT[0], held)
    front = front_of(
        [
            trial(0, 1.0, 2.0, state="infeasible", violations={"bytes_per_token": 1.0}),
            trial(1, 0.5, 9.0, state="pruned"),
            trial(2, 2.0, 3.0),
        ],
        asked,
    )
    assert [point.trial for point in front.points] == [2]
    assert "One point is best" in front.advice


def test_the_nearest_threshold_is_named() -> None:
    held = Objective("bytes_per_token", goal="hold", threshold=Threshold(">=", 5.0))
    trials = [
        trial(n, 1.0, value, state="infeasible", violations={"bytes_per_token": 5.0 - value})
        for n, value in enumerate((2.0, 4.5, 3.0))
    ]
    front = front_of(trials, question(SOUGHT[0], held))
    assert front.points == ()
    assert front.nearest == (
        "No point keeps all thresholds. The nearest is trial 1, which fails one of them: "
        "bytes_per_token is 4.5 and must be >= 5."
    )


def labelled(number: int, premium: float, compression: float, **labels: float) -> Trial:
    made = trial(number, premium, compression)
    extra = {f"{label}.tokens_per_byte": value for label, value in labels.items()}
    return replace(made, figures={**made.figures, **extra})


def test_the_advice_says_what_the_last_gain_costs_whom() -> None:
    front = front_of(
        [
            labelled(0, 1.5, 3.0, eng=0.40, tam=0.20),
            labelled(1, 2.0, 4.0, eng=0.30, tam=0.22),
            labelled(2, 4.0, 4.2, eng=0.29, tam=0.44),
        ],
        question(),
    )
    assert front.knee == 1
    assert front.advice == (
        "The knee is trial 1 at 1,024 ids: worst_premium 2 and bytes_per_token 4. Another 25.0 % "
        "in worst_premium is possible, but bytes_per_token gets worse by 25.0 %; most is paid by "
        "eng (+33.3 % tokens). Another 5.0 % in bytes_per_token is possible, but worst_premium "
        "gets worse by 100.0 %; most is paid by tam (+100.0 % tokens)."
    )


def test_a_front_is_written_as_a_table_and_as_a_page(tmp_path: Path) -> None:
    front = front_of([trial(0, 1.5, 3.0), trial(1, 2.0, 4.0), trial(2, 4.0, 4.2)], question())
    write_front(front, tmp_path / "front.csv")
    table = (tmp_path / "front.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(table.splitlines()))
    assert [(row["trial"], row["worst_premium"], row["knee"]) for row in rows] == [
        ("0", "1.5", ""), ("1", "2", "yes"), ("2", "4", ""),
    ]  # fmt: skip
    write_front(front, tmp_path / "new" / "front.html")
    page = (tmp_path / "new" / "front.html").read_text(encoding="utf-8")
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    assert len(root.findall(".//circle")) == 3
    assert front.advice in "".join(root.itertext())
    assert "http" not in page.replace("http-equiv", "")
    with pytest.raises(ExportError, match=r"\.csv, \.html"):
        write_front(front, tmp_path / "front.pdf")
