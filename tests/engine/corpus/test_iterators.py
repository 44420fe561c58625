"""Corpora of Python iterators and of datasets: passes, one-shot generators, errors, memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from engine import (
    Corpus,
    CorpusError,
    CountedCorpus,
    Mixture,
    Superwords,
    TrainingConfig,
    evaluate,
    result_of,
    train,
    train_tokenizer,
    write_dataset,
)
from engine.errors import ArgumentError
from tests.texts import WORDS as TEXTS

WORDS = ["the cat sat on the mat", "größer als 你好 zuvor", "der Hund und the dog"] * 40
CONFIG = TrainingConfig(300)


class Passes:
    """Makes a new generator of texts for each pass and counts them."""

    def __init__(self, texts=WORDS):
        self.texts = texts
        self.n_begun = self.n_ended = self.n_closed = 0

    def __call__(self):
        self.n_begun += 1
        try:
            yield from self.texts
            self.n_ended += 1
        finally:
            self.n_closed += 1


def documents(corpus):
    return {source.label: list(corpus.documents(source)) for source in corpus.sources}


def problems(corpus):
    return [str(each) for each in corpus.problems]


def test_the_tokenizer_is_that_of_the_same_texts_in_memory():
    make = Passes()
    corpus = Corpus.from_iterator(make, label="mixed")
    tokenizer = train_tokenizer(corpus, CONFIG)
    expected = train_tokenizer(Corpus.from_texts(WORDS, "mixed"), CONFIG)
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert np.array_equal(tokenizer.merges, expected.merges)
    assert (make.n_begun, make.n_ended, make.n_closed) == (1, 1, 1)
    assert corpus.passes == {"mixed": 1}
    assert repr(corpus) == "Corpus(1 source: mixed; 0 files; about 2,680 bytes)"


def test_iterators_by_label_and_bytes():
    given = {"eng": lambda: iter(["one", b"two"]), "deu": ["größer", "größer".encode()]}
    corpus = Corpus.from_iterator(given)
    assert repr(corpus) == "Corpus(2 sources: eng, deu; 0 files; streamed)"
    assert documents(corpus) == {"eng": ["one", "two"], "deu": ["größer", "größer"]}
    assert documents(corpus) == {"eng": ["one", "two"], "deu": ["größer", "größer"]}
    assert corpus.passes == {"eng": 2, "deu": 2}
    assert [each.label for each in corpus.sources] == ["eng", "deu"]
    assert (corpus.is_size_known, corpus.expected_bytes) == (True, 6 + 16)
    assert Corpus.from_iterator(["a"]).sources[0].label == "text"


def test_the_keywords_of_corpus_apply():
    corpus = Corpus.from_iterator(lambda: ["abcdef", "ghi"], max_document_chars=4)
    assert documents(corpus) == {"text": ["abcd", "ghi"]}
    make = Passes(["abcdef", "ghi", "never"])
    corpus = Corpus.from_iterator(make, max_chars=8)
    assert [data for _, data in corpus.labelled_documents()] == [b"abcdef", b"gh"]
    assert (make.n_begun, make.n_ended, make.n_closed) == (1, 0, 1)


def test_a_generator_serves_one_pass():
    corpus = Corpus.from_iterator((text for text in WORDS), label="eng")
    assert corpus.passes == {"eng": 0}
    tokenizer = train_tokenizer(corpus, CONFIG)
    assert tokenizer.vocab_size == 300
    words = (
        r"^The iterator of the source 'eng' is used up: a generator can be read once\. Pass a "
        r"function that returns a new one for each pass, such as a generator function without its "
        r"parentheses\.$"
    )
    with pytest.raises(CorpusError, match=words):
        train_tokenizer(corpus, CONFIG)


def test_a_generator_is_refused_before_it_is_read_where_it_would_be_read_again():
    begun = []

    def texts():
        begun.append(1)
        yield from WORDS

    corpus = Corpus.from_iterator(texts(), label="eng")
    superwords = TrainingConfig(400, superwords=Superwords(300))
    with pytest.raises(CorpusError, match=r"'eng' can be read once, but superwords need the text"):
        train(corpus, superwords)
    with pytest.raises(CorpusError, match=r"'eng' can be read once, but a mixture with target_by"):
        train(corpus, CONFIG, mixture=Mixture(target_bytes=100))
    assert not begun
    assert train_tokenizer(corpus, CONFIG).vocab_size == 300


def test_superwords_read_again_and_say_so():
    make = Passes()
    config = TrainingConfig(400, superwords=Superwords(300))
    tokenizer = train_tokenizer(Corpus.from_iterator(make, label="mixed"), config)
    expected = train_tokenizer(Corpus.from_texts(WORDS, "mixed"), config)
    assert tokenizer.semantic_hash == expected.semantic_hash
    assert make.n_begun == make.n_closed > 1
    (remark,) = tokenizer.training.problems
    assert remark == (
        f"The iterator of the source 'mixed' was read {make.n_begun} times: superwords need the "
        "text again."
    )


def test_superwords_refuse_other_texts_in_the_second_pass():
    passes = iter([WORDS, [*WORDS[:5], "another", *WORDS[6:]], WORDS, WORDS])
    corpus = Corpus.from_iterator(lambda: next(passes), label="eng")
    config = TrainingConfig(400, superwords=Superwords(300))
    with pytest.raises(CorpusError, match=r"'eng' gave other texts in pass 2 than in the first"):
        train_tokenizer(corpus, config)


def test_other_texts_in_a_later_pass_are_a_problem_elsewhere():
    passes = iter([["one", "two"], ["two", "one"], ["one", "two", "three"], ["one", "two"]])
    corpus = Corpus.from_iterator(lambda: next(passes))
    for expected in ([], ["the iterator of 'text': pass 2 gave other texts than the first one."]):
        documents(corpus)
        assert problems(corpus) == expected
    documents(corpus)
    assert "pass 3 gave other texts than the first one." in " ".join(problems(corpus))


def test_the_same_iterator_twice_and_no_iterator_at_all():
    once = iter(["a", "b"])
    corpus = Corpus.from_iterator(lambda: once, label="eng")
    documents(corpus)
    with pytest.raises(CorpusError, match=r"'eng' returned the same iterator again, which is used"):
        documents(corpus)
    for result, words in ((None, "None"), ("text", "a str 'text'"), (3, "an int 3")):
        corpus = Corpus.from_iterator(lambda result=result: result)
        with pytest.raises(
            CorpusError, match=f"must return an iterator of texts; it returned {words}"
        ):
            documents(corpus)
    for given, words in (("text", "a str 'text'"), (b"x", "a bytes b'x'"), (7, "an int 7")):
        with pytest.raises(ArgumentError, match=f"'text' needs a function .* not {words}"):
            Corpus.from_iterator(given)
    with pytest.raises(ArgumentError, match=r"given by label; remove label='x', or pass one"):
        Corpus.from_iterator({"eng": ["a"]}, label="x")
    with pytest.raises(ArgumentError, match=r"label of a source must be a string, not an int 1"):
        Corpus.from_iterator({1: ["a"]})
    with pytest.raises(CorpusError, match=r"The corpus is empty"):
        Corpus.from_iterator({})


def test_items_that_are_no_text_are_named():
    corpus = Corpus.from_iterator(lambda: ["a", "b", ["c"]], label="eng")
    words = r"^Item 2 of the iterator of 'eng' is a list \['c'\]; a text must be str or bytes\.$"
    with pytest.raises(CorpusError, match=words):
        train_tokenizer(corpus, CONFIG)
    corpus = Corpus.from_iterator(lambda: [{"text": "a"}], label="eng")
    with pytest.raises(CorpusError, match=r"Item 0 .* are read by Corpus\.from_dataset\(rows, col"):
        documents(corpus)


def test_bytes_that_are_no_utf8():
    given = ["a", b"b\xff", "c"]
    assert documents(Corpus.from_iterator(given)) == {"text": ["a", "b\ufffd", "c"]}
    corpus = Corpus.from_iterator(given)
    documents(corpus)
    assert problems(corpus) == [
        (
            "the iterator of 'text': invalid UTF-8 was replaced by U+FFFD; if the file has another "
            "encoding, convert it to UTF-8."
        )
    ]
    corpus = Corpus.from_iterator(given, encoding_errors="skip")
    assert documents(corpus) == {"text": ["a", "c"]}
    assert "document 2 of the file skipped" in problems(corpus)[0]
    with pytest.raises(CorpusError, match=r"the iterator of 'text': invalid UTF-8 \(FF\)"):
        documents(Corpus.from_iterator(given, encoding_errors="stop"))
    assert documents(Corpus.from_iterator(["a\ud800"])) == {"text": ["a\ufffd"]}


def test_an_error_of_the_iterator_passes_through_and_closes_it():
    class ConnectionLostError(Exception):
        pass

    def broken():
        yield "one"
        raise ConnectionLostError

    with pytest.raises(ConnectionLostError):
        train_tokenizer(Corpus.from_iterator(broken), CONFIG)


def test_counting_evaluation_and_datasets_read_iterators(tmp_path):
    make = Passes(list(TEXTS))
    corpus = Corpus.from_iterator(make, label="mixed")
    in_memory = Corpus.from_texts(list(TEXTS), "mixed")
    counted = CountedCorpus(corpus)
    tokenizer = result_of(counted.train(CONFIG))
    assert result_of(counted.train(TrainingConfig(280))).vocab_size == 280
    assert make.n_begun == 1  # the second training took the counts
    assert evaluate(tokenizer, corpus) == evaluate(tokenizer, in_memory)
    manifest = result_of(write_dataset(tokenizer, corpus, tmp_path / "streamed"))
    result_of(write_dataset(tokenizer, in_memory, tmp_path / "memory"))
    streamed, expected = (
        (tmp_path / name / "tokens-00000.npy").read_bytes() for name in ("streamed", "memory")
    )
    assert streamed == expected
    assert manifest["sources"][0]["files"] == []
    ids = list(tokenizer.encode_lazily(make()))
    assert [len(each) for each in ids] == [len(tokenizer.encode(text)) for text in TEXTS]


def test_a_mixture_samples_an_iterator_in_more_passes():
    make = Passes()
    given = {"a": make, "b": Passes(["another text"] * 200)}
    in_memory = {"a": WORDS, "b": ["another text"] * 200}
    mixture = Mixture(target_bytes=1500)
    streamed = train_tokenizer(Corpus.from_iterator(given), CONFIG, mixture=mixture)
    expected = train_tokenizer(Corpus.from_iterator(in_memory), CONFIG, mixture=mixture)
    assert streamed.semantic_hash == expected.semantic_hash
    assert make.n_begun > 1


def test_progress_without_a_known_size():
    steps = list(train(Corpus.from_iterator(Passes(WORDS * 2000)), CONFIG))
    counting = [each for each in steps if each.merges_done == 0 and each.total == 0]
    assert counting
    assert {each.fraction for each in counting} == {0.0}
    assert {each.remaining_s for each in counting} == {None}


def test_memory_is_bounded():
    """A stream of 60 MB is counted in a fraction of it."""
    text = "some words that come again and again, " * 400

    def texts():
        for number in range(4000):
            yield f"{number % 7} {text}"

    train_tokenizer(Corpus.from_iterator(lambda: [text]), CONFIG)
    tracemalloc.start()
    try:
        train_tokenizer(Corpus.from_iterator(texts), CONFIG)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 4000 * len(text) > 60_000_000
    assert peak < 30_000_000
