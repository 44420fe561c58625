"""A copy of a stored run whose tokenizer has further special tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.store import RunId, RunStore


def run_with_special_tokens(
    store: RunStore, run: str, tokens: Sequence[str], *, suffix: str
) -> RunId:
    """Store a copy of a finished run with further special tokens and return its id.

    The tokens that it lacks get the ids after its last one; every other id, the merges and what
    its training recorded stay. Its name is that of the run with `suffix`. Nothing measured is
    copied: the vocabulary is another one. Raises StoreError, ConfigError.
    """
    record, tokenizer = store.run(run), store.tokenizer(run)
    summary, training = record.summary, record.training
    assert training is not None  # of a finished run
    extended = tokenizer.with_special_tokens(tokens)
    new = tuple(name for name in extended.special_tokens if name not in tokenizer.special_tokens)
    config = replace(
        record.config,
        vocab_size=extended.vocab_size,
        special_tokens=(*record.config.special_tokens, *new),
    )
    extended = extended.with_companions(training=replace(training, config=config))
    taken = {known.name for known in store.list_runs()}
    name = wanted = f"{summary.name}-{suffix}"
    number = 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    run_id = store.begin_run(
        name, config, record.sources, record.options, record.mixture, parent=summary.run_id
    )
    try:
        store.save_memory(run_id, training.memory)
        store.finish_run(
            run_id, extended, sources=record.sources, mixture=record.mixture, stopped=summary.reason
        )
    except BaseException as error:
        store.fail_run(run_id, str(error))
        raise
    return run_id
