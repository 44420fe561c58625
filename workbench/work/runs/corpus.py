"""RunCorpus: what of the text that a stored run was trained on can be had today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.corpus import RemotePath, SourcePath, size_on_disk
from workbench.store import RunRecord, SourceRecord

if TYPE_CHECKING:
    from engine import Corpus, Source


@dataclass(frozen=True)
class RunCorpus:
    """corpus: of the sources that are still there, None where none is. missing: files that are
    gone; in_memory: labels of texts that no file has. changed: files whose size is another now.
    """

    corpus: Corpus | None
    missing: tuple[str, ...]
    in_memory: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all of the text is still there, as far as sizes tell."""
        return self.corpus is not None and not (self.missing or self.in_memory or self.changed)


def corpus_of_run(record: RunRecord) -> RunCorpus:
    """Look which of a run's sources are still there."""
    from engine import Corpus

    missing: list[str] = []
    changed: list[str] = []
    found = [_found(source, missing, changed) for source in record.sources]
    sources = [source for source in found if source is not None]
    in_memory = tuple(source.label for source in record.sources if not source.files)
    options = record.options
    corpus = None
    if sources:
        corpus = Corpus(
            sources,
            max_document_chars=options.max_document_chars,
            max_chars=options.max_chars,
            document_separator=options.document_separator,
            text_field=options.text_field,
            encoding_errors=options.encoding_errors,
        )
    return RunCorpus(corpus, tuple(missing), in_memory, tuple(changed))


def _found(source: SourceRecord, missing: list[str], changed: list[str]) -> Source | None:
    """The files of a source that are there; None where none is."""
    from engine import Source

    found: list[SourcePath] = []
    for file in source.files:
        location = file.location
        if isinstance(location, RemotePath):
            found.append(location)
            continue
        size = size_on_disk(location) if location.is_file() else None
        if size is None:
            missing.append(str(location))
            continue
        if file.size_bytes is not None and size != file.size_bytes:
            changed.append(str(location))
        found.append(location)
    return Source(source.label, tuple(found), reading=source.reading) if found else None
