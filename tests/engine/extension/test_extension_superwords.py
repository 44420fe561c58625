"""Superwords for tokenizers that were made elsewhere: those of a training at once, ids unmoved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.extension.extension import ExtensionSettings, extend_tokenizer, extend_with_tokens
from engine.extension.learning import ExtensionStep
from engine.machine import StopRequest, result_of
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.settings.superwords import Superwords, superword_rules
from engine.settings.token_lists import MergeRules
from engine.splitting.splitter import Splitter
from engine.training.training import train_tokenizer
from tests import reference_bpe

TEXTS = {
    "eng": "of the cat and of the dog, in the house of the cat. On the mat of the house. " * 8,
    "deu": "in der Tat und in der Nacht, auf der Matte in der Hütte. " * 6,
}
CORPUS = Corpus(Source(label, texts=(text,)) for label, text in TEXTS.items())
OFFICIAL = superword_rules("official")
SETTINGS = ExtensionSettings(superwords=OFFICIAL, held_out=0.0)
SIZE, N_NEW = 300, 25


@pytest.fixture(scope="module")
def old() -> Tokenizer:
    """A tokenizer of which nothing is known but its merges, with a special token."""
    merges = train_tokenizer(CORPUS, TrainingConfig(SIZE)).merges
    return Tokenizer(merges, pattern="gpt2", special_tokens={"<|end|>": SIZE}, vocab_size=SIZE + 1)


@pytest.fixture(scope="module")
def extended(old) -> Tokenizer:
    return result_of(extend_tokenizer(old, CORPUS, N_NEW, settings=SETTINGS)).tokenizer


def test_they_are_those_of_a_training_at_once(extended):
    config = TrainingConfig(SIZE + N_NEW, superwords=Superwords(SIZE))
    at_once = train_tokenizer(CORPUS, config)
    vocabulary = at_once.vocabulary
    assert [vocabulary[i] for i in range(SIZE, SIZE + N_NEW)] == [
        extended.vocabulary[i] for i in range(SIZE + 1, SIZE + 1 + N_NEW)
    ]
    assert extended.pattern == at_once.pattern
    assert extended.superwords == at_once.superwords
    for text in TEXTS.values():
        ours, theirs = extended.encode(text), at_once.encode(text)
        assert [i - (i > SIZE) for i in ours] == theirs


def test_old_ids_stay(old, extended):
    assert list(extended.vocabulary)[: SIZE + 1] == list(old.vocabulary)
    assert extended.special_tokens == old.special_tokens
    assert any(b" " in token[1:] for token in list(extended.vocabulary)[SIZE + 1 :])
    assert "<|end|>" not in extended.decode(extended.encode("of the cat"))


def test_text_is_encoded_as_all_merges_in_their_order_encode_it(extended):
    merges = [tuple(i - (i > SIZE) for i in pair) for pair in extended.merges.tolist()]
    for text in ("of the cat and of the dog", "in der Nacht, of the mat"):
        pieces = reference_bpe.pretokens_of(text, Splitter(extended.pattern).pattern)
        ids = [i for piece in pieces for i in reference_bpe.encode(piece, merges)]
        assert [i - (i > SIZE) for i in extended.encode(text)] == ids


def test_mixture_rules_and_pattern_decide(old):
    only = Mixture(shares={"deu": 1.0})
    settings = replace(SETTINGS, merge_rules=MergeRules((b" in der",)), superword_pattern="none")
    found = result_of(extend_tokenizer(old, CORPUS, 6, settings=settings, mixture=only))
    new = found.new_tokens
    assert found.tokenizer.pattern == Splitter("none").pattern
    assert not any(b"the" in token for token in new)
    assert b" in der" not in new
    assert found.counts.min() > 0


def test_a_person_stops_it(old):
    stop = StopRequest()
    stop.keep()
    found = result_of(extend_tokenizer(old, CORPUS, 5000, settings=SETTINGS, stop=stop))
    assert 0 < found.n_new < 5000
    assert len(found.problems) == 1


def test_what_cannot_have_superwords_is_refused(old, extended):
    with pytest.raises(ConfigError, match="has superwords already"):
        extend_tokenizer(extended, CORPUS, 5, settings=SETTINGS)
    whole = Tokenizer(
        old.merges[:10], pattern="gpt2", special_tokens={}, vocab_size=267,
        numbering=Numbering(range(266), {b"whole words": 266}, ignore_merges=True),
    )  # fmt: skip
    with pytest.raises(ConfigError, match="1 token of this tokenizer is made by no merge"):
        extend_tokenizer(whole, CORPUS, 5, settings=SETTINGS)
    with pytest.raises(ConfigError, match="learned"):
        extend_with_tokens(old, ["of the"], settings=SETTINGS)


def test_a_file_that_changes_while_an_extension_learns_is_noticed(tmp_path):
    path = tmp_path / "eng.txt"
    path.write_text("the rest of the rest of the day. " * 9, "utf-8")
    corpus = Corpus.from_paths([path])
    old = train_tokenizer(corpus, TrainingConfig(270, "gpt2"))
    steps = extend_tokenizer(old, corpus, 9, settings=SETTINGS)
    while next(steps).phase is not ExtensionStep.COUNT:
        pass
    path.write_text("the rest of the rest of the DAY. " * 9, "utf-8")
    with pytest.raises(CorpusError, match=r"eng.txt changed between two passes"):
        result_of(steps)
