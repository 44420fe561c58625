"""A tokenizer against a model's config.json: every finding, and none where all is right."""

from __future__ import annotations

import io
import json
import random

import pytest
import sentencepiece

from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.analysis.model_check import (
    ROUND_TRIP_TEXTS,
    ModelConfigError,
    check_model_config,
    read_model_config,
)
from engine.library.tokenizer import LibraryTokenizer

ROLES = {"bos": "<s>", "eos": "</s>", "pad": "<pad>"}


def make(tokens=("<s>", "</s>", "<pad>"), *, roles=ROLES, size=300, **settings):
    config = TrainingConfig(size, special_tokens=tokens, roles=roles, **settings)
    return train_tokenizer(Corpus.from_texts(list(ROUND_TRIP_TEXTS) * 3), config)


@pytest.fixture(scope="module")
def tokenizer():
    return make()


@pytest.fixture
def findings_of(tmp_path):
    def check(tokenizer, config, generation=None):
        (tmp_path / "config.json").write_text(json.dumps(config), "utf-8")
        if generation is not None:
            (tmp_path / "generation_config.json").write_text(json.dumps(generation), "utf-8")
        return check_model_config(tokenizer, read_model_config(tmp_path))

    return check


def serious(findings):
    return [each.code for each in findings if each.severity in {"error", "warning"}]


RIGHT = {"vocab_size": 300, "bos_token_id": 297, "eos_token_id": 298, "pad_token_id": 299}


def test_everything_that_is_right_is_said(tokenizer, findings_of):
    findings = findings_of(tokenizer, RIGHT, {"eos_token_id": [298]})
    assert {each.severity for each in findings} == {"right"}
    assert [each.code for each in findings].count("id") == 4
    assert "298 </s>" in " ".join(each.sentence for each in findings)


@pytest.mark.parametrize(
    ("changes", "code", "severity", "words"),
    [
        ({"vocab_size": 290}, "vocab-too-large", "error", "ids from 290 on have none"),
        ({"vocab_size": 320}, "padded-embedding", "note", "a multiple of 64, 20 more"),
        ({"vocab_size": None}, "no-vocab-size", "warning", "no vocab_size"),
        ({"vocab_size": "300"}, "vocab-size-no-number", "error", "'300', no number"),
        ({"eos_token_id": 97}, "id-ordinary", "error", "97, the ordinary token a"),
        ({"eos_token_id": [298, 97]}, "id-ordinary", "error", "97, the ordinary token a"),
        ({"eos_token_id": 297}, "role-differs", "error", "297 (<s>), and the tokenizer's is 298"),
        ({"pad_token_id": 298}, "role-differs", "warning", "the tokenizer's is 299 (<pad>)"),
        ({"pad_token_id": -1}, "id-none", "note", "is -1"),
        ({"bos_token_id": 300}, "id-outside", "error", "go from 0 to 299"),
        ({"bos_token_id": "<s>"}, "id-no-number", "error", "'<s>', neither an id nor a list"),
        ({"eos_token_id": None}, "id-missing", "warning", "</s> with the id 298"),
        ({"pad_token_id": None}, "id-missing", "note", "names no pad_token_id"),
        ({"decoder_start_token_id": 98}, "id-ordinary", "error", "decoder_start_token_id of"),
        ({"model_type": "qwen2"}, "unusual-tokens", "note", "<|im_start|>"),
    ],
)
def test_what_does_not_fit_is_found(changes, code, severity, words, tokenizer, findings_of):
    found = [each for each in findings_of(tokenizer, RIGHT | changes) if each.code == code]
    assert [(each.severity, words in each.sentence) for each in found] == [(severity, True)]
    assert serious(findings_of(tokenizer, RIGHT | changes)) == [code] * (severity != "note")


