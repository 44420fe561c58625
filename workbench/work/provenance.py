"""Where tokenizers come from, as JSON has it: runs, registered tokenizers, exports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.store import trained_from_run
from workbench.work.training_settings import plain_values

if TYPE_CHECKING:
    from workbench.store import ExportRecord, RegisteredTokenizer, RunStore, TrainedFrom


def provenance_of_run(store: RunStore, run: str) -> dict[str, Any]:
    """What a bundle says of a run: its recipe, its sources, what was measured and exported.

    Raises StoreError.
    """
    record = store.run(run)
    summary, config, rules = record.summary, record.config, record.config.merge_rules
    return {
        "run": {
            "run_id": summary.run_id,
            "name": summary.name,
            "created": summary.created.isoformat(),
            "tags": list(summary.tags),
            "notes": summary.notes,
            "settings": {
                "vocab_size": config.vocab_size,
                "pattern": config.pattern,
                "special_tokens": list(config.special_tokens),
                "reserved_slots": config.reserved_slots,
                **plain_values(config),
                "merge_rules": None if rules is None else rules.document(),
            },
        },
        "trained_from": trained_from_document(trained_from_run(record)),
        "evaluations": [
            {
                "name": evaluation.name,
                "created": evaluation.created.isoformat(),
                "labels": {
                    row.label: {"bytes": row.bytes, "tokens": row.tokens} for row in evaluation.rows
                },
            }
            for evaluation in store.evaluations(run)
        ],
        "exports": [export_document(export) for export in store.exports(run)],
    }


def provenance_of_registered(each: RegisteredTokenizer) -> dict[str, Any]:
    """What a bundle says of a registered tokenizer."""
    return {"registered": registered_document(each)}


def registered_document(each: RegisteredTokenizer) -> dict[str, Any]:
    """One registered tokenizer with where it comes from and what was exported of it."""
    return {
        "reference": each.reference,
        "name": each.name,
        "version": each.version,
        "semantic_hash": each.semantic_hash,
        "created": each.created.isoformat(),
        "vocab_size": each.vocab_size,
        "n_merges": each.n_merges,
        "pattern_name": each.pattern_name,
        "pattern": each.pattern,
        "origin": each.origin,
        "run_id": each.run_id,
        "run_name": each.run_name,
        "file": None if each.file is None else {"name": each.file.name, "sha256": each.file.sha256},
        "metadata": dict(each.metadata),
        "sha256": each.sha256,
        "bytes": each.size_bytes,
        "trained_from": trained_from_document(each.trained_from),
        "exports": [export_document(record) for record in each.exports],
    }


def trained_from_document(known: TrainedFrom) -> dict[str, Any]:
    """Which bytes a tokenizer was trained from."""
    return {
        "bytes": known.bytes,
        "trained": None if known.trained is None else known.trained.isoformat(),
        "mixture": known.mixture,
        "engine_version": known.engine_version,
        "unicode_version": known.unicode_version,
        "sources": [
            {
                "label": source.label,
                "bytes": source.bytes,
                "documents": source.documents,
                "share": source.share,
                "repetition": source.weight,
                "files": [
                    {"path": file.path, "bytes": file.size_bytes, "sha256": file.sha256}
                    for file in source.files
                ],
            }
            for source in known.sources
        ],
    }


def export_document(record: ExportRecord) -> dict[str, Any]:
    """One export with its files and verdict."""
    return {
        "format": record.format,
        "directory": record.directory,
        "created": None if record.created is None else record.created.isoformat(),
        "vocab_size": record.vocab_size,
        "semantic_hash": record.semantic_hash,
        "options": dict(record.options),
        "files": [
            {"name": file.name, "bytes": file.size_bytes, "sha256": file.sha256}
            for file in record.files
        ],
        "notes": list(record.notes),
        "verification": None if record.verdict is None else dict(record.verdict),
    }
