from __future__ import annotations

import json

import pytest

from engine import ConfigError
from engine.settings.special_tokens import SPECIAL_TOKEN_SETS, special_token_design


def test_named_sets():
    assert special_token_design("base").tokens == ("<|endoftext|>",)
    assert special_token_design("chatml").tokens == ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    assert special_token_design("nanochat").tokens[0] == "<|bos|>"
    assert len(special_token_design("nanochat").tokens) == 9
    assert "<|eot_id|>" in special_token_design("llama3").tokens
    for tokens in SPECIAL_TOKEN_SETS.values():
        assert len(set(tokens)) == len(tokens)


def test_a_file_of_lines_or_a_json_list(tmp_path):
    path = tmp_path / "tokens.txt"
    path.write_bytes("\ufeff<|a|>\r\n\r\n<| b |>\n<|ü|>".encode())
    assert special_token_design(path).tokens == ("<|a|>", "<| b |>", "<|ü|>")
    path.write_text(json.dumps(["<|a|>", "x y"]), "utf-8")
    assert special_token_design(str(path)).tokens == ("<|a|>", "x y")
    path.write_text("[CLS]\n[SEP]\n", "utf-8")
    assert special_token_design(path).tokens == ("[CLS]", "[SEP]")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "contains no special token"),
        (b"[]", "contains no special token"),
        (b'["a", 3]', "not a list of strings"),
        (b'["a",\n "b"', "line 2: not a JSON list"),
        (b"\xff", r"not UTF-8 \(byte 0\)"),
    ],
)
def test_files_that_hold_something_else(content, sentence, tmp_path):
    (tmp_path / "tokens").write_bytes(content)
    with pytest.raises(ConfigError, match=sentence) as refusal:
        special_token_design(tmp_path / "tokens")
    assert refusal.value.setting == "special_tokens"
    assert "tokens" in str(refusal.value)


def test_an_unknown_name_lists_the_sets(tmp_path):
    with pytest.raises(ConfigError, match="'chatlm'; the sets are base, chatml, llama3, nanochat"):
        special_token_design("chatlm")
    with pytest.raises(ConfigError, match="cannot be read"):
        special_token_design(tmp_path)
