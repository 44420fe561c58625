"""The own file format: whole, exact, and clear about damage."""

from __future__ import annotations

import base64
import json
import time
import zipfile

import numpy as np
import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.encoding.tokenizer_file import tokenizer_bytes
from engine.errors import ArgumentError, ConfigError, TokenizerFileError
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.training.training import train_tokenizer

EARLIER_FILE = """
UEsDBBQAAAAIAI1Ad12JFaYF6gAAADwBAAANAAAAbWFuaWZlc3QuanNvbi2Q3U6EMBCF73mK2hs0rEnp2pY1xn0B442XoqS0
QyDLX9q6JlLe3VL2YpJzvpnJycySINxMZpAOPyPspguM3R+Yx9/JXGoYVYsPYeIKxnbTGEbyzVoY5Og6VbXSttseSJ2LWhNB
jkdaNJxrVjSCUFCSMkFJTopgNBVSPQnJOGFcEc7kiQEX+UnHkFk6B2YLwan1qfOpAZ9eQw0+7Xufao/OZTkvb2t2U+9RfX6X
pd0bO/zKfCDZ/fmuLD8eoo4JdgbVyb6KZ9oQtCQI4RcPo/avwVJODjv5sWBuKE/QGn8wKVlXNnwnYpqs/1BLAwQUAAAACACN
QHddrXQS/FoAAACgAAAACgAAAG1lcmdlcy5ucHmb7BfqGxDJyFDGUK2eklqcXKRupaBuU2qirqOgnpZfVFKUmBefX5SSChJ3
S8wpTgWKF2ckFqQC+RomOgpGmjoKtQpkA64cBgaGfCBmYGRgKAdRQDoVSCtA2QBQSwECFAMUAAAACACNQHddiRWmBeoAAAA8
AQAADQAAAAAAAAAAAAAAgAEAAAAAbWFuaWZlc3QuanNvblBLAQIUAxQAAAAIAI1Ad12tdBL8WgAAAKAAAAAKAAAAAAAAAAAA
AACAARUBAABtZXJnZXMubnB5UEsFBgAAAAACAAIAcwAAAJcBAAAAAA==
"""
"""A file that an earlier version wrote, in format 1."""


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    corpus = Corpus(
        [Source("eng", texts=("the cat sat " * 9,)), Source("deu", texts=("die Katze " * 9,))]
    )
    config = TrainingConfig(290, pattern="o200k", special_tokens=("<|bos|>",), reserved_slots=1)
    return train_tokenizer(corpus, config)


def test_everything_comes_back(tokenizer, tmp_path):
    path = tokenizer.save(tmp_path / "mine.twb")
    again = Tokenizer.load(path)
    assert again.semantic_hash == tokenizer.semantic_hash
    assert again.pattern_name == "o200k"
    assert again.special_tokens == tokenizer.special_tokens
    assert again.unused_ids == tokenizer.unused_ids
    assert again.training.config == tokenizer.training.config
    for name in (
        "counts", "applied", "source_applied", "source_bytes", "source_documents",
        "source_characters", "source_weights",
    ):  # fmt: skip
        assert (getattr(again.training, name) == getattr(tokenizer.training, name)).all()
    assert again.training.seconds == tokenizer.training.seconds
    assert again.encode("the cat") == tokenizer.encode("the cat")


def test_a_file_of_an_earlier_version_opens(tmp_path):
    path = tmp_path / "earlier.twb"
    path.write_bytes(base64.b64decode(EARLIER_FILE))
    again = Tokenizer.load(path)
    assert again.semantic_hash == (
        "ead17bd0703328f66d58f702eca2572010802ed27ac47a56056c065a95e6719d"
    )
    assert again.pattern_name == "gpt2"
    assert again.special_tokens == {"<|end|>": 260, "<|user|>": 261}
    assert again.encode(" lower<|end|>", special="parse") == [32, 258, 114, 260]


def test_a_directory_holds_the_file(tokenizer, tmp_path):
    assert tokenizer.save(tmp_path / "folder") == tmp_path / "folder" / "tokenizer.twb"
    assert Tokenizer.load(tmp_path / "folder").semantic_hash == tokenizer.semantic_hash


