"""The candidates of the superword benchmark give the same ids on any number of threads."""

from __future__ import annotations

import numpy as np

from benchmarks.superword_encoding import _candidates
from engine import TrainingConfig, train_tokenizer
from engine.settings import Superwords
from tests.superword_runs import VOCAB_SIZE, superword_corpus

TEXTS = ["by the people for the people", "in der Nacht", "是的，我们在这里。", ""]


def test_candidates_give_the_ids_of_the_tokenizer(tmp_path):
    config = TrainingConfig(VOCAB_SIZE, pattern="superbpe-stage1", superwords=Superwords(0.8))
    tokenizer = train_tokenizer(superword_corpus(), config)
    expected = [tokenizer.encode(text) for text in TEXTS]
    candidates = _candidates(tokenizer, tmp_path, n_threads=2)
    del candidates["subwords"]  # the merges of the first stage alone
    for name, encode in candidates.items():
        assert [np.asarray(ids).tolist() for ids in encode(TEXTS)] == expected, name
