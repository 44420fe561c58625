"""How far a front can be trusted: its spread over samples of the corpus, and validation."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from statistics import fmean, stdev

import numpy as np

from engine.corpus import Corpus, Source
from engine.evaluation import passages
from engine.explore.exploration import ExploreProgress
from engine.explore.front import Front, Point, costs_of, non_dominated
from engine.explore.trainings import SEARCH, Trainings
from engine.explore.trials import Figures
from engine.machine import relayed
from engine.sentences import say
from engine.training import CountedCorpus

_MOST_POINTS = 8
"""Points whose spread is measured: the ends, the knee and others evenly between."""
_LEAST_CONFIRMED = 0.5
_MOST_DIFFERENCE = 0.05

Spreads = dict[tuple[int, int], Figures]


def spread_steps(work: Trainings, front: Front) -> Generator[ExploreProgress, None, Spreads]:
    """The standard deviation of the figures over samples of the corpus, by trial and size.

    {} for a corpus of counts, which has no text to be sampled.
    """
    points = chosen_points(front)
    seeds = range(work.question.seeds)
    if len(seeds) < 2 or any(source.is_counts for source in work.corpus.sources):
        return {}
    found: dict[tuple[int, int], list[Figures]] = {
        (point.trial, point.vocab_size): [] for point in points
    }
    total, done = len(points) * len(seeds), 0
    for seed in seeds:
        corpora: dict[str, CountedCorpus] = {}
        corpus = half_of(work.corpus, seed)
        for point in points:
            pattern = str(point.values.get("pattern", work.question.fixed.pattern))
            counted = corpora.setdefault(pattern, CountedCorpus(corpus))
            now = ExploreProgress("spread", None, done, total)
            training = work.train_steps(point.values, counted)
            tokenizer = yield from relayed(training, partial(_shown, now))
            measured = work.measure(tokenizer, point.values, SEARCH)
            found[point.trial, point.vocab_size].append(measured.figures)
            done += 1
            yield ExploreProgress("spread", None, done, total)
    return {key: _deviations(figures) for key, figures in found.items()}


def half_of(corpus: Corpus, seed: int) -> Corpus:
    """About half of the passages of each label, of some four thousand bytes each."""
    by_label: dict[str, list[Source]] = {}
    for source in corpus.sources:
        by_label.setdefault(source.label, []).append(source)
    return Corpus.from_iterator({
        label: partial(_half, corpus.with_sources(sources), seed)
        for label, sources in by_label.items()
    })  # fmt: skip


def _half(corpus: Corpus, seed: int) -> Iterator[bytes]:
    """The passages that a seed draws; the first one of a text of which it draws none."""
    first, n_drawn = b"", 0
    salt = seed.to_bytes(8, "big")
    for passage in passages(corpus.labelled_parts()):
        first = first or passage.data
        if blake2b(passage.data, digest_size=1, salt=salt).digest()[0] & 1:
            n_drawn += 1
            yield passage.data
    if not n_drawn and first:
        yield first


def chosen_points(front: Front) -> list[Point]:
    """At most eight points of a front: its ends, its knee and others evenly between."""
    n = len(front.points)
    places = set(np.linspace(0, n - 1, min(n, _MOST_POINTS)).round().astype(np.int64).tolist())
    if front.knee is not None:
        places.add(front.knee)
    return [front.points[place] for place in sorted(places)]


def disagreement_of(front: Front) -> str:
    """A sentence where the validation texts do not confirm the front; "" where they do."""
    points = [
        point
        for point in front.points
        if all(not math.isnan(point.validation.get(o.key, math.nan)) for o in front.objectives)
    ]
    if len(points) < 2:
        return ""
    n_best, difference = confirmation(front, points)
    if n_best >= _LEAST_CONFIRMED * len(points) and difference <= _MOST_DIFFERENCE:
        return ""
    return say("explore_disagrees", n=n_best, all=len(points), percent=100 * difference)


def confirmation(front: Front, points: Sequence[Point]) -> tuple[int, float]:
    """How many points are on the front of the validation texts, and the mean relative difference.

    A difference that all points share, such as of harder texts, is taken out.
    """
    seen = [Point(p.trial, p.vocab_size, p.values, p.validation) for p in points]
    n_best = int(non_dominated(costs_of(seen, front.objectives)).sum())
    differences = []
    for objective in front.objectives:
        ratios = [
            point.validation[objective.key] / point.figures[objective.key]
            for point in points
            if point.figures[objective.key]
        ]
        if ratios and (mean := fmean(ratios)):
            differences += [abs(ratio / mean - 1) for ratio in ratios]
    return n_best, fmean(differences) if differences else 0.0


def _shown(progress: ExploreProgress, _step: object) -> ExploreProgress:
    return progress


def _deviations(figures: Sequence[Figures]) -> dict[str, float]:
    keys = [key for key in figures[0] if all(key in each for each in figures)]
    return {key: stdev([each[key] for each in figures]) for key in keys}
