"""The own file format: a zip archive of one JSON manifest and plain numpy arrays.

    manifest.json    format, version, pattern, special tokens, size, hash, circumstances
    merges.npy       uint32[n, 2]
    ids.npy          uint32[256 + n], the numbering of an imported tokenizer; else missing
    counts.npy, applied.npy, source_applied.npy    statistics of the training, if known

Nothing is pickled. A file is written under another name in its folder and renamed, so that it is
whole or missing.
"""

from __future__ import annotations

import json
import struct
import tokenize
import zipfile
import zlib
from dataclasses import asdict, fields
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled import Element
from engine.encoding.pieces import piece_numbering
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import (
    ArgumentValueError,
    ConfigError,
    EngineError,
    TokenizerFileError,
    reason_of,
)
from engine.machine import add_member, check_regular, read_member, write_whole
from engine.sentences import say
from engine.settings import (
    MAX_VOCAB_SIZE,
    MergeRules,
    Parity,
    ParityRecord,
    Pieces,
    SecondStage,
    SuperwordOrigin,
    Superwords,
    TrainingConfig,
    TrainingRecord,
)

FILE_NAME = "tokenizer.twb"
FORMAT = "tokenizer-workbench"
VERSION = 4
"""The highest version that is read. A file names the lowest version that understands it."""
_MOST_MANIFEST_BYTES = 64 << 20
"""Two million special tokens in JSON; the manifest of GPT-4's vocabulary takes 3 kB."""
_ARRAY_HEAD_BYTES = 1 << 10
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, KeyError, ValueError, TypeError,
    NotImplementedError, RuntimeError, ArithmeticError, AttributeError, IndexError, MemoryError,
    SyntaxError, tokenize.TokenError,  # numpy reads the head of an array as Python
)  # fmt: skip
_ARRAYS = ("counts", "applied", "source_applied")


def save_tokenizer(tokenizer: Tokenizer, path: Path) -> Path:
    """Write `tokenizer` to a file, or into a directory as `tokenizer.twb`; returns the file.

    Raises ArgumentValueError for a name that promises JSON.
    """
    if path.is_dir() or not path.suffix:
        path = path / FILE_NAME
    if path.suffix.lower() == ".json":
        raise ArgumentValueError(
            f"{path} would not be JSON: save writes the format of this program, as tokenizer.twb. "
            'export_tokenizer(tokenizer, "tokenizer.json", directory) writes tokenizer.json.',
            setting="path",
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, tokenizer_bytes(tokenizer))
    except OSError as error:
        raise TokenizerFileError(
            say("file_unwritable", path=path, reason=reason_of(error)), path=path
        ) from None
    return path


def tokenizer_bytes(tokenizer: Tokenizer) -> bytes:
    """The content that `save_tokenizer` writes, for a store that is not a file."""
    stream = BytesIO()
    _write(tokenizer, stream)
    return stream.getvalue()


def load_tokenizer_file(path: Path, content: bytes | None = None) -> Tokenizer:
    """Read a tokenizer file, or its `content`, which errors call `path`.

    Raises TokenizerFileError.
    """
    try:
        if content is None:
            check_regular(path)
        with zipfile.ZipFile(path if content is None else BytesIO(content)) as archive:
            return _read(archive, path)
    except FileNotFoundError:
        raise TokenizerFileError(say("file_not_there", path=path), path=path) from None
    except _DAMAGE as error:
        raise TokenizerFileError(
            say("twb_damaged", path=path, reason=str(error).strip(chr(39)) or type(error).__name__),
            path=path,
        ) from None
    except OSError as error:
        raise TokenizerFileError(
            say("file_unreadable", path=path, reason=reason_of(error)), path=path
        ) from None


def _write(tokenizer: Tokenizer, stream: Any) -> None:
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        manifest = json.dumps(_manifest(tokenizer), ensure_ascii=False, indent=1)
        add_member(archive, "manifest.json", manifest)
        _write_array(archive, "merges", tokenizer.merges)
        if tokenizer.numbering is not None:
            _write_array(archive, "ids", tokenizer.numbering.ids)
        if tokenizer.training is not None:
            for name in _ARRAYS:
                _write_array(archive, name, getattr(tokenizer.training, name))


