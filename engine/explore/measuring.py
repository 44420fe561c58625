"""Figures of the objectives from an evaluation."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from engine.corpus import Corpus
from engine.encoding import Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.evaluation import (
    GREATEST_PREMIUM,
    Evaluation,
    FairnessFigures,
    labels_meant,
    ngram_loss,
)
from engine.explore.metrics import OF_MODELS, OF_SIZE, PARALLEL
from engine.explore.question import Objective, Question
from engine.machine import result_of
from engine.probe import ProbeSettings, probe_steps
from engine.sentences import say

QUICK = frozenset({
    "bytes_per_token", "characters_per_token", "tokens_per_character", "tokens_per_byte",
    "bytes_per_word", "characters_per_word", "tokens", "bytes", "fertility", "tokens_per_pretoken",
    "mark_split_share", "premium", "pretoken_ratio", "tokens_per_pretoken_ratio",
    "tokens_per_line", "median_premium", "worst_premium", "gini", "max_min_ratio", "variation",
    "badly_served_share", "vocab_size", "embedding_parameters",
})  # fmt: skip
"""Metrics that follow from the tokens of each label; others need a whole encoding, or a model."""
_PROBE = ProbeSettings(
    parameters=300_000, n_bytes=2_000_000, seeds=1, choices=0, samples=0, evaluations=1
)


def needs_encoding(question: Question) -> bool:
    """Whether a metric needs the texts encoded and decoded as a whole."""
    return any(each.metric not in QUICK and each.metric not in OF_MODELS
               for each in question.objectives)  # fmt: skip


def figures_of(question: Question, evaluation: Evaluation, vocab_size: int) -> dict[str, float]:
    """The figures of the objectives by key, and tokens per byte and premium of each label.

    NaN for an objective that the texts do not have. Metrics of models are left out.
    """
    figures = {
        each.key: _figure(each, question, evaluation, vocab_size)
        for each in question.objectives
        if each.metric not in OF_MODELS
    }
    for row in evaluation.rows:
        if (value := row.tokens_per_byte) is not None:
            figures[f"{row.label}.tokens_per_byte"] = value
    for of_label in evaluation.fairness.labels if evaluation.fairness else ():
        if of_label.premium is not None:
            figures[f"{of_label.label}.premium"] = of_label.premium
    return figures


def model_figures(question: Question, tokenizer: Tokenizer, corpus: Corpus) -> dict[str, float]:
    """The figures of the metrics for which a model is trained. Raises LibraryError, CorpusError."""
    figures = {}
    for metric in {each.metric for each in question.objectives if each.metric in OF_MODELS}:
        if metric == "ngram_bits":
            bits = ngram_loss(tokenizer, corpus, order=2).total.bits_per_byte(2)
            figures[metric] = math.nan if bits is None else bits
            continue
        with tempfile.TemporaryDirectory(prefix="probe-") as folder:
            steps = probe_steps([("", tokenizer)], corpus, Path(folder) / "probe", _PROBE)
            report = result_of(steps)
            spread = report.rows()[0].bits_per_byte
            figures[metric] = math.nan if spread is None else spread.mean
    return figures


def violations_of(question: Question, figures: Mapping[str, float]) -> dict[str, float]:
    """By key, how far a figure is beyond its threshold; nothing for those that are kept."""
    found: dict[str, float] = {}
    for each in question.constraints:
        violation = each.violation(figures.get(each.key, math.nan))
        if violation > 0:
            found[each.key] = max(violation, found.get(each.key, 0.0))
    return found


def check_parallel(question: Question, evaluation: Evaluation) -> None:
    """Raise CorpusError for objectives that need parallel texts, or a reference, without them."""
    fairness, reason = evaluation.fairness, " ".join(evaluation.remarks)
    for each in question.objectives:
        if each.metric not in PARALLEL:
            continue
        if fairness is None or len(fairness.labels) < 2:
            code = "explore_not_parallel_because" if reason else "explore_not_parallel"
            raise CorpusError(say(code, key=each.key, reason=reason), setting="explore")
        needs_reference = "premium" in each.metric or each.metric == "badly_served_share"
        if needs_reference and fairness.reference is None:
            sentence = say("explore_no_reference", key=each.key, reason=reason)
            raise CorpusError(sentence, setting="explore")


def check_figures(question: Question, figures: Mapping[str, float]) -> None:
    """Raise ConfigError for an objective that is sought and has no figure on these texts."""
    for each in question.sought:
        if math.isnan(figures.get(each.key, 0.0)):
            raise ConfigError(say("explore_no_figure", key=each.key), setting="explore")


def _figure(
    objective: Objective, question: Question, evaluation: Evaluation, vocab_size: int
) -> float:
    if objective.metric in OF_SIZE:
        rows = question.width * (1 if question.is_tied else 2)
        return float(vocab_size if objective.metric == "vocab_size" else rows * vocab_size)
    metric = objective.of_metric
    if metric.scope == "all":
        return _of_all(objective, _fairness(evaluation, objective.group))
    if objective.label == "all":
        return _number(metric.value(evaluation, evaluation.total))
    names = objective.group or (objective.label,)
    labels = [row.label for row in evaluation.rows]
    wanted = {label for name in names for label in labels_meant(name, labels)}
    values = [
        _number(metric.value(evaluation, row)) for row in evaluation.rows if row.label in wanted
    ]
    return fmean(values) if values else math.nan


def _of_all(objective: Objective, fairness: FairnessFigures | None) -> float:
    if fairness is None:
        return math.nan
    if objective.metric != "badly_served_share":
        return _number(getattr(fairness, objective.metric))
    premiums = _premiums(fairness)
    return fmean(premium > GREATEST_PREMIUM for premium in premiums) if premiums else math.nan


def _fairness(evaluation: Evaluation, group: Sequence[str]) -> FairnessFigures | None:
    """Fairness between the labels of a group alone, all of them for none."""
    fairness = evaluation.fairness
    if fairness is None or not group:
        return fairness
    labels = [row.label for row in fairness.labels]
    wanted = {label for name in group for label in labels_meant(name, labels)}
    kept = tuple(row for row in fairness.labels if row.label in wanted)
    return FairnessFigures(fairness.reference, fairness.lines, fairness.lines_left_out, kept)


def _premiums(fairness: FairnessFigures) -> list[float]:
    return [
        row.premium
        for row in fairness.labels
        if row.premium is not None and row.label != fairness.reference
    ]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan
