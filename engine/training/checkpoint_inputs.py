"""What a checkpoint knows of the files of its corpus, and what has changed in them since.

Of each file: its size, its time of change, a hash of its first and last 64 KiB, and the hash of all
of it where that is remembered. Another size or other ends are another file; another time of change
is too, unless the hash of all of it says that the content is what it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine.corpus import (
    Corpus,
    RemotePath,
    Source,
    SourcePath,
    content_hash,
    known_hash,
    remote_state,
    state_on_disk,
)
from engine.errors import CheckpointError, CorpusError
from engine.text import utf8_of
from engine.training.sentences import say

END_BYTES = 1 << 16
"""So much of the beginning and of the end of a file is hashed."""


def input_facts(corpus: Corpus) -> list[dict[str, Any]]:
    """What the files of each source are now, as JSON has it.

    Texts in memory are told by their hash. Raises OSError, CorpusError for what cannot be read.
    """
    return [
        {
            "label": source.label,
            "reading": asdict(corpus.reading_of(source)),
            "texts": None if source.texts is None else _hash_of_texts(source),
            "files": [file_facts(path) for path in source.paths],
        }
        for source in corpus.sources
    ]


def file_facts(path: SourcePath) -> dict[str, Any]:
    """What is known of one file now."""
    if isinstance(path, RemotePath):
        return {"path": str(path), "told": remote_state(path)}
    found = path.stat()
    return {
        "path": str(path.absolute()),
        "size": found.st_size,
        "modified": found.st_mtime_ns,
        "ends": _hash_of_ends(path, found.st_size),
        "sha256": known_hash(path),
    }


def check_inputs(kept: Sequence[Mapping[str, Any]], corpus: Corpus) -> None:
    """Raise CheckpointError, naming the file and what changed, unless all is as it was."""
    labels = [str(facts["label"]) for facts in kept]
    if labels != [source.label for source in corpus.sources]:
        raise CheckpointError(
            say(
                "checkpoint_of_other_sources",
                then=", ".join(labels),
                now=", ".join(source.label for source in corpus.sources),
            )
        )
    for facts, source in zip(kept, corpus.sources, strict=True):
        if facts["reading"] != _as_json(asdict(corpus.reading_of(source))):
            raise CheckpointError(say("source_read_otherwise", label=source.label))
        if facts["texts"] != (None if source.texts is None else _hash_of_texts(source)):
            raise CheckpointError(say("source_with_other_text", label=source.label))
        if len(facts["files"]) != len(source.paths):
            raise CheckpointError(
                say(
                    "source_with_other_files",
                    label=source.label,
                    then=len(facts["files"]),
                    now=len(source.paths),
                )
            )
        for kept_file, path in zip(facts["files"], source.paths, strict=True):
            if change := _change(kept_file, path):
                raise CheckpointError(_changed_words(path, change), path=path)


def check_file(path: SourcePath, size: int | None, sha256: str | None) -> None:
    """Raise CheckpointError where a file has another size or content than a run's record says.

    The content is compared where its hash is known of then: of a finished run.
    """
    found = state_on_disk(path)
    if found is None:
        if isinstance(path, RemotePath):
            return
        raise CheckpointError(_changed_words(path, say("change_missing")), path=path)
    change = ""
    if size is not None and found.size != size:
        change = _size_words(size, found.size)
    elif sha256 is not None and content_hash(path) != sha256:
        change = say("change_content")
    if change:
        raise CheckpointError(_changed_words(path, change), path=path)


def _change(kept: Mapping[str, Any], path: SourcePath) -> str:
    """What of a file is not as it was, as the end of a sentence; "" for nothing."""
    if isinstance(path, RemotePath):
        return _remote_change(kept, path)
    try:
        found = path.stat()
        if found.st_size != kept["size"]:
            return _size_words(kept["size"], found.st_size)
        ends = _hash_of_ends(path, found.st_size)
    except FileNotFoundError:
        return say("change_missing")
    except OSError as error:
        return say("change_unreadable", reason=error.strerror)
    if ends != kept["ends"]:
        return say("change_ends")
    if found.st_mtime_ns == kept["modified"]:
        return ""
    if kept["sha256"] is not None and content_hash(path) == kept["sha256"]:
        return ""
    return say("change_written")


def _remote_change(kept: Mapping[str, Any], path: RemotePath) -> str:
    try:
        told = remote_state(path)
    except CorpusError as error:
        return str(error)
    if _as_json(told) != kept["told"]:
        return say("change_address")
    return ""


def _size_words(then: int, now: int) -> str:
    return say("change_size", then=then, now=now)


def _changed_words(path: SourcePath, change: str) -> str:
    return say("file_changed_since", path=path, change=change)


def _hash_of_ends(path: SourcePath, size: int) -> str:
    assert not isinstance(path, RemotePath)
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        digest.update(stream.read(END_BYTES))
        stream.seek(max(0, size - END_BYTES))
        digest.update(stream.read(END_BYTES))
    return digest.hexdigest()


def _hash_of_texts(source: Source) -> str:
    digest = hashlib.sha256()
    for text in source.texts or ():
        content = utf8_of(text)
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()


def _as_json(document: object) -> object:
    """A document as it is after it was stored."""
    return json.loads(json.dumps(document, default=str))