def _manifest(tokenizer: Tokenizer) -> dict[str, Any]:
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "semantic_hash": tokenizer.semantic_hash,
        "pattern": tokenizer.pattern,
        "special_tokens": tokenizer.special_tokens,
        "vocab_size": tokenizer.vocab_size,
    }
    if tokenizer.normalization is not None:
        manifest["version"] = 2
        manifest["normalization"] = tokenizer.normalization
    if numbering := tokenizer.numbering:
        manifest["version"] = 2
        manifest["numbering"] = {
            "ignore_merges": numbering.ignore_merges,
            "extra_tokens": [[token.hex(), i] for token, i in numbering.extra_tokens.items()],
        }
    if tokenizer.pieces is not None:
        manifest["version"] = 4
        manifest["pieces"] = tokenizer.pieces.document()
    # Apart from what decides ids, so that programs that do not know them ignore them.
    if tokenizer.has_own_roles:
        manifest["roles"] = tokenizer.roles
    if tokenizer.chat_template is not None:
        manifest["chat_template"] = tokenizer.chat_template
    if origin := tokenizer.superwords:
        manifest["superwords"] = asdict(origin)
    if tokenizer.training is not None:
        _add_training(manifest, tokenizer.training)
    return manifest


def _add_training(manifest: dict[str, Any], training: TrainingRecord) -> None:
    """Put the circumstances of a training into a manifest, those of later versions apart."""
    manifest["training"] = {
        "config": _settings(training.config),
        "source_labels": training.source_labels,
        "source_bytes": training.source_bytes.tolist(),
        "source_documents": training.source_documents.tolist(),
        "pretokens": training.pretokens,
        "unique_pretokens": training.unique_pretokens,
        "unmatched_bytes": training.unmatched_bytes,
        "seconds": training.seconds,
        "problems": training.problems,
        "unicode_version": training.unicode_version,
        "engine_version": training.engine_version,
    }
    if training.config.roles is not None:
        manifest["trained_roles"] = dict(training.config.roles)
    if training.config.special_text != "ordinary":
        manifest["special_text"] = training.config.special_text
    if training.config.superwords is not None:
        manifest["trained_superwords"] = training.config.superwords.document()
    if training.config.merge_rules is not None:
        manifest["merge_rules"] = training.config.merge_rules.document()
    if training.config.parity is not None:
        manifest["trained_parity"] = training.config.parity.document()
    if training.parity is not None:
        manifest["parity"] = training.parity.document()
    if training.config.pieces is not None:
        manifest["trained_pieces"] = training.config.pieces.document()
    if training.second_stage is not None:
        manifest["second_stage"] = training.second_stage.document()
    manifest["source_characters"] = training.source_characters.tolist()
    if training.is_weighted:
        manifest["version"] = max(3, manifest["version"])
        manifest["training"]["source_weights"] = training.source_weights.tolist()
        manifest["training"]["weight_scale"] = training.weight_scale


def _settings(config: TrainingConfig) -> dict[str, Any]:
    """Settings by name, without later ones: older programs refuse a setting they do not know."""
    later = {"roles", "special_text", "superwords", "merge_rules", "trainer", "parity", "pieces"}
    return {
        setting.name: getattr(config, setting.name)
        for setting in fields(config)
        if setting.name not in later
    }


def _read(archive: zipfile.ZipFile, path: Path) -> Tokenizer:
    manifest = json.loads(read_member(archive, "manifest.json", _MOST_MANIFEST_BYTES))
    if manifest["format"] != FORMAT:
        raise ValueError(f"its format is {manifest['format']!r}")
    if manifest["version"] > VERSION:
        raise TokenizerFileError(
            say("twb_too_new", path=path, found=manifest["version"], known=VERSION), path=path
        )
    try:
        tokenizer = Tokenizer(
            _read_array(archive, "merges", np.uint32, 2),
            pattern=manifest["pattern"],
            special_tokens=manifest["special_tokens"],
            vocab_size=manifest["vocab_size"],
            training=_training(archive, manifest.get("training"), manifest),
            normalization=manifest.get("normalization"),
            numbering=_numbering(archive, manifest.get("numbering"), manifest.get("pieces")),
        ).with_companions(
            roles=manifest.get("roles"),
            chat_template=manifest.get("chat_template"),
            superwords=_superword_origin(manifest.get("superwords")),
        )
    except (EngineError, ConfigError) as error:
        raise TokenizerFileError(say("twb_unusable", path=path, reason=error), path=path) from None
    if tokenizer.semantic_hash != manifest["semantic_hash"]:
        raise TokenizerFileError(say("twb_changed", path=path), path=path)
    return tokenizer


