from __future__ import annotations

import hashlib
import importlib.util
import json
from functools import cache
from itertools import product

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError
from engine.formats import export_notes, export_tokenizer
from engine.formats.writing.merge_checks import (
    first_rank_conflict,
    ordinary_tokens,
    rank_difference,
)
from engine.formats.writing.tiktoken import tiktoken_pattern
from resources import sample_corpus_folder
from tests.texts import many_texts, some_texts

PRESETS = (
    "gpt2", "cl100k", "cl100k-tiktoken", "o200k", "llama3", "qwen2", "nanochat", "superbpe-stage1",
    "superbpe-stage2", "scientific", "whitespace",
)  # fmt: skip
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


@cache
def trained(pattern: str) -> Tokenizer:
    corpus = Corpus.from_paths(sample_corpus_folder())
    config = TrainingConfig(1500, pattern=pattern, special_tokens=SPECIAL)
    return train_tokenizer(corpus, config)


def loaded(tokenizer: Tokenizer, directory) -> tiktoken.Encoding:
    """Through the Python file of the export, as its users do it."""
    loader = export_tokenizer(tokenizer, "tiktoken", directory)[2]
    spec = importlib.util.spec_from_file_location("exported_loader", loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.load_encoding()


def ids_by_rank(tokenizer: Tokenizer, text: str) -> list[int]:
    """tiktoken on one piece: no split pattern in between."""
    ranks = {token: i for i, token in enumerate(tokenizer.vocabulary)}
    encoding = tiktoken.Encoding(
        "piece", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={}
    )
    return encoding.encode_ordinary(text)


@pytest.mark.parametrize("pattern", PRESETS)
def test_ids_are_those_of_tiktoken_on_texts_of_every_kind(pattern, tmp_path):
    tokenizer = trained(pattern)
    theirs = loaded(tokenizer, tmp_path)
    texts = many_texts()
    assert len(texts) >= 1000
    for text in texts:
        ids = theirs.encode_ordinary(text)
        assert ids == tokenizer.encode(text), repr(text)
        assert theirs.decode(ids) == text


def test_special_tokens_are_text_or_parsed(tmp_path):
    tokenizer = trained("cl100k")
    theirs = loaded(tokenizer, tmp_path)
    text = "<|im_start|>user\nHi<|im_end|> <|endoftext|>"
    assert theirs.encode_ordinary(text) == tokenizer.encode(text)
    assert theirs.encode(text, allowed_special="all") == tokenizer.encode(text, special="parse")
    assert theirs.n_vocab == tokenizer.vocab_size


def test_the_sidecar_tells_all_that_the_rank_file_lacks(tmp_path):
    tokenizer = trained("o200k")
    paths = export_tokenizer(tokenizer, "tiktoken", tmp_path, name="my-bpe")
    assert [p.name for p in paths] == [
        "my-bpe.tiktoken",
        "my-bpe.tiktoken.json",
        "my_bpe_tiktoken.py",
    ]
    sidecar = json.loads(paths[1].read_text("utf-8"))
    assert sidecar["sha256"] == hashlib.sha256(paths[0].read_bytes()).hexdigest()
    assert sidecar["pattern"] == tokenizer.pattern
    assert sidecar["special_tokens"] == tokenizer.special_tokens
    assert sidecar["vocab_size"] == 1500
    assert paths[0].read_bytes().splitlines()[97] == b"YQ== 97"


def test_a_changed_rank_file_is_not_loaded(tmp_path):
    tokenizer = trained("gpt2")
    loader = export_tokenizer(tokenizer, "tiktoken", tmp_path)[2]
    ranks = tmp_path / "tokenizer.tiktoken"
    ranks.write_bytes(ranks.read_bytes().replace(b"YQ== 97\n", b"YQ== 98\n"))
    spec = importlib.util.spec_from_file_location("changed_loader", loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(ValueError, match="not the file"):
        module.load_encoding()


def test_unused_ids_stay_without_a_rank(tmp_path):
    config = TrainingConfig(400, special_tokens=("<|bos|>",))
    tokenizer = train_tokenizer(Corpus.from_texts(["abab"]), config)
    theirs = loaded(tokenizer, tmp_path)
    assert theirs.encode_single_token("<|bos|>") == 399
    with pytest.raises(KeyError):
        theirs.decode_single_token_bytes(tokenizer.unused_ids[0])
    assert any("get no rank" in note for note in export_notes(tokenizer, "tiktoken"))


@pytest.mark.parametrize("pattern", ["none", r"\d+", r"[a-z]+| +$", r"(?i:don't)|\w++| "])
def test_what_a_pattern_leaves_out_is_kept(pattern, tmp_path):
    corpus = Corpus.from_paths(sample_corpus_folder() / "eng.txt")
    tokenizer = train_tokenizer(corpus, TrainingConfig(400, pattern=pattern))
    theirs = loaded(tokenizer, tmp_path)
    for text in (*some_texts(7), "ab12cd", "end  ", "end  \n"):
        assert theirs.encode_ordinary(text) == tokenizer.encode(text), repr(text)


def test_a_pattern_that_takes_everything_is_written_as_it_is():
    assert tiktoken_pattern(trained("llama3")) == trained("llama3").pattern


def test_a_prefix_among_special_tokens_is_noted():
    tokenizer = Tokenizer([(97, 98)], special_tokens={"<|a|>": 257, "<|a|>b": 258})
    assert any("not defined" in note for note in export_notes(tokenizer, "tiktoken"))


# ---- merging by rank against merging by pairs ----------------------------------------------------


def test_merges_that_rank_order_would_change_are_refused(tmp_path):
    # "abc" is a + bc here, but ab comes first by rank: tiktoken still takes the piece whole.
    inherited = Tokenizer([(97, 98), (98, 99), (97, 257)])
    assert inherited.encode("abc") != ids_by_rank(inherited, "abc")
    with pytest.raises(ExportError, match=r"Token 258 \(b'abc'\)"):
        export_tokenizer(inherited, "tiktoken", tmp_path)


def test_equal_ids_under_two_ranks_are_refused(tmp_path):
    doubled = Tokenizer([(97, 98), (256, 99), (98, 99), (97, 258)])
    with pytest.raises(ExportError, match="same bytes"):
        export_tokenizer(doubled, "tiktoken", tmp_path)


def test_trained_tokenizers_have_no_conflict():
    for pattern in PRESETS:
        assert first_rank_conflict(trained(pattern)) is None


@st.composite
def any_merges(draw) -> list[tuple[int, int]]:
    """Merges in no sensible order, over two letters; no two with the same bytes."""
    tokens = [bytes([i]) for i in range(256)]
    merges: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(1, 8))):
        ids = st.sampled_from([97, 98, *range(256, len(tokens))])
        left, right = draw(ids), draw(ids)
        if tokens[left] + tokens[right] not in tokens:
            merges.append((left, right))
            tokens.append(tokens[left] + tokens[right])
    return merges


