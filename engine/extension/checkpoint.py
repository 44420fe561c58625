"""What a folder has of a model: its configuration, its files of tensors, its tables of ids.

A table has a row for each id: the embeddings, the head of an untied model, biases of the head.
Tables are known by their names and by having as many rows as config.json says there are ids. All
files are checked before anything is written: each tensor of an index must be there, and whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from engine.analysis import TEXT_PARTS, read_model_config
from engine.errors import ModelFileError
from engine.extension.tensor_files import (
    FLOAT_TYPES,
    Rows,
    TensorFile,
    read_tensor_file,
    unreadable,
)
from engine.machine import check_regular
from engine.sentences import say, some_of

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
TableKind = Literal["embedding", "head", "bias"]
_MOST_INDEX_BYTES = 1 << 26
_NAMES: Mapping[TableKind, re.Pattern[str]] = {
    "embedding": re.compile(
        r"(^|\.)(embed_tokens|wte|word_embeddings|tok_embeddings|embed_in|shared|token_embedding"
        r"|tokens_embed|embeddings|emb)\.weight"
    ),
    "head": re.compile(
        r"(^|\.)(lm_head|embed_out|output|output_layer|head|predictions\.decoder)\.weight"
    ),
    "bias": re.compile(
        r"(^|\.)((lm_head|embed_out|output|output_layer|head|predictions|predictions\.decoder)"
        r"\.bias|final_logits_bias)"
    ),
}


@dataclass(frozen=True, slots=True)
class Table:
    """A tensor with a row for each id. file: its name in the folder."""

    kind: TableKind
    file: str
    rows: Rows

    @property
    def name(self) -> str:
        return self.rows.tensor.name


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model in a folder.

    n_rows: of its tables, the vocab_size of config.json. files: of tensors, by name. index: of
    several files, None for a single one. is_tied: the head is the embedding.
    """

    folder: Path
    config: dict[str, Any]
    n_rows: int
    tables: tuple[Table, ...]
    files: Mapping[str, TensorFile]
    index: dict[str, Any] | None
    is_tied: bool

    @property
    def embedding(self) -> Table:
        return self.tables[0]

    @property
    def n_bytes(self) -> int:
        """Bytes of all tensors."""
        return sum(file.n_bytes for file in self.files.values())

    def resized_config(self, n_rows: int) -> dict[str, Any]:
        """config.json for another number of rows; everything else stays."""
        parts = {
            name: self.config[name] | {"vocab_size": n_rows}
            for name in TEXT_PARTS
            if isinstance(self.config.get(name), dict) and "vocab_size" in self.config[name]
        }
        own = {"vocab_size": n_rows} if "vocab_size" in self.config else {}
        return self.config | own | parts


