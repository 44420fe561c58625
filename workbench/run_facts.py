"""What is known of a tokenizer and its run, fact by fact, for a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.settings import MergeRules, ReadingOptions
from engine.splitting import preset_name_of
from engine.text import line_of_token

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.library import AnyTokenizer, LibraryTokenizer
    from engine.settings import TrainingConfig
    from workbench.store import RunRecord, SourceRecord

SECTIONS = ("settings", "corpus", "result", "metrics", "sources", "engine")
"""In the order in which they are shown: the long list of sources comes late."""

Facts = dict[tuple[str, str], Any]


def facts_of(tokenizer: AnyTokenizer, record: RunRecord | None) -> Facts:
    """Values by section and key; what is not known has no key.

    Lists are tuples; numbers are as they are, in bytes, tokens and seconds.
    """
    from engine.library import LibraryTokenizer

    facts: Facts = {}
    if isinstance(tokenizer, LibraryTokenizer):
        _add(facts, "settings", _library_settings(tokenizer))
        _add(facts, "result", _library_result(tokenizer))
        return facts
    _add(facts, "settings", _settings(tokenizer, record))
    if record is not None:
        _add(facts, "corpus", _corpus(record))
        for source in record.sources:
            _add(facts, "sources", _source(source, record))
    _add(facts, "result", _result(tokenizer, record))
    if record is not None:
        versions = {
            "engine_version": record.engine_version,
            "unicode_version": record.unicode_version,
        }
        _add(facts, "engine", versions)
    return facts


def _add(facts: Facts, section: str, values: dict[str, Any]) -> None:
    facts.update({(section, key): value for key, value in values.items()})


def _settings(tokenizer: Tokenizer, record: RunRecord | None) -> dict[str, Any]:
    common: dict[str, Any] = {
        "vocab_size": tokenizer.vocab_size,
        "pattern": tokenizer.pattern_name or "own",
        "pattern_expression": tokenizer.pattern,
        "normalization": tokenizer.normalization,
    }
    if record is None:
        return common | {"special_tokens": tuple(sorted(tokenizer.special_tokens))}
    config, rules = record.config, record.config.merge_rules or MergeRules()
    return common | {
        "special_tokens": config.special_tokens,
        "reserved_slots": config.reserved_slots,
        "tie_break": config.tie_break,
        "min_frequency": config.min_frequency,
        "max_token_bytes": config.max_token_bytes,
        "token_limit": config.token_limit,
        "blocked_tokens": tuple(map(line_of_token, rules.blocked)),
        "blocked_pattern": rules.blocked_pattern,
        **_superwords(config),
    }


def _superwords(config: TrainingConfig) -> dict[str, Any]:
    """The transition, the rules and the pattern before it; None without superwords."""
    superwords = config.superwords
    if superwords is None:
        return dict.fromkeys(("superwords_from", "superword_rules", "first_pattern"))
    return {
        "superwords_from": superwords.start,
        "superword_rules": superwords.stage_two_rules.name,
        "first_pattern": preset_name_of(config.pattern) or config.pattern,
    }


def _library_settings(tokenizer: LibraryTokenizer) -> dict[str, Any]:
    """What is known of a tokenizer whose pattern and merges only its library knows."""
    return {
        "library": tokenizer.library,
        "library_reason": tokenizer.reason,
        "vocab_size": tokenizer.vocab_size,
        "special_tokens": tuple(sorted(tokenizer.special_tokens)),
    }


def _library_result(tokenizer: LibraryTokenizer) -> dict[str, Any]:
    return {
        "longest_token": int(tokenizer.token_lengths.max(initial=0)),
        "semantic_hash": tokenizer.semantic_hash,
    }


def _corpus(record: RunRecord) -> dict[str, Any]:
    summary, options, mixture = record.summary, record.options, record.mixture
    facts: dict[str, Any] = {
        "sources": len(record.sources),
        "labels": tuple(source.label for source in record.sources),
        "documents": summary.documents,
        "bytes": summary.bytes,
        "mixture": "natural" if mixture is None else mixture.kind,
    }
    given = {} if mixture is None else mixture.given()
    facts |= {key: given[key] for key in ("alpha", "target_bytes", "seed") if key in given}
    return facts | {
        "document_separator": options.document_separator,
        "max_document_chars": options.max_document_chars,
        "max_chars": options.max_chars,
        "text_field": options.text_field,
        "encoding_errors": options.encoding_errors,
    }


def _source(source: SourceRecord, record: RunRecord) -> dict[str, Any]:
    label = source.label
    facts: dict[str, Any] = {f"{label}.bytes": source.bytes, f"{label}.documents": source.documents}
    if source.files:
        facts[f"{label}.files"] = tuple(file.path for file in source.files)
        hashes = tuple(file.sha256 for file in source.files)
        if None not in hashes:
            facts[f"{label}.sha256"] = hashes
    if record.mixture is not None:
        facts[f"{label}.share"] = source.share
        facts[f"{label}.repetition"] = source.weight
    usual = ReadingOptions().flat()
    own = {key: value for key, value in source.reading.flat().items() if value != usual[key]}
    return facts | {f"{label}.{key}": value for key, value in own.items()}


def _result(tokenizer: Tokenizer, record: RunRecord | None) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "n_merges": tokenizer.n_merges,
        "longest_token": int(tokenizer.token_lengths[tokenizer.ranked_ids].max()),
        "semantic_hash": tokenizer.semantic_hash,
    }
    training = tokenizer.training
    if training is not None:
        facts["bytes_per_token"] = training.bytes_per_token()
        if training.is_weighted:
            facts["bytes_per_token_mixed"] = training.mixed_bytes_per_token()
        facts["pretokens"] = training.pretokens
        facts["unique_pretokens"] = training.unique_pretokens
        facts["unmatched_bytes"] = training.unmatched_bytes
    if record is not None:
        facts["seconds_count"] = record.seconds_count
        facts["seconds_merge"] = record.seconds_merge
        facts["seconds_total"] = record.seconds_total
    return facts
