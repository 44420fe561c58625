"""`encode` and `decode`: text to ids and ids to text, exactly."""

from __future__ import annotations

import sys
from argparse import Namespace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled import ENCODING, Int64s, UInt32s
from engine.library import LibraryTokenizer
from workbench.cli.command_error import CommandError
from workbench.cli.directories import check_directory
from workbench.cli.encode_kind import check_plain_use, is_dataset
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.input_file import input_name, read_input
from workbench.cli.output import print_json, print_note
from workbench.cli.tokenizer_argument import load_any_tokenizer, load_tokenizer, note_library

_NPY_MAGIC = b"\x93NUMPY"
_SEPARATORS = str.maketrans("[],;", "    ")


def encode_command(arguments: Namespace) -> int:
    """Print the ids on one line, or write them: as a uint32 array, or as a dataset.

    With --compare nothing but how several tokenizers cut the text is printed.
    """
    if arguments.compare is not None:
        return _compare(arguments)
    if is_dataset(arguments):
        return _write_dataset(arguments)
    check_plain_use(arguments)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    prepare_engine([ENCODING])
    data = read_input(arguments.paths[0] if arguments.paths else None)
    ids = tokenizer.encode_to_array(data, special=arguments.special)
    if arguments.out is not None:
        _write_array(arguments.out, ids)
        _note_what_a_dataset_has(arguments)
    if arguments.json:
        document: dict[str, Any] = {"tokens": len(ids), "bytes": len(data)}
        if isinstance(tokenizer, LibraryTokenizer):
            document |= {"library": tokenizer.library, "library_reason": tokenizer.reason}
        where = {"out": str(arguments.out)} if arguments.out else {"ids": ids.tolist()}
        print_json(document | where)
    elif arguments.out is None:
        print(" ".join(map(str, ids.tolist())))
    return 0


def _compare(arguments: Namespace) -> int:
    from workbench.cli.encode_comparison import check_comparison_use, compare_encodings

    check_comparison_use(arguments)
    check_plain_use(arguments)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    return compare_encodings(tokenizer, arguments)


def _write_dataset(arguments: Namespace) -> int:
    from workbench.cli.encode_dataset import check_dataset_use, encode_dataset

    check_dataset_use(arguments)
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    return encode_dataset(tokenizer, arguments)


def decode_command(arguments: Namespace) -> int:
    """Write the bytes of the ids to standard output, nothing added, or a JSON document."""
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    prepare_engine([ENCODING])
    ids = _read_ids(read_input(arguments.file), input_name(arguments.file))
    data = tokenizer.decode_bytes(ids)
    if arguments.json:
        print_json(_decoded(ids, data))
    else:
        sys.stdout.buffer.write(data)
    return 0


def _decoded(ids: Int64s, data: bytes) -> dict[str, Any]:
    """JSON holds text only: bytes that are not UTF-8 stand as U+FFFD there, and it says so."""
    text = data.decode("utf-8", "replace")
    is_utf8 = text.encode() == data
    return {"tokens": len(ids), "bytes": len(data), "text": text, "is_utf8": is_utf8}


def _write_array(path: Path, ids: UInt32s) -> None:
    if path.is_dir():
        raise CommandError(f"{path} is a directory; name a file for the ids.")
    check_directory(path.parent)
    from engine.machine import write_files

    content = BytesIO()
    np.save(content, ids.astype(np.uint32, copy=False), allow_pickle=False)
    write_files(path.parent, {path.name: content.getvalue()})


def _note_what_a_dataset_has(arguments: Namespace) -> None:
    """Tell where the bare array of one file is something else than a person may think."""
    out: Path = arguments.out
    given = Path(arguments.paths[0]) if arguments.paths else Path("-")
    names = [name for name in given.suffixes if name.lower() in {".jsonl", ".ndjson"}]
    if names:
        print_note(
            f"{given} is encoded as it stands, JSON and all; with --dtype auto {out} becomes a "
            "dataset of the texts in it."
        )
    companions = [out.with_suffix(".documents.npy"), out.with_suffix(".json")]
    if stale := [str(path) for path in companions if path.exists()]:
        print_note(
            f"{out} now holds the ids of one file as uint32 without companions; "
            f"{' and '.join(stale)} beside it belong to other ids."
        )


def _read_ids(data: bytes, name: str) -> Int64s:
    """int64[n] from a .npy file or from whole numbers in text. Raises CommandError."""
    if data.startswith(_NPY_MAGIC):
        return _array_ids(data, name)
    try:
        words = data.decode("utf-8-sig").translate(_SEPARATORS).split()
    except UnicodeDecodeError as error:
        raise CommandError(
            f"{name} is neither text nor a .npy file (byte {error.start:,})."
        ) from None
    ids = np.empty(len(words), np.int64)
    for position, word in enumerate(words):
        try:
            ids[position] = int(word)
        except (ValueError, OverflowError):
            raise CommandError(
                f"{name}: {word[:40]!r}, value {position + 1:,}, is not a token id."
            ) from None
    return ids


def _array_ids(data: bytes, name: str) -> Int64s:
    try:
        array = np.load(BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        raise CommandError(f"{name} is a .npy file that is damaged or holds no numbers.") from None
    if array.ndim != 1 or array.dtype.kind not in "ui":
        raise CommandError(
            f"{name} holds {array.dtype} of shape {array.shape}; ids are one row of whole numbers."
        )
    ids: Int64s = array.astype(np.int64)
    return ids
