"""What decides the files of a dataset: the same plan writes them on one machine or on several."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np

from engine.corpus import (
    Corpus,
    DocumentGroup,
    TextRooms,
    document_groups,
    file_groups,
    part_groups,
)
from engine.datasets.arrow_shards import ArrowShard
from engine.datasets.dataset_settings import (
    DatasetSettings,
    FileFormat,
    JoiningToken,
    file_format_of,
    is_dataset_file,
)
from engine.datasets.group_encoding import EncodedGroup, IdRooms, Joints, group_encoder
from engine.datasets.mixture_files import needed_pyarrow
from engine.datasets.shards import MegatronShard, Shard, ShardFiles
from engine.datasets.source_files import SourceFiles
from engine.encoding import DocumentEncoder, Encoder, Tokenizer, placed_groups, special_splitter
from engine.errors import ExportError
from engine.sentences import say
from engine.splitting import Splitter

MANIFEST = "dataset.json"
FORMAT = "tokenizer-workbench dataset"


@dataclass(slots=True)
class Sums:
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


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """A tokenizer, the settings resolved for it, and the names of the files.

    before, after: the joining tokens. limit: ids after which a shard ends; None for one file.
    stem: of the only file's name, or of the shards'. folder: in which the files are in the end.
    """

    tokenizer: Tokenizer
    settings: DatasetSettings
    dtype: np.dtype[np.uint16 | np.uint32]
    before: JoiningToken | None
    after: JoiningToken | None
    limit: int | None
    is_file: bool
    format: FileFormat
    stem: str
    folder: Path

    @classmethod
    def of(cls, tokenizer: Tokenizer, out: Path, settings: DatasetSettings) -> Self:
        """Raises ConfigError for settings that do not fit the tokenizer, ExportError for a file
        that would have shards or if pyarrow is missing.
        """
        if settings.dropout is not None:
            tokenizer = tokenizer.with_dropout(settings.dropout, settings.seed)
        dtype = settings.id_type(tokenizer)
        limit, is_file = settings.shard_limit(dtype), is_dataset_file(out)
        if is_file and limit is not None:
            raise ExportError(say("dataset_one_file", path=out), path=out)
        file_format = file_format_of(out) if is_file else settings.format
        if file_format in ("arrow", "parquet"):
            needed_pyarrow()
        return cls(
            tokenizer, settings, dtype, *settings.joints(tokenizer), limit, is_file, file_format,
            out.stem if is_file else "tokens", out.parent if is_file else out,
        )  # fmt: skip

    @property
    def joints(self) -> Joints:
        """The ids between documents."""
        return Joints(_id_of(self.before), _id_of(self.after))

    @property
    def manifest_name(self) -> str:
        return f"{self.stem}.json" if self.is_file else MANIFEST

    @property
    def cut_at(self) -> Splitter | None:
        """The splitter at whose sure cuts a document may be encoded in parts; None for none.

        A cut could go through a special token.
        """
        is_text = special_splitter(self.tokenizer.special_tokens, self.settings.special) is None
        return self.tokenizer.cutting_splitter if is_text else None

    def groups(self, corpus: Corpus, rooms: TextRooms | None = None) -> Iterator[DocumentGroup]:
        """A corpus as it is encoded. rooms: what text is read into, of groups that are released."""
        cut_at = self.cut_at
        if cut_at is None:
            groups = document_groups(corpus.labelled_documents(), None)
        elif rooms is not None and self._fills_rooms:
            groups = file_groups(corpus, cut_at, rooms)
        else:
            groups = part_groups(corpus.labelled_parts(), cut_at)
        return groups if self.settings.dropout is None else placed_groups(groups)

    def work(
        self, joints: Joints | None = None
    ) -> Callable[[DocumentEncoder], Callable[[DocumentGroup], EncodedGroup]]:
        """What a thread does with its encoder. joints: other ids than those between documents."""
        special_tokens = special_splitter(self.tokenizer.special_tokens, self.settings.special)
        return partial(group_encoder, self.dtype, joints or self.joints, special_tokens, IdRooms())

    @property
    def _fills_rooms(self) -> bool:
        encoder = self.tokenizer.batch_encoder.encoders(1)[0]
        return isinstance(encoder, Encoder) and encoder.fills_rooms

    def new_shard(self, folder: Path, number: int) -> ShardFiles:
        """The files of a shard, in a folder beside their last one."""
        stem = self.stem if self.is_file else f"{self.stem}-{number:05}"
        if self.format == "megatron":
            return MegatronShard(folder, stem, self.dtype, asked=self.folder)
        if self.format == "arrow" or self.format == "parquet":
            return ArrowShard(folder, stem, self.dtype, kind=self.format, asked=self.folder)
        is_raw = self.format == "raw"
        return Shard(folder, stem, self.dtype, is_raw=is_raw, asked=self.folder)

    def facts(self) -> dict[str, Any]:
        """What decides the bytes of the shards beside the text."""
        facts: dict[str, Any] = {
            "tokenizer": self.tokenizer.semantic_hash,
            "dtype": self.dtype.name,
            "format": self.format,
            "shard size": self.limit,
            "prepend": _id_of(self.before),
            "append": _id_of(self.after),
            "special": self.settings.special,
        }
        if self.settings.dropout is not None:
            facts["dropout"] = [self.settings.dropout, self.settings.seed]
        if self.format in ("arrow", "parquet"):
            facts["version of pyarrow"] = needed_pyarrow()[0].__version__
        return facts

    def made_of(self, corpus: Corpus, files: SourceFiles) -> dict[str, Any]:
        """What decides the bytes of the shards, for a journal."""
        return self.facts() | {
            "reading options": [repr(corpus.reading), corpus.max_chars],
            "sources": [
                [
                    source.label,
                    repr(source.reading),
                    files.of(source.paths),
                    _hash_of_texts(source.texts),
                ]
                for source in corpus.sources
            ],
        }

    def manifest(
        self,
        corpus: Corpus,
        files: SourceFiles,
        shards: Sequence[dict[str, Any]],
        sums: Sequence[Sums],
        problems: Sequence[str],
    ) -> dict[str, Any]:
        """The manifest of the finished dataset. sums: of each source of the corpus."""
        settings = self.settings
        dropped = {"dropout": settings.dropout, "seed": settings.seed}
        return {
            "format": FORMAT,
            "version": 1,
            "tokenizer": {
                "semantic_hash": self.tokenizer.semantic_hash,
                "vocab_size": self.tokenizer.vocab_size,
            },
            "dtype": self.dtype.name,
            "byte_order": "little",
            "file_format": self.format,
            "tokens": sum(each.tokens for each in sums),
            "documents": sum(each.documents for each in sums),
            "bytes": sum(each.bytes for each in sums),
            "prepended": None if self.before is None else self.before.document(),
            "appended": None if self.after is None else self.after.document(),
            "special": settings.special,
            **(dropped if settings.dropout is not None else {}),
            "shards": list(shards),
            "sources": [
                {
                    "label": source.label,
                    "files": [str(path) for path in source.paths],
                    "contents": files.of(source.paths),
                    "documents": each.documents,
                    "bytes": each.bytes,
                    "tokens": each.tokens,
                }
                for source, each in zip(corpus.sources, sums, strict=True)
            ],
            "problems": list(problems),
        }


def _id_of(joint: JoiningToken | None) -> int | None:
    return None if joint is None else joint.token_id


def _hash_of_texts(texts: tuple[str, ...] | None) -> str | None:
    """Of texts in memory; None for files."""
    if texts is None:
        return None
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()
