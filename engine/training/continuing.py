"""Continuing: a finished training goes on to a larger vocabulary, as if it had never stopped.

The merges of a smaller training are the first merges of a larger one on the same text. So they are
taken as done, and only the others are made. Special tokens follow the merges, as in every training:
their ids move up. Superwords begin where they began, whatever share that is now.
"""

from __future__ import annotations

import numpy as np

from engine.counting import PretokenCounts
from engine.encoding import Tokenizer
from engine.errors import CheckpointError, ConfigError
from engine.settings import TrainingConfig, TrainingRecord
from engine.training.merges_done import MergesDone
from engine.training.sentences import say


def continued_config(tokenizer: Tokenizer, vocab_size: int) -> TrainingConfig:
    """The settings with which a tokenizer's training goes on to `vocab_size` ids.

    Raises ConfigError (setting "vocab_size") for a size that is not larger, and for a tokenizer
    whose training is not known.
    """
    record = _record(tokenizer)
    if vocab_size <= record.config.vocab_size:
        raise ConfigError(
            say("already_that_large", size=record.config.vocab_size),
            setting="vocab_size",
        )
    return record.config.of_size(vocab_size)


def merges_to_continue(tokenizer: Tokenizer, pretokens: PretokenCounts) -> MergesDone:
    """The merges of a tokenizer with what they did, to go on from on the same text.

    Raises CheckpointError where the counts are of another text or another mixture.
    """
    record = _record(tokenizer)
    pairs = (
        ("bytes", record.source_bytes, pretokens.source_bytes),
        ("documents", record.source_documents, pretokens.source_documents),
        ("weight", record.source_weights, pretokens.source_weights),
    )
    if record.source_labels != pretokens.labels:
        raise CheckpointError(
            say(
                "continued_on_other_sources",
                then=", ".join(record.source_labels),
                now=", ".join(pretokens.labels),
            )
        )
    for what, then, now in pairs:
        for label, before, present in zip(record.source_labels, then, now, strict=True):
            if before != present:
                raise CheckpointError(
                    say(
                        "continued_on_other_counts",
                        label=label,
                        what=what,
                        then=before,
                        now=present,
                    )
                )
    if (record.pretokens, record.unique_pretokens, record.weight_scale) != (
        pretokens.n_pretokens, pretokens.n_unique, pretokens.weight_scale,
    ):  # fmt: skip
        raise CheckpointError(say("continued_on_other_text"))
    return MergesDone(
        np.asarray(tokenizer.merges, np.uint32),
        record.counts,
        record.applied,
        record.source_applied,
        None if tokenizer.superwords is None else tokenizer.superwords.n_first_merges,
    )


def _record(tokenizer: Tokenizer) -> TrainingRecord:
    if tokenizer.training is None:
        raise ConfigError(
            say("unknown_training"),
            setting="vocab_size",
        )
    return tokenizer.training
