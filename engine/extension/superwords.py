"""Superwords for a tokenizer that was made elsewhere: stage two over the tokens that it gives.

All merges of the tokenizer are stage one, and its split pattern is that of stage one. The text is
split by the second pattern, encoded with these merges, and merged on, as in a training.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.compiled import ReusedArrays
from engine.corpus import Corpus
from engine.counting import PretokenCounts, sampled
from engine.encoding import Tokenizer
from engine.extension.learning import (
    ExtensionProgress,
    ExtensionStep,
    LearnedMerges,
    fewer_words,
)
from engine.machine import StopRequest
from engine.settings import N_BYTES, Superwords, TrainingConfig, whole_occurrences
from engine.training import (
    MergeLoop,
    MergesDone,
    NewTokensOnly,
    SuperwordTraining,
    TrainingProgress,
    TrainingSteps,
)

if TYPE_CHECKING:
    from engine.extension.extension import ExtensionSettings


class CountedText(NamedTuple):
    """A text and its pre-tokens by the pattern of the tokenizer, weighted as the mixture asks."""

    corpus: Corpus
    pretokens: PretokenCounts


def superword_steps(
    old: Tokenizer,
    text: CountedText,
    n_new: int,
    settings: ExtensionSettings,
    stop: StopRequest | None,
) -> Generator[ExtensionProgress, None, LearnedMerges]:
    """Merge on across words from the tokenizer's merges. Raises CorpusError."""
    n_old, pretokens = old.n_merges, text.pretokens
    config = _config(old, n_new, settings)
    steps = TrainingSteps(config, pretokens.labels)
    steps.note_counts(pretokens)
    first = MergeLoop(
        pretokens,
        config.of_size(N_BYTES + n_old),
        done=MergesDone.of_merges(old.ranked_merges, len(pretokens.labels)),
    )
    shares = (pretokens.source_weights > 0).astype(float).tolist()
    corpus = sampled(text.corpus, shares, 0)
    options, veto = settings.superword_options, NewTokensOnly(old)
    second = SuperwordTraining(steps, config, corpus, pretokens, first, options, veto)
    for progress in second.run(ReusedArrays(), None, stop):
        yield _progress(progress, n_old, n_new)
    results, n = second.loop.results, second.loop.n_merges
    pairs = results.merges[n_old:n].copy()
    counts = whole_occurrences(results.counts[n_old:n], pretokens.weight_scale)
    problems = second.problems
    if len(pairs) < n_new and not problems:
        problems = (fewer_words(len(pairs), n_new, is_stopped=not second.is_over),)
    return LearnedMerges(pairs, np.asarray(counts, np.int64), problems)


def _config(old: Tokenizer, n_new: int, settings: ExtensionSettings) -> TrainingConfig:
    """The settings of a training whose first stage the tokenizer is."""
    n_old = old.n_merges
    config = settings.config(N_BYTES + n_old + n_new, old.pattern)
    superwords = Superwords(N_BYTES + n_old, settings.superword_pattern, settings.superwords)
    return replace(
        config,
        superwords=superwords,
        normalization=old.normalization,
        merge_rules=settings.merge_rules,
    )


def _progress(progress: TrainingProgress, n_old: int, n_new: int) -> ExtensionProgress:
    """A training's progress as that of the extension."""
    if not progress.is_merging:
        return ExtensionProgress(progress.done, progress.total, ExtensionStep.ENCODE)
    last = progress.last_merges
    token = last[-1].token_bytes if len(last) else b""
    done = max(0, progress.merges_done - n_old)
    return ExtensionProgress(done, n_new, ExtensionStep.MERGE, last_token=token)
