"""The worked example of engine/README.md, as written there."""

from __future__ import annotations

import re
from pathlib import Path

from engine.corpus.corpus import Corpus
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer

README = Path(__file__).parents[2] / "engine" / "README.md"
ROW = re.compile(r"\| (\d+) \| `(.+?)` `(.+?)` \| (\d+) \|")


def test_the_worked_example():
    rows = [
        (left.encode(), right.encode(), int(count))
        for _, left, right, count in ROW.findall(README.read_text(encoding="utf-8"))
    ]
    corpus = Corpus.from_texts(["low"] * 5 + [" low"] * 2 + ["lower"])
    tokenizer = train_tokenizer(corpus, TrainingConfig(256 + len(rows)))
    vocabulary = tokenizer.vocabulary
    assert len(rows) == 4
    assert rows == [
        (vocabulary[left], vocabulary[right], count)
        for (left, right), count in zip(
            tokenizer.merges.tolist(), tokenizer.training.counts.tolist(), strict=True
        )
    ]
