"""Where each pre-token is met first: the same for any number of threads and any size of pieces."""

from __future__ import annotations

import numpy as np
import pytest

from engine.corpus import pieces as document_batches
from engine.corpus.corpus import Corpus
from engine.counting.counts import count_pretokens
from engine.machine import result_of
from engine.splitting.splitter import Splitter
from tests import reference_bpe


def documents() -> list[str]:
    """Documents of many sizes with words on both sides of 15 bytes, none of them empty."""
    rng = np.random.default_rng(11)
    words = [bytes(rng.integers(97, 103, int(n))).decode() for n in rng.integers(1, 30, 4000)]
    return [" ".join(rng.choice(words, size)) for size in (3, 9000, 1, 25, 2500, 2)]


@pytest.mark.parametrize(("n_threads", "batch_bytes"), [(1, 1 << 20), (2, 5000), (3, 700)])
def test_first_positions_are_those_of_reading_from_the_start(n_threads, batch_bytes, monkeypatch):
    monkeypatch.setattr(document_batches, "BATCH_BYTES", batch_bytes)
    splitter = Splitter("gpt2")
    expected: dict[bytes, int] = {}
    at = 0
    for text in documents():
        for piece in reference_bpe.pretokens_of(text, splitter.pattern):
            expected.setdefault(piece, at)
            at += len(piece)
    corpus = Corpus.from_texts(documents())
    result = result_of(count_pretokens(corpus, splitter, n_threads=n_threads))
    found = {result.pretoken(i): int(result.first_positions[i]) for i in range(result.n_unique)}
    assert found == expected
