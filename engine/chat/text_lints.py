"""Checks of the text that a template makes of a conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from engine.chat.conversation import Message
from engine.chat.findings import ASSISTANT, ChatLint, LintedChat, shown
from engine.chat.sentences import say

_LOOKS_SPECIAL = re.compile(
    r"<\|[^\s|<>]{1,48}\|>|<\uff5c[^\s\uff5c<>]{1,48}\uff5c>|</?s>|"
    r"<(?:bos|eos|pad|unk|mask|start_of_turn|end_of_turn)>|"
    r"\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT)\]"
)
_LONG_GAP = 2
_SAME_ROLE = {"developer": "system", "function": "tool", "ipython": "tool"}


def doubled_bos(chat: LintedChat) -> Iterator[ChatLint]:
    """The token that begins a text stands there twice."""
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
        yield ChatLint(
            "doubled-bos",
            "warning",
            say("lint_bos_of_both", token=name),
            None,
            0,
        )


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
            yield ChatLint(
                "tools-dropped",
                "warning",
                say("lint_tool_dropped", name=shown(name)),
            )
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
            "special-token-missing",
            "error",
            say("lint_tokens_missing", tokens=", ".join(missing)),
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
