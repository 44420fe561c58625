"""What the training record says of tokens, against an encode and a merge-by-merge replay."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.analysis.usage import token_usage
from engine.analysis.vocabulary import INSIDE_SHARE, making_by_label, vocabulary_lineage
from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.training.training import train_tokenizer
from tests.reference_bpe import merge, pretokens_of
from tests.texts import some_texts

REPEATING = ("banana bandana " * 6, "aaaa aaaaaaa aaa " * 9, "Kentucky kentucky entuck " * 4)


@pytest.fixture(scope="module", params=["gpt2", "none"])
def texts_and_tokenizer(request) -> tuple[list[str], Tokenizer]:
    texts = [*some_texts(40), *REPEATING]
    config = TrainingConfig(900, pattern=request.param, special_tokens=("<|x|>",))
    return texts, train_tokenizer(Corpus.from_texts(texts), config)


def test_what_is_left_is_what_encoding_the_corpus_gives(texts_and_tokenizer):
    texts, tokenizer = texts_and_tokenizer
    lineage = vocabulary_lineage(tokenizer)
    usage = token_usage(tokenizer, Corpus.from_texts(texts))
    made = slice(256, 256 + tokenizer.n_merges)
    assert lineage.remaining[made].tolist() == usage.counts[made].tolist()
    assert lineage.n_tokens == usage.tokens
    assert (lineage.remaining[made] == 0).any()
    assert lineage.remaining[:256].tolist() == [-1] * 256
    assert lineage.remaining[256 + tokenizer.n_merges :].tolist() == [-1]


def test_a_smaller_size_has_its_own_lineage(texts_and_tokenizer):
    texts, tokenizer = texts_and_tokenizer
    smaller = tokenizer.truncated(500)
    usage = token_usage(smaller, Corpus.from_texts(texts))
    made = slice(256, 256 + smaller.n_merges)
    assert vocabulary_lineage(smaller).remaining[made].tolist() == usage.counts[made].tolist()


def test_a_weighted_corpus_is_told_of_as_it_is():
    """Weights decide which pairs are merged; what is left is counted in the text itself."""
    sources = [Source("a", texts=tuple(some_texts(30))), Source("b", texts=REPEATING)]
    config = TrainingConfig(600)
    tokenizer = train_tokenizer(Corpus(sources), config, mixture=Mixture(alpha=0.0))
    plain = train_tokenizer(Corpus(sources), config)
    assert tokenizer.merges.tolist() != plain.merges.tolist()
    usage = token_usage(tokenizer, Corpus(sources))
    lineage = vocabulary_lineage(tokenizer)
    assert lineage.remaining[256:].tolist() == usage.counts[256:].tolist()
    assert lineage.n_tokens == usage.tokens


def test_label_by_label_it_is_what_encoding_gives():
    texts = some_texts(40)
    sources = [Source("a", texts=tuple(texts[:20])), Source("b", texts=REPEATING),
               Source("a", texts=tuple(texts[20:]))]  # fmt: skip
    tokenizer = train_tokenizer(Corpus(sources), TrainingConfig(600))
    uses = token_usage(tokenizer, Corpus(sources)).by_label
    for token_id in range(256, 600):
        making = making_by_label(tokenizer, token_id)
        assert making.labels == uses.labels == ("a", "b")
        assert making.remaining.tolist() == uses.of(token_id).tolist()
        assert making.made.sum() == tokenizer.training.applied[token_id - 256]
    assert making.n_bytes[1] == len("".join(REPEATING).encode())
    assert making_by_label(tokenizer, ord("a")) is None
    assert making_by_label(Tokenizer(tokenizer.merges), 300) is None


def test_inside_one_and_picky_against_a_replay(texts_and_tokenizer):
    """Every pre-token merged step by step; what each merge takes is counted in the lists."""
    texts, tokenizer = texts_and_tokenizer
    words = Counter(word for text in texts for word in pretokens_of(text, tokenizer.pattern))
    parts = {word: list(word) for word in words}
    made: dict[int, int] = {}
    into: dict[int, Counter[int]] = {}
    picky = set()
    for rank, (left, right) in enumerate(tokenizer.merges.tolist()):
        before = counted(words, parts)
        parts = {word: merge(ids, (left, right), 256 + rank) for word, ids in parts.items()}
        after = counted(words, parts)
        made[256 + rank] = after[256 + rank]
        for half in {left, right} & made.keys():
            taken = before[half] - after[half]
            into.setdefault(half, Counter())[256 + rank] = taken
            if taken >= INSIDE_SHARE * before[half]:
                picky.add(half)
    lineage = vocabulary_lineage(tokenizer)
    assert set(np.flatnonzero(lineage.picky).tolist()) == picky
    for token_id, count in made.items():
        most = max(into.get(token_id, {-1: 0}).values())
        assert lineage.inside_share[token_id] == most / count
        partner = int(lineage.inside[token_id])
        assert into.get(token_id, {-1: 0})[partner] == most
    inside = set(np.flatnonzero(lineage.inside_share >= INSIDE_SHARE).tolist())
    assert inside < picky


def counted(words: Counter[bytes], parts: dict[bytes, list[int]]) -> Counter[int]:
    found: Counter[int] = Counter()
    for word, times in words.items():
        for token_id in parts[word]:
            found[token_id] += times
    return found


def test_without_a_record_nothing_is_said():
    assert vocabulary_lineage(Tokenizer([(97, 98)])) is None
