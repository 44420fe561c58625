"""The metrics that a search may ask for: those of an evaluation, and what a model pays."""

from __future__ import annotations

from engine.evaluation import METRICS, Metric

_OWN = (
    Metric(
        "vocab_size", "Vocabulary size", "size", "ids",
        "bytes, merges, special tokens and reserved slots",
        "a property of the tokenizer",
        "Says nothing about the text.",
        "lower",
        places=0,
        scope="all",
    ),
    Metric(
        "embedding_parameters", "Embedding parameters", "parameters", "",
        "width of the model × vocabulary size, twice if input and output are not tied",
        "Tao et al. 2024",
        "The width is that of the question, whatever the size.",
        "lower",
        places=0,
        scope="all",
    ),
    Metric(
        "badly_served_share", "Badly served languages", "badly served", "",
        "languages other than the reference with a premium above 3 / languages other than the "
        "reference",
        "after Petrov et al. 2023",
        "A language just above the limit counts as much as one far above it.",
        "lower",
        format="percent",
        places=1,
        scope="all",
    ),
    Metric(
        "ngram_bits", "Bits per byte of bigrams", "bigram bits/byte", "bits",
        "code length of held-out text by a bigram model over the ids / its UTF-8 bytes",
        "Shannon 1948; see engine.evaluation.ngram_loss",
        "A small text hurts large vocabularies; every trial takes longer.",
        "lower",
        places=3,
        scope="all",
    ),
    Metric(
        "probe_bits", "Bits per byte of a probe", "probe bits/byte", "bits",
        "loss of a small transformer on held-out text / its UTF-8 bytes",
        "see engine.probe",
        "Every trial trains a model, which takes minutes.",
        "lower",
        places=3,
        scope="all",
    ),
)  # fmt: skip

EXPLORE_METRICS: dict[str, Metric] = {
    **METRICS,
    **{metric.key: metric for metric in _OWN},
}
"""Every metric by key."""

OF_MODELS = ("ngram_bits", "probe_bits")
"""Metrics for which a model is trained."""
OF_SIZE = ("vocab_size", "embedding_parameters")
"""Metrics that need no text."""
PARALLEL = ("badly_served_share", *(key for key, metric in METRICS.items() if metric.scope in
                                    ("all", "parallel")))  # fmt: skip
"""Metrics that need parallel texts."""
