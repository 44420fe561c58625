"""Which bytes a tokenizer was trained from, and what was exported, as JSON texts and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.settings import DocumentSample, ReadingOptions
from workbench.store.records import FileRecord, RunRecord, SourceRecord
from workbench.store.registry_records import TrainedFrom

if TYPE_CHECKING:
    from engine.settings import TrainingRecord

DOCUMENT_VERSION = 1


def trained_from_run(run: RunRecord) -> TrainedFrom:
    """What a finished run knows of its sources."""
    return TrainedFrom(
        sources=run.sources,
        mixture=None if run.mixture is None else dict(run.mixture.given()),
        engine_version=run.engine_version,
        unicode_version=run.unicode_version,
        trained=run.summary.finished,
    )


def trained_from_record(training: TrainingRecord | None) -> TrainedFrom:
    """What a tokenizer file with a training record knows: labels and bytes, no files."""
    if training is None:
        return TrainedFrom()
    characters = training.source_characters.tolist() or [0] * len(training.source_labels)
    sources = tuple(
        SourceRecord(
            label,
            documents=int(training.source_documents[i]),
            bytes=int(training.source_bytes[i]),
            characters=int(characters[i]) or None,
        )
        for i, label in enumerate(training.source_labels)
    )
    return TrainedFrom(
        sources,
        engine_version=training.engine_version,
        unicode_version=training.unicode_version,
    )


def trained_from_text(known: TrainedFrom) -> str:
    """JSON that `trained_from_of` reads."""
    return as_text(
        {
            "version": DOCUMENT_VERSION,
            "sources": [
                {**asdict(source), "reading": source.reading.flat()} for source in known.sources
            ],
            "mixture": known.mixture,
            "engine_version": known.engine_version,
            "unicode_version": known.unicode_version,
            "trained": None if known.trained is None else known.trained.isoformat(),
        }
    )


def trained_from_of(text: str) -> TrainedFrom:
    """What `trained_from_text` wrote. Raises ValueError, TypeError or KeyError for damage."""
    content = json.loads(text)
    if content["version"] != DOCUMENT_VERSION:
        raise ValueError(f"what it was trained from has the unknown version {content['version']}")
    trained = content["trained"]
    return TrainedFrom(
        sources=tuple(_source(each) for each in content["sources"]),
        mixture=content["mixture"],
        engine_version=content["engine_version"],
        unicode_version=content["unicode_version"],
        trained=None if trained is None else datetime.fromisoformat(trained),
    )


def as_text(document: object) -> str:
    """JSON in UTF-8; a lone surrogate of an odd file name stays an escape."""
    text = json.dumps(document, ensure_ascii=False)
    return text if _is_utf8(text) else json.dumps(document)


def mapping_of(text: str) -> dict[str, Any]:
    """The JSON object in a text. Raises ValueError for anything else."""
    content = json.loads(text)
    if not isinstance(content, dict):
        raise ValueError("a stored document is no JSON object")
    return content


def _source(content: Mapping[str, Any]) -> SourceRecord:
    reading = dict(content["reading"])
    share, seed = reading.pop("sample_share"), reading.pop("sample_seed")
    sample = None if share is None else DocumentSample(share, seed or 0)
    files = tuple(FileRecord(**file) for file in content["files"])
    return SourceRecord(
        **{**content, "files": files, "reading": ReadingOptions(**reading, sample=sample)}
    )


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
