"""What the jobs of the vocabulary do, as generators; see workbench.work.jobs."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from engine.machine import relayed
from workbench.text.engine_words import sentence_words
from workbench.vocabulary.vocabulary_filter import VocabularyIndex, index_vocabulary
from workbench.work.jobs import StepProgress

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Corpus, Tokenizer
    from engine.analysis import (
        MergeReplay,
        MergeReplayer,
        TokenContext,
        TokenUsage,
        VocabularyReport,
    )


def listing(tokenizer: Tokenizer) -> Generator[StepProgress, None, VocabularyIndex]:
    """List the tokens of a vocabulary."""
    for step in index_vocabulary(tokenizer):
        if isinstance(step, VocabularyIndex):
            return step
        yield StepProgress("List the vocabulary", step)
    raise AssertionError("the index comes last")


def reporting(
    tokenizer: Tokenizer, index: VocabularyIndex
) -> Generator[StepProgress, None, VocabularyReport]:
    """Find the tokens out of reach."""
    from engine.analysis import report_steps

    return (
        yield from relayed(
            report_steps(tokenizer, index.report.facts),
            lambda share: StepProgress("Look for tokens out of reach", share),
        )
    )


def counting(
    tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...]
) -> Generator[StepProgress, None, TokenUsage]:
    """Encode a text and count the uses of each token."""
    from engine.analysis import usage_steps
    from engine.corpus import Corpus
    from engine.errors import CorpusError

    yield StepProgress("Count uses of tokens", 0.0)
    if isinstance(corpus, tuple):
        corpus = Corpus.from_paths(corpus)
    usage = yield from relayed(
        usage_steps(tokenizer, corpus),
        lambda step: StepProgress("Count uses of tokens", step.share),
    )
    if not usage.tokens:
        listed = " ".join(sentence_words(str(problem)) for problem in corpus.problems)
        raise CorpusError(f"The corpus holds no text. {listed}".strip())
    return usage


def finding(
    tokenizer: Tokenizer, corpus: Corpus | tuple[Path, ...], token_id: int
) -> Generator[StepProgress, None, tuple[TokenContext, ...]]:
    """Look for places of a token; the payload of each step is what it found."""
    from engine.analysis import context_steps
    from engine.corpus import Corpus

    phase = "Find contexts of a token"
    yield StepProgress(phase, 0.0, payload=())
    if isinstance(corpus, tuple):
        corpus = Corpus.from_paths(corpus)
    return (
        yield from relayed(
            context_steps(tokenizer, corpus, token_id),
            lambda step: StepProgress(phase, step.share, payload=step.found),
        )
    )


def replaying(replayer: MergeReplayer, text: str) -> Generator[StepProgress, None, MergeReplay]:
    """Encode a text for the timeline."""
    yield StepProgress("Encode a text", None)
    return replayer.replay(text)
