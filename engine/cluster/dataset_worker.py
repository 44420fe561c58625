"""What workers do for a dataset: encode a piece into files of ids, write a shard from such files.

As in `worker`, each is a function of its arguments alone and moves whole files to names of its own.
"""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.cluster.connection import Versions, check_versions, versions
from engine.cluster.pieces import Piece
from engine.cluster.tasks import Refusal
from engine.cluster.worker import PieceFacts, packed_facts, unpacked_facts
from engine.compiled import Int64s
from engine.corpus import SourcePath
from engine.datasets import DatasetPlan, DatasetSettings, GrowingArray, file_facts
from engine.encoding import Tokenizer
from engine.errors import ClusterError, CorpusError, EngineError
from engine.machine import write_whole
from engine.sentences import say

_SLICE = 1 << 22
_IDS, _STARTS, _BYTES = "ids", "starts", "bytes"


@dataclass(frozen=True, slots=True)
class EncodeJob:
    """What all tasks of one dataset share.

    tokenizer: its file. hash: the semantic hash that it must have. out: the dataset's place.
    expected: versions of the machine that asks.
    """

    tokenizer: Path
    hash: str
    out: Path
    settings: DatasetSettings
    expected: Versions

    def plan(self) -> DatasetPlan:
        """The plan of the dataset. Raises ClusterError if this worker would write another one."""
        check_versions(self.expected, versions(), socket.gethostname())
        tokenizer = _tokenizer(str(self.tokenizer), self.hash)
        return DatasetPlan.of(tokenizer, self.out, self.settings)


@lru_cache(maxsize=2)
def _tokenizer(path: str, semantic_hash: str) -> Tokenizer:
    tokenizer = Tokenizer.load(path)
    if tokenizer.semantic_hash != semantic_hash:
        raise ClusterError(say("cluster_other_tokenizer", worker=socket.gethostname(), path=path))
    return tokenizer


@dataclass(frozen=True, slots=True)
class EncodedPiece:
    """What is known of an encoded piece. sums: documents, bytes, tokens of each of its sources."""

    facts: PieceFacts
    sums: list[list[int]]

    @property
    def n_tokens(self) -> int:
        return sum(tokens for _, _, tokens in self.sums)

    @property
    def n_documents(self) -> int:
        return sum(documents for documents, _, _ in self.sums)

    @property
    def n_bytes(self) -> int:
        return sum(n_bytes for _, n_bytes, _ in self.sums)


@dataclass(frozen=True, slots=True)
class PieceFiles:
    """The files of an encoded piece: ids, first id of each document, first byte of each."""

    stem: Path

    def of(self, kind: str) -> Path:
        """The file of one kind."""
        return self.stem.with_name(f"{self.stem.name}.{kind}")

    @property
    def facts(self) -> Path:
        return self.of("json")

    def starts(self, piece: EncodedPiece) -> Int64s:
        """int64[n]: ids before the first one of each document."""
        starts: Int64s = _numbers(self.of(_STARTS), np.int64, piece.n_documents)
        return starts

    def byte_starts(self, piece: EncodedPiece) -> Int64s:
        """int64[n]: bytes of text before each document."""
        starts: Int64s = _numbers(self.of(_BYTES), np.int64, piece.n_documents)
        return starts

    def ids(self, dtype: npt.DTypeLike, n_tokens: int) -> npt.NDArray[np.generic]:
        """uint16[n] or uint32[n]: all ids."""
        ids: npt.NDArray[np.generic] = _numbers(self.of(_IDS), dtype, n_tokens)
        return ids


@dataclass(frozen=True, slots=True)
class ShardPart:
    """Ids of one piece that belong to a shard: from `begin` to before `end`."""

    stem: Path
    piece: EncodedPiece
    begin: int
    end: int


def encode_piece(piece: Piece, job: EncodeJob, stem: Path) -> EncodedPiece | Refusal:
    """Encode a piece into its files."""
    files = PieceFiles(stem)
    try:
        plan = job.plan()
        piece.check_unchanged()
        with _own_folder(stem.parent) as folder:
            encoded = _encoded(piece, plan, folder)
            piece.check_unchanged()
            for kind in (_IDS, _STARTS, _BYTES):
                (folder / kind).replace(files.of(kind))
        write_whole(files.facts, _packed(encoded))
    except EngineError as error:
        return Refusal.of(error)
    return encoded


