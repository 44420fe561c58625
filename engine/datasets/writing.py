"""Writing a whole corpus as token ids: a stream from files to shards, in bounded memory.

A dataset is a folder:

    tokens-00000.npy              the ids of document after document (.bin for raw ids)
    tokens-00000.documents.npy    int64[n + 1]: where each document begins there, and the end
    dataset.json                  tokenizer, type of the ids, counts, files, sources

or one file NAME.npy with NAME.documents.npy and NAME.json beside it. Documents are never divided
between two shards. Everything is written under another name and moved to its own when it is whole,
so that an interrupted dataset never looks like a finished one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from engine.argument_types import check_optional, check_threads, checked_integer, checked_path
from engine.compiled import Int64s
from engine.corpus import Corpus, DocumentGroup, checked_corpus, document_groups, part_groups
from engine.datasets.shards import Shard, ShardSync
from engine.encoding import Encoder, SpecialTokenSplitter, Tokenizer, encode_group, special_splitter
from engine.errors import ConfigError, CorpusError, ExportError
from engine.library import checked_tokenizer
from engine.machine import Progress, cannot_write, move_into_place, partial_folder, write_whole
from engine.sentences import say
from engine.settings import ROLES

IdType = Literal["auto", "uint16", "uint32"]
FileFormat = Literal["npy", "raw"]
_MOST_16_BIT = 1 << 16
MANIFEST = "dataset.json"
FORMAT = "tokenizer-workbench dataset"
_FILE_SUFFIXES = {".npy": "npy", ".bin": "raw", ".raw": "raw"}


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
    format: "npy" for numpy arrays, "raw" for the bare ids, least significant byte first.
    shard_tokens: a new file begins with the first document after n ids; None for one file.
    append, prepend: special token that is put after each document, and before each; a role, such
        as "eos" or "bos", is the tokenizer's token of that role.
    special: what special tokens in the text mean, as in Tokenizer.encode.
    n_threads: one for each core by default; the files are the same for any number.
    """

    dtype: IdType = "auto"
    format: FileFormat = "npy"
    shard_tokens: int | None = None
    append: str | None = None
    special: Literal["text", "parse", "reject"] = "text"
    n_threads: int | None = None
    prepend: str | None = None

    def __post_init__(self) -> None:
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
    is empty, or a file that ends in .npy, .bin or .raw. Progress comes some ten times a second;
    closing the generator leaves nothing behind.

    The call itself raises ArgumentError, ConfigError for settings that do not fit the tokenizer
    and ExportError for a file that would have shards; later, CorpusError for a file that cannot be
    read and for a corpus without text, SpecialTokenError, and ExportError for a place that cannot
    be written.
    """
    checked_tokenizer(tokenizer)
    checked_corpus(corpus)
    out = checked_path(out, "The place of a dataset")
    check_optional(settings, DatasetSettings, "settings", "DatasetSettings() makes them")
    return _written(_Writer(tokenizer, corpus, out, settings or DatasetSettings()), out)


def _written(writer: _Writer, out: Path) -> Generator[DatasetProgress, None, dict[str, Any]]:
    if not is_dataset_file(out):
        check_new_folder(out, say("dataset_is_file", path=out))
    with partial_folder(out) as partial:
        manifest = yield from writer.write(partial)
        _move_into_place(partial, out)
    return manifest


class _Writer:
    """The shards of one dataset and the sums over them."""

    def __init__(
        self, tokenizer: Tokenizer, corpus: Corpus, out: Path, settings: DatasetSettings
    ) -> None:
        self._tokenizer = tokenizer
        self._corpus = corpus
        self._settings = settings
        self._dtype = settings.id_type(tokenizer)
        self._before, self._after = settings.joints(tokenizer)
        self._is_file = is_dataset_file(out)
        if self._is_file and settings.shard_tokens is not None:
            raise ExportError(say("dataset_one_file", path=out), path=out)
        file_format = _FILE_SUFFIXES[out.suffix.lower()] if self._is_file else settings.format
        self._is_raw = file_format == "raw"
        self._stem = out.stem if self._is_file else "tokens"
        self._asked = out.parent if self._is_file else out
        self._sums = [_Sums() for _ in corpus.sources]
        self._total = _Sums()
        self._shards: list[dict[str, Any]] = []
        self._shard: Shard | None = None
        self._sync: ShardSync

    def write(self, folder: Path) -> Generator[DatasetProgress, None, dict[str, Any]]:
        """Everything into `folder`; returns the manifest."""
        special_tokens = special_splitter(self._tokenizer.special_tokens, self._settings.special)
        # A cut could go through a special token.
        cut_at = self._tokenizer.cutting_splitter if special_tokens is None else None
        if cut_at is None:
            groups = document_groups(self._corpus.labelled_documents(), None)
        else:
            groups = part_groups(self._corpus.labelled_parts(), cut_at)
        joints = _Joints(_id_of(self._before), _id_of(self._after))
        work = partial(_encoding, self._dtype, joints, special_tokens)
        expected = self._corpus.expected_bytes
        spread = self._tokenizer.batch_encoder.spread(work, groups, self._settings.n_threads)
        with closing(ShardSync()) as self._sync, closing(spread):
            for encoded in spread:
                if encoded is not None:
                    self._add(folder, encoded)
                yield self._progress(expected)
            if self._shard is None:
                raise CorpusError(_nothing_to_read(self._corpus))
            self._end_shard()
            while not self._sync.is_done():
                yield self._progress(expected)
        manifest = self._manifest()
        name = f"{self._stem}.json" if self._is_file else MANIFEST
        write_manifest(folder / name, manifest, self._asked / name)
        return manifest

    def _add(self, folder: Path, encoded: _Encoded) -> None:
        group, ids, starts = encoded
        for sums in (self._sums[group.source], self._total):
            sums.documents += group.n_documents
            sums.bytes += len(group.data)
            sums.tokens += len(ids)
        while len(ids):
            shard = self._open_shard(folder)
            end = self._end_in_shard(shard, starts, len(ids))
            shard.append(ids[:end], starts[starts < end])
            self._sync.note(shard, ids[:end].nbytes)
            if end < len(ids):
                self._end_shard()
            ids, starts = ids[end:], starts[starts >= end] - end

    def _end_in_shard(self, shard: Shard, starts: Int64s, n_ids: int) -> int:
        """Number of ids that belong to a shard: up to a document that begins beyond it."""
        limit = self._settings.shard_tokens
        if limit is None:
            return n_ids
        places = starts + shard.n_tokens
        beyond = starts[(places >= limit) & (places > 0)]
        return int(beyond[0]) if len(beyond) else n_ids

    def _open_shard(self, folder: Path) -> Shard:
        if self._shard is None:
            stem = self._stem if self._is_file else f"{self._stem}-{len(self._shards):05}"
            self._shard = Shard(folder, stem, self._dtype, is_raw=self._is_raw, asked=self._asked)
            self._sync.begin(self._shard)
        return self._shard

    def _end_shard(self) -> None:
        shard = self._shard
        assert shard is not None
        self._sync.end(shard)
        ids, starts = shard.names
        self._shards.append(
            {
                "file": ids,
                "document_starts": starts,
                "tokens": shard.n_tokens,
                "documents": shard.n_documents,
            }
        )
        self._shard = None

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
        return {
            "format": FORMAT,
            "version": 1,
            "tokenizer": {
                "semantic_hash": self._tokenizer.semantic_hash,
                "vocab_size": self._tokenizer.vocab_size,
            },
            "dtype": self._dtype.name,
            "byte_order": "little",
            "file_format": "raw" if self._is_raw else "npy",
            "tokens": self._total.tokens,
            "documents": self._total.documents,
            "bytes": self._total.bytes,
            "prepended": None if self._before is None else self._before.document(),
            "appended": None if self._after is None else self._after.document(),
            "special": self._settings.special,
            "shards": self._shards,
            "sources": [
                {
                    "label": source.label,
                    "files": [str(path) for path in source.paths],
                    "documents": sums.documents,
                    "bytes": sums.bytes,
                    "tokens": sums.tokens,
                }
                for source, sums in sources
            ],
            "problems": self._corpus.problem_sentences,
        }


class _Joints(NamedTuple):
    """The ids that are put before each document and after it."""

    before: int | None
    after: int | None


class _Encoded(NamedTuple):
    """The ids of a group as they are written.

    ids: uint16[m] or uint32[m]. starts: int64[n], index of each document's first id.
    """

    group: DocumentGroup
    ids: npt.NDArray[np.generic]
    starts: Int64s


@dataclass(slots=True)
class _Sums:
    """Sums over one source, or all."""

    documents: int = 0
    bytes: int = 0
    tokens: int = 0


def _encoding(
    dtype: np.dtype[np.uint16 | np.uint32],
    joints: _Joints,
    special_tokens: SpecialTokenSplitter | None,
    encoder: Encoder,
) -> Callable[[DocumentGroup], _Encoded]:
    """The work on a group: encode, insert the joining tokens, convert to the type of the file."""

    def work(group: DocumentGroup) -> _Encoded:
        if special_tokens is None:
            ids, starts = encoder.encode_documents(group.data, group.bounds)
        else:
            ids, starts = encode_group(encoder, group, special_tokens)
        written: npt.NDArray[np.generic] = ids.astype(dtype, copy=False)
        before = None if group.before else joints.before
        after = None if group.is_cut else joints.after
        written, starts = _joined(written, starts, before, after)
        return _Encoded(group, written, starts[: group.n_documents])

    return work


def _id_of(joint: JoiningToken | None) -> int | None:
    return None if joint is None else joint.token_id


def _joined(
    ids: npt.NDArray[np.generic], starts: Int64s, before: int | None, after: int | None
) -> tuple[npt.NDArray[np.generic], Int64s]:
    """The ids with one more before each document, after each, or both; a document begins at the
    one before it. Example: ids [7, 8, 9], starts [0, 1, 3], after 5 -> [7, 5, 8, 9, 5], [0, 2, 5].
    """
    n_added = (before is not None) + (after is not None)
    if not n_added:
        return ids, starts
    moved = starts + n_added * np.arange(len(starts))
    longer = np.empty(len(ids) + n_added * (len(starts) - 1), ids.dtype)
    is_text = np.ones(len(longer), np.bool_)
    for token_id, places in ((before, moved[:-1]), (after, moved[1:] - 1)):
        if token_id is not None:
            longer[places] = token_id
            is_text[places] = False
    longer[is_text] = ids
    return longer, moved


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
