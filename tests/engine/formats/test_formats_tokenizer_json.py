from __future__ import annotations

import json
from functools import cache

import pytest
import tokenizers

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding.token_table import BYTE_TO_CHARACTER, from_byte_alphabet, to_byte_alphabet
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError
from engine.formats import export_notes, export_tokenizer, verify_export
from resources import sample_corpus_folder
from tests.texts import many_texts, some_texts

PRESETS = (
    "gpt2", "cl100k", "cl100k-tiktoken", "o200k", "llama3", "qwen2", "nanochat", "superbpe-stage1",
    "superbpe-stage2", "scientific", "whitespace", "deepseek-v3", "starcoder",
)  # fmt: skip
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


@cache
def trained(pattern: str, special_tokens: tuple[str, ...] = SPECIAL) -> Tokenizer:
    corpus = Corpus.from_paths(sample_corpus_folder())
    config = TrainingConfig(1500, pattern=pattern, special_tokens=special_tokens)
    return train_tokenizer(corpus, config)


def loaded(tokenizer: Tokenizer, directory) -> tokenizers.Tokenizer:
    export_tokenizer(tokenizer, "tokenizer.json", directory)
    return tokenizers.Tokenizer.from_file(str(directory / "tokenizer.json"))


def test_the_byte_alphabet_is_gpt2s():
    assert to_byte_alphabet(b" caf\xc3\xa9\n") == "ĠcafÃ©Ċ"
    assert len(set(BYTE_TO_CHARACTER)) == 256
    assert set(BYTE_TO_CHARACTER) == set(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    assert from_byte_alphabet(to_byte_alphabet(bytes(range(256)))) == bytes(range(256))
    with pytest.raises(ValueError, match="' '"):
        from_byte_alphabet("a b")


@pytest.mark.parametrize("pattern", PRESETS)
def test_ids_are_those_of_tokenizers_on_texts_of_every_kind(pattern, tmp_path):
    tokenizer = trained(pattern)
    theirs = loaded(tokenizer, tmp_path)
    texts = many_texts()
    assert len(texts) >= 1000
    for text in texts:
        encoding = theirs.encode(text)
        assert encoding.ids == tokenizer.encode(text), repr(text)
        assert theirs.decode(encoding.ids, skip_special_tokens=False) == text


def test_special_tokens_in_text_are_those_of_parse(tmp_path):
    tokenizer = trained("cl100k")
    theirs = loaded(tokenizer, tmp_path)
    for text in ("<|im_start|>user\nHi<|im_end|>\n", "a <|endoftext|>b", "<|im_end|><|im_end|>"):
        assert theirs.encode(text).ids == tokenizer.encode(text, special="parse")
    assert theirs.token_to_id("<|im_start|>") == tokenizer.special_tokens["<|im_start|>"] == 1498


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["o200k", "qwen2"])
def test_transformers_loads_the_directory(pattern, tmp_path):
    tokenizer = trained(pattern)
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    texts = [*some_texts(), "<|im_start|>user\nHi<|im_end|>"]
    verdict = verify_export(tokenizer, "tokenizer.json", tmp_path, texts)
    assert verdict.is_equal, str(verdict)
    assert [library.split()[0] for library in verdict.libraries] == ["tokenizers", "transformers"]


def test_the_config_names_the_roles_of_known_special_tokens(tmp_path):
    export_tokenizer(trained("gpt2"), "tokenizer.json", tmp_path)
    config = json.loads((tmp_path / "tokenizer_config.json").read_text("utf-8"))
    assert config["eos_token"] == "<|endoftext|>"
    assert "bos_token" not in config
    assert config["clean_up_tokenization_spaces"] is False


def test_no_splitting_is_written_without_a_split(tmp_path):
    corpus = Corpus.from_texts(["one two one two", "two one"])
    tokenizer = train_tokenizer(corpus, TrainingConfig(270, pattern="none"))
    theirs = loaded(tokenizer, tmp_path)
    document = json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))
    assert document["pre_tokenizer"]["type"] == "ByteLevel"
    for text in some_texts():
        assert theirs.encode(text).ids == tokenizer.encode(text), repr(text)


def test_unused_ids_keep_size_and_special_ids(tmp_path):
    config = TrainingConfig(400, special_tokens=("<|bos|>",), reserved_slots=2)
    tokenizer = train_tokenizer(Corpus.from_texts(["abab"]), config)
    assert len(tokenizer.unused_ids) > 100
    theirs = loaded(tokenizer, tmp_path)
    assert theirs.get_vocab_size() == 400
    assert theirs.token_to_id("<|bos|>") == 397
    assert theirs.token_to_id("<|reserved_1|>") == 399
    filler = theirs.id_to_token(tokenizer.unused_ids[0])
    assert theirs.encode(filler).ids == tokenizer.encode(filler)
    assert any("filled" in note for note in export_notes(tokenizer, "tokenizer.json"))


@pytest.mark.parametrize("pattern", [r"\d{1,3}+| +$|\w+", r"[a-z]+", r"(?s:a.b)|\p{L}+|^x"])
def test_own_patterns_with_gaps_and_rewritten_parts(pattern, tmp_path):
    corpus = Corpus.from_paths(sample_corpus_folder() / "eng.txt")
    tokenizer = train_tokenizer(corpus, TrainingConfig(500, pattern=pattern))
    theirs = loaded(tokenizer, tmp_path)
    for text in (*some_texts(5), "1234567  \n", "end  ", "end  \n", "a\nb a\nb", "x x\nx"):
        assert theirs.encode(text).ids == tokenizer.encode(text), repr(text)


def test_two_ids_for_the_same_bytes_are_refused(tmp_path):
    # a b, ab c, b c, a bc: the last makes the bytes of the second.
    doubled = Tokenizer([(97, 98), (256, 99), (98, 99), (97, 258)])
    with pytest.raises(ExportError, match="Ids 257 and 259 have the same bytes b'abc'"):
        export_tokenizer(doubled, "tokenizer.json", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("special", ["é", "ab"])
def test_a_special_token_spelled_like_a_token_is_refused(special, tmp_path):
    tokenizer = Tokenizer([(97, 98)], special_tokens={special: 257})
    with pytest.raises(ExportError, match=f"special token '{special}'"):
        export_tokenizer(tokenizer, "tokenizer.json", tmp_path)


def test_empty_matches_are_refused(tmp_path):
    tokenizer = Tokenizer([(97, 98)], pattern=r"(?=\d)|\p{L}+")
    with pytest.raises(ExportError, match="without taking a character"):
        export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
