"""Corpora of `datasets` objects: columns, splits, null values, streaming; by stand-ins.

The stand-ins have the protocol of Dataset and IterableDataset in datasets 5: `column_names`,
`select_columns`, `iter(batch_size)` with a dict of lists, and iteration over rows.
"""

from __future__ import annotations

import pytest

from engine import Corpus, CorpusError, TrainingConfig, train_tokenizer
from engine.errors import ArgumentError


class Dataset:
    """Map-style: knows its columns, gives batches of them."""

    def __init__(self, columns, log=None):
        self.columns = columns
        self.log = [] if log is None else log

    @property
    def column_names(self):
        return list(self.columns)

    def select_columns(self, names):
        self.log.append(tuple(names))
        return type(self)({name: self.columns[name] for name in names}, self.log)

    def with_format(self, kind):
        assert kind is None
        return self

    def __len__(self):
        return len(next(iter(self.columns.values())))

    def __iter__(self):
        for row in range(len(self)):
            yield {name: values[row] for name, values in self.columns.items()}

    def iter(self, batch_size):
        for start in range(0, len(self), batch_size):
            part = slice(start, start + batch_size)
            yield {name: values[part] for name, values in self.columns.items()}


class IterableDataset(Dataset):
    """Streaming: may not know its columns before it is read; has no length."""

    @property
    def column_names(self):
        return None

    def __len__(self):
        raise TypeError

    def iter(self, batch_size):
        n = len(next(iter(self.columns.values())))
        for start in range(0, n, batch_size):
            part = slice(start, start + batch_size)
            yield {name: values[part] for name, values in self.columns.items()}


class DatasetDict(dict):
    """Splits by name."""


ROWS = {"id": list(range(2500)), "text": [f"text number {i % 13}" for i in range(2500)]}


def documents(corpus):
    return {source.label: list(corpus.documents(source)) for source in corpus.sources}


@pytest.mark.parametrize("kind", [Dataset, IterableDataset])
def test_a_column_is_streamed_and_read_again(kind):
    dataset = kind(ROWS)
    corpus = Corpus.from_dataset(dataset, label="eng")
    assert documents(corpus) == {"eng": ROWS["text"]}
    config = TrainingConfig(270)
    expected = train_tokenizer(Corpus.from_texts(ROWS["text"], "eng"), config)
    assert train_tokenizer(corpus, config).semantic_hash == expected.semantic_hash
    assert corpus.passes == {"eng": 2}
    assert dataset.log == ([("text",)] * 2 if kind is Dataset else [])


@pytest.mark.parametrize("kind", [Dataset, IterableDataset])
def test_missing_columns_and_values_that_are_no_text(kind):
    words = r'The dataset of \'eng\' has no column "content"; it has "id", "text"\. Name the one'
    with pytest.raises(CorpusError, match=words):
        documents(Corpus.from_dataset(kind(ROWS), "content", label="eng"))
    words = r'^Row 1 of the dataset of \'text\' has no text in column "id" but an int 0; name anot'
    with pytest.raises(CorpusError, match=words):
        documents(Corpus.from_dataset(kind(ROWS), "id"))
    corpus = Corpus.from_dataset(kind({"text": ["a", None, b"c", None]}))
    assert documents(corpus) == {"text": ["a", "c"]}
    assert [str(each) for each in corpus.problems] == [
        "the dataset of 'text': 2 null values of column \"text\" skipped, the first in row 2."
    ]


def test_columns_within_columns_and_plain_rows():
    rows = [{"message": {"content": "a"}}, {"message": None}, {"message": {"content": "b"}}]
    assert documents(Corpus.from_dataset(rows, "message.content")) == {"text": ["a", "b"]}
    with pytest.raises(CorpusError, match=r'no column "message\.body"; it has "content"'):
        documents(Corpus.from_dataset(rows, "message.body"))
    dotted = Dataset({"a.b": ["x", "y"]})
    assert documents(Corpus.from_dataset(dotted, "a.b"))["text"] == ["x", "y"]
    with pytest.raises(CorpusError, match=r'no column "text"; it has none'):
        documents(Corpus.from_dataset(["a row"]))


def test_datasets_by_label_and_splits():
    first, second = Dataset({"text": ["a"]}), IterableDataset({"text": ["b"]})
    assert documents(Corpus.from_dataset({"eng": first, "deu": second})) == {
        "eng": ["a"],
        "deu": ["b"],
    }
    splits = DatasetDict(train=first, test=second)
    words = r"with splits was given \('train', 'test'\); pass one of them, such as dataset\['train"
    with pytest.raises(ArgumentError, match=words):
        Corpus.from_dataset(splits)
    with pytest.raises(ArgumentError, match=r"must give rows with columns; an int 3 gives none"):
        Corpus.from_dataset(3)
    with pytest.raises(ArgumentError, match=r"column must be a string, not an int 3"):
        Corpus.from_dataset(first, 3)


def test_a_stream_of_rows_that_can_be_read_once():
    corpus = Corpus.from_dataset({"text": each} for each in ("a", "b"))
    assert documents(corpus) == {"text": ["a", "b"]}
    with pytest.raises(CorpusError, match=r"'text' is used up"):
        documents(corpus)
