"""Published tokenizers: GPT-2's files and rank files, with the ids they were given."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest
import tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus.corpus import Corpus
from engine.encoding.merge_tables import NO_PAIR, recovered_merges
from engine.encoding.token_table import (
    BYTE_TO_CHARACTER,
    CHARACTER_TO_BYTE,
    Numbering,
    to_byte_alphabet,
)
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, TokenizerFileError
from engine.formats import export_tokenizer, verify_export
from engine.formats.reading.tiktoken import known_encoding
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import many_texts, some_texts

GPT2_ORDER = sorted(range(256), key=lambda byte: BYTE_TO_CHARACTER[byte])
"""Bytes as GPT-2 numbers them."""


@pytest.fixture(scope="module")
def trained() -> Tokenizer:
    corpus = Corpus.from_texts(many_texts())
    return train_tokenizer(corpus, TrainingConfig(1200, tie_break="gpt2-order"))


def rank_lines(ranks: dict[bytes, int]) -> bytes:
    return b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())


def ranks_of(tokenizer: Tokenizer, gap: int = 0) -> dict[bytes, int]:
    """The tokenizer's tokens with bytes in GPT-2's order, and ids left out before the merges."""
    ranks = {bytes([byte]): rank for rank, byte in enumerate(GPT2_ORDER)}
    for rank, token in enumerate(tokenizer.ranked_tokens[256:]):
        ranks[token] = 256 + gap + rank
    return ranks


def gpt2_files(folder: Path, tokenizer: Tokenizer, names: tuple[str, str], **extra: int) -> Path:
    folder.mkdir(exist_ok=True)
    tokens = [to_byte_alphabet(token) for token in tokenizer.ranked_tokens]
    lines = [f"{tokens[left]} {tokens[right]}" for left, right in tokenizer.ranked_merges.tolist()]
    (folder / names[0]).write_text("#version: 0.2\n" + "\n".join(lines) + "\n", "utf-8")
    ordered = sorted(tokens[:256], key=lambda character: GPT2_ORDER.index(ord_of(character)))
    ids = {token: i for i, token in enumerate([*ordered, *tokens[256:]])}
    (folder / names[1]).write_text(json.dumps(ids | extra), "utf-8")
    return folder


def ord_of(character: str) -> int:
    return CHARACTER_TO_BYTE[character]


def encoding_of(ranks: dict[bytes, int], pattern: str, **special: int) -> tiktoken.Encoding:
    return tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens=special)


def differences(tokenizer: Tokenizer, theirs, texts) -> list[str]:
    return [text for text in texts if tokenizer.encode(text) != theirs(text)]


# ---- GPT-2's pair of files -----------------------------------------------------------------------


@pytest.mark.parametrize("names", [("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json")])
def test_gpt2_files_give_the_ids_of_tokenizers(names, trained, tmp_path):
    folder = gpt2_files(tmp_path / "gpt2", trained, names, **{"<|endoftext|>": 1200})
    theirs = tokenizers.ByteLevelBPETokenizer.from_file(
        str(folder / names[1]), str(folder / names[0])
    )
    for path in (folder, folder / names[0], folder / names[1]):
        ours = Tokenizer.load(path)
        assert ours.special_tokens == {"<|endoftext|>": 1200}
        assert ours.vocab_size == 1201
    assert not differences(ours, lambda text: theirs.encode(text).ids, many_texts())
    assert ours.encode("a<|endoftext|>", special="parse")[-1] == 1200
    assert ours.vocabulary[ours.encode("!")[0]] == b"!"
    assert ours.encode("!") == [0]


def test_every_merge_names_ids(trained, tmp_path):
    ours = Tokenizer.load(gpt2_files(tmp_path / "g", trained, ("merges.txt", "vocab.json")))
    made = ours.ranked_ids[256:]
    for (left, right), token_id in zip(ours.merges.tolist(), made.tolist(), strict=True):
        assert ours.vocabulary[left] + ours.vocabulary[right] == ours.vocabulary[token_id]
    assert list(ours.ranked_tokens) == list(trained.ranked_tokens)


def test_another_class_is_not_taken_for_gpt2(trained, tmp_path):
    folder = gpt2_files(tmp_path / "q", trained, ("merges.txt", "vocab.json"))
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "Qwen2Tokenizer"}')
    with pytest.raises(TokenizerFileError, match="how Qwen2Tokenizer splits text"):
        Tokenizer.load(folder)
    assert Tokenizer.load(folder, pattern="qwen2").pattern_name == "qwen2"


def test_a_token_without_a_merge_is_kept_but_never_given_out(trained, tmp_path):
    folder = gpt2_files(
        tmp_path / "e", trained, ("merges.txt", "vocab.json"), **{"Ġqqqq": 1200, "<s>": 1201}
    )
    ours = Tokenizer.load(folder)
    assert ours.extra_tokens == {b" qqqq": 1200}
    assert ours.special_tokens == {"<s>": 1201}
    assert 1200 not in ours.encode(" qqqq")
    assert ours.decode([1200]) == " qqqq"


# ---- rank files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", ["gpt2", "llama3", "o200k"])
def test_a_rank_file_gives_the_ids_of_tiktoken(pattern, trained, tmp_path):
    ranks = ranks_of(trained, gap=5)
    (tmp_path / "x.tiktoken").write_bytes(rank_lines(ranks))
    ours = Tokenizer.load(tmp_path, pattern=pattern)
    theirs = encoding_of(ranks, ours.pattern)
    assert not differences(ours, theirs.encode_ordinary, many_texts())
    assert ours.unused_ids == range(256, 261)
    assert np.array_equal(ours.ranked_merges, trained.ranked_merges)


def test_whole_tokens_are_given_out_as_tiktoken_does(trained, tmp_path):
    """Tokens that no merge makes: taken whole where they are a pre-token, never inside one."""
    ranks = ranks_of(trained)
    for token in (b" hello!qq", b"zqzqzq", b" \xff\xfe\xfd", b"\n\t\n\t"):
        ranks[token] = max(ranks.values()) + 1
    (tmp_path / "x.tiktoken").write_bytes(rank_lines(ranks))
    ours = Tokenizer.load(tmp_path / "x.tiktoken", pattern="gpt2")
    theirs = encoding_of(ranks, ours.pattern)
    assert ours.encode("zqzqzq") == [ranks[b"zqzqzq"]]
    assert len(ours.encode(" zqzqzq")) > 1
    texts = ["zqzqzq", " zqzqzq", "zqzqzqz", "a\n\t\n\t", "zqzqzq zqzqzq", *some_texts()]
    assert not differences(ours, theirs.encode_ordinary, texts)
    again = Tokenizer.load(ours.save(tmp_path / "again.twb"))
    assert again.semantic_hash == ours.semantic_hash
    assert not differences(again, theirs.encode_ordinary, texts)


@settings(max_examples=150, deadline=None)
@given(
    tokens=st.lists(st.text("abc", min_size=2, max_size=5), max_size=14, unique=True),
    texts=st.lists(st.text("abc", min_size=1, max_size=12), min_size=8, max_size=8),
)
def test_any_ranks_give_the_ids_of_tiktoken_or_are_refused(tokens, texts, tmp_path_factory):
    """Tokens in any order, also such that cannot be made or only out of later ones."""
    ranks = {bytes([byte]): rank for rank, byte in enumerate(GPT2_ORDER)}
    ranks |= {token.encode(): 300 + i for i, token in enumerate(tokens)}
    path = tmp_path_factory.mktemp("ranks") / "x.tiktoken"
    path.write_bytes(rank_lines(ranks))
    theirs = encoding_of(ranks, r"[\s\S]+")
    try:
        ours = Tokenizer.load(path, pattern="none")
    except TokenizerFileError as error:
        refusal = str(error)
    else:
        assert not differences(ours, theirs.encode_ordinary, [*texts, *tokens])
        return
    assert "higher rank than its own" in refusal


def test_merges_are_recovered_from_the_tokens_alone(trained):
    assert np.array_equal(recovered_merges(trained.ranked_tokens[256:]), trained.ranked_merges)
    assert recovered_merges([b"abc"]).tolist() == [[NO_PAIR, NO_PAIR]]


def test_an_export_comes_back_as_it_was(trained, tmp_path):
    config = TrainingConfig(900, pattern="o200k", special_tokens=("<|bos|>",), reserved_slots=2)
    tokenizer = train_tokenizer(Corpus.from_texts(many_texts()), config)
    path = export_tokenizer(tokenizer, "tiktoken", tmp_path)[0]
    assert Tokenizer.load(path).semantic_hash == tokenizer.semantic_hash
    path.write_bytes(path.read_bytes() + b"!\n")
    with pytest.raises(TokenizerFileError, match="line 898"):
        Tokenizer.load(path)


def test_published_encodings_are_known_by_content_and_by_name():
    content = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
    assert known_encoding("renamed", content, 100_256).name == "cl100k_base"
    assert known_encoding("cl100k_base", "", 100_256).special_tokens["<|endofprompt|>"] == 100_276
    assert known_encoding("o200k_harmony", "", 199_998).special_tokens["<|call|>"] == 200_012
    assert known_encoding("cl100k_base", "", 99) is None
    public = pytest.importorskip("tiktoken_ext.openai_public")
    gpt2 = known_encoding("gpt2", "", 50_256)
    theirs = encoding_of({bytes([b]): b for b in range(256)}, public.r50k_pat_str)
    ours = Tokenizer([], pattern=gpt2.pattern)
    assert not differences(ours, theirs.encode_ordinary, some_texts())


# ---- what an imported tokenizer can do -----------------------------------------------------------


@pytest.fixture
def imported(trained, tmp_path) -> Tokenizer:
    folder = gpt2_files(
        tmp_path / "gpt2", trained, ("vocab.bpe", "encoder.json"), **{"<|endoftext|>": 1200}
    )
    return Tokenizer.load(folder)


@pytest.mark.slow
@pytest.mark.parametrize("file_format", ["tokenizer.json", "tiktoken", "workbench"])
def test_exports_keep_the_ids_and_are_verified(file_format, imported, tmp_path):
    export_tokenizer(imported, file_format, tmp_path / "out")
    texts = ["a<|endoftext|>b", *some_texts()]
    verdict = verify_export(imported, file_format, tmp_path / "out", texts)
    assert verdict.is_equal, str(verdict)


def test_own_files_are_as_before_and_hold_numberings_where_there_are_some(imported, trained):
    assert trained.numbering is None
    own = Numbering(np.arange(256 + trained.n_merges))
    same = Tokenizer(trained.merges, pattern="gpt2", numbering=own)
    assert same.numbering is None
    assert same.semantic_hash == trained.semantic_hash != imported.semantic_hash
    copied = Tokenizer(
        imported.merges,
        pattern=imported.pattern,
        special_tokens=imported.special_tokens,
        numbering=imported.numbering,
    )
    assert copied.semantic_hash == imported.semantic_hash


def test_a_cut_keeps_the_order_of_the_ids(imported, trained):
    small = imported.truncated(700)
    assert small.special_tokens == {"<|endoftext|>": 699}
    assert small.n_merges == 700 - 256 - 1
    fewer = trained.truncated(699)
    for text in some_texts():
        ours = [small.vocabulary[i] for i in small.encode(text)]
        assert ours == [fewer.vocabulary[i] for i in fewer.encode(text)]
    assert small.encode("!") == [0]
    with pytest.raises(ConfigError, match="to a size from 257 to 1,201"):
        imported.truncated(1300)


def test_spans_and_evaluation_work_on_imported_ids(imported):
    from engine.evaluation.evaluation import evaluate

    spans = imported.token_spans("ab <|endoftext|>é", special="parse")
    assert spans.starts[-1] == len("ab <|endoftext|>é".encode())
    assert spans.ids[spans.special].tolist() == [1200]
    assert evaluate(imported, Corpus.from_texts(some_texts())).total.round_trips


# ---- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "byte 0x00 has no rank"),
        (b"IQ== 0\n!!\n", "line 2 cannot be used: '!!' is not a base64 token"),
        (b"IQ== 0\nIQ== 1\n", "line 2 cannot be used: the token b'!' has two ranks"),
        (b"IQ== 0 1\nIg==\n", "line 1 cannot be used: 'IQ== 0 1' is not a base64 token"),
        (b"\n \nIQ==\n0\n", "line 3 cannot be used: 'IQ==' is not a base64 token"),
        (b"IQ== 0\n== 1\n", "line 2 cannot be used"),
        (b"I!Q== 0\n", "line 1 cannot be used: 'I!Q== 0' is not a base64 token"),
        (b"IQ== -4\n", "line 1 cannot be used: no tokenizer"),
        (b"IQ== 99999999999\n", "line 1 cannot be used: no tokenizer"),
        (b"IQ== 0\n", "the byte 0x00 has no rank, and 254 others"),
        (b"\xff\xfe\x00", "line 1 cannot be used"),
    ],
)
def test_damaged_rank_files(content, sentence, tmp_path):
    (tmp_path / "x.tiktoken").write_bytes(content)
    with pytest.raises(TokenizerFileError, match=sentence) as caught:
        Tokenizer.load(tmp_path / "x.tiktoken", pattern="gpt2")
    assert "x.tiktoken" in str(caught.value)


def test_rank_files_without_a_pattern_say_what_to_give(trained, tmp_path):
    lines = rank_lines(ranks_of(trained))
    (tmp_path / "x.tiktoken").write_bytes(lines)
    with pytest.raises(TokenizerFileError, match=r"\(pattern=\): gpt2, "):
        Tokenizer.load(tmp_path / "x.tiktoken")
    (tmp_path / "cl100k_base.tiktoken").write_bytes(lines)
    with pytest.raises(TokenizerFileError, match="1,200 tokens where cl100k_base has 100,256"):
        Tokenizer.load(tmp_path / "cl100k_base.tiktoken")
    with pytest.raises(TokenizerFileError, match="2 rank files; name one of"):
        Tokenizer.load(tmp_path)
    doubled = lines + base64.b64encode(b"never seen") + b" 7\n"
    (tmp_path / "x.tiktoken").write_bytes(doubled)
    with pytest.raises(TokenizerFileError, match="line 1,201 cannot be used: the rank 7"):
        Tokenizer.load(tmp_path / "x.tiktoken", pattern="gpt2")
    (tmp_path / "tokenizer.model").write_bytes(lines)
    assert Tokenizer.load(tmp_path / "tokenizer.model", pattern="llama3").n_merges == 944


@pytest.mark.parametrize(
    ("merges", "sentence"),
    [
        ("a b\nab\n", "line 2 cannot be used: 'ab' is not two tokens"),
        ("a b\na b c\n", "line 2 cannot be used"),
        ("a b\nab q\nab x\nxx b", "line 3 cannot be used: it makes 'abx', which has no id"),
        ("ab q\na b\n", "line 1 cannot be used: it joins 'ab', which no line before it makes"),
        ("#version: 0.2\n\na b\na \n", "line 4 cannot be used: 'a ' is not two tokens"),
        ("ab q\n", "line 1 cannot be used: it joins 'ab', which no line before it makes"),
        ("a b\na b\n", "line 2 cannot be used: it makes 'ab', which an earlier line makes too"),
        ("a \u4f60\n", "is not in GPT-2's byte alphabet"),
        ("a b\n\udcff", "line 2 cannot be used: it is not UTF-8"),
    ],
)
def test_damaged_merges(merges, sentence, tmp_path):
    (tmp_path / "merges.txt").write_bytes(merges.encode("utf-8", "surrogateescape"))
    ids = {character: i for i, character in enumerate(BYTE_TO_CHARACTER)}
    (tmp_path / "vocab.json").write_text(json.dumps(ids | {"ab": 256, "abq": 257}))
    with pytest.raises(TokenizerFileError, match=sentence) as caught:
        Tokenizer.load(tmp_path)
    assert "merges.txt" in str(caught.value)


@pytest.mark.parametrize(
    ("ids", "sentence"),
    [
        ('{"a": 1,\n "b" 2}', "line 2 cannot be used: it is not valid JSON"),
        ('{"a', r"not valid JSON \(Unterminated string starting\)"),
        ('{"a": 1, "a": 2}', "'a' appears twice in it"),
        ("[1]", "does not contain ids by token"),
        ('{"a": -1}', "'a': -1 is not a token and its id"),
        ('{"a": 1.5}', "'a': 1.5 is not a token and its id"),
        ('{"a": 1}', "the byte 0x00"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_damaged_ids(ids, sentence, tmp_path):
    (tmp_path / "merges.txt").write_text("")
    (tmp_path / "vocab.json").write_text(ids)
    with pytest.raises(TokenizerFileError, match=sentence):
        Tokenizer.load(tmp_path)


def test_doubled_ids_are_refused(trained, tmp_path):
    folder = gpt2_files(tmp_path / "d", trained, ("merges.txt", "vocab.json"), **{"<s>": 300})
    with pytest.raises(TokenizerFileError, match="id 300 is given to more than one token"):
        Tokenizer.load(folder)


def test_what_is_no_tokenizer(trained, tmp_path):
    for name in ("vocab.json", "vocab.bpe"):
        with pytest.raises(TokenizerFileError, match="was not found"):
            Tokenizer.load(tmp_path / name)
    for content in (b"", b"GGUF\x03\0\0\0", b"words"):
        (tmp_path / "other.gguf").write_bytes(content)
        with pytest.raises(
            TokenizerFileError, match=r"a file of no known format; a tokenizer is a \.twb"
        ):
            Tokenizer.load(tmp_path / "other.gguf")
    path = trained.save(tmp_path / "own.twb")
    with pytest.raises(ConfigError, match="contains its own split pattern"):
        Tokenizer.load(path, pattern="gpt2")


@pytest.mark.parametrize(
    "arguments",
    [
        {"ids": [1, 2]},
        {"ids": np.zeros((2, 256), int)},
        {"ids": np.arange(256) - 1},
        {"ids": np.arange(256.0)},
        {"ids": np.arange(256), "extra_tokens": {b"": 300}},
        {"ids": np.arange(256), "extra_tokens": {b"abc": 1 << 40}},
    ],
)
def test_numberings_that_cannot_be(arguments):
    with pytest.raises(ConfigError):
        Numbering(**arguments)


@pytest.mark.parametrize(
    ("merges", "special_tokens"), [([[97, 98]], {}), ([], {"<s>": 5}), ([], {"<s>": 9000})]
)
def test_numberings_that_do_not_fit(merges, special_tokens):
    with pytest.raises(ConfigError):
        Tokenizer(
            merges,
            special_tokens=special_tokens,
            numbering=Numbering(np.arange(256)[::-1]),
            vocab_size=400,
        )


def test_a_description_with_an_id_that_is_no_number_is_named(trained, tmp_path):
    export_tokenizer(trained, "tiktoken", tmp_path, name="x")
    described = tmp_path / "x.tiktoken.json"
    document = json.loads(described.read_text("utf-8")) | {"special_tokens": {"<a>": "12"}}
    described.write_text(json.dumps(document), "utf-8")
    sentence = "x.tiktoken cannot be used: The id of the special token '<a>' must be a whole number"
    with pytest.raises(TokenizerFileError, match=sentence):
        Tokenizer.load(tmp_path / "x.tiktoken")
