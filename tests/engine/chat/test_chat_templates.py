"""The templates that come with the program: equal to straight transcriptions of their formats."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from engine.chat.conversation import ChatError, Conversation
from engine.chat.lints import lint_template
from engine.chat.nanochat import NanochatRenderer
from engine.chat.templates import (
    template_facts,
    template_names,
    template_source,
    template_special_tokens,
    template_text,
)
from tests.chat_cases import CALL, TOOL, chat, generated, here, tokenizer_of, trained

Piece = tuple[str, bool]
WITH_TOOLS = {"qwen", "mistral"}


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def chatml(messages: list[dict[str, Any]], tools: Any) -> list[Piece]:
    pieces = []
    for m in messages:
        spoken = m["role"] == "assistant"
        pieces += [(f"<|im_start|>{m['role']}\n", False), (m["content"] + "<|im_end|>", spoken)]
        pieces.append(("\n", False))
    return pieces


def llama3(messages: list[dict[str, Any]], tools: Any) -> list[Piece]:
    pieces = [("<|begin_of_text|>", False)]
    for m in messages:
        pieces.append((f"<|start_header_id|>{m['role']}<|end_header_id|>\n\n", False))
        pieces.append((m["content"].strip() + "<|eot_id|>", m["role"] == "assistant"))
    return pieces


def gemma(messages: list[dict[str, Any]], tools: Any) -> list[Piece]:
    pieces, lead = [("<bos>", False)], ""
    for m in messages:
        text = m["content"].strip()
        if m["role"] == "system":
            lead = text + "\n\n"
        elif m["role"] == "user":
            pieces.append((f"<start_of_turn>user\n{lead}{text}<end_of_turn>\n", False))
            lead = ""
        else:
            pieces.append(("<start_of_turn>model\n", False))
            pieces += [(text + "<end_of_turn>", True), ("\n", False)]
    return pieces


def mistral(messages: list[dict[str, Any]], tools: Any) -> list[Piece]:
    pieces, described = [("<s>", False)], not tools
    for m in messages:
        match m["role"]:
            case "system":
                pieces.append((f"[SYSTEM_PROMPT]{m['content']}[/SYSTEM_PROMPT]", False))
            case "user":
                if not described:
                    pieces.append((f"[AVAILABLE_TOOLS]{dumped(tools)}[/AVAILABLE_TOOLS]", False))
                    described = True
                pieces.append((f"[INST]{m['content']}[/INST]", False))
            case "tool":
                result = f"{m['tool_call_id']}[TOOL_CONTENT]{m['content']}"
                pieces.append((f"[TOOL_RESULTS]{result}[/TOOL_RESULTS]", False))
            case _:
                calls = [{**c["function"], "id": c["id"]} for c in m.get("tool_calls", ())]
                called = f"[TOOL_CALLS]{dumped(calls)}" if calls else ""
                pieces.append(((m["content"] or "") + called + "</s>", True))
    return pieces


QWEN_TOOLS = """# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
{}
</tools>

