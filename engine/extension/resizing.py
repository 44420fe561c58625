"""A checkpoint with rows for the new tokens of an extension.

    checkpoint = read_checkpoint(Path("model"))
    steps = resize_steps(checkpoint, extension, rows, Path("larger"), companions=files)
    resized = result_of(steps)

Every row of an old id keeps its bytes; so does every other tensor. Both are compared with the
source after writing, and only then does the folder get its name. Rows are read by blocks of
4 MB: memory depends neither on the model nor on its vocabulary.

Rules for new rows: `parts` is the mean of the rows that made up the token before (Gee et al. 2022);
`mean` is the mean of all old rows, and `normal` draws from a normal distribution with their mean
and covariance (Hewitt 2021, "Initializing New Word Embeddings for Pretrained Language Models");
`zeros`; `token` copies the row of one token. Rows beyond the last id, which pad a table to a
multiple, are the mean of all old rows: zeros would have a larger logit than most tokens.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from engine.compiled import Bools, Floats, Int64s
from engine.encoding import Tokenizer
from engine.errors import ConfigError, ModelFileError
from engine.extension.checkpoint import INDEX, Checkpoint, Table
from engine.extension.extension import Extension
from engine.extension.report import EmbeddingRow
from engine.extension.tensor_files import (
    BLOCK_BYTES,
    Rows,
    TensorFile,
    header_bytes,
    read_exactly,
    read_tensor_file,
    row_mask,
    unreadable,
)
from engine.machine import Progress, cannot_write, move_into_place, partial_folder
from engine.sentences import say

ROW_RULES = ("parts", "mean", "zeros", "normal", "token")
MAX_MULTIPLE = 1 << 16
_TOKENIZER_FILES = frozenset(
    {
        "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json",
        "vocab.json", "merges.txt", "vocab.txt", "tokenizer.model", "spiece.model", "tekken.json",
        "chat_template.jinja", "chat_template.json",
    }
)  # fmt: skip
_KEPT_OF_TOKENIZER = (
    "model_max_length", "padding_side", "truncation_side", "clean_up_tokenization_spaces",
    "chat_template",
)  # fmt: skip
_SMALL = 1 << 24
_COPIED = frozenset({"", ".json", ".md", ".txt", ".jinja", ".py", ".yaml", ".yml"})
_BESIDE = 1024
"""Rows beyond the tokenizer's ids that padding explains, beside a twentieth of them."""
_DRAWN_AT_ONCE = 256
_SAMPLED, _COLUMNS = 96, 64


@dataclass(frozen=True, slots=True)
class ResizeSettings:
    """rule: of new rows. token: the id whose row `token` copies. multiple: the number of rows is a
    multiple of it. seed: of `normal`. Raises ConfigError."""

    rule: str = "parts"
    token: int | None = None
    multiple: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.rule not in ROW_RULES:
            raise ConfigError(say("unknown_row_rule", rule=repr(self.rule)), setting="rule")
        if (self.rule == "token") != (self.token is not None):
            raise ConfigError(say("row_rule_token"), setting="token")
        if not 1 <= self.multiple <= MAX_MULTIPLE:
            raise ConfigError(
                say("row_multiple", multiple=self.multiple, most=MAX_MULTIPLE), setting="multiple"
            )


@dataclass(frozen=True, eq=False)
class TablePicture:
    """Some rows of the embedding before and after, evenly spaced, for people.

    ids: int64[n], ascending, the last of them new; is_new: bool[n]. before: float64[m, k], the
    first k numbers of the rows that were there, m <= n; after: float64[n, k]. norms_before,
    norms: float64, length of the whole rows.
    """

    ids: Int64s
    is_new: Bools
    before: Floats
    after: Floats
    norms_before: Floats
    norms: Floats


