"""Checks of a rendered conversation: of its mask, and of the text that a template makes of it.

Each check takes a LintedChat and yields the ChatLints it finds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from engine.chat.conversation import Conversation, Message
from engine.chat.renderer import RenderedChat
from engine.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer


Severity = Literal["error", "warning", "note"]
ASSISTANT = "assistant"
_NO_UTF8 = 0xFF

_LOOKS_SPECIAL = re.compile(
    r"<\|[^\s|<>]{1,48}\|>|<\uff5c[^\s\uff5c<>]{1,48}\uff5c>|</?s>|"
    r"<(?:bos|eos|pad|unk|mask|start_of_turn|end_of_turn)>|"
    r"\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT)\]"
)
_LONG_GAP = 2
_SAME_ROLE = {"developer": "system", "function": "tool", "ipython": "tool"}


@dataclass(frozen=True, slots=True)
class ChatLint:
    """One finding. code: stable, see LINT_CODES; message, token: indices, None where it is all."""

    code: str
    severity: Severity
    sentence: str
    message: int | None = None
    token: int | None = None


class TokenizerFacts:
    """What checks ask of a tokenizer, found once for all conversations."""

    def __init__(self, tokenizer: Tokenizer | LibraryTokenizer) -> None:
        self.tokenizer = tokenizer

    @cached_property
    def names(self) -> dict[int, str]:
        """Special tokens by id."""
        return {token_id: name for name, token_id in self.tokenizer.special_tokens.items()}

    @cached_property
    def bos(self) -> int | None:
        """The id of the token that begins a text, None without one."""
        return self.tokenizer.special_tokens.get(self.tokenizer.roles.get("bos", ""))

    @cached_property
    def added(self) -> frozenset[int]:
        """Ids that the tokenizer puts around every text by itself."""
        return frozenset(int(token_id) for token_id in self.tokenizer.encode(""))


@dataclass(frozen=True)
class LintedChat:
    """A conversation with its tokens, and what several checks ask about them."""

    facts: TokenizerFacts
    conversation: Conversation
    rendered: RenderedChat

    @property
    def tokenizer(self) -> Tokenizer | LibraryTokenizer:
        return self.facts.tokenizer

    @property
    def names(self) -> dict[int, str]:
        """Special tokens by id."""
        return self.facts.names

    @cached_property
    def contents(self) -> list[tuple[int, int] | None]:
        """Byte range of the content of every message in the text; None if it is missing."""
        starts, at = self.rendered.starts, 0
        found: list[tuple[int, int] | None] = []
        for index, message in enumerate(self.conversation.messages):
            content = self.read(message.text).strip()
            own = self.tokens_of(index)
            begin = int(starts[own[0]]) if len(own) else at
            end = int(starts[own[-1] + 1]) if len(own) else len(self.rendered.text)
            # The name of the role comes before the words, and calls of tools come after them.
            is_last = len(own) > 0 and "tool_calls" not in message.extra
            start = self._place(content, begin, end, is_last) if content else -1
            found.append(None if start < 0 else (start, start + len(content)))
            at = max(at, start + len(content)) if start >= 0 else at
        return found

    def _place(self, content: bytes, begin: int, end: int, is_last: bool) -> int:
        """Offset of a content, searched between begin and end first; -1 if it is missing.

        Never within a special token that the template wrote: "a" is no part of <|start|>.
        """
        text, plain = self.rendered.text, self._without_specials
        start = plain.rfind(content, begin, end) if is_last else plain.find(content, begin, end)
        if start >= 0:
            return start
        for first in (begin, 0):
            start = plain.find(content, first)
            if start >= 0:
                return start
            start = text.find(content, first)
            while start >= 0 and not self._is_whole(start, start + len(content)):
                start = text.find(content, start + 1)
            if start >= 0:
                return start
        return -1

    def _is_whole(self, start: int, end: int) -> bool:
        """Whether no special token reaches over either end of a part of the text."""
        plain, starts = self._without_specials, self.rendered.starts
        return all(
            byte >= len(plain)
            or plain[byte] != _NO_UTF8
            or int(starts[self.token_at(byte)]) == byte
            for byte in (start, end)
        )

    @cached_property
    def _without_specials(self) -> bytes:
        """The text with a byte that no text has in the place of special tokens."""
        plain, starts = bytearray(self.rendered.text), self.rendered.starts
        for token in np.flatnonzero(self.rendered.special).tolist():
            begin, end = int(starts[token]), int(starts[token + 1])
            plain[begin:end] = bytes([_NO_UTF8]) * (end - begin)
        return bytes(plain)

    def read(self, text: str) -> bytes:
        """A text as the tokenizer reads it."""
        data = text.encode("utf-8", "replace")
        normalized = getattr(self.tokenizer, "normalized", None)
        return data if normalized is None else bytes(normalized(data))

    def tokens_of(self, message: int) -> npt.NDArray[np.intp]:
        """The places of a message's tokens."""
        places, starts = self._owned
        if message + 2 > len(starts):
            return places[:0]
        return places[starts[message] : starts[message + 1]]

    @cached_property
    def _owned(self) -> tuple[npt.NDArray[np.intp], list[int]]:
        """Places of tokens sorted by message, and where those of each message begin."""
        owners = self.rendered.message
        places = np.argsort(owners, kind="stable")
        last = int(owners.max(initial=-1))
        starts = np.searchsorted(owners[places], np.arange(last + 2), "left")
        return places, [int(start) for start in starts]

    def token_at(self, byte: int) -> int:
        """The place of the token that holds a byte of the text."""
        return int(np.searchsorted(self.rendered.starts, byte, "right")) - 1

    def is_in_content(self, token: int) -> bool:
        """Whether a token begins within the content of a message."""
        byte = int(self.rendered.starts[token])
        return any(span is not None and span[0] <= byte < span[1] for span in self.contents)

    @property
    def answers(self) -> list[int]:
        """The messages of the assistant."""
        messages = self.conversation.messages
        return [index for index, message in enumerate(messages) if message.role == ASSISTANT]


