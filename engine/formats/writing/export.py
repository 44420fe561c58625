"""Exporting a tokenizer into files that other libraries load with identical ids.

A bundle is our own file with its origin: everything that loads tokenizer.twb loads it, and
`provenance.json` in the same archive names the run, its sources with paths, sizes and sha256, the
mixture, tie rule, evaluation, versions, and the sha256 of the files that were exported. The
semantic hash is over what decides ids alone, so it does not depend on who saved the tokenizer.
"""

from __future__ import annotations

import json
import platform
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.argument_types import checked, checked_path, checked_string
from engine.encoding import tokenizer_bytes
from engine.errors import ExportError
from engine.formats.reading.contents import TEMPLATE_FILE
from engine.formats.writing.export_formats import (
    OWN_FILE,
    ExportFormat,
    ExportOptions,
    Layout,
    chat_template_text,
    export_format,
    refuse_broken_template,
    template_notes,
    turn_end_notes,
)
from engine.formats.writing.gguf import gguf_files, gguf_notes
from engine.formats.writing.merge_files import merge_files, merge_files_notes
from engine.formats.writing.minbpe import minbpe_files, minbpe_notes
from engine.formats.writing.nanochat import nanochat_files, nanochat_notes
from engine.formats.writing.sentencepiece import sentencepiece_files
from engine.formats.writing.tiktoken import (
    tekken_files,
    tekken_notes,
    tiktoken_files,
    tiktoken_notes,
)
from engine.formats.writing.tokenizer_json import tokenizer_json_files, tokenizer_json_notes
from engine.library import checked_merges_known
from engine.machine import add_member, cannot_write, make_directory, write_files
from engine.sentences import say
from engine.settings import ENGINE_VERSION
from engine.text import UNICODE_VERSION

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_USUAL = ExportOptions()
_NAME = re.compile(r"""[^/\\"'<>:|?*]+""")
PROVENANCE_FILE = "provenance.json"
PROVENANCE_KIND = "tokenizer-workbench provenance"


@dataclass(frozen=True, slots=True)
class _Wish:
    """One export. template: the text of the chat template, None without one."""

    tokenizer: Tokenizer
    name: str
    options: ExportOptions
    template: str | None = None


class _Writer(NamedTuple):
    """What writes a format: the content of its files, the main one first, and sentences on it."""

    files: Callable[[_Wish], dict[str, bytes]]
    notes: Callable[[_Wish], list[str]] = lambda _: []


_WRITERS: Mapping[str, _Writer] = {
    "tokenizer.json": _Writer(
        lambda wish: tokenizer_json_files(wish.tokenizer, wish.options, wish.template),
        lambda wish: tokenizer_json_notes(wish.tokenizer),
    ),
    "vocab.json": _Writer(
        lambda wish: merge_files(wish.tokenizer, wish.template),
        lambda wish: merge_files_notes(wish.tokenizer),
    ),
    "tiktoken": _Writer(
        lambda wish: tiktoken_files(wish.tokenizer, wish.name),
        lambda wish: tiktoken_notes(wish.tokenizer),
    ),
    "tekken": _Writer(
        lambda wish: tekken_files(wish.tokenizer, wish.options),
        lambda wish: tekken_notes(wish.tokenizer),
    ),
    "minbpe": _Writer(
        lambda wish: minbpe_files(wish.tokenizer, wish.name),
        lambda wish: minbpe_notes(wish.tokenizer),
    ),
    "nanochat": _Writer(
        lambda wish: nanochat_files(wish.tokenizer), lambda wish: nanochat_notes(wish.tokenizer)
    ),
    "sentencepiece": _Writer(lambda wish: sentencepiece_files(wish.tokenizer)),
    "gguf": _Writer(
        lambda wish: gguf_files(wish.tokenizer, wish.name, wish.options, wish.template),
        lambda wish: gguf_notes(wish.tokenizer, wish.options),
    ),
    "bundle": _Writer(
        lambda wish: bundle_files(
            _with_template(wish.tokenizer, wish.options), wish.options.provenance
        )
    ),
}
"""What writes each format but `workbench`, which saves itself."""
_OF_PIECES = frozenset({"tokenizer.json", "sentencepiece", "bundle"})
"""Formats with a place for tokenizers of characters."""


