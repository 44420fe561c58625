"""Datasets on a cluster: pieces encoded by tasks, then shards written by tasks.

    pieces of the corpus -> ids of each in a file -> where shards end -> one task for each shard

Where a shard ends depends on all ids before it, which only counts of tokens tell: so ids are
written twice, once by pieces and once by shards. The files lie in a hidden folder beside the result
until it is whole; a second call finds those that are there and does the rest.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np

from engine.argument_types import check_optional, checked_path
from engine.cluster.connection import checking_workers, dask_library, versions
from engine.cluster.dataset_worker import (
    EncodedPiece,
    EncodeJob,
    PieceFiles,
    ShardPart,
    encode_piece,
    encoded_before,
    facts_of_file,
    write_shard,
    written_shard,
)
from engine.cluster.pieces import PIECE_BYTES, Piece, planned_pieces, refuse_iterators
from engine.cluster.problems import joined_problems
from engine.cluster.tasks import digest_of_text, results_of, submitted
from engine.cluster.waiting import Waiting
from engine.corpus import Corpus, SourcePath, checked_corpus, problem_sentences, without_text
from engine.datasets import (
    DatasetPlan,
    DatasetProgress,
    DatasetSettings,
    SourceFiles,
    Sums,
    check_new_folder,
    move_dataset,
    write_manifest,
)
from engine.encoding import Tokenizer
from engine.errors import ClusterError
from engine.library import checked_tokenizer
from engine.machine import make_directory, result_of
from engine.sentences import say

EncodingSteps = Generator[DatasetProgress, None, dict[str, Any]]


def encode(
    tokenizer: Tokenizer,
    corpus: Corpus,
    client: Any,
    *,
    out: str | Path,
    settings: DatasetSettings | None = None,
    progress: Callable[[DatasetProgress], None] | None = None,
) -> dict[str, Any]:
    """Write a corpus as token ids on a Dask cluster; returns the manifest.

    Every worker has to see the files of the corpus and `out` under the same names. client: a
    `distributed.Client`.

    The files equal those of `write_dataset` byte for byte. A call that was interrupted goes on
    where it was when it is made again with the same `out`. Raises as `write_dataset`, and
    ClusterError.
    """
    steps = encoding_steps(tokenizer, corpus, client, out=out, settings=settings)
    return result_of(steps, progress)


def encoding_steps(
    tokenizer: Tokenizer,
    corpus: Corpus,
    client: Any,
    *,
    out: str | Path,
    settings: DatasetSettings | None = None,
    piece_bytes: int = PIECE_BYTES,
) -> EncodingSteps:
    """As `encode`, in steps; all tasks are cancelled where they are not taken to the end.

    piece_bytes: about what one task reads.
    """
    dask_library()
    checked_tokenizer(tokenizer)
    refuse_iterators(checked_corpus(corpus))
    place = checked_path(out, "The place of a dataset").absolute()
    check_optional(settings, DatasetSettings, "settings", "DatasetSettings() makes them")
    chosen = settings or DatasetSettings()
    if chosen.dropout is not None:
        raise ClusterError(say("cluster_dropout"))
    plan = DatasetPlan.of(tokenizer, place, chosen)
    return _Encoding(corpus, plan, client, place).steps(piece_bytes)


@dataclass(slots=True)
class _Encoding:
    """One dataset: its pieces, what is known of them, and how far it is.

    call: part of the names of its tasks, as in counting.
    """

    corpus: Corpus
    plan: DatasetPlan
    client: Any
    out: Path
    pieces: list[Piece] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    encoded: dict[int, EncodedPiece] = field(default_factory=dict)
    total: Sums = field(default_factory=Sums)
    expected_bytes: int = 0
    done_bytes: int = 0
    call: str = field(default_factory=partial(token_hex, 6))

    @property
    def folder(self) -> Path:
        """Where everything lies until the result is whole."""
        return self.out.parent / f".{self.out.name}.cluster"

    @property
    def job(self) -> EncodeJob:
        own_hash = self.plan.tokenizer.semantic_hash
        file = self.folder / f"{own_hash[:24]}.twb"
        return EncodeJob(file, own_hash, self.out, self.plan.settings, versions())

    def steps(self, piece_bytes: int) -> EncodingSteps:
        if not self.plan.is_file:
            check_new_folder(self.out, lambda: say("dataset_is_file", path=self.out))
        yield DatasetProgress()
        for state in checking_workers(self.client, self.folder, self.corpus):
            yield self._progress(waiting_s=state.seconds)
        if not self.job.tokenizer.exists():
            self.plan.tokenizer.save(self.job.tokenizer)
        self.pieces = list(planned_pieces(self.corpus, self.plan.cut_at, None, piece_bytes))
        self.expected_bytes = sum(piece.expected_bytes for piece in self.pieces)
        facts = self.plan.facts() | {"shard size": None}
        described = json.dumps([facts, versions(), str(self.folder)])
        self.names = [piece.key(described) for piece in self.pieces]
        files = SourceFiles(self.corpus, skips_unreadable=True)
        yield from self._encode(files)
        shards = list(planned_shards(self._in_order(), self.plan.limit))
        found = joined_problems([self.encoded[i].facts for i in range(len(self.pieces))])
        problems = problem_sentences(found)
        if not shards:
            raise without_text(problems)
        place = self._shards_folder()
        entries = yield from self._write(shards, place)
        files.check()
        manifest = self.plan.manifest(self.corpus, files, entries, self._sums(), problems)
        name = self.plan.manifest_name
        write_manifest(place / name, manifest, self.plan.folder / name)
        move_dataset(place, self.out)
        shutil.rmtree(self.folder, ignore_errors=True)
        return manifest

    def _encode(self, files: SourceFiles) -> Generator[DatasetProgress, None, None]:
        """Encode the pieces that are not encoded yet, and hash the files."""
        for number, piece in enumerate(self.pieces):
            before = encoded_before(piece, self._stem(number), self.plan.dtype)
            if before is not None:
                self._note(number, before)
        paths = dict.fromkeys(path for source in self.corpus.sources for path in source.paths)
        for path in paths:
            files.begin(path)
        tasks: dict[Any, str] = {
            number: piece.name
            for number, piece in enumerate(self.pieces)
            if number not in self.encoded
        }
        tasks |= {path: str(path) for path in paths}
        job = self.job
        yield self._progress()
        for step in results_of(self.client, lambda task, n: self._submit(task, job, n), tasks):
            if isinstance(step, Waiting):
                yield self._progress(waiting_s=step.seconds)
                continue
            if isinstance(step[0], int):
                self._note(step[0], step[1])
            else:
                files.note(step[0], step[1])
            yield self._progress()

    def _submit(self, task: int | SourcePath, job: EncodeJob, turn: int) -> Any:
        if isinstance(task, int):
            key = f"encode-{self.names[task]}-{self.call}-{turn}"
            piece, stem = self.pieces[task], self._stem(task)
            return submitted(self.client, encode_piece, piece, job, stem, key=key)
        key = f"facts-{digest_of_text(str(task))}-{self.call}-{turn}"
        return submitted(self.client, facts_of_file, task, key=key)

    def _note(self, number: int, found: EncodedPiece) -> None:
        """A piece is encoded."""
        self.encoded[number] = found
        self.done_bytes += self.pieces[number].expected_bytes
        self.total.add(found.n_documents, found.n_bytes, found.n_tokens)

    def _in_order(self) -> Iterator[tuple[Path, EncodedPiece]]:
        for number in range(len(self.pieces)):
            yield self._stem(number), self.encoded[number]

    def _write(
        self, shards: list[PlannedShard], place: Path
    ) -> Generator[DatasetProgress, None, list[dict[str, Any]]]:
        """Write the shards that are not written yet; returns their entries."""
        make_directory(place)
        entries: dict[int, dict[str, Any]] = {}
        for number in range(len(shards)):
            before = written_shard(number, place)
            if before is not None:
                entries[number] = before
        missing = {
            number: say("cluster_shard", number=number + 1)
            for number in range(len(shards))
            if number not in entries
        }
        job = self.job

        def submit(number: int, turn: int) -> Any:
            shard = shards[number]
            key = f"shard-{place.name}-{number}-{self.call}-{turn}"
            given = (number, shard.parts, shard.n_bytes, job, place)
            return submitted(self.client, write_shard, *given, key=key)

        for step in results_of(self.client, submit, missing):
            waiting_s = 0.0
            if isinstance(step, Waiting):
                waiting_s = step.seconds
            else:
                entries[step[0]] = step[1]
            yield self._progress(len(entries), len(shards), waiting_s)
        return [entries[number] for number in range(len(shards))]

    def _sums(self) -> list[Sums]:
        """Of each source."""
        sums = [Sums() for _ in self.corpus.sources]
        for number, piece in enumerate(self.pieces):
            for place, own in enumerate(self.encoded[number].sums):
                sums[piece.first_source + place].add(*own)
        return sums

    def _stem(self, number: int) -> Path:
        return self.folder / f"piece-{self.names[number]}"

    def _shards_folder(self) -> Path:
        """Of shards of these pieces and this size; other ones have another name."""
        made_of = json.dumps([self.names, self.plan.facts()])
        return self.folder / f"shards-{digest_of_text(made_of)}"

    def _progress(
        self, n_written: int = 0, n_shards: int = 0, waiting_s: float = 0.0
    ) -> DatasetProgress:
        total = self.total
        phase, done, expected = "encode", self.done_bytes, self.expected_bytes
        if n_shards:
            phase, done, expected = "write", n_written, n_shards
        return DatasetProgress(
            done, expected, phase, documents=total.documents, tokens=total.tokens,
            shards=n_written, waiting_s=waiting_s,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlannedShard:
    """A shard: ids of pieces one after another. n_bytes: of their text."""

    parts: list[ShardPart]
    n_bytes: int


def planned_shards(
    pieces: Iterable[tuple[Path, EncodedPiece]], limit: int | None
) -> Iterator[PlannedShard]:
    """The shards of a dataset: each ends with the first document that reaches `limit` ids.

    pieces: their files without ending, and what is known of them, in order.
    """
    parts: list[ShardPart] = []
    n_bytes = 0
    for stem, piece in pieces:
        begin = begin_bytes = 0
        for end, end_bytes in _ends(stem, piece, limit, sum(p.end - p.begin for p in parts)):
            if end > begin:
                parts.append(ShardPart(stem, piece, begin, end))
            yield PlannedShard(parts, n_bytes + end_bytes - begin_bytes)
            parts, n_bytes, begin, begin_bytes = [], 0, end, end_bytes
        if begin < piece.n_tokens:
            parts.append(ShardPart(stem, piece, begin, piece.n_tokens))
        n_bytes += piece.n_bytes - begin_bytes
    if parts:
        yield PlannedShard(parts, n_bytes)


def _ends(
    stem: Path, piece: EncodedPiece, limit: int | None, before: int
) -> Iterator[tuple[int, int]]:
    """Where shards end in a piece: ids and bytes of text before. before: ids of the open shard."""
    if limit is None:
        return
    starts = PieceFiles(stem).starts(piece)
    byte_starts = PieceFiles(stem).byte_starts(piece)
    end = 0
    while True:
        document = int(np.searchsorted(starts, end + max(0, limit - before)))
        if document == len(starts):
            return
        end, before = int(starts[document]), 0
        yield end, int(byte_starts[document])
