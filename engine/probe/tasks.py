"""Tasks that a probe model is asked: choose the right continuation, and add two numbers.

The answer with the lowest loss per byte is chosen: per token would prefer the tokenizer with
shorter tokens, and the sum would prefer short answers. A token that begins in the prompt and
reaches into the answer is counted whole, for all choices alike; how many there are is reported,
since superwords make more of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.encoding import Tokenizer
from engine.errors import CorpusError, reason_of
from engine.machine import check_regular
from engine.sentences import say

if TYPE_CHECKING:
    from engine.library import AnyTokenizer
    from engine.probe.texts import Passage

ADDITION = "addition"
_PROMPT_BYTES, _ANSWER_BYTES, _CHOICES = 160, 48, 4
_LINES_TOGETHER = 256
_MOST_LINE = 1 << 16
_HELD_OUT_SUMS = 16
"""One sum of this many is never trained on."""


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """prompt and choices: UTF-8; answer: the index of the right choice."""

    prompt: bytes
    choices: tuple[bytes, ...]
    answer: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class ScoredTokens:
    """ids of prompt and answer together. first: the first id that reaches into the answer.

    n_bytes: of the answer. crosses: the id at `first` begins in the prompt.
    """

    ids: tuple[int, ...]
    first: int
    n_bytes: int
    crosses: bool


def continuation_items(passages: Sequence[Passage], n: int, seed: int = 0) -> list[ChoiceItem]:
    """Items from held-out passages: which of four texts comes next?

    The wrong ones come from other passages of the same label, cut at the same length.
    """
    drawing = np.random.default_rng(seed)
    parts: dict[str, list[tuple[bytes, bytes]]] = {}
    for passage in passages:
        prompt, rest = cut_at_word(passage.data, _PROMPT_BYTES)
        answer, _ = cut_at_word(rest, _ANSWER_BYTES)
        if len(answer) >= _ANSWER_BYTES // 2 and answer.strip():
            parts.setdefault(passage.label, []).append((prompt, answer))
    items = []
    for label, pairs in parts.items():
        if len(pairs) < _CHOICES:
            continue
        for place, (prompt, right) in enumerate(pairs):
            others = [i for i in drawing.permutation(len(pairs)).tolist() if i != place]
            wrong = [pairs[i][1] for i in others if pairs[i][1] != right][: _CHOICES - 1]
            at = int(drawing.integers(_CHOICES))
            if len(wrong) == _CHOICES - 1:
                items.append(ChoiceItem(prompt, (*wrong[:at], right, *wrong[at:]), at, label))
    chosen = drawing.permutation(len(items))[:n]
    return [items[place] for place in sorted(chosen.tolist())]


def cut_at_word(data: bytes, n: int) -> tuple[bytes, bytes]:
    """About n bytes, ended before a space or a line feed near there, else between characters."""
    if len(data) <= n:
        return data, b""
    near = max(data.rfind(b" ", n // 2, n + 1), data.rfind(b"\n", n // 2, n + 1))
    end = near if near > 0 else n
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end], data[end:]


def read_choices(path: Path) -> list[ChoiceItem]:
    """Items of a file of JSON lines with "prompt", "choices" and "answer", an index from 0.

    Raises CorpusError, with the line, for what is none.
    """
    items = []
    try:
        check_regular(path)
        with path.open("rb") as stream:
            for number, line in enumerate(iter(lambda: stream.readline(_MOST_LINE), b""), 1):
                if line.strip():
                    items.append(_item(line, path, number))
    except OSError as error:
        sentence = say("file_unreadable", path=path, reason=reason_of(error))
        raise CorpusError(sentence, path=path) from None
    if not items:
        raise CorpusError(say("choices_empty", path=path), path=path)
    return items


def _item(line: bytes, path: Path, number: int) -> ChoiceItem:
    try:
        document: Any = json.loads(line)
        choices = tuple(str(each).encode() for each in document["choices"])
        answer, prompt = document["answer"], str(document["prompt"]).encode()
        is_fit = len(choices) >= 2 and all(choices) and type(answer) is int
        if not (is_fit and prompt and 0 <= answer < len(choices)):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CorpusError(
            say("choices_line", path=path, line=number), path=path, line=number
        ) from None
    return ChoiceItem(prompt, choices, answer, str(document.get("label", "")))


def scored_tokens(tokenizer: AnyTokenizer, prompt: bytes, answer: bytes) -> ScoredTokens:
    """The ids of prompt and answer, and the first that counts."""
    from engine.probe.texts import ids_of

    if isinstance(tokenizer, Tokenizer):
        ids = tokenizer.encode_to_array(prompt + answer)
        ends = np.cumsum(tokenizer.token_lengths[ids])
        first = int(np.searchsorted(ends, len(prompt), "right"))
        begins = int(ends[first - 1]) if first else 0
        crosses = begins < len(prompt)
        return ScoredTokens(tuple(ids.tolist()), first, len(answer), crosses)
    before, after = ids_of(tokenizer, prompt).tolist(), ids_of(tokenizer, answer).tolist()
    return ScoredTokens((*before, *after), len(before), len(answer), crosses=False)


def chosen(losses: Sequence[float], sizes: Sequence[int]) -> int:
    """The choice with the lowest loss per byte."""
    return int(np.argmin(np.asarray(losses) / np.maximum(1, sizes)))


# ---- addition ------------------------------------------------------------------------------------


def is_held_out_sum(one: int, other: int) -> bool:
    """Whether a sum is never trained on; the same for a + b and b + a."""
    low, high = sorted((one, other))
    return blake2b(f"{low}+{high}".encode(), digest_size=1).digest()[0] % _HELD_OUT_SUMS == 0


def sums_in_passages(n_bytes: int, seed: int = 0) -> Iterator[bytes]:
    """Lines such as 12+345=357 of numbers with up to three digits, in passages."""
    drawing = np.random.default_rng(seed)
    written = 0
    while written < n_bytes:
        lines = [f"{a}+{b}={a + b}\n" for a, b in _drawn(drawing) if not is_held_out_sum(a, b)]
        passage = "".join(lines).encode()
        written += len(passage)
        yield passage


def _drawn(drawing: np.random.Generator) -> list[tuple[int, int]]:
    digits = drawing.integers(1, 4, (_LINES_TOGETHER, 2))
    numbers = (drawing.random((_LINES_TOGETHER, 2)) * 10.0**digits).astype(np.int64)
    return [(int(a), int(b)) for a, b in numbers]


def held_out_sums(n: int, seed: int = 1) -> list[tuple[bytes, bytes]]:
    """(prompt, answer) of sums that no model has read: a few right ones, then the question."""
    drawing = np.random.default_rng(seed)
    sums: list[tuple[bytes, bytes]] = []
    while len(sums) < n:
        known = [f"{a}+{b}={a + b}\n" for a, b in _drawn(drawing) if not is_held_out_sum(a, b)]
        prompt = "".join(known[:4])
        sums += [
            (f"{prompt}{a}+{b}=".encode(), f"{a + b}\n".encode())
            for a, b in _drawn(drawing)
            if is_held_out_sum(a, b)
        ]
    return sums[:n]
