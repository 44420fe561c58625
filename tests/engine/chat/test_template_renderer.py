"""Ids and masks of templates: those of transformers, without its known faults."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.chat.conversation import ChatError, Conversation
from engine.chat.jinja_renderer import TemplateRenderer, mask_of, owners_of, template_renderer
from engine.chat.renderer import chat_renderer
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError
from engine.formats.writing.export import export_tokenizer
from tests.chat_cases import (
    CHATML_TOKENS,
    STOCK,
    chat,
    generated,
    here,
    renderer_of,
    tokenizer_of,
    trained,
)

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

MACROS = (
    "{{ '<|endoftext|>' }}{% macro say(m) %}{% generation %}{{ m.content }}<|im_end|>"
    "{% endgeneration %}{% endmacro %}{% for m in messages %}<|im_start|>{{ m.role }}:"
    "{% if m.role == 'assistant' %}{% if loop.last %}{% generation %}{{ m.content|trim }}"
    "<|im_end|>{% endgeneration %}{% else %}{{ m.content }}{% endif %}{% else %}{{ m.content }}"
    "{% endif %}{% endfor %}{% if tools %}{{ tools|tojson(indent=2) }}{% endif %}"
)


@cache
def loaded(tokenizer: Tokenizer, folder: str) -> PreTrainedTokenizerFast:
    from transformers import PreTrainedTokenizerFast  # seconds, in which others need not wait

    own = Path(folder, tokenizer.semantic_hash)
    export_tokenizer(tokenizer, "tokenizer.json", own)
    return PreTrainedTokenizerFast(tokenizer_file=str(own / "tokenizer.json"))


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("exports"))


def of_transformers(
    renderer: TemplateRenderer, conversation: Conversation, folder: str, **wishes
) -> tuple[list[int], list[int] | None]:
    document = conversation.document()
    tokenizer = loaded(renderer.tokenizer, folder)
    with_mask = not wishes
    made = tokenizer.apply_chat_template(
        document["messages"],
        tools=document.get("tools"),
        chat_template=renderer.source.text,
        return_dict=True,
        return_assistant_tokens_mask=with_mask,
        **renderer.variables,
        **wishes,
    )
    return made["input_ids"], made.get("assistant_masks")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chatml", "llama3", "qwen", "mistral", "gemma", MACROS])
def test_ids_and_masks_are_those_of_transformers(name, exports):
    renderer = renderer_of(name, mask="generation")
    conversations = generated(25, tools=name in {"qwen", "mistral"})
    batch = renderer.render_batch(conversations)
    assert not batch.problems
    for index, conversation in enumerate(conversations):
        ids, mask = of_transformers(renderer, conversation, exports)
        first, after = batch.starts[index : index + 2].tolist()
        assert batch.ids[first:after].tolist() == ids
        assert batch.mask[first:after].tolist() == mask
        rendered = renderer.render(conversation)
        assert rendered.ids.tolist() == ids
        assert rendered.mask.tolist() == mask
        assert rendered.role_names[rendered.role[-1]] in {"assistant", "template"}


@pytest.mark.parametrize("name", ["chatml", "llama3", "qwen", "gemma"])
def test_prompts_and_open_ends_are_those_of_transformers(name, exports):
    renderer = here(name)
    for conversation in generated(6):
        asked = Conversation(conversation.messages[:-1])
        expected, _ = of_transformers(renderer, asked, exports, add_generation_prompt=True)
        assert renderer.render(conversation, completion=True).ids.tolist() == expected
        assert renderer.render(asked, completion=True).ids.tolist() == expected
        expected, _ = of_transformers(renderer, conversation, exports, continue_final_message=True)
        assert renderer.render(conversation, continued=True).ids.tolist() == expected


def test_the_mask_neither_runs_to_the_end_nor_is_lost():
    # transformers #47325: a span that ends where no token is found runs to the end; #34494: zeros
    # after truncation; and the last character of an answer loses all but its first token.
    tokenizer = trained(CHATML_TOKENS)
    source = (
        "{% for m in messages %}{% if m.role == 'assistant' %}{% generation %}{{ m.content }}"
        "{% endgeneration %}{% else %}{{ m.content }}{% endif %}<|im_end|>{% endfor %}"
    )
    renderer = here(source, tokenizer)
    answer = "ja \U0001fae8"
    rendered = renderer.render(chat("Gut?", answer, "Und?", " "))
    first = len(tokenizer.encode("Gut?")) + 1
    n = len(tokenizer.encode(answer))
    assert n > 3  # the last character is several tokens
    expected = [0] * first + [1] * n + [0] * (len(tokenizer.encode("Und?")) + 2) + [1, 0]
    assert rendered.mask.tolist() == expected
    for most in range(1, rendered.n_tokens + 1):
        cut = renderer.render(chat("Gut?", answer, "Und?", " "), max_tokens=most)
        assert cut.mask.tolist() == expected[:most]
        assert (cut.n_full, cut.is_truncated) == (len(expected), most < len(expected))
        assert cut.text == rendered.text[: rendered.starts[most]]
    (begin,) = [here("{% generation %}a{% endgeneration %}<|im_end|>").render(chat("x"))]
    assert begin.mask.tolist() == [1, 0]  # a block at the very beginning


def test_a_token_is_trained_if_it_shares_a_byte_with_a_block():
    renderer = here("Hel{% generation %}lo wor{% endgeneration %}ld <|im_end|>")
    rendered = renderer.render(chat("x"))
    trained_bytes = range(3, 9)
    for token in range(rendered.n_tokens):
        own = range(rendered.starts[token], rendered.starts[token + 1])
        assert rendered.mask[token] == any(byte in trained_bytes for byte in own)


def test_an_empty_block_trains_nothing_although_transformers_does(exports):
    # It ends before it begins: the token that holds both places is trained there.
    renderer = here("x<|im_{% generation %}{% endgeneration %}end|>", trained(CHATML_TOKENS))
    ids, theirs = of_transformers(renderer, chat("x"), exports)
    rendered = renderer.render(chat("x"))
    assert rendered.ids.tolist() == ids
    assert (rendered.n_trained, sum(theirs)) == (0, 1)


@pytest.mark.parametrize("name", ["llama3", "mistral", "nanochat-jinja"])
def test_masks_of_prefixes_are_those_of_the_markers(name):
    conversations = generated(12, tools=name == "mistral")
    by_markers = here(name, mask="generation").render_batch(conversations)
    by_prefixes = here(name, mask="prefix").render_batch(conversations)
    assert np.array_equal(by_markers.mask, by_prefixes.mask)


def test_templates_without_markers_are_trained_by_prefixes():
    conversation = chat("Wer?", "Ich.", "Wie?", "So.", system="Kurz.")
    renderer = here(STOCK)
    assert renderer.mask_source == "prefix"
    rendered = renderer.render(conversation)
    said = [b"Ich.<|im_end|>\n", b"So.<|im_end|>\n"]
    trained_text = b"".join(rendered.token(i) for i in np.flatnonzero(rendered.mask))
    assert trained_text == b"".join(said)
    assert here(STOCK, mask="generation").render(conversation).n_trained == 0


def test_a_template_that_rewrites_earlier_answers():
    # As Qwen 3 does: reasoning is dropped once the user has said more.
    source = (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n"
        "{% if m.role == 'assistant' and not loop.last %}{{ m.content.split('</t>')[-1] }}"
        "{% else %}{{ m.content }}{% endif %}<|im_end|>{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    )
    rendered = here(source).render(chat("Wer?", "<t>hm</t>Ich.", "Wie?", "<t>a</t>So."))
    trained_text = b"".join(rendered.token(i) for i in np.flatnonzero(rendered.mask))
    assert trained_text == b"Ich.<|im_end|><t>a</t>So.<|im_end|>"
    written_at_once = "{% set n = messages|length %}{{ n }}" + source.replace(
        "{% for m in messages %}", "{% for i in range(n) %}{% set m = messages[i] %}"
    )
    conversation = chat("Wer?", "Ich.", "Wie?", "So.")
    renderer = here(written_at_once)
    with pytest.raises(ChatError, match=r"no generation markers.*up to message 2") as caught:
        renderer.render(conversation)
    assert (caught.value.message, caught.value.line) == (1, 1)
    batch = renderer.render_batch([conversation])
    assert [str(problem.error) for problem in batch.problems] == [str(caught.value)]


def test_messages_and_roles_of_tokens():
    rendered = here("gemma").render(chat("Wer?", "Ich.", system="Kurz."))
    by_message = {
        index: b"".join(rendered.token(i) for i in np.flatnonzero(rendered.message == index))
        for index in (-1, 0, 1, 2)
    }
    assert by_message == {
        -1: b"<bos>",
        0: b"Kurz.",
        1: b"<start_of_turn>user\n\n\nWer?<end_of_turn>\n",
        2: b"<start_of_turn>model\nIch.<end_of_turn>\n",
    }
    assert rendered.role_names == ("template", "system", "user", "assistant")
    assert rendered.role.tolist() == (rendered.message + 1).tolist()
    assert rendered.special.tolist() == [
        rendered.token(i).startswith(b"<") and rendered.token(i) != b"<"
        for i in range(rendered.n_tokens)
    ]
    batch = here("gemma").render_batch([chat("Wer?", "Ich.", system="Kurz.")])
    assert batch.counts == rendered.counts


def test_batches_are_conversations_one_by_one():
    conversations = generated(150)  # more than one message to the process
    conversations[7] = Conversation.of(
        {"messages": [{"role": "user", "content": "?"}, {"role": "tool", "content": "!"}]}, 8
    )
    renderer = renderer_of("gemma")
    batch = renderer.render_batch(conversations, max_tokens=40)
    assert [(problem.index, problem.error.line) for problem in batch.problems] == [(7, 8)]
    assert batch.starts[7] == batch.starts[8]
    for index in [*range(7), *range(8, 150, 9)]:
        rendered = renderer.render(conversations[index], max_tokens=40)
        place = slice(*batch.starts[index : index + 2].tolist())
        assert batch.ids[place].tolist() == rendered.ids.tolist()
        assert batch.mask[place].tolist() == rendered.mask.tolist()
        assert batch.n_full[index] == rendered.n_full
        roles = [rendered.role_names[role] for role in rendered.role]
        assert [batch.role_names[role] for role in batch.role[place]] == roles
    assert len(renderer.render_batch([]).ids) == 0


def test_texts_that_are_normalized():
    tokenizer = trained((*CHATML_TOKENS, "\uff5cx\uff5c"), "nfkc")
    source = (
        "{% for m in messages %}\uff5cx\uff5c{% generation %}{{ m.content }}{% endgeneration %}"
        "\uff5cx\uff5cﬁ{% endfor %}"
    )
    rendered = here(source, tokenizer).render(chat("ﬁné \u1e9b\u0323"))
    text = "\uff5cx\uff5cfin\u00e9 \u1e69\uff5cx\uff5cfi".encode()
    assert rendered.text == text == tokenizer.decode_bytes(rendered.ids.tolist())
    trained_text = b"".join(rendered.token(i) for i in np.flatnonzero(rendered.mask))
    assert trained_text == "fin\u00e9 \u1e69".encode()


def test_places_of_stretches():
    starts = np.array([0, 2, 2 + 3, 9], np.int64)
    assert mask_of(starts, [(1, 2), (2, 2)]).tolist() == [1, 0, 0]
    assert mask_of(starts, [(4, 6), (5, 9)]).tolist() == [0, 1, 1]
    assert mask_of(starts, []).tolist() == [0, 0, 0]
    assert owners_of(starts, [(0, 1, 4), (3, 9, 2)], absent=-1).tolist() == [4, -1, 2]


def test_what_a_renderer_is_made_of(tmp_path):
    tokenizer = tokenizer_of("chatml")
    assert isinstance(chat_renderer(tokenizer, "chatml"), TemplateRenderer)
    with pytest.raises(ChatError, match="no chat template of its own"):
        template_renderer(tokenizer, "tokenizer")
    own = template_renderer(tokenizer.with_companions(chat_template="{{ 'ä' }}"), "tokenizer")
    assert own.render(chat("x")).text == "ä".encode()
    with pytest.raises(ConfigError, match="generation, prefix or auto"):
        renderer_of("chatml", mask="none")
    with pytest.raises(ConfigError, match="at least one token"):
        own.render(chat("x"), max_tokens=0)
    named = '{"chat_template": [{"name": "default", "template": "d{{ bos_token }}"}, \
{"name": "tool_use", "template": "t"}], "bos_token": "<|im_end|>"}'
    (tmp_path / "tokenizer_config.json").write_text(named)
    chosen = template_renderer(tokenizer, tmp_path)
    assert chosen.render(chat("x")).text == b"d<|im_end|>"
    assert chosen.render(Conversation(chat("x").messages, ({"name": "f"},))).text == b"t"
    # What the owner of the tokenizer said comes before what the file says.
    owned = tokenizer.with_companions(roles={"bos": "<bos>"})
    assert template_renderer(owned, tmp_path).render(chat("x")).text == b"d<bos>"
