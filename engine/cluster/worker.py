"""What workers do: count a piece into a file, load it for the shuffle, write a part, hash a file.

Each is a function of its arguments alone and writes a whole file under a name of its own, so that
it may run twice, also at the same time.
"""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from engine.cluster.connection import Versions, check_versions, versions
from engine.cluster.pieces import Piece
from engine.cluster.tasks import Refusal
from engine.corpus import CorpusProblem, RemotePath, SourcePath, content_hash, known_hash
from engine.counting import (
    N_PAIRS,
    CountsRules,
    DroppedPairs,
    LabelFacts,
    PartFile,
    WrittenPart,
    counted_rows,
    counts_schema,
    partition_numbers,
    summed_rows,
    table_arrays,
    write_part,
)
from engine.errors import EngineError
from engine.machine import write_whole
from engine.sentences import Sentences

_FACTS = b"facts"
_HASHES = 1 << 31
_LABELLED = ("bytes", "documents", "unmatched_bytes")


@dataclass(frozen=True, slots=True)
class Job:
    """What all tasks of one counting share. expected: versions of the machine that asks."""

    rules: CountsRules
    expected: Versions
    min_count: int = 1


@dataclass(frozen=True, slots=True)
class PieceFacts:
    """What is known of a counted piece beside its rows.

    bytes, documents, unmatched_bytes: by label. problems: with the number of their file among
    those of the piece. memory: bytes of the rows in memory.
    """

    bytes: dict[str, int]
    documents: dict[str, int]
    unmatched_bytes: dict[str, int]
    problems: tuple[tuple[int, CorpusProblem], ...]
    memory: int
    paths: tuple[SourcePath, ...] = ()


def count_piece(piece: Piece, job: Job, file: str) -> PieceFacts | Refusal:
    """Count a piece into a file: its rows with a hash of each pre-token, and its facts."""
    import pyarrow as pa

    try:
        check_versions(job.expected, versions(), socket.gethostname())
        piece.check_unchanged()
        found = counted_rows(piece.corpus, job.rules)
        piece.check_unchanged()
        table = found.table.combine_chunks()
        data, starts = table_arrays(table) if table.num_rows else (np.zeros(0, np.uint8), _NONE)
        hashes = partition_numbers(data, starts, _HASHES)
        numbers = {path: i for i, path in enumerate(piece.paths)}
        facts = PieceFacts(
            found.bytes,
            found.documents,
            found.unmatched_bytes,
            tuple((numbers[each.path], each) for each in found.problems),
            table.nbytes,
            piece.paths,
        )
        table = table.append_column("hash", pa.array(hashes))
        table = table.replace_schema_metadata(
            {_FACTS: json.dumps(packed_facts(facts), ensure_ascii=False)}
        )
        sink = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_file(sink, table.schema, options=options) as writer:
            writer.write_table(table)
        write_whole(Path(file), sink.getvalue().to_pybytes())
    except EngineError as error:
        return Refusal.of(error)
    return facts


_NONE = np.zeros(1, np.int64)


def counted_before(piece: Piece, file: Path) -> PieceFacts | None:
    """The facts of a piece that was counted in an earlier call; None if it was not."""
    import pyarrow as pa

    try:
        with pa.OSFile(str(file), "rb") as source:
            metadata = pa.ipc.open_file(source).schema.metadata
        return unpacked_facts(json.loads(metadata[_FACTS]), piece.paths)
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError):
        return None


def loaded(file: str, begins: Mapping[str, int], call: str) -> Any:  # noqa: ARG001
    """The rows of a counted piece for the shuffle, as a data frame.

    begins: where the text of the piece begins in that of each label. call: part of the task's name,
        so that Dask begins a shuffle again from its beginning.
    """
    import pandas as pd
    import pyarrow as pa

    with pa.OSFile(file, "rb") as source:
        table = pa.ipc.open_file(source).read_all().replace_schema_metadata(None)
    firsts = table["first"].combine_chunks()
    for label, begin in begins.items():
        if begin:
            own = pa.compute.equal(table["label"].combine_chunks(), label)
            firsts = pa.compute.if_else(own, pa.compute.add(firsts, begin), firsts)
    place = table.schema.get_field_index("first")
    table = table.set_column(place, table.schema.field("first"), firsts)
    return table.to_pandas(types_mapper=pd.ArrowDtype)


