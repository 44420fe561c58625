"""`chat`: conversations with their masks in the terminal, as JSON, and as arrays."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest

from engine.chat.conversation_file import PlainContent
from engine.chat.nanochat import NANOCHAT_TOKENS
from engine.encoding.tokenizer import Tokenizer
from engine.errors import CorpusError
from tests.cli.conftest import CommandLine
from workbench.cli.shared.terminal import wants_colour

LINES = [
    [{"role": "user", "content": "né\tx"}, {"role": "assistant", "content": "ja\nok"}],
    {"messages": [{"role": "user", "content": "nobody answers"}]},
    {"messages": [{"role": "assistant", "content": "first"}]},
    {"messages": 5},
    {"conversations": [{"from": "human", "value": "q"}, {"from": "gpt", "value": "a"}]},
]  # fmt: skip
COLOUR = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def tokenizer(tmp_path: Path) -> Path:
    ids = {token: 256 + i for i, token in enumerate(NANOCHAT_TOKENS)}
    return Tokenizer([], special_tokens=ids).save(tmp_path / "bytes.twb")


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in LINES), "utf-8")
    return path


def expected_first() -> tuple[list[int], list[int]]:
    asked, said = list("né\tx".encode()), list(b"ja\nok")
    ids = [256, 257, *asked, 258, 259, *said, 260]
    return ids, [0] * (4 + len(asked)) + [1] * (len(said) + 1)


def test_json_has_ids_masks_and_what_is_wrong(
    cli: CommandLine, tokenizer: Path, chats: Path
) -> None:
    outcome = cli("chat", tokenizer, chats, "--json")
    assert outcome.status == 1, outcome.err  # the second conversation has an error
    assert outcome.document["summary"]["severities"]["error"] == 1
    document = outcome.document
    first, second, last = document["conversations"]
    assert (first["ids"], first["mask"]) == expected_first()
    assert [each["line"] for each in (first, second, last)] == [1, 2, 5]
    assert (first["n_tokens"], first["n_trained"], first["truncated"]) == (15, 6, False)
    assert first["roles"]["assistant"] == {"tokens": 7, "trained": 6}
    assert {"all-zero-mask"} <= {lint["code"] for lint in second["lints"]}
    (refused,) = document["refused"]
    assert (refused["line"], refused["message"]) == (3, 1)
    assert "take turns" in refused["reason"]
    (problem,) = document["problems"]
    assert problem["line"] == 4 and "not a list of messages" in problem["reason"]
    summary = document["summary"]
    assert (summary["conversations"], summary["refused"], summary["all_zero"]) == (3, 1, 1)
    assert summary["tokens"] == sum(len(each["ids"]) for each in document["conversations"])
    assert summary["lints"]["all-zero-mask"] == 1


def test_the_view_can_be_read_without_colour(
    cli: CommandLine, tokenizer: Path, chats: Path
) -> None:
    outcome = cli("chat", tokenizer, chats)
    assert outcome.status == 1 and "\x1b" not in outcome.out
    lines = outcome.out.splitlines()
    assert "Conversation 1 · line 1 · 15 tokens, 6 trained (40.0%)" in lines
    assert "  template 1, user 7, assistant 7 (6 trained)" in lines
    assert "  user      ⟦<|user_start|>⟧│n│⟨C3⟩│⟨A9⟩│⇥│x│⟦<|user_end|>⟧" in lines
    at = lines.index("  assistant ⟦<|assistant_start|>⟧│{+j│a│↵+}")
    assert lines[at + 1] == "            {+o│k│⟦<|assistant_end|>⟧+}"
    assert any("not rendered: Message 1 is from 'assistant'" in line for line in lines)
    assert "3 conversations, 39 tokens, 8 trained (20.5%)" in lines
    assert "line 4: skipped" in outcome.err


def test_colours_say_the_same(cli: CommandLine, tokenizer: Path, chats: Path) -> None:
    outcome = cli("chat", tokenizer, chats, "--color", "always", "--index", 1)
    text = outcome.out
    assert "\x1b[32mj\x1b[0m" in text and "\x1b[90mn\x1b[0m" in text
    assert "\x1b[90;7m<|bos|>\x1b[0m" in text and "\x1b[32;7m<|assistant_end|>\x1b[0m" in text
    assert "<|user_start|>│n│⟨C3⟩│⟨A9⟩│⇥│x│<|user_end|>" in COLOUR.sub("", text)
    assert "Conversation 2" not in text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_when_colours_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert wants_colour(Terminal(), "auto") and not wants_colour(io.StringIO(), "auto")
    assert wants_colour(io.StringIO(), "always") and not wants_colour(Terminal(), "never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal(), "auto")


def test_text_of_a_conversation_cannot_command_the_terminal(
    cli: CommandLine, tokenizer: Path
) -> None:
    document = {"messages": [{"role": "user", "content": "\x1b[31m\u202e"}]}
    outcome = cli("chat", tokenizer, "-", stdin=json.dumps(document).encode())
    assert outcome.status == 1  # a prompt without an answer is an error
    assert "\x1b" not in outcome.out and "\u202e" not in outcome.out
    assert "⟨ESC⟩│[│3│1│m" in outcome.out


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (["--only", "all-zero"], [2]),
        (["--only", "refused"], []),
        (["--only", "too-long", "--max-tokens", 14], [1, 2]),
        (["--limit", 1], [1]),
        (["--index", 5], [5]),
    ],
)
def test_what_is_shown_can_be_chosen(
    cli: CommandLine, tokenizer: Path, chats: Path, options: list[Any], numbers: list[int]
) -> None:
    document = cli("chat", tokenizer, chats, "--json", *options).document
    assert [each["number"] for each in document["conversations"]] == numbers
    assert all(len(each["ids"]) <= 17 for each in document["conversations"])
    assert len(document["refused"]) == ("refused" in options)


def test_completion_prompts(cli: CommandLine, tokenizer: Path, chats: Path) -> None:
    document = cli("chat", tokenizer, chats, "--json", "--completion", "--index", 1).document
    (prompt,) = document["conversations"]
    ids, _ = expected_first()
    assert prompt["ids"] == [*ids[: ids.index(258) + 1], 259] and not any(prompt["mask"])


def test_arrays_for_training(
    cli: CommandLine, tokenizer: Path, chats: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    outcome = cli("chat", tokenizer, chats, chats, "--out", out, "--json")
    assert outcome.status == 1 and outcome.document["lints"]["all-zero-mask"] == 2, outcome.err
    ids, mask, starts = (np.load(out / f"{name}.npy") for name in ("ids", "mask", "starts"))
    assert outcome.document["conversations"] == 6 == len(starts) - 1
    assert (ids[: starts[1]].tolist(), mask[: starts[1]].tolist()) == expected_first()
    assert outcome.document["out"] == str(out)
    again = cli("chat", tokenizer, chats, "--out", out)
    assert again.status == 1 and "not empty" in again.sentence


def test_arrays_have_the_problems_that_the_screen_has(cli, tokenizer, chats, tmp_path):
    shown = cli("chat", tokenizer, chats, "--only", "lints", "--max-tokens", 10)
    written = cli("chat", tokenizer, chats, "--out", tmp_path / "out", "--max-tokens", 10)
    assert shown.status == written.status == 1
    table = shown.out[shown.out.rindex("Problem ") :]
    assert table.strip() in written.out
    assert f"error all-zero-mask: {chats}, conversation 2: " in written.out
    assert "1 not rendered, 1 with nothing supervised, 2 truncated" in written.out
    good = tmp_path / "good.jsonl"
    good.write_text(json.dumps(LINES[0]), "utf-8")
    for options in ((), ("--json",), ("--out", tmp_path / "good"), ("--index", 1)):
        assert cli("chat", tokenizer, good, *options).status == 0
    none = cli("chat", tokenizer, good, "--only", "lints").out
    assert none.startswith("No conversation has a problem.\n")


def test_templates_of_other_kinds(
    cli: CommandLine, tokenizer: Path, chats: Path, tmp_path: Path
) -> None:
    template = tmp_path / "own.jinja"
    template.write_text(
        "{% for m in messages %}{% if m.role == 'assistant' %}{% generation %}{{ m.content }}"
        "{% endgeneration %}{% else %}{{ m.content }}{% endif %}{% endfor %}",
        "utf-8",
    )
    document = cli("chat", tokenizer, chats, "--json", "--template", template).document
    first = document["conversations"][0]
    assert first["ids"] == list("né\txja\nok".encode())
    assert first["mask"] == [0] * 5 + [1] * 5


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--max-tokens", 0], 2, "--max-tokens: it must be at least 1, not 0"),
        (["--index", 9], 2, "no --index 9"),
        (["--index", 1, "--limit", 1], 2, "give one"),
        (["--only", "too-long"], 2, "--max-tokens"),
        (["--out", "x", "--limit", 1], 2, "leave --limit out"),
        (["--template", "nothing-like-it"], 2, "nothing-like-it"),
        (["--index", 4], 1, "not a list of messages"),
    ],
)
def test_wrong_use_is_a_sentence(
    cli: CommandLine,
    tokenizer: Path,
    chats: Path,
    options: list[Any],
    status: int,
    words: str,
) -> None:
    outcome = cli("chat", tokenizer, chats, *options)
    assert outcome.status == status and words in outcome.sentence


def test_the_template_of_the_tokenizer_is_the_default(
    cli: CommandLine, chats: Path, tmp_path: Path
) -> None:
    own = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    path = Tokenizer([]).with_companions(chat_template=own).save(tmp_path / "own.twb")
    document = cli("chat", path, chats, "--json", "--index", 2).document
    assert bytes(document["conversations"][0]["ids"]) == b"<user>nobody answers"


def test_a_tokenizer_without_a_template(cli: CommandLine, chats: Path, tmp_path: Path) -> None:
    bare = Tokenizer([]).save(tmp_path / "bare.twb")
    outcome = cli("chat", bare, chats)
    assert outcome.status == 2 and "--template" in outcome.sentence
    outcome = cli("chat", bare, chats, "--template", "nanochat")
    assert outcome.status == 1 and "has none of the nine" in outcome.sentence


def test_a_template_that_is_neither_a_name_nor_a_file_is_wrong_use(
    cli: CommandLine, tokenizer: Path, chats: Path, tmp_path: Path
) -> None:
    outcome = cli("chat", tokenizer, chats, "--template", "nosuch")
    assert outcome.status == 2 and "named 'nosuch' for --template" in outcome.sentence
    arguments = ("export", tokenizer, "--format", "hf", "--out", tmp_path / "out")
    outcome = cli(*arguments, "--chat-template", "no.jinja")
    assert outcome.status == 2 and "named 'no.jinja' for --chat-template" in outcome.sentence
    assert not (tmp_path / "out").exists()
    assert cli("chat", "nosuch", chats).status == 1
    assert cli("chat", tokenizer, "nosuch", "--template", "chatml").status == 1


def test_a_file_without_conversations(cli: CommandLine, tokenizer: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    outcome = cli("chat", tokenizer, tmp_path / "empty.jsonl")
    assert outcome.status == 1 and "no conversation" in outcome.err


def questions(n: int) -> bytes:
    chance = random.Random(1)  # text that gzip cannot make small
    asked = [chance.randbytes(150).hex() for _ in range(n)]
    return b"\n".join(json.dumps([{"role": "user", "content": each}]).encode() for each in asked)


def test_what_stands_before_the_end_of_a_cut_file_is_shown(
    cli: CommandLine, tokenizer: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(gzip.compress(questions(1200))[:-2000])
    outcome = cli("chat", tokenizer, path, "--json")
    document = outcome.document
    assert outcome.status == 1, outcome.err  # none of them is answered
    assert "cut short" in document["problems"][-1]["reason"]
    assert 1100 < len(document["conversations"]) < 1200


def test_json_is_whole_when_a_file_cannot_be_read_to_its_end(
    cli: CommandLine, tokenizer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenOff(io.BytesIO):
        def __next__(self) -> bytes:
            if self.tell() > 60_000:
                raise CorpusError("The file cannot be read: no medium.")
            return super().__next__()

    @contextmanager
    def broken_off(content: PlainContent) -> Iterator[BinaryIO]:
        yield BrokenOff(path.read_bytes())

    path = tmp_path / "gone.jsonl"
    path.write_bytes(questions(400))
    monkeypatch.setattr(PlainContent, "stream", broken_off)
    outcome = cli("chat", tokenizer, path, "--json")
    document = outcome.document
    assert outcome.status == 1 and "no medium" in outcome.sentence
    assert "no medium" in document["error"]
    assert 0 < len(document["conversations"]) == document["summary"]["conversations"] < 400


def test_what_a_template_refuses_is_the_last_of_the_summary(
    cli: CommandLine, tmp_path: Path, chats: Path
) -> None:
    own = (
        "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% if m.role == 'system' %}"
        "{{ raise_exception('No system.') }}{% endif %}{% endfor %}"
    )
    path = Tokenizer([]).with_companions(chat_template=own).save(tmp_path / "own.twb")
    shown = cli("chat", path, chats).out
    assert shown.index("template-refuses") > shown.rindex("truncated, the longest")
    assert "template-refuses" not in cli("chat", path, chats, "--index", 2).out


def test_a_terminal_that_knows_ascii_only(
    cli: CommandLine, tokenizer: Path, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert cli("chat", tokenizer, chats, "--index", 1).status == 0
    text = raw.getvalue().decode("ascii")
    assert r"[[<|user_start|>]]|n|\u27e8C3\u27e9|\u27e8A9\u27e9|\t|x|[[<|user_end|>]]" in text


def test_one_conversation_is_named_in_the_singular(cli, tokenizer, tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text('{"messages": [{"role": "user", "content": "a"}]}\n', "utf-8")
    outcome = cli("chat", tokenizer, path, "--index", 2)
    assert "one.jsonl has 1 conversation; there is no --index 2." in outcome.sentence