def export_tokenizer(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    *,
    name: str = "tokenizer",
    options: ExportOptions = _USUAL,
) -> list[Path]:
    """Write `tokenizer` into `directory` and return the files, the main one first.

    The directory is made if need be; each file is there whole or not at all. `name` is the stem
    where the target library expects no fixed name (tiktoken, minbpe, gguf).
    Raises ExportError: unknown format, a vocabulary that the format cannot hold, a directory that
    cannot be written; PatternError: a split pattern that the target's regex engine cannot express;
    ArgumentError, also for a tokenizer that another library runs.
    """
    checked_merges_known(tokenizer, "exported")
    folder = checked_path(directory, "The directory of an export")
    checked_string(name, "name")
    checked(options, ExportOptions, "options", "ExportOptions() makes them")
    target = export_format(format)
    if target.has_template:
        refuse_broken_template(options.chat_template, tokenizer)
    if target.name == "workbench":
        return [_save_own(_with_template(tokenizer, options), folder)]
    files = export_files(tokenizer, target.name, name=name, options=options)
    if target.name in ("tokenizer.json", "vocab.json"):
        _refuse_other_template(folder, files)
    return write_files(folder, files)


def export_files(
    tokenizer: Tokenizer,
    format_name: str,
    *,
    name: str = "tokenizer",
    options: ExportOptions = _USUAL,
) -> dict[str, bytes]:
    """The content of each file by name, the main one first, without writing any.

    For every format but `workbench`, which is the only one that has no copy in memory.
    """
    # Also written into the text of a program (tiktoken), where a quote would end a string.
    if not _NAME.fullmatch(name) or not name.isprintable() or not name.strip("."):
        raise ExportError(say("export_name", name=repr(name)))
    check_alphabet(tokenizer, format_name)
    template = None
    if export_format(format_name).has_template:
        template = chat_template_text(options.chat_template, tokenizer)
    return _WRITERS[format_name].files(_Wish(tokenizer, name, options, template))


def check_alphabet(tokenizer: Tokenizer, format_name: str) -> None:
    """Raise ExportError where a format has no place for tokens of bytes, or none for characters."""
    if tokenizer.pieces is None and format_name == "sentencepiece":
        raise ExportError(say("sentencepiece_not_offered", token=repr(b"\xe2\x80")))
    if tokenizer.pieces is not None and format_name not in {*_OF_PIECES, "workbench"}:
        raise ExportError(say("export_of_pieces", format=format_name))


def tokenizer_companions(tokenizer: Tokenizer, model: Path) -> dict[str, bytes]:
    """The files of a tokenizer beside a model, in the layout that the model's folder has now."""
    layout: Layout = "v4" if (model / "special_tokens_map.json").exists() else "v5"
    return export_files(tokenizer, "tokenizer.json", options=ExportOptions(layout=layout))


def export_notes(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    options: ExportOptions = _USUAL,
) -> list[str]:
    """What to know about `tokenizer` in `format`, as sentences; empty when there is nothing."""
    target = export_format(format)
    notes = []
    if target.name in _WRITERS:
        notes = _WRITERS[target.name].notes(_Wish(tokenizer, "tokenizer", options))
    if target.has_template:
        notes = [*notes, *template_notes(options.chat_template, tokenizer)]
    if target.name == "tokenizer.json":
        notes = [*notes, *turn_end_notes(tokenizer)]
    return [*notes, *_lost_companions(tokenizer, target)]


def _lost_companions(tokenizer: Tokenizer, target: ExportFormat) -> list[str]:
    """A sentence on what belongs to the tokenizer and has no place in the format."""
    has_roles = tokenizer.has_own_roles and bool(tokenizer.roles)
    has_template = tokenizer.chat_template is not None
    if target.keeps_roles or not (has_roles or has_template):
        return []
    if has_roles and has_template:
        return [say("lost_roles_and_template")]
    return [say("lost_roles" if has_roles else "lost_template")]


def _refuse_other_template(folder: Path, files: dict[str, bytes]) -> None:
    """Raise ExportError where transformers would take an earlier chat template for this one's."""
    if TEMPLATE_FILE not in files and (folder / TEMPLATE_FILE).exists():
        raise ExportError(say("export_other_template", folder=folder, file=TEMPLATE_FILE))


def _with_template(tokenizer: Tokenizer, options: ExportOptions) -> Tokenizer:
    if options.chat_template is None:
        return tokenizer
    template = chat_template_text(options.chat_template, tokenizer)
    return tokenizer.with_companions(chat_template=template)


def _save_own(tokenizer: Tokenizer, directory: Path) -> Path:
    make_directory(directory)
    path = directory / OWN_FILE
    try:
        tokenizer.save(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    return path


def bundle_files(tokenizer: Tokenizer, provenance: Mapping[str, Any]) -> dict[str, bytes]:
    """The archive by name. Raises ExportError for a provenance that JSON cannot hold."""
    document = _origin(tokenizer) | dict(provenance)
    try:
        text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ExportError(say("provenance_no_json", reason=error)) from None
    stream = BytesIO(tokenizer_bytes(tokenizer))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        add_member(archive, PROVENANCE_FILE, text + "\n")
    return {OWN_FILE: stream.getvalue()}


def _origin(tokenizer: Tokenizer) -> dict[str, Any]:
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
