"""TemplateRenderer: conversations through a Jinja chat template to ids and masks.

The text is what transformers' `apply_chat_template` makes of the same template, and so are the
ids: special tokens are read wherever they occur in the text, also within messages. What is trained
comes from the {% generation %} blocks of the template, or from rendering every conversation up to
each answer. A token is trained if it shares a byte with what is trained, as in transformers; but
the last character of an answer is trained whole where it is several tokens, and the mask neither
runs to the end (transformers #47325) nor is lost by truncation (#34494).

Which message a text belongs to is exact for what the template writes in a loop over the messages,
headers and end tokens included. The content of a message that it writes elsewhere, such as a system
message before the loop, is looked for in the text; what is around it belongs to no message.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.chat.conversation import (
    AnyConversation,
    ChatError,
    Conversation,
    checked_conversation,
    checked_conversations,
)
from engine.chat.renderer import (
    PlacedChats,
    Refusal,
    RenderedBatch,
    RenderedChat,
    check_max_tokens,
    tokenized,
    truncation,
)
from engine.chat.templates import (
    DEFAULT,
    TemplateFault,
    TemplateLimits,
    TemplateProcess,
    TemplateSource,
    template_source,
)
from engine.compiled import Int64s, UInt8s, UInt32s, bounds_of
from engine.errors import ConfigError, EngineError
from engine.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer


OWN_TEMPLATE = "tokenizer"
TEMPLATE_ROLE = "template"
_GROUP = 128
Answer = Mapping[str, Any]


def mask_of(starts: Int64s, spans: Sequence[tuple[int, int]]) -> UInt8s:
    """1 for every token that shares a byte with a span. uint8[n]

    starts: int64[n + 1], bytes where tokens begin, the last is the end of all.
    spans: (first byte, byte after the last); empty ones mark nothing.
    """
    depth = np.zeros(len(starts), np.int64)
    places = np.array([span for span in spans if span[0] < span[1]], np.int64).reshape(-1, 2)
    first = np.searchsorted(starts[1:], places[:, 0], "right")
    after = np.searchsorted(starts[:-1], places[:, 1], "left")
    np.add.at(depth, first, 1)
    np.add.at(depth, after, -1)
    return (np.cumsum(depth[:-1]) > 0).astype(np.uint8)


def owners_of(starts: Int64s, stretches: Sequence[tuple[int, int, int]], *, absent: int) -> Int64s:
    """Whose stretch the first byte of every token lies in, or `absent`. int64[n]

    starts: as for `mask_of`. stretches: (first byte, byte after the last, owner); no two overlap.
    """
    change = np.zeros(len(starts), np.int64)
    table = np.array(stretches, np.int64).reshape(-1, 3)
    first = np.searchsorted(starts[:-1], table[:, 0], "left")
    after = np.searchsorted(starts[:-1], table[:, 1], "left")
    np.add.at(change, first, table[:, 2] - absent)
    np.add.at(change, after, absent - table[:, 2])
    return np.cumsum(change[:-1]) + absent


def template_renderer(
    tokenizer: Tokenizer | LibraryTokenizer,
    template: str | Path,
    *,
    mask: Literal["generation", "prefix", "auto"] = "auto",
) -> TemplateRenderer:
    """The renderer of a template: see `chat_renderer`, which knows more names. Raises ChatError."""
    if str(template) != OWN_TEMPLATE:
        return TemplateRenderer(tokenizer, template_source(template), mask=mask)
    if not tokenizer.chat_template:
        raise ChatError(say("tokenizer_without_template"))
    source = TemplateSource(say("tokenizers_template"), {DEFAULT: tokenizer.chat_template})
    return TemplateRenderer(tokenizer, source, mask=mask)


class TemplateRenderer:
    """Renders with one tokenizer and one template, which runs in a process of its own.

    mask: where the mask comes from; "auto" takes generation blocks if the template has them.
    limits: of a template, for one conversation. clock: what `strftime_now` tells; by default the
    time when the renderer is made. The process ends with `close`, or when nothing refers to the
    renderer any more. One caller at a time.
    """

    def __init__(
        self,
        tokenizer: Tokenizer | LibraryTokenizer,
        source: TemplateSource,
        *,
        mask: Literal["generation", "prefix", "auto"] = "auto",
        limits: TemplateLimits | None = None,
        clock: datetime | None = None,
    ) -> None:
        if mask not in {"generation", "prefix", "auto"}:
            raise ConfigError(say("unknown_mask_source", mask=repr(mask)), setting="mask")
        self.tokenizer = tokenizer
        self.source = source
        self._mask = mask
        self.variables = _variables(tokenizer, source)
        self.process = TemplateProcess(
            source.texts, source.name, self.variables, limits=limits, clock=clock
        )

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def settings(self) -> Mapping[str, str]:
        """Where the mask comes from, and the SHA-256 of the template; see ChatRenderer."""
        texts = json.dumps(dict(self.source.texts), sort_keys=True).encode()
        digest = hashlib.sha256(texts).hexdigest()
        return {"mask": self.mask_source, "template_sha256": digest}

    @cached_property
    def mask_source(self) -> Literal["generation", "prefix"]:
        """Where the mask comes from. Raises ChatError for an invalid template."""
        if self._mask != "auto":
            return self._mask
        return "generation" if self.process.generates else "prefix"

    def close(self) -> None:
        """End the process of the template; it would be started again when needed."""
        self.process.close()

    def render(
        self,
        conversation: AnyConversation,
        *,
        max_tokens: int | None = None,
        completion: bool = False,
        continued: bool = False,
    ) -> RenderedChat:
        """The tokens of a conversation, no more than max_tokens of them.

        completion: the prompt after which the model is to answer, without the last answer, if
        the conversation ends with one; nothing is trained. continued: the last message stays open
        (continue_final_message). Raises ChatError with line and message.
        """
        check_max_tokens(max_tokens)
        conversation = checked_conversation(conversation)
        wishes = {"prompt": completion, "continue": continued}
        if completion:
            conversation = without_last_answer(conversation)
        answer = self._answer_or_raise(conversation, wishes)
        made = self._placed([_Row(conversation, answer)])
        (chat,) = made.chats(self._special_ids, max_tokens)
        return replace(chat, mask=np.zeros_like(chat.mask)) if completion or continued else chat

    def render_each(
        self, conversations: Sequence[AnyConversation], *, max_tokens: int | None = None
    ) -> list[RenderedChat | ChatError]:
        """The tokens of many conversations: as `render`, at once."""
        checked = checked_conversations(conversations)
        return self.render_answers(checked, list(self.answers(checked)), max_tokens=max_tokens)

    def render_answers(
        self,
        conversations: Sequence[Conversation],
        answers: Sequence[Answer | ChatError],
        *,
        max_tokens: int | None = None,
    ) -> list[RenderedChat | ChatError]:
        """The tokens of many conversations, from what `answers` gave for them."""
        check_max_tokens(max_tokens)
        made: dict[int, RenderedChat | ChatError] = {}
        rows, places = [], []
        for index, answer in enumerate(answers):
            if isinstance(answer, ChatError):
                made[index] = answer
            else:
                rows.append(_Row(conversations[index], answer))
                places.append(index)
        problems: list[Refusal] = []
        parts = self._placed_or_refused(rows, places, _role_names(conversations), problems)
        made |= {problem.index: problem.error for problem in problems}
        chats = (chat for part in parts for chat in part.chats(self._special_ids, max_tokens))
        made |= zip(places, chats, strict=True)
        return [made[index] for index in range(len(answers))]

    def render_batch(
        self, conversations: Sequence[AnyConversation], *, max_tokens: int | None = None
    ) -> RenderedBatch:
        """The tokens of many conversations; what is refused is among the problems."""
        check_max_tokens(max_tokens)
        checked = checked_conversations(conversations)
        role_names = _role_names(checked)
        parts: list[PlacedChats] = []
        problems: list[Refusal] = []
        n_full = np.zeros(len(checked), np.int64)
        answers = enumerate(zip(checked, self.answers(checked), strict=True))
        while group := list(islice(answers, _GROUP)):
            rows, places = [], []
            for index, (conversation, answer) in group:
                if isinstance(answer, ChatError):
                    problems.append(Refusal(index, answer))
                else:
                    rows.append(_Row(conversation, answer))
                    places.append(index)
            found = self._placed_or_refused(rows, places, role_names, problems)
            parts += found
            n_full[places] = _joined([part.lengths for part in found], np.int64)
        kept, lengths = truncation(n_full, max_tokens)
        return RenderedBatch(
            ids=_joined([part.tokens.ids for part in parts], np.uint32)[kept],
            mask=_joined([part.mask for part in parts], np.uint8)[kept],
            starts=bounds_of(lengths),
            n_full=n_full,
            role=_joined([part.role for part in parts], np.uint8)[kept],
            role_names=role_names,
            problems=tuple(sorted(problems, key=_index)),
        )

    def answers(
        self,
        conversations: Iterable[Conversation],
        *,
        prefixes: bool | Callable[[Conversation], bool] | None = None,
        prompt: bool = False,
        continued: bool = False,
    ) -> Iterator[Answer | ChatError]:
        """What the template makes of conversations (see template_child), with places in bytes.

        prefixes: whether to return what every answer adds, too, for all or for each conversation,
        which the answers hold as "prefixes"; by default where masks need it.
        """
        by_prefixes = self.mask_source == "prefix"
        wanted = by_prefixes if prefixes is None else prefixes
        held: deque[tuple[Conversation, bool]] = deque()

        def jobs() -> Iterator[dict[str, Any]]:
            for conversation in conversations:
                is_wanted = wanted(conversation) if callable(wanted) else wanted
                held.append((conversation, is_wanted))
                yield _job(conversation) | {
                    "prefixes": is_wanted,
                    "prompt": prompt,
                    "continue": continued,
                }

        for answer in self.process.run(jobs()):
            conversation, has_prefixes = held.popleft()
            if isinstance(answer, TemplateFault):
                yield ChatError(str(answer), line=conversation.line)
            elif by_prefixes and has_prefixes and answer["refused"]:
                yield _unclear_turn(self.name, answer["refused"][0], conversation.line)
            else:
                yield {**answer, "prefixes": has_prefixes}

    @cached_property
    def _special_ids(self) -> UInt32s:
        return np.array(sorted(self.tokenizer.special_tokens.values()), np.uint32)

    def _answer_or_raise(self, conversation: Conversation, wishes: Mapping[str, bool]) -> Answer:
        trains = not any(wishes.values())
        (answer,) = self.answers(
            [conversation],
            prefixes=None if trains else False,
            prompt=wishes["prompt"],
            continued=wishes["continue"],
        )
        if isinstance(answer, ChatError):
            raise answer
        return answer

    def _placed_or_refused(
        self,
        rows: list[_Row],
        places: list[int],
        role_names: tuple[str, ...],
        problems: list[Refusal],
    ) -> list[PlacedChats]:
        """Conversations placed; what cannot be is moved to the problems."""
        try:
            return [self._placed(rows, role_names)]
        except ChatError:  # a text that cannot be cut: find whose it is
            pass
        found = []
        for row, index in list(zip(rows, places, strict=True)):
            try:
                found.append(self._placed([row], role_names))
            except ChatError as error:
                problems.append(Refusal(index, error))
                places.remove(index)
        return found

    def _placed(
        self, rows: Sequence[_Row], role_names: tuple[str, ...] | None = None
    ) -> PlacedChats:
        """Tokens of conversations with mask, message and role."""
        names = role_names or _role_names([row.conversation for row in rows])
        try:
            tokens = tokenized(self.tokenizer, [row.answer["text"] for row in rows])
        except EngineError as error:
            line = rows[0].conversation.line if len(rows) == 1 else None
            raise ChatError(str(error), line=line) from None
        role_of = {name: index for index, name in enumerate(names)}
        which = "spans" if self.mask_source == "generation" else "turns"
        spans, messages, roles = [], [], []
        for index, (conversation, answer) in enumerate(rows):
            place = tokens.places(index, answer, which)
            spans += [(place(span[0]), place(span[1])) for span in answer[which]]
            for first, after, message in answer["messages"]:
                stretch = place(first), place(after)
                messages.append((*stretch, message))
                roles.append((*stretch, role_of.get(conversation.messages[message].role, 0)))
        return PlacedChats(
            tokens=tokens,
            mask=mask_of(tokens.starts, spans),
            message=owners_of(tokens.starts, messages, absent=-1),
            role=owners_of(tokens.starts, roles, absent=0).astype(np.uint8),
            role_names=names,
        )


class _Row(NamedTuple):
    conversation: Conversation
    answer: Answer


def without_last_answer(conversation: Conversation) -> Conversation:
    """The conversation up to where its last answer begins; itself if it ends otherwise."""
    messages = conversation.messages
    if not messages or messages[-1].role != "assistant":
        return conversation
    return Conversation(messages[:-1], conversation.tools, conversation.extra, conversation.line)


def _variables(tokenizer: Tokenizer | LibraryTokenizer, source: TemplateSource) -> dict[str, str]:
    """bos_token and so on: what the tokenizer's owner said, then the file, then names."""
    roles = {f"{role}_token": token for role, token in tokenizer.roles.items()}
    if getattr(tokenizer, "has_own_roles", True):
        return {**source.tokens, **roles}
    known = tokenizer.special_tokens
    said = {name: token for name, token in source.tokens.items() if token in known}
    return {**source.tokens, **roles, **said}


def _job(conversation: Conversation) -> dict[str, Any]:
    job = conversation.document()
    extra = conversation.extra
    if isinstance(extra.get("documents"), list):
        job["documents"] = extra["documents"]
    if isinstance(extra.get("chat_template_kwargs"), Mapping):
        job["variables"] = dict(extra["chat_template_kwargs"])
    return job


def _role_names(conversations: Iterable[Conversation]) -> tuple[str, ...]:
    roles = {message.role: None for each in conversations for message in each.messages}
    names = (TEMPLATE_ROLE, *(role for role in roles if role != TEMPLATE_ROLE))
    return names[:256]


def _unclear_turn(name: str, message: int, line: int | None) -> ChatError:
    return ChatError(
        say("prefix_mask_impossible", name=name, message=message + 1), line=line, message=message
    )


def _index(problem: Refusal) -> int:
    return problem.index


def _joined(parts: Sequence[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate([np.empty(0, kind), *parts])