def _superword_origin(fields: dict[str, Any] | None) -> SuperwordOrigin | None:
    if fields is None:
        return None
    return SuperwordOrigin(str(fields["first_pattern"]), int(fields["n_first_merges"]))


def _numbering(
    archive: zipfile.ZipFile, fields: dict[str, Any] | None, pieces: dict[str, Any] | None
) -> Numbering | None:
    if fields is None:
        return None
    ids = _read_array(archive, "ids", np.uint32, 1)
    extra = {bytes.fromhex(token): token_id for token, token_id in fields["extra_tokens"]}
    if pieces is not None:
        return piece_numbering(ids, extra, pieces)
    return Numbering(ids, extra, fields["ignore_merges"])


def _training(
    archive: zipfile.ZipFile, fields: dict[str, Any] | None, manifest: dict[str, Any]
) -> TrainingRecord | None:
    if fields is None:
        return None
    fields = dict(fields)
    config = fields.pop("config")
    config["special_tokens"] = tuple(config["special_tokens"])
    config["roles"] = manifest.get("trained_roles")
    config["special_text"] = manifest.get("special_text", "ordinary")
    if (superwords := manifest.get("trained_superwords")) is not None:
        config["superwords"] = Superwords.of_document(superwords)
    if (rules := manifest.get("merge_rules")) is not None:
        config["merge_rules"] = MergeRules.of_document(rules)
    if (wanted := manifest.get("trained_parity")) is not None:
        config["parity"] = Parity.of_document(wanted)
    parity = manifest.get("parity")
    if (pieces := manifest.get("trained_pieces")) is not None:
        config["pieces"] = Pieces.of_document(pieces)
    second = manifest.get("second_stage")
    labels = tuple(fields.pop("source_labels"))
    return TrainingRecord(
        config=TrainingConfig(**config),
        counts=_read_array(archive, "counts", np.int64, 1),
        applied=_read_array(archive, "applied", np.int64, 1),
        source_applied=_read_array(archive, "source_applied", np.int64, max(1, len(labels))),
        source_labels=labels,
        source_bytes=np.array(fields.pop("source_bytes"), np.int64),
        source_documents=np.array(fields.pop("source_documents"), np.int64),
        problems=tuple(fields.pop("problems")),
        source_characters=np.array(manifest.get("source_characters", ()), np.int64),
        source_weights=np.array(fields.pop("source_weights", ()), np.int64),
        second_stage=None if second is None else SecondStage.of_document(second),
        parity=None if parity is None else ParityRecord.of_document(parity),
        **fields,
    )


def _write_array(archive: zipfile.ZipFile, name: str, array: npt.NDArray[np.generic]) -> None:
    content = BytesIO()
    np.save(content, array, allow_pickle=False)
    add_member(archive, f"{name}.npy", content.getvalue())


def _read_array(
    archive: zipfile.ZipFile, name: str, dtype: type[Element], n_columns: int
) -> npt.NDArray[Element]:
    """An array of at most one row for each id there can be."""
    most = MAX_VOCAB_SIZE * n_columns * np.dtype(dtype).itemsize + _ARRAY_HEAD_BYTES
    content = read_member(archive, f"{name}.npy", most)
    try:
        array = np.load(BytesIO(content), allow_pickle=False)
    except _DAMAGE as error:  # NumPy's own words name objects by their address in memory
        raise ValueError(f"{name}.npy is not a NumPy array") from error
    if array.dtype != dtype:
        raise ValueError(f"{name} holds {array.dtype}, not {np.dtype(dtype)}")
    result: npt.NDArray[Element] = array
    return result
