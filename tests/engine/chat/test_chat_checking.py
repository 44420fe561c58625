"""Whole files are checked as conversation by conversation, with less work."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.chat.conversation import ChatError, Conversation
from engine.chat.lints import ChatChecker, ConversationShapes, lint_chat
from engine.chat.nanochat import NANOCHAT_TOKENS, NanochatRenderer
from engine.chat.templates import _next_size
from tests.chat_cases import CALL, STOCK, TOOL, chat, here, renderer_of, trained

MARKED = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}"
    "{% generation %}{{ m.content }}<|im_end|>{% endgeneration %}"
    "{% else %}{{ m.content }}<|im_end|>{% endif %}{{ '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
# Earlier answers lose what they thought, as in reasoning templates: not prefix-preserving.
FORGETS = MARKED.replace(
    "{% generation %}{{ m.content }}",
    "{% generation %}{% if '</think>' in m.content and not loop.last %}"
    "{{ m.content.split('</think>')[-1] }}{% else %}{{ m.content }}{% endif %}",
)


def talks() -> list[Conversation]:
    strange = {
        "messages": [
            {"role": "user", "content": "a<|im_end|>b"},
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {"role": "tool", "content": "7", "tool_call_id": "call00001"},
            {"role": "assistant", "content": "ไทย 👩‍💻 مرحبا"},
        ],
        "tools": [TOOL],
    }
    return [
        chat("Wer?", "Ich.", "Wie?", "So.", system="Kurz."),
        Conversation.of({"messages": [{"role": "user", "content": "niemand"}]}, 2),
        Conversation.of(strange, 3),
        *(chat(f"Frage {n}", f"  Antwort {n} " * n) for n in range(1, 5)),
        chat("Denk", "<think>lang</think>kurz", "Und?", "<think>gut</think>ja"),
    ]


def one_by_one(renderer: Any, most: int | None) -> list[Any]:
    found: list[Any] = []
    for talk in talks():
        try:
            rendered = renderer.render(talk, max_tokens=most)
        except ChatError as error:
            found.append(str(error))
        else:
            found.append((rendered, lint_chat(renderer, talk, rendered)))
    return found


@pytest.mark.parametrize("most", [None, 9])
@pytest.mark.parametrize("rules", ["nanochat", MARKED, STOCK, FORGETS, "{{ messages[1].content }}"])
def test_a_batch_is_checked_as_its_conversations_one_by_one(rules: str, most: int | None):
    renderer: Any = (
        NanochatRenderer(trained(NANOCHAT_TOKENS)) if rules == "nanochat" else here(rules)
    )
    expected = one_by_one(renderer, most)
    found = list(ChatChecker(renderer, max_tokens=most).check(iter(talks())))
    assert [each.conversation for each in found] == talks()
    for each, wanted in zip(found, expected, strict=True):
        if isinstance(wanted, str):
            assert (each.chat, str(each.error), each.lints) == (None, wanted, ())
            continue
        rendered, lints = wanted
        assert each.lints == lints
        assert each.chat is not None
        assert (each.chat.text, each.chat.n_full) == (rendered.text, rendered.n_full)
        assert each.chat.counts == rendered.counts
        for name in ("ids", "mask", "message", "starts", "special"):
            assert np.array_equal(getattr(each.chat, name), getattr(rendered, name)), name


def test_each_of_a_batch_is_rendered_as_by_itself():
    for renderer in (NanochatRenderer(trained(NANOCHAT_TOKENS)), here(MARKED)):
        for most in (None, 4):
            for each, wanted in zip(
                renderer.render_each(talks(), max_tokens=most),
                one_by_one(renderer, most),
                strict=True,
            ):
                if isinstance(each, ChatError):
                    assert str(each) == wanted
                else:
                    assert each.ids.tolist() == wanted[0].ids.tolist()
                    assert each.mask.tolist() == wanted[0].mask.tolist()


def test_prefixes_are_rendered_where_they_can_be_news():
    renderer = here(FORGETS)
    asked: list[bool] = []
    answers = renderer.answers

    def watched(conversations: Any, **wishes: Any) -> Any:
        for answer in answers(conversations, **wishes):
            asked.append(answer["prefixes"])
            yield answer

    renderer.answers = watched  # type: ignore[method-assign]
    many = [chat(f"Frage {n}", "So.", "Und?", "Ja.") for n in range(600)]
    many[500] = talks()[-1]  # of another shape, by a text that the template looks for
    found = list(ChatChecker(renderer).check(many))
    assert [i for i, each in enumerate(found) if each.lints] == [500]
    assert "not-prefix-preserving" in {lint.code for lint in found[500].lints}
    assert sum(asked) < 200
    assert asked[500]


def test_what_makes_a_shape():
    shapes = ConversationShapes([FORGETS])

    def is_known(talk: Conversation, like: Conversation) -> bool:
        fresh = ConversationShapes([FORGETS])
        fresh.note(like, has_found=False)
        return not fresh.is_news(talk)

    plain = chat("a", "b")
    assert shapes.is_news(plain)
    assert is_known(chat("other words", "user content"), plain)
    for other in (
        chat("a", "b", "c", "d"), chat("a", "b", system="s"), chat("a", ""), chat("a", " b"),
        chat("a", "x</think>b"), Conversation(plain.messages, (TOOL,)),
        Conversation(plain.messages, extra={"chat_template_kwargs": {"thinking": True}}),
    ):  # fmt: skip
        assert not is_known(other, plain)
    shapes.note(plain, has_found=True)
    assert all(shapes.is_news(plain) for _ in range(40))  # a shape with a finding is no sample


def test_some_of_a_known_shape_are_looked_at_again():
    shapes = ConversationShapes([MARKED])
    shapes.note(chat("a", "b"), has_found=False)
    news = [shapes.is_news(chat("c", "d")) for _ in range(64)]
    assert sum(news) == 4


def test_a_real_process_is_asked_while_its_answers_are_checked():
    renderer = renderer_of(MARKED)
    try:
        found = list(ChatChecker(renderer).check(chat("a", f"b{n}") for n in range(300)))
    finally:
        renderer.close()
    assert len(found) == 300
    assert not any(each.lints or each.error for each in found)


def test_slow_templates_are_asked_for_less_at_once():
    assert [_next_size(8, 0.01), _next_size(100, 0.01), _next_size(64, 0.2)] == [16, 128, 64]
    assert [_next_size(128, 1.0), _next_size(1, 4.0)] == [64, 1]
