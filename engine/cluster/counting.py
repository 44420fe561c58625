"""Counting on a cluster: pieces counted by tasks, keys brought together by Dask's shuffle.

    pieces of the corpus -> one file of rows each -> shuffle by a hash of the pre-token
    -> one part each -> the manifest

The files lie in a hidden folder beside the result until it is whole. Their names say what they are
made of: a second call finds those that are there and does the rest.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

from engine.argument_types import checked_path
from engine.cluster.connection import checking_workers, dask_library, versions
from engine.cluster.pieces import PIECE_BYTES, Piece, planned_pieces, refuse_iterators
from engine.cluster.problems import joined_problems
from engine.cluster.tasks import digest_of_text, results_of, submitted
from engine.cluster.waiting import Waiting
from engine.cluster.worker import (
    Job,
    PieceFacts,
    count_piece,
    counted_before,
    file_hash,
    loaded,
    written,
    written_before,
)
from engine.corpus import Corpus, SourcePath, problem_sentences, size_on_disk, without_text
from engine.counting import (
    CountedTexts,
    CountingProgress,
    CountsFolder,
    CountsRules,
    ReadFile,
    WrittenPart,
    check_counts_out,
    close_folder,
    counts_schema,
    open_counts,
)
from engine.errors import ClusterError, CorpusError
from engine.machine import cannot_write, make_directory, move_into_place, result_of
from engine.sentences import say
from engine.settings import TrainingConfig, checked_floor
from engine.splitting import Splitter

CountingSteps = Generator[CountingProgress, None, CountsFolder]

_PARTITION_BYTES = 1 << 27
"""Of rows in memory: what a worker holds at once of the shuffled rows."""
_SHUFFLES = 4
"""How often rows are brought together before the reason of a failure is told."""
_MENDED_BY_ANOTHER = frozenset({"cluster_worker_died", "cluster_task_failed"})


def count(
    corpus: Corpus | Iterable[str | Path] | str | Path,
    config: TrainingConfig | CountsRules,
    client: Any,
    *,
    out: str | Path,
    partitions: int | None = None,
    min_count: int = 1,
    progress: Callable[[CountingProgress], None] | None = None,
) -> CountsFolder:
    """Count the pre-tokens of a corpus on a Dask cluster into a folder of counts.

    corpus: or the paths of its files; every worker has to see them, and `out`, under the same
        names. client: a `distributed.Client`.
    partitions: files of the result, by default as many as keep each small enough for a worker.
    min_count: as in `write_counts`.

    The result equals what `write_counts` gives on one machine, apart from how rows are divided
    into files. A call that was interrupted goes on where it was when it is made again with the
    same `out`. Raises ClusterError, CorpusError, PatternError and ExportError.
    """
    steps = counting_steps(
        corpus, config, client, out=out, partitions=partitions, min_count=min_count
    )
    return result_of(steps, progress)


def counting_steps(
    corpus: Corpus | Iterable[str | Path] | str | Path,
    config: TrainingConfig | CountsRules,
    client: Any,
    *,
    out: str | Path,
    partitions: int | None = None,
    min_count: int = 1,
    piece_bytes: int = PIECE_BYTES,
) -> CountingSteps:
    """As `count`, in steps; all tasks are cancelled where they are not taken to the end.

    piece_bytes: about what one task reads.
    """
    dask_library()
    checked_floor(min_count)
    if partitions is not None and partitions < 1:
        raise ClusterError(say("cluster_partitions", value=partitions))
    rules = config if isinstance(config, CountsRules) else CountsRules.of(config)
    given = corpus if isinstance(corpus, Corpus) else Corpus.from_paths(corpus)
    for source in given.sources:
        if source.is_counts:
            words = say("counts_are_counted", label=source.label)
            raise CorpusError(words, path=source.paths[0])
    refuse_iterators(given)
    place = checked_path(out, "The folder of counts").absolute()
    check_counts_out(place)
    work = _Counting(given, Job(rules, versions(), min_count), client, place)
    return work.steps(partitions, piece_bytes)


@dataclass(slots=True)
class _Counting:
    """One counting: its pieces, what is known of them, and how far it is.

    call: part of the names of its tasks, so that none is taken for one of an earlier call, whose
        result the cluster may still have while its file is gone.
    """

    corpus: Corpus
    job: Job
    client: Any
    out: Path
    pieces: list[Piece] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    facts: dict[int, PieceFacts] = field(default_factory=dict)
    expected_bytes: int = 0
    n_bytes: int = 0
    n_documents: int = 0
    call: str = field(default_factory=partial(token_hex, 6))
    hashes: dict[SourcePath, str | None] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where everything lies until the result is whole."""
        return self.out.parent / f".{self.out.name}.unfinished"

    def steps(self, partitions: int | None, piece_bytes: int) -> CountingSteps:
        rules = self.job.rules
        yield self._progress()
        for state in checking_workers(self.client, self.folder, self.corpus):
            yield self._progress(waiting_s=state.seconds)
        splitter = Splitter(rules.pattern)
        cut = _cut(self.corpus, rules)
        self.pieces = list(planned_pieces(cut, splitter, rules.normalization, piece_bytes))
        described = json.dumps([repr(rules), versions(), str(self.folder)])
        self.expected_bytes = sum(piece.expected_bytes for piece in self.pieces)
        self.names = [piece.key(described) for piece in self.pieces]
        yield from self._count()
        for piece in self.pieces:
            piece.check_unchanged()
        if not any(sum(each.bytes.values()) for each in self.facts.values()):
            raise without_text(self._problems())
        n_parts = partitions or self._usual_partitions()
        parts = yield from self._join(n_parts)
        place = self._parts_folder(n_parts)
        close_folder(place, rules, parts, self._texts())
        try:
            move_into_place(place, self.out)
        except OSError as error:
            raise cannot_write(self.out, error) from None
        shutil.rmtree(self.folder, ignore_errors=True)
        return open_counts(self.out)

    def _count(self) -> Generator[CountingProgress, None, None]:
        """Count the pieces that are not counted yet, and hash the files."""
        for number, piece in enumerate(self.pieces):
            before = counted_before(piece, self._file(number))
            if before is not None:
                self._note(number, before)
        paths = {path: None for source in self.corpus.sources for path in source.paths}
        tasks: dict[Any, str] = {
            number: piece.name
            for number, piece in enumerate(self.pieces)
            if number not in self.facts
        }
        tasks |= {path: str(path) for path in paths}
        yield self._progress()
        for step in results_of(self.client, self._submit, tasks):
            if isinstance(step, Waiting):
                yield self._progress(waiting_s=step.seconds)
                continue
            if isinstance(step[0], int):
                self._note(step[0], step[1])
            else:
                self.hashes[step[0]] = step[1]
            yield self._progress()

    def _note(self, number: int, facts: PieceFacts) -> None:
        """A piece is counted."""
        self.facts[number] = facts
        self.n_bytes += self.pieces[number].expected_bytes
        self.n_documents += sum(facts.documents.values()) - self.pieces[number].begins_inside

    def _submit(self, task: int | SourcePath, turn: int) -> Any:
        if isinstance(task, int):
            key = f"count-{self.names[task]}-{self.call}-{turn}"
            piece, file = self.pieces[task], str(self._file(task))
            return submitted(self.client, count_piece, piece, self.job, file, key=key)
        key = f"hash-{digest_of_text(str(task))}-{self.call}-{turn}"
        return submitted(self.client, file_hash, task, key=key)

    def _join(self, n_parts: int) -> Generator[CountingProgress, None, list[WrittenPart]]:
        """Bring the rows of each partition together and write them."""
        place = self._parts_folder(n_parts)
        make_directory(place)
        parts: dict[int, WrittenPart] = {}
        for number in range(n_parts):
            before = written_before(number, place)
            if before is not None:
                parts[number] = before
        for turn in range(_SHUFFLES):
            missing = [number for number in range(n_parts) if number not in parts]
            if not missing:
                break
            try:
                for step in self._shuffled(missing, n_parts, turn):
                    waiting_s = 0.0
                    if isinstance(step, Waiting):
                        waiting_s = step.seconds
                    else:
                        parts[step[0]] = step[1]
                    yield self._progress(len(parts), n_parts, waiting_s)
            except ClusterError as error:
                if error.code not in _MENDED_BY_ANOTHER or turn == _SHUFFLES - 1:
                    raise
        return [parts[number] for number in range(n_parts)]

    def _shuffled(self, missing: Sequence[int], n_parts: int, turn: int) -> Any:
        import dask
        import dask.dataframe as dd
        import pandas as pd
        from dask.delayed import delayed

        files = [str(self._file(number)) for number in range(len(self.pieces))]
        place = self._parts_folder(n_parts)
        schema = counts_schema().append(_hash_field())
        empty = schema.empty_table().to_pandas(types_mapper=pd.ArrowDtype)
        with dask.config.set({"dataframe.convert-string": False}):
            frame = dd.from_map(
                loaded, files, self._begins(), meta=empty, call=f"{self.call}-{turn}"
            )
            shuffled = frame.shuffle(on="hash", npartitions=n_parts, shuffle_method="p2p")
            frames = shuffled.to_delayed()
            write = delayed(written, pure=False)
            tasks = [
                write(
                    frames[number], number, self.job, str(place),
                    dask_key_name=f"write-{place.name}-{number}-{self.call}-{turn}",
                )
                for number in missing
            ]  # fmt: skip
            futures = dict(zip(missing, self.client.compute(tasks), strict=True))
        what = {number: say("cluster_partition", number=number + 1) for number in missing}
        return results_of(self.client, lambda number, _: futures[number], what, rounds=1)

    def _begins(self) -> list[Mapping[str, int]]:
        """Where the text of each piece begins in that of its labels."""
        ends: dict[str, int] = {}
        begins: list[Mapping[str, int]] = []
        for number in range(len(self.pieces)):
            own = self.facts[number].bytes
            begins.append({label: ends.get(label, 0) for label in own})
            for label, size in own.items():
                ends[label] = ends.get(label, 0) + size
        return begins

    def _texts(self) -> CountedTexts:
        """What the manifest says of the text."""
        documents: dict[str, int] = {}
        unmatched: dict[str, int] = {}
        for number, piece in enumerate(self.pieces):
            facts = self.facts[number]
            for label, n in facts.documents.items():
                documents[label] = documents.get(label, 0) + n - piece.begins_inside
            for label, n in facts.unmatched_bytes.items():
                unmatched[label] = unmatched.get(label, 0) + n
        read = tuple(
            ReadFile(str(path), source.label, size_on_disk(path), self.hashes.get(path))
            for source in self.corpus.sources
            for path in source.paths
        )
        sentences, least = tuple(self._problems()), self.job.min_count
        return CountedTexts(documents, unmatched, read, sentences, min_count=least)

    def _problems(self) -> list[str]:
        found = joined_problems([self.facts[number] for number in range(len(self.pieces))])
        return problem_sentences(found)

    def _usual_partitions(self) -> int:
        size = sum(each.memory for each in self.facts.values())
        return max(1, -(-size // _PARTITION_BYTES))

    def _file(self, number: int) -> Path:
        return self.folder / f"piece-{self.names[number]}.arrow"

    def _parts_folder(self, n_parts: int) -> Path:
        made_of = json.dumps([self.names, n_parts, self.job.min_count])
        return self.folder / f"parts-{digest_of_text(made_of)}"

    def _progress(
        self, n_joined: int = 0, n_parts: int = 0, waiting_s: float = 0.0
    ) -> CountingProgress:
        done, total, phase = self.n_bytes, self.expected_bytes, "count"
        if n_parts:
            done, total, phase = n_joined, n_parts, "join"
        n_documents = self.n_documents
        return CountingProgress(done, total, phase, documents=n_documents, waiting_s=waiting_s)


def _hash_field() -> Any:
    import pyarrow as pa

    return pa.field("hash", pa.int64())


def _cut(corpus: Corpus, rules: CountsRules) -> Corpus:
    if not rules.cut_at:
        return corpus
    return corpus.with_sources(
        replace(source, reading=replace(source.reading, cut_at=rules.cut_at))
        for source in corpus.sources
    )