@given(any_merges(), st.lists(st.text("ab", min_size=1, max_size=14), min_size=12, max_size=12))
def test_a_conflict_is_found_just_when_the_ids_can_differ(merges, texts):
    tokenizer = Tokenizer(merges, pattern="none")
    conflict = first_rank_conflict(tokenizer)
    if conflict is None:
        for text in (*texts, *(token.decode() for token in tokenizer.vocabulary[256:])):
            assert tokenizer.encode(text) == ids_by_rank(tokenizer, text)
    else:
        text = conflict.token.decode()
        assert tokenizer.encode(text) != ids_by_rank(tokenizer, text)


@st.composite
def any_numbering(draw) -> Tokenizer:
    """Merges with ids in any order and tokens without merges, over three letters."""
    tokens = [bytes([i]) for i in range(256)]
    pairs: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(1, 6))):
        positions = st.sampled_from([97, 98, 99, *range(256, len(tokens))])
        left, right = draw(positions), draw(positions)
        if tokens[left] + tokens[right] not in tokens:
            pairs.append((left, right))
            tokens.append(tokens[left] + tokens[right])
    extra = draw(st.lists(st.text("abc", min_size=2, max_size=4), max_size=2, unique=True))
    extra = [each.encode() for each in extra if each.encode() not in tokens]
    n = len(pairs) + len(extra)
    is_ordered = draw(st.booleans())
    numbers = list(range(n)) if is_ordered else draw(st.permutations(range(n)))
    ids = [*range(256), *(256 + number for number in numbers[: len(pairs)])]
    numbered = dict(zip(extra, (256 + number for number in numbers[len(pairs) :]), strict=True))
    return Tokenizer(
        [(ids[left], ids[right]) for left, right in pairs],
        pattern="none",
        vocab_size=256 + n,
        numbering=Numbering(ids, numbered, ignore_merges=draw(st.booleans())),
    )


SHORT_TEXTS = ["".join(letters) for n in range(1, 6) for letters in product("abc", repeat=n)]


@settings(max_examples=100, deadline=None)
@given(any_numbering())
def test_ids_read_as_ranks_are_refused_just_when_tiktoken_differs(tokenizer):
    ranks = {token: number for number, token in ordinary_tokens(tokenizer)}
    theirs = tiktoken.Encoding("any", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={})
    token = rank_difference(tokenizer)
    text = next((t for t in SHORT_TEXTS if tokenizer.encode(t) != theirs.encode(t)), None)
    if token is None:
        assert text is None


def test_two_parts_that_later_merges_leave_of_a_whole_token():
    """abc is a token without merges; once there is bc, tiktoken makes it of a and bc."""
    merges = [(98, 99)]
    numbering = Numbering([*range(256), 257], {b"abc": 256}, ignore_merges=True)
    tokenizer = Tokenizer(merges, pattern="none", vocab_size=258, numbering=numbering)
    assert tokenizer.encode("abca") == [97, 257, 97]
    assert rank_difference(tokenizer) == b"abc"


def test_an_id_that_a_later_merge_fills_is_no_rank():
    """bc has the id between those of ab and cd, but is merged last."""
    numbering = Numbering([*range(256), 256, 258, 257])
    merges = [(97, 98), (99, 100), (98, 99)]
    tokenizer = Tokenizer(merges, pattern="none", vocab_size=259, numbering=numbering)
    assert tokenizer.encode("bcd") == [98, 258]
    assert rank_difference(tokenizer) == b"bc"
    apart = Tokenizer([(97, 98), (99, 100), (101, 102)], pattern="none", vocab_size=259,
                      numbering=numbering)  # fmt: skip
    assert rank_difference(apart) is None
