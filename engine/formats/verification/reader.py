"""Loads an export in the real library and prints the ids it gives: the child of a verification.

Runs as a program in a process of its own, because tiktoken and tokenizers end theirs on some
inputs. It reads one JSON document on standard input,
    {"format", "directory", "name", "texts": [[text, with_special_tokens], ...],
     "special_tokens": [...], "pieces": [hex, ...], "expressions": [...], "seconds",
     "template_seconds"}
and writes one: {"libraries": [{"name", "version", "ids", "decoded", "vocab_size",
"special_ids", ...}, ...], "missing": [...]}. Nothing of ours has a part in the ids: these modules
import the libraries alone. After n seconds it ends itself, whatever a library is at: nothing
else does where the program that asked was killed.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from collections.abc import Callable
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any, NamedTuple

from engine.formats.verification import reader_files as file_readers
from engine.formats.verification import reader_json as json_readers
from engine.formats.verification import reader_ranks as rank_readers

Report = dict[str, Any]


class Reader(NamedTuple):
    """One library: the package that has to be there, and how it reads the export.

    `read` gives None where this library does not read such a file at all.
    """

    package: str
    read: Callable[[Report], Report | None]


READERS: dict[str, tuple[Reader, ...]] = {
    "tokenizer.json": (
        Reader("tokenizers", json_readers.read_with_tokenizers),
        Reader("transformers", json_readers.read_with_transformers),
    ),
    "vocab.json": (
        Reader("tokenizers", json_readers.read_pair_with_tokenizers),
        Reader("transformers", json_readers.read_pair_with_transformers),
    ),
    "tiktoken": (Reader("tiktoken", rank_readers.read_with_tiktoken),),
    "tekken": (
        Reader("mistral_common", rank_readers.read_with_mistral_common),
        Reader("tiktoken", rank_readers.read_tekken_with_tiktoken),
    ),
    "nanochat": (Reader("tiktoken", rank_readers.unpickle_with_tiktoken),),
    "minbpe": (Reader("regex", file_readers.read_as_minbpe),),
    "gguf": (Reader("gguf", file_readers.read_with_gguf),),
}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # in the packaged program, where it is without its papers
        return str(getattr(import_module(package), "__version__", "of an unknown version"))


def main() -> int:
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
    request = json.load(sys.stdin)
    faulthandler.dump_traceback_later(request["seconds"], exit=True)
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints is no answer
    libraries, missing = [], []
    for reader in READERS[request["format"]]:
        if find_spec(reader.package) is None:
            missing.append(reader.package)
            continue
        entry: Report = {"name": reader.package, "version": _version(reader.package)}
        try:
            found = reader.read(request)
        except ImportError as error:
            missing.append(error.name or str(error))
            continue
        except BaseException as error:  # noqa: BLE001  their panics are no Exception
            found = {"error": f"{type(error).__name__}: {error}"}
        if found is not None:
            libraries.append(entry | found)
    faulthandler.cancel_dump_traceback_later()
    json.dump({"libraries": libraries, "missing": missing}, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