@dataclass(frozen=True, eq=False)
class ResizedCheckpoint:
    """What was written. rows_same: old rows, byte for byte as before, of each table; tensors_same:
    other tensors; both were compared. left: files of the source that were not copied."""

    folder: Path
    settings: ResizeSettings
    rows_before: int
    rows_after: int
    n_new: int
    tables: tuple[str, ...]
    dtype: str
    width: int
    is_tied: bool
    rows_same: int
    tensors_same: int
    n_bytes: int
    left: tuple[str, ...]
    picture: TablePicture

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        new = self.picture.is_new
        return {
            "folder": str(self.folder),
            "rule": self.settings.rule,
            "rows_before": self.rows_before,
            "rows_after": self.rows_after,
            "new_rows": self.n_new,
            "tables": list(self.tables),
            "dtype": self.dtype,
            "width": self.width,
            "tied": self.is_tied,
            "identical_rows": self.rows_same,
            "identical_tensors": self.tensors_same,
            "bytes": self.n_bytes,
            "not_copied": list(self.left),
            "median_norm_old": _median(self.picture.norms[~new]),
            "median_norm_new": _median(self.picture.norms[new]),
        }


Resizing = Generator[Progress, None, ResizedCheckpoint]


def token_of_words(tokenizer: Tokenizer, words: str) -> int:
    """The id of a token named by its text, by the name of a special token or by the id itself.

    Raises ConfigError where the text is several tokens.
    """
    if words in tokenizer.special_tokens:
        return tokenizer.special_tokens[words]
    if words.isascii() and words.isdigit() and len(words) < 10:
        return int(words)
    ids = tokenizer.encode(words)
    if len(ids) != 1:
        raise ConfigError(say("row_rule_tokens", token=repr(words), n=len(ids)), setting="token")
    return ids[0]


