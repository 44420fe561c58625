"""First words of languages: what the merges of a training record about them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from engine import Corpus, Source, TrainingConfig, train_tokenizer
from workbench.training.chart_points import FirstWord, FirstWords, is_word, spread_out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" the", True), (" für", True), (" नहीं", True), (" 있다", True), (" для", True),
        (" th", False), (" 있", False), ("the", False), (" the ", False), (" t3e", False),
        (" don't", False), (" ", False),
    ],
)  # fmt: skip
def test_a_word_is_a_space_and_several_letters(text, expected):
    assert is_word(text.encode()) is expected


def test_a_part_of_a_character_is_no_word():
    assert not is_word(b" ab\xc3")


TEXTS = {
    "eng": "the cat and the dog and then them " * 50,
    "deu": "und der Hund und die Katze " * 50,
    "code_python": "return value return other " * 80,
}


def words_of(tokenizer, n_slices=1):
    """The first words of a trained tokenizer, its merges followed in slices."""
    followed, record = FirstWords(), tokenizer.training
    ends = np.linspace(0, tokenizer.n_merges, n_slices + 1).astype(int)
    for begin, end in itertools.pairwise(ends):
        followed.extend(
            tokenizer.ranked_merges[begin:end], record.applied[begin:end],
            record.source_applied[begin:end], record.source_labels,
        )  # fmt: skip
    return followed


@pytest.fixture(scope="module")
def tokenizer():
    corpus = Corpus([Source(label, texts=(text,)) for label, text in TEXTS.items()])
    return train_tokenizer(corpus, TrainingConfig(310))


def test_each_language_has_its_first_word_and_code_has_none(tokenizer):
    followed = words_of(tokenizer)
    found = {word.label: word for word in followed.found()}
    assert followed.n_languages == 2
    assert set(found) == {"eng", "deu"}
    for word in found.values():
        assert tokenizer.vocabulary[255 + word.n_merges] == word.word.encode()
    assert found["deu"] == FirstWord("German", "deu", found["deu"].n_merges, " und")


def test_words_that_a_training_told_are_not_sought_again(tokenizer, monkeypatch):
    followed, record = words_of(tokenizer, 3), tokenizer.training
    found = followed.found()
    told = [tokenizer.ranked_merges, record.applied, record.source_applied, record.source_labels]
    with monkeypatch.context() as patch:
        patch.delattr(FirstWords, "extend")
        followed.follow(*told)
    assert followed.found() == found
    other = {"eng": "deu", "deu": "eng"}  # the same texts under other names
    swapped = [record.source_labels.index(other.get(each, each)) for each in record.source_labels]
    followed.follow(*told[:2], record.source_applied[:, swapped], record.source_labels)
    assert [word.language for word in followed.found()] != [word.language for word in found]
    followed.follow(*told)
    assert followed.found() == found


def test_the_beginning_of_longer_words_is_no_word_once_these_are_there(tokenizer):
    earlier = [token for token in tokenizer.vocabulary[256:] if token.startswith(b" the")]
    assert b" the" in earlier and b" then" in earlier
    assert all(word.word != " the" for word in words_of(tokenizer).found())


def test_merges_in_slices_give_the_same_words(tokenizer):
    assert words_of(tokenizer, 7).found() == words_of(tokenizer).found()


def test_a_chart_shows_the_wanted_the_last_and_others_far_enough():
    found = [FirstWord(f"L{i}", f"l{i}", i * 100, " abc") for i in range(1, 11)]
    shown = spread_out(found, {"l2"}, 1000)
    assert [word.label for word in shown[:2]] == ["l2", "l10"]
    places = sorted(word.n_merges for word in shown)
    assert min(after - before for before, after in itertools.pairwise(places)) >= 140
    assert spread_out([], set(), 0.0) == []
