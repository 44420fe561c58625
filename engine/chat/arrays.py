"""Conversations as arrays for training, written as a stream in bounded memory.

    ids.npy        uint16 where every id of the tokenizer fits, else uint32: all conversations
    mask.npy       uint8, as many: 1 where the token is trained
    starts.npy     int64[k + 1]: conversation i has the ids from starts[i] to starts[i + 1]
    manifest.json  tokenizer, template, settings, counts, problems, SHA-256 of every file

What is refused has no place in the arrays and a sentence in the manifest. Everything is checked as
`lint_chat` does: the manifest counts the conversations with each lint and lists errors and
warnings with their conversations. Everything is written under another name and moved into place
when it is whole.
"""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from engine.argument_types import checked, checked_path
from engine.chat.conversation import ChatError, Conversation
from engine.chat.conversation_file import ConversationFile
from engine.chat.lint_checks import ChatLint
from engine.chat.lints import ChatChecker, CheckedChat, lint_template
from engine.chat.renderer import ChatRenderer, RenderedChat, RoleCount, check_renderer
from engine.corpus import FileProblems, problem_sentences
from engine.datasets import DatasetProgress, GrowingArray, check_new_folder, write_manifest
from engine.machine import cannot_write, move_into_place, partial_folder, result_of
from engine.sentences import say

MANIFEST = "manifest.json"
FORMAT = "tokenizer-workbench chat"
_BATCH = 512
_MOST_16_BIT = 1 << 16
_NAMES = ("ids.npy", "mask.npy", "starts.npy")
MOST_LISTED = 10_000
"""Errors and warnings that a manifest lists; all are counted."""


class ChatSummary:
    """Sums over conversations, which are added one by one or in batches."""

    def __init__(self) -> None:
        self.conversations = 0
        self.refused = 0
        self.tokens = 0
        self.trained = 0
        self.all_zero = 0
        self.truncated = 0
        self.longest = 0
        self.roles: dict[str, RoleCount] = {}
        self.lints: Counter[str] = Counter()
        self.severities: Counter[str] = Counter()
        self.template_errors = 0

    def add(
        self, chat: RenderedChat, lint_codes: Iterable[str] = (), severities: Iterable[str] = ()
    ) -> None:
        """Count a conversation; lint_codes, severities: of what was found wrong with it."""
        self.conversations += 1
        self.tokens += chat.n_tokens
        self.trained += chat.n_trained
        self.all_zero += not chat.n_trained
        self.truncated += chat.is_truncated
        self.longest = max(self.longest, chat.n_full)
        self._add_roles(chat.counts)
        self.lints.update(dict.fromkeys(lint_codes, 1))  # conversations, not places in them
        self.severities.update(dict.fromkeys(severities, 1))

    def add_checked(self, checked: CheckedChat) -> None:
        """Count a conversation that was checked, or refused."""
        if checked.chat is None:
            self.refused += 1
            return
        codes = [lint.code for lint in checked.lints]
        self.add(checked.chat, codes, [lint.severity for lint in checked.lints])

    @property
    def n_errors(self) -> int:
        """Errors of the template, and conversations with an error."""
        return self.template_errors + self.severities["error"]

    @property
    def share_trained(self) -> float | None:
        """Of all tokens; None without tokens."""
        return self.trained / self.tokens if self.tokens else None

    def document(self) -> dict[str, Any]:
        """The sums as JSON."""
        return {
            "conversations": self.conversations,
            "refused": self.refused,
            "tokens": self.tokens,
            "trained": self.trained,
            "share_trained": self.share_trained,
            "all_zero": self.all_zero,
            "truncated": self.truncated,
            "longest": self.longest,
            "roles": {name: count._asdict() for name, count in self.roles.items()},
            "lints": dict(self.lints),
            "severities": dict(self.severities),
        }

    def _add_roles(self, counts: dict[str, RoleCount]) -> None:
        for name, (tokens, trained) in counts.items():
            known = self.roles.get(name, RoleCount(0, 0))
            self.roles[name] = RoleCount(known.tokens + tokens, known.trained + trained)


def write_chat_arrays(
    renderer: ChatRenderer,
    files: ConversationFile | Sequence[ConversationFile],
    folder: Path | str,
    *,
    max_tokens: int | None = None,
) -> dict[str, Any]:
    """As `writing_chat_arrays`, in one go."""
    return result_of(writing_chat_arrays(renderer, files, folder, max_tokens=max_tokens))