For each function call, return a json object with function name and arguments within \
<tool_call></tool_call> XML tags:
<tool_call>
{{"name": <function-name>, "arguments": <args-json-object>}}
</tool_call>"""


def qwen(messages: list[dict[str, Any]], tools: Any) -> list[Piece]:
    pieces = []
    if tools:
        first = messages[0]
        has_system = first["role"] == "system"
        lead = first["content"] + "\n\n" if has_system else ""
        messages = messages[1:] if has_system else messages
        described = lead + QWEN_TOOLS.format("\n".join(map(dumped, tools)))
        pieces.append((f"<|im_start|>system\n{described}<|im_end|>\n", False))
    for m in messages:
        if m["role"] == "assistant":
            calls = [
                f"<tool_call>\n{dumped(c['function'])}\n</tool_call>"
                for c in m.get("tool_calls", ())
            ]
            said = [m["content"]] if m["content"] else []
            pieces.append(("<|im_start|>assistant\n", False))
            pieces += [("\n".join(said + calls) + "<|im_end|>", True), ("\n", False)]
        elif m["role"] == "tool":
            inner = f"\n<tool_response>\n{m['content']}\n</tool_response>"
            pieces.append((f"<|im_start|>user{inner}<|im_end|>\n", False))
        else:
            pieces.append((f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n", False))
    return pieces


FORMATS = {"chatml": chatml, "llama3": llama3, "gemma": gemma, "mistral": mistral, "qwen": qwen}


@pytest.mark.parametrize("name", FORMATS)
def test_a_template_writes_and_trains_what_its_format_says(name):
    conversations = generated(40, tools=name in WITH_TOOLS)
    tokenizer = tokenizer_of(name)
    batch = here(name).render_batch(conversations)
    assert not batch.problems
    for index, conversation in enumerate(conversations):
        document = conversation.document()
        pieces = FORMATS[name](document["messages"], document.get("tools"))
        text = "".join(piece for piece, _ in pieces).encode()
        first, after = batch.starts[index : index + 2].tolist()
        ids = batch.ids[first:after]
        assert tokenizer.decode_bytes(ids.tolist()) == text
        assert ids.tolist() == tokenizer.encode(text.decode(), special="parse")
        # A byte is trained or not; a token is if any of its bytes is.
        trained = np.concatenate([np.full(len(p.encode()), t) for p, t in pieces if p])
        spans = tokenizer.token_spans(text, special="parse").starts[:-1]
        expected = np.logical_or.reduceat(trained, spans)
        assert batch.mask[first:after].tolist() == expected.astype(int).tolist()


def test_nanochat_as_jinja_equals_nanochat():
    tokenizer = trained(template_special_tokens("nanochat-jinja"))
    ours, rules = here("nanochat-jinja", tokenizer), NanochatRenderer(tokenizer)
    parts = [
        {"type": "text", "text": "Ich rechne: "},
        {"type": "python", "text": "2**70 # é"},
        {"type": "python_output", "text": "1180591620717411303424"},
        {"type": "text", "text": "なるほど"},
    ]
    with_parts = {
        "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": parts}]
    }
    for conversation in [*generated(30), Conversation.of(with_parts)]:
        rendered, expected = ours.render(conversation), rules.render(conversation)
        assert rendered.ids.tolist() == expected.ids.tolist()
        assert rendered.mask.tolist() == expected.mask.tolist()


@pytest.mark.parametrize("name", template_names())
def test_our_templates_keep_every_prefix_and_have_no_lint(name):
    renderer = here(name)
    assert [lint for lint in lint_template(renderer) if lint.severity != "note"] == []
    answers = list(renderer.answers(generated(8, tools=name in WITH_TOOLS), prefixes=True))
    assert [answer["differing"] for answer in answers] == [[]] * 8
    assert renderer.mask_source == "generation"


@pytest.mark.parametrize("name", template_names())
def test_generation_prompts_lead_to_the_answer(name):
    renderer = here(name)
    conversation = chat("Wer?", "Ich.", "Wie?", "So.", system="Kurz.")
    prompt = renderer.render(conversation, completion=True)
    whole = renderer.render(conversation)
    assert prompt.ids.tolist() == whole.ids[: prompt.n_tokens].tolist()
    assert whole.text[len(prompt.text) :].startswith(b"So.")
    assert prompt.n_trained == 0
    assert whole.message[prompt.n_tokens] == 4


@pytest.mark.parametrize("name", template_names())
def test_what_a_template_needs_is_in_its_text_and_its_facts(name):
    facts = template_facts()[name]
    assert facts.stop in facts.special_tokens
    assert all(token in template_text(name) for token in template_special_tokens(name))


def test_parts_and_calls_as_text_are_written_too():
    content = [{"type": "text", "text": "Eins, "}, {"type": "text", "text": "zwei."}]
    called = {**CALL, "function": {"name": "weigh", "arguments": '{"a": 1}'}}
    answer = {"role": "assistant", "content": None, "tool_calls": [called]}
    document = {"messages": [{"role": "user", "content": content}, answer], "tools": [TOOL]}
    conversation = Conversation.of(document)
    for name, said in {
        "qwen": '<tool_call>\n{"name": "weigh", "arguments": {"a": 1}}\n</tool_call>',
        "mistral": '[TOOL_CALLS][{"name": "weigh", "arguments": {"a": 1}, "id": "call00001"}]',
        "llama3": '{"name": "weigh", "parameters": {"a": 1}}',
    }.items():
        text = here(name).render(conversation).text.decode()
        assert "Eins, zwei." in text
        assert said in text
    with pytest.raises(ChatError, match=r"chatml, line \d+: it says: ChatML has no form for calls"):
        here("chatml").render(conversation)


def test_templates_of_files(tmp_path):
    def written(name: str, content: Any) -> Any:
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    assert template_source(written("own.jinja", "{{ 1 }}")).text == "{{ 1 }}"
    document = {"chat_template": "x", "bos_token": {"content": "<s>"}, "eos_token": "</s>"}
    source = template_source(written("tokenizer_config.json", document))
    assert (source.text, source.tokens) == ("x", {"bos_token": "<s>", "eos_token": "</s>"})
    assert template_source(tmp_path).text == "x"
    named = [{"name": name, "template": name} for name in ("rag", "default", "tool_use")]
    source = template_source(written("chat_template.json", {"chat_template": named}))
    assert source.texts == {"default": "default", "tool_use": "tool_use"}
    odd = [1, {"name": ["default"], "template": "no"}, *named]
    assert template_source(written("odd.json", {"chat_template": odd})).text == "default"
    for content, sentence in (
        ({}, "contains no chat_template"),
        ({"chat_template": [1]}, "neither a text nor a list"),
        ("{", "line 1: this is not JSON"),
    ):
        with pytest.raises(ChatError, match=sentence):
            template_source(written("bad.json", content))
    with pytest.raises(ChatError, match=r"no chat template and no file named.*chatml"):
        template_source("no-such")
    (tmp_path / "bytes.jinja").write_bytes(b"a\xff")
    with pytest.raises(ChatError, match="not UTF-8"):
        template_source(tmp_path / "bytes.jinja")
