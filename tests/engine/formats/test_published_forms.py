"""Exports in the published form of a pattern: the same ids, and read as the preset again."""

from __future__ import annotations

import json

import pytest
import tokenizers

from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.formats.pattern_dialects import PUBLISHED_FORMS
from engine.formats.writing.export import export_tokenizer
from engine.settings.config import TrainingConfig
from engine.splitting.preset_patterns import preset_pattern
from engine.training.training import train_tokenizer
from resources import sample_corpus_folder
from tests.engine.splitting.test_presets import random_strings

WHOLE = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": True}
SAMPLES = ("eng", "zho", "hin", "code_python")
TRICKY = (
    "1\u00b2\u2167 ''S'\u017f'LL \r\n\r \n x\u0301y!!\r\n\n 你好カナ12345a-b \u200d\u0301 'rE\t\t9"
)


@pytest.fixture(scope="module")
def texts():
    folder = sample_corpus_folder()
    real = [(folder / f"{name}.txt").read_text(encoding="utf-8")[:20_000] for name in SAMPLES]
    return [*real, TRICKY, *random_strings(300, seed=5)]


@pytest.mark.parametrize("name", PUBLISHED_FORMS)
def test_a_published_form_has_the_same_ids_and_is_read_as_its_preset(name, texts, tmp_path):
    tokenizer = train_tokenizer(Corpus.from_texts(texts[:4]), TrainingConfig(700, pattern=name))
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text, ids in zip(texts, tokenizer.encode_batch(texts), strict=True):
        assert theirs.encode(text).ids == ids.tolist(), repr(text)
    again = Tokenizer.load(tmp_path / "tokenizer.json")
    assert again.pattern == preset_pattern(name)
    assert again.semantic_hash == tokenizer.semantic_hash


def pre_tokenizer_of(name, folder):
    export_tokenizer(Tokenizer([], pattern=name), "tokenizer.json", folder)
    return json.loads((folder / "tokenizer.json").read_text("utf-8"))["pre_tokenizer"]


def test_the_forms_are_those_that_other_loaders_compare_with(tmp_path):
    assert pre_tokenizer_of("gpt2", tmp_path) == WHOLE
    digits = {"type": "Digits", "individual_digits": True}
    assert pre_tokenizer_of("starcoder", tmp_path)["pretokenizers"] == [digits, WHOLE]
    steps = pre_tokenizer_of("deepseek-v3", tmp_path)["pretokenizers"]
    assert "[\r\n]*|\\s*[\r\n]+|" in steps[2]["pattern"]["Regex"]
    (words, _) = pre_tokenizer_of("cl100k", tmp_path)["pretokenizers"]
    assert words["pattern"]["Regex"].startswith("(?i:'s|'t|'re|'ve|'m|'ll|'d)|")


def test_a_published_file_that_trims_offsets_is_the_preset_too(tmp_path):
    export_tokenizer(Tokenizer([], pattern="starcoder"), "tokenizer.json", tmp_path)
    file = tmp_path / "tokenizer.json"
    document = json.loads(file.read_text("utf-8"))
    last = document["pre_tokenizer"]["pretokenizers"][1]
    last["trim_offsets"] = True
    del last["use_regex"]
    file.write_text(json.dumps(document), "utf-8")
    assert Tokenizer.load(file).pattern == preset_pattern("starcoder")
