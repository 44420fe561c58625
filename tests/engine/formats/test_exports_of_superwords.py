"""Superword tokenizers in files of other libraries: the same ids there, and here read again."""

from __future__ import annotations

import json

import pytest
import tiktoken
import tokenizers
from tiktoken.load import load_tiktoken_bpe

from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError
from engine.formats import export_tokenizer
from engine.settings.config import TrainingConfig
from engine.settings.special_tokens import N_BYTES
from engine.settings.superwords import Superwords
from engine.training.training import train_tokenizer
from tests.texts import some_texts

PROSE = (
    "One of the first things that one of them said was that it is not the end of the world. "
    "In the end, of the 1234567 things... it is one of them!  It was, of course, not the case.\n"
)
TEXTS = (*some_texts(12), PROSE * 3, "of the end\n\nof the end" * 20, " ٣٣٣٣٣ 1" + "7" * 70)
FORMATS = ("tokenizer.json", "vocab.json", "tiktoken", "minbpe")
PATTERNS = ("superbpe-stage2", "superbpe-paper", "none")


@pytest.fixture(scope="module")
def merges():
    config = TrainingConfig(800, pattern="gpt2", superwords=Superwords(0.7))
    return train_tokenizer(Corpus.from_texts([*TEXTS, PROSE * 60]), config).merges


def joined(tokenizer: Tokenizer, texts: tuple[str, ...]) -> int:
    """How many tokens of these texts reach over a space between words."""
    ids = [token_id for text in texts for token_id in tokenizer.encode(text)]
    return sum(b" " in tokenizer.vocabulary[i].strip() for i in ids)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_tokenizers_and_tiktoken_give_the_same_ids(merges, pattern, tmp_path):
    tokenizer = Tokenizer(merges, pattern=pattern)
    assert joined(tokenizer, TEXTS) > 30
    expected = [tokenizer.encode(text) for text in TEXTS]
    file = export_tokenizer(tokenizer, "tokenizer.json", tmp_path)[0]
    theirs = tokenizers.Tokenizer.from_file(str(file))
    assert [theirs.encode(text).ids for text in TEXTS] == expected
    steps = json.loads(file.read_text("utf-8"))["pre_tokenizer"]
    if pattern != "none":
        assert [step["type"] for step in steps["pretokenizers"]] == ["Split", "ByteLevel"]
        assert steps["pretokenizers"][0]["behavior"] == "Isolated"
        assert not steps["pretokenizers"][1]["use_regex"]
    ranks, facts, *_ = export_tokenizer(tokenizer, "tiktoken", tmp_path)
    encoding = tiktoken.Encoding(
        "x", pat_str=json.loads(facts.read_text("utf-8"))["pattern"],
        mergeable_ranks=load_tiktoken_bpe(str(ranks)), special_tokens={},
    )  # fmt: skip
    assert [encoding.encode_ordinary(text) for text in TEXTS] == expected


@pytest.mark.parametrize("format_name", FORMATS)
def test_what_is_read_again_encodes_alike_and_in_two_levels(merges, format_name, tmp_path):
    tokenizer = Tokenizer(merges, pattern="superbpe-stage2")
    file = export_tokenizer(tokenizer, format_name, tmp_path)[0]
    pattern = "superbpe-stage2" if format_name == "vocab.json" else None
    again = Tokenizer.load(file, pattern=pattern)
    assert again._encoder.n_first_level == tokenizer._encoder.n_first_level < len(merges)
    for text in TEXTS:
        assert [again.vocabulary[i] for i in again.encode(text)] == [
            tokenizer.vocabulary[i] for i in tokenizer.encode(text)
        ]


@pytest.mark.slow
def test_llama_cpp_knows_the_pattern_of_the_paper_and_cuts_by_it_in_its_own_way(merges, tmp_path):
    paper = Tokenizer(merges, pattern="superbpe-paper")
    with pytest.raises(
        ExportError, match=r"'superbpe' splits differently .*٣.* \(pre='superbpe'\)"
    ):
        export_tokenizer(paper, "gguf", tmp_path)
    with pytest.raises(ExportError, match=r"No pre-tokenizer of llama\.cpp splits"):
        export_tokenizer(Tokenizer(merges, pattern="superbpe-stage2"), "gguf", tmp_path)
    alike = r"\p{N}+?(?=(?>(?:[0-9]{3}){1,99})(?![0-9]))|\p{N}+"
    assert export_tokenizer(Tokenizer(merges, pattern=alike), "gguf", tmp_path)[0].exists()


def test_ranks_that_would_merge_otherwise_are_refused_with_the_token(tmp_path):
    """ " of" joined with " the" while "f t" is merged before: no text is ever encoded to it."""
    of, the = b" of", b" the"
    merges: list[tuple[int, int]] = []
    for word in (of, the):
        left = word[0]
        for byte in word[1:]:
            merges.append((left, byte))
            left = N_BYTES + len(merges) - 1
    merges += [(N_BYTES + 1, N_BYTES + 4), (ord("f"), ord(" "))]
    merges = [merges[-1], *((a + (a >= N_BYTES), b + (b >= N_BYTES)) for a, b in merges[:-1])]
    tokenizer = Tokenizer(merges, pattern="superbpe-stage2")
    with pytest.raises(ExportError, match=r"b' of the'\) is not what its own bytes encode to"):
        export_tokenizer(tokenizer, "tiktoken", tmp_path)
    file = export_tokenizer(tokenizer, "tokenizer.json", tmp_path)[0]
    text = "one of the end of them"
    theirs = tokenizers.Tokenizer.from_file(str(file)).encode(text).ids
    assert theirs == tokenizer.encode(text) and N_BYTES + 6 not in theirs
