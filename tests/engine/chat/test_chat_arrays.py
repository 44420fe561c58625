"""Arrays for training: what numpy reads of them is what was rendered."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.chat import arrays
from engine.chat.arrays import write_chat_arrays, writing_chat_arrays
from engine.chat.conversation import ChatError, Conversation
from engine.chat.conversation_file import read_conversations
from engine.chat.nanochat import NANOCHAT_TOKENS, NanochatRenderer
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError


def renderer(first: int = 256) -> NanochatRenderer:
    ids = {token: first + i for i, token in enumerate(NANOCHAT_TOKENS)}
    return NanochatRenderer(Tokenizer([], special_tokens=ids))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    lines = [
        f'{{"messages": [{{"role": "user", "content": "{"né" * i}"}}, '
        f'{{"role": "assistant", "content": "{i}"}}]}}'
        for i in range(10)
    ]
    lines.insert(4, '{"messages": [{"role": "assistant", "content": "first"}]}')
    lines.insert(7, "{")
    file = tmp_path / "chat.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    return file


@pytest.mark.parametrize(("first", "dtype"), [(256, "uint16"), (70_000, "uint32")])
def test_arrays_hold_what_is_rendered(
    path: Path, tmp_path: Path, first: int, dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrays, "_BATCH", 3)
    rules = renderer(first)
    out = tmp_path / "out"
    manifest = write_chat_arrays(rules, read_conversations(path), out, max_tokens=20)
    ids, mask, starts = (np.load(out / f"{name}.npy") for name in ("ids", "mask", "starts"))
    assert (ids.dtype, mask.dtype, starts.dtype) == (dtype, "uint8", "int64")
    expected = []
    for each in read_conversations(path):
        try:
            expected.append(rules.render(each, max_tokens=20))
        except ChatError:
            assert each.line == 5
    assert len(starts) == 11 == manifest["conversations"] + 1
    for (begin, end), chat in zip(pairwise(starts), expected, strict=True):
        assert ids[begin:end].tolist() == chat.ids.tolist()
        assert mask[begin:end].tolist() == chat.mask.tolist()
    assert manifest == json.loads((out / "manifest.json").read_text("utf-8"))
    assert manifest["tokens"] == len(ids) and manifest["trained"] == int(mask.sum())
    assert manifest["truncated"] == sum(chat.is_truncated for chat in expected) > 0
    assert manifest["refused"] == 1
    assert manifest["tokenizer"]["semantic_hash"] == rules.tokenizer.semantic_hash
    assert manifest["settings"] == {"max_tokens": 20, "mask": "rules"}
    assert {"line 1", "line 5", "line 8"} == {
        each.split(", ")[1].split(":")[0] for each in manifest["problems"]
    }
    for name, described in manifest["arrays"].items():
        data = (out / name).read_bytes()
        assert described == {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def test_several_files_follow_one_another(path: Path, tmp_path: Path) -> None:
    rules = renderer()
    files = [read_conversations(path), read_conversations(path)]
    manifest = write_chat_arrays(rules, files, tmp_path / "out")
    ids = np.load(tmp_path / "out" / "ids.npy")
    assert manifest["conversations"] == 20
    assert np.array_equal(ids[: len(ids) // 2], ids[len(ids) // 2 :])


def test_what_ends_early_leaves_nothing(path: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    steps = writing_chat_arrays(renderer(), read_conversations(path), tmp_path / "out")
    next(steps)
    steps.close()
    assert sorted(tmp_path.iterdir()) == before
    path.write_text('{"messages": [{"role": "assistant", "content": "x"}]}', "utf-8")
    with pytest.raises(ChatError, match=r"No conversation could be rendered.*Message 1"):
        write_chat_arrays(renderer(), read_conversations(path), tmp_path / "out")
    assert sorted(tmp_path.iterdir()) == before


def test_folders_with_something_in_them_are_left_alone(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="not empty"):
        write_chat_arrays(renderer(), read_conversations(path), tmp_path)
    with pytest.raises(ExportError, match="is a file"):
        write_chat_arrays(renderer(), read_conversations(path), path)


def test_the_current_directory_can_be_the_folder(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    write_chat_arrays(renderer(), read_conversations(path), ".")
    assert sorted(file.name for file in (tmp_path / "here").iterdir()) == [
        "ids.npy", "manifest.json", "mask.npy", "starts.npy",
    ]  # fmt: skip
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("here.")] == []


def test_ids_have_16_bits_while_the_highest_fits(path: Path, tmp_path: Path) -> None:
    for first, name in ((65_527, "uint16"), (65_528, "uint32")):
        folder = tmp_path / name
        manifest = write_chat_arrays(renderer(first), read_conversations(path), folder)
        ids = np.load(folder / "ids.npy")
        assert (manifest["dtype"], ids.dtype.name) == (name, name)
        assert int(ids.max()) == first + NANOCHAT_TOKENS.index("<|assistant_end|>")


def test_sums_of_batches_are_those_of_single_conversations(path: Path) -> None:
    rules = renderer()
    conversations = [each for each in read_conversations(path) if each.line != 5]
    conversations.append(Conversation.of([{"role": "user", "content": "unanswered"}]))
    by_one, at_once = arrays.ChatSummary(), arrays.ChatSummary()
    for each in conversations:
        by_one.add(rules.render(each, max_tokens=12))
    at_once.add_batch(rules.render_batch(conversations, max_tokens=12))
    assert by_one.document() == at_once.document()
    assert by_one.all_zero > 0 and by_one.truncated > 0