def test_a_tokenizer_without_a_history(tmp_path):
    bare = Tokenizer([[97, 98]], pattern=r"[ab]+|.")
    again = Tokenizer.load(bare.save(tmp_path / "bare.twb"))
    assert again.training is None
    assert again.pattern_name is None
    assert again.encode("abab") == [256, 256]


def test_the_hash_says_what_decides_ids(tokenizer):
    same = Tokenizer(
        tokenizer.merges,
        pattern=tokenizer.pattern,
        special_tokens=tokenizer.special_tokens,
        vocab_size=tokenizer.vocab_size,
    )
    assert same.semantic_hash == tokenizer.semantic_hash
    others = [
        Tokenizer(tokenizer.merges[:-1], pattern=tokenizer.pattern),
        Tokenizer(tokenizer.merges, pattern="gpt2"),
        Tokenizer(tokenizer.merges, pattern=tokenizer.pattern, special_tokens={"<x>": 289}),
        Tokenizer(tokenizer.merges, pattern=tokenizer.pattern, vocab_size=400),
    ]
    hashes = {tokenizer.semantic_hash, *(other.semantic_hash for other in others)}
    assert len(hashes) == 5


@pytest.mark.parametrize("name", ["nope.json", "nope.bin", "nope", "tokenizer.json"])
@pytest.mark.parametrize("pattern", [None, "gpt2"])
def test_what_is_missing_is_said_to_be_missing(tmp_path, name, pattern):
    with pytest.raises(TokenizerFileError, match="was not found; check the path"):
        Tokenizer.load(tmp_path / name, pattern=pattern)


@pytest.mark.parametrize("name", ["tokenizer.json", "TOKENIZER.JSON"])
def test_a_name_of_json_gets_nothing_else(tokenizer, tmp_path, name):
    with pytest.raises(ArgumentError, match=r'export_tokenizer\(tokenizer, "tokenizer.json"'):
        tokenizer.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine.json").mkdir()
    assert tokenizer.save(tmp_path / "mine.json").parent == tmp_path / "mine.json"
    assert tokenizer.save(tmp_path / "mine.bin").is_file()


def test_missing_file(tmp_path):
    with pytest.raises(TokenizerFileError, match="was not found"):
        Tokenizer.load(tmp_path / "none.twb")
    with pytest.raises(TokenizerFileError, match=r"contains no tokenizer: a tokenizer is"):
        Tokenizer.load(tmp_path)


@pytest.mark.parametrize("keep", [0, 10, 300, -30])
def test_a_file_cut_short(tokenizer, tmp_path, keep):
    path = tokenizer.save(tmp_path / "a.twb")
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(TokenizerFileError, match="damaged"):
        Tokenizer.load(path)


def test_flipped_bytes_never_pass(tokenizer, tmp_path):
    path = tokenizer.save(tmp_path / "a.twb")
    whole = path.read_bytes()
    rng = np.random.default_rng(3)
    refused = 0
    for place in rng.integers(0, len(whole), 150).tolist():
        changed = bytearray(whole)
        changed[place] ^= 0x55
        path.write_bytes(changed)
        try:
            again = Tokenizer.load(path)
        except TokenizerFileError:
            refused += 1
        else:
            assert again.semantic_hash == tokenizer.semantic_hash
    assert refused > 75