def shown(text: bytes | str, most: int = 40) -> str:
    """A text in quotation marks, cut if it is long."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return repr(words if len(words) <= most else words[:most] + "…")


def all_zero_mask(chat: LintedChat) -> Iterator[ChatLint]:
    """Nothing is trained."""
    if chat.rendered.n_trained or not chat.rendered.n_tokens:
        return
    if not chat.answers:
        reason = say("lint_reason_no_answer")
    elif chat.rendered.is_truncated:
        reason = say("lint_reason_cut_off", kept=chat.rendered.n_tokens, all=chat.rendered.n_full)
    else:
        reason = say("lint_reason_unmarked")
    yield ChatLint("all-zero-mask", "error", say("lint_all_zero", reason=reason))


def all_one_mask(chat: LintedChat) -> Iterator[ChatLint]:
    """Everything is trained, also what the model is only to read."""
    if chat.rendered.n_tokens and chat.rendered.mask.all():
        yield ChatLint("all-one-mask", "error", say("lint_all_one"))


def stop_not_trained(chat: LintedChat) -> Iterator[ChatLint]:
    """The token that ends an answer is not trained, so that the model never learns to stop."""
    rendered = chat.rendered
    for index in chat.answers:
        places = chat.tokens_of(index)
        if not len(places) or not rendered.mask[places].any():
            continue
        is_cut = rendered.is_truncated and places[-1] == rendered.n_tokens - 1
        last_trained = int(places[np.flatnonzero(rendered.mask[places])[-1]])
        while last_trained > places[0] and not rendered.token(last_trained).strip():
            last_trained -= 1  # the line break after the end token
        after = np.flatnonzero(rendered.special[last_trained:]) + last_trained
        stop = int(after[0]) if len(after) else None
        if is_cut or (stop is not None and rendered.mask[stop]):
            continue
        if stop is None or rendered.message[stop] not in {index, -1}:
            yield ChatLint(
                "stop-not-trained",
                "error",
                say("lint_no_stop", message=index + 1),
                index,
                last_trained,
            )
        else:
            name = chat.names.get(int(rendered.ids[stop]), say("lint_end_token"))
            yield ChatLint(
                "stop-not-trained",
                "error",
                say("lint_stop_not_trained", token=name, message=index + 1),
                index,
                stop,
            )
        return  # the other answers have the same fault


def runs_to_end(chat: LintedChat) -> Iterator[ChatLint]:
    """The mask goes on after the last answer up to the end."""
    rendered = chat.rendered
    if not rendered.n_tokens or not rendered.mask[-1] or rendered.mask.all():
        return
    run = rendered.n_tokens - int(np.argmin(rendered.mask[::-1]))
    owners = rendered.message[run:]
    known = np.unique(owners[owners >= 0]).tolist()
    if any(chat.conversation.messages[index].role != ASSISTANT for index in known):
        yield ChatLint(
            "mask-runs-to-end",
            "error",
            say("lint_runs_to_end", token=run + 1),
            int(owners[owners >= 0][-1]),
            run,
        )


def truncated_end(chat: LintedChat) -> Iterator[ChatLint]:
    """Truncation took the end of an answer, or all of it."""
    rendered = chat.rendered
    if not rendered.is_truncated or not rendered.n_tokens:
        return
    message = int(rendered.message[-1])
    kept = say("lint_kept", all=rendered.n_full, kept=rendered.n_tokens)
    if rendered.mask[-1] and not rendered.special[-1]:
        yield ChatLint(
            "truncated-end",
            "warning",
            say("lint_answer_cut_off", message=message + 1, kept=kept),
            message,
            rendered.n_tokens - 1,
        )
    else:
        yield ChatLint(
            "truncated-end",
            "note",
            say("lint_end_cut_off", kept=kept),
            None if message < 0 else message,
            rendered.n_tokens - 1,
        )


def against_prefixes(chat: LintedChat, answer: Mapping[str, Any]) -> Iterator[ChatLint]:
    """The mask of the generation blocks is compared with what each answer adds to the text.

    answer: with prefixes, see template_child. White space alone is no difference.
    """
    if not answer["spans"]:
        return
    text = answer["text"].encode()
    marked = _covered(answer["spans"], len(text))
    added = _covered([turn[:2] for turn in answer["turns"]], len(text))
    for wrong, severity, words in (
        (marked & ~added, "warning", say("lint_marks_too_much")),
        (added & ~marked, "note", say("lint_marks_too_little")),
    ):
        start = _first_visible(text, wrong)
        if start is None:
            continue
        end = start + int(np.argmin(np.append(wrong[start:], False)))
        token, message = _place(chat, text, start)
        yield ChatLint(
            "mask-against-prefixes",
            "warning" if severity == "warning" else "note",
            say("lint_against_prefixes", what=words, text=shown(text[start:end])),
            message,
            token,
        )


def not_prefix_preserving(answer: Mapping[str, Any]) -> Iterator[ChatLint]:
    """What was rendered of a conversation changes once it goes on."""
    if not answer["differing"]:
        return
    message = answer["differing"][0]
    yield ChatLint(
        "not-prefix-preserving",
        "warning",
        say("lint_not_prefix_preserving", message=message + 1),
        message,
    )


def _place(chat: LintedChat, text: bytes, start: int) -> tuple[int | None, int | None]:
    """(token, message) at a byte; None where it is cut off, or normalized to elsewhere."""
    token = chat.token_at(start)
    if token >= chat.rendered.n_tokens or not text.startswith(chat.rendered.text):
        return None, None
    message = int(chat.rendered.message[token])
    return token, None if message < 0 else message


def _covered(spans: list[list[int]], n_bytes: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    covered = np.zeros(n_bytes, np.bool_)
    for start, end in spans:
        covered[start:end] = True
    return covered


def _first_visible(text: bytes, wrong: np.ndarray[Any, np.dtype[np.bool_]]) -> int | None:
    """The first byte of a difference that is not only white space."""
    data = np.frombuffer(text, np.uint8)
    places = np.flatnonzero(wrong & (data > ord(" ")))
    return int(places[0]) if len(places) else None


def doubled_bos(chat: LintedChat) -> Iterator[ChatLint]:
    """The token that begins a text occurs there twice."""
    rendered = chat.rendered
    bos = chat.facts.bos
    if bos is None and rendered.n_tokens and rendered.special[0]:
        bos = int(rendered.ids[0])
    if bos is None:
        return
    places = [
        int(place)
        for place in np.flatnonzero((rendered.ids == bos) & rendered.special)
        if not chat.is_in_content(int(place))
    ]
    twice = [place for place in places if place + 1 in places]
    name = chat.names.get(bos, say("lint_first_token"))
    if twice:
        yield ChatLint(
            "doubled-bos",
            "error",
            say("lint_bos_twice", token=name, place=twice[0] + 1),
            None,
            twice[0] + 1,
        )
    elif len(places) > 1 and "bos" in chat.tokenizer.roles:
        yield ChatLint(
            "doubled-bos",
            "warning",
            say("lint_bos_again", token=name, times=len(places), place=places[1] + 1),
            None,
            places[1],
        )
    elif places == [0] and bos in chat.facts.added:
        yield ChatLint("doubled-bos", "warning", say("lint_bos_of_both", token=name), None, 0)


def doubled_newline(chat: LintedChat) -> Iterator[ChatLint]:
    """More than one line break between two turns."""
    rendered = chat.rendered
    specials = np.flatnonzero(rendered.special).tolist()
    for before, after in pairwise(specials):
        start, end = int(rendered.starts[before + 1]), int(rendered.starts[after])
        gap = rendered.text[start:end]
        if gap.strip() or gap.count(b"\n") < _LONG_GAP or chat.is_in_content(before + 1):
            continue
        if rendered.mask[before + 1 : after].any():
            continue  # an answer of white space
        yield ChatLint(
            "doubled-newline",
            "warning",
            say("lint_doubled_newline", n=gap.count(10), token=before + 2),
            None,
            before + 1,
        )
        return


def injected_special_token(chat: LintedChat) -> Iterator[ChatLint]:
    """A message holds the text of a special token, and it became that token."""
    rendered = chat.rendered
    messages = chat.conversation.messages
    for index, span in enumerate(chat.contents):
        if span is None:
            continue
        first, after = chat.token_at(span[0]), chat.token_at(span[1] - 1) + 1
        places = np.flatnonzero(rendered.special[first : min(after, rendered.n_tokens)]) + first
        # An unknown character is a special token too, in some libraries, but not its text.
        token, name = next(
            (
                (place, name)
                for place in places.tolist()
                if (name := chat.names.get(int(rendered.ids[place]), ""))
                and rendered.token(place) == name.encode()
            ),
            (None, ""),
        )
        if token is None:
            continue
        is_own = messages[index].role == ASSISTANT
        yield ChatLint(
            "special-token-in-content",
            "note" if is_own else "error",
            say("lint_token_in_content", message=index + 1, role=messages[index].role, token=name),
            index,
            token,
        )


def dropped_message(chat: LintedChat) -> Iterator[ChatLint]:
    """What a message says is not in the text, or only in part."""
    if chat.rendered.is_truncated:
        return
    text = chat.rendered.text
    for index, message in enumerate(chat.conversation.messages):
        for piece in _pieces(message):
            data = chat.read(piece).strip()
            if not data or data in text:
                continue
            if chat.read(json.dumps(piece, ensure_ascii=False)[1:-1]) in text:
                continue
            partly = any(len(line) > 3 and line in text for line in data.splitlines())
            code = "lint_message_partly_dropped" if partly else "lint_message_dropped"
            yield ChatLint(
                "message-dropped",
                "warning" if partly else "error",
                say(code, text=shown(piece), message=index + 1, role=message.role),
                index,
            )
            break


def dropped_tools(chat: LintedChat) -> Iterator[ChatLint]:
    """The conversation describes tools that the template does not write."""
    if chat.rendered.is_truncated:
        return
    for tool in chat.conversation.tools:
        function = tool.get("function", tool)
        name = function.get("name") if isinstance(function, dict) else None
        if isinstance(name, str) and name and chat.read(name) not in chat.rendered.text:
            yield ChatLint("tools-dropped", "warning", say("lint_tool_dropped", name=shown(name)))
            return


def unknown_role(chat: LintedChat) -> Iterator[ChatLint]:
    """A message is introduced as if another role had spoken."""
    speakers: dict[bytes, str] = {}
    for index, message in enumerate(chat.conversation.messages):
        span, own = chat.contents[index], chat.tokens_of(index)
        if span is None or not len(own):
            continue
        header = chat.rendered.text[int(chat.rendered.starts[own[0]]) : span[0]]
        role = _SAME_ROLE.get(message.role, message.role)
        other = speakers.setdefault(header, role)
        if header.strip() and other != role:
            yield ChatLint(
                "unknown-role",
                "warning",
                say(
                    "lint_unknown_role",
                    message=index + 1,
                    role=message.role,
                    other=other,
                    header=shown(header),
                ),
                index,
            )
            return


def missing_special_tokens(chat: LintedChat) -> Iterator[ChatLint]:
    """The template writes what is a special token elsewhere, but not in this tokenizer."""
    text = bytearray(chat.rendered.text)
    for span in chat.contents:
        if span is not None:
            text[span[0] : span[1]] = b" " * (span[1] - span[0])
    written = text.decode("utf-8", "replace")
    known = chat.tokenizer.special_tokens
    missing = dict.fromkeys(name for name in _LOOKS_SPECIAL.findall(written) if name not in known)
    if missing:
        yield ChatLint(
            "special-token-missing", "error", say("lint_tokens_missing", tokens=", ".join(missing))
        )


def _pieces(message: Message) -> Iterator[str]:
    """Texts of a message that should be found again."""
    if isinstance(message.content, str):
        yield message.content
    else:
        yield from (part.text for part in message.content)
    calls = message.extra.get("tool_calls")
    for call in calls if isinstance(calls, list | tuple) else ():
        function = call.get("function", call) if isinstance(call, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        if isinstance(name, str):
            yield name
