"""Designs of special tokens: ids that never move, padding, sets, files, what is unwise."""

from __future__ import annotations

import json

import pytest

from engine import ConfigError, Corpus, TrainingConfig, train_tokenizer
from engine.settings.special_tokens import (
    SET_ROLES,
    SPECIAL_TOKEN_SETS,
    SpecialTokenDesign,
    design_warnings,
    kind_of,
    sets_with,
    special_token_design,
)

TEXTS = ["ab" * 30, "little text", "Größe 你好"]


@pytest.mark.parametrize("multiple", [None, 1, 8, 64, 128, 100])
@pytest.mark.parametrize("texts", [TEXTS, TEXTS + ["more and other text to merge from"] * 9])
def test_ids_are_those_of_the_table_however_many_merges_there_are(multiple, texts):
    design = SpecialTokenDesign(("<|a|>", "<|b|>"), 3, multiple, {"eos": "<|b|>"})
    config = TrainingConfig(**design.settings(400))
    tokenizer = train_tokenizer(Corpus.from_texts(texts), config)
    rows = design.rows(400)
    assert tokenizer.special_tokens == {row.token: row.token_id for row in rows}
    assert [row.token_id for row in rows] == list(range(395, 395 + len(rows)))
    assert tokenizer.vocab_size == config.vocab_size == 400 + design.padding(400)
    assert config.vocab_size % (multiple or 1) == 0
    assert config.n_merges == design.n_merges(400) == 400 - 256 - 5
    assert tokenizer.roles == {"eos": "<|b|>"}
    assert rows[1].roles == ("eos",)
    kinds = [row.kind for row in rows]
    assert kinds == ["own"] * 2 + ["reserved"] * 3 + ["padding"] * design.padding(400)
    plain = train_tokenizer(Corpus.from_texts(texts), TrainingConfig(395, pattern="gpt2"))
    n = min(plain.n_merges, tokenizer.n_merges)
    assert (plain.merges[:n] == tokenizer.merges[:n]).all()


def test_sets_are_those_that_were_published():
    llama = SPECIAL_TOKEN_SETS["llama3-256"]
    assert len(llama) == len(set(llama)) == 256
    places = {token: 128_000 + place for place, token in enumerate(llama)}
    assert places["<|begin_of_text|>"] == 128_000
    assert places["<|end_of_text|>"] == 128_001
    assert places["<|finetune_right_pad_id|>"] == 128_004
    assert places["<|start_header_id|>"] == 128_006
    assert places["<|eom_id|>"] == 128_008
    assert places["<|eot_id|>"] == 128_009
    assert places["<|python_tag|>"] == 128_010
    assert places["<|reserved_special_token_247|>"] == 128_255
    assert [t for t in llama if "reserved" not in t] == list(SPECIAL_TOKEN_SETS["llama3"])
    for name, roles in SET_ROLES.items():
        assert set(roles.values()) <= set(SPECIAL_TOKEN_SETS[name])
    assert SET_ROLES.keys() == SPECIAL_TOKEN_SETS.keys()


def test_sets_are_combined_and_keep_the_roles_that_were_first():
    design = special_token_design("base+chatml+llama3")
    assert design.tokens[:3] == SPECIAL_TOKEN_SETS["chatml"]
    assert design.roles["eos"] == "<|endoftext|>"
    assert design.roles["pad"] == "<|finetune_right_pad_id|>"
    assert sets_with("<|endoftext|>") == ("base", "chatml")
    assert (kind_of("<|bos|>"), kind_of("<|mine|>")) == ("set", "own")
    with pytest.raises(ConfigError, match="the sets are base, chatml"):
        SpecialTokenDesign().with_set("gpt")


