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

import hashlib
import json
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from engine.argument_types import check_optional, check_threads, checked_integer, checked_path
from engine.compiled import Int64s
from engine.corpus import Corpus, DocumentGroup, checked_corpus, document_groups, part_groups
from engine.datasets.arrow_shards import ArrowShard
from engine.datasets.group_encoding import EncodedGroup, Joints, group_encoder
from engine.datasets.mixture_files import needed_pyarrow
from engine.datasets.shards import MegatronShard, Shard, ShardFiles, ShardSync
from engine.datasets.source_files import SourceFiles
from engine.datasets.unfinished import Unfinished, WrittenShard, opened_unfinished
from engine.encoding import (
    DocumentEncoder,
    Tokenizer,
    check_dropout,
    placed_groups,
    special_splitter,
)
from engine.errors import ConfigError, CorpusError, ExportError
from engine.library import checked_tokenizer
from engine.machine import Progress, cannot_write, move_into_place, partial_folder, write_whole
from engine.sentences import say
from engine.settings import ROLES

IdType = Literal["auto", "uint16", "uint32"]
FileFormat = Literal["npy", "raw", "megatron", "arrow", "parquet"]
_MOST_16_BIT = 1 << 16
MANIFEST = "dataset.json"
FORMAT = "tokenizer-workbench dataset"
_PASSED_GROUPS = 8
_FILE_SUFFIXES: dict[str, FileFormat] = {".npy": "npy", ".bin": "raw", ".raw": "raw"}


@dataclass(frozen=True, slots=True)
class JoiningToken:
    """A special token between documents. role: what was asked for, None for the token itself."""

    token: str
    token_id: int
    role: str | None = None

    def document(self) -> dict[str, str | int | None]:
        """As in a manifest."""
        named: dict[str, str | int | None] = {"token": self.token, "id": self.token_id}
        return named if self.role is None else named | {"role": self.role}