def rows_needed(checkpoint: Checkpoint, tokenizer: Tokenizer, multiple: int = 1) -> int:
    """Rows for all ids of a tokenizer: never fewer than there are, a multiple of `multiple`."""
    n = max(checkpoint.n_rows, tokenizer.vocab_size)
    return -(-n // multiple) * multiple


def check_fits(checkpoint: Checkpoint, tokenizer: Tokenizer) -> None:
    """Raise ModelFileError for a tokenizer that cannot be the one of the model."""
    n, size = checkpoint.n_rows, tokenizer.vocab_size
    if size > n:
        code = "model_has_fewer_rows"
    elif n > size + _BESIDE + size // 20:
        code = "model_has_more_rows"
    else:
        return
    path = checkpoint.folder
    raise ModelFileError(say(code, path=path, rows=n, size=size), path=path)


def check_target(checkpoint: Checkpoint, out: Path) -> None:
    """Raise ModelFileError for a folder that is not empty, and for the model's own."""
    taken = out.exists() and (not out.is_dir() or any(out.iterdir()))
    if taken or out.resolve() == checkpoint.folder.resolve():
        raise ModelFileError(say("model_target_taken", path=out), path=out)


def resize_steps(
    checkpoint: Checkpoint,
    extension: Extension,
    rows: Sequence[EmbeddingRow],
    out: Path,
    *,
    settings: ResizeSettings | None = None,
    companions: Mapping[str, bytes] | None = None,
) -> Resizing:
    """Write the model with more rows into the folder `out`; yields progress in bytes.

    rows: of the new ids, as the report of the extension has them. companions: contents of the
    tokenizer's files by name. `out` is missing or empty before, and whole or as before afterwards.
    Raises ModelFileError, ConfigError and ExportError, also for a disk that is full.
    """
    settings = settings or ResizeSettings()
    check_fits(checkpoint, extension.old)
    check_target(checkpoint, out)
    if settings.token is not None and not 0 <= settings.token < checkpoint.n_rows:
        raise ConfigError(say("row_rule_outside", id=settings.token), setting="token")
    n_rows = rows_needed(checkpoint, extension.tokenizer, settings.multiple)
    made = NewRows(checkpoint, rows, n_rows, settings, extension.old.vocab_size)
    clock = _Clock(made.n_bytes_of_work)
    with partial_folder(out) as folder:
        try:
            left = _copy_small(checkpoint, folder, companions or {})
            for name, file in checkpoint.files.items():
                yield from made.write(file, folder / name, clock)
            _write_json(folder / "config.json", checkpoint.resized_config(n_rows))
            if checkpoint.index is not None:
                _write_json(folder / INDEX, made.index())
        except OSError as error:
            raise cannot_write(out, error) from None
        n_same = tensors_same = 0
        for name, file in checkpoint.files.items():
            rows_same, same = yield from made.check(file, folder / name, clock)
            n_same, tensors_same = max(n_same, rows_same), tensors_same + same
        picture = made.picture(folder)
        try:
            move_into_place(folder, out)
        except OSError as error:
            raise cannot_write(out, error) from None
    table = checkpoint.embedding
    return ResizedCheckpoint(
        out, settings, checkpoint.n_rows, n_rows, len(rows),
        tuple(each.name for each in checkpoint.tables), table.rows.tensor.dtype,
        table.rows.width, checkpoint.is_tied, n_same, tensors_same, made.n_bytes, tuple(left),
        picture,
    )  # fmt: skip


class _Clock:
    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0

    def step(self, n: int, phase: str) -> Progress:
        self.done += n
        return Progress(self.done, self.total, phase)


class NewRows:
    """The tables of a checkpoint with their new rows, file by file."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        rows: Sequence[EmbeddingRow],
        n_rows: int,
        settings: ResizeSettings,
        n_known: int,
    ) -> None:
        self._checkpoint, self._settings, self._n_rows = checkpoint, settings, n_rows
        self._rows, self._n_known = rows, n_known
        self._tables = {table.name: table for table in checkpoint.tables}
        self._padding = range(max(checkpoint.n_rows, max(row.token_id for row in rows) + 1), n_rows)
        self._changed = row_mask(checkpoint.n_rows, (row.token_id for row in rows))

    @property
    def n_bytes(self) -> int:
        """Of all tensors that are written."""
        more = sum(
            (self._n_rows - table.rows.n) * table.rows.row_bytes for table in self._tables.values()
        )
        return self._checkpoint.n_bytes + more

    @property
    def n_bytes_of_work(self) -> int:
        return 2 * self._checkpoint.n_bytes

    def index(self) -> dict[str, Any]:
        """The index with the new sizes."""
        assert self._checkpoint.index is not None
        document = dict(self._checkpoint.index)
        metadata = dict(document.get("metadata", {}))
        if "total_size" in metadata:
            metadata["total_size"] = self.n_bytes
        if isinstance(metadata.get("total_parameters"), int):
            metadata["total_parameters"] += sum(
                (self._n_rows - table.rows.n) * table.rows.width for table in self._tables.values()
            )
        return document | {"metadata": metadata}

    def write(self, file: TensorFile, path: Path, clock: _Clock) -> Generator[Progress, None, None]:
        """Copy a file; its tables grow."""
        grown = [
            self._tables[tensor.name].rows.grown(self._n_rows)
            if tensor.name in self._tables
            else tensor
            for tensor in file.tensors.values()
        ]
        with file.path.open("rb") as source, path.open("w+b") as target:
            target.write(header_bytes(grown, file.metadata))
            for old, new in zip(file.tensors.values(), grown, strict=True):
                begin = target.tell()
                for at in range(0, old.n_bytes, BLOCK_BYTES):
                    n = min(BLOCK_BYTES, old.n_bytes - at)
                    target.write(read_exactly(source, old.begin + at, n))
                    yield clock.step(n, "copy")
                if old.name in self._tables:
                    self._write_rows(self._tables[old.name], source, target, begin)
                target.seek(begin + new.n_bytes)
            target.truncate()
            target.flush()
            os.fsync(target.fileno())

    def _write_rows(self, table: Table, source: IO[bytes], target: IO[bytes], begin: int) -> None:
        """Write the new rows of a table, and those that pad it."""
        rows = table.rows
        mean = _mean(rows, source, self._n_known)
        for some in _groups(self._rows, _DRAWN_AT_ONCE):
            values = self.values(rows, source, some, mean)
            for row, value in zip(some, values, strict=True):
                target.seek(begin + row.token_id * rows.row_bytes)
                target.write(rows.encoded(value[None]))
        one = rows.encoded(mean[None])
        for token_id in self._padding:
            target.seek(begin + token_id * rows.row_bytes)
            target.write(one)

    def values(
        self, rows: Rows, source: IO[bytes], some: Sequence[EmbeddingRow], mean: Floats
    ) -> Floats:
        """float64[n, width]: the new rows by the rule."""
        rule = self._settings.rule
        if rule == "parts":
            return np.stack(
                [
                    np.asarray(row.weights) @ rows.values(source, row.parts) if row.parts else mean
                    for row in some
                ]
            )
        if rule == "token":
            assert self._settings.token is not None
            one = rows.values(source, [self._settings.token])
            return np.repeat(one, len(some), axis=0)
        if rule == "normal":
            return mean + self._drawn(rows, source, some, mean)
        value = np.zeros(rows.width) if rule == "zeros" else mean
        return np.repeat(value[None], len(some), axis=0)

    def _drawn(
        self, rows: Rows, source: IO[bytes], some: Sequence[EmbeddingRow], mean: Floats
    ) -> Floats:
        """Sums of all old rows with normal weights: their covariance without its matrix."""
        drawing = np.random.default_rng([self._settings.seed, some[0].token_id])
        total = np.zeros((len(some), rows.width))
        n = min(self._n_known, rows.n)
        for _, data in rows.blocks(source, n):
            values = rows.decoded(data) - mean
            total += drawing.standard_normal((len(some), len(values))) @ values
        return np.asarray(total / np.sqrt(n))

    def check(
        self, file: TensorFile, path: Path, clock: _Clock
    ) -> Generator[Progress, None, tuple[int, int]]:
        """Compare what was written with its source; (rows, other tensors) that are the same."""
        written = read_tensor_file(path)
        n_rows = n_same = 0
        with file.path.open("rb") as source, path.open("rb") as target:
            for old in file.tensors.values():
                new = written.tensors[old.name]
                table = self._tables.get(old.name)
                size = table.rows.row_bytes if table is not None else 1
                changed = self._changed if table is not None else self._changed[:0]
                step = max(1, BLOCK_BYTES // size) * size
                for at in range(0, old.n_bytes, step):
                    n = min(step, old.n_bytes - at)
                    before = np.frombuffer(read_exactly(source, old.begin + at, n), np.uint8)
                    after = np.frombuffer(read_exactly(target, new.begin + at, n), np.uint8)
                    if not _same_rows(before, after, size, at // size, changed):
                        raise ModelFileError(say("model_rows_differ", path=path.name), path=path)
                    yield clock.step(n, "check")
                if table is None:
                    n_same += 1
                else:
                    n_rows = max(n_rows, table.rows.n - len(changed))
        return n_rows, n_same

    def picture(self, folder: Path) -> TablePicture:
        """Some rows of the embedding before and after."""
        table = self._checkpoint.embedding
        written = Rows.of(read_tensor_file(folder / table.file).tensors[table.name])
        assert written is not None
        new_ids = [row.token_id for row in self._rows]
        n_old = min(self._n_known, table.rows.n)
        is_new = frozenset(new_ids)
        old = [i for i in _spread(range(n_old), _SAMPLED) if i not in is_new]
        new = [new_ids[place] for place in _spread(range(len(new_ids)), _SAMPLED // 2)]
        ids = sorted({*old, *new})
        shown = np.array([i in is_new for i in ids])
        with (self._checkpoint.folder / table.file).open("rb") as stream:
            before = table.rows.values(stream, [i for i in ids if i < n_old])
        with (folder / table.file).open("rb") as stream:
            after = written.values(stream, ids)
        return TablePicture(
            np.array(ids), shown, before[:, :_COLUMNS], after[:, :_COLUMNS],
            np.linalg.norm(before, axis=1), np.linalg.norm(after, axis=1),
        )  # fmt: skip


def _same_rows(before: Any, after: Any, size: int, first: int, changed: Any) -> bool:
    """Whether all rows but the changed ones have the same bytes."""
    if np.array_equal(before, after):
        return True
    differs = (before.reshape(-1, size) != after.reshape(-1, size)).any(axis=1)
    return bool(np.isin(first + np.flatnonzero(differs), changed).all())


def _mean(rows: Rows, source: IO[bytes], n_known: int) -> Floats:
    """float64[width]: the mean of the rows of known ids."""
    n = min(n_known, rows.n)
    total = np.zeros(rows.width)
    for _, data in rows.blocks(source, n):
        total += rows.decoded(data).sum(axis=0)
    return np.asarray(total / n)


def _groups(rows: Sequence[EmbeddingRow], n: int) -> Iterable[Sequence[EmbeddingRow]]:
    return (rows[first : first + n] for first in range(0, len(rows), n))


def _spread(numbers: range, n: int) -> list[int]:
    """At most n of the numbers, evenly spaced, the first and the last among them."""
    if len(numbers) <= n:
        return list(numbers)
    places = np.linspace(0, len(numbers) - 1, n).astype(np.int64)
    return [numbers[place] for place in places.tolist()]


def _median(values: Any) -> float | None:
    return float(np.median(values)) if len(values) else None


def _copy_small(checkpoint: Checkpoint, folder: Path, companions: Mapping[str, bytes]) -> list[str]:
    """Copy what is neither tensors nor the old tokenizer; the names of what stays behind."""
    own = {*checkpoint.files, INDEX, "config.json"}
    left = []
    for path in sorted(checkpoint.folder.iterdir()):
        if path.name in own or path.name in _TOKENIZER_FILES:
            continue
        is_small = path.is_file() and path.stat().st_size <= _SMALL
        if is_small and path.suffix in _COPIED:
            shutil.copyfile(path, folder / path.name)
        elif not path.name.startswith("."):
            left.append(path.name)
    for name, content in joined_companions(checkpoint.folder, companions).items():
        (folder / name).write_bytes(content)
    return left


def joined_companions(folder: Path, companions: Mapping[str, bytes]) -> dict[str, bytes]:
    """The tokenizer's new files with what only the old ones say.

    That is lengths and sides of tokenizer_config.json, and the post-processor of tokenizer.json,
    which puts special tokens around a text: their ids have not changed.
    """
    files = dict(companions)
    old, new = (_object(content) for content in _pair(folder, files, "tokenizer_config.json"))
    if old and new:
        kept = {key: old[key] for key in _KEPT_OF_TOKENIZER if key in old and key not in new}
        if "chat_template.jinja" in files:
            kept.pop("chat_template", None)
        files["tokenizer_config.json"] = _json(new | kept)
    old, new = (_object(content) for content in _pair(folder, files, "tokenizer.json"))
    if old and new and old.get("post_processor") is not None:
        files["tokenizer.json"] = _json(new | {"post_processor": old["post_processor"]})
    return files


def _pair(folder: Path, files: Mapping[str, bytes], name: str) -> tuple[bytes, bytes]:
    """The old and the new content of a file, b"" where it is missing."""
    path = folder / name
    try:
        old = path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 28 else b""
    except OSError as error:
        raise unreadable(path, error) from None
    return old, files.get(name, b"")


def _object(content: bytes) -> dict[str, Any]:
    try:
        document = json.loads(content) if content else {}
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _json(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def _write_json(path: Path, document: Mapping[str, Any]) -> None:
    path.write_bytes(_json(document))
