"""tekken.json, minbpe and nanochat: the ids of tiktoken and of minbpe's own rules, or a refusal."""

from __future__ import annotations

import base64
import io
import json
import os
import pickle
import struct
import zipfile
from collections import OrderedDict
from itertools import pairwise

import numpy as np
import pytest
import regex
import tiktoken

from engine.corpus.corpus import Corpus
from engine.errors import ConfigError, TokenizerFileError
from engine.formats.pattern_dialects import minbpe_pattern, tiktoken_pattern
from engine.formats.reading.loading import load_tokenizer
from engine.formats.reading.nanochat import names_in_pickle, token_byte_lengths
from engine.formats.reading.published import (
    PublishedTokenizerError,
    kept_names,
    load_published,
    published_names,
)
from engine.formats.validation import validate_tokenizer
from engine.formats.writing.nanochat import BUILD, EMPTY_TUPLE, NEW_OBJECT, named, program
from engine.settings.config import TrainingConfig
from engine.splitting.preset_patterns import preset_pattern
from engine.splitting.splitter import Splitter
from engine.training.training import train_tokenizer
from tests.texts import many_texts, some_texts

PATTERN = preset_pattern("cl100k")


@pytest.fixture(scope="module")
def trained():
    corpus = Corpus.from_texts(many_texts())
    return train_tokenizer(corpus, TrainingConfig(700, pattern="cl100k"))


@pytest.fixture(scope="module")
def ranks(trained):
    return {token: rank for rank, token in enumerate(trained.ranked_tokens)}


@pytest.fixture(scope="module")
def encoding(ranks):
    special = {"<|bos|>": len(ranks), "<|user_start|>": len(ranks) + 1}
    return tiktoken.Encoding("ours", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens=special)


def tekken(ranks, n_special=10, **changes):
    entries = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for token, rank in ranks.items()
    ]
    config = {
        "pattern": PATTERN, "num_vocab_tokens": len(entries), "version": "v11",
        "default_vocab_size": len(entries) + n_special, "default_num_special_tokens": n_special,
    }  # fmt: skip
    listed = [
        {"rank": i, "token_str": t, "is_control": True} for i, t in enumerate(["<unk>", "<s>"])
    ]
    return {"config": config | changes, "vocab": entries, "special_tokens": listed}


def written(path, document):
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_tekken_gives_ranks_behind_the_special_tokens(ranks, encoding, tmp_path):
    ours = load_tokenizer(written(tmp_path / "tekken.json", tekken(ranks)))
    for text in some_texts():
        assert ours.encode(text) == [10 + rank for rank in encoding.encode_ordinary(text)]
    names = list(ours.special_tokens)
    assert names[:3] == ["<unk>", "<s>", "<SPECIAL_2>"]
    assert ours.vocab_size == len(ranks) + 10


def test_tekken_takes_no_more_tokens_than_its_config_says(ranks, tmp_path):
    fewer = dict(list(ranks.items())[:400])
    theirs = tiktoken.Encoding("few", pat_str=PATTERN, mergeable_ranks=fewer, special_tokens={})
    document = tekken(ranks, default_vocab_size=410)
    ours = load_tokenizer(written(tmp_path / "tekken.json", document))
    for text in some_texts():
        assert ours.encode(text) == [10 + rank for rank in theirs.encode_ordinary(text)]


def test_old_tekken_files_have_the_special_tokens_of_mistral(ranks, tmp_path):
    document = tekken(ranks, n_special=30, version="v3")
    del document["special_tokens"]
    ours = load_tokenizer(written(tmp_path / "tekken.json", document))
    assert ours.special_tokens["[INST]"] == 3
    assert ours.special_tokens["<SPECIAL_20>"] == 20
    document["config"]["version"] = "v11"
    with pytest.raises(TokenizerFileError, match="lists no special tokens"):
        load_tokenizer(written(tmp_path / "tekken.json", document))


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (("config", "default_vocab_size"), 100_000, "less than"),
        (("config", "default_vocab_size"), 5, "do not fit"),
        (("config", "pattern"), r"\d+", "drops and this program keeps"),
        (("config", "pattern"), r"[a&&b]|[\s\S]", "reads it in another way"),
        (("vocab", 300), {"rank": 299, "token_bytes": "YQ=="}, "has the rank 299"),
        (("vocab", 7), {"rank": 7, "token_bytes": "YQ=="}, "is not the byte 0x07"),
        (("vocab", 400), {"rank": 400, "token_bytes": "?"}, "no token in base64"),
        (("special_tokens", 1), {"rank": 1, "token_str": "<unk>"}, "appears twice in it"),
    ],
)
def test_damaged_tekken_files(place, value, sentence, ranks, tmp_path):
    document = tekken(ranks)
    document[place[0]][place[1]] = value
    with pytest.raises(TokenizerFileError, match=sentence):
        load_tokenizer(written(tmp_path / "tekken.json", document))


