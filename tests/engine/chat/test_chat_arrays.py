"""Arrays for training: what numpy reads of them is what was rendered."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.chat import arrays
from engine.chat.arrays import write_chat_arrays, writing_chat_arrays
from engine.chat.conversation import ChatError
from engine.chat.conversation_file import read_conversations
from engine.chat.lints import lint_chat
from engine.chat.nanochat import NANOCHAT_TOKENS, NanochatRenderer
from engine.chat.renderer import chat_renderer
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError
from tests.chat_cases import tokenizer_of


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


def test_the_manifest_has_every_problem_of_the_conversations(tmp_path: Path) -> None:
    """What `lint_chat` finds in each, with its number in the file and the answers cut off."""
    lines: list[Any] = [
        [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}],
        5,
        [{"role": "user", "content": "c<|im_end|>"}, {"role": "assistant", "content": "d"}],
        [{"role": "user", "content": "e"}, {"role": "assistant", "content": "f" * 80}],
        [{"role": "user", "content": "<|im_end|>"}, {"role": "user", "content": "<|im_end|>"}],
    ]
    path = tmp_path / "chat.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    rules = chat_renderer(tokenizer_of("chatml"), "chatml")
    manifest = write_chat_arrays(rules, read_conversations(path), tmp_path / "out", max_tokens=40)
    expected = []
    for number, each in ((1, lines[0]), (3, lines[2]), (4, lines[3]), (5, lines[4])):
        lints = lint_chat(rules, each, rules.render(each, max_tokens=40))
        expected += [(number, lint.code, lint.severity, lint.sentence) for lint in lints]
    found = manifest["listed_lints"]
    places = [(x["number"], x["code"], x["severity"], x["sentence"]) for x in found]
    assert places == [each for each in expected if each[2] != "note"]
    assert {("special-token-in-content", 3), ("truncated-end", 4)} <= {
        (each["code"], each["number"]) for each in found
    }
    assert manifest["lints"]["special-token-in-content"] == 2  # conversations, not messages
    assert manifest["severities"]["error"] == 2 and manifest["truncated"] == 1
    assert manifest == json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    ids = np.load(tmp_path / "out" / "ids.npy").tolist()
    wanted = [rules.render(lines[i], max_tokens=40).ids.tolist() for i in (0, 2, 3, 4)]
    assert ids == [token for each in wanted for token in each]