@dataclass(frozen=True)
class DatasetSettings:
    """How a dataset is written.

    dtype: type of the ids; "auto" is uint16 if every id fits, else uint32.
    format: "npy" for numpy arrays, "raw" for the bare ids, least significant byte first, as
        nanoGPT reads them, "megatron" for these with an index, "arrow" and "parquet" for tables
        with a document in each row of the column input_ids.
    shard_tokens: a new file begins with the first document after n ids; None for one file.
    shard_bytes: the same in bytes of the ids, before the compression of parquet.
    append, prepend: special token that is put after each document, and before each; a role, such
        as "eos" or "bos", is the tokenizer's token of that role.
    special: what special tokens in the text mean, as in Tokenizer.encode.
    n_threads: one for each core by default; the files are the same for any number.
    dropout: probability of dropping a merge, see Tokenizer.with_dropout; None makes all.
    seed: of the random numbers of dropout.
    """

    dtype: IdType = "auto"
    format: FileFormat = "npy"
    shard_tokens: int | None = None
    append: str | None = None
    special: Literal["text", "parse", "reject"] = "text"
    n_threads: int | None = None
    prepend: str | None = None
    shard_bytes: int | None = None
    dropout: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.dropout is not None:
            check_dropout(self.dropout, checked_integer(self.seed, "seed"))
        for setting, value, choices in (
            ("dtype", self.dtype, get_args(IdType)),
            ("format", self.format, get_args(FileFormat)),
            ("special", self.special, ("text", "parse", "reject")),
        ):
            if value not in choices:
                raise ConfigError(
                    say(
                        "dataset_choice",
                        setting=setting,
                        known=", ".join(choices),
                        value=repr(value),
                    ),
                    setting=setting,
                )
        check_threads(self.n_threads)
        if self.shard_tokens is not None and checked_integer(self.shard_tokens, "shard_tokens") < 1:
            raise ConfigError(
                say("shard_too_small", tokens=self.shard_tokens), setting="shard_tokens"
            )
        if self.shard_bytes is None:
            return
        if checked_integer(self.shard_bytes, "shard_bytes") < 1:
            raise ConfigError(say("shard_without_bytes"), setting="shard_bytes")
        if self.shard_tokens is not None:
            raise ConfigError(say("shards_of_two_sizes"), setting="shard_bytes")

    def shard_limit(self, dtype: np.dtype[np.uint16 | np.uint32]) -> int | None:
        """Number of ids after which a new file begins; None for one file."""
        if self.shard_bytes is None:
            return self.shard_tokens
        return -(-self.shard_bytes // dtype.itemsize)

    def id_type(self, tokenizer: Tokenizer) -> np.dtype[np.uint16 | np.uint32]:
        """The type of the ids. Raises ConfigError if not every id fits."""
        fits = tokenizer.vocab_size <= _MOST_16_BIT
        if self.dtype == "uint16" and not fits:
            raise ConfigError(
                say("ids_do_not_fit", size=tokenizer.vocab_size, most=_MOST_16_BIT), setting="dtype"
            )
        return np.dtype(np.uint16 if fits and self.dtype != "uint32" else np.uint32)

    def joints(self, tokenizer: Tokenizer) -> tuple[JoiningToken | None, JoiningToken | None]:
        """The tokens before each document and after it. Raises ConfigError for what the
        tokenizer does not have."""
        before = None if self.prepend is None else joining_token(tokenizer, self.prepend, "prepend")
        after = None if self.append is None else joining_token(tokenizer, self.append, "append")
        return before, after


def joining_token(tokenizer: Tokenizer, wanted: str, setting: str = "append") -> JoiningToken:
    """The special token of that name or role. Raises ConfigError if it is missing."""
    special_tokens, roles = tokenizer.special_tokens, tokenizer.roles
    if wanted in special_tokens:
        return JoiningToken(wanted, special_tokens[wanted])
    if wanted in roles:
        return JoiningToken(roles[wanted], special_tokens[roles[wanted]], wanted)
    listed = ", ".join(special_tokens) or "none"
    if wanted in ROLES:
        known = ", ".join(f"{role} {token}" for role, token in roles.items()) or "none"
        raise ConfigError(
            say("role_without_special_token", role=wanted, roles=known, tokens=listed),
            setting=setting,
        )
    raise ConfigError(say("no_special_token", token=repr(wanted), tokens=listed), setting=setting)


def is_put_before(tokenizer: Tokenizer, wanted: str) -> bool:
    """Whether a joining token begins documents rather than ending them: by its role, bos alone."""
    if wanted == "bos":
        return True
    roles = {role for role, token in tokenizer.roles.items() if token == wanted}
    return "bos" in roles and "eos" not in roles


def is_dataset_file(path: Path) -> bool:
    """Whether a dataset of that name is one file rather than a folder."""
    return path.suffix.lower() in _FILE_SUFFIXES and not path.is_dir()


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
        check_new_folder(out, say("dataset_is_file", path=out))
    if writer.is_resumable:
        with opened_unfinished(out) as unfinished:
            manifest = yield from writer.write(unfinished.folder, unfinished)
            unfinished.end()
            _move_into_place(unfinished.folder, out)
        return manifest
    with partial_folder(out) as partial:
        manifest = yield from writer.write(partial)
        _move_into_place(partial, out)
    return manifest


class _Writer:
    """The shards of one dataset and the sums over them."""

    def __init__(
        self, tokenizer: Tokenizer, corpus: Corpus, out: Path, settings: DatasetSettings
    ) -> None:
        if settings.dropout is not None:
            tokenizer = tokenizer.with_dropout(settings.dropout, settings.seed)
        self._tokenizer = tokenizer
        self._corpus = corpus
        self._settings = settings
        self._dtype = settings.id_type(tokenizer)
        self._before, self._after = settings.joints(tokenizer)
        self._limit = settings.shard_limit(self._dtype)
        self._is_file = is_dataset_file(out)
        if self._is_file and self._limit is not None:
            raise ExportError(say("dataset_one_file", path=out), path=out)
        self._format = _FILE_SUFFIXES[out.suffix.lower()] if self._is_file else settings.format
        if self._format in ("arrow", "parquet"):
            needed_pyarrow()
        self._stem = out.stem if self._is_file else "tokens"
        self._asked = out.parent if self._is_file else out
        self._sums = [_Sums() for _ in corpus.sources]
        self._total = _Sums()
        self._files = SourceFiles(corpus, skips_unreadable=True)
        self._shards: list[dict[str, Any]] = []
        self._shard: ShardFiles | None = None
        self._shard_bytes = 0
        self._sums_before: list[list[int]] = []
        self._group = 0
        self._unfinished: Unfinished | None = None
        self._unsynced: deque[tuple[ShardFiles, WrittenShard]] = deque()
        self._sync: ShardSync

    @property
    def is_resumable(self) -> bool:
        """Whether finished shards are of use to a later writer: the text can be recognized."""
        has_iterator = any(source.iterator is not None for source in self._corpus.sources)
        return self._limit is not None and not has_iterator

    def write(
        self, folder: Path, unfinished: Unfinished | None = None
    ) -> Generator[DatasetProgress, None, dict[str, Any]]:
        """Everything into `folder`; returns the manifest. unfinished: what is written already."""
        expected = self._corpus.expected_bytes
        for _ in self._files.take():
            yield self._progress(expected)
        groups, work = self._groups(), self._work()
        n_written = 0
        if unfinished is not None:
            self._unfinished = unfinished
            unfinished.begin(self._made_of())
            n_written = yield from self._passed(groups, expected)
        spread = self._tokenizer.batch_encoder.spread(work, groups, self._settings.n_threads)
        with closing(ShardSync()) as self._sync, closing(spread):
            for encoded in spread:
                if encoded is not None:
                    self._add(folder, encoded, n_written)
                    n_written = 0
                self._note_synced()
                yield self._progress(expected)
            if self._shard is not None:
                self._sums_before = [sums.numbers() for sums in self._sums]
                self._end_shard(0)
            while not self._sync.is_done():
                yield self._progress(expected)
            self._note_synced()
        if not self._shards:
            raise CorpusError(_nothing_to_read(self._corpus))
        self._files.check()
        manifest = self._manifest()
        name = f"{self._stem}.json" if self._is_file else MANIFEST
        write_manifest(folder / name, manifest, self._asked / name)
        return manifest

    def _groups(self) -> Iterator[DocumentGroup]:
        special_tokens = special_splitter(self._tokenizer.special_tokens, self._settings.special)
        # A cut could go through a special token.
        cut_at = self._tokenizer.cutting_splitter if special_tokens is None else None
        if cut_at is None:
            groups = document_groups(self._corpus.labelled_documents(), None)
        else:
            groups = part_groups(self._corpus.labelled_parts(), cut_at)
        return groups if self._settings.dropout is None else placed_groups(groups)

    def _work(self) -> Callable[[DocumentEncoder], Callable[[DocumentGroup], EncodedGroup]]:
        special_tokens = special_splitter(self._tokenizer.special_tokens, self._settings.special)
        joints = Joints(_id_of(self._before), _id_of(self._after))
        return partial(group_encoder, self._dtype, joints, special_tokens)

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
        for self._group, _ in zip(range(1, last.group + 1), groups, strict=False):
            if self._group % _PASSED_GROUPS == 0:
                yield self._progress(expected)
        return last.ids

    def _made_of(self) -> dict[str, Any]:
        """What decides the bytes of the shards, for a journal."""
        corpus = self._corpus
        made_of: dict[str, Any] = {
            "tokenizer": self._tokenizer.semantic_hash,
            "dtype": self._dtype.name,
            "format": self._format,
            "shard size": self._limit,
            "prepend": None if self._before is None else self._before.token_id,
            "append": None if self._after is None else self._after.token_id,
            "special": self._settings.special,
            "reading options": [repr(corpus.reading), corpus.max_chars],
            "sources": [
                [
                    source.label,
                    repr(source.reading),
                    self._files.of(source.paths),
                    _hash_of_texts(source.texts),
                ]
                for source in corpus.sources
            ],
        }
        if self._settings.dropout is not None:
            made_of["dropout"] = [self._settings.dropout, self._settings.seed]
        if self._format in ("arrow", "parquet"):
            made_of["version of pyarrow"] = needed_pyarrow()[0].__version__
        return made_of

    def _add(self, folder: Path, encoded: EncodedGroup, n_written: int) -> None:
        """Write a group. n_written: its first ids that are in finished shards."""
        group, ids, starts = encoded
        self._sums_before = [sums.numbers() for sums in self._sums]
        for sums in (self._sums[group.source], self._total):
            sums.add(group.n_documents, len(group.data), len(ids))
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
        group, ids, starts = encoded
        if n_ids in (0, len(ids)):
            return len(group.data) if n_ids else 0
        return int(group.bounds[np.searchsorted(starts, n_ids)])

    def _end_in_shard(self, shard: ShardFiles, starts: Int64s, n_ids: int) -> int:
        """Number of ids that belong to a shard: up to a document that begins beyond it."""
        if self._limit is None:
            return n_ids
        places = starts + shard.n_tokens
        beyond = starts[(places >= self._limit) & (places > 0)]
        return int(beyond[0]) if len(beyond) else n_ids

    def _open_shard(self, folder: Path) -> ShardFiles:
        if self._shard is None:
            stem = self._stem if self._is_file else f"{self._stem}-{len(self._shards):05}"
            self._shard = self._new_shard(folder, stem)
            self._shard_bytes = 0
            self._sync.begin(self._shard)
        return self._shard

    def _new_shard(self, folder: Path, stem: str) -> ShardFiles:
        if self._format == "megatron":
            return MegatronShard(folder, stem, self._dtype, asked=self._asked)
        if self._format == "arrow" or self._format == "parquet":
            return ArrowShard(folder, stem, self._dtype, kind=self._format, asked=self._asked)
        is_raw = self._format == "raw"
        return Shard(folder, stem, self._dtype, is_raw=is_raw, asked=self._asked)

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
        written = WrittenShard(entry, {}, self._group, n_ids, self._sums_before)
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
        return DatasetProgress(
            documents=total.documents,
            done=total.bytes,
            total=max(expected, total.bytes) if self._corpus.is_size_known else 0,
            tokens=total.tokens,
            shards=len(self._shards) + (self._shard is not None),
        )

    def _manifest(self) -> dict[str, Any]:
        sources = zip(self._corpus.sources, self._sums, strict=True)
        settings = self._settings
        dropped = {"dropout": settings.dropout, "seed": settings.seed}
        return {
            "format": FORMAT,
            "version": 1,
            "tokenizer": {
                "semantic_hash": self._tokenizer.semantic_hash,
                "vocab_size": self._tokenizer.vocab_size,
            },
            "dtype": self._dtype.name,
            "byte_order": "little",
            "file_format": self._format,
            "tokens": self._total.tokens,
            "documents": self._total.documents,
            "bytes": self._total.bytes,
            "prepended": None if self._before is None else self._before.document(),
            "appended": None if self._after is None else self._after.document(),
            "special": settings.special,
            **(dropped if settings.dropout is not None else {}),
            "shards": self._shards,
            "sources": [
                {
                    "label": source.label,
                    "files": [str(path) for path in source.paths],
                    "contents": self._files.of(source.paths),
                    "documents": sums.documents,
                    "bytes": sums.bytes,
                    "tokens": sums.tokens,
                }
                for source, sums in sources
            ],
            "problems": self._corpus.problem_sentences,
        }


@dataclass(slots=True)
class _Sums:
    """Sums over one source, or all."""

    documents: int = 0
    bytes: int = 0
    tokens: int = 0

    def add(self, documents: int, n_bytes: int, tokens: int) -> None:
        self.documents += documents
        self.bytes += n_bytes
        self.tokens += tokens

    def numbers(self) -> list[int]:
        return [self.documents, self.bytes, self.tokens]


def _id_of(joint: JoiningToken | None) -> int | None:
    return None if joint is None else joint.token_id


def check_new_folder(folder: Path, is_file: str) -> None:
    """Raise ExportError for a folder with something in it, and for a file in the way.

    is_file: the sentence on a file.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise ExportError(is_file, path=folder)
        if folder.is_dir() and any(folder.iterdir()):
            raise ExportError(say("dataset_folder_not_empty", path=folder), path=folder)
    except OSError as error:
        raise cannot_write(folder, error) from None


def _move_into_place(folder: Path, out: Path) -> None:
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


def _nothing_to_read(corpus: Corpus) -> str:
    listed = " ".join(corpus.problem_sentences)
    code = "nothing_to_write_because" if listed else "nothing_to_write"
    return say(code, reasons=listed)


def _hash_of_texts(texts: tuple[str, ...] | None) -> str | None:
    """Of texts in memory; None for files."""
    if texts is None:
        return None
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()
