"""Conversations and tokenizers for tests of chat templates."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any

from engine.chat.conversation import Conversation
from engine.chat.jinja_renderer import TemplateRenderer
from engine.chat.template_child import TemplateJobs
from engine.chat.templates import (
    TemplateFault,
    TemplateSource,
    template_names,
    template_source,
    template_special_tokens,
)
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import many_texts

CHATML_TOKENS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
CALL = {
    "id": "call00001",
    "type": "function",
    "function": {"name": "weigh", "arguments": {"a": "ä"}},
}
TOOL = {
    "type": "function",
    "function": {"name": "weigh", "description": "Wiegt <b>.", "parameters": {}},
}
# A template as models are published with: no generation markers.
STOCK = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' }}"
    "{{ message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


@cache
def trained(special_tokens: tuple[str, ...], normalization: Any = None) -> Tokenizer:
    """A small tokenizer with these special tokens."""
    config = TrainingConfig(
        600 + len(special_tokens),
        pattern="cl100k",
        special_tokens=special_tokens,
        normalization=normalization,
    )
    return train_tokenizer(Corpus.from_texts(many_texts()[:300]), config)


def tokenizer_of(name: str) -> Tokenizer:
    """A tokenizer that has what a template of ours needs: the same for all of them."""
    assert name in template_names()
    needed = (template_special_tokens(each) for each in template_names())
    return trained(tuple(dict.fromkeys(token for tokens in needed for token in tokens)))


def renderer_of(
    template: str, tokenizer: Tokenizer | None = None, **wishes: Any
) -> TemplateRenderer:
    """A renderer of a text, or of a template of ours."""
    if "{" not in template:
        return TemplateRenderer(
            tokenizer or tokenizer_of(template), template_source(template), **wishes
        )
    source = TemplateSource("own.jinja", {"default": template})
    return TemplateRenderer(tokenizer or trained(CHATML_TOKENS), source, **wishes)


class _InThisProcess:
    """Runs templates like TemplateProcess, without one: for tests of other things."""

    def __init__(self, renderer: TemplateRenderer) -> None:
        self._name = renderer.name
        self._jobs = TemplateJobs(
            renderer.source.texts,
            renderer.variables,
            clock=datetime(2026, 1, 1, tzinfo=UTC),
            most_characters=1_000_000,
        )

    @property
    def generates(self) -> bool:
        return all(template.generates for template in self._jobs.templates.values())

    def run(self, jobs: Iterable[Any]) -> Iterator[Any]:
        for job in jobs:
            answer = self._jobs.answer(json.loads(json.dumps(job)))
            fault = answer.get("error")
            yield TemplateFault(self._name, fault, answer["line"]) if fault else answer


@cache
def here(template: str, tokenizer: Tokenizer | None = None, **wishes: Any) -> TemplateRenderer:
    """As `renderer_of`, but the template runs in this process."""
    renderer = renderer_of(template, tokenizer, **wishes)
    renderer.process = _InThisProcess(renderer)  # type: ignore[assignment]
    return renderer


def chat(*contents: str, system: str | None = None) -> Conversation:
    """User and assistant in turn."""
    messages = [
        {"role": ("user", "assistant")[i % 2], "content": content}
        for i, content in enumerate(contents)
    ]
    if system is not None:
        messages.insert(0, {"role": "system", "content": system})
    return Conversation.of({"messages": messages}, 1)


def generated(n: int, *, tools: bool = False) -> list[Conversation]:
    """Conversations of many lengths with texts in many scripts."""
    chance = random.Random(12)
    texts = [text for text in many_texts() if text.strip()]
    made = []
    for number in range(n):
        system = chance.choice(texts) if chance.random() < 0.4 else None
        turns = [chance.choice(texts) for _ in range(2 * chance.randrange(1, 5))]
        conversation = chat(*turns, system=system).document()
        if tools and number % 2:
            answer = {"role": "assistant", "content": None, "tool_calls": [CALL]}
            result = {"role": "tool", "content": chance.choice(texts), "tool_call_id": "call00001"}
            conversation["messages"][-1:] = [answer, result, conversation["messages"][-1]]
            conversation["tools"] = [TOOL]
        made.append(Conversation.of(conversation, number + 1))
    return made
