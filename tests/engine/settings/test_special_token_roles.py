"""Roles of special tokens: said or suggested, kept everywhere, never part of the identity."""

from __future__ import annotations

import copy

import pytest

from engine import ConfigError, Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.settings.special_tokens import ROLES, SPECIAL_TOKEN_SETS, Roles, guessed_roles

LLAMA = SPECIAL_TOKEN_SETS["llama3"]


def tokenizer_with(*special_tokens, roles=None):
    made = Tokenizer(
        [(104, 105)], special_tokens={t: 257 + i for i, t in enumerate(special_tokens)}
    )
    return made.with_companions(roles=roles)


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (LLAMA, {
            "bos": "<|begin_of_text|>", "eos": "<|end_of_text|>", "eot": "<|eot_id|>",
            "eom": "<|eom_id|>", "pad": "<|finetune_right_pad_id|>",
        }),
        (("<s>", "</s>", "<unk>"), {"bos": "<s>", "eos": "</s>", "unk": "<unk>"}),
        (("[CLS]", "[SEP]", "[MASK]"), {"mask": "[MASK]", "sep": "[SEP]", "cls": "[CLS]"}),
        (("<|other|>",), {}),
    ],
)  # fmt: skip
def test_well_known_names_suggest_roles(names, roles):
    assert guessed_roles(names) == roles
    assert tokenizer_with(*names).roles == roles
    assert not tokenizer_with(*names).has_own_roles


def test_given_roles_come_before_what_names_suggest(tmp_path):
    said = tokenizer_with("<s>", "<|x|>", roles={"eos": "<|x|>"})
    assert said.roles == {"eos": "<|x|>"}
    none = tokenizer_with("<s>", roles={})
    assert none.roles == {}
    for tokenizer in (said, none):
        again = Tokenizer.load(tokenizer.save(tmp_path / "t.twb"))
        assert (again.roles, again.has_own_roles) == (tokenizer.roles, True)


def test_companions_are_no_part_of_the_identity(tmp_path):
    plain = tokenizer_with("<s>", "</s>")
    rich = plain.with_companions(roles={"pad": "</s>"}, chat_template="{{ messages }}")
    assert rich.semantic_hash == plain.semantic_hash
    assert plain.chat_template is None
    kept = rich.with_companions(roles={"bos": "<s>"})
    assert (kept.roles, kept.chat_template) == ({"bos": "<s>"}, "{{ messages }}")
    assert kept.with_companions(chat_template="").chat_template is None
    for other in (Tokenizer.load(rich.save(tmp_path)), rich.truncated(258)):
        assert (other.roles, other.chat_template) == (rich.roles, rich.chat_template)
    assert rich.encode("hi") == plain.encode("hi")


def test_a_training_gives_its_roles_to_the_tokenizer(tmp_path):
    config = TrainingConfig(
        262, special_tokens=("<|a|>", "<|b|>"), reserved_slots=1, roles={"eos": "<|b|>"}
    )
    tokenizer = train_tokenizer(Corpus.from_texts(["ab ab ab abc"]), config)
    assert tokenizer.roles == {"eos": "<|b|>"}
    loaded = Tokenizer.load(tokenizer.save(tmp_path))
    assert loaded.training is not None
    assert loaded.training.config == config
    assert hash(loaded.training.config) == hash(config)
    assert loaded.truncated(260).roles == {"eos": "<|b|>"}


@pytest.mark.parametrize(
    ("roles", "words"),
    [
        ({"end": "<s>"}, "Unknown role 'end'; the roles are bos, eos"),
        ({"eos": "<|missing|>"}, "not among the special tokens"),
        ({"eos": ""}, "needs a special token"),
        ({"eos": 5}, "needs a special token"),
    ],
)
def test_roles_that_cannot_be_are_refused(roles, words):
    with pytest.raises(ConfigError, match=words) as caught:
        TrainingConfig(300, special_tokens=("<s>",), roles=roles)
    assert caught.value.setting == "roles"
    with pytest.raises(ConfigError, match=words):
        tokenizer_with("<s>", roles=roles)


def test_roles_cannot_change_and_keep_one_order():
    roles = Roles({"pad": "p", "bos": "b"})
    assert list(roles) == [role for role in ROLES if role in {"pad", "bos"}]
    assert copy.deepcopy(roles) == roles == {"bos": "b", "pad": "p"}
    assert roles.among(["p"]) == {"pad": "p"}
    with pytest.raises(TypeError):
        roles["eos"] = "e"


def test_at_a_prompt_the_roles_are_shown():
    assert repr(Roles({"eos": "</s>", "bos": "<s>"})) == "Roles({'bos': '<s>', 'eos': '</s>'})"
