"""Small runs, tokenizers and evaluations for the tests of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from engine import LabelEvaluation, Tokenizer, TrainingConfig, TrainingRecord
from engine.evaluation.evaluation import Evaluation
from engine.evaluation.figures import FairnessFigures, LabelFairness
from engine.settings.record import SecondStage
from engine.settings.superwords import SuperwordOrigin, SuperwordRules, Superwords
from engine.settings.token_lists import MergeRules
from engine.splitting.splitter import Splitter
from workbench.store import RunStore, SourceRecord

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

EVERY_SETTING = TrainingConfig(
    vocab_size=300,
    pattern=r"\p{L}+|\s+|[^\p{L}\s]+",
    special_tokens=("<|end|>", "<|ünïcode 🙂|>", "nul\0inside"),
    reserved_slots=2,
    tie_break="gpt2-order",
    min_frequency=3,
    max_token_bytes=12,
    token_limit="tokenizers",
    normalization="nfc",
    roles={"bos": "<|ünïcode 🙂|>", "eos": "<|end|>"},
    special_text="cut",
    superwords=Superwords(290, "none", SuperwordRules(most_words=3, forbidden_inside=(": ",))),
    merge_rules=MergeRules((b"\xffno",), "[0-9]"),
)


class Clock:
    """A clock that tests set by hand."""

    def __init__(self, now=NOON):
        self.now = now

    def __call__(self):
        return self.now

    def forward(self, **span):
        self.now += timedelta(**span)


def make_config(**changes):
    settings = {"vocab_size": 270, "special_tokens": ("<|end|>",), "reserved_slots": 1}
    return TrainingConfig(**{**settings, **changes})


def make_tokenizer(
    config=None,
    labels: Sequence[str] = ("deu", "eng"),
    *,
    n_merges=None,
    seed=1,
    noise=1000,
    weights=(),
    scale=1,
):
    """A tokenizer with a training record; its numbers are made up but fit each other.

    noise: size of the counts; a large one makes arrays that do not compress.
    weights, scale: of the sources, all as they are by default.
    """
    config = config or make_config()
    n_merges = config.n_merges if n_merges is None else n_merges
    random = np.random.default_rng(seed)
    limits = np.arange(256, 256 + n_merges)
    merges = np.stack([random.integers(0, limits), random.integers(0, limits)], axis=1)
    source_applied = random.integers(0, noise, (n_merges, len(labels)), dtype=np.int64)
    applied = source_applied.sum(axis=1)
    second_stage = origin = None
    if config.superwords is not None:
        sizes = (100,) * len(labels)
        second_stage = SecondStage(config.n_first_merges, sizes, sizes, seconds={"merge": 0.25})
        origin = SuperwordOrigin(Splitter(config.pattern).pattern, config.n_first_merges)
    record = TrainingRecord(
        config=config,
        counts=applied + random.integers(0, 3, n_merges),
        applied=applied,
        source_labels=tuple(labels),
        source_bytes=source_applied.sum(axis=0) * 2 + 100,
        source_documents=np.arange(1, len(labels) + 1, dtype=np.int64),
        source_applied=source_applied,
        pretokens=1234,
        unique_pretokens=321,
        unmatched_bytes=7,
        seconds={"count": 0.25, "merge": 0.5, "total": 0.75},
        problems=("a.txt, line 3: 2 bytes are not UTF-8.",),
        source_characters=np.arange(100, 100 + len(labels), dtype=np.int64),
        source_weights=np.array(weights, np.int64),
        weight_scale=scale,
        second_stage=second_stage,
    )
    first_special = config.vocab_size - config.n_special
    return Tokenizer(
        merges.astype(np.uint32),
        pattern=config.final_pattern,
        special_tokens={t: first_special + i for i, t in enumerate(config.all_special_tokens)},
        vocab_size=config.vocab_size,
        training=record,
        normalization=config.normalization,
    ).with_companions(roles=config.roles, superwords=origin)


def make_sources(labels: Sequence[str] = ("deu", "eng")):
    return [SourceRecord(label) for label in labels]


def make_rows(labels: Sequence[str] = ("deu", "eng")):
    return [
        LabelEvaluation(
            label=label,
            documents=i + 1,
            bytes=1000 + i,
            characters=900 + i,
            words=150,
            tokens=250,
            round_trips=i % 2 == 0,
        )
        for i, label in enumerate(labels)
    ]


def make_parallel(premiums, *, lost=()) -> Evaluation:
    """An evaluation of parallel texts, English the reference; `premiums` by label."""
    rows = tuple(
        replace(row, round_trips=row.label not in lost) for row in make_rows(["eng", *premiums])
    )
    languages = (
        LabelFairness(label, 40.0 * premium, premium)
        for label, premium in {"eng": 1.0, **premiums}.items()
    )
    fairness = FairnessFigures("eng", 1990, 7, tuple(languages))
    return Evaluation(rows, replace(rows[0], label="all"), fairness, (), ())


def add_run(store: RunStore, name=None, *, config=None, seed=1):
    """A finished run; returns its id."""
    config = config or make_config()
    run_id = store.begin_run(name, config, make_sources())
    store.finish_run(run_id, make_tokenizer(config, seed=seed))
    return run_id
