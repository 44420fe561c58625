"""Contexts: a token where it stands as a token, and what is beside it."""

from __future__ import annotations

import pytest

from engine.analysis.usage import context_steps, token_usage
from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.errors import TokenIdError
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import some_texts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer(Corpus.from_texts(some_texts(30)), TrainingConfig(700))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    texts = some_texts(40)
    sources = [Source("one", texts=tuple(texts[:20])), Source("two", texts=tuple(texts[20:])),
               Source("one", texts=tuple(texts[5:9]))]  # fmt: skip
    return Corpus(sources)


def naive(tokenizer, corpus, token_id, per_label):
    """(label, source, document, all of the document left of it, all right of it)."""
    found, n_found = [], {}
    for index, source in enumerate(corpus.sources):
        for number, document in enumerate(filter(None, corpus.encoded_documents(source))):
            place = 0
            for each in tokenizer.encode_to_array(document).tolist():
                end = place + len(tokenizer.vocabulary[each])
                if each == token_id and n_found.get(source.label, 0) < per_label:
                    n_found[source.label] = n_found.get(source.label, 0) + 1
                    found.append((source.label, index, number, document[:place], document[end:]))
                place = end
    return sorted(found, key=lambda each: each[0])


def readable(data: bytes) -> str:
    return data.decode(errors="ignore")


@pytest.mark.parametrize("per_label", [1, 3, 1000])
def test_places_are_those_of_an_encode(tokenizer, corpus, per_label):
    for token_id in (token_usage(tokenizer, corpus).counts[256:].argmax() + 256, ord("a"), 699):
        found = result_of(context_steps(tokenizer, corpus, token_id, per_label=per_label))
        wanted = naive(tokenizer, corpus, token_id, per_label)
        assert [(each.label, each.source, each.document) for each in found] == [
            each[:3] for each in wanted
        ]
        for each, (*_, left, right) in zip(found, wanted, strict=True):
            assert left.endswith(each.left)
            assert right.startswith(each.right)
            assert min(48, len(readable(left))) == len(readable(each.left))
            assert min(48, len(readable(right))) == len(readable(each.right))


def test_progress_brings_what_was_found(tokenizer, corpus):
    steps = context_steps(tokenizer, corpus, ord("e"), per_label=4, width=2)
    seen = []
    found = result_of(steps, seen.append)
    streamed = [context for progress in seen for context in progress.found]
    shares = [progress.done / max(1, progress.total) for progress in seen]
    assert sorted(found, key=repr) == sorted(streamed, key=repr)
    assert streamed
    assert shares == sorted(shares)
    assert all(len(readable(each.left)) <= 2 for each in streamed)


def test_a_part_of_a_character_has_contexts_too(tokenizer):
    corpus = Corpus.from_texts(["a 猫 b"])
    lead = "猫".encode()[0]
    plain = Tokenizer([], pattern="gpt2")
    (found,) = result_of(context_steps(plain, corpus, lead))
    assert (found.left, found.right) == (b"a ", "猫".encode()[1:] + b" b")


def test_an_id_without_a_token_is_refused(tokenizer, corpus):
    with pytest.raises(TokenIdError, match="700"):
        result_of(context_steps(tokenizer, corpus, 700))