def writing_chat_arrays(
    renderer: ChatRenderer,
    files: ConversationFile | Sequence[ConversationFile],
    folder: Path | str,
    *,
    max_tokens: int | None = None,
) -> Generator[DatasetProgress, None, dict[str, Any]]:
    """Yields after some hundred conversations; the manifest is the generator's return value.

    The documents of its progress are conversations. folder: does not exist or is empty. Closing
    the generator leaves nothing behind. The call itself checks its arguments; later it raises
    ExportError for a place that cannot be written, CorpusError for a file that cannot be read, and
    ChatError if nothing could be rendered.
    """
    check_renderer(renderer)
    made = [files] if isinstance(files, ConversationFile) else files
    if not isinstance(made, Iterable):
        checked(files, ConversationFile, "files", "read_conversations(path) opens one")
    opened = [
        checked(each, ConversationFile, "A file of conversations", "read_conversations opens one")
        for each in made
    ]
    folder = checked_path(folder, "The folder of the arrays")
    return _written(renderer, opened, folder, max_tokens)


def _written(
    renderer: ChatRenderer, files: list[ConversationFile], folder: Path, max_tokens: int | None
) -> Generator[DatasetProgress, None, dict[str, Any]]:
    if folder.name in {"", ".."}:  # such as ".": its files are made in a folder beside it
        folder = folder.resolve()
    check_new_folder(folder, lambda: say("arrays_folder_is_file", folder=folder))
    with partial_folder(folder) as partial:
        writer = _Writer(renderer, partial, folder, max_tokens)
        yield from writer.write(files)
        manifest = writer.finish(files)
        try:
            move_into_place(partial, folder)
        except OSError as error:
            raise cannot_write(folder, error) from None
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
        self._checker = ChatChecker(renderer, max_tokens=max_tokens)
        self._refused: list[FileProblems] = []
        self._lints: list[dict[str, Any]] = []
        fits = renderer.tokenizer.vocab_size <= _MOST_16_BIT
        self._dtype = np.dtype(np.uint16 if fits else np.uint32)

    def write(self, files: Sequence[ConversationFile]) -> Generator[DatasetProgress, None, None]:
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
                for chats in self._checked(file):
                    lengths = np.array([chat.n_tokens for chat in chats], np.int64)
                    starts.append(np.cumsum(lengths) - lengths + ids.length)
                    ids.append(np.concatenate([np.empty(0, np.uint32), *(c.ids for c in chats)]))
                    mask.append(np.concatenate([np.empty(0, np.uint8), *(c.mask for c in chats)]))
                    yield self._progress(ids.length)
            starts.append(np.array([ids.length], np.int64))
            if not self._summary.conversations:
                raise ChatError(_nothing(files, self._refused))
            for array in (ids, mask, starts):
                array.finish()

    def _progress(self, n_tokens: int) -> DatasetProgress:
        return DatasetProgress(0, documents=self._summary.conversations, tokens=n_tokens)

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
            "template_lints": [lint_document(lint) for lint in lint_template(self._renderer)],
            "listed_lints": self._lints,
        }
        write_manifest(self._folder / MANIFEST, manifest, self._asked / MANIFEST)
        return manifest

    def _checked(self, file: ConversationFile) -> Iterator[list[RenderedChat]]:
        """What could be rendered of a file, some conversations at a time; the rest is noted."""
        self._refused.append(FileProblems(file.path))
        numbers: deque[int] = deque()

        def noted() -> Iterator[Conversation]:
            for number, record in enumerate(file.records(), 1):
                if isinstance(record, Conversation):
                    numbers.append(number)
                    yield record

        checking = self._checker.check(noted())
        while batch := list(islice(checking, _BATCH)):
            for each in batch:
                self._note(file, numbers.popleft(), each)
            yield [each.chat for each in batch if each.chat is not None]

    def _note(self, file: ConversationFile, number: int, checked: CheckedChat) -> None:
        self._summary.add_checked(checked)
        line = checked.conversation.line
        if checked.error is not None:
            self._refused[-1].add(say("not_rendered", reason=checked.error), line=line)
        for lint in checked.lints:
            if lint.severity != "note" and len(self._lints) < MOST_LISTED:
                place = {"file": str(file.path), "number": number, "line": line}
                self._lints.append(place | lint_document(lint))

    def _described(self, name: str) -> dict[str, Any]:
        path = self._folder / name
        try:
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return {"bytes": path.stat().st_size, "sha256": digest}
        except OSError as error:
            raise cannot_write(self._asked / name, error) from None


def lint_document(lint: ChatLint) -> dict[str, Any]:
    """A lint as JSON. message: from 1, as sentences have it."""
    return {
        "code": lint.code,
        "severity": lint.severity,
        "sentence": lint.sentence,
        "message": None if lint.message is None else lint.message + 1,
        "token": lint.token,
    }


def _nothing(files: Sequence[ConversationFile], refused: Sequence[FileProblems]) -> str:
    problems = [problem for file in files for problem in file.problems]
    problems += [problem for each in refused for problem in each.listed]
    listed = " ".join(problem_sentences(problems)[:5])
    return say("nothing_rendered", problems=listed) if listed else say("nothing_rendered_at_all")
