"""Conversations as arrays for training, written as a stream in bounded memory.

    ids.npy        uint16 where every id of the tokenizer fits, else uint32: all conversations
    mask.npy       uint8, as many: 1 where the token is trained
    starts.npy     int64[k + 1]: conversation i has the ids from starts[i] to starts[i + 1]
    manifest.json  tokenizer, template, settings, counts, problems, SHA-256 of every file

What is refused has no place in the arrays and a sentence in the manifest. Everything is written
under another name and moved into place when it is whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from engine.chat.chat_error import ChatError
from engine.chat.chat_summary import ChatSummary
from engine.chat.conversation import Conversation
from engine.chat.conversation_file import ConversationFile
from engine.chat.rendered_chat import RenderedBatch
from engine.chat.renderer import ChatRenderer
from engine.dataset_shards import GrowingArray
from engine.formats.atomic_files import cannot_write, make_directory
from engine.formats.export_error import ExportError
from engine.partial_files import partial_path
from engine.readers.problems import FileProblems, problem_sentences

MANIFEST = "manifest.json"
FORMAT = "tokenizer-workbench chat"
_BATCH = 512
_MOST_16_BIT = 1 << 16
_NAMES = ("ids.npy", "mask.npy", "starts.npy")


@dataclass(frozen=True, slots=True)
class ChatProgress:
    """How far writing is."""

    conversations: int
    tokens: int


def write_chat_arrays(
    renderer: ChatRenderer,
    files: ConversationFile | Sequence[ConversationFile],
    folder: Path | str,
    *,
    max_tokens: int | None = None,
) -> dict[str, Any]:
    """As `writing_chat_arrays`, in one go."""
    steps = writing_chat_arrays(renderer, files, folder, max_tokens=max_tokens)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            manifest: dict[str, Any] = stop.value
            return manifest


def writing_chat_arrays(
    renderer: ChatRenderer,
    files: ConversationFile | Sequence[ConversationFile],
    folder: Path | str,
    *,
    max_tokens: int | None = None,
) -> Generator[ChatProgress, None, dict[str, Any]]:
    """Write the arrays of all files; yields after some hundred conversations, returns the manifest.

    folder: is not there, or empty. Closing the generator leaves nothing behind. Raises ExportError
    for a place that cannot be written, CorpusError for a file that cannot be read, and ChatError
    where no conversation could be rendered.
    """
    files = [files] if isinstance(files, ConversationFile) else list(files)
    folder = Path(folder)
    if folder.name in {"", ".."}:  # such as ".": its files are made in a folder beside it
        folder = folder.resolve()
    _check_place(folder)
    partial = partial_path(folder)
    make_directory(partial, asked=folder)
    try:
        writer = _Writer(renderer, partial, folder, max_tokens)
        yield from writer.write(files)
        manifest = writer.finish(files)
        _move_into_place(partial, folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return manifest


class _Writer:
    """The three arrays while they grow."""

    def __init__(
        self, renderer: ChatRenderer, folder: Path, asked: Path, max_tokens: int | None
    ) -> None:
        self._renderer = renderer
        self._folder = folder
        self._asked = asked
        self._max_tokens = max_tokens
        self._summary = ChatSummary()
        self._refused: list[FileProblems] = []
        fits = renderer.tokenizer.vocab_size <= _MOST_16_BIT
        self._dtype = np.dtype(np.uint16 if fits else np.uint32)

    def write(self, files: Sequence[ConversationFile]) -> Generator[ChatProgress, None, None]:
        """Render and write everything."""
        types: tuple[np.dtype[Any], ...] = (self._dtype, np.dtype(np.uint8), np.dtype(np.int64))
        with ExitStack() as stack:
            ids, mask, starts = (
                stack.enter_context(
                    GrowingArray(self._folder / name, dtype, asked=self._asked / name)
                )
                for name, dtype in zip(_NAMES, types, strict=True)
            )
            for file in files:
                self._refused.append(FileProblems(file.path))
                for conversations in _batches(iter(file)):
                    batch = self._renderer.render_batch(conversations, max_tokens=self._max_tokens)
                    self._note(batch, conversations)
                    starts.append(_kept_starts(batch) + ids.length)
                    ids.append(batch.ids)
                    mask.append(batch.mask)
                    yield ChatProgress(self._summary.conversations, ids.length)
            starts.append(np.array([ids.length], np.int64))
            if not self._summary.conversations:
                raise ChatError(_nothing(files, self._refused))
            for array in (ids, mask, starts):
                array.finish()

    def finish(self, files: Sequence[ConversationFile]) -> dict[str, Any]:
        """Write the manifest and return it."""
        tokenizer = self._renderer.tokenizer
        manifest = {
            "format": FORMAT,
            "version": 1,
            "tokenizer": {
                "semantic_hash": tokenizer.semantic_hash,
                "vocab_size": tokenizer.vocab_size,
            },
            "template": self._renderer.name,
            "settings": {"max_tokens": self._max_tokens, **self._renderer.settings},
            "dtype": self._dtype.name,
            "byte_order": "little",
            "arrays": {name: self._described(name) for name in _NAMES},
            **self._summary.document(),
            "files": [str(file.path) for file in files],
            "problems": [
                sentence
                for file, refused in zip(files, self._refused, strict=True)
                for sentence in problem_sentences([*file.problems, *refused.listed])
            ],
        }
        del manifest["lints"]
        text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
        try:
            with (self._folder / MANIFEST).open("w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise cannot_write(self._asked / MANIFEST, error) from None
        return manifest

    def _note(self, batch: RenderedBatch, conversations: Sequence[Conversation]) -> None:
        self._summary.add_batch(batch)
        for refusal in batch.problems:
            line = conversations[refusal.index].line
            self._refused[-1].add(f"not rendered: {refusal.error}", line=line)

    def _described(self, name: str) -> dict[str, Any]:
        path = self._folder / name
        try:
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return {"bytes": path.stat().st_size, "sha256": digest}
        except OSError as error:
            raise cannot_write(self._asked / name, error) from None


def _batches(conversations: Iterator[Conversation]) -> Iterator[list[Conversation]]:
    while batch := list(islice(conversations, _BATCH)):
        yield batch


def _kept_starts(batch: RenderedBatch) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Where the conversations of a batch begin that were not refused."""
    kept = np.ones(len(batch.n_full), np.bool_)
    kept[[refusal.index for refusal in batch.problems]] = False
    starts: np.ndarray[tuple[int], np.dtype[np.int64]] = batch.starts[:-1][kept]
    return starts


def _check_place(folder: Path) -> None:
    """Raise ExportError for a folder with something in it, and for a file in the way."""
    try:
        if folder.exists() and not folder.is_dir():
            raise ExportError(f"{folder} is a file; name a folder for the arrays.", path=folder)
        if folder.is_dir() and any(folder.iterdir()):
            raise ExportError(
                f"{folder} is not empty; name another folder, or remove what is in it.",
                path=folder,
            )
    except OSError as error:
        raise cannot_write(folder, error) from None


def _move_into_place(partial: Path, folder: Path) -> None:
    try:
        with suppress(FileNotFoundError):
            folder.rmdir()
        partial.rename(folder)
    except OSError as error:
        raise cannot_write(folder, error) from None


def _nothing(files: Sequence[ConversationFile], refused: Sequence[FileProblems]) -> str:
    problems = [problem for file in files for problem in file.problems]
    problems += [problem for each in refused for problem in each.listed]
    listed = " ".join(problem_sentences(problems)[:5])
    return f"No conversation could be rendered. {listed}".strip()
