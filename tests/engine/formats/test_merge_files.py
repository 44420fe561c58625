"""vocab.json + merges.txt that lack bytes or hold foreign entries; what minbpe does with a file."""

from __future__ import annotations

import json
import pickle

import pytest
import tokenizers

from engine.corpus.corpus import Corpus
from engine.encoding.token_table import to_byte_alphabet
from engine.encoding.tokenizer import Tokenizer
from engine.errors import InexactTokenizerError, TokenizerFileError
from engine.formats import export_tokenizer, verify_export
from engine.formats.reading.loading import load_any_tokenizer, load_tokenizer
from engine.formats.reading.nanochat import PickleContentError, names_in_pickle, read_pickle
from engine.formats.writing.export import export_notes
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer

TEXT = "In 2024 and 2025 we saw 20242025 of them. Größe 12 <|endoftext|> x"
NEVER = [0xC0, 0xC1, *range(0xF5, 0x100)]
"""Bytes that no UTF-8 has, and SuperBPE's published pairs lack."""


@pytest.fixture(scope="module")
def trained():
    config = TrainingConfig(300, pattern="gpt2", special_tokens=("<|endoftext|>",))
    return train_tokenizer(Corpus.from_texts([TEXT] * 3), config)


def pair(tokenizer, folder, change, *, alone):
    """vocab.json and merges.txt, changed; alone: without our description beside them."""
    export_tokenizer(tokenizer, "vocab.json", folder)
    vocabulary = json.loads((folder / "vocab.json").read_text("utf-8"))
    change(vocabulary)
    (folder / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    if alone:
        for file in folder.iterdir():
            if file.name not in {"vocab.json", "merges.txt"}:
                file.unlink()
    return folder


def without_bytes(vocabulary):
    for byte in NEVER:
        del vocabulary[to_byte_alphabet(bytes([byte]))]


@pytest.mark.parametrize("alone", [True, False])
def test_a_pair_that_lacks_bytes_loads_as_a_tokenizer_json_does(alone, trained, tmp_path):
    folder = pair(trained, tmp_path, without_bytes, alone=alone)
    with pytest.raises(InexactTokenizerError, match="no token for the byte 0xc0, and 12 others"):
        load_tokenizer(folder)
    loaded = load_any_tokenizer(folder)
    vocabulary, merges = str(folder / "vocab.json"), str(folder / "merges.txt")
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE.from_file(vocabulary, merges))
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain = TEXT.replace("<|endoftext|>", "")
    assert loaded.encode(plain) == theirs.encode(plain).ids == trained.encode(plain)
    assert loaded.special_tokens["<|endoftext|>"] == 299
    assert loaded.encode(TEXT, special="parse") == trained.encode(TEXT, special="parse")
    loaded.close()


def test_an_entry_outside_the_byte_alphabet_is_named_with_its_file(trained, tmp_path):
    folder = pair(trained, tmp_path, lambda v: v.update({"東": 2000}), alone=False)
    with pytest.raises(TokenizerFileError, match=r"vocab\.json.*'東' \(id 2000\) is neither text"):
        Tokenizer.load(folder)


def test_minbpes_load_is_told_of_and_what_was_asked_is_said(trained, tmp_path):
    notes = " ".join(export_notes(trained, "minbpe"))
    assert "goes on splitting with GPT-4's" in notes
    assert "regex.compile(tokenizer.pattern)" in notes
    own = Tokenizer(trained.merges.tolist(), pattern="cl100k")
    assert not any("goes on splitting" in note for note in export_notes(own, "minbpe"))
    export_tokenizer(trained, "minbpe", tmp_path)
    verdict = verify_export(trained, "minbpe", tmp_path, [TEXT])
    assert verdict.status == "equal"
    assert "minbpe was not asked" in verdict.libraries[0]


@pytest.mark.parametrize("kind", ["nested", "listed"])
def test_a_pickle_of_endless_containers_is_refused_early(kind):
    data = (
        b"\x80\x04)" + b"\x85" * 150_000 + b"."
        if kind == "nested"
        else (b"\x80\x04](" + b"]" * 150_000 + b"e.")
    )
    with pytest.raises(PickleContentError, match="more values than any tokenizer"):
        read_pickle(data, None)
    assert names_in_pickle(data) == ()


@pytest.mark.slow
def test_a_pickle_of_many_ranks_is_read():
    ranks = {str(number).encode(): number for number in range(200_000)}
    assert read_pickle(pickle.dumps({"ranks": ranks}, 4), None).value == {"ranks": ranks}
