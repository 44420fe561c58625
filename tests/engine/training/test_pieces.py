"""Tokenizers of characters: equal to sentencepiece's BPE and to a slow reference."""

from __future__ import annotations

import io
import random
from collections import Counter
from copy import deepcopy
from itertools import pairwise

import numpy as np
import pytest
import sentencepiece
import tokenizers

from engine import Corpus, Mixture, Splitter, Tokenizer, TrainingConfig, train_tokenizer
from engine.errors import ConfigError, ExportError
from engine.formats import export_tokenizer, load_any_tokenizer, load_tokenizer
from engine.library import LibraryTokenizer
from engine.settings import Pieces
from workbench.tokens.text_encoding import TextToEncode, encode_columns

WORDS = (
    "low lower lowest newer widest cat sat mat wörld 你好 世界 naïve 12 345 x=1 🙂".split()  # noqa: SIM905
)
N_BEFORE = 259
"""Special tokens and bytes."""


def some_lines(seed: int, n: int = 60) -> list[str]:
    chance = random.Random(seed)
    return [
        " ".join(chance.choice(WORDS) + chance.choice(["", "s", "er", "!"]) for _ in range(8))
        for _ in range(n)
    ]


def theirs(lines: list[str], size: int, **options: object) -> bytes:
    """The model that sentencepiece trains with settings that are those of Pieces()."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=out,
        **{
            "model_type": "bpe",
            "vocab_size": size,
            "normalization_rule_name": "identity",
            "remove_extra_whitespaces": False,
            "byte_fallback": True,
            "split_by_unicode_script": False,
            "split_by_number": False,
            "minloglevel": 3,
            "num_threads": 1,
            **options,
        },
    )
    return out.getvalue()


def names(tokenizer: Tokenizer) -> list[str]:
    return [token.decode("utf-8", "replace").replace(" ", "▁") for token in tokenizer.vocabulary]


def train_pieces(lines: list[str], pieces: Pieces, n_merges: int) -> list[str]:
    """The slow reference: all pairs counted again for each merge."""
    counts = Counter("".join(lines).replace(" ", "▁") + "▁" * len(lines))
    total, before, alphabet = sum(counts.values()), 0, []
    for character, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if pieces.coverage < 1 and before / total >= pieces.coverage:
            break
        alphabet.append(character)
        before += n
    words = Counter(word for line in lines for word in f"▁{line}".replace(" ", " ▁").split(" "))
    parts = {word: list(word) for word in words}
    made: list[str] = []
    while len(made) < n_merges:
        pairs: Counter[tuple[str, str]] = Counter()
        for word, symbols in parts.items():
            for pair in pairwise(symbols):
                pairs[pair] += words[word]
        allowed = [
            pair
            for pair in pairs
            if "".join(pair) not in made
            and set("".join(pair)) <= set(alphabet)
            and len("".join(pair)) <= pieces.longest
        ]
        if not allowed:
            break
        best = min(allowed, key=lambda p: (-pairs[p], len("".join(p)), "".join(p)))
        made.append("".join(best))
        for symbols in parts.values():
            at = 0
            while at + 1 < len(symbols):
                if (symbols[at], symbols[at + 1]) == best:
                    symbols[at : at + 2] = ["".join(best)]
                at += 1
    return made + alphabet


def trained(lines: list[str], size: int, pieces: Pieces, **settings: object) -> Tokenizer:
    return train_tokenizer(
        Corpus.from_texts(lines), TrainingConfig(size, pieces=pieces, **settings)
    )


@pytest.mark.parametrize("coverage", [1.0, 0.98])
@pytest.mark.parametrize("seed", [1, 2])
def test_equals_the_slow_reference(seed, coverage):
    lines, pieces = some_lines(seed), Pieces(coverage=coverage, longest=6)
    tokenizer = trained(lines, 360, pieces)
    n_characters = len(tokenizer.vocabulary) - N_BEFORE
    expected = train_pieces(lines, pieces, 10_000)
    n_alphabet = len(train_pieces(lines, pieces, 0))
    merges = expected[:-n_alphabet][: n_characters - n_alphabet]
    assert names(tokenizer)[N_BEFORE:] == merges + expected[-n_alphabet:]


@pytest.mark.parametrize(
    ("pieces", "options"),
    [
        (Pieces(), {}),
        (Pieces(coverage=0.985), {"character_coverage": 0.985}),
        (Pieces(split_digits=True), {"split_digits": True}),
        (Pieces(split="none"), {"split_by_whitespace": False}),
        (Pieces(prefix_space=False), {"add_dummy_prefix": False}),
        (Pieces(longest=4), {"max_sentencepiece_length": 4}),
    ],
)
def test_vocabulary_and_ids_are_those_of_sentencepiece(pieces, options):
    lines, size = some_lines(3, 200), 330
    processor = sentencepiece.SentencePieceProcessor(model_proto=theirs(lines, size, **options))
    tokenizer = trained(lines, size, pieces)
    expected = [processor.id_to_piece(i) for i in range(size)]
    assert names(tokenizer)[N_BEFORE:] == expected[N_BEFORE:]
    for text in strange_texts(100):
        assert tokenizer.encode(text) == processor.encode(text), text


def strange_texts(n: int) -> list[str]:
    chance = random.Random(n)
    letters = "lowerscat 12ömï你好世界☃🙂é  \n\t▁"
    texts = ["", " ", "  low", "low ", "▁low", "\n", "new☃er", "<s>low</s>", "<0x0A>"]
    return texts + ["".join(chance.choices(letters, k=chance.randrange(40))) for _ in range(n)]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return trained(some_lines(4), 360, Pieces(coverage=0.98), special_tokens=("<|end|>",))


def test_every_text_comes_back(tokenizer, tmp_path):
    loaded = load_tokenizer(tokenizer.save(tmp_path))
    assert loaded == tokenizer
    assert loaded.training.config == tokenizer.training.config
    texts = [text.replace("▁", "") for text in strange_texts(100)]
    for text, ids in zip(texts, tokenizer.encode_batch(texts, n_threads=2), strict=True):
        assert tokenizer.decode(ids) == text
        assert ids.tolist() == loaded.encode(text) == deepcopy(tokenizer).encode(text)
        assert tokenizer.decode(tokenizer.encode(text, dropout=0.5, seed=1)) == text
    marked = " low<|end|> lower<|end|>"
    ids = tokenizer.encode(marked, special="parse")
    assert ids.count(tokenizer.special_tokens["<|end|>"]) == 2
    assert tokenizer.decode(ids) == marked
    assert (
        tokenizer.encode("x", dropout=1.0) == tokenizer.encode(" ")[:1] + tokenizer.encode("x")[1:]
    )


def test_pre_tokens_that_are_cut_before_give_the_ids_of_the_text(tokenizer):
    """Its bytes take the places of characters that have no id."""
    data = tokenizer.normalized("low ☃ 🙂er ☃".encode())
    encoder = tokenizer.batch_encoder.encoders(1)[0]
    ids = encoder.encode_spans(data, Splitter(tokenizer.pattern).spans(data))
    assert ids.tolist() == tokenizer.encode("low ☃ 🙂er ☃")
    assert [tokenizer.vocabulary[i] for i in ids].count(b"\x98") == 2


def test_spans_are_those_of_the_text_with_its_prefix(tokenizer):
    spans = tokenizer.token_spans("low ☃")
    data = tokenizer.normalized("low ☃".encode())
    assert data == " low ☃".encode()
    assert spans.starts[-1] == len(data)
    assert [tokenizer.vocabulary[i] for i in spans.ids][-3:] == [b"\xe2", b"\x98", b"\x83"]


def test_tokens_shows_the_text_with_its_prefix(tokenizer):
    encoded = encode_columns(TextToEncode(b" low \xe2\x98\x83", "text", (tokenizer,)))
    spans = encoded.columns[0].spans
    assert spans.data == b"  low \xe2\x98\x83"
    assert spans.bounds[-1] == len(spans.data)


def test_a_larger_training_contains_the_smaller_one(tokenizer):
    lines = some_lines(4)
    smaller = trained(lines, 340, Pieces(coverage=0.98), special_tokens=("<|end|>",))
    cut = tokenizer.truncated(340)
    assert cut == smaller
    assert cut.training.counts.tolist() == smaller.training.counts.tolist()
    with pytest.raises(ConfigError, match=r"can be truncated to a size from 2[89]"):
        tokenizer.truncated(270)


def test_the_record_counts_the_tokens_of_the_corpus():
    sources = {"a": some_lines(5, 30), "b": some_lines(6, 20)}
    corpus = Corpus.from_iterator(
        {label: lambda lines=lines: iter(lines) for label, lines in sources.items()}
    )
    mixture = Mixture(shares={"a": 0.8, "b": 0.2})
    tokenizer = train_tokenizer(
        corpus, TrainingConfig(350, pieces=Pieces(coverage=0.98)), mixture=mixture
    )
    record = tokenizer.training
    for column, lines in enumerate(sources.values()):
        n_tokens = sum(len(tokenizer.encode(line)) for line in lines)
        n_bytes = sum(len(line.encode()) + 1 for line in lines)
        assert n_bytes - record.source_applied[:, column].sum() == n_tokens
    assert np.array_equal(record.source_applied.sum(axis=1), record.applied)


def test_exports_give_identical_ids(tokenizer, tmp_path):
    export_tokenizer(tokenizer, "sentencepiece", tmp_path)
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    processor = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "tokenizer.model"))
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    back = load_any_tokenizer(tmp_path / "tokenizer.model")
    assert isinstance(back, Tokenizer)
    assert back.special_tokens == tokenizer.special_tokens
    assert [processor.id_to_piece(i) for i in range(3)] == ["<unk>", "<s>", "</s>"]
    for text in strange_texts(200):
        ids = tokenizer.encode(text)
        assert processor.encode(text) == ids, text
        assert back.encode(text) == ids, text
        assert processor.decode(ids) == tokenizer.decode(ids)
        if "<s>" not in text:
            assert library.encode(text, add_special_tokens=False).ids == ids, text
            assert library.decode(ids) == tokenizer.decode(ids)


def test_a_model_of_sentencepiece_is_read(tmp_path):
    lines = some_lines(7)
    whole_runs = {"allow_whitespace_only_pieces": True, "character_coverage": 0.98}
    for name, options in (("a", {}), ("b", whole_runs), ("c", {"split_by_whitespace": False})):
        file = tmp_path / f"{name}.model"
        file.write_bytes(theirs([*lines, "    x", "      y"] * 3, 350, **options))
        processor = sentencepiece.SentencePieceProcessor(model_file=str(file))
        tokenizer = load_tokenizer(file)
        assert tokenizer.roles == {"unk": "<unk>", "bos": "<s>", "eos": "</s>"}
        for text in strange_texts(150):
            assert tokenizer.encode(text) == processor.encode(text), text


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"model_type": "unigram"}, "Unigram"),
        ({"byte_fallback": False}, "without byte fallback"),
        ({"normalization_rule_name": "nmt_nfkc"}, "rewrites texts"),
        ({"remove_extra_whitespaces": True}, "removes repeated blanks"),
        ({"user_defined_symbols": ["low"]}, "user-defined"),
    ],
)
def test_other_models_run_in_their_library(options, reason, tmp_path):
    file = tmp_path / "x.model"
    file.write_bytes(theirs(some_lines(8), 330, hard_vocab_limit=False, **options))
    tokenizer = load_any_tokenizer(file)
    assert isinstance(tokenizer, LibraryTokenizer)
    assert reason in tokenizer.reason
    tokenizer.close()


def test_a_model_that_is_cut_off_is_a_sentence(tmp_path):
    file = tmp_path / "x.model"
    file.write_bytes(theirs(some_lines(8), 330)[:500])
    with pytest.raises(Exception, match=r"SentencePiece|sentencepiece"):
        load_any_tokenizer(file)


def test_other_formats_refuse_pieces_and_the_model_refuses_bytes(tokenizer, tmp_path):
    with pytest.raises(ExportError, match="tokenizer of characters"):
        export_tokenizer(tokenizer, "tiktoken", tmp_path)
    with pytest.raises(ExportError, match="no export format for this tokenizer"):
        export_tokenizer(Tokenizer([(97, 98)]), "sentencepiece", tmp_path)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Pieces(coverage=0), "above 0 and at most 1"),
        (lambda: Pieces(split="words"), "white-space, none"),
        (lambda: Pieces(longest=0), "1 to"),
        (lambda: Pieces(split_digits="yes"), "True or False"),
        (lambda: TrainingConfig(400, pieces=True), "pieces must be"),
        (lambda: TrainingConfig(400, pieces=Pieces(), pattern="cl100k"), "pattern follows"),
        (lambda: trained(some_lines(1), 270, Pieces()), "no room for the 3"),
    ],
)
def test_bad_settings_get_a_sentence(make, sentence):
    with pytest.raises(ConfigError, match=sentence):
        make()
