"""Files of conversations: the same in order and by number, whatever form they have."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.chat import conversation_file
from engine.chat.conversation import Conversation, ConversationError
from engine.chat.conversation_file import conversations_of_stream, read_conversations
from engine.corpus.paths import zstd
from engine.corpus.readers.documents import problem_sentences
from engine.errors import CorpusError
from tests.texts import some_texts


def documents(n: int) -> list[dict[str, Any]]:
    texts = some_texts()
    return [
        {
            "messages": [
                {"role": "user", "content": f"{i}: {texts[2 * i % len(texts)]}"},
                {"role": "assistant", "content": texts[(2 * i + 1) % len(texts)] or "-"},
            ]
        }
        for i in range(n)
    ]


def as_lines(given: list[Any]) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in given).encode()


def with_blanks(given: list[Any]) -> bytes:
    return b"\xef\xbb\xbf" + as_lines(given).replace(b"\n", b"\r\n\r\n\n").rstrip()


def as_list(given: list[Any]) -> bytes:
    return json.dumps(given).encode()


def as_indented_list(given: list[Any]) -> bytes:
    return json.dumps(given, ensure_ascii=False, indent=2).encode()


FORMS: dict[str, tuple[str, Callable[[list[Any]], bytes]]] = {
    "lines": ("a.jsonl", as_lines),
    "blank lines": ("a.jsonl", with_blanks),
    "lines called json": ("a.json", as_lines),
    "list": ("a.json", as_list),
    "indented list": ("a.json", as_indented_list),
    "list called jsonl": ("a.jsonl", as_indented_list),
    "gzip": ("a.jsonl.gz", lambda given: gzip.compress(as_lines(given))),
    "zstd": ("a.json.zst", lambda given: zstd.compress(as_indented_list(given))),
}


@pytest.mark.parametrize("block", [37, 1 << 22])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same(
    form: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation_file, "BLOCK_BYTES", block)
    name, write = FORMS[form]
    given = documents(30)
    path = tmp_path / name
    path.write_bytes(write(given))
    expected = [Conversation.of(each).messages for each in given]
    file = read_conversations(path)
    assert file[17].messages == expected[17]
    if block == 37 and "list" not in form and "zstd" not in form:
        assert not file.is_indexed and file.n_found < 30
    assert [each.messages for each in file] == expected
    assert len(file) == 30 and file.is_indexed
    assert [file[i].messages for i in range(30)] == expected
    assert [file[i].line for i in range(30)] == [each.line for each in file]
    assert file[-1].messages == expected[-1]
    with pytest.raises(IndexError, match="30 records"):
        file[30]
    assert [problem for problem in file.problems if "blank" not in problem.reason] == []


def test_indexing_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation_file, "BLOCK_BYTES", 1000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(as_lines(documents(50)))
    file = read_conversations(path)
    steps = list(file.indexing())
    assert len(steps) > 3
    assert all(a.documents <= b.documents for a, b in pairwise(steps))
    assert steps[-1].documents == 50
    assert steps[-1].done == steps[-1].total == path.stat().st_size


@pytest.mark.parametrize("indent", [None, 1])
def test_one_conversation_in_a_file(indent: int | None, tmp_path: Path) -> None:
    (document,) = documents(1)
    for content in (document, document["messages"]):
        path = tmp_path / "one.json"
        path.write_text(json.dumps(content, indent=indent), "utf-8")
        (found,) = list(file := read_conversations(path))
        assert found.messages == Conversation.of(document).messages
        assert len(file) == 1 and file[0] == found and not file.problems


def test_damaged_lines_are_passed_over_with_a_sentence(tmp_path: Path) -> None:
    good = as_lines(documents(1)).strip()
    lines = [
        good,
        b'{"messages": [',
        b'{"messages": [{"role": "user", "role": "assistant", "content": "x"}]}',
        b'{"messages": [{"role": "user", "content": NaN}]}',
        b'{"messages": ' + b"[" * 100_000,
        b"   ",
        b'{"messages": [{"role": "user", "content": "\\ud800"}]}',
        b'{"messages": [{"role": "user", "content": "\xff"}]}',
        b'{"messages": [{"role": "user", "content": ""}]}',
        b'{"messages": []}',
        good,
    ]
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join(lines))
    file = read_conversations(path)
    assert [each.line for each in file] == [1, 7, 8, 9, 11]
    found = {problem.line: problem.reason for problem in file.problems}
    assert sorted(found) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    for line, words in {
        2: "not valid JSON", 3: "'role' occurs twice", 4: "NaN", 5: "too deeply", 6: "blank",
        7: "lone surrogate", 8: "invalid UTF-8", 9: "is empty", 10: "no messages",
    }.items():  # fmt: skip
        assert words in found[line], line
    assert len(file) == 11
    assert file[10].line == 11 and file[7].messages[0].content == "\ufffd"
    with pytest.raises(ConversationError) as caught:
        file[2]
    assert caught.value.line == 3
    kinds = [isinstance(each, Conversation) for each in file.records()]
    assert kinds == [index in {0, 6, 7, 8, 10} for index in range(11)]


def test_a_damaged_item_does_not_end_a_list(tmp_path: Path) -> None:
    lines = as_indented_list(documents(4)).splitlines()
    broken = next(i for i, line in enumerate(lines) if b'"1: ' in line)
    lines[broken] = b'      "content" "x"'
    path = tmp_path / "a.json"
    path.write_bytes(b"\n".join(lines))
    file = read_conversations(path)
    starts = [each.messages[0].text[0] for each in file]
    assert starts == ["0", "2", "3"] and len(file) == 3
    (problem,) = file.problems
    assert "skipped: not valid JSON" in problem.reason


@pytest.mark.parametrize(
    ("content", "words", "n"),
    [
        (b'[{"messages": [{"role": "user", "content": "a"}]}, {"mess', "everything after", 1),
        (b'{"messages": [\n', "whole file was skipped", 0),
        (b'[{"messages": [{"role": "user", "content": "a"}]}] x', "", 1),
        (b"[]", "contains no conversation", 0),
        (b"", "contains no conversation", 0),
        (b"\n \n", "blank", 0),
    ],
)
def test_documents_that_are_cut_or_empty(
    content: bytes, words: str, n: int, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    file = read_conversations(path)
    assert len(list(file)) == n
    assert words in " ".join(problem.reason for problem in file.problems)


def test_a_stream_is_read_as_a_file() -> None:
    given = documents(5)
    file = conversations_of_stream(io.BytesIO(as_lines(given)), "standard input")
    expected = [Conversation.of(each).messages for each in given]
    assert [each.messages for each in file] == expected == [each.messages for each in file]
    assert [file[i].messages for i in (4, 0, 2)] == [expected[i] for i in (4, 0, 2)]


def test_a_reading_that_is_given_up_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation_file, "BLOCK_BYTES", 64)
    path = tmp_path / "a.json.gz"
    given = documents(30)
    path.write_bytes(gzip.compress(as_indented_list(given)))
    expected = [Conversation.of(each).messages for each in given]
    file = read_conversations(path)
    assert file[20].messages == expected[20]
    assert next(iter(file)).messages == expected[0]
    assert [file[i].messages for i in (20, 3, 29)] == [expected[i] for i in (20, 3, 29)]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="was not found"):
        read_conversations(tmp_path / "none.jsonl")
    (tmp_path / "wide.jsonl").write_bytes('{"a": 1}'.encode("utf-16"))
    with pytest.raises(CorpusError, match="UTF-16"):
        read_conversations(tmp_path / "wide.jsonl")


def test_a_file_that_changed_is_not_read_at_old_places(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(as_lines(documents(3)))
    file = read_conversations(path)
    assert len(file) == 3
    path.write_bytes(as_lines(documents(2)))
    with pytest.raises(CorpusError, match="changed"):
        file[1]


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.json.zst"])
def test_a_file_that_is_cut_short_keeps_what_stands_before(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    given = documents(2000)
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(as_lines(given))[:-3000])
    else:
        data = as_indented_list(given)
        path.write_bytes(zstd.compress(data[: len(data) // 2])[:-4])
    file = read_conversations(path)
    found = list(file)
    assert 0 < len(found) < 2000
    assert [each.messages[0].text for each in found] == [
        each["messages"][0]["content"] for each in given[: len(found)]
    ]
    assert any("cut short or damaged" in problem.reason for problem in file.problems)
    assert len(file) >= len(found) and file[len(found) - 1] == found[-1]
    path.write_bytes(b"no compressed file at all, whatever it is called")
    with pytest.raises(CorpusError, match="cut short or damaged"):
        read_conversations(path)


def test_problems_of_a_list_on_one_line_have_the_number_of_the_conversation(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(as_list([*documents(2), {"messages": []}, 7, {"messages": []}]))
    file = read_conversations(path)
    assert len(list(file)) == 2
    assert [(problem.line, problem.record) for problem in file.problems] == [(1, 3), (1, 4), (1, 5)]
    first, second = problem_sentences(file.problems)
    assert f"{path}, line 1, conversation 3: skipped" in first
    assert "(2 times, also in conversation 5)" in first
    assert "line 1, conversation 4" in second


def test_a_field_and_a_turn_of_the_system_are_told(tmp_path: Path) -> None:
    turns = [{"from": "system", "value": "b"}, {"from": "human", "value": "c"}]
    path = tmp_path / "a.jsonl"
    path.write_bytes(as_lines([{"system": "a", "conversations": turns}, {"conversations": turns}]))
    both, plain = read_conversations(path)
    assert [message.role for message in both.messages] == ["system", "system", "user"]
    assert ["both are kept" in remark.sentence for remark in both.remarks] == [True]
    assert not plain.remarks
