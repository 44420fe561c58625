"""Tokenizers of other libraries, made in this process from what would be exported."""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.errors import LibraryError
from engine.formats.writing.export import export_files, export_tokenizer
from engine.machine import how_to_install
from engine.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiktoken import Encoding
    from transformers import PreTrainedTokenizerFast

    from engine.encoding import Tokenizer


def transformers_tokenizer(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    """The tokenizer that transformers loads from an export as tokenizer.json.

    Raises LibraryError if transformers is missing, ExportError.
    """
    with TemporaryDirectory() as folder, _needing("transformers"):
        export_tokenizer(tokenizer, "tokenizer.json", folder)
        from transformers import PreTrainedTokenizerFast

        made: PreTrainedTokenizerFast = PreTrainedTokenizerFast.from_pretrained(folder)
        return made


def tiktoken_encoding(tokenizer: Tokenizer, name: str) -> Encoding:
    """The tiktoken.Encoding that the exported Python file builds.

    Raises LibraryError if tiktoken is missing, ExportError.
    """
    files = export_files(tokenizer, "tiktoken", name=name)
    sidecar = json.loads(files[f"{name}.tiktoken.json"])
    lines = (line.split() for line in files[f"{name}.tiktoken"].splitlines())
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    with _needing("tiktoken"):
        import tiktoken

        return tiktoken.Encoding(
            name=name,
            pat_str=sidecar["pattern"],
            mergeable_ranks=ranks,
            special_tokens=sidecar["special_tokens"],
        )


@contextmanager
def _needing(library: str) -> Iterator[None]:
    try:
        yield
    except ImportError:
        advice = how_to_install([library])
        raise LibraryError(say("object_needs_library", library=library, advice=advice)) from None
