"""A finished training continues to a larger vocabulary as if it had never stopped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.errors import CheckpointError, ConfigError
from engine.settings.sources import Mixture
from engine.settings.superwords import Superwords
from engine.training.merges_done import continued_config, superwords_config
from engine.training.training import CountedCorpus, train
from tests.engine.training.interrupted_training import (
    CONFIG,
    SETTINGS,
    finish,
    record_facts,
)

pytestmark = pytest.mark.usefixtures("small_steps")


@pytest.mark.parametrize(
    "name", ["plain", "weighted", "sampled", "first seen", "rare", "superwords"]
)
def test_a_finished_training_continues_as_if_it_had_never_stopped(corpus, name):
    if name == "superwords":
        # Where they begin is a place that stays, though another share of the larger size.
        config, mixture = replace(CONFIG, vocab_size=310, superwords=Superwords(300)), None
    else:
        config, mixture = SETTINGS[name]
        config = replace(config, vocab_size=300)
    small, _ = finish(train(corpus, config, mixture=mixture))
    larger = continued_config(small, 345)
    at_once, _ = finish(train(corpus, larger, mixture=mixture))
    steps = CountedCorpus(corpus).train(larger, mixture, continued=small)
    tokenizer, progress = finish(steps)
    assert tokenizer.merges.tobytes() == at_once.merges.tobytes()
    assert tokenizer.semantic_hash == at_once.semantic_hash
    assert tokenizer.special_tokens == at_once.special_tokens == {"<|end|>": 344}
    ours, theirs = record_facts(tokenizer), record_facts(at_once)
    assert ours.pop("second_stage") is None or name == "superwords"
    theirs.pop("second_stage")
    assert ours == theirs
    told = [merge.rank for value in progress for merge in value.last_merges]
    assert told == list(range(len(tokenizer.merges)))


@pytest.mark.parametrize("start", [290, 300, 315])
def test_superwords_on_a_finished_training_are_those_of_a_training_at_once(corpus, start):
    """Also where the transition lies before the end of the finished training, or beyond it."""
    small, _ = finish(train(corpus, replace(CONFIG, vocab_size=300)))
    config = superwords_config(small, 345, Superwords(start))
    at_once, _ = finish(train(corpus, config))
    tokenizer, _ = finish(CountedCorpus(corpus).train(config, continued=small))
    assert at_once.training.second_stage.n_first == start - 257
    assert tokenizer.merges.tobytes() == at_once.merges.tobytes()
    assert tokenizer.semantic_hash == at_once.semantic_hash
    ours, theirs = record_facts(tokenizer), record_facts(at_once)
    for facts in (ours, theirs):
        facts["second_stage"] = replace(facts["second_stage"], seconds={})
    assert ours == theirs
    with pytest.raises(ConfigError, match="has superwords already"):
        superwords_config(tokenizer, 400, Superwords(350))
    with pytest.raises(ConfigError, match="would begin at a vocabulary of 345"):
        superwords_config(small, 345, Superwords(345))


def test_only_the_same_text_continues(corpus, tmp_path):
    small, _ = finish(train(corpus, replace(CONFIG, vocab_size=300)))
    for size in (300, 299):
        with pytest.raises(ConfigError, match="300 ids already"):
            continued_config(small, size)
    with pytest.raises(ConfigError, match="does not say how it was trained"):
        continued_config(replace_record(small), 400)
    larger = continued_config(small, 340)
    weighted = Mixture(shares={"eng": 0.3, "deu": 0.7})
    path = tmp_path / "d.txt"
    path.write_bytes(path.read_bytes() + b"more")
    for mixture, words in ((None, "text of deu is not"), (weighted, "text of (eng|deu) is not")):
        with pytest.raises(CheckpointError, match=words):
            finish(CountedCorpus(corpus).train(larger, mixture, continued=small))
    other = CountedCorpus(Corpus.from_texts(["ab"]))
    with pytest.raises(CheckpointError, match="only on its own text"):
        finish(other.train(larger, continued=small))


def replace_record(tokenizer):
    """The same tokenizer without its record."""
    return Tokenizer(tokenizer.merges, pattern=tokenizer.pattern, special_tokens={}, vocab_size=300)
