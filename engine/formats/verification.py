"""Verifying an export: the real library loads it and must give our ids for a set of texts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.child_programs import child_command, is_packaged
from engine.errors import EngineError
from engine.formats.export_formats import OWN_FILE, known_format
from engine.formats.export_verdict import ExportDifference, ExportVerdict

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

READER = Path(__file__).with_name("library_reader.py")
_TIMEOUT_S = 600


def verify_export(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    texts: Iterable[str],
    *,
    name: str = "tokenizer",
) -> ExportVerdict:
    """Load the export of `format` in `directory` in the real library and compare ids on `texts`.

    A text that holds special tokens is compared with them read as special tokens, all others as
    plain text. Never raises for what the library does: the verdict says it.
    """
    compared = [text for text in texts if _is_utf8(text)]
    format_name = known_format(format)
    if format_name == "workbench":
        return _verify_own(tokenizer, Path(directory), compared)
    specials = tuple(tokenizer.special_tokens)
    marked = [(text, any(special in text for special in specials)) for text in compared]
    answer = _ask_library(
        {
            "format": format_name,
            "directory": str(Path(directory).absolute()),
            "name": name,
            "texts": marked,
            "special_tokens": specials,
        }
    )
    if isinstance(answer, str):
        return ExportVerdict(format_name, "failed", reason=answer)
    return _verdict(tokenizer, format_name, marked, answer)


def _ask_library(request: dict[str, Any]) -> dict[str, Any] | str:
    """The child's answer, or a sentence on why there is none."""
    command = [sys.executable, "-P", str(READER)]  # quicker than the module: no package to load
    if is_packaged():
        command = child_command("engine.formats.library_reader")
    try:
        child = subprocess.run(
            command,
            input=json.dumps(request),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"the library gave no answer within {_TIMEOUT_S} seconds"
    except OSError as error:
        return f"no process can be started ({error.strerror})"
    if child.returncode != 0:
        lines = child.stderr.strip().splitlines()
        return f"the library ended its process ({lines[-1] if lines else child.returncode})"
    answer: dict[str, Any] = json.loads(child.stdout)
    return answer


def _verdict(
    tokenizer: Tokenizer,
    format_name: str,
    marked: Sequence[tuple[str, bool]],
    answer: dict[str, Any],
) -> ExportVerdict:
    missing = tuple(answer["missing"])
    if not answer["libraries"]:
        return ExportVerdict(format_name, "not installed", missing=missing)
    ours = [
        tuple(tokenizer.encode(text, special="parse" if special else "text"))
        for text, special in marked
    ]
    libraries = tuple(f"{entry['name']} {entry['version']}" for entry in answer["libraries"])
    for entry, library in zip(answer["libraries"], libraries, strict=True):
        found = ExportVerdict(format_name, "failed", (library,), missing, len(marked))
        if reason := entry.get("error") or _wrong_size(tokenizer, entry):
            return replace(found, reason=f"{library}: {reason}")
        for (text, _), expected, theirs in zip(marked, ours, entry["ids"], strict=True):
            if expected != tuple(theirs):
                difference = _difference(tokenizer, library, text, expected, tuple(theirs))
                return replace(found, status="different", difference=difference)
        if reason := _wrong_text(marked, entry):
            return replace(found, reason=f"{library}: {reason}")
    return ExportVerdict(format_name, "equal", libraries, missing, len(marked))


def _wrong_size(tokenizer: Tokenizer, entry: dict[str, Any]) -> str | None:
    """A sentence if the library has another vocabulary size or other special ids than we."""
    expected = tokenizer.vocab_size
    if entry["name"] == "tiktoken":  # n_vocab is the highest id and one
        expected = max(i for i, token in enumerate(tokenizer.vocabulary) if token) + 1
    if entry["vocab_size"] != expected:
        return f"the vocabulary has {entry['vocab_size']:,} ids there, {expected:,} here"
    for special, token_id in tokenizer.special_tokens.items():
        if entry["special_ids"][special] != token_id:
            return f"{special} has id {entry['special_ids'][special]} there, {token_id} here"
    return None


def _wrong_text(marked: Sequence[tuple[str, bool]], entry: dict[str, Any]) -> str | None:
    """A sentence if decoding the right ids gives another text there."""
    for (text, _), decoded in zip(marked, entry["decoded"], strict=True):
        if decoded != text:
            return f"the ids of {text[:80]!r} are decoded to {decoded[:80]!r}"
    return None


def _difference(
    tokenizer: Tokenizer, library: str, text: str, ours: tuple[int, ...], theirs: tuple[int, ...]
) -> ExportDifference:
    return ExportDifference(
        library, text, ours, theirs, _token_bytes(tokenizer, ours), _token_bytes(tokenizer, theirs)
    ).clipped()


def _token_bytes(tokenizer: Tokenizer, ids: tuple[int, ...]) -> tuple[bytes, ...]:
    specials = {token_id: name.encode() for name, token_id in tokenizer.special_tokens.items()}
    vocabulary = tokenizer.vocabulary
    return tuple(
        specials.get(i) or (vocabulary[i] if 0 <= i < len(vocabulary) else b"?") for i in ids
    )


def _verify_own(tokenizer: Tokenizer, directory: Path, texts: list[str]) -> ExportVerdict:
    from engine.tokenizer import Tokenizer as TokenizerClass

    try:
        loaded = TokenizerClass.load(directory / OWN_FILE)
    except EngineError as error:
        return ExportVerdict("workbench", "failed", reason=str(error).rstrip("."))
    for text in texts:
        ours, theirs = tuple(tokenizer.encode(text)), tuple(loaded.encode(text))
        if ours != theirs:
            difference = _difference(tokenizer, "the saved file", text, ours, theirs)
            return ExportVerdict(
                "workbench", "different", ("the saved file",), (), len(texts), difference
            )
    return ExportVerdict("workbench", "equal", ("the saved file",), (), len(texts))


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
