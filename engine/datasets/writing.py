"""Writing a whole corpus as token ids: a stream from files to shards, in bounded memory.

A dataset is a folder:

    tokens-00000.npy              the ids of document after document (.bin for raw ids)
    tokens-00000.documents.npy    int64[n + 1]: where each document begins there, and the end
    dataset.json                  tokenizer, type of the ids, counts, files, sources

or one file NAME.npy with NAME.documents.npy and NAME.json beside it. Other formats are the index of
Megatron beside raw ids, and tables of Arrow. Documents are never divided between two shards.
Everything is written under another name and moved to its own when it is whole, so that an
interrupted dataset never looks like a finished one. Shards that are finished stay when writing ends
early, and the next writing of the same dataset continues after them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.argument_types import check_optional, checked_path
from engine.compiled import Int64s
from engine.corpus import Corpus, DocumentGroup, TextRooms, checked_corpus, without_text
from engine.datasets.dataset_settings import DatasetSettings, is_dataset_file
from engine.datasets.group_encoding import EncodedGroup
from engine.datasets.plan import DatasetPlan, Sums
from engine.datasets.shards import ShardFiles, ShardSync
from engine.datasets.source_files import SourceFiles
from engine.datasets.unfinished import Unfinished, WrittenShard, opened_unfinished
from engine.encoding import Tokenizer
from engine.errors import ExportError
from engine.library import checked_tokenizer
from engine.machine import Progress, cannot_write, move_into_place, partial_folder, write_whole
from engine.sentences import say

_PASSED_GROUPS = 8


@dataclass(frozen=True, slots=True)
class DatasetProgress(Progress):
    """How far writing is."""

    tokens: int = 0
    shards: int = 0


def write_dataset(
    tokenizer: Tokenizer, corpus: Corpus, out: Path | str, settings: DatasetSettings | None = None
) -> Generator[DatasetProgress, None, dict[str, Any]]:
    """Yields progress; the result is the return value: `result_of(write_dataset(...))`.

    It encodes a corpus into `out` and returns the manifest. out: a folder that does not exist or
    is empty, or a file that ends in .npy, .bin or .raw. Progress comes some ten times a second.

    Closing the generator leaves nothing behind but shards that are finished: a killed, closed or
    failed writing of several shards continues after them with the next call, to the same files.
    Only texts of an iterator begin again.

    The call itself raises ArgumentError, ConfigError for settings that do not fit the tokenizer
    and ExportError for a file that would have shards or if pyarrow is missing; later, CorpusError
    for a file that cannot be read or that changes meanwhile and for a corpus without text,
    SpecialTokenError, and ExportError for a place that cannot be written, and for finished shards
    of another text or other settings.
    """
    checked_tokenizer(tokenizer)
    checked_corpus(corpus)
    out = checked_path(out, "The place of a dataset")
    check_optional(settings, DatasetSettings, "settings", "DatasetSettings() makes them")
    return _written(_Writer(tokenizer, corpus, out, settings or DatasetSettings()), out)


def _written(writer: _Writer, out: Path) -> Generator[DatasetProgress, None, dict[str, Any]]:
    if not is_dataset_file(out):
        check_new_folder(out, lambda: say("dataset_is_file", path=out))
    if writer.is_resumable:
        with opened_unfinished(out) as unfinished:
            manifest = yield from writer.write(unfinished.folder, unfinished)
            unfinished.end()
            move_dataset(unfinished.folder, out)
        return manifest
    with partial_folder(out) as partial:
        manifest = yield from writer.write(partial)
        move_dataset(partial, out)
    return manifest


class _Writer:
    """The shards of one dataset and the sums over them."""

    def __init__(
        self, tokenizer: Tokenizer, corpus: Corpus, out: Path, settings: DatasetSettings
    ) -> None:
        self._plan = DatasetPlan.of(tokenizer, out, settings)
        self._corpus = corpus
        self._sums = [Sums() for _ in corpus.sources]
        self._total = Sums()
        self._files = SourceFiles(corpus, skips_unreadable=True)
        self._shards: list[dict[str, Any]] = []
        self._shard: ShardFiles | None = None
        self._shard_bytes = 0
        self._source_before: tuple[int, list[int]] = (0, [])
        self._is_size_known = corpus.is_size_known
        self._group = 0
        self._n_written = 0
        self._unfinished: Unfinished | None = None
        self._unsynced: deque[tuple[ShardFiles, WrittenShard]] = deque()
        self._sync: ShardSync

    @property
    def is_resumable(self) -> bool:
        """Whether finished shards are of use to a later writer: the text can be recognized."""
        return self._plan.limit is not None and not self._has_iterator

    @property
    def _has_iterator(self) -> bool:
        return any(source.iterator is not None for source in self._corpus.sources)

    def write(
        self, folder: Path, unfinished: Unfinished | None = None
    ) -> Generator[DatasetProgress, None, dict[str, Any]]:
        """Everything into `folder`; returns the manifest. unfinished: what is written already."""
        expected = self._corpus.expected_bytes
        for _ in self._files.take():
            yield self._progress(expected)
        groups = self._plan.groups(self._corpus, TextRooms())
        n_written = 0
        if unfinished is not None:
            self._unfinished = unfinished
            unfinished.begin(self._plan.made_of(self._corpus, self._files))
            n_written = yield from self._passed(groups, expected)
        use = partial(self._use, folder)
        self._n_written = n_written
        spread = self._plan.tokenizer.batch_encoder.spread(
            self._plan.work(), groups, self._plan.settings.n_threads,
            use=None if self._has_iterator else use,
        )  # fmt: skip
        with closing(ShardSync()) as self._sync, closing(spread):
            for encoded in spread:
                if encoded is not None:
                    use(encoded)
                self._note_synced()
                yield self._progress(expected)
            if self._shard is not None:
                self._source_before = (0, self._sums[0].numbers())
                self._end_shard(0)
            while not self._sync.is_done():
                yield self._progress(expected)
            self._note_synced()
        if not self._shards:
            raise without_text(self._corpus.problem_sentences)
        self._files.check()
        manifest = self._plan.manifest(
            self._corpus, self._files, self._shards, self._sums, self._corpus.problem_sentences
        )
        name = self._plan.manifest_name
        write_manifest(folder / name, manifest, self._plan.folder / name)
        return manifest

    def _passed(
        self, groups: Iterator[DocumentGroup], expected: int
    ) -> Generator[DatasetProgress, None, int]:
        """Read on to where finished shards end; returns how many ids of the next group they have.

        Documents are read but not encoded again.
        """
        assert self._unfinished is not None
        if not self._unfinished.shards:
            return 0
        last = self._unfinished.shards[-1]
        self._shards = [shard.entry for shard in self._unfinished.shards]
        for sums, (documents, n_bytes, tokens) in zip(self._sums, last.sums, strict=True):
            sums.add(documents, n_bytes, tokens)
            self._total.add(documents, n_bytes, tokens)
        for self._group, group in zip(range(1, last.group + 1), groups, strict=False):
            group.release()
            if self._group % _PASSED_GROUPS == 0:
                yield self._progress(expected)
        return last.ids

    def _use(self, folder: Path, encoded: EncodedGroup) -> None:
        """Write a group, in the thread that encoded it or another."""
        self._add(folder, encoded, self._n_written)
        self._n_written = 0
        encoded.release()

    def _add(self, folder: Path, encoded: EncodedGroup, n_written: int) -> None:
        """Write a group. n_written: its first ids that are in finished shards."""
        group, ids, starts = encoded.group, encoded.ids, encoded.starts
        self._source_before = (group.source, self._sums[group.source].numbers())
        for sums in (self._sums[group.source], self._total):
            sums.add(group.n_documents, group.n_bytes, len(ids))
        begin, n_bytes = n_written, self._bytes_before(encoded, n_written)
        while begin < len(ids):
            shard = self._open_shard(folder)
            end = self._end_in_shard(shard, starts[starts >= begin] - begin, len(ids) - begin)
            end += begin
            inside = starts[(starts >= begin) & (starts < end)] - begin
            shard.append(ids[begin:end], inside)
            self._sync.note(shard, ids[begin:end].nbytes)
            end_bytes = self._bytes_before(encoded, end)
            self._shard_bytes += end_bytes - n_bytes
            if end < len(ids):
                self._end_shard(end)
            begin, n_bytes = end, end_bytes
        self._group += 1

    @staticmethod
    def _bytes_before(encoded: EncodedGroup, n_ids: int) -> int:
        """Bytes of the documents of a group that begin before an id at which one begins."""
        if n_ids in (0, len(encoded.ids)):
            return encoded.group.n_bytes if n_ids else 0
        return int(encoded.group.bounds[np.searchsorted(encoded.starts, n_ids)])

    def _end_in_shard(self, shard: ShardFiles, starts: Int64s, n_ids: int) -> int:
        """Number of ids that belong to a shard: up to a document that begins beyond it."""
        limit = self._plan.limit
        if limit is None:
            return n_ids
        places = starts + shard.n_tokens
        beyond = starts[(places >= limit) & (places > 0)]
        return int(beyond[0]) if len(beyond) else n_ids

    def _open_shard(self, folder: Path) -> ShardFiles:
        if self._shard is None:
            self._shard = self._plan.new_shard(folder, len(self._shards))
            self._shard_bytes = 0
            self._sync.begin(self._shard)
        return self._shard

    def _end_shard(self, n_ids: int) -> None:
        """End a shard. n_ids: how many ids of the group being written it has."""
        shard = self._shard
        assert shard is not None
        self._sync.end(shard)
        entry = {
            **shard.files,
            "tokens": shard.n_tokens,
            "documents": shard.n_documents,
            "bytes": self._shard_bytes,
        }
        self._shards.append(entry)
        sums = [each.numbers() for each in self._sums]
        source, sums[source] = self._source_before
        written = WrittenShard(entry, {}, self._group, n_ids, sums)
        self._unsynced.append((shard, written))
        self._shard = None

    def _note_synced(self) -> None:
        """Note finished shards for a later writer once they are on the disk."""
        while self._unsynced and self._unsynced[0][0].is_closed:
            shard, written = self._unsynced.popleft()
            if self._unfinished is not None:
                folder = self._unfinished.folder
                sizes = {name: (folder / name).stat().st_size for name in shard.files.values()}
                self._unfinished.add(replace(written, sizes=sizes))

    def _progress(self, expected: int) -> DatasetProgress:
        total = self._total
        self._is_size_known = self._is_size_known or self._corpus.is_size_known
        return DatasetProgress(
            documents=total.documents,
            done=total.bytes,
            total=max(expected, total.bytes) if self._is_size_known else 0,
            tokens=total.tokens,
            shards=len(self._shards) + (self._shard is not None),
        )


def check_new_folder(folder: Path, is_file: Callable[[], str]) -> None:
    """Raise ExportError for a folder with something in it, and for a file in the way.

    is_file: makes the sentence on a file.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise ExportError(is_file(), path=folder)
        if folder.is_dir() and any(folder.iterdir()):
            raise ExportError(say("dataset_folder_not_empty", path=folder), path=folder)
    except OSError as error:
        raise cannot_write(folder, error) from None


def move_dataset(folder: Path, out: Path) -> None:
    """Move a finished folder to the place of a dataset. Raises ExportError."""
    try:
        if not is_dataset_file(out):
            move_into_place(folder, out)
            return
        names = sorted(folder.iterdir(), key=lambda path: path.suffix == ".json")
        for path in names:  # the manifest last
            move_into_place(path, out.with_name(path.name))
    except OSError as error:
        raise cannot_write(out, error) from None


def write_manifest(path: Path, manifest: dict[str, Any], asked: Path) -> None:
    """Write JSON to a path. asked: its final path, which an ExportError names."""
    try:
        text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
        write_whole(path, text.encode())
    except OSError as error:
        raise cannot_write(asked, error) from None
