"""Conversations out of JSON documents: layouts, and sentences on what is none."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chat.conversation import Conversation, ConversationError, Part

USER, ANSWER = {"role": "user", "content": "Grüß Gott"}, {"role": "assistant", "content": "你好"}


def said(document: object) -> list[tuple[str, Any]]:
    return [(each.role, each.content) for each in Conversation.of(document).messages]


@pytest.mark.parametrize(
    ("document", "layout"),
    [
        ({"messages": [USER, ANSWER]}, "messages"),
        ([USER, ANSWER], "messages"),
        (
            {
                "conversations": [
                    {"from": "human", "value": "Grüß Gott"},
                    {"from": "gpt", "value": "你好"},
                ]
            },
            "sharegpt",
        ),
        ({"conversations": [USER, ANSWER]}, "sharegpt"),
        (
            {
                "conversations": [{"from": "human", "value": "Grüß Gott"}],
                "chosen": {"from": "gpt", "value": "你好"},
                "rejected": {"from": "gpt", "value": "nein"},
            },
            "sharegpt",
        ),
        ({"instruction": "Grüß Gott", "input": "", "output": "你好"}, "alpaca"),
        ({"prompt": "Grüß Gott", "chosen": "你好", "rejected": "nein"}, "preference"),
        ({"prompt": [USER], "chosen": [ANSWER]}, "preference"),
        ({"prompt": "Grüß Gott", "chosen": [USER, ANSWER]}, "preference"),
        ({"prompt": [USER], "chosen": [USER, ANSWER]}, "preference"),
    ],
)
def test_layouts_are_recognised(document: object, layout: str) -> None:
    assert said(document) == [("user", "Grüß Gott"), ("assistant", "你好")]
    assert Conversation.of(document).layout == layout


def test_alpaca_with_history_system_and_input() -> None:
    document = {
        "instruction": "Add",
        "input": "2 and 2",
        "output": "4",
        "system": "Be short.",
        "history": [["Hi", "Hello"]],
        "source": "x",
    }
    assert said(document) == [
        ("system", "Be short."), ("user", "Hi"), ("assistant", "Hello"),
        ("user", "Add\n2 and 2"), ("assistant", "4"),
    ]  # fmt: skip
    assert Conversation.of(document).extra == {"source": "x"}


def test_sharegpt_with_tools_and_who_speaks() -> None:
    document = {
        "system": "S",
        "tools": '[{"name": "f"}]',
        "conversations": [
            {"from": "human", "value": "q"},
            {"from": "function_call", "value": '{"name": "f"}'},
            {"from": "observation", "value": "3"},
            {"from": "gpt", "value": "a"},
        ],
    }
    found = Conversation.of(document)
    assert [each.role for each in found.messages] == [
        "system", "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert found.tools == ({"name": "f"},)
    unread = Conversation.of({**document, "tools": "[{"})
    assert unread.tools == () and "not JSON" in unread.remarks[0].sentence


def test_parts_tool_calls_and_names_are_kept() -> None:
    call = {"type": "function", "function": {"name": "f", "arguments": {"x": [1, "é"]}}}
    as_text = {"function": {"name": "f", "arguments": '{"x": 1}'}}
    parts = [{"type": "text", "text": "a"}, {"type": "input_text", "text": "b"}]
    messages = [
        {"role": "developer", "content": "d"},
        {"role": "user", "content": parts},
        {"role": "assistant", "content": None, "tool_calls": [call, as_text]},
        {"role": "tool", "content": "3", "tool_call_id": "1", "name": "f"},
        {"role": "assistant", "tool_calls": [call]},
        {
            "role": "assistant",
            "content": [
                {"type": "python", "text": "1"},
                {"type": "python_output", "text": "2"},
                {"type": "tool_call", "name": "f", "arguments": {"é": 1}},
            ],
            "reasoning_content": "hm",
        },
    ]  # fmt: skip
    found = Conversation.of({"messages": messages, "tools": [{"name": "f"}], "id": 5})
    assert found.messages[1].content == (Part("text", "a"), Part("text", "b"))
    assert found.messages[1].text == "ab"
    assert found.messages[5].content[2] == Part("tool_call", '{"name": "f", "arguments": {"é": 1}}')
    assert [each.absence for each in found.messages[2:5]] == ["null", "", "missing"]
    document = found.document()
    assert document["tools"] == [{"name": "f"}] and found.extra == {"id": 5}
    for index in (0, 2, 3, 4):
        assert document["messages"][index] == messages[index]
    assert Conversation.of(document).messages == found.messages
    assert not found.remarks


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize(
    ("document", "message", "words"),
    [
        (5, None, "The record is a number"),
        ({"text": "x"}, None, 'The record has "text"'),
        ({}, None, "no fields"),
        ({"messages": []}, None, "no messages"),
        ({"messages": {}}, None, '"messages" is an object'),
        ({"messages": [USER, "x"]}, 1, "Message 2 is a text"),
        ({"messages": [{"content": "x"}]}, 0, "Message 1 has no role"),
        ({"messages": [USER, {"role": "martian", "content": ""}]}, 1, "'martian'"),
        ({"messages": [{"role": ["user"], "content": ""}]}, 0, "the role a list"),
        ({"messages": [{"role": "user", "content": 3}]}, 0, "a number as its content"),
        ({"messages": [{"role": "user", "content": True}]}, 0, "true or false"),
        ({"messages": [{"role": "user", "content": None}]}, 0, "no content"),
        ({"messages": [{"role": "user"}]}, 0, "no content"),
        ({"messages": [{"role": "user", "content": [7]}]}, 0, "a number among its parts"),
        ({"messages": [{"role": "user", "content": [{"text": "x"}]}]}, 0, 'without a "type"'),
        ({"messages": [{"role": "user", "content": [{"type": "image"}]}]}, 0, "'image'"),
        ({"messages": [{"role": "user", "content": [{"type": "text"}]}]}, 0, "no text"),
        ({"messages": [{**ANSWER, "tool_calls": 1}]}, 0, 'a number as "tool_calls"'),
        ({"messages": [{**ANSWER, "tool_calls": [{}]}]}, 0, "without the name"),
        ({"messages": [{**ANSWER, "tool_calls": [{"name": "f", "arguments": 1}]}]}, 0, "a number"),
        ({"messages": [{**ANSWER, "more": nested(60)}]}, 0, "levels deep"),
        ({"messages": [USER], "tools": [1]}, None, '"tools" is not'),
        ({"conversations": [{"from": "gpt"}]}, 0, 'no "value"'),
        ({"conversations": [{"value": "x"}]}, 0, 'no "from"'),
        ({"conversations": [{"from": "cat", "value": "x"}]}, 0, "'cat'"),
        ({"conversations": [{"from": "gpt", "value": 2}]}, 0, "a number"),
        ({"instruction": 2, "output": ""}, None, '"instruction" is a number'),
        ({"instruction": "", "history": ["x"]}, None, "question and its answer"),
        ({"prompt": 1, "chosen": ""}, None, '"prompt" is a number'),
    ],
)  # fmt: skip
def test_what_is_no_conversation_is_a_sentence(
    document: object, message: int | None, words: str
) -> None:
    with pytest.raises(ConversationError) as caught:
        Conversation.of(document, 12)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.message) == (12, message)


def test_empty_texts_and_lone_surrogates_are_remarked() -> None:
    found = Conversation.of(
        [{"role": "user", "content": ""}, {"role": "assistant", "content": "a\ud800b"}]
    )
    assert found.messages[1].content == "a\ufffdb"
    assert [(each.message, each.sentence) for each in found.remarks] == [
        (0, "Message 1 (user) is empty."),
        (1, "Message 2: a lone surrogate was replaced by U+FFFD."),
    ]