def minbpe_file(path, tokenizer, pattern=PATTERN, special=()):
    lines = ["minbpe v1", pattern, str(len(special)), *(f"{name} {i}" for name, i in special)]
    lines += [f"{left} {right}" for left, right in tokenizer.merges.tolist()]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def minbpe_ids(text, merges, pattern):
    """minbpe's rule: in every piece the pair with the lowest index, everywhere at once."""
    made = {tuple(pair): 256 + i for i, pair in enumerate(merges.tolist())}
    found = []
    for piece in regex.findall(pattern, text) if pattern else [text]:
        ids = list(piece.encode())
        while len(ids) > 1:
            pair = min(pairwise(ids), key=lambda p: made.get(p, 10**9))
            if pair not in made:
                break
            joined = []
            while ids:
                is_pair = tuple(ids[:2]) == pair
                joined.append(made[pair] if is_pair else ids[0])
                del ids[: 1 + is_pair]
            ids = joined
        found += ids
    return found


@pytest.mark.parametrize("pattern", [PATTERN, ""], ids=["regex", "basic"])
def test_minbpe_gives_the_ids_of_its_own_rule(pattern, trained, tmp_path):
    special = [("<|endoftext|>", 256 + trained.n_merges)]
    ours = load_tokenizer(minbpe_file(tmp_path / "a.model", trained, pattern, special))
    for text in some_texts():
        assert ours.encode(text) == minbpe_ids(text, trained.merges, pattern)
    assert ours.special_tokens == dict(special)


def test_tokenizer_model_is_told_apart_by_its_content(trained, ranks, tmp_path):
    path = minbpe_file(tmp_path / "tokenizer.model", trained)
    assert load_tokenizer(path).encode("low lower") == trained.encode("low lower")
    lines = (base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    path.write_bytes(b"".join(lines))
    assert load_tokenizer(path, "cl100k").encode("low lower") == trained.encode("low lower")


@pytest.mark.parametrize(
    ("line", "text", "sentence"),
    [
        (1, "(a)|[^a]", "takes the groups alone"),
        (2, "many", "not the number of special tokens"),
        (9, "97 900", "which no line before makes"),
        (9, "97", "not a pair of ids"),
        (9, "9" * 5000 + " 1", "not a pair of ids"),
    ],
)
def test_damaged_minbpe_files(line, text, sentence, trained, tmp_path):
    path = minbpe_file(tmp_path / "a.model", trained)
    lines = path.read_text("utf-8").split("\n")
    lines[line] = text
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(TokenizerFileError, match=sentence):
        load_tokenizer(path)


def test_files_with_a_pattern_of_their_own_take_no_other(trained, tmp_path):
    with pytest.raises(ConfigError, match="contains its own split pattern"):
        load_tokenizer(minbpe_file(tmp_path / "a.model", trained), "gpt2")


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_nanochat_gives_the_ids_of_the_pickled_encoding(protocol, encoding, tmp_path):
    (tmp_path / "tokenizer.pkl").write_bytes(pickle.dumps(encoding, protocol))
    ours = load_tokenizer(tmp_path)
    for text in some_texts():
        assert ours.encode(text) == encoding.encode_ordinary(text)
    assert ours.special_tokens == {"<|bos|>": 700, "<|user_start|>": 701}


class _Command:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", range(6))
def test_nothing_in_a_pickle_is_ever_run(protocol, tmp_path):
    made = tmp_path / "made by the pickle"
    data = pickle.dumps(_Command(made), protocol)
    (tmp_path / "tokenizer.pkl").write_bytes(data)
    with pytest.raises(TokenizerFileError, match=r"mkdir.*which unpickling would run"):
        load_tokenizer(tmp_path)
    assert not made.exists()
    assert names_in_pickle(data) == (f"{os.mkdir.__module__}.mkdir",)


def test_lists_of_the_same_list_are_never_written_out(tmp_path):
    nested: list[object] = []
    for _ in range(64):
        nested = [nested, nested]
    state = {"pat_str": PATTERN, "mergeable_ranks": {b"a": nested}, "special_tokens": {}}
    made = named("tiktoken.core", "Encoding") + EMPTY_TUPLE + NEW_OBJECT
    data = program(made + pickle.dumps(state, 3)[2:-1] + BUILD)
    (tmp_path / "tokenizer.pkl").write_bytes(data)
    with pytest.raises(TokenizerFileError, match="a bytes with a list, not a token"):
        load_tokenizer(tmp_path)
    assert not validate_tokenizer(tmp_path).is_usable


def test_a_pattern_nested_beyond_all_measure_is_a_sentence(tmp_path):
    with pytest.raises(TokenizerFileError, match="too deeply nested"):
        tiktoken_pattern(tmp_path, "(?:" * 5_000 + "a" + ")" * 5_000)


def torch_file(path, lengths, order="little", missing=0):
    """A one-dimensional int32 tensor as torch.save writes it: a zip of a pickle and raw data."""

    class Storage:
        pass

    class Tensor:
        def __reduce__(self):
            return _rebuild, (Storage(), 0, (len(lengths),), (1,), False, OrderedDict())

    class Pickler(pickle.Pickler):
        def persistent_id(self, each):
            names = ("storage", _IntStorage, "0", "cpu", len(lengths))
            return names if isinstance(each, Storage) else None

    stream = io.BytesIO()
    Pickler(stream, 2).dump(Tensor())
    data = stream.getvalue()
    for name, module, there in ((b"_rebuild", b"torch._utils", b"_rebuild_tensor_v2"),
                                (b"_IntStorage", b"torch", b"IntStorage")):  # fmt: skip
        here = b"c%s\n%s\n" % (__name__.encode(), name)
        data = data.replace(here, b"c%s\n%s\n" % (module, there))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("token_bytes/data.pkl", data)
        archive.writestr("token_bytes/byteorder", order)
        sign = ">" if order == "big" else "<"
        data = struct.pack(f"{sign}{len(lengths)}i", *lengths)
        archive.writestr("token_bytes/data/0", data[: len(data) - missing])
    return path


class _IntStorage:
    pass


def _rebuild(*_):
    raise AssertionError("it was unpickled")


def test_token_bytes_are_read_without_torch(tmp_path):
    lengths = [1] * 256 + [3, 0, 70_000]
    found = token_byte_lengths(torch_file(tmp_path / "token_bytes.pt", lengths))
    assert found.dtype == np.int32
    assert found.tolist() == lengths
    (tmp_path / "token_bytes.pt").write_bytes(b"PK damaged")
    with pytest.raises(TokenizerFileError, match="not a row of int32"):
        token_byte_lengths(tmp_path / "token_bytes.pt")


def test_token_bytes_of_a_big_machine_are_read(tmp_path):
    path = torch_file(tmp_path / "token_bytes.pt", [1, 2, 70_000], order="big")
    assert token_byte_lengths(path).tolist() == [1, 2, 70_000]


@pytest.mark.parametrize(("order", "missing"), [("bittle", 0), ("", 0), ("little", 4)])
def test_token_bytes_of_an_unknown_order_or_cut_short_are_refused(tmp_path, order, missing):
    path = torch_file(tmp_path / "token_bytes.pt", [1, 2, 3], order, missing)
    with pytest.raises(TokenizerFileError, match=r"byte order is|ends before its 3 numbers"):
        token_byte_lengths(path)


def test_token_bytes_without_their_description_are_refused(tmp_path):
    path = tmp_path / "token_bytes.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("token_bytes/data.pkm", b"")
    with pytest.raises(TokenizerFileError, match=r"has no member data\.pkl"):
        token_byte_lengths(path)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "llama3", "tekken", "nanochat"])
