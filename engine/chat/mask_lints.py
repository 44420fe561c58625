"""Checks of what is trained in a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from engine.chat.findings import ASSISTANT, ChatLint, LintedChat, shown
from engine.chat.sentences import say


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
        yield ChatLint(
            "all-one-mask",
            "error",
            say("lint_all_one"),
        )


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

    answer: with prefixes, see template_jobs. White space alone is no difference.
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
