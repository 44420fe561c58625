"""Registered tokenizers and exports as JSON has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.store import ExportRecord, RegisteredTokenizer


def registered_document(each: RegisteredTokenizer) -> dict[str, Any]:
    """One registered tokenizer with where it comes from and what was exported of it."""
    known = each.trained_from
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
        "trained_from": {
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
        },
        "exports": [export_document(record) for record in each.exports],
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
