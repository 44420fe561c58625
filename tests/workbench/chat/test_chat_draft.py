"""ChatDraft: edits of a conversation, each giving another; and the table that shows it."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from workbench.chat.chat_draft import ChatDraft, DraftError
from workbench.chat.chat_file_list import ChatFileTable
from workbench.chat.chat_flow import LINTED, REFUSED, TOO_LONG, UNTRAINED, FileRow
from workbench.chat.chat_messages import KIND, NUMBER, ROLE, TEXT, MessageTable

PARTS = [{"type": "text", "text": "one"}, {"type": "python", "text": "1 + 1"}]
DOCUMENT = {
    "messages": [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": PARTS},
        {"role": "tool", "content": "22", "tool_call_id": "a1"},
        {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "f"}}]},
    ],
    "tools": [{"name": "f"}],
}


def roles(draft):
    return [message.role for message in draft.messages]


def test_a_document_comes_back_as_it_was():
    draft = ChatDraft.of(DOCUMENT)
    expected = json.loads(json.dumps(DOCUMENT))
    del expected["messages"][3]["content"]  # null and absent are the same to a person
    assert draft.document() == expected
    assert ChatDraft.parse(draft.json_text()) == draft


def test_lines_show_texts_parts_and_fields():
    lines = ChatDraft.of(DOCUMENT).lines()
    shown = [(line.message, line.kind, line.text) for line in lines]
    assert shown[:5] == [
        (0, "", "hi"), (1, "text", "one"), (1, "python", "1 + 1"), (2, "", "22"),
        (2, "tool_call_id", "a1"),
    ]  # fmt: skip
    assert shown[5][:2] == (3, "tool_calls")
    assert json.loads(shown[5][2]) == DOCUMENT["messages"][3]["tool_calls"]
    assert [line.is_first for line in lines] == [True, True, False, True, False, True]


def test_edits_change_what_they_name_and_nothing_else():
    draft = ChatDraft.of(DOCUMENT)
    lines = draft.lines()
    assert draft.with_text(lines[0], "hello").document()["messages"][0]["content"] == "hello"
    python = draft.with_text(lines[2], "2 + 2").document()["messages"][1]["content"]
    assert python == [PARTS[0], {"type": "python", "text": "2 + 2"}]
    called = draft.with_text(lines[5], '[{"x": 1}]').messages[3].extra
    assert called == {"tool_calls": [{"x": 1}]}
    assert roles(draft.with_role(0, "system")) == ["system", "assistant", "tool", "assistant"]
    assert draft.document()["messages"][0] == {"role": "user", "content": "hi"}


def test_a_field_that_is_no_json_is_refused_with_its_line():
    draft = ChatDraft.of(DOCUMENT)
    with pytest.raises(DraftError, match="tool_calls is no JSON") as raised:
        draft.with_text(draft.lines()[5], "[\n{")
    assert raised.value.line == 2


def test_messages_are_added_doubled_moved_and_taken_away():
    draft = ChatDraft.of(DOCUMENT)
    assert roles(draft.with_message(1)) == ["user", "assistant", "assistant", "tool", "assistant"]
    assert roles(draft.with_message(4))[-1] == "user"
    assert roles(draft.with_copy(0))[:2] == ["user", "user"]
    assert roles(draft.with_moved(2, -1)) == ["user", "tool", "assistant", "assistant"]
    assert draft.with_moved(0, -1) is draft
    assert roles(draft.without(draft.lines()[0])) == ["assistant", "tool", "assistant"]
    one_part = draft.without(draft.lines()[1])
    assert one_part.document()["messages"][1]["content"] == [PARTS[1]]


def test_one_text_becomes_parts_and_parts_become_one_text():
    draft = ChatDraft.of({"messages": [{"role": "assistant", "content": "x"}]})
    parts = draft.with_kind(draft.lines()[0], "python")
    assert parts.document()["messages"][0]["content"] == [{"type": "python", "text": "x"}]
    more = parts.with_part(0, "python_output", 0).with_part(0, "name")
    assert [line.kind for line in more.lines()] == ["python", "python_output", "name"]
    assert more.with_kind(more.lines()[0], "").messages[0].content == "x"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no JSON"), ("3", "no object"), ('{"messages": 1}', "no list"),
        ('{"messages": [1]}', "Message 1"), ("[" * 100_000, "nested"),
    ],
    ids=["cut", "number", "no-list", "no-object", "deep"],
)  # fmt: skip
def test_what_is_no_conversation_is_a_sentence(text, words):
    with pytest.raises(DraftError, match=words):
        ChatDraft.parse(text)


def test_odd_messages_are_known_by_their_number():
    messages = [
        {"role": "user", "content": "a"}, {"role": "user", "content": ""}, {"content": "x"},
        {"role": "assistant", "content": " "}, {"role": "user", "content": []},
    ]  # fmt: skip
    assert ChatDraft.of({"messages": messages}).oddities() == {1: "twice", 2: "role", 4: "empty"}


def test_the_table_marks_what_is_wrong_in_words_and_not_by_colour_alone(qtbot, theme):
    table = MessageTable(theme)
    table.set_lines(ChatDraft.of(DOCUMENT).lines())
    table.set_problems({1: "Nobody asked."})
    cells = [table.index(row, column).data() for row in (1, 2) for column in (NUMBER, ROLE, KIND)]
    assert cells == ["! 2", "assistant", "text", "", "", "python"]
    assert table.index(1, TEXT).data(Qt.ItemDataRole.ToolTipRole) == "Nobody asked."
    assert table.index(1, TEXT).data(Qt.ItemDataRole.AccessibleTextRole) == "Nobody asked. one"


def test_the_list_of_a_file_filters_and_steps(qtbot, theme):
    table = ChatFileTable(theme)
    table.append([FileRow(0, "a", 10, 10, 4), FileRow(1, "b", 30, 20, 0, ("all-zero-mask",))])
    table.append([FileRow(2, "", error="no", line=3), FileRow(3, "d", 5, 5, 0)])
    for wanted, expected in (
        (UNTRAINED, [1, 3]), (TOO_LONG, [1]), (LINTED, [1]), (REFUSED, [2]),
        ("all-zero-mask", [1]), ("all", [0, 1, 2, 3]),
    ):  # fmt: skip
        table.set_filter(wanted, None)
        assert [row.index for row in table.shown] == expected, wanted
    table.set_filter("all", {0, 3})
    assert (table.neighbour(0, 1), table.neighbour(3, -1), table.neighbour(3, 1)) == (3, 0, None)
    assert (table.row_of(3), table.row_of(1)) == (1, None)
    table.append([FileRow(4, "e"), FileRow(5, "f")])
    assert table.rowCount() == 2  # what comes while a filter holds is filtered as well
