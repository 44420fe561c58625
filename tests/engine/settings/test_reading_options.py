"""ReadingOptions: what cannot work is refused; samples are nested and follow the share."""

from __future__ import annotations

import pytest

from engine import ConfigError, Corpus, DocumentSample, ReadingOptions, Source


@pytest.mark.parametrize(
    ("given", "setting"),
    [
        ({"max_chars": 0}, "max_chars"),
        ({"max_chars": True}, "max_chars"),
        ({"max_document_chars": -1}, "max_document_chars"),
        ({"max_chars": 1 << 63}, "max_chars"),
        ({"max_document_chars": 10**20}, "max_document_chars"),
        ({"text_field": ""}, "text_field"),
        ({"text_field": 3}, "text_field"),
        ({"document_separator": "\ud800"}, "document_separator"),
        ({"encoding_errors": "ignore"}, "encoding_errors"),
    ],
)
def test_options_that_cannot_work(given, setting):
    with pytest.raises(ConfigError, match=setting) as caught:
        ReadingOptions(**given)
    assert caught.value.setting == setting


@pytest.mark.parametrize("share", [0, 0.0, -0.5, 1.01, float("nan"), "half"])
def test_shares_that_make_no_sense(share):
    with pytest.raises(ConfigError, match="greater than 0 and at most 1"):
        DocumentSample(share)


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, True])
def test_seeds_that_make_no_sense(seed):
    with pytest.raises(ConfigError, match="seed"):
        DocumentSample(0.5, seed)


def test_what_a_source_leaves_open_is_filled_in():
    general = ReadingOptions("|", 10, None, "body", "skip", DocumentSample(0.5))
    assert ReadingOptions().filled(general) == general
    own = ReadingOptions("\n", 20, 30, "content", "stop", DocumentSample(0.1))
    assert own.filled(general) == own
    assert ReadingOptions().filled(ReadingOptions(max_chars=5)).max_chars is None


def sampled(documents, share, seed=0):
    source = Source("a", texts=tuple(documents), reading=_sample(share, seed))
    return list(Corpus([source]).documents(source))


def _sample(share, seed):
    return ReadingOptions(sample=DocumentSample(share, seed))


def test_samples_are_nested_whole_and_of_the_share():
    documents = [f"document {i}" for i in range(20_000)]
    smaller = None
    for share in (0.01, 0.1, 0.5, 0.9, 1.0):
        kept = sampled(documents, share)
        assert abs(len(kept) / len(documents) - share) < 0.01
        assert set(kept) <= set(documents)
        assert smaller is None or set(smaller) <= set(kept)
        smaller = kept
    assert sampled(documents, 1.0) == documents
    assert sampled(documents, 0.5) == sampled(documents, 0.5)
    other = set(sampled(documents, 0.5, seed=1))
    assert abs(len(other & set(sampled(documents, 0.5))) / len(documents) - 0.25) < 0.01


@pytest.mark.parametrize("separator", [None, "\n"])
def test_samples_of_files_are_nested_too(tmp_path, separator):
    for i in range(200):  # every third one is empty: that must not shift the numbers
        text = "" if i % 3 == 0 else f"{i}a\n{i}b"
        (tmp_path / f"eng-{i:03}.txt").write_text(text)
    kept = []
    for share in (0.2, 0.5, 1.0):
        corpus = Corpus.from_paths(
            tmp_path, reading={"eng": _sample(share, 3)}, document_separator=separator
        )
        kept.append(set(corpus.documents(corpus.sources[0])))
    assert kept[0] < kept[1] < kept[2]


def test_a_sample_of_a_long_document_keeps_it_whole_or_not(tmp_path):
    for i in range(6):
        (tmp_path / f"eng-{i}.txt").write_text(f"{i} " * 700_000)
    corpus = Corpus.from_paths(tmp_path, reading={"eng": _sample(0.5, 1)})
    kept = list(corpus.documents(corpus.sources[0]))
    assert 0 < len(kept) < 6
    assert {len(document) for document in kept} == {1_400_000}
