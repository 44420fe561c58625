"""The landscape of a search: spots, axes, shades, ranges, the line of the front, slices."""

from __future__ import annotations

import pytest

from engine.sentences import all_of, say
from tests.workbench.explore import records
from workbench.explore.exploration_landscape import BaselineFigures, landscape_of, objective_key
from workbench.explore.explore_words import told_with_titles
from workbench.explore.landscape import (
    Axis,
    Landscape,
    Spot,
    closeness,
    front_line,
    sentence_of,
    shades,
    slice_curve,
    usual_range,
)
from workbench.explore.point_table import remark
from workbench.explore.slice_error import typical_error
from workbench.text import engine_words
from workbench.text.engine_words import sentence_words

MEAN, WORST, COST = (
    f"objective {key}" for key in ("bytes_per_token", "worst_premium", "embedding_parameters")
)


@pytest.fixture(scope="module")
def landscape():
    found = records.exploration()
    baseline = BaselineFigures(
        "current run",
        records.figures(0.5, 350, "gpt2"),
        {"pattern": "gpt2", "vocab_size": 350},
        350,
    )
    return landscape_of(
        found.question, found.trials, found.front,
        baselines=[baseline], importance=found.importance, disagreement="They disagree.",
    )  # fmt: skip


def test_every_trial_is_a_spot_at_each_of_its_sizes(landscape):
    found = records.exploration()
    assert len(landscape.spots) == len(found.trials) * len(records.SIZES)
    assert {spot.key for spot in landscape.front} == {
        (point.trial, point.vocab_size) for point in found.front.points
    }
    knee = found.front.knee_point
    assert landscape.knee.key == (knee.trial, knee.vocab_size)
    assert landscape.advice.startswith("The knee is trial 7 at 300 ids: bytes/token 1.80")
    assert landscape.disagreement == "They disagree."


def test_advice_names_languages_and_writes_figures_as_the_window_does():
    paying = [say("explore_paying", label=name, percent=7.0) for name in ("ell", "kor", "zho")]
    gain = say("explore_last_gain_of", key="embedding_parameters", percent=29.3,
               costs=say("explore_loss", key="bytes_per_token", percent=5.1),
               labels=all_of(paying))  # fmt: skip
    knee = say("explore_knee", trial=1, size=11583, figures="embedding_parameters 94,887,936")
    words = told_with_titles(say("explore_advice", first=knee, last=gain), records.question())
    assert "11\u202f583 ids: parameters 94.9 M" in words
    assert "Greek (+7.0 % tokens), Korean (+7.0 % tokens) and Chinese (+7.0 % tokens)" in words
    assert "ell" not in words.split()
    assert "bytes/token gets worse" in words


def test_every_sentence_of_a_list_is_translated():
    parts = [say("explore_paying", label=name, percent=1.0) for name in "abc"]
    engine_words.set_translation(
        lambda form, _: form.many.replace("tokens", "Token").replace(" and ", " und ")
    )
    try:
        assert sentence_words(all_of(parts)) == (
            "a (+1.0 % Token), b (+1.0 % Token) und c (+1.0 % Token)"
        )
    finally:
        engine_words.set_translation(None)


def test_the_error_of_an_estimate_is_that_of_trials_it_has_not_seen(landscape):
    temperature, mean, cost = (landscape.axis(key) for key in ("temperature", MEAN, COST))
    error = typical_error(landscape, temperature, mean)
    assert 0.005 < error < 0.1  # of 1.5 to 2.1; the estimate smooths and the ends lack neighbours
    assert typical_error(landscape, temperature, cost) < 0.05 * 8192 * 400  # no temperature in it
    few = Landscape(landscape.objectives, landscape.variables, landscape.spots[:3])
    assert typical_error(few, temperature, mean) is None


def test_a_trial_that_was_given_up_on_a_sample_is_no_measured_point():
    pruned = records.trial(12, 0.5, state="pruned", sizes=())
    found = records.exploration()
    made = landscape_of(found.question, [*found.trials, pruned], found.front)
    spot = made.spot((12, 400))
    assert spot.is_sampled
    assert remark(spot) == "on a sample"
    assert not any(each.is_sampled for each in made.spots if each.key != spot.key)


def test_spots_beyond_a_threshold_are_infeasible(landscape):
    low = [spot for spot in landscape.spots if spot.values[MEAN] < 1.55]
    assert low
    assert {spot.kind for spot in low} == {"infeasible"}
    assert landscape.axis(MEAN).threshold == 1.55


def test_choices_are_places_and_words(landscape):
    axis = landscape.axis("pattern")
    assert axis.choices == ("gpt2", "o200k")
    spot = landscape.spot((1, 400))
    assert axis.value_words(spot.value(axis)) == "o200k"
    said = sentence_of(spot, landscape.axes)
    assert said.startswith("Trial 1, 400 ids, ")
    assert "Split pattern o200k" in said


def test_only_measured_points_have_validation_and_spread(landscape):
    whole = landscape.spot((3, 400))
    assert whole.validation[MEAN] == pytest.approx(whole.values[MEAN] * 1.01)
    assert whole.spread[WORST] == 0.1
    assert not landscape.spot((3, 300)).spread


def test_the_colour_of_the_current_run_is_neutral_and_better_is_positive(landscape):
    shade = shades(landscape.axis(COST), landscape)
    [baseline] = landscape.baselines
    assert shade[baseline.key] == 0.0
    cheap = [shade[spot.key] for spot in landscape.front if spot.values[COST] < 8192 * 350]
    dear = [shade[spot.key] for spot in landscape.front if spot.values[COST] > 8192 * 350]
    assert all(value > 0 for value in cheap)
    assert all(value < 0 for value in dear)
    assert shades(None, landscape) == {}


def test_far_dominated_spots_do_not_stretch_an_axis():
    axis = Axis("y", "y", better="lower")
    spots = [Spot((n, 1), "", {"y": float(n)}, "front") for n in range(3)]
    far = Spot((9, 1), "", {"y": 1000.0})
    low, high = usual_range(axis, Landscape((axis,), (), (*spots, far)))
    assert low < 0.0 < 2.0 < high < 10.0


def test_the_line_of_the_front_never_turns_back(landscape):
    x, y = landscape.axis(MEAN), landscape.axis(WORST)
    line = front_line(x, y, landscape.front)
    assert len(line) > 2
    values = [(spot.values[MEAN], spot.values[WORST]) for spot in line]
    assert values == sorted(values, reverse=True)
    assert front_line(landscape.axis("temperature"), y, landscape.front) == []


def test_a_slice_follows_the_trials_that_are_alike(landscape):
    temperature, worst = landscape.axis("temperature"), landscape.axis(WORST)
    around = landscape.spot((4, 400))
    near = closeness(landscape, temperature, around)
    assert near[0, 400] == 1.0
    assert near[1, 400] < 0.2  # another pattern
    curve = slice_curve(landscape, temperature, worst, around)
    heights = [y for _, y in curve]
    assert heights == sorted(heights)
    at = min(curve, key=lambda point: abs(point[0] - 8 / 11))
    assert at[1] == pytest.approx(records.figures(8 / 11, 400, "gpt2")["worst_premium"], abs=0.1)


def test_an_objective_and_a_variable_of_one_name_have_two_axes():
    from engine.explore import Objective

    found = records.question(objectives=(Objective("vocab_size"), Objective("worst_premium")))
    axes = landscape_of(found, (), None).axes
    assert len({axis.key for axis in axes}) == len(axes)
    assert objective_key(found.objectives[0]) != "vocab_size"