def rewritten(path, **changes):
    """The file with some fields of its manifest changed."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members["manifest.json"]) | changes
    members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 99}, "newer version"),
        ({"format": "other"}, "not a tokenizer file of this program"),
        ({"pattern": "(a"}, "split pattern cannot be used"),
        ({"pattern": "abc"}, "was changed after it was written"),
        ({"vocab_size": 260}, "cannot be used"),
        ({"special_tokens": {"<x>": 3}}, "special tokens must differ"),
        ({"special_tokens": [1]}, "special_tokens must be ids by token"),
    ],
)
def test_a_manifest_that_was_tampered_with(tokenizer, tmp_path, changes, sentence):
    path = tokenizer.save(tmp_path / "a.twb")
    rewritten(path, **changes)
    with pytest.raises(TokenizerFileError, match=sentence):
        Tokenizer.load(path)


def test_saving_where_a_file_is_in_the_way(tokenizer, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TokenizerFileError, match="cannot be written"):
        tokenizer.save(tmp_path / "file" / "a.twb")


@pytest.mark.parametrize(
    "arguments",
    [
        {"merges": [[97, 256]]},
        {"merges": [[97, 98], [300, 97]]},
        {"merges": [[97, 98]], "special_tokens": {"<a>": 256}},
        {"merges": [], "special_tokens": {"<a>": 256, "<b>": 256}},
        {"merges": [], "special_tokens": {"<a>": 300}, "vocab_size": 300},
        {"merges": [[97, 98]], "vocab_size": 256},
    ],
)
def test_ids_that_cannot_be_are_refused(arguments):
    with pytest.raises(ConfigError):
        Tokenizer(**arguments)


@pytest.mark.parametrize("size", [0, 257, 291])
def test_sizes_it_cannot_be_cut_to(tokenizer, size):
    with pytest.raises(ConfigError, match="can be truncated to a size from 258 to 290"):
        tokenizer.truncated(size)


def test_one_special_token_is_counted_as_one():
    with pytest.raises(ConfigError, match="257 ids with 1 special token can be"):
        Tokenizer(merges=[], special_tokens={"<a>": 256}).truncated(3)


def test_weights_of_sources_come_back_and_ask_for_a_newer_program(tmp_path):
    corpus = Corpus([Source("a", texts=("low lower " * 9,)), Source("b", texts=("wide é " * 9,))])
    tokenizer = train_tokenizer(corpus, TrainingConfig(280), mixture=Mixture(alpha=0.3))
    path = tokenizer.save(tmp_path / "weighted.twb")
    back = Tokenizer.load(path).training
    assert back.weight_scale == tokenizer.training.weight_scale > 1
    assert back.source_weights.tolist() == tokenizer.training.source_weights.tolist()
    assert back.source_characters.tolist() == [90, 63]
    assert back.occurrences.tolist() == tokenizer.training.occurrences.tolist()
    with zipfile.ZipFile(path) as archive:
        assert json.loads(archive.read("manifest.json"))["version"] == 3
    plain = train_tokenizer(corpus, TrainingConfig(280)).save(tmp_path / "plain.twb")
    with zipfile.ZipFile(plain) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["version"] == 1
    assert "weight_scale" not in manifest["training"]


def test_equal_tokenizers_are_equal_files(tokenizer, monkeypatch):
    first = tokenizer_bytes(tokenizer)
    monkeypatch.setattr("time.time", lambda: 0.0)  # the clock of a machine without a battery
    monkeypatch.setattr("time.localtime", lambda *_: time.gmtime(0))
    assert tokenizer_bytes(tokenizer) == first


@pytest.mark.parametrize("member", ["manifest.json", "merges.npy"])
def test_a_small_file_that_unpacks_to_much_is_not_unpacked(tokenizer, tmp_path, member):
    path = tmp_path / "bomb.twb"
    with (
        zipfile.ZipFile(tokenizer.save(tmp_path / "mine.twb")) as source,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in source.namelist():
            filling = b" " * (65 << 20) if name == member else b""
            archive.writestr(name, source.read(name) + filling)
    with pytest.raises(TokenizerFileError, match=f"bomb.twb .*{member} unpacks to 68,"):
        Tokenizer.load(path)


@pytest.mark.parametrize("order", [b"f(0) ", b"a    ", b"[    "])
def test_a_damaged_array_is_told_without_addresses_in_memory(tokenizer, tmp_path, order):
    """NumPy reads the head of an array as Python and names nodes by their addresses."""
    path = tmp_path / "mine.twb"
    with (
        zipfile.ZipFile(tokenizer.save(tmp_path / "whole.twb")) as source,
        zipfile.ZipFile(path, "w") as archive,
    ):
        for name in source.namelist():
            content = source.read(name)
            if name == "merges.npy":
                content = content.replace(b"False", order, 1)
            archive.writestr(name, content)
    with pytest.raises(TokenizerFileError, match=r"merges\.npy is not a NumPy array") as raised:
        Tokenizer.load(path)
    assert " at 0x" not in str(raised.value)
