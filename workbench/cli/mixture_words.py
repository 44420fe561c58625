"""The mixture of a stored run, as JSON and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.settings import MUCH_REPETITION, Mixture, TrainingRecord, listed
from workbench.cli.mixture_settings import WantedMixture
from workbench.cli.output import finite
from workbench.numbers import byte_size
from workbench.store import RunRecord, SourceRecord


def mixture_document(record: RunRecord) -> dict[str, Any] | None:
    """What was asked for, None for everything as it is."""
    if record.mixture is None:
        return None
    facts = {"kind": record.mixture.kind, "weight_scale": record.weight_scale}
    return facts | record.mixture.given()


def mixture_words(mixture: Mixture | None) -> str:
    """What was asked for in a few words. Example: "alpha 0.3, 2.0 GB, seed 1"."""
    if mixture is None:
        return "as it is"
    words = {
        "natural": "as it is",
        "alpha": f"alpha {mixture.alpha}",
        "shares": f"shares of {len(mixture.shares or ())} labels",
        "bytes": f"bytes of {len(mixture.bytes or ())} labels",
    }[mixture.kind]
    if mixture.target_bytes is not None:
        words += f", {byte_size(mixture.target_bytes)}, seed {mixture.seed}"
    return words


def mixed_bytes_per_token(training: TrainingRecord | None) -> float | None:
    """Bytes per token of the mixture; None where no source was weighed."""
    if training is None or not training.is_weighted:
        return None
    return finite(training.mixed_bytes_per_token())


def compression_words(training: TrainingRecord) -> str:
    """Bytes per token of the training corpus; with a mixture also as it was mixed."""
    words = f"{training.bytes_per_token():.2f} bytes per token of the training corpus"
    if not training.is_weighted:
        return words
    return f"{words}, {training.mixed_bytes_per_token():.2f} as mixed"


def mixture_remarks(wanted: WantedMixture, sources: Sequence[SourceRecord]) -> tuple[str, ...]:
    """Sentences on what a mixture left out, and on what its file names in vain."""
    if not wanted.is_given:
        return ()
    labels = [source.label for source in sources]
    applied = wanted.applied(labels, [source.natural_bytes or 0 for source in sources])
    often = repetition_remarks([(source.label, source.weight) for source in sources])
    if applied is not None:
        return (*often, *applied.remarks)
    left_out = [source.label for source in sources if source.weight_units == 0]
    return (*often, *([f"Left out of the mixture: {', '.join(left_out)}."] if left_out else []))


def repetition_remarks(repetitions: Sequence[tuple[str, float]]) -> tuple[str, ...]:
    """A sentence on the sources that are repeated very often, if there are any."""
    often = sorted((-times, label) for label, times in repetitions if times > MUCH_REPETITION)
    if not often:
        return ()
    named = listed([f"{label} ×{-negative:,.1f}" for negative, label in often])
    times = f"Repeated more than {MUCH_REPETITION:g} times"
    return (f"{times}, so that rare words weigh like common ones: {named}.",)
