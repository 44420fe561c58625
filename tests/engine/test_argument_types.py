"""An argument of another type gets a sentence that says which, and what to do."""

from __future__ import annotations

import pytest

from engine import (
    ArgumentError,
    ConfigError,
    Corpus,
    CountedCorpus,
    CountsCache,
    EngineError,
    Splitter,
    Tokenizer,
    TrainingConfig,
    evaluate,
    find_recipe,
    label_for_path,
    prepare,
    preset_pattern,
    text_size_curves,
    train,
    train_tokenizer,
)
from engine.analysis.usage import token_usage

CONFIG = TrainingConfig(258)
TWO_WAYS = (
    r"corpus must be a Corpus, not {0}\. Corpus\.from_texts\(texts\) makes a corpus of strings in "
    r"memory, Corpus\.from_paths\(paths\) of files and folders\."
)


def corpus() -> Corpus:
    return Corpus.from_texts(["low lower"])


def tokenizer() -> Tokenizer:
    return Tokenizer([(108, 111)])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: train_tokenizer(iter(["a"]), CONFIG), TWO_WAYS.format("a list_iterator")),
        (lambda: train_tokenizer(["a"], CONFIG), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: train("a.txt", CONFIG), TWO_WAYS.format("a str 'a.txt'")),
        (lambda: CountedCorpus(None), TWO_WAYS.format("None")),
        (lambda: evaluate(tokenizer(), ["a"]), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: text_size_curves(tokenizer(), ["a"]), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: token_usage(tokenizer(), ("a",)), TWO_WAYS.format(r"a tuple \('a',\)")),
        (
            lambda: train_tokenizer(corpus(), 300),
            r"config must be a TrainingConfig, not an int 300",
        ),
        (
            lambda: train_tokenizer(corpus(), CONFIG, mixture={"text": 1}),
            r"mixture must be a Mixture, not a dict \{'text': 1\}\. Mixture\(shares=",
        ),
        (
            lambda: train_tokenizer(corpus(), CONFIG, cache="here"),
            r"cache must be a CountsCache, not a str 'here'\. CountsCache\(folder\)",
        ),
        (lambda: Corpus(["a text"]), r"A source of a corpus must be a Source, not a str 'a text'"),
        (lambda: Corpus(5), r"A source of a corpus must be a Source, not an int 5"),
        (lambda: Corpus.from_texts(["a", b"b"]), r"must be strings; number 1 is a bytes b'b'"),
        (lambda: Corpus.from_texts(5), r"The texts of a corpus must be strings, not an int 5"),
        (lambda: Corpus.from_paths(5), r"The paths of a corpus cannot be an int 5"),
        (lambda: Corpus.from_paths([5]), r"The path of a file must be a string, not an int 5"),
        (lambda: tokenizer().encode(["a"]), r"A text must be a string, not a list \['a'\]"),
        (lambda: tokenizer().encode(None), r"A text must be a string, not None"),
        (
            lambda: tokenizer().encode_batch("abc"),
            r"Several texts .* not a str 'abc'; encode takes",
        ),
        (lambda: tokenizer().encode_batch(3), r"Several texts are expected"),
        (lambda: tokenizer().encode_batch([3.5]), r"A text must be a string, not a float 3\.5"),
        (
            lambda: Tokenizer.load(5),
            r"path of a tokenizer must be a string or a Path, not an int 5",
        ),
        (lambda: Tokenizer.load(None), r"must be a string or a Path, not None"),
        (lambda: tokenizer().save(None), r"path of a tokenizer must be .* not None"),
        (lambda: tokenizer().truncated("a"), r"vocab_size must be a whole number, not a str 'a'"),
        (lambda: tokenizer().truncated(257.0), r"a whole number, not a float 257\.0"),
        (lambda: Tokenizer(5), r"merges must be pairs of token ids, such as .* not an int 5"),
        (lambda: Tokenizer("ab"), r"merges must be pairs of token ids, .* not a str 'ab'"),
        (lambda: Tokenizer([(1, -1)]), r"merges must be pairs of token ids"),
        (lambda: Tokenizer([], special_tokens=5), r"special_tokens must be ids by token"),
        (lambda: Tokenizer([], special_tokens=["<a>"]), r"special_tokens must be ids by token"),
        (
            lambda: Tokenizer([], special_tokens={"a": "b"}),
            r"'a' must be a whole number, not a str",
        ),
        (
            lambda: Tokenizer([], vocab_size="a"),
            r"vocab_size must be a whole number, not a str 'a'",
        ),
        (lambda: Splitter("gpt2").spans("a"), r"A text to cut must be bytes, not a str 'a'; split"),
        (lambda: Splitter("gpt2").sure_cut("a", 0), r"A text to cut must be bytes"),
        (lambda: preset_pattern(["gpt2"]), r"The name of a preset must be a string, not a list"),
        (lambda: label_for_path(5), r"The path of a file must be a string or a Path, not an int"),
        (lambda: find_recipe(None), r"name or file of a mixture must be .* not None"),
        (lambda: CountsCache(5), r"The folder of a cache must be a string or a Path, not an int"),
        (lambda: evaluate("x.twb", corpus()), r"tokenizer must be a Tokenizer, .* Tokenizer\.load"),
        (lambda: text_size_curves(5, corpus()), r"tokenizer must be a Tokenizer, not an int 5"),
        (lambda: prepare(5), r"report must be a function, not an int 5"),
        (
            lambda: next(train(corpus(), CONFIG, stop=True)),
            r"stop must be a StopRequest, not a bool True\. StopRequest\(\) makes one",
        ),
        (lambda: Splitter("gpt2").split(b"a"), r"A text must be a string, not a bytes b'a'"),
    ],
)
def test_a_sentence_says_what_was_given_and_what_to_do(call, sentence):
    with pytest.raises(ArgumentError, match=sentence) as raised:
        call()
    assert isinstance(raised.value, TypeError)
    assert isinstance(raised.value, EngineError)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"special_tokens": 5}, "special_tokens must be a list of strings, not an int 5"),
        ({"special_tokens": "<a>"}, "special_tokens must be a list of strings, not a str '<a>'"),
        ({"merge_rules": 5}, "merge_rules must be MergeRules or None, not 5"),
    ],
)
def test_settings_of_another_type_are_named(settings, sentence):
    with pytest.raises(ConfigError, match=sentence):
        TrainingConfig(300, **settings)


def test_a_cache_takes_a_folder_by_its_name(tmp_path):
    assert CountsCache(str(tmp_path)).folder == tmp_path


def test_subclasses_of_strings_are_texts():
    class Name(str):
        __slots__ = ()

    assert Corpus.from_texts([Name("low"), "lower"]).sources[0].texts == ("low", "lower")
    assert tokenizer().encode(Name("lo")) == [256]
    assert [each.tolist() for each in tokenizer().encode_batch(["lo", b"lo"])] == [[256], [256]]