def test_models_of_text_and_pictures_and_of_a_known_type(findings_of):
    tokenizer = make(("<|endoftext|>",), roles=None)
    config = {"model_type": "vision", "text_config": {"model_type": "gpt2", "vocab_size": 300}}
    ids = {"eos_token_id": 299}
    assert serious(findings_of(tokenizer, config | ids)) == []
    within = {"text_config": config["text_config"] | {"eos_token_id": 5}}
    (finding, *_) = findings_of(tokenizer, config | within)
    assert "text_config.eos_token_id of config.json is 5" in finding.sentence
    assert "unusual-tokens" not in {each.code for each in findings_of(tokenizer, config)}


def test_what_generation_config_says_is_checked_too(tokenizer, findings_of):
    (finding, *_) = findings_of(tokenizer, RIGHT, {"eos_token_id": 12})
    assert "eos_token_id of generation_config.json is 12" in finding.sentence


def test_unused_ids_are_no_tokens(findings_of):
    few = Tokenizer([(97, 98)], special_tokens={"<s>": 270}, vocab_size=272)
    few = few.with_companions(roles={"bos": "<s>"})
    assert serious(findings_of(few, {"vocab_size": 271, "bos_token_id": 270})) == ["unused-beyond"]
    found = findings_of(few, {"vocab_size": 272, "bos_token_id": 260})
    assert serious(found) == ["id-unused"]
    assert "Set it to 270 (<s>)." in found[0].remedy


def test_a_normalization_explains_what_does_not_come_back(findings_of):
    found = findings_of(make(normalization="nfkc"), RIGHT)
    assert serious(found) == ["normalized"]
    assert "in the form NFKC" in found[0].sentence


class Broken(Tokenizer):
    """Encodes as another tokenizer would: special tokens in all text, and blanks are lost."""

    def encode(self, text, *, special="text"):
        if text in self.special_tokens and special == "parse":
            return super().encode(text)
        if text in self.special_tokens:
            return [self.special_tokens[text]]
        return super().encode(text.replace(" ", ""))


def test_a_tokenizer_that_does_not_do_what_it_should(findings_of):
    broken = Broken([(97, 98)], special_tokens={"<s>": 257})
    found = findings_of(broken, {"vocab_size": 258, "bos_token_id": 257})
    assert serious(found) == ["special-split", "round-trip", "special-in-text"]
    assert "comes back as 'Hello,world!'" in found[1].sentence


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "line 1: not JSON"),
        (b"[1]", "JSON, but no object"),
        (b"\xff", r"not UTF-8 \(byte 0\)"),
        (None, "was not found"),
    ],
)
def test_files_that_are_no_configuration(content, words, tmp_path):
    if content is not None:
        (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(ModelConfigError, match=words) as refusal:
        read_model_config(tmp_path / "config.json")
    assert refusal.value.path == tmp_path / "config.json"


def test_mutated_configurations_never_crash(tokenizer, tmp_path):
    chance = random.Random(1)
    good = json.dumps(RIGHT | {"text_config": {"vocab_size": 300, "eos_token_id": [298]}}).encode()
    path, read = tmp_path / "config.json", 0
    for _ in range(300):
        data = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.choice(b'0123456789{}[]",: -enul\xff')
        path.write_bytes(data)
        try:
            config = read_model_config(path)
        except ModelConfigError:
            continue
        read += 1
        assert all(each.sentence for each in check_model_config(tokenizer, config))
    assert 50 < read < 300


def test_a_model_of_sentencepiece_is_right_although_it_reads_no_symbols(findings_of):
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(ROUND_TRIP_TEXTS), model_writer=made, vocab_size=520, minloglevel=3,
        model_type="bpe", byte_fallback=True, hard_vocab_limit=False, num_threads=1,
        control_symbols=["<sep>"],
    )  # fmt: skip
    tokenizer = LibraryTokenizer("sentencepiece", made.getvalue(), reason="it is a model")
    found = findings_of(tokenizer, {"vocab_size": tokenizer.vocab_size})
    tokenizer.close()
    assert serious(found) == ["round-trip"]
    by_code = {each.code: each for each in found}
    assert by_code["round-trip"].severity == "warning"
    note = by_code["special-by-id"]
    assert note.severity == "note"
    assert "<s>" in note.sentence and "sentencepiece 0." in note.sentence
    assert "Put ids in" in note.remedy
