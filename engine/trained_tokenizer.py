"""The tokenizer that a training gives, whole or stopped."""

from __future__ import annotations

from dataclasses import replace

from engine.merge_loop import MergeLoop
from engine.splitter import Splitter
from engine.stop_request import stopped_sentence
from engine.superwords import SuperwordOrigin
from engine.tokenizer import Tokenizer
from engine.training_record import TrainingRecord


def trained_tokenizer(record: TrainingRecord, loop: MergeLoop) -> Tokenizer:
    """The tokenizer of a training that came to its end. loop: of its last stage."""
    config = record.config
    first_special = config.vocab_size - config.n_special
    pattern, origin = config.pattern, None
    if record.second_stage is not None:
        pattern = config.final_pattern
        origin = SuperwordOrigin(Splitter(config.pattern).pattern, record.second_stage.n_first)
    return Tokenizer(
        loop.results.merges[: loop.n_merges].copy(),
        pattern=pattern,
        special_tokens={
            token: first_special + i for i, token in enumerate(config.all_special_tokens)
        },
        vocab_size=config.vocab_size,
        training=record,
        normalization=config.normalization,
    ).with_companions(roles=config.roles, superwords=origin)


def kept_tokenizer(record: TrainingRecord, loop: MergeLoop) -> Tokenizer:
    """The tokenizer of a training that was stopped: as if its size had been asked for."""
    asked = record.config
    size = asked.vocab_size - asked.n_merges + loop.n_merges
    sentence = stopped_sentence(loop.n_merges, asked.n_merges, size)
    record = replace(record, problems=(*record.problems, sentence))
    return trained_tokenizer(record, loop).truncated(size)