def is_checkpoint(path: Path) -> bool:
    """Whether a path is a folder, and so no name of a published model."""
    return path.is_dir()


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read the configuration and all headers of a folder.

    Raises ModelConfigError for a configuration that cannot be used and ModelFileError for missing,
    damaged and incomplete files of tensors, for tables of another size and of types that cannot be
    computed with.
    """
    configured = read_model_config(folder)
    config = json.loads(configured.path.read_text("utf-8-sig"))
    n_rows = configured.vocab_size
    if type(n_rows) is not int or n_rows < 1:
        raise ModelFileError(say("model_without_size", path=configured.path), path=configured.path)
    index = _index(folder)
    files = _files(folder, index)
    tables = _tables(folder, config, n_rows, files)
    has_head = any(table.kind == "head" for table in tables)
    said = config.get("tie_word_embeddings")
    is_tied = said if isinstance(said, bool) and not has_head else not has_head
    if said is False and not has_head and "lm_head" not in str(config.get("architectures", "")):
        is_tied = False  # a model without any head
    return Checkpoint(folder, config, n_rows, tables, files, index, is_tied)


def _index(folder: Path) -> dict[str, Any] | None:
    path = folder / INDEX
    if (folder / WEIGHTS).exists() or not path.exists():
        return None
    try:
        check_regular(path)
        with path.open("rb") as stream:
            content = stream.read(_MOST_INDEX_BYTES + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        if len(content) > _MOST_INDEX_BYTES:
            raise ValueError
        document = json.loads(content.decode("utf-8-sig"))
        places = document["weight_map"]
        fits = isinstance(places, dict) and bool(places)
        fits = fits and all(isinstance(file, str) and _is_name(file) for file in places.values())
        fits = fits and isinstance(document.get("metadata", {}), dict)
    except (ValueError, RecursionError, KeyError, TypeError):
        fits = False
    if not fits:
        raise ModelFileError(say("model_index_unusable", path=path), path=path)
    return dict(document)


def _is_name(file: str) -> bool:
    """Whether it is the name of a file in the folder itself, and not a way out of it."""
    return Path(file).name == file and "\\" not in file and file.endswith(".safetensors")


def _files(folder: Path, index: dict[str, Any] | None) -> dict[str, TensorFile]:
    if index is None:
        if not (folder / WEIGHTS).exists():
            raise ModelFileError(say("model_without_tensors", path=folder), path=folder)
        return {WEIGHTS: read_tensor_file(folder / WEIGHTS)}
    places: dict[str, str] = index["weight_map"]
    names = sorted(set(places.values()))
    missing = [name for name in names if not (folder / name).exists()]
    if missing:
        raise ModelFileError(
            say("model_half", path=folder, n=len(missing), of=len(names), files=some_of(missing)),
            path=folder,
        )
    files = {name: read_tensor_file(folder / name) for name in names}
    lost = [name for name, file in places.items() if name not in files[file].tensors]
    found = sum(len(file.tensors) for file in files.values())
    if lost or found != len(places):
        named = lost or [
            name for file in files.values() for name in file.tensors if name not in places
        ]
        raise ModelFileError(
            say("model_index_differs", path=folder / INDEX, names=some_of(named)), path=folder
        )
    return files


def _tables(
    folder: Path, config: dict[str, Any], n_rows: int, files: Mapping[str, TensorFile]
) -> tuple[Table, ...]:
    tables, others = [], []
    for file, contents in files.items():
        for tensor in contents.tensors.values():
            kind = _kind(tensor.name)
            rows = Rows.of(tensor)
            if rows is None or rows.width < 1:
                continue
            if kind == "embedding" and rows.n != n_rows:
                others.append((tensor.name, rows.n))
            elif kind is not None and rows.n == n_rows:
                tables.append(Table(kind, file, rows))
            elif kind is None and rows.n == n_rows and not _is_another_size(config, n_rows):
                raise ModelFileError(
                    say("model_unknown_table", path=folder, name=repr(tensor.name), rows=n_rows),
                    path=folder,
                )
    tables.sort(key=lambda table: ("embedding", "head", "bias").index(table.kind))
    if not tables or tables[0].kind != "embedding":
        if others:
            name, found = others[0]
            sentence = say(
                "model_other_rows", path=folder, name=repr(name), rows=found, size=n_rows
            )
        else:
            sentence = say("model_without_embedding", path=folder, size=n_rows)
        raise ModelFileError(sentence, path=folder)
    for table in tables:
        if table.rows.tensor.dtype not in FLOAT_TYPES:
            raise ModelFileError(
                say("model_table_type", name=repr(table.name), dtype=table.rows.tensor.dtype),
                path=folder / table.file,
            )
    return tuple(tables)


def _kind(name: str) -> TableKind | None:
    for kind, pattern in _NAMES.items():
        found = pattern.search(name)
        if found is not None and found.end() == len(name):
            return kind
    return None


def _is_another_size(config: dict[str, Any], n_rows: int) -> bool:
    """Whether another size of the model is the same number, such as its width."""
    parts = [config, *(part for part in config.values() if isinstance(part, dict))]
    return any(
        type(value) is int and key != "vocab_size" and value in (n_rows, n_rows // 2, n_rows // 3)
        for part in parts
        for key, value in part.items()
    )
