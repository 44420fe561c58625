"""Facts of a comparison on what trained a run, and on tokenizers that run in their library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.settings import OWN_TRAINER

if TYPE_CHECKING:
    from engine.library import LibraryTokenizer
    from workbench.store import RunRecord


def trainer_facts(record: RunRecord | None) -> dict[str, Any]:
    """What trained a run, with its options; nothing for what is no run."""
    if record is None:
        return {}
    trainer = record.config.trainer
    if trainer is None:
        return {"trainer": OWN_TRAINER}
    options = {key: trainer.option(key) for key in trainer.own_options}
    # As words: of a share such as 0.9995 every digit counts.
    words = {key: f"{each:g}" for key, each in options.items() if isinstance(each, float)}
    return {"trainer": trainer.name, **options, **words}


def spent_facts(record: RunRecord | None) -> dict[str, Any]:
    """The time of a run, and of another library its memory and its file."""
    if record is None:
        return {}
    facts: dict[str, Any] = {
        "seconds_count": record.seconds_count,
        "seconds_merge": record.seconds_merge,
        "seconds_total": record.seconds_total,
    }
    if (library := record.library) is not None:
        facts["trained_in"] = library.library
        facts["file_bytes"] = library.file_bytes
        if library.peak_bytes is not None:
            facts["peak_bytes"] = library.peak_bytes
    return facts


def library_settings_facts(tokenizer: LibraryTokenizer) -> dict[str, Any]:
    """What is known of a tokenizer whose pattern and merges only its library knows."""
    return {
        "library": tokenizer.library,
        "library_reason": tokenizer.reason,
        "vocab_size": tokenizer.vocab_size,
        "special_tokens": tuple(sorted(tokenizer.special_tokens)),
    }


def library_result_facts(tokenizer: LibraryTokenizer) -> dict[str, Any]:
    return {
        "longest_token": int(tokenizer.token_lengths.max(initial=0)),
        "semantic_hash": tokenizer.semantic_hash,
    }