def test_published_patterns_are_read_as_they_are(name, tmp_path):
    pattern = preset_pattern(name)
    assert tiktoken_pattern(tmp_path, pattern) == pattern
    assert minbpe_pattern(tmp_path, pattern) == pattern


def test_ends_of_texts_and_code_points_are_written_as_here(tmp_path):
    read = tiktoken_pattern(tmp_path, r"\x{e9}+$|[\s\S]")
    assert Splitter(read).split("aéé\né") == ["a", "é", "é", "\n", "é"]
    ours = r"(?:\d+)|(?:(?!\d+)[\s\S])+"
    assert Splitter(tiktoken_pattern(tmp_path, ours)).split("ab12cd") == ["ab", "12", "cd"]


def test_a_pattern_that_is_a_preset_name_is_an_expression_in_a_file(tmp_path):
    with pytest.raises(TokenizerFileError, match="may leave text unmatched"):
        minbpe_pattern(tmp_path, "none")


def test_without_a_network_a_published_name_is_a_sentence_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises(PublishedTokenizerError, match="not kept here, and the network") as refused:
        load_published("o200k_base")
    assert "Fetch o200k_base.tiktoken where" in str(refused.value)
    assert str(refused.value).endswith("a folder that TOKENIZER_WORKBENCH_PUBLISHED names.")
    with pytest.raises(PublishedTokenizerError, match="no published tokenizer"):
        load_published("cl9k_base")


def test_what_lies_in_the_cache_counts_with_the_published_hash_only(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_PUBLISHED", str(tmp_path))
    (tmp_path / "cl100k_base.tiktoken").write_bytes(b"IQ== 0\n")
    assert kept_names() == ()
    assert "cl100k_base" in published_names()
