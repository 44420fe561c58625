from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine.analysis.usage import TokenUsage, token_usage, usage_steps
from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.errors import CorpusError
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import some_texts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(700, normalization="nfc", special_tokens=("<|x|>",))
    return train_tokenizer(Corpus.from_texts(some_texts(20)), config)


def test_uses_are_those_of_an_encode(tokenizer):
    texts = [*some_texts(), "<|x|> is text"]
    usage = token_usage(tokenizer, Corpus.from_texts(texts))
    wanted = Counter(token_id for text in texts for token_id in tokenizer.encode(text))
    assert usage.counts.tolist() == [wanted[i] for i in range(tokenizer.vocab_size)]
    assert usage.tokens == wanted.total()
    assert usage.bytes == sum(len(tokenizer.normalized(text.encode())) for text in texts)
    assert usage.documents == sum(map(bool, texts))


def test_a_long_text_is_counted_on_all_cores_with_progress(tokenizer):
    text = " ".join(some_texts()) * 40
    steps = usage_steps(tokenizer, Corpus.from_texts([text]))
    seen = []
    usage = result_of(steps, seen.append)
    shares = [progress.done / max(1, progress.total) for progress in seen]
    assert usage.counts.tolist() == np.bincount(
        tokenizer.encode_to_array(text), minlength=tokenizer.vocab_size
    ).tolist()  # fmt: skip
    assert shares == sorted(shares)
    assert usage.documents == 1


def test_the_fewest_tokens_that_cover_a_share():
    counts, lengths = np.array([5, 1, 0, 2, 4, 3]), np.array([1, 9, 4, 2, 3, 1])
    usage = TokenUsage(counts, lengths, 1, int((counts * lengths).sum()))
    covered = (counts * lengths).tolist()
    for share in (0.01, 0.27, 0.36, 0.5, 0.64, 0.8, 0.9, 0.99, 1.0):
        fewest = next(
            k
            for k in range(1, 7)
            for chosen in combinations(range(6), k)
            if sum(covered[i] for i in chosen) >= share * sum(covered) - 1e-9
        )
        ids = usage.covering(share).tolist()
        assert len(ids) == fewest
        assert sum(covered[i] for i in ids) >= share * sum(covered) - 1e-9


def test_no_text_and_no_file(tokenizer, tmp_path):
    usage = token_usage(tokenizer, Corpus.from_texts([""]))
    assert usage.tokens == 0
    assert usage.covering(0.5).tolist() == []
    (tmp_path / "a.txt").write_text("x", "utf-8")
    corpus = Corpus.from_paths([tmp_path / "a.txt"])
    (tmp_path / "a.txt").unlink()
    with pytest.raises(CorpusError, match=r"a\.txt"):
        token_usage(tokenizer, corpus)


def test_uses_label_by_label(tokenizer):
    texts = some_texts()
    parts = (("a", texts[:30]), ("b", texts[30:50]), ("a", texts[50:60]), ("none", [""]))
    corpus = Corpus([Source(label, texts=tuple(part)) for label, part in parts])
    uses = token_usage(tokenizer, corpus).by_label
    assert uses is not None
    assert uses.labels[:2] == ("a", "b")
    wanted = {label: Counter() for label in uses.labels}
    for label, part in parts[:3]:
        for text in part:
            wanted[label].update(tokenizer.encode(text))
    for token_id in range(tokenizer.vocab_size):
        assert uses.of(token_id).tolist() == [wanted[label][token_id] for label in uses.labels]
    assert uses.tokens.tolist() == [wanted[label].total() for label in uses.labels]