def written(frame: Any, number: int, job: Job, folder: str) -> WrittenPart | Refusal:
    """Sum up a partition and write it as a part, with what is known of it beside it."""
    import pyarrow as pa

    place = Path(folder)
    temporary = Path(mkdtemp(dir=place.parent, prefix="writing-"))
    try:
        table = pa.Table.from_pandas(frame, preserve_index=False).drop_columns(["hash"])
        part = write_part(temporary, number, summed_rows(_as_rows(table)), job.min_count)
        (temporary / part.file.name).replace(place / part.file.name)
        write_whole(_facts_file(place, number), _packed_part(part))
    except EngineError as error:
        return Refusal.of(error)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return part


def _as_rows(table: Any) -> Any:
    return table.select(counts_schema().names).replace_schema_metadata(None).cast(counts_schema())


def written_before(number: int, folder: Path) -> WrittenPart | None:
    """A part that an earlier call wrote; None if it did not."""
    try:
        part = _unpacked_part(_facts_file(folder, number).read_bytes())
        is_whole = (folder / part.file.name).stat().st_size == part.file.bytes
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return part if is_whole else None


def file_hash(path: SourcePath) -> str | None:
    """The SHA-256 of a file; None where it cannot be known."""
    try:
        return known_hash(path) if isinstance(path, RemotePath) else content_hash(path)
    except EngineError:
        return None


def _facts_file(folder: Path, number: int) -> Path:
    return folder.parent / f"{folder.name}-{number:05}.json"


def packed_facts(facts: PieceFacts) -> dict[str, Any]:
    """The facts of a piece for a JSON document."""
    document = {name: getattr(facts, name) for name in (*_LABELLED, "memory")}
    document["problems"] = [
        [number, Sentences.packed(each.reason), each.line, each.offset, each.times, each.record]
        for number, each in facts.problems
    ]
    return document


def unpacked_facts(document: dict[str, Any], paths: tuple[SourcePath, ...]) -> PieceFacts:
    """The facts again. paths: of the piece. Raises KeyError, TypeError and ValueError."""
    problems = tuple(
        (number, CorpusProblem(paths[number], Sentences.unpacked(reason), *rest))
        for number, reason, *rest in document["problems"]
    )
    labelled = {name: document[name] for name in _LABELLED}
    return PieceFacts(**labelled, problems=problems, memory=document["memory"], paths=paths)


def _packed_part(part: WrittenPart) -> bytes:
    dropped = {}
    for label, each in part.dropped.items():
        places = np.flatnonzero(each.pairs)
        pairs = [places.tolist(), each.pairs[places].tolist()]
        dropped[label] = [each.rows, each.pretokens, each.bytes, each.characters, pairs]
    document = {
        "file": asdict(part.file),
        "labels": {label: asdict(each) for label, each in part.labels.items()},
        "dropped": dropped,
    }
    return json.dumps(document, ensure_ascii=False).encode()


def _unpacked_part(content: bytes) -> WrittenPart:
    document = json.loads(content)
    dropped = {}
    for label, (rows, pretokens, n_bytes, characters, found) in document["dropped"].items():
        places, counts = found
        pairs = np.zeros(N_PAIRS, np.int64)
        pairs[places] = counts
        dropped[label] = DroppedPairs(rows, pretokens, n_bytes, characters, pairs)
    labels = {label: LabelFacts(**each) for label, each in document["labels"].items()}
    return WrittenPart(PartFile(**document["file"]), labels, dropped)