def _encoded(piece: Piece, plan: DatasetPlan, folder: Path) -> EncodedPiece:
    corpus = piece.corpus
    joints = plan.joints
    if piece.begins_inside:
        joints = joints._replace(before=None)
    if piece.ends_inside:
        joints = joints._replace(after=None)
    encoder = plan.tokenizer.batch_encoder.encoders(1)[0].fork()  # several tasks may be in threads
    work = plan.work(joints)(encoder)
    sums = [[0, 0, 0] for _ in corpus.sources]
    n_ids = n_bytes = 0
    is_inside = piece.begins_inside
    with (
        GrowingArray(folder / _IDS, plan.dtype, is_raw=True) as ids,
        GrowingArray(folder / _STARTS, np.int64, is_raw=True) as starts,
        GrowingArray(folder / _BYTES, np.int64, is_raw=True) as byte_starts,
    ):
        for group in plan.groups(corpus):
            found = work(group)
            first = int(is_inside and bool(group.n_documents))
            is_inside = is_inside and not first
            ids.append(found.ids)
            found.release()
            starts.append(found.starts[first:] + n_ids)
            byte_starts.append(group.bounds[: group.n_documents][first:] + n_bytes)
            n_ids += len(found.ids)
            n_bytes += len(group.data)
            own = sums[group.source]
            for place, n in enumerate((group.n_documents - first, len(group.data), len(found.ids))):
                own[place] += n
        for each in (ids, starts, byte_starts):
            each.finish()
    numbers = {path: i for i, path in enumerate(piece.paths)}
    problems = tuple((numbers[each.path], each) for each in corpus.problems)
    documents = {"": sum(own[0] for own in sums) + piece.begins_inside}
    return EncodedPiece(PieceFacts({}, documents, {}, problems, 0, piece.paths), sums)


def encoded_before(piece: Piece, stem: Path, dtype: npt.DTypeLike) -> EncodedPiece | None:
    """The facts of a piece that was encoded in an earlier call; None if it was not."""
    files = PieceFiles(stem)
    try:
        document = json.loads(files.facts.read_bytes())
        encoded = EncodedPiece(unpacked_facts(document["facts"], piece.paths), document["sums"])
        sizes = [files.of(kind).stat().st_size for kind in (_IDS, _STARTS, _BYTES)]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    n_starts = 8 * encoded.n_documents
    n_ids = np.dtype(dtype).itemsize * encoded.n_tokens
    return encoded if sizes == [n_ids, n_starts, n_starts] else None


def write_shard(
    number: int, parts: Sequence[ShardPart], n_bytes: int, job: EncodeJob, folder: Path
) -> dict[str, Any] | Refusal:
    """Write a shard from the ids of pieces, with its entry in the manifest beside the folder.

    n_bytes: of its text.
    """
    try:
        plan = job.plan()
        with _own_folder(folder.parent) as own:
            entry = _shard(number, parts, n_bytes, plan, own)
            sizes = {path.name: path.stat().st_size for path in own.iterdir()}
            for path in own.iterdir():
                path.replace(folder / path.name)
        facts = {"entry": entry, "sizes": sizes}
        write_whole(_entry_file(folder, number), json.dumps(facts).encode())
    except EngineError as error:
        return Refusal.of(error)
    return entry


def _shard(
    number: int, parts: Sequence[ShardPart], n_bytes: int, plan: DatasetPlan, folder: Path
) -> dict[str, Any]:
    shard = plan.new_shard(folder, number)
    try:
        for part in parts:
            files = PieceFiles(part.stem)
            ids = files.ids(plan.dtype, part.piece.n_tokens)
            starts = files.starts(part.piece)
            for begin in range(part.begin, part.end, _SLICE):
                end = min(begin + _SLICE, part.end)
                low, high = np.searchsorted(starts, [begin, end])
                shard.append(np.array(ids[begin:end]), starts[low:high] - begin)
        shard.end()
        shard.sync()
    finally:
        shard.close()
    counts = {"tokens": shard.n_tokens, "documents": shard.n_documents, "bytes": n_bytes}
    return {**shard.files, **counts}


def written_shard(number: int, folder: Path) -> dict[str, Any] | None:
    """The entry of a shard that an earlier call wrote; None if it did not."""
    try:
        facts = json.loads(_entry_file(folder, number).read_bytes())
        entry: dict[str, Any] = facts["entry"]
        is_whole = all(
            (folder / name).stat().st_size == size for name, size in facts["sizes"].items()
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return entry if is_whole else None


def facts_of_file(path: SourcePath) -> dict[str, Any]:
    """A file as in a manifest; without a hash where it cannot be read."""
    try:
        return file_facts(path)
    except CorpusError:
        return {"path": str(path), "sha256": None}


@contextmanager
def _own_folder(parent: Path) -> Iterator[Path]:
    folder = Path(mkdtemp(dir=parent, prefix="writing-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _numbers(path: Path, dtype: npt.DTypeLike, n: int) -> Any:
    """A row of numbers on the disk; an empty file cannot be mapped."""
    kind = np.dtype(dtype).newbyteorder("<")
    return np.memmap(path, kind, "r", shape=(n,)) if n else np.zeros(0, kind)


def _entry_file(folder: Path, number: int) -> Path:
    return folder.parent / f"{folder.name}-{number:05}.json"


def _packed(encoded: EncodedPiece) -> bytes:
    document = {"facts": packed_facts(encoded.facts), "sums": encoded.sums}
    return json.dumps(document, ensure_ascii=False).encode()
