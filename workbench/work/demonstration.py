"""The demonstration: the training on the sample corpus that shows what the program does."""

from __future__ import annotations

from collections.abc import Sequence

from engine.corpus import Corpus, content_hash
from engine.settings import ENGINE_VERSION, TrainingConfig, special_token_design
from engine.text import UNICODE_VERSION
from resources import sample_corpus_folder
from workbench.store import DocumentOptions, RunId, RunRecord, RunStore, RunSummary

VOCAB_SIZE = 4096
PATTERN = "gpt2"
SPECIAL_TOKENS = "nanochat"
"""The set whose rules the Chat workspace begins with: it shows a conversation at once."""


def demonstration_config() -> TrainingConfig:
    """The settings of the demonstration."""
    design = special_token_design(SPECIAL_TOKENS)
    return TrainingConfig(**design.settings(VOCAB_SIZE), pattern=PATTERN)


def sample_corpus() -> Corpus:
    """The files of the sample corpus, one source for each language or domain."""
    return Corpus.from_paths(sample_corpus_folder())


def stored_demonstration(store: RunStore) -> RunId | None:
    """The newest run that training the demonstration would only repeat; None without one.

    The same are settings, engine, Unicode tables, and by content the files of each source.
    Raises StoreError, and CorpusError where the sample cannot be read.
    """
    config, corpus = demonstration_config(), sample_corpus()
    candidates = [run for run in store.list_runs() if _may_be_same(run, config, corpus)]
    if not candidates:
        return None
    content = [(s.label, [content_hash(path) for path in s.paths]) for s in corpus.sources]
    records = (store.run(run.run_id) for run in candidates)
    found = (run for run in records if _is_same(run, config, corpus, content))
    return next((run.summary.run_id for run in found), None)


def newest_finished(runs: Sequence[RunSummary]) -> RunSummary | None:
    """The first finished run of a list that has the newest first."""
    return next((run for run in runs if run.status == "finished"), None)


def _may_be_same(run: RunSummary, config: TrainingConfig, corpus: Corpus) -> bool:
    """Whether the summary of a run allows that it is the demonstration."""
    is_whole = run.status == "finished" and not run.reason and run.parent is None
    return (
        is_whole
        and run.mixture is None
        and run.vocab_size == config.vocab_size
        and run.n_sources == len(corpus.sources)
    )


def _is_same(
    run: RunRecord, config: TrainingConfig, corpus: Corpus, content: list[tuple[str, list[str]]]
) -> bool:
    kept = [(source.label, [file.sha256 for file in source.files]) for source in run.sources]
    readings = {source.reading for source in run.sources}
    readings |= {source.reading for source in corpus.sources}
    versions = (run.engine_version, run.unicode_version)
    return (
        run.config == config
        and versions == (ENGINE_VERSION, UNICODE_VERSION)
        and run.options == DocumentOptions.of(corpus)
        and len(readings) == 1
        and kept == content
    )
