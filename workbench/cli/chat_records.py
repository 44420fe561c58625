"""What `chat` shows: the conversations of its files, rendered, with their lints."""

from __future__ import annotations

from argparse import Namespace
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.chat import (
    ChatChecker,
    ChatError,
    ChatLint,
    ChatRenderer,
    ChatSummary,
    Conversation,
    ConversationFile,
    RenderedChat,
    lint_chat,
)
from workbench.cli.command_error import UsageError


@dataclass(frozen=True)
class ChatRecord:
    """A conversation of a file. number: from 1; either chat or error is there."""

    file: ConversationFile
    number: int
    conversation: Conversation
    chat: RenderedChat | None
    error: ChatError | None
    lints: tuple[ChatLint, ...]


def shown_records(
    files: Sequence[ConversationFile],
    renderer: ChatRenderer,
    arguments: Namespace,
    summary: ChatSummary,
) -> Iterator[ChatRecord]:
    """The records that are asked for; all that are looked at are counted in `summary`."""
    left = arguments.limit
    for file in files:
        for record in _records(file, renderer, arguments):
            if left == 0:
                return
            if record.chat is None:
                summary.refused += 1
            else:
                summary.add(record.chat, [lint.code for lint in record.lints])
            if is_wanted(record, arguments.only):
                left = None if left is None else left - 1
                yield record


def is_wanted(record: ChatRecord, only: str | None) -> bool:
    """Whether --only lets a record through."""
    chat = record.chat
    if only is None:
        return True
    if only == "refused" or chat is None:
        return only == "refused" and chat is None
    if only == "all-zero":
        return not chat.n_trained
    return chat.is_truncated if only == "too-long" else bool(record.lints)


def _conversations(file: ConversationFile, index: int | None) -> Iterator[tuple[int, Conversation]]:
    """Conversations with the number of their record, from 1, which damaged ones have as well."""
    if index is None:
        for number, each in enumerate(file.records(), 1):
            if isinstance(each, Conversation):
                yield number, each
        return
    try:
        yield index, file[index - 1]
    except IndexError:
        raise UsageError(
            f"{file.path} has {len(file):,} conversations; there is no --index {index:,}."
        ) from None


def _records(
    file: ConversationFile, renderer: ChatRenderer, arguments: Namespace
) -> Iterator[ChatRecord]:
    """The records of a file, many at a time; with --limit no more than are needed."""
    numbered = _conversations(file, arguments.index)
    if arguments.completion or arguments.limit is not None:
        for number, conversation in numbered:
            yield _record(file, number, conversation, renderer, arguments)
        return
    numbers: deque[int] = deque()

    def noted() -> Iterator[Conversation]:
        for number, conversation in numbered:
            numbers.append(number)
            yield conversation

    checker = ChatChecker(renderer, max_tokens=arguments.max_tokens)
    for each in checker.check(noted()):
        number = numbers.popleft()
        yield ChatRecord(file, number, each.conversation, each.chat, each.error, each.lints)


def _record(
    file: ConversationFile,
    number: int,
    conversation: Conversation,
    renderer: ChatRenderer,
    arguments: Namespace,
) -> ChatRecord:
    try:
        chat = renderer.render(
            conversation, max_tokens=arguments.max_tokens, completion=arguments.completion
        )
    except ChatError as error:
        return ChatRecord(file, number, conversation, None, error, ())
    lints = () if arguments.completion else lint_chat(renderer, conversation, chat)
    return ChatRecord(file, number, conversation, chat, None, lints)
