"""`python -m benchmarks chat_templates`: our chat templates and transformers, on whole files.

Identity: every conversation of FOLDER/chat through every template of ours, with GPT-2's published
tokenizer and the special tokens of all templates; ids and masks against
transformers.apply_chat_template with return_assistant_tokens_mask. A mask may differ in the known
fault of transformers only, which trains the first token alone of the last character of an answer.
Lints: how many conversations have which. Speed: conversations a second in batches.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.chat import (
    ChatError,
    Conversation,
    TemplateRenderer,
    lint_chat,
    read_conversations,
    template_names,
    template_renderer,
    template_special_tokens,
)
from engine.encoding import Tokenizer

_BATCH = 2048
_LINTED_EVERY = 5


def measure_chat_templates(corpus: Path, runs: int) -> dict[str, Any]:
    """The whole report."""
    conversations = [
        each
        for file in sorted((corpus / "chat").glob("*.jsonl*"))
        for each in read_conversations(file)
    ]
    tokens = tuple(dict.fromkeys(t for n in template_names() for t in template_special_tokens(n)))
    folder = corpus / "tokenizers" / "gpt2"
    ours = _ours(folder, tokens)
    theirs = _theirs(folder, tokens)
    return {
        "conversations": len(conversations),
        "templates": {
            name: _of_template(name, ours, theirs, conversations, runs) for name in template_names()
        },
    }


def _of_template(
    name: str, ours: Tokenizer, theirs: Any, conversations: Sequence[Conversation], runs: int
) -> dict[str, Any]:
    marked = template_renderer(ours, name, mask="generation")
    prefixed = template_renderer(ours, name, mask="prefix")
    verdicts, seconds = _compared(marked, theirs, conversations)
    found = {
        "against transformers": dict(verdicts),
        "lints": dict(_lints(marked, conversations[::_LINTED_EVERY])),
        "conversations a second": {
            "ours, generation blocks": _rate(marked, conversations, runs),
            "ours, prefixes": _rate(prefixed, conversations, runs),
            "transformers": len(conversations) / seconds,
        },
    }
    marked.close()
    prefixed.close()
    return found


def _compared(
    renderer: TemplateRenderer, theirs: Any, conversations: Sequence[Conversation]
) -> tuple[Counter[str], float]:
    """How often what was the same, and how long transformers took."""
    batch = renderer.render_batch(conversations)
    refused = {problem.index for problem in batch.problems}
    verdicts: Counter[str] = Counter()
    seconds = 0.0
    for index, conversation in enumerate(conversations):
        document = conversation.document()
        begin = time.perf_counter()
        try:
            made = theirs.apply_chat_template(
                document["messages"],
                tools=document.get("tools"),
                chat_template=renderer.source.text,
                return_dict=True,
                return_assistant_tokens_mask=True,
            )
        except Exception:  # noqa: BLE001  a template raises what it likes
            made = None
        seconds += time.perf_counter() - begin
        place = slice(*batch.starts[index : index + 2].tolist())
        ids, mask = batch.ids[place], batch.mask[place]
        verdicts[_verdict(ids, mask, made, is_refused=index in refused)] += 1
    return verdicts, seconds


def _verdict(ids: Any, mask: Any, made: Any, *, is_refused: bool) -> str:
    if made is None or is_refused:
        return "refused by both" if made is None and is_refused else "refused by one"
    if ids.tolist() != made["input_ids"]:
        return "ids differ"
    expected = np.array(made["assistant_masks"], np.uint8)
    if np.array_equal(mask, expected):
        return "same ids and mask"
    # Ours has more, and only at the ends of what they train.
    more = np.flatnonzero(mask != expected)
    is_their_fault = bool((mask[more] == 1).all()) and all(
        expected[_before(more, place)] for place in more.tolist()
    )
    return "same ids, last character cut in their mask" if is_their_fault else "other mask"


def _before(more: Any, place: int) -> int:
    """The last place before a run of differing ones."""
    wrong = set(more.tolist())
    while place in wrong:
        place -= 1
    return place


def _lints(renderer: TemplateRenderer, conversations: Sequence[Conversation]) -> Counter[str]:
    found: Counter[str] = Counter()
    for conversation in conversations:
        try:
            rendered = renderer.render(conversation, max_tokens=2048)
        except ChatError:
            continue
        found.update({lint.code for lint in lint_chat(renderer, conversation, rendered)})
    return found


def _rate(renderer: TemplateRenderer, conversations: Sequence[Conversation], runs: int) -> float:
    rates = []
    for _ in range(runs + 1):
        begin = time.perf_counter()
        for first in range(0, len(conversations), _BATCH):
            renderer.render_batch(conversations[first : first + _BATCH], max_tokens=2048)
        rates.append(len(conversations) / (time.perf_counter() - begin))
    return sorted(rates[1:])[runs // 2]  # the first starts the process and fills the cache


def _ours(folder: Path, tokens: Sequence[str]) -> Tokenizer:
    published = Tokenizer.load(folder / "vocab.bpe")
    added = {token: published.vocab_size + i for i, token in enumerate(tokens)}
    return Tokenizer(
        published.merges,
        pattern=published.pattern,
        special_tokens=published.special_tokens | added,
        numbering=published.numbering,
    )


def _theirs(folder: Path, tokens: Sequence[str]) -> Any:
    from transformers import PreTrainedTokenizerFast

    peer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    peer.add_special_tokens({"additional_special_tokens": list(tokens)})
    return peer


def as_text(report: dict[str, Any]) -> str:
    """The report for people."""
    lines = [f"{report['conversations']:,} conversations"]
    for name, found in report["templates"].items():
        lines.append(name)
        lines += [f"{n:>12,}  {verdict}" for verdict, n in found["against transformers"].items()]
        lines += [f"{n:>12,}  {code} (lint)" for code, n in found["lints"].items()]
        rates = found["conversations a second"]
        lines += [f"{rate:>12,.0f}  conversations/s, {who}" for who, rate in rates.items()]
    return "\n".join(lines) + "\n"
