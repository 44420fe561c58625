"""The bundle: a tokenizer in our own format with its provenance in the same archive.

Everything that loads tokenizer.twb loads a bundle; `provenance.json` in it says where the tokenizer
comes from: the run, its sources with paths, sizes and sha256, mixture, tie rule, evaluation,
versions, and the sha256 of the files that were exported. The merges lie in merges.npy, how often
each pair was counted and applied in counts.npy and applied.npy. The semantic hash is over what
decides ids alone, so that the same tokenizer has one, whoever saved it.
"""

from __future__ import annotations

import json
import platform
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.encoding import tokenizer_bytes
from engine.errors import ExportError, TokenizerFileError
from engine.formats.sentences import say
from engine.formats.writing.export_formats import OWN_FILE
from engine.machine import add_member, check_regular, read_member
from engine.settings import ENGINE_VERSION
from engine.text import UNICODE_VERSION

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

PROVENANCE_FILE = "provenance.json"
PROVENANCE_KIND = "tokenizer-workbench provenance"
_MOST_BYTES = 1 << 28
# A RuntimeError is an encrypted entry, or JSON nested too deeply.
_DAMAGE = (
    OSError, zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, NotImplementedError,
)  # fmt: skip


def bundle_files(tokenizer: Tokenizer, provenance: Mapping[str, Any]) -> dict[str, bytes]:
    """The archive by name. Raises ExportError for a provenance that JSON cannot hold."""
    document = _document(tokenizer) | dict(provenance)
    try:
        text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ExportError(say("provenance_no_json", reason=error)) from None
    stream = BytesIO(tokenizer_bytes(tokenizer))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        add_member(archive, PROVENANCE_FILE, text + "\n")
    return {OWN_FILE: stream.getvalue()}


def read_provenance(path: Path | str) -> dict[str, Any] | None:
    """What a file of our own says of its origin; None for one without. Raises TokenizerFileError.

    path: the file, or a directory with one.
    """
    file = Path(path)
    file = file / OWN_FILE if file.is_dir() else file
    try:
        check_regular(file)
        with zipfile.ZipFile(file) as archive:
            if PROVENANCE_FILE not in archive.namelist():
                return None
            document = json.loads(read_member(archive, PROVENANCE_FILE, _MOST_BYTES))
    except _DAMAGE as error:
        raise TokenizerFileError(
            say("provenance_unreadable", file=file, reason=error), path=file
        ) from None
    return document if isinstance(document, dict) else None


def _document(tokenizer: Tokenizer) -> dict[str, Any]:
    """What the tokenizer itself knows of its origin."""
    document: dict[str, Any] = {
        "kind": PROVENANCE_KIND,
        "version": 1,
        "semantic_hash": tokenizer.semantic_hash,
        "pattern": tokenizer.pattern,
        "engine_version": ENGINE_VERSION,
        "unicode_version": UNICODE_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    if (training := tokenizer.training) is not None:
        document["training"] = {
            "tie_break": training.config.tie_break,
            "vocab_size": training.config.vocab_size,
            "documents": training.documents,
            "bytes": training.bytes,
            "pretokens": training.pretokens,
            "source_labels": list(training.source_labels),
        }
    return document
