"""Mixtures: shares become exact integer weights, and nothing can overflow."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ConfigError
from engine.settings.sources import MAX_WEIGHTED_BYTES, Mixture

LABELS = ["deu", "eng", "code_python"]
SIZES = [1000, 8000, 1000]


def shares_of(mixture, labels=LABELS, sizes=SIZES):
    return [row.share for row in mixture.resolve(labels, sizes).rows]


def test_the_natural_mixture_has_weights_and_scale_one():
    for mixture in (
        Mixture(),
        Mixture(alpha=1),
        Mixture(shares={"deu": 1, "eng": 8, "code_python": 1}),
    ):
        resolved = mixture.resolve(LABELS, SIZES)
        assert (resolved.weights.tolist(), resolved.scale) == ([1, 1, 1], 1)
        assert resolved.is_natural
        assert [row.natural_share for row in resolved.rows] == [0.1, 0.8, 0.1]
        assert [row.repetition for row in resolved.rows] == [1.0, 1.0, 1.0]


def test_shares_need_not_add_up_and_leave_out_what_they_do_not_name():
    resolved = Mixture(shares={"deu": 3, "eng": 1}).resolve(LABELS, SIZES)
    assert [row.share for row in resolved.rows] == [0.75, 0.25, 0]
    assert resolved.left_out == ("code_python",)
    assert resolved.weights[2] == 0
    # 7,500 bytes of deu out of 1,000 and 2,500 of eng out of 8,000: 7.5 and 0.3125 = 5 / 16
    assert [row.repetition for row in resolved.rows] == [7.5, 0.3125, 0]
    assert (resolved.weights.tolist(), resolved.scale) == ([120, 5, 0], 16)


def test_temperature_lies_between_equal_and_natural():
    assert shares_of(Mixture(alpha=0)) == pytest.approx([1 / 3] * 3)
    assert shares_of(Mixture(alpha=1)) == [0.1, 0.8, 0.1]
    half = [math.sqrt(size) for size in SIZES]
    assert shares_of(Mixture(alpha=0.5)) == pytest.approx([part / sum(half) for part in half])


def test_a_source_without_text_takes_no_part_in_a_temperature():
    assert shares_of(Mixture(alpha=0), ["a", "b", "c"], [0, 5, 9]) == [0, 0.5, 0.5]
    natural = Mixture().resolve(["a", "b", "c"], [0, 5, 9])
    assert natural.is_natural
    assert natural.left_out == ()


def test_bytes_say_how_much_of_each():
    resolved = Mixture(bytes={"deu": 500, "eng": 16_000}).resolve(LABELS, SIZES)
    assert [row.repetition for row in resolved.rows] == [0.5, 2.0, 0]
    assert [row.effective_bytes for row in resolved.rows] == [500, 16_000, 0]
    assert (resolved.weights.tolist(), resolved.scale) == ([1, 4, 0], 2)


def test_a_target_samples_what_is_too_much_and_repeats_what_is_too_little():
    mixture = Mixture(shares={"deu": 0.5, "eng": 0.5}, target_bytes=4000)
    plan = mixture.resolve(LABELS, SIZES)
    assert plan.is_sampled
    assert [row.sample_share for row in plan.rows] == [1, 0.25, 1]
    assert [row.repetition for row in plan.rows] == [2, 0.25, 0]
    # The sample came out at 2,500 bytes instead of 2,000: the weight corrects it.
    read = mixture.resolve(LABELS, [1000, 2500, 0], natural_bytes=SIZES)
    assert [row.repetition for row in read.rows] == [2, 0.8, 0]
    assert [row.effective_bytes for row in read.rows] == pytest.approx([2000, 2000, 0])
    assert [row.natural_share for row in read.rows] == [0.1, 0.8, 0.1]
    assert not Mixture(target_bytes=50_000).resolve(LABELS, SIZES).is_sampled


def test_sources_of_one_label_share_its_part_by_their_bytes():
    resolved = Mixture(shares={"a": 1, "b": 1}).resolve(["a", "b", "a"], [100, 400, 300])
    assert [row.share for row in resolved.rows] == [0.125, 0.5, 0.375]
    assert resolved.weights[0] == resolved.weights[2]


@settings(max_examples=400, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 1 << 45), min_size=1, max_size=12),
    shares=st.lists(
        st.floats(0, 1e12) | st.sampled_from([1e-9, 0.5, 1.0]), min_size=12, max_size=12
    ),
    target=st.none() | st.integers(1 << 20, 1 << 60),
)
def test_weights_never_overflow_and_are_as_exact_as_the_scale(sizes, shares, target):
    labels = [f"s{i}" for i in range(len(sizes))]
    named = dict(zip(labels, shares, strict=False))
    if not any(named.values()):
        return
    mixture = Mixture(shares=named, target_bytes=target)
    total = sum(map(Fraction, named.values()))
    least = min(Fraction(share) for share in named.values() if share) / total
    if least * (target or sum(sizes)) < 1:
        with pytest.raises(ConfigError, match="too small"):
            mixture.resolve(labels, sizes)
        return
    resolved = mixture.resolve(labels, sizes)
    weights = [int(weight) for weight in resolved.weights]
    assert sum(w * n for w, n in zip(weights, sizes, strict=True)) < MAX_WEIGHTED_BYTES
    assert math.gcd(resolved.scale, *weights) == 1
    size = target or sum(sizes)
    for label, n, weight, row in zip(labels, sizes, weights, resolved.rows, strict=True):
        wanted = Fraction(named[label]) / total * size / n
        assert (weight > 0) == (wanted > 0)
        assert abs(Fraction(weight, resolved.scale) - wanted) <= Fraction(1, resolved.scale)
        assert row.repetition == pytest.approx(float(wanted))


@pytest.mark.parametrize(
    ("settings_", "words"),
    [
        ({"shares": {"fra": 1}}, "names fra, which the corpus does not have"),
        ({"shares": {"deu": 0, "eng": 0}}, "All weights of the mixture are 0"),
        ({"shares": {"deu": -0.5}}, "weight of deu is negative"),
        ({"shares": {"deu": math.nan}}, "weight of deu must be a number"),
        ({"shares": {"deu": math.inf}}, "weight of deu must be a number"),
        ({"shares": {"deu": "much"}}, "weight of deu must be a number"),
        ({"shares": {}}, "a number for each label"),
        ({"bytes": {"deu": 1.5}}, "weight of deu must be a whole number"),
        ({"alpha": -0.1}, "alpha must lie between 0"),
        ({"alpha": 1.01}, "alpha must lie between 0"),
        ({"alpha": math.nan}, "alpha must lie between 0"),
        ({"alpha": 0.5, "shares": {"deu": 1}}, "either by shares or by alpha"),
        ({"alpha": 0.5, "bytes": {"deu": 1}}, "either by bytes or by alpha"),
        ({"target_bytes": 0}, "target_bytes must be a whole number of at least 1"),
        ({"target_bytes": 5}, "too small"),
        ({"target_bytes": 1 << 61}, "beyond the limit"),
        ({"shares": {"deu": 10**400}}, "weight of deu must be a number"),
        ({"bytes": {"deu": 10**400}}, "weight of deu must be a whole number"),
        ({"alpha": 10**400}, "alpha must lie between 0"),
        ({"seed": -1}, "seed of a mixture"),
        ({"seed": 1 << 63}, "seed of a mixture"),
    ],
)  # fmt: skip
def test_what_cannot_work_is_a_sentence(settings_, words):
    with pytest.raises(ConfigError, match=words) as caught:
        Mixture(**settings_).resolve(LABELS, SIZES)
    assert caught.value.setting


def test_a_share_of_nothing_and_a_corpus_of_nothing_are_sentences():
    with pytest.raises(ConfigError, match="source deu contains no text"):
        Mixture(shares={"deu": 0.3, "eng": 0.7}).resolve(["deu", "eng"], [0, 10])
    with pytest.raises(ConfigError, match="no text to mix"):
        Mixture(alpha=0.3).resolve(["deu"], [0])
    with pytest.raises(ConfigError, match="Nothing of the source deu was read"):
        Mixture(alpha=0).resolve(["deu", "eng"], [0, 10], natural_bytes=[10, 10])


def test_weights_are_int64_and_the_mixture_is_plain():
    assert Mixture(alpha=0.3).resolve(LABELS, SIZES).weights.dtype == np.int64
    assert Mixture(shares={"deu": 1}) == Mixture(shares={"deu": 1.0})
    assert Mixture().is_natural
    assert not Mixture(target_bytes=7).is_natural
    assert [Mixture().kind, Mixture(alpha=0.3).kind] == ["natural", "alpha"]