def test_a_design_goes_into_a_file_and_back(tmp_path):
    design = SpecialTokenDesign(("<|ü|>", "{x}"), 4, 64, {"pad": "<|ü|>"})
    path = tmp_path / "design.json"
    path.write_text(json.dumps(design.document()), "utf-8")
    assert special_token_design(path) == design
    assert SpecialTokenDesign.of_document({"tokens": ["a"]}).roles is None
    path.write_text("{system}\n{user}\n", "utf-8")  # tokens that are no JSON
    assert special_token_design(path).tokens == ("{system}", "{user}")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"tokens": "a"}, "must be a list of strings"),
        ({"token": ["a"]}, "'token' is no part of a design"),
        ({"tokens": ["a"], "roles": ["eos"]}, '"roles" must be an object'),
        ({"tokens": ["a"], "roles": {"end": "a"}}, "Unknown role 'end'"),
        ({"tokens": ["a"], "reserved_slots": -1}, "at least 0"),
        ({"tokens": ["a"], "pad_vocab_to": 0}, "at least 1"),
        ({"tokens": ["a"], "pad_vocab_to": True}, "not True"),
        ({"tokens": ["a"], "pad_vocab_to": 1 << 40}, "at most 1,048,576"),
        ({"tokens": []}, "contains no special token"),
    ],
)
def test_files_with_something_else_are_refused(document, words, tmp_path):
    path = tmp_path / "design.json"
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(ConfigError, match=words) as refusal:
        special_token_design(path)
    assert "design.json" in str(refusal.value)


def test_json_that_is_cut_short_is_no_list_of_odd_tokens(tmp_path):
    for name, text in (
        ("a.json", '["<|a|>"'),
        ("a.json", '{"tokens": ["<|a|>"]'),
        ("a", '["<|a|>"'),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        with pytest.raises(ConfigError, match=r"line 1: not a JSON"):
            special_token_design(tmp_path / name)
    (tmp_path / "a").write_text("[CLS]\n[SEP]\n", "utf-8")
    assert special_token_design(tmp_path / "a").tokens == ("[CLS]", "[SEP]")


@pytest.mark.parametrize(
    ("tokens", "roles", "found"),
    [
        (("<|a|>", "<|b|>"), {"eos": "<|a|>"}, []),
        (("<|a|>", "x<|a|>y"), {"eos": "<|a|>"}, [("inside", 0, "x<|a|>y")]),
        (("<|a |>", "<|\x07|>"), {"eos": "<|a |>"}, [("blank", 0, ""), ("blank", 1, "")]),
        (("User:",), {"eos": "User:"}, [("word", 0, "")]),
        (("<|a|>", "<|A|>"), {"eos": "<|a|>"}, [("case", 1, "<|a|>")]),
        (("<|a|>", "<|a|>"), {"eos": "<|a|>"}, [("duplicate", 0, ""), ("duplicate", 1, "")]),
        (("<|ü|>",), {"eos": "<|ü|>"}, [("non-ascii", 0, "")]),
        (("",), {"eos": ""}, None),
        (("<|reserved_7|>",), {"eos": "<|reserved_7|>"}, [("reserved-name", 0, "")]),
        (("<|\ud800|>",), {}, [("surrogate", 0, ""), ("no-boundary", None, "")]),
        (("<|a|>",), {"eos": "<|b|>"}, [("role-without-token", None, "eos")]),
        (("<|a|>",), {}, [("no-boundary", None, "")]),
        (("<|a|>",), None, []),
        (("",), None, [("empty", 0, "")]),
    ],
)
def test_what_is_unwise_is_told_with_its_token(tokens, roles, found):
    if found is None:
        with pytest.raises(ConfigError):
            SpecialTokenDesign(tokens, roles=roles)
        return
    warnings = design_warnings(SpecialTokenDesign(tokens, roles=roles))
    assert [(each.code, each.row, each.other) for each in warnings] == found
    assert all(each.sentence.endswith(".") for each in warnings)
    is_wrong = any(each.severity == "error" for each in warnings)
    try:
        TrainingConfig(**SpecialTokenDesign(tokens, 8, roles=roles).settings(600))
        assert not is_wrong
    except ConfigError:
        assert is_wrong


def test_every_named_set_is_wise():
    for name in SPECIAL_TOKEN_SETS:
        found = design_warnings(special_token_design(name))
        assert not found, name
